//! Lines and positions from generators that share no code with the language: a line means the
//! cards that it names or is refused; a position is the one that was written, and so is what is
//! printed of it.

use litterbox::kernel::rng::generator;
use litterbox::kernel::{Seat, Table, Zone};
use litterbox::shell::{Shell, Status};
use litterbox::variant::Library;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

/// The number of cases of each kind: more than 300 together.
const N_CASES: usize = 60;

const ANN: Zone = Zone::Hand(Seat(0));

/// A card as a line names it, with its counter and whether it lies with its other face up.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Copy {
    kind: String,
    charges: i64,
    is_turned: bool,
}

impl Copy {
    fn of(kind: &str) -> Self {
        Self { kind: kind.to_owned(), charges: 0, is_turned: false }
    }

    fn text(&self) -> String {
        let charges = match self.charges {
            0 => String::new(),
            n => format!("(charges={n})"),
        };
        format!("{}{charges}{}", self.kind, if self.is_turned { "^" } else { "" })
    }
}

fn texts(copies: &[Copy]) -> String {
    if copies.is_empty() {
        return "-".to_owned();
    }
    copies.iter().map(Copy::text).collect::<Vec<_>>().join(" ")
}

/// A random generator.
struct Chance(Pcg64Mcg);

impl Chance {
    fn new(seed: u64) -> Self {
        Self(generator(seed, 57))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }

    /// Whether one of `n` cases happens.
    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        items.shuffle(&mut self.0);
    }

    fn copies(&mut self, n: usize, kinds: &[&str], most: usize) -> Vec<Copy> {
        let mut copy = || Copy {
            kind: self.pick(kinds).to_owned(),
            charges: self.below(most + 1) as i64,
            is_turned: self.once_in(3),
        };
        (0..n).map(|_| copy()).collect()
    }
}

/// The base game with cards that have charges, wild cats and a mixed set.
fn game(names: &str) -> Shell {
    let charge = "//! Charge.\n\nfn resolve(me) {\n    for _n in range(0, \
                  this_card().get(\"charges\")) { draw_pile().top.discard(); }\n}\n";
    let mixed = "//! Mixed.\n\nconst SET = [same(2, \"cat\"), any_of(1, [\"nope\", \"attack\"])];\n\n\
                 fn resolve(me) { say(\"Mixed!\"); }\n";
    let library = Library::embedded()
        .with_script("cards/charge", charge)
        .with_script("combos/mixed", mixed)
        .with_variant(
            "mine",
            r#"{ "name": "Mine", "extends": "classic", "counters": { "card": ["charges"] },
                "deck": { "charge": 6, "feral": 4 },
                "kinds": { "feral": { "script": "cat", "tags": ["cat"], "wild": "cat" } },
                "combos": ["pair", "three_of_a_kind", "mixed"] }"#,
        );
    let mut shell = Shell::new(library);
    done(&mut shell, &format!(":new mine {names} --seed 1"));
    shell
}

fn table(shell: &Shell) -> &Table {
    shell.debugger().expect("a game").game.shown()
}

/// The cards of a zone, top first; those of a hand in order.
fn cards(shell: &Shell, zone: Zone) -> Vec<Copy> {
    let (table, rules) = (table(shell), shell.debugger().expect("a game").game.rules());
    let copy = |card: &litterbox::kernel::CardId| {
        let state = &table.cards[card.index()];
        let (kind, charges) =
            (rules.kind(state.kind).id.to_string(), table.counters_of(rules, *card)[0]);
        Copy { kind, charges, is_turned: state.is_turned }
    };
    let mut found: Vec<Copy> = table.cards_in(zone).iter().map(copy).collect();
    if matches!(zone, Zone::Hand(_)) {
        found.sort();
    }
    found
}

fn hash(shell: &Shell) -> u64 {
    shell.debugger().expect("a game").game.snapshot().hash()
}

#[track_caller]
fn done(shell: &mut Shell, line: &str) -> String {
    let reply = shell.typed(line);
    assert_eq!(reply.status, Status::Done, "{line}: {}", reply.text());
    reply.text()
}

