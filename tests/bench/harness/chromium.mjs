// @ts-check
/** One tab of a headless Chromium in which engines answer requests. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromiumFlags, findChromium } from "../../../scripts/setup/chromium.mjs";

const TYPES = { ".mjs": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };

/**
 * Serves `files` (URL path to file path, or a folder behind a trailing slash) on a free local port;
 * isolated, so that the tab's clock counts in steps of 5 us instead of 100.
 * @param {Record<string, string>} files
 */
async function serve(files) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const prefix = Object.keys(files).find((prefix) => path.startsWith(prefix));
    const isolation = {
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    };
    try {
      const file = prefix && join(files[prefix], path.slice(prefix.length));
      const body = file ? await readFile(file) : "<!doctype html><title>Benchmark</title>";
      const extension = /** @type {keyof typeof TYPES} */ (file ? extname(file) : ".html");
      response.writeHead(200, { "Content-Type": TYPES[extension], ...isolation });
      response.end(body);
    } catch {
      response.writeHead(404, isolation);
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { server, origin: `http://127.0.0.1:${port}` };
}

/**
 * Opens the tab.
 * @param {string} folder where `tab.mjs` is
 * @param {string | undefined} module path of the kernel's WebAssembly module, if it was built
 */
export async function openTab(folder, module) {
  const { chromium } = await import("@playwright/test");
  const executablePath = findChromium();
  if (!executablePath) throw new Error("there is no Chromium");
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  /** @type {Record<string, string>} */
  const files = { "/bench/": folder };
  if (module) files["/kernel.wasm"] = module;
  const { server, origin } = await serve(files);
  const page = await browser.newPage();
  await page.goto(`${origin}/`);
  await page.evaluate(async (hasKernel) => {
    const url = "/bench/tab.mjs";
    const tab = await import(url);
    if (hasKernel) await tab.loadKernel("/kernel.wasm");
    Object.assign(globalThis, { tab });
  }, Boolean(module));
  return {
    version: browser.version(),
    /**
     * @param {string} engine
     * @returns {import("./line_process.mjs").Asked}
     */
    engine(engine) {
      return {
        ask: (request) =>
          page.evaluate(
            // @ts-expect-error `tab` is put there above.
            ([engine, request]) => globalThis.tab.answer(engine, request),
            /** @type {const} */ ([engine, request]),
          ),
        close: async () => {},
      };
    },
    async close() {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
