//! Splitting into inputs: continued lines, commands separated by `;`, pasted sessions.

use litterbox::internals::{highlight, partner};
use litterbox::session::{SessionOptions, run_text};
use litterbox::shell::Shell;
use litterbox::shell::line::{inputs, is_open, split};
use litterbox::transcript::Transcript;
use litterbox::variant::Library;
use proptest::{prop_assert, prop_assert_eq, proptest};

#[test]
fn open_brackets_wait_for_more() {
    assert!(is_open("= [1, 2,"));
    assert!(is_open("ann> = if turn() == ann {"));
    assert!(is_open("= /* why"));
    assert!(is_open("= `two\nlines"));
    assert!(!is_open("= \"(\""));
    assert!(!is_open("= 1 // ("));
    assert!(!is_open("= `two\nlines`"));
    assert!(!is_open("= /* why */ 1"));
    assert!(!is_open("= \"\\\\\" + \"(\""));
    assert!(!is_open("play favor (bob"));
    assert!(is_open("= /* a /* b */"), "comments can be nested");
    assert!(!is_open("= /* a /* b */ ; */ 1"));
    assert!(is_open("= \"one \\"), "a string goes on after `\\` at the end of a line");
    assert!(!is_open("= \"one \\\n two\""));
    assert!(!is_open("= #\"x\"(\"#"), "a raw string has no escapes");
    assert!(is_open("= `${ f("));
    assert!(is_open("= `a\n${ f(\n1) } b\nc"));
    assert!(!is_open("= `a\n${ f(\n1) } b\nc`"));
    assert!(is_open("= ##\"a\n\"#"), "a raw string ends with as many signs as it begins with");
    assert!(!is_open("= ##\"a\n\"##"));
    assert!(is_open("= /* a\n/* */\n1"));
}

#[test]
fn lines_are_put_together_without_comments() {
    let text = "= {\n  let x = 1; // one\n\n  x /* or\n two */ + 1\n}\ndraw";
    assert_eq!(inputs(text), ["= { let x = 1; x + 1 }", "draw"]);
    assert_eq!(inputs("= [1,"), ["= [1,"]);
}

/// Reading each line again from the beginning of its input would take hours.
#[test]
fn an_input_of_very_many_lines_is_read_once() {
    let lines = "1,\n".repeat(300_000);
    let found = inputs(&format!("= [\n{lines}1]\ndraw"));
    assert_eq!(found, [format!("= [\n{lines}1]"), "draw".to_owned()]);
    assert_eq!(inputs("= [\n1,\n1]"), ["= [ 1, 1]"]);
}

#[test]
fn a_semicolon_of_a_text_or_an_expression_separates_nothing() {
    for whole in [
        ":expect shown ann a; b",
        ":expect not fault a; b",
        ":refuse play nope because a; b",
        "> :refuse play nope because a; b",
        "= let x = 1; x + 1",
        "= if true { 1; 2 }",
        ":edit 2 = if true { 1; 2 }",
        ":agent bob exec:sh -c 'cat; true'",
        ":define fn two() { 1; 2 }",
    ] {
        assert_eq!(split(whole), [whole]);
        assert_eq!(split(&format!("draw; {whole}")), ["draw", whole]);
    }
    assert_eq!(split("ann> draw; bob> draw ;; :back"), ["ann> draw", "bob> draw", ":back"]);
    assert_eq!(
        split(":expect turn bob; :expect fault a; b"),
        [":expect turn bob", ":expect fault a; b"]
    );
    assert_eq!(split("it's; draw"), ["it's", "draw"]);
    let help = Shell::new(Library::embedded()).input(":help").text();
    let example =
        help.lines().find_map(|line| line.strip_prefix("`;` separates inputs, ")).unwrap();
    let (_, example) = example.strip_suffix('.').and_then(|line| line.split_once(": ")).unwrap();
    assert_eq!(split(example), [example]);
}

#[test]
fn a_pasted_session_is_its_inputs() {
    let text = "> :new classic\n  ann begins\n  \n# why\nann> draw\n  ann draws\n";
    assert_eq!(inputs(text), ["> :new classic", "ann> draw"]);
    assert_eq!(inputs("  draw\n  pass\n"), ["  draw", "  pass"]);
}

#[test]
fn of_a_session_file_only_the_blocks_count() {
    let text =
        "# Title\nprose\n```litterbox\n> :back\n  back\n```\nmore\n```litterbox\n> draw\n```";
    assert_eq!(inputs(text), ["> :back", "> draw"]);
}

