// The SQL script: made from the levers, whole statements, the same as last time.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { script } from "../../www/teach/script.js";
import { catalogue } from "./fixture.mjs";

const known = await catalogue();

/** Quotes, brackets and blocks close; every statement ends. @param {string} text */
function sane(text) {
  const code = text
    .split("\n")
    .map((line) => line.replace(/--.*$/, ""))
    .join("\n");
  assert.doesNotMatch(code, /undefined|NaN|null,|\[object/);
  const bare = code.replaceAll(/'[^']*'/g, "''");
  assert.equal((bare.match(/'/g) ?? []).length % 2, 0, "a quote stays open");
  assert.equal((bare.match(/\(/g) ?? []).length, (bare.match(/\)/g) ?? []).length, "brackets");
  const count = (/** @type {RegExp} */ pattern) => (bare.match(pattern) ?? []).length;
  const opened = count(/\b(?<!end )loop\b/g);
  assert.equal(opened, count(/\bend loop;/g), "loops");
  assert.equal(count(/\b(begin|case)\b/g), count(/\bend\b(?! (loop|if))/g), "blocks");
  // SQL*Plus runs a PL/SQL block at its slash, anything else at its semicolon.
  for (const part of bare.split(/^\/$/m).slice(0, -1)) assert.match(part.trimEnd(), /end;$/);
  assert.match(bare.trimEnd(), /\/$/);
}

for (const { key } of known.presets) {
  test(`${key}: the script is sound and as it was`, () => {
    const text = script(known, { preset: key });
    sane(text);
    const path = new URL(`./scripts/${key}.sql`, import.meta.url);
    if (process.env.HOTBLOCK_RENEW) writeFileSync(path, text);
    const kept = readFileSync(path, "utf8");
    const version = /^-- hotblock [\d.]+/;
    assert.equal(text.replace(version, ""), kept.replace(version, ""));
  });
}

/** @param {Record<string, any>} scenario */
const of = (scenario) => script(known, { preset: "reverse-key", ...scenario });

test("each cure is in its statement", () => {
  assert.match(of({}), /create index hotblock_i on hotblock_t \(id\)\n {2}initrans 2;/);
  assert.match(of({ "index.reverse": true }), /initrans 2 reverse;/);
  assert.match(of({ "index.partitions": 32 }), /global partition by hash \(id\) partitions 32/);
  const cluster = { "table.organization": "hash_cluster", "table.size": 800 };
  assert.match(of(cluster), /create cluster hotblock_c \(id number\(12\)\) size 800 single table/);
  assert.match(of(cluster), /hash is id\n {2}hashkeys 100000;[^;]+cluster hotblock_c \(id\);/);
  assert.match(of({ "sequence.cache": 0 }), /create sequence hotblock_s start with 1 nocache/);
  assert.match(of({ "sequence.order": true }), /cache 100000 order;/);
  assert.match(of({ "cache.hash_latches": 1024 }), /"_db_block_hash_latches" = 1024/);
  assert.match(of({ "cpu.scheduler": "no_age" }), /hpux_sched_noage = 178/);
  assert.match(of({ "workload.commit_rows": 100 }), /if mod\(i, 100\) = 0 then commit;/);
});

test("sessions, rows and nodes are the scenario's; the cluster asks the global views", () => {
  const many = of({ "workload.sessions": 37, "workload.rows_per_session": 123 });
  assert.match(many, /for n in 1 \.\. 37 loop/);
  assert.match(many, /for i in 1 \.\. 123 loop/);
  assert.doesNotMatch(many, /gv\$/);
  const cluster = of({ "cluster.nodes": 3 });
  assert.match(cluster, /gv\$segment_statistics/);
  assert.match(cluster, /'instance_id', mod\(n - 1, 3\) \+ 1/);
  for (const scenario of [many, cluster]) {
    for (const view of ["segment_statistics", "session_event", "event_histogram", "system_event"]) {
      assert.match(scenario, new RegExp(`v\\$${view}`), view);
    }
  }
});
