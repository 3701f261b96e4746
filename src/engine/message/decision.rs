//! Decisions: the asked seat, the prompt and the options.

use super::info::{ActionInfo, ScriptPlace, ZoneInfo};
use super::names::{KindName, Names, PlacedCard, SeatName};
use super::position::OutcomeInfo;
use super::secret::{Redact, Secret, Viewer, public, redact_fields};
use crate::base::output::json;
use crate::kernel::decision::CardPlace;
use crate::kernel::{Choice, Decision, Kind, Prompt, Table, Zone};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A decision that the game waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DecisionInfo {
    /// The number of the decision. An answer that names another one is refused.
    pub id: u64,
    /// The asked seat: a player, or `chance`.
    pub seat: SeatName,
    /// The prompt.
    pub prompt: Secret<PromptInfo>,
    /// The options; null if the viewer may not know them.
    pub options: Secret<Vec<OptionInfo>>,
    /// The zone of which the number that is asked is a depth: 0 is its top. Missing in other
    /// decisions, and if the viewer may not know the prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_of: Option<ZoneInfo>,
    /// The script that asks; missing where a player is to play, or may answer a play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked_by: Option<AskerInfo>,
    /// The players who are asked the same at the same time, in secret, and have not answered, the
    /// asked seat included; missing if nobody else is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<SeatName>,
    /// The hands that the viewer sees: that of the asked seat, or the viewer's own.
    pub hands: Vec<HandInfo>,
}

/// The script that asks, as everybody knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "asker", rename_all = "snake_case")]
pub enum AskerInfo {
    /// The effect of an action, or a hook that the action causes.
    Action(ActionInfo),
    /// A hook of a rule or card that no action causes.
    Rule,
}

/// A question that nobody need answer, or that an agent answers: a decision without a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuestionInfo {
    /// The asked seat.
    pub seat: SeatName,
    /// The prompt.
    pub prompt: PromptInfo,
    /// The options.
    pub options: Vec<OptionInfo>,
}

/// The question after a ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AskedAfter {
    /// The question; none where the game is over.
    pub question: Option<QuestionInfo>,
    /// How the game ended.
    pub outcome: Option<OutcomeInfo>,
    /// The script line that led to it.
    pub at: Option<ScriptPlace>,
}

/// The prompt.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "prompt", rename_all = "snake_case")]
pub enum PromptInfo {
    /// The main decision of a turn.
    Turn {
        /// The number of turns owed, including this one.
        owed: u32,
    },
    /// A response window.
    Respond {
        /// The action to respond to; `None` if it has left the stack.
        to: Option<ActionInfo>,
    },
    /// The next card of a combo that is chosen one card at a time.
    Cards {
        /// The combo.
        combo: KindName,
    },
    /// A question of a script.
    Text {
        /// Its text.
        text: Arc<str>,
    },
}

/// A hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandInfo {
    /// Whose.
    pub owner: SeatName,
    /// Its cards, sorted, those that its owner cannot see last.
    pub cards: Secret<Vec<Secret<KindName>>>,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionInfo {
    /// Its id, which may be typed as an answer.
    pub id: String,
    /// Its text, as typed and displayed: the id with titles in the chosen language.
    pub text: String,
    /// Its data.
    #[serde(flatten)]
    pub data: OptionData,
    /// Its weight, if the user chooses random outcomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<u32>,
}

/// The data of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "option", rename_all = "snake_case")]
pub enum OptionData {
    /// End the turn by drawing.
    Draw,
    /// Pass in a window.
    Pass,
    /// Play a card.
    Play {
        /// Which.
        card: KindName,
    },
    /// Play a set.
    Combo {
        /// Which combo.
        combo: KindName,
        /// Its cards; empty if they are asked for one at a time.
        cards: Vec<PlacedCard>,
    },
    /// Answer with a card.
    Respond {
        /// Which.
        card: KindName,
    },
    /// A player.
    Player {
        /// Who.
        player: SeatName,
    },
    /// A card the player sees.
    Card {
        /// Which.
        card: PlacedCard,
        /// Where it lies, if cards of its kind in several places are offered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<ZoneInfo>,
    },
    /// A card the player does not see.
    Hidden {
        /// Its index among the offered cards, from 0.
        place: u16,
        /// Whether it lies in a hand: any of these options is a random one of these cards. Missing
        /// where it is this card.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        random: bool,
    },
    /// A random card of the player's own hand, which they cannot see.
    Unseen,
    /// A kind of card.
    Kind {
        /// Which.
        card: KindName,
    },
    /// A number.
    Number {
        /// Which.
        #[serde(deserialize_with = "json::number")]
        number: i64,
    },
    /// One of the texts a script offers.
    Text {
        /// The text.
        value: Arc<str>,
    },
    /// Yes.
    Yes,
    /// No.
    No,
}

public!(PromptInfo, OptionInfo);
redact_fields!(HandInfo: cards);

impl Redact for DecisionInfo {
    fn redact(&mut self, viewer: &Viewer) {
        self.prompt.redact(viewer);
        self.depth_of = self.depth_of.take().filter(|_| self.prompt.get().is_some());
        self.options.redact(viewer);
        self.hands.redact(viewer);
        self.hands.retain(|hand| hand.cards.get().is_some());
    }
}

