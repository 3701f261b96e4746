//! The source files of the crate as modules: their imports and the paths in their code.

use super::files;
use std::collections::{BTreeMap, BTreeSet};

/// A name that a module imports.
pub struct Import {
    /// The name in the importing module; `*` for all names.
    pub name: String,
    /// The path as written.
    pub path: Vec<String>,
    pub scope: Scope,
}

/// Who may use an imported name from the importing module.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The module and those in it.
    Module,
    /// Other modules: `pub(crate)` and the like.
    Crate,
    /// Other crates: `pub`.
    Public,
}

/// A source file.
pub struct Module {
    pub imports: Vec<Import>,
    /// The paths in its code outside `use`, of one or more segments.
    pub paths: BTreeSet<Vec<String>>,
}

/// All files of `src`, by file name and by module path.
pub struct Source {
    pub modules: BTreeMap<String, Module>,
    files: BTreeMap<Vec<String>, String>,
}

/// The most steps from an import to the definition: a circle of imports is not followed.
const MAX_STEPS: usize = 20;

impl Source {
    pub fn read() -> Self {
        let mut source = Self { modules: BTreeMap::new(), files: BTreeMap::new() };
        for (path, text) in files("src", ".rs") {
            let file = path.to_string_lossy().into_owned();
            if file.ends_with("build.rs") || file == "src/main.rs" {
                continue;
            }
            source.files.insert(module_path(&file), file.clone());
            source.modules.insert(file, Module::read(&tokens(&text)));
        }
        source
    }

    /// The file of a module.
    pub fn file(&self, module: &[String]) -> Option<&str> {
        self.files.get(module).map(String::as_str)
    }

    /// The file that defines the item of a path.
    pub fn definition_of(&self, module: &[String], path: &[String]) -> Option<&str> {
        self.definition(module, path, 0)
    }

    /// The files that define what a file uses, each with one of the paths.
    pub fn uses(&self, file: &str) -> BTreeMap<&str, String> {
        let (here, module) = (module_path(file), &self.modules[file]);
        let idents: BTreeSet<_> = module.paths.iter().map(|path| path[0].as_str()).collect();
        let imports = module.imports.iter().filter(|import| {
            // A name that is only passed on is not used here.
            import.scope == Scope::Module || idents.contains(import.name.as_str())
        });
        let paths = imports.map(|import| &import.path).chain(&module.paths);
        let mut found = BTreeMap::new();
        for path in paths {
            if let Some(used) = self.definition(&here, path, 0).filter(|used| *used != file) {
                found.entry(used).or_insert_with(|| path.join("::"));
            }
        }
        found
    }

    /// The file that defines the item of a path; `None` for a module and for another crate.
    fn definition(&self, here: &[String], path: &[String], steps: usize) -> Option<&str> {
        let mut module = here.to_vec();
        let mut rest = path;
        let mut is_local = true;
        while let Some(first) = rest.first() {
            match first.as_str() {
                "crate" => {
                    let is_inner = |at: &String| PACKAGES.iter().any(|(_, name)| at == name);
                    module.truncate(usize::from(module.first().is_some_and(is_inner)));
                }
                "self" => {}
                "super" => drop(module.pop()?),
                _ => break,
            }
            (rest, is_local) = (&rest[1..], false);
        }
        loop {
            let (name, after) = rest.split_first()?;
            let child = [module.as_slice(), std::slice::from_ref(name)].concat();
            let file = self.files.get(&module)?;
            let imports = &self.modules[file].imports;
            let import = imports.iter().find(|import| import.name == *name);
            // An imported function may have the name of a module.
            let is_module = import.is_none() || !after.is_empty();
            if is_module && self.files.contains_key(&child) {
                (module, rest, is_local) = (child, after, false);
                continue;
            }
            return match import {
                Some(_) if steps == MAX_STEPS => None,
                Some(import) => {
                    let whole = [import.path.as_slice(), after].concat();
                    self.definition(&module, &whole, steps + 1)
                }
                // A local name or a name of another crate.
                None if is_local => None,
                None => Some(file),
            };
        }
    }
}

/// The folders of `src` that are packages of their own, and their crates as paths name them.
pub const PACKAGES: [(&str, &str); 3] =
    [("engine", "litterbox_engine"), ("editions", "litterbox_editions"), ("lab", "litterbox_lab")];

/// `src/shell/line.rs` is the module `shell::line`, `src/engine/kernel/mod.rs` the module
/// `litterbox_engine::kernel`.
fn module_path(file: &str) -> Vec<String> {
    let path = file.trim_start_matches("src/").trim_end_matches(".rs");
    let (folder, within) = path.split_once('/').unwrap_or(("", path));
    let package = PACKAGES.iter().find(|(name, _)| *name == folder);
    let path = if package.is_some() { within } else { path };
    let segments = path.split('/').filter(|part| !["mod", "lib"].contains(part));
    package.iter().map(|(_, name)| *name).chain(segments).map(str::to_owned).collect()
}

