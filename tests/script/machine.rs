//! Programs whose values Rhai's own evaluator has, too, or does not reach: variables that closures
//! share, copies, and the order of evaluation.

use crate::harness::Edition;
use crate::script::hostile::provoke;
use litterbox::kernel::Game;
use litterbox::script::Host;
use litterbox::variant::{Library, Ruleset};

/// Plays a card with this body of `resolve`, which throws a text, on the machine alone.
fn thrown(body: &str) -> String {
    let twice = "fn twice(x) { let y = x; [y].map(|z| z * 2)[0] }";
    let said = provoke(&format!("//! Evil.\n\nfn resolve(me) {{ {body} }}\n{twice}\n"));
    said.lines().next().unwrap_or_default().trim_start_matches("error[F0202]: ").to_owned()
}

#[test]
fn closures_share_what_they_capture() {
    for (before, last, value) in [
        ("let n = 1; let f = |x| x + n; n = 5;", "f.call(1)", "6"),
        ("let n = 1; let f = || { n += 1; n }; let m = n; f.call();", "[n, m]", "[2, 1]"),
        ("let fs = []; for i in 0..3 { fs.push(|| i); }", "fs.map(|f| f.call())", "[2, 2, 2]"),
        (
            "let fs = []; for i in 0..3 { let j = i; fs.push(|| j); }",
            "fs.map(|f| f.call())",
            "[0, 1, 2]",
        ),
        (
            "let make = |n| || { n += 1; n }; let a = make.call(10); let b = make.call(20);",
            "[a.call(), a.call(), b.call()]",
            "[11, 12, 21]",
        ),
        (
            "let n = 0; let f = || { let g = || { n += 1; }; g.call(); g.call(); }; f.call();",
            "n",
            "2",
        ),
        ("let n = 1; let f = || n; let n = 2;", "f.call()", "1"),
        (
            "let sum = 0; let r = [1, 2, 3].map(|x| { sum += x; sum });",
            "[r, sum]",
            "[[1, 3, 6], 6]",
        ),
        ("let n = [1]; let f = || n; let l = [n]; l[0].push(2); f.call().push(3);", "n", "[1]"),
        // Rhai cannot call a closure through the variable that it captures.
        ("let f = 0; f = |n| if n == 0 { 0 } else { f.call(n - 1) };", "f.call(3)", "0"),
        // A closure reads and changes the list it is called for.
        ("let l = [1, 2, 3];", "l.filter(|x| x < l[1] + l.len)", "[1, 2, 3]"),
        (
            "let l = [1, 2]; let lens = l.map(|x| { l.push(x); l.len });",
            "[lens, l]",
            "[[3, 4], [1, 2, 1, 2]]",
        ),
        ("let f = |a, b| a - b; let l = [3, 1, 2]; l.sort(f);", "l", "[1, 2, 3]"),
    ] {
        assert_eq!(thrown(&format!("{before} throw `${{{last}}}`;")), value, "{before} {last}");
    }
}

#[test]
fn values_are_copied_and_evaluated_in_order() {
    for (before, last, value) in [
        (
            "let n = 1; let f = |x| { n += 1; x };",
            "[max(n, f.call(0)), max(n + 0, f.call(0)), n + f.call(0)]",
            "[2, 2, 3]",
        ),
        (
            "let a = [1]; a.push(a); let m = #{ a: a }; let k = m; k.a[1].push(5);",
            "[a, m, k]",
            "[[1, [1]], #{\"a\": [1, [1]]}, #{\"a\": [1, [1, 5]]}]",
        ),
        (
            "let k = kinds()[0]; let m = #{}; m[k] = 1;",
            "[k == k + \"\", k in [k + \"\"], m.keys() == [k], \
             switch \"a\"[0] { \"a\" => 1, 'a' => 2 }, \"a\"[0] == \"a\"]",
            "[true, true, true, 2, true]",
        ),
        ("let m = #{ n: 1 }; m.n += 2; m.o = m.n * 2;", "[m.n, m.o, m.len()]", "[3, 6, 2]"),
        ("let l = [[1], [2]]; l[1][0] += 5; l[-1].push(9);", "l", "[[1], [7, 9]]"),
        ("let t = \"cat\"; t[0] = 'b';", "[t, t[1..3], t[-1]]", "[\"bat\", \"at\", t]"),
        ("let n = 5; n[1] = true;", "[n, n[0], n[3]]", "[7, true, false]"),
        ("let t = \"ab\";", "[t > 'a', 'a' < t, 'b' < t, t[0] < t]", "[true, true, false, true]"),
        ("let m = #{ f: |x| x + 1 };", "[m.f(1), m?.f(2), ()?.f, [] ?? 1]", "[2, 3, (), []]"),
        ("let n = for i in 0..9 { if i == 4 { break i * 10; } };", "n", "40"),
        (
            "let n = { let x = 2; x * 3 };",
            "[n, 2 ** 5, 6 & 3, 1 << 70, 5 !in [1]]",
            "[6, 32, 2, 0, true]",
        ),
        ("let r = 2..5;", "[r.start, r.end, 3 in r, (5..2).is_empty]", "[2, 5, true, true]"),
    ] {
        assert_eq!(thrown(&format!("{before} throw `${{{last}}}`;")), value, "{before} {last}");
    }
}

#[test]
fn operations_are_counted_exactly() {
    let fault = |body: &str| {
        let rules = format!("//! More.\nfn setup() {{ previous(); {body} }}");
        let variant = r#"{
            "name": "Mine", "about": "A test.", "source": "", "language": "en",
            "extends": "classic", "rules": ["classic", "more"]
        }"#;
        let library = Library::embedded().with_variant("mine", variant);
        let library = library.with_script("rules/more", &rules);
        let ruleset = Ruleset::load(&library, "mine", &[]).expect("a variant");
        let host = Host::new(&ruleset.spec).expect("it compiles");
        let edition = Edition { ruleset, host };
        Game::new(edition.host.clone(), &edition.setup(2, 0, true)).err().map(|f| f.code)
    };
    let bodies = [
        // Two operations each turn, and three each turn.
        "let n = 0; for i in 0..NNN { n += i; }",
        "let n = 0; while n < NNN { n += 1; }",
        "let n = 0; let f = |i| n += i; for i in 0..NNN { f.call(i); }",
    ];
    for (body, [passes, fails]) in
        bodies.into_iter().zip([[24_000, 25_100], [16_000, 16_700], [7_000, 8_400]])
    {
        let of = |n: u32| fault(&body.replace("NNN", &n.to_string()));
        assert_eq!([of(passes), of(fails)], [None, Some("F0001")], "{body}");
    }
    for endless in [
        "loop {}",
        "while true {}",
        "do { continue; } while false",
        "let f = |g| loop {}; [1].map(|n| f.call(n));",
    ] {
        assert_eq!(fault(endless), Some("F0001"), "{endless}");
    }
}
