/**
 * The real test: a SQL*Plus script that would run a scenario on a real database, with the queries
 * that show what the page shows. It is made from the scenario's levers; what SQL cannot set (the
 * machine) is listed instead.
 *
 * @typedef {import("../types.js").Catalogue} Catalogue
 * @typedef {import("../types.js").Scenario} Scenario
 * @typedef {(key: string) => any} Value
 */
import { current } from "../scenario.js";
import * as queries from "./script-queries.js";

/** Levers that describe machine and costs: chosen, not set. */
const MACHINE = /^(cpu|disk|log|redo|undo|data_file|cluster|latch|mutex|call)\./;
/** Levers that are instance parameters, by their key. @type {Record<string, string>} */
const PARAMETERS = {
  "cache.hash_latches": '"_db_block_hash_latches"',
  "cache.hash_buckets": '"_db_block_hash_buckets"',
  "latch.shared_spin": '"_spin_count"',
  "mutex.spin": '"_mutex_spin_count"',
};

/** @param {Catalogue} catalogue @param {Scenario} scenario @returns {string} */
export function script(catalogue, scenario) {
  /** @type {Value} */
  const value = (key) => {
    const lever = catalogue.levers.find((each) => each.key === key);
    return lever ? current(catalogue, scenario, lever) : undefined;
  };
  const kind = value("workload.kind");
  const body = { inserts, lookups, executions }[/** @type {"inserts"} */ (kind)] ?? inserts;
  return [
    head(catalogue, scenario, value),
    parameters(catalogue, scenario),
    queries.before(value),
    body(value),
    jobs(value),
    queries.after(value),
    queries.cleanUp(value),
  ]
    .filter(Boolean)
    .join("\n\n")
    .concat("\n");
}

/** What differs from the defaults, preset's pairs included.
 * @param {Catalogue} catalogue @param {Scenario} scenario */
const moved = (catalogue, scenario) =>
  catalogue.levers
    .map((lever) => ({ lever, value: current(catalogue, scenario, lever) }))
    .filter(({ lever, value }) => value !== lever.default && lever.key !== "seed");

/** @param {Catalogue} catalogue @param {Scenario} scenario @param {Value} value */
function head(catalogue, scenario, value) {
  const preset = catalogue.presets.find(({ key }) => key === scenario.preset);
  const machine = moved(catalogue, scenario).filter(({ lever }) => MACHINE.test(lever.key));
  const lines = [
    `hotblock ${catalogue.engine_version}: ${preset?.title ?? scenario.preset}`,
    preset?.sentence ?? "",
    "",
    "Run it as a user with CREATE TABLE, CREATE SEQUENCE, CREATE PROCEDURE, CREATE JOB, CREATE",
    "CLUSTER and SELECT on the V$ views, on a database that nobody else uses. It drops its own",
    "objects first. A simulation's times are not a database's: compare shapes and ratios.",
    `CPUs of the simulated host: ${value("cpu.cores")}. job_queue_processes must be at least ${value("workload.sessions")}.`,
    ...(machine.length ? ["", "The machine, which no SQL can set:"] : []),
    ...machine.map(
      ({ lever, value: set }) => `  ${lever.label}: ${set}${lever.unit ? ` ${lever.unit}` : ""}`,
    ),
  ];
  return `${lines.map((line) => `-- ${line}`.trimEnd()).join("\n")}
set echo on timing on linesize 160 pagesize 100 serveroutput on
whenever oserror exit failure`;
}

/** @param {Catalogue} catalogue @param {Scenario} scenario */
function parameters(catalogue, scenario) {
  const found = moved(catalogue, scenario).filter(({ lever }) => lever.key in PARAMETERS);
  const lines = found.map(
    ({ lever, value }) => `-- alter system set ${PARAMETERS[lever.key]} = ${value} scope = spfile;`,
  );
  if (scenario["cpu.scheduler"] === "no_age") {
    lines.push("-- HP-UX only:", "-- alter system set hpux_sched_noage = 178 scope = spfile;");
  }
  if (lines.length === 0) return "";
  return `-- Instance parameters: as SYSDBA, on a test system, then restart. Underscores are unsupported.
${lines.join("\n")}`;
}

