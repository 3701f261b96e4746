//! Cards that fail in a position that no opening hand shows.

use super::setup::begin;
use crate::base::error::Error;
use crate::kernel::decision::Prompt;
use crate::kernel::layout::{Layout, PileLayout};
use crate::kernel::rules::KindRule;
use crate::kernel::{AnswerError, Fault, Game, Hook, Kind, Moment, Seat, Zone};
use crate::lint::rule::{Detection, LoadedVariant, Rule};
use crate::script::Host;
use std::rc::Rc;

pub const FAILS: Rule = Rule::error("L0302", Detection::Load);

/// The most answers that are tried to let a card respond.
const MAX_PLAYS: usize = 24;

/// The hooks that say whether a card can be played.
const ASKED: [Hook; 4] = [Hook::Playable, Hook::PlaysAs, Hook::Announce, Hook::Responds];

/// Lays out each kind of card where its `FROM` says, for the player whose turn it is and for one
/// who may respond.
pub fn look(LoadedVariant { ruleset, .. }: &LoadedVariant, host: &Rc<Host>) -> Vec<Error> {
    let n_players = *ruleset.players.start().max(&2.min(*ruleset.players.end()));
    let Ok(game) = begin(ruleset, host, n_players) else { return Vec::new() };
    let rules = game.rules().clone();
    let positions = Positions { game, kinds: &rules.kinds };
    // A rule that fails without the card is reported where it fails.
    if n_players < 2 || positions.turn(None).is_some() {
        return Vec::new();
    }
    let mut without = positions.responses(None);
    let mut found = Vec::new();
    for (i, rule) in rules.kinds.iter().enumerate() {
        if !ASKED.iter().any(|hook| rule.hooks.has(*hook)) {
            continue;
        }
        for zone in zones(rule) {
            let one = Some((Kind(i as u16), zone));
            let mut faults: Vec<Fault> = positions.turn(one).into_iter().collect();
            if rule.hooks.has(Hook::Responds) {
                let new = |fault: &Fault| !without.iter().any(|other| other.place == fault.place);
                faults.extend(positions.responses(one).into_iter().filter(new));
            }
            let Some(fault) = faults.into_iter().next() else { continue };
            let error = host.fault(&fault);
            let place = if matches!(zone, Zone::Front(_)) { "in front" } else { "in the hand" };
            let message = format!("with `{}` {place} of a player: {}", rule.id, error.message);
            found.push(Error { code: FAILS.code, message, ..error });
            without.push(fault);
        }
    }
    found
}

/// The zones from which a card is played, of the first player.
fn zones(rule: &KindRule) -> impl Iterator<Item = Zone> {
    let (hand, front) = (Zone::Hand(Seat(0)), Zone::Front(Seat(0)));
    [rule.from_hand.then_some(hand), rule.from_front.then_some(front)].into_iter().flatten()
}

/// A card where it is played from.
type Placed = Option<(Kind, Zone)>;

struct Positions<'a> {
    game: Game,
    kinds: &'a [KindRule],
}

impl Positions<'_> {
    /// Lays out a turn of the first player with this card; returns the fault.
    fn turn(&self, card: Placed) -> Option<Fault> {
        let mut layout = Layout { turn: Some((Seat(0), None)), ..Layout::default() };
        place(&mut layout, card, Seat(0));
        fault(self.game.fork().lay_out(layout).err().map(|fault| *fault))
    }

    /// Lets the second player take part in what the first one does who holds all kinds of cards, or
    /// draws one that explodes; returns the faults.
    fn responses(&self, card: Placed) -> Vec<Fault> {
        let all = || (0..self.kinds.len() as u16).map(Kind).zip(self.kinds);
        let mine = all().filter(|(_, rule)| rule.from_hand && rule.at(Moment::Main));
        let mut layout = Layout { turn: Some((Seat(0), None)), ..Layout::default() };
        layout.hands.push((Seat(0), mine.map(|(kind, _)| kind).take(MAX_PLAYS).collect()));
        if let Some((hazard, _)) = all().find(|(_, rule)| rule.explodes) {
            let pile = PileLayout { zone: Zone::Draw, kinds: vec![hazard], keep_rest: true };
            layout.piles.push(pile);
        }
        place(&mut layout, card, Seat(1));
        let mut game = self.game.fork();
        if let Err(fault) = game.lay_out(layout) {
            return vec![*fault];
        }
        let Some(decision) = game.decision() else { return Vec::new() };
        if decision.seat != Seat(0) || decision.prompt != Prompt::Turn {
            return Vec::new();
        }
        let tried = (0..decision.options.len()).take(MAX_PLAYS).filter_map(|option| {
            match game.fork().answer(option) {
                Err(AnswerError::Fault(reported)) => fault(Some(*reported)),
                _ => None,
            }
        });
        tried.collect()
    }
}

/// Adds a card to a position, with this player in place of the first one.
fn place(layout: &mut Layout, card: Placed, seat: Seat) {
    match card {
        Some((kind, Zone::Front(_))) => layout.fronts.push((seat, vec![kind])),
        Some((kind, _)) => layout.hands.push((seat, vec![kind])),
        None => {}
    }
}

/// A fault of a script, not of an interruption or of a position that is too large.
fn fault(fault: Option<Fault>) -> Option<Fault> {
    fault.filter(|fault| fault.place.is_some())
}
