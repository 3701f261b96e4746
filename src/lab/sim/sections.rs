//! Content of a report: sections of cells, which `text`, `csv` and `page` write.

use super::figures::{in_percent, number, percent_to, signed};
use super::stats::Estimate;
use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};

#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The variant, the number of games, …
    pub title: String,
    /// Who played, and how they decide.
    pub players: String,
    /// More about the run.
    pub about: String,
    /// Games left out of the figures, and why.
    pub warnings: Vec<String>,
    /// The answers to what a designer asks.
    pub summary: Vec<Answer>,
    pub sections: Vec<ReportSection>,
    /// The meaning of the figures.
    pub notes: String,
}

impl Report {
    /// Returns the data of its page; `shown` is the content besides its figures.
    pub fn page_data(&self, shown: Json) -> Json {
        let is_shown = |section: &&ReportSection| section.is_on(&[Medium::All, Medium::Page]);
        let mut data = json!(self);
        data["sections"] = json!(self.sections.iter().filter(is_shown).collect::<Vec<_>>());
        data["shown"] = shown;
        data
    }
}

/// An answer to a question of a designer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// Empty for a sentence that belongs to the answer before it.
    pub question: &'static str,
    pub text: String,
    /// The number of games that would settle it, if these did not.
    pub games: Option<u64>,
    /// The work that each of these games has to do.
    #[serde(skip)]
    pub pace: AnswerPace,
}

/// The work that games have to do for an answer, on which their time depends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerPace {
    #[default]
    Games,
    /// Also what holding cards is worth.
    Cards,
    /// Also the quality of the game.
    Quality,
}

/// The answer to a question in several sentences.
pub fn answers(question: &'static str, sentences: Vec<String>) -> Vec<Answer> {
    let questions = std::iter::once(question).chain(std::iter::repeat(""));
    let all = questions.zip(sentences);
    all.map(|(question, text)| Answer { question, text, ..Answer::default() }).collect()
}

/// Where something is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Medium {
    /// As text, as CSV and on pages.
    #[default]
    All,
    Text,
    Csv,
    /// As text and as CSV.
    Print,
    /// On pages, and as CSV.
    Page,
}

/// A table: a row for each name, a cell for each column.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ReportSection {
    /// Its name in CSV; empty for a section that is not written there.
    #[serde(skip)]
    pub name: &'static str,
    pub title: String,
    /// Its title in the contents of a page.
    pub short: &'static str,
    /// Where it is written.
    #[serde(skip)]
    pub medium: Medium,
    /// The heading of the names; empty for that of the section.
    pub names: &'static str,
    pub columns: Vec<Column>,
    pub rows: Vec<TableRow>,
    /// Bars in the text.
    #[serde(skip)]
    pub bars: Option<Bars>,
    /// The plot of a page.
    pub plot: Option<Plot>,
    /// Whether the rows of a page can be sorted.
    pub sorts: bool,
    /// Whether the best row is the first one: a page keeps their order.
    pub is_ranked: bool,
    /// Whether a page shows the table of a plot without being asked.
    pub opens: bool,
    /// Whether the background of a cell of a page shows its share.
    pub heat: bool,
    pub findings: Vec<String>,
    /// The meaning of its figures.
    pub notes: String,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Column {
    /// Its measure in CSV; empty for a column that is not written there.
    #[serde(skip)]
    pub name: String,
    pub title: String,
    /// Where it is written.
    #[serde(skip)]
    pub medium: Medium,
    /// Whether its cells are texts, which are aligned to the left.
    #[serde(skip)]
    pub is_text: bool,
    /// The ends of the scale on which a page draws the intervals.
    pub scale: Option<[f64; 2]>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct TableRow {
    pub name: String,
    /// Its name in CSV, if it is another one.
    #[serde(skip)]
    pub id: Option<&'static str>,
    pub cells: Vec<Cell>,
    /// Whether it stands out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
}

/// A figure, with what is shown of it.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    pub text: String,
    /// The value, with an interval if it has one.
    pub value: Option<f64>,
    /// The ends of the interval.
    pub ends: Option<[f64; 2]>,
}

/// A page reads `[text, value, low, high]`.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match (self.value, self.ends) {
            (Some(value), Some([low, high])) => (&self.text, value, low, high).serialize(to),
            (Some(value), None) => (&self.text, value).serialize(to),
            (None, _) => (&self.text,).serialize(to),
        }
    }
}

/// Bars beside the rows of a text: the values of a column, from `least` to `most`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bars {
    pub column: usize,
    /// The value of an empty bar.
    pub least: f64,
    /// The value of a full bar.
    pub most: f64,
}

