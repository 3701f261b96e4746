//! The table of the language: everything that Rhai's parser reads has a row, or a row that says
//! what to write instead, and the forms of a function are those that it takes.

use crate::program::Litterbox;
use crate::script::oracle::evaluator;
use insta::assert_snapshot;
use litterbox::script::api::is_verb;
use litterbox::script::language;
use litterbox::script::topics::{self, TOPICS};
use rhai::{AST, ASTFlags, ASTNode, Engine, Expr, OptimizationLevel, Stmt};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The nodes of Rhai's syntax tree that scripts can contain.
pub const NODES: [&str; 37] = [
    "Array",
    "And",
    "Assignment",
    "Block",
    "BoolConstant",
    "Break",
    "CharConstant",
    "Coalesce",
    "Constant",
    "Continue",
    "Do",
    "Dot",
    "DynamicConstant",
    "Expr",
    "FnCall",
    "For",
    "If",
    "Index",
    "IntegerConstant",
    "InterpolatedString",
    "Let",
    "Map",
    "MethodCall",
    "OptionalDot",
    "OptionalIndex",
    "Or",
    "Property",
    "Return",
    "Share",
    "Stmt",
    "StringConstant",
    "Switch",
    "Throw",
    "Unit",
    "Variable",
    "While",
    "closure",
];

fn expression(expr: &Expr) -> &'static str {
    match expr {
        Expr::DynamicConstant(..) => "DynamicConstant",
        Expr::BoolConstant(..) => "BoolConstant",
        Expr::IntegerConstant(..) => "IntegerConstant",
        Expr::CharConstant(..) => "CharConstant",
        Expr::StringConstant(..) => "StringConstant",
        Expr::InterpolatedString(..) => "InterpolatedString",
        Expr::Array(..) => "Array",
        Expr::Map(..) => "Map",
        Expr::Unit(_) => "Unit",
        Expr::Variable(..) => "Variable",
        Expr::Property(..) => "Property",
        Expr::MethodCall(..) => "MethodCall",
        Expr::Stmt(_) => "Stmt",
        Expr::FnCall(..) => "FnCall",
        Expr::Dot(_, flags, _) if flags.intersects(ASTFlags::NEGATED) => "OptionalDot",
        Expr::Dot(..) => "Dot",
        Expr::Index(_, flags, _) if flags.intersects(ASTFlags::NEGATED) => "OptionalIndex",
        Expr::Index(..) => "Index",
        Expr::And(..) => "And",
        Expr::Or(..) => "Or",
        Expr::Coalesce(..) => "Coalesce",
        _ => "another expression",
    }
}

fn statement(stmt: &Stmt) -> &'static str {
    match stmt {
        Stmt::Noop(_) => "Noop",
        Stmt::If(..) => "If",
        Stmt::Switch(..) => "Switch",
        Stmt::While(..) => "While",
        Stmt::Do(..) => "Do",
        Stmt::For(..) => "For",
        Stmt::Var(_, flags, _) if flags.intersects(ASTFlags::CONSTANT) => "Constant",
        Stmt::Var(..) => "Let",
        Stmt::Assignment(_) => "Assignment",
        Stmt::Block(_) => "Block",
        Stmt::Expr(_) => "Expr",
        Stmt::BreakLoop(_, flags, _) if flags.intersects(ASTFlags::BREAK) => "Break",
        Stmt::BreakLoop(..) => "Continue",
        Stmt::Return(_, flags, _) if flags.intersects(ASTFlags::BREAK) => "Throw",
        Stmt::Return(..) => "Return",
        Stmt::Share(_) => "Share",
        _ => "another statement",
    }
}

/// Adds the names of the nodes of a script.
pub fn nodes(ast: &AST, found: &mut BTreeSet<&'static str>) {
    if ast.iter_functions().next().is_some() {
        found.insert("closure");
    }
    ast.walk(&mut |path| {
        found.insert(match path.last() {
            Some(ASTNode::Expr(expr)) => expression(expr),
            Some(ASTNode::Stmt(stmt)) => statement(stmt),
            _ => "another node",
        });
        true
    });
}

#[test]
fn every_kind_of_statement_and_expression_has_a_row_with_an_example() {
    let mut engine = Engine::new_raw();
    engine.set_optimization_level(OptimizationLevel::None);
    let mut found = BTreeSet::new();
    for topic in TOPICS.iter().filter(|topic| topic.group == language::GROUP) {
        let ast = engine.compile(format!("let is_true = {{ {}\n }};", topic.example));
        nodes(&ast.unwrap_or_else(|error| panic!("{}: {error}", topic.name)), &mut found);
    }
    let known = BTreeSet::from(NODES);
    let new: Vec<_> = found.difference(&known).collect();
    let missing: Vec<_> = known.difference(&found).collect();
    assert!(new.is_empty() && missing.is_empty(), "new: {new:?}, without a row: {missing:?}");
}

