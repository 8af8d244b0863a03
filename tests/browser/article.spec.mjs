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

test("all embeds share the page's workers, and none that nobody sees computes", async ({
  page,
}) => {
  await page.goto("./blog.html");
  const buttons = page.locator("hotblock-playground").getByRole("button", { name: "Run" });
  await page.evaluate(() => {
    const told = /** @type {any} */ (window);
    told.results = [];
    addEventListener("hotblock-result", (event) =>
      told.results.push(JSON.stringify(/** @type {CustomEvent} */ (event).detail)),
    );
    // All three within what the reader sees.
    document.body.style.zoom = "0.3";
  });
  for (const place of [0, 1, 2]) await buttons.nth(place).click();
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  const most = Math.max(1, Math.min(4, cores - 1));
  for (const place of [0, 1, 2]) {
    expect(page.workers().length).toBeLessThanOrEqual(most);
    await expect(nth(page, place).locator(".progress")).toContainText(/ in \d/, {
      timeout: 60_000,
    });
  }
  await expect.poll(() => page.workers().length).toBe(1);

  // The first again, in full: once seen to its end, once out of sight for a while.
  await page.evaluate(() => {
    document.body.style.zoom = "1";
    /** @type {any} */ (window).results = [];
  });
  const first = nth(page, 0);
  const full = { preset: "reverse-key", seed: 7 };
  const restore = () =>
    first.evaluate((element, scenario) => /** @type {any} */ (element).restore(scenario), full);
  const results = () => page.evaluate(() => /** @type {any} */ (window).results);
  const progress = first.locator(".progress");
  await first.scrollIntoViewIfNeeded();
  await restore();
  await expect.poll(async () => (await results()).length, { timeout: 60_000 }).toBe(1);

  await page.evaluate(() => {
    document.body.style.paddingTop = "4000px";
  });
  await first.scrollIntoViewIfNeeded();
  await restore();
  await expect(progress).toContainText(/Full run [1-9]/, { timeout: 60_000 });
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(400);
  const stood = await progress.textContent();
  await page.waitForTimeout(3_000);
  expect(await progress.textContent()).toBe(stood);
  expect(await results()).toHaveLength(1);
  await first.scrollIntoViewIfNeeded();
  await expect.poll(async () => (await results()).length, { timeout: 60_000 }).toBe(2);
  const [undisturbed, held] = await results();
  expect(held).toBe(undisturbed);
});

