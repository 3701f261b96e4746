//! From an empty folder to a tested card with only the binary; and the output of `new`.

use crate::program::{Litterbox, Ran};
use insta::assert_snapshot;
use litterbox::base::error::render;
use litterbox::lint::{LintTargets, check};
use litterbox::variant::Library;

/// A working folder, and the commands typed so far.
struct Desk {
    litterbox: Litterbox,
    folder: &'static str,
    typed: Vec<String>,
}

impl Desk {
    fn run(&mut self, arguments: &[&str]) -> Ran {
        self.typed.push(format!("litterbox {}", arguments.join(" ")));
        let folder = self.litterbox.path().join(self.folder);
        Ran::from(self.litterbox.command(arguments).current_dir(folder).output().unwrap())
    }

    /// The same; the command must succeed.
    fn does(&mut self, arguments: &[&str]) -> Ran {
        let ran = self.run(arguments);
        assert_eq!(ran.code, Some(0), "{arguments:?}\n{}", ran.shown());
        ran
    }

    fn edit(&self, name: &str, change: impl Fn(String) -> String) {
        let path = self.litterbox.path().join(self.folder).join(name);
        let text = std::fs::read_to_string(&path).unwrap();
        let changed = change(text.clone());
        assert_ne!(changed, text, "{name} is as it was");
        std::fs::write(path, changed).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.litterbox.path().join(self.folder).join(name)).unwrap()
    }
}

fn context() -> Desk {
    Desk { litterbox: Litterbox::new(), folder: "", typed: Vec::new() }
}

#[test]
fn from_an_empty_folder_to_tested_cards_in_under_ten_commands() {
    let mut context = context();
    context.does(&["new", "project", "den"]);
    context.folder = "den";
    context.does(&["new", "card", "Fair Share"]);
    context.edit("scripts/cards/fair_share.rhai", |_| {
        "//! Fair Share: you and a player of your choice draw a card each.\n\n\
         fn announce(me) { me.choose_player(\"Who draws too?\", others(me)) }\n\n\
         fn resolve(me, friend) {\n    me.draw();\n    friend.draw();\n}\n"
            .to_owned()
    });
    context.edit("tests/fair_share.session.md", |text| {
        text.replace("ann> play fair_share\n", "ann> play fair_share bob\n")
    });
    context.does(&["new", "combo", "Cat Party"]);
    context.edit("variants/den.json", |text| {
        text.replace("\"deck\": {", "\"deck\": {\n    \"skip\": 2,")
    });
    context.does(&["check", "--strict"]);
    context.does(&["test", "--accept"]);
    let tested = context.does(&["test"]);
    assert!(tested.out.contains("3 files"), "{}", tested.shown());
    let played = context.does(&[
        "repl",
        "den",
        "ann",
        "bob",
        "--seed",
        "1",
        "-c",
        ":table ann: fair_share | bob: - | draw: favor skip; play fair_share; :view",
    ]);
    assert!(played.out.contains("Fair Share"), "{}", played.out);
    assert!(context.typed.len() < 10, "{:?}", context.typed);
    assert_snapshot!("variant", context.read("variants/den.json"));
    let session = context.read("tests/fair_share.session.md");
    assert!(
        session.contains("> :table den ann: fair_share attack | bob: skip | cat: -"),
        "{session}"
    );
    assert!(session.contains("  ann plays Fair Share on bob\n"), "{session}");

    context.edit("scripts/cards/fair_share.rhai", |text| {
        text.replace("friend.draw()", "friend.darw()")
    });
    let broken = context.run(&["check"]);
    assert!(broken.out.contains("did you mean `draw`?"), "{}", broken.shown());
    context.does(&["check", "--fix"]);
    context.edit("scripts/cards/fair_share.rhai", |text| {
        text.replace("me.draw();", "me.draw_cards(2);")
    });
    assert_eq!(context.run(&["test"]).code, Some(1), "the session tells the difference");
}

