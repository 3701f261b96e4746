//! Completion in scripts.

use super::context::{Before, Repaired, before};
use super::options::option;
use super::project::{Analysis, Document, Role};
use crate::kernel::Hook;
use crate::lint::tree::{NodeKind, ScriptSource, SyntaxNode};
use crate::lint::{NameClass, TypedScripts, is_of_kind, naming};
use crate::script::Script;
use crate::script::api::{Form, Verb, is_verb, usage, verbs, verbs_named};
use crate::script::hooks::{HOOKS, HookSpec};
use crate::script::reflect::{TypeSet, takes_tag};
use crate::script::syntax::{function_names, identifiers};
use crate::script::topics::{TOPICS, Topic, constants};
use crate::script::values::{NameOf, Type};
use gen_lsp_types::{
    CompletionItem, CompletionItemKind, Documentation, InsertTextFormat, MarkupContent, MarkupKind,
};

/// The most items of an answer.
pub const MAX_ITEMS: usize = 200;

/// Returns an item with its signature or title, and its documentation.
pub fn item(
    label: &str,
    kind: CompletionItemKind,
    detail: impl Into<String>,
    documentation: &str,
) -> CompletionItem {
    let markup = || MarkupContent { kind: MarkupKind::Markdown, value: documentation.to_owned() };
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail: Some(detail.into()).filter(|detail| !detail.is_empty()),
        documentation: (!documentation.is_empty()).then(|| Documentation::MarkupContent(markup())),
        ..CompletionItem::default()
    }
}

fn verb_item(verb: &Verb) -> CompletionItem {
    let kind = match verb.form {
        Form::Function => CompletionItemKind::Function,
        Form::Method => CompletionItemKind::Method,
        Form::Property => CompletionItemKind::Property,
    };
    item(verb.name, kind, verb.signature(), &verb_doc(verb))
}

/// The documentation of a verb.
pub fn verb_doc(verb: &Verb) -> String {
    format!("{}\n\nIt {}.\n\n```rhai\n{}\n```", verb.doc, verb.effect.in_words(), verb.example)
}

/// A hook with its comment.
pub fn hook_text(spec: &HookSpec, folder: &str, body: &str) -> String {
    let form = spec.form(folder).replace(", …", "");
    format!("// Runs {}.\n{form} {{\n    {body}\n}}", spec.runs)
}

pub struct ScriptCompletion<'a> {
    pub typed: &'a TypedScripts,
    pub analysis: &'a Analysis,
    pub document: &'a Document,
    /// Whether the client takes snippets.
    pub takes_snippets: bool,
}

