//! The scenario generator: positions in which a coverage point can be reached, built from the cards
//! of the deck.

use super::coverage_points::{PlayContext, PlayerAction, is_held};
use crate::kernel::layout::Layout;
use crate::kernel::layout::PileLayout;
use crate::kernel::rules::SetForm;
use crate::kernel::rules::SetRule;
use crate::kernel::{Hook, Kind, Moment, Rulebook as _, Rules, Seat, Zone};
use crate::transcript::LoadedRuleset;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

/// The maximum number of cards placed in a zone at random.
const MOST: u32 = 6;

/// The cards to place.
struct CardStock<'a> {
    rules: &'a Rules,
    /// Cards for hands and piles.
    cards: Vec<Kind>,
    /// Cards that explode when drawn.
    hazards: Vec<Kind>,
}

impl CardStock<'_> {
    fn take(&mut self, fits: impl Fn(Kind) -> bool) -> Option<Kind> {
        let at = self.cards.iter().position(|kind| fits(*kind))?;
        Some(self.cards.remove(at))
    }

    fn some(&mut self, n: u32) -> Vec<Kind> {
        (0..n).filter_map(|_| self.cards.pop()).collect()
    }
}

/// Generates a position in which a player may take an action in a context; returns that player and
/// the position. With `keeps_hazards` the draw pile has all hazards, as after the setup.
pub fn lay_out(
    loaded: &LoadedRuleset,
    n_players: usize,
    (action, situation): (PlayerAction, PlayContext),
    keeps_hazards: bool,
    chance: &mut Pcg64Mcg,
) -> Layout {
    let rules = loaded.host.rules();
    let deck = loaded.ruleset.deck(n_players);
    let all = deck.iter().flat_map(|(kind, _, n)| vec![*kind; usize::from(*n)]);
    let (hazards, mut cards): (Vec<Kind>, Vec<Kind>) = all
        .filter(|kind| is_held(rules, *kind))
        .partition(|kind| rules.kind(*kind).hooks.has(Hook::Rescued));
    cards.shuffle(chance);
    let mut stock = CardStock { rules, cards, hazards };
    let mut below = |n: u32| chance.random_range(0..n);
    let seat = Seat(below(n_players as u32) as u8);
    let is_answer = matches!(action, PlayerAction::Answer(..));
    let other = Seat(((seat.index() + 1 + below(n_players as u32 - 1) as usize) % n_players) as u8);
    // A response comes from another player, unless it happens in one's own turn.
    let moment = if let PlayerAction::Answer(_, moment) = action {
        Some(Moment::ALL[moment as usize].0)
    } else {
        None
    };
    let is_own = !is_answer || moment.is_some_and(|m| !matches!(m, Moment::Card | Moment::Combo));
    let current = if is_own { seat } else { other };
    let mut layout = Layout::default();
    for owner in (0..n_players as u8).map(Seat) {
        let mut hand = if owner == seat { wanted(&mut stock, action) } else { Vec::new() };
        let is_bare = match owner {
            owner if owner == seat => situation == PlayContext::LastCard,
            owner => situation == PlayContext::NoHands && (owner != current || is_own),
        };
        if !is_bare {
            let least = if owner == current && !is_own { 2 } else { 0 };
            hand.extend(stock.some(least + below(MOST)));
        }
        layout.hands.push((owner, hand));
    }
    if situation == PlayContext::NoHands && !is_own {
        trigger(&mut stock, &mut layout, current);
    }
    let hazard_first = moment == Some(Moment::Explosion);
    let kinds = match keeps_hazards {
        true => full_draw_pile(&mut stock, hazard_first, &mut below),
        false => draw_pile(&mut stock, situation, hazard_first, &mut below),
    };
    layout.piles.push(PileLayout { zone: Zone::Draw, kinds, keep_rest: false });
    layout.discard = match situation {
        PlayContext::NoDiscard => Vec::new(),
        PlayContext::SomeDiscard => stock.some(1 + below(2 * MOST)),
        _ if below(3) == 0 => Vec::new(),
        _ => stock.some(below(2 * MOST)),
    };
    let owed = match situation {
        PlayContext::OneTurn => None,
        PlayContext::MoreTurns => Some(2 + below(3)),
        _ => (below(3) == 0).then(|| 1 + below(3)),
    };
    layout.turn = Some((current, owed));
    layout.reversed = below(4) == 0;
    layout
}

