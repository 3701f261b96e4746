//! Random expressions.

use super::forms::{Form, Of, Param};
use super::programs::Author;
use std::fmt::Write as _;

/// Operators with the kinds of their operands and of the result.
const OPERATORS: [(&str, Of, Of, Of); 28] = [
    ("+", Of::Int, Of::Int, Of::Int),
    ("-", Of::Int, Of::Int, Of::Int),
    ("*", Of::Int, Of::Int, Of::Int),
    ("/", Of::Int, Of::Int, Of::Int),
    ("%", Of::Int, Of::Int, Of::Int),
    ("**", Of::Int, Of::Int, Of::Int),
    ("&", Of::Int, Of::Int, Of::Int),
    ("|", Of::Int, Of::Int, Of::Int),
    ("^", Of::Int, Of::Int, Of::Int),
    ("<<", Of::Int, Of::Int, Of::Int),
    (">>", Of::Int, Of::Int, Of::Int),
    ("+", Of::Text, Of::Any, Of::Text),
    ("+", Of::Int, Of::Text, Of::Text),
    ("-", Of::Text, Of::Text, Of::Text),
    ("+", Of::List, Of::List, Of::List),
    ("+", Of::Map, Of::Map, Of::Map),
    ("==", Of::Any, Of::Any, Of::Bool),
    ("!=", Of::Int, Of::Int, Of::Bool),
    ("<", Of::Int, Of::Int, Of::Bool),
    ("<=", Of::Text, Of::Text, Of::Bool),
    (">", Of::Any, Of::Any, Of::Bool),
    (">=", Of::Int, Of::Int, Of::Bool),
    ("&&", Of::Bool, Of::Bool, Of::Bool),
    ("||", Of::Bool, Of::Bool, Of::Bool),
    ("in", Of::Int, Of::List, Of::Bool),
    ("!in", Of::Text, Of::Map, Of::Bool),
    ("in", Of::Int, Of::Range, Of::Bool),
    ("in", Of::Text, Of::Text, Of::Bool),
];

/// Functions that return `()` where there is nothing.
const OF_NOTHING: [&str; 7] =
    ["pop", "shift", "remove", "find", "find_map", "reduce", "reduce_rev"];

/// Functions whose values are only for loops, or whose texts are those of Rhai.
pub(super) const NOT_VALUES: [&str; 6] = ["chars", "bits", "range", "type_of", "print", "debug"];

impl Author {
    pub(super) fn literal(&mut self, of: Of) -> String {
        match of {
            Of::Int => {
                let numbers = ["0", "1", "2", "3", "-1", "-3", "7", "100"];
                let rare = ["9223372036854775807", "-5", "64", "-64"];
                if self.one_in(20) { self.one(&rare) } else { self.one(&numbers) }.to_owned()
            }
            Of::Bool => self.one(&["true", "false"]).to_owned(),
            Of::Text => {
                let texts =
                    ["\"\"", "\"a\"", "\"ab\"", "\"b,a\"", "\" né a \"", "\"12\"", "\"aßA\""];
                self.one(&texts).to_owned()
            }
            Of::Char => self.one(&["'a'", "'b'", "'é'", "','", "'ß'"]).to_owned(),
            Of::List => self.one(&["[]", "[1]", "[3, 1, 2]", "[2, 2, -1, 5]"]).to_owned(),
            Of::Texts => self.one(&["[\"a\"]", "[\"b\", \"a\", \"b\"]"]).to_owned(),
            Of::Map => self.one(&["#{}", "#{ a: 1 }", "#{ b: 2, a: 0 }"]).to_owned(),
            Of::Range => self.one(&["0..3", "(1..=2)", "(5..2)", "(-1..1)"]).to_owned(),
            Of::Closure => self.one(&["|x| x", "|x| x * 2", "|x| -x"]).to_owned(),
            Of::Any => {
                let of = self.kind();
                if self.one_in(6) { "()".to_owned() } else { self.literal(of) }
            }
        }
    }

    /// Writes an expression of a kind, now and then one of another kind.
    pub(super) fn expr(&mut self, of: Of, depth: usize) -> String {
        let of = match of {
            Of::Any => self.kind(),
            _ if self.one_in(150) => self.kind(),
            of => of,
        };
        let depth = depth.min(3_usize.saturating_sub(self.n_closures));
        if depth == 0 || self.one_in(5) {
            let known = if self.one_in(3) { None } else { self.variable(of) };
            return known.unwrap_or_else(|| self.literal(of));
        }
        let depth = depth - 1;
        match self.below(12) {
            0..5 => self.call(of, depth),
            5..7 => self.operation(of, depth),
            7 => {
                let (condition, then, other) =
                    (self.expr(Of::Bool, depth), self.expr(of, depth), self.expr(of, depth));
                format!("if {condition} {{ {then} }} else {{ {other} }}")
            }
            8 => self.switch(of, depth),
            9 => self.part(of, depth),
            10 => self.special(of, depth),
            _ => self.literal(of),
        }
    }

