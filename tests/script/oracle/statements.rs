//! Random statements.

use super::expressions::NOT_VALUES;
use super::forms::{Form, Of};
use super::programs::Author;

impl Author {
    pub(super) fn block(&mut self, depth: usize, indent: usize) -> String {
        let outer = self.variables.len();
        let n = 1 + self.below(2);
        let text = (0..n).map(|_| self.statement(depth, indent)).collect();
        self.variables.truncate(outer);
        text
    }

    pub(super) fn statement(&mut self, depth: usize, indent: usize) -> String {
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
