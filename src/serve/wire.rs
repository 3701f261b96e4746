//! Messages between a page and the server: JSON texts, one message each.

use crate::base::output;
use crate::debugger::reply::TimelineInfo;
use crate::message::{DecisionInfo, SeatName};
use crate::page::shown_game::ShownGame;
use crate::shell::Status;
use crate::shell::render::json::{Message, Request};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A message of a page. The first message of a connection is `join`. A seat may send `answer`,
/// `time`, `passing`, `ask_me`, `flag`, `react`, `take_back`, `agree`, `again`, `download` and
/// `snapshot`; an onlooker
/// `download` and `snapshot`; the room `claim` and `watch`; the author everything else.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Opens the connection with the token of a link.
    Join {
        /// The part after `#` of the link: `ann.TOKEN`.
        link: String,
        /// The page's own `PAGE_VERSION`: a page of another program is told to load again.
        page: String,
    },
    /// Answers the decision that the server last asked this seat.
    Answer {
        decision: u64,
        /// The id of the option.
        option: String,
    },
    /// "I need more time": 20 s more for this window, once a window and seat.
    Time,
    /// "Pass until my turn".
    Passing { on: bool },
    /// The `moments` of `welcome` in which this seat wants to be asked. Nobody else sees it. These
    /// windows last 3 s, whoever is asked.
    AskMe { moments: Vec<String> },
    /// Marks this moment for the author, with up to 200 characters.
    Flag { text: String },
    /// Asks for everything that this viewer may know.
    Snapshot,
    /// Room: takes a free seat, under a name of 1 to 20 letters, digits or `_`. The answer is
    /// `link`, to this connection alone, or an error.
    Claim { seat: String, name: String },
    /// Room: asks for the link of onlookers.
    Watch,
    /// Seats: shows all one of the `reactions` of `welcome`, at most one in three seconds.
    React { reaction: String },
    /// Author: frees a seat; its link ends at once.
    Free { seat: String },
    /// Author: opens or closes the room.
    Room { open: bool },
    /// Author: lets the clocks run although somebody has never been there.
    Start,
    /// Author: a request of the protocol for programs.
    Request { request: Box<Request> },
    /// Author: an input, answered by `output`.
    Input { input: String },
    /// Author: the completions of a line.
    Complete { line: String },
    /// Author: shows the game as a seat, `nobody` or `all` sees it.
    See { viewer: String },
    /// Author: stops all clocks and answers of seats, or lets them go on.
    Pause { on: bool },
    /// Asks the others to take back the `last_answer` of this seat, once for each answer.
    TakeBack,
    /// Seats: whether they agree to take an answer back; the author decides alone.
    Agree { yes: bool },
    /// Seats and author, at the end of a game: begins another one of the same players.
    Again,
    /// A file: the `replay` of a game that is over, with what this viewer knows; for the author
    /// also the `game`, which `:load` takes, the `session` or the `notes`.
    Download { what: String },
    /// Author: a message to what is added to the table, such as a workbench.
    Work { work: Json },
}

