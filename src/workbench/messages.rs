//! The effect of messages of the page, of changed files and of results of the background.

use super::background::Outcome;
use super::bench::{Workbench, refuse, send, tell_unwritten};
use super::files::{FileWrite, hash, is_writable};
use super::shown;
use super::wire::{BlockInfo, TestInfo, WorkMessage, WorkReply};
use crate::serve::extension::Extension;
use crate::serve::table::{ConnectionId, Table};
use crate::session::blocks::blocks;
use crate::session::file::{SessionFile, parse};
use crate::session::play_to::play_block;
use crate::session::suite::ENDING;
use crate::variant::edit;
use serde_json::Value as Json;
use std::time::Duration;

impl Workbench {
    fn open_file(&mut self, table: &mut Table, id: ConnectionId, file: &str) {
        match self.text(file).filter(|_| is_writable(file)) {
            Some((text, hash)) => {
                self.editor.open(file, text.clone());
                let coverage = self.coverage(file, &text);
                let (file, text) = (file.to_owned(), text.to_string());
                send(table, Some(id), &WorkReply::Text { file, text, hash, coverage });
                // Another card may be weighed.
                self.run_sessions(table, false);
            }
            None => refuse(table, id, format!("there is no file `{file}`")),
        }
    }

    /// Plays a session at the table.
    pub(super) fn play(
        &mut self,
        (table, id): (&mut Table, ConnectionId),
        file: &str,
        line: Option<usize>,
        now: Duration,
    ) {
        let Some(text) = self.texts.get(file).filter(|_| file.ends_with(ENDING)) else {
            return refuse(table, id, format!("there is no session `{file}`"));
        };
        let parsed: SessionFile = match parse(file, text) {
            Ok(parsed) => parsed,
            Err(error) => return refuse(table, id, error.to_string()),
        };
        let all = blocks(&parsed).into_iter().map(|(block, _)| block);
        let all: Vec<BlockInfo> =
            all.map(|block| BlockInfo { title: block.title, line: block.lines.start }).collect();
        let Some(line) = line.or_else(|| all.first().map(|block| block.line)) else {
            return refuse(table, id, format!("{file} has no block of inputs"));
        };
        let mut shell = self.shell();
        let Some(played) = play_block(&parsed, line, &mut shell) else {
            return refuse(table, id, format!("{file} has no block at line {line}"));
        };
        if shell.debugger().is_none() {
            return refuse(table, id, played.stopped.unwrap_or_default());
        }
        (self.played, self.line) = (Some(file.to_owned()), Some(line));
        table.put_shell(shell, true, now);
        let (file, blocks, stopped) = (file.to_owned(), all, played.stopped);
        let line = played.block.lines.start;
        send(table, None, &WorkReply::Playing { file, blocks, line, stopped });
    }

    /// Writes the output of a session into its file.
    fn keep(
        &mut self,
        (table, id): (&mut Table, ConnectionId),
        file: &str,
        line: Option<usize>,
        now: Duration,
    ) {
        let run = self.runs.get(file).and_then(|run| Some((run, run.went.as_ref().ok()?)));
        let Some((run, report)) = run else {
            return refuse(table, id, format!("{file} has not run"));
        };
        let text = Some(report.accepting(|at| line.is_none_or(|line| line == at)));
        let (name, hash) = (file.to_owned(), Some(hash(&run.text)));
        self.write(
            (table, id),
            &format!("keeping the output of {file}"),
            &[FileWrite { name, text, hash }],
            now,
        );
    }

    /// Writes the open text, or another one.
    fn save(
        &mut self,
        (table, id): (&mut Table, ConnectionId),
        (file, text, seen): (String, String, Option<String>),
        now: Duration,
    ) {
        let (own, about) = (hash(&text), format!("the save of {file}"));
        let write = FileWrite { name: file.clone(), text: Some(text), hash: seen };
        // A save is not told as a change by somebody else.
        let open = self.editor.open.take_if(|open| open.uri == file);
        let is_written = self.write((table, id), &about, &[write], now);
        if open.is_some() {
            self.editor.open = open;
            self.editor.reload();
        }
        if is_written {
            send(table, Some(id), &WorkReply::Saved { file, hash: Some(own) });
        }
    }

