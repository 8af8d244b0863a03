//! The contention model of hotblock.
#![forbid(unsafe_code)]
pub mod segment;
