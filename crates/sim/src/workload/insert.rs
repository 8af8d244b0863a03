//! The insert loop: a number from the sequence, a row into the table, an entry into the index.

use super::{Client, Quota, WorkloadLevers};
use crate::catalogue::Statistic;
use crate::session::Session;
use des::{Instant, Span};
use std::cell::Cell;
use std::rc::Rc;

/// How far the sessions of a run have come.
#[derive(Debug)]
pub struct Progress {
    /// Rows that nobody has taken yet, where the quota is shared.
    pool: Cell<u64>,
    /// Sessions that have not ended.
    pub running: Cell<u32>,
    /// Rows inserted.
    pub rows: Cell<u64>,
    /// Rows to insert in all.
    pub total: u64,
    /// By session: start and end.
    pub times: Vec<Cell<(Instant, Instant)>>,
    /// By session: rows inserted.
    pub by_session: Vec<Cell<u64>>,
    /// By session: its commits.
    pub commits: Vec<Cell<Commits>>,
}

/// The commits of a session.
#[derive(Clone, Copy, Debug)]
pub struct Commits {
    /// How many.
    pub count: u64,
    /// The shortest.
    pub min: Span,
    /// The longest.
    pub max: Span,
}

impl Commits {
    const NONE: Self = Self { count: 0, min: Span::MAX, max: Span::ZERO };

    fn add(self, span: Span) -> Self {
        Self { count: self.count + 1, min: self.min.min(span), max: self.max.max(span) }
    }
}

impl Progress {
    /// Nothing done yet.
    pub fn new(levers: &WorkloadLevers) -> Self {
        let sessions = levers.sessions as usize;
        let total = sessions as u64 * levers.rows_per_session;
        Self {
            pool: Cell::new(total),
            running: Cell::new(levers.sessions),
            rows: Cell::new(0),
            total,
            times: vec![Cell::new((Instant::ZERO, Instant::ZERO)); sessions],
            by_session: vec![Cell::new(0); sessions],
            commits: vec![Cell::new(Commits::NONE); sessions],
        }
    }

    /// A session has ended; the last one ends the run.
    pub(super) fn one_less(&self, session: &Session) {
        self.running.set(self.running.get() - 1);
        if self.running.get() == 0 && session.instance.member.is_none() {
            session.instance.cpu.stop();
        }
    }

    /// Takes one row of a shared quota.
    fn take(&self) -> bool {
        let left = self.pool.get();
        self.pool.set(left.saturating_sub(1));
        left > 0
    }
}

/// The life of a session: it connects when its turn comes, inserts its rows, commits and ends.
pub async fn insert_rows(session: Session, levers: WorkloadLevers, progress: Rc<Progress>) {
    let me = session.pid.0 as usize;
    session.cpu().begin(session.pid).await;
    let start = session.now();
    session.instance.library_cache.parse(&session).await;
    session.instance.undo.bring_online(&session).await;
    let mut uncommitted = 0;
    loop {
        let mine = progress.by_session[me].get();
        let more = match levers.quota {
            Quota::PerSession => mine < levers.rows_per_session,
            Quota::Shared => progress.take(),
        };
        if !more {
            break;
        }
        insert_row(&session, &levers).await;
        if levers.client_ms > 0.0 {
            session.settle().await;
            let ms = session.stream.borrow_mut().lognormal(levers.client_ms, levers.client_cv);
            session.idle(Span::from_micros_f64(ms * 1_000.0)).await;
        }
        progress.by_session[me].set(mine + 1);
        progress.rows.set(progress.rows.get() + 1);
        uncommitted += 1;
        if uncommitted == levers.commit_rows {
            commit(&session, levers.client == Client::Sql, &progress).await;
            uncommitted = 0;
        }
    }
    commit(&session, true, &progress).await;
    session.settle().await;
    progress.times[me].set((start, session.now()));
    session.cpu().end(session.pid).await;
    progress.one_less(&session);
}

async fn insert_row(session: &Session, levers: &WorkloadLevers) {
    let instance = &session.instance;
    instance.ledger.count(Statistic::ExecuteCount, 1);
    instance.library_cache.execute(session).await;
    let number = instance.sequence.next(session).await;
    session.charge(session.vary(levers.execute_us));
    instance.table.insert(session, number).await;
    if let Some(index) = &instance.index {
        index.insert(session, number).await;
    }
    session.trace(1);
}

/// Ends the transaction, with or without the wait until its redo is on disk.
async fn commit(session: &Session, wait_for_disk: bool, progress: &Progress) {
    let start = session.local_now();
    session.charge(COMMIT);
    let instance = &session.instance;
    instance.redo.commit(session, wait_for_disk).await;
    instance.transactions.commit(session.pid);
    instance.ledger.count(Statistic::UserCommits, 1);
    let commits = &progress.commits[session.pid.0 as usize];
    commits.set(commits.get().add(session.local_now() - start));
}

/// What a session computes to write its commit record.
const COMMIT: Span = Span::from_micros(20);
