//! Limits: what scripts, positions and files may cost, and that what is legal stays within them.

use crate::harness::Edition;
use crate::program::{FIRST_OPTION, Litterbox};
use crate::script::hostile::{on_a_large_stack, provoke, provoke_in, with_evil_in};
use crate::waiting::PLAIN;
use insta::assert_snapshot;
use litterbox::internals::LineReader;
use litterbox::kernel::layout::Layout;
use litterbox::kernel::layout::PileLayout;
use litterbox::kernel::{Choice, Rulebook as _, Seat, Zone};
use litterbox::script::Host;
use litterbox::variant::{Library, Ruleset};

/// Classic with this many Skips and 500 Shuffles in the box, besides its 48 other cards.
fn with_skips(n_skips: usize) -> Result<Edition, String> {
    let variant = format!(
        r#"{{ "name": "Large", "extends": "classic",
            "deck": {{ "skip": {n_skips}, "shuffle": 500 }} }}"#
    );
    let library = Library::embedded().with_variant("large", &variant);
    let errors = |errors: Vec<_>| litterbox::base::error::render(&errors, false);
    let ruleset = Ruleset::load(&library, "large", &[]).map_err(errors)?;
    let host = Host::new(&ruleset.spec).map_err(errors)?;
    Ok(Edition { ruleset, host })
}

#[test]
fn five_different_cards_choose_among_a_discard_pile_of_the_largest_deck() {
    let edition = with_skips(476).expect("a legal deck");
    let mut game = edition.game(2, 1);
    let kind = |id: &str| edition.host.rules().find_kind(id).expect("a kind of the variant");
    let hand = ["nope", "attack", "favor", "defuse", "tacocat"].map(kind).to_vec();
    let discard = [vec![kind("skip"); 476], vec![kind("shuffle"); 500]].concat();
    let draw = PileLayout { zone: Zone::Draw, kinds: vec![kind("favor")], keep_rest: false };
    let hands = vec![(Seat(0), hand)];
    let layout = Layout { hands, discard, piles: vec![draw], ..Layout::default() };
    game.lay_out(layout).expect("a position within the limits");
    let decision = game.decision().expect("the game goes on");
    let combo = decision.options.iter().position(|o| matches!(o, Choice::Combo(..)));
    game.answer(combo.expect("five different cards")).expect("no fault");
    let decision = game.decision().expect("it asks which card");
    let n_cards = decision.options.iter().filter(|o| matches!(o, Choice::Card(..))).count();
    assert!(n_cards >= 2, "{:?}", decision.options);
    game.answer(0).expect("no fault");
    assert_eq!(game.table().hand(Seat(0)).len(), 1);
}

#[test]
fn a_deck_that_no_list_could_hold_is_refused() {
    let Err(said) = with_skips(477) else { panic!("the deck is accepted") };
    assert_snapshot!("deck_too_large", said);
}

/// Runs inputs in classic with 950 more kinds, one card of each.
fn with_many_kinds(inputs: &[&str]) -> String {
    let count = |n: usize| format!("\"number_{n}\": 1");
    let kind = |n: usize| format!("\"number_{n}\": {{ \"script\": \"skip\" }}");
    let (deck, kinds): (Vec<_>, Vec<_>) = (0..950).map(|n| (count(n), kind(n))).unzip();
    let variant = format!(
        r#"{{ "name": "Many", "extends": "classic", "deck": {{ {} }}, "kinds": {{ {} }} }}"#,
        deck.join(", "),
        kinds.join(", ")
    );
    let litterbox = Litterbox::new().with("variants/many.json", &variant);
    let mut args = vec!["repl", "many", "ann", "bob", "--seed", "1"];
    args.extend(inputs.iter().flat_map(|input| ["-c", input]));
    litterbox.run(&args).shown()
}

#[test]
fn three_of_a_kind_names_one_of_a_thousand_kinds() {
    let table = ":table ann: tacocat tacocat tacocat | bob: number_949";
    let shown = with_many_kinds(&[table, "play tacocat tacocat tacocat bob number_949"]);
    assert!(shown.contains("bob gives ann Number 949"), "{shown}");
}

