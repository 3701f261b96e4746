//! Completion in scripts.

use super::context::{Before, Repaired, before};
use super::options::option;
use super::project::{Analysis, FileRole, OpenText};
use super::suggestion::{Suggestion, SuggestionSort, item};
use crate::kernel::Hook;
use crate::lint::{NameClass, TypedScripts, is_of_kind, naming};
use crate::script::Script;
use crate::script::api::{Form, Verb, is_verb, usage, verbs, verbs_named};
use crate::script::constant_words;
use crate::script::hooks::{HOOKS, HookSpec};
use crate::script::reflect::{TypeSet, takes_tag};
use crate::script::topics::{TOPICS, Topic, constants};
use crate::script::tree::syntax::{function_names, identifiers};
use crate::script::tree::{NodeKind, ScriptSource, SyntaxNode};
use crate::script::values::{NameOf, Type};

fn verb_item(verb: &Verb) -> Suggestion {
    let kind = match verb.form {
        Form::Function => SuggestionSort::Function,
        Form::Method => SuggestionSort::Method,
        Form::Property => SuggestionSort::Property,
    };
    item(verb.name, kind, verb.signature(), &verb_doc(verb))
}

/// The documentation of a verb.
pub fn verb_doc(verb: &Verb) -> String {
    format!("{}\n\nIt {}.\n\n```rhai\n{}\n```", verb.doc, verb.effect.in_words(), verb.example)
}

/// The word before a word that declares something, on its line.
pub fn keyword_before(text: &str, start: usize) -> Option<&'static str> {
    let line = text[..start].rsplit('\n').next().unwrap_or_default().trim();
    ["const", "fn"].into_iter().find(|keyword| *keyword == line)
}

/// A hook with its comment.
pub fn hook_text(spec: &HookSpec, folder: &str, body: &str) -> String {
    let form = spec.form(folder).replace(", …", "");
    format!("// Runs {}.\n{form} {{\n    {body}\n}}", spec.runs)
}

pub struct ScriptCompletion<'a> {
    pub typed: &'a TypedScripts,
    pub analysis: &'a Analysis,
    pub document: &'a OpenText,
    /// Whether the client takes snippets.
    pub takes_snippets: bool,
}

