-- hotblock 0.1.0: Scheduling without ageing
-- Two thousand sessions, idle nearly always, execute the same few statements; under time sharing whoever loses its core with a mutex in its hands waits behind those who wait for it.
--
-- Run it as a user with CREATE TABLE, CREATE SEQUENCE, CREATE PROCEDURE, CREATE JOB, CREATE
-- CLUSTER and SELECT on the V$ views, on a database that nobody else uses. It drops its own
-- objects first. A simulation's times are not a database's: compare shapes and ratios.
-- CPUs of the simulated host: 8. job_queue_processes must be at least 1974.
--
-- The machine, which no SQL can set:
--   Wait for a mutex: yield
--   Yield that changes nothing: 13.8 us
--   CPU of a call: 161 ms
--   Spread of the calls: 3.73
--   CPU of an execution: 407 us
--   Executions that read: 0.0958
--   Calls that read: 0.242
--   Burst interval: 120 s
--   Burst: 9.08 s
--   Height of a burst: 2.52
--   Scheduler: time_share
--   Time slice: 100000 us
--   CPU time a priority level: 20 ms
--   CPU time kept in mind: 0.903
--   Context switch: 10 us
--   Wake-up latency: 10 us
--   Yield: run_queue
set echo on timing on linesize 160 pagesize 100 serveroutput on
whenever oserror exit failure

-- 1. A clean start, and what the instance had counted until now
begin
  for r in (select object_type, object_name from user_objects
             where object_name like 'HOTBLOCK\_%' escape '\'
               and object_type in ('TABLE', 'SEQUENCE', 'PROCEDURE')) loop
    execute immediate 'drop ' || r.object_type || ' ' || r.object_name
      || case r.object_type when 'TABLE' then ' purge' end;
  end loop;
  for r in (select cluster_name from user_clusters where cluster_name = 'HOTBLOCK_C') loop
    execute immediate 'drop cluster ' || r.cluster_name;
  end loop;
end;
/
create table hotblock_before as
  select event, sum(total_waits) as waits, sum(time_waited_micro) as micro
    from v$system_event group by event;
create table hotblock_before_h as
  select event, wait_time_milli, sum(wait_count) as waits
    from v$event_histogram group by event, wait_time_milli;
create table hotblock_before_l as
  select name, sum(gets) as gets, sum(misses) as misses, sum(sleeps) as sleeps,
         sum(spin_gets) as spin_gets, sum(wait_time) as micro
    from v$latch group by name;
create table hotblock_before_s as
  select name, sum(value) as value from v$sysstat group by name;

-- 2. Work: 40 statements, executed over and over. Bursts need a client that paces its
-- calls; the loop below keeps every session busy, so start fewer of them.
create or replace procedure hotblock_work (worker in number) as
  found number;
  until timestamp := systimestamp + numtodsinterval(120, 'second');
begin
  while systimestamp < until loop
    execute immediate 'select /* hotblock ' || trunc(dbms_random.value(1, 41))
      || ' */ 1 from dual' into found;
    if dbms_random.value < 0.0216 then  -- literals: a hard parse
      execute immediate 'select ' || trunc(dbms_random.value(1, 1e9)) || ' from dual' into found;
    end if;
  end loop;
end;
/

-- 3. 1974 sessions as jobs, then wait for the last one
begin
  for n in 1 .. 1974 loop
    dbms_scheduler.create_job('HOTBLOCK_' || n, 'PLSQL_BLOCK',
      'begin hotblock_work(' || n || '); end;', auto_drop => true);
  end loop;
  for n in 1 .. 1974 loop
    dbms_scheduler.enable('HOTBLOCK_' || n);
  end loop;
end;
/
-- from another session, while they run:
--   select event, p1, p2, p3, count(*) from v$session
--    where action like 'HOTBLOCK%' and wait_class <> 'Idle' group by event, p1, p2, p3 order by 5 desc;
--   select e.event, sum(e.total_waits), sum(e.time_waited_micro) / 1e6 as total_s,
--          max(e.max_wait) / 100 as max_s
--     from v$session_event e join v$session s on s.sid = e.sid
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
/

-- 4. What was waited for (Events)
select a.event, sum(a.total_waits) - nvl(max(b.waits), 0) as waits,
       round((sum(a.time_waited_micro) - nvl(max(b.micro), 0)) / 1e6, 2) as total_s
  from v$system_event a left join hotblock_before b on b.event = a.event
 where a.wait_class <> 'Idle' group by a.event
having sum(a.total_waits) > nvl(max(b.waits), 0) order by 3 desc fetch first 15 rows only;

-- 5. Which segment (Waits per segment)
select object_name, subobject_name, statistic_name, sum(value) as value
  from v$segment_statistics
 where owner = user and object_name like 'HOTBLOCK%' and value > 0
   and statistic_name in ('buffer busy waits', 'ITL waits', 'row lock waits', 'logical reads',
       'physical reads', 'db block changes', 'gc buffer busy', 'gc cu blocks received')
 group by object_name, subobject_name, statistic_name order by 1, 2, 4 desc;

-- 6. How long each wait was (Histograms)
select a.event, a.wait_time_milli, sum(a.wait_count) - nvl(max(b.waits), 0) as waits
  from v$event_histogram a left join hotblock_before_h b
    on b.event = a.event and b.wait_time_milli = a.wait_time_milli
 where a.event in ('cursor: pin S', 'library cache: mutex X', 'latch: library cache', 'db file sequential read')
 group by a.event, a.wait_time_milli order by 1, 2;

-- 7. Latches and statistics
select a.name, sum(a.gets) - max(b.gets) as gets, sum(a.misses) - max(b.misses) as misses,
       sum(a.spin_gets) - max(b.spin_gets) as spin_gets, sum(a.sleeps) - max(b.sleeps) as sleeps
  from v$latch a join hotblock_before_l b on b.name = a.name
 where a.name in ('cache buffers chains', 'enqueue hash chains', 'library cache')
 group by a.name;
select a.name, sum(a.value) - max(b.value) as value
  from v$sysstat a join hotblock_before_s b on b.name = a.name
 where a.name in ('execute count', 'leaf node splits', 'leaf node 90-10 splits', 'physical reads',
       'redo size', 'consistent gets - examination', 'CPU used by this session')
 group by a.name order by 1;

-- 8. The hottest block by P1 and P2 of the query in 3
-- select owner, segment_name, partition_name from dba_extents
--  where file_id = &p1 and &p2 between block_id and block_id + blocks - 1;

-- 9. Clean up: run the block of 1 again
begin
  for r in (select object_type, object_name from user_objects
             where object_name like 'HOTBLOCK\_%' escape '\'
               and object_type in ('TABLE', 'SEQUENCE', 'PROCEDURE')) loop
    execute immediate 'drop ' || r.object_type || ' ' || r.object_name
      || case r.object_type when 'TABLE' then ' purge' end;
  end loop;
  for r in (select cluster_name from user_clusters where cluster_name = 'HOTBLOCK_C') loop
    execute immediate 'drop cluster ' || r.cluster_name;
  end loop;
end;
/