#[test]
fn the_odds_are_exact_with_a_thousand_kinds() {
    // One kitten in a draw pile of 993 cards.
    let shown = with_many_kinds(&[":odds"]);
    assert!(shown.contains("an explosion in 0.1 % (exact)"), "{shown}");
}

/// What scripts with these bodies of `resolve` are told, one after the other.
fn told(bodies: &'static [&'static str]) -> String {
    let say = |body: &&str| format!("{}\n\n", provoke(&format!("//! Evil.\n\n{body}\n")));
    bodies.iter().map(say).collect()
}

#[test]
fn closures_in_list_functions_are_counted_with_the_run() {
    on_a_large_stack(|| {
        let said = told(&[
            "fn l3(x) { let c = []; c.pad(900, x); c.map(|y| y + 1).len }\n\
             fn l2(x) { let b = []; b.pad(900, x); b.map(|y| l3(y)).len }\n\
             fn resolve(me) { let a = []; a.pad(900, 0); a.map(|x| l2(x)); }",
            "const BIG = [1, 2, 3, 4, 5, 6, 7, 8].map(|a| { let n = 0; while n >= 0 { n += 1; } n \
             });\nfn resolve(me) { }",
            "fn playable(me) { me.can_play(me.hand.find(\"evil\")) || others(me).some(|p| { let n = \
             0; while n < 90_000 { n += 1; } n > 0 }) }\nfn resolve(me) { }",
        ]);
        let errors: Vec<&str> = said.lines().filter(|line| line.starts_with("error")).collect();
        let error = "error[F0001]: the script does not end: more than 50000 operations";
        assert_eq!(errors, [error; 3], "{said}");
    });
}

#[test]
fn values_that_grow_by_assignment_are_limited() {
    on_a_large_stack(|| {
        let said = told(&[
            "fn resolve(me) { let a = []; a.pad(1000, 0); for i in 0..1000 { a[i] = a; } }",
            "fn resolve(me) { let m = #{}; for i in 0..1000 { m[`${i}`] = m; } }",
            "fn resolve(me) { let a = []; a.pad(1000, 0); let b = a; for i in 0..1000 { a[0] = b; \
             b[1] = a; } }",
            "fn grow() { this[0] = this; }\nfn resolve(me) { let a = [1]; a.grow(); }",
            "fn resolve(me) { let s = \"\"; s.pad(4000, \"x\"); let a = []; a.pad(1000, 0); for i in \
             0..1000 { a[i] = s; } }",
        ]);
        assert_snapshot!("growing", said);
    });
}

#[test]
fn what_follows_from_one_answer_is_limited() {
    on_a_large_stack(|| {
        let said = told(&[
            "fn resolve(me) { for i in 0..9_000 { say(\"on and on and on\"); } }",
            "fn resolve(me) { for i in 0..12_000 { draw_pile().shuffle(); } }",
            "fn resolve(me) { for i in 0..1_000 { me.play(this_card()); } }",
        ]);
        assert_snapshot!("following", said);
    });
}

#[test]
fn the_texts_that_are_printed_or_put_into_counters_are_limited() {
    on_a_large_stack(|| {
        let counters = r#"{ "player": [{ "id": "note", "holds": "text" }],
            "card": [{ "id": "mood", "holds": "text" }] }"#;
        for call in ["print(t)", "debug(t)", "me.set(\"note\", t)", "this_card().set(\"mood\", t)"]
        {
            let body = format!("let t = \"on and on\"; for i in 0..9_000 {{ {call}; }}");
            let script = format!("//! Evil.\n\nfn resolve(me) {{ {body} }}\n");
            let said = provoke_in(&with_evil_in(counters, &script).unwrap());
            let error = "error[F0307]: more than 65536 bytes of texts follow from one answer";
            assert!(said.starts_with(error), "{call}: {said}");
            assert!(said.contains(" --> cards/evil.rhai:3:"), "{call}: {said}");
        }
    });
}

