//! The drawings of the symbols: strokes in a box of 48 by 48, in the colour of the text.

use super::faces::Face;
use crate::base::output::escape_markup;
use crate::script::Symbol;

/// Marks on the foreheads, whiskers and collars of cats, to tell them apart.
const MARKS: [&str; 8] = [
    "M20 15v4m4-5v5m4-4v4",
    "M3 27l6 1m-5 6 5-2m36-5-6 1m5 6-5-2",
    "M13.5 20c2-2 5-2 7 0m7 0c2-2 5-2 7 0",
    "M24 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
    "M21 14.5l6 5m0-5-6 5",
    "M15 43c6 3 12 3 18 0m-9 2v1",
    "M16 18l3-3 2.5 3 2.5-3 2.5 3 2.5-3 3 3",
    "M24 13v7m-3.5-3.5h7",
];

/// The angle between the hues of equal symbols, in degrees: the golden angle keeps any number of
/// them apart.
const HUE_STEP: usize = 137;

/// Returns the hue of a symbol in degrees, and its strokes.
const fn drawing(symbol: Symbol) -> (usize, &'static str) {
    match symbol {
        Symbol::Cat => (
            55,
            "M10 20 9 6l10 6c3-1 7-1 10 0l10-6-1 14c3 10-4 21-14 21S7 30 10 20ZM17 24v2m14-2v2m-9 \
             5h4l-2 2Zm2 2c0 3-4.5 3.5-6 1.2m6-1.2c0 3 4.5 3.5 6 1.2",
        ),
        Symbol::Burst => (
            30,
            "M26.2 2.1 28.3 15 36.2 12.1 33.1 19.9 45.9 22.4 33.6 26.7 37 33.3 29.6 \
             32.3 29.2 44.4 23 34 16.6 39.3 16.8 31 3.9 33 14 24.7 8.6 19.7 15.9 18.2 \
             12.2 6.6 21.5 14.3Z",
        ),
        Symbol::Shield => (
            150,
            "M24 5c5 4 10 5 16 5v13c0 10-7 16-16 20C15 39 8 33 8 23V10c6 0 11-1 16-5Zm-8 19 6 6 10-12",
        ),
        Symbol::Stop => (12, "M24 6a18 18 0 1 0 0 36 18 18 0 0 0 0-36ZM11.3 11.3l25.4 25.4"),
        Symbol::Bolt => (80, "M29 4 11 27h11l-4 17 19-25H26Z"),
        Symbol::Reverse => (
            120,
            "M8 20C10 11 16 7 24 7c7 0 12 3 15 9m1-10v10H30m10 12c-2 9-8 13-16 13-7 0-12-3-15-9M8 \
             42V32h10",
        ),
        Symbol::Draw => (210, "M9 29v9a4 4 0 0 0 4 4h22a4 4 0 0 0 4-4v-9M24 32V7M14 17 24 7l10 10"),
        Symbol::Skip => (240, "M8 11l13 13L8 37m14-26 13 13-13 13m19-26v26"),
        Symbol::Take => (
            320,
            "M27 7h12a4 4 0 0 1 4 4v26a4 4 0 0 1-4 4H27a4 4 0 0 1-4-4v-4m0-18v-4a4 4 0 0 1 4-4m7 \
             17H5m9-9-9 9 9 9",
        ),
        Symbol::Shuffle => (
            185,
            "M5 15h6c12 0 12 18 24 18h7m-6-6 6 6-6 6M5 33h6c4 0 7-2 9-5m7-8c2-3 5-5 8-5h7m-6-6 6 \
             6-6 6",
        ),
        Symbol::Eye => (
            285,
            "M4 24c6-9 12-13 20-13s14 4 20 13c-6 9-12 13-20 13S10 33 4 24Zm20-6a6 6 0 1 0 0 12 6 6 \
             0 0 0 0-12Z",
        ),
        Symbol::Step => (165, "M5 41h9V31h10V21h10V11h9M12 20V7m-5 5 5-5 5 5"),
        Symbol::Letter => (265, ""),
    }
}

impl Face {
    /// Returns its hue in degrees.
    pub const fn hue(&self) -> usize {
        (drawing(self.symbol).0 + self.n_alike * HUE_STEP) % 360
    }

    /// Returns the id of its drawing among the [`definitions`]; `None` for a letter.
    pub fn drawing(&self) -> Option<String> {
        match self.symbol {
            Symbol::Letter => None,
            Symbol::Cat => Some(format!("cat{}", self.n_alike % MARKS.len())),
            symbol => Some(symbol.name().to_owned()),
        }
    }

    /// Returns its drawing: a reference to one of the [`definitions`], or a letter.
    pub fn svg(&self) -> String {
        let Some(id) = self.drawing() else {
            let letter = escape_markup(&self.letter.to_string());
            return format!(
                "<svg viewBox=\"0 0 48 48\"><text x=\"24\" y=\"36\">{letter}</text></svg>"
            );
        };
        format!("<svg><use href=\"#{id}\"/></svg>")
    }

    /// Returns its drawing in its colour, within a text.
    pub fn icon(&self) -> String {
        format!("<i style=\"--h:{}\">{}</i>", self.hue(), self.svg())
    }
}

/// Returns the definitions that the drawings of a page refer to.
pub fn definitions() -> String {
    let define = |id: &str, strokes: &str| {
        format!("<symbol id=\"{id}\" viewBox=\"0 0 48 48\"><path d=\"{strokes}\"/></symbol>")
    };
    let plain = Symbol::ALL.iter().map(|symbol| define(symbol.name(), drawing(*symbol).1));
    let cat = drawing(Symbol::Cat).1;
    let cats = MARKS.iter().enumerate();
    let cats = cats.map(|(i, mark)| define(&format!("cat{i}"), &format!("{cat}{mark}")));
    plain.chain(cats).collect()
}
