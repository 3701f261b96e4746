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
/// as many rows, or with texts that are too long for that, takes several sides of cards.
const OVERVIEW_ROWS: usize = 13;
/// The columns of a title, where the overview has one column or two.
const ROW_TITLES: [usize; 2] = [28, 30];
/// The columns of a line of text that ends with a word, where the overview has one column or two.
const ROW_LINES: [usize; 2] = [47, 21];
/// The columns that a text of one line has in addition: no word goes to the next one.
const ROW_END: usize = 3;
/// The height of an overview of one column, that of a title, and that of a line of text, in 0.1 mm.
const LIST: usize = 693;
const LIST_TITLE: usize = 27;
const LIST_LINE: usize = 18;
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
const WORDS: [[&str; 4]; 5] = [
    ["Overview", "Aperçu", "Riepilogo", "一览"],
    ["{} in the box", "{} dans la boîte", "{} nella scatola", "盒中{}张"],
    ["{} in play", "{} en jeu", "{} in gioco", "局中{}张"],
    [
        "texts in full on the cards",
        "textes entiers sur les cartes",
        "testi interi sulle carte",
        "全文见各牌",
    ],
    ["see the card", "voir la carte", "vedi la carta", "见该牌"],
];

/// The fixed words of printed cards, in the language of the titles or in English.
#[derive(Clone, Copy, Debug)]
pub struct CardWords {
    overview: &'static str,
    copies: &'static str,
    elsewhere: &'static str,
    see: &'static str,
}

impl CardWords {
    /// Words for the whole box, or for the cards that are in play.
    pub fn of(language: &str, is_box: bool) -> Self {
        let at = LANGUAGES.iter().position(|one| *one == language).unwrap_or(0);
        let [overview, in_box, in_play, elsewhere, see] = WORDS.map(|words| words[at]);
        Self { overview, copies: if is_box { in_box } else { in_play }, elsewhere, see }
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

/// Formats the overview of a deck: one side of a card, or several for very many kinds, and for
/// texts whose first sentences need the room of both sides.
pub fn overview(cards: &[PrintedCard], words: CardWords) -> Vec<String> {
    let least = cards.len().div_ceil(2 * OVERVIEW_ROWS).max(1);
    let mut sides = Vec::new();
    for n_sides in least..=least.next_multiple_of(2) {
        let n_rows = cards.len().div_ceil(n_sides).max(1);
        let n_cards = cards.iter().map(|card| card.n_copies).sum();
        let parts = cards.chunks(n_rows);
        let n_parts = parts.len();
        let heading = |i: usize| numbered(words.overview, i, n_parts);
        let side = |(i, part)| overview_side(part, &heading(i), n_cards, words);
        let (shown, is_whole): (Vec<String>, Vec<bool>) = parts.enumerate().map(side).unzip();
        sides = shown;
        if is_whole.iter().all(|is_whole| *is_whole) {
            break;
        }
    }
    sides
}

/// Formats a side of an overview. Returns also whether all first sentences are on it: one that is
/// too long is left out, and its row refers to the card.
fn overview_side(
    part: &[PrintedCard],
    heading: &str,
    n_cards: usize,
    words: CardWords,
) -> (String, bool) {
    let n_columns = if part.len() > OVERVIEW_ROWS { 2 } else { 1 };
    let n_rows = part.len().div_ceil(n_columns);
    let (size, n_lines) = match (n_columns, n_rows) {
        (1, _) => ("", n_text_lines(part)),
        (_, ..=ROOMY_ROWS) => (" two roomy", 3),
        (_, ..11) => (" two", 2),
        _ => (" two tight", 2),
    };
    let (mut is_all, mut is_whole) = (true, true);
    let row = |card: &PrintedCard| {
        let (hue, svg, count) = (card.face.hue(), picture(card), card.n_copies);
        let has_long = card.title.split_whitespace().any(|word| word.chars().count() > ROW_WORD);
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
        let (sentence, is_cut) = fitted(first_sentence(&card.text), most);
        is_whole &= !is_cut;
        is_all &= sentence == card.text;
        let text = if is_cut { words.see.to_owned() } else { escape_markup(&sentence) };
        format!(
            "<li{class} style=\"--h:{hue}\"><i>{svg}</i><b>{title}</b><span>{count}</span>\
             <em>{text}</em></li>"
        )
    };
    let rows: String = part.iter().map(row).collect();
    let mut footer = with_number(words.copies, n_cards);
    if !is_all {
        footer += &format!(" · {}", words.elsewhere);
    }
    let side = format!(
        "<article class=\"card list{size}\" style=\"--rows:{n_rows}\"><h2>{heading}</h2>\
         <ul>{rows}</ul><footer>{footer}</footer></article>"
    );
    (side, is_whole)
}

/// The lines of the longest first sentences for which an overview of one column has room: longer
/// ones leave a line.
fn n_text_lines(cards: &[PrintedCard]) -> usize {
    let n_lines = |card: &PrintedCard| first_sentence(&card.text).width().div_ceil(ROW_LINES[0]);
    let total = |most: usize| {
        let lines = cards.iter().map(|card| Some(n_lines(card)).filter(|n| *n <= most));
        lines.map(|lines| lines.unwrap_or(1).max(1)).sum::<usize>()
    };
    let room = LIST.saturating_sub(cards.len() * LIST_TITLE) / LIST_LINE;
    (2..=4).rev().find(|most| total(*most) <= room).unwrap_or(1)
}

/// A heading with the number of its side, if there are several.
fn numbered(heading: &str, i: usize, n_parts: usize) -> String {
    if n_parts == 1 { heading.to_owned() } else { format!("{heading} {}/{n_parts}", i + 1) }
}
