//! The columns of raw data and their formats.

use super::measures::{MEASURES, N_NUMBERS};
use crate::base::files::OutputType;
use crate::base::output::json;
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

/// The version of the columns. A new column at the end does not change it.
pub const ROW_FORMAT: u32 = 2;

/// A file with rows.
#[doc(hidden)]
pub const ROW_FILE: OutputType = OutputType {
    name: "raw data of games",
    endings: &["csv", "jsonl"],
    // A shard that is not the first one has no header line.
    is_head: |text| {
        let of_format = format!("{ROW_FORMAT},");
        ["format,game,", "{\"format\":", &of_format].iter().any(|start| text.starts_with(start))
    },
};

/// The file format of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    /// Comma-separated values with a header line.
    Csv,
    /// A JSON object per line.
    JsonLines,
}

/// The rows of one game, formatted: of the game, of its plays, of its decisions.
pub type Rows = [Vec<u8>; 3];

/// The number of measures before the column of agents: a new column is the last one.
const BEFORE_AGENTS: usize = 5;

#[derive(Clone, Debug, Default)]
pub(super) struct GameRow {
    pub(super) game: u64,
    /// A text in JSON, whatever its size, so that the column has one type.
    pub(super) seed: String,
    pub(super) players: usize,
    pub(super) outcome: &'static str,
    pub(super) first: Option<u8>,
    pub(super) winners: String,
    pub(super) numbers: Option<[i64; N_NUMBERS]>,
    pub(super) decisions: Option<usize>,
    pub(super) agents: String,
    pub(super) drawn: Option<String>,
}

impl Serialize for GameRow {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut row = to.serialize_struct("GameRow", 10 + N_NUMBERS)?;
        row.serialize_field("format", &ROW_FORMAT)?;
        row.serialize_field("game", &self.game)?;
        row.serialize_field("seed", &self.seed)?;
        row.serialize_field("players", &self.players)?;
        row.serialize_field("outcome", self.outcome)?;
        row.serialize_field("first", &self.first)?;
        row.serialize_field("winners", &self.winners)?;
        for (i, measure) in MEASURES[..N_NUMBERS].iter().enumerate() {
            row.serialize_field(measure.name, &self.numbers.map(|numbers| numbers[i]))?;
            if measure.name == "plies" {
                row.serialize_field("decisions", &self.decisions)?;
            }
            if i + 1 == BEFORE_AGENTS {
                row.serialize_field("agents", &self.agents)?;
            }
        }
        row.serialize_field("drawn", &self.drawn)?;
        row.end()
    }
}

/// A card or a combo that was played.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub(super) struct PlayRow<'a> {
    pub(super) format: u32,
    pub(super) game: u64,
    pub(super) play: usize,
    pub(super) ply: u32,
    pub(super) turn: usize,
    pub(super) seat: u8,
    pub(super) agent: &'a str,
    pub(super) r#type: &'static str,
    pub(super) name: &'a str,
    pub(super) answers: Option<&'a str>,
    pub(super) cancelled: bool,
    pub(super) won: f64,
}

/// A decision of an agent.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub(super) struct DecisionRow<'a> {
    pub(super) format: u32,
    pub(super) game: u64,
    pub(super) decision: usize,
    pub(super) seat: u8,
    pub(super) agent: &'a str,
    pub(super) prompt: &'a str,
    pub(super) options: usize,
    pub(super) hand: usize,
    pub(super) draw_pile: usize,
    pub(super) choice: &'a str,
    pub(super) won: f64,
    pub(super) turn: usize,
    pub(super) offered: &'a str,
}

/// Returns the header lines of the files, empty for a format without headers.
pub fn headers(formats: [Option<RowFormat>; 3]) -> Rows {
    let mut rows = formats.map(|format| {
        let csv = csv::WriterBuilder::new().has_headers(true).from_writer(Vec::new());
        (format == Some(RowFormat::Csv)).then_some(csv)
    });
    // Writing into memory cannot fail, and the rows are flat.
    let [games, plays, decisions] = &mut rows;
    games.iter_mut().for_each(|csv| drop(csv.serialize(GameRow::default())));
    plays.iter_mut().for_each(|csv| drop(csv.serialize(PlayRow::default())));
    decisions.iter_mut().for_each(|csv| drop(csv.serialize(DecisionRow::default())));
    rows.map(|csv| {
        let mut text = csv.and_then(|csv| csv.into_inner().ok()).unwrap_or_default();
        text.truncate(text.iter().position(|byte| *byte == b'\n').map_or(0, |end| end + 1));
        text
    })
}

/// The rows of one file and one game.
pub(super) enum RowText {
    None,
    Csv(Box<csv::Writer<Vec<u8>>>),
    JsonLines(Vec<u8>),
}

impl RowText {
    pub(super) fn new(format: Option<RowFormat>) -> Self {
        let mut csv = csv::WriterBuilder::new();
        match format {
            None => Self::None,
            Some(RowFormat::Csv) => {
                let csv = csv.has_headers(false).buffer_capacity(1024);
                Self::Csv(Box::new(csv.from_writer(Vec::new())))
            }
            Some(RowFormat::JsonLines) => Self::JsonLines(Vec::new()),
        }
    }

    pub(super) fn push(&mut self, row: &impl Serialize) {
        // Writing into memory cannot fail, and the rows are flat.
        match self {
            Self::None => {}
            Self::Csv(csv) => drop(csv.serialize(row)),
            Self::JsonLines(text) => {
                json::append(text, row);
                text.push(b'\n');
            }
        }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        match self {
            Self::None => Vec::new(),
            Self::Csv(csv) => csv.into_inner().unwrap_or_default(),
            Self::JsonLines(text) => text,
        }
    }
}
