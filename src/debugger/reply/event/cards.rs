//! Events of cards, described.

use super::names::EventNames;
use crate::base::error::and;
use crate::kernel::{CardEvent, MoveReason, SeatSet};
use crate::message::{
    Audience, CounterValue, KindName, Label, PlacedCard, Redact, SeatName, Secret, Viewer, ZoneInfo,
};
use serde::Serialize;

/// An event of cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum CardData {
    /// A card of the deck was put into a zone before the game.
    Created {
        /// Which card.
        card: Secret<KindName>,
        /// Its zone.
        zone: ZoneInfo,
        /// The number of cards.
        n_cards: u16,
    },
    /// A card moved.
    Moved {
        /// Which card.
        card: Secret<KindName>,
        /// The zone before.
        from: ZoneInfo,
        /// The zone after.
        to: ZoneInfo,
        /// Its depth there, 0 = top.
        depth: Secret<u16>,
        /// The reason.
        reason: MoveReason,
        /// Who saw which card it is.
        seen_by: Audience,
        /// Who saw where in `to` it went.
        placed_by: Audience,
    },
    /// A zone was shuffled.
    Shuffled {
        /// Which.
        zone: ZoneInfo,
    },
    /// The top of a pile was put into an order.
    Arranged {
        /// Which pile.
        zone: ZoneInfo,
        /// The order, top first.
        order: Secret<Vec<PlacedCard>>,
        /// How many cards.
        n_cards: usize,
        /// Who did it, in secret.
        by: SeatName,
    },
    /// A player looked at a card.
    Looked {
        /// The card.
        card: Secret<PlacedCard>,
        /// The player.
        by: SeatName,
    },
    /// Everybody was shown a card.
    Revealed {
        /// The card.
        card: KindName,
    },
    /// A card was turned over where it lies.
    Turned {
        /// The card.
        card: Secret<KindName>,
        /// Where it lies.
        zone: ZoneInfo,
        /// Whether it lies face up now.
        face_up: bool,
    },
    /// A counter of a card changed.
    CardCounter {
        /// The card.
        card: Secret<KindName>,
        /// The counter's name.
        name: String,
        /// Its value now, known to those who know the card.
        value: Secret<CounterValue>,
        /// How people are told of it.
        #[serde(skip)]
        label: Label,
    },
}

impl Redact for CardData {
    fn redact(&mut self, viewer: &Viewer) {
        match self {
            Self::Created { card, .. } | Self::Turned { card, .. } => card.redact(viewer),
            Self::Looked { card, .. } => card.redact(viewer),
            Self::Moved { card, depth, .. } => {
                card.redact(viewer);
                depth.redact(viewer);
            }
            Self::Arranged { order, .. } => order.redact(viewer),
            Self::CardCounter { card, value, .. } => {
                card.redact(viewer);
                value.redact(viewer);
            }
            Self::Shuffled { .. } | Self::Revealed { .. } => {}
        }
    }
}

