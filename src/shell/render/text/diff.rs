//! Formats the differences between two positions, one per line.

use super::position;
use crate::debugger::reply::{BeforeAfter, CardsChange, Change, DiffReply, announced_values};
use crate::message::{
    CounterValue, PlacedCard, SeatName, StackedInfo, UNKNOWN, counter_name, whose,
};
use std::fmt::Display;

/// Formats the differences as lines.
pub fn lines(diff: &DiffReply) -> Vec<String> {
    if diff.changes.is_empty() {
        return vec!["there is no difference".into()];
    }
    diff.changes.iter().map(change).collect()
}

fn change(change: &Change) -> String {
    match change {
        Change::Turn(seat) => line("turn", seat, Clone::clone),
        Change::Owed { player, turns } => line(format!("{player} owes"), turns, u32::clone),
        Change::Reversed(reversed) => {
            line("direction", reversed, |reversed| if *reversed { "reversed" } else { "forward" })
        }
        Change::Alive { player, alive } => {
            line(format!("{player} in the game"), alive, bool::clone)
        }
        Change::Winners(winners) => line("winner", winners, |seats| names(seats)),
        Change::Losers(losers) => line("loser", losers, |seats| names(seats)),
        Change::Score { player, score } => {
            line(format!("{} score", whose(player)), score, |score| {
                score.map_or_else(|| "-".to_owned(), |score| score.to_string())
            })
        }
        Change::Stack(stack) => {
            let is_plain = actions(&stack.before, false) != actions(&stack.after, false);
            line("stack", stack, |stack| actions(stack, !is_plain))
        }
        Change::Counter { owner, name, value } => {
            line(counter_name(owner.as_ref(), name), value, CounterValue::shown)
        }
        Change::CardCounter { card, name, value } => match value.get() {
            Some(value) => line(format!("{name} of {}", card.title), value, ToString::to_string),
            None => format!("{name} of a card"),
        },
        Change::Cards(change) => cards(change),
    }
}

fn names(seats: &[SeatName]) -> String {
    let names: Vec<&str> = seats.iter().map(AsRef::as_ref).collect();
    if names.is_empty() { "-".into() } else { crate::base::error::and(&names) }
}

fn line<T, S: Display>(
    name: impl Display,
    value: &BeforeAfter<T>,
    shown: impl Fn(&T) -> S,
) -> String {
    format!("{name}: {} → {}", shown(&value.before), shown(&value.after))
}

/// The actions on a stack; with details, the values that were announced with each, and whether it
/// was stopped.
pub(super) fn actions(stack: &[StackedInfo], has_details: bool) -> String {
    let shown = |StackedInfo { action, announced, cancelled }: &StackedInfo| {
        let end = if *cancelled { " (stopped)" } else { "" };
        match has_details {
            true => format!("{action}{}{end}", announced_values(announced)),
            false => action.to_string(),
        }
    };
    let actions: Vec<String> = stack.iter().map(shown).collect();
    if actions.is_empty() { "-".into() } else { actions.join(", ") }
}

fn cards(change: &CardsChange) -> String {
    let name = position::zone(&change.zone);
    let (gone, added) = (change.gone(), change.added());
    if gone.is_empty() && added.is_empty() {
        return format!("{name}: the same cards in another order");
    }
    let signed = |sign: char, cards: Vec<Option<&PlacedCard>>| {
        let id = |card: Option<&PlacedCard>| card.map_or(UNKNOWN.to_owned(), PlacedCard::id);
        cards.into_iter().map(|card| format!("{sign}{}", id(card))).collect::<Vec<_>>()
    };
    let cards = [signed('-', gone), signed('+', added)].concat().join(" ");
    format!("{name}: {cards} ({} → {})", change.before.len(), change.after.len())
}
