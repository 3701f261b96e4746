//! Changing the rules under a running game: `:try`, `:edit-script`, and the helpers of `:define`.

use super::command::Command;
use super::disk::Files;
use super::{Done, Trouble, Workbench, files, help};
use crate::transcript::{Halt, eval};
use crate::variant::Library;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Lets a person edit a file, and comes back when they have.
pub type Editor = Rc<dyn Fn(&Path) -> Result<(), String>>;

pub(super) const TRY: Command = Command::new(
    "try",
    "CARD { … }",
    "replace the script of a card, a combo or a rule for this session",
    attempt,
)
.more(&[
    "e.g. :try skip { fn resolve(me) { end_turn(); me.next.draw(); } }",
    "The game is played anew on it, unless `litterbox check` would find an error in it. `:try CARD`",
    "alone goes back to the script in its file.",
])
.moving();

pub(super) const EDIT: Command =
    Command::new("edit-script", "NAME", "open a script in $EDITOR, then reload", edit)
        .more(&["A shipped script is copied into the folder `scripts` first."])
        .moving()
        .unnoted();

pub(super) const DEFINE: Command =
    Command::new("define", "fn …", "keep a function for `= expr`; alone, list them", define)
        .more(&["e.g. :define fn cards(player) { player.hand.len }", "then: = cards(me)"]);

/// What is different from the files, and where they are.
#[derive(Clone, Default)]
pub(super) struct Rework {
    /// Scripts by name, without the ending: `cards/skip`.
    tries: Vec<(String, String)>,
    helpers: Vec<Helper>,
    /// The folder whose `scripts` are laid over the shipped ones.
    home: PathBuf,
    editor: Option<Editor>,
}

#[derive(Clone)]
struct Helper {
    name: String,
    text: String,
}

impl Workbench {
    /// The same workbench; `:edit-script` writes into `home` and calls the editor.
    #[must_use]
    pub fn with_editor(mut self, home: PathBuf, editor: Editor) -> Self {
        self.rework.home = home;
        self.rework.editor = Some(editor);
        self
    }

    /// The library with the scripts that are being tried.
    pub(super) fn with_tries(&self, library: Library) -> Library {
        let tries = self.rework.tries.iter();
        tries.fold(library, |library, (name, text)| library.with_script(name, text))
    }

    /// The code with the helpers that it uses before it.
    pub(super) fn with_helpers(&self, code: &str) -> String {
        let mut used: Vec<&Helper> = Vec::new();
        let mut text = code.to_owned();
        loop {
            let is_missing = |helper: &&Helper| {
                !used.iter().any(|known| known.name == helper.name) && names(&text, &helper.name)
            };
            let Some(next) = self.rework.helpers.iter().find(is_missing) else { return text };
            used.push(next);
            text = format!("{} {text}", next.text);
        }
    }
}

/// Whether a word stands in a text.
fn names(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

/// The name of a script, without its ending, by that of a card, a combo or a hook.
fn script(workbench: &Workbench, name: &str) -> Result<String, Trouble> {
    let script = help::script(workbench.game()?, name).map_err(Trouble::refused)?;
    Ok(script.name.trim_end_matches(".rhai").to_owned())
}

fn attempt(workbench: &mut Workbench, line: &str) -> Done {
    let end = line.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(line.len());
    let (name, body) = line.split_at(end);
    if name.is_empty() {
        return Err(Trouble::hinted("which card?", "e.g. :try skip { fn resolve(me) { … } }"));
    }
    let body = body.trim();
    let inner = body.strip_prefix('{').and_then(|body| body.strip_suffix('}'));
    let code = inner.unwrap_or(body).trim();
    let script = script(workbench, name)?;
    let before = workbench.rework.tries.clone();
    workbench.rework.tries.retain(|(other, _)| *other != script);
    if !code.is_empty() {
        workbench.rework.tries.push((script, format!("{code}\n")));
    } else if before.len() == workbench.rework.tries.len() {
        return Err(Trouble::refused(format!("`{name}` is as in its file")));
    }
    let library = workbench.fresh_library();
    let done = library.and_then(|library| files::reload_on(workbench, library, true));
    if done.is_err() {
        workbench.rework.tries = before;
    }
    done
}

fn define(workbench: &mut Workbench, code: &str) -> Done {
    if code.is_empty() {
        let helpers = workbench.rework.helpers.iter().map(|helper| helper.text.as_str());
        return Ok(helpers.collect::<Vec<_>>().join("\n"));
    }
    let head = code.strip_prefix("fn ").and_then(|rest| rest.split('(').next());
    let Some(name) = head.map(str::trim).filter(|name| !name.is_empty()) else {
        return Err(Trouble::hinted("that is no function", "e.g. :define fn two() { 2 }"));
    };
    let mut fork = workbench.game()?.fork();
    eval(&mut fork.game, &fork.edition, &format!("{code} ()")).map_err(|halt| match halt {
        Halt::Impossible(why, hint) => Trouble::Refused(why, hint),
        Halt::Fault(fault) => Trouble::refused(fault.message.to_string()),
    })?;
    workbench.rework.helpers.retain(|helper| helper.name != name);
    workbench.rework.helpers.push(Helper { name: name.to_owned(), text: code.to_owned() });
    Ok(String::new())
}

fn edit(workbench: &mut Workbench, name: &str) -> Done {
    let Some(editor) = workbench.rework.editor.clone().filter(|_| workbench.files == Files::Disk)
    else {
        return Err(Trouble::refused("no editor is opened here"));
    };
    if name.is_empty() {
        return Err(Trouble::hinted("which script?", "e.g. :edit-script skip"));
    }
    let script = script(workbench, name)?;
    let path = workbench.rework.home.join("scripts").join(format!("{script}.rhai"));
    let text = workbench.library.script(&script).map(|script| script.text).unwrap_or_default();
    let trouble = |error: std::io::Error| Trouble::refused(format!("{}: {error}", path.display()));
    let is_new = !path.exists();
    if is_new {
        path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(trouble)?;
        std::fs::write(&path, text.as_bytes()).map_err(trouble)?;
    }
    let edited = editor(&path).map_err(Trouble::refused);
    if is_new && std::fs::read(&path).is_ok_and(|now| now == text.as_bytes()) {
        std::fs::remove_file(&path).map_err(trouble)?;
    }
    edited?;
    workbench.rework.tries.retain(|(other, _)| *other != script);
    let library = workbench.fresh_library()?;
    files::reload_on(workbench, library, false)
}
