//! Scripts as trees: their functions, constants and statements.

use super::node::{NodeKind, SyntaxNode};
use super::parts::{ScriptFunction, Statement, Variable};
use super::syntax::defined_functions;
use super::{engine, lower};
use crate::base::error::{Error, mentions};
use crate::script::spec::Script;
use rhai::{AST, Engine};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Parses scripts.
pub struct Parser {
    pub(super) engine: Engine,
}

impl Default for Parser {
    fn default() -> Self {
        Self { engine: engine::of_scripts() }
    }
}

impl Parser {
    /// A parser of scripts with names that nothing defines: for their functions and statements.
    fn of_parts() -> Self {
        Self { engine: engine::of_parts() }
    }

    /// A parser of expressions in files of variants: arithmetic, logic, calls.
    pub fn of_numbers() -> Self {
        Self { engine: engine::of_numbers() }
    }

    /// Parses a script to Rhai's syntax tree.
    ///
    /// # Errors
    /// `S0101` if the script is invalid or too long.
    pub fn parse(&self, script: &Script) -> Result<AST, Box<Error>> {
        engine::parse(&self.engine, script)
    }

    /// Parses a script.
    ///
    /// # Errors
    /// `S0101` if the script is invalid or too long.
    pub fn read(&self, script: &Script) -> Result<ScriptSource, Box<Error>> {
        Ok(ScriptSource::of(script, &self.parse(script)?))
    }
}

/// A parsed script. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ScriptSource {
    /// Its source text and its name.
    pub script: Script,
    /// The folder it is in: `cards`, `combos`, `rules`.
    pub folder: String,
    /// The functions it defines, in source order.
    pub functions: Arc<Vec<ScriptFunction>>,
    /// The statements of its functions, in source order; a nested one follows the one around it.
    pub statements: Arc<Vec<Statement>>,
    /// Whether it is invalid: its functions have neither parameters nor bodies.
    pub is_broken: bool,
    /// The statements outside of functions: its constants.
    pub top: Arc<SyntaxNode>,
    /// The constants outside of functions, by slot.
    pub constants: Arc<Vec<Variable>>,
}

impl ScriptSource {
    /// Parses a script; `None` if it is invalid.
    pub fn parse(parser: &Parser, script: &Script) -> Option<Self> {
        parser.read(script).ok()
    }

    /// Makes the tree of a script that is parsed.
    pub(super) fn of(script: &Script, ast: &AST) -> Self {
        let lowered = lower::script(ast, &script.text);
        Self {
            script: script.clone(),
            folder: folder(script),
            functions: Arc::new(lowered.functions),
            statements: Arc::new(lowered.statements),
            is_broken: false,
            top: Arc::new(lowered.top),
            constants: Arc::new(lowered.constants),
        }
    }

    /// A script of which nothing is known.
    pub(in crate::script) fn nothing(script: &Script) -> Self {
        Self::invalid(script, Vec::new())
    }

    /// Returns the names of the functions that it calls.
    pub(in crate::script) fn called(&self) -> BTreeSet<String> {
        let calls = self.walk().filter_map(|node| Some(node.call()?.0.to_owned()));
        calls.collect()
    }

    /// Reads the functions and statements of a script, in which names may be unknown. There are
    /// none if it is invalid or too long.
    pub fn read(script: &Script) -> Self {
        let parsed = Self::parse(&Parser::of_parts(), script);
        parsed.unwrap_or_else(|| Self::invalid(script, Vec::new()))
    }

    /// Describes an invalid script by its tokens.
    pub fn broken(script: &Script) -> Self {
        // An open string or comment hides the rest of its line, not that of the script.
        let names = script.text.lines().flat_map(defined_functions);
        let function = |name| {
            let (params, variables) = Default::default();
            ScriptFunction { name, params, body: nothing(), variables, start: 0, line: 1 }
        };
        Self::invalid(script, names.map(function).collect())
    }

    fn invalid(script: &Script, functions: Vec<ScriptFunction>) -> Self {
        Self {
            script: script.clone(),
            folder: folder(script),
            functions: Arc::new(functions),
            statements: Arc::default(),
            is_broken: true,
            top: Arc::new(nothing()),
            constants: Arc::default(),
        }
    }

    /// Whether it is one of these scripts.
    pub fn is_one_of(&self, scripts: &[Script]) -> bool {
        scripts.iter().any(|script| script.name == self.script.name)
    }

    /// Returns the value of a constant.
    pub fn constant(&self, name: &str) -> Option<&SyntaxNode> {
        self.top.walk().into_iter().find_map(|node| match &node.what {
            NodeKind::Let(own, value) if own.name == name => Some(&**value),
            _ => None,
        })
    }

    /// Whether it is invalid and its text contains a word, so that it may use or define what has
    /// this name.
    pub fn may_mean(&self, name: &str) -> bool {
        self.is_broken && mentions(&self.script.text, name)
    }

    /// Returns the function with this name.
    pub fn function(&self, name: &str) -> Option<&ScriptFunction> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// Returns all nodes of the script.
    pub fn walk(&self) -> impl Iterator<Item = &SyntaxNode> {
        let bodies = self.functions.iter().map(|function| &function.body);
        bodies.chain([&*self.top]).flat_map(SyntaxNode::walk)
    }
}

/// The body of a function of an invalid script.
const fn nothing() -> SyntaxNode {
    SyntaxNode::new(NodeKind::Block(Vec::new()), 0, 0..0)
}

fn folder(script: &Script) -> String {
    script.name.split('/').next().unwrap_or_default().to_owned()
}
