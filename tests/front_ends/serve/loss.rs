//! Nothing that a player was shown is lost, whenever the program is killed.
//!
//! `LITTERBOX_KILLS=100` kills it this many times instead of a few.

use super::Client;
use super::console::Served;
use crate::program::Litterbox;
use crate::waiting;
use litterbox::kernel::rng::generator;
use rand::RngExt as _;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

const SEATS: [&str; 3] = ["ann", "bob", "cat"];

/// What a player has been told of the game: the texts of its events.
#[derive(Default)]
struct Story {
    events: BTreeMap<u64, Json>,
    ply: u64,
}

impl Story {
    /// Takes a message over, which may not contradict those before.
    fn told(&mut self, message: &Json) {
        let ply = message["state"]["ply"].as_u64().unwrap();
        let events = message["events"].as_array().unwrap().iter();
        let events: BTreeMap<_, _> =
            events.map(|event| (event["id"].as_u64().unwrap(), event["text"].clone())).collect();
        assert!(ply >= self.ply, "ply {ply} after ply {}", self.ply);
        if message["type"] == "snapshot" {
            for (id, text) in &self.events {
                assert_eq!(events.get(id), Some(text), "what was shown is still there");
            }
            self.events = events;
        } else {
            for (id, text) in events {
                assert_eq!(self.events.insert(id, text), None, "event {id} is new twice");
            }
        }
        self.ply = ply;
    }
}

/// A player who answers what is asked, and passes on what is received until the end.
fn play(mut client: Client, seat: usize, seed: u64, told: Sender<(usize, Json)>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let mut rng = generator(seed, seat as u64);
        while let Some(message) = client.receive() {
            let ask = &message["ask"];
            if message["type"] == "ask" && !ask.is_null() && ask["answer"].is_null() {
                let options = ask["decision"]["options"].as_array().unwrap();
                let option = &options[rng.random_range(0..options.len())]["id"];
                let answer = serde_json::json!({
                    "type": "answer", "decision": ask["decision"]["id"], "option": option
                });
                // The program may have been killed.
                let _ = client.socket.send(tungstenite::Message::text(answer.to_string()));
            }
            if told.send((seat, message)).is_err() {
                return;
            }
        }
    })
}

#[test]
fn a_killed_server_has_lost_nothing_that_was_shown() {
    let n_kills = std::env::var("LITTERBOX_KILLS").map_or(5, |n| n.parse().unwrap());
    let mut rng = generator(1, 1);
    let (mut litterbox, mut stories) = (Litterbox::new(), SEATS.map(|_| Story::default()));
    let mut kept = None;
    let mut n_answers = 0;
    for round in 0..n_kills {
        let is_new = kept.is_none();
        let resume = ["--resume", "--window", "0"];
        let new = ["classic", "ann", "bob", "cat", "--window", "0"];
        let mut served = Served::start(&litterbox, if is_new { &new } else { &resume });
        let links = kept.get_or_insert_with(|| (served.port, served.links.clone()));
        assert_eq!(*links, (served.port, served.links.clone()), "links work again");
        let (send, told) = channel();
        let threads = SEATS.iter().enumerate().map(|(seat, name)| {
            let mut client = Client::open(served.port);
            client.join(&links.1[*name]);
            play(client, seat, round, send.clone())
        });
        let threads: Vec<_> = threads.collect();
        drop(send);
        let mut n_left = 3 + rng.random_range(0..40);
        let mut is_over = false;
        while n_left > 0 && !is_over {
            let (seat, message) = waiting::next(&told).expect("the game goes on");
            if ["snapshot", "update"].iter().any(|kind| message["type"] == *kind) {
                stories[seat].told(&message);
                n_left -= 1;
                is_over = !message["state"]["outcome"].is_null();
            }
        }
        served.kill();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        for (seat, message) in told {
            if ["snapshot", "update"].iter().any(|kind| message["type"] == *kind) {
                stories[seat].told(&message);
            }
        }
        if is_over {
            n_answers += stories[0].ply;
            (litterbox, stories) = (Litterbox::new(), SEATS.map(|_| Story::default()));
            kept = None;
        }
    }
    n_answers += stories[0].ply;
    println!("{n_kills} kills, {n_answers} plies");
    assert!(n_answers > n_kills, "games went on: {n_answers}");
}
