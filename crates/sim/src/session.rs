//! A session: a process of the host with its books, and the ways in which it computes and waits.

use crate::catalogue::Event;
use crate::host::{Cpu, Pid};
use crate::instance::Instance;
use crate::ledger::Wait;
use crate::segment::Xid;
use des::random::Stream;
use des::{Instant, Span, Wake};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A foreground session of an instance.
pub struct Session {
    /// Its process.
    pub pid: Pid,
    /// The instance that it is connected to.
    pub instance: Rc<Instance>,
    /// Draws how much longer or shorter than on average its work takes.
    pub stream: RefCell<Stream>,
    /// The data files that it has opened, one bit each.
    opened: Cell<u64>,
}

impl Session {
    /// A session that has done nothing yet.
    pub fn new(pid: Pid, instance: Rc<Instance>, stream: Stream) -> Self {
        Self { pid, instance, stream: RefCell::new(stream), opened: Cell::new(0) }
    }

    /// The host's cores.
    pub fn cpu(&self) -> &Cpu {
        &self.instance.cpu
    }

    /// The present moment.
    pub fn now(&self) -> Instant {
        self.instance.cpu.now()
    }

    /// The moment at which the session will have lived through what it owes.
    pub fn local_now(&self) -> Instant {
        self.instance.cpu.local_now(self.pid)
    }

    /// For how long it is sure to compute after what it owes.
    pub fn sure_of_core(&self) -> Span {
        self.instance.cpu.sure_of_core(self.pid)
    }

    /// Adds to what the session computes before it next meets anybody; takes no event.
    pub fn charge(&self, span: Span) {
        self.instance.cpu.charge(self.pid, span);
    }

    /// Lives through what has been charged.
    pub async fn settle(&self) {
        self.instance.cpu.settle(self.pid).await;
        if self.instance.cpu.manager.has_turns() {
            self.book_throttling();
        }
    }

    /// Computes for `span` and whatever has been charged before.
    pub async fn run(&self, span: Span) {
        self.charge(span);
        self.settle().await;
    }

    /// Wakes another process, which costs a system call.
    pub fn post(&self, other: Pid) {
        self.charge(self.instance.post);
        match &self.instance.member {
            None => self.instance.cpu.post(other),
            Some(member) => member.post(other),
        }
    }

    /// Waits until somebody posts the session and it runs again. It owes nothing.
    pub async fn wait_until_posted(&self, wait: Wait) {
        self.enter(wait);
        self.cpu().sleep_until_posted(self.pid).await;
        self.leave(false);
    }

    /// The same for at most `limit`; `give_up` runs when it is over.
    pub async fn wait_until_posted_for(
        &self,
        wait: Wait,
        limit: Span,
        give_up: impl FnOnce(),
    ) -> Wake {
        self.enter(wait);
        let wake = self.cpu().sleep_until_posted_for(self.pid, limit, give_up).await;
        self.leave(wake == Wake::TimedOut);
        wake
    }

    /// Waits for a device or a timer that takes `span`.
    pub async fn wait_for(&self, wait: Wait, span: Span) {
        self.enter(wait);
        self.cpu().sleep_for(self.pid, span).await;
        self.leave(false);
    }

    /// Does nothing because its client does not ask for anything; no wait, and no part of DB time.
    pub async fn idle(&self, span: Span) {
        let start = self.now();
        self.cpu().sleep_for(self.pid, span).await;
        let now = self.now();
        let refused = self.cpu().manager.take_refusal(self.pid).unwrap_or(now);
        self.instance.ledger.book_idle(self.pid, refused - start);
        if refused < now {
            self.book_cpu_quantum(refused, now);
        }
    }

    /// Yields its turn; the whole of it counts as a wait that timed out.
    pub async fn yield_turn(&self, wait: Wait) {
        self.settle().await;
        self.enter(wait);
        self.cpu().yield_turn(self.pid).await;
        self.leave(true);
    }