#[test]
fn a_player_owes_a_bounded_number_of_turns() {
    on_a_large_stack(|| {
        let said = told(&[
            "fn resolve(me) { me.next.take_turns(1_000_000_000_000); }",
            "fn resolve(me) { me.next.take_turns(1_001); }",
            "fn resolve(me) { me.next.take_turns(1_000); }",
            "fn resolve(me) { me.add_turns(1_000); }",
            "fn resolve(me) { me.add_turns(500); me.add_turns(500); }",
            "fn resolve(me) { me.add_turns(999); }",
        ]);
        let shown = said.lines().filter(|line| line.contains("turns") || line.contains("nothing"));
        assert_snapshot!("turns", shown.collect::<Vec<_>>().join("\n"));
    });
}

#[test]
fn the_number_of_variables_in_a_function_is_limited() {
    let many = |text: &str, n: usize| -> String {
        (0..n).map(|i| text.replace('#', &i.to_string())).collect()
    };
    let said = |script: String| {
        let library = Library::embedded().with_script("cards/skip", &script);
        let spec = Ruleset::load(&library, "classic", &[]).expect("a legal variant").spec;
        Host::new(&spec).err().unwrap_or_default().first().map(|error| {
            let at = error.span.as_ref().map(|span| (span.line, span.column));
            format!("{} {} {at:?}\n", error.code, error.message)
        })
    };
    let function = |body: String| format!("fn resolve(me) {{\n{body}}}\n");
    let refused: Vec<_> = [
        function(many("let a# = 1;\n", 1_025)),
        function(many("const a# = 1;\n", 1_025)),
        function(format!("let s = `${{1}} \"`;\n{}", many("let a# = 1;\n", 1_025))),
        function(format!("let f = |{}b| 1;", many("a#, ", 1_024))),
        format!("fn f({}b) {{ 1 }}\nfn resolve(me) {{ }}\n", many("a#, ", 1_024)),
        format!("{}\nfn resolve(me) {{ }}\n", many("const A# = 1;\n", 1_025)),
    ]
    .map(|script| said(script).unwrap_or_default())
    .into();
    assert_snapshot!(refused.concat());
    let two = format!("fn f(me) {{\n{}}}\n", many("let a# = 1; ", 700));
    assert_eq!(said(format!("{two}{}", function(many("let a# = 1; ", 700)))), None);
}

#[test]
fn a_check_that_takes_too_long_is_reported_and_the_others_go_on() {
    // Each call of an unknown function is compared with all that are known.
    let slow: String = (0..40_000).map(|n| format!("f{n}();\n")).collect();
    let litterbox = Litterbox::new()
        .with("scripts/cards/slow.rhai", &format!("//! Slow.\n\nfn resolve(me) {{\n{slow}}}\n"))
        .with("scripts/cards/wrong.rhai", "//! Wrong.\n\nfn resolve(me) { me.drow(); }\n");
    let ran = litterbox.run_with(PLAIN, &["check", "scripts", "--timeout", "3"]);
    assert_eq!(ran.code, Some(1), "{}", ran.shown());
    assert!(
        ran.out.contains("the check of cards/slow.rhai takes more than 3 seconds"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("there is no function `drow`"), "{}", ran.out);
    assert!(!ran.out.contains("`f0`"), "{}", ran.out);
}

#[test]
fn sums_of_large_counts_do_not_wrap() {
    // As 64-bit numbers, four times this is 0.
    let quarter = 1_u64 << 62;
    let parts: Vec<String> = ["a", "b", "c", "d"].map(|p| format!("\"{p}\": {quarter}")).into();
    let variant = format!(
        r#"{{ "name": "Large", "extends": "classic", "deck": {{ "skip": {{ {}, "e": 4 }} }},
            "subsets": {{ "a": "true", "b": "true", "c": "true", "d": "true", "e": "true" }} }}"#,
        parts.join(", ")
    );
    let library = Library::embedded().with_variant("large", &variant);
    let errors = Ruleset::load(&library, "large", &[]).err().unwrap_or_default();
    assert_eq!(errors.first().map(|error| error.code), Some("V0115"), "{errors:?}");
}

#[test]
fn an_expression_has_a_limited_length() {
    let mut shell = litterbox::shell::Shell::new(Library::embedded());
    shell.input(":new classic ann bob --seed 1");
    let sum = |n: usize| format!("= {{ {} 1 }}", "let a = 1; ".repeat(n));
    assert_eq!(shell.input(&sum(10)).text(), "1");
    let said = shell.input(&sum(6_000)).text();
    assert!(said.contains("the expression has more than 65536 bytes"), "{said}");
}

