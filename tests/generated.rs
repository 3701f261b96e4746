//! Generated scripts: random but valid code, played compiled and interpreted.

use litterbox::kernel::rng::{below, generator};
use rand_pcg::Pcg64Mcg;

/// A type of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Int,
    Bool,
    Text,
    Player,
    Players,
    Ints,
}

const SORTS: [Sort; 6] =
    [Sort::Int, Sort::Bool, Sort::Text, Sort::Player, Sort::Players, Sort::Ints];

/// Writes one script.
struct Author {
    rng: Pcg64Mcg,
    variables: Vec<(String, Sort)>,
    n_names: usize,
    in_loop: bool,
}

/// Returns the script of a card.
pub fn card(seed: u64) -> String {
    let mut author = Author {
        rng: generator(seed, 5),
        variables: vec![("me".to_owned(), Sort::Player)],
        n_names: 0,
        in_loop: false,
    };
    let mut text = String::from("//! Odd.\n\nfn resolve(me) {\n");
    for _ in 0..6 {
        text += &author.statement(3);
    }
    text += "}\n\nfn helper(me, n) {\n";
    author.variables = vec![("me".to_owned(), Sort::Player), ("n".to_owned(), Sort::Int)];
    for _ in 0..2 {
        text += &author.statement(1);
    }
    text += &format!("    {}\n}}\n", author.expr(Sort::Int, 1).replace("helper(", "max("));
    text
}

impl Author {
    fn below(&mut self, n: usize) -> usize {
        below(&mut self.rng, n as u32) as usize
    }

    fn any(&mut self, forms: &[&str], depth: usize) -> String {
        let form = forms[self.below(forms.len())];
        self.fill(form, depth)
    }

    /// Replaces `@i` by an integer, `@b` by a Boolean, and so on.
    fn fill(&mut self, form: &str, depth: usize) -> String {
        let mut text = String::new();
        let mut rest = form;
        while let Some(at) = rest.find('@') {
            text += &rest[..at];
            let sort = match &rest[at + 1..at + 2] {
                "i" => Sort::Int,
                "b" => Sort::Bool,
                "t" => Sort::Text,
                "p" => Sort::Player,
                "l" => Sort::Players,
                _ => Sort::Ints,
            };
            // Now and then a value of another type.
            let sort = if self.below(60) == 0 { SORTS[self.below(6)] } else { sort };
            text += &self.expr(sort, depth);
            rest = &rest[at + 2..];
        }
        text + rest
    }

    /// Returns the name of a variable of a type.
    fn variable(&mut self, sort: Sort) -> Option<String> {
        let fitting = self.variables.iter().filter(|(_, s)| *s == sort);
        let fitting: Vec<String> = fitting.map(|(name, _)| name.clone()).collect();
        if fitting.is_empty() { None } else { Some(fitting[self.below(fitting.len())].clone()) }
    }

    /// Returns a closure with a parameter of a type.
    fn closure(&mut self, of: Sort, returns: Sort, depth: usize) -> String {
        let name = ["x", "p", "n"][self.below(3)].to_owned();
        self.variables.push((name.clone(), of));
        let body = self.expr(returns, depth);
        let changed = self.variable(Sort::Int).filter(|_| self.below(3) == 0);
        self.variables.pop();
        match changed {
            Some(n) if n != name => format!("|{name}| {{ {n} += 1; {body} }}"),
            _ => format!("|{name}| {body}"),
        }
    }

    fn expr(&mut self, sort: Sort, depth: usize) -> String {
        if let Some(name) = self.variable(sort).filter(|_| self.below(3) > 0 || depth == 0) {
            return name;
        }
        let inner = depth.saturating_sub(1);
        let (element, list) = [(Sort::Player, "@l"), (Sort::Int, "@n")][self.below(2)];
        match (sort, depth) {
            (Sort::Int, 0) => ["0", "1", "3", "-2"][self.below(4)].into(),
            (Sort::Bool, 0) => ["true", "false"][self.below(2)].into(),
            (Sort::Text, 0) => ["\"nope\"", "\"skip\"", "\"a word\""][self.below(3)].into(),
            (Sort::Player, 0) => ["me", "me.next"][self.below(2)].into(),
            (Sort::Players, 0) => ["others(me)", "players()"][self.below(2)].into(),
            (Sort::Ints, 0) => ["[1, 2]", "[]"][self.below(2)].into(),
            (Sort::Int, _) if self.below(6) == 0 => {
                let list = self.fill(list, inner);
                format!("{list}.map({}).len", self.closure(element, Sort::Int, inner))
            }
            (Sort::Bool, _) if self.below(3) == 0 => {
                let list = self.fill(list, inner);
                let function = ["some", "all"][self.below(2)];
                format!("{list}.{function}({})", self.closure(element, Sort::Bool, inner))
            }
            (Sort::Players, _) if self.below(2) == 0 => {
                let list = self.fill("@l", inner);
                format!("{list}.filter({})", self.closure(Sort::Player, Sort::Bool, inner))
            }
            (Sort::Ints, _) if self.below(2) == 0 => {
                let list = self.fill(list, inner);
                format!("{list}.map({})", self.closure(element, Sort::Int, inner))
            }
            (sort, _) => self.any(forms(sort), inner),
        }
    }

    /// Returns some statements in a block of their own.
    fn block(&mut self, depth: usize) -> String {
        let outer = self.variables.len();
        let text = (0..2).map(|_| self.statement(depth)).collect();
        self.variables.truncate(outer);
        text
    }