    /// Answers a question about the open text, or changes what it asks for.
    fn ask(
        &mut self,
        (table, id): (&mut Table, ConnectionId),
        message: WorkMessage,
        now: Duration,
    ) {
        let (about, writes) = match message {
            WorkMessage::Complete { at } => {
                let reply = self.editor.completions(at);
                return reply.iter().for_each(|reply| send(table, Some(id), reply));
            }
            WorkMessage::Explain { at } => {
                let reply = self.editor.explain(at);
                return reply.iter().for_each(|reply| send(table, Some(id), reply));
            }
            WorkMessage::Fix { at, title } => {
                let writes = self.editor.fix(at, &title);
                (title, writes)
            }
            WorkMessage::Rename { at, name } => {
                (format!("renaming to {name}"), self.editor.rename(at, &name))
            }
            _ => return,
        };
        match writes {
            Ok(writes) => drop(self.write((table, id), &about, &writes, now)),
            Err(why) => refuse(table, id, why),
        }
    }

    /// Carries out a message.
    fn carry_out(
        &mut self,
        table: &mut Table,
        id: ConnectionId,
        message: WorkMessage,
        now: Duration,
    ) {
        match message {
            WorkMessage::Open { file } => self.open_file(table, id, &file),
            WorkMessage::Edit { text, version } => self.editor.edit(&text, version),
            WorkMessage::Save { file, text, hash } => {
                self.save((table, id), (file, text, hash), now);
            }
            WorkMessage::Play { file, line } => self.play((table, id), &file, line, now),
            WorkMessage::Keep { file, line } => self.keep((table, id), &file, line, now),
            WorkMessage::New { what, name, from } => {
                self.create((table, id), (&what, &name, from.as_deref()), now);
            }
            WorkMessage::Count { card, by } => self.count((table, id), &card, by, now),
            WorkMessage::Setting { name, value } => {
                let change = |text: &str| edit::put_entry(text, "options", &name, &value);
                self.edit_variant((table, id), &format!("setting {name}"), change, now);
            }
            WorkMessage::Session { name } => self.session((table, id), &name, now),
            WorkMessage::Again => match self.played.clone() {
                Some(file) => self.play((table, id), &file, self.line, now),
                None => self.begin_again((table, id), now),
            },
            WorkMessage::Compare => {
                self.before = self.library.clone();
                self.run_sessions(table, false);
            }
            WorkMessage::Invite => table.invite(now),
            WorkMessage::Undo => match self.files.undo() {
                Ok(_) => self.changed(table, now),
                Err(why) => tell_unwritten(table, id, why),
            },
            other => self.ask((table, id), other, now),
        }
    }
}

impl Extension for Workbench {
    fn open(&mut self, table: &mut Table, id: ConnectionId) {
        let undo = self.files.last_step();
        let info = shown::project(&self.library, &self.variant, &self.texts, undo);
        self.told = Some(info.clone());
        send(table, Some(id), &WorkReply::Project(Box::new(info)));
        let tests: Vec<TestInfo> = self.runs.values().map(shown::test).collect();
        if tests.is_empty() {
            self.run_sessions(table, true);
        } else {
            send(table, Some(id), &WorkReply::Tests { tests, is_running: false });
        }
    }

    fn receive(&mut self, table: &mut Table, id: ConnectionId, work: Json, now: Duration) {
        match serde_json::from_value(work) {
            Ok(message) => self.carry_out(table, id, message, now),
            Err(error) => refuse(table, id, error.to_string()),
        }
    }

    fn reload(&mut self, table: &mut Table, now: Duration) {
        self.changed(table, now);
    }

    fn wake(&mut self, table: &mut Table) {
        let (mut tests, mut is_running, mut is_new) = (Vec::new(), true, false);
        for outcome in self.outcomes.try_iter().collect::<Vec<_>>() {
            match outcome {
                Outcome::Reply(reply) => send(table, None, &reply),
                // The rules, or the session, have been changed in between.
                Outcome::Session(number, _) | Outcome::Tested(number) if number != self.n_jobs => {}
                Outcome::Session(_, run) => {
                    tests.push(shown::test(&run));
                    self.runs.insert(run.file.clone(), *run);
                    is_new = true;
                }
                Outcome::Tested(_) => (is_running, is_new) = (false, true),
            }
        }
        if !is_new {
            return;
        }
        send(table, None, &WorkReply::Tests { tests, is_running });
        let open = self.editor.open.as_ref().map(|open| (open.uri.clone(), open.text.clone()));
        if let Some((file, text)) = open.filter(|_| !is_running) {
            let coverage = self.coverage(&file, &text);
            send(table, None, &WorkReply::Coverage { file, coverage });
        }
    }
}