#[test]
fn numbers_on_the_command_line_are_bounded() {
    let litterbox = Litterbox::new();
    let said: String = [
        &["sim", "classic", "--games", "1", "--threads", "1000000000000"][..],
        &["sim", "classic", "--games", "18446744073709551615"],
        &["sim", "classic", "--shard", "1/18446744073709551615", "--out", "part.json"],
        &["fuzz", "classic", "--time", "18446744073709551615s"],
        &["fuzz", "classic", "--time", "18446744073709551615h"],
        &["compare", "classic", "--sweep", "deck.nope=-9223372036854775808..9223372036854775807"],
        &["test", "-j", "1000000000000"],
        &["tournament", "classic", "--agents", "random,greedy", "--threads", "1000000000000"],
        &["sim", "classic", "--players", "18446744073709551615"],
        &["sim", "classic", "--limit", "0"],
        &["sim", "classic", "--threads", "0"],
        &["test", "-j", "0"],
        &["tournament", "classic", "--agents", "random,greedy", "--limit", "0"],
    ]
    .into_iter()
    .map(|args| litterbox.run(args).shown())
    .collect();
    assert_snapshot!("numbers_on_the_command_line", said);
}

#[test]
fn a_hostile_session_fails_alone() {
    let block = |line: &str| {
        format!("# Odd\n\n```litterbox\n> :new classic ann bob --seed 1\n{line}\n```\n")
    };
    let nopes = format!("> :table draw: {}", "nope ".repeat(65_600));
    let kept = "> :table draw: nope*1000 ...\n".repeat(70);
    let litterbox = Litterbox::new()
        .with("tests/deep.session.md", &block(&format!("> {}x", ":refuse ".repeat(60_000))))
        .with("tests/long.session.md", &block(&nopes))
        .with("tests/kept.session.md", &block(kept.trim_end()))
        .with("tests/right.session.md", &block("> :expect turn ann"));
    let ran = litterbox.run(&["test", "tests", "--expects"]);
    assert_eq!(ran.code, Some(1), "{}", ran.talk);
    let summary = ran.out.lines().chain(ran.talk.lines()).find(|line| line.contains("files"));
    assert_snapshot!(summary.unwrap_or_default(), @"4 files, 4 sessions: 3 files failed");
}

