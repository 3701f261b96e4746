//! Scripts that do their worst: each gets a clear error that names the place, and the game is as it
//! was before the input that ran it.

use crate::harness::Edition;
use insta::assert_snapshot;
use litterbox::error::{Error, render};
use litterbox::kernel::desk::Desk;
use litterbox::kernel::game::AnswerError;
use litterbox::kernel::value::Values;
use litterbox::kernel::{
    Call, Choice, Game, Hook, Layout, Prompt, Rulebook, Rules, Seat, Setup, Stop,
};
use litterbox::script::Host;
use litterbox::variant::{Library, Ruleset};
use std::cell::Cell;
use std::fmt::Write as _;
use std::rc::Rc;

/// Classic with a card `evil`, whose script is this.
fn with_evil(script: &str) -> Result<Edition, Vec<Error>> {
    let variant = r#"{ "name": "Evil", "extends": "classic", "deck": { "evil": 10 },
        "kinds": { "evil": { "start": "box" } } }"#;
    let library =
        Library::embedded().with_script("cards/evil", script).with_variant("evil", variant);
    let ruleset = Ruleset::load(&library, "evil", &[])?;
    let host = Host::new(&ruleset.spec)?;
    Ok(Edition { ruleset, host })
}

/// Plays the card until its script has been run to the end, answering every question with its first
/// option; returns what was said, after making sure that nothing has changed.
pub fn provoke(script: &str) -> String {
    let edition = match with_evil(script) {
        Ok(edition) => edition,
        Err(errors) => return render(&errors, false),
    };
    let mut game = edition.game(3, 1);
    let kind = |id: &str| edition.host.rules().find_kind(id).expect("a kind of the variant");
    let layout = Layout {
        hands: vec![(Seat(0), vec![kind("evil"), kind("skip")]), (Seat(1), vec![kind("skip")])],
        ..Layout::default()
    };
    let before = game.snapshot();
    if let Err(fault) = game.lay_out(layout) {
        assert_eq!(game.snapshot().hash(), before.hash());
        return edition.host.fault(&fault).to_string();
    }
    for _ in 0..20 {
        let here = game.snapshot();
        let decision = game.decision().expect("the game goes on");
        let play = decision.options.iter().position(|o| *o == Choice::Play(kind("evil")));
        let pass = decision.options.iter().position(|o| *o == Choice::Pass);
        match game.answer(play.or(pass).unwrap_or(0)) {
            Ok(()) => {}
            Err(AnswerError::Illegal(_)) => panic!("an offered option was refused"),
            Err(AnswerError::Fault(fault)) => {
                assert_eq!(game.snapshot().hash(), here.hash(), "the game has changed");
                assert_eq!(game.decision(), here.decision());
                return edition.host.fault(&fault).to_string();
            }
        }
        if game.table().stack.is_empty()
            && *game.decision().map_or(&Prompt::Turn, |d| &d.prompt) == Prompt::Turn
        {
            return "nothing happens".into();
        }
    }
    "no end".into()
}

/// Scripts run on a thread with a stack as large as the tool's.
fn on_a_large_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(test).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Says what each script gets to hear.
fn provoke_all(scripts: &'static [(&'static str, &'static str)]) -> String {
    let mut text = String::new();
    for (title, script) in scripts {
        writeln!(text, "## {title}\n\n{script}\n\n{}\n", provoke(script)).expect("a string");
    }
    text
}

const WITHOUT_END: &[(&str, &str)] = &[
    ("a loop without end", "fn resolve(me) { loop { } }"),
    ("a loop that calls verbs without end", "fn resolve(me) { while true { end_turn(); } }"),
    ("recursion without end", "fn resolve(me) { again(); }\nfn again() { again(); }"),
    (
        "a text that doubles",
        "fn resolve(me) {\n    let s = \"aa\";\n    for i in 0..40 { s += s; }\n}",
    ),
    (
        "a list that doubles",
        "fn resolve(me) {\n    let a = [1, 2];\n    for i in 0..40 { a += a; }\n}",
    ),
    ("a list within a list", "fn resolve(me) {\n    let a = [];\n    loop { a = [a]; }\n}"),
    (
        "a map that grows",
        "fn resolve(me) {\n    let m = #{};\n    for i in 0..9999 { m[`k${i}`] = i; }\n}",
    ),
    ("a list padded", "fn resolve(me) {\n    let a = [];\n    a.pad(2000000000, 0);\n}"),
    (
        "closures within closures",
        "fn resolve(me) {\n    let f = || 1;\n    loop { let g = f; f = || g; }\n}",
    ),
    ("a card that plays itself", "fn resolve(me) { me.play(this_card()); }"),
    (
        "a card that is passed on for ever",
        "fn resolve(me) { this_card().give_to(me.next); }

fn gained(me, card) { card.give_to(me.next); }",
    ),
];

