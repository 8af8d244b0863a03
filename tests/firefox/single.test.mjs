// The single file in Firefox, from file:// and without a network, as it is opened from a USB stick:
// a run, a lever, the views, a lesson's step, the glossary, an export; and not one request.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { findFirefox } from "../../scripts/setup/firefox.mjs";
import { goldens } from "../suite/suite.mjs";

const file = pathToFileURL(fileURLToPath(new URL("../../dist/hotblock.html", import.meta.url)));
const downloads = mkdtempSync(join(tmpdir(), "hotblock-"));
const PATIENCE_MS = 30_000;

/** @type {import("puppeteer-core").Browser} */
let browser;
/** @type {import("puppeteer-core").Page} */
let page;
/** What the page asked for beyond itself. @type {string[]} */
const asked = [];
/** @type {string[]} */
const faults = [];

before(async () => {
  const executablePath = findFirefox();
  assert.ok(executablePath, "Firefox is there: the set-up brings it");
  browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    extraPrefsFirefox: {
      // No network: whatever is asked of one goes to a port where nobody answers.
      "network.proxy.type": 1,
      "network.proxy.http": "127.0.0.1",
      "network.proxy.http_port": 9,
      "network.proxy.ssl": "127.0.0.1",
      "network.proxy.ssl_port": 9,
      "browser.download.folderList": 2,
      "browser.download.dir": downloads,
    },
  });
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  page.on("request", (request) => {
    if (!/^(file|blob|data|about):/.test(request.url())) asked.push(request.url());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
});

after(async () => {
  await browser?.close();
  rmSync(downloads, { recursive: true, force: true });
});

/** Opens the file at a fragment, anew. @param {string} fragment */
async function open(fragment) {
  await page.goto("about:blank");
  await page.goto(`${file.href}${fragment}`);
}

/** The first element, through shadow roots, that matches and says what is asked for by its text or
 * its label. @param {string} selector @param {string} [words] */
async function find(selector, words = "") {
  const handle = await page.waitForFunction(
    (/** @type {string} */ selector, /** @type {string} */ words) => {
      /** @param {Document | ShadowRoot} root @returns {Element | undefined} */
      const within = (root) => {
        for (const element of root.querySelectorAll("*")) {
          const said = `${element.getAttribute("aria-label") ?? ""} ${element.textContent ?? ""}`;
          if (element.matches(selector) && said.includes(words)) return element;
          const deeper = element.shadowRoot && within(element.shadowRoot);
          if (deeper) return deeper;
        }
      };
      return within(document);
    },
    { timeout: PATIENCE_MS },
    selector,
    words,
  );
  return /** @type {import("puppeteer-core").ElementHandle<Element>} */ (handle.asElement());
}

/** Waits until such an element is there; what it says. @param {string} selector
 * @param {string} words */
const says = async (selector, words) =>
  (await find(selector, words)).evaluate((element) => element.textContent ?? "");

/** @param {string} selector @param {string} [words] */
const click = async (selector, words) => (await find(selector, words)).click();

test("it runs an experiment and a lever, and shows its views", async () => {
  await open("#v1;preset=reverse-key;workload.rows_per_session=500");
  await says(".progress", "50,000 rows in ");
  await click("label", "Reverse key");
  await says(".headline", "Reverse key index cut");
  assert.match(await page.evaluate(() => location.hash), /index\.reverse=true/);
  for (const [tab, sentence] of [
    ["Sessions", "sessions are active"],
    ["Histograms", "Half of the"],
    ["Blame chains", "Most time is lost"],
    ["Report", "The whole run as text"],
  ]) {
    await click("[role=tab]", tab);
    await says(".sentence", sentence);
  }
});

test("its figures are those of every other engine", async () => {
  const [{ scenario, reference }] = goldens().filter(({ name }) => name === "reverse-key");
  const report = await page.evaluate(async (/** @type {any} */ scenario) => {
    const element = /** @type {any} */ (document.querySelector("hotblock-playground"));
    const result = new Promise((resolve) =>
      element.addEventListener(
        "hotblock-result",
        (/** @type {CustomEvent} */ { detail }) => resolve(detail),
        { once: true },
      ),
    );
    element.restore(scenario);
    return JSON.stringify(await result);
  }, scenario);
  assert.deepEqual(JSON.parse(report), JSON.parse(readFileSync(reference, "utf8")));
});

test("a lesson's step: predict, run, compare", async () => {
  await open("#v1;lesson=reverse-key");
  await says("h2", "Step 1");
  await click("input[name=predict]");
  await click(".runs button");
  await find(".compare td");
  assert.match(await says(".compare td", ""), /\d/);
});

test("the glossary, and an export", async () => {
  await open("#v1;preset=reverse-key;workload.rows_per_session=200");
  await says(".progress", "20,000 rows in ");
  await click("button", "Learn");
  await click("#section-glossary");
  await says("dt, h3, summary, button", "buffer busy waits");
  await page.keyboard.press("Escape");
  await click("[data-export]", "CSV");
  const end = Date.now() + PATIENCE_MS;
  while (!readdirSync(downloads).some((name) => name.endsWith(".csv"))) {
    assert.ok(Date.now() < end, "the CSV file is written");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});

test("nothing was asked of a network and nothing went wrong", () => {
  assert.deepEqual(asked, []);
  assert.deepEqual(faults, []);
});
