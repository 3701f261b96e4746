//! The messages of the page and of strangers, and their effect.

use super::bench::{Bench, folder, limits, work};
use super::{CARD, PROJECT, SCRIPT, project, texts};
use crate::front_ends::serve::Client;
use crate::program::Litterbox;
use litterbox::base::files::text_hash;
use litterbox::internals::limits::ConnectionLimits;
use litterbox::internals::table::Who;
use serde_json::{Value as Json, json};
use std::fs;
use std::io::{BufRead, BufReader};

fn bench() -> Bench {
    Bench::of(project(), "mine", limits())
}

/// The page of somebody.
pub fn join(bench: &Bench, who: &Who) -> Client {
    let mut client = Client::open(bench.port);
    client.join(&bench.link(who));
    client
}

/// The next message of the workbench of a kind.
pub fn await_work(client: &mut Client, kind: &str) -> Json {
    loop {
        let message = client.await_type("work");
        if message["work"]["is"] == kind {
            return message["work"].clone();
        }
    }
}

/// The states of all tests, once they have run.
fn tested(client: &mut Client) -> Json {
    loop {
        let tests = await_work(client, "tests");
        if tests["is_running"] == false {
            return tests;
        }
    }
}

pub fn save(text: &str, seen: &str) -> Json {
    json!({ "do": "save", "file": CARD, "text": text, "hash": text_hash(seen) })
}

#[test]
fn a_seat_an_onlooker_and_a_page_from_elsewhere_reach_no_file() {
    let bench = bench();
    let before = texts(bench.folder.path());
    for who in [Who::Seat("ann".into()), Who::Onlooker, Who::Room] {
        let mut client = join(&bench, &who);
        // More than its link may send in a second: the rest waits.
        for _ in 0..60 {
            client.send(&work(&save("mine", SCRIPT)));
        }
        for _ in 0..60 {
            assert_eq!(client.await_type("error")["code"], "not_allowed");
        }
        for message in
            [save("mine", SCRIPT), json!({ "do": "open", "file": "scripts/cards/tax.rhai" })]
        {
            client.send(&work(&message));
            assert_eq!(client.await_type("error")["code"], "not_allowed");
        }
        // As long as messages of friends may be.
        client.send(&work(&save(&"x".repeat(5_000), SCRIPT)));
        assert_eq!(client.await_closed().0, "the message is too long");
    }
    let own = format!("127.0.0.1:{}", bench.port);
    for (host, origin) in
        [(&*own, "http://evil.example"), ("evil.example", &*format!("http://{own}"))]
    {
        assert!(Client::open_as(bench.port, host, origin).is_none(), "{host} {origin}");
    }
    assert_eq!(texts(bench.folder.path()), before);
}

#[test]
fn a_message_of_10_megabytes_and_words_that_are_none_change_nothing() {
    let bench = bench();
    let before = texts(bench.folder.path());
    let mut author = join(&bench, &Who::Author);
    for message in [
        json!(7),
        json!({ "do": "delete" }),
        json!({ "do": "save" }),
        json!({ "do": "edit", "text": 1 }),
    ] {
        author.send(&work(&message));
        await_work(&mut author, "refused");
    }
    for (file, seen) in [("../tax.rhai", ""), ("scripts/cards/tax.rhai", "another text")] {
        let message = json!({ "do": "save", "file": file, "text": "x", "hash": text_hash(seen) });
        author.send(&work(&message));
        await_work(&mut author, if file.starts_with("..") { "refused" } else { "conflict" });
    }
    // The server closes the connection before it has read all of it.
    let _ = author
        .socket
        .send(tungstenite::Message::text(work(&save(&"x".repeat(10 << 20), SCRIPT)).to_string()));
    while author.receive().is_some() {}
    assert_eq!(texts(bench.folder.path()), before);
}

#[test]
fn a_project_that_cannot_be_played_opens_and_is_played_once_it_can() {
    let broken = SCRIPT.replace('}', "");
    let folder = folder([(PROJECT[0].0, PROJECT[0].1), (CARD, &*broken)]);
    let bench = Bench::of(folder, "mine", limits());
    let mut author = join(&bench, &Who::Author);
    author.send(&work(&json!({ "do": "open", "file": CARD })));
    let errors = await_work(&mut author, "project")["errors"].clone();
    assert!(errors.as_str().is_some_and(|errors| errors.contains("cards/tax.rhai")), "{errors}");
    author.send(&work(&save(SCRIPT, &broken)));
    assert_eq!(author.await_type("welcome")["game"]["title"], "Mine");
}

