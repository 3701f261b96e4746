//! Shard results: shards of a run merge to the whole run.

use crate::harness::{manifest, tally};
use litterbox::fuzz::FuzzRun;
use litterbox::sim::compare::CompareRun;
use litterbox::sim::shard::ShardedRun;
use litterbox::sim::tune_run::TuneRun;
use litterbox::sim::{RunManifest, SimRun, Tally};
use proptest::prelude::*;
use std::sync::LazyLock;

const GAMES: u64 = 24;

static SINGLE: LazyLock<Vec<Tally>> = LazyLock::new(|| {
    (0..GAMES).map(|game| tally("classic", &[], 3, &["random"], game..game + 1, 1)).collect()
});

type ShardResult = litterbox::sim::ShardResult<SimRun>;

fn part(from: u64, to: u64) -> ShardResult {
    let mut whole = Tally::new(3, 1, SINGLE[0].kinds.len(), SINGLE[0].combos.len());
    SINGLE[from as usize..to as usize].iter().for_each(|tally| whole.merge(tally));
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
    let mut older = part(5, 8);
    older.litterbox_shard = 5;
    let error = &part(0, 5).merge("b.json", older).unwrap_err()[0];
    assert_eq!(error.message, "b.json has format 5, not 6 as the shard results before it");
    let newer = part(0, 5).to_json().replace("\"litterbox_shard\":6", "\"litterbox_shard\":7");
    assert_eq!(ShardResult::from_json("a.json", &newer).unwrap_err()[0].code, "P0101");
    assert_eq!(ShardResult::from_json("a.json", "{}").unwrap_err()[0].code, "P0101");
}

