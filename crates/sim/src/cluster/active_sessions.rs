//! Active session history: every second, who waits for what on which block, in every instance.

use crate::catalogue::Event;
use crate::host::Pid;
use crate::instance::Instance;
use crate::report::address;
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
    /// What every session waited for at moments that double.
    moments: RefCell<Vec<Value>>,
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

    /// Keeps what all sessions wait for at one moment.
    pub fn keep(&self, rows: impl Iterator<Item = Value>) {
        self.moments.borrow_mut().extend(rows);
    }

    /// What has been kept.
    pub fn session_waits(&self) -> Vec<Value> {
        self.moments.borrow().clone()
    }

    /// Samples by block, by object, by statement and by session, each with its table's name; what
    /// is too little to be shown is left to the reader.
    pub fn tables(&self, instances: &[Rc<Instance>]) -> [(&'static str, Value); 4] {
        let samples = self.samples.borrow();
        let name = |object: u32| instances[0].ledger.name(object);
        let [mut blocks, mut objects, mut statements, mut sessions] =
            [(); 4].map(|()| Counts::new());
        for (&(node, event, object, block, pid), &count) in &*samples {
            let add = |to: &mut Counts, place: Place| *to.entry(place).or_default() += count;
            let nobody = Pid(0);
            add(&mut objects, (node, event, object, None, nobody));
            add(&mut statements, (node, event, 0, None, nobody));
            add(&mut sessions, (node, event, 0, None, pid));
            if block.is_some_and(|block| address(&instances[0], object, block).is_some()) {
                add(&mut blocks, (node, event, object, block, nobody));
            }
        }
        let row = |place: &Place, n: &u32| json!({"instance": place.0 + 1, "event": place.1.name(), "samples": n});
        let of_block = |(place, n): (&Place, &u32)| {
            let mut row = row(place, n);
            row["object"] = name(place.2).into();
            row["object_number"] = place.2.into();
            if let Some(at) = place.3.and_then(|block| address(&instances[0], place.2, block)) {
                row["file"] = at.file.into();
                row["block"] = at.block.into();
            }
            row
        };
        let of_object = |(place, n): (&Place, &u32)| {
            let mut row = row(place, n);
            row["object"] = name(place.2).into();
            row
        };
        let of_statement = |(place, n): (&Place, &u32)| {
            let mut row = row(place, n);
            row["sql"] = STATEMENT.into();
            row
        };
        let of_session = |(place, n): (&Place, &u32)| {
            let mut row = row(place, n);
            row["session"] = (place.4.0 + 1).into();
            row["sql"] = STATEMENT.into();
            row
        };
        [
            ("active_by_block", first(blocks.iter().map(of_block).collect())),
            ("active_by_object", first(objects.iter().map(of_object).collect())),
            ("active_by_sql", first(statements.iter().map(of_statement).collect())),
            ("active_by_session", first(sessions.iter().map(of_session).collect())),
        ]
    }
}

/// Samples by what they have in common; what a table does not tell apart is zero.
type Counts = BTreeMap<Place, u32>;

/// The one statement that the sessions execute.
const STATEMENT: &str = "INSERT";

/// The most samples first; rows beyond these say nothing.
fn first(mut rows: Vec<Value>) -> Value {
    rows.sort_by_key(|row| std::cmp::Reverse(row["samples"].as_u64()));
    rows.truncate(40);
    rows.into()
}
