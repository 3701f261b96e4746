//! The sheets of `litterbox print`: as text, and in a browser.
//!
//! `LITTERBOX_PRINTED=all` prints the whole box of every variant in every language on both papers,
//! measures it in a browser, and counts pages and cards in the PDF with `pdfinfo` and `pdftotext`.

use crate::browser::{Browser, LOOK, Look, browser};
use crate::program::{Litterbox, replace, skipped};
use insta::assert_snapshot;
use std::process::Command;

/// A page script that measures the cards.
const MEASURE: &str = include_str!("printed.js");

/// The page that a command prints, and what it says.
fn printed(litterbox: &Litterbox, line: &str) -> (String, String) {
    let arguments: Vec<&str> = line.split(' ').collect();
    let ran = litterbox.run(&[&["print"], &arguments[..], &["--out", "out.html"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    (litterbox.read("out.html"), format!("{}{}", ran.out, ran.talk))
}

/// The elements of a page as lines, each with its text, indented by depth. Fails for elements that
/// are not closed, and for quotes in attributes that are not.
fn parsed(page: &str) -> String {
    let (mut lines, mut open): (String, Vec<&str>) = Default::default();
    let mut rest = page.split_once("<body>").unwrap().1.split_once("</body>").unwrap().0;
    while let Some((text, tag)) = rest.split_once('<') {
        assert!(!text.contains('>'), "a `>` in {text:?}");
        lines += text.trim();
        let (tag, after) = tag.split_once('>').unwrap();
        rest = after;
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            lines += &format!("\n{}{}: ", "  ".repeat(open.len()), tag.trim_end_matches('/'));
            open.extend(tag.split(' ').next().filter(|_| !tag.ends_with('/')));
        }
    }
    assert!(open.is_empty(), "{open:?}");
    lines
}

fn count(page: &str, part: &str) -> usize {
    page.matches(part).count()
}

const CARD: &str = "<article class=\"card t";

#[test]
fn a_box_is_printed_with_overviews_rules_and_backs() {
    let (page, said) = printed(&Litterbox::new(), "classic");
    // 56 cards and 5 overviews; a sheet of rules.
    assert_eq!(said, "wrote out.html: 61 cards on 8 sheets; open it in a browser and print it\n");
    assert_eq!(count(&page, CARD), 56);
    assert_eq!(count(&page, ">Overview<"), 5);
    assert_eq!(count(&page, "class=\"card back\""), 61);
    assert_eq!(count(&page, "<section class=\"page rules\""), 2);
    let overview = parsed(&page).split_once(": Overview").unwrap().1.to_owned();
    for line in [
        "Ends one of your turns without drawing.",
        "Stop without drawing; the next player takes two turns.",
    ] {
        assert!(overview.contains(&format!("em: {line}")), "all of a text that has room");
    }
    for heading in ["How to win", "Setup", "A turn", "Answers: what stops what", "Combos"] {
        assert!(page.contains(&format!("<h3>{heading}</h3>")), "{heading}");
    }
    assert_eq!(count(&page, "<section class=\"page\""), 7);
    for outside in ["http:", "https:", "src=", "url(", "@import", "<script", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let (page, _) = printed(&Litterbox::new(), "classic --kinds nope --one-each --no-backs");
    assert_snapshot!(parsed(&page).split_once("header").unwrap().1);
}

#[test]
fn without_a_name_only_a_printed_page_is_replaced() {
    let litterbox = Litterbox::new();
    let print = || litterbox.run(&["print", "classic"]);
    assert_eq!(print().code, Some(0));
    let page = litterbox.read("classic.html");
    assert_eq!(print().code, Some(0), "a page is printed again");
    let own = "<!DOCTYPE html><title>My notes on classic</title>";
    replace(&litterbox.path().join("classic.html"), own);
    for refused in [print(), litterbox.run(&["print", "classic", "--out", "classic.html"])] {
        assert_eq!(refused.code, Some(2));
        assert!(refused.talk.contains("classic.html exists and is not a page of Litterbox"));
        assert_eq!(litterbox.read("classic.html"), own);
    }
    replace(&litterbox.path().join("classic.html"), "");
    assert_eq!(print().code, Some(0), "an empty file loses nothing");
    assert_eq!(litterbox.read("classic.html"), page);
}

#[test]
fn overviews_are_read_easily_and_take_no_sheet_of_their_own() {
    let (page, said) = printed(&Litterbox::new(), "board_game");
    // 85 cards, and 5 overviews for 6 players: they fill the tenth sheet.
    assert!(said.contains("90 cards on 12 sheets"), "{said}");
    assert!(page.contains("· texts in full on the cards</footer>"), "where the texts go on");
    assert!(!page.contains("danger_magnet"), "an id is printed");
    // 71 cards with room for one overview on their last sheet: 5 players do not share it.
    let mine = r#"{ "name": "Mine", "extends": "classic", "deck": { "skip": 19 } }"#;
    let litterbox = Litterbox::new().with("variants/mine.json", mine);
    let (page, said) = printed(&litterbox, "mine");
    assert_eq!(count(&page, ">Overview<"), 5, "{said}");
    // No text is torn: a first sentence is whole, if need be on two sides, or it is on the card.
    let told = |page: &str| -> Vec<String> {
        let texts = page.split("<em>").skip(1);
        texts.map(|text| text.split("</em>").next().unwrap().to_owned()).collect()
    };
    let (board, _) = printed(&Litterbox::new(), "board_game --one-each");
    let whole = |text: &String| text.ends_with('.');
    assert!(told(&board).iter().all(whole), "{:?}", told(&board));
    let (endless, _) = printed(&with_card("Endless", &"word ".repeat(99)), "mine --one-each");
    assert_eq!(
        told(&endless).iter().filter(|text| !whole(text)).collect::<Vec<_>>(),
        ["see the card"]
    );
}

#[test]
fn less_is_printed_on_demand() {
    let litterbox = Litterbox::new();
    let (page, said) = printed(&litterbox, "zombie --players 2 --one-each --no-backs");
    assert_eq!(count(&page, "back\""), 0, "{said}");
    assert!(page.contains("2 in play") && !page.contains("grave_robber"), "not in play");
    assert_eq!(count(&page, "class=\"card list\""), 2, "an overview on two cards");
    let (page, _) = printed(&litterbox, "classic --kinds nope,skip");
    assert_eq!((count(&page, CARD), count(&page, "class=\"page rules")), (9, 0));
    for (language, says) in
        [("fr", "5 dans la boîte"), ("it", "5 nella scatola"), ("zh", "盒中5张")]
    {
        let (page, _) = printed(&litterbox, &format!("classic --kinds nope --lang {language}"));
        assert!(page.contains(&format!("{says}</footer>")), "{language}");
    }
    for (line, says) in [
        ("classic --kinds nop", "did you mean `nope`?"),
        ("classic --players 9", "takes 2-5 players"),
        ("classic --out nowhere/classic.html", "nowhere"),
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let ran = litterbox.run(&[&["print"], &arguments[..]].concat());
        assert!(ran.code != Some(0) && ran.talk.contains(says), "{}", ran.shown());
    }
    litterbox.run(&["print", "classic", "--one-each"]);
    assert!(litterbox.read("classic.html").contains("<!DOCTYPE html>"), "the default file");
}

#[test]
fn a_long_overview_takes_both_sides_of_one_card() {
    let all = |text: &dyn Fn(usize) -> String| (1..=26).map(text).collect::<Vec<_>>().join(",");
    let kinds = all(&|n| format!(r#""kind_{n}": {{ "script": "skip" }}"#));
    let deck = all(&|n| format!(r#""kind_{n}": 1"#));
    let mine = format!(
        r#"{{ "name": "Mine", "extends": "classic", "kinds": {{ {kinds} }}, "deck": {{ {deck} }} }}"#
    );
    let litterbox = Litterbox::new().with("variants/mine.json", &mine);
    for (more, sides) in [("", [4, 4]), (" --no-backs", [8, 0])] {
        let (page, said) = printed(&litterbox, &format!("mine --players 4{more}"));
        let lists = |backs: bool| {
            let of = page.split("<section class=\"page").skip(1);
            let of = of.filter(|side| side.starts_with(" backs\"") == backs);
            of.map(|side| count(side, "class=\"card list two")).sum::<usize>()
        };
        assert_eq!([lists(false), lists(true)], sides, "{more}");
        assert_eq!(count(&page, ">Overview 1/2<"), 4, "{said}");
        if let Some(browser) = browser("printed cards") {
            assert_eq!(measured(browser, &page)["bad"], serde_json::json!([]), "{more}");
        }
    }
}

/// The symbols of the articles of each row of a page.
fn row_symbols(page: &str) -> Vec<String> {
    let grid = page.split_once("class=\"grid\">").unwrap().1.split_once("</section>").unwrap().0;
    let symbols = grid.split("<article").skip(1).map(|card| {
        card.split_once("href=\"#").map_or("-", |(_, id)| id.split('"').next().unwrap()).to_owned()
    });
    symbols.collect()
}

#[test]
fn backs_are_mirrored_for_duplex() {
    let (page, _) = printed(&Litterbox::new(), "board_game --one-each");
    let pages: Vec<&str> = page.split("<section").skip(1).collect();
    // Skip and Attack have the back of the cards, the tiles after them their own.
    assert_eq!(row_symbols(pages[2])[..3], ["skip", "bolt", "step"]);
    assert_eq!(row_symbols(pages[3])[..3], ["step", "cat1", "cat1"]);
    // The last page of cards has 3 tiles and an overview, which goes on with tiles.
    assert_eq!(row_symbols(pages[5]), ["step"; 4]);
    let (page, _) = printed(&Litterbox::new(), "classic --kinds nope");
    let last = page.split("<section").nth(2).unwrap();
    assert_eq!(count(last, "<div></div>"), 1, "5 cards: the left card of the second row is empty");
    let row = last.split("</article>").nth(3).unwrap();
    assert!(row.starts_with("<div></div><article"), "{row}");
}

/// A folder with a card of this title and text.
fn with_card(title: &str, text: &str) -> Litterbox {
    let variant = serde_json::json!({ "name": title, "about": text, "extends": "classic",
        "deck": { "demo": 1 }, "assumed": [text] });
    let titles = serde_json::json!({ "language": "en", "name": "English",
        "cards": { "demo": { "title": title, "text": text } } });
    Litterbox::new()
        .with("variants/mine.json", &variant.to_string())
        .with("variants/titles/en.json", &titles.to_string())
        .with(
            "scripts/cards/demo.rhai",
            "//! Demo: shuffles.\n\nfn resolve(me) { draw_pile().shuffle(); }\n",
        )
}

#[test]
fn a_rules_page_of_a_variant_without_a_description_names_the_players_alone() {
    let bare = r#"{ "name": "Mine", "extends": "classic" }"#;
    let (page, _) = printed(&Litterbox::new().with("variants/mine.json", bare), "mine");
    let about = page.split("<p class=\"about\">").nth(1).unwrap();
    assert!(about.starts_with("2–5 players</p>"), "{}", &about[..about.len().min(80)]);
}

#[test]
fn text_sizes_follow_from_columns_and_long_texts_are_cut() {
    for (text, size) in [
        ("a".repeat(69), "t1"),
        ("a".repeat(70), "t2"),
        ("猫".repeat(57), "t2"),
        ("a".repeat(115), "t3"),
        ("猫".repeat(83), "t4"),
        ("a".repeat(260), "t4"),
    ] {
        let (page, said) = printed(&with_card("Demo", &text), "mine --kinds demo");
        assert!(page.contains(&format!("<article class=\"card {size}\"")), "{text}");
        assert!(page.contains(&format!("<p>{text}</p>")) && !said.contains("warning"), "{said}");
    }
    let text = "猫".repeat(131);
    let (page, said) = printed(&with_card("Demo", &text), "mine --kinds demo");
    let warning = "warning: the text of `demo` is cut: 262 columns, and 260 fit on a card\n";
    assert!(said.contains(warning), "{said}");
    assert!(page.contains(&format!("<p>{}…</p>", "猫".repeat(129))), "{page}");
}

const HOSTILE: &str =
    "</p><script>boom()</script>\"><img src=x onerror=boom()>&\u{202e}\u{0}\u{1b}[31m'";

#[test]
fn texts_of_others_are_only_text() {
    let (page, _) = printed(&with_card(HOSTILE, HOSTILE), "mine");
    let shown = parsed(&page);
    for part in ["<script", "<img", "\u{202e}", "\u{0}", "\u{1b}"] {
        assert!(!page.contains(part), "{part:?}");
    }
    assert!(!shown.contains("script:") && page.contains("&lt;script&gt;boom"), "{shown}");
}

const LANGUAGES: [&str; 4] = ["en", "fr", "it", "zh"];

/// The ids of the shipped variants that can be played.
fn variants(litterbox: &Litterbox) -> Vec<String> {
    let listed = litterbox.run(&["variants", "--format", "json"]).out;
    let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let ids = listed.as_array().unwrap().iter().filter(|entry| entry["cards"].is_number());
    ids.map(|entry| entry["id"].as_str().unwrap().to_owned()).collect()
}

/// What a browser measures of a page, in a window that is wider than paper.
fn measured(browser: &Browser, page: &str) -> serde_json::Value {
    browser.measured(&scripted(page), MEASURE, Look { width: 1_000, scale: 2, ..LOOK })
}

/// A page that may run a script.
fn scripted(page: &str) -> String {
    page.replace("default-src 'none'", "default-src 'none'; script-src 'unsafe-inline'")
}

/// A page script that tells how wide the page is, the window and a sheet, and the colours of the
/// heading.
const LOOK_AT: &str = "
const { scrollWidth } = document.documentElement;
const sheet = document.querySelector('.page').getBoundingClientRect();
const style = node => getComputedStyle(document.querySelector(node));
const colours = [style('header').color, style('body').backgroundColor];
document.documentElement.replaceChildren(JSON.stringify({
  wide: scrollWidth > innerWidth,
  share: sheet.width / innerWidth,
  colours: colours.map(colour => colour.match(/\\d+/g).map(Number)),
}));";

/// The contrast of two colours, as the guidelines for the accessibility of pages define it.
fn contrast(colours: &serde_json::Value) -> f64 {
    let light = |channel: &serde_json::Value| {
        let value = channel.as_f64().unwrap() / 255.0;
        if value <= 0.04 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = |at: usize| {
        0.2126 * light(&colours[at][0])
            + 0.7152 * light(&colours[at][1])
            + 0.0722 * light(&colours[at][2])
    };
    let (a, b) = (luminance(0), luminance(1));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn whole_sheets_are_shown_in_a_narrow_window() {
    let Some(browser) = browser("printed cards") else { return };
    let (page, _) = printed(&Litterbox::new(), "classic --one-each");
    for (width, share) in [(360, 0.97..=1.0), (768, 0.97..=1.0), (1_440, 0.54..=0.56)] {
        let told = browser.measured(&scripted(&page), LOOK_AT, Look { width, ..LOOK });
        assert!(share.contains(&told["share"].as_f64().unwrap()), "{width}: {told}");
        assert_eq!(told["wide"], false, "{width} scrolls sideways");
        assert!(contrast(&told["colours"]) >= 4.5, "{told}");
    }
}

/// The PDF of the page that was printed last: its number of pages, and its text with single spaces.
fn pdf(browser: &Browser, litterbox: &Litterbox) -> (usize, String) {
    let pdf = litterbox.path().join("out.pdf");
    browser.print(&litterbox.path().join("out.html"), &pdf);
    let tool = |name: &str, more: &[&str]| {
        let ran = Command::new(name).arg(&pdf).args(more).output().unwrap();
        String::from_utf8(ran.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let info = tool("pdfinfo", &[]);
    let (_, pages) = info.split_once("Pages: ").expect(&info);
    (pages.split(' ').next().unwrap().parse().unwrap(), tool("pdftotext", &["-raw", "-"]))
}

#[test]
fn every_variant_fits_on_every_paper() {
    let Some(browser) = browser("printed cards") else { return };
    // Its version is asked for with one hyphen.
    if Command::new("pdfinfo").arg("-v").output().is_err() {
        return skipped("no pdfinfo is installed: pages and cards of PDFs");
    }
    let litterbox = Litterbox::new();
    let is_all = std::env::var("LITTERBOX_PRINTED").is_ok_and(|what| what == "all");
    let (ids, languages, papers) = match is_all {
        true => (variants(&litterbox), &LANGUAGES[..], &["a4", "letter"][..]),
        false => (vec!["classic".to_owned()], &LANGUAGES[..1], &["letter"][..]),
    };
    let (mut n_pdfs, mut n_pages, mut n_cards) = (0, 0, 0);
    for id in &ids {
        for (language, paper) in
            languages.iter().flat_map(|l| papers.iter().map(move |paper| (l, paper)))
        {
            let line = format!("{id} --lang {language} --paper {paper}");
            let (page, said) = printed(&litterbox, &line);
            assert!(!said.contains("warning"), "{line}: {said}");
            let told = measured(browser, &page);
            assert_eq!(told["bad"], serde_json::json!([]), "{line}");
            let margins = told["margins"].as_array().unwrap();
            assert!(margins.iter().all(|mm| mm.as_f64().unwrap() >= 6.0), "{line}: {margins:?}");
            let (cards, rest) =
                said.strip_prefix("wrote out.html: ").unwrap().split_once(" cards on ").unwrap();
            let sheets: usize = rest.split(' ').next().unwrap().parse().unwrap();
            assert_eq!(told["n_cards"].to_string(), cards, "{line}");
            let (pages, text) = pdf(browser, &litterbox);
            assert_eq!(pages, 2 * sheets, "{line}");
            // The footers of cards and overviews; rules may say it too.
            let footers = count(&page, " in the box</footer>");
            let others = count(&page, " in the box") - footers;
            let found = count(&text, " in the box");
            assert!(
                (footers..=footers + others).contains(&found),
                "{line}: {found}, not {footers}"
            );
            assert_eq!(count(&text, "print at 100 %"), pages, "{line}: the notes in the margins");
            (n_pdfs, n_pages, n_cards) =
                (n_pdfs + 1, n_pages + pages, n_cards + count(&page, CARD));
        }
    }
    eprintln!("{n_pdfs} PDFs of {n_pages} pages with {n_cards} cards");
}

#[test]
fn in_a_browser_everything_fits() {
    let Some(browser) = browser("printed cards") else { return };
    let litterbox = Litterbox::new();
    let ids = variants(&litterbox);
    let measure = |page: &str| measured(browser, page);
    for language in LANGUAGES {
        let (mut all, mut n_cards) = (String::new(), 0);
        for id in &ids {
            let (page, said) = printed(&litterbox, &format!("{id} --one-each --lang {language}"));
            assert!(!said.contains("warning"), "{id} {language}: {said}");
            n_cards += count(&page, "class=\"card ") - count(&page, "class=\"card back");
            let (head, main) = page.split_once("<main>").unwrap();
            let (main, tail) = main.split_once("</main>").unwrap();
            all = match all.split_once("</main>") {
                None => page.clone(),
                Some((before, _)) => format!("{before}{main}</main>{tail}"),
            };
            assert!(head.contains("<header"));
        }
        let told = measure(&all);
        assert_eq!(told["bad"], serde_json::json!([]), "{language}");
        assert_eq!(told["n_cards"], n_cards, "{language}");
        assert_eq!((&told["requests"], &told["scripts"]), (&0.into(), &0.into()));
    }
    for (title, text) in
        [(HOSTILE, HOSTILE), ("x", &"word ".repeat(300)), (&"W".repeat(40), &"x".repeat(2000))]
    {
        let (page, _) = printed(&with_card(title, text), "mine --one-each");
        let told = measure(&page);
        assert_eq!((&told["bad"], &told["scripts"]), (&serde_json::json!([]), &0.into()));
    }
    for (paper, size, margins) in [
        ("a4", "0 0 594.95996 841.91998", [9.75, 15.15, 9.75, 15.15]),
        ("letter", "0 0 612 792", [12.7, 6.35, 12.7, 6.35]),
    ] {
        for (id, n_boards) in [("classic", 0), ("board_game", 2)] {
            let (page, said) = printed(&litterbox, &format!("{id} --paper {paper}"));
            let told = measure(&page);
            assert_eq!(told["bad"], serde_json::json!([]), "{id} on {paper}");
            assert_eq!(told["margins"], serde_json::json!(margins), "{id} on {paper}");
            assert_eq!(count(&page, "class=\"page board\""), n_boards, "{id}");
            let (_, sheets) = said.split_once(" cards on ").unwrap();
            let n_pages = 2 * sheets.split(' ').next().unwrap().parse::<usize>().unwrap();
            let pdf = litterbox.path().join("out.pdf");
            browser.print(&litterbox.path().join("out.html"), &pdf);
            let pdf = String::from_utf8_lossy(&std::fs::read(pdf).unwrap()).into_owned();
            assert_eq!(count(&pdf, "/Type /Page\n"), n_pages, "both sides of sheets");
            assert_eq!(count(&pdf, &format!("/MediaBox [{size}]")), n_pages, "{id} on {paper}");
        }
    }
}

#[test]
fn only_what_has_changed_since_is_printed() {
    let titles = |text: &str| {
        format!(
            r#"{{ "language": "en", "name": "English", "cards": {{
            "skip": {{ "title": "Skip", "text": "{text}" }} }} }}"#
        )
    };
    let mine = |n: u8| {
        format!(r#"{{ "name": "Mine", "extends": "classic", "deck": {{ "favor": {n} }} }}"#)
    };
    let litterbox = Litterbox::new()
        .with("variants/mine.json", &mine(6))
        .with("variants/titles/en.json", &titles("Passes."))
        .with("old/variants/mine.json", &mine(4))
        .with("old/variants/titles/en.json", &titles("Ends a turn."));
    let (page, said) = printed(&litterbox, "mine --since old");
    assert_eq!(said, "wrote out.html: 6 cards on 1 sheet; open it in a browser and print it\n");
    // Two copies of Favor are new, and all four of Skip.
    assert_eq!((count(&page, "<h2 class=\"\">Favor</h2>"), count(&page, "Passes.")), (2, 4));
    assert_eq!((count(&page, ">Overview<"), count(&page, "class=\"page rules\"")), (0, 0));
    let ran = litterbox.run(&["print", "mine", "--since", ".", "--out", "none.html"]);
    assert_eq!(ran.out, "no card has changed since .; nothing is written\n", "{}", ran.shown());
    assert!(!litterbox.path().join("none.html").exists());
    let ran = litterbox.run(&["print", "mine", "--since", "nowhere"]);
    assert!(ran.code != Some(0) && ran.shown().contains("nowhere"), "{}", ran.shown());
}

#[test]
fn a_board_that_the_rules_draw_is_printed_with_its_sides_and_tokens() {
    let (page, _) = printed(&Litterbox::new(), "board_game --players 3 --light");
    let boards: Vec<&str> = page.split("class=\"page board\"").skip(1).collect();
    assert_eq!(boards.len(), 2, "two sides of a sheet");
    for (board, heading) in boards.iter().zip(["calm side", "chaos side"]) {
        let board = board.split_once("</section>").unwrap().0;
        assert!(board.contains(&format!("<h3>{heading}</h3>")), "{board}");
        assert_eq!(count(board, "<li "), 20, "the litter box, 18 spaces, the ribbon");
        assert!(board.contains("<span>litter box</span>") && board.contains("<span>ribbon</span>"));
    }
    assert_eq!(count(boards[0], " marked\""), 4, "exploding spaces of the calm side");
    assert_eq!(count(&page, "<b style=\"--h:"), 3, "a token for each player");
    assert!(page.contains("<main class=\"light\">"));
}
