//! Blame chains as the report and the page show them.

use crate::instance::Instance;
use crate::ledger::{Chain, Step};
use serde::Serialize;
use std::rc::Rc;

/// How many chains are told.
const SHOWN: usize = 24;

/// Waits for others that all have the same story.
#[derive(Clone, Debug, Serialize)]
pub struct ChainRow {
    /// The event that was waited for.
    pub event: &'static str,
    /// Waits that ended.
    pub waits: u64,
    /// Seconds waited.
    pub total_s: f64,
    /// The longest wait in seconds.
    pub max_s: f64,
    /// Who waited in the longest one, and for whom.
    pub longest: [String; 2],
    /// The wait, what its holder was doing, and so on to the end of the chain.
    pub path: Vec<String>,
}

/// The chains with the most time, of all instances.
pub(super) fn chains(instances: &[Rc<Instance>]) -> Vec<ChainRow> {
    let of = |instance: &Rc<Instance>| {
        let chains = instance.ledger.chains().into_iter().take(SHOWN);
        chains.map(|chain| row(instance, &chain)).collect::<Vec<_>>()
    };
    let mut rows: Vec<_> = instances.iter().flat_map(of).collect();
    rows.sort_by(|a, b| b.total_s.total_cmp(&a.total_s));
    rows.truncate(SHOWN);
    rows
}

fn row(instance: &Instance, chain: &Chain) -> ChainRow {
    let path: Vec<_> = chain.steps.iter().map(|step| told(instance, *step)).collect();
    let (max, waiter, holder) = chain.max;
    ChainRow {
        event: match chain.steps[0] {
            Step::Wait(event, _) => event.name(),
            _ => "",
        },
        waits: chain.waits,
        total_s: chain.total.as_secs_f64(),
        max_s: max.as_secs_f64(),
        longest: [waiter, holder].map(|pid| instance.process_name(pid)),
        path,
    }
}

fn told(instance: &Instance, step: Step) -> String {
    match step {
        Step::Wait(event, object) => {
            format!("{} on {}", event.name(), instance.ledger.name(object))
        }
        Step::OnCpu => "holder on CPU".into(),
        Step::OffCpu => "holder off CPU in the run queue".into(),
        Step::Resting => "background process at rest".into(),
    }
}