#[test]
fn a_title_is_kept_as_it_is_typed() {
    let mut context = context();
    for (typed, id, title) in [
        ("King's Ransom", "kings_ransom", "King's Ransom"),
        ("big_cat", "big_cat", "Big Cat"),
        ("cat's paw", "cats_paw", "Cat's Paw"),
        ("Tug-of-War: Last", "tug_of_war_last", "Tug-of-War Last"),
    ] {
        context.does(&["new", "card", typed]);
        let script = context.read(&format!("scripts/cards/{id}.rhai"));
        assert!(script.starts_with(&format!("//! {title}: ")), "{script}");
        let session = context.read(&format!("tests/{id}.session.md"));
        assert!(session.contains(&format!("ann plays {title}\n")), "{session}");
    }
}

#[test]
fn what_new_makes_is_sound_and_tested() {
    let mut context = context();
    let mut said = String::new();
    for arguments in [
        &["new", "variant", "mine"][..],
        &["new", "card", "comet"],
        &["new", "card", "big_favor", "--from", "favor"],
        &["new", "combo", "crowd"],
        &["new", "combo", "couple", "--from", "pair"],
        &["new", "rule", "slow"],
        &["new", "variant", "other", "--from", "slap"],
        &["new", "variant", "feast", "--from", "recipes"],
        &["new", "card", "meteor", "--variant", "other"],
        &["new", "card", "cuff", "--from", "slap", "--variant", "mine"],
    ] {
        said +=
            &format!("$ litterbox {}\n{}\n", arguments.join(" "), context.does(arguments).shown());
    }
    assert_snapshot!("new_says", said);
    context.does(&["check", "--strict"]);
    context.does(&["test"]);
    // A copy has its own title.
    assert!(context.read("scripts/cards/big_favor.rhai").starts_with("//! Big Favor: "));
    let variant = context.read("variants/mine.json");
    for part in [
        r#""deck": { "comet": 4, "big_favor": 4, "cuff": 4 }"#,
        r#""combos": ["pair", "three_of_a_kind", "five_different", "crowd", "couple"]"#,
        r#""rules": ["classic", "slow"]"#,
    ] {
        assert!(variant.contains(part), "{variant}");
    }
    let session = context.read("tests/crowd.session.md");
    assert!(
        session.contains("  ann plays Crowd (Tacocat, Tacocat, Tacocat, Tacocat)\n"),
        "{session}"
    );
}

#[test]
fn a_copy_of_every_shipped_card_and_combo_is_sound_and_tested() {
    let mut seen = std::collections::BTreeSet::new();
    let mut unused = String::new();
    for id in crate::harness::variants() {
        let spec = crate::harness::loaded(&id, &[]).ruleset.spec;
        let cards = spec.kinds.iter().map(|kind| ("card", kind.id.to_string()));
        let combos = spec.combos.iter().map(|combo| ("combo", combo.id.to_string()));
        let new: Vec<_> = cards.chain(combos).filter(|(_, id)| seen.insert(id.clone())).collect();
        if new.is_empty() {
            continue;
        }
        let mut context = context();
        context.does(&["new", "variant", "mine", "--from", &id]);
        for (what, from) in new {
            let made = context.does(&["new", what, &format!("x {from}"), "--from", &from]);
            let session = context.read(&format!("tests/x_{from}.session.md"));
            let is_unused = made.talk.contains("does not use it");
            assert_eq!(session.contains("> :table mine ann: "), !is_unused, "{session}");
            unused += &if is_unused { format!("{id}: {what} {from}\n") } else { String::new() };
        }
        context.does(&["check", "--strict"]);
        let tested = context.does(&["test"]);
        assert!(tested.out.ends_with("all passed\n"), "{}", tested.shown());
    }
    // Cards that do nothing, or that a position of this variant alone gives no use.
    assert_snapshot!("unused", unused);
}

