//! What a line being typed looks like.

use litterbox::repl::helper::Assistant;
use litterbox::shell::Shell;
use litterbox::variant::Library;
use rustyline::highlight::Highlighter;
use std::cell::RefCell;
use std::rc::Rc;

/// The line in colours, the cursor at a byte: `<…>` stands around each part that has one.
fn shown(line: &str, cursor: usize) -> String {
    let mut bench = Shell::new(Library::embedded());
    bench.input(":new classic ann bob cat --seed 7");
    bench.input(":table ann: favor skip | bob: nope | cat: skip");
    let assistant = Assistant::new(Rc::new(RefCell::new(bench)));
    let painted = assistant.highlight(line, cursor).into_owned();
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
