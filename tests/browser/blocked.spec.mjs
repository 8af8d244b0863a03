// Where something is forbidden the page says what to do and shows a picture with its table.
import { expect, test } from "./harness.mjs";

test("JavaScript off: a sentence, a static picture and its table", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto("./");
  await expect(page.locator("noscript p")).toBeVisible();
  await expect(page.getByRole("img", { name: /buffer busy waits/i })).toBeVisible();
  await expect(page.getByRole("cell", { name: /,/ }).first()).toBeVisible();
  await context.close();
});

test("WebAssembly blocked: what to do, the picture and its table", async ({ page, faults }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "WebAssembly");
  });
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText("Allow WebAssembly");
  await expect(page.getByRole("img", { name: /buffer busy waits/i })).toBeVisible();
  faults.length = 0;
});

test("the engine's file is missing: the page says so", async ({ page, faults }) => {
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText(/could not be loaded \(404/);
  faults.length = 0;
});

test("storage blocked: it runs, and says that settings do not last", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  await page.goto("./#v1;preset=reverse-key;workload.rows_per_session=200");
  await expect(page.locator("header .progress")).toContainText(/ in \d/);
  await expect(page.getByText(/stores nothing/)).toBeVisible();
});

test("a strict content security policy: it runs all the same", async ({ page }) => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:";
  await page.route(/hotblock\/(#.*)?$/, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-security-policy": policy };
    await route.fulfill({ response, headers });
  });
  await page.goto("./#v1;preset=reverse-key;workload.rows_per_session=200;index.reverse=true");
  await expect(page.locator("header .progress")).toContainText(/ in \d/);
  await page.getByRole("tab", { name: "Histograms" }).click();
  await expect(page.locator("hotblock-tabs svg.chart")).toBeVisible();
});
