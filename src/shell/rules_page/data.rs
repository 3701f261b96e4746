//! The data of a page of rules.

use serde::Serialize;

/// The heading of examples.
pub(super) const EXAMPLES: &str = "Examples";

/// The rules of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesPage {
    /// The id of the variant.
    pub id: String,
    pub name: String,
    /// Its description; may be empty.
    pub about: String,
    /// Its source; may be empty.
    pub source: String,
    /// The language of titles and texts of cards; the rest is English.
    pub language: String,
    /// The least and the greatest number of players.
    pub players: [usize; 2],
    pub sections: Vec<RulesSection>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesSection {
    pub topic: RulesTopic,
    /// Its heading.
    pub title: String,
    pub entries: Vec<RulesEntry>,
}

/// The subject of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RulesTopic {
    /// How to win.
    Goal,
    Setup,
    Turn,
    /// The actions that can be answered, and by which cards.
    Answers,
    Cards,
    Combos,
    /// The options of the variant and their values.
    Options,
    /// The assumptions that are not in the rulebook.
    Assumed,
    Examples,
}

/// A paragraph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RulesEntry {
    /// The id of the card, combo or option that it is about, if it is about one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The words before it: the title of a card or combo, or of an example; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    pub text: String,
    /// The lines of an example, below the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
}

impl RulesEntry {
    /// A paragraph about nothing else.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl RulesPage {
    /// Replaces the examples.
    pub fn show_examples(&mut self, entries: Vec<RulesEntry>) {
        self.sections.retain(|section| section.topic != RulesTopic::Examples);
        let (topic, title) = (RulesTopic::Examples, EXAMPLES.to_owned());
        self.sections.push(RulesSection { topic, title, entries });
    }

    /// The paragraphs on a subject; none if there is nothing to say.
    pub fn section(&self, topic: RulesTopic) -> &[RulesEntry] {
        let section = self.sections.iter().find(|section| section.topic == topic);
        section.map_or(&[], |section| &section.entries)
    }
}
