//! The engine for JavaScript: `crates/wasm` compiled, bound and optimised into `www/engine`.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";

/// The arguments of wasm-opt. The features are those that rustc uses for wasm32, by name: with
/// `--all-features` it writes modules that Node 20 refuses.
const WASM_OPT: [&str; 9] = [
    "-O3",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--strip-producers",
];

/// Builds `www/engine/hotblock{.js,.d.ts,_bg.wasm,_bg.wasm.d.ts}`; does nothing where the compiled
/// module is the one that was bound last.
///
/// # Errors
/// Where a compiler or wasm-opt is missing or fails.
pub fn build(root: &Path) -> Result<()> {
    let compiled = fs::read(compile(root)?)?;
    let engine = root.join("www/engine");
    let last = root.join("target/engine");
    let stamp = [&compiled[..], WASM_OPT.join(" ").as_bytes()].concat();
    let unchanged = fs::read(last.join("stamp")).is_ok_and(|bytes| bytes == stamp);
    if unchanged && engine.join("hotblock_bg.wasm").exists() {
        return Ok(());
    }
    bind(compiled, &last)?;
    let optimised = last.join("hotblock_opt.wasm");
    optimise(root, &last.join("hotblock_bg.wasm"), &optimised)?;
    fs::create_dir_all(&engine)?;
    for name in ["hotblock.js", "hotblock.d.ts", "hotblock_bg.wasm.d.ts"] {
        fs::copy(last.join(name), engine.join(name))?;
    }
    let bytes = fs::copy(&optimised, engine.join("hotblock_bg.wasm"))?;
    fs::write(last.join("stamp"), stamp)?;
    println!("engine: www/engine/hotblock_bg.wasm, {bytes} bytes");
    Ok(())
}

/// Compiles `crates/wasm` by the route that HOTBLOCK_WASM_ROUTE names, `rustup` unless set; returns
/// the path of the module.
fn compile(root: &Path) -> Result<PathBuf> {
    let route = std::env::var("HOTBLOCK_WASM_ROUTE").unwrap_or_default();
    let mut cargo = Command::new("cargo");
    // RUSTC and its like are set for xtask itself by `cargo run`; the build below starts afresh.
    cargo.current_dir(root).args(["build", "--quiet", "--locked", "--package", "wasm"]);
    cargo.args(["--profile", "wasm", "--target", TARGET]);
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags());
    let folder = match route.as_str() {
        "" | "rustup" => root.join("target"),
        "debian" => {
            // Debian's compiler has no std for wasm, so std is built too; its artefacts would not
            // mix with those of another compiler.
            cargo.args(["-Zbuild-std=std,panic_abort"]);
            cargo.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
            cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "/usr/bin/wasm-ld-22");
            root.join("target-debian")
        }
        other => bail!("HOTBLOCK_WASM_ROUTE is {other:?}: it may be rustup or debian"),
    };
    cargo.arg("--target-dir").arg(&folder);
    let status = cargo.status().context("cargo cannot be run")?;
    if !status.success() {
        bail!("crates/wasm does not compile for {TARGET}");
    }
    Ok(folder.join(TARGET).join("wasm/wasm.wasm"))
}

/// rustc's flags for the module. A lower inline threshold takes 1 % off its size and nothing that
/// can be measured off its speed; the paths of crates in panic messages are cut to the crate's name,
/// as the home of the person who built it is nobody's business.
fn flags() -> String {
    let home = std::env::var("HOME").unwrap_or_default();
    let cargo = std::env::var("CARGO_HOME").unwrap_or_else(|_| format!("{home}/.cargo"));
    let sources = fs::read_dir(format!("{cargo}/registry/src")).into_iter().flatten();
    let remap =
        |folder: fs::DirEntry| format!(" --remap-path-prefix={}/=", folder.path().display());
    let remaps: String = sources.flatten().map(remap).collect();
    format!("-Cllvm-args=--inline-threshold=80{remaps}")
}

fn bind(compiled: Vec<u8>, out: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_bytes("hotblock", compiled);
    // Without the default module path, `init()` of the published package would find no module.
    bindgen.web(true)?.typescript(true).omit_default_module_path(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(out).context("wasm-bindgen")
}

/// Runs wasm-opt as npm's binaryen ships it: in JavaScript, by Node.
fn optimise(root: &Path, input: &Path, output: &Path) -> Result<()> {
    let script = root.join("node_modules/binaryen/bin/wasm-opt");
    let status = Command::new("node")
        .arg(script)
        .args(WASM_OPT)
        .arg(input)
        .arg("-o")
        .arg(output)
        .status()
        .context("node cannot be run")?;
    if !status.success() {
        bail!("wasm-opt failed");
    }
    Ok(())
}
