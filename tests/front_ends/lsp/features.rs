//! What the server answers in a small project.

use super::sample::{CARD, FILES, project};
use serde_json::json;

const FILE: &str = "scripts/cards/windfall.rhai";

#[test]
fn a_slip_is_underlined_and_its_fix_is_offered() {
    let mut client = project();
    client.open(FILE);
    client.found(FILE, <[String]>::is_empty);
    let slip = CARD.replace("me.draw()", "me.drow()");
    client.change(FILE, &slip);
    let found = client.found(FILE, |found| !found.is_empty());
    assert_eq!(found, ["5 L0101 there is no function `drow`"]);
    let actions = client.actions(FILE, (4, 25));
    let edits = &actions[0]["edit"]["documentChanges"][0]["edits"];
    assert_eq!(actions[0]["title"], "fix: `drow` becomes `draw`");
    assert_eq!(edits[0]["newText"], "draw");
    assert_eq!(actions[1]["kind"], "source.fixAll");
    client.change(FILE, CARD);
    client.found(FILE, <[String]>::is_empty);
}

#[test]
fn texts_in_scripts_variants_and_sessions_are_completed() {
    let mut client = project();
    client.open(FILE);
    for (code, wanted) in [
        ("    me.hand.has(\"", "windfall"),
        ("    param(\"", "cards"),
        ("    option(\"", "combos"),
        ("    if option(\"combos\") == \"", "none"),
        ("    if me.hand.cards[0].kind == \"", "nope"),
        ("    end", "end_turn"),
    ] {
        let text = format!("//! Windfall.\n\nfn resolve(me) {{\n{code}");
        client.change(FILE, &text);
        let offered = client.completed(FILE, &text);
        assert!(offered.iter().any(|name| name == wanted), "{code}: {offered:?}");
    }
    client.change(FILE, "//! Windfall.\n\nfn resolve(me) { }\n\n");
    let offered = client.completed(FILE, "//! Windfall.\n\nfn resolve(me) { }\n\n");
    assert!(offered.contains(&"playable".to_owned()), "{offered:?}");
    assert!(!offered.contains(&"resolve".to_owned()), "{offered:?}");
    client.change(FILE, CARD);
    let file = "variants/mine.json";
    client.open(file);
    for (text, wanted) in [
        ("{ \"deck\": { \"", "windfall"),
        ("{ \"extends\": \"", "party_pack"),
        ("{ \"rules\": [\"", "barking"),
        ("{ \"options\": { \"", "combos"),
        ("{ \"options\": { \"combos\": \"", "none"),
    ] {
        client.change(file, text);
        let offered = client.completed(file, text);
        assert!(offered.iter().any(|name| name == wanted), "{text}: {offered:?}");
    }
    client.change(file, FILES[1].1);
    let file = "tests/windfall.session.md";
    client.open(file);
    let begun = "# Windfall\n\n```litterbox\n> :table mine ann: windfall | bob: nope\nann> play ";
    client.change(file, &format!("{begun}\n```\n"));
    let offered = client.completed(file, begun);
    assert_eq!(offered, ["windfall"]);
}

