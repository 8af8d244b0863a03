//! The documents that are generated from the catalogue.

use serde_json::Value;
use std::fmt::Write;

/// docs/LEVERS.md: every lever, preset, wait event and statistic of the catalogue.
pub fn levers_page(catalogue: &Value) -> String {
    let mut page = String::from(
        "# Levers\n\nGenerated from the catalogue by a test; do not edit. A scenario is key = value \
         pairs: `hotblock run PRESET --set key=value`, a link, or the page's controls.\n",
    );
    let levers = rows(catalogue, "levers");
    let mut groups: Vec<&str> = levers.iter().map(|lever| text(lever, "group")).collect();
    groups.dedup();
    for group in groups {
        let _ = write!(page, "\n## {group}\n\n| key | default | values | what it does |\n");
        page.push_str("|---|---|---|---|\n");
        for lever in levers.iter().filter(|lever| text(lever, "group") == group) {
            page.push_str(&lever_row(lever));
        }
    }
    page.push_str("\n## Presets\n\n| preset | what it is | differs from the defaults by |\n");
    page.push_str("|---|---|---|\n");
    for preset in rows(catalogue, "presets") {
        let (key, sentence) = (text(preset, "key"), text(preset, "sentence"));
        let pairs = preset["scenario"].as_object().into_iter().flatten();
        let pairs: Vec<_> = pairs
            .filter(|(key, _)| *key != "preset")
            .map(|(key, value)| format!("`{key}={}`", plain(value)))
            .collect();
        let _ = writeln!(page, "| `{key}` | {} | {} |", cell(sentence), pairs.join(" "));
    }
    page.push_str("\n## Wait events\n\n| event | class | P1, P2, P3 | what it waits for |\n");
    page.push_str("|---|---|---|---|\n");
    for event in rows(catalogue, "events") {
        let parameters: Vec<_> = ["p1", "p2", "p3"].map(|name| text(event, name)).to_vec();
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} |",
            text(event, "name"),
            text(event, "class"),
            parameters.join(", "),
            cell(text(event, "sentence"))
        );
    }
    page.push_str("\n## Statistics\n\n| statistic | what it counts |\n|---|---|\n");
    for statistic in rows(catalogue, "statistics") {
        let _ = writeln!(
            page,
            "| {} | {} |",
            text(statistic, "name"),
            cell(text(statistic, "sentence"))
        );
    }
    page
}

fn lever_row(lever: &Value) -> String {
    let unit = match text(lever, "unit") {
        "" => String::new(),
        unit => format!(" {unit}"),
    };
    let values = match text(lever, "kind") {
        "choice" => {
            let choices = rows(lever, "choices");
            choices
                .iter()
                .map(|choice| format!("`{}`", plain(choice)))
                .collect::<Vec<_>>()
                .join(", ")
        }
        "bool" => "`true`, `false`".into(),
        _ => format!("{} to {}{unit}", plain(&lever["min"]), plain(&lever["max"])),
    };
    let parameter = match text(lever, "oracle") {
        "" => String::new(),
        name => format!(" Oracle: `{name}`."),
    };
    let price = match text(lever, "price") {
        "" => String::new(),
        sentence => format!(" Price: {sentence}"),
    };
    let needs = match text(lever, "needs") {
        "" => String::new(),
        condition => format!(" Needs `{}`.", condition.replace(" and ", "` and `")),
    };
    format!(
        "| `{}` | `{}` | {values} | {}{}{parameter}{needs} |\n",
        text(lever, "key"),
        plain(&lever["default"]),
        cell(text(lever, "sentence")),
        cell(&price),
    )
}

fn rows<'a>(of: &'a Value, name: &str) -> &'a [Value] {
    of[name].as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(of: &'a Value, name: &str) -> &'a str {
    of[name].as_str().unwrap_or_default()
}

/// A value without the quotes of JSON; a choice may be an object with a name.
fn plain(value: &Value) -> String {
    let named = ["key", "name", "value"].iter().find_map(|name| value.get(name)?.as_str());
    match named.or(value.as_str()) {
        Some(text) => text.into(),
        None => value.to_string(),
    }
}

/// A cell of a Markdown table: a bar would end it.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
