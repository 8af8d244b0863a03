//! A lever is one row, and the row is the field of the struct that its mechanism runs on.

use serde_json::{Value, json};

/// What a lever takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number within bounds, both included.
    Integer {
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
    },
    /// A number within bounds, both included.
    Number {
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// One lever of the catalogue.
#[derive(Debug)]
pub struct Lever {
    /// The published key, such as `index.reverse`.
    pub key: &'static str,
    /// The heading under which the page and the manual show it.
    pub group: &'static str,
    /// What the control is called.
    pub label: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// The value where neither preset nor person says otherwise.
    pub default: fn() -> Value,
    /// The unit of the value, or nothing.
    pub unit: &'static str,
    /// What moving it does, in one sentence.
    pub sentence: &'static str,
    /// What it costs, in one sentence, for the levers that are cures.
    pub price: Option<&'static str>,
    /// Oracle's parameter or clause of that meaning.
    pub oracle: Option<&'static str>,
    /// Whether it is one of the large switches on the page.
    pub headline: bool,
    /// For a choice that is a large switch: the word that it switches to.
    pub cure: Option<&'static str>,
    /// Where the lever has an effect: `key = word` or `key > number`, several joined by ` and `;
    /// empty is everywhere. Elsewhere moving it changes nothing.
    pub needs: &'static str,
}

/// Why a value was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The values that are allowed, as words.
    pub allowed: String,
}

impl Lever {
    /// The row as the page and the manual read it.
    pub fn json(&self) -> Value {
        let mut row = json!({
            "key": self.key, "group": self.group, "label": self.label,
            "default": (self.default)(), "unit": self.unit, "sentence": self.sentence,
        });
        match self.kind {
            Kind::Bool => row["kind"] = json!("bool"),
            Kind::Integer { min, max } => {
                row["kind"] = json!("integer");
                row["min"] = json!(min);
                row["max"] = json!(max);
            }
            Kind::Number { min, max } => {
                row["kind"] = json!("number");
                row["min"] = json!(min);
                row["max"] = json!(max);
            }
            Kind::Choice(words) => {
                row["kind"] = json!("choice");
                row["choices"] = json!(words);
            }
        }
        if let Some(price) = self.price {
            row["price"] = json!(price);
        }
        if let Some(oracle) = self.oracle {
            row["oracle"] = json!(oracle);
        }
        if self.headline {
            row["headline"] = json!(true);
        }
        if let Some(cure) = self.cure {
            row["cure"] = json!(cure);
        }
        if !self.needs.is_empty() {
            row["needs"] = json!(self.needs);
        }
        row
    }

    /// The values that are allowed, as words: `a whole number from 1 to 64 cores`.
    pub fn allowed(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        match self.kind {
            Kind::Bool => "true or false".into(),
            Kind::Integer { min, max } => format!("a whole number from {min} to {max}{unit}"),
            // As JSON: the standard library's way to print floats is 6 KB more of wasm.
            Kind::Number { min, max } => {
                format!("a number from {} to {}{unit}", Value::from(min), Value::from(max))
            }
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
        }
    }

    /// The value in its own type, out of JSON; flags and whole numbers may be text.
    pub fn check(&self, given: &Value) -> Result<Value, Fault> {
        let text = given.as_str();
        let accepted = match self.kind {
            Kind::Bool => {
                given.as_bool().or_else(|| text.and_then(|t| t.parse().ok())).map(Value::from)
            }
            Kind::Integer { min, max } => {
                integer(given, text).filter(|n| (min..=max).contains(n)).map(Value::from)
            }
            Kind::Number { min, max } => {
                given.as_f64().filter(|x| (min..=max).contains(x)).map(Value::from)
            }
            Kind::Choice(words) => text.filter(|t| words.contains(t)).map(Value::from),
        };
        accepted.ok_or_else(|| Fault { allowed: self.allowed() })
    }
}

/// A whole number written as such, or as a float without a fraction (JavaScript's only kind).
fn integer(given: &Value, text: Option<&str>) -> Option<u64> {
    let exact = |x: f64| ((0.0..=9e15).contains(&x) && x == libm::trunc(x)).then_some(x as u64);
    given.as_u64().or_else(|| given.as_f64().and_then(exact)).or_else(|| text?.parse().ok())
}

/// A type that a lever's field may have.
pub trait LeverValue: Copy {
    /// The value as JSON.
    fn to_json(self) -> Value;
    /// The value out of JSON that [`Lever::check`] has let through.
    fn from_json(value: &Value) -> Self;
}

impl LeverValue for bool {
    fn to_json(self) -> Value {
        self.into()
    }
    fn from_json(value: &Value) -> Self {
        value.as_bool().expect("checked by the lever")
    }
}

