//! What the server answers in a small project.

use super::client::{Client, PATIENT, folder};
use super::sample::{CARD, FILES, project};
use litterbox::internals::serve_editor;
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
    assert_eq!(titles, ["record this output", "record all of this file", "debug here"]);
    let recorded = client.with_edit(file, &actions[1]["edit"]);
    client.write(file, &recorded);
    client.change(file, &recorded);
    client.save(FILE);
    client.found(file, <[String]>::is_empty);
}

#[test]
fn a_session_shows_how_it_differs_as_soon_as_it_is_open() {
    let mut client = project();
    let file = "tests/windfall.session.md";
    client.open(file);
    assert_eq!(client.found(file, |found| !found.is_empty()), ["4 - expected", "5 - expected"]);
    // It stays so while something else is edited.
    client.open(FILE);
    client.change(FILE, &CARD.replace("me.draw()", "me.drow()"));
    client.found(FILE, |found| !found.is_empty());
    let uri = client.uri(file);
    assert_eq!(client.published[&uri].1.len(), 2);
    let actions = client.actions(file, (4, 0));
    let debug = actions.as_array().unwrap().iter().find(|it| it["title"] == "debug here").unwrap();
    let launch = &debug["command"]["arguments"][0];
    assert_eq!((&launch["line"], &launch["type"]), (&json!(5), &json!("litterbox")));
}

