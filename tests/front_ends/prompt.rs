//! The highlighting of a line being typed.

use litterbox::internals::{Assistant, ReplyNames, wrap};
use litterbox::shell::Shell;
use litterbox::shell::render::text::line::Line;
use litterbox::variant::Library;
use rustyline::highlight::Highlighter;
use std::cell::RefCell;
use std::rc::Rc;
use unicode_width::UnicodeWidthStr;

fn bench() -> Shell {
    let mut bench = Shell::new(Library::embedded());
    bench.input(":new classic ann bob cat --seed 7");
    bench.input(":table ann: favor skip | bob: nope | cat: skip");
    bench
}

/// The highlighted line with the cursor at a byte offset: `<…>` surrounds each coloured part.
fn shown(line: &str, cursor: usize) -> String {
    let assistant = Assistant::new(Rc::new(RefCell::new(bench())), None);
    marked(&assistant.highlight(line, cursor))
}

/// The text with `<…>` around each coloured part.
fn marked(painted: &str) -> String {
    let mut shown = String::new();
    for part in painted.split("\x1b[") {
        match part.split_once('m') {
            Some(("0", rest)) => shown += &format!(">{rest}"),
            Some((_, "")) => {}
            Some((_, rest)) => shown += &format!("<{rest}"),
            None => shown += part,
        }
    }
    shown
}

#[test]
fn what_can_be_said_now_stands_out_in_an_answer() {
    assert_eq!(shown("play favor bob", 14), "<play> <favor> <bob>");
    assert_eq!(shown("play wombat", 11), "<play> wombat");
    assert_eq!(shown("  dr", 4), "  <dr>");
}

#[test]
fn code_has_its_colours_and_the_bracket_that_belongs_to_the_one_at_the_cursor() {
    assert_eq!(shown("= let n = 12", 12), "<=> <let> n = <12>");
    let line = "= me.hand.some(|c| c == \"(\")";
    let plain = shown(line, 0);
    assert!(plain.contains("<\"(\">") && !plain.contains("<(>"), "{plain}");
    let close = line.len() - 1;
    assert!(shown(line, close).contains("<(>"), "{}", shown(line, close));
    let open = line.find('(').unwrap();
    assert!(shown(line, open).ends_with("<)>"), "{}", shown(line, open));
}

#[test]
fn a_long_line_is_cut_between_words_and_keeps_its_indentation() {
    let error = "error[F0001]: the script `cards/skip.rhai` throws something that nobody expects";
    let deep = format!("{}{error}", " ".repeat(24));
    for columns in [30, 40, 50] {
        for line in [error, deep.as_str()] {
            let lines = wrap(&line.into(), columns);
            assert!(lines.iter().all(|line| line.width() <= columns), "{lines:#?}");
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&lines.join("\n")), words(line), "a word is cut: {lines:#?}");
            let indent = |line: &str| line.len() - line.trim_start().len();
            assert!(lines[1..].iter().all(|more| indent(more) >= indent(&lines[0])), "{lines:#?}");
        }
    }
}

#[test]
fn an_option_is_not_cut_where_the_next_line_has_room_for_it() {
    let options = ["1 play attack", "2 play skip", "3 play rainbow_cat rainbow_cat", "4 draw"];
    let line = Line::of_items("  ", &options.map(str::to_owned)).indented();
    let lines = wrap(&line, 40);
    assert_eq!(
        lines,
        ["    1 play attack   2 play skip", "      3 play rainbow_cat rainbow_cat", "      4 draw"]
    );
    let wide = wrap(
        &"  这是一张没有空格的长长的卡牌说明文字这是一张没有空格的长长的卡牌说明文字".into(),
        30,
    );
    assert!(wide.len() > 2 && wide.iter().all(|line| line.width() <= 30), "{wide:#?}");
}

#[test]
fn players_and_cards_stand_out_in_replies() {
    let bench = bench();
    let names = ReplyNames::of(&bench);
    assert_eq!(
        marks_of(&names, "  bob's See the Future stops ann's Favor: annoying favors"),
        "  <bob>'s <See the Future> stops <ann>'s <Favor>: annoying favors"
    );
    assert_eq!(marks_of(&names, "    1 play favor   2 draw"), "    1 play <favor>   2 draw");
    assert_eq!(marks_of(&ReplyNames::default(), "ann"), "ann");
}

fn marks_of(names: &ReplyNames, line: &str) -> String {
    marked(&names.paint(line))
}