#[test]
fn names_are_explained_and_found() {
    let mut client = project();
    client.open(FILE);
    let hover = client.at("textDocument/hover", FILE, (4, 25));
    let hover = hover["contents"]["value"].as_str().unwrap().to_owned();
    assert!(hover.starts_with("```rhai\nplayer.draw()"), "{hover}");
    let hover = client.at("textDocument/hover", FILE, (3, 20));
    let hover = hover["contents"]["value"].as_str().unwrap().to_owned();
    assert!(hover.contains("variants/mine.json"), "{hover}");
    let text = CARD.replace("me.draw();", "me.move_card(");
    client.change(FILE, &text);
    client.change(FILE, CARD);
    let defined = client.at("textDocument/definition", FILE, (3, 20));
    assert_eq!(defined[0]["uri"], client.uri("variants/mine.json"));
    assert_eq!(defined[0]["range"]["start"], json!({ "line": 4, "character": 28 }));
    client.open("variants/mine.json");
    let defined = client.at("textDocument/definition", "variants/mine.json", (3, 16));
    assert_eq!(defined[0]["uri"], client.uri(FILE));
    for (text, sessions) in [("windfall", "Sessions: windfall"), ("nope", "")] {
        let session = FILES[3].1.replace("windfall", text);
        client.open_as("tests/windfall.session.md", &session);
        let hover = client.at("textDocument/hover", "variants/mine.json", (3, 16));
        let hover = hover["contents"]["value"].as_str().unwrap().to_owned();
        assert!(hover.starts_with("**Windfall**"), "{hover}");
        assert_eq!(
            hover.split("\n\n").find(|part| part.contains("Sessions")),
            Some(sessions).filter(|text| !text.is_empty())
        );
    }
    client.close("tests/windfall.session.md");
    let all = client.at("textDocument/references", "variants/mine.json", (3, 16));
    let files: Vec<&str> =
        all.as_array().unwrap().iter().map(|at| at["uri"].as_str().unwrap()).collect();
    assert_eq!(
        files,
        [
            "variants/mine.json",
            "variants/mine.json",
            "variants/titles/en.json",
            "tests/windfall.session.md",
            "tests/windfall.session.md"
        ]
        .map(|name| client.uri(name))
    );
    let document = json!({ "textDocument": { "uri": client.uri(FILE) } });
    let symbols = client.request("textDocument/documentSymbol", document);
    assert_eq!(symbols[0]["name"], "resolve");
}

#[test]
fn a_kind_is_renamed_in_all_files_or_not_at_all() {
    let mut client = project();
    client.open("variants/mine.json");
    let mut rename = |new: &str| client.renamed("variants/mine.json", (3, 16), new);
    for (new, why) in [
        ("Big Cat", "`Big Cat` is not a name: use a-z, 0-9 and `_`, starting with a letter"),
        ("draw", "`draw` is reserved"),
        ("nope", "the name `nope` is taken"),
    ] {
        assert_eq!(rename(new)["error"], why);
    }
    let edit = rename("jackpot");
    let changes = edit["documentChanges"].as_array().unwrap();
    let edited = changes.iter().map(|change| match change["kind"].as_str() {
        Some(_) => format!("{} to {}", change["oldUri"], change["newUri"]),
        None => format!(
            "{} {}",
            change["textDocument"]["uri"],
            change["edits"].as_array().unwrap().len()
        ),
    });
    let root = client.uri("");
    let edited: Vec<String> = edited.map(|told| told.replace(&root, "").replace('"', "")).collect();
    assert_eq!(
        edited,
        [
            "tests/windfall.session.md 2",
            "variants/mine.json 2",
            "variants/titles/en.json 1",
            "scripts/cards/windfall.rhai to scripts/cards/jackpot.rhai",
        ]
    );
    client.open(FILE);
    let answer = client.renamed(FILE, (5, 22), "nay");
    let why = answer["error"].as_str().unwrap();
    assert!(why.starts_with("`nope` is built in: "), "{why}");
}

#[test]
fn sessions_run_when_a_file_is_saved_and_can_be_recorded() {
    let mut client = project();
    let file = "tests/windfall.session.md";
    client.open(FILE);
    client.open(file);
    client.save(FILE);
    let found = client.found(file, |found| !found.is_empty());
    assert_eq!(found, ["4 - expected", "5 - expected"]);
    let actions = client.actions(file, (4, 0));
    let titles: Vec<&str> =
        actions.as_array().unwrap().iter().map(|a| a["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["record this output", "record all of this file"]);
    let recorded = client.with_edit(file, &actions[1]["edit"]);
    client.write(file, &recorded);
    client.change(file, &recorded);
    client.save(FILE);
    client.found(file, <[String]>::is_empty);
}
