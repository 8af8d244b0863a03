//! What figures of a run are worth: the response-time curve of queueing theory.

mod response;

pub use response::{Response, approximation, effective_servers, erlang_c};
