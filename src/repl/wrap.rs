//! Long lines at a narrow terminal.

use unicode_width::UnicodeWidthStr;

/// What stands between two options of a line: they are kept together where there is room.
const GAP: &str = "   ";

/// The lines that a line is shown as where there are so many columns: cut between words, what
/// follows indented further than its beginning.
#[must_use]
pub fn wrap(line: &str, columns: usize) -> Vec<String> {
    let text = line.trim_start();
    let indent = &line[..line.len() - text.len()];
    let more = indent.width() + 2;
    if line.width() <= columns || columns < more + 16 {
        return vec![line.to_owned()];
    }
    let fits = |line: &str| line.width() <= columns || line.trim_start().contains(GAP);
    let gap = if text.contains(GAP) { GAP } else { " " };
    let mut lines = Vec::new();
    let mut shown = indent.to_owned();
    for part in text.split(gap).filter(|part| !part.is_empty()) {
        let is_begun = !shown.trim().is_empty();
        if is_begun && shown.width() + gap.len() + part.width() > columns {
            lines.push(std::mem::replace(&mut shown, " ".repeat(more)));
        } else if is_begun {
            shown.push_str(gap);
        }
        shown.push_str(part);
    }
    lines.push(shown);
    if gap == " " {
        return lines;
    }
    // An option that is too long by itself is cut as well.
    let cut = |line: String| if fits(&line) { vec![line] } else { wrap(&line, columns) };
    lines.into_iter().flat_map(cut).collect()
}
