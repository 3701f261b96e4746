//! Live edits: rule changes in a running game, the reported differences, and the preserved state.

use insta::assert_snapshot;
use litterbox::base::files::{Files, Memory};
use litterbox::session::{SessionOptions, run_text};
use litterbox::shell::trust::FileAccess;
use litterbox::shell::{Shell, Status};
use litterbox::variant::Library;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

const FAVOR_ON_ANN: [&str; 5] = [
    ":new classic ann bob cat --seed 1",
    ":table ann: favor skip | bob: nope shuffle | cat: attack | draw: tacocat beard_cat nope",
    "play favor bob",
    "pass",
    "shuffle",
];

/// A favor that draws two cards from the pile.
const DRAWING: &str = "//! Favor: two cards.

fn announce(me) { me.choose_player(\"Ask whom for a favor?\", robbable(me)) }

fn resolve(me, victim) {
    me.draw_cards(2);
}
";

struct Bench {
    bench: Shell,
    library: Rc<RefCell<Library>>,
    files: Arc<Memory>,
}

impl Bench {
    fn new() -> Self {
        let library = Rc::new(RefCell::new(Library::embedded()));
        let source = library.clone();
        let mut bench = Shell::new(Library::embedded())
            .with_source(Rc::new(move || Ok(source.borrow().clone())));
        let files: Arc<Memory> = Arc::default();
        bench.trust.files = FileAccess::new(files.clone(), Some(files.clone()));
        Self { bench, library, files }
    }

    /// Types lines and returns the last reply.
    fn types(&mut self, lines: &[&str]) -> String {
        let mut said = String::new();
        for line in lines {
            let reply = self.bench.input(line);
            assert_eq!(reply.status, Status::Done, "{line}: {}", reply.text());
            said = reply.text();
        }
        said
    }

    /// Checks that a recorded session passes on the scripts as they are.
    fn passes(&self, name: &str) {
        let (text, library) = (self.file(name), self.library.borrow());
        let report = run_text(name, &text, &library, SessionOptions::default()).unwrap();
        let problems = &report.problems;
        assert!(problems.is_empty() && !report.differs, "{problems:?}\n{text}");
    }

    /// Saves a script with another text.
    fn saves(&self, name: &str, text: &str) {
        let library = self.library.borrow().clone().with_script(name, text);
        self.library.replace(library);
    }

    fn file(&self, name: &str) -> String {
        self.files.read(name).unwrap()
    }
}

#[test]
fn a_reload_shows_the_old_question_and_the_new_one_with_their_lines() {
    let mut bench = Bench::new();
    bench.types(&FAVOR_ON_ANN);
    bench.saves("cards/favor", DRAWING);
    assert_snapshot!(bench.types(&[":reload"]));
}

#[test]
fn a_question_in_other_words_is_another_question() {
    let mut bench = Bench::new();
    bench.types(&FAVOR_ON_ANN);
    let good = bench.library.borrow().script("cards/favor").unwrap().text;
    bench.saves("cards/favor", &good.replace("Give which card?", "What will you part with?"));
    assert_snapshot!(bench.types(&[":reload"]));
}

#[test]
fn a_saved_game_is_loaded_with_both_questions_where_the_scripts_are_others() {
    let mut bench = Bench::new();
    bench.types(&FAVOR_ON_ANN);
    bench.types(&[":save game.jsonl", ":new classic"]);
    bench.saves("cards/favor", DRAWING);
    let said = bench.types(&[":reload", ":load game.jsonl"]);
    let is_hash = |line: &&str| line.contains("the saved game: ply 3, `pass`: the position is");
    assert!(said.lines().any(|line| is_hash(&line)), "{said}");
    let rest: Vec<&str> = said.lines().filter(|line| !is_hash(line)).collect();
    assert_snapshot!(rest.join("\n"));
}

#[test]
fn a_player_is_not_told_what_others_were_asked() {
    let mut bench = Bench::new();
    bench.types(&FAVOR_ON_ANN);
    bench.saves("cards/favor", DRAWING);
    let said = bench.types(&[":as cat", ":reload"]);
    for hidden in ["Give which card?", "shuffle", "tacocat", "Tacocat"] {
        assert!(!said.contains(hidden), "{hidden}: {said}");
    }
    assert!(said.contains("another question is asked"), "{said}");
}

#[test]
fn a_game_that_a_reload_cut_off_is_resumed_and_recorded_as_it_stands() {
    let mut bench = Bench::new();
    bench.bench.start_redo_log();
    let table = ":table classic ann: skip skip | bob: attack | draw: favor shuffle attack tacocat";
    bench.types(&[table, "draw", "draw", "play skip"]);
    bench.saves("cards/skip", "fn resolve(me) { throw \"oops\"; }\n");
    let said = bench.types(&[":as ann", ":reload"]);
    assert!(said.contains("Ply 4 is left out"), "{said}");
    bench.types(&["draw", ":expect hand ann skip skip favor attack"]);
    // The script is as before when the session is resumed.
    let log = bench.bench.take_redo_log();
    let mut resumed = Shell::new(Library::embedded());
    assert_eq!(resumed.redo(&log), None);
    let stands = bench.types(&[":as ann"]);
    assert!(stands.contains("At ply 4 of 4"), "{stands}");
    assert_eq!(resumed.input(":as ann").text(), stands);
    bench.types(&[":as", ":record cut.session.md"]);
    bench.passes("cut.session.md");
}

#[test]
fn a_recording_is_a_test_of_the_scripts_as_they_are() {
    let mut bench = Bench::new();
    let draws = |n: usize| format!("fn resolve(me) {{ me.draw_cards({n}); end_turn(); }}\n");
    let table = ":table classic ann: skip skip | bob: - | draw: favor shuffle attack tacocat nope";
    // A game that is over, and one in which there are looks, assertions and going back.
    bench.types(&[":table classic ann: skip | bob: -", "play skip", ":expect hand ann -"]);
    let second =
        [table, "play skip", "= me.hand.len", ":expect hand ann skip", ":back", "play skip"];
    bench.types(&second);
    bench.saves("cards/skip", &draws(1));
    bench.types(&[":reload", ":expect hand ann skip favor", ":record one.session.md"]);
    bench.passes("one.session.md");
    assert!(bench.file("one.session.md").contains("= me.hand.len"));
    bench.saves("cards/skip", &draws(2));
    bench.types(&[":reload", "draw", ":expect hand bob attack"]);
    bench.passes("one.session.md");
    bench.saves("cards/skip", "fn resolve(me) { throw \"oops\"; }\n");
    bench.types(&[":reload", "draw", ":expect hand ann skip skip favor"]);
    bench.passes("one.session.md");
    bench.saves("cards/skip", &draws(1));
    bench.types(&[":new classic ann bob", ":record", ":record two.session.md"]);
    bench.passes("two.session.md");
}

#[test]
fn a_reload_says_what_has_changed_since_the_last_one() {
    let mut bench = Bench::new();
    bench.types(&FAVOR_ON_ANN);
    bench.saves("cards/favor", DRAWING);
    assert!(bench.types(&[":reload"]).contains("another question is asked"));
    let again = bench.types(&[":reload"]);
    let said: Vec<&str> = again.lines().take(4).collect();
    let nothing = "Nothing has changed in the scripts and the variant.";
    let [left_out, same] = ["Ply 4 is still left out.", "The replay goes the same way."];
    assert_eq!(said[..3], [nothing, left_out, same], "{again}");
    assert!(said[3].starts_with("At ply 3 of 3"), "{again}");
}

#[test]
fn plies_that_are_possible_again_are_returned_to() {
    let mut bench = Bench::new();
    let good = bench.library.borrow().script("cards/favor").unwrap().text;
    bench.types(&FAVOR_ON_ANN);
    bench.saves("cards/favor", DRAWING);
    bench.types(&[":reload"]);
    bench.saves("cards/favor", &good);
    assert!(bench.types(&[":reload"]).contains("At ply 4 of 4"));
}

#[test]
fn names_given_after_a_reload_that_cut_inputs_off_stay() {
    let mut bench = Bench::new();
    let good = bench.library.borrow().script("cards/favor").unwrap().text;
    bench.types(&FAVOR_ON_ANN);
    bench.types(&[":mark given", ":goto 2", ":mark played", ":goto end"]);
    bench.saves("cards/favor", DRAWING);
    let said = bench.types(&[":reload"]);
    assert!(said.contains("`shuffle` is impossible now"), "{said}");
    bench.types(&[":mark drawn", ":mark -d played", ":goto 1", ":branch aside", ":goto drawn"]);
    // A mark of a cut-off ply is not moved to another ply, and is restored with it.
    assert_eq!(bench.types(&[":reload", ":mark"]), "drawn  ply 3");
    assert!(bench.types(&[":branches"]).contains("aside"));
    bench.saves("cards/favor", &good);
    assert_eq!(bench.types(&[":reload", ":mark"]), "drawn  ply 3\ngiven  ply 4");
    bench.types(&[":goto given", ":expect hand ann skip shuffle", ":goto aside"]);
    bench.types(&[":expect hand ann favor skip", ":goto main", ":expect hand ann skip shuffle"]);
}

#[test]
fn the_record_of_a_loaded_game_has_its_branches_and_marks() {
    let mut bench = Bench::new();
    bench.types(&FAVOR_ON_ANN);
    bench.types(&[":mark given to ann", ":back", "nope", ":branch aside", "play skip"]);
    bench.types(&[":goto old1:3", ":chance ask", "nope", ":mark here", ":goto main:3"]);
    bench.types(&[":save game.jsonl", ":load game.jsonl", ":record played.session.md"]);
    let branches = bench.types(&[":branches"]);
    assert_snapshot!(format!("{branches}\n{}", bench.types(&[":mark"])), @"
    → main   4 plies; the game is at ply 3
      old1   4 plies; splits off after ply 3
      aside  5 plies; splits off after ply 4
      old2   4 plies; splits off after ply 3
    given  ply 4  to ann
    here  ply 4
    ");
    bench.types(&[
        ":timeline all",
        ":goto old2",
        ":expect hand ann skip shuffle",
        ":goto here",
        ":goto 1",
    ]);
    bench.types(&["play skip", ":goto given", ":goto aside"]);
    bench.passes("played.session.md");
}

#[test]
fn a_game_is_loaded_on_the_scripts_as_they_are_then() {
    let mut bench = Bench::new();
    bench.types(&FAVOR_ON_ANN);
    bench.types(&[":save game.jsonl"]);
    bench.saves("cards/favor", DRAWING);
    let said = bench.types(&[":load game.jsonl"]);
    assert!(said.starts_with("Changed: cards/favor.rhai."), "{said}");
    bench.types(&[":expect hand ann skip tacocat beard_cat", ":record played.session.md"]);
    bench.passes("played.session.md");
}

#[test]
fn a_saved_game_has_the_scripts_of_try() {
    let mut bench = Bench::new();
    bench.types(&FAVOR_ON_ANN[..2]);
    bench.types(&[":try favor { fn resolve(me) { me.draw_cards(2); } }"]);
    bench.types(&["play favor", "pass", ":save game.jsonl"]);
    let game = bench.file("game.jsonl");
    let mut bench = Bench::new();
    bench.files.write("game.jsonl", &game).unwrap();
    let said = bench.types(&[":load game.jsonl"]);
    assert!(said.starts_with("Nothing has changed in the scripts and the variant.\nAt"), "{said}");
    bench.types(&[":expect hand ann skip tacocat beard_cat", ":record played.session.md"]);
    bench.types(&["play skip", ":save again.jsonl"]);
    bench.passes("played.session.md");
    assert!(bench.types(&[":reload"]).contains("favor.rhai is as `:try` has it"));
    let header = |game: &str| game.lines().next().unwrap().to_owned();
    assert_eq!(header(&bench.file("again.jsonl")), header(&game));
}

#[test]
fn a_break_on_a_line_that_changes_nothing_stops_before_it_each_time() {
    let mut bench = Bench::new();
    let counting = "//! Skip, after some thought.

fn resolve(me) {
    let n = 0;
    for player in players() {
        n += player.hand.len;
    }
    if n > 100 {
        me.draw();
    }
    end_turn();
}
";
    bench.saves("cards/skip", counting);
    bench.types(&[":new classic ann bob --seed 1"]);
    bench.types(&[":table ann: skip | bob: - | draw: favor tacocat beard_cat", "play skip"]);
    let stops = |bench: &mut Bench, line: &str| {
        let set = bench.types(&[&format!(":break line {line}")]);
        bench.types(&[":goto 1"]);
        let mut n_stops = 0;
        while bench.types(&[":continue"]).contains("Stopped by") {
            n_stops += 1;
        }
        bench.types(&[":delete all"]);
        (set, n_stops)
    };
    assert_eq!(stops(&mut bench, "skip:4").1, 1);
    assert_eq!(stops(&mut bench, "skip:6").1, 2, "it runs once for each player");
    assert_eq!(stops(&mut bench, "skip:9").1, 0, "it is never run");
    let (set, n_stops) = stops(&mut bench, "skip:7");
    assert!(set.ends_with("no statement starts on line 7: the breakpoint is on line 8"), "{set}");
    assert_eq!(n_stops, 1);
    assert_eq!(bench.bench.input(":break line skip:12").status, Status::Refused);
}

/// Nobody has a card, and the top card of the draw pile has a fuse of ten turns: whose turn it is
/// then wins.
const COUNTDOWN: &str = "fn setup() { draw_pile().top.set(\"left\", 10); }

fn can_draw(me) { false }

fn turn_start(me) {
    let fuse = draw_pile().top;
    fuse.set(\"left\", fuse.get(\"left\") - 1);
    if fuse.get(\"left\") == 0 { me.wins(); }
}
";

#[test]
fn a_game_without_options_goes_on_while_the_counter_of_a_card_changes() {
    let variant = "{ \"name\": \"Countdown\", \"players\": [2, 5], \"deal\": 0, \
                   \"rules\": [\"countdown\"], \"counters\": { \"card\": [\"left\"] }, \
                   \"deck\": { \"skip\": 4 } }";
    let library = Library::embedded().with_variant("countdown", variant);
    let mut shell = Shell::new(library.with_script("rules/countdown", COUNTDOWN));
    let said = shell.input(":new countdown ann bob --seed 1").text();
    assert!(said.ends_with("The game is over: bob has won."), "{said}");
}
