// The playground in somebody's article: a poster and Run first, few levers, one picture.
import { axeFaults, expect, test } from "./harness.mjs";

/** @param {import("@playwright/test").Page} page @param {number} nth */
const nth = (page, nth) => page.locator("hotblock-playground").nth(nth);

/** Presses Run and waits for the full run. @param {import("@playwright/test").Locator} element */
async function run(element) {
  await element.getByRole("button", { name: "Run" }).click();
  await expect(element.locator(".progress")).toContainText(/ in \d/, { timeout: 60_000 });
}

test("three embeds, none of which fetches the engine before Run", async ({ page }) => {
  /** @type {string[]} */
  const engines = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".wasm")) engines.push(request.url());
  });
  await page.goto("./blog.html");
  for (const place of [0, 1, 2]) {
    await expect(nth(page, place).getByRole("button", { name: "Run" })).toBeVisible();
    await expect(nth(page, place).locator(".poster")).toBeVisible();
  }
  expect(engines).toEqual([]);

  for (const place of [0, 1, 2]) await run(nth(page, place));
  expect(engines).toHaveLength(1);
  expect(new URL(page.url()).hash).toBe("");

  await nth(page, 0).getByRole("switch", { name: "Reverse key" }).click();
  await expect(nth(page, 0).locator(".headline")).toContainText(/REVERSE|Reverse key/);
  await expect(nth(page, 0).locator("svg.chart")).toBeVisible();
  await expect(nth(page, 1).getByRole("switch")).toHaveCount(1);
  await expect(nth(page, 2).locator("svg.chart").first()).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});

test("it tells changes and results, saves and restores, and keeps its room", async ({ page }) => {
  await page.addInitScript(() => {
    const told = /** @type {any} */ (window);
    told.heard = [];
    for (const name of ["hotblock-change", "hotblock-result"]) {
      addEventListener(name, () => told.heard.push(name));
    }
  });
  await page.setViewportSize({ width: 700, height: 900 });
  await page.goto("./blog.html");
  const first = nth(page, 0);
  await run(first);
  const { width, height } = (await first.boundingBox()) ?? { width: 0, height: 0 };
  expect(width).toBeLessThanOrEqual(680);
  expect(height).toBeGreaterThanOrEqual(400);
  const saved = await first.evaluate((element) => /** @type {any} */ (element).save());
  expect(saved).toEqual({ preset: "reverse-key", "workload.rows_per_session": 1000 });
  await first.evaluate((element, scenario) => /** @type {any} */ (element).restore(scenario), {
    ...saved,
    "index.reverse": true,
  });
  await expect(first.getByRole("switch", { name: "Reverse key" })).toBeChecked();
  const heard = await page.evaluate(() => /** @type {any} */ (window).heard);
  expect(heard).toContain("hotblock-change");
  expect(heard).toContain("hotblock-result");
});

test("a frame with ?embed=1 shows the fragment's scenario and tells its height", async ({
  page,
  baseURL,
}) => {
  await page.goto("/fixtures/blank.html");
  const scenario = "#v1;preset=reverse-key;workload.rows_per_session=200;index.reverse=true";
  await page.evaluate((source) => {
    const told = /** @type {any} */ (window);
    addEventListener("message", ({ data }) => {
      if (data.hotblock) told.height = data.hotblock.height;
    });
    const frame = document.createElement("iframe");
    frame.src = source;
    frame.width = "600";
    frame.height = "400";
    document.body.append(frame);
  }, `${baseURL}?embed=1&levers=index.reverse&view=events${scenario}`);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("button", { name: "Run" }).click();
  await expect(frame.locator(".progress")).toContainText(/ in \d/, { timeout: 60_000 });
  await expect(frame.getByRole("switch", { name: "Reverse key" })).toBeChecked();
  const height = await page.evaluate(() => /** @type {any} */ (window).height);
  expect(height).toBeGreaterThanOrEqual(400);
});
