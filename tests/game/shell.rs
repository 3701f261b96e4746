//! Shell features beyond session files: file access, reloading, faults, completion.

use crate::program::Litterbox;
use litterbox::disk::Typed;
use litterbox::kernel::Prompt;
use litterbox::session::{SessionOptions, run_text};
use litterbox::shell::commands;
use litterbox::shell::trust::FileAccess;
use litterbox::shell::{Shell, Status};
use litterbox::transcript::{Transcript, replay};
use litterbox::variant::Library;
use std::cell::RefCell;
use std::fs;
use std::rc::Rc;
use std::sync::Arc;

const FAVOR_ON_ANN: [&str; 3] = [
    ":new classic ann bob cat --seed 1",
    ":table ann: favor skip | bob: nope shuffle | cat: attack | draw: tacocat beard_cat nope",
    "play favor bob",
];

/// Types lines and returns the last reply.
fn typed(shell: &mut Shell, lines: &[&str]) -> String {
    let mut said = String::new();
    for line in lines {
        let reply = shell.typed(line);
        assert_eq!(reply.status, Status::Done, "{line}: {}", reply.text());
        said = reply.text();
    }
    said
}

fn shell() -> Shell {
    let mut shell = Shell::new(Library::embedded());
    shell.trust.files = FileAccess::session(Arc::new(Typed));
    shell
}

/// A shell whose files can change while it runs.
fn editable() -> (Shell, Rc<RefCell<Library>>) {
    let files = Rc::new(RefCell::new(Library::embedded()));
    let source = files.clone();
    let shell = Shell::new(Library::embedded());
    (shell.with_source(Rc::new(move || Ok(source.borrow().clone()))), files)
}

fn edit(files: &RefCell<Library>, name: &str, text: &str) {
    let edited = files.borrow().clone().with_script(name, text);
    files.replace(edited);
}

#[test]
fn a_fault_changes_nothing_and_is_gone_once_the_script_is_mended() {
    let (mut shell, files) = editable();
    let good = files.borrow().script("cards/favor").expect("favor is shipped").text;
    typed(&mut shell, &FAVOR_ON_ANN);
    edit(&files, "cards/favor", &good.replace("take_chosen", "take_chosn"));
    insta::assert_snapshot!(shell.input(":reload").text());
    let fault = shell.input("pass");
    assert_eq!(fault.status, Status::Fault);
    insta::assert_snapshot!(fault.text());
    typed(
        &mut shell,
        &[":expect fault take_chosn", ":expect decision bob", ":expect hand ann skip"],
    );
    edit(&files, "cards/favor", &good);
    typed(&mut shell, &[":reload", "pass", "shuffle", ":expect hand ann skip shuffle"]);
    assert_eq!(shell.input(":expect fault").status, Status::Failed);
}

/// A Skip with lines that emit no event, the last of which fails if two players have no cards.
const QUIET_SKIP: &str = "fn resolve(me) {
    end_turn();
    let quiet = 1;
    let none = players().filter(|player| player.hand.is_empty);
    if none.len > 1 { none[quiet + 1].hand; }
}";

#[test]
fn a_breakpoint_on_a_line_without_an_event_is_reported_with_its_line() {
    let (mut shell, files) = editable();
    edit(&files, "cards/skip", QUIET_SKIP);
    typed(&mut shell, &[":new classic ann bob --seed 1", ":table ann: skip | bob: nope favor"]);
    typed(&mut shell, &[":break line skip:3", ":break line skip:4"]);
    typed(&mut shell, &["play skip"]);
    insta::assert_snapshot!(typed(&mut shell, &["pass", ":continue"]));
}

