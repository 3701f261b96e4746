//! The effect of messages of the page, of changed files and of results of the background.

use super::background::Outcome;
use super::bench::{Answered, Asker, Workbench, send};
use super::files::{is_writable, on_page, with_ends_of};
use super::wire::{TestInfo, WorkMessage, WorkReply};
use crate::base::error::render;
use crate::base::files::{ChangeError, FileChange, text_hash};
use crate::serve::extension::Extension;
use crate::serve::table::{ConnectionId, Table};
use crate::session::blocks::blocks;
use crate::session::file::parse;
use crate::session::play_to::play_block;
use serde_json::Value as Json;
use std::slice;
use std::time::Duration;

impl Workbench {
    fn open_file(&mut self, asker: &mut Asker<'_>, file: String) -> Answered {
        let found = self.text(&file).filter(|_| is_writable(&file));
        let (text, hash) = found.ok_or_else(|| format!("there is no file `{file}`"))?;
        self.edit_file(&file, text.clone());
        let coverage = self.coverage(&file, &text);
        asker.tell(&WorkReply::Text { file, text, hash, coverage });
        // Another card may be weighed.
        self.run_sessions(asker.table, false);
        Ok(())
    }

    /// Plays a session at the table: the block at a line, or its first one.
    pub(super) fn play(
        &mut self,
        asker: &mut Asker<'_>,
        file: String,
        line: Option<usize>,
    ) -> Answered {
        let text = self.texts.get(&file).ok_or_else(|| format!("there is no session `{file}`"))?;
        let parsed = parse(&file, text).map_err(|error| error.to_string())?;
        let all = blocks(&parsed).into_iter().map(|(block, _)| (block.title, block.lines.start));
        let blocks: Vec<(String, usize)> = all.collect();
        let line = line.or_else(|| blocks.first().map(|(_, line)| *line));
        let mut shell = self.shell();
        let played = line.and_then(|line| play_block(&parsed, line, &mut shell));
        let played = played.ok_or_else(|| format!("{file} has no block of inputs there"))?;
        if shell.debugger().is_none() {
            return Err(ChangeError::Refused(played.stopped.unwrap_or_default()));
        }
        let line = played.block.lines.start;
        self.played = Some((file.clone(), line));
        asker.table.put_shell(shell, true, asker.now);
        let stopped = played.stopped;
        send(asker.table, None, &WorkReply::Playing { file, blocks, line, stopped });
        Ok(())
    }

    /// Plays the session again from its start, or begins another game.
    fn play_again(&mut self, asker: &mut Asker<'_>) -> Answered {
        if let Some((file, line)) = self.played.clone() {
            return self.play(asker, file, Some(line));
        }
        let shell = self.new_game().map_err(|errors| render(&errors, false))?;
        asker.table.put_shell(shell, true, asker.now);
        Ok(())
    }

    /// Writes the output of a session into its file, of the input at a line or of all.
    fn keep(&mut self, asker: &mut Asker<'_>, file: &str, line: Option<usize>) -> Answered {
        let run = self.runs.get(file).and_then(|run| Some((run, run.report.as_ref()?)));
        let (run, report) = run.ok_or_else(|| format!("{file} prints nothing new"))?;
        let text = report.accepting(|at| line.is_none_or(|line| line == at));
        let change = FileChange::edit(file, &run.text, text);
        self.write(asker, &format!("keeping the output of {file}"), &[change])
    }

    /// Writes the text of the page.
    fn save(&mut self, asker: &mut Asker<'_>, mut change: FileChange) -> Answered {
        if let Some(before) = self.texts.get(&change.name) {
            change.text = change.text.map(|text| with_ends_of(before, text));
        }
        let (file, hash) = (change.name.clone(), change.text.as_deref().map(text_hash));
        self.files.write(&format!("the save of {file}"), slice::from_ref(&change))?;
        // Before the change of the file is told, so that it is known as the page's own.
        asker.tell(&WorkReply::Saved { file, hash });
        self.changed(asker.table, asker.now, &[change]);
        Ok(())
    }