impl LeverValue for u64 {
    fn to_json(self) -> Value {
        self.into()
    }
    fn from_json(value: &Value) -> Self {
        value.as_u64().expect("checked by the lever")
    }
}

impl LeverValue for u32 {
    fn to_json(self) -> Value {
        self.into()
    }
    fn from_json(value: &Value) -> Self {
        let n = value.as_u64().expect("checked by the lever");
        u32::try_from(n).expect("the lever's bounds lie within u32")
    }
}

impl LeverValue for f64 {
    fn to_json(self) -> Value {
        self.into()
    }
    fn from_json(value: &Value) -> Self {
        value.as_f64().expect("checked by the lever")
    }
}

/// An enum whose variants are the words of a lever; made by [`choices!`].
pub trait Choice: Copy + Sized + 'static {
    /// The words, in the order in which they are shown.
    const WORDS: &'static [&'static str];
}

/// The levers of one mechanism; made by [`levers!`].
pub trait Levers: Default {
    /// What every row needs to have an effect, as in [`Lever::needs`].
    const NEEDED: &'static str;
    /// The rows, in the order in which they are shown.
    const ROWS: &'static [Lever];
    /// Sets the field of the row's key to a value that the row has let through.
    fn set(&mut self, key: &str, value: &Value);
    /// Every key with its present value, in the order of the rows.
    fn pairs(&self) -> Vec<(&'static str, Value)>;
}

/// Makes an enum and the words by which a lever names its variants.
macro_rules! choices {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }
        impl $crate::catalogue::Choice for $name {
            const WORDS: &'static [&'static str] = &[$($word),+];
        }
        impl $crate::catalogue::LeverValue for $name {
            fn to_json(self) -> serde_json::Value {
                match self { $(Self::$variant => $word.into()),+ }
            }
            fn from_json(value: &serde_json::Value) -> Self {
                match value.as_str() {
                    $(Some($word) => Self::$variant,)+
                    _ => unreachable!("checked by the lever"),
                }
            }
        }
    };
}

/// Makes the struct that a mechanism runs on and, from the same rows, its part of the catalogue.
///
/// A row is `field: Type = default, Kind, "unit", "Label", "Sentence."` and any of `price "…"`,
/// `oracle "…"`, `headline true`, `cure "…"`, `needs "…"`; a `;` ends it. What all rows need stands
/// before them.
macro_rules! levers {
    ($(#[$doc:meta])*
     pub struct $name:ident($prefix:literal, $group:literal $(, needs $all:literal)?) {
        $($field:ident: $type:ty = $default:expr, $kind:expr, $unit:literal, $label:literal,
          $sentence:literal $(, $extra:ident $value:expr)*;)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name { $(#[doc = $sentence] pub $field: $type),+ }
        impl Default for $name {
            fn default() -> Self { Self { $($field: $default),+ } }
        }
        impl $crate::catalogue::Levers for $name {
            const NEEDED: &'static str = concat!($($all)?);
            const ROWS: &'static [$crate::catalogue::Lever] = &[$({
                #[allow(unused_mut, reason = "most rows carry no extras")]
                let mut row = $crate::catalogue::Lever {
                    key: concat!($prefix, stringify!($field)),
                    group: $group, label: $label, kind: $kind, unit: $unit, sentence: $sentence,
                    default: || $crate::catalogue::LeverValue::to_json({ let v: $type = $default; v }),
                    price: None, oracle: None, headline: false, cure: None,
                    needs: <Self as $crate::catalogue::Levers>::NEEDED,
                };
                $(levers!(@extra row $extra $value);)*
                row
            }),+];
            fn set(&mut self, key: &str, value: &serde_json::Value) {
                match key {
                    $(concat!($prefix, stringify!($field)) =>
                        self.$field = $crate::catalogue::LeverValue::from_json(value),)+
                    _ => unreachable!("no row of this mechanism: {key}"),
                }
            }
            fn pairs(&self) -> Vec<(&'static str, serde_json::Value)> {
                vec![$((concat!($prefix, stringify!($field)),
                        $crate::catalogue::LeverValue::to_json(self.$field))),+]
            }
        }
    };
    (@extra $row:ident price $value:expr) => { $row.price = Some($value) };
    (@extra $row:ident oracle $value:expr) => { $row.oracle = Some($value) };
    (@extra $row:ident needs $value:expr) => { $row.needs = $value };
    (@extra $row:ident headline $value:expr) => { $row.headline = $value };
    (@extra $row:ident cure $value:expr) => { ($row.cure, $row.headline) = (Some($value), true) };
}

pub(crate) use choices;
pub(crate) use levers;