test("it tells changes and results, saves and restores, and shifts nothing", async ({ page }) => {
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
  const size = () => first.evaluate((element) => [element.clientWidth, element.clientHeight]);
  const empty = await size();
  await run(first);
  await expect(first.locator(".headline")).not.toContainText("Rows a session");
  expect(await size()).toEqual(empty);
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
  // Within the element things may move; what stands around it stays.
  const below = () =>
    nth(page, 1).evaluate((element) => element.getBoundingClientRect().y + scrollY);
  const place = await below();
  await run(nth(page, 0));
  expect(await below()).toBe(place);
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

test("one switch and one chart fit 600 x 400", async ({ page }) => {
  await page.setViewportSize({ width: 632, height: 900 });
  await page.goto("./blog.html");
  const first = nth(page, 0);
  await run(first);
  await first.getByRole("switch", { name: "Reverse key" }).click();
  await expect(first.locator(".headline")).toContainText(/Reverse key/);
  await expect(first.locator(".progress")).not.toHaveAttribute("data-busy", "");
  const frame = await first.boundingBox();
  const chart = await first.locator("svg.chart").boundingBox();
  expect(frame?.height).toBe(400);
  expect((chart?.y ?? 0) + (chart?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + 400);
});

for (const width of [632, 400]) {
  test(`segments, events and sessions fit their room ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("./blog.html");
    for (const place of [0, 1, 2]) {
      const element = nth(page, place);
      await element.scrollIntoViewIfNeeded();
      await run(element);
      await element.getByRole("switch").first().click();
      await expect(element.locator(".headline")).toContainText(/^With/);
      const columns = element.locator(".columns");
      const spare = () =>
        columns.evaluate((room) => [
          room.clientWidth - room.scrollWidth,
          room.clientHeight - room.scrollHeight,
        ]);
      await expect.poll(spare).toEqual([0, 0]);
      const room = await columns.boundingBox();
      for (const chart of await element.locator("svg.chart").all()) {
        const box = await chart.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(80);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(
          (room?.y ?? 0) + (room?.height ?? 0) + 1,
        );
      }
    }
  });
}

test("a page of another origin under a strict policy", async ({
  page,
  origin,
  baseURL,
  faults,
}) => {
  const policy = `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; worker-src blob:; connect-src ${origin}; style-src ${origin}; img-src data:`;
  await page.route("http://third.example/", (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": policy },
      body: `<!doctype html><html lang="en"><title>Third</title><link rel="icon" href="data:,">
        <script type="module" src="${baseURL}hotblock.js"></script>
        <hotblock-playground preset="reverse-key" workload.rows_per_session="200"
          levers="index.reverse"></hotblock-playground></html>`,
    }),
  );
  await page.route(`${origin}/**`, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "access-control-allow-origin": "*" };
    await route.fulfill({ response, headers });
  });
  await page.goto("http://third.example/");
  await run(nth(page, 0));
  const asked = faults.filter((fault) => fault !== "asked: http://third.example/");
  expect(asked).toEqual([]);
  faults.length = 0;
});

test("a page gives it its own colours, fonts and parts", async ({ page, baseURL }) => {
  await page.goto("/fixtures/blank.html");
  await page.evaluate((source) => {
    document.body.innerHTML = `<style>
        hotblock-playground { --hotblock-accent: rgb(180, 0, 90); --paper: rgb(255, 250, 240);
          --sans: Georgia, serif; }
        hotblock-playground::part(headline) { font-style: italic; }
        hotblock-playground::part(header) { border-bottom: 3px solid rgb(1, 2, 3); }
      </style>
      <hotblock-playground preset="reverse-key" workload.rows_per_session="200"
        levers="index.reverse"></hotblock-playground>`;
    const script = document.createElement("script");
    script.type = "module";
    script.src = source;
    document.body.append(script);
  }, `${baseURL}hotblock.js`);
  const element = nth(page, 0);
  await run(element);
  await expect(element.locator(".article")).toHaveCSS("background-color", "rgb(255, 250, 240)");
  await expect(element.locator("button.primary")).toHaveCSS("background-color", "rgb(180, 0, 90)");
  await expect(element.locator("svg.chart rect.now").first()).toHaveCSS("fill", "rgb(180, 0, 90)");
  await expect(element.locator(".headline")).toHaveCSS("font-style", "italic");
  await expect(element.locator(".headline")).toHaveCSS("font-family", /Georgia/);
  await expect(element.locator("header")).toHaveCSS("border-bottom-width", "3px");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("what stands within the element is read in its place", async ({ page }) => {
    await page.goto("./blog.html");
    for (const place of [0, 1, 2]) {
      await expect(nth(page, place).locator(".poster")).toBeVisible();
      expect((await nth(page, place).boundingBox())?.height).toBeGreaterThanOrEqual(20);
    }
  });
});

test("a lever that is no number is refused in a sentence", async ({ page }) => {
  await page.goto("/fixtures/blank.html");
  await page.evaluate((source) => {
    document.body.innerHTML =
      '<hotblock-playground preset="reverse-key" workload.sessions="many"></hotblock-playground>';
    const script = document.createElement("script");
    script.type = "module";
    script.src = source;
    document.body.append(script);
  }, "/some/blog/hotblock/hotblock.js");
  await nth(page, 0).getByRole("button", { name: "Run" }).click();
  const alert = nth(page, 0).getByRole("alert");
  await expect(alert).toContainText("workload.sessions");
  await expect(alert).toContainText("many");
});
