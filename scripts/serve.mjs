// A static file server for `dist/site`: what `npm start` ends with, and what the tests mount.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** @type {Record<string, string>} */
const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/**
 * The file that a request path names, or undefined: index.html of a folder, nothing outside of it.
 * @param {Record<string, string>} mounts
 * @param {string} path
 */
function fileOf(mounts, path) {
  for (const [under, folder] of Object.entries(mounts)) {
    if (!path.startsWith(under)) continue;
    const base = resolve(folder);
    const file = normalize(join(base, path.slice(under.length)));
    if (file !== base && !file.startsWith(`${base}/`)) continue;
    for (const candidate of [file, join(file, "index.html")]) {
      const found = statSync(candidate, { throwIfNoEntry: false });
      if (found?.isFile()) return { path: candidate, size: found.size };
    }
  }
  return undefined;
}

/**
 * Serves each folder of `mounts` under its request path, on this machine only.
 * @param {Record<string, string>} mounts request path (with both slashes) to folder
 * @param {number} port 0 for any free one
 * @returns {Promise<{ port: number, close: () => Promise<void> }>} rejects with EADDRINUSE where
 *   the port is taken
 */
export function serve(mounts, port) {
  const server = createServer((request, response) => {
    let path;
    try {
      path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    } catch {
      path = "\0";
    }
    const file = path.includes("\0") ? undefined : fileOf(mounts, path);
    if (!file) {
      response.writeHead(404, { "content-type": "text/plain" });
      response.end("Not found\n");
      return;
    }
    response.writeHead(200, {
      "content-type": types[extname(file.path)] ?? "application/octet-stream",
      "content-length": file.size,
      "cache-control": "no-cache",
    });
    if (request.method === "HEAD") response.end();
    else createReadStream(file.path).pipe(response);
  });
  return new Promise((settle, fail) => {
    server.once("error", fail);
    server.listen(port, "127.0.0.1", () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      const close = () =>
        new Promise((/** @type {(value: void) => void} */ done) => {
          server.closeAllConnections();
          server.close(() => done());
        });
      settle({ port: address.port, close });
    });
  });
}

/**
 * Serves on `first` or the next free port after it, and says so where that is another.
 * @param {Record<string, string>} mounts
 * @param {number} first
 */
async function serveFrom(mounts, first) {
  for (let port = first; port < first + 50 && port < 65536; port++) {
    try {
      const server = await serve(mounts, port);
      if (port !== first) console.log(`Port ${first} is taken; using ${port}.`);
      return server;
    } catch (problem) {
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (problem);
      if (code === "EADDRINUSE") continue;
      console.error(`Port ${port} cannot be used: ${message}.`);
      process.exit(1);
    }
  }
  console.error(`No free port from ${first} on; set another by PORT=.`);
  process.exit(1);
}

async function main() {
  const given = process.env.PORT || "8080";
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65535) {
    console.error(`PORT is "${given}": it may be a number from 0 to 65535.`);
    process.exit(1);
  }
  const site = fileURLToPath(new URL("../dist/site", import.meta.url));
  const server = await serveFrom({ "/": site }, Number(given));
  console.log(`hotblock: http://localhost:${server.port}/ (Ctrl-C ends it)`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
