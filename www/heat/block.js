/**
 * Which block a row of the heat map is, and the query by which a DBA would find its segment.
 *
 * @typedef {import("../types.js").Heat} Heat
 * @typedef {import("../types.js").HeatSegment} HeatSegment
 * @typedef {{ place: string, file?: number, block?: number }} Found
 */
import { text } from "../strings.js";

/** What v$waitstat calls blocks of tables and indexes: the P3 of their waits. */
export const DATA_BLOCK = "1 (data block)";

/** Whether what is drawn are latches or mutexes, not blocks. @param {HeatSegment} segment */
export const latched = ({ type }) => type === "LATCH" || type === "MUTEX";

/** The hottest block of a row, or the row's place in the segment where no block was waited for.
 * @param {Heat} heat @param {HeatSegment} segment @param {number} row @returns {Found} */
export function block({ hottest_file, hottest_block }, segment, row) {
  const { first_row, rows, blocks = rows } = segment;
  const [file, number] = [hottest_file?.[row], hottest_block?.[row]];
  if (latched(segment)) {
    return { place: text.heat.child(segment.type, (number ?? 0) + 1, Math.ceil(blocks / rows)) };
  }
  if (!file || number === undefined) return { place: text.heat.rows(row - first_row + 1, rows) };
  const place = text.heat.block(file, number, Math.ceil(blocks / rows));
  return { place, file, block: number };
}

/** @param {HeatSegment} segment @param {Found} found */
export function query({ name, type }, { file, block }) {
  if (type === "LATCH") {
    return [
      "select child#, addr, gets, misses, spin_gets, sleeps",
      "from v$latch_children",
      `where name = '${name.replace(/ latches$/, "")}'`,
      "order by sleeps desc fetch first 10 rows only;",
    ].join("\n");
  }
  if (type === "MUTEX") {
    return [
      "select mutex_identifier, location, sum(sleeps) sleeps, sum(gets) gets",
      "from v$mutex_sleep_history",
      `where mutex_type = '${name === "cursors" ? "Cursor Pin" : "Library Cache"}'`,
      "group by mutex_identifier, location order by sleeps desc;",
    ].join("\n");
  }
  if (block !== undefined) {
    return [
      "select owner, segment_name, partition_name, segment_type",
      "from dba_extents",
      `where file_id = ${file}`,
      `and ${block} between block_id and block_id + blocks - 1;`,
    ].join("\n");
  }
  return [
    "select p1 file#, p2 block#, p3 class#, count(*)",
    "from v$active_session_history h",
    "join dba_objects o on o.object_id = h.current_obj#",
    `where o.object_name = '${name.split(" ")[0]}' and h.event = 'buffer busy waits'`,
    "group by p1, p2, p3 order by count(*) desc;",
  ].join("\n");
}

/** The segments of a picture, the partitions of one index as one.
 * @param {Heat} heat @returns {(HeatSegment & { parts: number })[]} */
export function owners({ segments }) {
  /** @type {(HeatSegment & { parts: number })[]} */
  const found = [];
  for (const segment of segments) {
    const name = latched(segment) ? segment.name : segment.name.split(" ")[0];
    const last = found[found.length - 1];
    if (last?.name === name && last.type === segment.type) {
      last.rows += segment.rows;
      last.blocks = (last.blocks ?? 0) + (segment.blocks ?? 0);
      last.parts += 1;
    } else found.push({ ...segment, name, parts: 1 });
  }
  return found;
}