    /// Waits for a timer that takes `span`; counts as a wait that timed out.
    pub async fn wait_for_timer(&self, wait: Wait, span: Span) {
        self.settle().await;
        self.enter(wait);
        self.cpu().sleep_for(self.pid, span).await;
        self.leave(true);
    }

    /// From here to [`Session::end_waits_that_computed`] the session is in a wait even while it
    /// computes.
    pub fn begin_wait_that_computes(&self, wait: Wait) {
        self.enter(wait);
        self.cpu().computes_in_wait(self.pid, true);
    }

    /// Ends what was `count` waits one after the other, all alike, that timed out.
    pub fn end_waits_that_computed(&self, count: u64) {
        self.cpu().computes_in_wait(self.pid, false);
        self.instance.ledger.leave_waits(self.pid, self.now(), true, count);
    }

    /// Sleeps for as short as the operating system can, whether or not anybody else is ready.
    pub async fn sleep_tick(&self, wait: Wait) {
        self.settle().await;
        self.enter(wait);
        self.cpu().nap(self.pid).await;
        self.leave(true);
    }

    /// Opens a data file where the session has not done so: `wait` is posted meanwhile.
    pub async fn open_file(&self, file: u32, wait: Wait) {
        let bit = 1 << (file % 64);
        if self.opened.get() & bit != 0 {
            return;
        }
        self.opened.set(self.opened.get() | bit);
        self.settle().await;
        self.enter(wait);
        for _ in 0..self.instance.disk.levers.open_reads {
            let span = self.instance.disk.read(self.now());
            self.cpu().sleep_for(self.pid, span).await;
        }
        self.leave(false);
    }

    /// A cost that takes `mean_us` on average, drawn evenly from within
    /// `workload.cpu_variation` of it.
    pub fn vary(&self, mean_us: f64) -> Span {
        let spread = self.instance.cpu_variation;
        let factor = 1.0 + spread * (2.0 * self.stream.borrow_mut().uniform() - 1.0);
        Span::from_micros_f64(mean_us * factor)
    }

    /// The session's transaction.
    pub fn xid(&self) -> Xid {
        self.instance.transactions.of(self.pid)
    }

    /// Looks up `count` transactions in their undo headers, a short consistent get each.
    pub fn examine_undo_headers(&self, count: u64) {
        self.instance.undo.examine_headers(self, count);
    }

    /// Writes `lines` lines of SQL trace where it is on.
    pub fn trace(&self, lines: u64) {
        if let Some(line) = self.instance.trace_line {
            self.charge(line * lines);
        }
    }

    fn enter(&self, wait: Wait) {
        self.instance.ledger.enter(self.pid, wait, self.now());
    }

    /// The wait is over; where the Resource Manager held the session back after it, that is a
    /// wait of its own.
    fn leave(&self, timed_out: bool) {
        let now = self.now();
        let refused = self.cpu().manager.take_refusal(self.pid);
        let look = |pid| self.cpu().look_at(pid);
        self.instance.ledger.leave(self.pid, refused.unwrap_or(now), timed_out, &look);
        self.trace(1);
        if let Some(at) = refused.filter(|&at| at < now) {
            self.book_cpu_quantum(at, now);
        }
    }

    fn book_cpu_quantum(&self, from: Instant, to: Instant) {
        let (event, object) = (Event::ResmgrCpuQuantum, self.instance.host);
        let wait = Wait { event, object, block: None, holder: None };
        self.instance.ledger.enter(self.pid, wait, from);
        let look = |pid| self.cpu().look_at(pid);
        self.instance.ledger.leave(self.pid, to, false, &look);
        self.trace(1);
    }

    /// Books the turns in the run queue between slices that the Resource Manager accounts for.
    fn book_throttling(&self) {
        for (from, to) in self.cpu().manager.take_turns(self.pid) {
            self.book_cpu_quantum(from, to);
        }
    }
}
