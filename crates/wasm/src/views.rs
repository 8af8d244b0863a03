//! The columns behind the page's pictures, as JavaScript wants them: plain objects whose long
//! columns are typed arrays.

use js_sys::{Array, Float32Array, Float64Array, Object, Reflect, Uint8Array, Uint32Array};
use sim::Views;
use sim::report::{Band, ChainRow, Cores, Heat, HotBlock, HotLatch, LatchPicture, Timeline};
use wasm_bindgen::prelude::*;

/// `{ heatmap, timeline, hot_blocks, chains, cores, latches }`; no `latches` but for look-ups.
pub fn object(views: &Views) -> JsValue {
    members([
        ("heatmap", heatmap(&views.heat)),
        ("timeline", timeline(&views.timeline)),
        ("hot_blocks", list(&views.hot_blocks, hot_block)),
        ("chains", list(&views.chains, chain)),
        ("cores", cores(&views.cores)),
        ("latches", views.latches.as_ref().map_or(JsValue::UNDEFINED, latches)),
    ])
}

fn heatmap(heat: &Heat) -> JsValue {
    let files: Vec<_> = heat.hottest.iter().map(|address| address.file).collect();
    let blocks: Vec<_> = heat.hottest.iter().map(|address| address.block).collect();
    members([
        ("segments", list(&heat.bands, band)),
        ("columns", number(heat.columns)),
        ("rows", number(heat.rows)),
        ("column_s", heat.column_s.into()),
        ("waits", Uint32Array::from(&heat.waits[..]).into()),
        ("touches", Uint32Array::from(&heat.touches[..]).into()),
        ("hottest_file", Uint32Array::from(&files[..]).into()),
        ("hottest_block", Uint32Array::from(&blocks[..]).into()),
    ])
}

fn band(band: &Band) -> JsValue {
    members([
        ("name", band.name.as_str().into()),
        ("type", band.kind.into()),
        ("first_row", number(band.first_row)),
        ("rows", number(band.rows)),
        ("blocks", number(band.blocks)),
    ])
}

fn timeline(timeline: &Timeline) -> JsValue {
    members([
        ("step_s", timeline.step_s.into()),
        ("classes", list(&timeline.classes, |class| (*class).into())),
        ("values", Float32Array::from(&timeline.values[..]).into()),
        ("steps", number(timeline.steps)),
        ("cores", timeline.cores.into()),
    ])
}

fn cores(cores: &Cores) -> JsValue {
    let column = |of: fn(&(u32, u32, f64, f64)) -> f64| -> JsValue {
        Float64Array::from(&cores.lost.iter().map(of).collect::<Vec<_>>()[..]).into()
    };
    members([
        ("cores", cores.cores.into()),
        ("from_s", cores.from_s.into()),
        ("slice_s", cores.slice_s.into()),
        ("slices", number(cores.slices)),
        ("doing", Uint8Array::from(&cores.doing[..]).into()),
        ("pids", Uint32Array::from(&cores.pids[..]).into()),
        ("priorities", Uint32Array::from(&cores.priorities[..]).into()),
        ("lost_pid", column(|lost| lost.0.into())),
        ("lost_priority", column(|lost| lost.1.into())),
        ("lost_from_s", column(|lost| lost.2)),
        ("lost_to_s", column(|lost| lost.3)),
        ("step_s", cores.step_s.into()),
        ("load", Float32Array::from(&cores.load[..]).into()),
        ("spinning", Float32Array::from(&cores.spinning[..]).into()),
    ])
}

fn latches(picture: &LatchPicture) -> JsValue {
    members([
        ("chains", (picture.chains as f64).into()),
        ("latches", (picture.latches as f64).into()),
        ("blocks", picture.blocks.into()),
        ("hottest", list(&picture.hottest, hot_latch)),
    ])
}

fn hot_latch(latch: &HotLatch) -> JsValue {
    let chain = |chain: &(u32, u32, u32)| {
        members([
            ("chain", chain.0.into()),
            ("headers", chain.1.into()),
            ("hottest_block", chain.2.into()),
        ])
    };
    members([
        ("number", latch.number.into()),
        ("gets", (latch.figures.gets as f64).into()),
        ("misses", (latch.figures.misses as f64).into()),
        ("spin_gets", (latch.figures.spin_gets as f64).into()),
        ("sleeps", (latch.figures.sleeps as f64).into()),
        ("wait_s", latch.figures.wait_time.as_secs_f64().into()),
        ("covers", (latch.covers as f64).into()),
        ("chains", list(&latch.chains, chain)),
    ])
}

fn chain(chain: &ChainRow) -> JsValue {
    members([
        ("event", chain.event.into()),
        ("waits", (chain.waits as f64).into()),
        ("total_s", chain.total_s.into()),
        ("max_s", chain.max_s.into()),
        ("path", list(&chain.path, |step| step.as_str().into())),
    ])
}

fn hot_block(hot: &HotBlock) -> JsValue {
    members([
        ("segment", hot.segment.as_str().into()),
        ("type", hot.kind.into()),
        ("file", hot.address.file.into()),
        ("block", hot.address.block.into()),
        ("waits", (hot.waits as f64).into()),
        ("total_s", hot.total_s.into()),
        ("max_s", hot.max_s.into()),
    ])
}

fn members<const N: usize>(pairs: [(&str, JsValue); N]) -> JsValue {
    let object = Object::new();
    for (name, value) in pairs {
        Reflect::set(&object, &name.into(), &value).expect("a plain object takes any member");
    }
    object.into()
}

fn list<T>(items: &[T], each: impl Fn(&T) -> JsValue) -> JsValue {
    items.iter().map(each).collect::<Array>().into()
}

fn number(count: usize) -> JsValue {
    (count as f64).into()
}