#[cfg(unix)]
#[test]
fn changes_beside_a_folder_that_cannot_be_read_count_once_it_can() {
    let bench = bench();
    let mut author = join(&bench, &Who::Author);
    let link = bench.folder.path().join("scripts/lib");
    std::os::unix::fs::symlink("../../outside", &link).unwrap();
    author.send(&work(&json!({ "do": "new", "what": "card", "name": "Levy", "from": null })));
    let why = await_work(&mut author, "refused")["message"].clone();
    assert!(why.as_str().is_some_and(|why| why.contains("`lib` is a link")), "{why}");
    // Its text is on the page as it is on the disk, without its rules.
    let file = json!("scripts/cards/levy.rhai");
    let shown = |project: &Json| {
        let is_listed = project["files"].as_array().unwrap().contains(&file);
        (is_listed, project["card_scripts"].get("levy").is_some())
    };
    assert_eq!(shown(&await_work(&mut author, "project")), (true, false));
    fs::remove_file(&link).unwrap();
    // No text has changed since.
    bench.reload();
    assert_eq!(shown(&await_work(&mut author, "project")), (true, true));
}

#[test]
fn sixty_saves_run_replay_and_tell_each_text_once() {
    let bench = bench();
    let mut author = join(&bench, &Who::Author);
    author.send(&work(&json!({ "do": "open", "file": CARD })));
    tested(&mut author);
    let mut texts: Vec<String> = (0..60).map(|i| format!("{SCRIPT}// {i}\n")).collect();
    texts.push(SCRIPT.replace("me.draw();", "me.draw(); me.draw();"));
    let mut seen = SCRIPT;
    for text in &texts {
        author.send(&work(&save(text, seen)));
        seen = text;
    }
    // The messages of each kind until the last text is the one that has run.
    let (mut n, mut state) = (std::collections::BTreeMap::new(), String::new());
    while state != "different" {
        let message = author.receive().unwrap();
        let kind = match message["type"].as_str().unwrap() {
            "work" => message["work"]["is"].as_str().unwrap(),
            kind => kind,
        };
        *n.entry(kind.to_owned()).or_insert(0) += 1;
        if kind == "tests" {
            state = message["work"]["tests"][0]["state"].as_str().unwrap_or_default().to_owned();
            assert_ne!(state, "failing", "{message}");
            *n.entry(format!("{state} session")).or_insert(0) += 1;
        }
    }
    let most = |kind: &str, most: usize| {
        let n = n.get(kind).copied().unwrap_or(0);
        assert!(n <= most, "{n} of `{kind}`, not at most {most}");
    };
    assert_eq!(n["saved"], texts.len());
    most("waiting session", texts.len());
    most("green session", texts.len());
    // The game at the table is replayed once for each text; its pages are told once.
    most("rules", texts.len());
    most("snapshot", texts.len() + 1);
    // Each text is checked at most alone, with its variant and with everything.
    most("found", 3 * texts.len());
    most("conflict", texts.len());
    most("refused", 0);
    assert_eq!(fs::read_to_string(bench.folder.path().join(CARD)).unwrap(), texts[60]);
}

#[test]
fn the_author_s_page_opens_on_its_own_computer_only_and_friends_see_a_table_alone() {
    let far = ConnectionLimits { is_author_at: |_| false, ..limits() };
    let bench = Bench::of(project(), "mine", far);
    let mut author = join(&bench, &Who::Author);
    let why = "the author's page opens only on the computer that serves it";
    assert_eq!(author.await_closed(), (why.to_owned(), false));
    for who in [Who::Seat("ann".into()), Who::Onlooker] {
        let mut friend = join(&bench, &who);
        assert_eq!(friend.receive().unwrap()["type"], "welcome");
        friend.send(&work(&json!({ "do": "undo" })));
        // Whatever comes before the refusal is of the table.
        loop {
            let message = friend.receive().unwrap();
            assert_ne!(message["type"], "work", "{message}");
            if message["type"] == "error" {
                break;
            }
        }
    }
}

#[test]
fn sessions_that_run_a_function_of_the_open_script_are_those_that_use_it() {
    let files = project();
    let other = "# Other\n\n```litterbox\n> :table mine ann: nope tax | bob: - | draw: skip*3\n  ...\n\
        ann> draw\n  ...\n```\n";
    super::put(files.path(), "tests/other.session.md", other);
    let bench = Bench::of(files, "mine", limits());
    let mut author = join(&bench, &Who::Author);
    let mut uses = std::collections::BTreeMap::new();
    loop {
        let tests = await_work(&mut author, "tests");
        for test in tests["tests"].as_array().unwrap() {
            let of: Vec<Json> = test["uses"].as_array().cloned().unwrap_or_default();
            uses.insert(test["file"].as_str().unwrap().to_owned(), of.contains(&CARD.into()));
        }
        if tests["is_running"] == false {
            break;
        }
    }
    // Both have the card in a hand, one plays it.
    assert!(uses["tests/tax.session.md"]);
    assert!(!uses["tests/other.session.md"]);
    author.send(&work(&json!({ "do": "open", "file": CARD })));
    assert_eq!(await_work(&mut author, "text")["coverage"], json!([[3, true]]));
}

