//! The pages of `litterbox replay`: what they have, for whom, and in a browser.

use crate::browser::{Browser, LOOK, Look, browser};
use crate::lab::page::drawn;
use crate::program::Litterbox;
use litterbox::base::output::is_unsafe;
use litterbox::debugger::Debugger;
use litterbox::shell::{Shell, Status};
use litterbox::variant::Library;
use serde_json::{Value as Json, json};

/// A page script that steps through the game and measures the page.
const STEPPER: &str = include_str!("replayed.js");

/// Windows, in pixels: that of a computer, and that of a phone.
const WIDE: [u16; 2] = [1280, 800];
const NARROW: [u16; 2] = [390, 844];

/// An Attack, a Nope, a Nope on it, and one more on that.
const WAR: &str = "\
# A Nope war

```litterbox
> :table classic ann: nope attack see_the_future | bob: attack nope | \
cat: nope skip | draw: favor shuffle exploding_kitten skip*3
> :autopass off
ann> play see_the_future
bob> pass
cat> pass
ann> draw
bob> play attack
cat> nope
ann> pass
bob> nope
cat> pass
ann> nope
```
";

/// The page that a command writes, and what it says.
fn replayed(litterbox: &Litterbox, line: &str) -> (String, String) {
    let arguments: Vec<&str> = line.split(' ').collect();
    let ran = litterbox.run(&[&["replay"], &arguments[..], &["--out", "out.html"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    (litterbox.read("out.html"), format!("{}{}", ran.out, ran.talk))
}

/// The value of a page, without references.
fn value(page: &str) -> Json {
    fn expanded(value: &Json, shared: &Json) -> Json {
        match value {
            Json::Array(items) => items.iter().map(|item| expanded(item, shared)).collect(),
            Json::Object(fields) => match fields.get("$") {
                Some(place) => expanded(&shared[place.as_u64().unwrap() as usize], shared),
                None => {
                    let fields = fields.iter();
                    let field =
                        |(name, field): (&String, _)| (name.clone(), expanded(field, shared));
                    Json::Object(fields.map(field).collect())
                }
            },
            plain => plain.clone(),
        }
    }
    let data = drawn(page);
    expanded(&data["root"], &data["shared"])
}

#[test]
fn a_session_is_replayed_with_everything_or_as_somebody_knows_it() {
    let litterbox = Litterbox::new().with("war.session.md", WAR);
    let (page, said) = replayed(&litterbox, "war.session.md");
    let holds = "with all hidden cards; `--as NAME` leaves out what NAME does not know";
    assert_eq!(said, format!("wrote out.html: 11 plies, {holds}\n"));
    for outside in ["http:", "https:", "src=", "url(", "@import", "<link", "fetch", "innerHTML"] {
        assert!(!page.replace("http://www.w3.org/2000/svg", "").contains(outside), "{outside}");
    }
    let all = value(&page);
    let plies = all["plies"].as_array().unwrap();
    assert_eq!((plies.len(), &plies[0]["ply"]), (11, &json!(1)), "it begins after the layout");
    let hand = &plies[0]["position"]["seats"][2]["hand"];
    assert_eq!(hand, &json!(["nope", "skip"]), "the first position is the laid-out one");
    assert_eq!((&all["viewer"], &all["seed"]), (&json!("all"), &json!(1)));
    assert_eq!(all["kinds"]["nope"]["drawing"], "stop");
    let looked = &all["plies"][3]["lines"][1];
    let cards = "ann looks at Favor, Shuffle, Exploding Kitten (only ann sees this)";
    assert_eq!((&looked["text"], &looked["causes"]["by"]["line"]), (&json!(cards), &json!(4)));

    let (page, said) = replayed(&litterbox, "war.session.md:9 --as bob");
    assert_eq!(said, "wrote out.html: 11 plies, with what bob knows\n");
    let bob = value(&page);
    assert_eq!((&bob["viewer"], &bob["seed"]), (&json!("bob"), &Json::Null));
    let looked = &bob["plies"][3]["lines"][1];
    assert_eq!(looked["text"], "ann looks at 3 cards (only ann sees this)");
    assert_eq!(looked["causes"]["by"], Json::Null, "no line of a script");
    let last = &bob["plies"][7];
    let hands = last["position"]["seats"].as_array().unwrap();
    let hands: Vec<&Json> = hands.iter().map(|seat| &seat["hand"]).collect();
    assert_eq!(hands, [&json!([null, null, null]), &json!(["nope"]), &json!([null])]);
    assert_eq!(last["decision"]["options"][0]["id"], "nope", "bob is asked");
    assert_eq!(bob["plies"][6]["decision"]["options"], Json::Null, "ann is asked");
    let (_, said) = replayed(&litterbox, "war.session.md --as nobody");
    assert_eq!(said, "wrote out.html: 11 plies, with what everybody knows\n");
}

/// Somebody marks a ply with a text, and goes three ways from there.
fn branched() -> Litterbox {
    let (before, _) = WAR.split_once("ann> draw").unwrap();
    let ways = "> :mark odd Why does <b>ann</b> look?\nann> draw\nbob> play attack\n\
        > :goto odd\n> :branch other\nann> draw\n\
        > :goto odd\n> :branch third\nann> play attack\nbob> nope\n```\n";
    Litterbox::new().with("ways.session.md", &format!("{before}{ways}"))
}

#[test]
fn marks_have_their_text_and_other_branches_their_names() {
    let litterbox = branched();
    let (page, said) = replayed(&litterbox, "ways.session.md");
    let others = "; not in it: 2 other branches (main, other)\n";
    assert!(said.ends_with(others), "{said}");
    let marked = &value(&page)["plies"][3];
    let marks = (&marked["marks"], &marked["notes"], &marked["leaving"]);
    let note = json!({ "odd": "Why does <b>ann</b> look?" });
    assert_eq!(marks, (&json!(["odd"]), &note, &json!(["main", "other"])));
    if let Some(browser) = browser("marks") {
        let note = "odd: Why does <b>ann</b> look?";
        let flags = [note, "branch main splits off here", "branch other splits off here"];
        assert_eq!(stepped(browser, &page, 4, WIDE, false)["flags"], json!(flags));
    }
    for viewer in ["ann", "nobody"] {
        let (page, said) = replayed(&litterbox, &format!("ways.session.md --as {viewer}"));
        assert!(said.ends_with(others), "{said}");
        let data = drawn(&page).to_string();
        for text in ["odd", "Why does", "main", "other", "third"] {
            assert!(!data.contains(&format!("\"{text}")), "{viewer} does not know {text}");
        }
    }
}

#[test]
fn what_cannot_be_replayed_is_refused() {
    let twice = format!("{WAR}\n{WAR}");
    let files = [("war.session.md", WAR), ("two.session.md", &twice), ("text.md", "# Nothing\n")];
    let litterbox =
        files.into_iter().fold(Litterbox::new(), |all, (name, text)| all.with(name, text));
    for (line, says) in [
        ("war.session.md --as dan", "`dan` does not play"),
        ("war.session.md:99", "there is no session at war.session.md:99"),
        ("two.session.md", "two.session.md has 2 sessions; name a line of one"),
        ("text.md", "neither a saved game nor a file with a session"),
        ("nowhere.json", "nowhere.json"),
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let ran = litterbox.run(&[&["replay"], &arguments[..], &["--out", "out.html"]].concat());
        assert!(ran.code != Some(0) && ran.talk.contains(says), "{}", ran.shown());
        assert!(!litterbox.path().join("out.html").exists(), "{line}");
    }
    let wrong = WAR.replace("cat> nope", "cat> favor");
    let (_, said) = replayed(&litterbox.with("wrong.session.md", &wrong), "wrong.session.md");
    assert!(said.starts_with("wrote out.html: 6 plies"), "{said}");
    assert!(said.contains("warning: stopped at wrong.session.md:11: cat> favor: "), "{said}");
}

#[test]
fn hidden_cards_that_changed_places_leave_the_page_the_same() {
    let cards = |swap: bool| if swap { ["skip", "favor"] } else { ["favor", "skip"] };
    let pages = [false, true].map(|swap| {
        let [bobs, drawn] = cards(swap);
        let war = WAR.replace("bob: attack nope |", &format!("bob: attack nope {bobs} |"));
        let war = war.replace("exploding_kitten skip*3", &format!("exploding_kitten {drawn} skip"));
        let litterbox = Litterbox::new().with("war.session.md", &war);
        ["ann", "cat", "nobody", "bob", "all"]
            .map(|viewer| replayed(&litterbox, &format!("war.session.md --as {viewer}")).0)
    });
    let is_same = std::array::from_fn(|i| pages[0][i] == pages[1][i]);
    assert_eq!(is_same, [true, true, true, false, false]);
}

/// A game of this many plies in which everybody is asked in every window.
fn long_game(n_plies: usize) -> Shell {
    let mut shell = Shell::new(Library::embedded());
    shell.input(":new party_pack --players 10 --seed 3");
    shell.input(":autopass off");
    for i in 0..n_plies {
        let n = shell.debugger().unwrap().game.decision().expect("a long game").options.len();
        // Draws end the game early.
        let answer = if n > 2 { i * 7 % (n - 1) } else { i * 5 % n };
        assert_eq!(shell.input(&(answer + 1).to_string()).status, Status::Done);
    }
    shell
}

#[test]
fn three_hundred_plies_fit_into_two_megabytes() {
    let shell = long_game(300);
    let mut game = shell.debugger().map(Debugger::fork).unwrap();
    let litterbox = Litterbox::new().with("game.json", &game.transcript(true).to_json_lines());
    let (page, said) = replayed(&litterbox, "game.json");
    assert!(said.starts_with("wrote out.html: 300 plies"), "{said}");
    assert!(page.len() <= 2_000_000, "{} bytes", page.len());
    let value = value(&page);
    for ply in [0, 1, 150, 300] {
        game.go(ply);
        let shown = &value["plies"][ply];
        assert_eq!(shown["position"], json!(game.position_info()), "{ply}");
        assert_eq!(shown["decision"]["options"], json!(game.decision_info())["options"], "{ply}");
        assert_eq!(shown["events"], json!(game.events_of(ply).events), "{ply}");
    }
    let seen = replayed(&litterbox, "game.json --as p1 --lang fr").0;
    assert!(seen.len() < page.len() && seen.contains("Chaton"), "{}", seen.len());
}

const HOSTILE: &str =
    "</script><script>alert(1)</script>\"><img src=x onerror=alert(1)>\u{202e}\u{2066}\u{7}'&amp;";

/// A game with a pack whose texts are hostile.
fn hostile() -> Litterbox {
    let variant = json!({ "name": format!("Evil {HOSTILE}"), "extends": "classic",
        "deck": { "evil": 8, "long": 4 } });
    let cards = json!({
        "evil": { "title": format!("Evil {HOSTILE}"), "text": format!("Does {HOSTILE}") },
        "long": { "title": "W".repeat(1_900), "text": "x".repeat(1_900) },
    });
    let titles = json!({ "language": "en", "name": "English", "cards": cards });
    let said = format!("{}{}", HOSTILE.replace('"', "\\\""), "z".repeat(10_000));
    let evil = format!(
        "//! Evil.\n\nfn announce(me) {{ me.choose(\"Which {said}?\", [\"a <b>\", \"b\"]) }}\n\n\
         fn resolve(me, word) {{ say(\"{said}\"); }}\n"
    );
    let session = "```litterbox\n> :table evil ann: evil long | bob: nope long | draw: skip*3\n\
                   ann> play evil\nann> 1\nbob> pass\nann> play long\nbob> nope\n```\n";
    Litterbox::new()
        .with("variants/evil.json", &variant.to_string())
        .with("variants/titles/en.json", &titles.to_string())
        .with("scripts/cards/evil.rhai", &evil)
        .with("scripts/cards/long.rhai", "//! Long.\n\nfn resolve(me) {}\n")
        .with("evil.session.md", session)
}

#[test]
fn texts_of_others_are_only_data() {
    let (page, _) = replayed(&hostile(), "evil.session.md");
    assert_eq!(page.matches("<script").count(), 2, "the data, and the script of the page");
    assert!(!page.contains("<img") && !page.contains(|c| is_unsafe(c) && c != '\n'));
    let value = value(&page);
    let said = value["plies"][3]["lines"][1]["text"].as_str().unwrap();
    assert!(said.contains("<img src=x onerror=alert(1)>\\u{202e}\\u{2066}"), "{said}");
    assert!(said.ends_with(&"z".repeat(10_000)), "in full");
}

/// A page that shows another one in a frame of a size, and is replaced by what that one reports: a
/// window has a smallest width.
fn framed(address: &str, [width, height]: [u16; 2]) -> String {
    format!(
        "<!DOCTYPE html><body><script>onmessage = message => \
         document.documentElement.replaceChildren(message.data);</script>\
         <iframe style=\"width:{width}px;height:{height}px\" src=\"{address}\"></iframe></body>"
    )
}

/// What a browser shows of a page, opened at a ply, in a window of this size.
fn stepped(browser: &Browser, page: &str, ply: usize, size: [u16; 2], dark: bool) -> Json {
    let nonce = page.split_once("'nonce-").unwrap().1.split_once('\'').unwrap().0;
    let (before, after) = page.rsplit_once("</body>").unwrap();
    let page = format!("{before}<script nonce=\"{nonce}\">{STEPPER}</script></body>{after}");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("replay.html"), page).unwrap();
    let frame = folder.path().join("frame.html");
    std::fs::write(&frame, framed(&format!("replay.html#{ply}"), size)).unwrap();
    let told = browser.read(&frame, Look { width: 1_400, dark, ..LOOK });
    assert_eq!(told["bad"], json!([]), "{size:?} {dark}");
    assert_eq!((&told["dark"], &told["width"]), (&json!(dark), &json!(size[0])));
    assert_eq!((&told["requests"], &told["foreign"]), (&json!(0), &json!(0)));
    assert_eq!(told["scripts"], 3, "two of the page, one of this test");
    told
}

#[test]
fn a_browser_steps_through_a_game() {
    let Some(browser) = browser("a replay") else { return };
    let attack = "```litterbox\n> :table classic ann: attack | bob: skip | draw: skip*3\n\
                  ann> play attack\n```\n";
    let litterbox = Litterbox::new().with("war.session.md", WAR).with("attack.session.md", attack);
    let (page, _) = replayed(&litterbox, "war.session.md");
    for size in [WIDE, [768, 1_024], NARROW, [360, 640]] {
        for dark in [false, true] {
            let told = stepped(browser, &page, 8, size, dark);
            assert_eq!(told["headings"], json!(["Classic"]));
            let plies = told["states"].as_array().unwrap().iter().map(|state| &state["ply"]);
            assert_eq!(plies.collect::<Vec<_>>(), [8, 7, 8, 1, 2, 2, 11, 11]);
        }
    }
    let told = stepped(browser, &page, 9, WIDE, false);
    insta::assert_json_snapshot!(told["states"][0]);
    let why = told["states"][7]["why"].as_str().unwrap();
    assert!(why.starts_with("ann plays Nope"), "of the line that was clicked: {why}");
    let (page, _) = replayed(&litterbox, "attack.session.md");
    let script = &stepped(browser, &page, 2, WIDE, false)["script"];
    assert_eq!(script[0], false, "the script is folded");
    let (at, line) = (script[2].as_str().unwrap(), script[1].as_str().unwrap());
    let (place, source) = at.split_once('\n').unwrap();
    let (file, number) = place.split_once(':').unwrap();
    assert_eq!(file, "cards/attack.rhai");
    assert!(line.starts_with(number) && line.ends_with(source), "{line}: {at}");
    let (page, _) = replayed(&litterbox, "war.session.md --as ann");
    let told = stepped(browser, &page, 9, NARROW, false);
    let shown = &told["states"][0];
    assert_eq!((&shown["seats"], &shown["faces"]), (&json!(["bob", "cat"]), &json!(0)));
    assert_eq!(shown["hand"], json!(["Nope", "Attack", "Favor"]));
    assert_eq!(shown["viewer"], "as ann sees it");
}

#[test]
fn a_browser_shows_hostile_texts_and_tracks_as_they_are() {
    let Some(browser) = browser("hostile texts") else { return };
    let (page, _) = replayed(&hostile(), "evil.session.md");
    for size in [WIDE, NARROW] {
        let told = stepped(browser, &page, 6, size, true);
        let stack = format!("{}{}", told["states"][0]["stack"], told["cards"]);
        assert!(stack.contains("Does </script><script>alert(1)"), "{stack}");
    }
    let board = "```litterbox\n> :new board_game ann bob --seed 5 --lang en\nann> draw\n```\n";
    let (page, _) = replayed(&Litterbox::new().with("board.session.md", board), "board.session.md");
    for size in [WIDE, [360, 640]] {
        let told = stepped(browser, &page, 1, size, false);
        assert_eq!(told["states"][0]["track"], 20);
    }
}