/// Types a line; returns whether it was accepted. A line that is refused changes nothing.
#[track_caller]
fn accepts(shell: &mut Shell, line: &str) -> bool {
    let before = hash(shell);
    let reply = shell.typed(line);
    if reply.status == Status::Refused {
        assert_eq!(hash(shell), before, "{line} was refused: {}", reply.text());
    }
    reply.status == Status::Done
}

/// Removes a copy; returns whether there was one.
fn take(from: &mut Vec<Copy>, wanted: impl Fn(&Copy) -> bool) -> Option<Copy> {
    let at = from.iter().position(wanted)?;
    Some(from.remove(at))
}

/// Takes the copies that are named: a mark means a turned card, no mark any other one first.
fn take_named(from: &mut Vec<Copy>, named: &[Copy]) -> Option<Vec<Copy>> {
    let (turned, plain): (Vec<&Copy>, Vec<&Copy>) = named.iter().partition(|copy| copy.is_turned);
    let mut taken = Vec::new();
    for wanted in turned {
        taken.push(take(from, |copy| copy == wanted)?);
    }
    for wanted in plain {
        let of_kind = |copy: &Copy| copy.kind == wanted.kind;
        let found = take(from, |copy| copy == wanted).or_else(|| take(from, of_kind));
        taken.push(found?);
    }
    Some(taken)
}

#[test]
fn a_set_is_of_the_cards_that_its_line_names() {
    let (mut shell, mut chance) = (game("ann bob cat"), Chance::new(1));
    let mut n_accepted = 0;
    for _ in 0..N_CASES {
        let kinds = ["feral", "tacocat", "beard_cat"];
        let n_held = 2 + chance.below(4);
        let mut hand = chance.copies(n_held, &kinds, 0);
        let n = 2 + chance.below(2);
        let mut named = hand.clone();
        chance.shuffle(&mut named);
        named.truncate(n);
        if named.len() < n || chance.once_in(4) {
            named = chance.copies(n, &kinds, 0);
        }
        let line = format!("play {} bob{}", texts(&named), if n == 3 { " skip" } else { "" });
        let spec = format!("ann: {} | bob: skip | cat: - | draw: favor*5", texts(&hand));
        done(&mut shell, &format!(":table {spec}"));
        let at = format!("{spec}: {line}");
        let is_accepted = accepts(&mut shell, &line);
        let mut cats: Vec<&str> = named.iter().map(|copy| &*copy.kind).collect();
        let n_wild = cats.iter().filter(|kind| **kind == "feral").count();
        cats.retain(|kind| *kind != "feral");
        cats.dedup();
        let taken = take_named(&mut hand, &named);
        // How many wild cards a set may have is another question.
        if n_wild < 2 {
            assert_eq!(is_accepted, cats.len() == 1 && taken.is_some(), "{at}");
        }
        if is_accepted {
            let taken = taken.unwrap_or_else(|| panic!("{at}: other cards were played"));
            hand.push(Copy::of("skip"));
            hand.sort();
            assert_eq!(cards(&shell, ANN), hand, "{at}");
            let kinds = |copies: &[Copy]| {
                let mut kinds: Vec<String> = copies.iter().map(|copy| copy.kind.clone()).collect();
                kinds.sort();
                kinds
            };
            assert_eq!(kinds(&cards(&shell, Zone::Discard)), kinds(&taken), "{at}");
            n_accepted += 1;
        }
    }
    assert!((N_CASES / 8..N_CASES).contains(&n_accepted), "{n_accepted}");
}

