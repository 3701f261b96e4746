//! Packs that do everything to reach the page of a player.

use super::{Server, limits};
use litterbox::variant::Library;
use std::fmt::Write as _;
use tungstenite::Message;

/// Texts that a page or a terminal must not take for its own.
const TEXTS: [&str; 5] = [
    "<script>alert(1)</script>",
    "\\\"><img src=x onerror=alert(1)>",
    "\\u202eevil\\u2066",
    "a\\u0000b\\u001b[31m",
    "</script><!--",
];

/// A file of titles with these titles and texts.
fn titles() -> String {
    let mut titles = String::new();
    let kinds = ["nope", "attack", "skip", "favor", "shuffle"];
    for (kind, text) in kinds.iter().zip(TEXTS) {
        write!(titles, "\"{kind}\": {{ \"title\": \"{text}\", \"text\": \"{text}\" }},").unwrap();
    }
    let long = "x".repeat(2_000);
    let cards = format!("{titles} \"defuse\": {{ \"title\": \"Defuse\", \"text\": \"{long}\" }}");
    format!("{{ \"language\": \"en\", \"name\": \"English\", \"cards\": {{ {cards} }} }}")
}

#[test]
fn texts_of_others_arrive_as_texts() {
    let variant = format!(r#"{{ "name": "{}", "extends": "classic" }}"#, TEXTS[0]);
    let library = Library::embedded().with_variant("mine", &variant);
    let library = library.with_variant("titles/en", &titles());
    let server = Server::of(library, "mine ann bob cat --seed 7", limits());
    let page = server.get("/", "");
    assert!(!page.contains("alert(1)") && !page.contains("evil"), "the page is the same for all");
    for who in ["ann", "onlooker", "author"] {
        let mut client = server.join(who);
        let mut raw = String::new();
        while !raw.contains("\"type\":\"table\"") {
            if let Message::Text(text) = client.socket.read().unwrap() {
                raw += &text;
            }
        }
        assert!(raw.contains("<script>alert(1)</script>"), "it arrives as it is: {raw}");
        let is_control = |c: char| c.is_control() || ('\u{202a}'..='\u{2069}').contains(&c);
        assert_eq!(raw.chars().find(|c| is_control(*c) && *c != '\u{2028}'), None);
    }
}
