//! Attacks on attacks: whether owed turns are passed on, by edition. One row per case.

use litterbox::shell::{Shell, Status};
use litterbox::variant::Library;

/// The edition; how many turns ann owes, and whether from an attack; the card she plays; how many
/// turns bob owes afterwards.
type Row = (&'static str, u32, bool, &'static str, u32);

const TABLE: &[Row] = &[
    // Owed turns are dropped.
    ("classic", 1, false, "attack", 2),
    ("classic", 1, true, "attack", 2),
    ("classic", 2, true, "attack", 2),
    ("classic", 7, true, "attack", 2),
    // Turns owed from an attack are passed on; a regular turn is not.
    ("slapstick", 1, false, "double_slap", 2),
    ("slapstick", 2, true, "double_slap", 4),
    ("slapstick", 1, true, "triple_slap", 4),
    ("party_pack", 1, false, "attack", 2),
    ("party_pack", 1, true, "attack", 3),
    ("party_pack", 2, true, "attack", 4),
    ("party_pack", 5, true, "attack", 7),
    ("party_pack", 1, false, "targeted_attack", 2),
    ("party_pack", 1, true, "targeted_attack", 3),
    ("party_pack", 4, true, "targeted_attack", 6),
    ("party_pack_zh", 1, false, "attack", 2),
    ("party_pack_zh", 1, true, "attack", 3),
    ("party_pack_zh", 2, true, "attack", 4),
    ("slap", 1, false, "double_slap", 2),
    ("slap", 1, true, "double_slap", 3),
    ("slap", 2, true, "double_slap", 4),
    ("slap", 3, true, "double_slap", 5),
    ("slap", 1, false, "triple_slap", 3),
    ("slap", 1, true, "triple_slap", 4),
    ("slap", 2, true, "triple_slap", 5),
    ("slap", 3, true, "triple_slap", 6),
];

/// The number of turns bob owes once ann has played; `set` changes an option.
fn owed(row: Row, set: &str) -> u32 {
    let (loaded, owed, attacked, card, _) = row;
    let turn = if attacked { format!("turn: ann {owed}") } else { "turn: ann".to_owned() };
    let mut shell = Shell::new(Library::embedded());
    for line in [
        format!(":new {loaded} ann bob --seed 1 {set}"),
        format!(":table ann: {card} | bob: - | draw: skip skip | {turn}"),
        format!("play {card}"),
        ":expect hand bob -".to_owned(),
    ] {
        let reply = shell.input(&line);
        assert_eq!(reply.status, Status::Done, "{row:?}: {line}: {}", reply.text());
    }
    let turns = &shell.debugger().unwrap().table().turns;
    assert_eq!((turns.current.0, turns.attacked), (1, true), "{row:?}");
    turns.owed
}

#[test]
fn each_edition_counts_attacks_on_attacks_in_its_way() {
    for row in TABLE {
        assert_eq!(owed(*row, ""), row.4, "{row:?}");
    }
}

#[test]
fn the_option_decides_and_not_the_edition() {
    for row in TABLE {
        let (_, n_owed, attacked, ..) = *row;
        let alone = owed(*row, "--set attack_stacks=false");
        let carried = if attacked { n_owed } else { 0 };
        assert_eq!(owed(*row, "--set attack_stacks=true"), alone + carried, "{row:?}");
    }
}
