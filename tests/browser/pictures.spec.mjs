// The README's pictures, made from the built page; `HOTBLOCK_PICTURES=1 npx playwright test pictures`
// renews those in docs/pictures.
import { mkdirSync } from "node:fs";
import { expect, test } from "./harness.mjs";

const folder = process.env.HOTBLOCK_PICTURES ? "docs/pictures" : "test-results/pictures";

for (const [name, width, height, colorScheme] of /** @type {const} */ ([
  ["page-light", 1440, 900, "light"],
  ["page-dark", 1440, 900, "dark"],
  ["phone", 390, 844, "light"],
])) {
  test(`${name}.png`, async ({ page }) => {
    test.slow();
    mkdirSync(folder, { recursive: true });
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto("./#v1;preset=reverse-key;index.reverse=true");
    const bar = page.locator("header .progress");
    await expect(bar).toContainText(/ in \d/, { timeout: 90_000 });
    await page.screenshot({ path: `${folder}/${name}.png` });
  });
}
