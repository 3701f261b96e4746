//! Shard results: shards of a run merge to the whole run.

use crate::harness::{manifest, tally};
use crate::program::{Litterbox, size};
use litterbox::fuzz::FuzzRun;
use litterbox::internals::report_page;
use litterbox::sim::compare::{CompareRun, Comparison};
use litterbox::sim::counts::Merge as _;
use litterbox::sim::finite;
use litterbox::sim::outcomes::{Outcomes, Wins};
use litterbox::sim::sections::Report;
use litterbox::sim::shard::{FORMAT, ShardedRun};
use litterbox::sim::tournament::{Tournament, TournamentRun};
use litterbox::sim::tune_run::TuneRun;
use litterbox::sim::{self, SimReport, SimRun, Tally};
use proptest::prelude::*;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::sync::LazyLock;

const GAMES: u64 = 24;

static SINGLE: LazyLock<Vec<Tally>> = LazyLock::new(|| {
    (0..GAMES).map(|game| tally("classic", &[], 3, &["random"], game..game + 1, 1)).collect()
});

type ShardResult = litterbox::sim::ShardResult<SimRun>;

fn part(from: u64, to: u64) -> ShardResult {
    let mut whole = Tally::new(3, 1, SINGLE[0].kinds.len(), SINGLE[0].combos.len());
    SINGLE[from as usize..to as usize].iter().for_each(|tally| whole.merge_from(tally));
    let ids = |n: usize| (0..n).map(|i| i.to_string()).collect();
    let (kinds, combos) = (ids(whole.kinds.len()), ids(whole.combos.len()));
    let run = SimRun { plan: manifest("classic", 3, &["random"], GAMES), kinds, combos };
    ShardResult { program: String::new(), ..ShardResult::new(run, from..to, to - from, whole) }
}

fn merged(a: ShardResult, b: ShardResult) -> ShardResult {
    a.merge("b", b).expect("parts of one run")
}

proptest! {
    #[test]
    fn parts_add_up_in_any_order_and_grouping(
        mut cuts in proptest::collection::vec(0..=GAMES, 3),
        swap in any::<bool>(),
    ) {
        cuts.sort_unstable();
        let [i, j, k] = cuts[..] else { unreachable!() };
        let (a, b, c) = (part(0, i), part(i, j), part(j, k));
        let left = merged(merged(a.clone(), b.clone()), c.clone());
        let right = if swap { merged(merged(c, b), a) } else { merged(a, merged(b, c)) };
        prop_assert_eq!(&left, &right);
        prop_assert_eq!(&left, &part(0, k));
        let again = ShardResult::from_json("left", &left.to_json()).expect("it was just written");
        prop_assert_eq!(again, left);
    }
}

#[test]
fn the_whole_is_what_one_run_counts() {
    let one = tally("classic", &[], 3, &["random"], 0..GAMES, 2);
    assert_eq!(part(0, GAMES).counts, one);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let twice = part(0, 5).merge("b.json", part(4, 8)).unwrap_err();
    assert_eq!(twice[0].message, "b.json: game 4 is in two shard results");
    let mut other = part(5, 8);
    other.run.plan.seed += 1;
    assert_eq!(part(0, 5).merge("b.json", other).unwrap_err()[0].code, "P0102");
    let mut other = part(5, 8);
    other.program = "litterbox 0.0.1".to_owned();
    assert_eq!(part(0, 5).merge("b.json", other).unwrap_err()[0].code, "P0102");
    let mut rules = part(5, 8);
    rules.run.plan.rules = "0123456789abcdef".to_owned();
    let said = &part(0, 5).merge("b.json", rules).unwrap_err()[0].message;
    assert!(said.starts_with("b.json belongs to a different run: `rules` is \"0123"), "{said}");
    assert_eq!(ShardResult::from_json("a.json", "{}").unwrap_err()[0].code, "P0101");
}

/// Why a shard result is refused.
fn refused(text: &str) -> String {
    ShardResult::from_json("a.json", text).unwrap_err()[0].message.clone()
}

#[test]
fn a_damaged_part_and_one_of_another_version_are_refused() {
    let text = part(0, 10).to_json();
    let damage = "a.json is not a shard result: its checksum is not that of its contents; copy it \
                  again, or play its shard again";
    let digit = text.find("\"nanoseconds\":1").unwrap() + "\"nanoseconds\":".len();
    for n in 2..10 {
        assert_eq!(refused(&format!("{}{n}{}", &text[..digit], &text[digit + 1..])), damage);
    }
    let (bare, _) = text.rsplit_once(",\"checksum\":").unwrap();
    assert_eq!(refused(&format!("{bare}}}\n")), damage);
    for format in [FORMAT - 1, FORMAT + 1] {
        let other = ShardResult { litterbox_shard: format, ..part(0, 10) }.to_json();
        let said = format!("expected format {FORMAT}, found {format}");
        assert_eq!(refused(&other), format!("a.json is not a shard result: {said}"));
    }
}

