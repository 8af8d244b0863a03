//! The bindings of the model for JavaScript: a few coarse calls and no logic.
//!
//! Scenarios, catalogue and reports cross as plain objects; what a page draws by the thousand
//! crosses as typed arrays, copied once, whose buffers a worker may transfer.

mod views;

use js_sys::{Array, Object};
use serde::Serialize;
use serde_json::{Map, Value};
use serde_wasm_bindgen::Serializer;
use sim::Problem;
use wasm_bindgen::prelude::*;

/// Prints what a panic says to the console: the trap that follows says nothing.
#[wasm_bindgen]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| {
        web_sys::console::error_1(&panic.to_string().into());
    }));
}

/// The catalogue: `engine_version`, `levers`, `presets`, `events`, `statistics`.
///
/// # Errors
/// None that is known; a failure to make JavaScript values is passed on.
#[wasm_bindgen]
pub fn catalogue() -> Result<JsValue, JsValue> {
    object(&sim::catalogue::json())
}

/// A run of one scenario, from its first event to its report.
#[wasm_bindgen]
pub struct Simulation {
    inner: sim::Simulation,
}

#[wasm_bindgen]
impl Simulation {
    /// Sets up a scenario: a flat object of key = value pairs, `preset` among them.
    ///
    /// # Errors
    /// An array of every problem, each `{ key, given, allowed, sentence }`.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: JsValue) -> Result<Simulation, JsValue> {
        let scenario = checked(scenario).or_else(|problems| Err(object(&problems)?))?;
        Ok(Simulation { inner: sim::Simulation::new(&scenario) })
    }

    /// Runs at most `budget` events; returns `{ done, fraction, simulated_s, events }`.
    ///
    /// # Errors
    /// None that is known; a failure to make JavaScript values is passed on.
    pub fn advance(&mut self, budget: f64) -> Result<JsValue, JsValue> {
        object(&self.inner.advance(budget as u64))
    }

    /// The report of a finished run, as an object.
    ///
    /// # Errors
    /// None that is known; a failure to make JavaScript values is passed on.
    pub fn report(&self) -> Result<JsValue, JsValue> {
        object(&self.inner.report())
    }

    /// The report of a finished run: the bytes that the command line prints.
    pub fn report_json(&self) -> String {
        self.inner.report().to_json()
    }

    /// What the page draws and the digest does not cover: heat map, timeline, hot blocks.
    pub fn views(&self) -> JsValue {
        views::object(&self.inner.views())
    }
}

/// The scenario that an object of key = value pairs describes, or every problem with it.
fn checked(scenario: JsValue) -> Result<sim::Scenario, Vec<Problem>> {
    let scenario = scenario.dyn_into::<Object>().map_err(|_| vec![not_an_object()])?;
    let mut pairs: Map<String, Value> = Object::entries(&scenario).iter().map(pair).collect();
    let preset = pairs.shift_remove("preset").map(|name| match name {
        Value::String(name) => name,
        other => other.to_string(),
    });
    sim::Scenario::from_pairs(preset.as_deref(), pairs)
}

/// One of `Object.entries`, by hand: serde's way in would be a tenth of the module.
fn pair(entry: JsValue) -> (String, Value) {
    let entry: Array = entry.unchecked_into();
    let (key, given) = (entry.get(0), entry.get(1));
    let number = || given.as_f64().map(number);
    let value = given.as_string().map(Value::from);
    let value = value.or_else(|| given.as_bool().map(Value::from)).or_else(number);
    (key.as_string().unwrap_or_default(), value.unwrap_or(Value::Null))
}

/// JavaScript has one kind of number; a whole one is an integer here.
fn number(given: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_991.0;
    let whole = given as i64;
    let is_whole = given.abs() <= EXACT && whole as f64 == given;
    if is_whole { Value::from(whole) } else { Value::from(given) }
}

fn not_an_object() -> Problem {
    Problem::new("scenario", Value::Null, "an object of key = value pairs".into())
}

/// A plain JavaScript value: maps are objects, whole numbers are numbers.
fn object<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}
