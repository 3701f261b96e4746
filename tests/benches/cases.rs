//! What is played: the shipped variants, and variants generated to vary one thing.

use litterbox::variant::Library;
use serde_json::{Map, Value as Json, json};

/// A variant of a library with a number of players.
#[derive(Clone)]
pub struct Case {
    /// `classic`, `counters`, `kinds:100`, `deck:10`.
    pub id: String,
    pub library: Library,
    pub variant: String,
    pub n_seats: usize,
}

/// The cards whose numbers vary with the number of kinds.
const CATS: [&str; 5] = ["tacocat", "beard_cat", "rainbow_cat", "potato_cat", "cattermelon"];

/// The number of cats in a deck with a given number of kinds of cats.
const N_CATS: usize = 500;

impl Case {
    /// A shipped variant by its id; `counters`, a homebrew with counters and loops; `kinds:N`,
    /// classic with 500 cats of N kinds; `deck:N`, classic with N times as many of each card.
    pub fn new(id: &str, n_seats: usize) -> Self {
        let library = Library::embedded();
        let (library, variant) = match id.split_once(':') {
            Some(("kinds", n)) => {
                (library.with_variant("generated", &kinds(number(n))), "generated")
            }
            Some(("deck", n)) => {
                let deck = deck(&library, number(n));
                (library.with_variant("generated", &deck), "generated")
            }
            _ if id == "counters" => (counters(library), "counters"),
            _ => (library, id),
        };
        Self { id: id.to_owned(), library, variant: variant.to_owned(), n_seats }
    }

    pub fn name(&self) -> String {
        format!("{}, {} players", self.id, self.n_seats)
    }
}

fn number(text: &str) -> usize {
    text.parse().expect("kinds:N and deck:N take a number")
}

fn kinds(n_kinds: usize) -> String {
    let mut deck: Map<String, Json> =
        CATS.iter().map(|cat| ((*cat).to_owned(), json!(0))).collect();
    let mut rules = Map::new();
    for kind in (0..n_kinds).map(|i| format!("cat_{i}")) {
        deck.insert(kind.clone(), json!(N_CATS / n_kinds));
        rules.insert(kind, json!({ "script": "cat", "tags": ["cat"] }));
    }
    json!({ "name": "Kinds", "extends": "classic", "deck": deck, "kinds": rules }).to_string()
}

fn deck(library: &Library, factor: usize) -> String {
    let classic = library.variant("classic").expect("it is shipped");
    let classic: Json = serde_json::from_str(&classic.text).expect("it is valid");
    let counts = classic["deck"].as_object().expect("a deck");
    let deck: Map<String, Json> = counts
        .iter()
        .map(|(kind, count)| {
            (kind.clone(), json!(count.as_u64().expect("a count") * factor as u64))
        })
        .collect();
    json!({ "name": "Deck", "extends": "classic", "deck": deck }).to_string()
}

/// Counters that keep taking new values, read and written in loops.
fn counters(library: Library) -> Library {
    let treat = "\
        //! Treat: everybody gets a point for each card they hold; the first loses a third.\n\
        fn playable(me) { me.get(\"points\") < 5000 && get(\"treats\") < 1000 }\n\
        fn resolve(me) {\n\
            set(\"treats\", get(\"treats\") + 1);\n\
            let most = me;\n\
            for player in players() {\n\
                player.set(\"points\", player.get(\"points\") + player.hand.len + get(\"treats\"));\n\
                if player.get(\"points\") > most.get(\"points\") { most = player; }\n\
            }\n\
            most.set(\"points\", most.get(\"points\") * 2 / 3);\n\
        }\n";
    let bill = "\
        //! Bill: a player of your choice pays you a point for each card that you both hold.\n\
        fn announce(me) { me.choose_player(\"Who pays?\", others(me)) }\n\
        fn resolve(me, payer) {\n\
            let due = 0;\n\
            for card in me.hand.cards { due += payer.hand.count(card.kind); }\n\
            while due > payer.get(\"points\") { due -= 1; }\n\
            payer.set(\"points\", payer.get(\"points\") - due);\n\
            me.set(\"points\", me.get(\"points\") + due);\n\
        }\n";
    let variant = json!({
        "name": "Counters",
        "extends": "classic",
        "deck": { "treat": 8, "bill": 8 },
        "counters": { "player": ["points"], "table": ["treats"] },
    });
    library
        .with_script("cards/treat", treat)
        .with_script("cards/bill", bill)
        .with_variant("counters", &variant.to_string())
}
