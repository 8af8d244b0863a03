//! Active session history: every second, who waits for what on which block, in every instance.

use crate::catalogue::Event;
use crate::host::Pid;
use crate::instance::Instance;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the samples of one kind have in common: instance, event, object, block, session.
type Place = (usize, Event, u32, Option<u32>, Pid);

/// The samples so far, equal ones counted together.
#[derive(Debug, Default)]
pub struct ActiveSessions {
    samples: RefCell<BTreeMap<Place, u32>>,
}

impl ActiveSessions {
    /// Takes one sample of an instance's sessions.
    pub fn sample(&self, node: usize, instance: &Instance, sessions: impl Iterator<Item = Pid>) {
        let mut samples = self.samples.borrow_mut();
        for pid in sessions {
            if let Some((wait, _)) = instance.ledger.present(pid) {
                let place = (node, wait.event, wait.object.0, wait.block, pid);
                *samples.entry(place).or_default() += 1;
            }
        }
    }

    /// Samples by block, by object and by session, each with its threshold left to the reader.
    pub fn tables(&self, instances: &[Rc<Instance>]) -> Value {
        let samples = self.samples.borrow();
        let name = |object: u32| instances[0].ledger.name(object);
        let mut blocks = BTreeMap::new();
        let mut objects = BTreeMap::new();
        let mut sessions = BTreeMap::new();
        for (&(node, event, object, block, pid), &count) in &*samples {
            *objects.entry((node, event, object)).or_insert(0) += count;
            *sessions.entry((node, event, pid)).or_insert(0) += count;
            if let Some(block) = block {
                *blocks.entry((node, event, object, block)).or_insert(0) += count;
            }
        }
        let block = |(&(node, event, object, block), n): (&(usize, Event, u32, u32), &u32)| {
            json!({"instance": node + 1, "event": event.name(), "object": name(object),
                   "block": block, "samples": n})
        };
        let object = |(&(node, event, object), n): (&(usize, Event, u32), &u32)| {
            json!({"instance": node + 1, "event": event.name(), "object": name(object),
                   "samples": n})
        };
        let session = |(&(node, event, pid), n): (&(usize, Event, Pid), &u32)| {
            json!({"instance": node + 1, "event": event.name(), "session": pid.0 + 1,
                   "sql": "INSERT", "samples": n})
        };
        let by = [
            ("by_block", first(blocks.iter().map(block).collect())),
            ("by_object", first(objects.iter().map(object).collect())),
            ("by_session", first(sessions.iter().map(session).collect())),
        ];
        by.into_iter().map(|(key, rows)| (key.to_string(), rows)).collect()
    }
}

/// The most samples first; rows beyond these say nothing.
fn first(mut rows: Vec<Value>) -> Value {
    rows.sort_by_key(|row| std::cmp::Reverse(row["samples"].as_u64()));
    rows.truncate(40);
    rows.into()
}