#[test]
fn a_copy_is_the_one_with_the_counter_and_the_face_that_are_named() {
    let (mut shell, mut chance) = (game("ann bob"), Chance::new(2));
    let mut n_accepted = 0;
    for _ in 0..N_CASES {
        let n_held = 1 + chance.below(4);
        let hand = chance.copies(n_held, &["charge"], 3);
        let mut named = hand[chance.below(hand.len())].clone();
        named.is_turned &= chance.once_in(2);
        if chance.once_in(3) {
            named.charges = 0;
        }
        let spec = format!("ann: {} | bob: - | draw: favor*5", texts(&hand));
        let line = format!("play {}", named.text());
        done(&mut shell, &format!(":table {spec}"));
        let at = format!("{spec}: {line}");
        // A line without a counter is about all copies; one without a mark about a turned copy only
        // if none that counts alike lies as usual.
        let mut meant: Vec<Copy> = hand
            .iter()
            .filter(|copy| named.charges == 0 || copy.charges == named.charges)
            .filter(|copy| !named.is_turned || copy.is_turned)
            .cloned()
            .collect();
        let lies_as_usual = |copy: &&Copy| !copy.is_turned;
        let usual: Vec<_> = meant.iter().filter(lies_as_usual).map(|copy| copy.charges).collect();
        meant.retain(|copy| copy.is_turned == named.is_turned || !usual.contains(&copy.charges));
        meant.sort();
        let is_clear = meant.iter().all(|copy| copy.charges == meant[0].charges);
        assert_eq!(accepts(&mut shell, &line), is_clear, "{at}");
        if is_clear {
            let mut rest = hand.clone();
            let played = take(&mut rest, |copy| *copy == meant[0]).expect("it was held");
            rest.sort();
            assert_eq!(cards(&shell, ANN), rest, "{at}");
            let discarded = cards(&shell, Zone::Discard);
            assert_eq!(discarded.len() as i64, 1 + played.charges, "{at}");
            n_accepted += 1;
        }
    }
    assert!((N_CASES / 4..N_CASES).contains(&n_accepted), "{n_accepted}");
}

#[test]
fn a_set_and_the_card_it_asks_for_are_not_confused() {
    let mut chance = Chance::new(3);
    for n_players in [2, 3] {
        let mut shell = game(if n_players == 2 { "ann bob" } else { "ann bob cat" });
        for _ in 0..N_CASES / 2 {
            let (n_held, n) = (2 + chance.below(4), 2 + chance.below(4));
            let player = chance.once_in(2);
            let asked = [None, Some("tacocat"), Some("skip"), Some("nope")][chance.below(4)];
            let set = if chance.once_in(2) {
                format!("tacocat*{n}")
            } else {
                ["tacocat"].repeat(n).join(" ")
            };
            let words = [Some(&*set), player.then_some("bob"), asked];
            let words: Vec<&str> = words.into_iter().flatten().collect();
            let line = format!("play {}", words.join(" "));
            let others = if n_players == 2 { "bob: skip" } else { "bob: skip | cat: skip" };
            let spec = format!("ann: tacocat*{n_held} | {others} | draw: favor*5");
            done(&mut shell, &format!(":table {spec}"));
            // Who is meant is clear, or named; without a name, the card that is asked for is
            // one more of the set.
            let names_player = player || n_players == 2;
            let (n, asked) = match asked {
                Some("tacocat") if !player => (n + 1, None),
                _ => (n, asked),
            };
            let expected = n <= n_held && (n == 3 || n == 2 && asked.is_none());
            let expected = expected && (asked.is_none() || names_player);
            assert_eq!(accepts(&mut shell, &line), expected, "{spec}: {line}");
            if expected {
                let left = cards(&shell, ANN);
                let left = left.iter().filter(|copy| copy.kind == "tacocat").count();
                assert_eq!(left, n_held - n, "{spec}: {line}");
            }
        }
    }
}

#[test]
fn each_part_of_a_mixed_set_may_be_named() {
    let (mut shell, mut chance) = (game("ann bob"), Chance::new(4));
    let mut n_accepted = 0;
    for _ in 0..N_CASES {
        let kinds = ["beard_cat", "tacocat", "nope", "attack"];
        let n_held = 5 + chance.below(4);
        let mut hand = chance.copies(n_held, &kinds, 0);
        hand.iter_mut().for_each(|copy| copy.is_turned = false);
        let (cat, answer) = (chance.pick(&kinds[..2]), chance.pick(&kinds[2..]));
        let named = [Copy::of(cat), Copy::of(cat), Copy::of(answer)];
        let spec = format!("ann: {} | bob: - | draw: favor*5", texts(&hand));
        let line = format!("play {}", texts(&named));
        done(&mut shell, &format!(":table {spec}"));
        let taken = take_named(&mut hand, &named);
        assert_eq!(accepts(&mut shell, &line), taken.is_some(), "{spec}: {line}");
        if taken.is_some() {
            hand.sort();
            assert_eq!(cards(&shell, ANN), hand, "{spec}: {line}");
            n_accepted += 1;
        }
    }
    assert!((N_CASES / 8..N_CASES).contains(&n_accepted), "{n_accepted}");
}

