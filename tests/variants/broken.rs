//! Variants and titles with something wrong in each; the snapshots show what is said about it.

/// By name.
pub const VARIANTS: &[(&str, &str)] = &[
    ("empty_file", ""),
    ("no_json", "{\n  \"name\": \"Mine\",\n  \"extends\": \"base\"\n  \"deal\": 2\n}"),
    ("trailing_comma", "{\n  \"name\": \"Mine\",\n  \"extends\": \"base\",\n}"),
    ("comment", "{\n  // mine\n  \"name\": \"Mine\"\n}"),
    ("not_an_object", "[1, 2]"),
    ("says_nothing", "{}"),
    (
        "unknown_keys",
        r#"{
  "name": "Mine",
  "extend": "base",
  "about": "變體 with an unknown key after wide letters", "playrs": [2, 4],
  "colour": "red"
}"#,
    ),
    (
        "wrong_types",
        r#"{
  "name": 7,
  "extends": "base",
  "players": [2, "4"],
  "deal": 2.5,
  "rules": "plain",
  "deck": { "bang": true, "save": [3], "cat": { "paw": "many" } },
  "kinds": { "cat": { "tags": "cat", "home": null } },
  "combos": ["pair", 3, { "script": "pair" }],
  "options": { "echo": [true], "lives": { "value": {} } },
  "assumed": "nothing"
}"#,
    ),
    ("three_numbers_of_players", r#"{ "name": "Mine", "extends": "base", "players": [2, 3, 4] }"#),
    (
        "a_key_twice",
        r#"{
  "name": "Mine", "extends": "base",
  "deck": { "cat": 3, "cat": 4 }
}"#,
    ),
    ("unknown_parent", "{\n  \"name\": 3,\n  \"extends\": \"bsae\",\n  \"dael\": 2\n}"),
    ("extends_itself", r#"{ "name": "Mine", "extends": "mine" }"#),
    (
        "missing_scripts",
        r#"{
  "name": "Mine", "extends": "base",
  "rules": ["plane"],
  "deck": { "bnag": 3, "yak": 2, "dog": 1 },
  "kinds": { "dog": { "script": "cats" } },
  "combos": ["pairs", { "id": "couple", "script": "wedding" }]
}"#,
    ),
    (
        "kinds_in_no_deck",
        r#"{
  "name": "Mine", "extends": "base",
  "kinds": { "bagn": { "tags": ["apart"] }, "yak": {} }
}"#,
    ),
    (
        "unknown_piles",
        r#"{
  "name": "Mine", "extends": "base",
  "piles": { "shelf": { "refill": "discart" }, "draw": { "refill": "floor" }, "box": {} },
  "kinds": { "cat": { "home": "shelv", "start": "table" } }
}"#,
    ),
    (
        "unknown_subset",
        r#"{
  "name": "Mine", "extends": "base",
  "subsets": { "paw": "players <= 3" },
  "deck": { "cat": { "pawn": 20, "plain": 4 } }
}"#,
    ),
    (
        "unknown_tags",
        r#"{
  "name": "Mine", "extends": "base",
  "explosion_tags": ["difusable", "wet"],
  "kinds": { "save": { "wild": "cta", "tags": ["apert"] }, "cat": { "tags": ["cat", "soft"] } }
}"#,
    ),
    (
        "bad_ids",
        r#"{
  "name": "Mine", "extends": "base",
  "deck": { "Big Cat": 1, "draw": 2, "pair": 1 },
  "kinds": {
    "Big Cat": { "script": "cat" },
    "draw": { "script": "cat" },
    "pair": { "script": "cat" }
  },
  "piles": { "cat": {}, "1st": {} },
  "counters": { "player": ["two words"], "table": ["Ünder"] }
}"#,
    ),
    ("more_than_most", r#"{ "name": "Mine", "extends": "base", "players": [5, 2] }"#),
    ("too_many_players", r#"{ "name": "Mine", "extends": "base", "players": [1, 40] }"#),
    (
        "counts_out_of_range",
        r#"{ "name": "Mine", "extends": "base",
  "deck": { "cat": -3, "save": 1001, "bang": "players - 3" } }"#,
    ),
    (
        "wrong_sum",
        r#"{
  "name": "Mine", "extends": "base",
  "box": 31,
  "deck": { "bang": "players - 1" }
}"#,
    ),
    (
        "too_small_to_deal",
        r#"{
  "name": "Mine", "extends": "base",
  "players": [2, 10],
  "deal": 6
}"#,
    ),
    (
        "too_small_where_a_subset_is_out_of_play",
        r#"{
  "name": "Mine", "extends": "base",
  "subsets": { "paw": "players <= 3 || players == 5" },
  "deck": { "cat": { "paw": 20 } }
}"#,
    ),
    (
        "fails_for_some_players",
        r#"{
  "name": "Mine", "extends": "base",
  "players": [2, 8],
  "deck": { "save": "6 / (7 - players)" },
  "options": { "spare": "4 - players" }
}"#,
    ),
    (
        "no_expression",
        r#"{
  "name": "Mine", "extends": "base",
  "subsets": { "paw": "players + 1", "plain": "player > 2" },
  "deck": { "bang": "players +", "save": "players > 2", "cat": "while true {}" },
  "options": { "spare": "eval(\"3\")" }
}"#,
    ),
    (
        "wrong_values_of_options",
        r#"{
  "name": "Mine", "extends": "base",
  "options": { "echo": "yes", "order": "fist", "lives": "three", "spare": true }
}"#,
    ),
    ("a_count_below_zero", r#"{ "name": "Mine", "extends": "base", "options": { "spare": -1 } }"#),
    (
        "undeclared_options",
        r#"{
  "name": "Mine", "extends": "base",
  "options": { "ecko": true, "sound": { "value": "loud", "values": ["loud", "soft"] } }
}"#,
    ),
    (
        "a_default_outside_its_values",
        r#"{
  "name": "Mine", "extends": "base",
  "options": { "sound": { "value": "lout", "values": ["loud", "soft"], "about": "How loud." } }
}"#,
    ),
    (
        "everything_at_once",
        r#"{
  "name": "Mine",
  "extends": "base",
  "players": [2, 12],
  "dael": 3,
  "deck": { "bang": 3, "save": { "paw": 1 }, "yak": 2 },
  "kinds": { "cat": { "home": "shelf" } },
  "options": { "echo": 1 }
}"#,
    ),
];

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
