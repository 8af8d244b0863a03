// Every label of the catalogue has its card, and every card leads somewhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { entries, find } from "../../www/teach/glossary.js";
import { catalogue } from "./fixture.mjs";

const known = await catalogue();
const list = entries(known);

test("each wait event, statistic and lever has one card with the catalogue's sentence", () => {
  const { events, statistics, levers } = known;
  assert.equal(list.length, events.length + statistics.length + levers.length);
  assert.equal(new Set(list.map(({ id }) => id)).size, list.length);
  for (const { name, sentence, class: group } of events) {
    const card = find(list, `event:${name}`);
    assert.equal(card?.sentence, sentence);
    assert.equal(card?.class, group, name);
  }
  for (const { name, sentence, segment } of statistics) {
    assert.equal(find(list, `${segment ? "segment" : "statistic"}:${name}`)?.sentence, sentence);
  }
  for (const { key, sentence } of levers) {
    assert.equal(find(list, `lever:${key}`)?.sentence, sentence);
  }
});

test("a label finds its card; an event comes before the statistic of its name", () => {
  assert.equal(find(list, "buffer busy waits")?.kind, "event");
  assert.equal(find(list, "leaf node splits")?.kind, "statistic");
  assert.equal(find(list, "Hash partitions")?.id, "lever:index.partitions");
  assert.equal(find(list, "nothing of that name"), null);
});

test("every event and statistic names levers that exist, and the levers name them back", () => {
  const ids = new Set(list.map(({ id }) => id));
  for (const { id, kind, related } of list) {
    for (const other of related) assert.ok(ids.has(other), `${id}: ${other}`);
    if (kind !== "lever") assert.ok(related.length > 0, `${id} stands alone`);
    for (const other of related) {
      assert.ok(list.find((each) => each.id === other)?.related.includes(id), `${other}: ${id}`);
    }
  }
});

test("the right levers: a split by its index, a transfer by the cluster, a commit by the log", () => {
  /** @type {[string, string][]} */
  const pairs = [
    ["event:enq: TX - index contention", "lever:index.reverse"],
    ["event:enq: TX - allocate ITL entry", "lever:index.initrans"],
    ["event:gc buffer busy acquire", "lever:index.partitions"],
    ["event:log file sync", "lever:redo.write_ms"],
    ["event:cursor: pin S", "lever:cpu.scheduler"],
    ["event:latch: cache buffers chains", "lever:cache.hash_latches"],
    ["event:db file sequential read", "lever:disk.read_ms"],
    ["event:enq: SQ - contention", "lever:sequence.cache"],
    ["event:free buffer waits", "lever:cache.buffers"],
    ["event:read by other session", "lever:cache.buffers"],
    ["event:resmgr:cpu quantum", "lever:resource_manager.plan"],
  ];
  for (const [id, lever] of pairs) {
    assert.ok(find(list, id)?.related.includes(lever), `${id}: ${find(list, id)?.related}`);
  }
});
