//! New cards, rules, editions and sessions, and numbers of the variant.

use super::bench::{Workbench, refuse, send};
use super::files::{FileWrite, hash};
use super::shown;
use super::wire::WorkReply;
use crate::error::render;
use crate::serve::table::{ConnectionId, Table};
use crate::session::played::session_of;
use crate::session::scaffold::{self, NewError, NewFile, NewItem, NewRequest, PARENT};
use crate::session::suite::ENDING;
use crate::variant::edit;
use std::time::Duration;

impl Workbench {
    /// Creates a card, combo, rule or variant.
    pub(super) fn create(
        &mut self,
        (table, id): (&mut Table, ConnectionId),
        (what, name, from): (&str, &str, Option<&str>),
        now: Duration,
    ) {
        let item = match what {
            "card" => Some(NewItem::Card),
            "combo" => Some(NewItem::Combo),
            "rule" => Some(NewItem::Rule),
            _ => None,
        };
        let own = self.texts.contains_key(&format!("variants/{}.json", self.variant));
        let variant = Some(&*self.variant).filter(|_| own);
        let (library, folder) = (&self.library, self.files.folder());
        let created = match item {
            Some(item) => {
                let request = NewRequest { item, name, from, variant };
                scaffold::create(library.clone(), folder, &request)
            }
            None => scaffold::create_variant(library, folder, name, from.unwrap_or(PARENT)),
        };
        let created = match created {
            Ok(created) => created,
            Err(NewError::Refused(why)) => return refuse(table, id, why),
            Err(NewError::Variant(_, errors)) => return refuse(table, id, render(&errors, false)),
        };
        let write = |file: NewFile| {
            let seen = self.texts.get(&file.name).map(|text| hash(text));
            FileWrite { name: file.name, text: Some(file.text), hash: seen }
        };
        let writes: Vec<FileWrite> = created.files.into_iter().map(write).collect();
        let is_other = self.variant != created.variant;
        self.variant = created.variant;
        if !self.write((table, id), &format!("the new {what} {name}"), &writes, now) {
            return;
        }
        if is_other {
            self.before = self.library.clone();
        }
        let (file, test) = (created.script, created.test);
        self.play((table, id), &test, None, now);
        send(table, Some(id), &WorkReply::Created { file, test });
    }

    /// Writes the file of the variant with a change.
    pub(super) fn edit_variant(
        &mut self,
        (table, id): (&mut Table, ConnectionId),
        about: &str,
        change: impl FnOnce(&str) -> Result<String, String>,
        now: Duration,
    ) {
        let name = format!("variants/{}.json", self.variant);
        let Some(text) = self.texts.get(&name) else {
            let why = "is built in: a new card or edition makes one of yours";
            return refuse(table, id, format!("the variant `{}` {why}", self.variant));
        };
        match change(text) {
            Ok(changed) => {
                let write = FileWrite { name, text: Some(changed), hash: Some(hash(text)) };
                self.write((table, id), about, &[write], now);
            }
            Err(why) => refuse(table, id, format!("{name}: {why}")),
        }
    }

    /// Changes the number of a card in the deck.
    pub(super) fn count(
        &mut self,
        to: (&mut Table, ConnectionId),
        card: &str,
        by: i64,
        now: Duration,
    ) {
        let number = shown::number_of(&self.library, &self.variant, card);
        let changed = number.map(|number| u32::try_from(number.saturating_add(by)));
        let Some(Ok(changed)) = changed else {
            return refuse(to.0, to.1, format!("the deck has no such number of `{card}`"));
        };
        let change = |text: &str| edit::set_count(text, card, changed, by);
        self.edit_variant(to, &format!("{changed} × {card}"), change, now);
    }

    /// Writes what was played at the table as a session, and runs it.
    pub(super) fn session(
        &mut self,
        (table, id): (&mut Table, ConnectionId),
        name: &str,
        now: Duration,
    ) {
        let Some(debugger) = table.shell().debugger() else { return };
        let text = match session_of(debugger, &self.library, name) {
            Ok(text) => text,
            Err(error) => return refuse(table, id, error.to_string()),
        };
        let is_plain = |c: char| c.is_alphanumeric() || c == '_';
        let words = name.to_lowercase();
        let words: Vec<&str> =
            words.split(|c| !is_plain(c)).filter(|one| !one.is_empty()).collect();
        let (name, about) = (format!("tests/{}{ENDING}", words.join("_")), "the new session");
        let write = FileWrite { name: name.clone(), text: Some(text), hash: None };
        if self.write((table, id), about, &[write], now) {
            self.play((table, id), &name, None, now);
        }
    }

    /// Begins another game of the variant.
    pub(super) fn begin_again(&self, (table, id): (&mut Table, ConnectionId), now: Duration) {
        match self.new_game() {
            Ok(shell) => table.put_shell(shell, true, now),
            Err(errors) => refuse(table, id, render(&errors, false)),
        }
    }
}
