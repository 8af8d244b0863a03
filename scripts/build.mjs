// `npm run build`: the engine (`www/engine`: wasm, its bindings, their types), then the page
// (`dist/site`), the same in one file (`dist/hotblock.html`) and as an npm package (`dist/npm`).
// With `--site` the page only: what `npm start` serves.
import { must } from "./setup/run.mjs";
import { readyRoute } from "./setup/wasm.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
must("cargo", ["run", "--quiet", "--locked", "-p", "xtask", "--", "wasm"], {
  HOTBLOCK_WASM_ROUTE: readyRoute(),
});
const vite = (/** @type {string[]} */ ...more) =>
  must("node_modules/.bin/vite", ["build", "--logLevel", "warn", ...more]);
vite();
console.log("site: dist/site");
if (!process.argv.includes("--site")) {
  vite("--mode", "single");
  console.log("single file: dist/hotblock.html");
  vite("--mode", "npm");
  must("node", ["scripts/package.mjs"]);
  console.log("npm package: dist/npm");
}
