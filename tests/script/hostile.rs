//! Hostile scripts: each causes an error with a location, and leaves the game as it was before the
//! input.

use crate::harness::Edition;
use insta::assert_snapshot;
use litterbox::base::Interrupt;
use litterbox::base::error::{Error, render};
use litterbox::kernel::AnswerError;
use litterbox::kernel::effect::{EffectContext, Queried, Reader, Returned, Values};
use litterbox::kernel::layout::Layout;
use litterbox::kernel::rules::Call;
use litterbox::kernel::{
    Agent, Choice, Decision, Game, Hook, Kind, Observation, Prompt, Rulebook, Rules, Seat, Setup,
    Stop,
};
use litterbox::script::{Control, Host};
use litterbox::variant::{Library, Ruleset};
use std::cell::Cell;
use std::rc::Rc;

/// Classic with a card `evil` that has this script.
pub fn with_evil(script: &str) -> Result<Edition, Vec<Error>> {
    with_evil_in("{}", script)
}

/// The same with these counters.
pub fn with_evil_in(counters: &str, script: &str) -> Result<Edition, Vec<Error>> {
    let variant = &format!(
        r#"{{ "name": "Evil", "extends": "classic", "deck": {{ "evil": 10 }},
        "kinds": {{ "evil": {{ "start": "box" }} }}, "counters": {counters} }}"#
    );
    let library =
        Library::embedded().with_script("cards/evil", script).with_variant("evil", variant);
    let ruleset = Ruleset::load(&library, "evil", &[])?;
    let host = Host::new(&ruleset.spec)?;
    Ok(Edition { ruleset, host })
}

/// Plays the card until its script ends, choosing the first option of every question; returns the
/// error after checking that nothing has changed.
pub fn provoke(script: &str) -> String {
    match with_evil(script) {
        Ok(loaded) => provoke_in(&loaded),
        Err(errors) => render(&errors, false),
    }
}