const FORBIDDEN: &[(&str, &str)] = &[
    ("eval", "fn resolve(me) { eval(\"end_turn()\"); }"),
    ("curry", "fn resolve(me) {\n    let f = |x| x;\n    f.curry(f);\n}"),
    ("a function by its name", "fn resolve(me) { Fn(\"resolve\").call(me); }"),
    ("import", "import \"/etc/passwd\" as p;\n\nfn resolve(me) { }"),
    (
        "try around a question",
        "fn resolve(me) {\n    try { [1].map(|x| me.confirm(\"Yes?\")); } catch { }\n    end_turn();\n}",
    ),
    ("sleep", "fn resolve(me) { sleep(10); }"),
    ("the clock", "fn resolve(me) { timestamp(); }"),
];

const WRONG: &[(&str, &str)] = &[
    ("a question hook that returns a number", "fn playable(me) { 7 }\n\nfn resolve(me) { }"),
    (
        "a question hook that changes something",
        "fn playable(me) {\n    end_turn();\n    true\n}\n\nfn resolve(me) { }",
    ),
    (
        "a question hook that asks",
        "fn playable(me) { me.confirm(\"Sure?\") }\n\nfn resolve(me) { }",
    ),
    (
        "a question hook that reads another hand",
        "fn playable(me) { me.next.hand.has(\"nope\") }\n\nfn resolve(me) { }",
    ),
    (
        "a question hook that reads the draw pile",
        "fn playable(me) { draw_pile().top.kind == \"nope\" }\n\nfn resolve(me) { }",
    ),
    ("an announcement that is a closure", "fn announce(me) { |x| x }\n\nfn resolve(me, x) { }"),
    ("announced values that do not fit", "fn announce(me) { [1, 2] }\n\nfn resolve(me, one) { }"),
    ("options that are no list", "fn resolve(me) { me.choose_player(\"Whom?\", 7); }"),
    ("a list of the wrong things", "fn resolve(me) { me.choose_player(\"Whom?\", [1, 2]); }"),
    ("a misspelt function", "fn resolve(me) { me.chose_player(\"Whom?\", others(me)); }"),
    ("a misspelt property", "fn resolve(me) { me.hnad.discard_all(); }"),
    ("a misspelt variable", "fn resolve(me) { you.draw(); }"),
    ("a misspelt hook", "fn resovle(me) { end_turn(); }"),
    ("a misspelt kind", "fn resolve(me) { me.hand.count(\"noppe\"); }"),
    ("a hook with the wrong parameters", "fn gained(me) { }\n\nfn resolve(me) { }"),
    ("a parameter that is not there", "fn resolve(me) { me.next.take_turns(param(\"turns\")); }"),
    ("an option that is not there", "fn resolve(me) { option(\"attack_stack\"); }"),
    ("a moment that is not there", "const WHEN = [\"mian\"];\n\nfn resolve(me) { }"),
    ("division by zero", "fn resolve(me) {\n    let n = 0;\n    me.next.take_turns(2 / n);\n}"),
    ("an entry that is not there", "fn resolve(me) { [1, 2][5]; }"),
    (
        "a fault in a function it calls",
        "fn resolve(me) { first(me); }\n\nfn first(me) { second(me); }\n\nfn second(me) { me.frobnicate(); }",
    ),
    ("not a script", "fn resolve(me) { end_turn( }"),
];

#[test]
fn scripts_without_end_come_back_by_their_limits() {
    on_a_large_stack(|| assert_snapshot!(provoke_all(WITHOUT_END)));
}

#[test]
fn what_scripts_may_not_use_is_refused_before_they_run() {
    on_a_large_stack(|| assert_snapshot!(provoke_all(FORBIDDEN)));
}

#[test]
fn wrong_scripts_are_told_what_where_and_what_to_do() {
    on_a_large_stack(|| assert_snapshot!(provoke_all(WRONG)));
}

/// A rulebook that asks another question each time it is run.
struct Fickle(Rc<Host>, Cell<i64>);

impl Rulebook for Fickle {
    fn rules(&self) -> &Rc<Rules> {
        self.0.rules()
    }

    fn run(&self, mut desk: Box<Desk>, call: &Call) -> (Box<Desk>, Result<Values, Stop>) {
        if call.hook != Hook::DrawStep {
            return self.0.run(desk, call);
        }
        self.1.set(self.1.get() + 1);
        desk.question.options = vec![Choice::Number(0), Choice::Number(self.1.get())];
        let asked = desk.ask(call.me, Prompt::Text("How many?".into()));
        (desk, asked.map(|_| Values::new()))
    }
}

#[test]
fn a_script_that_asks_another_question_when_it_is_run_again_is_at_fault() {
    let edition = crate::harness::edition("classic", &[]);
    let book = Rc::new(Fickle(edition.host.clone(), Cell::new(0)));
    let setup = Setup { log: false, ..edition.setup(2, 1, false) };
    let mut game = Game::new(book, &setup).expect("a game");
    let draw = game.decision().and_then(|d| d.options.iter().position(|o| *o == Choice::Draw));
    game.answer(draw.expect("draw is always offered")).expect("it asks");
    let before = game.snapshot();
    let Err(AnswerError::Fault(fault)) = game.answer(1) else { panic!("it is not noticed") };
    assert_snapshot!(fault.message, @"this question is not the one that was answered when the script ran before");
    assert_eq!(game.snapshot().hash(), before.hash());
}
