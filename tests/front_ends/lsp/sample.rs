//! A small project: a card, its variant, its title and a session.

use super::client::Client;

pub const CARD: &str = "//! Windfall: take cards.

fn resolve(me) {
    let n = param(\"cards\");
    for _i in 0..n { me.draw(); }
    if me.hand.has(\"nope\") { end_turn(); }
}
";

pub const FILES: [(&str, &str); 4] = [
    ("scripts/cards/windfall.rhai", CARD),
    (
        "variants/mine.json",
        r#"{
  "name": "Mine",
  "extends": "classic",
  "deck": { "windfall": 4 },
  "kinds": { "windfall": { "cards": 2 } }
}
"#,
    ),
    (
        "variants/titles/en.json",
        r#"{
  "language": "en",
  "name": "English",
  "cards": { "windfall": { "title": "Windfall", "text": "Cards." } }
}
"#,
    ),
    (
        "tests/windfall.session.md",
        "# Windfall

```litterbox
> :table mine ann: windfall | bob: nope
ann> play windfall
  something else
```
",
    ),
];

pub fn project() -> Client {
    Client::new(&FILES)
}
