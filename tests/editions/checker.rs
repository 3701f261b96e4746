//! A checker finds after each edit what a new one finds.
//!
//! `LITTERBOX_EDITS=100000 cargo test --release checker` makes this many edits instead of 12.

use litterbox::base::Interrupt;
use litterbox::base::error::Error;
use litterbox::kernel::rng::generator;
use litterbox::lint::{Checker, LintTargets, NameIndex, TypedScripts, check};
use litterbox::variant::{Library, Ruleset};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

const MINE: &str = r#"{ "name": "Mine", "extends": "classic", "deck": { "demo": 4, "other": 2 },
    "kinds": { "demo": { "hops": 2 } }, "options": { "loud": true }, "rules": ["classic", "house"],
    "counters": { "player": ["treats"] } }"#;
const DEMO: &str = "//! Demo.\n\nfn playable(me) { robbable(me).len() > 0 }\n\nfn resolve(me) {\n    \
                    let n = param(\"hops\");\n    me.set(\"treats\", twice(n));\n    \
                    if option(\"loud\") { me.next.take_turns(n); }\n}\n\nconst OPTIONS = #{\n    \
                    loud: #{ value: false, about: \"Whether it is loud.\" },\n};\n";
const OTHER: &str = "//! Other.\n\nfn resolve(me) { for c in me.hand.cards { c.discard(); } }\n";
const HOUSE: &str = "//! House rules.\n\nfn twice(n) { n * 2 }\n\nfn setup() { previous(); }\n";

/// The codes of rules that need all files.
const OF_ALL_FILES: [&str; 6] = ["L0126", "L0401", "L0402", "L0403", "L0405", "L0406"];

/// The files of classic and of a pack over it: small, so that a check is fast.
fn library() -> (Library, Vec<(String, bool)>) {
    let all = Library::embedded();
    let classic = Ruleset::load(&all, "classic", &[]).expect("classic loads");
    let mut library = Library::empty();
    let mut files = vec![("classic".to_owned(), false), ("mine".to_owned(), false)];
    library = library.with_variant("classic", &all.variant("classic").unwrap().text);
    library = library.with_variant("mine", MINE);
    library = library.with_variant("titles/en", &all.titles("en").unwrap().text);
    for script in classic.spec.scripts() {
        let name = script.name.trim_end_matches(".rhai");
        library = library.with_script(name, &script.text);
        files.push((name.to_owned(), true));
    }
    for (name, text) in [("cards/demo", DEMO), ("cards/other", OTHER), ("rules/house", HOUSE)] {
        library = library.with_script(name, text);
        files.push((name.to_owned(), true));
    }
    (library, files)
}

fn text_of(library: &Library, (name, is_script): &(String, bool)) -> String {
    match is_script {
        true => library.script(name).unwrap().text.to_string(),
        false => library.variant(name).unwrap().text.to_string(),
    }
}

/// A text with one random edit: something inserted, deleted, or a word of another text.
fn edited(chance: &mut Pcg64Mcg, text: &str, other: &str) -> String {
    let mut number = |below_n: usize| chance.random_range(0..below_n.max(1));
    let floor =
        |text: &str, at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap();
    let at = floor(text, number(text.len() + 1));
    let end = floor(text, (at + number(12)).min(text.len()));
    let words: Vec<&str> = other.split_whitespace().collect();
    let inserted = match number(6) {
        0 => "",
        1 => "{",
        2 => "\"",
        3 => "\n",
        4 => "é",
        _ => words.get(number(words.len())).copied().unwrap_or_default(),
    };
    let end = if number(2) == 0 { at } else { end.max(at) };
    format!("{}{inserted}{}", &text[..at], &text[end..])
}

#[test]
fn a_checker_finds_after_each_edit_what_a_new_one_finds() {
    let n_edits = std::env::var("LITTERBOX_EDITS").ok();
    let n_edits = n_edits.map_or(12, |text| text.parse::<u64>().expect("a number"));
    let (original, files) = library();
    let (mut library, mut checker) = (original.clone(), Checker::default());
    let mut chance = generator(n_edits, 31);
    for n in 0..n_edits {
        let pick = |chance: &mut Pcg64Mcg| files[chance.random_range(0..files.len())].clone();
        let (file, other) = (pick(&mut chance), pick(&mut chance));
        // Every other edit is taken back, so that the texts do not decay.
        let text = match chance.random_range(0..3) {
            0 => text_of(&original, &file),
            _ => edited(&mut chance, &text_of(&library, &file), &text_of(&original, &other)),
        };
        let (name, is_script) = &file;
        library = match is_script {
            true => library.with_script(name, &text),
            false => library.with_variant(name, &text),
        };
        let wanted = LintTargets::all(&library);
        let again = checker.check(&library, &wanted, &Interrupt::default());
        let new = check(&library, &wanted);
        assert_eq!(again.found, new.found, "edit {n}, of {name}:\n{text}");
        assert_eq!(again.n_scripts, new.n_scripts, "{n}");
        // One file alone, in the variants that use it: what all rules but those of all files find.
        let shown =
            if *is_script { format!("{name}.rhai") } else { format!("variants/{name}.json") };
        let is_in_file = |error: &&Error| error.span.as_ref().is_some_and(|at| *at.file == *shown);
        let is_of_file = |error: &&Error| is_in_file(error) && !OF_ALL_FILES.contains(&error.code);
        let whole: Vec<&Error> = new.found.iter().filter(is_of_file).collect();
        let alone = checker.check_file(&library, &wanted, &shown, &Interrupt::default());
        let alone: Vec<&Error> = alone.iter().filter(is_in_file).collect();
        assert_eq!(alone, whole, "edit {n}, of {name} alone:\n{text}");
    }
}

#[test]
fn every_mention_of_a_name_is_that_text_of_its_file() {
    let (library, _) = library();
    let mut typed = TypedScripts::default();
    let names = NameIndex::default().names(&library, &typed.all(&library));
    for mention in names.iter() {
        let file = (
            mention.file.trim_start_matches("variants/").trim_end_matches(".json"),
            mention.file.trim_end_matches(".rhai"),
        );
        let text = match mention.file.strip_suffix(".rhai") {
            Some(name) => library.script(name).unwrap().text,
            None => match file.0.strip_prefix("titles/") {
                Some(language) => library.titles(language).unwrap().text,
                None => library.variant(file.0).unwrap().text,
            },
        };
        let name = mention.name.rsplit('/').next().unwrap();
        assert_eq!(&text[mention.bytes.clone()], name, "{mention:?}");
    }
    let said = |name: &str| {
        let all = names.iter().filter(|mention| mention.name == name);
        let said = all.map(|m| format!("{:?} {} {}", m.class, m.file, m.is_definition));
        said.collect::<Vec<_>>()
    };
    assert_eq!(said("demo"), ["Kind variants/mine.json true", "Kind variants/mine.json false"]);
    assert_eq!(
        said("hops"),
        ["Of(Param) variants/mine.json true", "Of(Param) cards/demo.rhai false"]
    );
    assert_eq!(
        said("loud"),
        [
            "Of(Option) variants/mine.json false",
            "Of(Option) cards/demo.rhai true",
            "Of(Option) cards/demo.rhai false"
        ]
    );
    assert_eq!(
        said("treats"),
        ["Of(Counter) variants/mine.json true", "Of(Counter) cards/demo.rhai false"]
    );
    assert_eq!(said("twice"), ["Function cards/demo.rhai false", "Function rules/house.rhai true"]);
}
