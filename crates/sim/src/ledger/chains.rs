//! Blame chains: for long waits, what the one who was waited for was doing, link by link to the
//! one at the end, who computes, is without a core, or waits for nobody.
//!
//! A session can only be blamed for what it did while it held something: a pin or an enqueue. An
//! inference from overlapping times, not a record of causes.

use super::Wait;
use crate::catalogue::Event;
use crate::host::Pid;
use des::{Instant, Span};
use std::collections::BTreeMap;

/// Waits shorter than this one start no chain.
const LONG: Span = Span::from_millis(1);
/// Links of a chain that is looked at while its end still waits.
const DEPTH: u32 = 6;
/// Finished waits of a process that are kept for those who waited for it.
const KEPT: usize = 4;

/// What somebody in a chain was doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// In a wait on an object.
    Wait(Event, u32),
    /// Computing.
    OnCpu,
    /// Ready to run, without a core.
    OffCpu,
    /// A background process with nothing to do.
    Resting,
}

/// How long the longest wait of a chain was, who waited in it and for whom.
pub type Longest = (Span, Pid, Pid);

/// A chain with what was waited along it.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The wait, what its holder was doing, and so on to the end.
    pub steps: Vec<Step>,
    /// Waits that ended.
    pub waits: u64,
    /// Their durations together.
    pub total: Span,
    /// The longest, and who waited for whom in it.
    pub max: Longest,
}

type Link = u32;
const END: Link = u32::MAX;

#[derive(Clone, Copy)]
struct Past {
    start: Instant,
    end: Instant,
    link: Link,
}

/// What a process was doing, as the host sees it.
#[derive(Clone, Copy, Debug)]
pub struct Holder {
    /// Its last turn in the run queue in the middle of its work.
    pub turn: (Instant, Instant),
    /// Whether it sleeps.
    pub rests: bool,
}

#[derive(Default)]
struct Doings {
    /// Pins and enqueues that it holds.
    holds: u32,
    kept: [Option<Past>; KEPT],
    next: usize,
}

/// A wait that ends, and what is known of the others at that moment.
pub(super) struct Ended<'a> {
    pub pid: Pid,
    pub wait: Wait,
    pub start: Instant,
    pub end: Instant,
    /// By process: the wait that it is in.
    pub present: &'a [Option<(Wait, Instant)>],
    pub look: &'a dyn Fn(Pid) -> Holder,
}

/// The chains of an instance.
#[derive(Default)]
pub(super) struct Chains {
    /// Each link once: the step, and the link that it leads to.
    links: Vec<(Step, Link)>,
    known: BTreeMap<(Step, Link), Link>,
    /// By first link: waits, time, and the longest.
    tallies: BTreeMap<Link, (u64, Span, Longest)>,
    doings: Vec<Doings>,
    /// The first so many processes are sessions; those in the background are always to blame.
    sessions: u32,
}

impl Chains {
    pub(super) fn new(sessions: u32, processes: usize) -> Self {
        let doings = (0..processes).map(|_| Doings::default()).collect();
        Self { doings, sessions, ..Self::default() }
    }

    /// The process holds one thing more that others may wait for, or one less.
    #[inline]
    pub(super) fn holds(&mut self, pid: Pid, more: bool) {
        let holds = &mut self.doings[pid.0 as usize].holds;
        *holds = if more { *holds + 1 } else { holds.saturating_sub(1) };
    }

    /// A wait has ended: finds whom to blame, and keeps it for those who waited meanwhile.
    pub(super) fn ended(&mut self, ended: &Ended<'_>) {
        let Ended { pid, wait, start, end, .. } = *ended;
        let blamed = self.is_blamed(pid);
        if end - start < LONG || (wait.holder.is_none() && !blamed) {
            return;
        }
        let next = wait.holder.map_or(END, |holder| self.blame(ended, holder, start, DEPTH));
        let link = self.link(Step::Wait(wait.event, wait.object.0), next);
        if blamed {
            let doings = &mut self.doings[pid.0 as usize];
            doings.kept[doings.next] = Some(Past { start, end, link });
            doings.next = (doings.next + 1) % KEPT;
        }
        if let Some(holder) = wait.holder {
            let tally = self.tallies.entry(link).or_insert((0, Span::ZERO, (Span::ZERO, pid, pid)));
            (tally.0, tally.1) = (tally.0 + 1, tally.1 + (end - start));
            if end - start > tally.2.0 {
                tally.2 = (end - start, pid, holder);
            }
        }
    }

