//! Live edits of the rules of a running game: `:try`, `:edit-script`, and the helpers of `:define`.

use super::command::{Command, CommandGroup};
use super::command_error::{CommandError, CommandResult};
use super::state::{DefinedHelper, Editor, Shell};
use super::{explain, files};
use crate::debugger::reply::{FileReply, Part};
use crate::files::Files;
use crate::script::syntax::{defined_functions, identifiers};
use crate::transcript::{ApplyError, eval};
use crate::variant::Library;
use std::path::PathBuf;
use std::sync::Arc;

pub(super) const RULES: CommandGroup = CommandGroup {
    name: "Rules",
    commands: &[
        Command::new(
            "reload",
            "",
            "read scripts and variants again and replay the game on them",
            files::reload,
        )
        .more(&[
            "The position is kept. If the game is different under the new rules, the reply shows",
            "where, with the errors that `litterbox check` finds in changed scripts.",
        ]),
        EDIT,
        TRY,
        DEFINE,
    ],
};

pub(super) const TRY: Command = Command::new(
    "try",
    "CARD { … }",
    "replace the script of a card, a combo or a rule for this session",
    attempt,
)
.more(&[
    "e.g. :try skip { fn resolve(me) { end_turn(); me.next.draw(); } }",
    "The game is replayed with it, unless `litterbox check` would find an error in it.",
    "`:try CARD` alone restores the script of the file.",
]);

pub(super) const EDIT: Command =
    Command::new("edit-script", "NAME", "open a script in $EDITOR, then reload", edit)
        .more(&["A built-in script is copied to the folder `scripts` first."]);

pub(super) const DEFINE: Command =
    Command::new("define", "fn …", "define a function for `= expr`; alone, list them", define)
        .more(&["e.g. :define fn cards(player) { player.hand.len }", "then: = cards(me)"]);

impl Shell {
    /// Sets the editor of `:edit-script`, and the folder of its files with its path.
    #[must_use]
    pub fn with_editor(mut self, folder: Arc<dyn Files>, home: PathBuf, editor: Editor) -> Self {
        self.live_edit.home = home;
        self.live_edit.editor = Some((folder, editor));
        self
    }

    /// Returns the library with the scripts of `:try`.
    pub(super) fn with_tries(&self, library: Library) -> Library {
        let tries = self.live_edit.tries.iter();
        tries.fold(library, |library, (name, text)| library.with_script(name, text))
    }

    /// Prepends the helpers that the code uses.
    pub(super) fn with_helpers(&self, code: &str) -> String {
        let mut used: Vec<&DefinedHelper> = Vec::new();
        let mut text = code.to_owned();
        loop {
            let names = identifiers(&text);
            let is_missing = |helper: &&DefinedHelper| {
                !used.iter().any(|known| known.name == helper.name) && names.contains(&helper.name)
            };
            let Some(next) = self.live_edit.helpers.iter().find(is_missing) else { return text };
            used.push(next);
            text = format!("{} {text}", next.text);
        }
    }
}

/// The name of a script, without its extension, by the name of a card, a combo or a hook.
fn script(shell: &Shell, name: &str) -> Result<String, CommandError> {
    let script = explain::script(shell.game()?, name).map_err(CommandError::refused)?;
    Ok(script.name.trim_end_matches(".rhai").to_owned())
}

fn attempt(shell: &mut Shell, line: &str) -> CommandResult {
    let end = line.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(line.len());
    let (name, body) = line.split_at(end);
    if name.is_empty() {
        return Err(CommandError::hinted("which card?", "e.g. :try skip { fn resolve(me) { … } }"));
    }
    let body = body.trim();
    let inner = body.strip_prefix('{').and_then(|body| body.strip_suffix('}'));
    let code = inner.unwrap_or(body).trim();
    let script = script(shell, name)?;
    let before = shell.live_edit.tries.clone();
    shell.live_edit.tries.retain(|(other, _)| *other != script);
    if !code.is_empty() {
        shell.live_edit.tries.push((script, format!("{code}\n")));
    } else if before.len() == shell.live_edit.tries.len() {
        return Err(CommandError::refused(format!("`{name}` is as in its file")));
    }
    let library = shell.fresh_library();
    let done = library.and_then(|library| files::reload_on(shell, library, true));
    if done.is_err() {
        shell.live_edit.tries = before;
    }
    done
}

fn define(shell: &mut Shell, code: &str) -> CommandResult {
    if code.is_empty() {
        let sources = shell.live_edit.helpers.iter().map(|helper| helper.text.clone()).collect();
        return Ok(vec![Part::Files(FileReply::Functions { sources })]);
    }
    let Some(name) = defined_functions(code).into_iter().next() else {
        return Err(CommandError::hinted("not a function", "e.g. :define fn two() { 2 }"));
    };
    let mut fork = shell.game()?.fork();
    eval(&mut fork.game, &fork.loaded, &format!("{code} ()")).map_err(|halt| match halt {
        ApplyError::Impossible(why, hint) => CommandError::Refused(why, hint),
        ApplyError::Fault(fault) => CommandError::refused(fault.message.to_string()),
    })?;
    shell.live_edit.helpers.retain(|helper| helper.name != name);
    shell.live_edit.helpers.push(DefinedHelper { name, text: code.to_owned() });
    Ok(Vec::new())
}

fn edit(shell: &mut Shell, name: &str) -> CommandResult {
    let editor = shell.live_edit.editor.clone().filter(|_| shell.files.is_real());
    let Some((home, editor)) = editor else {
        return Err(CommandError::refused("no editor is opened here"));
    };
    if name.is_empty() {
        return Err(CommandError::hinted("which script?", "e.g. :edit-script skip"));
    }
    shell.may_start(":edit-script")?;
    let script = script(shell, name)?;
    let file = format!("scripts/{script}.rhai");
    let path = shell.live_edit.home.join(&file);
    let text = shell.library.script(&script).map_or_else(|| "".into(), |script| script.text);
    let failed =
        |error: std::io::Error| CommandError::refused(format!("{}: {error}", path.display()));
    let is_new = home.kind(&file).map_err(failed)?.is_none();
    if is_new {
        home.write(&file, &text).map_err(failed)?;
    }
    let edited = editor(&path).map_err(CommandError::refused);
    if is_new && home.read(&file).is_ok_and(|now| *now == *text) {
        home.remove(&file).map_err(failed)?;
    }
    edited?;
    shell.live_edit.tries.retain(|(other, _)| *other != script);
    let library = shell.fresh_library()?;
    files::reload_on(shell, library, false)
}