#[test]
fn breakpoints_before_a_fault_are_reported_and_stay() {
    let (mut shell, files) = editable();
    edit(&files, "cards/skip", QUIET_SKIP);
    typed(&mut shell, &[":new classic ann bob --seed 1", ":table ann: skip | bob: -"]);
    let set = typed(&mut shell, &[":break line skip:3", ":break line skip:4", ":breaks"]);
    let fault = shell.input("play skip");
    assert_eq!(fault.status, Status::Fault);
    insta::assert_snapshot!(fault.text());
    assert_eq!(typed(&mut shell, &[":breaks"]), set);
    typed(&mut shell, &[":reload"]);
    assert_eq!(typed(&mut shell, &[":breaks"]), set);
}

#[test]
fn reloading_keeps_the_position_and_shows_the_first_divergence() {
    let (mut shell, files) = editable();
    typed(&mut shell, &FAVOR_ON_ANN);
    typed(&mut shell, &["pass", "shuffle", "play skip", ":back"]);
    insta::assert_snapshot!("reload_same", typed(&mut shell, &[":reload"]));
    edit(
        &files,
        "cards/favor",
        "//! Favor: two cards.\nfn announce(me) { me.choose_player(\"Ask whom?\", others(me)) }\nfn resolve(me, victim) { me.draw_cards(2); }\n",
    );
    insta::assert_snapshot!("reload_other_way", typed(&mut shell, &[":reload"]));
}

#[test]
fn the_text_of_an_option_may_contain_a_star() {
    let (mut shell, files) = editable();
    let script = "//! Attack.\nfn resolve(me) { me.choose(\"How much?\", [\"2*3\", \"*\"]); }\n";
    edit(&files, "cards/attack", script);
    let table = ":table ann: attack | bob: - | draw: skip favor";
    typed(&mut shell, &[":new classic ann bob --seed 7", ":reload", table, "play attack"]);
    typed(&mut shell, &[":expect options 2*3, *", "2*3", ":expect turn ann"]);
}

#[test]
fn reloading_at_a_breakpoint_stays_there() {
    let (mut shell, files) = editable();
    let table = ":table ann: attack | bob: skip | draw: skip favor";
    typed(&mut shell, &[":new classic ann bob --seed 7", table, ":break card attack"]);
    typed(&mut shell, &["play attack", ":expect turn ann"]);
    edit(&files, "cards/attack", "//! Attack.\nfn resolve(me) { end_turn(); me.draw(); }\n");
    typed(&mut shell, &[":reload", ":expect turn ann", ":expect hand ann attack"]);
    typed(&mut shell, &[":continue", ":expect turn bob", ":expect hand ann skip"]);
}

#[test]
fn scripts_that_do_not_compile_leave_the_game_as_it_is() {
    let (mut shell, files) = editable();
    typed(&mut shell, &FAVOR_ON_ANN);
    edit(&files, "cards/favor", "fn announce(me) { me.choose_player( }");
    let reply = shell.input(":reload");
    assert_eq!(reply.status, Status::Refused);
    assert!(reply.text().contains("cards/favor.rhai:1"), "{}", reply.text());
    typed(&mut shell, &[":expect decision bob", "nope", ":expect turn ann"]);
}

#[test]
fn a_saved_game_is_loaded_with_its_whole_line() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let file = folder.path().join("game.jsonl").display().to_string();
    let mut first = shell();
    typed(&mut first, &FAVOR_ON_ANN);
    typed(
        &mut first,
        &[":autopass off", "pass", "pass", "shuffle", "= me.draw_cards(1)", ":back 2"],
    );
    typed(&mut first, &[&format!(":save {file}")]);
    let mut second = shell();
    typed(&mut second, &[&format!(":load {file}"), ":expect hand ann skip", ":forward 2"]);
    typed(&mut second, &[":expect hand ann skip shuffle tacocat", ":back 2"]);
    typed(&mut second, &[":expect decision bob", ":goto 0", ":expect count draw 30"]);

    let saved = fs::read_to_string(&file).expect("the game was saved");
    let transcript =
        Transcript::from_saved("saved.jsonl", &saved).expect("a saved game can be read");
    assert_eq!(transcript.to_json_lines(), saved);
    let (game, divergence) = replay(&transcript, &Library::embedded()).expect("it can be replayed");
    assert_eq!(divergence, None);
    assert!(!game.is_over());
}

