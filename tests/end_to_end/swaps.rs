//! Whole games in which two cards hidden from a player have changed places: until the game itself
//! shows the player one of them, or its rules do something else for all to see, the player is shown
//! the same, byte for byte.
//!
//! One swap of each variant is compared, with `LITTERBOX_TESTS=all` four, and with
//! `LITTERBOX_SWAPS=N` N longer ones; `LITTERBOX_SWAPS_SEED=S` chooses others. The figures go to
//! stderr (`--nocapture`).

#[cfg(feature = "serve")]
mod tables;
mod world;

use crate::program::size;
use litterbox::kernel::Seat;
use litterbox::kernel::rng::generator;
use litterbox::shell::{Shell, Status};
use litterbox::variant::Library;
use litterbox::variant::notation::position;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;
use std::path::Path;
use world::{World, counter_commands, exchangeable, other_secret, subscription};

/// The variants that are not built in, with their folders.
const FOLDERS: [&str; 5] = [
    "tests/games/coup",
    "tests/games/crazy_eights",
    "tests/games/hearts",
    "tests/games/love_letter",
    "tests/swaps",
];

/// How much of a game is compared.
struct Extent {
    /// The maximum number of plies.
    max_plies: usize,
    /// The number of swaps compared with one game.
    n_worlds: usize,
    /// The plies from one look with commands to the next: the replies to answers, the updates and
    /// what an agent is given are compared at every ply.
    plies_per_look: usize,
}

/// The plies from one page of a replay to the next, which has all plies before it.
const PLIES_PER_PAGE: usize = 24;

const SHORT: Extent = Extent { max_plies: 50, n_worlds: 4, plies_per_look: 1 };
const LONG: Extent = Extent { max_plies: 400, n_worlds: 16, plies_per_look: 16 };

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().expect("a number"))
}

/// A game with its swaps.
struct Case<'a> {
    id: &'a str,
    library: &'a Library,
    random: Pcg64Mcg,
    counts: BTreeMap<String, usize>,
    differences: Vec<String>,
    extent: Extent,
}