impl CardData {
    pub(super) fn of(event: &CardEvent, names: &EventNames<'_>) -> Self {
        let notation = names.notation;
        match event {
            CardEvent::Created { kind, zone, n_cards } => {
                let is_seen = notation.rules.is_face_up(*zone);
                let known = if is_seen { SeatSet::ALL } else { SeatSet::NONE };
                let (card, zone) = (names.kind(*kind), notation.zone_info(*zone));
                Self::Created { card: Secret::new(card, known), zone, n_cards: *n_cards }
            }
            CardEvent::Moved { card, from, to, depth, reason, visibility } => Self::Moved {
                card: names.secret(*card, visibility.seen),
                from: notation.zone_info(*from),
                to: notation.zone_info(*to),
                depth: Secret::new(*depth, visibility.placed),
                reason: *reason,
                seen_by: notation.audience(visibility.seen),
                placed_by: notation.audience(visibility.placed),
            },
            CardEvent::Shuffled { zone, .. } => Self::Shuffled { zone: notation.zone_info(*zone) },
            CardEvent::Arranged { zone, order, by } => {
                let seen = SeatSet::one(*by).union(names.known);
                let cards = order.iter().map(|card| names.placed(*card)).collect();
                Self::Arranged {
                    zone: notation.zone_info(*zone),
                    order: Secret::new(cards, seen),
                    n_cards: order.len(),
                    by: notation.seat_name(*by),
                }
            }
            CardEvent::Shown { card, to } => {
                let seen = SeatSet::one(*to).union(names.known);
                let card = Secret::new(names.placed(*card), seen);
                Self::Looked { card, by: notation.seat_name(*to) }
            }
            CardEvent::Revealed { card } => Self::Revealed { card: names.card(*card) },
            CardEvent::Turned { card, face_up } => Self::Turned {
                card: names.secret(*card, SeatSet::NONE),
                zone: notation.zone_info(names.table.zones.zone_of(*card)),
                face_up: *face_up,
            },
            CardEvent::Counted { card, slot, value, text } => {
                let rule = &notation.rules.card_counters[usize::from(*slot)];
                let value = notation.counter_value(&rule.holds.value(*value, || text.as_ref()));
                let counted = names.kind(names.table.kind(*card));
                Self::CardCounter {
                    card: Secret::new(counted, names.known),
                    name: rule.id.to_string(),
                    value: Secret::new(value, names.known),
                    label: notation.counter_label(rule),
                }
            }
        }
    }

    pub(super) fn sentence(&self) -> String {
        match self {
            Self::Created { card, zone, .. } => format!("{} is in {zone}", titles(&[card])),
            Self::Moved { card, .. } => self.moved(&[card]),
            Self::Shuffled { zone } => {
                let is_plural =
                    matches!(zone, ZoneInfo::Pile { id, label } if label.or_id(id).ends_with('s'));
                format!("{zone} {} shuffled", if is_plural { "are" } else { "is" })
            }
            Self::Arranged { zone, order, n_cards, by } => {
                let titles = order.get().map(|order| order.iter().map(PlacedCard::title).collect());
                let titles = joined(titles, *n_cards);
                format!("{by} puts the top of {zone} in this order: {titles} (only {by} sees it)")
            }
            Self::Looked { card, by } => {
                let title = card.get().map(|card| vec![card.title()]);
                format!("{by} looks at {}", joined(title, 1))
            }
            Self::Revealed { card } => format!("{} is revealed", card.title),
            Self::Turned { card, zone, face_up } => {
                let face = if *face_up { "up" } else { "down" };
                let lies = if matches!(zone, ZoneInfo::Front { .. }) { "" } else { "in " };
                format!("{} {lies}{zone} is turned face {face}", titles(&[card]))
            }
            Self::CardCounter { card, name, value, label } => {
                let name = label.title.as_deref().unwrap_or(name);
                match value.get() {
                    Some(value) => format!("{name} of {} is now {value}", titles(&[card])),
                    None => format!("{name} of {} changes", titles(&[card])),
                }
            }
        }
    }

    /// Whether it is of a pile or counter of which people are told nothing.
    pub(crate) fn is_bookkeeping(&self) -> bool {
        match self {
            Self::Moved { from, to, .. } => from.is_hidden() || to.is_hidden(),
            Self::Shuffled { zone } | Self::Arranged { zone, .. } => zone.is_hidden(),
            Self::CardCounter { label, .. } => label.is_hidden,
            _ => false,
        }
    }

