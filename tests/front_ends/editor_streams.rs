//! Streams of messages that an editor may send, and damaged ones, for `lsp` and `dap`.

use crate::program::program;
use crate::waiting;
use litterbox::kernel::rng::generator;
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;
use serde_json::Value as Json;
use std::io::Write;
use std::process::{Child, Output, Stdio};

/// A message with its header.
fn framed(json: &Json) -> Vec<u8> {
    let text = json.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

/// Messages with their headers.
pub fn sent(messages: &[Json]) -> Vec<u8> {
    messages.iter().flat_map(framed).collect()
}

/// Starts `litterbox lsp` or `litterbox dap`.
pub fn start(command: &str) -> Child {
    let mut child = program();
    child.arg(command).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    child.spawn().expect("the program starts")
}

/// Sends these bytes to a program, then vanishes. Returns the messages of the program, which must
/// end by itself and without a panic.
pub fn answered(command: &str, bytes: &[u8]) -> Vec<Json> {
    let mut child = start(command);
    let mut input = child.stdin.take().unwrap();
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end before all is sent.
        let _ = input.write_all(&bytes);
    });
    let Output { status, stdout: output, stderr } = waiting::ended(child);
    writer.join().expect("it only writes");
    let said = String::from_utf8_lossy(&stderr);
    assert!(status.success() && !said.contains("panicked"), "{status}: {said}");
    let output = String::from_utf8(output).expect("UTF-8");
    assert!(!output.contains("internal error"), "{output}");
    messages(&output)
}

fn messages(mut rest: &str) -> Vec<Json> {
    let mut messages = Vec::new();
    while let Some((head, body)) = rest.split_once("\r\n\r\n") {
        let length: usize = head.rsplit(' ').next().unwrap().parse().expect("a length");
        messages.push(serde_json::from_str(&body[..length]).expect("JSON"));
        rest = &body[length..];
    }
    assert_eq!(rest, "", "half a message");
    messages
}

/// Sends damaged streams of these messages to a program: each is answered, or the program ends
/// without an error. The first `n_first` messages come first in most of them.
pub fn survives_damage(command: &str, messages: &[Json], n_first: usize, n_streams: u64) {
    let mut chance = generator(n_streams, 44);
    for n in 0..n_streams {
        let stream = damaged(&mut chance, messages, n_first);
        let answered = std::panic::catch_unwind(|| answered(command, &stream));
        let shown = || String::from_utf8_lossy(&stream).into_owned();
        assert!(answered.is_ok(), "stream {n}:\n{}", shown());
    }
}

/// Some of these messages, some of them repeated, in another order, with other values, or as
/// damaged bytes.
fn damaged(chance: &mut Pcg64Mcg, messages: &[Json], n_first: usize) -> Vec<u8> {
    let mut number = |below_n: usize| chance.random_range(0..below_n.max(1));
    let is_opened = number(8) > 0;
    let mut chosen: Vec<Json> = messages[..if is_opened { n_first } else { 0 }].to_vec();
    for _ in 0..number(12) {
        chosen.push(messages[number(messages.len())].clone());
    }
    let mut stream = Vec::new();
    for (i, mut message) in chosen.into_iter().enumerate() {
        let is_whole = is_opened && i < n_first;
        if !is_whole && number(2) == 0 {
            let other = messages[number(messages.len())].clone();
            replace_values(&mut message, &other, &mut number);
        }
        let mut bytes = framed(&message);
        if !is_whole && number(6) == 0 {
            damage(&mut bytes, &mut number);
        }
        stream.extend(bytes);
    }
    if number(8) == 0 {
        stream.truncate(number(stream.len()));
    }
    stream
}

/// Puts other values in place of some of a message.
fn replace_values(value: &mut Json, other: &Json, number: &mut impl FnMut(usize) -> usize) {
    let is_replaced = number(12) == 0;
    match value {
        _ if is_replaced => {
            *value = match number(9) {
                0 => Json::Null,
                1 => (-1).into(),
                2 => 0.into(),
                3 => u64::MAX.into(),
                4 => 1e300.into(),
                5 => "".into(),
                6 => "\u{1F600}/../\u{0}".into(),
                7 => Json::Array(vec![other.clone(); 3]),
                _ => other.clone(),
            }
        }
        Json::Object(map) => {
            if number(12) == 0 && !map.is_empty() {
                let key = map.keys().nth(number(map.len())).unwrap().clone();
                map.remove(&key);
            }
            map.values_mut().for_each(|value| replace_values(value, other, number));
        }
        Json::Array(items) => {
            items.iter_mut().for_each(|item| replace_values(item, other, number));
        }
        Json::Number(was) if number(4) == 0 => {
            let was = was.as_i64().unwrap_or_default();
            *value = was.wrapping_add(number(5) as i64 - 2).into();
        }
        _ => {}
    }
}

/// Changes, deletes or inserts bytes.
fn damage(bytes: &mut Vec<u8>, number: &mut impl FnMut(usize) -> usize) {
    for _ in 0..1 + number(3) {
        let at = number(bytes.len());
        match number(5) {
            0 => bytes.insert(at, number(256) as u8),
            1 => bytes.truncate(at),
            2 => drop(bytes.drain(at..(at + number(20)).min(bytes.len()))),
            3 => bytes.extend_from_within(at..),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = number(256) as u8),
        }
    }
}
