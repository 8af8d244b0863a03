//! `gv$session_wait`: what every session and the processes behind them wait for at a moment.

use crate::access::Table;
use crate::catalogue::Event;
use crate::host::{Pid, State};
use crate::instance::Instance;
use crate::ledger::Wait;
use crate::segment::{BlockAddress, BlockId};
use crate::workload::Progress;
use des::{Instant, Span};
use serde::Serialize;
use serde_json::{Value, json};
use std::rc::Rc;

/// A row of the view.
#[derive(Clone, Debug, Serialize)]
pub struct SessionWait {
    /// The instance's number, from 1.
    pub instance: usize,
    /// The session's number in its instance.
    pub sid: u32,
    /// Who it is.
    pub program: String,
    /// What it waits for; nothing while it computes or is ready to.
    pub event: &'static str,
    /// Whether it waits.
    pub state: &'static str,
    /// For how long it has done so, in seconds.
    pub seconds: f64,
    /// What P1, P2 and P3 mean, and their values.
    pub parameters: String,
}

impl SessionWait {
    /// The row with the second at which it was taken.
    pub fn json(&self, second: f64) -> Value {
        json!({"at_s": second, "instance": self.instance, "sid": self.sid,
               "program": self.program, "event": self.event, "state": self.state,
               "seconds": self.seconds, "parameters": self.parameters})
    }
}

/// The class of data blocks, and the same as the flags of a request show it.
const DATA_BLOCK: u64 = 1;
const DATA_BLOCK_REQUEST: u64 = 0x0200_0001;
/// A transaction's enqueue in mode 4, by its two letters.
const TX_SHARED: u64 = 0x5458_0004;
/// A block of the redo log.
const LOG_BLOCK: u64 = 512;

/// The rows of all instances, sessions first.
pub fn session_waits(instances: &[Rc<Instance>], progress: &Progress) -> Vec<SessionWait> {
    let mut rows = Vec::new();
    for (number, times) in (0..).zip(&progress.times) {
        if times.get().1 == Instant::ZERO {
            let home = instances[0].member.as_ref();
            let node = home.map_or(0, |member| member.cluster.home(Pid(number)));
            rows.push(session(instances, node, Pid(number)));
        }
    }
    for (node, instance) in instances.iter().enumerate() {
        rows.push(log_writer(instances, node));
        let member = instance.member.as_ref();
        let lms = member.map_or(0, |member| member.cluster.lms_of(node));
        rows.extend((0..lms).map(|number| block_server(instance, node, number)));
    }
    rows
}

fn row(node: usize, pid: Pid, program: String) -> SessionWait {
    SessionWait {
        instance: node + 1,
        sid: pid.0 + 1,
        program,
        event: "",
        state: "WAITED SHORT TIME",
        seconds: 0.0,
        parameters: String::new(),
    }
}

fn session(instances: &[Rc<Instance>], node: usize, pid: Pid) -> SessionWait {
    let (instance, row) = (&instances[node], row(node, pid, "client".into()));
    match instance.ledger.present(pid) {
        Some((wait, since)) => waiting(instances, node, row, (wait, since)),
        None if instance.cpu.state(pid) == State::Asleep => {
            SessionWait { event: "SQL*Net message from client", state: "WAITING", ..row }
        }
        None => row,
    }
}

fn waiting(
    instances: &[Rc<Instance>],
    node: usize,
    row: SessionWait,
    (wait, since): (Wait, Instant),
) -> SessionWait {
    let seconds = (instances[node].cpu.now() - since).as_secs_f64();
    let values = values(instances, node, Pid(row.sid - 1), wait);
    let pairs = wait.event.parameters().into_iter().zip(values);
    let words: Vec<_> = pairs.map(|(name, value)| format!("{name}: {value}")).collect();
    let parameters = words.join(" - ");
    SessionWait { event: wait.event.name(), state: "WAITING", seconds, parameters, ..row }
}

/// P1 to P3 of a wait.
fn values(instances: &[Rc<Instance>], node: usize, pid: Pid, wait: Wait) -> [u64; 3] {
    let place = wait.block.and_then(|block| address(&instances[0], wait.object.0, block));
    let [file, block] = place.map_or([0, 0], |at| [at.file.into(), at.block.into()]);
    match wait.event {
        Event::GcCurrentRequest => [file, block, DATA_BLOCK_REQUEST],
        Event::TxIndexContention => [TX_SHARED, 0, 0],
        Event::LogFileSync => {
            let end = instances[node].redo.end(pid).bytes();
            [end / LOG_BLOCK, end, 0]
        }
        _ if place.is_some() => [file, block, DATA_BLOCK],
        _ => [0, 0, 0],
    }
}

/// Where a block of the table or of its index lies.
pub fn address(instance: &Instance, object: u32, block: u32) -> Option<BlockAddress> {
    let mut partitions = instance.index.iter().flat_map(|index| &index.partitions);
    if let Some(found) = partitions.find(|partition| partition.buffers.object.0 == object) {
        return Some(found.tree.borrow().address(BlockId(block)));
    }
    match &instance.table {
        _ if instance.table.object().0 != object => None,
        Table::Heap(table) => Some(table.heap.borrow().address(BlockId(block))),
        Table::Cluster(table) => Some(table.cluster.borrow().address(BlockId(block))),
    }
}

fn log_writer(instances: &[Rc<Instance>], node: usize) -> SessionWait {
    let pid = instances[node].redo.writer.pid;
    let row = row(node, pid, format!("oracle@node{} (LGWR)", node + 1));
    match instances[node].ledger.present(pid) {
        Some(present) => waiting(instances, node, row, present),
        None => SessionWait {
            event: "rdbms ipc message",
            state: "WAITING",
            parameters: "timeout: 300 - : 0 - : 0".into(),
            ..row
        },
    }
}

/// An LMS process; the first of them shows the flush that one of them waits for.
fn block_server(instance: &Instance, node: usize, number: u32) -> SessionWait {
    let pid = Pid(instance.redo.writer.pid.0 + 2 + number);
    let row = row(node, pid, format!("oracle@node{} (LMS{number})", node + 1));
    let member = instance.member.as_ref();
    let flushing = member.and_then(|member| member.cluster.served(node).flushing);
    let since = flushing.filter(|_| number == 0).map(|(_, since)| instance.cpu.now() - since);
    let event = match since {
        Some(_) => Event::GcsLogFlushSync.name(),
        None => "gcs remote message",
    };
    SessionWait {
        event,
        state: "WAITING",
        seconds: since.map_or(0.0, Span::as_secs_f64),
        parameters: "waittime: 30 - poll: 0 - event: 0".into(),
        ..row
    }
}
