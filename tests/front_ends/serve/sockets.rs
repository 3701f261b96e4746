//! Messages over a socket: what is answered to those that are none, too many or too long.

use super::{Client, Server, limits};
use crate::waiting;
use litterbox::internals::Clock;
use litterbox::internals::limits::ConnectionLimits;
use serde_json::json;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tungstenite::Message;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Control, Data, OpCode};

/// A connection that is closed because of what it sends, although it has joined.
fn closed_by(server: &Server, send: impl FnOnce(&mut Client)) -> (String, bool) {
    let mut client = server.join("ann");
    client.await_type("ask");
    send(&mut client);
    client.await_closed()
}

#[test]
fn a_frame_is_refused_by_its_length() {
    let server = Server::new(limits());
    let too_long = ("the message is too long".to_owned(), true);
    // The head of a frame of 1 GB, and nothing of it.
    let huge = |client: &mut Client| {
        let head = [&[0x81, 0xff][..], &(1_u64 << 30).to_be_bytes(), &[0; 4]].concat();
        client.socket.get_mut().write_all(&head).unwrap();
    };
    assert_eq!(closed_by(&server, huge), too_long);
    let endless = |client: &mut Client| {
        let head = [&[0x81, 0xff][..], &u64::MAX.to_be_bytes(), &[0; 4]].concat();
        client.socket.get_mut().write_all(&head).unwrap();
    };
    assert_eq!(closed_by(&server, endless), too_long);
    let message = |client: &mut Client| client.send_text(&" ".repeat(4_097));
    assert_eq!(closed_by(&server, message), too_long);
    // In pieces.
    let pieces = |client: &mut Client| {
        let (text, more) = (OpCode::Data(Data::Text), OpCode::Data(Data::Continue));
        for code in [text, more, more] {
            let piece = Frame::message(vec![b' '; 2_000], code, false);
            client.socket.send(Message::Frame(piece)).unwrap();
        }
    };
    assert_eq!(closed_by(&server, pieces), too_long);
}

#[test]
fn what_is_no_text_closes_the_connection() {
    let server = Server::new(limits());
    let utf8 = |client: &mut Client| {
        let frame = Frame::message(vec![b'"', 0xff, b'"'], OpCode::Data(Data::Text), true);
        client.socket.send(Message::Frame(frame)).unwrap();
    };
    assert_eq!(closed_by(&server, utf8).0, "the message is not valid UTF-8");
    let binary = |client: &mut Client| client.socket.send(Message::binary(vec![1])).unwrap();
    assert_eq!(closed_by(&server, binary).0, "messages are texts");
    // Without a mask, which every browser sets.
    let bare = |client: &mut Client| client.socket.get_mut().write_all(&[0x81, 1, b'1']).unwrap();
    assert_eq!(closed_by(&server, bare).0, "not a message of a WebSocket");
}

#[test]
fn what_is_no_message_gets_an_error_and_the_game_goes_on() {
    let server = Server::new(limits());
    let mut ann = server.join("ann");
    ann.await_type("ask");
    let deep = "[".repeat(4_000);
    for text in [
        "",
        "draw",
        "[]",
        "{}",
        "null",
        &deep,
        "{\"type\": \"answer\"}",
        "{\"type\": \"answer\", \"decision\": -1, \"option\": \"draw\"}",
        "{\"type\": \"answer\", \"decision\": 0, \"option\": \"draw\", \"seat\": \"bob\"}",
        "{\"type\": \"rule\"}",
        "{\"type\": \"snapshot\"} {\"type\": \"snapshot\"}",
    ] {
        ann.send_text(text);
        assert_eq!(ann.await_type("error")["code"], "invalid_request", "{text}");
    }
    ann.send(&json!({ "type": "snapshot" }));
    ann.await_type("snapshot");
}

#[test]
fn the_first_message_joins() {
    let server = Server::new(limits());
    for text in ["{\"type\": \"snapshot\"}", "hello", "{\"type\": \"join\"}"] {
        let mut client = Client::open(server.port);
        client.send_text(text);
        let expected = "the first message must be `join`".to_owned();
        assert_eq!(client.await_closed(), (expected, false), "{text}");
    }
    let mut old = Client::open(server.port);
    old.send(&json!({ "type": "join", "link": server.link("ann"), "page": "0.0.1" }));
    let expected = "this page is of another version: load it again".to_owned();
    assert_eq!(old.await_closed(), (expected, false));
}

#[test]
fn who_reads_nothing_is_closed_and_comes_back() {
    let limits = ConnectionLimits { frames_a_second: 1_000_000, unsent: 16, ..limits() };
    let server = Server::new(limits);
    let mut lazy = server.join("bob");
    let mut ann = server.join("ann");
    let mut await_bob = |is_there: bool| {
        let is_bob = |name: &serde_json::Value| name == "bob";
        while ann.await_type("table")["present"].as_array().unwrap().iter().any(is_bob) != is_there
        {
        }
    };
    await_bob(true);
    for _ in 0..20_000 {
        // Answers that are never read, more than the buffers of a connection hold; the server may
        // have closed it already.
        let _ = lazy.socket.send(Message::text("{\"type\": \"snapshot\"}"));
    }
    await_bob(false);
    server.join("bob").await_type("snapshot");
    await_bob(true);
}

