//! Splitting into inputs: continued lines, commands separated by `;`, pasted sessions.

use litterbox::shell::line::{SourcePart, inputs, is_open, parts, split};

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
}

#[test]
fn lines_are_put_together_without_comments() {
    let text = "= {\n  let x = 1; // one\n\n  x /* or\n two */ + 1\n}\ndraw";
    assert_eq!(inputs(text), ["= { let x = 1; x + 1 }", "draw"]);
    assert_eq!(inputs("= [1,"), ["= [1,"]);
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

#[test]
fn semicolons_part_commands_but_not_expressions() {
    assert_eq!(split(":back; draw;; pass ;"), [":back", "draw", "pass"]);
    assert_eq!(
        split("= { let a = 1; a }; = \";\"; draw"),
        ["= { let a = 1; a }", "= \";\"", "draw"]
    );
}

#[test]
fn a_source_is_cut_at_its_texts_and_comments() {
    let found = parts("let a = \"x // y\"; // why");
    let code = |text| (SourcePart::Code, text);
    let (text, comment) = ((SourcePart::Text, "\"x // y\""), (SourcePart::Comment, "// why"));
    assert_eq!(found, [code("let a = "), text, code("; "), comment]);
    assert_eq!(parts("f(`a`)").len(), 3);
    assert_eq!(parts(""), []);
}

#[test]
fn numbers_have_their_noun_in_the_singular_or_plural() {
    use litterbox::error::plural;
    assert_eq!([plural(1, "game"), plural(2, "game")], ["1 game", "2 games"]);
    assert_eq!([plural(0, "ply"), plural(2, "further branch")], ["0 plies", "2 further branches"]);
    assert_eq!(plural(3, "play"), "3 plays");
    let ran = crate::program::Litterbox::new().run(&["sim", "classic", "--games", "1"]);
    assert!(ran.talk.starts_with("1 game in "), "{}", ran.shown());
    assert!(ran.out.starts_with("classic: 1 game, 2 players, "), "{}", ran.shown());
}

#[test]
fn long_lines_are_cut_between_words_and_options_stay_together() {
    use litterbox::internals::wrap;
    use litterbox::shell::out::text::line::Line;
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