impl Case<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.random.random_range(0..n)
    }

    fn count(&mut self, what: &str) {
        *self.counts.entry(what.to_owned()).or_default() += 1;
    }

    /// The game after some plies: random answers, everybody asked in each window.
    fn started(&mut self, n_plies: usize) -> Shell {
        let mut shell = Shell::new(self.library.clone());
        let ruleset = litterbox::variant::Ruleset::load(self.library, self.id, &[]).unwrap();
        let (least, most) = (*ruleset.players.start(), *ruleset.players.end());
        let n_players = least + self.below(most.min(least + 3) - least + 1);
        let seed = self.below(100_000);
        let new = format!(":new {} --players {n_players} --seed {seed}", self.id);
        assert_eq!(shell.input(&new).status, Status::Done, "{new}");
        shell.input(":autopass off");
        for _ in 0..n_plies {
            let before = shell.debugger().unwrap().fork();
            let Some(decision) = before.game.decision() else { break };
            let answer = (self.below(decision.options.len()) + 1).to_string();
            shell.input(&answer);
            if shell.debugger().unwrap().game.decision().is_none() {
                shell = shell.trial_on(Some(before));
                shell.input(":autopass off");
                break;
            }
        }
        shell
    }

    /// The same game with a position laid out, as a player sees it.
    fn laid_out(&self, shell: &Shell, spec: &str, set: &str, viewer: &str) -> Option<World> {
        let mut shell = shell.trial_on(Some(shell.debugger()?.fork()));
        shell.input(":autopass off");
        let reply = shell.input(&format!(":table {spec}"));
        if reply.status != Status::Done {
            return None;
        }
        if !set.is_empty() {
            assert_eq!(shell.input(set).status, Status::Done, "{set}");
        }
        shell.input(&format!(":as {viewer}"));
        let mut updates = subscription(viewer.to_owned());
        shell.snapshot(&mut updates).unwrap();
        Some(World { shell, updates, swapped: Vec::new(), replaced: Vec::new() })
    }

    /// The worlds of a game: the position, and the same with two cards swapped, several times.
    fn worlds(&mut self, shell: &Shell, viewer: Seat) -> Option<Vec<World>> {
        let debugger = shell.debugger().unwrap();
        let (table, notation) = (debugger.table(), debugger.notation());
        let name = notation.seat(viewer).to_owned();
        let layout = position::of_table(table, notation);
        let spec = position::print(&layout, notation);
        let secret = other_secret(shell, viewer, self.below(1 << 20) as u64);
        let kept = secret.as_ref().map_or("", |[kept, _]| kept.as_str());
        let first = self.laid_out(shell, &spec, kept, &name)?;
        // The position is laid out already: knowledge is that of the comparison.
        let groups = exchangeable(&first.shell, viewer);
        if groups.is_empty() {
            // A player who knows all cards.
            return None;
        }
        let mut worlds = vec![first];
        if let Some([_, other]) = &secret {
            worlds.extend(self.laid_out(shell, &spec, other, &name));
            self.count("secrets");
        }
        for _ in 0..self.extent.n_worlds {
            let table = worlds[0].table().clone();
            let group = &groups[self.below(groups.len())];
            let mut cards = group.clone();
            cards.shuffle(&mut self.random);
            let Some((a, b)) = cards.first().and_then(|a| {
                Some((*a, *cards.iter().find(|b| table.kind(**b) != table.kind(*a))?))
            }) else {
                continue;
            };
            let mut swapped = table.clone();
            swapped.cards[a.index()].kind = table.kind(b);
            swapped.cards[b.index()].kind = table.kind(a);
            let layout = position::of_table(&swapped, notation);
            let Some(world) =
                self.laid_out(shell, &position::print(&layout, notation), kept, &name)
            else {
                continue;
            };
            let mut swapped = Vec::new();
            for zone in table.zones.all() {
                let cards = table.cards_in(zone).iter().zip(world.table().cards_in(zone));
                swapped.extend(cards.filter(|(c, _)| **c == a || **c == b).map(|(_, same)| *same));
            }
            let world = World { swapped, replaced: vec![a, b], ..world };
            // A position does not say which of two equal cards has which counters.
            if worlds[0].kinds(&world.replaced) == world.kinds(&world.swapped) {
                worlds.push(world);
            }
        }
        Some(worlds)
    }

    /// Something to look at: one command, or several, a line each.
    fn looking(&mut self, world: &World, viewer: Seat) -> String {
        if self.below(6) == 0 { self.stops(world) } else { self.command(world, viewer) }
    }

    /// Breakpoints and steps, and code of the viewer's own.
    fn stops(&mut self, world: &World) -> String {
        let debugger = world.shell.debugger().unwrap();
        let notation = debugger.notation();
        let (ply, n_seats) = (debugger.timeline.ply(), debugger.table().n_seats());
        let other = notation.seat(Seat(self.below(n_seats) as u8)).to_owned();
        let kinds: Vec<_> = notation.all_kinds().collect();
        let kind = notation.kind(kinds[self.below(kinds.len())]).id.to_string();
        let n = self.below(ply + 1);
        let all = [
            format!(":break card {kind}\n:rcontinue\n:rcontinue"),
            format!(":goto {n}\n:break card {kind}\n:continue\n:continue\n:why"),
            ":break on owe\n:rcontinue\n:rstep\n:step\n:why".to_owned(),
            format!(":watch {other}.owed\n:rcontinue\n:rcontinue"),
            format!(":goto {n}\n:step\n:step\n:next\n:finish"),
            format!(":break line {kind}\n:rcontinue"),
            format!(":expect fault {kind}"),
            format!(":define fn f() {{ {other}.hand }}"),
            format!(":try {kind} {{ fn resolve(me) {{}} }}"),
        ];
        all[self.below(all.len())].clone()
    }

    /// A single command.
    fn command(&mut self, world: &World, viewer: Seat) -> String {
        let debugger = world.shell.debugger().unwrap();
        let notation = debugger.notation();
        let (ply, n_seats) = (debugger.timeline.ply(), debugger.table().n_seats());
        let other = notation.seat(Seat(self.below(n_seats) as u8)).to_owned();
        let me = notation.seat(viewer).to_owned();
        let kinds: Vec<_> = notation.all_kinds().collect();
        let kind = notation.kind(kinds[self.below(kinds.len())]).id.to_string();
        let n = self.below(ply + 1);
        let back = self.below(ply.min(12) + 1);
        let mut all = vec![
            format!(":view {me}"),
            ":view".into(),
            format!(":view {other}"),
            ":events".into(),
            format!(":events {n}"),
            ":why".into(),
            format!(":why {}", ply - back),
            format!(":why hand {other}"),
            ":why draw".into(),
            format!(":why {kind}"),
            ":timeline all".into(),
            ":timeline".into(),
            format!(":peek {}", ply - back),
            format!(":diff {}", ply - back),
            format!(":diff {} {n}", ply - back),
            format!(":last-change hand {other}"),
            ":last-change draw".into(),
            format!(":last-change {kind}"),
            format!(":expect hand {other} {kind}"),
            format!(":expect count {kind} in draw 1"),
            format!(":expect count {kind} in hands 1"),
            format!(":expect view {me} {other} {kind}"),
            format!(":expect saw {other} {kind}"),
            format!(":expect offers {other}: {kind}"),
            format!(":expect offers {kind}"),
            format!(":expect not offers play {kind}"),
            format!(":expect options {kind}"),
            format!(":expect decision {other}"),
            format!(":expect shown {other} {kind}"),
            format!(":expect shown {me} {kind}"),
            format!(":expect any hand {other} {kind} or draw {kind}"),
            format!(":expect draw {kind} ..."),
            ":expect sound".into(),
            format!(":refuse {other}: {kind}"),
            format!(":refuse {kind}"),
            format!(":refuse play {kind}"),
            format!(":refuse :back {back}"),
            format!(":refuse = {other}.hand"),
            format!("= draw_pile()[{back}]"),
            ":table".into(),
            format!(":watch hand {other}"),
            ":watch draw".into(),
            ":breaks".into(),
            ":delete 1".into(),
            ":branches".into(),
            ":chance".into(),
            ":agent".into(),
            ":cards".into(),
            format!("?{kind}"),
            ":help".into(),
            format!(":back {back}"),
            ":rstep".into(),
            ":rnext".into(),
            ":rcontinue".into(),
        ];
        all.extend(counter_commands(&world.shell, &other));
        all[self.below(all.len())].clone()
    }

    /// Whether two worlds show the viewer the same; a difference is noted.
    fn is_same(&mut self, worlds: &[World], i: usize, input: &str, shown: (&str, &str)) -> bool {
        if shown.0 == shown.1 {
            return true;
        }
        let mut play = Vec::new();
        for world in [&worlds[0], &worlds[i]] {
            let timeline = &world.shell.debugger().unwrap().timeline;
            let typed = timeline.path().filter_map(|entry| entry.record.as_ref());
            let lines: Vec<&str> = typed.map(|record| record.typed.as_str()).collect();
            play.push(lines.join("\n"));
        }
        let (mut here, mut there) = (shown.0.lines(), shown.1.lines());
        let differs = loop {
            match (here.next(), there.next()) {
                (Some(a), Some(b)) if a == b => {}
                (a, b) => break (a.unwrap_or("-").to_owned(), b.unwrap_or("-").to_owned()),
            }
        };
        let difference = format!(
            "{}: `{input}` shows {}\n{}\n\nand\n{}\n\n{}\n\nand\n{}\n",
            self.id, worlds[0].updates.viewer, differs.0, differs.1, play[0], play[1]
        );
        eprintln!("{difference}");
        self.differences.push(difference);
        false
    }

    /// Shows the same commands to both.
    fn look(&mut self, worlds: &mut Vec<World>, viewer: Seat) {
        for _ in 0..3 {
            let command = self.looking(&worlds[0], viewer);
            let show = |world: &mut World| -> String {
                command.lines().map(|line| world.shown(line).1).collect()
            };
            let shown: Vec<String> = worlds.iter_mut().map(show).collect();
            for i in (1..worlds.len()).rev() {
                if !self.is_same(worlds, i, &command, (&shown[0], &shown[i])) {
                    worlds.remove(i);
                }
            }
            self.count("commands");
            for world in worlds.iter_mut() {
                world.shell.input(":delete all");
                world.shell.input(":goto end");
                world.shell.update(&mut world.updates);
            }
        }
        self.keep_same(worlds, "the snapshot", World::offered);
    }

    /// Removes the worlds that show something else than the first.
    fn keep_same(
        &mut self,
        worlds: &mut Vec<World>,
        what: &str,
        show: impl Fn(&mut World) -> String,
    ) {
        let shown: Vec<String> = worlds.iter_mut().map(show).collect();
        for i in (1..worlds.len()).rev() {
            if !self.is_same(worlds, i, what, (&shown[0], &shown[i])) {
                worlds.remove(i);
            }
        }
    }

    /// Compares what an answer showed; removes the worlds that go another way from here.
    fn compare_ply(
        &mut self,
        worlds: &mut Vec<World>,
        viewer: Seat,
        answer: &str,
        shown: &[(Status, String)],
    ) {
        for i in (1..worlds.len()).rev() {
            let World { swapped, replaced, .. } = &worlds[i];
            if worlds[0].reveals(replaced, viewer) || worlds[i].reveals(swapped, viewer) {
                self.count("revealed");
                worlds.remove(i);
                continue;
            }
            if worlds[0].course() != worlds[i].course() {
                self.count("other course");
                worlds.remove(i);
                continue;
            }
            let is_alike = worlds[0].kinds(replaced) == worlds[i].kinds(swapped);
            if !is_alike && worlds[i].drew_lots() {
                self.count("other lots");
                worlds.remove(i);
                continue;
            }
            if !self.is_same(worlds, i, answer, (&shown[0].1, &shown[i].1)) {
                worlds.remove(i);
            } else if !is_alike {
                // An answer names kinds, so that somebody may have moved another card.
                self.count("other cards");
                worlds.remove(i);
            }
        }
    }

    /// Plays a game in all worlds at once.
    fn play(&mut self) {
        let n_plies = if self.below(2) == 0 { 0 } else { self.below(60) };
        let shell = self.started(n_plies);
        let alive = shell.debugger().unwrap().table().turns.alive;
        let seats: Vec<Seat> = alive.iter().collect();
        let viewer = seats[self.below(seats.len())];
        let Some(mut worlds) = self.worlds(&shell, viewer) else { return };
        for _ in 1..worlds.len() {
            self.count("swaps");
        }
        for ply in 0..self.extent.max_plies {
            if ply % self.extent.plies_per_look == 0 {
                self.look(&mut worlds, viewer);
            }
            self.keep_same(&mut worlds, "the observation", |world| world.observed(viewer));
            if ply % PLIES_PER_PAGE == PLIES_PER_PAGE - 1 {
                self.count("pages");
                self.keep_same(&mut worlds, "the replay", |world| world.replayed(viewer));
            }
            let Some((seat, options)) = worlds[0].asked() else { break };
            let mut i = 1;
            let mut common = options.clone();
            while i < worlds.len() {
                let possible = worlds[i].asked().map_or(Vec::new(), |(_, options)| options);
                let both: Vec<String> =
                    common.iter().filter(|option| possible.contains(option)).cloned().collect();
                if both.is_empty() {
                    self.count("other answers");
                    worlds.remove(i);
                } else {
                    common = both;
                    i += 1;
                }
            }
            if worlds.len() == 1 {
                break;
            }
            if seat == viewer {
                assert_eq!(common, options, "{}: {}", self.id, worlds[0].updates.viewer);
            }
            let answer = common[self.below(common.len())].clone();
            let shown: Vec<_> = worlds.iter_mut().map(|world| world.shown(&answer)).collect();
            if shown[0].0 != Status::Done {
                self.count("refused");
                for i in (1..worlds.len()).rev() {
                    let is_so = shown[i].0 == shown[0].0;
                    if !is_so || !self.is_same(&worlds, i, &answer, (&shown[0].1, &shown[i].1)) {
                        worlds.remove(i);
                    }
                }
                if shown[0].0 == Status::Fault && worlds.len() > 1 {
                    continue;
                }
                break;
            }
            self.count("plies");
            self.compare_ply(&mut worlds, viewer, &answer, &shown);
            if worlds.len() == 1 {
                break;
            }
        }
    }
}

