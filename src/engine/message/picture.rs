//! A picture that the rules draw of a position, as rows of cells.

use super::names::SeatName;
use serde::Serialize;

/// A picture of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PictureInfo {
    /// The picture as text.
    pub lines: Vec<String>,
    /// Its rows, for programs that draw it; empty if the rules return a text.
    pub rows: Vec<PictureRow>,
}

/// A row of a picture: a track, or a part of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PictureRow {
    /// Its heading, may be empty.
    pub heading: String,
    /// Its cells, from left to right.
    pub cells: Vec<PictureCell>,
}

/// A cell of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PictureCell {
    /// Its text.
    pub text: String,
    /// The players on it.
    pub players: Vec<SeatName>,
    /// Whether it is marked, as a danger or an aim.
    pub marked: bool,
}

impl PictureInfo {
    /// Creates a picture from a text.
    pub fn of_text(text: &str) -> Self {
        Self { lines: text.lines().map(str::to_owned).collect(), rows: Vec::new() }
    }

    /// Creates a picture from rows.
    pub fn of_rows(rows: Vec<PictureRow>) -> Self {
        Self { lines: rows.iter().map(PictureRow::line).collect(), rows }
    }
}

impl PictureRow {
    fn line(&self) -> String {
        let heading = Some(self.heading.clone()).filter(|heading| !heading.is_empty());
        let cells = self.cells.iter().map(PictureCell::text);
        heading.into_iter().chain(cells).collect::<Vec<_>>().join(" ")
    }
}

impl PictureCell {
    fn text(&self) -> String {
        let mark = self.marked.then(|| "✶".to_owned());
        let text = Some(self.text.clone()).filter(|text| !text.is_empty());
        let players = self.players.iter().map(|name| format!("<{name}>"));
        let parts: Vec<String> = mark.into_iter().chain(text).chain(players).collect();
        format!("[{}]", parts.join(" "))
    }
}
