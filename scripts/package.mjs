/**
 * The npm package, dist/npm: what vite has built there (`--mode npm`), with its manifest, its types
 * from the JSDoc, custom-elements.json, licences and README.
 */
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { must } from "./setup/run.mjs";

const out = "dist/npm";
/** What other tools write, before it is cut to what the package shows. */
const drafts = ".cache/package";

/** @param {string} path @param {string} text */
const put = (path, text) => writeFileSync(join(out, path), text);
/** @param {unknown} data */
const json = (data) => `${JSON.stringify(data, null, 2)}\n`;

function manifest() {
  const { version, description, license, engines } = JSON.parse(
    readFileSync("package.json", "utf8"),
  );
  const entry = (/** @type {string} */ name) => ({
    types: `./types/package/${name}.d.ts`,
    default: `./${name}.js`,
  });
  return {
    name: "hotblock",
    version,
    description,
    license,
    keywords: ["web-components", "simulation", "contention", "oracle", "database", "wasm"],
    type: "module",
    sideEffects: ["./element.js", "./chunk-*.js"],
    customElements: "./custom-elements.json",
    engines,
    exports: {
      ".": entry("index"),
      "./element": entry("element"),
      "./engine": entry("engine"),
      "./hotblock.wasm": "./hotblock_bg.wasm",
      "./custom-elements.json": "./custom-elements.json",
      "./package.json": "./package.json",
    },
  };
}

/** Writes the declarations of the three modules and of what they name, and nothing else. */
function types() {
  rmSync(drafts, { recursive: true, force: true });
  must("node_modules/.bin/tsc", ["--project", "package", "--outDir", drafts]);
  const named = readFileSync("package/names.d.ts", "utf8");
  writeFileSync(join(drafts, "package/element.d.ts"), named, { flag: "a" });
  const left = ["index", "element", "engine"].map((name) => `package/${name}.d.ts`);
  const done = new Set();
  for (let path = left.pop(); path; path = left.pop()) {
    if (done.has(path)) continue;
    done.add(path);
    const text = readFileSync(join(drafts, path), "utf8");
    for (const [, module] of text.matchAll(/(?:from |import\()"(\.[^"]+)\.js"/g)) {
      left.push(normalize(join(dirname(path), `${module}.d.ts`)));
    }
    mkdirSync(dirname(join(out, "types", path)), { recursive: true });
    copyFileSync(join(drafts, path), join(out, "types", path));
  }
}

/** What the element's JSDoc says of it, its members that say `@public`, and as attributes the levers
 * of the engine's own catalogue. */
async function customElements() {
  const options = ["--globs", "www/playground.js", "--outdir", drafts, "--quiet"];
  must("node_modules/.bin/cem", ["analyze", ...options]);
  const found = JSON.parse(readFileSync(join(drafts, "custom-elements.json"), "utf8"));
  const [module] = found.modules;
  const element = module.declarations.find(
    (/** @type {{ customElement?: boolean }} */ each) => each.customElement,
  );
  const { levers } = await (await import(pathToFileURL(join(out, "engine.js")).href)).catalogue();
  const rows = levers.map((/** @type {import("../www/types.js").Lever} */ lever) => ({
    name: lever.key,
    type: { text: lever.kind === "bool" ? "boolean" : (lever.choices?.join(" | ") ?? "number") },
    description: [lever.label, lever.unit && `in ${lever.unit}`, lever.sentence]
      .filter(Boolean)
      .join(": "),
    default: String(lever.default),
  }));
  element.attributes = [...(element.attributes ?? []), ...rows];
  const open = (/** @type {{ privacy?: string }} */ { privacy }) => privacy === "public";
  element.members = element.members.filter(open);
  element.superclass = { name: "HTMLElement" };
  module.path = "element.js";
  module.declarations = [element];
  module.exports = [
    { kind: "custom-element-definition", name: element.tagName, declaration: of(element.name) },
    { kind: "js", name: "HotblockPlayground", declaration: of(element.name) },
  ];
  return { ...found, modules: [module] };
}

/** @param {string} name */
const of = (name) => ({ name, module: "element.js" });

/** Completes dist/npm; vite has built its modules before. */
export async function completePackage() {
  put("package.json", json(manifest()));
  types();
  put("custom-elements.json", json(await customElements()));
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(name, join(out, name));
  cpSync("package/README.md", join(out, "README.md"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await completePackage();
