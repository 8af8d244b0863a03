//! What each setting of a sweep comes to, and whether it differs from the one before it.

use super::Row;
use super::significance::{ALPHA, compare};
use std::fmt::Write;

/// A line for each setting: means of L, St, Qt and Rt, the change of Rt from the setting before,
/// and the p-value of that change.
pub fn table(rows: &[Row]) -> String {
    let mut settings: Vec<&str> = Vec::new();
    for row in rows {
        if !settings.contains(&row.setting.as_str()) {
            settings.push(&row.setting);
        }
    }
    let mut text = format!(
        "{:<56} {:>7} {:>10} {:>10} {:>10} {:>10} {:>8} {:>9}  {}\n",
        "Setting", "Samples", "L /ms", "St ms", "Qt ms", "Rt ms", "Rt by %", "P", "Test"
    );
    let mut before: Option<Vec<f64>> = None;
    for setting in settings {
        let mine: Vec<_> = rows.iter().filter(|row| row.setting == setting).collect();
        let column = |at: usize| mine.iter().map(|row| row.figures[at]).collect::<Vec<_>>();
        let mean = |at: usize| column(at).iter().sum::<f64>() / mine.len() as f64;
        let [rate, service, queue, response] = [0, 1, 2, 3].map(mean);
        let _ = write!(
            text,
            "{setting:<56} {:>7} {rate:>10.3} {service:>10.6} {queue:>10.6} {response:>10.6}",
            mine.len()
        );
        let times = column(3);
        if let Some(before) = before.filter(|before| before.len() > 2 && times.len() > 2) {
            let was = before.iter().sum::<f64>() / before.len() as f64;
            let (test, outcome) = compare(&before, &times);
            let verdict = if outcome.p < ALPHA { "differs" } else { "not shown to differ" };
            let change = 100.0 * (response / was - 1.0);
            let _ = write!(text, " {change:>8.2} {:>9.5}  {test}: {verdict}", outcome.p);
        }
        text.push('\n');
        before = Some(times);
    }
    text
}