    /// Writes an expression in brackets, if it could be misread without.
    pub(super) fn operand(&mut self, of: Of, depth: usize) -> String {
        let text = self.expr(of, depth);
        let is_word = text.chars().all(|c| c.is_alphanumeric());
        if is_word || text.starts_with(['"', '[']) && !text.contains(' ') {
            text
        } else {
            format!("({text})")
        }
    }

    /// Writes a call of a function of the language.
    fn call(&mut self, of: Of, depth: usize) -> String {
        let fits = |form: &&Form| form.result == Some(of) && !NOT_VALUES.contains(&form.name);
        let fitting: Vec<Form> = self.forms.iter().filter(fits).cloned().collect();
        if fitting.is_empty() {
            return self.literal(of);
        }
        let form = fitting[self.below(fitting.len())].clone();
        if form.name == "parse_json" && !self.one_in(8) {
            return self.literal(of);
        }
        let receiver = form.receiver.map(|receiver| self.operand(receiver, depth));
        let call = self.written(&form, receiver, depth);
        let may_be_nothing = OF_NOTHING.contains(&form.name) && !self.one_in(20);
        if may_be_nothing { format!("({call} ?? {})", self.literal(of)) } else { call }
    }

    pub(super) fn written(
        &mut self,
        form: &Form,
        receiver: Option<String>,
        depth: usize,
    ) -> String {
        if form.name == "pad" {
            let n = self.one(&["0", "3", "-1", "5"]);
            let receiver = receiver.unwrap_or_default();
            return format!("{receiver}.pad({n}, {})", self.param(&form.params[1], 1));
        }
        let args: Vec<String> = form.params.iter().map(|param| self.param(param, depth)).collect();
        let args = args.join(", ");
        match receiver {
            None => format!("{}({args})", form.name),
            Some(receiver) if form.is_property && self.one_in(2) => {
                format!("{receiver}.{}", form.name)
            }
            Some(receiver) => format!("{receiver}.{}({args})", form.name),
        }
    }

    fn param(&mut self, param: &Param, depth: usize) -> String {
        match param {
            Param::Value(of) => self.expr(if *of == Of::Any { Of::Int } else { *of }, depth),
            // With another order than a consistent one, the result is that of the algorithm.
            Param::Order => {
                let orders = ["|a, b| a - b", "|a, b| b - a", "|a, b| a < b", "|a, b| 0"];
                self.one(&orders).to_owned()
            }
            Param::Closure(params, result) => {
                if *params == [Of::Int]
                    && *result == Of::Int
                    && self.one_in(3)
                    && let Some(known) = self.variable(Of::Closure)
                {
                    return known;
                }
                self.closure(&params.clone(), *result, depth)
            }
        }
    }

    /// Writes a closure, now and then with another number of values.
    pub(super) fn closure(&mut self, params: &[Of], result: Of, depth: usize) -> String {
        let (n_variables, n_loops) = (self.variables.len(), std::mem::take(&mut self.n_loops));
        let mut params = params.to_vec();
        match self.below(20) {
            0 => drop(params.pop()),
            1 => params.push(Of::Int),
            _ => {}
        }
        let names: Vec<String> = params.iter().map(|_| self.name()).collect();
        self.variables.extend(names.iter().cloned().zip(params));
        self.n_closures += 1;
        let body = if self.one_in(4) && self.n_left > 0 {
            let statements = self.statement(0, 0).replace('\n', " ");
            // A value of its own, not a variable that is shared.
            let value = self.operand(result, depth.min(2));
            format!("{{ {} {value} }}", statements.trim())
        } else {
            self.operand(result, depth.min(2))
        };
        self.n_closures -= 1;
        self.variables.truncate(n_variables);
        self.n_loops = n_loops;
        format!("|{}| {body}", names.join(", "))
    }

    fn operation(&mut self, of: Of, depth: usize) -> String {
        let fitting: Vec<_> = OPERATORS.iter().filter(|operator| operator.3 == of).collect();
        if fitting.is_empty() {
            return self.literal(of);
        }
        let (operator, a, b, _) = *fitting[self.below(fitting.len())];
        format!("{} {operator} {}", self.operand(a, depth), self.operand(b, depth))
    }

