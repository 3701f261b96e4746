//! Completions, signatures, symbols and places in the client's terms.

use super::text::Encoding;
use super::uri;
use crate::error::SourceText;
use crate::lint::Mention;
use crate::texts::explain::Signatures;
use crate::texts::navigate::{FileSymbol, SymbolSort};
use crate::texts::project::{Analysis, Project};
use crate::texts::suggestion::{Suggestion, SuggestionSort};
use gen_lsp_types as lsp;
use lsp::CompletionItemKind as Kind;
use serde_json::{Value as Json, json};

/// Converts a suggestion that replaces this range.
pub fn completion(suggestion: Suggestion, range: lsp::Range) -> lsp::CompletionItem {
    let Suggestion { label, sort, detail, doc, inserted, filter, is_snippet } = suggestion;
    let edit = lsp::TextEdit { range, new_text: inserted.unwrap_or_else(|| label.clone()) };
    let markup = lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value: doc };
    let has_doc = !markup.value.is_empty();
    lsp::CompletionItem {
        label,
        kind: Some(kind(sort)),
        detail: Some(detail).filter(|detail| !detail.is_empty()),
        documentation: has_doc.then_some(lsp::Documentation::MarkupContent(markup)),
        filter_text: filter,
        insert_text_format: is_snippet.then_some(lsp::InsertTextFormat::Snippet),
        text_edit: Some(lsp::CompletionItemTextEdit::TextEdit(edit)),
        ..lsp::CompletionItem::default()
    }
}

const fn kind(sort: SuggestionSort) -> Kind {
    match sort {
        SuggestionSort::Function => Kind::Function,
        SuggestionSort::Method => Kind::Method,
        SuggestionSort::Property => Kind::Property,
        SuggestionSort::Field => Kind::Field,
        SuggestionSort::Variable => Kind::Variable,
        SuggestionSort::Constant => Kind::Constant,
        SuggestionSort::Keyword => Kind::Keyword,
        SuggestionSort::EnumMember => Kind::EnumMember,
        SuggestionSort::Value => Kind::Value,
        SuggestionSort::File => Kind::File,
        SuggestionSort::Module => Kind::Module,
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
    let kind = match symbol.sort {
        SymbolSort::Hook => lsp::SymbolKind::Event,
        SymbolSort::Function => lsp::SymbolKind::Function,
        SymbolSort::Constant => lsp::SymbolKind::Constant,
        SymbolSort::Entry => lsp::SymbolKind::Property,
    };
    let (range, head) = (encoding.range(text, &symbol.whole), encoding.range(text, &symbol.head));
    json!({ "name": symbol.name, "kind": kind, "range": range, "selectionRange": head })
}

/// Returns the place of a mention.
pub fn location(
    project: &Project,
    analysis: &Analysis,
    mention: &Mention,
    encoding: Encoding,
) -> Option<lsp::Location> {
    let path = project.path_of(&mention.file, &analysis.library)?;
    let range = encoding.range(&analysis.text(&mention.file)?, &mention.bytes);
    Some(lsp::Location { uri: uri::of_path(&path).into(), range })
}