#[test]
fn a_replay_names_the_first_ply_that_differs() {
    let mut shell = shell();
    typed(&mut shell, &FAVOR_ON_ANN);
    typed(&mut shell, &["pass", "shuffle", "play skip"]);
    let debugger = shell.debugger().expect("there is a game");
    let mut transcript = debugger.transcript(true);
    transcript.records[2].hash = "0".into();
    let (_, divergence) = replay(&transcript, &Library::embedded()).expect("it can be replayed");
    assert_eq!(divergence.map(|divergence| divergence.ply), Some(3));
}

#[test]
fn a_saved_game_that_is_broken_says_where() {
    let broken =
        "{\"litterbox\":3,\"variant\":\"classic\",\"names\":[\"a\",\"b\"],\"seed\":1}\n{\"typed\"";
    let error = Transcript::from_saved("saved.jsonl", broken).expect_err("it is broken");
    assert!(error.message.starts_with("line 2 of the saved game"), "{}", error.message);
    for format in [1, 99] {
        let other = broken.replace(":3", &format!(":{format}"));
        let error =
            Transcript::from_saved("saved.jsonl", &other).expect_err("it is of another format");
        let said = format!("expected format 3, found {format}: load it in ");
        assert!(error.message.contains(&said), "{}", error.message);
    }
}

#[test]
fn what_is_wrong_in_a_saved_game_is_shown_with_its_place() {
    let header = |other: &str| {
        let names = format!("\"names\":[\"ann\",\"{other}\"]");
        format!("{{\"litterbox\":3,\"variant\":\"classic\",{names},\"seed\":1}}\n")
    };
    let litterbox = Litterbox::new().with("twice.jsonl", &header("ann"));
    let litterbox = litterbox.with("typed.jsonl", &(header("bob") + "{\"typed\":5}\n"));
    for (file, what, place) in [
        ("twice.jsonl", "a saved game is wrong: the name `ann` is taken\n", "1:1\n"),
        ("typed.jsonl", "invalid type: integer `5`, expected a string\n", "2:10\n"),
    ] {
        let load = format!(":load {file}");
        let page = ["replay", file, "--out", "page.html"];
        for command in [&["repl", "-c", &load][..], &["repl", file, "-c", ":view"], &page] {
            let said = litterbox.run(command).shown();
            let place = format!(" --> {file}:{place}");
            assert!(said.contains(what) && said.contains(&place), "{command:?}: {said}");
        }
    }
}

#[test]
fn a_record_is_a_session_that_holds() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let file = folder.path().join("played.session.md").display().to_string();
    let (mut shell, files) = editable();
    shell.trust.files = FileAccess::session(Arc::new(Typed));
    typed(&mut shell, &FAVOR_ON_ANN);
    for line in ["wombat", ":expect turn cat", "?favor", ":why", "pass"] {
        shell.input(line);
    }
    typed(&mut shell, &[&format!(":record {file}"), "shuffle", ":back", ":forward"]);
    typed(&mut shell, &[":new board_game --seed 3", "draw", "= set(\"side\", 1)"]);
    let text = fs::read_to_string(&file).expect("the session was written");
    insta::assert_snapshot!(text);
    let report = run_text("played", &text, &files.borrow(), SessionOptions::default());
    let report = report.expect("a record is a session file");
    assert!(report.problems.is_empty() && !report.differs, "{:?}", report.problems);
}

#[test]
fn an_edit_by_the_number_of_an_option_is_recorded_in_words() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let file = folder.path().join("edited.session.md").display().to_string();
    let mut shell = shell();
    typed(&mut shell, &[":new classic ann bob --seed 7", ":table ann: skip shuffle | bob: -"]);
    typed(&mut shell, &["play skip", &format!(":record {file}"), ":edit 2 2"]);
    let text = fs::read_to_string(&file).expect("the session was written");
    assert!(text.contains("bob> :edit 2 play shuffle"), "{text}");
}

