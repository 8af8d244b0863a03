// The site as an app: it runs with its server stopped, and takes a newer build cleanly.
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, expect } from "@playwright/test";
import { build } from "vite";
import { serve } from "../../scripts/serve.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const scenario = "#v1;preset=reverse-key;workload.rows_per_session=200;index.reverse=true";

/** A copy of the built site on a server of its own, which a test may stop or change. */
const test = base.extend(
  /** @type {import("@playwright/test").Fixtures<{ site: { folder: string, address: string, stop: () => Promise<void> } }, {}, import("@playwright/test").PlaywrightTestArgs>} */ ({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here
    site: async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "hotblock-site-"));
      cpSync(join(root, "dist/site"), folder, { recursive: true });
      const server = await serve({ "/a/b/": folder }, 0);
      let stopped = false;
      const stop = async () => {
        if (!stopped) await server.close();
        stopped = true;
      };
      await use({ folder, address: `http://127.0.0.1:${server.port}/a/b/`, stop });
      await stop();
      rmSync(folder, { recursive: true });
    },
  }),
);

test.use({ serviceWorkers: "allow" });

/** Waits until the worker has all files. @param {import("@playwright/test").Page} page */
const kept = (page) => page.evaluate(async () => Boolean(await navigator.serviceWorker.ready));

/** @param {import("@playwright/test").Page} page */
const ran = (page) =>
  expect(page.locator("header .progress")).toContainText(/ in \d/, { timeout: 60_000 });

test("its server stopped, it runs, with all its tabs, lessons and the frame", async ({
  page,
  site,
}) => {
  test.slow();
  await page.goto(site.address + scenario);
  await kept(page);
  await site.stop();
  await page.reload();
  await ran(page);
  await page.getByRole("switch", { name: "Hash partitions" }).click();
  await expect(page.locator(".headline")).toContainText(/partitions/i);
  for (const tab of await page.locator("hotblock-tabs [role=tab]").all()) {
    await tab.click();
    await expect(page.locator("hotblock-tabs .sentence")).not.toBeEmpty();
  }
  await page.getByRole("button", { name: "Learn" }).click();
  await expect(page.locator("hotblock-learn")).toContainText("Every cure side by side");
  await page.goto(`${site.address}?embed=1&levers=index.reverse${scenario}`);
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.locator("hotblock-playground .progress")).toContainText(/ in \d/);
});

test("under a strict policy; its manifest names icons of the sizes they have", async ({
  page,
  site,
}) => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; manifest-src 'self'";
  await page.route(site.address, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-security-policy": policy };
    await route.fulfill({ response, headers });
  });
  await page.goto(site.address);
  await kept(page);
  const link = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = JSON.parse(readFileSync(join(site.folder, String(link)), "utf8"));
  expect(manifest.start_url).toBe("./");
  expect(manifest.icons.length).toBeGreaterThan(2);
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, new URL(src, site.address).href);
    expect(size, src).toBe(sizes);
  }
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
});

/** Puts a newer build of the same site in the place of the older one. @param {string} folder */
async function renew(folder) {
  await build({
    configFile: join(root, "vite.config.js"),
    logLevel: "error",
    build: { outDir: folder, emptyOutDir: true },
    plugins: [
      {
        name: "newer",
        transform: (code, id) =>
          id.endsWith("/www/strings.js") ? code.replace('run: "Run', 'run: "Newly run') : null,
        transformIndexHtml: (html) => html.replace("<title>", "<title>Newer "),
      },
    ],
  });
}

test("a newer build waits, is offered, and replaces the older one whole", async ({
  page,
  site,
}) => {
  test.slow();
  await page.goto(site.address + scenario);
  await kept(page);
  await renew(site.folder);
  await page.reload();
  await expect(page).toHaveTitle(/^hotblock/);
  const offer = page.locator(".newer");
  await expect(offer).toContainText("newer version");
  // The page of the older build still has what it loads late, which the server no longer has.
  await page.getByRole("button", { name: "Learn" }).click();
  await expect(page.locator("hotblock-learn")).toContainText("Every cure side by side");
  await page.keyboard.press("Escape");
  await offer.getByRole("button").click();
  await expect(page).toHaveTitle(/^Newer hotblock/);
  expect(page.url()).toContain("index.reverse=true");
  await site.stop();
  await page.reload();
  await expect(page).toHaveTitle(/^Newer hotblock/);
  await ran(page);
  await expect(page.locator(".newer")).toHaveCount(0);
  const pages = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().filter(({ url }) => url.includes("index.html")).length;
  });
  expect(pages, "copies of the page that are kept").toBe(1);
});

test("who closes the older page and comes back has the newer one", async ({ page, site }) => {
  await page.goto(site.address);
  await kept(page);
  await renew(site.folder);
  await page.reload();
  await expect(page.locator(".newer")).toBeVisible();
  const next = page.context();
  await page.close();
  const again = await next.newPage();
  await expect(async () => {
    await again.goto("about:blank");
    await again.goto(site.address);
    await expect(again).toHaveTitle(/^Newer hotblock/, { timeout: 500 });
  }).toPass();
});

test("neither an article nor a frame registers it", async ({ page, site }) => {
  for (const address of ["blog.html", `?embed=1${scenario}`]) {
    await page.goto(site.address + address);
    await page.waitForLoadState("networkidle");
    const count = await page.evaluate(
      async () => (await navigator.serviceWorker.getRegistrations()).length,
    );
    expect(count, address).toBe(0);
    if (address === "blog.html") await expect(page.locator("link[rel=manifest]")).toHaveCount(0);
  }
});
