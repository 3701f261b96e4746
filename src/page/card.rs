//! The HTML of one printed card: a kind, its back, an overview.

use super::deck::PrintedCard;
use super::faces::Face;
use crate::base::output::{escape, escape_markup};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The sizes of a card text: the class, and the number of columns below which it is used.
const TEXTS: [(&str, usize); 4] = [("t1", 70), ("t2", 115), ("t3", 165), ("t4", 261)];

/// The sizes of a title: the class, and the number of columns below which it is used.
const TITLES: [(&str, usize); 3] = [("", 16), ("long", 29), ("longer", 41)];
/// The columns of the longest word that fits on a line in each of these sizes.
const LONGEST_WORDS: [usize; 3] = [13, 17, 22];
const LONGEST_TITLE: usize = TITLES[2].1 - 1;

/// The rows of an overview. A longer one has two columns, in smaller type; one of more than twice
/// as many rows takes several sides of cards.
const OVERVIEW_ROWS: usize = 13;
/// The columns of a title, where the overview has one column or two.
const ROW_TITLES: [usize; 2] = [28, 30];
/// The columns of a line of text that ends with a word, where the overview has one column or two.
const ROW_LINES: [usize; 2] = [47, 21];
/// The columns that a text of one line has in addition: no word goes to the next one.
const ROW_END: usize = 3;
/// The lines of text for which an overview of one column has room, besides its titles.
const TEXT_LINES: usize = 19;
/// The rows of an overview of two columns in which texts have three lines instead of two.
const ROOMY_ROWS: usize = 9;
/// The columns of the longest title on one line, where there are two columns. A longer one takes a
/// line of the text.
const ROW_LONG: usize = 16;
/// The letters of a word that fits on a line, and the columns of a line in small type.
const ROW_WORD: usize = 18;
const ROW_NARROW: usize = 23;

/// The languages of `WORDS`.
const LANGUAGES: [&str; 4] = ["en", "fr", "it", "zh"];

/// The fixed words of cards in these languages: `{}` is a number.
const WORDS: [[&str; 4]; 4] = [
    ["Overview", "Aperçu", "Riepilogo", "一览"],
    ["{} in the box", "{} dans la boîte", "{} nella scatola", "盒中{}张"],
    ["{} in play", "{} en jeu", "{} in gioco", "局中{}张"],
    [
        "texts in full on the cards",
        "textes entiers sur les cartes",
        "testi interi sulle carte",
        "全文见各牌",
    ],
];

/// The fixed words of printed cards, in the language of the titles or in English.
#[derive(Clone, Copy, Debug)]
pub struct CardWords {
    overview: &'static str,
    copies: &'static str,
    elsewhere: &'static str,
}

impl CardWords {
    /// Words for the whole box, or for the cards that are in play.
    pub fn of(language: &str, is_box: bool) -> Self {
        let at = LANGUAGES.iter().position(|one| *one == language).unwrap_or(0);
        let [overview, in_box, in_play, elsewhere] = WORDS.map(|words| words[at]);
        Self { overview, copies: if is_box { in_box } else { in_play }, elsewhere }
    }
}

fn with_number(words: &str, n: usize) -> String {
    words.replace("{}", &n.to_string())
}

/// The first sentence of a text.
fn first_sentence(text: &str) -> &str {
    let ends = [". ", "。", "! ", "? "].iter();
    let end = ends.filter_map(|end| Some(text.find(end)? + end.trim_end().len())).min();
    &text[..end.unwrap_or(text.len())]
}

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

/// Shortens a text to a number of columns, on one line and without unsafe characters: after a word,
/// unless that would leave less than half of it. Says whether it was longer.
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
    let is_whole = text[cut.len()..].starts_with(' ');
    let end = cut.rfind(' ').filter(|at| !is_whole && cut[..*at].width() >= most / 2);
    let whole = &cut[..end.unwrap_or(cut.len())];
    (whole.trim_end_matches([' ', ',', ';', ':']).to_owned() + "…", true)
}

/// Formats the picture of a card: the image of its author, or else its symbol.
fn picture(card: &PrintedCard) -> String {
    match &card.image {
        Some(image) => format!("<img src=\"{}\" alt=\"\">", escape_markup(image)),
        None => card.face.svg(),
    }
}

