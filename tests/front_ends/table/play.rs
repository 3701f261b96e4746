//! A table without a network: who says what, and what each connection receives, as lines.

use litterbox::internals::Journal;
use litterbox::internals::table::{ConnectionId, Table, TableOptions, Who};
use litterbox::internals::wire::ClientMessage;
use litterbox::shell::{Shell, Status};
use litterbox::variant::Library;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::time::Duration;

pub struct Play {
    pub table: Table,
    pub now: Duration,
    links: BTreeMap<ConnectionId, String>,
    /// The number of the decision that each connection was asked last.
    asked: BTreeMap<String, u64>,
    /// What each connection may ask to take back.
    pub last_answers: BTreeMap<String, Option<String>>,
    story: String,
}

/// A game after these inputs.
pub fn shell(library: Library, inputs: &[&str]) -> Shell {
    let mut shell = Shell::new(library);
    for input in inputs {
        let reply = shell.input(input);
        assert_eq!(reply.status, Status::Done, "{input}: {}", reply.text());
    }
    shell
}

impl Play {
    /// A table with windows of this many seconds, which these have joined: a seat, `nobody`,
    /// `author` or a guest of the room. What they receive then is not part of the story.
    pub fn of(shell: Shell, window: u32, joined: &[&str]) -> Self {
        Self::kept(shell, Journal::off(), window, joined)
    }

    /// The same with a journal.
    pub fn kept(shell: Shell, journal: Journal, window: u32, joined: &[&str]) -> Self {
        let mut play = Self::empty(shell, journal, window);
        play.table.room.claims.is_started = true;
        joined.iter().for_each(|who| play.join(who));
        play.wait(0.0);
        play.story.clear();
        play
    }

