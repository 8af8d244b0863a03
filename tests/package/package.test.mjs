// The npm package as somebody else has it: packed, installed into an empty project of Node and one
// of Vite, with no registry to ask, then run there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { serve } from "../../scripts/serve.mjs";
import { chromiumFlags, findChromium } from "../../scripts/setup/chromium.mjs";
import { goldens } from "../suite/suite.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const tools = join(root, "node_modules/.bin");
const folder = mkdtempSync(join(tmpdir(), "hotblock-package-"));
const project = join(folder, "project");
let tarball = "";

/** @param {string} program @param {string[]} parameters @param {string} cwd */
function run(program, parameters, cwd) {
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  const options = { cwd, env, encoding: /** @type {const} */ ("utf8"), maxBuffer: 2 ** 27 };
  const { status, stdout, stderr } = spawnSync(program, parameters, options);
  assert.equal(status, 0, `${program} ${parameters.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}

/** Writes a file of the project. @param {string} name @param {string} text */
const put = (name, text) => writeFileSync(join(project, name), text);

before(() => {
  const pack = ["pack", "--silent", "--pack-destination", folder];
  tarball = join(folder, run("npm", pack, join(root, "dist/npm")).trim());
  mkdirSync(project);
  put("package.json", JSON.stringify({ name: "empty", private: true, type: "module" }));
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], project);
});
after(() => rmSync(folder, { recursive: true }));

test("publint finds nothing", async () => {
  const { messages, pkg } = await publint({ pkgDir: join(root, "dist/npm"), strict: true });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  );
});

test("are-the-types-wrong finds nothing in the modules", () => {
  // A wasm file is an address, not a module: it has no types to be wrong.
  const but = ["--profile", "esm-only", "--exclude-entrypoints", "hotblock.wasm"];
  const table = run(join(tools, "attw"), [tarball, ...but], folder);
  assert.match(table, /"hotblock\/engine"/);
});

test("a strict TypeScript project, the libraries' declarations checked too", () => {
  put(
    "use.ts",
    `import "hotblock/element";
    import { type Report, Refused, run, sweep } from "hotblock/engine";
    import { define, readLink } from "hotblock";
    const found = document.querySelector("hotblock-playground");
    const preset: string | number | boolean | undefined = found?.save()["preset"];
    found?.addEventListener("hotblock-result", ({ detail }) => console.log(detail.wall_s));
    const { report }: { report: Report } = await run({ preset: "reverse-key" });
    const waits: number[] = (await sweep({ preset: "x" }, "seed", [1])).map((each) => each.waits);
    // @ts-expect-error a scenario is flat
    await run({ preset: { name: "reverse-key" } });
    export { preset, report, waits, Refused, define, readLink };`,
  );
  const strict = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"];
  const lib = ["--lib", "es2023,dom", "--types", ""];
  run(join(tools, "tsc"), [...strict, ...lib, "use.ts"], project);
});

test("in plain Node: the golden reports byte for byte, a sweep, a refusal, an end", async () => {
  put(
    "use.mjs",
    `import { readFileSync } from "node:fs";
    import { createRequire } from "node:module";
    import * as everything from "hotblock";
    import { catalogue, load, Refused, run, sweep } from "hotblock/engine";
    const wasm = createRequire(import.meta.url).resolve("hotblock/hotblock.wasm");
    await load(readFileSync(wasm));
    const reports = [];
    for (const scenario of JSON.parse(process.argv[2])) reports.push((await run(scenario)).json);
    const small = { preset: "reverse-key", "workload.rows_per_session": 1000 };
    const tried = await sweep(small, "index.reverse", [false, true]);
    const numbers = await sweep({ ...small, "workload.rows_per_session": 1 }, "index.partitions");
    const refused = await run({ preset: "nosuch", "cpu.cores": 0 }).catch((error) => error);
    const fractions = [];
    const stop = new AbortController();
    const progress = ({ fraction }) => { fractions.push(fraction); stop.abort(); };
    const ended = await run({ preset: "reverse-key" }, { progress, signal: stop.signal })
      .catch((error) => error.name);
    const { presets } = await catalogue();
    console.log(JSON.stringify({
      reports, fractions, ended, waits: tried.map(({ value, waits }) => [value, waits]),
      numbers: numbers.map(({ value }) => value), presets: presets.length,
      refused: refused instanceof Refused && refused.problems.map(({ key }) => key).sort(),
      same: everything.run === run,
    }));`,
  );
  const suite = goldens();
  const scenarios = JSON.stringify(suite.map(({ scenario }) => scenario));
  const told = JSON.parse(run(process.execPath, ["use.mjs", scenarios], project));
  for (const [at, { name, reference }] of suite.entries()) {
    assert.ok(told.reports[at] === readFileSync(reference, "utf8").trimEnd(), name);
  }
  const [[, normal], [, reversed]] = told.waits;
  assert.ok(normal > 2 * reversed, `${normal} waits, reversed ${reversed}`);
  assert.ok(told.numbers.length > 3 && told.numbers.includes(1), told.numbers.join());
  assert.ok(told.presets > 3 && told.same);
  assert.deepEqual(told.refused, ["cpu.cores", "preset"]);
  assert.equal(told.ended, "AbortError");
  assert.ok(told.fractions.length === 1 && told.fractions[0] < 1);
});

/** Opens a page of the Vite project in Chromium, runs what stands there, and tells what it saw.
 * @param {string} address */
async function visited(address) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  try {
    const page = await browser.newPage();
    /** @type {string[]} */
    const faults = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("requestfailed", (request) => faults.push(request.url()));
    page.on("response", (response) => {
      if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(new URL(address).origin)) faults.push(request.url());
    });
    await page.goto(address);
    const element = page.locator("hotblock-playground");
    await element.getByRole("button", { name: "Run" }).click();
    await element.getByText(/ in \d/).waitFor({ timeout: 60_000 });
    const link = await element.getByRole("link").count();
    const chart = await element.locator("svg.chart").count();
    await page.waitForFunction(() => document.title.startsWith("rows"));
    return { faults, link, chart, title: await page.title() };
  } finally {
    await browser.close();
  }
}

test("in an empty Vite project: built and in development, the element and the engine run", async () => {
  put(
    "index.html",
    `<!doctype html><html lang="en"><title>Empty</title><link rel="icon" href="data:,">
    <hotblock-playground preset="reverse-key" workload.rows_per_session="200"
      levers="index.reverse"></hotblock-playground>
    <script type="module" src="./main.js"></script></html>`,
  );
  put(
    "main.js",
    `import "hotblock/element";
    import { run } from "hotblock/engine";
    import wasm from "hotblock/hotblock.wasm?url";
    const { report } = await run({ preset: "reverse-key", "workload.rows_per_session": 7 });
    const { ok } = await fetch(wasm);
    document.title = "rows " + report.rows + " " + ok;`,
  );
  run(join(tools, "vite"), ["build", "--logLevel", "warn"], project);
  const server = await serve({ "/": join(project, "dist") }, 0);
  const wanted = { faults: [], link: 0, chart: 1, title: "rows 700 true" };
  assert.deepEqual(await visited(`http://127.0.0.1:${server.port}/`), wanted);
  await server.close();

  const { createServer } = await import(createRequire(join(root, "x")).resolve("vite"));
  const options = { root: project, logLevel: "error", server: { port: 0 } };
  const development = await createServer({ ...options, configFile: false });
  await development.listen();
  const { port } = development.httpServer.address();
  assert.deepEqual(await visited(`http://localhost:${port}/`), wanted);
  await development.close();
});

test("custom-elements.json tells of the element and of every lever", () => {
  const path = join(project, "node_modules/hotblock/custom-elements.json");
  const { modules } = JSON.parse(readFileSync(path, "utf8"));
  const [element] = modules[0].declarations;
  assert.equal(element.tagName, "hotblock-playground");
  const names = (/** @type {string} */ kind) =>
    element[kind].map((/** @type {{ name: string }} */ each) => each.name);
  for (const name of ["preset", "levers", "view", "index.reverse", "workload.sessions"]) {
    assert.ok(names("attributes").includes(name), name);
  }
  assert.deepEqual(names("members").sort(), ["restore", "save", "start"]);
  assert.deepEqual(names("events").sort(), ["hotblock-change", "hotblock-result"]);
});
