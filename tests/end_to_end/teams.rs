//! Teams: how a variant names them, that agents play for theirs, and that runs count them.

use crate::program::Litterbox;
use litterbox::agent::{Budget, Greedy, Search};
use litterbox::kernel::{Agent, Choice, Game, Rulebook, Seat};
use litterbox::script::TeamSpec;
use litterbox::shell::Shell;
use litterbox::variant::{Library, Ruleset};
use serde_json::Value as Json;
use std::path::Path;
use std::rc::Rc;

const HOME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/homebrew");

fn teams(players: &str, teams: &str) -> Vec<TeamSpec> {
    let variant = format!(
        r#"{{ "name": "Mine", "extends": "classic", "players": {players}, "teams": {teams} }}"#
    );
    let library = Library::embedded().with_variant("mine", &variant);
    Ruleset::load(&library, "mine", &[]).expect("a variant").spec.teams
}

#[test]
fn teams_are_named_for_all_numbers_of_players_or_for_each() {
    let of = |players, seats: &[&[u8]]| TeamSpec {
        players,
        seats: seats.iter().map(|team| team.to_vec()).collect(),
    };
    let opposite = of(4, &[&[0, 2], &[1, 3]]);
    assert_eq!(teams("[2, 5]", r#"[["1", "3"], ["2", "4"]]"#), std::slice::from_ref(&opposite));
    assert_eq!(teams("[3, 4]", "2"), [of(3, &[&[0, 2], &[1]]), opposite.clone()]);
    let pairs = r#"{ "4": 2, "6": [["1", "2"], ["3", "4"], ["5", "6"]] }"#;
    assert_eq!(teams("[2, 6]", pairs), [opposite, of(6, &[&[0, 1], &[2, 3], &[4, 5]])]);
    for (wrong, why) in [
        (r#"[["1", "2"], ["3", "5"]]"#, "does not name each of the seats 1 to 4 once"),
        (r#"[["1", "2"], ["3", "x"]]"#, "does not name each of the seats 1 to 4 once"),
        (r#"[["1", "2", "3"]]"#, "two teams or more"),
        (r#"[["1", "2", "3"], []]"#, "two teams or more"),
        (r#"[["1", "2"], ["3", "4", "5", "6"]]"#, "names 6 seats; the players are 2 to 5"),
        (r#"{ "9": 2 }"#, "`9` is not a number of players"),
        (r#"{ "3": [["1"], ["2"]] }"#, "the seats 1 to 3 once"),
    ] {
        let variant = format!(r#"{{ "name": "Mine", "extends": "classic", "teams": {wrong} }}"#);
        let library = Library::embedded().with_variant("mine", &variant);
        let errors = Ruleset::load(&library, "mine", &[]).expect_err("teams that do not fit");
        assert!(errors.iter().all(|e| e.code == "V0126" && e.message.contains(why)), "{errors:?}");
    }
}

/// A game of the variant with partners, after these inputs.
fn game(inputs: &[&str]) -> Game {
    let mut shell = Shell::new(Library::open(Some(Path::new(HOME)), None).expect("a library"));
    shell.input(":new partners ann bob cat dan --seed 1");
    for input in inputs {
        let reply = shell.input(input);
        assert_eq!(reply.status, litterbox::shell::Status::Done, "{input}: {}", reply.text());
    }
    shell.debugger().unwrap().fork().game
}

fn chosen(game: &Game, agent: &mut dyn Agent) -> Choice {
    let decision = game.decision().expect("the game goes on");
    let index = agent.answer(&game.observation(decision.seat), decision);
    decision.options[index].clone()
}

#[test]
fn greedy_answers_what_threatens_its_team_and_nothing_of_its_partner() {
    // Bob asks ann for a card: her partner cat stops it.
    let table = ":table ann: skip | bob: favor | cat: nope | dan: skip | draw: skip*9 | turn: bob";
    let threatened = game(&[table, "play favor ann"]);
    assert_eq!(threatened.decision().unwrap().seat, Seat(2));
    assert!(matches!(chosen(&threatened, &mut Greedy::new(1)), Choice::Respond(_)));
    // Ann asks bob: cat lets her.
    let table = ":table ann: favor | bob: skip | cat: nope | dan: skip | draw: skip*9";
    let own = game(&[table, "play favor bob"]);
    assert_eq!(own.decision().unwrap().seat, Seat(2));
    assert_eq!(chosen(&own, &mut Greedy::new(1)), Choice::Pass);
    // Of all players it robs an opponent, even one with fewer cards.
    let table = ":table ann: favor | bob: skip | cat: skip*5 | dan: - | draw: skip*9";
    let asked = game(&[table, "play favor"]);
    assert_eq!(chosen(&asked, &mut Greedy::new(1)), Choice::Player(Seat(1)));
}

#[test]
fn search_counts_the_win_of_a_partner_whole() {
    let table = ":table ann: shuffle | bob: - | cat: skip*9 | dan: - | dead: bob | \
                 draw: exploding_kitten*9";
    let game = game(&[table]);
    let book: Rc<dyn Rulebook> = game.book();
    let mut search = Search::new(book, Budget::Iterations(40), 1);
    let ranked = search.rank(&game.observation(Seat(0)), game.decision().unwrap());
    assert!(ranked.iter().all(|option| option.win_rate > 0.8), "{ranked:?}");
}

fn json(arguments: &[&str]) -> Json {
    let ran = Litterbox::new().run(&[arguments, &["--home", HOME, "--format", "json"]].concat());
    serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.shown()))
}

#[test]
fn a_run_counts_the_wins_of_teams() {
    let run = ["sim", "partners", "--players", "4", "--games", "200", "--agents", "random"];
    let report = json(&run);
    let report = &report["result"];
    let wins = |seat: usize| report["seats"][seat]["wins"].as_u64().unwrap();
    assert_eq!((wins(0), wins(1)), (wins(2), wins(3)));
    assert_eq!(wins(0) + wins(1), 200);
    let rate = report["seats"][0]["rate"]["value"].as_f64().unwrap();
    assert!((rate - wins(0) as f64 / 200.0).abs() < 1e-6, "{rate}");
    // Two teams, not four seats: one degree of freedom.
    let statistic = report["seat_test"]["statistic"].as_f64().unwrap();
    let difference = wins(0) as f64 - wins(1) as f64;
    assert!((statistic - difference * difference / 200.0).abs() < 1e-4, "{statistic}");
    // Both members of a team win, so those without a card have the wins that its holders lack.
    for card in report["cards"].as_array().unwrap() {
        let dealt = &card["dealt"];
        let [value, low, high] = ["value", "low", "high"].map(|part| dealt[part].as_f64());
        assert!(low <= value && value <= high && value.unwrap_or(0.0).abs() < 0.5, "{card}");
    }
    let told = Litterbox::new().run(&[&run[..], &["--home", HOME]].concat()).out;
    assert!(told.contains("win rate by seat (fair: 50.0 %)"), "{told}");
}

#[test]
fn an_agent_plays_whole_teams_in_a_tournament() {
    let run = ["tournament", "partners", "--players", "4", "--games", "40"];
    let result = json(&[&run[..], &["--agents", "random,greedy"]].concat());
    let pairing = &result["result"]["pairings"][0];
    // One of both teams wins each game, so that the rate is a number of whole games.
    let games = pairing["games"].as_u64().unwrap();
    let won = pairing["rate"]["value"].as_f64().unwrap() * games as f64;
    assert!((won - won.round()).abs() < 1e-4, "{pairing}");
    let seats = result["result"]["agents"][0]["seats"].as_array().unwrap();
    let rate = |seat: usize| seats[seat]["value"].as_f64().unwrap();
    assert_eq!((rate(0), rate(1)), (rate(2), rate(3)));
}
