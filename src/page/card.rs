//! The HTML of one printed card: a kind, its back, an overview, the rules.

use super::deck::PrintedCard;
use super::faces::Face;
use crate::output::{escape, escape_markup};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The sizes of a card text: the class, and the number of columns below which it is used.
const TEXTS: [(&str, usize); 4] = [("t1", 70), ("t2", 115), ("t3", 165), ("t4", 261)];

/// The sizes of a title: the class, and the number of columns below which it is used.
const TITLES: [(&str, usize); 3] = [("", 16), ("long", 29), ("longer", 41)];
/// The columns of the longest word that fits on a line in each of these sizes.
const LONGEST_WORDS: [usize; 3] = [13, 17, 22];
const LONGEST_TITLE: usize = TITLES[2].1 - 1;

/// The columns of the name of a variant above its rules, of one of its lines, and the height of
/// that in mm.
const LONGEST_NAME: usize = 30;
const NAME_COLUMNS: usize = 13;
const NAME_LINE: f32 = 4.0;

/// The rows of an overview, large and small; longer ones take several cards.
const OVERVIEW_ROWS: [usize; 2] = [14, 22];

/// The columns of a line of the rules in a wide font, and the height in mm of a line, of the gap
/// after a paragraph, and of all that fits on a card.
const RULE_COLUMNS: usize = 39;
const RULE_LINE: f32 = 3.1;
const RULE_GAP: f32 = 0.8;
const RULE_HEIGHT: f32 = 69.0;

/// The most columns of a paragraph of the rules, which then fits on a card with its heading.
const RULE_LONGEST: usize = 600;

