//! Computes the deck for each number of players.

use super::file::{Count, Deal, Variant};
use super::json::{Document, SET};
use crate::base::error::{Error, Refusal, plural};
use crate::script::expression::Expressions;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The maximum number of cards of a kind.
pub const MAX_COUNT: i64 = 1_000;
/// The maximum number of cards dealt to each player.
const MAX_DEAL: i64 = 100;
/// The maximum number of cards in total: a script can hold them all in one list.
const MAX_CARDS: i64 = crate::kernel::card::MAX_CARDS as i64;

/// The number of cards of each kind, in the order of the deck, by number of players.
pub type CountsByPlayers = BTreeMap<usize, Vec<u16>>;

/// A deck that is too small for some numbers of players because of settings of the command line.
#[derive(Clone, Debug)]
pub struct TooSmall {
    /// These numbers: the largest ones that the variant allows.
    pub players: RangeInclusive<usize>,
    /// The error if this many are to play.
    pub error: Box<Error>,
}

/// Computes the deck for each number of players and reports errors, those of `box` in `findings`.
/// A deck that is too small for some players because of settings of the command line is no error
/// as long as fewer can play.
pub fn count(
    variant: &Variant,
    document: &Document,
    players: RangeInclusive<usize>,
    errors: &mut Vec<Error>,
    findings: &mut Vec<Error>,
) -> (CountsByPlayers, Option<TooSmall>) {
    let expressions = Expressions::default();
    let mut counter = Counter { variant, document, players, expressions, errors };
    let in_play = counter.subsets();
    counter.names(&in_play);
    let columns: Vec<Vec<i64>> =
        variant.deck.iter().map(|(kind, count)| counter.kind(kind, count, &in_play)).collect();
    if counter.can_sum() {
        findings.extend(counter.check_box(&columns));
    }
    let deal = counter.deal();
    let too_small = if counter.can_sum() { counter.check_deal(&columns, &deal) } else { None };
    let each = counter.players.clone().enumerate();
    let counts =
        |i: usize| columns.iter().map(|column| column[i].try_into().unwrap_or(0)).collect();
    (each.map(|(i, n)| (n, counts(i))).collect(), too_small)
}

/// Evaluates which subsets are in play, by number of players.
type InPlay<'a> = BTreeMap<&'a str, Vec<bool>>;

struct Counter<'a> {
    variant: &'a Variant,
    document: &'a Document,
    players: RangeInclusive<usize>,
    expressions: Expressions,
    errors: &'a mut Vec<Error>,
}

