use litterbox::kernel::*;
use litterbox::script::*;
use serde_json::{Map, json};
use std::rc::Rc;
use std::sync::Arc;
struct Random(rand_pcg::Pcg64Mcg);
impl Agent for Random {
    fn answer(&mut self, _: &Sight<'_>, d: &Decision) -> usize {
        litterbox::kernel::rng::below(&mut self.0, d.options.len() as u32) as usize
    }
}
fn script(n: &str) -> Script {
    Script {
        name: format!("{n}.rhai").into(),
        text: std::fs::read_to_string(format!("scripts/{n}.rhai")).unwrap().into(),
    }
}
fn main() {
    let kind = |id: &str, s: &str, tags: &[&str], params: serde_json::Value| KindSpec {
        id: id.into(),
        script: script(&format!("cards/{s}")),
        tags: tags.iter().map(|t| t.to_string()).collect(),
        home: None,
        wild: None,
        params: params.as_object().cloned().unwrap_or_default(),
    };
    let n = || serde_json::Value::Object(Map::new());
    let kinds = vec![
        kind("exploding_kitten", "exploding_kitten", &["defusable", "apart"], n()),
        kind("defuse", "defuse", &["unstoppable", "rescue"], n()),
        kind("nope", "nope", &[], n()),
        kind("attack", "attack", &[], json!({"turns":2})),
        kind("skip", "skip", &[], n()),
        kind("favor", "favor", &[], n()),
        kind("shuffle", "shuffle", &[], json!({"pile":"draw"})),
        kind("see_the_future", "see_the_future", &[], json!({"pile":"draw","n_cards":3})),
        kind("tacocat", "cat", &["cat"], n()),
        kind("beard_cat", "cat", &["cat"], n()),
        kind("rainbow_cat", "cat", &["cat"], n()),
        kind("potato_cat", "cat", &["cat"], n()),
        kind("cattermelon", "cat", &["cat"], n()),
    ];
    let combos = ["pair", "three_of_a_kind", "five_different"]
        .iter()
        .map(|c| ComboSpec {
            id: (*c).into(),
            script: script(&format!("combos/{c}")),
            params: Map::new(),
        })
        .collect();
    let mut options = std::collections::BTreeMap::new();
    for (k, v) in [
        ("dead_hand", "discard"),
        ("leftover_defuses", "after_deal"),
        ("five_different_reach", "all_but_kittens"),
        ("pair_of", "any"),
        ("combos", "all"),
        ("empty_hands", "spared"),
        ("defuse_ends", "turn"),
    ] {
        options.insert(k.to_string(), Setting::Text(v.into()));
    }
    for k in ["attack_stacks", "self_nope", "forced_defuse", "feral_answers"] {
        options.insert(k.to_string(), Setting::Bool(false));
    }
    options.insert(
        "defuses_returned".into(),
        Setting::Count("if players == 2 { 2 } else { 6 }".into()),
    );
    let spec = Spec {
        variant: "classic".into(),
        kinds,
        combos,
        rules: vec![script("rules/classic")],
        piles: vec![],
        table_counters: vec![],
        seat_counters: vec![],
        explosion_tags: vec![],
        deal: 7,
        options,
        data: json!({}),
    };
    let host = match Host::new(&spec) {
        Ok(h) => h,
        Err(es) => {
            for e in es {
                println!("{e}");
            }
            return;
        }
    };
    let deck: Arc<[(Kind, Zone, u16)]> = [4u16, 6, 5, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4]
        .iter()
        .enumerate()
        .map(|(i, n)| (Kind(i as u16), Zone::Draw, *n))
        .collect();
    let p: usize = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(4);
    let games: u64 = std::env::args().nth(2).and_then(|a| a.parse().ok()).unwrap_or(2000);
    let log = std::env::args().nth(3).is_some();
    let names: Arc<[Arc<str>]> = (0..p).map(|i| Arc::from(format!("p{}", i + 1))).collect();
    let t = std::time::Instant::now();
    let mut d = 0;
    let mut wins = vec![0u64; p];
    for seed in 0..games {
        let mut g = match Game::new(
            host.clone(),
            &Setup { names: names.clone(), deck: deck.clone(), seed, first: None, log },
        ) {
            Ok(g) => g,
            Err(f) => {
                println!("{}", host.fault(&f));
                return;
            }
        };
        g.guarded = false;
        for s in 0..p {
            g.seat(
                Seat(s as u8),
                Some(Box::new(Random(litterbox::kernel::rng::generator(seed, 10 + s as u64)))),
            );
        }
        if let Err(f) = g.play_out(100_000) {
            println!("{}", host.fault(&f));
            return;
        }
        if log {
            g.table().check(g.rules()).unwrap();
        }
        d += g.n_decisions();
        wins[g.winner().unwrap().index()] += 1;
    }
    let e = t.elapsed().as_secs_f64();
    println!(
        "{p} players {:.0} games/s {:.1} dec/game {:.0} ns/dec {wins:?}",
        games as f64 / e,
        d as f64 / games as f64,
        e * 1e9 / d as f64
    );
    let _ = Rc::new(());
}
