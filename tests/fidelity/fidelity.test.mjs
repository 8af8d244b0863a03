// The published figures beside the simulated ones: no share of those that are met may fall, and
// docs/FIDELITY.md is what the model gives. `cbc-latches` takes minutes, with its twenty seeds: it is
// run, and the document written, by `HOTBLOCK_FIDELITY=whole node --test tests/fidelity/`, as
// `npm run soak` does.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const file = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const document = file("../../docs/FIDELITY.md");
const whole = process.env.HOTBLOCK_FIDELITY === "whole";
const QUICK = ["reverse-key", "hash-cluster", "sched-noage", "rac-hash-partition"];

/** @typedef {{ experiment: string, figures: number, within: Record<string, number> }} Shares */

/** Runs one experiment or all: the shares that are met, and the document.
 * @param {string[]} names @returns {Promise<{ experiments: Shares[], text: string }>} */
async function fidelity(names) {
  const folder = mkdtempSync(join(tmpdir(), "hotblock-fidelity-"));
  const made = join(folder, "FIDELITY.md");
  const words = ["fidelity", ...names, "--json", "--document", made];
  const binary = file("../../target/release/hotblock");
  const { stdout } = await promisify(execFile)(binary, words, { maxBuffer: 2 ** 26 });
  const text = readFileSync(made, "utf8");
  rmSync(folder, { recursive: true });
  return { experiments: JSON.parse(stdout).experiments, text };
}

/** Figures within each factor. @param {Shares} shares @returns {Record<string, number>} */
const counts = ({ figures, within }) =>
  Object.fromEntries(
    Object.entries(within).map(([factor, share]) => [factor, Math.round(share * figures)]),
  );

/** No fewer figures are met than before; where there are more, the file is raised.
 * @param {Shares} shares */
function hold(shares) {
  const path = file(`./ratchets/${shares.experiment}.json`);
  const within = counts(shares);
  const kept = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { within: {} };
  for (const [factor, count] of Object.entries(within)) {
    const least = kept.within[factor] ?? 0;
    const fell = `${count} of ${shares.figures} figures within ${factor}, ${least} before`;
    assert.ok(count >= least, `${fell}: mend it, or lower ${path} and say why there`);
  }
  if (JSON.stringify(kept.within) === JSON.stringify(within)) return;
  const { experiment, figures } = shares;
  const content = { experiment, figures, within, why: kept.why ?? "" };
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
  assert.fail(`more figures are met than ${path} said; it is raised: run the test again`);
}

/** The document's part from one heading to the next. @param {string} text @param {string} title */
const part = (text, title) =>
  text.split(/^(?=## )/m).find((each) => each.startsWith(`## ${title}\n`)) ?? "";

for (const name of whole ? [] : QUICK) {
  test(`${name}: no fewer figures are met than before, and its part of the document is true`, async () => {
    const { experiments, text } = await fidelity([name]);
    for (const shares of experiments) hold(shares);
    const told = readFileSync(document, "utf8");
    for (const title of [name, "Constants", "What is not modelled"]) {
      assert.equal(
        part(told, title),
        part(text, title),
        "docs/FIDELITY.md is out of date: HOTBLOCK_FIDELITY=whole node --test tests/fidelity/",
      );
    }
  });
}

test("every experiment has its part of the document and its shares", () => {
  const told = readFileSync(document, "utf8");
  for (const name of [...QUICK, "cbc-latches"]) {
    assert.ok(part(told, name).includes("| variant | view |"), name);
    assert.ok(existsSync(file(`./ratchets/${name}.json`)), name);
  }
});

test("whole: docs/FIDELITY.md is what the model gives", { skip: !whole }, async () => {
  const { experiments, text } = await fidelity([]);
  assert.equal(experiments.length, QUICK.length + 1);
  const stale = readFileSync(document, "utf8") !== text;
  if (stale) writeFileSync(document, text);
  for (const shares of experiments) hold(shares);
  assert.ok(!stale, "docs/FIDELITY.md was out of date; it is written: run the test again");
});
