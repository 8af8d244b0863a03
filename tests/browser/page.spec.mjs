// The page as a person meets it: it loads, runs, stops, links, survives faults and is readable.
import { readFileSync } from "node:fs";
import { axeFaults, expect, test } from "./harness.mjs";

// A busy machine of two cores takes its time over a million rows.
test.describe.configure({ timeout: 150_000 });

/** A scenario small enough for a test, as a link. @param {string} [more] */
const small = (more = "") => `./#v1;preset=reverse-key;workload.rows_per_session=200${more}`;

/** Waits until the page shows a full run. @param {import("@playwright/test").Page} page */
async function settled(page) {
  const bar = page.locator("header .progress");
  await expect(bar).not.toHaveAttribute("data-busy", "", { timeout: 60_000 });
  await expect(bar).toContainText(/ in \d/);
}

/** @param {import("@playwright/test").Page} page */
const headline = (page) => page.locator(".headline");

test("it opens with the first experiment and its numbers", async ({ page }) => {
  await page.goto("./");
  await settled(page);
  await expect(headline(page)).toContainText(/100 sessions put in 1,000,000 rows/);
  await expect(page.locator(".figures .is").first()).toHaveText(/\d/);
  await expect(page.locator("hotblock-heat canvas")).toHaveCount(1);
});

test("every experiment runs and its headline numbers show", async ({ page }) => {
  await page.goto("./");
  await settled(page);
  const presets = await page
    .locator("select.preset option")
    .evaluateAll((options) =>
      options.map((option) => /** @type {HTMLOptionElement} */ (option).value),
    );
  for (const preset of presets) {
    await page.locator("select.preset").selectOption(preset);
    await settled(page);
    await expect(headline(page)).toContainText(/sessions/);
    await expect(page.locator(".figures .is").first()).toHaveText(/\d/);
  }
});

