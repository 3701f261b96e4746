//! The tree of a script: each form of Rhai's tree has its node, with the bytes in which it is
//! written.

use crate::script::language::{NODES, nodes};
use litterbox::script::Script;
use litterbox::script::tree::{Local, NodeKind, Parser, ScriptFunction, ScriptSource, SyntaxNode};
use litterbox::variant::Library;
use std::collections::BTreeSet;
use std::fmt::Write as _;

fn script(text: &str) -> Script {
    Script { name: "cards/demo.rhai".into(), text: text.into() }
}

fn parse(text: &str) -> ScriptSource {
    let parser = Parser::default();
    let valid = ScriptSource::parse(&parser, &script(text));
    valid.unwrap_or_else(|| panic!("{text}: {:?}", parser.parse(&script(text)).err()))
}

/// The forms that a script can have.
const FORMS: [&str; 47] = [
    "x",
    "let y = 1; y",
    "let y; y = x",
    "const Y = 1; Y",
    "x += 1",
    "x.count[1] -= 2 * x",
    "(); true; -5; - 5.abs(); 'c'; \"text\"; #\"raw\"#",
    "-x + 1",
    "`${x}`",
    "`a ${x.name} b ${if x { `in ${x} it` } else { 2 }}`",
    "[1, (x), [2]]",
    "#{ a: 1, \"b c\": (x) }",
    "x.hand",
    "x.hand.top.kind",
    "(x.hand).top",
    "(x?.hand).top?.kind",
    "x?.hand?[0]",
    "x[0][(1)].name",
    "(x.cards)[0]",
    "x.draw()",
    "x.others(1, (2)).first().len()",
    "max(x, (1))",
    "players()",
    "x == 1 && (x < 2 || !x) && x",
    "x ?? 1 ?? 2",
    "(x + 1) * (2 - (x))",
    "((x)) + 1",
    "x in [1, 2]",
    "x !in (x)",
    "0..(x)",
    "1..=5",
    "if x { 1 }",
    "if (x) { 1 } else if !x { 2 } else { }",
    "let y = if x { 1 } else { 2 } + 1; y",
    "while x { break; }",
    "loop { continue; }",
    "let y = loop { break 5; }; y",
    "do { x } while (x)",
    "do { x } until x",
    "for y in x { }",
    "for (y, i) in (x) { y + i; }",
    "switch x { 1 => 2, (-1) | 3..5 | 7..=9 if (x) => { 3 } \"a\" | 'b' | [1, ()] => (x), #{ a: true } => x.draw(), _ => () }",
    "x.filter(|y| y.hand.map(|z, i| { x + y + z; i }))",
    "let f = || x; f.call()",
    "{ x; { } }",
    "if x { return; } else if x { return (x); } throw; throw \"no\"",
    "switch x { 1 => -(-3), 2 => (-(4)), _ => 5 }",
];

/// Writes a node as its kind and its text, then its children.
fn show(node: &SyntaxNode, text: &str, depth: usize, shown: &mut String) {
    let debug = format!("{:?}", node.what);
    let kind: String = debug.chars().take_while(|c| c.is_alphanumeric()).collect();
    let more = match &node.what {
        NodeKind::Name(_, slot) => format!(" {slot:?}"),
        NodeKind::Let(Local { slot, .. }, _) => format!(" {slot}"),
        NodeKind::For(locals, ..) => format!(" {:?}", slots(locals)),
        NodeKind::Closure(closure) => {
            format!(" {:?} captures {:?}", slots(&closure.params), closure.captured)
        }
        NodeKind::Property(_, name) | NodeKind::Call { name, .. } => format!(" {name}"),
        NodeKind::Operator(symbol, _) => format!(" {symbol}"),
        NodeKind::Assign(_, Some(symbol), _) => format!(" {symbol}"),
        _ => String::new(),
    };
    let more = more.replace("Some(", "").replace(')', "");
    let flags = [(node.is_optional, " optional"), (node.is_enclosed, " enclosed")];
    let flags: String = flags.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect();
    let written = text[node.bytes.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
    let at: String = text[node.at..].chars().take(1).collect();
    writeln!(shown, "{:1$}{kind}{more}{flags}: {written}  @{at}", "", 2 * depth).unwrap();
    node.children().into_iter().for_each(|child| show(child, text, depth + 1, shown));
}

fn slots(locals: &[Local]) -> Vec<u16> {
    locals.iter().map(|local| local.slot).collect()
}

#[test]
fn each_form_has_a_node_with_its_bytes() {
    let mut shown = String::new();
    for form in FORMS {
        let text = format!("fn resolve(x) {{ {form} }}");
        let source = parse(&text);
        writeln!(shown, "## {form}").unwrap();
        let [ScriptFunction { body, .. }] = source.functions.as_slice() else { panic!("{form}") };
        body.children().into_iter().for_each(|node| show(node, &text, 0, &mut shown));
    }
    insta::assert_snapshot!(shown);
}

/// What Rhai reads and scripts cannot contain.
const NOT_PARSED: [&str; 5] =
    ["try { x } catch { }", "import \"x\" as y", "export x", "this", "x := 1"];

#[test]
fn every_form_of_rhais_tree_is_among_them() {
    let parser = Parser::default();
    let mut found = BTreeSet::new();
    for form in FORMS {
        let ast = parser.parse(&script(&format!("fn resolve(x) {{ {form} }}"))).unwrap();
        nodes(&ast, &mut found);
    }
    assert_eq!(found, BTreeSet::from(NODES));
    for code in NOT_PARSED {
        let text = format!("fn resolve(x) {{ {code} }}");
        assert!(parser.parse(&script(&text)).is_err(), "{code}");
    }
}

/// Checks that a node has the nodes below it in its bytes, and no half of a bracket.
fn check(node: &SyntaxNode, text: &str) {
    let written = &text[node.bytes.clone()];
    if matches!(node.what, NodeKind::Block(_)) && written.is_empty() {
        return;
    }
    assert!(!written.is_empty(), "{node:?}");
    for child in node.children() {
        let (own, inner) = (&node.bytes, &child.bytes);
        let is_within = own.start <= inner.start && inner.end <= own.end;
        assert!(is_within || inner.is_empty(), "{} in {written}", &text[inner.clone()]);
        check(child, text);
    }
}

#[test]
fn nodes_lie_within_each_other() {
    let library = Library::embedded();
    for name in library.script_names() {
        let script = library.script(name).unwrap();
        let source = parse(&script.text);
        let bodies = source.functions.iter().map(|function| &function.body);
        bodies.chain([&*source.top]).for_each(|body| check(body, &script.text));
    }
}