impl<'a> Counter<'a> {
    fn subsets(&mut self) -> InPlay<'a> {
        let mut in_play = InPlay::new();
        for (name, condition) in &self.variant.subsets {
            let path = format!("subsets/{name}");
            let holds = |n| self.expressions.holds(condition, n);
            let holds: Vec<_> = self.players.clone().map(holds).collect();
            in_play.insert(name, self.sound(&path, holds));
        }
        in_play
    }

    /// Checks that the subsets named by counts exist.
    fn names(&mut self, in_play: &InPlay<'_>) {
        for (kind, count) in &self.variant.deck {
            let Count::Subsets(parts) = count else { continue };
            for part in parts.keys().filter(|part| !in_play.contains_key(part.as_str())) {
                let span = self.document.key_span(&format!("deck/{kind}/{part}"));
                let error = Error::new("V0111", format!("there is no subset `{part}`")).at(span);
                let add = "add it to `subsets` with a condition in `players`";
                self.errors.push(error.meant_or(part, in_play.keys().copied(), add));
            }
        }
    }

    /// Computes the number of cards of a kind, by number of players.
    fn kind(&mut self, kind: &str, count: &Count, in_play: &InPlay<'_>) -> Vec<i64> {
        let path = format!("deck/{kind}");
        let each = self.players.clone();
        let counts: Vec<i64> = match count {
            Count::Number(number) => each.map(|_| *number).collect(),
            Count::Expression(text) => {
                let counted: Vec<_> = each.map(|n| self.expressions.count(text, n)).collect();
                self.sound(&path, counted)
            }
            Count::Subsets(parts) => {
                let holds = |part: &str, i| in_play.get(part).is_some_and(|holds| holds[i]);
                let in_play = |i| parts.iter().filter(move |(part, _)| holds(part, i));
                let sum = |i| sum(in_play(i).map(|(_, n)| *n));
                each.enumerate().map(|(i, _)| sum(i)).collect()
            }
        };
        let wrong = |count: &i64| !(0..=MAX_COUNT).contains(count);
        if let Some(count) = counts.iter().copied().find(wrong) {
            let n_players = self.players.clone().zip(&counts).filter(|(_, n)| wrong(n));
            let n_players = for_players(&n_players.map(|(n, _)| n).collect::<Vec<_>>());
            let message = format!("`{kind}` has {} {n_players}", plural(count, "card"));
            let error = Error::new("V0115", message).at(self.document.span(&path));
            self.errors.push(error.hint(format!("a count must be 0 to {MAX_COUNT}")));
        }
        counts
    }

    /// Evaluates an expression; reports an error if it fails for some numbers of players.
    fn sound<T: Default>(&mut self, path: &str, values: Vec<Result<T, Refusal>>) -> Vec<T> {
        let fail = self.players.clone().zip(&values);
        let fail = fail.filter_map(|(n, value)| Some((n, value.as_ref().err()?.clone())));
        self.errors.extend(failure(fail.collect(), values.len(), path, self.document));
        values.into_iter().map(Result::unwrap_or_default).collect()
    }

    /// Returns whether sums can be checked: their inputs are present and valid.
    fn can_sum(&self) -> bool {
        let said = ["players", "deal", "deck"].iter().all(|key| self.document.get(key).is_some());
        let spoils = |code| {
            matches!(code, "V0102" | "V0110" | "V0111" | "V0114" | "V0115" | "V0118" | "V0125")
        };
        said && !self.errors.iter().any(|error| spoils(error.code))
    }

    /// Checks the size of the deck; returns the error if it is not that of the box.
    fn check_box(&mut self, columns: &[Vec<i64>]) -> Option<Error> {
        let count_of = |(count, column): (&Count, &Vec<i64>)| match count {
            Count::Number(number) => *number,
            Count::Expression(_) => column.iter().copied().max().unwrap_or(0),
            Count::Subsets(parts) => sum(parts.values().copied()),
        };
        let sum = sum(self.variant.deck.values().zip(columns).map(count_of));
        if sum > MAX_CARDS {
            let error = Error::new("V0115", format!("the deck has {sum} cards"));
            let error = error.at(self.document.key_span("deck"));
            self.errors.push(error.hint(format!("a deck can have at most {MAX_CARDS} cards")));
        }
        let size = self.variant.box_size.filter(|size| *size != sum)?;
        let error = Error::new("V0116", format!("`box` is {size}, but the deck has {sum} cards"));
        let hint = "correct a count in `deck` or the value of `box`, or remove `box`";
        Some(error.at(self.document.span("box")).hint(hint))
    }

    /// Computes the number of cards dealt to each player, by number of players.
    fn deal(&mut self) -> Vec<i64> {
        let each = self.players.clone();
        let deal: Vec<i64> = match &self.variant.deal {
            None => each.map(|_| 0).collect(),
            Some(Deal::Number(number)) => each.map(|_| *number).collect(),
            Some(Deal::Expression(text)) => {
                let counted: Vec<_> = each.map(|n| self.expressions.count(text, n)).collect();
                self.sound("deal", counted)
            }
        };
        let wrong = |deal: &i64| !(0..=MAX_DEAL).contains(deal);
        if let Some(wrong) = deal.iter().copied().find(wrong) {
            let message = format!("`deal` must be 0 to {MAX_DEAL}, not {wrong}");
            let error = Error::new("V0115", message).at(self.document.span("deal"));
            self.errors.push(error.hint(format!("write a number between 0 and {MAX_DEAL}")));
        }
        deal
    }

    /// Checks that each player can be dealt `deal` cards.
    fn check_deal(&mut self, columns: &[Vec<i64>], deal: &[i64]) -> Option<TooSmall> {
        let starts_in_draw = |kind: &String| {
            let start = self.variant.kinds.get(kind).and_then(|entry| entry.start.as_deref());
            start.is_none_or(|start| start == "draw")
        };
        let drawn = self.variant.deck.keys().zip(columns).filter(|(kind, _)| starts_in_draw(kind));
        let drawn: Vec<_> = drawn.map(|(_, column)| column).collect();
        let mut short = Vec::new();
        for (i, n) in self.players.clone().enumerate() {
            let cards: i64 = drawn.iter().map(|column| column[i]).sum();
            let needed = deal[i].saturating_mul(i64::try_from(n).unwrap_or(i64::MAX));
            if cards < needed {
                short.push((n, cards, deal[i], needed));
            }
        }
        let &(n, cards, deal, needed) = short.last()?;
        let which: Vec<usize> = short.iter().map(|(n, ..)| *n).collect();
        let message = format!("the deck is too small {}", for_players(&which));
        let own = self.document.file("");
        let set = self.set_on_command_line();
        let by = ["deal", "players", "deck"].into_iter().find(|key| self.document.file(key) == own);
        let by = set.as_deref().or(by).unwrap_or("deal");
        let error = Error::new("V0117", message).at(self.document.span(by)).note(format!(
            "{n} players need {}, {deal} each, but there are {cards}",
            plural(needed, "card")
        ));
        let error = error.hint("deal fewer cards, add cards, or allow fewer players");
        let fewer_can_play = which[0] > *self.players.start() && n == *self.players.end();
        if set.is_some() && fewer_can_play && which.len() == n + 1 - which[0] {
            return Some(TooSmall { players: which[0]..=n, error: Box::new(error) });
        }
        self.errors.push(error);
        None
    }

    /// Returns where the document has a number of cards from the command line.
    fn set_on_command_line(&self) -> Option<String> {
        let counts = self.variant.deck.keys().map(|kind| format!("deck/{kind}"));
        let mut paths = std::iter::once("deal".to_owned()).chain(counts);
        paths.find(|path| self.document.file(path).is_some_and(|file| &*file == SET))
    }
}

