// The sentence, the pairing of segments and the statistics, over made-up figures.
import assert from "node:assert/strict";
import { test } from "node:test";
import { differences, interval, quantile, verdict } from "../../www/compare.js";
import { csv, markdown } from "../../www/export.js";
import { duration, percent, seconds } from "../../www/format.js";
import { rows, statistic } from "../../www/pairing.js";
import { sentence } from "../../www/sentence.js";
import { knee, values } from "../../www/sweep.js";
import { catalogue, run } from "./fixture.mjs";

/** @param {import("../../www/types.js").Result} now
 * @param {import("../../www/types.js").Result | null} [baseline] */
const pair = (now, baseline = null) => ({
  now,
  baseline,
  catalogue,
  comparison: null,
  sweep: null,
  busy: false,
});
/** @param {string} text */
const plain = (text) => text.replaceAll("\u00a0", " ");

const normal = run({ waits: 160_000, elapsed: 5400 });
const reverse = run({
  waits: 9600,
  elapsed: 964,
  reads: 2000,
  scenario: { "index.reverse": true },
});

test("the sentence says which lever, what it cut, what it cost and what is next", () => {
  assert.equal(
    plain(sentence(pair(reverse, normal))),
    "With 100 sessions, Reverse key index cut buffer busy waits on the index by 94 % and session time 5.6 times; physical reads doubled. The next limit is buffer busy waits, 50 % of the sessions’ time.",
  );
});

test("the way back raises them", () => {
  assert.match(
    plain(sentence(pair(normal, reverse))),
    /Reverse key index off raised buffer busy waits on the index 17 times and session time 5\.6 times/,
  );
});

test("a lever without effect is said to have none", () => {
  const idle = run({ waits: 160_000, elapsed: 5400, scenario: { "index.partitions": 2 } });
  assert.match(sentence(pair(idle, normal)), /Hash partitions 1 → 2 made no difference here/);
});

test("a young reverse index gains little, and the sentence says why", () => {
  const before = run({ waits: 900, elapsed: 20 });
  const after = run({ waits: 700, elapsed: 15, scenario: { "index.reverse": true } });
  after.report.statistics["leaf node splits"] = 12;
  assert.match(sentence(pair(after, before)), /The index is young/);
});

test("one run alone names the hot segment and its share of the time", () => {
  assert.match(plain(sentence(pair(normal))), /The index T1_I is hot: 160,000 buffer busy waits/);
  assert.match(sentence(pair(run({ waits: 0, elapsed: 10 }))), /No block is hot/);
});

test("partitions are one row, and the index stays the index", () => {
  const parts = run({ waits: 3200, elapsed: 900, partitions: 32 });
  const [index, table] = rows(parts.report, normal.report);
  assert.equal(index.name, "T1_I");
  assert.equal(index.now?.parts.length, 32);
  assert.equal(statistic(index.now, "buffer busy waits"), 3200);
  assert.equal(statistic(index.baseline, "buffer busy waits"), 160_000);
  assert.equal(table.name, "T1");
});

test("an index of another name is paired by its kind", () => {
  const other = run({ waits: 10, elapsed: 900, index: "REVERSE_I" });
  assert.equal(rows(other.report, normal.report)[0].name, "T1_I → REVERSE_I");
});

test("the interval is Student's, and no verdict is given where it holds zero", () => {
  const { mean, half } = interval([1, 2, 3, 4, 5]);
  assert.equal(mean, 3);
  assert.ok(Math.abs(half - 2.776 * Math.sqrt(2.5 / 5)) < 1e-9);
  assert.equal(verdict(-0.5, 0.1, "less"), "better");
  assert.equal(verdict(0.5, 0.1, "less"), "worse");
  assert.equal(verdict(0.5, 0.1, "more"), "better");
  assert.equal(verdict(0.05, 0.1, "less"), "no difference shown");
  assert.ok(quantile(9) === 2.262 && quantile(1000) < 1.97);
});

test("differences are paired and relative to the baseline", () => {
  const found = differences([
    [normal, reverse],
    [run({ waits: 150_000, elapsed: 5000 }), run({ waits: 9000, elapsed: 900 })],
  ]);
  const waits = found.find(({ label }) => label === "Buffer busy waits");
  assert.ok(waits && Math.abs(waits.mean + 0.94) < 0.001 && waits.verdict === "better");
});

test("CSV quotes what needs it and carries its origin; Markdown aligns numbers", () => {
  const table = {
    columns: [
      { key: "name", label: "Event" },
      { key: "waits", label: "Waits, now", numeric: true },
    ],
    rows: [{ name: 'a "b", c', waits: 12 }],
  };
  assert.equal(csv(table, ["seed: 7"]), '# seed: 7\r\nEvent,"Waits, now"\r\n"a ""b"", c",12\r\n');
  assert.match(markdown(table, ["seed: 7"]), /\| --- \| --: \|/);
});

test("numbers are short and keep their unit", () => {
  assert.equal(plain(percent(0.944)), "94 %");
  assert.equal(plain(percent(0.9944)), "99.4 %");
  assert.equal(plain(percent(0.9999)), "99.9 %");
  assert.equal(plain(percent(0.0001)), "<0.1 %");
  assert.equal(seconds(5421.65), "5,422");
  assert.equal(plain(duration(0.0042)), "4.2 ms");
});

test("a sweep doubles around the present value, and its knee is the last step worth taking", () => {
  const partitions = { ...catalogue.levers[2] };
  assert.deepEqual(values(partitions, 1), [1, 2, 4, 8, 16, 32, 64, 128, 256]);
  assert.ok(values(catalogue.levers[3], 100).includes(100));
  /** @param {number} value @param {number} waits */
  const point = (value, waits) => ({
    value,
    waits,
    price: 1,
    elapsed_s: 1,
    session_s: 1,
    reads: 0,
  });
  const points = [point(1, 1000), point(2, 500), point(4, 200), point(8, 195), point(16, 196)];
  assert.equal(knee(points, "waits")?.value, 4);
  assert.equal(knee(points, "price")?.value, 1);
});
