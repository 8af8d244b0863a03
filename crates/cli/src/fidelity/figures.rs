//! The authors' published figures, as they stand in the embedded table.

/// One published figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The experiment that it belongs to.
    pub experiment: String,
    /// The author's variant.
    pub variant: String,
    /// Where the author read it: a `v$` view, a part of tkprof's output, an AWR section.
    pub view: String,
    /// The event, call, object or setting.
    pub name: String,
    /// What was read.
    pub metric: String,
    /// The published value; none where the author printed no number.
    pub value: Option<f64>,
    /// Its unit.
    pub unit: String,
    /// Whether the model is held against it.
    pub core: bool,
}

const TABLE: &str = include_str!("../../../../tests/fidelity/seed-figures.csv");

/// Every published figure, in the order of the table.
pub fn all() -> Vec<Figure> {
    TABLE.lines().skip(1).map(|line| figure(&fields(line))).collect()
}

fn figure(fields: &[String]) -> Figure {
    let field = |place: usize| fields.get(place).cloned().unwrap_or_default();
    Figure {
        experiment: field(0),
        variant: field(1),
        view: field(2),
        name: field(3),
        metric: field(4),
        value: field(5).parse().ok(),
        unit: field(6),
        core: field(8) == "yes",
    }
}

/// The fields of a line of comma-separated values; quotes keep a comma inside a field.
pub fn fields(line: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => all.push(String::new()),
            _ => all.last_mut().expect("a line has a first field").push(letter),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        let figures = all();
        let core = |name: &str| {
            figures.iter().filter(|figure| figure.core && figure.experiment == name).count()
        };
        assert_eq!(figures.len(), 603);
        let names =
            ["reverse-key", "hash-cluster", "rac-hash-partition", "sched-noage", "cbc-latches"];
        assert_eq!(names.map(core), [63, 42, 101, 33, 8]);
        assert_eq!(fields("a,\"b, c\",d"), ["a", "b, c", "d"]);
    }
}