#[test]
fn wins_by_agent_and_seat_are_those_of_agents_and_seats() {
    let agents = ["random", "greedy"];
    let part = |games: std::ops::Range<u64>| {
        let tally = tally("classic", &[], 3, &agents, games.clone(), 1);
        let ids = |n: usize| (0..n).map(|i| i.to_string()).collect();
        let (kinds, combos) = (ids(tally.kinds.len()), ids(tally.combos.len()));
        let run = SimRun { plan: manifest("classic", 3, &agents, GAMES), kinds, combos };
        ShardResult::new(run, games, 1, tally)
    };
    let whole = merged(part(0..9), part(9..GAMES));
    assert_eq!(whole.counts, part(0..GAMES).counts);
    let outcomes = Outcomes::new(&whole.run.plan, &whole.counts.endings);
    for agent in 0..2 {
        let (all, seats) = (outcomes.agent(agent), [0, 1, 2].map(|i| outcomes.agent_in(agent, i)));
        assert_eq!(seats.iter().map(Wins::n).sum::<u64>(), all.n());
        assert_eq!(seats.iter().map(|seat| seat.wins).sum::<u64>(), all.wins);
        assert!(seats.iter().all(|seat| seat.n() == GAMES / 2));
    }
}

/// A shard result of each command.
pub(crate) static WRITTEN: LazyLock<[Json; 5]> = LazyLock::new(|| {
    let bad = "//! Bad.\n\nfn resolve(me) { throw \"bad\"; }\n";
    let variant = r#"{ "name": "Toys", "extends": "classic", "deck": { "bad": 9 } }"#;
    let litterbox =
        Litterbox::new().with("variants/toys.json", variant).with("scripts/cards/bad.rhai", bad);
    [
        "sim classic --games 2 --card-values --metrics --agents random,greedy",
        "compare classic --with deck.nope=0 --games 4",
        "tune classic --over deal=3..8 --toward turns=16 --toward seat_spread=0 --games 60",
        "fuzz toys --games 3 --players 2 --keep-going --shard 1/1",
        "tournament classic --agents random,greedy,search:2 --games 4",
    ]
    .map(|line| {
        let words: Vec<&str> = line.split(' ').chain(["--out", "shard.json"]).collect();
        let ran = litterbox.run(&words);
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
        serde_json::from_str(&litterbox.read("shard.json")).unwrap()
    })
});

/// The error of a shard result with this JSON and a correct checksum, or its reports.
fn forged<R: ShardedRun>(
    json: Json,
    report: impl Fn(&sim::ShardResult<R>) -> String,
) -> Result<String, String> {
    let mut shard: sim::ShardResult<R> =
        serde_json::from_value(json).map_err(|why| format!("a.json: {why}"))?;
    shard.checksum.clear();
    let message = |errors: Vec<litterbox::base::error::Error>| errors[0].message.clone();
    let summed: Json = serde_json::from_str(&shard.to_json()).unwrap();
    shard.checksum = summed["checksum"].as_str().unwrap().to_owned();
    // Numbers of any size stay numbers.
    let text = serde_json::to_string(&shard).unwrap();
    let read = sim::ShardResult::from_json("a.json", &text).map_err(message)?;
    let alone = report(&read);
    assert!(!alone.contains(NOT_FINITE), "{alone}");
    // The games of another shard, so that the two are not the same twice.
    let other = sim::ShardResult { games: Vec::new(), ..read.clone() };
    Ok(alone + report(&read.merge("b.json", other).map_err(message)?).as_str())
}

const NOT_FINITE: &str = "no report is printed";

/// A report in all formats, of a result for programs.
fn written(report: &Report, json: &impl Serialize) -> String {
    let page = report_page(&report.title, report.page_data(Json::Null));
    let wrong = finite::check(&(report, json)).err().map(|errors| errors[0].message.clone());
    let json = serde_json::to_string(json).unwrap();
    [sim::text(report, usize::MAX), sim::csv(report), page, json, wrong.unwrap_or_default()]
        .concat()
}

fn forged_sim(json: Json) -> Result<String, String> {
    forged(json, |shard: &ShardResult| {
        let SimRun { plan, kinds, combos } = &shard.run;
        let report = SimReport::new(plan, kinds, combos, &shard.counts);
        written(&sim::sim_report(&report), &report)
    })
}

fn forged_compare(json: Json) -> Result<String, String> {
    forged(json, |shard: &sim::ShardResult<CompareRun>| {
        let comparison = Comparison::new(&shard.run, &shard.counts);
        written(&sim::compare_report(&comparison), &comparison)
    })
}

fn forged_tune(json: Json) -> Result<String, String> {
    forged(json, |shard: &sim::ShardResult<TuneRun>| {
        let next = shard.run.next_round(&shard.games, (1, 2));
        let ranked = shard.run.ranked(&shard.counts);
        let page = written(&sim::tune_report(&shard.run, &shard.counts), &ranked);
        format!("{page} {next:?} {}", shard.run.has_ranking(&shard.counts))
    })
}