impl ScriptCompletion<'_> {
    /// Returns what can stand at the word that begins at `start`.
    pub fn items(&self, start: usize) -> Vec<CompletionItem> {
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
            Before::TopLevel => self.top_level(),
            Before::Code => self.in_code(start),
        }
    }

    fn after_dot(&self, repaired: Option<&Repaired>) -> Vec<CompletionItem> {
        let receiver = repaired.and_then(Repaired::receiver);
        let of = receiver.map_or(TypeSet::ANY, |node| node.ty.sorts);
        let names = self.typed.names_on(of);
        let on = verbs().filter(|verb| verb.form != Form::Function);
        let on = on.filter(|verb| TypeSet::of(verb.params[0].1).meets(of));
        let mut items: Vec<CompletionItem> = on.map(verb_item).collect();
        if of.meets(TypeSet::MAP) {
            let keys = self.analysis.sources.iter().flat_map(ScriptSource::walk);
            let keys = keys.filter_map(|node| match &node.what {
                NodeKind::Map(entries) => Some(entries.iter().map(|(key, _)| key)),
                _ => None,
            });
            items.extend(keys.flatten().map(|key| item(key, CompletionItemKind::Field, "", "")));
        }
        for (name, is_property) in names {
            let kind = match is_property {
                true => CompletionItemKind::Property,
                false => CompletionItemKind::Method,
            };
            items.push(item(name, kind, usage(name), ""));
        }
        items
    }

    fn in_code(&self, start: usize) -> Vec<CompletionItem> {
        let text = &self.document.text[..start];
        let function = text.rfind("\nfn ").map_or(0, |at| at + 1);
        let shared = self
            .typed
            .shared()
            .map(|name| item(name, CompletionItemKind::Function, "of the rules", ""));
        let own = function_names(&self.document.text);
        let own = own.iter().filter(|(name, _)| Hook::find(name).is_none());
        let own =
            own.map(|(name, _)| item(name, CompletionItemKind::Function, "of this script", ""));
        let called = verbs().filter(|verb| verb.form == Form::Function).map(verb_item);
        let known: Vec<CompletionItem> = own.chain(shared).chain(called).collect();
        let is_known = |name: &str| known.iter().any(|known| known.label == name) || is_verb(name);
        let variables = identifiers(&text[function..]);
        let variables = variables.iter().filter(|name| !is_known(name));
        let variables = variables.map(|name| item(name, CompletionItemKind::Variable, "", ""));
        variables.chain(known.clone()).collect()
    }

    /// The hooks and constants that are not there yet.
    fn top_level(&self) -> Vec<CompletionItem> {
        let Role::Script(name) = &self.document.role else { return Vec::new() };
        let folder = name.split('/').next().unwrap_or_default();
        let there = identifiers(&self.document.text);
        let hooks = HOOKS.iter().filter(|spec| spec.is_run(folder));
        let hooks = hooks.filter(|spec| !there.contains(spec.hook.name()));
        let mut items: Vec<CompletionItem> = hooks.map(|spec| self.hook(spec, folder)).collect();
        let is_missing = |topic: &&Topic| {
            let mut folders = topic.forms.iter().map(|(_, of)| of);
            !there.contains(topic.name) && folders.any(|of| of.is_empty() || of == folder)
        };
        for topic in constants().filter(is_missing) {
            let kind = CompletionItemKind::Constant;
            let mut constant = item(topic.name, kind, topic.signature(), &topic.doc);
            constant.filter_text = Some(format!("const {}", topic.name));
            constant.insert_text = Some(format!("const {} = ", topic.name));
            items.push(constant);
        }
        items.extend(["fn", "const"].map(|word| item(word, CompletionItemKind::Keyword, "", "")));
        items
    }

    fn hook(&self, spec: &HookSpec, folder: &str) -> CompletionItem {
        let form = spec.form(folder).replace(", …", "");
        let mut hook = item(spec.hook.name(), CompletionItemKind::Function, &*form, &spec.doc());
        let body = if self.takes_snippets { "$0" } else { "" };
        hook.insert_text = Some(hook_text(spec, folder, body));
        hook.filter_text = Some(format!("fn {}", spec.hook.name()));
        if self.takes_snippets {
            hook.insert_text_format = Some(InsertTextFormat::Snippet);
        }
        hook
    }

    fn in_text(&self, repaired: &Repaired) -> Vec<CompletionItem> {
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
            _ if list.is_none() => Vec::new(),
            _ => match (repaired.constant(), repaired.function().and_then(Hook::find)) {
                (Some("SET"), _) => self.analysis.kinds(),
                (Some("COMBOS"), _) => self.analysis.named(NameClass::Combo),
                (_, Some(hook)) if is_of_kind(HookSpec::of(hook).returns) => self.analysis.kinds(),
                _ => Vec::new(),
            },
        }
    }

    /// What an argument may be, or an item of it.
    fn argument(&self, call: &SyntaxNode, name: &str, place: usize) -> Vec<CompletionItem> {
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

    /// What a value is compared with.
    fn compared(&self, value: &SyntaxNode) -> Vec<CompletionItem> {
        match &value.what {
            NodeKind::Property(_, name) if name == "kind" => self.analysis.kinds(),
            NodeKind::Property(_, name) if name == "what" => {
                let mut items = self.analysis.kinds();
                items.extend(self.analysis.named(NameClass::Combo));
                let plays = ["explosion", "draw", "turn"];
                items.extend(plays.map(|play| item(play, CompletionItemKind::EnumMember, "", "")));
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
    pub fn kinds(&self) -> Vec<CompletionItem> {
        let titled = self.names.named(NameClass::Kind).into_iter().map(|id| {
            let (title, text) = self.wording(NameClass::Kind, id);
            item(id, CompletionItemKind::EnumMember, title, &text)
        });
        titled.collect()
    }

    /// The names of a class.
    pub fn named(&self, class: NameClass) -> Vec<CompletionItem> {
        let named = self.names.named(class).into_iter();
        named.map(|name| item(name, CompletionItemKind::Value, "", "")).collect()
    }
}

/// The texts that an option may be.
pub fn values(analysis: &Analysis, name: &str) -> Vec<CompletionItem> {
    let Some(option) = option(analysis, name) else { return Vec::new() };
    let texts = option.texts.iter();
    texts.map(|text| item(text, CompletionItemKind::EnumMember, &*option.about, "")).collect()
}

/// Returns the documentation of a name that is no verb.
pub fn topic_doc(name: &str) -> Option<String> {
    let topic = TOPICS.iter().find(|topic| topic.name == name)?;
    Some(format!("```rhai\n{}\n```\n{}", topic.signature(), topic.doc))
}
