//! The output: Markdown tables, so that rows can be copied into the README.

/// What a figure should be.
#[derive(Clone, Copy)]
pub enum Target {
    Most(f64),
    Least(f64),
}

pub fn heading(title: &str, columns: &[&str]) {
    println!("\n### {title}\n");
    row(columns);
    row(&vec!["---"; columns.len()]);
}

pub fn row<T: AsRef<str>>(cells: &[T]) {
    let cells: Vec<_> = cells.iter().map(AsRef::as_ref).collect();
    println!("| {} |", cells.join(" | "));
}

/// A figure beside its target.
pub fn figure(name: &str, value: f64, unit: &str, target: Target) {
    let (wanted, is_met) = match target {
        Target::Most(most) => (format!("at most {most}"), value <= most),
        Target::Least(least) => (format!("at least {least}"), value >= least),
    };
    let missed = if is_met { "" } else { " MISSED" };
    row(&[name.to_owned(), format!("{value:.2}{unit}"), format!("{wanted}{missed}")]);
}

/// A whole number with separators: `19,500`.
pub fn whole(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A ratio: `6.8×`; empty if there is none.
pub fn times(ratio: Option<f64>) -> String {
    ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}×"))
}