#[test]
fn an_order_is_the_one_that_is_written() {
    let (mut shell, mut chance) = (game("ann bob"), Chance::new(5));
    for _ in 0..N_CASES {
        let n = 3 + chance.below(3);
        let kinds = ["favor", "nope", "skip", "attack"];
        let mut pile: Vec<&str> = (0..n).map(|_| chance.pick(&kinds)).collect();
        let spec = format!("ann: shuffle | bob: - | draw: {}", pile.join(" "));
        done(&mut shell, &format!(":table {spec}"));
        done(&mut shell, ":chance ask");
        done(&mut shell, "play shuffle");
        let is_one_kind = pile.iter().all(|kind| *kind == pile[0]);
        chance.shuffle(&mut pile);
        let order = pile.join(" ");
        let wrong = [order.replacen(pile[0], "shuffle", 1), format!("{order} {}", pile[0])];
        if is_one_kind {
            continue;
        }
        for wrong in wrong {
            assert!(!accepts(&mut shell, &wrong), "{spec}: {wrong}");
        }
        assert!(accepts(&mut shell, &order), "{spec}: {order}");
        let found = cards(&shell, Zone::Draw);
        assert_eq!(found.iter().map(|copy| &*copy.kind).collect::<Vec<_>>(), pile, "{spec}");
    }
}

#[test]
fn commands_read_counters_in_one_way() {
    let (mut shell, mut chance) = (game("ann bob"), Chance::new(6));
    let places = ["hand ann", "hand bob", "ann.front", "bob.front", "draw", "discard", "table"];
    let nowhere = ["hand zoe", "zoe.front", "nowhere", "hand", "ann.hand", "discard 2"];
    let each = "charge(charges=2) skip";
    let spec = format!(
        "ann: {each} | bob: {each} | ann.front: {each} | bob.front: {each} | table: {each} | \
         draw: {each} | discard: {each}"
    );
    for _ in 0..N_CASES {
        let card = chance.pick(&["charge", "skip", "skip", "charge", "wombat", "ann", "favor"]);
        let counter = chance.pick(&["charges", "charges", "charges", "charge"]);
        let is_place = !chance.once_in(4);
        let place = chance.pick(if is_place { &places } else { &nowhere });
        let name = format!("{card}.{counter} in {place}");
        let is_there = counter == "charges" && is_place && ["charge", "skip"].contains(&card);
        done(&mut shell, &format!(":table {spec}"));
        let before = if card == "charge" { 2 } else { 0 };
        let value = 3 + chance.below(5);
        for line in [
            format!(":expect counter {name} {before}"),
            format!(":set {name} {value}"),
            format!(":expect counter {name} {value}"),
        ] {
            assert_eq!(accepts(&mut shell, &line), is_there, "{line}");
        }
        let watched = shell.typed(&format!(":watch {name}"));
        // Who has none of a card may get one.
        let may_be = is_there || card == "favor" && counter == "charges" && is_place;
        assert_eq!(watched.status == Status::Done, may_be, "{name}: {}", watched.text());
        if is_there {
            assert!(watched.text().ends_with(&format!("{name}: is {value}")), "{}", watched.text());
        }
        done(&mut shell, ":delete all");
    }
}

/// An id in another spelling.
fn spelled(chance: &mut Chance, id: &str) -> String {
    let letter = |c: char| match c {
        '_' => chance.pick(&["_", "-"]).to_owned(),
        c if chance.once_in(2) => c.to_uppercase().to_string(),
        c => c.to_string(),
    };
    id.chars().map(letter).collect()
}

