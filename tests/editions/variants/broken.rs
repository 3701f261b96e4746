//! Titles with every kind of error; broken variants are files in `tests/broken`.

/// Titles in Italian.
pub const TITLES: &str = r#"{
  "language": "en",
  "name": "Italiano",
  "card": {},
  "cards": {
    "bang": { "title": "Bùm!", "text": "Esplodi." },
    "cat": { "title": "bum" },
    "save": { "title": "Cat" },
    "sav": { "title": "Salva" },
    "dog": { "title": "!!!" }
  },
  "combos": { "pair": { "title": 2 }, "couple": { "text": "Due." } }
}
"#;
