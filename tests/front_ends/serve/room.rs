//! The room: friends take free seats with one link, which shows nothing of the game.

use super::{Client, Server, limits};
use litterbox::internals::limits::ConnectionLimits;
use litterbox::internals::links::Links;
use litterbox::internals::table::Who;
use serde_json::{Value as Json, json};
use std::time::Duration;

fn claim(client: &mut Client, seat: &str, name: &str) {
    client.send(&json!({ "type": "claim", "seat": seat, "name": name }));
}

/// The link that a claim is answered with.
fn link(client: &mut Client) -> String {
    client.await_type("link")["link"].as_str().unwrap().to_owned()
}

fn refusal(client: &mut Client) -> String {
    client.await_type("error")["message"].as_str().unwrap().to_owned()
}

/// Waits for a state of the room.
fn await_room(client: &mut Client, is_it: impl Fn(&Json) -> bool) -> Json {
    loop {
        let room = client.await_type("room")["room"].clone();
        if is_it(&room) {
            return room;
        }
    }
}

fn state(room: &Json, name: &str) -> String {
    let seats = room["seats"].as_array().unwrap();
    let seat = seats.iter().find(|seat| seat["name"] == name);
    seat.map_or("none", |seat| seat["state"].as_str().unwrap()).to_owned()
}

#[test]
fn a_friend_takes_a_seat_and_gives_a_name() {
    let server = Server::new(ConnectionLimits { wrong_link: Duration::ZERO, ..limits() });
    let (mut one, mut other) = (server.join("room"), server.join("room"));
    let room = await_room(&mut one, |_| true);
    for name in ["ann", "bob", "cat"] {
        assert_eq!(state(&room, name), "free");
    }
    claim(&mut one, "ann", "zoe");
    let own = link(&mut one);
    assert!(own.starts_with("zoe."), "{own}");
    let room = await_room(&mut other, |room| state(room, "zoe") == "taken");
    assert_eq!(state(&room, "ann"), "none");
    claim(&mut other, "zoe", "eve");
    assert_eq!(refusal(&mut other), "this seat is taken: choose another");
    let mut zoe = Client::open(server.port);
    zoe.join(&own);
    assert_eq!(zoe.await_type("welcome")["viewer"], "zoe");
    assert!(!zoe.await_decision()["options"].as_array().unwrap().is_empty());
    claim(&mut other, "bob", "bob");
    link(&mut other);
    let ended = |who: &str| {
        let (why, again) = server.join(who).await_closed();
        assert!(!again, "the printed link of {who} has ended");
        why
    };
    let how = "To get back, ask the author for the link of your seat, or take a free one with that \
        of the room";
    let why = "nobody is called ann now: the seats are zoe, bob, cat";
    assert_eq!(ended("ann"), format!("this link has ended, {why}. {how}"));
    let why = "bob was taken by somebody with the link of the room";
    assert_eq!(ended("bob"), format!("this link has ended, {why}. {how}"));
    let mut forged = Client::open(server.port);
    forged.join(&server.link("ann").replace("ann.", "bob."));
    assert!(forged.await_closed().0.contains("not a link of this table"));
    other.send(&json!({ "type": "watch" }));
    let watching = link(&mut other);
    let mut onlooker = Client::open(server.port);
    onlooker.join(&watching);
    assert_eq!(onlooker.await_type("welcome")["role"], "onlooker");
}

#[test]
fn names_are_those_of_players_and_stay_after_the_first_ply() {
    let server = Server::new(limits());
    let mut room = server.join("room");
    let names = ["", " ", "a-b", "nope", "me", &"x".repeat(21)];
    for name in names {
        claim(&mut room, "ann", name);
        assert_ne!(refusal(&mut room), "", "{name}");
    }
    let mut ann = server.join("ann");
    let decision = ann.await_decision();
    ann.answer(&decision, "draw");
    await_room(&mut room, |room| room["has_begun"] == true);
    claim(&mut room, "bob", "rob");
    assert_eq!(refusal(&mut room), "the game has begun: here you are called bob");
    claim(&mut room, "bob", "bob");
    assert!(link(&mut room).starts_with("bob."));
}

#[test]
fn whoever_has_the_name_of_a_free_seat_takes_that_seat() {
    let server = Server::new(ConnectionLimits { wrong_link: Duration::ZERO, ..limits() });
    let (mut one, mut other) = (server.join("room"), server.join("room"));
    // The page offers the first free seat.
    claim(&mut one, "ann", "Bob");
    assert!(link(&mut one).starts_with("bob."));
    claim(&mut other, "ann", "bob");
    assert_eq!(refusal(&mut other), "refused: the name `bob` is taken");
    claim(&mut other, "ann", "Mary Ann");
    assert!(link(&mut other).starts_with("Mary_Ann."));
}