#[test]
fn names_are_found_as_people_write_them() {
    let (mut shell, mut chance) = (game("ann bob"), Chance::new(7));
    let kinds = [
        ("see_the_future", "See the Future"),
        ("shuffle", "Shuffle"),
        ("attack", "Attack"),
        ("favor", "Favor"),
        ("charge", "Charge"),
        ("exploding_kitten", "Exploding Kitten"),
    ];
    for _ in 0..N_CASES {
        let (id, title) = kinds[chance.below(kinds.len())];
        done(&mut shell, &format!(":table ann: {id} | bob: skip | draw: favor*5"));
        let first = |text: String| text.lines().next().map(str::to_owned);
        let about = first(done(&mut shell, &format!("?{id}")));
        let spelling = spelled(&mut chance, id);
        for word in [&*spelling, title, &title.to_lowercase(), &title.to_uppercase()] {
            assert_eq!(first(done(&mut shell, &format!("?{word}"))), about, "{word}");
        }
        // One letter is another one, twice, or missing.
        let mut letters: Vec<char> = id.chars().collect();
        let mut at = 1 + chance.below(letters.len() - 1);
        at += usize::from(letters[at] == '_');
        match chance.below(3) {
            0 => letters[at] = 'x',
            1 => letters.insert(at, letters[at]),
            _ => drop(letters.remove(at)),
        }
        let wrong: String = letters.into_iter().collect();
        // The start of a name is enough.
        if !id.starts_with(&wrong) && id != "exploding_kitten" {
            let reply = shell.typed(&format!("play {wrong}"));
            let said = reply.text();
            assert!(reply.status == Status::Refused && said.contains(&format!("`{id}`")), "{said}");
            let line = format!("play {spelling}");
            assert!(accepts(&mut shell, &line), "{line}");
            assert!(cards(&shell, ANN).iter().all(|copy| copy.kind != id), "{line}");
        }
    }
}

#[test]
fn a_position_is_the_one_that_is_written_and_printed() {
    let (mut shell, mut other) = (game("ann bob cat"), game("ann bob cat"));
    let mut chance = Chance::new(8);
    let kinds = ["skip", "favor", "charge", "feral", "tacocat", "nope", "shuffle"];
    let seats = [("ann", Seat(0)), ("bob", Seat(1)), ("cat", Seat(2))];
    let hands = seats.map(|(name, seat)| (name.to_owned(), Zone::Hand(seat)));
    let fronts = seats.map(|(name, seat)| (format!("{name}.front"), Zone::Front(seat)));
    let piles = [("draw", Zone::Draw), ("discard", Zone::Discard), ("table", Zone::Table)];
    let piles = piles.map(|(name, zone)| (name.to_owned(), zone));
    for _ in 0..N_CASES {
        let (mut parts, mut written) = (Vec::new(), Vec::new());
        for (name, zone) in hands.iter().chain(&fronts).chain(&piles) {
            let n = chance.below(5) + usize::from(*zone == Zone::Draw);
            let mut copies = chance.copies(n, &kinds, 2);
            if !matches!(zone, Zone::Hand(_) | Zone::Draw) {
                copies.iter_mut().for_each(|copy| copy.is_turned = false);
            }
            parts.push(format!("{name}: {}", texts(&copies)));
            if matches!(zone, Zone::Hand(_)) {
                copies.sort();
            }
            written.push((*zone, copies));
        }
        chance.shuffle(&mut parts);
        let (name, seat) = seats[chance.below(3)];
        let owed = 1 + chance.below(3);
        parts.push(format!("turn: {name} {owed}"));
        let line = format!(":table {}", parts.join(" | "));
        done(&mut shell, &line);
        for (zone, copies) in &written {
            assert_eq!(cards(&shell, *zone), *copies, "{zone:?} of {line}");
        }
        let turns = &table(&shell).turns;
        assert_eq!((turns.current, turns.owed as usize), (seat, owed), "{line}");
        let printed = done(&mut shell, ":table");
        let printed = printed.trim();
        done(&mut other, printed);
        for (zone, copies) in &written {
            assert_eq!(cards(&other, *zone), *copies, "{zone:?} of {printed}");
        }
        assert_eq!(table(&other).turns, table(&shell).turns, "{printed}");
        assert_eq!(done(&mut other, ":table").trim(), printed);
    }
}
