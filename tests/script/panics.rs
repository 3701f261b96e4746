//! Panics of agents, and values that closures hand out.

use crate::script::hostile::{provoke, with_evil};
use insta::assert_snapshot;
use litterbox::kernel::{Agent, Seat};
use litterbox::script::{Control, Host};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn a_captured_variable_that_a_closure_returns_is_a_value_in_lists() {
    let said: String = [
        "let word = \"t\"; let words = [1].map(|x| switch word { \"a\" => 1, _ => word }); \
         let nested = [words];",
        "let word = [0]; let words = [1, 2].map(|x| loop { break word; }); word += 9; \
         let nested = [words, [words[1]]];",
        "let word = \"t\"; let nested = [[1].zip([2], |a, b| switch a { 9 => a, _ => word })];",
        "let word = \"t\"; let nested = [#{ a: 1 }.map(|key| switch key { \"b\" => 1, _ => word })];",
        "let word = [0]; let nested = [[3, 4].reduce(|all, n| { all.push(n); \
         if n == 4 { loop { break all; } } loop { break word; } }, []), word];",
        "let nested = [[1, 2].map(|| 3), [1, 2].map(|x, i| x + i), [1, 2].reduce(|all| 4), \
         [4, 5].reduce_rev(|all, n, i| all + n * i, 0), #{ a: 1 }.map(|key, n| n + 1)];",
    ]
    .map(|body| {
        let throw = "throw `${nested}`;";
        let said = provoke(&format!("//! Evil.\n\nfn resolve(me) {{ {body} {throw} }}\n"));
        said.lines().next().unwrap_or_default().to_owned() + "\n"
    })
    .concat();
    assert_snapshot!(said, @r#"
    error[F0202]: [["t"]]
    error[F0202]: [[[0], [0]], [[0]]]
    error[F0202]: [["t"]]
    error[F0202]: [#{"a": "t"}]
    error[F0202]: [[0], [0]]
    error[F0202]: [[3, 3], [1, 3], 4, 5, #{"a": 2}]
    "#);
}

#[test]
fn a_panic_of_the_program_is_no_fault_of_a_script() {
    /// Fails where it decides.
    struct Faulty;

    impl Agent for Faulty {
        fn answer(
            &mut self,
            _: &litterbox::kernel::Observation<'_>,
            _: &litterbox::kernel::Decision,
        ) -> usize {
            panic!("it is mine")
        }
    }

    let script = "//! Evil.\n\nfn resolve(me) {\n    me.next.confirm(\"Now?\");\n}\n";
    let edition = with_evil(script).unwrap_or_else(|errors| panic!("{errors:?}"));
    let host = Host::recorded(&edition.ruleset.spec, &Control::default());
    let mut game = edition.game_on(host.unwrap_or_else(|errors| panic!("{errors:?}")), 2, 1);
    game.seat(Seat(1), Some(Box::new(Faulty)));
    let kind = game.rules().find_kind("evil").expect("a kind of the variant");
    let hands = vec![(Seat(0), vec![kind]), (Seat(1), Vec::new())];
    let layout =
        litterbox::kernel::layout::Layout { hands, ..litterbox::kernel::layout::Layout::default() };
    game.lay_out(layout).expect("a legal position");
    let play = litterbox::kernel::Choice::Play(kind);
    let options = &game.decision().expect("the game goes on").options;
    let index = options.iter().position(|option| *option == play).expect("it can be played");
    let panic = catch_unwind(AssertUnwindSafe(|| game.answer(index))).expect_err("it panics");
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"it is mine"));
}
