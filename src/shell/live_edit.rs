//! Live edits of the rules of a running game: `:try`, `:edit-script`, and the helpers of `:define`.

use super::command::{Command, CommandGroup, Property};
use super::command_error::{CommandError, CommandResult, command_error};
use super::files;
use super::live_rules::ScriptEditor;
use super::reply::Part;
use super::state::Shell;
use crate::base::output;
use crate::debugger::watch_expr::redacted;
use crate::script::tree::syntax::defined_functions;
use crate::transcript::{ApplyError, eval};

pub(super) const RULES: CommandGroup = CommandGroup {
    name: "Rules",
    commands: &[
        Command::new(
            "reload",
            "",
            "read scripts and variants again and replay the game on them",
            files::reload,
        )
        .is(&[Property::Moves, Property::Unrecorded])
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
.is(&[Property::Moves, Property::Code])
.more(&[
    "e.g. :try skip { fn resolve(me) { end_turn(); me.next.draw(); } }",
    "The game is replayed with it, unless `litterbox check` would find an error in it.",
    "`:try CARD` alone restores the script of the file.",
]);

pub(super) const EDIT: Command =
    Command::new("edit-script", "NAME", "open a script in $EDITOR, then reload", edit)
        .is(&[Property::Moves, Property::Unrecorded])
        .more(&["A built-in script is copied to the folder `scripts` first."]);

pub(super) const DEFINE: Command =
    Command::new("define", "fn …", "define a function for `= expr`; alone, list them", define)
        .is(&[Property::Code, Property::LooksAlone])
        .more(&["e.g. :define fn cards(player) { player.hand.len }", "then: = cards(me)"]);

fn attempt(shell: &mut Shell, line: &str) -> CommandResult {
    let end = line.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(line.len());
    let (name, body) = line.split_at(end);
    if name.is_empty() {
        return Err(CommandError::hinted("which card?", "e.g. :try skip { fn resolve(me) { … } }"));
    }
    let body = body.trim();
    let inner = body.strip_prefix('{').and_then(|body| body.strip_suffix('}'));
    let code = inner.unwrap_or(body).trim();
    if !code.is_empty() {
        check_unlimited(shell)?;
    }
    let script = shell.script_named(name)?;
    if code.is_empty() && !shell.rules.tried().contains_key(&script) {
        return Err(CommandError::refused(format!("`{name}` is as in its file")));
    }
    let text = (!code.is_empty()).then(|| format!("{code}\n"));
    let before = shell.rules.set_script(&script, text);
    let library = shell.rules.fresh_library();
    let done = library.and_then(|library| files::reload_on(shell, library, true));
    if done.is_err() {
        shell.rules.undo(before);
    }
    done
}

/// Checks that everything is shown: code of the viewer's own sees all cards.
fn check_unlimited(shell: &Shell) -> Result<(), CommandError> {
    match shell.debugger() {
        Some(debugger) if debugger.viewer.is_some() => Err(command_error(debugger, redacted())),
        _ => Ok(()),
    }
}

fn define(shell: &mut Shell, code: &str) -> CommandResult {
    if code.is_empty() {
        return Ok(vec![Part::lines(shell.rules.helpers())]);
    }
    check_unlimited(shell)?;
    let Some(name) = defined_functions(code).into_iter().next() else {
        return Err(CommandError::hinted("not a function", "e.g. :define fn two() { 2 }"));
    };
    let mut fork = shell.game()?.fork();
    eval(&mut fork.game, &fork.loaded, &format!("{code} ()")).map_err(|error| match error {
        ApplyError::Impossible(why, hint) => CommandError::Refused(why, hint),
        ApplyError::Fault(fault) => CommandError::refused(fault.message.to_string()),
    })?;
    shell.rules.define(name, code);
    Ok(Vec::new())
}

fn edit(shell: &mut Shell, name: &str) -> CommandResult {
    let editor = shell.rules.editor().filter(|_| shell.trust.files.is_real());
    let Some(ScriptEditor { files: folder, home, open }) = editor else {
        return Err(CommandError::refused("no editor is opened here"));
    };
    if name.is_empty() {
        return Err(CommandError::hinted("which script?", "e.g. :edit-script skip"));
    }
    shell.trust.may_start(":edit-script")?;
    let script = shell.script_named(name)?;
    let file = format!("scripts/{script}.rhai");
    let path = home.join(&file);
    let text = shell.library().script(&script).map_or_else(|| "".into(), |script| script.text);
    let failed =
        |error: std::io::Error| CommandError::refused(format!("{}: {error}", output::path(&path)));
    let is_new = folder.kind(&file).map_err(failed)?.is_none();
    if is_new {
        folder.write(&file, &text).map_err(failed)?;
    }
    let edited = open(&path).map_err(CommandError::refused);
    if is_new && folder.read(&file).is_ok_and(|now| *now == *text) {
        folder.remove(&file).map_err(failed)?;
    }
    edited?;
    shell.rules.set_script(&script, None);
    files::reread(shell)
}