fn forged_fuzz(json: Json) -> Result<String, String> {
    forged(json, |shard: &sim::ShardResult<FuzzRun>| {
        format!("{:?}", (shard.counts.coverage.reached(), shard.counts.coverage.missing()))
    })
}

fn forged_tournament(json: Json) -> Result<String, String> {
    forged(json, |shard: &sim::ShardResult<TournamentRun>| {
        let result = Tournament::new(&shard.run, &shard.counts);
        written(&sim::tournament_report(String::new(), &result), &result)
    })
}

pub(crate) type Forged = fn(Json) -> Result<String, String>;

pub(crate) const FORGED: [Forged; 5] =
    [forged_sim, forged_compare, forged_tune, forged_fuzz, forged_tournament];

/// The places of all values in a JSON value, as pointers.
fn places(value: &Json, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Json::Object(fields) => {
            fields.iter().for_each(|(key, value)| {
                places(value, &format!("{at}/{}", key.replace('/', "~1")), found);
            });
        }
        Json::Array(items) => {
            let items = items.iter().take(2).enumerate();
            items.for_each(|(i, value)| places(value, &format!("{at}/{i}"), found));
        }
        _ => {}
    }
}

/// A shard result with other numbers is refused by its name, or all figures of its report are
/// numbers.
#[test]
fn a_shard_may_lie_but_its_report_is_written() {
    let sums = format!("{0} {0} {0} {0} {0} {0}", i128::MAX);
    let least = format!("{0} {0} {0} {0} {0} {0}", i128::MIN);
    let crossed = format!("1 1 {0} {0} {1} {0}", i128::MAX, i128::MIN);
    let texts = [sums, least, crossed].map(Json::from);
    let lies = [json!(0), json!(u64::MAX), json!([]), json!([7, 0, 9])];
    let lies: Vec<Json> = lies.into_iter().chain(texts).collect();
    for (written, forged) in WRITTEN.iter().zip(FORGED) {
        assert!(forged(written.clone()).expect("an honest shard").len() > 20);
        let (mut all, mut n_accepted) = (Vec::new(), 0);
        places(written, "", &mut all);
        // Some of the lies about each number, with `LITTERBOX_TESTS=all` half of them.
        let step = size(4, 2);
        let told = |i: usize| lies.iter().skip(i % step).step_by(step);
        let numbers = all.iter().enumerate();
        for (place, lie) in numbers.flat_map(|(i, place)| told(i).map(move |lie| (place, lie))) {
            let mut json = written.clone();
            *json.pointer_mut(place).unwrap() = lie.clone();
            match forged(json) {
                Ok(_) => n_accepted += 1,
                Err(why) => assert!(why.contains(".json"), "{place}: {why}"),
            }
        }
        assert!(
            n_accepted > all.len() / (2 * step),
            "{n_accepted} lies about {} numbers",
            all.len()
        );
    }
}

#[test]
fn a_shard_that_needs_too_much_is_refused_with_the_reason() {
    let change = |which: usize, place: &str, value: Json| {
        let mut json = WRITTEN[which].clone();
        if which == 2 {
            // Another space has other rounds.
            json["games"] = json!([]);
        }
        *json.pointer_mut(place).expect(place) = value;
        FORGED[which](json).err().unwrap_or_else(|| "accepted".to_owned())
    };
    let many = |n: usize| Json::from(vec![0; n]);
    let names = |n: usize| (0..n).map(|i| format!("k{i}")).collect::<Vec<_>>();
    let options = |n: usize, values: usize| -> Json {
        (0..n).map(|i| json!([format!("option{i}"), names(values)])).collect()
    };
    let long = || "x".repeat(1 << 17);
    let said = [
        change(0, "/games", json!([[0, u64::MAX]])),
        change(0, "/games", json!([[0, 1], [0, 2]])),
        change(0, "/games", json!([[1, 0]])),
        change(0, "/run/plan/games", json!(1_u64 << 60)),
        change(0, "/run/plan/players", json!(1_000_000_000_000_u64)),
        change(4, "/run/agents", json!(names(65))),
        change(0, "/run/plan/agents", json!([])),
        change(0, "/run/plan/agents", json!(names(3))),
        change(0, "/run/kinds", json!(names(5_000))),
        change(0, "/counts/numbers/0", many(1 << 21)),
        change(0, "/counts/numbers/1/0", json!(u64::MAX)),
        change(1, "/run/members/0/0", json!(long())),
        change(2, "/run/over", json!([])).replace("accepted", "one combination"),
        change(2, "/run/over", options(1, 0)),
        change(2, "/run/over", options(20, 2)),
        change(2, "/run/over", options(4, 10)),
        change(2, "/run/over", json!([[long(), names(10_000)]])),
        change(2, "/run/toward", json!(vec!["turns=20*1"; 17])),
        change(2, "/run/toward", json!(["turns=x"])),
        change(3, "/run/variant", json!("../toys")),
        change(
            3,
            "/counts/findings",
            vec![WRITTEN[3]["counts"]["findings"][0].clone(); 10_001].into(),
        ),
    ];
    insta::assert_snapshot!(said.join("\n"));
}
