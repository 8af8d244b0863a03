//! The columns behind the page's pictures, as JavaScript wants them: plain objects whose long
//! columns are typed arrays.

use js_sys::{Array, Float32Array, Object, Reflect, Uint32Array};
use sim::Views;
use sim::report::{Band, Heat, HotBlock, Timeline};
use wasm_bindgen::prelude::*;

/// `{ heatmap, timeline, hot_blocks }`.
pub fn object(views: &Views) -> JsValue {
    members([
        ("heatmap", heatmap(&views.heat)),
        ("timeline", timeline(&views.timeline)),
        ("hot_blocks", list(&views.hot_blocks, hot_block)),
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