/// Formats a kind; adds a warning for what does not fit on it.
pub fn front(card: &PrintedCard, words: CardWords, warnings: &mut Vec<String>) -> String {
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
    let (svg, drawn) = (card.face.svg(), picture(card));
    // An image is a spot in a corner, and would be in the file three times.
    let corner = if card.image.is_some() { String::new() } else { svg };
    format!(
        "<article class=\"card {text_size}\" style=\"--h:{hue}\"><span class=\"corner\">{corner}</span>\
         <h2 class=\"{title_size}\">{title}</h2><div class=\"symbol\" role=\"img\" aria-label=\"{name}\">{drawn}</div>\
         <p>{text}</p><footer>{copies}</footer>\
         <span class=\"corner end\">{corner}</span></article>",
        hue = card.face.hue(),
        title = escape_markup(&title),
        name = card.face.symbol.name(),
        text = escape_markup(&text),
        copies = with_number(words.copies, card.n_copies),
    )
}

/// Formats a back with the symbol of a face.
pub fn back(face: &Face) -> String {
    let (hue, svg) = (face.hue(), face.svg());
    format!("<article class=\"card back\" style=\"--h:{hue}\"><div>{svg}</div></article>")
}

/// Formats the overview of a deck: one side of a card, or several for very many kinds.
pub fn overview(cards: &[PrintedCard], words: CardWords) -> Vec<String> {
    let n_columns = if cards.len() > OVERVIEW_ROWS { 2 } else { 1 };
    let n_parts = cards.len().div_ceil(n_columns * OVERVIEW_ROWS).max(1);
    let n_rows = cards.len().div_ceil(n_parts).max(1);
    let size = match (n_columns, n_rows.div_ceil(n_columns)) {
        (1, _) => "",
        (_, ..=ROOMY_ROWS) => " two roomy",
        (_, ..11) => " two",
        _ => " two tight",
    };
    let parts = cards.chunks(n_rows).enumerate().map(|(i, part)| {
        let n_cards: usize = cards.iter().map(|card| card.n_copies).sum();
        let n_lines = match size {
            "" => n_text_lines(part),
            " two roomy" => 3,
            _ => 2,
        };
        let mut is_whole = true;
        let row = |card: &PrintedCard| {
            let (hue, svg, count) = (card.face.hue(), picture(card), card.n_copies);
            let has_long =
                card.title.split_whitespace().any(|word| word.chars().count() > ROW_WORD);
            let is_narrow = n_columns == 2 && has_long;
            let most = if is_narrow { ROW_NARROW } else { ROW_TITLES[n_columns - 1] };
            let title = fitted(&card.title, most).0;
            let (class, n_lines) = match n_columns == 2 && title.width() > ROW_LONG {
                true if is_narrow => (" class=\"wraps narrow\"", n_lines - 1),
                true => (" class=\"wraps\"", n_lines - 1),
                false => ("", n_lines),
            };
            let title = escape_markup(&title);
            let most = n_lines * ROW_LINES[n_columns - 1] + if n_lines == 1 { ROW_END } else { 0 };
            let text = fitted(first_sentence(&card.text), most).0;
            is_whole &= text == card.text;
            let text = escape_markup(&text);
            format!(
                "<li{class} style=\"--h:{hue}\"><i>{svg}</i><b>{title}</b><span>{count}</span>\
                 <em>{text}</em></li>"
            )
        };
        let rows: String = part.iter().map(row).collect();
        let heading = numbered(words.overview, i, n_parts);
        let mut footer = with_number(words.copies, n_cards);
        if !is_whole {
            footer += &format!(" · {}", words.elsewhere);
        }
        format!(
            "<article class=\"card list{size}\" style=\"--rows:{}\"><h2>{heading}</h2>\
             <ul>{rows}</ul><footer>{footer}</footer></article>",
            part.len().div_ceil(n_columns)
        )
    });
    parts.collect()
}

/// The most lines that each text of an overview of one column may have, so that all have room.
fn n_text_lines(cards: &[PrintedCard]) -> usize {
    let n_lines = |card: &PrintedCard| first_sentence(&card.text).width().div_ceil(ROW_LINES[0]);
    let total = |most: usize| cards.iter().map(|card| n_lines(card).clamp(1, most)).sum::<usize>();
    (2..=3).rev().find(|most| total(*most) <= TEXT_LINES).unwrap_or(1)
}

/// A heading with the number of its side, if there are several.
fn numbered(heading: &str, i: usize, n_parts: usize) -> String {
    if n_parts == 1 { heading.to_owned() } else { format!("{heading} {}/{n_parts}", i + 1) }
}