/// Returns the types of the values of a form: `list, number`.
fn types(name: &str, form: &str) -> Option<String> {
    let (call, _) = form.split_once(" -> ").unwrap_or((form, ""));
    let (receiver, rest) = match call.split_once(&format!(".{name}")) {
        Some((receiver, rest)) => (Some(receiver), rest),
        None => (None, call.strip_prefix(name)?),
    };
    let mut params = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'))?.to_owned();
    while let Some(start) = params.find('|') {
        let end = start + 1 + params[start + 1..].find('|')?;
        let end = params[end..].find(',').map_or(params.len(), |comma| end + comma);
        params.replace_range(start..end, "closure");
    }
    let words = receiver.into_iter().chain(params.split(", ").filter(|word| !word.is_empty()));
    let words = words.map(|word| match word {
        "index" | "n" | "start" | "from" | "to" | "step" => "number",
        "part" | "other" | "key" => "text",
        "item" | "first" => "value",
        word => word,
    });
    Some(words.collect::<Vec<_>>().join(", "))
}

#[test]
fn the_forms_of_a_function_are_those_that_it_takes() {
    let mut said = String::new();
    let mut n_forms = 0;
    for topic in TOPICS.iter().filter(|topic| topic.group == language::GROUP) {
        let overloads = language::overloads().filter(|(name, _)| *name == topic.name);
        let overloads: BTreeSet<String> = overloads.map(|(_, types)| types).collect();
        let forms = topic.forms.iter().map(|(form, _)| form.replacen(" -> ", "() -> ", 1));
        let forms = topic.forms.iter().map(|(form, _)| form.clone()).zip(forms);
        let forms: BTreeSet<String> = forms
            .filter_map(|(form, called)| {
                types(topic.name, &form).or_else(|| types(topic.name, &called))
            })
            .collect();
        n_forms += if overloads.is_empty() { 0 } else { forms.len() };
        for form in forms.iter().filter(|form| !overloads.is_empty() && !overloads.contains(*form))
        {
            writeln!(said, "`{}` does not take {form}", topic.name).unwrap();
        }
        // A part may be a character.
        let texts = |types: &str| types.replacen("character", "text", 2);
        for types in &overloads {
            if !forms.contains(types) && !forms.contains(&texts(types)) {
                writeln!(said, "`{}` takes {types}, too", topic.name).unwrap();
            }
        }
    }
    assert!(said.is_empty(), "{said}");
    assert!(n_forms > 120, "{n_forms}");
}

#[test]
fn the_syntax_of_other_languages_says_what_to_write_instead() {
    let litterbox = Litterbox::new();
    let mut said = String::new();
    for line in [
        "1.5",
        "true ? 1 : 2",
        "let x = 5; x++",
        "var x = 1",
        "1 === 1",
        "let n := 2",
        "match 1 { 1 => 2 }",
        "async",
        "new Foo()",
        "fn f() -> i64 { 1 }",
        "for i in 0...3 { }",
        "[1] |> len",
        "this.len",
        "try { 1 } catch { 2 }",
        "eval(\"1\")",
        "import \"a\" as b",
        "print 5",
    ] {
        let game = ["repl", "classic", "ann", "bob", "--seed", "1", "-c", &format!("= {line}")];
        let shown = litterbox.run(&game).shown();
        let lines = shown.lines().filter(|line| {
            ["error[", "= help"].iter().any(|start| line.trim_start().starts_with(start))
        });
        writeln!(said, "{line}\n{}", lines.map(|line| format!("  {line}\n")).collect::<String>())
            .unwrap();
    }
    assert_snapshot!("syntax_of_other_languages", said);
}

#[test]
fn the_functions_are_those_of_rhais_packages_or_are_said_to_be_absent() {
    let engine = evaluator::engine(OptimizationLevel::None);
    let functions = engine.collect_fn_metadata(
        None,
        |info| Some((info.metadata.name.to_string(), info.metadata.num_params)),
        true,
    );
    let known = BTreeSet::from_iter(functions);
    for (name, types) in language::overloads() {
        let n = types.split(", ").filter(|word| !word.is_empty()).count();
        // This one belongs to the syntax of Rhai.
        assert!(name == "type_of" || known.contains(&(name.to_owned(), n)), "{name}({types})");
    }
    for (name, _) in known {
        let name = name.trim_start_matches("get$").trim_start_matches("set$");
        let is_known = is_verb(name) || topics::find(name).is_some();
        assert!(is_known || language::absent(name).is_some(), "{name}");
    }
}