test("the reverse key cuts the waits that it promises to cut, and the link says so", async ({
  page,
}) => {
  await page.goto("./");
  await settled(page);
  await page.getByRole("switch", { name: "Reverse key" }).click();
  await expect(page.locator("header .progress")).toHaveAttribute("data-busy", "");
  await settled(page);
  await expect(headline(page)).toContainText(/cut buffer busy waits on the index by 9\d\s%/);
  await expect(page).toHaveURL(/#v1;preset=reverse-key;index\.reverse=true;engine=/);
  await expect(page.locator("hotblock-heat canvas")).toHaveCount(2);
});

test("hash partitions take a number and cut the waits", async ({ page }) => {
  await page.goto("./");
  await settled(page);
  await page.getByRole("switch", { name: "Hash partitions" }).click();
  await settled(page);
  await expect(page.getByRole("spinbutton", { name: "Hash partitions" })).toHaveValue("32");
  await expect(headline(page)).toContainText(/cut buffer busy waits/);
});

test("the hash cluster leaves no busy wait on the table and reads most blocks for their row", async ({
  page,
}) => {
  const rows = "workload.rows_per_session=200";
  await page.goto(`./#v1;preset=hash-cluster;${rows};table.organization=hash_cluster`);
  await settled(page);
  await expect(page.getByRole("switch", { name: "Hash cluster" })).toBeChecked();
  await expect(headline(page)).toContainText(/physical reads rose/);
  await expect(headline(page)).toContainText(/next limit is db file sequential read/);
});

test("no-age is switched from time share and back, and Cores draws both runs", async ({ page }) => {
  const scenario = "preset=sched-noage;sample.count=40;cpu.scheduler=no_age";
  await page.goto(`./#v1;${scenario};view=cores`);
  await settled(page);
  const cure = page.getByRole("switch", { name: "No-age" });
  await expect(cure).toBeChecked();
  await expect(headline(page)).toContainText(
    /time share → no age .*(cut|and) time waited by [5-9]\d(\.\d)?\s%/,
  );
  await expect(page.locator("hotblock-view", { has: page.locator("svg.gantt") })).toContainText(
    /cores are busy \d/,
  );
  await expect(page.locator("hotblock-view svg.gantt")).toHaveCount(2);
  await cure.click();
  await settled(page);
  await expect(cure).not.toBeChecked();
  await expect(headline(page)).toContainText(/no age → time share/);
});

test("more nodes bring waits for the global cache", async ({ page }) => {
  const scenario = "preset=rac-hash-partition;workload.rows_per_session=300;cluster.nodes=1";
  await page.goto(`./#v1;${scenario}`);
  await settled(page);
  await page.getByRole("switch", { name: "Cluster nodes" }).click();
  await settled(page);
  await expect(headline(page)).toContainText(/brought [\d,]+ gc buffer busy/);
});

test("the cluster's nodes, their transfers and what held blocks up are drawn for both runs", async ({
  page,
}) => {
  const scenario = "preset=rac-hash-partition;workload.rows_per_session=300;index.partitions=64";
  await page.goto(`./#v1;${scenario};view=cluster`);
  await settled(page);
  const view = page.locator("hotblock-tabs hotblock-view");
  const nodes = view.locator("svg.nodes");
  await expect(nodes).toHaveCount(2);
  for (const drawing of await nodes.all()) {
    await expect(drawing.locator(".box")).toHaveCount(3);
    await expect(drawing.locator(".arc")).toHaveCount(6);
    await expect(drawing).toContainText(/Instance 1.*sessions.*Cluster \d+/s);
  }
  const cells = await view.locator("tbody td:nth-child(n+3)").allTextContents();
  const blocks = cells.reduce((sum, cell) => sum + Number(cell.replaceAll(",", "")), 0);
  expect(blocks).toBeGreaterThan(100);
  await expect(view.locator(".sentence")).toContainText(
    `${blocks.toLocaleString("en")} blocks travelled between 3 instances`,
  );
  await view.getByLabel("Show").selectOption("Pins and flushes");
  await expect(view.getByRole("img").first()).toContainText(/Instance 3, flushes/);
  await view.getByLabel("Show").selectOption("Threads");
  await expect(view.getByRole("img")).toContainText("Thread 10");
});

test("a lever without effect here says so before anything runs", async ({ page }) => {
  await page.goto(small());
  const burst = page.locator(".lever", { has: page.locator("#lever-call\\.burst_s") });
  await page.getByPlaceholder("Find a lever").fill("call.burst_s");
  await expect(burst).toContainText("No effect unless Workload is executions.");
});

test("with few rows the reverse key gains little, and the page says why", async ({ page }) => {
  const rows = "workload.rows_per_session=10;workload.connect_interval_ms=0";
  await page.goto(`./#v1;preset=reverse-key;${rows};index.reverse=true`);
  await settled(page);
  await expect(headline(page)).toContainText(/The index is young/);
});

test("how many partitions are enough is tried and told", async ({ page }) => {
  await page.goto(small(";view=sweep"));
  await settled(page);
  await page.getByRole("button", { name: "Try its values" }).click();
  const told = page.locator("hotblock-tabs .sentence");
  await expect(told).toContainText(/are enough|saves a tenth of the/, { timeout: 60_000 });
});

test("ten pairs of seeds give an interval and a verdict", async ({ page }) => {
  await page.goto(small(";index.reverse=true;view=compare"));
  await settled(page);
  await page.getByRole("button", { name: "Run ten pairs" }).click();
  const told = page.locator("hotblock-tabs .sentence");
  await expect(told).toContainText(/Over 10 pairs.*± .*: (better|worse|no difference)/, {
    timeout: 60_000,
  });
  expect(page.workers()).toHaveLength(1);
});

test("a link restores levers, baseline and view", async ({ page }) => {
  await page.goto(small(";index.reverse=true;view=histograms"));
  await settled(page);
  await expect(page.getByRole("switch", { name: "Reverse key" })).toBeChecked();
  await expect(page.getByRole("tab", { name: "Histograms" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(page.locator("#lever-workload\\.rows_per_session")).toHaveValue("200");
  await expect(headline(page)).toContainText(/Reverse key index/);
});

test("a bad link says lever, given and allowed, and keeps what was shown", async ({ page }) => {
  await page.goto(small());
  await settled(page);
  const before = await headline(page).textContent();
  await page.evaluate(() => {
    location.hash = "#v1;preset=reverse-key;workload.sessions=-1;no.such=3";
  });
  const notices = page.getByRole("alert");
  await expect(notices).toContainText("workload.sessions");
  await expect(notices).toContainText("-1");
  await expect(notices).toContainText(/from 1 to/);
  await expect(notices).toContainText("no.such");
  await expect(headline(page)).toHaveText(before ?? "");
});

test("Stop stops, and the last good run stays", async ({ page }) => {
  await page.goto(small());
  await settled(page);
  const before = await headline(page).textContent();
  const rows = page.locator("#lever-workload\\.rows_per_session");
  await rows.fill("1000000");
  await rows.press("Tab");
  await page.getByRole("button", { name: "Stop" }).click();
  await settled(page);
  await expect(headline(page)).toHaveText(before ?? "");
  await page.getByRole("button", { name: "Reset all" }).click();
  await settled(page);
});

test("a crash of the worker is told and the next run works", async ({ page, faults }) => {
  await page.addInitScript(() => {
    const Real = window.Worker;
    let made = 0;
    window.Worker = class extends Real {
      /** @param {any} message @param {any} [transfer] */
      postMessage(message, transfer) {
        if (message.kind === "start" && made++ === 0) {
          const data = { kind: "crash", run: message.run, message: "panicked at a test" };
          this.onmessage?.(new MessageEvent("message", { data }));
        } else super.postMessage(message, transfer);
      }
    };
  });
  await page.goto(small());
  await expect(page.getByRole("alert")).toContainText("The engine stopped");
  await page.getByRole("button", { name: "Run again" }).click();
  await settled(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
  faults.length = 0;
});

test("twenty runs leave one worker and no more memory", async ({ page }) => {
  await page.goto(small());
  await settled(page);
  const client = await page.context().newCDPSession(page);
  const heap = async () => {
    await client.send("HeapProfiler.collectGarbage");
    return (await client.send("Runtime.getHeapUsage")).usedSize;
  };
  const again = async () => {
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await settled(page);
  };
  // What the browser compiles and caches on the way is not ours; it settles in a score of runs.
  for (let run = 0; run < 25; run += 1) await again();
  const first = await heap();
  for (let run = 0; run < 20; run += 1) await again();
  expect(page.workers()).toHaveLength(1);
  expect((await heap()) / first).toBeLessThan(1.05);
});

test("by keyboard alone: help, a cure, the heat map, the tabs", async ({ page }) => {
  await page.goto(small());
  await settled(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Keys");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("1");
  await settled(page);
  await expect(page.getByRole("switch", { name: "Reverse key" })).toBeChecked();
  await page.keyboard.press("h");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("hotblock-heat .readout")).toContainText("waits");
  await page.keyboard.press("Enter");
  await expect(page.locator("hotblock-heat .card pre")).toContainText("select");
  await page.getByRole("tab", { name: "Events" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Sessions" })).toBeFocused();
  await page.keyboard.press("/");
  await page.keyboard.type("rows a session");
  const levers = page.locator("hotblock-panel details .lever");
  await expect(levers.filter({ hasText: "Time slice" })).toHaveCount(0);
  await expect(levers.filter({ hasText: "Rows a session" })).toBeVisible();
});

test("exports open: CSV, SVG, PNG, JSON, Markdown", async ({ page }) => {
  await page.goto(small(";index.reverse=true;seed=5"));
  await settled(page);
  const view = page.locator("hotblock-tabs");
  /** @param {string} format */
  const saved = async (format) => {
    const waiting = page.waitForEvent("download");
    await view.locator(`[data-export="${format}"]`).click();
    return readFileSync(await (await waiting).path());
  };
  const csv = (await saved("CSV")).toString();
  const data = csv.split("\r\n").filter((line) => line && !line.startsWith("#"));
  const columns = data[0].match(/("[^"]*"|[^,]+)(,|$)/g)?.length;
  expect(data.length).toBeGreaterThan(1);
  expect(data[1].match(/("[^"]*"|[^,]*)(,|$)/g)?.filter(Boolean).length).toBe(columns);
  expect(csv).toMatch(/# seed: 5/);
  expect(csv).toMatch(/# now: .*index\.reverse=true/);
  expect(JSON.parse((await saved("JSON")).toString()).rows.length).toBe(data.length - 1);
  expect((await saved("MD")).toString()).toMatch(/^\| Event \|/);
  const svg = (await saved("SVG")).toString();
  const size = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
    await image.decode();
    return [image.width, image.height];
  }, svg);
  expect(Math.min(...size)).toBeGreaterThan(100);
  expect(svg).toContain("hotblock");
  const png = await saved("PNG");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect(png.length).toBeGreaterThan(5000);
});

test("a scenario is saved and loaded as JSON", async ({ page }) => {
  await page.goto(small(";index.reverse=true"));
  await settled(page);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: /Save scenario/ }).click();
  const path = await (await waiting).path();
  await page.keyboard.press("Escape");
  await page.getByRole("switch", { name: "Reverse key" }).click();
  await settled(page);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.locator("input[type=file]").setInputFiles({
    name: "saved.json",
    mimeType: "application/json",
    buffer: readFileSync(path),
  });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("switch", { name: "Reverse key" })).toBeChecked();
  await settled(page);
});

for (const width of [320, 390, 768, 2560]) {
  test(`${width} px: nothing scrolls sideways in any tab`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(small(";index.reverse=true"));
    await settled(page);
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, (await tab.textContent()) ?? "").toBeLessThanOrEqual(width);
    }
  });
}

test("on a phone the levers are a sheet that leaves the result in view", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(small());
  await settled(page);
  await page.getByRole("button", { name: /^Levers/ }).click();
  await page.getByRole("switch", { name: "Reverse key" }).click();
  await settled(page);
  await expect(headline(page)).toBeInViewport();
});

/** @type {[string, object][]} */
const themes = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["forced colours", { forcedColors: "active" }],
];
for (const [name, media] of themes) {
  test(`axe finds nothing in ${name}, on every tab and in both dialogs`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ ...media, reducedMotion: "reduce" });
    await page.goto(small(";index.reverse=true"));
    await settled(page);
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      await page.waitForTimeout(100);
      expect(await axeFaults(page), (await tab.textContent()) ?? "").toEqual([]);
    }
    for (const dialog of ["Help", "Export"]) {
      await page.getByRole("button", { name: dialog, exact: true }).click();
      expect(await axeFaults(page), dialog).toEqual([]);
      await page.keyboard.press("Escape");
    }
  });
}

test("four questions are answered by text that can be read", async ({ page }) => {
  await page.goto("./#v1;preset=reverse-key;workload.rows_per_session=1000;index.reverse=true");
  await settled(page);
  await expect(page.locator("hotblock-heat .readout")).toContainText(/Hottest block: file \d+/);
  await expect(page.locator(".cure .price").first()).toContainText(/range scans/i);
  const blame = page.getByRole("tab", { name: "Blame chains" });
  if (await blame.count()) {
    await blame.click();
    await expect(page.locator("hotblock-tabs .sentence")).toContainText(/Most time is lost in/);
  }
});