    fn is_blamed(&self, pid: Pid) -> bool {
        pid.0 >= self.sessions || self.doings[pid.0 as usize].holds > 0
    }

    /// What the holder did for at least half of the time since `start`.
    fn blame(&mut self, ended: &Ended<'_>, holder: Pid, start: Instant, depth: u32) -> Link {
        let half = (ended.end - start) / 2;
        let shared =
            |from: Instant, to: Instant| to.min(ended.end).saturating_since(from.max(start));
        let Some(doings) = self.doings.get(holder.0 as usize) else { return END };
        let kept = doings.kept.iter().flatten();
        let longest = kept.max_by_key(|past| shared(past.start, past.end));
        if let Some(past) = longest.filter(|past| shared(past.start, past.end) >= half) {
            return past.link;
        }
        let present = ended.present[holder.0 as usize].filter(|_| self.is_blamed(holder));
        if let Some((wait, since)) = present.filter(|(_, since)| shared(*since, ended.end) >= half)
        {
            let next = match wait.holder.filter(|_| depth > 0) {
                Some(next) => self.blame(ended, next, since.max(start), depth - 1),
                None => END,
            };
            return self.link(Step::Wait(wait.event, wait.object.0), next);
        }
        let Holder { turn, rests } = (ended.look)(holder);
        let step = match shared(turn.0, turn.1) >= half {
            true => Step::OffCpu,
            false if rests && holder.0 >= self.sessions => Step::Resting,
            false => Step::OnCpu,
        };
        self.link(step, END)
    }

    fn link(&mut self, step: Step, next: Link) -> Link {
        let links = &mut self.links;
        *self.known.entry((step, next)).or_insert_with(|| {
            links.push((step, next));
            links.len() as Link - 1
        })
    }

    /// The chains, the one with the most time first.
    pub(super) fn all(&self) -> Vec<Chain> {
        let chain = |(&first, &(waits, total, max)): (&Link, &_)| {
            let next = |link: &Link| Some(self.links[*link as usize].1).filter(|&next| next != END);
            let links = std::iter::successors(Some(first), next);
            let steps = links.map(|link| self.links[link as usize].0).collect();
            Chain { steps, waits, total, max }
        };
        let mut all: Vec<_> = self.tallies.iter().map(chain).collect();
        all.sort_by_key(|chain| std::cmp::Reverse(chain.total));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::ObjectId;

    const A: Pid = Pid(0);
    const B: Pid = Pid(1);

    fn at(ms: u64) -> Instant {
        Instant::ZERO + Span::from_millis(ms)
    }

    fn wait(event: Event, holder: Option<Pid>) -> Wait {
        Wait { event, object: ObjectId(3), block: None, holder }
    }

    fn end(chains: &mut Chains, pid: Pid, wait: Wait, from: u64, to: u64) {
        let look = |_| Holder { turn: (at(0), at(0)), rests: false };
        let (start, end, present) = (at(from), at(to), &[None, None][..]);
        chains.ended(&Ended { pid, wait, start, end, present, look: &look });
    }

    #[test]
    fn a_wait_is_blamed_on_what_its_holder_waited_for_under_the_pin() {
        let mut chains = Chains::new(2, 2);
        chains.holds(B, true);
        end(&mut chains, B, wait(Event::LogFileSwitchCompletion, None), 10, 60);
        end(&mut chains, A, wait(Event::BufferBusyWaits, Some(B)), 12, 61);
        let all = chains.all();
        assert_eq!(all.len(), 1);
        let steps =
            [Step::Wait(Event::BufferBusyWaits, 3), Step::Wait(Event::LogFileSwitchCompletion, 3)];
        assert_eq!(all[0].steps, steps);
        assert_eq!((all[0].waits, all[0].max), (1, (Span::from_millis(49), A, B)));
    }

    #[test]
    fn a_holder_is_not_blamed_for_a_wait_after_it_let_go() {
        let mut chains = Chains::new(2, 2);
        end(&mut chains, B, wait(Event::DbFileSequentialRead, None), 10, 60);
        end(&mut chains, A, wait(Event::BufferBusyWaits, Some(B)), 12, 61);
        assert_eq!(chains.all()[0].steps[1], Step::OnCpu);
    }
}
