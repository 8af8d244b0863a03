/**
 * The test function of every browser test: it serves the built site under a sub-path of a free
 * port, and each page fails its test where it prints an error or asks another machine for anything.
 *
 *     import { axeFaults, expect, test } from "./harness.mjs";
 *     test("the page runs", async ({ page }) => { await page.goto("./"); ... });
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { test as base, expect } from "@playwright/test";
import { serve } from "../../scripts/serve.mjs";

export { expect };

const folder = (/** @type {string} */ path) =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The built site lives under a sub-path, as it would on somebody's blog. */
const sitePath = "/some/blog/hotblock/";

/**
 * @typedef {object} Fixtures
 * @property {string[]} faults what the page printed or asked for and should not have; a test that
 *   provokes an error empties it (`faults.length = 0`)
 */

export const test = base.extend(
  /** @type {import("@playwright/test").Fixtures<Fixtures, { origin: string }, import("@playwright/test").PlaywrightTestArgs & import("@playwright/test").PlaywrightTestOptions, import("@playwright/test").PlaywrightWorkerArgs & import("@playwright/test").PlaywrightWorkerOptions>} */ ({
    origin: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here
      async ({}, use) => {
        const mounts = {
          [sitePath]: folder("dist/site"),
          "/engine/": folder("www/engine"),
          "/fixtures/": folder("tests/browser/fixtures"),
        };
        const server = await serve(mounts, 0);
        await use(`http://127.0.0.1:${server.port}`);
        await server.close();
      },
      { scope: "worker" },
    ],
    baseURL: ({ origin }, use) => use(origin + sitePath),
    faults: async ({ origin, page }, use) => {
      /** @type {string[]} */
      const faults = [];
      page.on("console", (line) => {
        if (line.type() === "error") faults.push(`console: ${line.text()}`);
      });
      page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
      page.on("request", (request) => {
        const url = request.url();
        if (/^https?:/.test(url) && !url.startsWith(`${origin}/`)) faults.push(`asked: ${url}`);
      });
      page.on("response", (response) => {
        if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
      });
      await use(faults);
      expect(faults, "errors and requests to other machines").toEqual([]);
    },
  }),
);

// Playwright makes a fixture only for tests that name it; this one watches all of them.
test.beforeEach(({ faults }) => {
  expect(faults).toEqual([]);
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe finds on the page, one line each; WCAG 2.2 A and AA and axe's best practices.
 * @param {import("@playwright/test").Page} page
 * @returns {Promise<string[]>}
 */
export async function axeFaults(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const run = /** @type {{ axe: typeof import("axe-core") }} */ (/** @type {unknown} */ (window));
    return (await run.axe.run()).violations;
  });
  return found.map(({ id, help, nodes }) => {
    return `${id}: ${help}: ${nodes.map((node) => node.target.join(" ")).join("; ")}`;
  });
}
