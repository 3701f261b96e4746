//! A proposal for the text of a card or combo: the sentences that the verbs of its scripts say.
//!
//! Each row of the table of verbs has a clause; what a script does not say in verbs, such as a
//! condition, is `…`, for its author to write.

use super::narrator::{Narrator, Scope};
use super::targets::LintTargets;
use super::typed_sources::TypedSources;
use crate::kernel::Hook;
use crate::script::Script;
use crate::script::hooks::HOOKS;
use crate::script::reflect::set_clause;
use crate::script::tree::{NodeKind, Parser, ScriptSource, SyntaxNode};
use crate::variant::{Library, Ruleset, Titles};
use serde_json::Map;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The text of a card or combo beside one that its scripts say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextProposal {
    pub id: String,
    /// The name of its last script: `cards/favor.rhai`.
    pub script: Arc<str>,
    /// Its text; may be empty.
    pub text: String,
    pub proposed: String,
}

/// Returns proposals for the cards and combos of variants, and for those of scripts; each once.
pub fn text_proposals(library: &Library, wanted: &LintTargets) -> Vec<TextProposal> {
    proposals(library, wanted, false)
}

/// Returns the proposal for a script: `cards/favor`; of the first card or combo that uses it.
pub fn text_proposal(library: &Library, script: &str) -> Option<TextProposal> {
    let variants = library.variant_ids().map(str::to_owned).collect();
    let scripts = vec![script.to_owned()];
    let wanted = LintTargets { variants, scripts, ..LintTargets::default() };
    proposals(library, &wanted, true).into_iter().next()
}

fn proposals(library: &Library, wanted: &LintTargets, is_first: bool) -> Vec<TextProposal> {
    let Ok(titles) = Titles::load(library, "en") else { return Vec::new() };
    let parser = Parser::default();
    let scripts = library.script_names().filter_map(|name| library.script(name));
    let sources: Vec<_> = scripts.filter_map(|it| ScriptSource::parse(&parser, &it)).collect();
    let mut typed = TypedSources::new(&sources);
    let mut proposals: Vec<TextProposal> = Vec::new();
    for variant in &wanted.variants {
        if is_first && !proposals.is_empty() {
            break;
        }
        let Ok(ruleset) = Ruleset::load(library, variant, &[]) else { continue };
        let spec = &ruleset.spec;
        let rules = typed.all(&spec.rules);
        let kinds = spec.kinds.iter().filter(|kind| kind.is_in_box);
        let kinds = kinds.map(|it| (titles.card(&it.id), &*it.id, &*it.scripts, &it.params));
        let combos = spec.combos.iter();
        let combos = combos.map(|it| (titles.combo(&it.id), &*it.id, &*it.scripts, &it.params));
        for (wording, id, scripts, params) in kinds.chain(combos) {
            let Some(last) = scripts.last() else { continue };
            let is_wanted = |script: &Script| {
                let name = script.name.trim_end_matches(".rhai");
                wanted.scripts.is_empty() || wanted.scripts.iter().any(|it| it == name)
            };
            let own = typed.all(scripts);
            if !is_wanted(last) || own.len() < scripts.len() {
                continue;
            }
            let proposal = TextProposal {
                id: id.to_owned(),
                script: Arc::clone(&last.name),
                text: titles.text_of(id, &wording, scripts).into_owned(),
                proposed: sentences(Narrator {
                    own: &own,
                    rules: &rules,
                    params,
                    options: &spec.options,
                    titles: &titles,
                }),
            };
            if !proposals.contains(&proposal) {
                proposals.push(proposal);
            }
        }
    }
    let is_unused = |name: &&String| {
        let shown = format!("{name}.rhai");
        !name.starts_with("rules/") && proposals.iter().all(|it| *it.script != *shown)
    };
    let unused: Vec<&String> = wanted.scripts.iter().filter(is_unused).collect();
    for name in unused {
        let Some(script) = library.script(name) else { continue };
        let own = typed.all(std::slice::from_ref(&script));
        let id = name.rsplit('/').next().unwrap_or(name).to_owned();
        let text = script.about().unwrap_or_default().to_owned();
        let (own, params, options) = (&own, &Map::new(), &BTreeMap::new());
        let narrator = Narrator { own, rules: &[], params, options, titles: &titles };
        let proposed = sentences(narrator);
        proposals.push(TextProposal { id, script: script.name, text, proposed });
    }
    proposals
}