#[test]
fn what_is_too_large_is_refused_before_it_is_checked() {
    let names = |n: usize, word: &str| {
        let names: Vec<String> = (0..n).map(|i| format!("\"{word}{i}\"")).collect();
        names.join(", ")
    };
    let deck: Vec<String> = (0..2_500).map(|i| format!("\"k{i}\": 0")).collect();
    let kinds: Vec<String> = (0..70_000).map(|i| format!("\"k{i}\": {{}}")).collect();
    let said: Vec<String> = [
        format!("\"deck\": {{ {} }}, \"kinds\": {{ {} }}", deck.join(", "), kinds.join(", ")),
        "\"box\": 1025".to_owned(),
        format!("\"counters\": {{ \"table\": [{}] }}", names(70_000, "c")),
        format!("\"counters\": {{ \"player\": [{}] }}", names(4_000, "c")),
        format!("\"combos\": [{}]", names(1_001, "pair")),
    ]
    .iter()
    .map(|entry| {
        let variant = format!(r#"{{ "name": "Large", "extends": "classic", {entry} }}"#);
        let library = Library::embedded().with_variant("large", &variant);
        let errors = Ruleset::load(&library, "large", &[]).err().unwrap_or_default();
        errors.iter().map(|e| format!("{} {}\n", e.code, e.message)).take(2).collect::<String>()
    })
    .collect();
    let script =
        format!("//! Long.\n\nfn resolve(me) {{\n{}}}\n", "    me.draw();\n".repeat(40_000));
    let library = Library::embedded().with_script("cards/skip", &script);
    let spec = Ruleset::load(&library, "classic", &[]).expect("a legal variant").spec;
    let long = Host::new(&spec).err().unwrap_or_default();
    let long = format!("{} {}", long[0].code, long[0].message);
    assert_snapshot!(format!("{}{long}", said.concat()));
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_one_is_read() {
    let litterbox = Litterbox::new();
    let long = "x".repeat(3 << 20);
    let game = ["repl", "classic", "ann", "bob", "--seed", "7"];
    let refused = "a line of more than 1048576 bytes";
    let going_on = [&game[..], &["--keep-going"]].concat();
    let piped = litterbox.piped(&going_on, &format!("= 1 + 1\n{long}\n= 40 + 2\n"));
    assert_eq!(piped.code, Some(1), "{}", piped.talk);
    assert_eq!(piped.out, format!("2\nrefused: {refused}\n42\n"));
    assert!(piped.talk.contains("stdin:2: refused") && !piped.talk.contains("xx"));
    let piped = litterbox.piped(&game, &format!("= 1 + 1\n{long}\n= 40 + 2\n"));
    assert_eq!((piped.code, piped.out), (Some(1), format!("2\nrefused: {refused}\n")));
    let json = [&game[..], &["--format", "json"]].concat();
    let lines =
        format!("{{\"id\": 1, \"input\": \"{long}\"}}\n{{\"id\": 2, \"input\": \"= 42\"}}\n");
    let told = litterbox.piped(&json, &lines).out;
    let told: Vec<&str> = told.lines().skip(1).collect();
    assert!(told[0].contains("\"invalid_request\"") && told[0].contains(refused), "{}", told[0]);
    assert!(told[1].contains("\"id\":2") && told[1].contains("\"done\""), "{}", told[1]);
}

#[test]
fn an_input_that_is_too_long_is_refused_wherever_it_is_from() {
    let refused = "refused: an input of more than 1048576 bytes";
    let mut shell = litterbox::shell::Shell::new(Library::embedded());
    assert_eq!(shell.input(&"x".repeat((1 << 20) + 1)).text(), refused);
    assert_eq!(shell.typed(&"x".repeat((1 << 20) + 1)).text(), refused);
    let open = format!("= [\n{}", "1,\n".repeat(400_000));
    let litterbox = Litterbox::new().with("inputs", &open);
    let game = ["repl", "classic", "ann", "bob", "--seed", "7"];
    for ran in [
        litterbox.run(&[&game[..], &["--read", "inputs"]].concat()),
        litterbox.run(&[&game[..], &["-c", ":read inputs"]].concat()),
        litterbox.piped(&game, &open),
    ] {
        assert_eq!(ran.code, Some(1));
        assert!(ran.talk.len() < 5_000, "{} bytes", ran.talk.len());
        assert!(ran.out.contains(refused), "{}", ran.out.chars().take(400).collect::<String>());
    }
}

#[test]
fn the_rest_of_a_line_that_is_too_long_is_dropped() {
    let mut lines = LineReader::new(&b"four\nlonger\r\n\nlast"[..], 5);
    let mut next = || lines.next().map(|line| line.map_err(|why| why.to_string()));
    assert_eq!(next(), Some(Ok("four".to_owned())));
    assert_eq!(next(), Some(Err("a line of more than 5 bytes".to_owned())));
    assert_eq!(next(), Some(Ok(String::new())));
    assert_eq!(next(), Some(Ok("last".to_owned())));
    assert_eq!(next(), None);
}

#[test]
fn an_agent_goes_on_after_an_answer_that_is_too_long() {
    let agent = "\nn=0\nwhile read -r line; do\n  n=$((n+1))\n\
                 if [ $n = 1 ]; then head -c 200000 /dev/zero | tr '\\0' x; echo\n\
                 else first_option \"$line\"; fi\ndone\n";
    let litterbox = Litterbox::new().with("agent.sh", &format!("{FIRST_OPTION}{agent}"));
    let run = ["sim", "classic", "--games", "6", "--threads", "1", "--format", "csv"];
    let ran = litterbox.run(&[&run[..], &["--agents", "exec:sh agent.sh"]].concat());
    assert!(ran.out.contains("run,classic,faulty,1,"), "{}", ran.shown());
    assert!(ran.out.contains("run,classic,games,6,"), "{}", ran.shown());
}