/** @param {Value} value */
function table(value) {
  const pad = Math.max(0, value("table.row_bytes") - 12);
  const columns = pad > 0 ? `id number, pad varchar2(${pad + 1})` : "id number";
  if (value("table.organization") === "hash_cluster") {
    const size = value("table.size") > 0 ? ` size ${value("table.size")}` : "";
    const note = size ? "" : "-- no SIZE: each hash value gets a block of its own\n";
    const is = value("table.hash_is") ? " hash is id" : "";
    return `${note}create cluster hotblock_c (id number(12))${size} single table${is}
  hashkeys ${value("table.hashkeys")};
create table hotblock_t (${columns.replace("id number", "id number(12)")}) cluster hotblock_c (id);`;
  }
  const lists = value("table.free_lists");
  const space = lists > 0 ? ` storage (freelists ${lists})` : "";
  const note =
    lists > 0
      ? "-- FREELISTS work in a tablespace with SEGMENT SPACE MANAGEMENT MANUAL only\n"
      : "";
  return `${note}create table hotblock_t (${columns})
  pctfree ${value("table.pctfree")} initrans ${value("table.initrans")}${space};`;
}

/** @param {Value} value */
function index(value) {
  if (!value("index.exists")) return "";
  const unique = value("index.unique") ? "unique " : "";
  const reverse = value("index.reverse") ? " reverse" : "";
  const partitions = value("index.partitions");
  const split = partitions > 1 ? `\n  global partition by hash (id) partitions ${partitions}` : "";
  return `create ${unique}index hotblock_i on hotblock_t (id)${split}
  initrans ${value("index.initrans")}${reverse};`;
}

/** @param {Value} value */
function sequence(value) {
  if (value("sequence.by_client")) return "";
  const cache = value("sequence.cache") > 1 ? `cache ${value("sequence.cache")}` : "nocache";
  return `create sequence hotblock_s start with ${value("sequence.start")} ${cache} ${value("sequence.order") ? "order" : "noorder"};`;
}

/** @param {Value} value */
function inserts(value) {
  const sessions = value("workload.sessions");
  const pad = value("table.row_bytes") > 12;
  const id = value("sequence.by_client") ? `(i - 1) * ${sessions} + worker` : "hotblock_s.nextval";
  const insert = pad
    ? `insert into hotblock_t (id, pad) values (${id}, rpad('x', ${value("table.row_bytes") - 11}, 'x'));`
    : `insert into hotblock_t (id) values (${id});`;
  const every = value("workload.commit_rows");
  const commit = every > 0 ? `\n    if mod(i, ${every}) = 0 then commit; end if;` : "";
  const pause =
    value("workload.client_ms") > 0
      ? `\n    -- the client takes ${value("workload.client_ms")} ms; SLEEP knows hundredths of a second, so drive\n    -- this from a client program where that matters`
      : "";
  const ddl = [table(value), index(value), sequence(value)].filter(Boolean).join("\n");
  return `-- 2. Objects and work
${ddl}
create or replace procedure hotblock_work (worker in number) as
begin
  for i in 1 .. ${value("workload.rows_per_session")} loop
    ${insert}${commit}${pause}
  end loop;
  commit;
end;
/`;
}