#[test]
fn a_loaded_game_is_recorded_as_if_it_had_been_typed() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let game = folder.path().join("game.jsonl").display().to_string();
    let file = folder.path().join("loaded.session.md").display().to_string();
    let mut first = shell();
    typed(&mut first, &FAVOR_ON_ANN);
    typed(&mut first, &["pass", ":autopass off", "shuffle", "play skip", "pass"]);
    typed(&mut first, &[&format!(":save {game}")]);
    let mut second = shell();
    typed(&mut second, &[&format!(":load {game}"), &format!(":record {file}"), "pass"]);
    let text = fs::read_to_string(&file).expect("the session was written");
    assert!(text.contains("bob> shuffle") && text.contains(":autopass off"), "{text}");
    let report = run_text("loaded", &text, &Library::embedded(), SessionOptions::default());
    let report = report.expect("a record is a session file");
    assert!(report.problems.is_empty() && !report.differs, "{:?}", report.problems);
}

#[test]
fn a_record_keeps_what_was_before_a_loaded_game() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let game = folder.path().join("game.jsonl").display().to_string();
    let file = folder.path().join("both.session.md").display().to_string();
    let mut shell = shell();
    typed(&mut shell, &FAVOR_ON_ANN);
    typed(&mut shell, &[&format!(":record {file}"), "pass", ":expect turn ann"]);
    typed(&mut shell, &[&format!(":save {game}"), &format!(":load {game}"), "shuffle"]);
    let text = fs::read_to_string(&file).expect("the session was written");
    assert_eq!(text.matches(":expect turn ann").count(), 1, "{text}");
    assert_eq!((text.matches("> :new ").count(), text.matches("> shuffle").count()), (2, 1));
    let report = run_text("both", &text, &Library::embedded(), SessionOptions::default());
    let report = report.expect("a record is a session file");
    assert!(report.problems.is_empty() && !report.differs, "{:?}", report.problems);
}

#[test]
fn a_reload_tells_which_scripts_are_as_tried() {
    let (mut shell, files) = editable();
    typed(&mut shell, &FAVOR_ON_ANN);
    typed(&mut shell, &[":try skip { fn resolve(me) { end_turn(); me.next.draw(); } }"]);
    edit(&files, "cards/skip", "fn resolve(me) { end_turn(); }");
    let said = typed(&mut shell, &[":reload"]);
    let warning =
        "cards/skip.rhai is as `:try` has it, not as in its file: `:try skip` restores it";
    assert!(said.contains(warning), "{said}");
    let said = typed(&mut shell, &[":try skip", ":reload"]);
    assert!(!said.contains("`:try`"), "{said}");
}

#[test]
fn the_position_that_is_printed_lays_itself_out_again() {
    let mut shell = shell();
    typed(&mut shell, &[":new board_game ann bob cat --seed 5", "draw", "draw"]);
    let asked = typed(&mut shell, &[":table"]);
    assert!(asked.contains("\nnot written: the play under way and its question"), "{asked}");
    typed(&mut shell, &["move"]);
    let printed = typed(&mut shell, &[":table"]);
    let lines: Vec<&str> = printed.lines().collect();
    typed(&mut shell, &[":new board_game ann bob cat --seed 6"]);
    typed(&mut shell, &lines);
    assert_eq!(typed(&mut shell, &[":table"]), printed);
}