    fn switch(&mut self, of: Of, depth: usize) -> String {
        let on = self.one(&[Of::Int, Of::Text, Of::Char, Of::Bool]);
        let value = self.operand(on, depth);
        let mut arms = String::new();
        for _ in 0..1 + self.below(3) {
            let case = self.literal(on);
            let case = if self.one_in(3) { format!("{case} | {}", self.literal(on)) } else { case };
            let guard = if self.one_in(4) {
                format!(" if {}", self.expr(Of::Bool, 1))
            } else {
                String::new()
            };
            write!(arms, "{case}{guard} => {}, ", self.operand(of, depth.min(1))).unwrap();
        }
        if on == Of::Int && self.one_in(3) {
            write!(arms, "1..=3 => {}, ", self.operand(of, 1)).unwrap();
        }
        let other = self.operand(of, depth.min(1));
        format!("switch {value} {{ {arms}_ => {other} }}")
    }

    /// Writes an element of a list, an entry of a map or a character of a text.
    fn part(&mut self, of: Of, depth: usize) -> String {
        match of {
            Of::Int if self.one_in(3) => {
                let Some(map) = self.variable(Of::Map) else { return self.literal(of) };
                let key = self.one(&[".a", ".b", "[\"a\"]", "?.a", "?[\"b\"]"]);
                if self.one_in(8) {
                    return format!("{map}{key}");
                }
                format!("(#{{ a: 1, b: 2 }} + {map}){key}")
            }
            Of::Int => {
                let list = self.operand(Of::List, depth);
                if self.one_in(6) {
                    return format!("{list}[{}]", self.expr(Of::Int, depth.min(1)));
                }
                format!("([7] + {list})[{}]", self.one(&["0", "-1"]))
            }
            Of::Char => {
                let text = self.operand(Of::Text, depth);
                if self.one_in(6) {
                    return format!("{text}[{}]", self.one(&["0", "1", "-1", "9"]));
                }
                format!("(\"b\" + {text})[{}]", self.one(&["0", "-1"]))
            }
            Of::Bool => {
                let number = self.operand(Of::Int, depth);
                format!("{number}[{}]", self.one(&["0", "1", "-1"]))
            }
            // Ours copies a part of a text. Rhai writes the part of a variable back after a call on
            // it, and one that ends before it begins doubles letters: it is one of a new text.
            Of::Text if self.one_in(2) => {
                let text = self.operand(Of::Text, depth);
                let ranges = ["0..2", "1..3", "0..=1", "-2..9", "0..=-1", "-2..=-1", "-1..=0"];
                format!("(\"\" + {text})[{}]", self.one(&ranges))
            }
            Of::Text => {
                let texts = self.operand(Of::Texts, depth);
                format!("([\"c\"] + {texts})[{}]", self.one(&["0", "-1"]))
            }
            of => self.literal(of),
        }
    }

    /// Writes an expression of a rarer form.
    fn special(&mut self, of: Of, depth: usize) -> String {
        match of {
            Of::Int => match self.below(6) {
                0 if self.is_function => format!("twice({})", self.expr(Of::Int, depth)),
                1 if self.is_function => {
                    format!("both({}, {})", self.expr(Of::Int, depth), self.expr(Of::Int, depth))
                }
                2 => match self.variable(Of::Closure) {
                    Some(closure) => format!("{closure}.call({})", self.expr(Of::Int, depth)),
                    None => format!("-{}", self.operand(Of::Int, depth)),
                },
                3 => format!("[].pop() ?? {}", self.operand(Of::Int, depth)),
                4 => {
                    let name = self.name();
                    let value = self.expr(Of::Int, depth);
                    format!("{{ let {name} = {value}; {name} + 1 }}")
                }
                _ => format!("-{}", self.operand(Of::Int, depth)),
            },
            Of::Bool => format!("!{}", self.operand(Of::Bool, depth)),
            Of::Text => format!("`<${{{}}}>`", self.expr(Of::Any, depth)),
            Of::List => {
                let items: Vec<String> =
                    (0..self.below(4)).map(|_| self.expr(Of::Int, depth)).collect();
                format!("[{}]", items.join(", "))
            }
            Of::Map => {
                let (a, b) = (self.expr(Of::Int, depth), self.expr(Of::Any, depth));
                format!("#{{ a: {a}, \"c d\": {b} }}")
            }
            Of::Range => {
                let (from, to) = (self.operand(Of::Int, 0), self.operand(Of::Int, 0));
                format!("({from}{}{to})", self.one(&["..", "..="]))
            }
            of => self.literal(of),
        }
    }
}
