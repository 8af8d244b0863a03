//! The house rules, each a pure function from the files of the project to its faults.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The longest file, in lines, its tests included.
pub const FILE_LINES: usize = 500;
/// The longest function, in lines.
pub const FUNCTION_LINES: usize = 70;

/// A file of the project: its path from the root and its text (lossy where it is not text).
pub struct Source {
    /// The path from the root, with slashes.
    pub path: String,
    /// The content; a NUL stays a NUL.
    pub text: String,
}

/// The files that git tracks or would track.
///
/// # Panics
/// Where git cannot be run.
pub fn sources(root: &Path) -> Vec<Source> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .expect("git runs");
    let paths: BTreeSet<_> = String::from_utf8_lossy(&listed.stdout)
        .lines()
        .map(str::to_owned)
        .filter(|path| root.join(path).is_file())
        .collect();
    assert!(!paths.is_empty(), "git lists no files");
    let read = |path: String| {
        let bytes = std::fs::read(root.join(&path)).unwrap_or_default();
        Source { path, text: String::from_utf8_lossy(&bytes).into_owned() }
    };
    paths.into_iter().map(read).collect()
}

impl Source {
    fn ends_with(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.path.ends_with(ending))
    }

    /// True for what people write, as against data, locks and references.
    fn is_code(&self) -> bool {
        self.ends_with(&[".rs", ".js", ".mjs", ".css", ".html", ".py", ".cpp"])
    }
}

/// Files longer than [`FILE_LINES`].
pub fn long_files(sources: &[Source]) -> Vec<String> {
    let code = sources.iter().filter(|source| source.is_code());
    let lines = code.map(|source| (source, source.text.lines().count()));
    lines
        .filter(|(_, count)| *count > FILE_LINES)
        .map(|(source, count)| format!("{}: {count} lines", source.path))
        .collect()
}

/// Functions longer than [`FUNCTION_LINES`], as `path: name`. Formatted code closes a function at
/// the indentation at which it opened, so no parser is needed.
pub fn long_functions(sources: &[Source]) -> Vec<String> {
    let code = sources.iter().filter(|source| source.ends_with(&[".rs", ".js", ".mjs"]));
    code.flat_map(|source| {
        let lines: Vec<_> = source.text.lines().collect();
        let opens = |at: &usize| opens_function(&source.path, lines[*at]);
        let long: Vec<_> = (0..lines.len())
            .filter(opens)
            .filter(|at| function_lines(&lines, *at) > FUNCTION_LINES)
            .map(|at| format!("{}: {}", source.path, lines[at].trim()))
            .collect();
        long
    })
    .collect()
}

fn opens_function(path: &str, line: &str) -> bool {
    let line = line.trim_start();
    if path.ends_with(".rs") {
        let words = line.split_whitespace().take_while(|word| !word.contains('('));
        return words.into_iter().any(|word| word == "fn") && !line.starts_with("//");
    }
    let named = ["function ", "async function ", "export function ", "export async function "];
    named.iter().any(|start| line.starts_with(start)) || opens_method(line)
}

/// True for `name(parameters) {` and its kin, which is how JavaScript opens a method.
fn opens_method(line: &str) -> bool {
    let Some(head) = line.strip_suffix(" {") else { return false };
    let words = ["if", "for", "while", "switch", "catch", "return", "}", "with"];
    let name = head.split(['(', ' ']).next().unwrap_or_default();
    head.ends_with(')') && !words.contains(&name) && !head.contains("=>") && head.contains('(')
}

fn function_lines(lines: &[&str], at: usize) -> usize {
    let indent = lines[at].len() - lines[at].trim_start().len();
    let closes = |line: &&str| -> bool {
        let depth = line.len() - line.trim_start().len();
        depth == indent && (line.trim_start().starts_with('}') || line.trim_end().ends_with(';'))
    };
    if lines[at].trim_end().ends_with(['}', ';']) {
        return 1;
    }
    lines[at + 1..].iter().position(closes).map_or(1, |more| more + 2)
}

/// Compiled artefacts and other binary files that git tracks, pictures and fonts aside.
pub fn artefacts(sources: &[Source]) -> Vec<String> {
    let compiled = [".wasm", ".o", ".so", ".a", ".rlib", ".pyc", ".class", ".exe", ".zip", ".tgz"];
    let pictures = [".png", ".ico", ".woff2", ".jpg"];
    let faulty = |source: &&Source| {
        source.ends_with(&compiled) || (source.text.contains('\0') && !source.ends_with(&pictures))
    };
    sources.iter().filter(faulty).map(|source| source.path.clone()).collect()
}

/// The paths that a document names in backticks and that do not exist. A path has a slash or one
/// of the endings of files, and no blank, wildcard or placeholder.
pub fn absent_paths(root: &Path, document: &str) -> Vec<String> {
    let quoted = document.split('`').skip(1).step_by(2);
    let endings = [".rs", ".mjs", ".js", ".json", ".md", ".toml", ".html", ".css"];
    let is_path = |word: &&str| {
        let shape = word.contains('/') || endings.iter().any(|ending| word.ends_with(ending));
        shape && !word.contains([' ', '*', '<', '{', '(', ':', '@', '='])
    };
    let generated =
        |word: &str| ["dist/", "target", "www/engine"].iter().any(|g| word.starts_with(g));
    let there = |word: &&str| root.join(word.trim_end_matches('/')).exists() || generated(word);
    quoted.filter(is_path).filter(|word| !there(word)).map(str::to_owned).collect()
}

/// Crates of ours that a crate depends on, by its manifest: `[dependencies]` only.
pub fn dependencies(root: &Path, name: &str) -> BTreeSet<String> {
    let manifest = root.join("crates").join(name).join("Cargo.toml");
    let text = std::fs::read_to_string(manifest).expect("each crate has a manifest");
    let section = text.split("[dependencies]").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    let ours = ["des", "sim", "wasm", "hotblock", "xtask"];
    let names = section.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
    names.filter(|name| ours.contains(name)).map(str::to_owned).collect()
}

/// Imports of the page that go against its direction: charts import nothing of ours but charts;
/// views import charts but no other view and no worker.
pub fn page_imports(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.ends_with(&[".js"])) {
        for line in source.text.lines() {
            let Some(module) = imported(line) else { continue };
            if !module.starts_with('.') {
                continue;
            }
            let outside = source.path.starts_with("www/charts/") && !module.starts_with("./");
            let sideways = source.path.starts_with("www/views/")
                && (module.starts_with("./") || module.contains("worker"));
            if outside || sideways {
                faults.push(format!("{}: {}", source.path, line.trim()));
            }
        }
    }
    faults
}

/// The module that a line of JavaScript imports, where it does; a type in a comment is none.
fn imported(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let at = line.find(" from ").map(|at| at + " from ".len());
    let at = match at {
        Some(at) if !line.starts_with(['*', '/']) => at,
        _ => "import ".len(),
    };
    let quoted = line.get(at..)?.strip_prefix(['"', '\''])?;
    let is_import =
        line.starts_with("import ") || line.starts_with('}') || line.starts_with("export ");
    is_import.then(|| quoted.split(['"', '\'']).next()).flatten()
}
