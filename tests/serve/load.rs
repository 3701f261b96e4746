//! A full table: 16 players and 40 onlookers.
//!
//! `LITTERBOX_ANSWERS=800` measures this many answers instead of a few.

use super::{Client, LONGEST, Server};
use litterbox::internals::limits::Limits;
use litterbox::variant::Library;
use serde_json::Value as Json;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

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

/// What a client has received: which client, when, what.
type Received = (usize, Instant, Json);

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
            if received.send((number, Instant::now(), message)).is_err() {
                return;
            }
        }
    });
    send
}

/// The next decision, and when each client has received the update before it.
fn round(received: &Receiver<Received>, ply: u64) -> (Vec<Instant>, (usize, Json)) {
    let mut times = vec![None; N_PLAYERS + N_ONLOOKERS];
    let mut asked = None;
    while asked.is_none() || times.contains(&None) {
        let (number, at, message) = received.recv_timeout(LONGEST).expect("all are told");
        let is_told = ["snapshot", "update"].iter().any(|kind| message["type"] == *kind);
        if is_told && message["state"]["ply"] == ply {
            times[number].get_or_insert(at);
        }
        if message["type"] == "ask" && !message["ask"].is_null() {
            asked = Some((number, message["ask"]["decision"].clone()));
        }
    }
    (times.into_iter().flatten().collect(), asked.unwrap())
}

#[test]
fn a_full_table_learns_of_an_answer_at_once() {
    let n_answers = std::env::var("LITTERBOX_ANSWERS").map_or(40, |n| n.parse().unwrap());
    let names: Vec<_> = (1..=N_PLAYERS).map(|n| format!("p{n}")).collect();
    let library = Library::embedded().with_variant("crowd", VARIANT);
    let limits = Limits { messages_a_second: 1_000, ..Limits::default() };
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
    let (_, mut asked) = round(&received, 0);
    let mut latencies = Vec::new();
    for ply in 1..=n_answers {
        let (seat, decision) = &asked;
        let answer = serde_json::json!({
            "type": "answer", "decision": decision["id"], "option": "draw"
        });
        let begun = Instant::now();
        clients[*seat].send(answer).unwrap();
        let (times, next) = round(&received, ply);
        latencies.extend(times.into_iter().map(|at| at.saturating_duration_since(begun)));
        asked = next;
    }
    latencies.sort();
    let [half, most] = [0.5, 0.95].map(|part| latencies[(latencies.len() as f64 * part) as usize]);
    println!("{} updates: half within {half:?}, 95 % within {most:?}", latencies.len());
    // A program that is not optimised takes longer, on a busy machine too.
    let allowed = if cfg!(debug_assertions) { 3_000 } else { 50 };
    assert!(most < Duration::from_millis(allowed), "95 % within {most:?}");
}