/// A plot of the values of a section.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Plot {
    /// A bar for each row, with its interval.
    Bars {
        /// The unit of the axis: shares are drawn in `%`.
        unit: &'static str,
        /// The value of a dashed line.
        fair: Option<f64>,
        /// The meaning of the rows.
        axis: String,
    },
    /// A point for each row, with its interval, on a scale that need not begin at 0.
    Points {
        unit: &'static str,
        column: usize,
        axis: String,
        /// The number of each row, if rows are numbers; otherwise empty.
        at: Option<Vec<f64>>,
        /// The value that is wanted.
        target: Option<f64>,
    },
    /// Intervals with a line at 0, the largest value first.
    Forest { unit: &'static str, axis: String, column: usize },
    /// A curve for each column, through all rows.
    Curves {
        unit: &'static str,
        /// The meaning of the rows.
        axis: String,
        /// Whether a value holds until the next row.
        steps: bool,
        /// The columns that stand out.
        strong: Vec<usize>,
    },
}

impl Plot {
    /// Curves through all rows; `axis` is what the rows are.
    pub(super) fn curves(unit: &'static str, axis: &str, strong: Vec<usize>) -> Option<Self> {
        Some(Self::Curves { unit, axis: axis.to_owned(), steps: false, strong })
    }
}

impl Column {
    /// A column, by its name in CSV and its heading.
    pub fn new(name: impl Into<String>, title: impl Into<String>) -> Self {
        Self { name: name.into(), title: title.into(), ..Self::default() }
    }

    /// Returns it, left out of texts.
    pub fn aside(self) -> Self {
        Self { medium: Medium::Page, ..self }
    }

    /// Returns it with intervals drawn.
    pub fn drawn(self, scale: [f64; 2]) -> Self {
        Self { scale: Some(scale), ..self }
    }
}

impl TableRow {
    pub fn new(name: impl Into<String>, cells: impl Into<Vec<Cell>>) -> Self {
        Self { name: name.into(), cells: cells.into(), ..Self::default() }
    }
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    fn of(found: Option<Estimate>, show: impl Fn(Estimate) -> String) -> Self {
        let Some(Estimate { value, low, high }) = found else { return Self::text("-") };
        let text = show(Estimate { value, low, high });
        Self { text, value: Some(value), ends: Some([low, high]) }
    }

    pub fn count(n: u64) -> Self {
        Self { text: n.to_string(), value: Some(n as f64), ends: None }
    }

    /// A number with this number of decimal places.
    pub fn number(value: f64, places: usize) -> Self {
        Self { text: format!("{value:.places$}"), value: Some(value), ends: None }
    }

    /// A share without an interval: `12.3 %`.
    pub fn part(value: f64) -> Self {
        Self { text: format!("{:.1} %", 100.0 * value), value: Some(value), ends: None }
    }

    /// A share: `25.1 % ± 0.3`.
    pub fn percent(rate: Option<Estimate>) -> Self {
        Self::of(rate, |rate| percent_to(rate, 1))
    }

    /// A share in percent: `25.1 ± 0.3`.
    pub fn share(rate: Option<Estimate>) -> Self {
        Self::of(rate, |rate| number(in_percent(rate), 1))
    }

    /// A difference of shares in percentage points: `+1.2 ± 0.4`.
    pub fn points(difference: Option<Estimate>) -> Self {
        Self::of(difference, |difference| signed(in_percent(difference), 1))
    }

    /// A mean: `12.30 ± 0.40`.
    pub fn mean(found: Option<Estimate>) -> Self {
        Self::estimate(found, 2)
    }

    /// An estimate with this number of decimal places.
    pub fn estimate(found: Option<Estimate>, places: usize) -> Self {
        Self::of(found, |found| number(found, places))
    }

    /// A difference with this number of decimal places.
    pub fn difference(found: Option<Estimate>, places: usize) -> Self {
        Self::of(found, |found| signed(found, places))
    }
}

impl ReportSection {
    /// Whether it has rows and is written somewhere.
    pub(super) fn is_on(&self, media: &[Medium]) -> bool {
        !self.rows.is_empty() && media.contains(&self.medium)
    }

    /// The largest distance of an end of a column from 0.
    pub(super) fn reach(rows: &[TableRow], column: usize) -> [f64; 2] {
        let ends = rows.iter().filter_map(|row| row.cells.get(column)?.ends);
        let most = ends.flatten().map(f64::abs).fold(f64::MIN_POSITIVE, f64::max);
        [-most, most]
    }
}
