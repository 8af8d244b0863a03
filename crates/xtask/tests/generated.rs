//! Generated files are fresh: a stale one is written anew, then the test fails.

use std::fs;
use xtask::{generated, root};

#[test]
fn the_page_of_levers_is_fresh() {
    let path = root().join("docs/LEVERS.md");
    let page = generated::levers_page(&sim::catalogue::json());
    if fs::read_to_string(&path).is_ok_and(|text| text == page) {
        return;
    }
    fs::create_dir_all(root().join("docs")).expect("docs can be made");
    fs::write(&path, page).expect("docs/LEVERS.md can be written");
    panic!("docs/LEVERS.md was stale; it is written anew, so run this again");
}
