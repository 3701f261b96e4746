//! Every session file passes, both as typed and with a replay from its transcript before each
//! input. Each file is a test: `cargo test favor` runs the sessions of Favor, `cargo test ::edit`
//! those of `:edit`.
//!
//! A new card changes only the sessions about the deck: with `LITTERBOX_TESTS=all` this is tried
//! with all files, otherwise with every eighth.

use litterbox::session::{SessionOptions, run_text};
use litterbox::shell::commands;
use litterbox::shell::input_line::{InputForm, InputLine};
use litterbox::variant::Library;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

/// Runs a session file; returns why it does not hold.
fn failure(
    path: &Path,
    text: &str,
    library: &Library,
    home: Option<&Path>,
    replaying: bool,
) -> Option<String> {
    let options = SessionOptions { replaying, ..SessionOptions::default() };
    let shown = path.display();
    let report = match run_text(&path.to_string_lossy(), text, library, options) {
        Ok(report) => report,
        Err(error) => return Some(format!("{shown}: {error}")),
    };
    let home = home.map(|home| format!("--home {} ", home.display())).unwrap_or_default();
    let problems: Vec<String> = report.problems.iter().map(ToString::to_string).collect();
    if !problems.is_empty() {
        Some(format!("{shown}:\n{}", problems.join("\n")))
    } else if report.differs {
        Some(format!("`litterbox test {home}{shown}` shows what differs"))
    } else if report.blocks.iter().any(|block| block.is_new) {
        Some(format!("`litterbox test {home}--accept {shown}` records it"))
    } else {
        None
    }
}

static LIBRARY: LazyLock<Library> = LazyLock::new(Library::embedded);

// The files are those of the last compilation.
test_each_file::test_each_path! { for ["md"] in "./tests/sessions" as files => holds }
test_each_file::test_each_path! { for ["md"] in "./tests/games" as games => holds }
test_each_file::test_each_path! { for ["md"] in "./tests/homebrew" as homebrew => holds }
test_each_file::test_each_path! { for ["md"] in "./tests/outcomes" as outcomes => holds }
test_each_file::test_each_path! { for ["md"] in "./tests/swaps" as swaps => holds }

/// Fails if a session file does not hold, as typed or replayed. Files in a folder `sessions` of a
/// library of their own are played with it.
fn holds([path]: [&Path; 1]) {
    let path = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("it is below the project");
    let text = fs::read_to_string(path).expect("the file is there");
    let folder = path.ancestors().find(|folder| folder.ends_with("sessions"));
    let home = folder.and_then(Path::parent).filter(|home| *home != Path::new("tests"));
    let opened = home.map(|home| Library::open(Some(home), None).expect("it is a library"));
    let library = opened.as_ref().unwrap_or(&LIBRARY);
    for replaying in [false, true] {
        let failed = failure(path, &text, library, home, replaying);
        assert!(failed.is_none(), "{}", failed.unwrap_or_default());
    }
}

/// The sessions about the deck, which a new card changes, and what of it they show.
const ABOUT_THE_DECK: [(&str, &str); 15] = [
    ("barking/setup", LEFT),
    ("cat_burglar/setup", LEFT),
    ("classic/setup", LEFT),
    ("good_vs_evil/setup", LEFT),
    ("imploding/setup_by_number_of_players", LEFT),
    ("nsfw/setup", LEFT),
    ("party_pack/setup_by_number_of_players", LEFT),
    ("party_pack_zh/setup_and_turn", LEFT),
    ("repl/cards_and_variants", "the lists of all cards and of the sizes of all decks"),
    ("repl/chance", "the order of the deck in which a setup shuffles"),
    ("repl/odds_after_a_deal", "the unknown cards after a deal are those of the deck"),
    ("slap/setup_by_number_of_players", LEFT),
    ("streaking/setup_by_number_of_players", LEFT),
    ("two_player/setup", LEFT),
    ("zombie/setup", LEFT),
];
const LEFT: &str = "the hands that are dealt, and how many cards of the deck are left to draw";

#[test]
fn a_new_card_changes_only_the_sessions_about_the_deck() {
    let windfall =
        "//! Windfall: draw a card; your turn goes on.\n\nfn resolve(me) { me.draw(); }\n";
    let (favor, both) = ("\"favor\": 4,", "\"windfall\": 4, \"favor\": 4,");
    let classic = fs::read_to_string("variants/classic.json").expect("the edition is there");
    assert!(classic.contains(favor), "the deck of classic has another line for {favor}");
    let library = Library::embedded()
        .with_script("cards/windfall", windfall)
        .with_variant("classic", &classic.replacen(favor, both, 1));
    let is_complete = crate::program::is_complete();
    let mut changed = Vec::new();
    for (i, (path, text)) in crate::tidy::files("tests/sessions", ".session.md").iter().enumerate()
    {
        let path = path.to_string_lossy().replace('\\', "/");
        let name = path.trim_start_matches("tests/sessions/").trim_end_matches(".session.md");
        let is_listed = ABOUT_THE_DECK.iter().any(|(listed, _)| *listed == name);
        if (is_complete || is_listed || i.is_multiple_of(8))
            && failure(Path::new(&path), text, &library, None, false).is_some()
        {
            changed.push(name.to_owned());
        }
    }
    changed.sort();
    assert_eq!(changed, ABOUT_THE_DECK.map(|(name, _)| name), "begin the blocks with `:table`");
}

#[test]
fn every_session_file_is_a_test() {
    let tests = std::env::current_exe().expect("this program has a file");
    let list = Command::new(tests).args(["sessions::", "--list"]).output();
    let list = list.expect("it lists its tests").stdout;
    let list = String::from_utf8_lossy(&list);
    let modules = ["files", "games", "homebrew", "outcomes", "swaps"];
    let modules = modules.map(|module| format!("end_to_end::sessions::{module}::"));
    let is_file = |line: &&str| modules.iter().any(|module| line.starts_with(module));
    let n_tests = list.lines().filter(is_file).count();
    let folders = ["sessions", "games", "homebrew", "outcomes", "swaps"];
    let files = folders.map(|folder| crate::tidy::files(&format!("tests/{folder}"), ".session.md"));
    let n_files = files.concat().len();
    assert_eq!(n_tests, n_files, "`touch tests/end_to_end/sessions.rs` finds new session files");
}

#[test]
fn every_command_is_tried_in_a_session_of_the_workbench() {
    let mut untried: Vec<&str> = commands::all().map(|command| command.name).collect();
    for file in fs::read_dir("tests/sessions/repl").expect("there are sessions") {
        let text = fs::read_to_string(file.expect("a file").path()).expect("it can be read");
        let inputs = text.lines().filter_map(|line| line.split_once("> ")).map(|(_, input)| input);
        for input in inputs {
            let tried = input.strip_prefix(":refuse ").unwrap_or(input);
            let tried = match InputLine::parse(tried).form {
                InputForm::Command(command, _) => command.name,
                _ => "",
            };
            let is_refused = input.starts_with(":refuse ");
            untried.retain(|name| tried != *name);
            untried.retain(|name| !is_refused || *name != "refuse");
        }
    }
    assert!(untried.is_empty(), "no session in tests/sessions/repl has {untried:?}");
}