    /// A table that nobody has joined: its clocks wait.
    pub fn empty(shell: Shell, journal: Journal, window: u32) -> Self {
        let options = TableOptions { window, editor_url: None };
        let table = Table::new(shell, journal, options);
        let (links, asked, last_answers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { table, now: Duration::ZERO, links, asked, last_answers, story: String::new() }
    }

    pub fn leave(&mut self, who: &str) {
        let id = *self.links.iter().find(|(_, name)| *name == who).expect("a link").0;
        self.table.close(id, self.now);
        self.drain();
    }

    pub fn join(&mut self, who: &str) {
        let id = self.links.len() as ConnectionId + 1;
        self.links.insert(id, who.to_owned());
        let who = match who {
            "author" => Who::Author,
            "nobody" => Who::Onlooker,
            guest if guest.starts_with("guest") => Who::Room,
            name => Who::Seat(name.into()),
        };
        self.table.open(id, who, self.now);
        self.drain();
    }

    /// Says a message.
    pub fn says(&mut self, who: &str, message: Json) {
        let mut words = message.as_object().unwrap().clone();
        let what = words.remove("type").unwrap();
        let words = words.into_iter().map(|(key, value)| format!(" {key} {value}"));
        self.story += &format!("{who}: {}{}\n", what.as_str().unwrap(), words.collect::<String>());
        self.sends(who, message);
    }

    fn sends(&mut self, who: &str, message: Json) {
        let message: ClientMessage = serde_json::from_value(message).expect("a message");
        let id = self.links.iter().find(|(_, name)| *name == who).expect("a link").0;
        self.table.receive(*id, message, self.now);
        self.drain();
        self.wait(0.0);
    }

    /// Answers what was asked last.
    pub fn answers(&mut self, who: &str, option: &str) {
        let decision = self.asked.get(who).copied().unwrap_or_default();
        self.story += &format!("{who}: {option}\n");
        self.sends(who, json!({ "type": "answer", "decision": decision, "option": option }));
    }

    pub fn inputs(&mut self, input: &str) {
        self.says("author", json!({ "type": "input", "input": input }));
    }

    /// Lets time pass.
    pub fn wait(&mut self, seconds: f64) {
        let until = self.now + Duration::from_secs_f64(seconds);
        if seconds > 0.0 {
            self.story += &format!("({seconds} s)\n");
        }
        while let Some(due) = self.table.next_tick().filter(|due| *due <= until) {
            self.now = self.now.max(due);
            self.table.tick(self.now);
            self.drain();
        }
        self.now = until;
    }

    /// A seat that is asked, with its options: another one for each `n`.
    pub fn open(&self, n: usize) -> Option<(String, Vec<String>)> {
        let debugger = self.table.shell().debugger()?;
        let asked: Vec<_> = debugger.answerable();
        let asked = asked.get(n % asked.len().max(1))?.decision();
        let notation = debugger.notation();
        Some((notation.seat(asked.seat).to_owned(), notation.options(asked)))
    }

    /// What happened since the last call.
    pub fn story(&mut self) -> String {
        std::mem::take(&mut self.story)
    }

    /// Tells what is to be sent, once for all who are told the same.
    pub fn drain(&mut self) {
        let mut told: Vec<(Vec<String>, String)> = Vec::new();
        for (id, text) in self.table.take_outgoing() {
            let message: Json = serde_json::from_str(&text).expect("JSON");
            let who = self.links[&id].clone();
            if let Some(id) = message["ask"]["decision"]["id"].as_u64() {
                self.asked.insert(who.clone(), id);
            }
            if message["type"] == "last_answer" {
                let answer = message["answer"].as_str().map(str::to_owned);
                self.last_answers.insert(who, answer);
                continue;
            }
            let Some(line) = line(&message) else { continue };
            match told.iter_mut().find(|(to, told)| *told == line && !to.contains(&who)) {
                Some((to, _)) => to.push(who),
                None => told.push((vec![who], line)),
            }
        }
        for (to, line) in told {
            self.story += &format!("  → {}: {line}\n", to.join(" "));
        }
    }
}

fn texts(list: &Json, key: &str) -> String {
    let items = list.as_array().into_iter().flatten();
    let text = |item: &Json| item.get(key).unwrap_or(item).as_str().map(str::to_owned);
    items.filter_map(text).collect::<Vec<_>>().join(", ")
}

/// A message in brief.
fn line(message: &Json) -> Option<String> {
    let text = |key: &str| message[key].as_str().unwrap_or_default().to_owned();
    let kind = text("type");
    Some(match kind.as_str() {
        "ask" if message["ask"].is_null() => "asked nothing".to_owned(),
        "ask" => {
            let (ask, decision) = (&message["ask"], &message["ask"]["decision"]);
            let kept = ask["answer"].as_str().map(|kept| format!(", kept: {kept}"));
            let together = if ask["together"] == true { " together" } else { "" };
            let options = texts(&decision["options"], "id");
            let id = &decision["id"];
            format!("asked {id}{together}: {options}{}", kept.unwrap_or_default())
        }
        "update" => {
            let lines = texts(&message["lines"], "text");
            if lines.is_empty() { return None } else { format!("update: {lines}") }
        }
        "snapshot" => format!("snapshot of ply {}", message["state"]["ply"]),
        "table" => {
            let mut parts = Vec::new();
            if message["window"] == true {
                parts.push(match message["closes_in"].as_u64() {
                    Some(closes_in) => format!("window closes in {closes_in} ms"),
                    None => "window without a clock".to_owned(),
                });
                parts.push(texts(&message["more_time"], "").replacen("", "more time: ", 1));
            }
            for key in ["passing", "present"] {
                parts.push(texts(&message[key], "").replacen("", &format!("{key} "), 1));
            }
            parts.extend(message["thinking"].as_str().map(|seat| format!("{seat} is thinking")));
            parts.extend((message["paused"] == true).then(|| "paused".to_owned()));
            if let Some(by) = message["take_back"]["by"].as_str() {
                let agreed = texts(&message["take_back"]["agreed"], "");
                parts.push(format!("{by} asks to take back, agreed: {agreed}."));
            }
            parts.extend((message["unwritten"] == true).then(|| "unwritten".to_owned()));
            parts.retain(|part| !part.ends_with([' ', ':']));
            format!("table: {}", parts.join("; "))
        }
        "stepped" => text("text"),
        "told" => format!("told: {}", text("text")),
        "error" => format!("error {}: {}", text("code"), text("message")),
        "output" => format!("output {}:\n{}", text("status"), text("text")),
        "timeline" => {
            let timeline = &message["timeline"];
            format!("timeline: ply {} of {}", timeline["ply"], timeline["last_ply"])
        }
        "file" => format!("file {}:\n{}", text("name"), text("text")),
        "rules" => format!("rules: {message}"),
        "completions" => {
            let items = message["items"].as_array().unwrap().iter();
            let items = items.map(|item| item[0].as_str().unwrap().to_owned());
            format!("completions: {}", items.collect::<Vec<_>>().join(", "))
        }
        "reply" => format!("reply to {}: {}", message["id"], text("status")),
        _ => kind,
    })
}
