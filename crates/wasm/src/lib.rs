//! The bindings of the model for JavaScript.
