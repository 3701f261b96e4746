//! Golden playthroughs: a complete game of each variant, as an onlooker and as one player see it.

use crate::program::Litterbox;
use insta::assert_snapshot;
use litterbox::session::playthrough::generate;
use litterbox::session::{SessionOptions, run_text};
use litterbox::variant::Library;
use std::fs;
use std::path::PathBuf;

/// The recorded game of a variant, if it has one: those of the editions with the most different
/// rules do.
fn golden(variant: &str) -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    fs::read_to_string(folder.join(format!("{variant}.session.md"))).ok()
}

#[test]
fn each_variant_plays_as_recorded_and_shows_an_onlooker_no_more_than_a_player() {
    let library = Library::embedded();
    let mut n_recorded = 0;
    for variant in library.variant_ids() {
        let played = generate(&library, variant).unwrap_or_else(|error| panic!("{error}"));
        if let Some(golden) = golden(variant) {
            n_recorded += 1;
            let how = "`litterbox test --playthroughs` shows it, with --accept it is written";
            assert!(golden == played, "{variant} goes another way; {how}");
        }
        let report = run_text(variant, &played, &library, SessionOptions::default()).unwrap();
        assert!(report.passed(), "{variant}: {:?}", report.problems);
        assert_eq!(report.blocks.len(), 2);
        let (_, both) = played.split_once("## As an onlooker").expect("a public account");
        let (public, own) = both.split_once("## As ann").expect("an account of ann's");
        assert!(!public.contains(" Hand: "), "{variant}");
        assert!(own.contains("Hand: "), "{variant}");
        let hidden = |text: &str| text.matches("a card").count();
        assert!(hidden(public) >= hidden(own), "{variant}");
    }
    assert_eq!(n_recorded, 8);
}

#[test]
fn a_playthrough_is_written_and_compared() {
    let mine = r#"{ "name": "Mine", "extends": "classic", "deck": { "nope": 6 } }"#;
    let litterbox = Litterbox::new().with("variants/mine.json", mine);
    let file = "tests/playthroughs/mine.session.md";
    assert_eq!(litterbox.run(&["test", "--playthroughs"]).code, Some(1));
    let ci = litterbox.command(&["test", "--playthroughs", "--accept"]).env("CI", "1").output();
    assert_eq!(ci.unwrap().status.code(), Some(1));
    let ran = litterbox.run(&["test", "--playthroughs", "--accept"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let again = litterbox.run(&["test", "--playthroughs"]);
    assert_eq!((again.code, again.out.as_str()), (Some(0), "1 playthrough: all passed\n"));
    assert_eq!(litterbox.run(&["test"]).code, Some(0));
    let text = litterbox.read(file);
    let litterbox = litterbox.with(file, &text.replace('\n', "\r\n"));
    assert_eq!(litterbox.run(&["test", "--playthroughs"]).code, Some(0));
    for (wrong, shown) in
        [("\u{a0}draws", "  - ann\\u{a0}draws"), (" dr\u{430}ws", "  - ann dr\\u{430}ws")]
    {
        let litterbox = Litterbox::new()
            .with("variants/mine.json", mine)
            .with(file, &text.replacen(" draws", wrong, 1));
        let ran = litterbox.run(&["test", "--playthroughs"]);
        assert!(ran.out.contains(shown), "{shown}: {}", ran.shown());
    }
    let litterbox = litterbox.with(file, &text.replacen("ann", "eve", 1));
    let ran = litterbox.run(&["test", "--playthroughs"]);
    assert!(ran.out.contains("  + It is eve who must answer."), "{}", ran.shown());
    let litterbox = litterbox.with("variants/other.json", mine);
    let ran = litterbox.run(&["test", "--playthroughs"]);
    assert!(ran.talk.contains("1 variant without a recorded game"), "{}", ran.shown());
    let ran = litterbox.run(&["test", "--playthroughs", "other"]);
    let said = "tests/playthroughs/other.session.md: the file does not exist yet";
    assert!(ran.code == Some(1) && ran.out.contains(said), "{}", ran.shown());
    let ran = litterbox.run(&["test", "--playthroughs", "other", "--accept"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    assert_eq!(litterbox.run(&["test", "--playthroughs", "other"]).code, Some(0));
}

/// Classic with a Skip that a rule change makes something else.
fn skipping(script: &str) -> Litterbox {
    let mine = r#"{ "name": "Mine", "extends": "classic", "deck": { "skip": 20 } }"#;
    Litterbox::new().with("variants/mine.json", mine).with("scripts/cards/skip.rhai", script)
}

#[test]
fn a_playthrough_that_breaks_says_what_changed() {
    let file = "tests/playthroughs/mine.session.md";
    let skip = "//! Skip: end your turn.\n\nfn resolve(me) { end_turn(); }\n";
    let before = skipping(skip);
    assert_eq!(before.run(&["test", "--playthroughs", "--accept"]).code, Some(0));
    let golden = before.read(file);
    // A rule does something else.
    let announced = skip.replace("end_turn();", "say(`${me} skips.`); end_turn();");
    let ran = skipping(&announced).with(file, &golden).run(&["test", "--playthroughs"]);
    assert_snapshot!("a_changed_rule", ran.out);
    // An option is gone, and with it an input.
    let none = skip.replace("fn resolve", "fn playable(me) { false }\n\nfn resolve");
    let ran = skipping(&none).with(file, &golden).run(&["test", "--playthroughs"]);
    assert!(ran.out.contains("2 differences: before the first ply"), "{}", ran.shown());
    // The same rules, with a game that the agents do not play.
    let cut = golden.trim_end().trim_end_matches('`').trim_end().lines().collect::<Vec<_>>();
    let at = cut.iter().rposition(|line| line.contains("> ")).expect("an input");
    let shorter = cut[..at].join("\n") + "\n```\n";
    let litterbox = skipping(skip).with(file, &shorter);
    let ran = litterbox.run(&["test", "--playthroughs"]);
    assert!(
        ran.out.contains("the agents choose 1 input differently: first ply "),
        "{}",
        ran.shown()
    );
    assert!(ran.out.contains("\n  - the end\n"), "{}", ran.shown());
    // Accepting says it, too.
    let ran = litterbox.run(&["test", "--playthroughs", "--accept"]);
    assert!(ran.out.contains("the agents choose 1 input differently"), "{}", ran.shown());
    assert_eq!(litterbox.read(file), golden);
}