#[test]
fn a_first_session_uses_its_card() {
    let mut context = context();
    let mut sessions = String::new();
    for (from, n_blocks) in
        [("favor", 1), ("nope", 1), ("exploding_kitten", 1), ("defuse", 1), ("skip", 1)]
    {
        context.does(&["new", "card", &format!("x {from}"), "--from", from]);
        let session = context.read(&format!("tests/x_{from}.session.md"));
        assert_eq!(session.matches("```litterbox").count(), n_blocks, "{session}");
        sessions += &session;
    }
    context.does(&["new", "combo", "couple", "--from", "pair"]);
    sessions += &context.read("tests/couple.session.md");
    assert_snapshot!("first_sessions", sessions);
}

#[test]
fn the_first_session_of_a_rule_shows_a_turn_that_it_changes() {
    let mut context = context();
    context.does(&["new", "rule", "charity"]);
    let session = context.read("tests/charity.session.md");
    assert_snapshot!("first_session_of_a_rule", session);
    // Without the rule, the session fails.
    context.edit("scripts/rules/charity.rhai", |text| text.replace("me.draw(); }", "}"));
    assert_eq!(context.run(&["test"]).code, Some(1));
    // A copy without effect says so.
    let script = "//! Calm: nothing is different.\n\nfn turn_start(me) { }\n";
    let variant = r#"{ "name": "Mine", "extends": "classic", "rules": ["classic", "calm"] }"#;
    let litterbox = Litterbox::new().with("scripts/rules/calm.rhai", script);
    context.litterbox = litterbox.with("variants/mine.json", variant);
    let made = context.does(&["new", "rule", "calmer", "--from", "calm"]);
    assert!(made.talk.contains("tests/calmer.session.md does not use it"), "{}", made.shown());
    context.does(&["test"]);
}

#[test]
fn a_first_session_has_enough_opponents_or_says_that_it_has_not() {
    let script = |n_others: usize| {
        format!(
            "//! Trial: two players draw a card.\n\n\
             fn playable(me) {{ others(me).len() >= {n_others} }}\n\n\
             fn announce(me) {{\n    let one = me.choose_player(\"Who?\", others(me));\n    \
             [one, me.choose_player(\"Who else?\", others(me).filter(|p| p != one))]\n}}\n\n\
             fn resolve(me, one, other) {{ one.draw(); other.draw(); }}\n"
        )
    };
    let deck = r#"{ "name": "Mine", "extends": "classic", "deck": { "pairs": 1, "crowds": 1 } }"#;
    let mut context = context();
    context.litterbox = Litterbox::new()
        .with("variants/mine.json", deck)
        .with("scripts/cards/pairs.rhai", &script(2))
        .with("scripts/cards/crowds.rhai", &script(9));
    let made = context.does(&["new", "card", "two", "--from", "pairs"]);
    assert!(!made.talk.contains("does not use it"), "{}", made.shown());
    let session = context.read("tests/two.session.md");
    assert!(session.contains("ann> play two bob\n") && session.contains("cat draws"), "{session}");
    let made = context.does(&["new", "card", "nine", "--from", "crowds"]);
    assert_eq!(
        made.talk.lines().next(),
        Some(
            "tests/nine.session.md does not use it: no small position was found in which it can \
             be used; add one"
        )
    );
    assert!(context.read("tests/nine.session.md").contains("> :new mine ann bob cat --seed 1\n"));
    context.does(&["test"]);
}

#[test]
fn new_loses_nothing() {
    let mut context = context();
    context.does(&["new", "card", "comet"]);
    let mut said = String::new();
    for arguments in [
        &["new", "card", "comet"][..],
        &["new", "card", "skip"],
        &["new", "card", "!!"],
        &["new", "card", "moon", "--variant", "classic"],
        &["new", "card", "moon", "--variant", "mien"],
        &["new", "card", "moon", "--variant", "wombats"],
        &["new", "card", "moon", "--from", "comte"],
        &["new", "card", "moon", "--from", "leapfrog"],
        &["new", "variant", "mine"],
        &["new", "project", "."],
    ] {
        let ran = context.run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}\n{}", ran.shown());
        said += &format!("$ litterbox {}\n{}", arguments.join(" "), ran.talk);
    }
    assert_snapshot!("new_refuses", said);
}

