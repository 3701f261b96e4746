//! What the library exports, as a list that is read before it is accepted.

use super::files;
use super::source::{Scope, Source, tokens};
use std::collections::{BTreeMap, BTreeSet};

/// The words that begin an item.
const KINDS: [&str; 8] = ["fn", "struct", "enum", "trait", "type", "const", "static", "mod"];

/// An item at the top of a file, or a method: `Type::method`.
struct Item {
    kind: String,
    name: String,
    is_public: bool,
    /// Whether it needs the feature `app`.
    is_app: bool,
}

/// The index after the bracket that closes the one at this index.
fn after_brackets(tokens: &[String], start: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// The index of the next of these signs.
fn next(tokens: &[String], start: usize, signs: &[&str]) -> usize {
    let found = tokens[start..].iter().position(|token| signs.contains(&token.as_str()));
    found.map_or(tokens.len(), |found| start + found)
}

/// Reads the items of a file or of an `impl` block.
fn items(tokens: &[String]) -> Vec<Item> {
    let (mut found, mut at) = (Vec::new(), 0);
    let (mut is_public, mut is_app, mut is_hidden) = (false, false, false);
    while at < tokens.len() {
        let token = tokens[at].as_str();
        if token == "#" {
            let end = after_brackets(tokens, next(tokens, at, &["["]));
            is_app |= tokens[at..end].iter().any(|token| token == "cfg");
            is_hidden |= tokens[at..end].iter().any(|token| token == "hidden");
            at = end;
        } else if token == "pub" {
            // `pub(crate)` and the like is not public.
            let is_open = tokens[at + 1] != "(";
            is_public = is_open && !is_hidden;
            at = if is_open { at + 1 } else { after_brackets(tokens, at + 1) };
        } else if token == "impl" {
            let open = next(tokens, at, &["{"]);
            let end = after_brackets(tokens, open);
            let head = &tokens[at..open];
            if !head.iter().any(|token| token == "for") {
                for method in items(&tokens[open + 1..end - 1]) {
                    let name = format!("{}::{}", type_name(head), method.name);
                    found.push(Item { name, is_app: is_app || method.is_app, ..method });
                }
            }
            at = end;
            (is_public, is_app, is_hidden) = (false, false, false);
        } else if KINDS.contains(&token) && tokens[at + 1] != "fn" {
            let (kind, name) = (token.to_owned(), tokens[at + 1].clone());
            found.push(Item { kind, name, is_public, is_app });
            let end = next(tokens, at, &["{", ";"]);
            at = if tokens[end] == "{" { after_brackets(tokens, end) } else { end + 1 };
            (is_public, is_app, is_hidden) = (false, false, false);
        } else if token == "use" || token == "macro_rules" {
            let end = next(tokens, at, &["{", ";"]);
            at = if tokens[end] == "{" { after_brackets(tokens, end) } else { end + 1 };
            (is_public, is_app, is_hidden) = (false, false, false);
        } else {
            at += 1;
        }
    }
    found
}

/// The type of the head of an `impl` block, after its own parameters.
fn type_name(head: &[String]) -> &str {
    let mut depth = 0;
    for token in &head[1..] {
        match token.as_str() {
            "<" => depth += 1,
            ">" => depth -= 1,
            _ if depth == 0 => return token,
            _ => {}
        }
    }
    ""
}

/// The public items of all files.
struct Exports {
    source: Source,
    texts: BTreeMap<String, String>,
    found: BTreeSet<String>,
}

impl Exports {
    fn public(&self, file: &str) -> Vec<Item> {
        let items = items(&tokens(&self.texts[file]));
        items.into_iter().filter(|item| item.is_public).collect()
    }

    fn note(&mut self, module: &[String], name: &str, item: &Item, is_app: bool) {
        let app = if is_app || item.is_app { " (app)" } else { "" };
        let path = [module, &[name.to_owned()]].concat().join("::");
        self.found.insert(format!("{path}: {}{app}", item.kind));
    }

    /// Adds what a public module exports.
    fn add(&mut self, module: &[String], is_app: bool) {
        self.add_as(module, module, is_app);
    }

    /// Adds what a module exports that is public under this name.
    fn add_as(&mut self, shown: &[String], module: &[String], is_app: bool) {
        let Some(file) = self.source.file(module).map(str::to_owned) else { return };
        for item in self.public(&file) {
            if item.kind == "mod" {
                let child = |of: &[String]| [of, std::slice::from_ref(&item.name)].concat();
                self.add_as(&child(shown), &child(module), is_app || item.is_app);
            } else {
                self.note(shown, &item.name.clone(), &item, is_app);
            }
        }
        let of_app = uses_with("#[cfg(feature = \"app\")]\n", &self.texts[&file]);
        let hidden = uses_with("#[doc(hidden)]\n", &self.texts[&file]);
        let imports = self.source.modules[&file].imports.iter();
        let exported = imports
            .filter(|import| import.scope == Scope::Public && !hidden.contains(&import.name));
        let exported = exported.map(|import| (import.name.clone(), import.path.clone()));
        for (name, path) in exported.collect::<Vec<_>>() {
            let inner = [module, &path].concat();
            if self.source.file(&inner).is_some() {
                let is_app = is_app || of_app.contains(&name);
                self.add_as(&[shown, std::slice::from_ref(&name)].concat(), &inner, is_app);
                continue;
            }
            let defined = self.source.definition_of(module, &path).map(str::to_owned);
            let Some(original) = path.last().filter(|_| defined.is_some()) else { continue };
            let is_app = is_app || of_app.contains(&name);
            let items = self.public(&defined.unwrap_or_default());
            if items.iter().all(|item| item.name != *original) {
                // A macro defines it.
                let kind = "macro".to_owned();
                let item = Item { kind, name: name.clone(), is_public: true, is_app };
                self.note(shown, &name, &item, is_app);
            }
            for item in items {
                let method = item.name.strip_prefix(original.as_str());
                if let Some(rest) = method.filter(|rest| rest.is_empty() || rest.starts_with("::"))
                {
                    self.note(shown, &format!("{name}{rest}"), &item, is_app);
                }
            }
        }
    }
}

/// The names that a file exports with this attribute.
fn uses_with(attribute: &str, text: &str) -> BTreeSet<String> {
    let attributed = format!("{attribute}pub use ");
    let uses = text.split(&attributed).skip(1);
    uses.filter_map(|rest| rest.split(';').next()).flat_map(tokens).collect()
}

/// The most public types and traits of the kernel: what whoever reads it has to learn.
const MAX_CONCEPTS: usize = 80;

#[test]
fn the_kernel_has_few_concepts() {
    let found = |(_, text): (_, String)| items(&tokens(&text));
    let found = files("src/engine/kernel", ".rs").into_iter().flat_map(found);
    let is_concept = |item: &Item| ["struct", "enum", "trait"].contains(&item.kind.as_str());
    let concepts = found.filter(|item| item.is_public && is_concept(item));
    let concepts: Vec<String> = concepts.map(|item| item.name).collect();
    assert!(concepts.len() <= MAX_CONCEPTS, "{}: {concepts:?}", concepts.len());
}

/// The most fields of what each hook runs on.
const MAX_FIELDS: [(&str, usize); 2] = [("EffectContext", 8), ("RunningHook", 12)];

#[test]
fn hooks_run_on_few_fields() {
    let texts: String =
        files("src/engine/kernel", ".rs").into_iter().map(|(_, text)| text).collect();
    for (name, most) in MAX_FIELDS {
        let begins = format!("struct {name} {{\n");
        let body = texts.split(&begins).nth(1).and_then(|rest| rest.split("\n}").next());
        let lines = body.expect("it is a struct of the kernel").lines().map(str::trim);
        let n_fields = lines.filter(|line| line.ends_with(',')).count();
        assert!(n_fields <= most, "{name} has {n_fields} fields, more than {most}");
    }
}

#[test]
fn the_public_interface_changes_only_on_purpose() {
    let texts = files("src", ".rs").into_iter();
    let texts = texts.map(|(path, text)| (path.to_string_lossy().into_owned(), text)).collect();
    let mut exports = Exports { source: Source::read(), texts, found: BTreeSet::new() };
    exports.add(&[], false);
    let lines: Vec<String> = exports.found.into_iter().collect();
    insta::with_settings!({ snapshot_path => "../snapshots" }, {
        insta::assert_snapshot!("public_api", lines.join("\n"));
    });
}
