/**
 * The measuring half of the real test: what is noted before, what is asked after, what is dropped.
 *
 * @typedef {(key: string) => any} Value
 */

/** Whether the scenario has several instances: then the views are the global ones.
 * @param {Value} value */
const views = (value) => (value("cluster.nodes") > 1 ? "gv$" : "v$");

const DROPS = `begin
  for r in (select object_type, object_name from user_objects
             where object_name like 'HOTBLOCK\\_%' escape '\\'
               and object_type in ('TABLE', 'SEQUENCE', 'PROCEDURE')) loop
    execute immediate 'drop ' || r.object_type || ' ' || r.object_name
      || case r.object_type when 'TABLE' then ' purge' end;
  end loop;
  for r in (select cluster_name from user_clusters where cluster_name = 'HOTBLOCK_C') loop
    execute immediate 'drop cluster ' || r.cluster_name;
  end loop;
end;
/`;

/** @param {Value} value */
export const before = (value) => `-- 1. A clean start, and what the instance had counted until now
${DROPS}
create table hotblock_before as
  select event, sum(total_waits) as waits, sum(time_waited_micro) as micro
    from ${views(value)}system_event group by event;
create table hotblock_before_h as
  select event, wait_time_milli, sum(wait_count) as waits
    from ${views(value)}event_histogram group by event, wait_time_milli;
create table hotblock_before_l as
  select name, sum(gets) as gets, sum(misses) as misses, sum(sleeps) as sleeps,
         sum(spin_gets) as spin_gets, sum(wait_time) as micro
    from ${views(value)}latch group by name;
create table hotblock_before_s as
  select name, sum(value) as value from ${views(value)}sysstat group by name;`;

/** @param {Value} value */
export function after(value) {
  const v = views(value);
  const cluster =
    v === "gv$"
      ? "\n-- gc current blocks received and served are among the segment statistics above"
      : "";
  return `-- 4. What was waited for (Events)
select a.event, sum(a.total_waits) - nvl(max(b.waits), 0) as waits,
       round((sum(a.time_waited_micro) - nvl(max(b.micro), 0)) / 1e6, 2) as total_s
  from ${v}system_event a left join hotblock_before b on b.event = a.event
 where a.wait_class <> 'Idle' group by a.event
having sum(a.total_waits) > nvl(max(b.waits), 0) order by 3 desc fetch first 15 rows only;

-- 5. Which segment (Waits per segment)
select object_name, subobject_name, statistic_name, sum(value) as value
  from ${v}segment_statistics
 where owner = user and object_name like 'HOTBLOCK%' and value > 0
   and statistic_name in ('buffer busy waits', 'ITL waits', 'row lock waits', 'logical reads',
       'physical reads', 'db block changes', 'gc buffer busy', 'gc cu blocks received')
 group by object_name, subobject_name, statistic_name order by 1, 2, 4 desc;${cluster}

-- 6. How long each wait was (Histograms)
select a.event, a.wait_time_milli, sum(a.wait_count) - nvl(max(b.waits), 0) as waits
  from ${v}event_histogram a left join hotblock_before_h b
    on b.event = a.event and b.wait_time_milli = a.wait_time_milli
 where a.event in (${EVENTS[/** @type {"inserts"} */ (value("workload.kind"))] ?? EVENTS.inserts})
 group by a.event, a.wait_time_milli order by 1, 2;

-- 7. Latches and statistics
select a.name, sum(a.gets) - max(b.gets) as gets, sum(a.misses) - max(b.misses) as misses,
       sum(a.spin_gets) - max(b.spin_gets) as spin_gets, sum(a.sleeps) - max(b.sleeps) as sleeps
  from ${v}latch a join hotblock_before_l b on b.name = a.name
 where a.name in ('cache buffers chains', 'enqueue hash chains', 'library cache')
 group by a.name;
select a.name, sum(a.value) - max(b.value) as value
  from ${v}sysstat a join hotblock_before_s b on b.name = a.name
 where a.name in ('execute count', 'leaf node splits', 'leaf node 90-10 splits', 'physical reads',
       'redo size', 'consistent gets - examination', 'CPU used by this session')
 group by a.name order by 1;

-- 8. The hottest block by P1 and P2 of the query in 3
-- select owner, segment_name, partition_name from dba_extents
--  where file_id = &p1 and &p2 between block_id and block_id + blocks - 1;`;
}

const EVENTS = {
  inserts:
    "'buffer busy waits', 'enq: TX - index contention', 'db file sequential read',\n       'gc buffer busy acquire', 'gc buffer busy release', 'gc current block busy', 'log file sync'",
  lookups: "'latch: cache buffers chains', 'buffer busy waits'",
  executions:
    "'cursor: pin S', 'library cache: mutex X', 'latch: library cache', 'db file sequential read'",
};

/** @param {Value} _value */
export const cleanUp = (_value) => `-- 9. Clean up: run the block of 1 again
${DROPS}`;