#[test]
fn every_position_is_printed_as_what_lays_it_out_again() {
    for id in crate::harness::variants() {
        for seed in 0..6 {
            let mut shell = shell();
            typed(&mut shell, &[&format!(":new {id} --seed {seed}")]);
            typed(&mut shell, &[&format!(":auto {}", 7 * seed)]);
            let is_turn = |shell: &Shell| {
                let debugger = shell.debugger().expect("there is a game");
                debugger.game.decision().is_some_and(|decision| decision.prompt == Prompt::Turn)
            };
            while !is_turn(&shell) && shell.input(":back").status == Status::Done {}
            // A game may begin with a window.
            if !is_turn(&shell) {
                continue;
            }
            let printed = typed(&mut shell, &[":table"]);
            let lines: Vec<&str> = printed.lines().collect();
            let mut other = super::shell::shell();
            typed(&mut other, &[&format!(":new {id} --seed {}", seed + 1)]);
            typed(&mut other, &lines);
            assert_eq!(typed(&mut other, &[":table"]), printed);
            let view = typed(&mut shell, &[":view"]);
            assert_eq!(typed(&mut other, &[":view"]), view, "{id}, seed {seed}");
            let options = |shell: &Shell| {
                let debugger = shell.debugger().expect("there is a game");
                debugger.game.decision().map(|decision| debugger.notation().options(decision))
            };
            assert_eq!(options(&other), options(&shell), "{id}, seed {seed}");
        }
    }
}

#[test]
fn completion_offers_what_is_possible_now() {
    let mut shell = shell();
    typed(&mut shell, &FAVOR_ON_ANN);
    let texts = |shell: &Shell, line: &str| {
        let found = shell.complete(line);
        found.into_iter().map(|completion| completion.text).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(texts(&shell, ""), "nope pass");
    assert_eq!(texts(&shell, "n"), "nope");
    typed(&mut shell, &["nope", ":table ann: favor skip | bob: shuffle | cat: attack"]);
    assert_eq!(texts(&shell, ""), "play skip play favor draw");
    assert_eq!(texts(&shell, "play "), "skip favor");
    assert_eq!(texts(&shell, "play favor "), "bob cat");
    assert_eq!(texts(&shell, ":ex"), ":expect");
    assert_eq!(texts(&shell, ":expect dir"), "direction");
    assert_eq!(texts(&shell, ":new sla"), "slap slapstick");
    assert_eq!(texts(&shell, "= me.choose_pl"), "me.choose_player");
    assert_eq!(texts(&shell, "?see"), "?see_the_future");
    assert_eq!(texts(&shell, ":table ann: fav"), "favor");
    typed(&mut shell, &[":mark here", "play skip", ":back", "draw"]);
    assert_eq!(texts(&shell, ":goto "), "here old1 start end");
    assert_eq!(texts(&shell, ":edit 5 pl"), "play skip play favor");
    assert_eq!(texts(&shell, ":edit 5 play "), "skip favor");
    assert_eq!(texts(&shell, ":break "), "card on line function if");
    assert_eq!(texts(&shell, ":break on sh"), "shuffle");
    assert_eq!(texts(&shell, ":break line fav"), "favor:");
    assert_eq!(texts(&shell, ":watch hand b"), "bob");
    assert_eq!(texts(&shell, ":why cat."), "cat.owed");
}

#[test]
fn files_are_out_of_reach_where_they_are_not_allowed() {
    let mut shell = Shell::new(Library::embedded());
    typed(&mut shell, &FAVOR_ON_ANN);
    for line in [":save x", ":load x", ":record x"] {
        assert_eq!(shell.input(line).status, Status::Refused);
    }
}

#[test]
fn a_saved_game_keeps_its_branches_and_marks() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let file = folder.path().join("game.jsonl").display().to_string();
    let mut first = shell();
    typed(&mut first, &FAVOR_ON_ANN);
    typed(&mut first, &[":mark asked", "pass", "shuffle", ":goto asked", "nope", ":branch aside"]);
    typed(&mut first, &["play skip", ":goto main", ":back"]);
    let branches = typed(&mut first, &[":branches"]);
    let timeline = typed(&mut first, &[":timeline"]);
    let said = typed(&mut first, &[&format!(":save {file}")]);
    assert!(said.starts_with("6 plies, 3 branches and 1 mark saved in "), "{said}");

    let mut second = shell();
    typed(&mut second, &[&format!(":load {file}")]);
    assert_eq!(typed(&mut second, &[":branches"]), branches);
    assert_eq!(typed(&mut second, &[":timeline"]), timeline);
    typed(&mut second, &[":goto old1", ":expect hand ann skip shuffle"]);
    typed(&mut second, &[":goto aside", ":expect discard skip ...", ":goto asked"]);
    typed(&mut second, &[":expect decision bob"]);

    let saved = fs::read_to_string(&file).expect("the game was saved");
    let transcript =
        Transcript::from_saved("saved.jsonl", &saved).expect("a saved game can be read");
    assert_eq!(transcript.to_json_lines(), saved);
    assert_eq!(transcript.line().len(), 3);
    let beyond = saved.replace("\"asked\":2", "\"asked\":99");
    let error = Transcript::from_saved("saved.jsonl", &beyond).expect_err("there is no such ply");
    assert!(error.message.contains("there is no ply 99"), "{}", error.message);
}

