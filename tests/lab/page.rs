//! The HTML report of `sim --report`, also in a browser.

use crate::browser::{Browser, LOOK, Look, browser};
use crate::program::Litterbox;
use litterbox::sim::measures::N_OF_GAMES;
use serde_json::{Value as Json, json};

/// A page script that clicks the headings and reports the result.
const READER: &str = include_str!("page.js");

fn report() -> (Litterbox, String) {
    let litterbox = Litterbox::new();
    let run = ["sim", "classic", "--games", "50", "--players", "3", "--agents", "greedy,random"];
    let ran = litterbox.run(&[&run[..], &["--report", "report.html"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let page = litterbox.read("report.html");
    (litterbox, page)
}

/// What the script of a page draws.
pub(crate) fn drawn(page: &str) -> Json {
    let (_, data) = page.split_once("id=\"data\">").expect(page);
    serde_json::from_str(data.split("</script>").next().unwrap()).expect(data)
}

/// The section with this title.
pub(crate) fn section<'a>(report: &'a Json, title: &str) -> &'a Json {
    let mut sections = report["sections"].as_array().unwrap().iter();
    let has = |section: &&Json| section["title"].as_str().unwrap().starts_with(title);
    sections.find(has).unwrap_or_else(|| panic!("{title} is not in {report}"))
}

#[test]
fn a_page_tells_the_same() {
    let (_, page) = report();
    for part in
        ["<title>classic: 50 games, 3 players</title>", "see_the_future", "Seed 0.", "plies"]
    {
        assert!(page.contains(part), "no {part}");
    }
    for outside in ["http:", "https:", "src=", "url(", "import", "fetch", "innerHTML"] {
        assert!(!page.contains(outside), "{outside} reaches out of the page");
    }
    let data = page.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
    assert!(!data.contains('<'), "nothing in the data ends its element");
}

/// The number of cards that a page shows: those that are not in the game are left out.
fn names_in(report: &Json) -> usize {
    let is_shown = |row: &&Json| {
        let is_zero = |cell: &Json| cell[1].as_f64().unwrap_or(0.0) == 0.0;
        let kind = &report["shown"]["kinds"][row["name"].as_str().unwrap()];
        kind["count"] != 0 || !row["cells"].as_array().unwrap().iter().all(is_zero)
    };
    section(report, "cards")["rows"].as_array().unwrap().iter().filter(is_shown).count()
}

/// The result of the page script in a narrow window.
fn read(browser: &Browser, page: &str, dark: bool) -> Json {
    browser.measured(page, READER, Look { dark, ..LOOK })
}

fn texts(cells: &Json) -> Vec<&str> {
    cells.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect()
}

/// The numbers of a column; `-` for a missing value must be at the end and is left out.
fn numbers(cells: &Json) -> Vec<f64> {
    let cells = texts(cells);
    let n_numbers = cells.iter().position(|cell| *cell == "-").unwrap_or(cells.len());
    assert!(cells[n_numbers..].iter().all(|cell| *cell == "-"), "{cells:?}");
    let number = |cell: &&str| cell.split(' ').next().unwrap().parse().unwrap();
    cells[..n_numbers].iter().map(number).collect()
}

#[test]
fn a_browser_shows_the_page_and_sorts_it() {
    let Some(browser) = browser("the page of a report") else { return };
    let (_, page) = report();
    for dark in [false, true] {
        let told = read(browser, &page, dark);
        assert_eq!(told["dark"], dark);
        assert_eq!(told["requests"], 0, "{told}");
        assert_eq!(told["plots"], 4, "survival, length, danger, hands: {told}");
        assert_eq!(told["folded"], 6, "these, seats and agents have their figures folded: {told}");
        assert_eq!(told["heat"], 6 + 9, "two agents, three seats; three places: {told}");
        let report = drawn(&page);
        let rows = |title| section(&report, title)["rows"].as_array().unwrap().len();
        let n_points = rows("players still in") + rows("chance that") + rows("cards in a hand");
        assert_eq!(told["dots"], n_points, "{told}");
        assert_eq!(told["areas"], 2, "the intervals of survival and danger: {told}");
        assert_eq!(told["symbols"], names_in(&report), "each card in play has a symbol: {told}");
        assert!(told["turns"].as_u64().unwrap() > 3, "a game, turn by turn: {told}");
        assert_eq!(told["overflow"], 0, "wide things scroll by themselves: {told}");
        // WCAG 2.2: 4.5 for text, 3 for graphics.
        assert!(told["text"].as_f64().unwrap() >= 4.5, "{told}");
        assert!(told["bars"].as_f64().unwrap() >= 3.0, "{told}");

        let clicks = told["clicks"].as_array().unwrap();
        let orders: Vec<_> = clicks.iter().map(|click| click["order"].as_str().unwrap()).collect();
        let (up, down) = ("ascending", "descending");
        assert_eq!(orders, [up, down, down, up, down, up], "{told}");
        let cells: Vec<&Json> = clicks.iter().map(|click| &click["cells"]).collect();
        let mut names = texts(&told["names"]);
        assert_ne!(texts(cells[0]), names, "the rows have moved");
        names.sort_unstable();
        assert_eq!(texts(cells[0]), names);
        names.reverse();
        assert_eq!(texts(cells[1]), names);
        for column in [2, 4] {
            let falling = numbers(cells[column]);
            assert!(falling.len() > 8, "{told}");
            assert!(falling.is_sorted_by(|a, b| a >= b), "{falling:?}");
            assert!(numbers(cells[column + 1]).is_sorted(), "{told}");
        }
        assert_eq!(told["others"], told["others_before"], "only the table that was clicked");
    }
}

#[test]
fn the_main_findings_come_first() {
    let (_, page) = report();
    let said = drawn(&page)["summary"].to_string();
    assert!(said.contains("How long is it?\",\"text\":\"Games last "), "{said}");
    assert!(said.contains("The starting player wins between "), "{said}");
    assert!(said.contains("greedy wins most: "), "{said}");
}

/// All texts in a value, but for the names of rows, of which a page shows the titles.
fn sentences(value: &Json) -> Vec<&str> {
    match value {
        Json::String(text) => vec![text],
        Json::Array(items) => items.iter().flat_map(sentences).collect(),
        Json::Object(fields) => {
            let read = fields.iter().filter(|(key, _)| !["name", "shown"].contains(&key.as_str()));
            read.flat_map(|(_, value)| sentences(value)).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn sentences_have_the_titles_of_cards() {
    let litterbox = Litterbox::new();
    for line in [
        "sim classic --agents random,greedy --players 3 --games 40 --card see_the_future",
        "compare classic slapstick --agents random --games 40",
        "compare classic --sweep deck.see_the_future=0..2 --agents random --games 40",
        "tune classic --over deck.see_the_future=3..6 --toward turns=20 --games 100",
    ] {
        let page = [line, "--report page.html"].join(" ");
        let ran = litterbox.run(&page.split(' ').collect::<Vec<_>>());
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
        let report = drawn(&litterbox.read("page.html"));
        let ids = report["shown"]["kinds"].as_object().unwrap().keys();
        let ids: Vec<&String> = ids.filter(|id| id.contains('_')).collect();
        assert!(ids.len() > 5, "{report}");
        for text in sentences(&report) {
            // An option is named as it is written: `deck.nope`.
            let text = text.replace("deck.see_the_future", "");
            let found = ids.iter().find(|id| text.contains(id.as_str()));
            assert_eq!(found, None, "{text}");
        }
    }
}

#[test]
fn a_comparison_has_a_page() {
    let litterbox = Litterbox::new();
    let sweep = ["compare", "classic", "--sweep", "deck.attack=0,8", "--games", "100"];
    let ran = litterbox.run(&[&sweep[..], &["--report", "page.html"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let page = litterbox.read("page.html");
    if let Some(browser) = browser("the page of a comparison") {
        let told = read(browser, &page, false);
        assert_eq!(told["points"], N_OF_GAMES * 2, "the means of two values: {told}");
        assert_eq!(told["now"], N_OF_GAMES, "classic has a number of attacks between: {told}");
        let words = ["compare", "classic", "--sweep", "pair_of=any,cats", "--games", "10"];
        litterbox.run(&[&words[..], &["--report", "words.html"]].concat());
        let heads = "document.documentElement.replaceChildren(JSON.stringify({ heads: \
            [...document.querySelectorAll('th')].map(head => head.textContent) }))";
        let told = browser.measured(&litterbox.read("words.html"), heads, LOOK);
        let heads = told["heads"].as_array().unwrap();
        assert!(heads.contains(&json!("pair_of=any (now)")), "the value of classic: {told}");
        assert!(heads.contains(&json!("pair_of=cats")), "{told}");
    }
    assert!(page.contains("with deck.attack=8, "), "a sentence of what differs");
    let present = &drawn(&page)["shown"]["present"];
    let [attacks, deal, pair_of] = ["deck.attack", "deal", "pair_of"].map(|name| &present[name]);
    assert_eq!([attacks, deal, pair_of], [&json!(4), &json!(7), &json!("any")], "{present}");
    assert!(!page.contains("http:"), "self-contained");
    let same = ["compare", "classic", "--sweep", "deck.nope=5,5,0", "--games", "200"];
    let said = summary(&litterbox, &same.join(" "));
    let none = "+1 Nope (from 0 to 5): ";
    assert!(said.contains(none), "{said}");
}

/// The summary at the top of a page.
fn summary(litterbox: &Litterbox, line: &str) -> String {
    let ran = litterbox.run(&line.split(' ').chain(["--report", "page.html"]).collect::<Vec<_>>());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let said = drawn(&litterbox.read("page.html"));
    let said =
        said["summary"].as_array().unwrap().iter().map(|answer| answer["text"].as_str().unwrap());
    said.collect::<Vec<_>>().join(" ")
}

#[test]
fn searches_and_tournaments_begin_with_their_findings() {
    let litterbox = Litterbox::new();
    let tune = "tune classic --over deal=3,8 --toward turns=32 --toward first_wins=0.5";
    let said = summary(&litterbox, &format!("{tune} --games 400 --seed 1"));
    assert!(said.starts_with("Take deal=8: "), "{said}");
    assert!(said.contains(" turns (wanted 32), wins of the starting player "), "{said}");
    assert!(said.contains(" (wanted 50 %)"), "{said}");
    assert!(said.ends_with("2 finalists on the frontier."), "{said}");
    let said = summary(&litterbox, "tune classic --over deal=5,5 --toward turns=30 --games 40");
    assert!(said.ends_with(" turns (wanted 30); not told apart from 5."), "{said}");
    let page = litterbox.read("page.html");
    assert!(!page.contains("NaN"), "{page}");
    let said = summary(&litterbox, "tournament classic --agents random,greedy --games 100");
    assert!(said.starts_with("greedy is "), "{said}");
    assert!(said.contains(" Elo points stronger than random. greedy would win 9"), "{said}");
    let equal = "tournament classic --agents greedy,search:1,search:2 --games 4";
    let said = summary(&litterbox, equal);
    assert!(said.contains("No agent is clearly stronger than another: "), "{said}");
    assert!(said.contains("Thinking ten times as long "), "{said}");
}

#[test]
fn survival_tells_each_turn() {
    let report = drawn(&report().1);
    let survival = section(&report, "players still in");
    // Nobody is out after turn 0 in 50 games: the Wilson interval of 50 of 50.
    assert_eq!(survival["rows"][0]["name"], "0");
    let cell = &survival["rows"][0]["cells"][0];
    assert_eq!(*cell, serde_json::json!(["100.0 [92.9, 100.0]", 1.0, 0.928652, 1.0]));
    let n_seats = survival["columns"].as_array().unwrap().len() - 1;
    assert_eq!(n_seats, 3);
    let rows = survival["rows"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["cells"].as_array().unwrap().len() == 1 + n_seats));
}
