//! Traits that tell a card from others of its kind, as they are written:
//! `charge(charges=3,by=cat)`. The module `notation` reads it.

use super::counters::CounterValue;
use super::names::Names;
use crate::kernel::layout::CardTraits;
use std::fmt::Write as _;

/// The name of the trait that says who played a card.
pub const BY: &str = "by";

/// Writes a value as one word without the marks of a list: as in [`CounterValue`], with all other
/// characters of a text escaped.
fn word(value: &CounterValue) -> String {
    let text = value.to_string();
    if !text.starts_with('"') {
        return text;
    }
    let mut word = String::from("\"");
    let CounterValue::Name(name) = value else { return text };
    for c in name.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(word, "\\u{unit:04x}");
        }
    }
    word + "\""
}

impl Names {
    /// Writes traits in parentheses; an empty text without traits.
    pub fn traits(&self, traits: &CardTraits) -> String {
        let counters = traits.counters.iter().filter_map(|(slot, number, text)| {
            let rule = self.rules.card_counters.get(usize::from(*slot))?;
            let value = self.counter_value(&rule.holds.value(*number, || text.as_ref()));
            Some(format!("{}={}", rule.id, word(&value)))
        });
        let by = traits.by.map(|player| {
            let player = player.map_or_else(|| "-".into(), |seat| self.seat_name(seat));
            format!("{BY}={player}")
        });
        let all: Vec<String> = counters.chain(by).collect();
        if all.is_empty() { String::new() } else { format!("({})", all.join(",")) }
    }
}