#[test]
fn changes_are_weighed_against_the_start_and_then_against_here() {
    let bench = bench();
    let mut author = join(&bench, &Who::Author);
    author.send(&work(&json!({ "do": "open", "file": CARD })));
    // A card is weighed as soon as it is open; rules once they differ from those of the start.
    let weighed = await_work(&mut author, "weighed");
    assert_eq!((&weighed["is_card"], &weighed["games"]), (&json!(true), &json!(25)));
    assert!(weighed["weight"]["verdict"].as_str().unwrap().contains("Tax"), "{weighed}");
    let text = SCRIPT.replace("me.draw();", "me.draw(); me.draw();");
    author.send(&work(&save(&text, SCRIPT)));
    await_work(&mut author, "saved");
    let mut n_messages = 0;
    while await_work(&mut author, "weighed")["is_card"] == true {
        n_messages += 1;
        assert!(n_messages < 3, "the rules are weighed with the card");
    }
    author.send(&work(&json!({ "do": "compare" })));
    author.send(&work(&json!({ "do": "undo" })));
    // From here: what is undone is now the change.
    loop {
        let weighed = await_work(&mut author, "weighed");
        if weighed["is_card"] == false {
            break;
        }
    }
    author.send(&work(&save(&text, SCRIPT)));
    await_work(&mut author, "saved");
    tested(&mut author);
    // Equal to those of `compare`: only the card is weighed.
    for _ in 0..2 {
        assert_eq!(await_work(&mut author, "weighed")["is_card"], true);
    }
}

#[test]
fn games_that_end_in_an_error_of_a_script_are_said_to() {
    let bench = bench();
    let mut author = join(&bench, &Who::Author);
    author.send(&work(&json!({ "do": "open", "file": CARD })));
    assert_eq!(await_work(&mut author, "weighed")["is_running"], true);
    let text = SCRIPT.replace("me.draw();", "let none = []; none[0].draw();");
    author.send(&work(&save(&text, SCRIPT)));
    await_work(&mut author, "saved");
    tested(&mut author);
    for is_card in [true, false] {
        let told = await_work(&mut author, "weighed");
        assert_eq!(told["is_card"], is_card);
        let warnings = told["weight"]["warnings"].as_array().unwrap();
        let mut warnings = warnings.iter().map(|warning| warning.as_str().unwrap());
        let is_said = |text: &str| {
            text.starts_with("your changes: ") != is_card
                && text.contains(" failed, the first in game ")
                && text.contains("cards/tax.rhai:3")
        };
        assert!(warnings.any(is_said), "{told}");
    }
}

#[test]
fn numbers_and_options_of_the_variant_are_fields_and_nothing_else_is() {
    let bench = bench();
    let mut author = join(&bench, &Who::Author);
    let project = await_work(&mut author, "project");
    let numbers = project["numbers"].as_object().unwrap();
    assert_eq!((&numbers["kinds/attack/turns"], &numbers["deal"]), (&json!(2), &json!(7)));
    assert!(!numbers.contains_key("deck/tax"), "its own field");
    let option = &project["options"][0];
    assert!(!option["about"].as_str().unwrap().is_empty(), "{option}");
    let put = |path: &str, value: Json| work(&json!({ "do": "put", "path": path, "value": value }));
    let variant = || fs::read_to_string(bench.folder.path().join("variants/mine.json")).unwrap();
    let before = variant();
    for (path, value) in [
        ("name", json!("Theirs")),
        ("deal", json!("players")),
        ("kinds/attack/tags", json!(1)),
        ("kinds/attack/turns/x", json!(1)),
        ("options/none", json!(1)),
        ("x\": 1, \"deal", json!(1)),
    ] {
        author.send(&put(path, value));
        await_work(&mut author, "refused");
        assert_eq!(variant(), before, "{path}");
    }
    author.send(&put("kinds/attack/turns", json!(3)));
    assert_eq!(await_work(&mut author, "project")["numbers"]["kinds/attack/turns"], 3);
    author.send(&put("kinds/attack/turns", json!(4)));
    author.send(&put("deal", json!(5)));
    let name = option["name"].as_str().unwrap();
    author.send(&put(&format!("options/{name}"), option["default"].clone()));
    author.send(&work(&json!({ "do": "count", "card": "tax", "by": 1 })));
    let file: Json = loop {
        let file: Json = serde_json::from_str(&variant()).unwrap();
        if file["deck"]["tax"] == 3 {
            break file;
        }
        await_work(&mut author, "project");
    };
    assert_eq!((&file["kinds"], &file["deal"]), (&json!({ "attack": { "turns": 4 } }), &json!(5)));
    assert_eq!(file["options"][name], option["default"]);
}