#[test]
fn reloading_plays_every_branch_anew() {
    let (mut shell, files) = editable();
    let good = files.borrow().script("cards/favor").expect("favor is shipped").text;
    typed(&mut shell, &FAVOR_ON_ANN);
    typed(&mut shell, &[":mark asked", "pass", "shuffle", ":goto asked", "nope"]);
    edit(
        &files,
        "cards/favor",
        &good.replace("me.take_chosen(", "me.draw_cards(2); // (").replace("; }", ";\n}"),
    );
    let said = typed(&mut shell, &[":reload"]);
    assert!(said.contains("`shuffle` is impossible now"), "{said}");
    typed(
        &mut shell,
        &[":expect turn ann", ":goto old1", ":expect hand ann skip tacocat beard_cat"],
    );
    typed(&mut shell, &[":goto main"]);
    edit(&files, "cards/favor", &good);
    typed(&mut shell, &[":reload", ":goto old1", ":expect hand ann skip shuffle"]);
    typed(&mut shell, &[":goto asked", ":expect decision bob"]);
}

#[test]
fn each_command_is_explained() {
    let lines = commands::all().map(|command| format!(":help {}\n", command.name));
    let ran = Litterbox::new().piped(&["repl", "--keep-going"], &lines.collect::<String>());
    let forms: Vec<&str> = ran.out.lines().filter_map(|line| line.strip_prefix(':')).collect();
    for command in commands::all() {
        let is_of = |form: &&str| form.split_whitespace().next() == Some(command.name);
        assert!(forms.iter().any(is_of), "{}: {forms:?}", command.name);
    }
    assert_eq!(ran.code, Some(0), "{}", ran.talk);
}

#[cfg(feature = "serve")]
#[test]
fn an_interrupt_is_for_the_next_input_and_for_no_other() {
    use litterbox::internals::{Journal, put};
    use litterbox::shell::{input_line::InputLine, trust::Origin};

    let slow = "//! Slow.\n\nfn resolve(me) { for _n in 0..5_000 { } end_turn(); }\n";
    let mut shell = Shell::new(Library::embedded().with_script("cards/skip", slow));
    typed(&mut shell, &[":new classic ann bob --seed 7", ":table ann: skip | bob: -"]);
    let play = |shell: &mut Shell| {
        let input = InputLine::parse("play skip");
        put(shell, &mut Journal::off(), Origin::Person, None, &input)
    };
    shell.interrupt().set();
    let reply = play(&mut shell);
    assert!(reply.text().contains("the script was interrupted"), "{}", reply.text());
    typed(&mut shell, &[":expect hand ann skip", ":expect turn ann"]);
    let reply = play(&mut shell);
    assert_eq!(reply.status, Status::Done, "{}", reply.text());
}
