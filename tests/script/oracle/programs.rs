//! Writes random programs: mostly well typed, with everything that the language has.

use super::forms::{Form, Of, forms};
use litterbox::kernel::rng::generator;
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;
use std::fmt::Write as _;

const KINDS: [Of; 9] =
    [Of::Int, Of::Int, Of::Bool, Of::Text, Of::Char, Of::List, Of::Texts, Of::Map, Of::Range];

/// Returns the script with this number, whose `fn program()` is to be run.
pub fn script(seed: u64) -> String {
    let mut author = Author {
        rng: generator(seed, 58),
        forms: forms(),
        variables: Vec::new(),
        n_names: 0,
        n_loops: 0,
        n_closures: 0,
        n_left: 0,
        is_function: false,
    };
    let mut text = "//! A program.\n\n".to_owned();
    for (name, params) in [("twice", 1), ("both", 2)] {
        author.variables = vec![("a", Of::Int), ("b", Of::Int)][..params]
            .iter()
            .map(|(name, of)| ((*name).to_owned(), *of))
            .collect();
        let names: Vec<String> = author.variables.iter().map(|(name, _)| name.clone()).collect();
        author.n_left = 6;
        let body = author.block(1, 1);
        let value = author.expr(Of::Int, 2);
        write!(text, "fn {name}({}) {{\n{body}    {value}\n}}\n\n", names.join(", ")).unwrap();
    }
    author.variables.clear();
    author.is_function = true;
    author.n_left = 24;
    let mut body = String::new();
    for _ in 0..2 + author.below(7) {
        body += &author.statement(3, 1);
    }
    let mut shown: Vec<String> =
        author.variables.iter().rev().take(5).map(|(name, _)| name.clone()).collect();
    shown.push(author.expr(Of::Any, 3));
    write!(text, "fn program() {{\n{body}    [{}]\n}}\n", shown.join(", ")).unwrap();
    text
}

pub(super) struct Author {
    pub(super) rng: Pcg64Mcg,
    pub(super) forms: Vec<Form>,
    pub(super) variables: Vec<(String, Of)>,
    pub(super) n_names: usize,
    /// How many loops are around the code.
    pub(super) n_loops: usize,
    /// How many closures are around the code.
    pub(super) n_closures: usize,
    /// How many statements may still be written.
    pub(super) n_left: usize,
    /// Whether functions of the script may be called.
    pub(super) is_function: bool,
}

impl Author {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.rng.random_range(0..n)
    }

    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(super) fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    pub(super) fn kind(&mut self) -> Of {
        self.one(&KINDS)
    }

    pub(super) fn name(&mut self) -> String {
        self.n_names += 1;
        format!("v{}", self.n_names)
    }

    pub(super) fn variable(&mut self, of: Of) -> Option<String> {
        let fits = |(_, other): &&(String, Of)| *other == of || of == Of::Any;
        let known: Vec<String> =
            self.variables.iter().filter(fits).map(|(name, _)| name.clone()).collect();
        (!known.is_empty()).then(|| known[self.below(known.len())].clone())
    }
}