    /// Carries out a message.
    fn carry_out(&mut self, asker: &mut Asker<'_>, message: WorkMessage) -> Answered {
        match message {
            WorkMessage::Open { file } => self.open_file(asker, file)?,
            WorkMessage::Edit { text, version } => self.edit(&text, version),
            WorkMessage::Save { file, text, hash } => {
                self.save(asker, FileChange { name: file, text: Some(text), hash })?;
            }
            WorkMessage::Complete { at } => asker.tell(&self.completions(at)?),
            WorkMessage::Explain { at } => asker.tell(&self.explain(at)?),
            WorkMessage::Fix { at, title } => {
                let changes = self.fix(at, &title)?;
                self.write(asker, &title, &changes)?;
            }
            WorkMessage::Rename { at, name } => {
                let changes = self.rename(at, &name)?;
                self.write(asker, &format!("renaming to {name}"), &changes)?;
            }
            WorkMessage::Play { file, line } => self.play(asker, file, line)?,
            WorkMessage::Keep { file, line } => self.keep(asker, &file, line)?,
            WorkMessage::New { what, name, from } => {
                self.create(asker, (&what, &name, from.as_deref()))?;
            }
            WorkMessage::Count { card, by } => self.count(asker, &card, by)?,
            WorkMessage::Put { path, value } => self.put(asker, &path, &value)?,
            WorkMessage::Session { name } => self.write_session(asker, &name)?,
            WorkMessage::Again => self.play_again(asker)?,
            WorkMessage::Compare => {
                self.before = self.library.clone();
                self.run_sessions(asker.table, false);
            }
            WorkMessage::Invite => asker.table.invite(asker.now),
            WorkMessage::Undo => {
                self.files.undo()?;
                self.changed(asker.table, asker.now, &[]);
            }
        }
        Ok(())
    }
}

impl Extension for Workbench {
    fn open(&mut self, table: &mut Table, id: ConnectionId) {
        self.tell_project(table, Some(id));
        let tests: Vec<TestInfo> = self.runs.values().map(|run| run.test.clone()).collect();
        if tests.is_empty() {
            self.run_sessions(table, true);
        } else {
            send(table, Some(id), &WorkReply::Tests { tests, is_running: false });
        }
    }

    fn receive(&mut self, table: &mut Table, id: ConnectionId, work: Json, now: Duration) {
        let _first = self.editor.typing.begin();
        let mut asker = Asker { table, id, now };
        let message = serde_json::from_value(work).map_err(|why| why.to_string().into());
        let Err(why) = message.and_then(|message| self.carry_out(&mut asker, message)) else {
            return;
        };
        asker.tell(&match why {
            ChangeError::Conflict(file, text) => {
                let hash = text.as_deref().map(text_hash);
                WorkReply::Conflict { file, text: text.as_deref().map(on_page), hash }
            }
            why => WorkReply::Refused { message: why.to_string() },
        });
        self.changed(table, now, &[]);
    }

    fn reload(&mut self, table: &mut Table, now: Duration) {
        let _first = self.editor.typing.begin();
        self.changed(table, now, &[]);
    }

    fn wake(&mut self, table: &mut Table) {
        let (mut tests, mut is_running, mut is_new) = (Vec::new(), true, false);
        for outcome in self.outcomes.try_iter().collect::<Vec<_>>() {
            match outcome {
                Outcome::Reply(reply) => send(table, None, &reply),
                // The rules, or the session, have been changed in between.
                Outcome::Session(of, _) | Outcome::Tested(of) | Outcome::Weighed(of, _)
                    if of != self.n_jobs => {}
                Outcome::Weighed(_, reply) => send(table, None, &reply),
                Outcome::Session(_, run) => {
                    tests.push(run.test.clone());
                    self.runs.insert(run.test.file.clone(), *run);
                    is_new = true;
                }
                Outcome::Tested(_) => (is_running, is_new) = (false, true),
            }
        }
        if !is_new {
            return;
        }
        send(table, None, &WorkReply::Tests { tests, is_running });
        let open = self.open_text().map(|open| (open.uri.clone(), open.text.clone()));
        if let Some((file, text)) = open.filter(|_| !is_running) {
            let coverage = self.coverage(&file, &text);
            send(table, None, &WorkReply::Coverage { file, coverage });
        }
    }
}
