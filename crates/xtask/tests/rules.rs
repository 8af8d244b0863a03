//! The house rules hold. Each fault names its file.

use std::collections::BTreeSet;
use xtask::root;
use xtask::rules::{self, Source};

fn none(faults: &[String], rule: &str) {
    assert!(faults.is_empty(), "{rule}:\n{}", faults.join("\n"));
}

fn source(path: &str, text: &str) -> Source {
    Source { path: path.into(), text: text.into() }
}

#[test]
fn files_are_short() {
    none(&rules::long_files(&rules::sources(&root())), "files of 500 lines at most");
}

/// A ratchet: a function that is too long today may stand here until it is cut; none may be added.
const LONG_FUNCTIONS: [&str; 0] = [];

#[test]
fn functions_are_short() {
    let found = rules::long_functions(&rules::sources(&root()));
    let new = found.iter().filter(|name| !LONG_FUNCTIONS.contains(&name.as_str()));
    none(&new.cloned().collect::<Vec<_>>(), "functions of 70 lines at most");
    let gone = LONG_FUNCTIONS.iter().filter(|name| !found.iter().any(|other| other == *name));
    none(&gone.map(|name| (*name).to_owned()).collect::<Vec<_>>(), "take these off the ratchet");
}

#[test]
fn a_long_function_is_found_in_both_languages() {
    let body = "    x;\n".repeat(80);
    let rust = source("a.rs", &format!("pub async fn long(\n    a: u8,\n) -> u8 {{\n{body}}}\n"));
    let script = source("a.mjs", &format!("class A {{\n  long(a) {{\n{body}  }}\n}}\n"));
    let short = source("b.rs", &format!("fn one() {{ x }}\nmod m {{\n{body}}}\n"));
    let found = rules::long_functions(&[rust, script, short]);
    assert_eq!(found, ["a.rs: pub async fn long(", "a.mjs: long(a) {"]);
}

#[test]
fn nothing_compiled_is_committed() {
    none(&rules::artefacts(&rules::sources(&root())), "compiled or binary files");
}

#[test]
fn the_documents_name_only_paths_that_exist() {
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"] {
        let text = std::fs::read_to_string(root().join(document)).expect(document);
        none(&rules::absent_paths(&root(), &text), document);
    }
}

#[test]
fn an_absent_path_is_found() {
    let text = "see `crates/nowhere/` and `crates/des`, run `npm test`, `a/<name>.rs`";
    assert_eq!(rules::absent_paths(&root(), text), ["crates/nowhere/"]);
}

#[test]
fn dependencies_run_one_way() {
    let of = |name: &str| rules::dependencies(&root(), name);
    let may = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(of("des"), may(&[]));
    assert_eq!(of("sim"), may(&["des"]));
    assert_eq!(of("wasm"), may(&["sim"]));
    assert_eq!(of("cli"), may(&["sim"]));
    assert_eq!(of("xtask"), may(&["sim"]));
}

#[test]
fn the_page_imports_one_way() {
    none(&rules::page_imports(&rules::sources(&root())), "www/charts and www/views");
    let chart =
        source("www/charts/a.js", "import { b } from \"../store.js\";\nimport \"d3-scale\";");
    let view =
        source("www/views/a.js", "import { c } from \"./b.js\";\nimport \"../charts/c.js\";");
    assert_eq!(rules::page_imports(&[chart, view]).len(), 2);
}

#[test]
fn the_model_forbids_unsafe_code() {
    for name in ["des", "sim"] {
        let path = root().join("crates").join(name).join("src/lib.rs");
        let text = std::fs::read_to_string(path).expect("each crate has a lib.rs");
        assert!(text.contains("#![forbid(unsafe_code)]"), "{name}");
    }
}
