//! The types that are inferred in scripts: the linter and the machine have the same ones, so they
//! must be right for each value that a script may have.

use crate::harness::Edition;
use crate::script::hostile::{provoke, provoke_in};
use litterbox::script::tree::{KnownFunctions, NodeKind, Parser, ScriptSource, annotate};
use litterbox::script::{Host, Script};
use litterbox::variant::{Library, Ruleset};

/// The first line of what is said when a card with this body of `resolve` is played.
fn said(body: &str) -> String {
    let said = provoke(&format!("//! Evil.\n\nfn resolve(me) {{ {body} }}\n"));
    said.lines().next().unwrap_or_default().to_owned()
}

/// The type of the value of `let result` in a script.
fn result(script: &str) -> String {
    let script = Script { name: "cards/demo.rhai".into(), text: script.into() };
    let mut source = ScriptSource::parse(&Parser::default(), &script).expect("a script");
    annotate(&mut source, &KnownFunctions::of_engine());
    let value = source.walk().find_map(|node| match &node.what {
        NodeKind::Let(local, value) if local.name == "result" => Some(value.ty.in_words()),
        _ => None,
    });
    value.expect("a result")
}

#[test]
fn calls_of_functions_have_the_types_of_what_these_return() {
    for (functions, call, of) in [
        ("fn robbable(me) { others(me).filter(|p| !p.hand.is_empty) }", "robbable(me)", "[player]"),
        ("fn best(me) { if me.is_alive { me.hand.top } else { () } }", "best(me)", "card or ()"),
        (
            "fn count(me) { for p in players() { if p == me { return 1; } } 2 }",
            "count(me)",
            "number",
        ),
        // A short function is inferred for each call.
        ("fn same(x) { x }", "[same(1)]", "[number]"),
        ("fn same(x) { x }", "same(me)", "player"),
        // Functions are known in any order.
        ("fn outer(x) { inner(x) } fn inner(x) { kinds() }", "outer(1)", "[text]"),
        ("fn inner(x) { kinds() } fn outer(x) { inner(x) }", "outer(1)", "[text]"),
        // One that calls itself may return anything.
        ("fn down(n) { if n == 0 { return 0; } down(n - 1) }", "down(3)", "value"),
        ("fn a(n) { b(n) } fn b(n) { a(n) }", "a(3)", "value"),
        // A hook is given anything by a function that calls it.
        ("fn playable(me) { me }", "playable(1)", "value"),
        ("fn max(a) { a }", "max(1, 2)", "number"),
    ] {
        let script = format!("{functions}\nfn resolve(me) {{ let result = {call}; }}");
        assert_eq!(result(&script), of, "{script}");
    }
}

#[test]
fn links_that_may_not_be_followed_have_no_certain_type() {
    for (value, of) in [
        ("me.hand", "pile"),
        ("me?.hand", "pile or ()"),
        ("me?.hand.top", "card or ()"),
        ("[me][0]?.hand", "pile or ()"),
        // An entry of a map may be anything.
        ("#{ hand: 1 }.hand", "value"),
        ("[].map(|x| x.hand)", "list"),
        ("[].map(|x| others(x))", "[list]"),
        ("[me].map(|x| x.hand)", "[pile]"),
    ] {
        let script = format!("fn resolve(me) {{ let result = {value}; }}");
        assert_eq!(result(&script), of, "{value}");
    }
}

#[test]
fn verbs_look_at_values_whose_types_are_not_certain() {
    let text = |value: &str| format!("throw `${{{value}}}`;");
    for (before, last, value) in [
        ("let f = |m| others(m.hand).len;", "f.call(#{ hand: me })", "2"),
        ("let f = |m| others(m.hand()).len;", "f.call(#{ hand: || me })", "2"),
        ("let l = [me]; push(l, 5);", "l.map(|x| x == 5)", "[false, true]"),
        ("let l = [1]; l.insert(0, me); let p = l[0];", "others(p).len", "2"),
        ("let x = me; let f = || x = 5; f.call();", "x + 1", "6"),
    ] {
        let body = format!("{before} {}", text(last));
        assert_eq!(said(&body), format!("error[F0202]: {value}"), "{body}");
    }
    // The entry of a map is called as a method.
    let called = said("let m = #{ others: |x| x }; throw `${others(m)}`;");
    assert_eq!(called, "error[F0102]: `others` cannot be called with (map)");
    // Where there is nothing, the fault says so.
    let nothing = said("let h = (); h.len");
    assert_eq!(
        said("let x = if players().len == 9 { me } else { () }; let h = x?.hand; h.len"),
        nothing
    );
}

#[test]
fn functions_of_rules_may_call_those_of_a_script_that_redefines_them() {
    let number = "//! Number.\nfn number(me) { for i in 0..1 { return 1; } 2 }";
    let more = "//! More.\nfn of(me) { for i in 0..1 { return number(me); } 3 }";
    let variant = r#"{ "name": "Evil", "extends": "classic", "deck": { "evil": 10 },
        "rules": ["classic", "number", "more"], "kinds": { "evil": { "start": "box" } } }"#;
    for (functions, value) in
        [("", "n 1"), ("fn number(me) { for i in 0..1 { return me; } 2 }", "2")]
    {
        let resolve = "fn resolve(me) { let x = of(me); \
                       if x == 1 { throw `n ${x}`; } throw `${others(x).len}`; }";
        let script = format!("//! Evil.\n\n{resolve}\n{functions}\n");
        let library = Library::embedded().with_script("cards/evil", &script);
        let library = library.with_script("rules/number", number).with_variant("evil", variant);
        let library = library.with_script("rules/more", more);
        let ruleset = Ruleset::load(&library, "evil", &[]).expect("a variant");
        let host = Host::new(&ruleset.spec).expect("it compiles");
        let said = provoke_in(&Edition { ruleset, host });
        let said = said.lines().next().unwrap_or_default();
        assert_eq!(said, format!("error[F0202]: {value}"), "{functions}");
    }
}
