//! The board of a variant to print: the picture that its rules draw, with tokens to cut.

use super::card::fitted;
use crate::base::output::escape_markup;
use crate::debugger::Debugger;
use crate::kernel::rules::Holds;
use crate::message::{PictureInfo, PictureRow};
use crate::transcript::{Header, Input, LoadedRuleset};
use std::fmt::Write as _;

/// The most pictures of a variant that are printed.
const MOST: usize = 4;

/// The width and height of all spaces in mm, with the gap after each, and the height of a heading.
const WIDTH: f32 = 190.5;
const HEIGHT: f32 = 222.0;
const GAP: f32 = 2.5;
const HEADING: f32 = 10.0;
const LARGEST: f32 = 46.0;

/// The most columns of a heading and of a line of text, and of the text on a space.
const LONGEST: usize = 80;
const LONGEST_SPACE: usize = 24;

/// Returns the pictures that the rules draw at the start of a game, without players: one for each
/// side of a board, which is a counter of the table that is 0 or 1.
pub fn pictures(header: Header, loaded: &LoadedRuleset) -> Vec<PictureInfo> {
    if !loaded.host.draws_pictures() {
        return Vec::new();
    }
    let Ok(start) = Debugger::started_with(header, loaded.clone()) else { return Vec::new() };
    let mut pictures: Vec<PictureInfo> = start.picture().map(empty).into_iter().collect();
    let counters = loaded.ruleset.spec.table_counters.iter();
    for counter in counters.filter(|counter| matches!(counter.holds, Holds::Number(..))) {
        let mut turned = start.fork();
        let input = Input::Set(counter.id.to_string(), "1".to_owned());
        if turned.take(&format!(":set {} 1", counter.id), input).is_err() {
            continue;
        }
        let other = turned.picture().map(empty).filter(|picture| !pictures.contains(picture));
        pictures.extend(other.filter(|_| pictures.len() < MOST));
    }
    pictures
}

/// A picture without players.
fn empty(mut picture: PictureInfo) -> PictureInfo {
    if picture.rows.is_empty() {
        return picture;
    }
    for cell in picture.rows.iter_mut().flat_map(|row| &mut row.cells) {
        cell.players.clear();
    }
    PictureInfo::of_rows(picture.rows)
}

/// Returns the pages of these pictures, each as what is between its margins, with a token for each
/// player on the first.
pub fn pages(name: &str, pictures: &[PictureInfo], players: usize) -> Vec<String> {
    let heading = escape_markup(&fitted(name, LONGEST).0);
    let token = |n: usize| format!("<b style=\"--h:{}\">{n}</b>", (n - 1) * 137 % 360);
    let tokens: String = (1..=players).map(token).collect();
    let page = |(i, picture): (usize, &PictureInfo)| {
        let tokens = if i == 0 { &*tokens } else { "" };
        format!("<h2>{heading}</h2>{}<div class=\"tokens\">{tokens}</div>", board(picture))
    };
    pictures.iter().enumerate().map(page).collect()
}

/// Formats a picture: its rows as tracks, or its text.
fn board(picture: &PictureInfo) -> String {
    if picture.rows.is_empty() {
        let line = |line: &String| escape_markup(&fitted(line, LONGEST).0);
        let lines: Vec<String> = picture.lines.iter().map(line).collect();
        return format!("<pre>{}</pre>", lines.join("\n"));
    }
    let (columns, side) = layout(&picture.rows);
    picture.rows.iter().map(|row| track(row, columns, side)).collect()
}

/// The number of columns by which the spaces are largest, and their side in mm.
fn layout(rows: &[PictureRow]) -> (usize, f32) {
    let headings = rows.iter().filter(|row| !row.heading.is_empty()).count() as f32;
    let longest = rows.iter().map(|row| row.cells.len()).max().unwrap_or(1);
    let side = |columns: usize| {
        let lines: usize = rows.iter().map(|row| row.cells.len().div_ceil(columns)).sum();
        let across = WIDTH / columns as f32;
        let down = (HEIGHT - headings * HEADING) / lines.max(1) as f32;
        across.min(down) - GAP
    };
    let columns = (1..=longest.clamp(1, 20)).max_by(|a, b| side(*a).total_cmp(&side(*b)));
    let columns = columns.unwrap_or(1);
    (columns, side(columns).min(LARGEST))
}

/// Formats a track: its spaces go to the right in one line, and back in the next.
fn track(row: &PictureRow, columns: usize, side: f32) -> String {
    let mut html = String::new();
    if !row.heading.is_empty() {
        let heading = escape_markup(&fitted(row.heading.trim_end_matches(':'), LONGEST).0);
        html += &format!("<h3>{heading}</h3>");
    }
    let mut spaces = String::new();
    for (i, cell) in row.cells.iter().enumerate() {
        let (line, step) = (i / columns, i % columns);
        let column = if line % 2 == 0 { step } else { columns - 1 - step };
        let to = match (i + 1 == row.cells.len(), step + 1 == columns, line % 2 == 0) {
            (true, ..) => "",
            (_, true, _) => "down",
            (.., true) => "right",
            (.., false) => "left",
        };
        let marked = if cell.marked { " marked" } else { "" };
        let text = fitted(&cell.text, LONGEST_SPACE).0;
        let text = if cell.marked && text.is_empty() { "✶" } else { &*escape_markup(&text) };
        // Writing into a string cannot fail.
        let _ = write!(
            spaces,
            "<li class=\"{to}{marked}\" style=\"grid-area:{}/{}\"><span>{text}</span></li>",
            line + 1,
            column + 1
        );
    }
    let size = if columns > 6 { " class=\"small\"" } else { "" };
    html += &format!(
        "<ol{size} style=\"--side:{side:.1}mm;--gap:{GAP}mm;--columns:{columns}\">{spaces}</ol>"
    );
    html
}
