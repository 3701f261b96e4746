//! Sessions marked `example`: the rules of their variant show them.

use super::blocks::{PlayedBlock, blocks};
use super::file::{BlockRole, SessionFile, SessionInput};
use super::run::type_in;
use crate::kernel::layout::Layout;
use crate::shell::command::Property;
use crate::shell::input_line::InputLine;
use crate::shell::render::text::narration::narrate;
use crate::shell::rules_page::{RulesEntry, example};
use crate::shell::trust::FileAccess;
use crate::shell::{NewDefaults, Shell};
use crate::transcript::ruleset_cache::RulesetCache;
use crate::variant::Library;
use crate::variant::notation::position;
use std::rc::Rc;

/// Plays the examples of a file that are games of a variant, with titles in a language, or in that
/// of each game. Those that cannot be played to the end are messages.
pub fn examples(
    file: &SessionFile,
    library: &Library,
    (variant, lang): (&str, Option<&str>),
) -> Vec<Result<RulesEntry, String>> {
    let rulesets = Rc::new(RulesetCache::default());
    let is_example = |(block, _): &(PlayedBlock, _)| block.role == BlockRole::Example;
    let mut found = Vec::new();
    for (block, inputs) in blocks(file).into_iter().filter(is_example) {
        let mut shell = Shell::new(library.clone()).with_rulesets(rulesets.clone());
        shell.trust.files = FileAccess::memory();
        let lang = lang.map(str::to_owned);
        shell.new_defaults = NewDefaults { lang, ..NewDefaults::default() };
        let told = told(&mut shell, &inputs);
        let is_other = |shell: &Shell| {
            shell.debugger().is_some_and(|debugger| debugger.header.variant != variant)
        };
        if is_other(&shell) {
            continue;
        }
        found.push(match (told, shell.debugger()) {
            (Err((input, why)), _) => {
                let place = format!("{}:{}: {}", file.name, input.line, input.raw);
                Err(format!("{place}\n  the example fails: {why}"))
            }
            (Ok((layout, lines)), Some(debugger)) => {
                Ok(example(&block.title, debugger.notation(), &layout, lines))
            }
            (Ok(_), None) => {
                let place = format!("{}:{}", file.name, block.lines.start);
                Err(format!("{place}: the example starts no game"))
            }
        });
    }
    found
}

/// Types inputs; returns the position in which the last game starts, and what happens in it.
fn told<'a>(
    shell: &mut Shell,
    inputs: &'a [SessionInput],
) -> Result<(Layout, Vec<String>), (&'a SessionInput, String)> {
    let (mut layout, mut lines) = (Layout::default(), Vec::new());
    for (i, input) in inputs.iter().enumerate() {
        let before = shell.debugger().map_or(0, |debugger| debugger.timeline.ply());
        type_in(shell, input, &inputs[i + 1..]).map_err(|why| (input, why))?;
        let Some(debugger) = shell.debugger() else { continue };
        let line = InputLine::parse(&input.text);
        if line.has(Property::Starts) || line.has(Property::StartsWith) {
            layout = position::of_table(debugger.table(), debugger.notation());
            lines.clear();
            continue;
        }
        for ply in before + 1..=debugger.timeline.ply() {
            lines.extend(narrate(&debugger.events_of(ply).events));
        }
    }
    Ok((layout, lines))
}