#[test]
fn a_connection_without_a_sign_of_life_is_closed() {
    let silence = Duration::from_millis(100);
    let server = Server::new(ConnectionLimits { silence, ..limits() });
    // A client that does not read answers no pings.
    let mut dead = server.join("bob");
    assert_eq!(dead.await_closed(), ("nothing was heard from this page".to_owned(), true));
}

/// The time of a clock that only its test moves.
static PASSED: Mutex<Duration> = Mutex::new(Duration::ZERO);

#[test]
fn a_socket_that_does_not_join_has_its_time() {
    let clock = Clock { elapsed: |_| *PASSED.lock().unwrap(), ..Clock::default() };
    let server = Server::new(ConnectionLimits { clock, ..limits() });
    let mut slow = Client::open(server.port);
    *PASSED.lock().unwrap() += limits().greeting;
    // The server looks at its clock after each byte.
    slow.socket.get_mut().write_all(&[0x81]).unwrap();
    assert_eq!(slow.await_closed(), ("nothing was heard from this page".to_owned(), true));
}

/// The time of a clock that only its test moves, and the frames that were read by it.
static MOVED: Mutex<Duration> = Mutex::new(Duration::ZERO);
static N_READ: AtomicUsize = AtomicUsize::new(0);

#[test]
fn a_connection_that_answers_pings_stays_open() {
    let elapsed = |_| *MOVED.lock().unwrap();
    let sleep = |_| {
        N_READ.fetch_add(1, Ordering::Relaxed);
    };
    let clock = Clock { elapsed, sleep, ..Clock::default() };
    let ping = Duration::from_millis(1);
    let server = Server::new(ConnectionLimits { ping, clock, ..limits() });
    let mut live = server.join("ann");
    // Three times the longest silence, with nothing but answers to pings.
    for _ in 0..6 {
        let n_read = N_READ.load(Ordering::Relaxed);
        waiting::until(|| {
            // Reading answers a ping.
            live.socket.read().expect("the connection is open");
            N_READ.load(Ordering::Relaxed) > n_read
        });
        *MOVED.lock().unwrap() += limits().silence / 2;
    }
    live.send(&json!({ "type": "snapshot" }));
    live.await_type("snapshot");
}

/// How long frames have waited, by a clock that stands still.
static WAITED: Mutex<Duration> = Mutex::new(Duration::ZERO);

#[test]
fn every_frame_of_a_link_counts_whatever_it_carries() {
    let sleep = |time| *WAITED.lock().unwrap() += time;
    let clock = Clock { elapsed: |_| Duration::ZERO, sleep, ..Clock::default() };
    let server = Server::new(ConnectionLimits { frames_a_second: 5, clock, ..limits() });
    let mut pages = ["onlooker", "onlooker"].map(|who| server.join(who));
    pages.iter_mut().for_each(|page| drop(page.await_type("snapshot")));
    let (begin, more) = (OpCode::Data(Data::Text), OpCode::Data(Data::Continue));
    let text = br#"{"type": "snapshot"}"#;
    let mut n_frames = 0;
    for page in &mut pages {
        let mut frames = vec![Frame::message(Vec::new(), begin, false)];
        frames.extend((0..100).map(|_| Frame::message(Vec::new(), more, false)));
        frames.extend((0..10).flat_map(|_| [Frame::ping(Vec::new()), Frame::pong(Vec::new())]));
        frames.extend(text.iter().map(|byte| Frame::message(vec![*byte], more, false)));
        frames.push(Frame::message(Vec::new(), more, true));
        n_frames += frames.len() as u32;
        for frame in frames {
            page.socket.send(Message::Frame(frame)).unwrap();
        }
        page.await_type("snapshot");
    }
    // Five at once; each later one waits a fifth of a second more than the one before.
    let waits = (1..=n_frames).map(|n| Duration::from_millis(200) * n.saturating_sub(5));
    assert_eq!(*WAITED.lock().unwrap(), waits.sum());
}

#[test]
fn frames_that_break_the_protocol_close_the_connection() {
    let server = Server::new(limits());
    let (text, more) = (OpCode::Data(Data::Text), OpCode::Data(Data::Continue));
    let with = |change: fn(&mut Frame)| {
        let mut frame = Frame::message(vec![b'1'], text, true);
        change(&mut frame);
        frame
    };
    let cases = [
        vec![Frame::message(vec![b'1'], more, true)],
        vec![Frame::message(vec![b'1'], text, false), Frame::message(vec![b'1'], text, true)],
        vec![with(|frame| frame.header_mut().rsv1 = true)],
        vec![with(|frame| frame.header_mut().rsv3 = true)],
        vec![Frame::ping(vec![0; 126])],
        vec![with(|frame| {
            frame.header_mut().opcode = OpCode::Control(Control::Ping);
            frame.header_mut().is_final = false;
        })],
        vec![with(|frame| frame.header_mut().opcode = OpCode::Data(Data::Reserved(3)))],
    ];
    for (i, frames) in cases.into_iter().enumerate() {
        let send = |client: &mut Client| {
            for frame in frames {
                // The server may have closed the connection already.
                let _ = client.socket.send(Message::Frame(frame));
            }
        };
        assert_eq!(closed_by(&server, send).0, "not a message of a WebSocket", "case {i}");
    }
}
