//! The directory of the global cache: for every block, what each instance may do with it, and
//! which of its sessions wait.
//!
//! Reading needs S, changing needs X; at most one instance holds X, and then nobody else anything.
//! How a busy block is shared out is not documented by Oracle. The rule here: all who wait when a
//! block arrives are woken and have a turn each; while turns are left nobody takes the block away.

use super::BlockKey;
use crate::catalogue::Event;
use crate::host::Pid;
use crate::instance::RedoPlace;
use crate::ledger::ObjectId;
use des::TaskId;
use std::collections::VecDeque;

/// What an instance may do with a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// Nothing.
    #[default]
    Null,
    /// Read it.
    Shared,
    /// Change it.
    Exclusive,
}

/// What a session that wants a block has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It may pin it.
    Admitted,
    /// It waits for this event.
    Wait(Event),
    /// It asks for the block.
    Request,
}

/// One instance's side of a block.
#[derive(Debug, Default)]
pub struct Local {
    pub mode: Mode,
    /// The session that has asked for the block.
    pub acquiring: Option<Pid>,
    /// Another instance has asked for it.
    pub wanted: bool,
    /// It is being given up: nobody may pin it.
    pub leaving: bool,
    /// How many sessions may still pin it although another instance wants it.
    pub turns: u32,
    pub pinned: u32,
    waiters: VecDeque<Pid>,
    /// Woken one by one and not running yet; each of them comes back for this block.
    called: Vec<Pid>,
    /// The LMS request that waits until nobody has it pinned.
    server: Option<TaskId>,
}

impl Local {
    fn is_closed(&self) -> bool {
        self.wanted && self.turns == 0 && self.pinned == 0
    }
}

/// A block of the database with its resource.
#[derive(Debug)]
pub struct Block {
    pub locals: Vec<Local>,
    /// A request is being served.
    pub busy: bool,
    /// The requests behind it, at the master.
    pub queue: VecDeque<TaskId>,
    /// In how many of the run's seconds it has gone from one instance to another, and the last.
    moved: (u32, Option<u64>),
    /// Where the redo of the last change ends, in the log of the instance that made it.
    pub redo: Option<RedoPlace>,
}

/// The blocks that any instance has ever touched.
#[derive(Debug)]
pub struct GlobalCache {
    nodes: usize,
    /// By object and whether they hold data, by number.
    segments: Vec<Vec<Option<Box<Block>>>>,
}

impl GlobalCache {
    /// No block held anywhere.
    pub fn new(nodes: usize) -> Self {
        Self { nodes, segments: Vec::new() }
    }

    /// The block's entry.
    pub fn block(&mut self, key: BlockKey) -> &mut Block {
        let segment = key.object.0 as usize * 2 + usize::from(key.holds_data);
        if segment >= self.segments.len() {
            self.segments.resize_with(segment + 1, Vec::new);
        }
        let (blocks, at, nodes) = (&mut self.segments[segment], key.block as usize, self.nodes);
        if at >= blocks.len() {
            blocks.resize_with((at + 1).next_power_of_two(), || None);
        }
        blocks[at].get_or_insert_with(|| {
            let locals = std::iter::repeat_with(Local::default).take(nodes).collect();
            Box::new(Block {
                locals,
                busy: false,
                queue: VecDeque::new(),
                redo: None,
                moved: (0, None),
            })
        })
    }

    /// By object: how many of its blocks have gone from one instance to another, and the sum over
    /// the run's seconds of how many did in each.
    pub fn moved(&self) -> Vec<(ObjectId, u32, u32)> {
        let mut all = Vec::new();
        for (object, pair) in (0..).zip(self.segments.chunks(2)) {
            let seconds = pair.iter().flatten().flatten().map(|block| block.moved.0);
            let moved = seconds.filter(|&seconds| seconds > 0);
            let (blocks, sum) = moved.fold((0, 0), |(n, sum), seconds| (n + 1, sum + seconds));
            if blocks > 0 {
                all.push((ObjectId(object), blocks, sum));
            }
        }
        all
    }
}