/// Returns the class of the size for a text.
fn size(sizes: &[(&'static str, usize)], text: &str) -> &'static str {
    let fits = sizes.iter().find(|(_, below)| text.width() < *below);
    fits.or(sizes.last()).map_or("", |(size, _)| size)
}

/// Returns the class of the size for a title, of which the longest word fits on a line, too.
fn title_size(title: &str) -> &'static str {
    let longest = title.split([' ', '-']).map(UnicodeWidthStr::width).max().unwrap_or(0);
    let mut sizes = TITLES.iter().zip(LONGEST_WORDS);
    let fits = sizes.find(|((_, below), most)| title.width() < *below && longest <= *most);
    fits.map_or(TITLES[2].0, |((class, _), _)| class)
}

/// Shortens a text to a number of columns, on one line and without unsafe characters. Says whether
/// it was longer.
pub fn fitted(text: &str, most: usize) -> (String, bool) {
    let text = escape(text).split_whitespace().collect::<Vec<_>>().join(" ");
    if text.width() <= most {
        return (text, false);
    }
    let mut left = most - 1;
    let fits = |c: &char| {
        let width = c.width().unwrap_or(0);
        let fits = width <= left;
        left -= width.min(left);
        fits
    };
    let cut: String = text.chars().take_while(fits).collect();
    (cut.trim_end().to_owned() + "…", true)
}

/// Formats a kind; adds a warning for what does not fit on it.
pub fn front(card: &PrintedCard, place: &str, warnings: &mut Vec<String>) -> String {
    let longest = TEXTS[TEXTS.len() - 1].1 - 1;
    let mut fit = |what: &str, text: &str, most: usize| {
        let (fitted, is_cut) = fitted(text, most);
        if is_cut {
            warnings.push(format!(
                "the {what} of `{}` is cut: {} columns, and {most} fit on a card",
                card.id,
                text.width()
            ));
        }
        fitted
    };
    let (title, text) =
        (fit("title", &card.title, LONGEST_TITLE), fit("text", &card.text, longest));
    let text_size = size(&TEXTS, &text);
    let title_size = title_size(&title);
    let svg = card.face.svg();
    format!(
        "<article class=\"card {text_size}\" style=\"--h:{hue}\"><span class=\"corner\">{svg}</span>\
         <h2 class=\"{title_size}\">{title}</h2><div class=\"symbol\" role=\"img\" aria-label=\"{name}\">{svg}</div>\
         <p>{text}</p><footer>{id} · {count} in {place}</footer>\
         <span class=\"corner end\">{svg}</span></article>",
        hue = card.face.hue(),
        title = escape_markup(&title),
        name = card.face.symbol.name(),
        text = escape_markup(&text),
        id = escape_markup(&card.id),
        count = card.n_copies,
    )
}

/// Formats a back with the symbol of a face.
pub fn back(face: &Face) -> String {
    let (hue, svg) = (face.hue(), face.svg());
    format!("<article class=\"card back\" style=\"--h:{hue}\"><div>{svg}</div></article>")
}

/// Formats the overview of a deck: one card, or several for many kinds.
pub fn overview(cards: &[PrintedCard], place: &str) -> Vec<String> {
    let [large, most] = OVERVIEW_ROWS;
    let n_parts = cards.len().div_ceil(most).max(1);
    let size = if cards.len().div_ceil(n_parts) <= large { "large" } else { "small" };
    let rows = cards.len().div_ceil(n_parts).max(1);
    let parts = cards.chunks(rows).enumerate().map(|(i, part)| {
        let n_cards: usize = cards.iter().map(|card| card.n_copies).sum();
        let row = |card: &PrintedCard| {
            let (hue, svg, count) = (card.face.hue(), card.face.svg(), card.n_copies);
            let title = escape_markup(&fitted(&card.title, LONGEST_TITLE).0);
            let size = if card.title.width() > 26 { " class=\"long\"" } else { "" };
            format!(
                "<li style=\"--h:{hue}\"><i>{svg}</i><b{size}>{title}</b><span>{count}</span></li>"
            )
        };
        let rows: String = part.iter().map(row).collect();
        let (heading, cards) = (numbered("Overview", i, n_parts), n_cards);
        format!(
            "<article class=\"card list {size}\"><h2>{heading}</h2><ul>{rows}</ul>\
             <footer>{cards} cards in {place}</footer></article>"
        )
    });
    parts.collect()
}

/// A paragraph of the rules: a heading, or a text after a symbol and a title that may be empty.
pub enum RuleText<'a> {
    Heading(&'a str),
    Text { face: Option<Face>, title: &'a str, text: &'a str, value: String },
}

impl RuleText<'_> {
    /// Formats it, with a warning if it is cut; returns also its height in mm.
    fn shown(&self, warnings: &mut Vec<String>) -> (String, f32) {
        match self {
            Self::Heading(text) => (format!("<h3>{text}</h3>"), RULE_LINE + 3.0 * RULE_GAP),
            Self::Text { face, title, text, value } => {
                let (text, is_cut) = fitted(text, RULE_LONGEST);
                if is_cut {
                    let start = fitted(&text, LONGEST_TITLE).0;
                    warnings.push(format!("a text of the rules is cut: “{start}”"));
                }
                let title = fitted(title, LONGEST_TITLE).0;
                let icon = face.map_or(String::new(), |face| {
                    format!("<i style=\"--h:{}\">{}</i>", face.hue(), face.svg())
                });
                // Words end before the ends of lines.
                let columns = title.width() + text.width() + value.width() + 4;
                let n_lines = columns.div_ceil(RULE_COLUMNS) as f32;
                let [title, text, value] = [&title, &text, value].map(|text| escape_markup(text));
                let bold = |text: &str| match text {
                    "" => String::new(),
                    text => format!("<b>{text}</b>"),
                };
                let (title, value) = (bold(&title), bold(&value));
                let shown = format!("<p>{icon}{title} {text} {value}</p>");
                (shown, n_lines * RULE_LINE + RULE_GAP)
            }
        }
    }
}

/// Formats the rules: one card, or several for long ones. A heading is not the last of its card.
pub fn rules(
    name: &str,
    texts: &[RuleText<'_>],
    footer: &str,
    warnings: &mut Vec<String>,
) -> Vec<String> {
    let name = fitted(name, LONGEST_NAME).0;
    let n_more_lines = (name.width() + " 1/2".len()).div_ceil(NAME_COLUMNS) - 1;
    let most = RULE_HEIGHT - n_more_lines as f32 * NAME_LINE;
    let mut parts: Vec<(String, f32)> = vec![(String::new(), 0.0)];
    let mut heading = None;
    for text in texts {
        let (shown, height) = text.shown(warnings);
        if let RuleText::Heading(_) = text {
            heading = Some((shown, height));
            continue;
        }
        let (above, above_height): (String, f32) = heading.take().unwrap_or_default();
        let (shown, height) = (format!("{above}{shown}"), above_height + height);
        match parts.last_mut() {
            Some((part, used)) if *used + height <= most || part.is_empty() => {
                *part += &shown;
                *used += height;
            }
            _ => parts.push((shown, height)),
        }
    }
    let n_parts = parts.len();
    let name = escape_markup(&name);
    let card = |(i, (part, _)): (usize, (String, f32))| {
        let heading = numbered(&name, i, n_parts);
        format!(
            "<article class=\"card rules\"><h2>{heading}</h2><div>{part}</div>\
             <footer>{footer}</footer></article>"
        )
    };
    parts.into_iter().enumerate().map(card).collect()
}

/// A heading with the number of its card, if there are several.
fn numbered(heading: &str, i: usize, n_parts: usize) -> String {
    if n_parts == 1 { heading.to_owned() } else { format!("{heading} {}/{n_parts}", i + 1) }
}