/// The same with a loaded variant.
pub fn provoke_in(loaded: &Edition) -> String {
    let mut game = loaded.game(3, 1);
    let kind = |id: &str| loaded.host.rules().find_kind(id).expect("a kind of the variant");
    let layout = Layout {
        hands: vec![(Seat(0), vec![kind("evil"), kind("skip")]), (Seat(1), vec![kind("skip")])],
        ..Layout::default()
    };
    let before = game.snapshot();
    if let Err(fault) = game.lay_out(layout) {
        assert_eq!(game.snapshot().hash(), before.hash());
        return loaded.host.fault(&fault).to_string();
    }
    for _ in 0..20 {
        let here = game.snapshot();
        assert_eq!(game.table().check(game.rules()), Ok(()));
        let decision = game.decision().expect("the game goes on");
        let play = decision.options.iter().position(|o| *o == Choice::Play(kind("evil")));
        let pass = decision.options.iter().position(|o| *o == Choice::Pass);
        match game.answer(play.or(pass).unwrap_or(0)) {
            Ok(()) => {}
            Err(AnswerError::Illegal) => panic!("an offered option was refused"),
            Err(AnswerError::Fault(fault)) => {
                assert_eq!(game.snapshot().hash(), here.hash(), "the game has changed");
                assert_eq!(game.decision(), here.decision());
                return loaded.host.fault(&fault).to_string();
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

/// Runs a test on a thread with a stack as large as the program's.
pub fn on_a_large_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(test).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// A rulebook that asks a different question on each run.
struct Fickle(Rc<Host>, Cell<i64>);

impl Rulebook for Fickle {
    fn rules(&self) -> &Rc<Rules> {
        self.0.rules()
    }

    fn query(&self, context: &EffectContext, reader: Reader<'_>, call: &Call) -> Queried {
        self.0.query(context, reader, call)
    }

    fn run(&self, context: &mut EffectContext, call: &Call, returned: &mut Values) -> Returned {
        if call.hook != Hook::DrawStep {
            return self.0.run(context, call, returned);
        }
        self.1.set(self.1.get() + 1);
        context.question.options = vec![Choice::Number(0), Choice::Number(self.1.get())];
        context.question.prompt = Prompt::Text("How many?".into());
        context.ask(call.me).map(drop)
    }

    fn repeat(&self, context: &mut EffectContext, calls: &[(usize, Values)]) -> Result<(), Stop> {
        self.0.repeat(context, calls)
    }
}

#[test]
fn a_script_that_asks_another_question_when_it_is_run_again_is_at_fault() {
    let loaded = crate::harness::loaded("classic", &[]);
    let book = Rc::new(Fickle(loaded.host.clone(), Cell::new(0)));
    let setup = Setup { log: false, ..loaded.setup(2, 1, false) };
    let mut game = Game::new(book, &setup).expect("a game");
    let draw = game.decision().and_then(|d| d.options.iter().position(|o| *o == Choice::Draw));
    game.answer(draw.expect("draw is always offered")).expect("it asks");
    let before = game.snapshot();
    let Err(AnswerError::Fault(fault)) = game.answer(1) else { panic!("it is not noticed") };
    assert_snapshot!(fault.message, @"this question is not the one that was answered when the script ran before");
    assert_eq!(game.snapshot().hash(), before.hash());
}

#[test]
fn numbers_that_make_no_sense_are_faults_with_a_hint() {
    let mut said = String::new();
    for line in [
        "me.next.take_turns(0);",
        "me.next.take_turns(-1);",
        "me.add_turns(-1);",
        "me.draw_cards(-3);",
        "me.look_at_top(draw_pile(), -1);",
        "me.arrange(draw_pile(), -1);",
        "deal(-1);",
        "deal(100);",
    ] {
        let script = format!("//! Evil.\n\nfn resolve(me) {{ {line} }}\n");
        said += &format!("{}\n\n", provoke(&script));
    }
    assert_snapshot!("numbers", said);
}

#[test]
fn odd_scripts_that_are_allowed_leave_a_sound_game() {
    for body in [
        "me.arrange(me.next.hand, 1);",
        "let all = players(); for p in all { p.out(); } deal_all(); for p in all { p.revive(); }",
        "me.arrange(discard_pile(), 3);",
        "me.choose_player(\"Whom?\", [me.next, me.next]);",
        "me.choose_kind(\"Which?\", [\"nope\", \"nope\"]);",
        "me.choose(\"When?\", [\"now\", \"now\"]);",
        "me.choose_card(\"Which?\", [draw_pile().top, draw_pile().top]);",
        "choose_words_together(players(), \"When?\", [\"now\", \"now\"]);",
    ] {
        let said = provoke(&format!("//! Odd.\n\nfn resolve(me) {{ {body} }}\n"));
        assert_eq!(said, "nothing happens", "{body}");
    }
}

#[test]
fn a_pair_of_cards_that_are_played_from_the_front_comes_from_the_hand() {
    let script = "//! Front.\n\nconst FROM = [\"front\"];\nconst TO = \"front\";\n\n\
                  fn resolve(me) { }\n";
    let Ok(loaded) = with_evil(script) else { panic!("the script is right") };
    let mut game = loaded.game(2, 1);
    let kind = |id: &str| loaded.host.rules().find_kind(id).expect("a kind of the variant");
    let hands = vec![(Seat(0), vec![kind("evil"); 2]), (Seat(1), vec![kind("skip")])];
    game.lay_out(Layout { hands, ..Layout::default() }).expect("a legal position");
    let options = &game.decision().expect("the game goes on").options;
    assert!(!options.contains(&Choice::Play(kind("evil"))), "{options:?}");
    let pair = options.iter().position(|option| matches!(option, Choice::Combo(..)));
    assert_eq!(game.answer(pair.expect("a pair in the hand")), Ok(()));
}

#[test]
fn a_setup_that_begins_rounds_without_end_is_a_fault() {
    let fault = setup_fault("//! Ever.\n\nfn setup() {\n    new_round();\n}\n");
    assert!(fault.contains("200"), "{fault}");
}

#[test]
fn a_deck_that_cannot_be_dealt_is_a_fault_of_the_setup() {
    let script = "//! Few.\n\nfn setup() {\n    draw_pile().shuffle();\n    deal(30);\n}\n";
    assert_snapshot!("deal", setup_fault(script));
}

/// The fault of a game that begins with this script among the rules of classic.
fn setup_fault(script: &str) -> String {
    let variant = r#"{ "name": "Few", "extends": "classic", "rules": ["classic", "few"] }"#;
    let library = Library::embedded().with_script("rules/few", script).with_variant("few", variant);
    let ruleset = Ruleset::load(&library, "few", &[]).unwrap();
    let host = Host::new(&ruleset.spec).unwrap();
    let names = ["ann".into(), "bob".into()].into();
    let deck = ruleset.deck(2);
    let setup = Setup { names, deck, seed: 1, first: None, log: true, keyed: false };
    let Err(fault) = Game::new(host.clone(), &setup) else { panic!("a game has begun") };
    host.fault(&fault).to_string()
}

/// Plays `evil` and answers its question, at which it interrupts the run.
struct Interrupting(Interrupt, Kind);

impl Agent for Interrupting {
    fn answer(&mut self, _: &Observation<'_>, decision: &Decision) -> usize {
        let play = decision.options.iter().position(|o| *o == Choice::Play(self.1));
        if play.is_none() {
            self.0.set();
        }
        play.unwrap_or(0)
    }
}

#[test]
fn an_interrupted_script_leaves_the_game_as_it_was() {
    let script = "//! Evil.\n\nfn resolve(me) {\n    me.draw_cards(1);\n    \
                  me.choose_number(\"How many?\", 0, 3);\n    for _n in 0..5_000 { }\n}\n";
    for load in [Host::load, Host::recorded] {
        let control = Control::default();
        let Edition { ruleset, .. } = with_evil(script).expect("a legal variant");
        let host = load(&ruleset.spec, &control).expect("a legal variant");
        let loaded = Edition { ruleset, host };
        let mut game = loaded.game(3, 1);
        let evil = loaded.host.rules().find_kind("evil").expect("a kind of the variant");
        let layout = Layout { hands: vec![(Seat(0), vec![evil])], ..Layout::default() };
        game.lay_out(layout).expect("a position");
        let before = game.snapshot();
        let agent = Interrupting(control.interrupt.clone(), evil);
        game.seat(Seat(0), Some(Box::new(agent)));
        let fault = game.play_out(1).expect_err("it was interrupted");
        let said = loaded.host.fault(&fault).to_string();
        assert!(said.contains("the script was interrupted"), "{said}");
        assert_eq!(game.snapshot().hash(), before.hash());
        assert_eq!(game.decision(), before.decision());
        control.interrupt.take();
    }
}

/// Whether each call of `a` can be replaced depends on two million calls inside it.
#[test]
fn short_functions_that_call_each_other_are_looked_at_once() {
    let calls = |name: &str, n: usize| format!("{name}(); ").repeat(n);
    let deep = "fn u() { v(); }\nfn v() { w(); }\nfn w() { x(); }\nfn x() { y(); }\nfn y() { 1 }";
    let script = format!(
        "fn a() {{ {}u(); }}\nfn b() {{ {}}}\nfn c() {{ {}}}\nfn d() {{ {}}}\n{deep}\n\
         fn resolve(me) {{ {}}}",
        calls("b", 37),
        calls("c", 38),
        calls("d", 38),
        calls("draw_pile", 38),
        calls("a", 300),
    );
    assert!(with_evil(&script).is_ok());
}

/// Calls within closures are calls, too: of the function itself, and of others that grow with them.
#[test]
fn functions_that_call_functions_in_closures_are_looked_at_once() {
    for body in [
        "[1].map(|a| r(a))",
        "(|z| r(z)).call(1)",
        "let f = |z| r(z); f.call(k)",
        "if k > 0 { [1].for_each(|| { r(k - 1); }); }",
    ] {
        let script = format!("fn r(k) {{ {body} }}\nfn resolve(me) {{ r(0); }}");
        assert!(with_evil(&script).is_ok(), "{script}");
    }
    let twice = |i: usize| format!("fn a{i}(x) {{ [x].map(|z| [a{0}(z), a{0}(z)]) }}\n", i - 1);
    let functions: String = (1..30).map(twice).collect();
    let script = format!("fn a0(x) {{ x }}\n{functions}fn resolve(me) {{ a29(1); }}");
    assert!(with_evil(&script).is_ok());
}
