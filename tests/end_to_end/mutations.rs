//! Mutation tests: without any one statement of a built-in script, at least one session fails.
//! Every eighth statement is tried, with `LITTERBOX_TESTS=all` each.

use crate::program::{Litterbox, size};
use litterbox::base::files::Files;
use litterbox::disk::Typed;
use litterbox::script::Script;
use litterbox::script::tree::ScriptSource;
use litterbox::script::tree::statements::{NumberedScript, without};
use litterbox::session::coverage::{Catalog, SessionCoverage, measure};
use litterbox::session::run::BlockFilter;
use litterbox::session::suite::{SessionTarget, TestFile, find, on_threads};
use litterbox::session::{SessionOptions, run_chosen};
use litterbox::variant::Library;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

fn sessions() -> Vec<TestFile> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    let files: Arc<dyn Files> = Arc::new(Typed);
    find(&files, &[SessionTarget { path, line: None }]).targets
}

fn read(text: &str) -> ScriptSource {
    ScriptSource::read(&Script { name: "cards/demo.rhai".into(), text: text.into() })
}

#[test]
fn every_statement_is_missed_by_a_session() {
    let library = Library::embedded();
    let catalog = Catalog::new(&library);
    let targets = sessions();
    let texts: Vec<String> = targets.iter().map(|target| target.file.read().unwrap()).collect();
    let mut sessions = measure(&catalog, &targets, None, 0).unwrap();
    sessions.sort_by_key(|session| session.statements.values().sum::<u64>());
    let all = catalog.scripts.iter().flat_map(|script| script.numbers());
    let tried: Vec<usize> = all.step_by(size(8, 1)).collect();
    let survivors = on_threads(0, &tried, |number| {
        let script = catalog.script_of(*number).unwrap();
        let statement = &script.source.statements[number - script.first];
        let Script { name, text } = &script.source.script;
        let mutated = without(text, statement);
        let library = library.clone().with_script(name.trim_end_matches(".rhai"), &mutated);
        let mut touching =
            sessions.iter().filter(|session| session.statements.contains_key(number));
        let fails = |session: &SessionCoverage| {
            let choice = BlockFilter { word: None, lines: vec![session.line] };
            let session = &texts[session.file];
            let report =
                run_chosen("x", session, &library, SessionOptions::default(), &choice).unwrap();
            !report.passed()
        };
        let is_missed = touching.any(fails);
        let shown = text[statement.bytes.clone()].split_whitespace().collect::<Vec<_>>();
        (!is_missed).then(|| format!("{name}:{}: {}", statement.line, shown.join(" ")))
    });
    let mut left = String::new();
    for survivor in survivors.unwrap().into_iter().flatten() {
        writeln!(left, "{survivor}").unwrap();
    }
    assert_eq!(left, "", "no session fails without these");
}

#[test]
fn the_statements_of_a_script_are_found() {
    let library = Library::embedded();
    let mut shown = String::new();
    for name in ["cards/favor", "cards/danger_magnet", "combos/three_of_a_kind", "rules/board"] {
        let NumberedScript { source, questions, .. } =
            NumberedScript::new(&library.script(name).unwrap(), 0);
        let text = &source.script.text;
        writeln!(shown, "## {name}").unwrap();
        for function in source.functions.iter() {
            writeln!(shown, "{}: fn {}", function.line, function.name).unwrap();
        }
        for statement in source.statements.iter() {
            let one = text[statement.bytes.clone()].split_whitespace().collect::<Vec<_>>();
            let of = &source.functions[statement.function].name;
            writeln!(shown, "{}: {of}: {}", statement.line, one.join(" ")).unwrap();
        }
        for question in &questions {
            writeln!(shown, "{}: asks {:?}", question.line, question.text).unwrap();
        }
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn blocks_within_an_expression_belong_to_its_statement() {
    let text = "fn resolve(me) {
    (if !me.is_alive { me } else { me.next }).draw();
    if true { me.draw(); } else { end_turn(); }
    (if !me.is_alive { me } else { me.next }).draw();
    others(me).filter(|p| { me.draw(); !p.is_alive }).map(|p| { p.draw() }).len();
    let m = #{ a: if !me.is_alive { 1 } else { 2 }, b: others(me).some(|p| { !p.is_alive }) };
    do { me.draw(); } until !me.is_alive;
    me.draw();
}";
    let mut marked = text.to_owned();
    for (number, statement) in read(text).statements.iter().enumerate().rev() {
        marked.insert_str(statement.bytes.start, &format!("__statement({number}); "));
    }
    assert!(!read(&marked).is_broken, "{marked}");
    insta::assert_snapshot!(marked);
}

#[test]
fn a_script_without_a_statement_keeps_its_lines() {
    let library = Library::embedded();
    for name in library.script_names() {
        let text = library.script(name).unwrap().text;
        for statement in read(&text).statements.iter() {
            let rest = without(&text, statement);
            assert_eq!(rest.lines().count(), text.lines().count(), "{name}: {statement:?}");
            assert!(rest.len() < text.len());
        }
    }
}

#[test]
fn each_statement_is_counted_each_time_it_runs() {
    let tally = "//! Tally.

fn resolve(me) {
    let numbers = [3, 4];
    for n in 0..3 {
        pick(numbers, 1);
    }
    others(me).filter(|p| { p.is_alive }).len();
    if numbers.len() > 5 {
        end_turn();
    }
    switch numbers.len() {
        2 => pick(numbers, 0),
        _ => end_turn(),
    }
    end_turn();
}

fn pick(list, n) {
    list[n].to_string()
}
";
    let variant = r#"{ "name": "Mine", "extends": "classic", "deck": { "tally": 2 } }"#;
    let session = "```litterbox\n> :new mine ann bob cat --seed 1\n> :table ann: tally | bob: nope \
                   | cat: nope\nann> play tally\nbob> pass\ncat> pass\n> :expect turn bob\n```\n";
    let litterbox = Litterbox::new()
        .with("variants/mine.json", variant)
        .with("scripts/cards/tally.rhai", tally)
        .with("tally.session.md", session);
    let ran = litterbox.run(&["test", "--coverage", "--lcov", "lines.info", "tally.session.md"]);
    assert!(ran.out.contains("all passed"), "{}", ran.shown());
    let lines = litterbox.read("lines.info");
    let of_tally = lines.split("end_of_record").find(|part| part.contains("tally.rhai")).unwrap();
    let counts: Vec<&str> = of_tally.lines().filter_map(|line| line.strip_prefix("DA:")).collect();
    // The statement in the closure runs for two players.
    assert_eq!(
        counts,
        ["4,1", "5,1", "6,3", "8,2", "9,1", "10,0", "12,1", "13,1", "14,0", "16,1", "20,4"]
    );
}
