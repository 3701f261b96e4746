//! Games over sockets, with what people send besides their answers: nobody is sent the name of a
//! card that is hidden from them.

use super::{Client, Server, limits};
use crate::program::size;
use litterbox::internals::limits::ConnectionLimits;
use litterbox::variant::Library;
use serde_json::{Value as Json, json};

/// Kinds that are only in the hand of ann, in that of bob, and at the bottom of the draw pile.
const HIDDEN: [&str; 3] = ["hidden_ann", "hidden_bob", "hidden_below"];

/// The answer to whatever the link of a client may not do.
const NOT_THIS_LINK: &str = "this link may not do that";

/// A client that looks at all that arrives.
struct Reader {
    client: Client,
    who: &'static str,
    n_messages: usize,
    /// The messages that name the card in its own hand, as they would name a card that leaks.
    n_own: usize,
    /// The decision that it is asked now, and the number of the one that it has answered last.
    asked: Json,
    answered: u64,
}

impl Reader {
    fn join(server: &Server, who: &'static str) -> Self {
        let (client, asked) = (server.join(who), Json::Null);
        Self { client, who, n_messages: 0, n_own: 0, asked, answered: 0 }
    }

    /// The next message of this kind; those before it are looked at, too.
    fn until(&mut self, is_it: impl Fn(&Json) -> bool) -> Json {
        let mut types = Vec::new();
        loop {
            let Some(mut message) = self.client.receive() else {
                panic!("the connection of {} is closed after {types:?}", self.who);
            };
            types.push(message["type"].to_string());
            // The kinds of the game, and their titles, are known to all.
            message.as_object_mut().and_then(|message| message.remove("titles"));
            if message["type"] != "welcome" {
                self.look_at(&message);
            }
            if message["type"] == "ask" {
                self.asked = message["ask"]["decision"].clone();
            }
            if is_it(&message) {
                return message;
            }
        }
    }

    fn look_at(&mut self, message: &Json) {
        self.n_messages += 1;
        let text = message.to_string().to_lowercase().replace(' ', "_");
        for kind in HIDDEN.iter().filter(|kind| text.contains(**kind)) {
            let is_own = kind.ends_with(self.who);
            assert!(is_own || self.who == "author", "{} reads {kind}: {text}", self.who);
            self.n_own += 1;
        }
    }

    /// Begins a game that has been laid out: the decisions of the one before count no more.
    fn begin(&mut self) {
        self.say(&json!({ "type": "snapshot" }));
        self.answered = 0;
    }

    /// Answers the next decision that has this option; passes before it.
    fn answer(&mut self, option: &str) {
        loop {
            let id = self.asked["id"].as_u64().filter(|id| *id > self.answered);
            let Some(id) = id else {
                self.until(|message| message["type"] == "ask");
                continue;
            };
            self.answered = id;
            let options = self.asked["options"].as_array().unwrap();
            let is_asked = options.iter().any(|one| one["id"] == option);
            self.client.answer(&self.asked, if is_asked { option } else { "pass" });
            if is_asked {
                return;
            }
        }
    }

    /// Sends a message, and looks at all that arrives until the server has carried it out.
    fn say(&mut self, message: &Json) {
        self.client.send(message);
        if self.who == "author" {
            self.until(|message| message["type"] == "output");
            return;
        }
        let refused = match self.who {
            "room" => json!({ "type": "take_back" }),
            _ => json!({ "type": "claim", "seat": "", "name": "" }),
        };
        self.client.send(&refused);
        self.until(|message| message.to_string().contains(NOT_THIS_LINK));
    }
}

#[test]
fn no_message_names_a_card_that_is_hidden_from_its_reader() {
    let variant = r#"{ "name": "Dark", "extends": "classic", "players": [2, 5],
        "deck": { "hidden_ann": 1, "hidden_bob": 1, "hidden_below": 1 } }"#;
    let mut library = Library::embedded().with_variant("dark", variant);
    for kind in HIDDEN {
        let script = format!("//! {kind}: nothing.\n\nfn resolve(me) {{}}\n");
        library = library.with_script(&format!("cards/{kind}"), &script);
    }
    let fast = ConnectionLimits { frames_a_second: u32::MAX, ..limits() };
    let server = Server::of(library, "dark ann bob --seed 7", fast);
    let [mut ann, mut bob, mut onlooker, mut room, mut author] =
        ["ann", "bob", "onlooker", "room", "author"].map(|who| Reader::join(&server, who));
    let n_games = size(20, 1_000);
    for game in 0..n_games {
        let table = ":table dark ann: hidden_ann skip nope | bob: hidden_bob skip attack | \
                     draw: skip*6 hidden_below";
        author.say(&json!({ "type": "input", "input": table }));
        ann.begin();
        bob.begin();
        let reaction = ["Ha!", "Oh no", "Grr"][game % 3];
        ann.client.send(&json!({ "type": "react", "reaction": reaction }));
        ann.answer("play skip");
        bob.answer("play attack");
        ann.answer(if game % 2 == 0 { "nope" } else { "pass" });
        room.say(&json!({ "type": "claim", "seat": "ann", "name": format!("zoe_{game}") }));
        match game % 2 {
            0 => bob.answer("play skip"),
            _ => ann.answer("draw"),
        }
        bob.say(&json!({ "type": "react", "reaction": reaction }));
        bob.say(&json!({ "type": "take_back" }));
        ann.say(&json!({ "type": "agree", "yes": game % 4 < 2 }));
        ann.say(&json!({ "type": "flag", "text": "here" }));
        for reader in [&mut ann, &mut bob, &mut onlooker] {
            reader.say(&json!({ "type": "snapshot" }));
        }
    }
    let readers = [&ann, &bob, &onlooker, &room, &author];
    let n_messages: usize = readers.iter().map(|reader| reader.n_messages).sum();
    eprintln!("{n_games} games, {n_messages} messages");
    assert!(n_messages > 20 * n_games);
    for reader in [&ann, &bob] {
        assert!(reader.n_own > n_games, "{} is told of the own card in each game", reader.who);
    }
}
