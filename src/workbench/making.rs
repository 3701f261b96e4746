//! New cards, rules, variants and sessions, and numbers of the variant.

use super::bench::{Answered, Asker, Workbench};
use super::wire::WorkReply;
use crate::base::error::render;
use crate::base::files::{ChangeError, FileChange};
use crate::session::played::session_of;
use crate::session::scaffold::{self, NewError, NewItem, NewRequest};
use crate::session::suite::ENDING;
use crate::texts::project::with_text;
use crate::variant::{Library, Ruleset, edit};
use serde_json::Value as Json;

impl From<NewError> for ChangeError {
    fn from(why: NewError) -> Self {
        match why {
            NewError::Refused(why) => Self::Refused(why),
            NewError::Variant(_, errors) => Self::Refused(render(&errors, false)),
        }
    }
}

impl Workbench {
    /// The file of the variant.
    fn variant_file(&self) -> String {
        format!("variants/{}.json", self.variant)
    }

    /// Creates a card, combo, rule or variant, the first three like another one. A new variant
    /// extends the open one.
    pub(super) fn create(
        &mut self,
        asker: &mut Asker<'_>,
        (what, name, from): (&str, &str, Option<&str>),
    ) -> Answered {
        let is_own = self.texts.contains_key(&self.variant_file());
        let variant = Some(&*self.variant).filter(|_| is_own);
        let (library, folder) = (&self.library, self.files.folder());
        let create = |item| {
            let request = NewRequest { item, name, from, variant, parent: &self.variant };
            scaffold::create(library.clone(), folder, &request)
        };
        let created = match what {
            "card" => create(NewItem::Card),
            "combo" => create(NewItem::Combo),
            "rule" => create(NewItem::Rule),
            _ => scaffold::create_variant(library, folder, name, from.unwrap_or(&self.variant)),
        }?;
        let former = std::mem::replace(&mut self.variant, created.variant);
        if let Err(why) = self.write(asker, &format!("the new {what} {name}"), &created.files) {
            self.variant = former;
            return Err(why);
        }
        if self.variant != former {
            self.before = self.library.clone();
        }
        let (file, test) = (created.script, created.test);
        let played = self.play(asker, test.clone(), None);
        asker.tell(&WorkReply::Created { file, test });
        played
    }

    /// Writes the file of the variant with a change.
    pub(super) fn edit_variant(
        &mut self,
        asker: &mut Asker<'_>,
        about: &str,
        change: impl FnOnce(&str) -> Result<String, String>,
    ) -> Answered {
        let name = self.variant_file();
        let text = self.texts.get(&name).ok_or_else(|| {
            let how = "a new card or variant makes one of yours";
            format!("the variant `{}` is built in: {how}", self.variant)
        })?;
        let changed = change(text).map_err(|why| format!("{name}: {why}"))?;
        let is_sound = |library: &Library| Ruleset::load(library, &self.variant, &[]);
        let library = with_text(self.library.clone(), &name, &changed);
        if let (Ok(_), Err(errors)) = (is_sound(&self.library), is_sound(&library)) {
            return Err(errors[0].message.clone().into());
        }
        let change = FileChange::edit(&name, text, changed);
        self.write(asker, about, &[change])
    }

    /// Changes the number of a card in the deck.
    pub(super) fn count(&mut self, asker: &mut Asker<'_>, card: &str, by: i64) -> Answered {
        let known = self.told.iter().flat_map(|told| &told.cards).find(|known| known.id == card);
        let number = known.and_then(|card| card.count.parse::<i64>().ok());
        let changed = number.and_then(|number| u32::try_from(number.saturating_add(by)).ok());
        let number = changed.ok_or_else(|| format!("the deck has no such number of `{card}`"))?;
        let change = |text: &str| edit::set_count(text, card, number, by);
        self.edit_variant(asker, &format!("{number} × {card}"), change)
    }

    /// Gives an option or a number of the variant a value.
    pub(super) fn put(&mut self, asker: &mut Asker<'_>, path: &str, value: &Json) -> Answered {
        let is_known = self.told.as_ref().is_some_and(|told| {
            let option = path.strip_prefix("options/");
            let is_option = told.options.iter().any(|known| option == Some(&known.name));
            is_option || value.is_i64() && told.numbers.contains_key(path)
        });
        if !is_known {
            return Err(format!("`{path}` is not a number of the variant {}", self.variant).into());
        }
        let change = |text: &str| edit::put_at(text, path, value);
        self.edit_variant(asker, &format!("{path}: {value}"), change)
    }

    /// Writes what was played at the table as a session, and plays it.
    pub(super) fn write_session(&mut self, asker: &mut Asker<'_>, name: &str) -> Answered {
        let debugger = asker.table.shell().debugger().ok_or_else(|| "no game".to_owned())?;
        let text = session_of(debugger, &self.library, name).map_err(|error| error.to_string())?;
        let is_plain = |c: char| c.is_alphanumeric() || c == '_';
        let words = name.to_lowercase();
        let words = words.split(|c| !is_plain(c)).filter(|one| !one.is_empty());
        let file = format!("tests/{}{ENDING}", words.collect::<Vec<_>>().join("_"));
        self.write(asker, "the new session", &[FileChange::new(&file, text)])?;
        self.play(asker, file, None)
    }
}
