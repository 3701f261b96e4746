//! How times grow with what is checked, loaded or searched, and with the number of who is told.

use crate::latency::{fastest, timed};
use crate::rows::{self, Target};
use litterbox::lint::{LintTargets, check};
use litterbox::script::Host;
use litterbox::session::{SessionOptions, run_text};
use litterbox::shell::{Shell, Status};
use litterbox::variant::{Library, Ruleset};
use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Parts of the body of a function, or of a script, that are repeated.
const BODIES: [&str; 5] = [
    "    if me.hand.len > # { me.draw(); }\n",
    // A function has at most 1,024 variables.
    "    { let unused_# = me.hand; me.draw(); me.draw(); me.draw(); me.draw(); me.draw(); }\n",
    "    me.drow(#);\n",
    "const C# = [#, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400];\n",
    " me.draw(#);",
];

/// The time of a check of a script of this part, repeated up to this size in bytes.
fn time_of_check(body: &str, n_bytes: usize) -> Duration {
    let n_times = n_bytes / body.len();
    let lines: String = (0..n_times).map(|n| body.replace('#', &n.to_string())).collect();
    let script = match body.starts_with("const") {
        true => format!("//! Big.\n\n{lines}\nfn resolve(me) {{ me.draw(); }}\n"),
        false => format!("//! Big.\n\nfn resolve(me) {{\n{lines}}}\n"),
    };
    let library = Library::empty().with_script("cards/big", &script);
    let scripts = vec!["cards/big".to_owned()];
    let targets = LintTargets { scripts, ..LintTargets::default() };
    fastest(5, || {
        timed(|| {
            let found = check(&library, &targets).found;
            assert!(!litterbox::base::error::render(&found, false).is_empty());
        })
    })
}

fn checks() {
    for body in BODIES {
        let [small, large] = [12_000, 96_000].map(|n_bytes| time_of_check(body, n_bytes));
        let name = format!("check of 96 kB ÷ check of 12 kB of `{}`", body.trim());
        rows::figure(&name, large.as_secs_f64() / small.as_secs_f64(), "×", Target::Most(12.0));
    }
}

/// Classic with so many rules scripts and cards of 60 functions each.
fn large(n_rules: usize, n_cards: usize) -> Ruleset {
    let functions = |word: &str, n: usize| -> String {
        let lines = (0..60).map(|i| format!("fn {word}_{n}_{i}(n) {{ n + {i} }}\n"));
        format!("//! Own.\n\n{}", lines.collect::<String>())
    };
    let mut library = Library::embedded();
    let mut rules = vec!["classic".to_owned()];
    for n in 0..n_rules {
        library = library.with_script(&format!("rules/own_{n}"), &functions("rule", n));
        rules.push(format!("own_{n}"));
    }
    let mut deck = BTreeMap::new();
    for n in 0..n_cards {
        library = library.with_script(&format!("cards/own_{n}"), &functions("card", n));
        deck.insert(format!("own_{n}"), 0);
    }
    let variant = serde_json::json!({
        "name": "Own", "extends": "classic", "rules": rules, "deck": deck,
    });
    let library = library.with_variant("own", &variant.to_string());
    Ruleset::load(&library, "own", &[]).expect("a legal variant")
}

fn loading() {
    let [small, large] = [large(19, 46), large(95, 230)].map(|ruleset| {
        fastest(3, || timed(|| drop(Host::new(&ruleset.spec).expect("legal scripts"))))
    });
    let ratio = large.as_secs_f64() / small.as_secs_f64();
    rows::figure("loading 325 scripts ÷ loading 65", ratio, "×", Target::Most(8.0));
}

fn recorded_output() {
    let library = Library::embedded();
    let time = |n: usize| {
        let lines = "  ...\n  y\n".repeat(n);
        let text = format!(
            "# Long\n\n```litterbox\n> :new classic ann bob --seed 1\n  ...\n> = \"x\"\n{lines}```\n"
        );
        fastest(3, || {
            timed(|| {
                let report = run_text("long", &text, &library, SessionOptions::default());
                assert!(!report.expect("a session").passed());
            })
        })
    };
    let ratio = time(9_000).as_secs_f64() / time(1_000).as_secs_f64();
    rows::figure("comparing 18,000 recorded lines ÷ 2,000", ratio, "×", Target::Most(15.0));
}

fn jumps() {
    let mut shell = Shell::new(Library::embedded());
    let mut said = |line: &str| {
        let reply = shell.input(line);
        assert_eq!(reply.status, Status::Done, "{line}: {}", reply.text());
    };
    said(":new classic ann bob cat --seed 1");
    for _ in 0..5_000 {
        said(":table ann: skip | draw: tacocat nope");
        said(":table bob: skip | draw: tacocat");
    }
    let mut n = 0;
    let time = fastest(100, || {
        n = (n + 7_919) % 10_000;
        timed(|| said(&format!(":goto {n}")))
    });
    let milliseconds = time.as_secs_f64() * 1e3;
    rows::figure("`:goto` in 10,000 plies", milliseconds, " ms", Target::Most(1.0));
}

/// A search for bugs for one second that finds twenty, late.
fn late_findings() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    let slow = "let n = 0;\n    while n < 5000 { n += 1; }";
    let mut deck = BTreeMap::new();
    for n in 0..20 {
        let script =
            format!("//! Bad {n}.\n\nfn resolve(me) {{\n    {slow}\n    throw \"bad\";\n}}\n");
        write(&format!("scripts/cards/bad_{n}.rhai"), &script);
        deck.insert(format!("bad_{n}"), 4);
    }
    let variant = serde_json::json!({ "name": "Toys", "extends": "classic", "deck": deck });
    write("variants/toys.json", &variant.to_string());
    let time = timed(|| {
        let mut fuzz = Command::new(env!("CARGO_BIN_EXE_litterbox"));
        fuzz.args(["fuzz", "toys", "--time", "1s", "--threads", "1", "--keep-going"]);
        fuzz.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        assert_eq!(fuzz.status().expect("it starts").code(), Some(1), "it finds faults");
    });
    let seconds = time.as_secs_f64();
    rows::figure("`fuzz --time 1s` that finds 20 faults", seconds, " s", Target::Most(2.0));
}

/// Prints how times grow.
pub fn scale() {
    rows::heading("Scale", &["", "", "target"]);
    checks();
    loading();
    recorded_output();
    jumps();
    late_findings();
}