#[test]
fn a_damaged_part_is_refused_and_one_of_an_old_version_is_read() {
    let text = part(0, 10).to_json();
    let message =
        |text: &str| ShardResult::from_json("a.json", text).unwrap_err()[0].message.clone();
    let damage = "a.json is not a shard result: its checksum is not that of its contents; copy it \
                  again, or play its shard again";
    let digit = text.find("\"nanoseconds\":1").unwrap() + "\"nanoseconds\":".len();
    for n in 2..10 {
        let damaged = format!("{}{n}{}", &text[..digit], &text[digit + 1..]);
        assert_eq!(message(&damaged), damage);
    }
    let (bare, _) = text.rsplit_once(",\"checksum\":").unwrap();
    assert_eq!(message(&format!("{bare}}}\n")), damage);
    let named = ShardResult { litterbox_shard: 4, ..part(0, 10) };
    assert_eq!(ShardResult::from_json("a.json", &old(2)).unwrap(), named);
    // The checksum of version 3 is missing.
    assert!(message(&old(3)).ends_with("its checksum is not that of its contents"));
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
    let seats = &whole.counts.agent_seats;
    assert_eq!(seats.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
    for (row, agent) in seats.iter().zip(&whole.counts.agents) {
        assert_eq!(row.iter().map(|seat| seat.n).sum::<u64>(), agent.n);
        assert_eq!(row.iter().map(|seat| seat.wins).sum::<u64>(), agent.wins);
    }
    // An older format does not have them.
    let mut old = part(9..GAMES);
    old.counts.agent_seats.clear();
    old.litterbox_shard = 4;
    let old = ShardResult::from_json("old.json", &old.to_json()).unwrap();
    let mut older = part(0..9);
    older.counts.agent_seats.clear();
    let said = &part(9..GAMES).merge("older.json", older.clone()).unwrap_err()[0].message;
    assert!(said.ends_with("by agent and seat are not those of the agents and seats"), "{said}");
    older.litterbox_shard = 4;
    assert!(merged(old, older).counts.agent_seats.is_empty());
    for change in [
        |tally: &mut Tally| tally.agent_seats[0][0].wins += 1,
        |tally: &mut Tally| tally.agent_seats[1][2].n -= 1,
        |tally: &mut Tally| tally.agent_seats.swap(0, 1),
        |tally: &mut Tally| drop(tally.agent_seats.pop()),
        |tally: &mut Tally| tally.agent_seats[1].truncate(2),
    ] {
        let mut changed = part(0..GAMES);
        change(&mut changed.counts);
        let read = ShardResult::from_json("a.json", &changed.to_json());
        assert_eq!(read.unwrap_err()[0].code, "P0101");
    }
}

#[derive(serde::Serialize)]
struct OldShard {
    litterbox_part: u32,
    plan: RunManifest,
    kinds: Vec<String>,
    combos: Vec<String>,
    games: Vec<(u64, u64)>,
    nanoseconds: u64,
    tally: Tally,
}

/// A shard result of ten games of a version without a command, without a checksum.
fn old(version: u32) -> String {
    let ShardResult { run: SimRun { plan, kinds, combos }, counts, games, .. } = part(0, 10);
    let (litterbox_part, nanoseconds, tally) = (version, 10, counts);
    let old = OldShard { litterbox_part, plan, kinds, combos, games, nanoseconds, tally };
    serde_json::to_string(&old).unwrap()
}

/// The error of that shard result with one text replaced.
fn altered(from: &str, to: &str) -> String {
    let text = old(2);
    let changed = text.replacen(from, to, 1);
    assert_ne!(changed, text, "{from}");
    ShardResult::from_json("a.json", &changed).unwrap_err()[0].message.clone()
}

#[test]
fn impossible_counts_are_refused_with_the_reason() {
    let tally = part(0, 10).counts;
    let wins = tally.seats[0];
    let seat = |n: u64, wins: u64| format!("\"seats\":[{{\"n\":{n},\"wins\":{wins}");
    let seats = seat(wins.n, wins.wins);
    let said = [
        altered(&seats, &seat(wins.n, 11)),
        altered(&seats, &seat(wins.n, wins.wins + 1)),
        altered(&seats, &seat(wins.n + 1, wins.wins)),
        altered(&format!("\"won\":{}", tally.won), "\"won\":18446744073709551615"),
        altered(&format!("\"won\":{}", tally.won), "\"won\":3"),
        altered("\"games\":[[0,10]]", "\"games\":[[0,18446744073709551615]]"),
        altered("\"games\":[[0,10]]", "\"games\":[[0,10],[0,10]]"),
        altered("\"games\":[[0,10]]", "\"games\":[[5,0]]"),
        altered("\"games\":[[0,10]]", "\"games\":[[0,9]]"),
        altered("\"players\":3", "\"players\":2"),
        altered("\"players\":3", "\"players\":1000000000000"),
        altered("\"comebacks\":", "\"comebacks\":9"),
        altered("\"plies\":[0", "\"plies\":[1"),
    ];
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn parts_of_other_rules_and_sums_that_overflow_are_refused() {
    let message =
        |other: ShardResult| part(0, 5).merge("b.json", other).unwrap_err()[0].message.clone();
    let mut rules = part(5, 8);
    rules.run.plan.rules = "0123456789abcdef".to_owned();
    let mut overflow = part(5, 8);
    overflow.counts.decisions = (1 << 48) - 1;
    insta::assert_snapshot!([message(rules), message(overflow)].join("\n"));
}

/// The error of a saved shard result with one text replaced and a correct checksum.
fn forged<R: ShardedRun>(name: &str, from: &str, to: &str) -> String {
    let path = format!("{}/tests/saved/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let changed = text.replacen(from, to, 1);
    assert_ne!(changed, text, "{from}");
    let mut shard: litterbox::sim::ShardResult<R> = serde_json::from_str(&changed).unwrap();
    shard.checksum.clear();
    let read = litterbox::sim::ShardResult::<R>::from_json("a.json", &shard.to_json());
    read.err().map_or_else(|| "accepted".to_owned(), |errors| errors[0].message.clone())
}

#[test]
fn impossible_counts_of_other_commands_are_refused_with_the_reason() {
    let compare = |from, to| forged::<CompareRun>("shard_4_compare.json", from, to);
    let tune = |from, to| forged::<TuneRun>("shard_4_tune.json", from, to);
    let fuzz = |from, to| forged::<FuzzRun>("shard_4_fuzz.json", from, to);
    let said = [
        compare("\"counts\":[{\"n\":3", "\"counts\":[{\"n\":4"),
        compare("\"unpaired\":0", "\"unpaired\":18446744073709551615"),
        compare("\"faulty\":0", "\"faulty\":4"),
        compare("\"base\":[{\"n\":3", "\"base\":[{\"n\":5"),
        compare("\"games\":[[0,3]]", "\"games\":[[0,7]]"),
        tune("[\"3\",\"4\",\"5\",\"6\",\"7\",\"8\"]", "[]"),
        tune("[\"3\",\"4\",\"5\",\"6\",\"7\",\"8\"]", "[\"3\",\"4\",\"5\"]"),
        tune("turns=16*1", "turns=x"),
        tune("\"games\":[[2,3]]", "\"games\":[[0,2]]"),
        tune("\"games\":[[2,3]]", "\"games\":[[2,4]]"),
        tune("\"players\":2", "\"players\":21"),
        fuzz("\"games\":[[0,40]]", "\"games\":[[0,39]]"),
        fuzz("\"stopped\":1", "\"stopped\":41"),
        fuzz("\"findings\":[{\"game\":", "\"findings\":[{\"game\":99"),
        fuzz("\"variant\":\"toys\"", "\"variant\":\"../toys\""),
    ];
    insta::assert_snapshot!(said.join("\n"));
}
