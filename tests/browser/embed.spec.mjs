// The dialog that gives the code for somebody's page, and that code on such pages.
import { axeFaults, expect, test } from "./harness.mjs";

/** The dialog, opened without a pointer. @param {import("@playwright/test").Page} page */
async function opened(page) {
  await page.goto("./#v1;preset=reverse-key;workload.rows_per_session=200;index.reverse=true");
  await expect(page.locator(".progress").first()).toContainText(/ in \d/, { timeout: 60_000 });
  await page.getByRole("button", { name: "Embed" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Embed" });
  await expect(dialog.getByLabel("Code to copy")).toBeVisible();
  return dialog;
}

/** Answers a page of another origin. @param {import("@playwright/test").Page} page
 * @param {string} body @param {Record<string, string>} [headers] */
const answer = (page, body, headers = {}) =>
  page.route("http://third.example/", (route) =>
    route.fulfill({
      contentType: "text/html",
      headers,
      body: `<!doctype html><html lang="en"><title>Third</title><link rel="icon" href="data:,">
        <body>${body}</body></html>`,
    }),
  );

/** Lets other origins read the site. @param {import("@playwright/test").Page} page
 * @param {string} origin */
const share = (page, origin) =>
  page.route(`${origin}/**`, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "access-control-allow-origin": "*" };
    await route.fulfill({ response, headers });
  });

test("the dialog chooses view, levers and size, and its preview runs", async ({ page }) => {
  const dialog = await opened(page);
  const code = dialog.getByLabel("Code to copy");
  await expect(code).toContainText('index.reverse="true"');
  await expect(code).toContainText('levers="workload.rows_per_session,index.reverse"');
  await dialog.getByRole("combobox", { name: "View" }).selectOption("events");
  await dialog.getByLabel("Hash partitions").check();
  await dialog.getByLabel("More…").selectOption({ label: "Sessions" });
  await dialog.getByLabel("Height px").fill("480");
  await dialog.getByLabel("Height px").press("Tab");
  await expect(code).toContainText(
    'levers="workload.rows_per_session,index.reverse,index.partitions,workload.sessions"',
  );
  await expect(code).toContainText('view="events"');
  await expect(code).toContainText('height="480"');
  const preview = dialog.locator("hotblock-playground");
  expect((await preview.boundingBox())?.height).toBe(480);
  await preview.getByRole("button", { name: "Run" }).click();
  await expect(preview.locator(".progress")).toContainText(/ in \d/, { timeout: 60_000 });
  await expect(preview.getByRole("switch")).toHaveCount(2);
  await expect(preview.locator("svg.chart")).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("the element's code runs on a page of another origin under a strict policy", async ({
  page,
  origin,
  faults,
}) => {
  const dialog = await opened(page);
  const code = (await dialog.getByLabel("Code to copy").textContent()) ?? "";
  await share(page, origin);
  await answer(page, code, {
    "content-security-policy": `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; worker-src blob:; connect-src ${origin}; style-src ${origin}; img-src data:`,
  });
  await page.goto("http://third.example/");
  const element = page.locator("hotblock-playground");
  await element.getByRole("button", { name: "Run" }).click();
  await expect(element.locator(".progress")).toContainText(/ in \d/, { timeout: 60_000 });
  await expect(element.getByRole("switch", { name: "Reverse key" })).toBeChecked();
  expect((await element.boundingBox())?.width).toBe(600);
  expect(faults.filter((fault) => fault !== "asked: http://third.example/")).toEqual([]);
  faults.length = 0;
});

test("the frame's code runs on such a page, which gives it the height it asks for", async ({
  page,
  origin,
  faults,
}) => {
  const dialog = await opened(page);
  await dialog.getByLabel("frame").check();
  await dialog.getByLabel("Height px").fill("320");
  await dialog.getByLabel("Height px").press("Tab");
  const code = (await dialog.getByLabel("Code to copy").textContent()) ?? "";
  const script = code.slice(code.indexOf("<script>"), code.indexOf("</script>"));
  expect(script.trim().split("\n").length).toBeLessThanOrEqual(15);
  // Chromium asks the person before a public page may frame one of this machine; answered so, it
  // does not know that it is.
  await share(page, origin);
  await answer(page, code);
  await page.goto("http://third.example/");
  const frame = page.frameLocator("iframe");
  await frame.getByRole("button", { name: "Run" }).click();
  await expect(frame.locator(".progress")).toContainText(/ in \d/, { timeout: 60_000 });
  await expect(frame.getByRole("switch", { name: "Reverse key" })).toBeChecked();
  const height = async () => (await page.locator("iframe").boundingBox())?.height ?? 0;
  await expect.poll(height).toBeGreaterThanOrEqual(400);
  const all = () =>
    frame
      .locator("hotblock-playground")
      .evaluate((element) => [
        element.ownerDocument.documentElement.scrollHeight,
        element.ownerDocument.documentElement.clientHeight,
      ]);
  await expect.poll(async () => (await all())[0] - (await all())[1]).toBeLessThanOrEqual(0);
  expect(faults.filter((fault) => fault !== "asked: http://third.example/")).toEqual([]);
  faults.length = 0;
});