#[test]
fn the_author_frees_a_seat_and_closes_the_room() {
    let server = Server::new(ConnectionLimits { wrong_link: Duration::ZERO, ..limits() });
    let (mut author, mut room) = (server.join("author"), server.join("room"));
    let links = author.await_type("links")["links"].clone();
    assert!(links["room"].as_str().unwrap().ends_with(&server.link("room")));
    assert!(links["qr"][1].as_str().unwrap().starts_with('M'));
    claim(&mut room, "bob", "bob");
    let own = link(&mut room);
    let mut bob = Client::open(server.port);
    bob.join(&own);
    bob.await_type("snapshot");
    author.send(&json!({ "type": "free", "seat": "bob" }));
    assert_eq!(
        bob.await_closed(),
        ("the author has freed this seat: ask for a new link".into(), false)
    );
    let mut late = Client::open(server.port);
    late.join(&own);
    assert!(!late.await_closed().1, "the old link has ended");
    await_room(&mut room, |room| state(room, "bob") == "free" && room["is_open"] == true);
    author.send(&json!({ "type": "room", "open": false }));
    await_room(&mut room, |room| room["is_open"] == false);
    claim(&mut room, "bob", "bob");
    assert_eq!(refusal(&mut room), "the author has closed the room");
    // The author's page has the seat's new link.
    let links = loop {
        let links = author.await_type("links")["links"].clone();
        if links["is_open"] == false {
            break links;
        }
    };
    let new = links["seats"][1]["link"].as_str().unwrap().rsplit_once('#').unwrap().1.to_owned();
    assert_ne!(new, own);
    let mut bob = Client::open(server.port);
    bob.join(&new);
    bob.await_type("snapshot");
}

#[test]
fn few_seats_can_be_tried() {
    let server = Server::new(limits());
    let (mut one, mut other) = (server.join("room"), server.join("room"));
    for _ in 0..10 {
        claim(&mut one, "ann", "no-name");
        assert!(refusal(&mut one).starts_with("a name has"));
    }
    claim(&mut one, "ann", "ann");
    assert!(refusal(&mut one).starts_with("there were 10 tries"));
    claim(&mut other, "ann", "ann");
    link(&mut other);
}

#[test]
fn the_room_and_seats_may_do_nothing_else() {
    let server = Server::new(limits());
    let (mut room, mut ann) = (server.join("room"), server.join("ann"));
    let of_others = [
        json!({ "type": "answer", "decision": 1, "option": "draw" }),
        json!({ "type": "see", "viewer": "all" }),
        json!({ "type": "input", "input": ":odds" }),
        json!({ "type": "free", "seat": "ann" }),
        json!({ "type": "start" }),
        json!({ "type": "react", "reaction": "Ha!" }),
        json!({ "type": "again" }),
        json!({ "type": "download", "what": "replay" }),
        json!({ "type": "room", "open": false }),
    ];
    for message in &of_others {
        room.send(message);
        assert_eq!(room.await_type("error")["code"], "not_allowed", "{message}");
    }
    let of_the_room =
        [json!({ "type": "claim", "seat": "bob", "name": "bob" }), json!({ "type": "watch" })];
    for message in of_others[3..5].iter().chain(&of_the_room) {
        ann.send(message);
        assert_eq!(ann.await_type("error")["code"], "not_allowed", "{message}");
    }
}

#[test]
fn the_room_shows_names_free_seats_and_presence_alone() {
    let server = Server::new(limits());
    let mut room = server.join("room");
    let mut seats = ["ann", "bob", "cat"].map(|name| server.join(name));
    let onlooker = server.join("onlooker");
    // A round of the game.
    for seat in &mut seats {
        let decision = seat.await_decision();
        seat.answer(&decision, "draw");
    }
    seats[0].await_decision();
    drop((seats, onlooker));
    let tokens = ["ann", "bob", "cat", "onlooker", "author", "room"].map(|who| server.link(who));
    let is_away = |room: &Json| {
        let seats = room["seats"].as_array().unwrap();
        room["has_begun"] == true && seats.iter().all(|seat| seat["is_here"] == false)
    };
    loop {
        let message = room.receive().unwrap();
        assert_eq!(message["type"], "room", "{message}");
        let text = message.to_string();
        for token in &tokens {
            assert!(!text.contains(token.split_once('.').unwrap().1), "{text}");
        }
        let room = &message["room"];
        let mut keys: Vec<&String> = room.as_object().unwrap().keys().collect();
        keys.sort_unstable();
        assert_eq!(keys, ["has_begun", "is_open", "is_waiting", "lang", "seats", "title"]);
        for seat in room["seats"].as_array().unwrap() {
            assert_eq!(seat.as_object().unwrap().len(), 3, "{seat}");
        }
        if is_away(room) {
            break;
        }
    }
}

#[test]
fn a_claimed_seat_is_kept_with_the_links() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.links");
    let mut links = Links::draw().unwrap();
    let (ann, bob) = (Who::Seat("ann".into()), Who::Seat("bob".into()));
    let first = links.link(&ann);
    links.claims.renew(&"ann".into(), true);
    links.claims.renew(&"bob".into(), false);
    links.claims.is_closed = true;
    assert_ne!(links.link(&ann), first);
    links.save(&file, 1).unwrap();
    let (mut read, _) = Links::load(&file).unwrap();
    assert_eq!(read.claims, links.claims);
    assert_eq!(read.find(&first, [ann.clone(), bob.clone()]), None, "it has ended");
    assert_eq!(read.find(&links.link(&ann), [ann.clone(), bob]), Some(ann));
    assert!(read.claims.is_taken("ann") && !read.claims.is_taken("bob"));
    // A number is never given twice.
    read.claims.renew(&"bob".into(), false);
    assert_eq!(read.claims.number("bob"), 3);
}