/// Some editors begin a file with a byte order mark.
#[test]
fn a_byte_order_mark_is_no_part_of_a_line() {
    assert_eq!(inputs("\u{feff}draw\n\u{feff}# why\npass"), ["draw", "pass"]);
    let session = "\u{feff}```litterbox\n> :table ann: skip | bob: -\n```\n";
    assert_eq!(inputs(session), ["> :table ann: skip | bob: -"]);
    let library = Library::embedded();
    let report = run_text("marked", session, &library, SessionOptions::default()).unwrap();
    assert!(
        report.problems.is_empty() && report.printed().starts_with(session.lines().next().unwrap())
    );
    assert!(Transcript::is_saved("\u{feff}{\"litterbox\":3}"));
}

#[test]
fn semicolons_part_commands_but_not_expressions() {
    assert_eq!(split(":back; draw;; pass ;"), [":back", "draw", "pass"]);
    assert_eq!(
        split("= { let a = 1; a }; = \";\"; draw"),
        ["= { let a = 1; a }", "= \";\"", "draw"]
    );
    assert_eq!(split("= #\"x\";y\"#; draw"), ["= #\"x\";y\"#", "draw"]);
    assert_eq!(split("= /* a /* b */ ; */ 1; draw"), ["= /* a /* b */ ; */ 1", "draw"]);
    assert_eq!(split("= `${f(\";\"); 1}`; draw"), ["= `${f(\";\"); 1}`", "draw"]);
}

#[test]
fn typed_code_is_highlighted_by_its_tokens() {
    let shown = |code| highlight(code).replace('\u{1b}', "");
    assert_eq!(shown("a + 1"), "a + [33m1[0m");
    assert_eq!(shown("if true { x }"), "[1mif[0m [1mtrue[0m { x }");
    assert_eq!(shown("\"x // y\"; // if"), "[33m\"x // y\"[0m; [90m// if[0m");
    assert_eq!(
        shown("`a ${f(\"}\")} b` /* /* */ 1 */"),
        "[33m`a ${f(\"}\")} b`[0m [90m/* /* */ 1 */[0m"
    );
    assert_eq!(shown("\"open"), "[33m\"open[0m");
}

proptest! {
    #[test]
    fn any_text_is_split_and_highlighted_without_a_loss(
        text in r#"([a-z"'`/*$#{}()\[\];\\ \n]|\$\{|/\*|é){0,24}"#
    ) {
        let plain = anstream::adapter::strip_str(&highlight(&text)).to_string();
        prop_assert_eq!(plain, text.clone());
        let _ = partner(&text, text.len() / 2);
        let line = format!("= {}", text.replace('\n', " "));
        let parts = split(&line);
        prop_assert!(parts.concat().len() <= line.len());
    }
}

#[test]
fn the_bracket_that_matches_is_found_outside_of_texts_and_comments() {
    assert_eq!(partner("f(\")\", [1 /* ) */])", 1), Some(18));
    assert_eq!(partner("f(\")\", [1 /* ) */])", 19), Some(1));
    assert_eq!(partner("#{ a: 1 }", 2), Some(8));
    assert_eq!(partner("`${f(1)}` )", 5), None);
}

#[test]
fn numbers_have_their_noun_in_the_singular_or_plural() {
    use litterbox::base::error::plural;
    assert_eq!([plural(1, "game"), plural(2, "game")], ["1 game", "2 games"]);
    assert_eq!([plural(0, "ply"), plural(2, "further branch")], ["0 plies", "2 further branches"]);
    assert_eq!(plural(3, "play"), "3 plays");
    let ran = crate::program::Litterbox::new().run(&["sim", "classic", "--games", "1"]);
    assert!(ran.talk.starts_with("1 game in "), "{}", ran.shown());
    assert!(ran.out.starts_with("classic: 1 game, 2 players\n"), "{}", ran.shown());
}

#[test]
fn long_lines_are_cut_between_words_and_options_stay_together() {
    use litterbox::internals::wrap;
    use litterbox::shell::render::text::line::Line;
    let line = "  ann's turn. Hand: defuse nope attack favor";
    let cut = ["  ann's turn. Hand:", "    defuse nope attack", "    favor"];
    assert_eq!(wrap(&line.into(), 24), cut);
    assert_eq!(wrap(&line.into(), 80), [line]);
    let options = ["1 play attack", "2 play favor", "3 draw"].map(str::to_owned);
    let options = Line::of_items("    ", &options);
    assert_eq!(options.text, "    1 play attack   2 play favor   3 draw");
    let cut = ["    1 play attack", "      2 play favor", "      3 draw"];
    assert_eq!(wrap(&options, 22), cut);
    let cut = ["    1 play attack   2 play favor", "      3 draw"];
    assert_eq!(wrap(&options, 36), cut);
    // Only items stay together, not whatever has three spaces around it.
    let table = "    1 play attack   2 play favor   3 draw".into();
    assert_eq!(wrap(&table, 22), ["    1 play attack   2", "      play favor   3", "      draw"]);
}
