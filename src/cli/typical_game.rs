//! A game of a run that lasts as long as most, turn by turn, for the page of a report.

use crate::kernel::{
    ActionEvent, ActionId, CardEvent, Event, EventKind, Game, MoveReason, PlayerEvent,
    Rulebook as _, Rules, Seat, Subject, Table, Zone,
};
use crate::script::{Control, Host};
use crate::sim::registry::{AgentName, AgentPool};
use crate::sim::{Plan, Progress};
use serde::Serialize;

/// The number of games among which one is chosen.
const TRIED: u64 = 40;

/// The longest game that is shown, in turns.
const MAX_TURNS: usize = 120;

/// A game, turn by turn.
#[derive(Clone, Debug, Serialize)]
pub struct TypicalGame {
    title: String,
    about: String,
    turns: Vec<StripTurn>,
}

/// A turn of a player; seats are counted from 1.
#[derive(Clone, Debug, Default, Serialize)]
struct StripTurn {
    seat: u8,
    /// The cards in the hand of the player when it begins.
    hand: i32,
    cards: Vec<StripCard>,
    /// Who is out or wins, in words.
    ends: Vec<String>,
}

/// A card or combo that is played or drawn.
#[derive(Clone, Debug, Serialize)]
struct StripCard {
    kind: String,
    seat: u8,
    cancelled: bool,
    drew: bool,
    #[serde(skip)]
    action: Option<ActionId>,
}

/// Plays some of the first games of a plan again, and returns the one whose number of turns is
/// nearest to this. `None` if agents need long to decide, or no game can be shown.
pub fn typical_game(plan: &Plan, turns: usize) -> Option<TypicalGame> {
    let is_quick = |agent: &AgentName| matches!(agent, AgentName::Random | AgentName::Greedy);
    if !plan.agents().iter().all(is_quick) {
        return None;
    }
    let host = Host::load(&plan.spec, &Control::default()).ok()?;
    let Progress { stop, messages, .. } = Progress::default();
    let agents =
        AgentPool::new(plan.agents(), &plan.library, host.clone(), stop, &messages).ok()?;
    let games = (0..TRIED.min(plan.manifest.games)).filter_map(|number| {
        let mut game = Game::new(host.clone(), &plan.setup(number, true)).ok()?;
        for seat in (0..plan.manifest.players).map(|seat| Seat(seat as u8)) {
            let which = plan.agent_of(number, seat);
            game.seat(seat, Some(agents.agent(which, number, plan.seed_of(number), seat)));
        }
        game.play_at_most(plan.manifest.limit).ok()?;
        let strip = strip(&game.take_events(), game.table(), host.rules());
        (game.is_over() && strip.len() <= MAX_TURNS).then_some((number, strip))
    });
    let (number, strip) = games.min_by_key(|(_, strip)| strip.len().abs_diff(turns))?;
    let (n_turns, seed) = (strip.len(), plan.seed_of(number));
    Some(TypicalGame {
        title: format!("a typical game: {n_turns} turns"),
        about: format!(
            "Game {number} of this run (seed {seed}). Each box is a turn, with the number of cards \
             in the hand: what was played, by others with a frame in their colour, crossed out if \
             cancelled; dashed, what was drawn."
        ),
        turns: strip,
    })
}

fn strip(events: &[Event], table: &Table, rules: &Rules) -> Vec<StripTurn> {
    let mut turns: Vec<StripTurn> = Vec::new();
    let mut hands = vec![0; table.n_seats()];
    for event in events {
        if let EventKind::Card(CardEvent::Moved { from, to, .. }) = &event.kind {
            for (zone, n) in [(from, -1), (to, 1)] {
                if let Zone::Hand(seat) = zone {
                    hands[seat.index()] += n;
                }
            }
        }
        if let EventKind::Player(PlayerEvent::Began { seat, .. }) = &event.kind {
            let hand = hands[seat.index()];
            turns.push(StripTurn { seat: seat.0 + 1, hand, ..StripTurn::default() });
        }
        if let Some(turn) = turns.last_mut() {
            turn.add(event, table, rules);
        }
    }
    turns
}

impl StripTurn {
    fn add(&mut self, event: &Event, table: &Table, rules: &Rules) {
        let id = |card| rules.kind(table.kind(card)).id.to_string();
        let shown = |kind, seat: Seat, action, drew| StripCard {
            kind,
            seat: seat.0 + 1,
            cancelled: false,
            drew,
            action,
        };
        match &event.kind {
            EventKind::Action(ActionEvent::Announced { action }) => {
                let kind = match action.subject {
                    Subject::Card(card, _) => id(card),
                    Subject::Combo(combo) => rules.combo(combo).id.to_string(),
                    _ => return,
                };
                self.cards.push(shown(kind, action.by, Some(action.id), false));
            }
            EventKind::Action(ActionEvent::Cancelled { action, .. }) => {
                let cut = self.cards.iter_mut().filter(|card| card.action == Some(action.id));
                cut.for_each(|card| card.cancelled = true);
            }
            EventKind::Card(CardEvent::Moved { card, to: Zone::Hand(seat), reason, .. })
                if *reason == MoveReason::Draw =>
            {
                self.cards.push(shown(id(*card), *seat, None, true));
            }
            EventKind::Player(PlayerEvent::Out { seat, .. }) => {
                self.ends.push(format!("p{} is out", seat.0 + 1));
            }
            EventKind::Player(PlayerEvent::Won { seat }) => {
                self.ends.push(format!("p{} wins", seat.0 + 1));
            }
            _ => {}
        }
    }
}