/// The sum of numbers of a file, or the largest number.
fn sum(numbers: impl Iterator<Item = i64>) -> i64 {
    numbers.fold(0, i64::saturating_add)
}

/// Reports an expression that fails for some numbers of players.
pub fn failure(
    fail: Vec<(usize, Refusal)>,
    n_values: usize,
    path: &str,
    document: &Document,
) -> Option<Error> {
    let (first, why) = fail.first()?;
    let players: Vec<usize> = fail.iter().map(|(n, _)| *n).collect();
    let all = players.len() == n_values;
    let when = if all { String::new() } else { format!(" {}", for_players(&players)) };
    let error = Error::new("V0118", format!("this expression fails{when}: {why}"));
    let alike = fail.iter().all(|(_, other)| other == why);
    let error = if alike { error } else { error.note(format!("for {}", plural(first, "player"))) };
    Some(
        error
            .at(document.span(path))
            .hint("an expression can use `players`, numbers, operators, `min`, `max` and `if`"),
    )
}

/// Formats numbers of players: `for 2, 3 and 7 to 10 players`.
fn for_players(players: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &n in players {
        match runs.last_mut() {
            Some((_, end)) if *end + 1 == n => *end = n,
            _ => runs.push((n, n)),
        }
    }
    let named = |&(from, to): &(usize, usize)| match to - from {
        0 => from.to_string(),
        1 => format!("{from} and {to}"),
        _ => format!("{from} to {to}"),
    };
    let runs: Vec<String> = runs.iter().map(named).collect();
    format!("for {} players", runs.join(", "))
}
