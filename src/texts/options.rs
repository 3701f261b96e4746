//! The options of a project.

use super::project::Analysis;
use crate::script::options::{BUILT_IN_OPTIONS, declared_options};
use crate::variant::json::Document;
use serde_json::{Value as Json, json};

/// An option that the program, a script or a variant declares.
pub struct ProjectOption {
    pub name: String,
    pub about: String,
    /// The texts that it may be; none if it is true or false, or a number.
    pub texts: Vec<String>,
}

/// Returns the options of all variants, each once.
pub fn options(analysis: &Analysis) -> Vec<ProjectOption> {
    let mut found: Vec<ProjectOption> = Vec::new();
    let mut add = |name: &str, entry: &Json| {
        let is_new = found.iter().all(|known| known.name != name);
        let Some(about) = entry["about"].as_str().filter(|_| is_new) else { return };
        let texts = entry["values"].as_array().into_iter().flatten().filter_map(Json::as_str);
        let texts = texts.map(str::to_owned).collect();
        found.push(ProjectOption { name: name.to_owned(), about: about.to_owned(), texts });
    };
    for option in &BUILT_IN_OPTIONS {
        add(option.name, &json!({ "about": option.about, "values": option.values }));
    }
    for source in analysis.sources.iter() {
        for option in declared_options(&source.script).unwrap_or_default() {
            add(&option.name, &option.entry);
        }
    }
    let library = &analysis.library;
    for file in library.variant_ids().chain(library.abstract_ids()) {
        let Some(file) = library.variant(file).filter(|it| it.text.contains("\"options\"")) else {
            continue;
        };
        let Ok(document) = Document::parse(&file.name, &file.text) else { continue };
        let declared = document.get("options").and_then(Json::as_object).into_iter().flatten();
        declared.for_each(|(name, entry)| add(name, entry));
    }
    found
}

/// Returns an option by name.
pub fn option(analysis: &Analysis, name: &str) -> Option<ProjectOption> {
    options(analysis).into_iter().find(|option| option.name == name)
}
