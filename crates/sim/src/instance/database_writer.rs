//! The database writer: writes dirty buffers in batches, for sessions that want buffers and for
//! logs that are to be used again.

use crate::catalogue::Event;
use crate::ledger::Wait;
use crate::session::Session;
use des::Span;

/// The life of the database writer.
///
/// A checkpoint that nobody waits for goes on at its own rate; one that holds up a log switch, and
/// the write list, go on as fast as the disk does.
pub async fn write_blocks(me: Session) {
    me.cpu().begin(me.pid).await;
    let cache = &me.instance.cache;
    loop {
        let batch = cache.take_batch();
        if batch.is_empty() {
            checkpoint_is_done(&me);
            cache.writer.rest(&me).await;
            continue;
        }
        me.run(Span::from_micros_f64(cache.levers.writer_us) * batch.len() as u64).await;
        let object = me.instance.redo.object;
        let wait = Wait { event: Event::DbFileParallelWrite, object, block: None, holder: None };
        me.wait_for(wait, me.instance.disk.write(me.now(), batch.len())).await;
        cache.written(&me, &batch);
        me.instance.redo.data_files_advanced(&me);
        me.settle().await;
        if cache.is_at_leisure() {
            let pause = batch.len() as f64 / cache.levers.checkpoint_blocks_s;
            cache.writer.rest_for(&me, Span::from_micros_f64(pause * 1e6)).await;
        }
    }
}

fn checkpoint_is_done(me: &Session) {
    me.instance.cache.checkpoint.set(None);
    me.instance.redo.data_files_advanced(me);
}

impl super::BufferCache {
    /// Whether nobody waits for the writer.
    fn is_at_leisure(&self) -> bool {
        let urgent = self.checkpoint.get().is_some_and(|(_, urgent)| urgent);
        !urgent && self.nobody_wants_buffers()
    }
}
