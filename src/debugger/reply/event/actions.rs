//! Events of actions, described.

use super::names::EventNames;
use crate::base::error::and;
use crate::kernel::ActionEvent;
use crate::message::{
    ActionInfo, KindName, SeatName, SubjectInfo, ValueInfo, ZoneInfo, public, whose,
};
use serde::Serialize;

/// An event of actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ActionData {
    /// An action was announced; others may respond.
    Announced {
        /// The action.
        announced: ActionInfo,
        /// The cards played for it.
        cards: Vec<KindName>,
        /// The values announced with it.
        values: Vec<ValueInfo>,
        /// The number of the action it answers.
        answers: Option<u32>,
        /// Where its card stays, where it is not discarded.
        stays: Option<ZoneInfo>,
    },
    /// A player passed in a window.
    Passed {
        /// The player.
        by: SeatName,
        /// The action that they let happen.
        passed: ActionInfo,
        /// Whether it was an answer; the others had nothing to answer with.
        chosen: bool,
    },
    /// An action was cancelled.
    Cancelled {
        /// Which.
        cancelled: ActionInfo,
    },
    /// An action takes effect.
    Resolved {
        /// Which.
        resolved: ActionInfo,
        /// Whether nothing at all followed from it.
        no_effect: bool,
    },
    /// A play ends, as nobody can be chosen.
    Aimless {
        /// Which.
        aimless: ActionInfo,
    },
    /// A play is aimed at another player.
    Redirected {
        /// Which.
        redirected: ActionInfo,
        /// At whom it was aimed.
        from: SeatName,
        /// At whom it is aimed now.
        to: SeatName,
    },
}

public!(ActionData);

impl ActionData {
    pub(super) fn of(event: &ActionEvent, names: &EventNames<'_>) -> Self {
        match event {
            ActionEvent::Announced { action } => Self::Announced {
                announced: names.action(&action.reference()),
                cards: action.cards.iter().map(|card| names.card(*card)).collect(),
                values: action
                    .announced
                    .iter()
                    .map(|value| names.notation.value_info(value, names.table))
                    .collect(),
                answers: action.answers.map(|answered| answered.0),
                stays: names.notation.stays(action),
            },
            ActionEvent::Passed { seat, action } => Self::Passed {
                by: names.notation.seat_name(*seat),
                passed: names.action(action),
                chosen: names.has_passed(*seat),
            },
            ActionEvent::Cancelled { action, .. } => {
                Self::Cancelled { cancelled: names.action(action) }
            }
            ActionEvent::Resolved { action } => {
                Self::Resolved { resolved: names.action(action), no_effect: false }
            }
            ActionEvent::Aimless { action } => {
                Self::Aimless { aimless: names.action(&action.reference()) }
            }
            ActionEvent::Redirected { action, from, to } => Self::Redirected {
                redirected: names.action(action),
                from: names.notation.seat_name(*from),
                to: names.notation.seat_name(*to),
            },
        }
    }

    /// The sentence of the event, which is caused by an action.
    pub(super) fn sentence(&self, cause: Option<&ActionInfo>) -> String {
        match self {
            Self::Announced { announced, cards, values, stays, .. } => {
                announcement(announced, cards, values, stays.as_ref())
            }
            Self::Passed { by, passed, .. } => match passed.subject {
                SubjectInfo::Explosion { .. } => format!("{by} does not stop {passed}"),
                _ => format!("{by} lets {passed} pass"),
            },
            Self::Cancelled { cancelled } => match cause {
                Some(by) => format!("{by} stops {cancelled}"),
                None => format!("{cancelled} is stopped"),
            },
            Self::Resolved { resolved, no_effect: true } => format!("{resolved} comes to nothing"),
            Self::Resolved { resolved, .. } => format!("{resolved} takes effect"),
            Self::Aimless { aimless } => {
                format!("{aimless} comes to nothing: nobody can be chosen")
            }
            Self::Redirected { redirected, from, to } => match cause {
                Some(by) => format!("{by} turns {redirected} from {from} to {to}"),
                None => format!("{redirected} turns from {from} to {to}"),
            },
        }
    }
}

fn announcement(
    announced: &ActionInfo,
    cards: &[KindName],
    values: &[ValueInfo],
    stays: Option<&ZoneInfo>,
) -> String {
    let name = &announced.by;
    let on = announced_values(values);
    match &announced.subject {
        SubjectInfo::Card { card } => {
            let stays = match stays {
                Some(ZoneInfo::Table) => ": it stays on the table".into(),
                Some(zone) => format!(": it stays {zone}"),
                None => String::new(),
            };
            match cards {
                [real] if real.id != card.id => {
                    format!("{name} plays {} as {}{on}{stays}", real.title, card.title)
                }
                _ => format!("{name} plays {}{on}{stays}", card.title),
            }
        }
        SubjectInfo::Combo { combo } => {
            let cards: Vec<&str> = cards.iter().map(|card| &*card.title).collect();
            format!("{name} plays {} ({}){on}", combo.title, cards.join(", "))
        }
        SubjectInfo::Explosion { hazard: Some(hazard) } => {
            format!("{name} shows {} and is about to explode", hazard.title)
        }
        SubjectInfo::Explosion { hazard: None } => format!("{name} is about to explode"),
        SubjectInfo::Draw => format!("{name} is about to draw"),
        SubjectInfo::Turn => format!("{} turn begins", whose(name)),
        SubjectInfo::Between => format!("{name} pauses"),
    }
}

/// The announced values: ` on bob and cat, naming Defuse`.
pub(crate) fn announced_values(values: &[ValueInfo]) -> String {
    let (mut players, mut named) = (Vec::new(), Vec::new());
    collect_values(values, &mut players, &mut named);
    let on = if players.is_empty() { String::new() } else { format!(" on {}", and(&players)) };
    let naming = named.iter().map(|name| format!(", naming {name}"));
    on + &*naming.collect::<String>()
}

/// A chosen value: `Defuse`.
pub(crate) fn chosen(value: &ValueInfo) -> String {
    let (mut players, mut named) = (Vec::new(), Vec::new());
    collect_values(std::slice::from_ref(value), &mut players, &mut named);
    named.into_iter().chain(players.into_iter().map(str::to_owned)).collect()
}

fn collect_values<'v>(
    values: &'v [ValueInfo],
    players: &mut Vec<&'v str>,
    named: &mut Vec<String>,
) {
    for value in values {
        match value {
            ValueInfo::Player(player) => players.push(player),
            ValueInfo::Players(all) => players.extend(all.iter().map(AsRef::as_ref)),
            ValueInfo::Kind(kind) => named.push(kind.title.to_string()),
            ValueInfo::Number(n) => named.push(n.to_string()),
            ValueInfo::Text(text) => named.push(text.clone()),
            ValueInfo::Zone(zone) => named.push(zone.to_string()),
            ValueInfo::List(values) => collect_values(values, players, named),
            ValueInfo::Bool(_) | ValueInfo::None => {}
        }
    }
}
