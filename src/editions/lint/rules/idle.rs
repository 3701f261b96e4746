//! Cards that stay in play, where they do nothing.

use super::hooks::names_play;
use crate::base::error::Error;
use crate::kernel::Hook;
use crate::lint::rule::{Detection, Rule, VariantContext};
use crate::script::api::{Effect, Verb, verbs_named};
use crate::script::tree::{ScriptFunction, ScriptSource, SyntaxNode};

pub const IDLE: Rule = Rule::warning("L0133", Detection::Variant(look));

fn look(cx: &VariantContext<'_>) -> Vec<Error> {
    let source = cx.source;
    let to = source.constant("TO").filter(|to| to.text().is_some_and(|to| to != "discard"));
    let Some(to) = to.filter(|_| source.folder == "cards") else { return Vec::new() };
    let owners = cx.ruleset.spec.owners().filter(|(_, scripts, _)| source.is_one_of(scripts));
    let owners: Vec<_> = owners.collect();
    let is_idle = |part: &&ScriptSource| {
        let is_own = owners.iter().any(|(_, scripts, _)| part.is_one_of(scripts));
        let notices = || {
            let names = owners.iter().map(|(id, ..)| &***id);
            reads_play(part) || part.walk().any(|node| names.clone().any(|id| is_text(node, id)))
        };
        !part.is_broken
            && part.constant("FROM").is_none()
            && if is_own { part.functions.iter().all(does_nothing) } else { !notices() }
    };
    if owners.is_empty() || !cx.scripts.iter().all(is_idle) {
        return Vec::new();
    }
    let message = "the card stays in play and does nothing there: it hears nothing, and no script \
                   of the variant asks for it";
    let hint = "write what happens, `fn resolve(me)`, or a hook that it hears, such as \
                `fn turn_start(me, source)`; without `TO` it is discarded";
    vec![IDLE.at(source, to.at, message.to_owned()).hint(hint)]
}

/// Whether a function of a card changes nothing when the card is played, and is heard by no card.
fn does_nothing(function: &ScriptFunction) -> bool {
    let acts = |node: &SyntaxNode| {
        let looks = |verb: &Verb| matches!(verb.effect, Effect::Read | Effect::Ask);
        node.call().is_some_and(|(name, _)| !is_every(name, looks))
    };
    let own = [Hook::Playable, Hook::Responds, Hook::Announce, Hook::Resolve];
    own.iter().any(|hook| hook.name() == function.name)
        && !function.body.walk().into_iter().any(acts)
}

/// Whether a script may ask for what lies in play: it does more than move cards there and away.
fn reads_play(source: &ScriptSource) -> bool {
    let moved = source.walk().filter_map(SyntaxNode::call).map(|(name, args)| {
        let is_move = is_every(name, |verb| verb.effect == Effect::Change);
        args.iter().filter(|arg| is_move && names_play(arg)).count()
    });
    let moved: usize = moved.sum();
    source.walk().filter(|node| names_play(node)).count() > moved
}

/// Whether this is so of every verb with a name, of which there are some.
fn is_every(name: &str, is: impl Fn(&Verb) -> bool) -> bool {
    verbs_named(name).next().is_some() && verbs_named(name).all(is)
}

fn is_text(node: &SyntaxNode, text: &str) -> bool {
    node.text() == Some(text)
}