impl ScriptCompletion<'_> {
    /// Returns what can stand at the word that begins at `start`.
    pub fn items(&self, start: usize) -> Vec<Suggestion> {
        let text = &self.document.text;
        let script = Script { name: self.document.shown().into(), text: text.clone() };
        let repaired = || Repaired::at(self.typed, &script, start);
        match before(text, start) {
            Before::Comment => Vec::new(),
            Before::Dot => self.after_dot(repaired().as_ref()),
            Before::Text(at) => {
                // The cursor may be in a later word of the text.
                let repaired = Repaired::at(self.typed, &script, at + 1);
                repaired.map_or_else(Vec::new, |repaired| self.in_text(&repaired))
            }
            Before::TopLevel => self.top_level(start),
            Before::Code => self.in_code(start),
        }
    }

    fn after_dot(&self, repaired: Option<&Repaired>) -> Vec<Suggestion> {
        let receiver = repaired.and_then(Repaired::receiver);
        let of = receiver.map_or(TypeSet::ANY, |node| node.ty.sorts);
        let names = self.typed.names_on(of);
        let on = verbs().filter(|verb| verb.form != Form::Function);
        let on = on.filter(|verb| TypeSet::of(verb.params[0].1).meets(of));
        let mut items: Vec<Suggestion> = on.map(verb_item).collect();
        if of.meets(TypeSet::MAP) {
            let keys = self.analysis.sources.iter().flat_map(ScriptSource::walk);
            let keys = keys.filter_map(|node| match &node.what {
                NodeKind::Map(entries) => Some(entries.iter().map(|(key, _)| key)),
                _ => None,
            });
            items.extend(keys.flatten().map(|key| item(key, SuggestionSort::Field, "", "")));
        }
        for (name, is_property) in names {
            let kind = match is_property {
                true => SuggestionSort::Property,
                false => SuggestionSort::Method,
            };
            items.push(item(name, kind, usage(name), ""));
        }
        // Functions that take anything come last.
        items.sort_by_cached_key(|item| !self.typed.is_made_for(&item.label, of));
        items
    }

    fn in_code(&self, start: usize) -> Vec<Suggestion> {
        let text = &self.document.text[..start];
        let function = text.rfind("\nfn ").map_or(0, |at| at + 1);
        let shared = self
            .typed
            .shared()
            .map(|name| item(name, SuggestionSort::Function, "of the rules", ""));
        let own = function_names(&self.document.text);
        let own = own.iter().filter(|(name, _)| Hook::find(name).is_none());
        let own = own.map(|(name, _)| item(name, SuggestionSort::Function, "of this script", ""));
        let called = verbs().filter(|verb| verb.form == Form::Function).map(verb_item);
        let known: Vec<Suggestion> = own.chain(shared).chain(called).collect();
        let is_known = |name: &str| known.iter().any(|known| known.label == name) || is_verb(name);
        let variables = identifiers(&text[function..]);
        let variables = variables.iter().filter(|name| !is_known(name));
        let variables = variables.map(|name| item(name, SuggestionSort::Variable, "", ""));
        variables.chain(known.clone()).collect()
    }

    /// The hooks and constants that are not there yet.
    fn top_level(&self, start: usize) -> Vec<Suggestion> {
        let FileRole::Script(name) = &self.document.role else { return Vec::new() };
        let folder = name.split('/').next().unwrap_or_default();
        let there = identifiers(&self.document.text);
        let is_constant = keyword_before(&self.document.text, start) == Some("const");
        let hooks = HOOKS.iter().filter(|spec| spec.is_run(folder));
        let hooks = hooks.filter(|spec| !there.contains(spec.hook.name()));
        let hooks: Vec<Suggestion> = hooks.map(|spec| self.hook(spec, folder)).collect();
        let mut items = Vec::new();
        let is_missing = |topic: &&Topic| {
            let mut folders = topic.forms.iter().map(|(_, of)| of);
            !there.contains(topic.name) && folders.any(|of| of.is_empty() || of == folder)
        };
        for topic in constants().filter(is_missing) {
            let kind = SuggestionSort::Constant;
            let mut constant = item(topic.name, kind, topic.signature(), &topic.doc);
            constant.filter = Some(format!("const {}", topic.name));
            constant.inserted = Some(format!("const {} = ", topic.name));
            items.push(constant);
        }
        let at = if is_constant { items.len() } else { 0 };
        items.splice(at..at, hooks);
        items.extend(["fn", "const"].map(|word| item(word, SuggestionSort::Keyword, "", "")));
        items
    }

    fn hook(&self, spec: &HookSpec, folder: &str) -> Suggestion {
        let form = spec.form(folder).replace(", …", "");
        let mut hook = item(spec.hook.name(), SuggestionSort::Function, &*form, &spec.doc());
        let body = if self.takes_snippets { "$0" } else { "" };
        hook.inserted = Some(hook_text(spec, folder, body));
        hook.filter = Some(format!("fn {}", spec.hook.name()));
        hook.is_snippet = self.takes_snippets;
        hook
    }

    fn in_text(&self, repaired: &Repaired) -> Vec<Suggestion> {
        let Some((path, cursor)) = repaired.path() else { return Vec::new() };
        let mut around = path.into_iter().rev();
        let mut around = || around.find(|node| !matches!(node.what, NodeKind::Block(_)));
        // The text is a value, or an item of a list that is one.
        let (mut value, mut parent) = (cursor, around());
        let list = parent.filter(|node| matches!(node.what, NodeKind::List(_)));
        if let Some(list) = list {
            (value, parent) = (list, around());
        }
        match parent.map(|node| (node, &node.what)) {
            Some((call, NodeKind::Call { name, args, .. })) => {
                let place = args.iter().position(|arg| std::ptr::eq(arg, value));
                self.argument(call, name, place.unwrap_or_default())
            }
            Some((_, NodeKind::Operator(symbol, args)))
                if list.is_none() && matches!(symbol.as_str(), "==" | "!=") =>
            {
                let other = args.iter().find(|arg| !std::ptr::eq(*arg, cursor));
                other.map_or_else(Vec::new, |other| self.compared(other))
            }
            Some((_, NodeKind::Let(constant, _))) if repaired.function().is_none() => {
                match (constant.name.as_str(), list) {
                    ("SET", Some(_)) => self.analysis.kinds(),
                    ("COMBOS", Some(_)) => self.analysis.named(NameClass::Combo),
                    (name, _) => {
                        let words = constant_words(name).into_iter();
                        words.map(|word| item(word, SuggestionSort::EnumMember, "", "")).collect()
                    }
                }
            }
            _ if list.is_none() => Vec::new(),
            _ => match repaired.function().and_then(Hook::find) {
                Some(hook) if is_of_kind(HookSpec::of(hook).returns) => self.analysis.kinds(),
                _ => Vec::new(),
            },
        }
    }

    /// The values of an argument, or of an item of it.
    fn argument(&self, call: &SyntaxNode, name: &str, place: usize) -> Vec<Suggestion> {
        if takes_tag(name) && (place == 1 || !is_verb(name)) {
            return self.analysis.named(NameClass::Of(NameOf::Tag));
        }
        let receiver = call.call().and_then(|(_, args)| args.first()).map(|on| on.ty.sorts);
        let mut items = Vec::new();
        for verb in verbs_named(name) {
            let Some((_, of)) = verb.params.get(place) else { continue };
            let on = TypeSet::of(verb.params[0].1);
            if place > 0 && receiver.is_some_and(|receiver| !receiver.meets(on)) {
                continue;
            }
            items.extend(match of {
                Type::Name(of) => self.analysis.named(NameClass::Of(*of)),
                of if is_of_kind(*of) => self.analysis.kinds(),
                _ => Vec::new(),
            });
        }
        items
    }

    /// The values that a value is compared with.
    fn compared(&self, value: &SyntaxNode) -> Vec<Suggestion> {
        match &value.what {
            NodeKind::Property(_, name) if name == "kind" => self.analysis.kinds(),
            NodeKind::Property(_, name) if name == "what" => {
                let mut items = self.analysis.kinds();
                items.extend(self.analysis.named(NameClass::Combo));
                let plays = ["explosion", "draw", "turn"];
                items.extend(plays.map(|play| item(play, SuggestionSort::EnumMember, "", "")));
                items
            }
            _ => {
                let option = naming(value, NameOf::Option).next();
                let name = option.and_then(|(.., name)| name.text());
                name.map_or_else(Vec::new, |name| values(self.analysis, name))
            }
        }
    }
}

impl Analysis {
    /// The kinds, with their titles.
    pub fn kinds(&self) -> Vec<Suggestion> {
        let titled = self.names.named(NameClass::Kind).into_iter().map(|id| {
            let (title, text) = self.wording(NameClass::Kind, id);
            item(id, SuggestionSort::EnumMember, title, &text)
        });
        titled.collect()
    }

    /// The names of a class.
    pub fn named(&self, class: NameClass) -> Vec<Suggestion> {
        let named = self.names.named(class).into_iter();
        named.map(|name| item(name, SuggestionSort::Value, "", "")).collect()
    }
}

/// The texts that an option may be.
pub fn values(analysis: &Analysis, name: &str) -> Vec<Suggestion> {
    let Some(option) = option(analysis, name) else { return Vec::new() };
    let texts = option.texts.iter();
    texts.map(|text| item(text, SuggestionSort::EnumMember, &*option.about, "")).collect()
}

/// Returns the documentation of a name that is no verb.
pub fn topic_doc(name: &str) -> Option<String> {
    let topic = TOPICS.iter().find(|topic| topic.name == name)?;
    Some(format!("```rhai\n{}\n```\n{}", topic.signature(), topic.doc))
}
