//! Quick fixes that add what is missing.

use super::client::Client;
use super::sample::{FILES, project};
use crate::program::Litterbox;

const FILE: &str = "scripts/cards/jackpot.rhai";
const CARD: &str = "//! Jackpot: draw a card.\n\nfn resolve(me) {\n    me.draw();\n}\n";

/// What an action of this title does to a file.
fn done(
    client: &mut Client,
    (file, place): (&str, (usize, usize)),
    title: &str,
    in_: &str,
) -> String {
    let actions = client.actions(file, place);
    let titles: Vec<&str> =
        actions.as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap()).collect();
    let at = titles.iter().position(|one| *one == title);
    let at = at.unwrap_or_else(|| panic!("{title} is not among {titles:?}"));
    client.with_edit(in_, &actions[at]["edit"])
}

#[test]
fn a_new_card_gets_its_place_in_the_deck_its_title_and_its_session() {
    let mut client = project();
    client.write(FILE, CARD);
    client.open(FILE);
    client.found(FILE, |found| found == ["1 L0401 no variant uses cards/jackpot.rhai"]);
    let variant = "variants/mine.json";
    let title = "add `jackpot` to the deck of `mine`";
    let text = done(&mut client, (FILE, (0, 0)), title, variant);
    assert!(text.contains(r#""deck": { "windfall": 4, "jackpot": 4 }"#), "{text}");
    client.write(variant, &text);
    client.save(FILE);
    client.found(FILE, <[String]>::is_empty);
    let titles = "variants/titles/en.json";
    let title = "add the title `Jackpot` to titles/en.json";
    let text = done(&mut client, (FILE, (0, 0)), title, titles);
    let entry = r#", "jackpot": { "title": "Jackpot", "text": "draw a card." } }"#;
    assert!(text.contains(entry), "{text}");
    let session = "tests/jackpot.session.md";
    client.open(variant);
    let title = "write a first session, tests/jackpot.session.md";
    let text = done(&mut client, (variant, (3, 30)), title, session);
    assert!(text.contains("\nann> play jackpot\n"), "{text}");
    client.write(session, &text);
    let actions = client.actions(variant, (3, 30)).to_string();
    assert!(!actions.contains("first session"), "{actions}");
}

#[test]
fn hooks_are_added_where_there_is_none_or_a_wrong_one() {
    let mut client = project();
    client.write(FILE, "//! Jackpot.\n");
    client.open(FILE);
    let text = done(&mut client, (FILE, (0, 3)), "add the hook `resolve`", FILE);
    let added = "fn resolve(me) {\n    \n}\n";
    assert!(text.starts_with("//! Jackpot.\n\n// Runs when") && text.ends_with(added), "{text}");
    let wrong = "//! Jackpot.\n\nfn can_draw(me) {\n    true\n}\n";
    client.write(FILE, wrong);
    client.change(FILE, wrong);
    client.found(FILE, |found| found.iter().any(|one| one.contains("never runs in a script")));
    let actions = client.actions(FILE, (2, 5));
    let titles = actions.as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap());
    let at = titles.clone().position(|title| title.starts_with("add the hook `"));
    let at = at.unwrap_or_else(|| panic!("{:?}", titles.collect::<Vec<_>>()));
    let text = client.with_edit(FILE, &actions[at]["edit"]);
    assert!(text.starts_with(wrong) && text.contains("\n// Runs "), "{text}");
    let file = FILES[0].0;
    let near = FILES[0].1.replace("fn resolve", "fn reslove");
    client.write(file, &near);
    client.open(file);
    client.found(file, |found| found.iter().any(|one| one.contains("reslove")));
    let text = done(&mut client, (file, (2, 5)), "fix: `reslove` becomes `resolve`", file);
    assert_eq!(text, FILES[0].1);
}

#[test]
fn a_project_without_titles_gets_a_file_of_them() {
    let mut client = Client::new(&FILES[..2]);
    client.open(FILES[0].0);
    let title = "add the title `Windfall` in a new file of titles";
    let text = done(&mut client, (FILES[0].0, (0, 0)), title, "variants/titles/en.json");
    let titles: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(titles["cards"]["windfall"]["text"], "take cards.");
}

#[test]
fn the_first_line_of_a_script_can_be_what_its_verbs_say() {
    let mut client = project();
    client.write(FILE, CARD);
    client.open(FILE);
    let title = "write the text that the script says";
    let text = done(&mut client, (FILE, (0, 0)), title, FILE);
    assert!(text.starts_with("//! Jackpot: Draw a card.\n\nfn resolve"), "{text}");
    let actions = client.actions(FILE, (3, 0)).to_string();
    assert!(!actions.contains(title), "{actions}");
}

/// Without an entry in a file of titles, the last script of the list speaks for a card.
#[test]
fn a_card_has_one_text_wherever_it_is_shown() {
    let gift = "//! Gift: draw the top card.\n\nfn resolve(me) { me.draw(); }\n";
    let bow = "//! Bow: draw a card with a bow on it.\n\nfn resolve(me) { previous(); }\n";
    let mine = r#"{ "name": "Mine", "extends": "classic", "deck": { "present": 4 },
  "kinds": { "present": { "script": ["gift", "bow"] } } }
"#;
    let titles = |text: &str| {
        let entry = format!(r#"{{ "title": "Present", "text": "{text}" }}"#);
        format!(
            r#"{{ "language": "en", "name": "English", "cards": {{ "present": {entry} }} }}
"#
        )
    };
    for (entry, text) in [("", "draw a card with a bow on it."), ("Draw it now.", "Draw it now.")] {
        let files = [
            ("scripts/cards/gift.rhai", gift),
            ("scripts/cards/bow.rhai", bow),
            ("variants/mine.json", mine),
            ("variants/titles/en.json", &titles(entry)),
        ];
        let mut client = Client::new(&files);
        client.open("variants/mine.json");
        let hover = client.at("textDocument/hover", "variants/mine.json", (0, 55));
        let hover = hover["contents"]["value"].as_str().unwrap().to_owned();
        let litterbox =
            files.iter().fold(Litterbox::new(), |folder, (name, text)| folder.with(name, text));
        let printed = litterbox.run(&["print", "mine", "--out", "out.html"]);
        assert_eq!(printed.code, Some(0), "{}", printed.shown());
        let shown = [
            ("hover", hover),
            ("cards", litterbox.run(&["cards", "mine"]).out),
            ("rules", litterbox.run(&["rules", "mine"]).out),
            ("check --text", litterbox.run(&["check", "mine", "--text"]).out),
            ("print", litterbox.read("out.html")),
            ("?present", litterbox.piped(&["repl", "mine", "ann", "bob"], "?present\n").out),
        ];
        for (place, shown) in shown {
            let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(shown.contains(text), "{place}: {shown}");
            assert!(!shown.contains("draw the top card"), "{place}: {shown}");
        }
    }
}
