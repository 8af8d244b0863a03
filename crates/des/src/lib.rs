//! A deterministic discrete-event kernel.
#![forbid(unsafe_code)]