#[test]
fn variables_and_functions_of_a_script_are_renamed() {
    let mut client = project();
    let text = "//! Windfall: take cards.

fn resolve(me) {
    let n = param(\"cards\");
    for card in me.hand.cards { n += card.param(\"n\", 0); }
    let large = me.hand.cards.filter(|card| n > 1);
    if n > 2 { let n = large.len; helper(me, n); }
}

fn helper(me, n) {
    for _i in 0..n { me.draw(); }
}
";
    client.write(FILE, text);
    client.open(FILE);
    let mut renamed = |place, new: &str| {
        let edit = client.renamed(FILE, place, new);
        let Some(changes) = edit["documentChanges"].as_array() else {
            return edit["error"].as_str().unwrap().to_owned();
        };
        let edits = changes.iter().flat_map(|change| change["edits"].as_array().unwrap());
        let places = edits.map(|edit| {
            let start = &edit["range"]["start"];
            format!("{}:{}", start["line"].as_u64().unwrap() + 1, start["character"])
        });
        places.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(renamed((3, 8), "total"), "4:8 5:32 6:44 7:7");
    assert_eq!(renamed((6, 19), "total"), "7:19 7:45");
    assert_eq!(renamed((4, 8), "one"), "5:8 5:37");
    assert_eq!(renamed((9, 14), "times"), "10:14 11:17");
    assert_eq!(renamed((9, 3), "draw_some"), "7:34 10:3");
    assert_eq!(renamed((3, 8), "large"), "the name `large` is taken in `resolve`");
    assert_eq!(renamed((3, 8), "for"), "`for` is reserved");
    assert_eq!(renamed((3, 8), "1st"), "`1st` is not a name: use a-z, 0-9 and `_`");
    let all = client.at("textDocument/references", FILE, (3, 8));
    assert_eq!(all.as_array().unwrap().len(), 4);
    let defined = client.at("textDocument/definition", FILE, (6, 7));
    assert_eq!(defined[0]["range"]["start"], json!({ "line": 3, "character": 8 }));
}

#[test]
fn symbols_have_kinds() {
    let mut client = project();
    for (file, wanted) in [
        ("variants/mine.json", "deck:7(windfall:5) extends:7 kinds:7(windfall:5) name:7"),
        ("tests/windfall.session.md", "Windfall:6"),
        (FILE, "resolve:24"),
    ] {
        client.open(file);
        let document = json!({ "textDocument": { "uri": client.uri(file) } });
        let symbols = client.request("textDocument/documentSymbol", document);
        assert_eq!(shown(&symbols), wanted);
    }
    let found = client.request("workspace/symbol", json!({ "query": "WIND" }));
    let found = found.as_array().unwrap().iter().map(|it| {
        format!("{} {} {}", it["name"], it["kind"], it["containerName"]).replace('"', "")
    });
    let found: Vec<String> = found.collect();
    assert_eq!(found, ["windfall 5 variants/mine.json"]);
}

/// Symbols with their kinds, and those within them.
fn shown(symbols: &serde_json::Value) -> String {
    let all = symbols.as_array().unwrap().iter().map(|symbol| {
        let within = shown(&symbol["children"]);
        let within = if within.is_empty() { within } else { format!("({within})") };
        format!("{}:{}{within}", symbol["name"].as_str().unwrap(), symbol["kind"])
    });
    all.collect::<Vec<_>>().join(" ")
}

#[test]
fn lenses_tell_what_a_block_can_do_and_who_plays_a_card() {
    let mut client = project();
    let mut lenses = |file: &str| {
        client.open(file);
        let document = json!({ "textDocument": { "uri": client.uri(file) } });
        let lenses = client.request("textDocument/codeLens", document);
        let title = |lens: &serde_json::Value| {
            let line = lens["range"]["start"]["line"].as_u64().unwrap() + 1;
            format!("{line} {}", lens["command"]["title"].as_str().unwrap())
        };
        lenses.as_array().unwrap().iter().map(title).collect::<Vec<_>>()
    };
    assert_eq!(lenses("tests/windfall.session.md"), ["4 run", "4 debug from here"]);
    assert_eq!(lenses(FILE), ["1 1 session uses this"]);
    client.close("tests/windfall.session.md");
    std::fs::remove_file(client.path("tests/windfall.session.md")).unwrap();
    let all = client.request("litterbox/sessions", json!({}));
    assert_eq!(all, json!([]));
    // Told of before the editor says that files have changed.
    client.write("tests/new.session.md", FILES[3].1);
    let document = json!({ "textDocument": { "uri": client.uri("tests/new.session.md") } });
    let of_one = client.request("litterbox/sessions", document);
    assert_eq!(of_one[0]["blocks"][0]["title"], "Windfall");
    assert_eq!(of_one[0]["blocks"][0]["range"]["start"]["line"], 3);
}

/// What a client without commands of its own is shown, and what the server does for it.
#[test]
fn the_server_runs_the_block_of_a_lens() {
    const SESSION: &str = "tests/windfall.session.md";
    let serve = (serve_editor as fn(_, _), PATIENT);
    let mut client = Client::offering(folder(&FILES), serve, "utf-32", &json!(null));
    client.open(FILE);
    client.open(SESSION);
    let lenses = |client: &mut Client, file: &str| {
        let document = json!({ "textDocument": { "uri": client.uri(file) } });
        client.request("textDocument/codeLens", document)
    };
    let uses = lenses(&mut client, FILE);
    assert_eq!(uses[0]["command"], json!({ "title": "1 session uses this", "command": "" }));
    let run = lenses(&mut client, SESSION);
    assert_eq!(run.as_array().unwrap().len(), 1, "{run}");
    let command = run[0]["command"].clone();
    assert_eq!(client.request("workspace/executeCommand", command.clone()), json!(null));
    client.found(SESSION, |found| !found.is_empty());
    let text = FILES[3].1.replace("  something else", "  ...").replace("nope\n", "nope\n  ...\n");
    client.change(SESSION, &text);
    assert_eq!(client.request("workspace/executeCommand", command), json!(null));
    assert_eq!(client.logged, ["Windfall: failed, with 2 differences", "Windfall: passed"]);
    for (name, arguments, why) in [
        ("litterbox.run", json!([]), "the only command is"),
        ("litterbox.server.run", json!([client.uri(FILE), 4]), "the session is not open"),
        ("litterbox.server.run", json!([client.uri(SESSION), 3]), "no block of a session"),
        ("litterbox.server.run", json!([client.uri(SESSION), -1]), "no block of a session"),
        ("litterbox.server.run", json!(7), "the session is not open"),
    ] {
        let params = json!({ "command": name, "arguments": arguments });
        let refused = client.request("workspace/executeCommand", params);
        assert!(refused["error"].as_str().is_some_and(|error| error.contains(why)), "{refused}");
    }
}

#[test]
fn the_page_of_a_finding_opens() {
    let mut client = project();
    client.open_as(FILE, &CARD.replace("me.draw()", "me.drow()"));
    client.found(FILE, |found| !found.is_empty());
    let page = client.pages[0].strip_prefix("file://").expect("a file");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.starts_with("# L0101"), "{page}");
}
