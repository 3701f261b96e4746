//! Queries that are answered from public facts are answered as by a run.

use crate::script::watched::Pair;

/// Plays games with a card of this script, with 5 players at most.
fn play(script: &str, fewest_players: u64) {
    let pair = Pair::with_card(script);
    for seed in 0..40 {
        let n_players = fewest_players + seed % (6 - fewest_players);
        assert_eq!(pair.play(n_players as usize, seed), 0, "{script}");
    }
}

#[test]
fn answers_follow_the_players() {
    for playable in [
        "others_with_cards(me).len >= 2",
        "others(me).len >= 2",
        "me.next.seat > me.seat",
        "option(\"combos\") == \"all\"",
        "me.next.hand.len > 3",
        "get(\"n\") < 2",
        "me.get(\"n\") == 0",
    ] {
        let script = format!(
            "fn playable(me) {{ {playable} }}\n\
             fn announce(me) {{ me.choose_player(\"Whose hand?\", others_with_cards(me)) }}\n\
             fn resolve(me, victim) {{\n\
                 if get(\"n\") % 3 == 0 {{ reverse(); victim.hand.discard_all(); }}\n\
                 set(\"n\", get(\"n\") + 1);\n\
                 victim.set(\"n\", victim.get(\"n\") + 1);\n\
             }}"
        );
        play(&script, 3);
    }
}

#[test]
fn answers_follow_the_cards() {
    for playable in [
        "!discard_pile().is_empty",
        "!me.hand.is_empty",
        "me.next.hand.is_empty",
        "!discard_pile().is_all(\"cat\")",
        "!discard_pile().is_all(\"odd\") && discard_pile().has(\"skip\")",
        "discard_pile().has(\"tacocat\") || others(me).len > 2",
        "me.hand.has(\"nope\")",
        "draw_pile().is_empty || discard_pile().is_empty",
        "discard_pile().is_all(\"cat\") && !draw_pile().is_empty",
    ] {
        let script = format!(
            "fn playable(me) {{ {playable} }}\n\
             fn resolve(me) {{\n\
                 let n = get(\"n\");\n\
                 if n % 4 == 1 {{ discard_pile().move_all_to(draw_pile()); }}\n\
                 if n % 4 == 3 {{ me.next.hand.discard_all(); }}\n\
                 set(\"n\", n + 1);\n\
             }}"
        );
        play(&script, 2);
    }
}

#[test]
fn answers_follow_the_action() {
    for responds in [
        "action.by != me",
        "action.by == me.next",
        "action.tagged(\"cat\")",
        "!action.tagged(\"odd\") && action.by.seat > me.seat",
        "me.is_alive && action.tagged(\"odd\") && others(me).len > 1",
        "action.what == \"skip\" || action.by == players()[0]",
        "this_play() == () && action.cards.len == 1",
        "me != action.by || action.tagged(\"cat\")",
        "!(me.is_alive && action.by != me)",
    ] {
        let script = format!(
            "const WHEN = [\"card\", \"combo\", \"explosion\"];\n\
             fn responds(me, action) {{ {responds} }}\n\
             fn resolve(me) {{ set(\"n\", get(\"n\") + 1); if get(\"n\") % 3 == 0 {{ me.draw(); }} }}"
        );
        play(&script, 2);
    }
}

/// A hook that only does something under a condition is not run where that is false.
#[test]
fn hooks_follow_their_conditions() {
    for condition in [
        "me.hand.is_empty",
        "!me.hand.is_empty",
        "me.get(\"n\") == 1",
        "me.get(\"n\") != 2 && draw_pile().is_empty",
        "get(\"n\") == 1",
        "me.is_alive && discard_pile().is_all(\"cat\")",
        "card.is_in(me.hand) || me.get(\"n\") == 0",
    ] {
        let script = format!(
            "const TO = \"front\";\n\
             fn turn_start(me, card) {{ if {condition} {{ me.next.draw(); }} }}\n\
             fn turn_end(me, card) {{ if {condition} {{ me.set(\"n\", 2); card.discard(); }} }}\n\
             fn gained(me, card) {{ if {condition} {{ me.hand.discard_all(); }} }}\n\
             fn resolve(me) {{ me.set(\"n\", me.get(\"n\") + 1); set(\"n\", 1 - get(\"n\")); }}"
        );
        let pair = Pair::with_card(&script);
        for seed in 0..60 {
            let faults = pair.play_without_log(2 + seed as usize % 4, seed);
            assert_eq!(faults, 0, "{script}");
        }
    }
}

/// It fails like any other where it gets too few values, whatever its condition.
#[test]
fn a_condition_hides_no_missing_value() {
    let script = "fn resolve(me, victim) { if me.get(\"n\") == 1 { victim.draw(); } }";
    let pair = Pair::with_card(script);
    assert!((0..8).map(|seed| pair.play_without_log(3, seed)).sum::<usize>() > 0);
}

/// `others(me).len` has no test: what depends on it is asked by a run.
#[test]
fn answers_follow_branches_and_the_script_below() {
    let scripts = [
        ("action.by != me", "if action.tagged(\"cat\") { me.is_alive } else { previous() }"),
        ("!action.tagged(\"odd\")", "previous() && action.by != me"),
        ("action.by == me.next", "if discard_pile().is_empty { true } else { previous() }"),
        ("others(me).len > 1", "if !me.is_alive { !action.tagged(\"cat\") } else { previous() }"),
        ("if action.by == me { false } else { me.is_alive }", "!previous() || previous()"),
    ];
    for (below, responds) in scripts {
        let below = format!(
            "const WHEN = [\"card\", \"combo\"];\n\
             fn responds(me, action) {{ {below} }}\n\
             fn resolve(me) {{ set(\"n\", get(\"n\") + 1); if get(\"n\") % 3 == 0 {{ me.draw(); }} }}"
        );
        let script = format!("fn responds(me, action) {{ {responds} }}");
        let pair = Pair::with_scripts(&[&below, &script]);
        for seed in 0..40 {
            assert_eq!(pair.play(2 + seed as usize % 4, seed), 0, "{script}");
        }
    }
}

/// The limits of a run hold for queries that are answered without one, too.
#[test]
fn too_many_scripts_below_are_a_fault_of_a_query_too() {
    let below = "const WHEN = [\"card\", \"combo\"];\n\
                 fn responds(me, action) { action.by != me }\n\
                 fn resolve(me) { }";
    for (responds, n_scripts, fails) in [
        ("previous()", 6, false),
        ("previous()", 12, false),
        ("previous()", 20, true),
        ("previous() && previous()", 12, true),
    ] {
        let script = format!("fn responds(me, action) {{ {responds} }}");
        let mut scripts = vec![below];
        scripts.resize(n_scripts, &script);
        let pair = Pair::with_scripts(&scripts);
        let n_faults: usize = (0..4).map(|seed| pair.play_some(3, seed, 40)).sum();
        assert_eq!(n_faults > 0, fails, "{responds}, {n_scripts} scripts");
    }
}

#[test]
fn a_play_is_offered_while_its_first_question_has_an_option() {
    for players in ["others(me)", "others_with_cards(me)", "the_dead()", "players()", "someone(me)"]
    {
        let script = format!(
            "fn someone(me) {{ if option(\"combos\") == \"all\" {{ the_dead() }} else {{ others(me) }} }}\n\
             fn announce(me) {{ let who = me.choose_player(\"Whom?\", {players}); who }}\n\
             fn resolve(me, who) {{ who.hand.discard_all(); }}"
        );
        play(&script, 2);
    }
}