/// Returns the differences in this many swaps, or as many as the environment says.
fn compare(id: &str, library: &Library, n_swaps: usize) -> Vec<String> {
    let seed = number("LITTERBOX_SWAPS_SEED").unwrap_or(1);
    let (n_swaps, extent) = match number("LITTERBOX_SWAPS") {
        None => (n_swaps, SHORT),
        Some(n_swaps) => (n_swaps as usize, LONG),
    };
    let (random, counts, differences) = (generator(seed, 7), BTreeMap::new(), Vec::new());
    let mut case = Case { id, library, random, counts, differences, extent };
    while case.counts.get("swaps").copied().unwrap_or_default() < n_swaps {
        case.play();
    }
    eprintln!("{id}: {:?}, {} differences", case.counts, case.differences.len());
    case.differences
}

#[test]
fn a_player_is_shown_the_same_in_games_that_differ_in_hidden_cards() {
    let library = Library::embedded();
    let mut differences = Vec::new();
    for id in library.variant_ids() {
        differences.extend(compare(id, &library, size(1, 4)));
    }
    for folder in FOLDERS.into_iter().chain(crate::end_to_end::homebrew::FOLDERS) {
        // Cards that do what may tell a hand.
        let n_swaps = if folder == "tests/swaps" { size(6, 24) } else { size(1, 4) };
        let library = Library::open(Some(Path::new(folder)), None).expect("a library");
        let built_in: Vec<String> = Library::embedded().variant_ids().map(str::to_owned).collect();
        for id in library.variant_ids().filter(|id| !built_in.iter().any(|known| known == id)) {
            differences.extend(compare(id, &library, n_swaps));
        }
    }
    let all = differences.join("\n");
    assert!(differences.is_empty(), "{} differences\n{all}", differences.len());
}

#[test]
fn a_position_does_not_tell_what_lies_in_a_hidden_pile() {
    let library = Library::embedded();
    let (random, counts) = (generator(1, 7), BTreeMap::new());
    let (id, differences, extent) = ("barking", Vec::new(), SHORT);
    let mut case = Case { id, library: &library, random, counts, differences, extent };
    let shell = case.started(0);
    let observed = |below: &str, aside: &str| {
        let hands = "p1: skip | p2: defuse defuse | draw: nope favor";
        let spec = format!("{hands} {below} | stash: nope favor {aside}");
        case.laid_out(&shell, &spec, "", "p1").unwrap().observed(Seat(0))
    };
    assert_eq!(observed("tower_of_power", "skip"), observed("skip", "tower_of_power"));
}
