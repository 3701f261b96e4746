//! `litterbox review`: answers to differences, and inputs that are refused now.

use super::terminal::Terminal;
use crate::program::Litterbox;
use insta::assert_snapshot;

const FILE: &str = "tests/rule.session.md";

/// Two differences, and an input that a rule change has made wrong.
const TEXT: &str = "\
# A rule

```litterbox
> :table classic ann: skip favor | bob: skip | draw: favor shuffle
  ...
ann> play skip
  ann skips
bob> draw
  bob draws
ann> play attack
  ...
bob> skip
  bob gives
```
";

fn author() -> Litterbox {
    Litterbox::new().with(FILE, TEXT)
}

#[test]
fn a_review_goes_back_accepts_a_number_and_edits_an_input() {
    let litterbox = author();
    let ran = litterbox.piped(&["review"], "r\nback\n2\nedit\nplay favor\na\n");
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    assert_snapshot!(ran.shown());
    assert_snapshot!("reviewed_file", litterbox.read(FILE));
    assert_eq!(litterbox.run(&["test"]).code, Some(0));
}

#[test]
fn a_decision_is_written_before_the_next_one() {
    for (answers, n_accepted) in [("a\n", 1), ("a\nb\n", 0), ("2\nb\n", 1), ("r\na\n", 1)] {
        let litterbox = author();
        litterbox.piped(&["review"], answers);
        let text = litterbox.read(FILE);
        let n_left = [text.contains("  ann skips\n"), text.contains("  bob draws\n")];
        let n_left = n_left.into_iter().filter(|is_left| *is_left).count();
        assert_eq!(n_left, 2 - n_accepted, "{answers:?}\n{text}");
    }
}

#[test]
fn an_edit_that_is_refused_asks_again_and_rejected_differences_stay_so() {
    let litterbox = author();
    let ran = litterbox.piped(&["review"], "r\ns\ne\nplay wombat\ne\nann> play favor\nr\n");
    assert_eq!(ran.code, Some(1), "{}", ran.shown());
    let text = litterbox.read(FILE);
    assert_eq!(text, TEXT.replace("play attack", "play favor"), "{}", ran.shown());
    let pending = litterbox.read(&format!("{FILE}.new"));
    assert!(pending.contains("  ann skips\n") && !pending.contains("  bob draws\n"), "{pending}");
    // An empty line leaves the input as it is.
    let litterbox = author();
    litterbox.piped(&["review"], "r\nr\ne\n\nq\n");
    assert_eq!(litterbox.read(FILE), TEXT);
}

#[test]
fn one_key_is_enough_at_a_terminal() {
    let litterbox = author();
    let mut terminal = Terminal::start(litterbox.path(), &["review"]);
    for (count, key) in [("1 of 3", "r"), ("2 of 3", "b"), ("1 of 3", "2\r"), ("3 of 3", "e")] {
        terminal.sees(count);
        terminal.sees("quit? ");
        terminal.keys(key);
    }
    terminal.sees("ann> ");
    terminal.types("play favor");
    terminal.sees("bob> skip");
    terminal.sees("quit? ");
    terminal.keys("a");
    terminal.sees("3 accepted, 1 edited, 0 unchanged");
    terminal.closes();
    assert_eq!(litterbox.run(&["test"]).code, Some(0));
}

#[test]
fn what_is_not_text_is_refused_and_the_question_is_asked_again() {
    let litterbox = author();
    let mut terminal = Terminal::start(litterbox.path(), &["review"]);
    terminal.sees("quit? ");
    terminal.bytes(b"\xff");
    terminal.sees("refused: a line that is not UTF-8 text");
    terminal.sees("quit? ");
    terminal.keys("q");
    terminal.sees("0 accepted, 2 unchanged");
    terminal.closes();
}