/// Generates a draw pile with hazards, one on top if a player must explode.
fn draw_pile(
    stock: &mut CardStock<'_>,
    situation: PlayContext,
    hazard_first: bool,
    below: &mut impl FnMut(u32) -> u32,
) -> Vec<Kind> {
    let n_cards = match situation {
        PlayContext::NoDraw => 0,
        PlayContext::LastDraw => 1,
        PlayContext::SomeDraw => 2 + below(3 * MOST),
        _ => [0, 1, 2, 5, 20][below(5) as usize],
    };
    let mut draw = Vec::new();
    if hazard_first && n_cards > 0 {
        draw.extend(stock.hazards.pop());
    }
    draw.extend(stock.some(n_cards.saturating_sub(draw.len() as u32)));
    let n_hazards = if draw.len() > 1 { below(stock.hazards.len() as u32 + 1) } else { 0 };
    for _ in 0..n_hazards {
        let at = 1 + below(draw.len() as u32 - 1) as usize;
        draw[at] = stock.hazards.pop().unwrap_or(draw[at]);
    }
    draw
}

/// Generates a draw pile with all hazards, one on top if a player must explode.
fn full_draw_pile(
    stock: &mut CardStock<'_>,
    hazard_first: bool,
    below: &mut impl FnMut(u32) -> u32,
) -> Vec<Kind> {
    let mut draw = stock.some(below(3 * MOST));
    for hazard in std::mem::take(&mut stock.hazards) {
        let least = u32::from(!hazard_first && !draw.is_empty());
        let at = least + below(draw.len() as u32 + 1 - least);
        draw.insert(at as usize, hazard);
        if hazard_first {
            draw.swap(0, at as usize);
        }
    }
    draw
}

/// The cards that an action needs.
fn wanted(stock: &mut CardStock<'_>, action: PlayerAction) -> Vec<Kind> {
    let rules = stock.rules;
    let pattern = match action {
        PlayerAction::Play(kind) | PlayerAction::Answer(kind, _) => {
            let held = stock.take(|other| other == kind);
            return vec![held.unwrap_or(kind)];
        }
        PlayerAction::Combo(combo) => &rules.combo(combo).pattern,
    };
    let parts =
        if pattern.parts.is_empty() { std::slice::from_ref(pattern) } else { &pattern.parts };
    parts.iter().flat_map(|part| cards_of(stock, part)).collect()
}

fn cards_of(stock: &mut CardStock<'_>, pattern: &SetRule) -> Vec<Kind> {
    let rules = stock.rules;
    let fits = |kind: Kind| pattern.fits(rules, kind);
    let mut hand: Vec<Kind> = Vec::new();
    if pattern.form == SetForm::Same {
        let kind = rare(stock, pattern, fits);
        hand.extend((0..pattern.n_cards).filter_map(|_| stock.take(|other| Some(other) == kind)));
    } else {
        for _ in 0..pattern.n_cards {
            let is_new = |kind| pattern.form == SetForm::Any || !hand.contains(&kind);
            let next = |kind| fits(kind) && is_new(kind);
            let next = stock.take(next);
            hand.extend(next);
        }
    }
    hand
}

/// A kind with enough cards for a set.
fn rare(stock: &CardStock<'_>, pattern: &SetRule, fits: impl Fn(Kind) -> bool) -> Option<Kind> {
    let n = |kind: Kind| stock.cards.iter().filter(|other| **other == kind).count();
    let mut kinds = stock.cards.iter().copied();
    kinds.find(|kind| fits(*kind) && n(*kind) >= usize::from(pattern.n_cards))
}

/// Gives the current player a card that can be answered.
fn trigger(stock: &mut CardStock<'_>, layout: &mut Layout, current: Seat) {
    let rules = stock.rules;
    let played =
        |kind: Kind| rules.kind(kind).at(Moment::Main) && rules.kind(kind).hooks.has(Hook::Resolve);
    let card = stock.take(played);
    layout.hands[current.index()].1 = card.into_iter().collect();
}
