// The size budget counts what the page really loads before any tab, lesson or stage opens.
import { firstFiles } from "../../scripts/size.mjs";
import { expect, test } from "./harness.mjs";

test("the page loads no script or style that its budget does not count", async ({ page }) => {
  /** @type {Set<string>} */
  const loaded = new Set();
  page.on("response", (response) => {
    const type = response.request().resourceType();
    const path = new URL(response.url()).pathname;
    if (["script", "stylesheet"].includes(type) || /\.(js|css)$/.test(path)) loaded.add(path);
  });
  await page.goto("./");
  await page.waitForLoadState("networkidle");
  const counted = firstFiles();
  const names = [...loaded].map((path) => path.replace("/some/blog/hotblock/", ""));
  expect(names.filter((name) => !counted.includes(name))).toEqual([]);
});
