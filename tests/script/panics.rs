//! What Rhai itself does wrong is a fault of the script at its line, and the game goes on.

use crate::harness::loaded;
use crate::program::test_name;
use crate::script::hostile::{provoke, with_evil};
use insta::assert_snapshot;
use litterbox::agent::{AgentError, AgentMessages};
use litterbox::internals::{break_agent, break_host, report_panics};
use litterbox::kernel::effect::EffectContext;
use litterbox::kernel::{Agent, Seat};
use litterbox::script::{AgentScript, Control, Host, Script, ScriptedAgent};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;

/// The error of an expression in which `broken()` panics as Rhai would.
fn error(expression: &str) -> String {
    let mut edition = loaded("classic", &[]);
    break_host(&mut edition.host);
    let mut game = edition.game(2, 1);
    let before = game.snapshot().hash();
    let asked = game.sandbox_edit(|context: &mut EffectContext| {
        let said = edition.host.try_eval(context, "here", expression)?;
        Ok(said.expect_err("it panics").to_string())
    });
    assert_eq!(game.snapshot().hash(), before);
    asked.expect("no fault")
}

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
fn a_panic_in_an_expression_or_an_agent_is_an_error() {
    let asked = error("me.hand.len + broken()");
    let game = loaded("classic", &[]).game(2, 1);
    let text = "//! Evil.\nfn answer(position, decision) {\n    let n = random(5);\n    [n].map(|n| \
                broken());\n    0\n}\n";
    let script = Script { name: "evil.rhai".into(), text: text.into() };
    let compiled = AgentScript::compile(&script, &Control::default(), &AgentMessages::default());
    let mut agent = compiled.unwrap_or_else(|errors| panic!("{errors:?}"));
    break_agent(&mut agent);
    let answer = AgentError::default();
    let mut agent = ScriptedAgent::new(agent, 1, answer.clone());
    let decision = game.decision().expect("the game goes on");
    assert_eq!(agent.answer(&game.observation(Seat(0)), decision), usize::MAX);
    let answered = answer.borrow().clone().expect("it panics");
    assert_snapshot!("outside_of_hooks", format!("{asked}\n\n{answered}"));
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

#[test]
fn only_a_panic_of_the_program_is_reported() {
    if std::env::var_os("LITTERBOX_PANICS").is_some() {
        report_panics();
        let said = error("broken()");
        assert!(said.contains("F0009"), "{said}");
        assert!(catch_unwind(|| panic!("it is mine")).is_err());
        return;
    }
    // Another process, as the report is one of the whole process.
    let mut tests = Command::new(std::env::current_exe().expect("a running program"));
    let own = test_name(module_path!(), "only_a_panic_of_the_program_is_reported");
    let tests = tests.args([&*own, "--exact", "--nocapture"]).env("LITTERBOX_PANICS", "1");
    let ran = tests.output().expect("it starts");
    let reported = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{reported}");
    assert!(reported.contains("it is mine"), "{reported}");
    assert!(!reported.contains("this is impossible"), "{reported}");
}