    /// The sentence of cards that moved like this one; empty for another event.
    pub fn moved(&self, cards: &[&Secret<KindName>]) -> String {
        let Self::Moved { from, to, depth, reason, seen_by: audience, placed_by, .. } = self else {
            return String::new();
        };
        let titles = titles(cards);
        let is_one = cards.len() == 1;
        let goes = if is_one { "goes" } else { "go" };
        let seen = seen_by(audience, "see", if is_one { "it" } else { "them" });
        use ZoneInfo::{Discard, Draw, Front, Hand, Own};
        match (reason, from, to) {
            (MoveReason::Draw, Draw, Hand { owner: to }) => format!("{to} draws {titles}{seen}"),
            (MoveReason::Draw, _, Hand { owner: to }) => {
                format!("{to} draws {titles} from {from}{seen}")
            }
            (MoveReason::Take, _, Hand { owner: to }) => {
                format!("{to} takes {titles} from {from}{seen}")
            }
            (MoveReason::Deal, _, Hand { owner: to }) => format!("{to} is dealt {titles}"),
            (MoveReason::Give, Hand { owner: by }, Hand { owner: to }) => {
                format!("{by} gives {to} {titles}{seen}")
            }
            (MoveReason::Steal, Hand { owner: by }, Hand { owner: to }) => {
                format!("{to} steals {titles} from {by}{seen}")
            }
            (
                MoveReason::Discard,
                Hand { owner } | Front { owner } | Own { owner, .. },
                Discard,
            ) => {
                format!("{owner} discards {titles}")
            }
            (MoveReason::Hide, _, _) => {
                let known = seen_by(placed_by, "know", "where");
                let into = into(to);
                let depth = depth.get().map(|depth| format!(" at depth {depth}"));
                let depth = depth.unwrap_or_default();
                match placed_by {
                    Audience::Only(by) if by.len() == 1 => {
                        format!("{} puts {titles} {into}{depth}{known}", by[0])
                    }
                    _ => format!("{titles} goes {into}{depth}{known}"),
                }
            }
            (MoveReason::Move, Own { owner: by, .. }, Own { owner: to, .. }) if by != to => {
                format!("{by} passes {titles} to {to}{seen}")
            }
            (MoveReason::Move, Hand { owner: by }, Own { owner: at, .. } | Front { owner: at })
                if by == at =>
            {
                format!("{by} puts {titles} {}{seen}", into(to))
            }
            (MoveReason::Return, _, Hand { owner: to }) => {
                format!("{to} takes {titles} back{seen}")
            }
            (MoveReason::Return, _, _) => format!("{titles} {goes} back to {to}{seen}"),
            (MoveReason::Play, Hand { owner }, _) => format!("{owner} lays down {titles}"),
            (MoveReason::Expose, _, _) => format!("{titles} is laid face up before everybody"),
            (_, Front { .. }, _) if from == to => format!("{titles} stays {from}"),
            _ if from == to => {
                let is = if is_one { "is" } else { "are" };
                let onto = match depth.get() {
                    Some(depth) if *depth > 0 => format!("at depth {depth} of"),
                    _ => "on top of".into(),
                };
                format!("{titles} {is} put {onto} {from}{seen}")
            }
            _ => format!("{titles} {goes} from {from} to {to}{seen}"),
        }
    }
}

/// `into ann's hand`, or `in front of ann`.
fn into(to: &ZoneInfo) -> String {
    let into = if matches!(to, ZoneInfo::Front { .. }) { "" } else { "into " };
    format!("{into}{to}")
}

/// The titles of the visible cards.
fn titles(cards: &[&Secret<KindName>]) -> String {
    let title = |card: &&Secret<KindName>| card.get().map(|name| name.title.to_string());
    joined(cards.iter().map(title).collect(), cards.len())
}

/// The titles of `n` cards, or their number if they are not known.
pub fn joined(titles: Option<Vec<String>>, n: usize) -> String {
    match (titles, n) {
        (Some(titles), _) => titles.join(", "),
        (None, 1) => "a card".into(),
        (None, n) => format!("{n} cards"),
    }
}

/// ` (only ann sees it)`, or empty if everybody sees it.
pub(super) fn seen_by(audience: &Audience, verb: &str, what: &str) -> String {
    let Audience::Only(names) = audience else { return String::new() };
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => format!(" (nobody {verb}s {what})"),
        [name] => format!(" (only {name} {verb}s {what})"),
        _ => format!(" (only {} {verb} {what})", and(&names)),
    }
}
