//! Answers that are not what the server has asked: each gets an error, and changes nothing.

use super::{Client, Server, limits};
use serde_json::{Value as Json, json};

/// The code of the error that a message gets.
fn code(client: &mut Client, message: &Json) -> String {
    client.send(message);
    client.await_type("error")["code"].as_str().unwrap().to_owned()
}

fn answer(decision: &Json, option: &str) -> Json {
    json!({ "type": "answer", "decision": decision, "option": option })
}

#[test]
fn an_answer_is_for_the_open_decision_of_its_seat() {
    let server = Server::new(limits());
    let (mut ann, mut bob) = (server.join("ann"), server.join("bob"));
    let asked = ann.await_decision();
    let id = &asked["id"];
    for option in ["", "nonesuch", "pass", ":quit", ":new slap", "draw; draw", "draw\n:quit", "1"] {
        assert_eq!(code(&mut ann, &answer(id, option)), "unknown_option", "{option}");
    }
    assert_eq!(code(&mut bob, &answer(id, "draw")), "not_asked", "another seat");
    assert_eq!(code(&mut ann, &answer(&json!(4_711), "draw")), "not_asked");
    ann.send(&json!({ "type": "snapshot" }));
    assert_eq!(ann.await_type("snapshot")["state"]["ply"], 0, "nothing has happened");
    ann.send(&answer(id, "draw"));
    assert_eq!(ann.await_type("update")["state"]["ply"], 1);
    let twice = code(&mut ann, &answer(id, "draw"));
    assert!(["late_answer", "not_asked"].contains(&&*twice), "{twice}");
    ann.send(&json!({ "type": "snapshot" }));
    assert_eq!(ann.await_type("snapshot")["state"]["ply"], 1, "once is enough");
}

#[test]
fn only_the_author_does_what_the_author_may() {
    let server = Server::new(limits());
    let mut author = server.join("author");
    for who in ["ann", "onlooker"] {
        let mut client = server.join(who);
        for message in [
            json!({ "type": "input", "input": ":hands" }),
            json!({ "type": "complete", "line": ":sav" }),
            json!({ "type": "see", "viewer": "all" }),
            json!({ "type": "pause", "on": true }),
            json!({ "type": "download", "what": "game" }),
            json!({ "type": "request", "request": { "request": "snapshot" } }),
        ] {
            client.send(&message);
            let error = client.await_type("error");
            let known = ["not_allowed", "invalid_request"];
            assert!(known.contains(&error["code"].as_str().unwrap()), "{message}: {error}");
        }
    }
    let mut onlooker = server.join("onlooker");
    for message in [
        answer(&json!(0), "draw"),
        json!({ "type": "time" }),
        json!({ "type": "passing", "on": true }),
        json!({ "type": "ask_me", "moments": ["turn"] }),
        json!({ "type": "flag", "text": "look" }),
    ] {
        assert_eq!(code(&mut onlooker, &message), "not_allowed", "{message}");
    }
    author.send(&json!({ "type": "input", "input": ":save game.json" }));
    assert_eq!(author.await_type("output")["input"], ":save game.json");
    assert!(!std::path::Path::new("game.json").exists(), "files are in memory");
    let saved = author.await_type("file");
    assert_eq!(saved["name"], "game.json");
    author.send(&json!({ "type": "download", "what": "game" }));
    let game = author.await_type("file");
    assert_eq!(game["text"], saved["text"]);
    assert!(litterbox::transcript::Transcript::is_saved(game["text"].as_str().unwrap()));
}