/// The sentences that scripts say.
fn sentences(narrator: Narrator<'_>) -> String {
    let own = narrator.own;
    let mut said = openings(own);
    let mut clauses = Vec::new();
    let mut scope = Scope::default();
    clauses.extend(narrator.hook(Hook::Announce, &mut scope));
    let to = own.iter().rev().find_map(|source| source.constant("TO"));
    if to.and_then(|to| to.text()) == Some("target") {
        clauses.push("put it in front of that player".to_owned());
    }
    clauses.extend(narrator.hook(Hook::Resolve, &mut scope));
    said += &joined(&clauses);
    for spec in HOOKS {
        let is_told = !spec.hook.is_query() && !matches!(spec.hook, Hook::Announce | Hook::Resolve);
        let is_defined = own.iter().any(|source| source.function(spec.hook.name()).is_some());
        if !is_told || !is_defined {
            continue;
        }
        let clauses = narrator.hook(spec.hook, &mut Scope::default());
        let when = spec.runs.split([',', ':', '(']).next().unwrap_or_default().trim();
        let what = if clauses.is_empty() { "…".to_owned() } else { clauses.join("; ") };
        said += &format!("{}: {what}. ", capital(when));
    }
    let stands_for = narrator.result(Hook::PlaysAs).join(" or ");
    if !stands_for.is_empty() {
        said += &format!("Play it as {stands_for}{}. ", exceptions(own));
    }
    let queries = HOOKS.iter().filter(|spec| spec.hook.is_query());
    let mut answers =
        queries.filter(|spec| own.iter().any(|it| it.function(spec.hook.name()).is_some()));
    match said.trim() {
        "" if answers.next().is_some() => "…".to_owned(),
        "" => "Does nothing on its own.".to_owned(),
        said => said.to_owned(),
    }
}

/// The cards of a combo, and where a card stays: from the constants.
fn openings(own: &[Arc<ScriptSource>]) -> String {
    let constant = |name: &str| own.iter().rev().find_map(|source| source.constant(name));
    let mut said = String::new();
    if let Some(set) = constant("SET") {
        said += &format!("Play {}. ", cards_of(set));
    }
    match constant("TO").and_then(|to| to.text()) {
        Some("front") => said += "Put it in front of you. ",
        Some("table") => said += "Put it on the table. ",
        _ => {}
    }
    said
}

/// The cards of a combo, by its constant: several sets are for its author to write.
fn cards_of(set: &SyntaxNode) -> String {
    let mut sets = set.walk().into_iter().filter_map(|node| {
        let (name, args) = node.call()?;
        let NodeKind::Int(number) = args.first()?.what else { return None };
        Some(format!("{number} cards {}", set_clause(name)?))
    });
    match sets.next() {
        Some(cards) if !matches!(set.what, NodeKind::List(_)) => cards,
        _ => "… together".to_owned(),
    }
}

/// The kinds that a card cannot be played as: those that its hook leaves out by their names, but
/// for its own.
fn exceptions(own: &[Arc<ScriptSource>]) -> String {
    let hook = own.iter().rev().find_map(|source| source.function(Hook::PlaysAs.name()));
    let names = own.iter().filter_map(|source| source.script.name.strip_suffix(".rhai"));
    let names: Vec<&str> = names.filter_map(|name| name.rsplit('/').next()).collect();
    let nodes = hook.map(|function| function.body.walk()).unwrap_or_default();
    let left_out = nodes.into_iter().filter_map(|node| match &node.what {
        NodeKind::Operator(operator, sides) if operator == "!=" => {
            sides.iter().find_map(SyntaxNode::text)
        }
        _ => None,
    });
    let kinds: Vec<String> = left_out
        .filter(|kind| !names.contains(kind))
        .map(|kind| format!("a {}", kind.replace('_', " ")))
        .collect();
    if kinds.is_empty() { String::new() } else { format!(" but {}", kinds.join(" or ")) }
}

/// Clauses as sentences: a question goes on with what follows it.
fn joined(clauses: &[String]) -> String {
    let mut said = String::new();
    let mut is_begun = false;
    for (at, clause) in clauses.iter().enumerate() {
        let is_question = ["choose", "name"].iter().any(|word| clause.contains(word));
        said += &if is_begun { clause.clone() } else { capital(clause) };
        is_begun = is_question && at + 1 < clauses.len();
        said += if is_begun { "; " } else { ". " };
    }
    said
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