/// A message of the server.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to `join`, sent again with other rules.
    Welcome {
        /// `seat`, `onlooker` or `author`.
        role: &'static str,
        /// The seat, `nobody` or `all`.
        viewer: String,
        /// `PAGE_VERSION` of the server.
        page: String,
        game: ShownGame,
        /// The length of a window in seconds; 0: no clock.
        window: u32,
        /// The moments of `ask_me`, each with what it is.
        moments: [(&'static str, &'static str); 3],
        /// The words that a seat may `react` with.
        reactions: [&'static str; 6],
        /// Author: the address that opens a script line in an editor, with `{path}`, the script as
        /// events name it (`cards/favor.rhai`), and `{line}`; none without `--editor-url`.
        #[serde(skip_serializing_if = "Option::is_none")]
        editor_url: Option<String>,
    },
    /// The part after `#` of the link to this page from now on: the one in `join` worked once, or
    /// was that of the room, and a seat was claimed.
    Link { link: String },
    /// Room: who is here; replaces the last one.
    Room { room: RoomInfo },
    /// Author: the links of the table; replaces the last one.
    Links { links: LinksInfo },
    /// The question to this seat, also before the game's own decision reaches it; null: nothing.
    /// Replaces the last one.
    Ask { ask: Option<Ask> },
    /// The last answer of this seat as a sentence, while it can ask to take it back; null: none.
    /// Replaces the last one.
    LastAnswer { answer: Option<String> },
    /// The public part of the table; replaces the last one.
    Table {
        /// Milliseconds until the window closes, when this is sent; null: no window or no clock, as
        /// without `--window` and when a player is exploding.
        closes_in: Option<u64>,
        #[serde(flatten)]
        table: TableInfo,
    },
    /// A seat reacts to what happens.
    Reaction { seat: SeatName, reaction: String },
    /// A sentence for this player alone.
    Told { text: String },
    /// A sentence for the seats and onlookers: the author has moved everybody to another ply, or an
    /// answer is taken back or stays.
    Stepped { text: String },
    /// The reply to an input of the author.
    Output { input: String, text: String, status: Status },
    /// The completions of a line: of its last word, each with a description.
    Completions { line: String, items: Vec<(String, String)> },
    /// Author: the scripts or variants were saved. The same inputs have run on the new rules, or
    /// the old ones are kept because of these errors.
    Rules { errors: Option<String>, difference: Option<String>, ply: Option<usize> },
    /// Author: the plies, after each change.
    Timeline {
        timeline: TimelineInfo,
        /// Whether the plies before those that it lists are as they were said before.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        follows: bool,
    },
    /// Author: a file to save at once: of `download`, or of an input that writes one.
    File { name: String, text: String },
    /// Author: a message of what is added to the table.
    Work { work: Json },
    /// The connection is about to be closed. Unless `again`, the page must not connect again by
    /// itself: the link is wrong, or the page is one of another program.
    Closed { why: String, again: bool },
    /// A message of the protocol for programs: `snapshot`, `update`, `reply`, `error` (`not_asked`,
    /// `late_answer`, `unknown_option`, `not_allowed` and `not_written` answer messages of a page).
    #[serde(untagged)]
    Protocol(Box<Message>),
}

impl ServerMessage {
    /// The message as it is sent.
    pub fn text(&self) -> Arc<str> {
        output::json::compact(self).into()
    }
}

/// The question to a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ask {
    /// Its `id` is the number to answer.
    pub decision: DecisionInfo,
    /// The id of the option that is kept until the decision opens; it may be changed.
    pub answer: Option<String>,
    /// Whether others are asked at the same time.
    pub together: bool,
}

/// The room as everybody in it sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomInfo {
    /// The title of the variant.
    pub title: String,
    /// The language of its titles.
    pub lang: String,
    pub seats: Vec<RoomSeat>,
    /// Whether free seats may be taken.
    pub is_open: bool,
    /// Whether something has been played, so that names stay.
    pub has_begun: bool,
    /// Whether clocks wait for somebody who has never been there.
    pub is_waiting: bool,
}

/// A seat in the room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomSeat {
    pub name: SeatName,
    pub state: SeatState,
    /// Whether a page of the seat is open.
    pub is_here: bool,
}

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatState {
    Free,
    Taken,
    Agent,
}

/// The links of a table, as addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinksInfo {
    pub room: String,
    /// The QR code of the room's link: its width in modules, and the path of the dark ones.
    pub qr: Option<(usize, String)>,
    pub onlooker: String,
    /// Those of the seats, in their order.
    pub seats: Vec<SeatLink>,
    /// Whether free seats may be taken in the room.
    pub is_open: bool,
}

/// The link of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatLink {
    pub name: SeatName,
    pub link: String,
    pub is_taken: bool,
}

/// The public part of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TableInfo {
    /// Whether there is a window, in which everybody may answer.
    pub window: bool,
    /// The seats that need more time.
    pub more_time: Vec<SeatName>,
    /// The seats that pass until their turn.
    pub passing: Vec<SeatName>,
    /// The agents by their seats.
    pub agents: BTreeMap<SeatName, String>,
    /// The seat whose agent is choosing.
    pub thinking: Option<SeatName>,
    /// The seats with an open page.
    pub present: Vec<SeatName>,
    pub paused: bool,
    /// Whether the author plays all seats.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_solo: bool,
    /// Whether clocks wait for somebody who has never been there.
    pub waiting: bool,
    /// Whether the journal cannot be written now: what changes the game is refused until it can.
    pub unwritten: bool,
    /// A seat asks to take back its last answer; the game waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub take_back: Option<TakeBackInfo>,
}

/// A request to take back an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TakeBackInfo {
    pub by: SeatName,
    /// The answer as a sentence.
    pub text: String,
    /// The seats that have agreed, and all that are asked to.
    pub agreed: Vec<SeatName>,
    pub asked: Vec<SeatName>,
}
