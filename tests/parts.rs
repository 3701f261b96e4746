//! Shard results: shards of a run merge to the whole run.

use crate::harness::{manifest, tally};
use litterbox::sim::part::FORMAT;
use litterbox::sim::{ShardResult, Tally};
use proptest::prelude::*;
use std::sync::LazyLock;

const GAMES: u64 = 24;

static SINGLE: LazyLock<Vec<Tally>> = LazyLock::new(|| {
    (0..GAMES).map(|game| tally("classic", &[], 3, &["random"], game..game + 1, 1)).collect()
});

fn part(from: u64, to: u64) -> ShardResult {
    let mut whole = Tally::new(3, 1, SINGLE[0].kinds.len(), SINGLE[0].combos.len());
    SINGLE[from as usize..to as usize].iter().for_each(|tally| whole.merge(tally));
    ShardResult {
        litterbox_part: FORMAT,
        program: String::new(),
        plan: manifest("classic", 3, &["random"], GAMES),
        kinds: whole.kinds.iter().enumerate().map(|(i, _)| i.to_string()).collect(),
        combos: whole.combos.iter().enumerate().map(|(i, _)| i.to_string()).collect(),
        games: (from < to).then_some((from, to)).into_iter().collect(),
        nanoseconds: to - from,
        tally: whole,
        checksum: String::new(),
    }
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
    assert_eq!(part(0, GAMES).tally, one);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let twice = part(0, 5).merge("b.json", part(4, 8)).unwrap_err();
    assert_eq!(twice[0].message, "b.json: game 4 is in two shard results");
    let mut other = part(5, 8);
    other.plan.seed += 1;
    assert_eq!(part(0, 5).merge("b.json", other).unwrap_err()[0].code, "P0102");
    let newer = part(0, 5).to_json().replace("\"litterbox_part\":3", "\"litterbox_part\":4");
    assert_eq!(ShardResult::from_json("a.json", &newer).unwrap_err()[0].code, "P0101");
    assert_eq!(ShardResult::from_json("a.json", "{}").unwrap_err()[0].code, "P0101");
}

#[test]
fn a_damaged_part_is_refused_and_one_of_an_old_version_is_read() {
    let text = part(0, 10).to_json();
    let message =
        |text: &str| ShardResult::from_json("a.json", text).unwrap_err()[0].message.clone();
    let digit = text.find("\"nanoseconds\":1").unwrap() + "\"nanoseconds\":".len();
    for n in 2..10 {
        let damaged = format!("{}{n}{}", &text[..digit], &text[digit + 1..]);
        let said = message(&damaged);
        assert_eq!(said, "a.json is damaged: its checksum is not that of its contents");
    }
    let bare = without_checksum(&text);
    assert_eq!(message(&bare), "a.json is damaged: its checksum is not that of its contents");
    let old = bare.replace("\"litterbox_part\":3", "\"litterbox_part\":2");
    assert_eq!(ShardResult::from_json("a.json", &old).unwrap(), part(0, 10));
}

fn without_checksum(text: &str) -> String {
    let (before, _) = text.rsplit_once(",\"checksum\":").unwrap();
    format!("{before}}}\n")
}

/// A shard result of ten games of the version without a checksum, with one text replaced.
fn altered(from: &str, to: &str) -> String {
    let text = part(0, 10).to_json().replace("\"litterbox_part\":3", "\"litterbox_part\":2");
    let text = without_checksum(&text);
    let changed = text.replacen(from, to, 1);
    assert_ne!(changed, text, "{from}");
    ShardResult::from_json("a.json", &changed).unwrap_err()[0].message.clone()
}

#[test]
fn impossible_counts_are_refused_with_the_reason() {
    let tally = part(0, 10).tally;
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
    rules.plan.rules = "0123456789abcdef".to_owned();
    let mut overflow = part(5, 8);
    overflow.tally.decisions = (1 << 48) - 1;
    insta::assert_snapshot!([message(rules), message(overflow)].join("\n"));
}
