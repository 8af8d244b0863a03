// The single file: it does what the site does, from file:// and in frames without an origin.
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "./harness.mjs";

const path = fileURLToPath(new URL("../../dist/hotblock.html", import.meta.url));
const scenario = "#v1;preset=reverse-key;workload.rows_per_session=200;index.reverse=true";

test("from file://, without a network, with no request at all", async ({ page, context }) => {
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) asked.push(request.url());
  });
  await context.setOffline(true);
  await page.goto(pathToFileURL(path).href + scenario);
  await expect(page.locator("header .progress")).toContainText(/ in \d/, { timeout: 60_000 });
  await expect(page.locator(".headline")).toContainText(/sessions/);
  await page.getByRole("switch", { name: "Hash partitions" }).click();
  await expect(page).toHaveURL(/index\.partitions=32/);
  await expect(page.locator("header .progress")).toContainText(/ in \d/, { timeout: 60_000 });
  for (const tab of ["Sessions", "Histograms", "Blame chains", "Report"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.locator("hotblock-tabs hotblock-view .sentence")).not.toBeEmpty();
  }
  expect(asked).toEqual([]);
});

test("in a sandboxed frame, whose origin is null", async ({ page }) => {
  await page.goto("/fixtures/blank.html");
  await page.evaluate(
    (source) => {
      const frame = document.createElement("iframe");
      frame.sandbox.add("allow-scripts");
      frame.width = "1000";
      frame.height = "800";
      frame.srcdoc = source;
      document.body.append(frame);
    },
    readFileSync(path, "utf8"),
  );
  const frame = page.frameLocator("iframe");
  const small = frame.locator("header .progress");
  await expect(small).toContainText(/ in \d/, { timeout: 90_000 });
  await expect(frame.locator(".headline")).toContainText(/1,000,000 rows/);
});

test("it weighs no more than 600 KB", () => {
  expect(statSync(path).size).toBeLessThanOrEqual(600 * 1024);
});