    fn looped(&mut self, head: &str, depth: usize) -> String {
        let outer = std::mem::replace(&mut self.in_loop, true);
        let body = self.block(depth);
        self.in_loop = outer;
        format!("    {head}\n{body}    }}\n")
    }

    fn statement(&mut self, depth: usize) -> String {
        let inner = depth.saturating_sub(1);
        match self.below(if depth == 0 { 9 } else { 14 }) {
            0 | 1 => {
                let sort = SORTS[self.below(6)];
                let value = self.expr(sort, 2);
                // Now and then a shadowed variable.
                let last = self.variables.last().map(|(name, _)| name.clone());
                let shadowed = last.filter(|_| self.below(4) == 0);
                let name = shadowed.unwrap_or_else(|| format!("v{}", self.n_names));
                self.n_names += 1;
                self.variables.push((name.clone(), sort));
                format!("    let {name} = {value};\n")
            }
            2 => {
                let sort = SORTS[self.below(6)];
                let Some(name) = self.variable(sort) else { return String::new() };
                let operator =
                    if sort == Sort::Int { ["=", "+=", "*="][self.below(3)] } else { "=" };
                format!("    {name} {operator} {};\n", self.expr(sort, 2))
            }
            3 => {
                let sort = [Sort::Players, Sort::Ints][self.below(2)];
                let Some(name) = self.variable(sort) else { return String::new() };
                let form = ["push(@i)", "pop()", "shift()", "remove(@i)"][self.below(4)];
                format!("    {name}.{};\n", self.fill(form, 1))
            }
            4 if self.in_loop => {
                let form = ["    if @b { break; }\n", "    if @b { continue; }\n"][self.below(2)];
                self.fill(form, 1)
            }
            4..9 => {
                let form = VERBS[self.below(VERBS.len())];
                format!("    {}\n", self.fill(form, 2))
            }
            9 | 10 => {
                let condition = self.expr(Sort::Bool, 2);
                let (then, other) = (self.block(inner), self.block(inner));
                format!("    if {condition} {{\n{then}    }} else {{\n{other}    }}\n")
            }
            11 => {
                self.n_names += 1;
                let name = format!("w{}", self.n_names);
                let body = self.looped(&format!("while {name} < 3 {{ {name} += 1;"), inner);
                format!("    let {name} = 0;\n{body}")
            }
            12 => {
                let list = self.expr(Sort::Players, 1);
                self.n_names += 1;
                let name = format!("p{}", self.n_names);
                self.variables.push((name.clone(), Sort::Player));
                let body = self.looped(&format!("for {name} in {list} {{"), inner);
                self.variables.pop();
                body
            }
            _ => {
                self.n_names += 1;
                let name = format!("n{}", self.n_names);
                self.variables.push((name.clone(), Sort::Int));
                let body = self.looped(&format!("for {name} in 0..3 {{"), inner);
                self.variables.pop();
                body
            }
        }
    }
}

/// The forms of the expressions of a type.
fn forms(sort: Sort) -> &'static [&'static str] {
    match sort {
        Sort::Int => &[
            "(@i + @i)",
            "(@i - @i)",
            "(@i * @i)",
            "(@i % @i)",
            "-(@i)",
            "@p.hand.len",
            "@p.get(\"n\")",
            "get(\"n\")",
            "@l.len",
            "@n.index_of(@i)",
            "@l.index_of(@p)",
            "min(@i, @i)",
            "max(@i, @i)",
            "@t.len",
            "helper(@p, @i)",
            "random(3)",
            "(if @b { @i } else { @i })",
            "@n.reduce(|a, b| a + b, @i)",
            "@n[@i]",
            "@p.seat",
        ],
        Sort::Bool => &[
            "@i == @i",
            "@i < @i",
            "@i >= @i",
            "@p == @p",
            "@p != @p",
            "@t == @t",
            "@l == @l",
            "@n != @n",
            "!@b",
            "(@b && @b)",
            "(@b || @b)",
            "@l.contains(@p)",
            "(@p in @l)",
            "@p.hand.is_empty",
            "@p.is_current",
            "@l.is_empty()",
            "@n.is_empty",
            "@p == ()",
            "@t == \"nope\"",
            "discard_pile().some(|card| card.kind == @t)",
        ],
        Sort::Text => {
            &["`${@i}:${@t}`", "(@t + @t)", "(if @b { @t } else { @t })", "@i.to_string()"]
        }
        Sort::Player => &[
            "@p.next",
            "@l[@i]",
            "(if @b { @p } else { @p })",
            "@l.find(|who| who != @p)",
            "(@l.find(|who| who.hand.len > @i) ?? @p)",
            "players_from(@p).pop()",
            "others(@p).shift()",
        ],
        Sort::Players => &["others(@p)", "players_from(@p)", "[@p, @p]", "others_with_cards(@p)"],
        Sort::Ints => &["[@i, @i, @i]", "[@i]"],
    }
}

/// Statements that call verbs.
const VERBS: [&str; 9] = [
    "@p.draw();",
    "@p.set(\"n\", @i);",
    "set(\"n\", @i);",
    "say(@t);",
    "@p.tell(`${@i}`);",
    "let chosen = me.choose_player(@t, @l); if chosen != () { chosen.set(\"n\", @i); }",
    "me.choose_number(@t, 0, @i);",
    "@p.hand.filter(|card| card.tagged(\"cat\") && @b).discard();",
    "if @b { return; }",
];
