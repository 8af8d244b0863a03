import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { lessons } from "./scripts/lessons.mjs";
import { offline } from "./scripts/offline.mjs";
import { packedEngine, packedPage } from "./scripts/single.mjs";

/** The page, an example of how a blog embeds it, and the element under a name that stays. */
const site = {
  input: { index: "www/index.html", blog: "www/blog.html", hotblock: "www/playground.js" },
  output: {
    entryFileNames: (/** @type {{ name: string }} */ { name }) =>
      name === "hotblock" ? "hotblock.js" : "assets/[name]-[hash].js",
  },
};

const entries = ["index", "element", "engine"];

/** The package's modules: names that stay, side by side, as `new URL` finds them there. */
const modules = {
  output: {
    entryFileNames: "[name].js",
    chunkFileNames: "chunk-[name].js",
    assetFileNames: "[name][extname]",
  },
};

/** What differs between the three artefacts: `vite build`, `--mode single`, `--mode npm`.
 * @type {Record<string, import("vite").UserConfig>} */
const artefacts = {
  production: {
    publicDir: "public",
    plugins: [offline()],
    build: { outDir: "../dist/site", emptyOutDir: true, manifest: true, rolldownOptions: site },
  },
  single: {
    plugins: [packedEngine(), viteSingleFile({ removeViteModuleLoader: true }), packedPage()],
    build: { outDir: "../dist", emptyOutDir: false, assetsInlineLimit: Number.MAX_SAFE_INTEGER },
  },
  npm: {
    build: {
      outDir: "../dist/npm",
      emptyOutDir: true,
      license: { fileName: "THIRD-PARTY.md" },
      minify: false,
      lib: {
        entry: Object.fromEntries(entries.map((name) => [name, `../package/${name}.js`])),
        formats: ["es"],
      },
      rolldownOptions: modules,
    },
    worker: { rolldownOptions: { output: { entryFileNames: "[name].js" } } },
  },
};

export default defineConfig(({ mode }) => {
  const { plugins = [], build, worker, publicDir } = artefacts[mode] ?? artefacts.production;
  return {
    root: "www",
    // Relative URLs: the site runs from any sub-path of any static server.
    base: "./",
    publicDir: publicDir ?? false,
    plugins: [lessons(), ...plugins],
    build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 1000, ...build },
    // A classic worker: a module worker fails from file:// and in sandboxed frames.
    worker: { format: "iife", ...worker },
  };
});
