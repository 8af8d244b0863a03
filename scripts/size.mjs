// What the page weighs: a table of bytes, and the budgets that it may not pass.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

/**
 * Brotli bytes that may not be passed. A limit rises only with the table that shows why.
 *
 * | wasm (120 KB until all mechanisms were in)       | raw     | brotli  |
 * |--------------------------------------------------|---------|---------|
 * | inserts, hash clusters, I/O, redo, undo          | under   | 122,880 |
 * | with the global cache, look-ups, mutexes, calls  | 636,504 | 205,691 |
 * | the same, the model built small                  | 593,840 | 199,912 |
 * | with blame chains, cores, AWR and ASH texts      | 653,978 | 217,268 |
 *
 * Every kind of session is one state machine that holds the whole of what it may wait for; six
 * experiments on one model make several of them.
 */
const limits = { wasm: 232 * 1024, page: 60 * 1024 };

const site = fileURLToPath(new URL("../dist/site", import.meta.url));

/**
 * The files of the site that load before any tab, lesson or stage opens: index.html's scripts and
 * styles, all that they import statically, and the worker.
 * @returns {string[]} paths under dist/site, without the page itself and the wasm
 */
export function firstFiles() {
  const manifest = JSON.parse(readFileSync(join(site, ".vite/manifest.json"), "utf8"));
  const files = new Set();
  const visit = (/** @type {string} */ key) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const other of chunk.imports ?? []) visit(other);
  };
  const page = readFileSync(join(site, "index.html"), "utf8");
  for (const [, file] of page.matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)) {
    files.add(file);
    visit(Object.keys(manifest).find((key) => manifest[key].file === file) ?? "");
  }
  for (const name of readdirSync(join(site, "assets"))) {
    if (/^worker.*\.js$/.test(name)) files.add(`assets/${name}`);
  }
  return [...files].sort();
}

/**
 * Raw, gzip and brotli bytes of a file of the site.
 * @param {string} path
 */
function weigh(path) {
  const bytes = readFileSync(join(site, path));
  const gzip = gzipSync(bytes, { level: 9 }).length;
  return { path, raw: bytes.length, gzip, brotli: brotliCompressSync(bytes).length };
}

/**
 * Prints the table of one budget; true where the budget holds.
 * @param {string} title
 * @param {string[]} paths
 * @param {number} limit
 */
function holds(title, paths, limit) {
  const rows = paths.map(weigh);
  const sum = (/** @type {"raw" | "gzip" | "brotli"} */ column) =>
    rows.reduce((total, row) => total + row[column], 0);
  const total = { path: title, raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") };
  for (const { path, raw, gzip, brotli } of [...rows, total]) {
    const cells = [raw, gzip, brotli].map((bytes) => String(bytes).padStart(9));
    console.log(`${path.padEnd(44)}${cells.join("")}`);
  }
  const share = `${total.brotli} of ${limit} bytes of brotli`;
  console.log(total.brotli > limit ? `${title}: PAST its budget: ${share}` : `${title}: ${share}`);
  return total.brotli <= limit;
}

function main() {
  if (!existsSync(join(site, "index.html"))) {
    console.error("dist/site is not built: run `npm run build`.");
    process.exit(1);
  }
  console.log(`${"bytes".padEnd(44)}${"raw".padStart(9)}${"gzip".padStart(9)}   brotli`);
  const modules = readdirSync(join(site, "assets")).filter((name) => name.endsWith(".wasm"));
  const budgets = [
    holds(
      "wasm",
      modules.map((name) => `assets/${name}`),
      limits.wasm,
    ),
    holds("JS + CSS", firstFiles(), limits.page),
  ];
  if (modules.length !== 1) console.error(`${modules.length} wasm modules: one is expected.`);
  process.exitCode = budgets.every(Boolean) && modules.length === 1 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main();
