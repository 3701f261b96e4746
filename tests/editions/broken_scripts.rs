//! A script that does not parse is one finding: nothing else is reported because of it.

use litterbox::lint::{LintTargets, check};
use litterbox::variant::Library;

/// The findings of all files with one script replaced: code, and the file it is in.
fn found(name: &str, text: &str) -> Vec<(&'static str, String)> {
    let library = Library::embedded().with_script(name, text);
    let found = check(&library, &LintTargets::all(&library)).found;
    let file = |error: &litterbox::base::error::Error| {
        error.span.as_ref().map(|span| span.file.to_string()).unwrap_or_default()
    };
    found.iter().map(|error| (error.code, file(error))).collect()
}

/// A script with an open block at its end.
fn opened(library: &Library, name: &str) -> String {
    format!("{}\nfn broken() {{\n", &*library.script(name).unwrap().text)
}

#[test]
fn an_open_block_in_the_rules_is_reported_once() {
    let classic = Library::embedded().script("rules/classic").unwrap().text.to_string();
    let block = opened(&Library::embedded(), "rules/classic");
    let options = classic.replace("const OPTIONS = #{", "const OPTIONS = #{ (");
    let string = classic.replacen("const OPTIONS", "const QUOTE = `;\nconst OPTIONS", 1);
    for broken in [block, options, string] {
        assert_ne!(broken, classic);
        let expected = [("S0101", "rules/classic.rhai".to_owned())];
        assert_eq!(found("rules/classic", &broken), expected, "{broken}");
    }
}

#[test]
fn a_name_that_a_broken_script_does_not_have_is_still_unknown() {
    let library = Library::embedded();
    let classic = opened(&library, "rules/classic");
    let favor = library.script("cards/favor").unwrap().text.replace("robbable", "robable");
    let favor = favor.replacen("//! Favor:", "//! Favor (misspelt):", 1);
    let library = library.with_script("rules/classic", &classic).with_script("cards/favor", &favor);
    let variants = vec!["classic".to_owned()];
    let found = check(&library, &LintTargets { variants, ..LintTargets::default() }).found;
    let said: Vec<_> = found.iter().map(|error| &*error.message).collect();
    assert_eq!(said, ["`}` is missing to terminate this block", "there is no function `robable`"]);
}

#[test]
fn what_only_a_broken_script_reads_is_not_unused() {
    let library = Library::embedded();
    for name in ["cards/barking_kitten", "cards/see_the_future", "combos/three_of_a_kind"] {
        assert_eq!(
            found(name, &opened(&library, name)),
            [("S0101", format!("{name}.rhai"))],
            "{name}"
        );
    }
}
