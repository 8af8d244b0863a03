import { defineConfig } from "vite";
import { lessons } from "./scripts/lessons.mjs";

export default defineConfig({
  root: "www",
  // Relative URLs: the site runs from any sub-path of any static server.
  base: "./",
  plugins: [lessons()],
  build: {
    outDir: "../dist/site",
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
  },
  // A classic worker: a module worker fails from file:// and in sandboxed frames.
  worker: { format: "iife" },
});
