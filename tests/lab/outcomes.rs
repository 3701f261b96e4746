//! Games that end in other ways than with the last player alive, with their sessions.

use crate::harness::Edition;
use litterbox::agent::{Budget, Search};
use litterbox::internals::report_page;
use litterbox::script::Host;
use litterbox::sim::compare::{CompareRun, Comparison, compare};
use litterbox::sim::counts::Merge as _;
use litterbox::sim::outcomes::Outcomes;
use litterbox::sim::stats::Estimate;
use litterbox::sim::{
    LIMIT, Plan, Progress, RunConfig, SimReport, Tally, csv, run, sim_report, text,
};
use litterbox::variant::{Library, Ruleset};
use serde_json::Value as Json;
use std::path::Path;

/// The built-in files overlaid with those of these tests.
fn library() -> Library {
    Library::open(Some(Path::new("tests/outcomes")), None).expect("the folder is a library")
}

fn plan(id: &str, players: usize, agents: &[&str], games: u64) -> Plan {
    let agents = agents.iter().map(|name| name.parse().expect("an agent")).collect();
    let players = Some(players);
    let config = RunConfig { players, agents, fixed: false, seed: 1, games, limit: LIMIT };
    Plan::new(&library(), id, &[], config).expect("a legal plan")
}

fn tally(id: &str, players: usize, agents: &[&str], games: u64) -> Tally {
    let plan = plan(id, players, agents, games);
    let tally = run(&plan, 0..games, 2, &Progress::default()).expect("legal scripts");
    assert_eq!((tally.games, tally.faulty, tally.stopped), (games, 0, 0));
    tally
}

fn report(id: &str, players: usize, games: u64) -> SimReport {
    let tally = tally(id, players, &["random"], games);
    let plan = plan(id, players, &["random"], games);
    SimReport::new(&plan.manifest, &plan.kinds(), &plan.combos(), &tally)
}

/// The win rate of the first agent, with its interval.
fn win_rate(id: &str, agents: &[&str], games: u64) -> Estimate {
    let tally = tally(id, 2, agents, games);
    let plan = plan(id, 2, agents, games).manifest;
    Outcomes::new(&plan, &tally.endings).agent(0).rate().expect("games were played")
}

#[test]
fn winners_share_the_win() {
    let report = report("award", 3, 300);
    assert_eq!((report.won, report.drawn), (300, 0));
    let wins: u64 = report.seats.iter().map(|row| row.wins).sum();
    assert_eq!(wins, 600);
    let rates = report.seats.iter().map(|row| row.rate.expect("games were played").value);
    assert!((rates.sum::<f64>() - 1.0).abs() < 1e-5);
    assert!((report.first.expect("games were played").rate.value - 0.5).abs() < 1e-9);
    let scores = report.scores.iter().map(|row| (row.n, row.mean.map(|mean| mean.value)));
    assert_eq!(scores.collect::<Vec<_>>(), [(300, Some(5.0)), (300, Some(5.0)), (0, None)]);
    let shown = sim_report(&report);
    assert!(text(&shown, usize::MAX).contains("\nmean score by seat\n  p1  5.00 ± 0.00\n"));
    assert!(csv(&shown).contains("\nscore,p1,mean,5,5,5\n"));
    assert!(report_page(&shown.title, shown.page_data(Json::Null)).contains("mean score by seat"));
}

#[test]
fn a_table_that_is_wider_than_the_terminal_is_divided() {
    let report = sim_report(&report("award", 3, 30));
    let [wide, narrow] = [usize::MAX, 60].map(|columns| text(&report, columns));
    let rows = |text: &str| {
        let rows =
            text.lines().filter(|line| line.starts_with("  gong") || line.starts_with("  plays"));
        rows.map(|line| line.chars().count()).collect::<Vec<_>>()
    };
    let (wide, narrow) = (rows(&wide), rows(&narrow));
    assert!(wide.iter().any(|width| *width > 60) && narrow.iter().all(|width| *width <= 60));
    assert_eq!(narrow.len(), 2 * wide.len(), "each row of both tables stands in two parts");
}

#[test]
fn notes_are_wrapped_again_in_a_narrow_terminal() {
    let report = sim_report(&report("award", 3, 30));
    let [wide, narrow] = [100, 60].map(|columns| text(&report, columns));
    let [(_, wide), (_, narrow)] =
        [&wide, &narrow].map(|text| text.split_once("\n± is the ").expect("notes"));
    assert!(wide.lines().count() > 1, "{wide}");
    // The terminal wraps each paragraph, not the lines of another width.
    assert_eq!(narrow.trim_end(), wide.trim_end().replace('\n', " "));
}