impl Module {
    fn read(tokens: &[String]) -> Self {
        let mut module = Self { imports: Vec::new(), paths: BTreeSet::new() };
        let mut at = 0;
        while at < tokens.len() {
            let before = at.checked_sub(1).map_or(";", |before| tokens[before].as_str());
            let is_statement = [";", "}", "{", "]", "pub", ")"].contains(&before);
            if tokens[at] == "use" && is_statement {
                let scope = match before {
                    "pub" => Scope::Public,
                    ")" => Scope::Crate,
                    _ => Scope::Module,
                };
                at = module.read_use(tokens, at + 1, &[], scope);
            } else if tokens[at] == "mod" {
                // The name of a submodule is not a use of it.
                at += 2;
            } else if is_ident(&tokens[at]) {
                let mut path = vec![tokens[at].clone()];
                while tokens.get(at + 1).is_some_and(|token| token == "::")
                    && tokens.get(at + 2).is_some_and(|token| is_ident(token))
                {
                    path.push(tokens[at + 2].clone());
                    at += 2;
                }
                at += 1;
                module.paths.insert(path);
            } else {
                // The name after a dot is a field or method.
                at += if tokens[at] == "." { 2 } else { 1 };
            }
        }
        module
    }

    /// Reads a tree of imports, and returns the place after it.
    fn read_use(
        &mut self,
        tokens: &[String],
        start: usize,
        base: &[String],
        scope: Scope,
    ) -> usize {
        let (mut at, mut path) = (start, base.to_vec());
        loop {
            match tokens[at].as_str() {
                "::" => at += 1,
                "{" => {
                    at += 1;
                    while tokens[at] != "}" {
                        at = self.read_use(tokens, at, &path, scope);
                        at += usize::from(tokens[at] == ",");
                    }
                    return at + 1;
                }
                "*" => {
                    self.imports.push(Import { name: "*".to_owned(), path, scope });
                    return at + 1;
                }
                _ => {
                    path.push(tokens[at].clone());
                    at += 1;
                    if tokens[at] == "::" {
                        continue;
                    }
                    let is_self = path.len() > 1 && path.last().is_some_and(|last| last == "self");
                    if is_self {
                        path.pop();
                    }
                    let mut name = path.last().expect("a segment").clone();
                    if tokens[at] == "as" {
                        name.clone_from(&tokens[at + 1]);
                        at += 2;
                    }
                    self.imports.push(Import { name, path, scope });
                    return at;
                }
            }
        }
    }
}

fn is_ident(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The identifiers and signs of a source text, without comments and literals.
pub fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(length) = literal(rest) {
            length
        } else if first.is_alphanumeric() || first == '_' {
            let length =
                rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            found.push(rest[..length].to_owned());
            length
        } else if rest.starts_with("::") {
            found.push("::".to_owned());
            2
        } else {
            if !first.is_whitespace() {
                found.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    found
}

/// The length of the text or character that begins here.
fn literal(rest: &str) -> Option<usize> {
    let raw = rest.strip_prefix('b').unwrap_or(rest);
    if let Some(raw) = raw.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let begin = rest.len() - raw.len() + hashes + 1;
            return Some(begin + rest[begin..].find(&end)? + end.len());
        }
    }
    let quote = raw.chars().next().filter(|c| ['"', '\''].contains(c))?;
    let begin = rest.len() - raw.len() + 1;
    // A lifetime has no closing quote.
    let mut chars = rest[begin..].char_indices();
    let (_, first) = chars.next()?;
    let is_lifetime = quote == '\'' && first != '\\' && chars.next().is_none_or(|(_, c)| c != '\'');
    if is_lifetime {
        return None;
    }
    let mut is_escaped = false;
    for (i, c) in rest[begin..].char_indices() {
        if c == quote && !is_escaped {
            return Some(begin + i + 1);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

/// Whether a multi-line string starts here and does not end.
pub fn opens_text(line: &str) -> bool {
    line.rsplit_once("r#\"").is_some_and(|(_, rest)| !rest.contains("\"#"))
}

/// Whether a function, without its last line, is a single `match` at this indentation.
pub fn is_single_match(function: &[&str], indent: usize) -> bool {
    let body: Vec<_> = function.iter().skip_while(|line| !line.ends_with('{')).skip(1).collect();
    let is_outer = |line: &&&&str| line.len() - line.trim_start().len() == indent;
    let outer: Vec<_> = body.iter().filter(is_outer).map(|line| line.trim()).collect();
    matches!(outer[..], [first, "}"] if first.starts_with("match "))
}
