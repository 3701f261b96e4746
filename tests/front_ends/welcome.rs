//! The welcome and the position below it, at terminals of any width.

use litterbox::internals::{welcome, wrap};
use litterbox::shell::Shell;
use litterbox::variant::Library;
use unicode_width::UnicodeWidthStr;

/// A line without its styles.
fn plain(line: &str) -> String {
    let mut parts = line.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or(part, |(_, rest)| rest))
}

/// What a new game shows at a terminal of this width.
fn shown(new: &str, columns: usize) -> Vec<String> {
    let mut shell = Shell::new(Library::embedded());
    let reply = shell.typed(new);
    let opening = shell.lines(&reply).to_vec().into_iter();
    let mut lines = welcome::title(columns);
    lines.extend(opening.flat_map(|line| wrap(&line.indented(), columns)));
    lines.extend(welcome::suggestions(&shell, columns, true));
    lines.iter().map(|line| plain(line)).collect()
}

#[test]
fn no_line_breaks_inside_a_word() {
    let words = |lines: &[String]| {
        lines.iter().flat_map(|line| line.split_whitespace()).map(str::to_owned).collect()
    };
    for variant in ["classic", "party_pack", "barking"] {
        let new = format!(":new {variant} bartholomew bob wilhelmina --seed 7");
        let all: Vec<String> = words(&shown(&new, usize::MAX));
        assert!(all.len() > 60, "{all:?}");
        for columns in 20..=200 {
            let lines = shown(&new, columns);
            let too_long = lines.iter().find(|line| line.width() > columns);
            assert_eq!(too_long, None, "at {columns} columns");
            let found: Vec<String> = words(&lines);
            assert_eq!(found, all, "at {columns} columns");
        }
    }
}

#[test]
fn wide_characters_fit() {
    let new = ":new party_pack_zh 安娜 鲍勃 --seed 7";
    let text = |lines: &[String]| lines.concat().replace(' ', "");
    let all = text(&shown(new, usize::MAX));
    assert!(all.contains("安娜"), "{all}");
    for columns in 20..=200 {
        let lines = shown(new, columns);
        assert!(lines.iter().all(|line| line.width() <= columns), "{columns}: {lines:#?}");
        assert_eq!(text(&lines), all, "at {columns} columns");
    }
}
