//! Writes random programs: mostly well typed, with everything that the language has.

use super::forms::{Form, Of, Param, forms};
use litterbox::kernel::rng::{below, generator};
use rand_pcg::Pcg64Mcg;
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

struct Author {
    rng: Pcg64Mcg,
    forms: Vec<Form>,
    variables: Vec<(String, Of)>,
    n_names: usize,
    /// How many loops are around the code.
    n_loops: usize,
    /// How many closures are around the code.
    n_closures: usize,
    /// How many statements may still be written.
    n_left: usize,
    /// Whether functions of the script may be called.
    is_function: bool,
}

impl Author {
    fn below(&mut self, n: usize) -> usize {
        below(&mut self.rng, n as u32) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn kind(&mut self) -> Of {
        self.one(&KINDS)
    }

    fn name(&mut self) -> String {
        self.n_names += 1;
        format!("v{}", self.n_names)
    }

    fn variable(&mut self, of: Of) -> Option<String> {
        let fits = |(_, other): &&(String, Of)| *other == of || of == Of::Any;
        let known: Vec<String> =
            self.variables.iter().filter(fits).map(|(name, _)| name.clone()).collect();
        (!known.is_empty()).then(|| known[self.below(known.len())].clone())
    }

    // ---- expressions --------------------------------------------------------------------------

    fn literal(&mut self, of: Of) -> String {
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
    fn expr(&mut self, of: Of, depth: usize) -> String {
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
    fn operand(&mut self, of: Of, depth: usize) -> String {
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

    fn written(&mut self, form: &Form, receiver: Option<String>, depth: usize) -> String {
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
    fn closure(&mut self, params: &[Of], result: Of, depth: usize) -> String {
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
            Of::Text if self.one_in(2) => {
                let text = self.operand(Of::Text, depth);
                format!("{text}[{}]", self.one(&["0..2", "1..3", "0..=1", "-2..9"]))
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

    // ---- statements ---------------------------------------------------------------------------

    fn block(&mut self, depth: usize, indent: usize) -> String {
        let outer = self.variables.len();
        let n = 1 + self.below(2);
        let text = (0..n).map(|_| self.statement(depth, indent)).collect();
        self.variables.truncate(outer);
        text
    }

    fn statement(&mut self, depth: usize, indent: usize) -> String {
        if self.n_left == 0 {
            return String::new();
        }
        self.n_left -= 1;
        let spaces = "    ".repeat(indent);
        let text = match self.below(if depth == 0 { 12 } else { 20 }) {
            0..3 => self.definition(),
            3..6 => self.assignment(),
            6..9 => self.change(),
            9 if self.n_loops > 0 => {
                let jump = self.one(&["break", "continue"]);
                format!("if {} {{ {jump}; }}", self.expr(Of::Bool, 1))
            }
            9 => format!("if {} {{ return {}; }}", self.rarely(), self.expr(Of::Any, 1)),
            10 => format!("if {} {{ throw {}; }}", self.rarely(), self.expr(Of::Any, 1)),
            11 => self.closure_variable(),
            _ => self.compound(depth - 1, indent),
        };
        format!("{spaces}{text}\n")
    }

    /// Writes a condition that is rarely true.
    fn rarely(&mut self) -> String {
        format!("{} && {}", self.operand(Of::Bool, 1), self.operand(Of::Bool, 2))
    }

    fn definition(&mut self) -> String {
        let of = self.kind();
        let value = self.expr(of, 3);
        let name = match self.variable(of) {
            Some(known) if self.one_in(8) => known,
            _ => self.name(),
        };
        self.variables.push((name.clone(), of));
        format!("let {name} = {value};")
    }

    fn closure_variable(&mut self) -> String {
        let closure = self.closure(&[Of::Int], Of::Int, 2);
        let name = self.name();
        self.variables.push((name.clone(), Of::Closure));
        format!("let {name} = {closure};")
    }

    fn assignment(&mut self) -> String {
        let of = self.one(&[Of::Int, Of::Int, Of::Text, Of::List, Of::Map]);
        let Some(name) = self.variable(of) else { return self.definition() };
        let value = self.expr(Of::Int, 2);
        match (of, self.below(3)) {
            (Of::Int, 0) => {
                let operator = self.one(&["+=", "-=", "*=", "/=", "%=", "<<=", "|=", "**="]);
                format!("{name} {operator} {value};")
            }
            (Of::Text, 0) => format!("{name} += {};", self.expr(Of::Any, 2)),
            (Of::Text, 1) => {
                format!("if {name} != \"\" {{ {name}[0] = {}; }}", self.expr(Of::Char, 1))
            }
            (Of::List, 0) => {
                let operator = self.one(&["=", "+=", "-="]);
                let place = self.one(&["0", "0", "-1", "1"]);
                format!("if {name}.len > 1 {{ {name}[{place}] {operator} {value}; }}")
            }
            (Of::List, 1) => format!("{name} += {value};"),
            (Of::Map, 0) => {
                let key = self.one(&["a", "b"]);
                format!("if \"{key}\" in {name} {{ {name}.{key} += {value}; }}")
            }
            (Of::Map, 1) => {
                let place = self.one(&[".a", ".z", "[\"b\"]", "[\"\"]"]);
                format!("{name}{place} = {value};")
            }
            _ => format!("{name} = {};", self.expr(of, 3)),
        }
    }

    /// Writes a call that changes a variable.
    fn change(&mut self) -> String {
        let of = self.one(&[Of::List, Of::List, Of::Text, Of::Texts, Of::Map]);
        let Some(name) = self.variable(of) else { return self.definition() };
        let receiver = if of == Of::Texts { Of::List } else { of };
        let fits = |form: &&Form| form.receiver == Some(receiver);
        let fitting: Vec<Form> = self.forms.iter().filter(fits).cloned().collect();
        let form = fitting[self.below(fitting.len())].clone();
        let call = self.written(&form, Some(name), 2);
        if form.result.is_some() && !NOT_VALUES.contains(&form.name) && self.one_in(2) {
            let result = self.name();
            self.variables.push((result.clone(), form.result.unwrap_or(Of::Any)));
            return format!("let {result} = {call};");
        }
        format!("{call};")
    }

    fn compound(&mut self, depth: usize, indent: usize) -> String {
        let spaces = "    ".repeat(indent);
        match self.below(8) {
            0 | 1 => {
                let condition = self.expr(Of::Bool, 2);
                let then = self.block(depth, indent + 1);
                let other = self.block(depth, indent + 1);
                format!("if {condition} {{\n{then}{spaces}}} else {{\n{other}{spaces}}}")
            }
            2..5 => {
                let (over, of) = match self.below(5) {
                    0 => (self.expr(Of::Range, 1), Of::Int),
                    1 => (self.operand(Of::Text, 2), Of::Char),
                    2 => (format!("range({}, 5, 2)", self.literal(Of::Int)), Of::Int),
                    3 => (format!("{}.keys()", self.operand(Of::Map, 2)), Of::Text),
                    _ => (self.expr(Of::List, 2), Of::Int),
                };
                let over = if over.starts_with('#') { "[4, 5]".to_owned() } else { over };
                let outer = self.variables.len();
                let (item, index) = (self.name(), self.name());
                self.variables.push((item.clone(), of));
                let head = if self.one_in(3) {
                    self.variables.push((index.clone(), Of::Int));
                    format!("({item}, {index})")
                } else {
                    item
                };
                let body = self.looped(depth, indent);
                self.variables.truncate(outer);
                format!("for {head} in {over} {{\n{body}{spaces}}}")
            }
            kind => {
                let counter = self.name();
                let body = self.looped(depth, indent);
                let count = format!("{spaces}    {counter} += 1;\n");
                let (head, end) = match kind {
                    5 => (format!("while {counter} < 3"), String::new()),
                    6 => ("do".to_owned(), format!(" while {counter} < 2")),
                    _ => ("loop".to_owned(), String::new()),
                };
                let stop = format!("{spaces}    if {counter} > 3 {{ break; }}\n");
                format!(
                    "let {counter} = 0;\n{spaces}{head} {{\n{count}{stop}{body}{spaces}}}{end};"
                )
            }
        }
    }

    fn looped(&mut self, depth: usize, indent: usize) -> String {
        self.n_loops += 1;
        let body = self.block(depth, indent + 1);
        self.n_loops -= 1;
        body
    }
}

/// Functions that return `()` where there is nothing.
const OF_NOTHING: [&str; 7] =
    ["pop", "shift", "remove", "find", "find_map", "reduce", "reduce_rev"];

/// Functions whose values are only for loops, or whose texts are those of Rhai.
const NOT_VALUES: [&str; 6] = ["chars", "bits", "range", "type_of", "print", "debug"];
