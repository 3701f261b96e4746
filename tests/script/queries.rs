//! Queries whose last answer is used again are answered as by another run.

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
fn queries_are_answered_anew_when_the_players_change() {
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
fn an_answer_that_a_card_has_decided_is_used_again_while_it_lies_there() {
    for playable in [
        "!discard_pile().is_empty",
        "!me.hand.is_empty",
        "me.next.hand.is_empty",
        "!discard_pile().is_all(\"cat\")",
        "!discard_pile().is_all(\"odd\") && discard_pile().has(\"skip\")",
        "discard_pile().has(\"tacocat\") || others(me).len > 2",
        "me.hand.has(\"nope\")",
        "draw_pile().is_empty || discard_pile().is_empty",
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
fn an_answer_about_an_action_is_used_again_only_where_it_is_true() {
    for responds in [
        "action.by != me",
        "action.by == me.next",
        "action.tagged(\"cat\")",
        "!action.tagged(\"odd\") && action.by.seat > me.seat",
        "me.is_alive && action.tagged(\"odd\") && others(me).len > 1",
        "action.what == \"skip\" || action.by == players()[0]",
        "this_play() == () && action.cards.len == 1",
    ] {
        let script = format!(
            "const WHEN = [\"card\", \"combo\", \"explosion\"];\n\
             fn responds(me, action) {{ {responds} }}\n\
             fn resolve(me) {{ set(\"n\", get(\"n\") + 1); if get(\"n\") % 3 == 0 {{ me.draw(); }} }}"
        );
        play(&script, 2);
    }
}