#[test]
fn cards_that_are_made_at_once_are_all_in_the_deck() {
    let variant = r#"{ "name": "Mine", "extends": "classic" }"#;
    let litterbox = Litterbox::new().with("variants/mine.json", variant);
    let names = ["comet", "meteor", "quasar"];
    let make = |name| litterbox.command(&["new", "card", name, "--variant", "mine"]).spawn();
    for made in names.map(make) {
        let ran = Ran::from(made.unwrap().wait_with_output().unwrap());
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
    }
    let text = litterbox.read("variants/mine.json");
    assert!(names.iter().all(|name| text.contains(&format!("\"{name}\": 4"))), "{text}");
}

#[test]
fn the_formatting_of_a_variant_is_left_as_it_is() {
    let text = "{ \"name\": \"Mine\",   \"extends\": \"classic\",\n\n  \"options\": { \"self_nope\": \
        true },\n  \"deck\": { \"skip\": 6,\n            \"nope\": 4 },\n  \"about\": \"Odd.\" }\n";
    let mut context = context();
    context.litterbox = Litterbox::new().with("variants/mine.json", text);
    context.does(&["new", "card", "comet"]);
    let more = "\"nope\": 4,\n            \"comet\": 4";
    assert_eq!(context.read("variants/mine.json"), text.replace("\"nope\": 4", more));
}

#[test]
fn every_example_in_a_template_can_be_used() {
    for (folder, template) in [
        ("cards", include_str!("../../src/session/scaffold/card.rhai")),
        ("combos", include_str!("../../src/session/scaffold/combo.rhai")),
        ("rules", include_str!("../../src/session/scaffold/rule.rhai")),
    ] {
        let examples: Vec<&str> = template
            .lines()
            .filter(|l| l.starts_with("// fn ") || l.starts_with("// const "))
            .collect();
        assert!(examples.len() >= 2);
        for example in examples {
            let mut script = template.replace("{title}", "Demo").replace("{id}", "demo");
            script = script.replace(example, example.trim_start_matches("// "));
            if example.contains("responds") {
                // The comment on `responds` names `WHEN`: a user uncomments both lines.
                script = script.replace("// const WHEN", "const WHEN");
            }
            if example.contains("source") {
                // The comment on these hooks names `TO`.
                script = script.replace("// const TO", "const TO");
            }
            if example.contains("announce") {
                script = script.replace("fn resolve(me)", "fn resolve(me, _whom)");
            }
            let variant = match folder {
                "cards" => r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4 } }"#,
                "combos" => r#"{ "name": "Mine", "extends": "classic", "combos": ["demo"] }"#,
                _ => r#"{ "name": "Mine", "extends": "classic", "rules": ["classic", "demo"] }"#,
            };
            let library = Library::embedded()
                .with_script(&format!("{folder}/demo"), &script)
                .with_variant("mine", variant);
            let wanted =
                LintTargets { variants: vec!["mine".to_owned()], ..LintTargets::default() };
            let found = check(&library, &wanted).found;
            assert!(found.is_empty(), "{example}\n{}", render(&found, false));
        }
    }
}

