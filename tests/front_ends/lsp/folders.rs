//! Odd files and folders, and what is said of them.

use super::client::Client;
use super::sample::{CARD, FILES, project};
use serde_json::{Value as Json, json};
use std::fs;

const FILE: &str = FILES[0].0;

#[test]
fn odd_files_are_reported_as_check_reports_them() {
    let mut client = project();
    client.open(FILE);
    client.open(FILES[1].0);
    client.found(FILE, <[String]>::is_empty);
    let over = "/".repeat((1 << 20) + 1);
    let mut told = String::new();
    for (what, file, text) in [
        ("empty", FILE, ""),
        ("above 1 MiB", FILE, &*over),
        ("1 MiB in a line", FILE, &over[1..]),
        ("a loop in a constant", FILE, "const SET = { loop { } };"),
        (
            "a constant that is no literal",
            FILE,
            "const WHEN = { let n = 0; while true { n += 1; } n };",
        ),
        ("CRLF", FILE, "//! A.\r\nfn resolve(me) {\r\n    me.drow();\r\n}\r\n"),
        ("extends itself", FILES[1].0, r#"{ "name": "A", "extends": "mine" }"#),
        ("an empty variant", FILES[1].0, ""),
    ] {
        let version = client.change(file, text);
        // Those of the file, then those of all files.
        for _ in 0..2 {
            while client.next_found(file) != Some(version) {}
        }
        let (_, found) = &client.published[&client.uri(file)];
        told += &format!(
            "{what}\n{}",
            found.iter().map(|one| format!("  {one}\n")).collect::<String>()
        );
    }
    insta::assert_snapshot!("odd_files", told);
}

#[test]
fn columns_after_a_byte_order_mark_are_those_of_the_text() {
    let mut client = project();
    client.write(FILE, "\u{feff}//! Windfall: take cards.\r\nfn resolve(me) { me.drow(); }\r\n");
    client.open(FILE);
    let found = client.found(FILE, |found| found.iter().any(|one| one.contains("drow")));
    assert!(found.contains(&"2 L0101 there is no function `drow`".to_owned()), "{found:?}");
    let one_line = "\u{feff}fn resolve(me) { helper(me); } fn helper(me) { me.draw(); }";
    client.change(FILE, one_line);
    let column = |word: &str| one_line[..one_line.rfind(word).unwrap()].chars().count();
    let defined = client.at("textDocument/definition", FILE, (0, 18));
    let start = &defined[0]["range"]["start"];
    assert_eq!(*start, json!({ "line": 0, "character": column("helper") }));
    let symbols = client.at("textDocument/documentSymbol", FILE, (0, 0));
    assert_eq!(symbols[0]["range"]["start"]["character"], 1);
}

#[test]
fn a_function_of_several_rules_is_defined_in_all_of_them() {
    let mut client = project();
    for name in ["one", "two"] {
        let text = format!("//! {name}.\n\nfn shared_by_rules(me) {{ me.draw(); }}\n");
        client.write(&format!("scripts/rules/{name}.rhai"), &text);
    }
    client.save(FILE);
    client.write(FILE, &CARD.replace("me.draw()", "shared_by_rules(me)"));
    client.open(FILE);
    let defined = client.at("textDocument/definition", FILE, (4, 25));
    let files: Vec<&str> =
        defined.as_array().unwrap().iter().map(|at| at["uri"].as_str().unwrap()).collect();
    let rules = ["one", "two"].map(|name| client.uri(&format!("scripts/rules/{name}.rhai")));
    assert_eq!(files, rules);
}

#[test]
fn a_text_that_does_not_parse_is_completed_by_the_last_one_that_did() {
    let mut client = project();
    client.open(FILE);
    let valid =
        "//! Windfall.\n\nfn resolve(me) {\n    let pile = draw_pile();\n    pile.shuffle();\n}\n";
    client.change(FILE, valid);
    client.completed(FILE, "//! Windfall.\n\nfn resolve(me) {\n    ");
    // What is before the cursor is no Rhai, whatever follows it.
    let broken = valid.replace("    pile.shuffle();", "    let = = 3;\n    pile.");
    client.change(FILE, &broken);
    let before = &broken[..broken.find("pile.\n").unwrap() + 5];
    let offered = client.completed(FILE, before);
    assert!(offered.contains(&"shuffle".to_owned()), "{offered:?}");
    assert!(!offered.contains(&"hand".to_owned()), "{offered:?}");
}

/// The text of a hover over a name of the script, or nothing.
fn hover(client: &mut Client, place: (usize, usize)) -> String {
    let hover = client.at("textDocument/hover", FILE, place);
    hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_not_followed() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().expect("a folder");
    let secret = "//! A secret.\n\nfn secret_of_others(me) { me.draw(); }\n";
    fs::create_dir(outside.path().join("rules")).expect("a folder");
    fs::write(outside.path().join("rules/secret.rhai"), secret).expect("a file");
    let mut client = project();
    let rules = client.path("scripts/rules");
    symlink(outside.path().join("rules"), rules).expect("a link");
    symlink(outside.path().join("rules/secret.rhai"), client.path("scripts/cards/secret.rhai"))
        .expect("a link");
    client.write(FILE, &CARD.replace("me.draw()", "secret_of_others(me)"));
    client.open(FILE);
    client.save(FILE);
    let found = client.found(FILE, |found| !found.is_empty());
    assert_eq!(found[0], "5 L0101 there is no function `secret_of_others`");
    assert_eq!(client.at("textDocument/definition", FILE, (4, 25)), Json::Null);
    assert!(!hover(&mut client, (4, 25)).contains("secret"));
}

#[test]
fn a_folder_of_ten_thousand_files_is_read() {
    let mut client = project();
    for n in 0..10_000 {
        fs::write(client.path(&format!("tests/{n}.txt")), "").expect("a file");
    }
    for n in 0..1_000 {
        client.write(&format!("tests/more/{n}.session.md"), FILES[3].1);
    }
    client.open(FILE);
    client.found(FILE, <[String]>::is_empty);
    assert!(hover(&mut client, (5, 17)).contains("nope"));
    client.save(FILE);
    client.found(FILE, <[String]>::is_empty);
}

#[test]
fn a_carriage_return_alone_ends_a_line() {
    let mut client = project();
    client.open(FILE);
    let text = "//! A.\n\nfn resolve(me) {\r    helper(me);\r    me.drow();\r\n}\r\rfn helper(me) \
                { me.draw(); }\n";
    client.change(FILE, text);
    // Lines are counted from 1 here.
    let found = client.found(FILE, |found| found.iter().any(|one| one.contains("drow")));
    assert!(found.contains(&"5 L0101 there is no function `drow`".to_owned()), "{found:?}");
    let defined = client.at("textDocument/definition", FILE, (3, 6));
    assert_eq!(defined[0]["range"]["start"], json!({ "line": 7, "character": 3 }));
    let symbols = client.at("textDocument/documentSymbol", FILE, (0, 0));
    assert_eq!(symbols[0]["range"]["start"], json!({ "line": 2, "character": 0 }));
}
