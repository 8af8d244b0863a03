// `npm run build`: the engine (`www/engine`: wasm, its bindings, their types), then the page
// (`dist/site`) and the same in one file (`dist/hotblock.html`).
import { existsSync } from "node:fs";
import { must } from "./setup/run.mjs";
import { readyRoute } from "./setup/wasm.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
must("cargo", ["run", "--quiet", "--locked", "-p", "xtask", "--", "wasm"], {
  HOTBLOCK_WASM_ROUTE: readyRoute(),
});
if (existsSync("www/index.html")) {
  must("node_modules/.bin/vite", ["build", "--logLevel", "warn"]);
  console.log("site: dist/site");
  must("node_modules/.bin/vite", ["build", "--mode", "single", "--logLevel", "warn"]);
  console.log("single file: dist/hotblock.html");
}
