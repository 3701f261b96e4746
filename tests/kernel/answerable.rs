//! What can be answered before the seats in front have answered.

use litterbox::debugger::answerable::Fingerprint;
use litterbox::kernel::Seat;
use litterbox::message::{PromptInfo, Redact, ZoneInfo};
use litterbox::shell::{Shell, Status};
use litterbox::variant::Library;
use std::path::Path;

/// A game after these inputs, with everybody asked in every window.
fn played(library: Library, inputs: &[&str]) -> Shell {
    let mut shell = Shell::new(library);
    for input in inputs {
        let reply = shell.input(input);
        assert_eq!(reply.status, Status::Done, "{input}: {}", reply.text());
    }
    shell
}

fn war(inputs: &[&str]) -> Shell {
    let spec = ":table classic ann: skip favor | bob: nope | cat: nope nope | dan: favor | eve: -";
    played(Library::embedded(), &[&[spec, ":autopass off"], inputs].concat())
}

fn homebrew() -> Library {
    Library::open(Some(Path::new("tests/homebrew")), None).expect("a library")
}

/// Who can answer with what.
fn shown(shell: &Shell) -> Vec<String> {
    let debugger = shell.debugger().unwrap();
    let infos = debugger.answerable().into_iter().map(|asked| debugger.answerable_info(&asked));
    let line = |info: litterbox::message::DecisionInfo| {
        let options = info.options.get().expect("the seat may know its options");
        let ids: Vec<&str> = options.iter().map(|option| option.id.as_str()).collect();
        let hands: Vec<String> = info.hands.iter().map(|hand| hand.owner.to_string()).collect();
        format!("{}: {} ({})", info.seat, ids.join(", "), hands.join(" "))
    };
    infos.map(line).collect()
}

fn fingerprints(shell: &Shell) -> Vec<Fingerprint> {
    let answerable = shell.debugger().unwrap().answerable();
    answerable.into_iter().map(|asked| asked.fingerprint).collect()
}

#[test]
fn every_seat_with_cards_can_answer_in_a_window_as_if_all_before_it_passed() {
    let mut shell = war(&["play skip"]);
    assert_eq!(
        shown(&shell),
        ["bob: nope, pass (bob)", "cat: nope, pass (cat)", "dan: pass (dan)"]
    );
    let before = fingerprints(&shell);
    shell.input("pass");
    assert_eq!(fingerprints(&shell), before[1..]);
    shell.input("nope");
    assert_eq!(shown(&shell), ["dan: pass (dan)", "ann: pass (ann)", "bob: nope, pass (bob)"]);
    let counter = fingerprints(&shell);
    assert!(counter.iter().all(|asked| !before.contains(asked)));
    // The same question at another time is another question.
    shell.input(":goto 2");
    shell.input(":branch other");
    shell.input("= draw_pile().len");
    assert_eq!(fingerprints(&shell), before);
    shell.input("pass");
    shell.input("nope");
    assert!(fingerprints(&shell).iter().all(|asked| !counter.contains(asked)));
}

#[test]
fn what_a_viewer_sees_does_not_change_what_a_seat_is_asked() {
    let mut shell = war(&["play skip"]);
    let before = shown(&shell);
    shell.input(":as dan");
    assert_eq!(shown(&shell), before);
}

#[test]
fn only_the_open_decision_can_be_answered_elsewhere() {
    assert_eq!(shown(&war(&[])), ["ann: play skip, play favor, draw (ann)"]);
    let favor = war(&["play favor bob", "pass", "pass", "pass"]);
    assert_eq!(shown(&favor), ["ann: play skip, draw (ann)"]);
    let mut within = war(&["play skip"]);
    within.input(":step");
    within.input(":back");
    within.input(":step");
    assert_eq!(shown(&within), Vec::<String>::new());
    let over = war(&["= dan.wins()"]);
    assert_eq!(shown(&over), Vec::<String>::new());
}

#[test]
fn a_change_in_a_window_asks_anew() {
    let mut shell = war(&["play skip", "pass"]);
    let first = fingerprints(&shell);
    shell.input("= 1");
    assert_eq!(fingerprints(&shell), first);
    shell.input("= bob.draw()");
    assert!(fingerprints(&shell).iter().all(|asked| !first.contains(asked)));
}

#[test]
fn players_asked_together_can_answer_at_once() {
    let spec = ":table gambles ann: auction favor | bob: skip | cat: nope";
    let mut shell = played(homebrew(), &[spec, ":autopass off", "play auction"]);
    while shown(&shell)[0].contains("pass") {
        shell.input("pass");
    }
    let bid = |name: &str| format!("{name}: 0, 1, 2, 3 ({name})");
    assert_eq!(shown(&shell), ["ann", "bob", "cat"].map(bid));
    let before = fingerprints(&shell);
    shell.input("2");
    assert_eq!(fingerprints(&shell), before[1..]);
    shell.input("1");
    assert_eq!(shown(&shell), [bid("cat")]);
}

#[test]
fn the_verb_says_which_number_is_a_depth() {
    let kitten = "//! Kitten.\n\nfn gained(me, kitten) { me.explode(kitten); }\n\n\
        fn rescued(me, kitten) {\n    \
        kitten.hide_in(draw_pile(), me.choose_depth(\"Wie tief?\", draw_pile()));\n    \
        me.choose_number(\"How deep is your love?\", 1, 3);\n}\n";
    let library = Library::embedded().with_script("cards/exploding_kitten", kitten);
    let spec = ":table classic ann: defuse | bob: - | draw: exploding_kitten shuffle";
    let mut shell = played(library, &[spec, "draw", "defuse"]);
    let depth_of = |shell: &Shell| shell.debugger().unwrap().decision_info().unwrap().depth_of;
    assert_eq!(depth_of(&shell), Some(ZoneInfo::Draw));
    let mut hidden = shell.debugger().unwrap().decision_info().unwrap();
    hidden.redact(&Seat(1).into());
    assert_eq!(hidden.depth_of, None, "bob may not know the prompt");
    shell.input("1");
    let asked = shell.debugger().unwrap().decision_info().unwrap();
    let text = "How deep is your love?".into();
    assert_eq!((asked.prompt.get(), asked.depth_of), (Some(&PromptInfo::Text { text }), None));
}