#[test]
fn a_loser_wins_nothing_and_the_others_share() {
    let report = report("forfeit", 4, 200);
    assert_eq!(report.first.expect("games were played").rate.value, 0.0);
    let shares = tally("forfeit", 4, &["random"], 200);
    let plan = plan("forfeit", 4, &["random"], 200).manifest;
    let shares = Outcomes::new(&plan, &shares.endings);
    let total: f64 = (0..4).map(|seat| shares.seat(seat).total()).sum();
    assert!((total - 200.0).abs() < 1e-6, "{total}");
    assert!(
        report.scores.is_empty() && !text(&sim_report(&report), usize::MAX).contains("mean score")
    );
}

/// Cards in front of a player that explode together: while one explosion waits for its answer, the
/// next one is announced. And a card and a combo that put players out without an explosion.
#[test]
fn a_player_goes_out_by_the_card_or_combo_that_causes_it() {
    let report = report("demise", 4, 400);
    let mut causes: Vec<&str> = report.causes.iter().map(|cause| &*cause.name).collect();
    causes.sort_unstable();
    assert_eq!(causes, ["coup", "exploding_kitten", "fuse", "trapdoor"]);
    let all: u64 = report.causes.iter().map(|cause| cause.eliminations).sum();
    assert_eq!(all, 3 * 400);
}

#[test]
fn games_without_a_winner_are_in_no_rate() {
    let report = report("nobody", 3, 50);
    assert_eq!((report.won, report.drawn), (0, 50));
    assert!(report.seats.iter().all(|row| row.rate.is_none()));
}

#[test]
fn a_comparison_counts_a_shared_win_in_part() {
    let family = ["award", "forfeit"].map(|id| (id.to_owned(), plan(id, 4, &["random"], 100)));
    let counts = compare(&family, 0..100, 1, &Progress::default()).expect("legal scripts");
    let compared = Comparison::new(&CompareRun::new(&family), &counts);
    let first = |member: usize| {
        let measures = &compared.members[member].measures;
        measures.iter().find(|one| one.name == "first_wins").expect("a measure")
    };
    assert_eq!(first(0).mean.map(|mean| mean.value), Some(0.5));
    assert_eq!(first(1).mean.map(|mean| mean.value), Some(0.0));
    assert_eq!(first(1).difference.map(|paired| paired.value), Some(-0.5));
    let sentence = "with forfeit, the starting player wins 50.00 [45.94, 52.10] points less often";
    assert_eq!(first(1).sentence, sentence);
}

#[test]
fn tallies_with_shares_and_scores_add_up_and_are_saved() {
    let (all, part) = (tally("award", 3, &["random"], 40), plan("award", 3, &["random"], 40));
    let half = |games| run(&part, games, 1, &Progress::default()).expect("legal scripts");
    let mut sum = half(0..13);
    sum.merge_from(&half(13..40));
    assert_eq!(sum, all);
    let json = serde_json::to_string(&all).expect("plain data");
    assert_eq!(serde_json::from_str::<Tally>(&json).expect("the same format"), all);
}

#[test]
fn search_is_strong_where_all_decisions_are_questions() {
    let nim = win_rate("nim", &["search:100", "random"], 300);
    assert!(nim.low > 0.6, "{nim:?}");
    let tricks = win_rate("tricks", &["search:60", "random"], 600);
    assert!(tricks.low > 0.53, "{tricks:?}");
}

#[test]
fn a_question_is_ranked_and_most_sampled_hooks_lead_to_it() {
    let ruleset = Ruleset::load(&library(), "tricks", &[]).expect("a legal variant");
    let host = Host::new(&ruleset.spec).expect("legal scripts");
    let mut game = Edition { ruleset, host: host.clone() }.game(2, 3);
    for _ in 0..3 {
        let decision = game.decision().expect("the game goes on").clone();
        let mut search = Search::new(host.clone(), Budget::Iterations(100), 1);
        let ranked = search.rank(&game.observation(decision.seat), &decision);
        assert_eq!(ranked.len(), decision.options.len(), "{decision:?}");
        assert_eq!((search.n_games(), search.n_failed()), (100, 0), "{decision:?}");
        game.answer(ranked[0].option).expect("legal scripts");
    }
}

/// Two players who are asked in every turn, without an end.
#[test]
fn a_game_of_questions_without_an_end_is_stopped() {
    let library = library().with_script("rules/morra", ENDLESS);
    let agents = vec!["random".parse().expect("an agent")];
    let config = RunConfig { players: Some(2), agents, fixed: false, seed: 1, games: 3, limit: 50 };
    let plan = Plan::new(&library, "morra", &[], config).expect("a legal plan");
    let tally = run(&plan, 0..3, 1, &Progress::default()).expect("legal scripts");
    assert_eq!((tally.stopped, tally.faulty), (3, 0), "{:?}", tally.first_fault);
}

const ENDLESS: &str = "//! Endless: a question in every turn.

fn can_draw(me) { false }

fn turn_start(me) { me.confirm(\"Is this a question?\"); }
";

/// The second player of Morra wins if the words are equal: always, with a look at the first one.
#[test]
fn search_does_not_know_secret_answers() {
    let rate = win_rate("morra", &["search:30", "random"], 300);
    assert!(rate.holds(0.5), "{rate:?}");
}