impl Block {
    /// What a session of `node` has to do to use the block.
    pub fn admit(&self, node: usize, mode: Mode) -> Admission {
        let local = &self.locals[node];
        if local.mode >= mode {
            if local.leaving || (local.wanted && local.turns == 0) {
                return Admission::Wait(Event::GcBufferBusyRelease);
            }
            return Admission::Admitted;
        }
        match local.acquiring {
            Some(_) => Admission::Wait(Event::GcBufferBusyAcquire),
            None if local.leaving => Admission::Wait(Event::GcBufferBusyRelease),
            None => Admission::Request,
        }
    }

    /// The event of a session that finds the block pinned by another of its instance.
    pub fn pinned_event(&self, node: usize) -> Event {
        match self.locals[node].wanted {
            true => Event::GcBufferBusyRelease,
            false => Event::BufferBusyWaits,
        }
    }

    /// A session has pinned it.
    pub fn pin(&mut self, node: usize) {
        let local = &mut self.locals[node];
        local.pinned += 1;
        local.turns = local.turns.saturating_sub(1);
    }

    /// A session joins those that wait.
    pub fn join(&mut self, node: usize, pid: Pid) {
        self.locals[node].waiters.push_back(pid);
    }

    /// A woken session runs again: whether it was called alone, and so must come back for this
    /// block, or with all others when the block had arrived.
    pub fn woke(&mut self, node: usize, pid: Pid) -> bool {
        let called = &mut self.locals[node].called;
        let place = called.iter().position(|&other| other == pid);
        place.map(|place| called.swap_remove(place)).is_some()
    }

    /// A session has taken its pin off: who is woken, a session or the LMS request.
    pub fn unpin(&mut self, node: usize) -> (Option<Pid>, Option<TaskId>) {
        let local = &mut self.locals[node];
        local.pinned -= 1;
        if local.pinned > 0 {
            return (None, None);
        }
        if local.is_closed() {
            local.leaving = local.server.is_some();
            return (None, local.server.take());
        }
        if !local.called.is_empty() {
            return (None, None);
        }
        let next = local.waiters.pop_front();
        local.called.extend(next);
        (next, None)
    }

    /// Another instance wants the block that `node` holds: whether it can be had at once. If not,
    /// `server` is woken when nobody has it pinned and no turns are left.
    pub fn ask_for(&mut self, node: usize, server: TaskId) -> bool {
        let local = &mut self.locals[node];
        local.wanted = true;
        if local.is_closed() {
            local.leaving = true;
            return true;
        }
        local.server = Some(server);
        false
    }

    /// The deferral is over: no more turns. Whether the block can be had at once.
    pub fn end_turns(&mut self, node: usize, server: TaskId) -> bool {
        self.locals[node].turns = 0;
        self.locals[node].server = None;
        self.ask_for(node, server)
    }

    /// The block has left `node`, which keeps `mode`: those that are woken.
    ///
    /// The first who waits goes to ask for it again, the others stay; where reading is still
    /// allowed all are woken, as some may only want that.
    pub fn leave(&mut self, node: usize, mode: Mode) -> Vec<Pid> {
        let local = &mut self.locals[node];
        (local.mode, local.wanted, local.leaving) = (mode, false, false);
        let woken =
            if mode == Mode::Null { 1.min(local.waiters.len()) } else { local.waiters.len() };
        let woken: Vec<_> = local.waiters.drain(..woken).collect();
        local.called.extend(&woken);
        woken
    }

    /// The block, or the right to it, has come to `node`: those that are woken.
    pub fn arrive(&mut self, node: usize, mode: Mode) -> Vec<Pid> {
        let local = &mut self.locals[node];
        local.mode = mode;
        local.acquiring = None;
        local.turns = local.waiters.len() as u32 + 1;
        // The master has said along with it that others wait for it.
        local.wanted = mode == Mode::Exclusive && !self.queue.is_empty();
        assert!(self.is_consistent(), "two instances hold a block that one of them may change");
        self.locals[node].waiters.drain(..).collect()
    }

    /// The block goes from one instance to another in this second of the run.
    pub fn moves(&mut self, second: u64) {
        if self.moved.1.replace(second) != Some(second) {
            self.moved.0 += 1;
        }
    }

    /// Whether X goes alone.
    pub fn is_consistent(&self) -> bool {
        let holders = self.locals.iter().filter(|local| local.mode != Mode::Null).count();
        holders < 2 || self.locals.iter().all(|local| local.mode != Mode::Exclusive)
    }
}
