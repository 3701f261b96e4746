//! Mutation tests: without any one statement of a built-in script, at least one session fails.

use litterbox::files::{Files, Typed};
use litterbox::script::statement_map::{instrumented, statement_map, without};
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

#[test]
fn every_statement_is_missed_by_a_session() {
    let library = Library::embedded();
    let catalog = Catalog::new(&library);
    let targets = sessions();
    let texts: Vec<String> = targets.iter().map(|target| target.file.read().unwrap()).collect();
    let mut sessions = measure(&catalog, &targets, 0).unwrap();
    sessions.sort_by_key(|session| session.statements.values().sum::<u64>());
    let all: Vec<usize> = catalog.scripts.iter().flat_map(|script| script.numbers()).collect();
    let survivors = on_threads(0, &all, |number| {
        let script = catalog.script_of(*number).unwrap();
        let statement = &script.statement_map.statements[number - script.first];
        let mutated = without(&script.text, statement);
        let library = library.clone().with_script(&script.name, &mutated);
        let mut touching =
            sessions.iter().filter(|session| session.statements.contains_key(number));
        let fails = |session: &SessionCoverage| {
            let choice = BlockFilter { word: None, line: Some(session.line) };
            let text = &texts[session.file];
            let report =
                run_chosen("x", text, &library, SessionOptions::default(), &choice).unwrap();
            !report.passed()
        };
        let is_missed = touching.any(fails);
        let shown = script.text[statement.bytes.clone()].split_whitespace().collect::<Vec<_>>();
        (!is_missed)
            .then(|| format!("{}.rhai:{}: {}", script.name, statement.line, shown.join(" ")))
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
        let text = library.script(name).unwrap().text;
        let statement_map = statement_map(&text);
        writeln!(shown, "## {name}").unwrap();
        for function in &statement_map.functions {
            writeln!(shown, "{}: fn {}", function.line, function.name).unwrap();
        }
        for statement in &statement_map.statements {
            let one = text[statement.bytes.clone()].split_whitespace().collect::<Vec<_>>();
            let of = &statement_map.functions[statement.function].name;
            writeln!(shown, "{}: {of}: {}", statement.line, one.join(" ")).unwrap();
        }
        for question in &statement_map.questions {
            writeln!(shown, "{}: asks {:?}", question.line, question.text).unwrap();
        }
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn blocks_within_an_expression_belong_to_its_statement() {
    let text = "fn resolve(me) {
    (if me.is_out { me } else { me.next }).draw();
    if true { me.draw(); } else { end_turn(); }
    (if me.is_out { me } else { me.next }).draw();
    others(me).filter(|p| { me.draw(); p.is_out }).map(|p| { p.draw() }).len();
    let m = #{ a: if me.is_out { 1 } else { 2 }, b: others(me).some(|p| { p.is_out }) };
    do { me.draw(); } until me.is_out;
    me.draw();
}";
    let statement_map = statement_map(text);
    let instrumented = instrumented(text, &statement_map, Some(0));
    assert!(!self::statement_map(&instrumented).functions.is_empty(), "{instrumented}");
    insta::assert_snapshot!(instrumented);
}

#[test]
fn a_script_without_a_statement_keeps_its_lines() {
    let library = Library::embedded();
    for name in library.script_names() {
        let text = library.script(name).unwrap().text;
        for statement in statement_map(&text).statements {
            let rest = without(&text, &statement);
            assert_eq!(rest.lines().count(), text.lines().count(), "{name}: {statement:?}");
            assert!(rest.len() < text.len());
        }
    }
}
