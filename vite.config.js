import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { lessons } from "./scripts/lessons.mjs";
import { packedEngine, packedPage } from "./scripts/single.mjs";

/** The page, an example of how a blog embeds it, and the element under a name that stays. */
const parts = {
  input: { index: "www/index.html", blog: "www/blog.html", hotblock: "www/playground.js" },
  output: {
    entryFileNames: (/** @type {{ name: string }} */ { name }) =>
      name === "hotblock" ? "hotblock.js" : "assets/[name]-[hash].js",
  },
};

export default defineConfig(({ mode }) => {
  // `vite build --mode single` makes one HTML file of the page and its engine.
  const single = mode === "single";
  const alone = single
    ? [packedEngine(), viteSingleFile({ removeViteModuleLoader: true }), packedPage()]
    : [];
  return {
    root: "www",
    // Relative URLs: the site runs from any sub-path of any static server.
    base: "./",
    plugins: [lessons(), ...alone],
    build: {
      outDir: single ? "../dist" : "../dist/site",
      emptyOutDir: !single,
      manifest: !single,
      target: "es2022",
      assetsInlineLimit: single ? Number.MAX_SAFE_INTEGER : 0,
      chunkSizeWarningLimit: 1000,
      ...(single ? {} : { rolldownOptions: parts }),
    },
    // A classic worker: a module worker fails from file:// and in sandboxed frames.
    worker: { format: "iife" },
  };
});
