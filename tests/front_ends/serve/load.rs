//! A full table: 16 players and 40 onlookers.

use super::{Client, Server, limits};
use crate::waiting;
use litterbox::internals::limits::ConnectionLimits;
use litterbox::variant::Library;
use serde_json::Value as Json;
use std::sync::mpsc::{Receiver, Sender, channel};

const N_PLAYERS: usize = 16;
const N_ONLOOKERS: usize = 40;

/// Nothing but draws, and more of them than are played.
const VARIANT: &str = r#"{
  "name": "Crowd", "extends": "classic", "players": [2, 16], "deal": 7, "box": 1024, "combos": [],
  "deck": {
    "exploding_kitten": 0, "defuse": 0, "nope": 0, "attack": 0, "skip": 0, "favor": 0, "shuffle": 0,
    "see_the_future": 0, "beard_cat": 0, "rainbow_cat": 0, "potato_cat": 0, "cattermelon": 0,
    "tacocat": 1000
  }
}"#;

/// What a client has received: which client, what.
type Received = (usize, Json);

/// The client as a thread that passes on what it receives.
fn listen(number: usize, server: &Server, who: &str, received: Sender<Received>) -> Sender<Json> {
    let mut writer = server.join(who);
    let reading = writer.socket.get_ref().try_clone().unwrap();
    let (send, outgoing) = channel::<Json>();
    std::thread::spawn(move || {
        for message in outgoing {
            writer.send(&message);
        }
    });
    let role = tungstenite::protocol::Role::Client;
    let mut reader =
        Client { socket: tungstenite::WebSocket::from_raw_socket(reading, role, None) };
    std::thread::spawn(move || {
        while let Some(message) = reader.receive() {
            if received.send((number, message)).is_err() {
                return;
            }
        }
    });
    send
}

/// The next decision, once each client has received the update before it.
fn round(received: &Receiver<Received>, ply: u64) -> (usize, Json) {
    let mut n_told = [0; N_PLAYERS + N_ONLOOKERS];
    let mut asked = None;
    while asked.is_none() || n_told.contains(&0) {
        let (number, message) = waiting::next(received).expect("all are told");
        let is_told = ["snapshot", "update"].iter().any(|kind| message["type"] == *kind);
        n_told[number] += u32::from(is_told && message["state"]["ply"] == ply);
        if message["type"] == "ask" && !message["ask"].is_null() {
            asked = Some((number, message["ask"]["decision"].clone()));
        }
    }
    assert!(n_told.iter().all(|n| *n == 1), "each is told once: {n_told:?}");
    asked.unwrap()
}

#[test]
fn a_full_table_learns_of_each_answer() {
    let names: Vec<_> = (1..=N_PLAYERS).map(|n| format!("p{n}")).collect();
    let library = Library::embedded().with_variant("crowd", VARIANT);
    // They come from one address.
    let (waiting, address) = (128, 128);
    let limits = ConnectionLimits { frames_a_second: 1_000, waiting, address, ..limits() };
    let server = Server::of(library, &format!("crowd {} --seed 7", names.join(" ")), limits);
    let (send, received) = channel();
    let onlookers = std::iter::repeat_n("onlooker", N_ONLOOKERS);
    let clients: Vec<_> = names
        .iter()
        .map(String::as_str)
        .chain(onlookers)
        .enumerate()
        .map(|(number, who)| listen(number, &server, who, send.clone()))
        .collect();
    let mut asked = round(&received, 0);
    for ply in 1..=40 {
        let (seat, decision) = &asked;
        let answer = serde_json::json!({
            "type": "answer", "decision": decision["id"], "option": "draw"
        });
        clients[*seat].send(answer).unwrap();
        asked = round(&received, ply);
    }
}
