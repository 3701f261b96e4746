//! Verbs of earlier versions: what to write now, and their rewriting.

use litterbox::lint::fix::apply_fixes;
use litterbox::lint::{LintTargets, check};
use litterbox::script::api::NO_NUMBER;
use litterbox::variant::Library;

#[test]
fn verbs_of_earlier_versions_name_what_to_write_now() {
    let write = |now: &str| format!("write `{now}`");
    for (old, hint) in [
        ("show(me, draw_pile().top);", write("player.look_at(cards)")),
        ("if me.is_out { me.draw(); }", write("!player.is_alive")),
        ("opponents(me)[0].draw();", write("others(me).filter(|p| p.team != me.team)")),
        ("partners(me)[0].draw();", write("others(me).filter(|p| p.team == me.team)")),
        (
            "me.choose_kind(\"Which?\", kinds_untagged(\"cat\"));",
            write("kinds().filter(|kind| kind !in kinds_tagged(tag))"),
        ),
        ("me.hide(draw_pile().top, draw_pile(), 0);", write("card.hide_in(pile, depth, player)")),
        ("me.draw_from_bottom();", write("me.draw_card(draw_pile().bottom)")),
        ("draw_pile().shuffle_in(me.hand);", write("other.move_all_to(pile); pile.shuffle();")),
        ("me.hand.move_to(discard_pile());", write("pile.move_all_to(other)")),
        ("me.hand.discard();", write("pile.discard_all()")),
        ("me.next.take_turns(end_all_turns() + 2);", NO_NUMBER.to_owned()),
        ("let carried = end_all_turns(); me.next.take_turns(carried + 2);", NO_NUMBER.to_owned()),
    ] {
        let script = format!("//! Demo.\n\nfn resolve(me) {{ {old} }}\n");
        let library = Library::embedded().with_script("cards/demo", &script);
        let scripts = vec!["cards/demo".to_owned()];
        let found = check(&library, &LintTargets { scripts, ..LintTargets::default() }).found;
        let hints: Vec<_> = found.iter().filter(|error| error.code != "L0401").collect();
        let hints: Vec<_> = hints.iter().map(|error| error.hint.as_deref()).collect();
        assert_eq!(hints, [Some(&*hint)], "{old}");
        let run = crate::script::hostile::provoke(script.leak());
        let words = run.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&hint), "{old}: {run}");
    }
}

#[test]
fn a_verb_of_an_earlier_version_is_rewritten_where_it_stands() {
    let script = "//! Demo.\n\nfn resolve(me) {\n    opponents(me)[0].draw();\n    \
                  me.draw_from_bottom();\n    \
                  me.choose_kind(\"Which?\", kinds_untagged(\"cat\"));\n    \
                  for p in players() { partners(p)[0].draw(); }\n}\n";
    let library = Library::embedded().with_script("cards/demo", script);
    let scripts = vec!["cards/demo".to_owned()];
    let found = check(&library, &LintTargets { scripts, ..LintTargets::default() }).found;
    let fixed = apply_fixes(&found);
    let (text, _) = &fixed["cards/demo.rhai"];
    for now in [
        "others(me).filter(|p| p.team != me.team)[0].draw();",
        "me.draw_card(draw_pile().bottom);",
        "kinds().filter(|kind| kind !in kinds_tagged(\"cat\"))",
        // The parameter of the closure would hide the player.
        "partners(p)[0].draw();",
    ] {
        assert!(text.contains(now), "{now}: {text}");
    }
}
