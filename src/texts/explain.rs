//! The meaning of a name at the cursor: hover and signature help.

use super::complete::{topic_doc, verb_doc};
use super::context::{Before, before};
use super::options::option;
use super::project::{Analysis, FileRole, OpenText};
use super::words::word_at;
use crate::base::error::{Error, SourceText};
use crate::kernel::Hook;
use crate::lint::{self, Mention, NameClass};
use crate::script::Script;
use crate::script::api::{Form, verbs_named};
use crate::script::hooks::HookSpec;
use crate::script::tree::ScriptSource;
use crate::script::tree::open::open_at_cursor;
use crate::script::values::NameOf;
use crate::session::suite::ENDING;
use crate::variant::Ruleset;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The most places and sessions of a name that are listed.
const MAX_PLACES: usize = 8;

/// Returns the Markdown for a byte of a file, by its name in messages.
pub fn hover(
    analysis: &Analysis,
    shown: &str,
    text: &SourceText,
    byte: usize,
    found: &[Error],
) -> Option<String> {
    let mut parts = Vec::new();
    let is_there =
        |error: &&Error| error.span.as_ref().is_some_and(|span| span.bytes().contains(&byte));
    let pages = found.iter().filter(is_there).filter_map(|error| lint::find(error.code));
    parts.extend(pages.map(|page| {
        format!("**{}** {}\n\n{}\n\nFix: {}", page.code, page.summary, page.why, page.fix)
    }));
    let mention = analysis.names.at(shown, byte);
    parts.extend(mention.map(|mention| named(analysis, mention)));
    if mention.is_none() && shown.ends_with(".rhai") {
        parts.extend(in_script(text, byte));
    }
    (!parts.is_empty()).then(|| parts.join("\n\n---\n\n"))
}

/// A verb, a hook, a constant or a word of the language.
fn in_script(text: &SourceText, byte: usize) -> Vec<String> {
    let word = word_at(text, byte);
    let name = &text[word.clone()];
    let place = before(text, word.start);
    if name.is_empty() || matches!(place, Before::Comment | Before::Text(_)) {
        return Vec::new();
    }
    let is_fit = |form: Form| (form == Form::Function) == (place != Before::Dot);
    let verbs = verbs_named(name).filter(|verb| is_fit(verb.form));
    let docs = verbs.map(|verb| format!("```rhai\n{}\n```\n{}", verb.signature(), verb_doc(verb)));
    docs.chain(topic_doc(name)).collect()
}

fn named(analysis: &Analysis, mention: &Mention) -> String {
    let name = &mention.name;
    match mention.class {
        NameClass::Kind | NameClass::Combo => card(analysis, mention),
        NameClass::Function => function(analysis, mention),
        NameClass::Script => format!("**{name}.rhai**\n\n{}", analysis.about(name)),
        NameClass::Variant => {
            let ruleset = Ruleset::load(&analysis.library, name, &[]).ok();
            ruleset.map_or_else(|| name.clone(), |it| format!("**{}**\n\n{}", it.name, it.about))
        }
        NameClass::Of(NameOf::Option) => about_option(analysis, name),
        NameClass::Of(of) => {
            let what = match of {
                NameOf::Counter => "counter",
                NameOf::Data => "entry of the data",
                NameOf::Param => "parameter",
                NameOf::Pile => "pile",
                NameOf::Tag => "tag",
                NameOf::Option => "option",
            };
            format!("{what} `{name}`{}", places(analysis, mention))
        }
    }
}

/// The values of a name in variants, or where it is declared.
fn places(analysis: &Analysis, mention: &Mention) -> String {
    let mut text = String::new();
    let same = analysis.names.same(mention);
    for place in same.into_iter().filter(|place| place.is_definition).take(MAX_PLACES) {
        let source = analysis.text(&place.file);
        let line = source.map(|source| {
            let line = source.index().line(place.bytes.start);
            source.lines().nth(line - 1).unwrap_or_default().trim().to_owned()
        });
        let _ = write!(text, "\n- {}: `{}`", place.file, line.unwrap_or_default());
    }
    text
}

