//! Formats decisions: the question, the hand, the numbered options.

use super::line::Line;
use crate::message::{
    DecisionInfo, HandInfo, KindName, OptionData, OptionInfo, PromptInfo, QuestionInfo,
    are_numbers, number_range, random_cards, whose,
};
use unicode_width::UnicodeWidthStr;

/// The maximum width of a line of options.
const WIDTH: usize = 96;

/// Formats a decision as lines.
pub fn decision(decision: &DecisionInfo) -> Vec<Line> {
    let question = question(decision);
    let hand = decision.hands.first();
    let Some(options) = decision.options.get() else {
        let hand = hand.map_or_else(String::new, |hand| {
            format!(" {} hand: {}", whose(&hand.owner), cards(hand))
        });
        return vec![format!("{question}{hand}").into()];
    };
    let hand = hand.map_or_else(String::new, |hand| format!(" Hand: {}", cards(hand)));
    let mut lines = vec![format!("{question}{hand}").into()];
    lines.extend(numbered(options));
    lines
}

/// The question as a sentence, as far as it is visible.
pub fn question(decision: &DecisionInfo) -> String {
    match decision.prompt.get() {
        Some(prompt) => sentence(&decision.seat, prompt),
        None => format!("It is {} who must answer.", decision.seat),
    }
}

/// A saved question as a sentence.
pub fn asked(question: &QuestionInfo) -> String {
    sentence(&question.seat, &question.prompt)
}

fn sentence(name: &str, prompt: &PromptInfo) -> String {
    match prompt {
        PromptInfo::Turn { owed: 1 } => format!("{} turn.", whose(name)),
        PromptInfo::Turn { owed } => format!("{} turn, the first of {owed}.", whose(name)),
        PromptInfo::Cards { combo } => format!("{name}: Which cards for {}?", combo.title),
        PromptInfo::Text { text } => format!("{name}: {text}"),
        PromptInfo::Respond { to: Some(to) } if *to.by == *name => {
            let own = to.to_string().replacen(&whose(name), "the", 1);
            format!("{name} may answer {own}.")
        }
        PromptInfo::Respond { to: Some(to) } => format!("{name} may answer {to}."),
        PromptInfo::Respond { to: None } => format!("{name} may answer."),
    }
}

/// The numbered options, several per line.
fn numbered(options: &[OptionInfo]) -> Vec<Line> {
    if let Some(range) = number_range(options) {
        return vec![format!("  {range}").into()];
    }
    let is_number = are_numbers(options.iter().filter_map(|option| match option.data {
        OptionData::Number { .. } | OptionData::Text { .. } => Some(option.text.as_str()),
        _ => None,
    }));
    let mut lines = Vec::new();
    let mut items: Vec<String> = Vec::new();
    for (i, option) in options.iter().enumerate() {
        let text = &option.text;
        items.push(if is_number { text.clone() } else { format!("{} {text}", i + 1) });
        let line = Line::of_items("  ", &items);
        if line.text.width() > WIDTH && items.len() > 1 {
            let next = items.split_off(items.len() - 1);
            lines.push(Line::of_items("  ", &items));
            items = next;
        }
    }
    lines.push(Line::of_items("  ", &items));
    if let Some([first, last]) = random_cards(options) {
        lines.push(format!("  ({} to {}: any of these is random)", first.text, last.text).into());
    }
    lines
}

fn cards(hand: &HandInfo) -> String {
    let cards = hand.cards.get().into_iter().flatten();
    join(cards.map(|card| card.get().map_or("?", |kind| &*kind.word)))
}

/// Joins cards as words, `-` for none.
pub fn words<'c>(cards: impl IntoIterator<Item = &'c KindName>) -> String {
    join(cards.into_iter().map(|card| &*card.word))
}

fn join<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let words: Vec<&str> = words.collect();
    if words.is_empty() { "-".into() } else { words.join(" ") }
}