#[test]
fn output_is_kept_where_ci_is_set_since_the_author_asks_for_it() {
    let mut litterbox = Litterbox::new();
    for (name, text) in super::PROJECT {
        litterbox = litterbox.with(name, text);
    }
    let mut child = litterbox.command(&["workbench"]).env("CI", "1").spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let (address, link) = line.split_once("/#").unwrap();
    let port = address.rsplit(':').next().unwrap().parse().unwrap();
    let mut author = Client::open(port);
    author.join(link.trim());
    author.send(&work(&json!({ "do": "open", "file": CARD })));
    tested(&mut author);
    let text = SCRIPT.replace("me.draw();", "me.draw(); me.draw();");
    author.send(&work(&save(&text, SCRIPT)));
    let state = |author: &mut Client, wanted: &str| loop {
        if await_work(author, "tests")["tests"][0]["state"] == wanted {
            break;
        }
    };
    state(&mut author, "different");
    let keep = json!({ "do": "keep", "file": "tests/tax.session.md", "line": null });
    author.send(&work(&keep));
    state(&mut author, "green");
    let kept = litterbox.read("tests/tax.session.md");
    assert!(!kept.contains("Hand: skip\n"), "{kept}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_number_that_the_rules_refuse_is_not_written() {
    let (name, variant) = (PROJECT[0].0, PROJECT[0].1.replace("\"deck\"", "\"deal\": 4, \"deck\""));
    let bench = Bench::of(folder([(name, &*variant), PROJECT[1]]), "mine", limits());
    let written = || fs::read_to_string(bench.folder.path().join(name)).unwrap();
    let mut author = join(&bench, &Who::Author);
    for value in [-1, 200] {
        author.send(&work(&json!({ "do": "put", "path": "deal", "value": value })));
        let why = await_work(&mut author, "refused")["message"].clone();
        assert!(why.as_str().is_some_and(|why| why.contains("deal")), "{why}");
        assert_eq!(written(), variant);
    }
    author.send(&work(&json!({ "do": "put", "path": "deal", "value": 5 })));
    assert_eq!(await_work(&mut author, "project")["numbers"]["deal"], 5);
    // One that another program wrote is mended.
    super::put(bench.folder.path(), name, &variant.replace("4,", "-1,"));
    let mend = work(&json!({ "do": "put", "path": "deal", "value": 6 }));
    author.send(&mend);
    await_work(&mut author, "conflict");
    author.send(&mend);
    while await_work(&mut author, "project")["numbers"]["deal"] != 6 {}
    assert!(written().contains("\"deal\": 6"));
}

#[test]
fn a_card_of_which_the_deck_has_none_left_can_be_counted_up_again() {
    let bench = bench();
    let mut author = join(&bench, &Who::Author);
    for (by, count) in [(-1, "1"), (-1, "0"), (1, "1")] {
        author.send(&work(&json!({ "do": "count", "card": "tax", "by": by })));
        let project = loop {
            let project = await_work(&mut author, "project");
            let cards = project["cards"].as_array().unwrap();
            if cards.iter().any(|card| card["id"] == "tax" && card["count"] == count) {
                break project;
            }
        };
        assert_eq!(project["card_scripts"]["tax"], CARD);
    }
}

#[test]
fn a_file_keeps_its_line_ends_when_it_is_saved_fixed_or_renamed() {
    let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let script = SCRIPT.replace("draw()", "drwa()");
    let files =
        PROJECT.map(|(name, text)| (name, windows(if name == CARD { &script } else { text })));
    let bench =
        Bench::of(folder(files.iter().map(|(name, text)| (*name, &**text))), "mine", limits());
    let written = |name: &str| fs::read_to_string(bench.folder.path().join(name)).unwrap();
    let mut author = join(&bench, &Who::Author);
    let open = |author: &mut Client, file: &str| {
        author.send(&work(&json!({ "do": "open", "file": file })));
        await_work(author, "text")
    };
    let seen = open(&mut author, CARD);
    assert_eq!(seen["text"], script);
    let text = format!("{SCRIPT}// more\n");
    let save = json!({ "do": "save", "file": CARD, "text": text, "hash": seen["hash"] });
    author.send(&work(&save));
    await_work(&mut author, "saved");
    assert_eq!(written(CARD), windows(&text));
    let seen = open(&mut author, PROJECT[0].0);
    let at = seen["text"].as_str().unwrap().find("tax").unwrap() + 1;
    author.send(&work(&json!({ "do": "rename", "at": at, "name": "levy" })));
    let renamed = "tests/tax.session.md";
    while !written(renamed).contains("levy") {
        await_work(&mut author, "project");
    }
    for name in ["scripts/cards/levy.rhai", PROJECT[0].0, renamed] {
        let text = written(name);
        assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{name}");
        assert_eq!(text.matches('\u{feff}').count(), 1, "{name}");
    }
}