/** @param {Value} value */
function lookups(value) {
  const blocks = value("lookup.blocks");
  const seconds = Math.ceil((value("sample.count") * value("sample.length_ms")) / 1000);
  return `-- 2. Objects and work: ${blocks} blocks of one row each, got by rowid. Here each is wanted as often
-- as any other; the scenario's Zipf exponent is ${value("lookup.skew")}. All of it must fit the buffer cache.
create table hotblock_t (id number, a char(2000), b char(2000), c char(2000)) pctfree 0;
insert /*+ append */ into hotblock_t
  select level, 'a', 'b', 'c' from dual connect by level <= ${blocks};
commit;
create table hotblock_r as select rownum as id, rowid as rid from hotblock_t;
create or replace procedure hotblock_work (worker in number) as
  type rids is table of rowid index by pls_integer;
  list rids;
  found number;
  until timestamp := systimestamp + numtodsinterval(${seconds}, 'second');
begin
  select rid bulk collect into list from hotblock_r;
  dbms_random.seed(worker);
  while systimestamp < until loop
    for i in 1 .. 1000 loop
      select id into found from hotblock_t
        where rowid = list(trunc(dbms_random.value(1, list.count + 1)));
    end loop;
  end loop;
end;
/`;
}

/** @param {Value} value */
function executions(value) {
  const seconds = Math.ceil((value("sample.count") * value("sample.length_ms")) / 1000);
  const hard = value("cursor.hard_parse_share");
  const literal =
    hard > 0
      ? `
    if dbms_random.value < ${hard} then  -- literals: a hard parse
      execute immediate 'select ' || trunc(dbms_random.value(1, 1e9)) || ' from dual' into found;
    end if;`
      : "";
  return `-- 2. Work: ${value("cursor.hot")} statements, executed over and over. Bursts need a client that paces its
-- calls; the loop below keeps every session busy, so start fewer of them.
create or replace procedure hotblock_work (worker in number) as
  found number;
  until timestamp := systimestamp + numtodsinterval(${seconds}, 'second');
begin
  while systimestamp < until loop
    execute immediate 'select /* hotblock ' || trunc(dbms_random.value(1, ${value("cursor.hot") + 1}))
      || ' */ 1 from dual' into found;${literal}
  end loop;
end;
/`;
}

/** @param {Value} value */
function jobs(value) {
  const sessions = value("workload.sessions");
  const nodes = Math.min(value("cluster.nodes"), value("cluster.service_nodes"));
  const placed =
    nodes > 1
      ? `\n    dbms_scheduler.set_attribute('HOTBLOCK_' || n, 'instance_id', mod(n - 1, ${nodes}) + 1);`
      : "";
  const interval = value("workload.connect_interval_ms");
  return `-- 3. ${sessions} sessions as jobs${nodes > 1 ? ` on ${nodes} instances` : ""}, then wait for the last one
begin
  for n in 1 .. ${sessions} loop
    dbms_scheduler.create_job('HOTBLOCK_' || n, 'PLSQL_BLOCK',
      'begin hotblock_work(' || n || '); end;', auto_drop => true);${placed}
  end loop;
  for n in 1 .. ${sessions} loop
    dbms_scheduler.enable('HOTBLOCK_' || n);${interval >= 10 ? `\n    dbms_session.sleep(${interval / 1000});  -- dbms_lock.sleep before 18c` : ""}
  end loop;
end;
/
-- from another session, while they run:
--   select event, p1, p2, p3, count(*) from ${nodes > 1 ? "gv" : "v"}$session
--    where action like 'HOTBLOCK%' and wait_class <> 'Idle' group by event, p1, p2, p3 order by 5 desc;
--   select e.event, sum(e.total_waits), sum(e.time_waited_micro) / 1e6 as total_s,
--          max(e.max_wait) / 100 as max_s
--     from ${nodes > 1 ? "g" : ""}v$session_event e join ${nodes > 1 ? "g" : ""}v$session s on s.sid = e.sid${nodes > 1 ? " and s.inst_id = e.inst_id" : ""}
--    where s.action like 'HOTBLOCK%' group by e.event order by 3 desc;
declare
  running number;
begin
  loop
    select count(*) into running from user_scheduler_jobs where job_name like 'HOTBLOCK%';
    exit when running = 0;
    dbms_session.sleep(1);
  end loop;
end;
/`;
}