/// The session files that name a kind or combo.
fn sessions(analysis: &Analysis, mention: &Mention) -> String {
    let same = analysis.names.same(mention).into_iter();
    let files =
        same.filter_map(|place| place.file.strip_suffix(ENDING)?.rsplit(['/', '\\']).next());
    let files: BTreeSet<&str> = files.collect();
    let n_more = files.len().saturating_sub(MAX_PLACES);
    let mut files: Vec<String> = files.into_iter().take(MAX_PLACES).map(str::to_owned).collect();
    files.extend((n_more > 0).then(|| format!("{n_more} more")));
    if files.is_empty() { String::new() } else { format!("\n\nSessions: {}", files.join(", ")) }
}

/// A kind or combo: title, text, script, decks, sessions.
fn card(analysis: &Analysis, mention: &Mention) -> String {
    let name = &mention.name;
    let (title, text) = analysis.wording(mention.class, name);
    let (places, sessions) = (places(analysis, mention), sessions(analysis, mention));
    format!("**{title}** (`{name}`)\n\n{text}\n{places}{sessions}")
}

fn about_option(analysis: &Analysis, name: &str) -> String {
    let Some(option) = option(analysis, name) else { return format!("option `{name}`") };
    let values = match option.texts.join("`, `") {
        texts if texts.is_empty() => texts,
        texts => format!("\n\nValues: `{texts}`"),
    };
    format!("option `{name}`\n\n{}{values}", option.about)
}

/// A function of a script: its head and the comment above it; of a hook, its documentation, too.
fn function(analysis: &Analysis, mention: &Mention) -> String {
    let hook = Hook::find(&mention.name).map(|hook| HookSpec::of(hook).doc());
    let same = analysis.names.same(mention);
    let own = same.iter().find(|place| place.is_definition && place.file == mention.file);
    let Some(place) = own.or_else(|| same.first()).filter(|place| place.is_definition) else {
        return mention.name.clone();
    };
    let text = analysis.text(&place.file).unwrap_or_else(|| "".into());
    let source = ScriptSource::read(&Script { name: place.file.clone(), text: text.clone() });
    let Some(found) = source.function(&mention.name) else { return mention.name.clone() };
    let head = text[found.start..found.body.bytes.start].trim_end();
    let comment = text.lines().skip(found.first_line(&text) - 1);
    let comment = comment.take(found.line - found.first_line(&text));
    let comment: Vec<&str> = comment.map(|line| line.trim_start_matches('/').trim()).collect();
    let doc = hook.unwrap_or_default();
    format!("```rhai\n{head}\n```\n{}\n\n{doc}\n\n{}", comment.join(" "), place.file)
}

/// How something can be called.
pub struct CallSignature {
    pub label: String,
    pub params: Vec<String>,
    pub doc: &'static str,
}

/// The signatures of a call.
pub struct Signatures {
    pub found: Vec<CallSignature>,
    /// The first one with as many arguments.
    pub active: usize,
    /// The argument that the cursor is in, counted from 0.
    pub argument: usize,
}

/// Returns the signatures of the call of a script that the cursor is in.
pub fn signatures(analysis: &Analysis, document: &OpenText, byte: usize) -> Option<Signatures> {
    let text = Some(&document.text).filter(|_| matches!(document.role, FileRole::Script(_)))?;
    let open = open_at_cursor(&text[..byte]).call?;
    let (word, place) = (word_at(text, open.at), open.n_commas);
    let is_method = text[..word.start].trim_end().ends_with('.');
    let name = &text[word];
    if name.is_empty() {
        return None;
    }
    let mut found: Vec<CallSignature> = Vec::new();
    for verb in verbs_named(name).filter(|verb| verb.form != Form::Property) {
        let on = usize::from(verb.form == Form::Method);
        if (on == 1) != is_method || verb.params.len() <= on {
            continue;
        }
        let params = verb.params.iter().skip(on).map(|(name, of)| format!("{name}: {of}"));
        let (label, params) = (verb.signature(), params.collect());
        found.push(CallSignature { label, params, doc: verb.doc });
    }
    let own = analysis.sources.iter().flat_map(|source| source.functions.iter());
    for function in own.filter(|function| function.name == *name && !is_method) {
        let label = format!("{name}({})", function.params.join(", "));
        if found.iter().all(|known| known.label != label) {
            found.push(CallSignature { label, params: function.params.clone(), doc: "" });
        }
    }
    let fitting = found.iter().position(|signature| signature.params.len() > place);
    let active = fitting.unwrap_or_default();
    (!found.is_empty()).then_some(Signatures { found, active, argument: place })
}