#[test]
fn a_rule_may_share_the_name_of_its_variant() {
    let mut context = context();
    context.does(&["new", "variant", "teams"]);
    context.does(&["new", "rule", "teams", "--variant", "teams"]);
    assert!(context.read("scripts/rules/teams.rhai").starts_with("//! Teams"));
    assert!(context.read("variants/teams.json").contains(r#""rules": ["classic", "teams"]"#));
    assert!(context.read("tests/teams_rule.session.md").contains("```litterbox"));
    context.does(&["check", "--strict"]);
    context.does(&["test"]);
    let said = context.does(&["repl", "teams", "ann", "bob", "-c", "?teams"]);
    assert!(said.out.contains("rules/teams.rhai"), "{}", said.shown());
}

#[test]
fn the_folders_of_a_project_can_be_checked_by_name() {
    let mut context = context();
    context.does(&["new", "project", "den"]);
    context.folder = "den";
    context.does(&["new", "card", "comet"]);
    let checked = context.does(&["check", "--strict", "scripts", "variants"]);
    assert!(checked.talk.contains("1 variant"), "{}", checked.shown());
    let schema = context.run(&["check", "variants/schemas/variant.schema.json"]);
    assert_ne!(schema.code, Some(0), "{}", schema.shown());
}

#[test]
fn what_a_project_says_of_installing_names_a_checkout_and_no_registry() {
    let mut context = context();
    context.does(&["new", "project", "den"]);
    context.folder = "den";
    let (readme, workflow) =
        (context.read("README.md"), context.read(".github/workflows/check.yml"));
    for text in [&readme, &workflow] {
        assert!(!text.contains("crates.io"), "{text}");
        let installs = text.lines().filter(|line| line.contains("cargo install"));
        let installs: Vec<&str> = installs.collect();
        assert!(!installs.is_empty(), "{text}");
        for line in installs {
            assert!(line.ends_with("cargo install --locked --path \"$LITTERBOX\""), "{line}");
        }
    }
    assert!(readme.contains("LITTERBOX=litterbox\n"), "{readme}");
    assert!(workflow.contains("LITTERBOX: litterbox\n"), "{workflow}");
    let version = concat!("litterbox ", env!("CARGO_PKG_VERSION"));
    assert!(workflow.contains(&format!("= \"{version}\"\n")), "{workflow}");
    assert_eq!(context.does(&["--version"]).out.trim(), version);
    for line in workflow.lines().filter(|line| line.contains("uses:")) {
        let commit = line.rsplit('@').next().unwrap_or_default();
        assert!(commit.len() == 40 && commit.chars().all(|c| c.is_ascii_hexdigit()), "{line}");
    }
}

#[test]
fn a_project_takes_the_binary_of_a_release_once_its_address_is_known() {
    let workflow = litterbox::internals::workflow("https://example.org/litterbox");
    let name = concat!("name=litterbox-v", env!("CARGO_PKG_VERSION"), "-x86_64-unknown-linux-gnu");
    let address = concat!(
        "https://example.org/litterbox/releases/download/v",
        env!("CARGO_PKG_VERSION"),
        "/$name.tar.gz"
    );
    for part in [name, address, "sha256sum --check", "\"$GITHUB_PATH\""] {
        assert!(workflow.contains(part), "no {part} in\n{workflow}");
    }
    assert!(!workflow.contains('{') && !workflow.contains("cargo install"), "{workflow}");
    // The release has files of these names.
    let release = include_str!("../../.github/workflows/release.yml");
    for part in
        ["name=\"litterbox-$TAG-$TARGET\"", "\"$packed.sha256\"", "x86_64-unknown-linux-gnu"]
    {
        assert!(release.contains(part), "{part}");
    }
}

#[test]
fn help_has_no_escaped_quotes() {
    let mut context = context();
    for what in ["card", "combo", "rule", "variant", "project"] {
        let help = context.does(&["new", what, "--help"]).out;
        assert!(!help.contains('\\'), "{help}");
    }
}

#[test]
fn a_name_stays_as_it_was_typed_and_its_folder_can_be_entered() {
    let litterbox = Litterbox::new();
    let ran = litterbox.run(&["new", "variant", "Anna's \"Übung\""]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let text = litterbox.read("variants/annas_ubung.json");
    let variant: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(variant["name"], "Anna's \"Übung\"");
    let ran = litterbox.run(&["new", "project", "Meine Größe"]);
    assert!(ran.talk.contains("cd 'Meine Größe', then: litterbox new"), "{}", ran.shown());
    assert!(litterbox.read("Meine Größe/README.md").starts_with("# Meine Größe\n"));
    assert!(litterbox.read("Meine Größe/variants/meine_grosse.json").contains("\"Meine Größe\""));
}
