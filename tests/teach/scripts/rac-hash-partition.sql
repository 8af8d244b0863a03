-- hotblock 0.1.0: A hot index on three nodes
-- Ten threads on three nodes of a cluster insert 50,000 rows in the order of their key, and the last leaf of the index goes from node to node.
--
-- Run it as a user with CREATE TABLE, CREATE SEQUENCE, CREATE PROCEDURE, CREATE JOB, CREATE
-- CLUSTER and SELECT on the V$ views, on a database that nobody else uses. It drops its own
-- objects first. A simulation's times are not a database's: compare shapes and ratios.
-- CPUs of the simulated host: 2. job_queue_processes must be at least 10.
--
-- The machine, which no SQL can set:
--   Spin, exclusive latch: 2000 iterations
--   Hold, cache buffers chains: 20 us
--   Spread of log writes: 0.3
--   Redo strands: 10 strands
--   Cores: 2 cores
--   Time slice: 6000 us
--   Context switch: 30 us
--   Wake-up latency: 100 us
--   Cost of a post: 10 us
--   Yield: run_queue
--   Single-block read: 12 ms
--   File open: 0 reads
--   Nodes: 3 nodes
--   Spread of cores: 4 times
--   Spread of log writes: 2 times
--   Message: 550 us
--   Block transfer: 1200 us
--   Spread of delivery: 4 times
--   Spread of client time: 0.17 times
--   Block request: 450 us
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
    from gv$system_event group by event;
create table hotblock_before_h as
  select event, wait_time_milli, sum(wait_count) as waits
    from gv$event_histogram group by event, wait_time_milli;
create table hotblock_before_l as
  select name, sum(gets) as gets, sum(misses) as misses, sum(sleeps) as sleeps,
         sum(spin_gets) as spin_gets, sum(wait_time) as micro
    from gv$latch group by name;
create table hotblock_before_s as
  select name, sum(value) as value from gv$sysstat group by name;

-- 2. Objects and work
create table hotblock_t (id number, pad varchar2(37))
  pctfree 10 initrans 1;
create unique index hotblock_i on hotblock_t (id)
  initrans 2;
create or replace procedure hotblock_work (worker in number) as
begin
  for i in 1 .. 5000 loop
    insert into hotblock_t (id, pad) values ((i - 1) * 10 + worker, rpad('x', 37, 'x'));
    if mod(i, 100) = 0 then commit; end if;
    -- the client takes 2.4 ms; SLEEP knows hundredths of a second, so drive
    -- this from a client program where that matters
  end loop;
  commit;
end;
/

-- 3. 10 sessions as jobs on 3 instances, then wait for the last one
begin
  for n in 1 .. 10 loop
    dbms_scheduler.create_job('HOTBLOCK_' || n, 'PLSQL_BLOCK',
      'begin hotblock_work(' || n || '); end;', auto_drop => true);
    dbms_scheduler.set_attribute('HOTBLOCK_' || n, 'instance_id', mod(n - 1, 3) + 1);
  end loop;
  for n in 1 .. 10 loop
    dbms_scheduler.enable('HOTBLOCK_' || n);
  end loop;
end;
/
-- from another session, while they run:
--   select event, p1, p2, p3, count(*) from gv$session
--    where action like 'HOTBLOCK%' and wait_class <> 'Idle' group by event, p1, p2, p3 order by 5 desc;
--   select e.event, sum(e.total_waits), sum(e.time_waited_micro) / 1e6 as total_s,
--          max(e.max_wait) / 100 as max_s
--     from gv$session_event e join gv$session s on s.sid = e.sid and s.inst_id = e.inst_id
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
  from gv$system_event a left join hotblock_before b on b.event = a.event
 where a.wait_class <> 'Idle' group by a.event
having sum(a.total_waits) > nvl(max(b.waits), 0) order by 3 desc fetch first 15 rows only;

-- 5. Which segment (Waits per segment)
select object_name, subobject_name, statistic_name, sum(value) as value
  from gv$segment_statistics
 where owner = user and object_name like 'HOTBLOCK%' and value > 0
   and statistic_name in ('buffer busy waits', 'ITL waits', 'row lock waits', 'logical reads',
       'physical reads', 'db block changes', 'gc buffer busy', 'gc cu blocks received')
 group by object_name, subobject_name, statistic_name order by 1, 2, 4 desc;
-- gc current blocks received and served are among the segment statistics above

-- 6. How long each wait was (Histograms)
select a.event, a.wait_time_milli, sum(a.wait_count) - nvl(max(b.waits), 0) as waits
  from gv$event_histogram a left join hotblock_before_h b
    on b.event = a.event and b.wait_time_milli = a.wait_time_milli
 where a.event in ('buffer busy waits', 'enq: TX - index contention', 'db file sequential read',
       'gc buffer busy acquire', 'gc buffer busy release', 'gc current block busy', 'log file sync')
 group by a.event, a.wait_time_milli order by 1, 2;

-- 7. Latches and statistics
select a.name, sum(a.gets) - max(b.gets) as gets, sum(a.misses) - max(b.misses) as misses,
       sum(a.spin_gets) - max(b.spin_gets) as spin_gets, sum(a.sleeps) - max(b.sleeps) as sleeps
  from gv$latch a join hotblock_before_l b on b.name = a.name
 where a.name in ('cache buffers chains', 'enqueue hash chains', 'library cache')
 group by a.name;
select a.name, sum(a.value) - max(b.value) as value
  from gv$sysstat a join hotblock_before_s b on b.name = a.name
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
