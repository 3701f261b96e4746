//! The recipes of `scripts/RECIPES.md` are complete, short, and pass their sessions; so do the
//! cards and variants of `tests/composed`.

use litterbox::base::error::{Error, render};
use litterbox::fuzz::{Campaign, FuzzConfig};
use litterbox::lint::{LintTargets, check};
use litterbox::session::{SessionOptions, run_text};
use litterbox::sim::Progress;
use litterbox::variant::Library;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

const GUIDE: &str = include_str!("../../scripts/RECIPES.md");
/// The maximum length of a recipe.
const MOST_LINES: usize = 15;
/// The number of games that each recipe is fuzzed for.
const GAMES: u64 = 96;
/// Not fuzzed yet: the card that is played again may have nobody to ask.
const UNFUZZED: &str = "… a card that plays another card?";

/// A fenced block: its info string and its text.
struct Block<'a> {
    info: &'a str,
    text: String,
}

fn blocks(section: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = section.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let inside = lines.by_ref().take_while(|line| *line != "```");
        let text = inside.flat_map(|line| [line, "\n"]).collect();
        blocks.push(Block { info, text });
    }
    blocks
}

/// The built-in files overlaid with those of a recipe, and the variants of the recipe.
fn library(blocks: &[Block<'_>]) -> (Library, Vec<String>) {
    let mut library = Library::embedded();
    let mut variants = Vec::new();
    for Block { info, text } in blocks {
        if *info == "litterbox" {
            continue;
        }
        let (_, path) = info.split_once(' ').expect("the fence of a file names it");
        let n_lines = text.lines().count();
        assert!(n_lines <= MOST_LINES, "{path} has {n_lines} lines");
        let inner = |top: &str, end: &str| path.strip_prefix(top)?.strip_suffix(end);
        if let Some(name) = inner("scripts/", ".rhai") {
            assert!(library.script(name).is_none(), "{path} takes the place of a shipped file");
            library = library.with_script(name, text);
        } else {
            let id = inner("variants/", ".json").expect("a script or a variant");
            assert!(library.variant(id).is_none(), "{path} takes the place of a shipped file");
            library = library.with_variant(id, text);
            variants.push(id.to_owned());
        }
    }
    (library, variants)
}

/// The errors of a recipe.
fn faults(title: &str, section: &str) -> String {
    let blocks = blocks(section);
    let (library, variants) = library(&blocks);
    assert!(!variants.is_empty(), "{title}: no variant plays it");
    let mut faults = String::new();
    for id in variants {
        let wanted = LintTargets { variants: vec![id], ..LintTargets::default() };
        let found = check(&library, &wanted).found;
        if !found.is_empty() {
            writeln!(faults, "{title}\n{}", render(&found, false)).expect("a text");
        }
    }
    let sessions: Vec<_> = blocks.iter().filter(|block| block.info == "litterbox").collect();
    assert!(!sessions.is_empty(), "{title}: no session shows it");
    for session in sessions {
        let text = format!("```litterbox\n{}```\n", session.text);
        let options = SessionOptions { expects: true, ..SessionOptions::default() };
        match run_text(title, &text, &library, options) {
            Ok(report) => report.problems.iter().for_each(|problem| {
                writeln!(faults, "{problem}").expect("a text");
            }),
            Err(error) => writeln!(faults, "{error}").expect("a text"),
        }
    }
    faults
}

/// The title and the text of each recipe.
fn recipes() -> Vec<(&'static str, &'static str)> {
    GUIDE.split("\n## ").skip(1).filter_map(|section| section.split_once('\n')).collect()
}

/// What a short fuzz of a variant finds.
fn findings(library: &Library, variant: &str) -> String {
    let config = FuzzConfig {
        variant: variant.to_owned(),
        set: Vec::new(),
        players: None,
        seed: 1,
        games: Some(0..GAMES),
        until: None,
        limit: 5_000,
        threads: 1,
        keep_going: true,
        always: Vec::new(),
        given: Vec::new(),
        from_setup: false,
    };
    let campaign = Campaign::new(library, config);
    let campaign = campaign.unwrap_or_else(|errors| panic!("{}", render(&errors, false)));
    let ran = campaign.run::<Vec<Error>>(&Progress::default(), |_, _| Ok(()));
    let ran = ran.unwrap_or_else(|errors| panic!("{}", render(&errors, false)));
    assert_eq!(ran.games, GAMES, "{variant} is fuzzed");
    ran.findings.iter().map(|f| format!("{}: {}\n", f.failure.name, f.failure.message)).collect()
}

#[test]
fn fuzzing_finds_nothing_in_any_recipe_of_the_guide() {
    let mut found = String::new();
    for (title, section) in recipes().into_iter().filter(|(title, _)| *title != UNFUZZED) {
        let (library, variants) = library(&blocks(section));
        for id in variants {
            let findings = findings(&library, &id);
            if !findings.is_empty() {
                writeln!(found, "{title}\n{findings}").expect("a text");
            }
        }
    }
    assert!(found.is_empty(), "{found}");
}

#[test]
fn every_composed_card_does_what_its_session_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/composed");
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let mut n_recipes = 0;
    let mut all = String::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        let recipes = text.split("\n### ").skip(1);
        for (title, section) in recipes.filter_map(|section| section.split_once('\n')) {
            n_recipes += 1;
            all += &faults(title, section);
        }
    }
    assert!(n_recipes > 10);
    assert!(all.is_empty(), "{all}");
}

#[test]
fn every_recipe_of_the_guide_does_what_its_session_says() {
    let recipes = recipes();
    assert_eq!(recipes.len(), 16);
    let faults: String = recipes.iter().map(|(title, section)| faults(title, section)).collect();
    assert!(faults.is_empty(), "{faults}");
}