/// `a number from 0 to 34`, if the options are consecutive numbers.
pub fn number_range(options: &[OptionInfo]) -> Option<String> {
    let number = |option: &OptionInfo| match option.data {
        OptionData::Number { number } => Some(number),
        _ => None,
    };
    let numbers: Vec<i64> = options.iter().map(number).collect::<Option<_>>()?;
    let is_row = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let (first, last) = (numbers.first()?, numbers.last()?);
    (is_row && numbers.len() > 2).then(|| format!("a number from {first} to {last}"))
}

/// Whether a number that is typed is an option, and not its place in the list, given the options
/// that are numbers or texts of a script: some are numbers. Names of players do not count.
pub fn are_numbers<'t>(texts: impl IntoIterator<Item = &'t str>) -> bool {
    texts.into_iter().any(|text| text.parse::<i64>().is_ok())
}

/// The options that are hidden cards of a hand, if there are several: any of them is random.
pub fn random_cards(options: &[OptionInfo]) -> Option<[&OptionInfo; 2]> {
    let is_random =
        |option: &&OptionInfo| matches!(option.data, OptionData::Hidden { random: true, .. });
    let first = options.iter().find(is_random)?;
    let last = options.iter().rfind(is_random)?;
    (first != last).then_some([first, last])
}

/// The options in one line, as typed.
pub fn option_list(options: &[OptionInfo]) -> String {
    let texts = || options.iter().map(|option| option.text.as_str()).collect::<Vec<_>>();
    number_range(options).unwrap_or_else(|| texts().join(", "))
}

impl Names {
    /// Converts a prompt with all its options, given the table before the asking effect and the
    /// table that shows its uncommitted changes.
    pub fn question_info(&self, decision: &Decision, table: &Table, shown: &Table) -> QuestionInfo {
        let prompt = match &decision.prompt {
            Prompt::Turn => PromptInfo::Turn { owed: shown.turns.owed },
            Prompt::Respond => {
                let top = table.stack.last();
                let to = top.map(|top| self.action_info(&top.reference(), shown));
                PromptInfo::Respond { to }
            }
            Prompt::Cards(combo) => PromptInfo::Cards { combo: self.combo(*combo).clone() },
            Prompt::Text(text) => PromptInfo::Text { text: self.read(text).into() },
        };
        let seat = self.seat_name(decision.seat);
        let mut options = self.option_infos(decision);
        for (option, choice) in options.iter_mut().zip(&decision.options) {
            if let (OptionData::Hidden { random, .. }, Choice::Hidden(card, _)) =
                (&mut option.data, choice)
            {
                *random = matches!(shown.zones.zone_of(*card), Zone::Hand(_));
            }
        }
        QuestionInfo { seat, prompt, options }
    }

    /// Converts the options of a decision.
    pub fn option_infos(&self, decision: &Decision) -> Vec<OptionInfo> {
        let texts = self.options(decision).into_iter().zip(self.words(decision));
        let choices = decision.options.iter().enumerate().zip(texts);
        choices
            .map(|((i, choice), (id, text))| OptionInfo {
                id,
                text,
                data: self.option_data(choice),
                weight: decision.weights.get(i).copied(),
            })
            .collect()
    }

    fn placed(&self, kind: Kind, place: &CardPlace) -> PlacedCard {
        let traits = place.traits.as_ref().map(|traits| self.traits(traits)).unwrap_or_default();
        PlacedCard { kind: self.kind(kind).clone(), traits, turned: place.is_turned }
    }

    fn option_data(&self, choice: &Choice) -> OptionData {
        let card = |kind| self.kind(kind).clone();
        match choice {
            Choice::Draw => OptionData::Draw,
            Choice::Pass => OptionData::Pass,
            Choice::Yes => OptionData::Yes,
            Choice::No => OptionData::No,
            Choice::Play(kind) => OptionData::Play { card: card(*kind) },
            Choice::Combo(combo, kinds) => OptionData::Combo {
                combo: self.combo(*combo).clone(),
                cards: kinds
                    .faces()
                    .map(|(kind, turned)| PlacedCard {
                        kind: card(kind),
                        traits: String::new(),
                        turned,
                    })
                    .collect(),
            },
            Choice::Copies(combo, set) => OptionData::Combo {
                combo: self.combo(*combo).clone(),
                cards: set.iter().map(|copy| self.placed(copy.kind, &copy.place)).collect(),
            },
            Choice::Respond(kind) => OptionData::Respond { card: card(*kind) },
            Choice::Player(seat) => OptionData::Player { player: self.seat_name(*seat) },
            Choice::Card(_, kind) => {
                OptionData::Card { card: self.placed(*kind, &CardPlace::default()), zone: None }
            }
            Choice::Placed(_, kind, place) => OptionData::Card {
                card: self.placed(*kind, place),
                zone: place.zone.map(|zone| self.zone_info(zone)),
            },
            Choice::Hidden(_, place) => OptionData::Hidden { place: *place, random: false },
            Choice::Kind(kind) => OptionData::Kind { card: card(*kind) },
            Choice::Unseen => OptionData::Unseen,
            Choice::Number(number) => OptionData::Number { number: *number },
            Choice::Text(value) => OptionData::Text { value: value.clone() },
        }
    }
}
