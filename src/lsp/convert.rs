//! Completions, signatures, symbols and places in the client's terms.

use super::text::Encoding;
use super::types::Range;
use super::uri;
use crate::base::error::SourceText;
use crate::lint::Mention;
use crate::texts::explain::Signatures;
use crate::texts::navigate::{FileSymbol, SymbolSort};
use crate::texts::project::{Analysis, Project};
use crate::texts::suggestion::{Suggestion, SuggestionSort};
use serde_json::{Value as Json, json};

/// Converts a suggestion that replaces this range.
pub fn completion((at, suggestion): (usize, Suggestion), range: Range) -> Json {
    let Suggestion { label, sort, detail, doc, inserted, filter, is_snippet } = suggestion;
    // Editors sort by this text.
    let mut item = json!({ "label": label, "kind": kind(sort), "sortText": format!("{at:03}") });
    if !detail.is_empty() {
        item["detail"] = detail.into();
    }
    if !doc.is_empty() {
        item["documentation"] = json!({ "kind": "markdown", "value": doc });
    }
    if let Some(filter) = filter {
        item["filterText"] = filter.into();
    }
    if is_snippet {
        item["insertTextFormat"] = 2.into();
    }
    item["textEdit"] = json!({ "range": range, "newText": inserted.unwrap_or(label) });
    item
}

/// The number of a kind of completion.
const fn kind(sort: SuggestionSort) -> u8 {
    match sort {
        SuggestionSort::Method => 2,
        SuggestionSort::Function => 3,
        SuggestionSort::Field => 5,
        SuggestionSort::Variable => 6,
        SuggestionSort::Module => 9,
        SuggestionSort::Property => 10,
        SuggestionSort::Value => 12,
        SuggestionSort::Keyword => 14,
        SuggestionSort::File => 17,
        SuggestionSort::EnumMember => 20,
        SuggestionSort::Constant => 21,
    }
}

/// Converts the signatures of a call.
pub fn signatures(signatures: &Signatures) -> Json {
    let shown = signatures.found.iter().map(|signature| {
        let params: Vec<Json> =
            signature.params.iter().map(|label| json!({ "label": label })).collect();
        let (label, doc) = (&signature.label, signature.doc);
        json!({ "label": label, "documentation": doc, "parameters": params })
    });
    json!({
        "signatures": shown.collect::<Vec<_>>(),
        "activeSignature": signatures.active,
        "activeParameter": signatures.argument,
    })
}

/// Converts a symbol of a text.
pub fn symbol(symbol: &FileSymbol, text: &SourceText, encoding: Encoding) -> Json {
    let kind = symbol_kind(symbol.sort);
    let children = symbol.children.iter().map(|child| self::symbol(child, text, encoding));
    let children: Vec<Json> = children.collect();
    let (range, head) = (encoding.range(text, &symbol.whole), encoding.range(text, &symbol.head));
    let name = &symbol.name;
    json!({
        "name": name, "kind": kind, "range": range, "selectionRange": head, "children": children,
    })
}

/// The number of a kind of symbol.
pub const fn symbol_kind(sort: SymbolSort) -> u8 {
    match sort {
        SymbolSort::Script => 1,
        SymbolSort::Variant => 2,
        SymbolSort::Kind => 5,
        SymbolSort::Session => 6,
        SymbolSort::Entry => 7,
        SymbolSort::Combo => 11,
        SymbolSort::Function => 12,
        SymbolSort::Option => 13,
        SymbolSort::Constant => 14,
        SymbolSort::Hook => 24,
    }
}

/// Returns the place of a mention.
pub fn location(
    project: &Project,
    analysis: &Analysis,
    mention: &Mention,
    encoding: Encoding,
) -> Option<Json> {
    let path = project.path_of(&mention.file, &analysis.library)?;
    let range = encoding.range(&analysis.text(&mention.file)?, &mention.bytes);
    Some(json!({ "uri": uri::of_path(&path), "range": range }))
}
