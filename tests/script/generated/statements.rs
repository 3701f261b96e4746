//! Generated statements.

use super::{Author, CARDS, PLAYERS, TYPES};
use litterbox::script::api::{Effect, Verb, verbs};
use litterbox::script::values::Type;

/// Statements that change lists, and loops of another kind.
const CHANGES: [&str; 11] = [
    "let list = [1, 2, 3]; list[1] = @i; list[-1] += @i; set(\"n\", list.reduce(|a, b| a + b, 0));",
    "let lists = [@n, []]; lists[1].push(@i); lists[0] = lists[1]; set(\"n\", lists[0][0]);",
    "let list = @l; list.sort(|a, b| a.hand.len - b.hand.len); list[0].draw();",
    "let list = @n; list.sort_by(|a, b| a > b); set(\"n\", list[-1]);",
    "let list = @n; list.sort(); list.reverse(); list += @i; list += [@i]; set(\"n\", list.len);",
    "let list = @d; list.insert(1, @c); list.insert(-9, @c); list.truncate(@i); list.discard();",
    "let list = @m; list.append(@m); list.remove(-1); me.choose_kind(@t, list); list.clear();",
    "let it = @t; let list = [1, 2].map(|x| switch x { 2 => it, _ => @t }); let all = [list, list]; \
     it += \"!\"; say(`${all} ${it}`);",
    "let it = @i; let all = [[1, 2].map(|x| switch x { 2 => it, _ => @i })]; it += 1; \
     set(\"n\", all[0].reduce(|a, b| a + b, it));",
    "let it = @n; let all = [[@i], it.map(|x| switch x { 1 => x, _ => @i })]; it.push(@i); \
     all[0].push(it.len); say(`${all}`);",
    "let n = 0; do { n += 1; if n == 2 { continue; } me.draw(); } while n < 3 && @b;",
];

/// Statements of rarer forms.
const RARE: [&str; 6] = [
    "let n = loop { break @i; }; me.set(\"n\", n);",
    "let it = @t; let all = [@n.map(|x| loop { break it; })]; it += \"!\"; say(`${all} ${it}`);",
    "let it = @n; let sum = @n.reduce(|a, b| { if b > 1 { a.push(b); } loop { break it; } }, it); \
     say(`${[sum, it]}`);",
    "let m = #{ a: @i }; m.a += 1; set(\"n\", m.a);",
    "print(@t);",
    "let f = |p| p.draw(); f.call(@p);",
];

impl Author {
    /// Writes some statements in a block of their own.
    fn block(&mut self, depth: usize) -> String {
        let outer = self.variables.len();
        let text = (0..=self.below(2)).map(|_| self.statement(depth)).collect();
        self.variables.truncate(outer);
        text
    }

    /// Writes a loop with a head, for a variable of a type.
    fn looped(&mut self, head: &str, variable: Option<Type>, depth: usize) -> String {
        let (outer, n_variables) = (self.is_looping, self.variables.len());
        let name = variable.map(|of| self.new_name(of)).unwrap_or_default();
        self.is_looping = true;
        let body = self.block(depth);
        self.is_looping = outer;
        self.variables.truncate(n_variables);
        format!("    {} {{\n{body}    }}\n", head.replace("NAME", &name))
    }

    pub(super) fn statement(&mut self, depth: usize) -> String {
        let inner = depth.saturating_sub(1);
        match self.below(if depth == 0 { 12 } else { 20 }) {
            0 | 1 => self.definition(),
            2 => self.assignment(),
            3 if self.is_looping => {
                let jump = self.one(&["break", "continue"]);
                self.fill(&format!("    if @b {{ {jump}; }}\n"), 1)
            }
            3 if self.one_in(4) && !self.is_query => self.fill("    if @b { return; }\n", 1),
            3..12 if self.is_query => self.definition(),
            3..12 if self.is_wild && self.one_in(6) => {
                let form = self.one(&RARE);
                format!("    {}\n", self.fill(form, 1))
            }
            3..12 if self.one_in(8) => {
                let form = self.one(&CHANGES);
                format!("    {{ {} }}\n", self.fill(form, 1))
            }
            3..12 => self.act(),
            12 | 13 => {
                let condition = self.expr(Type::Bool, 2);
                let (then, other) = (self.block(inner), self.block(inner));
                format!("    if {condition} {{\n{then}    }} else {{\n{other}    }}\n")
            }
            14..17 => self.guarded(inner),
            17 => {
                self.n_names += 1;
                let name = format!("w{}", self.n_names);
                let head = format!("let {name} = 0;\n    while {name} < 3");
                let text = self.looped(&head, None, inner);
                text.replacen("{\n", &format!("{{\n    {name} += 1;\n"), 1)
            }
            18 => {
                let (list, of) = self.one(&[(PLAYERS, Type::Player), (CARDS, Type::Card)]);
                let list = self.expr(list, 1);
                self.looped(&format!("for NAME in {list}"), Some(of), inner)
            }
            _ => self.looped("for NAME in 0..3", Some(Type::Int), inner),
        }
    }

    fn definition(&mut self) -> String {
        let of = self.one(&TYPES);
        let value = self.expr(of, 2);
        // Now and then a shadowed variable.
        let last = self.variables.last().map(|(name, _)| name.clone());
        let shadowed = last.filter(|_| self.one_in(6));
        let name = match shadowed {
            Some(name) => {
                self.variables.push((name.clone(), of));
                self.variables.retain(|known| known.0 != name || known.1 == of);
                name
            }
            None => self.new_name(of),
        };
        format!("    let {name} = {value};\n")
    }

    fn assignment(&mut self) -> String {
        let of = self.one(&TYPES);
        let Some(name) = self.variable(of) else { return String::new() };
        let change = match of {
            Type::List(_) if self.one_in(2) => {
                let form = self.one(&[".push(ELEMENT)", ".pop()", ".shift()", ".remove(0)"]);
                let Type::List(element) = of else { unreachable!("a list") };
                form.replace("ELEMENT", &self.expr(*element, 1))
            }
            Type::Int => format!(" {} {}", self.one(&["=", "+=", "-="]), self.expr(of, 2)),
            _ => format!(" = {}", self.expr(of, 2)),
        };
        format!("    {name}{change};\n")
    }

    /// Writes a call of a verb that changes the table or asks; often one that changes whose turn it
    /// is or who is in the game.
    fn act(&mut self) -> String {
        let is_of_turns = self.one_in(4);
        let acts = |verb: &&Verb| {
            verb.effect != Effect::Read
                && (!is_of_turns || verb.group == "turns" || verb.name == "explode")
        };
        let verbs: Vec<&Verb> = verbs().filter(acts).collect();
        let verb = self.one(&verbs);
        let call = self.call(verb, 1);
        match verb.name {
            "out" | "wins" | "loses" | "end_game" | "deal_all" | "explode" => {
                let n = if verb.name == "out" { 2 } else { 4 };
                format!("    if random({n}) == 0 {{ {call}; }}\n")
            }
            _ => format!("    {call};\n"),
        }
    }

    /// Writes a block that uses a value, if it is there.
    fn guarded(&mut self, depth: usize) -> String {
        let is_open = |(_, of): &&(String, Type)| matches!(of, Type::Any(_));
        let open = self.variables.iter().find(is_open).cloned().filter(|_| !self.one_in(3));
        let (name, of, head) = match open {
            Some((name, of)) => (name, of, String::new()),
            None => {
                let query = self.is_query;
                let fits = |verb: &&Verb| {
                    let changes = verb.effect != Effect::Read;
                    matches!(verb.returns, Type::Any(_)) && !(query && changes)
                };
                let verbs: Vec<&Verb> = verbs().filter(fits).collect();
                let verb = self.one(&verbs);
                let call = self.call(verb, 1);
                self.n_names += 1;
                let name = format!("g{}", self.n_names);
                let head = format!("    let {name} = {call};\n");
                (name, verb.returns, head)
            }
        };
        let Type::Any(types) = of else { return head };
        let n_variables = self.variables.len();
        self.variables.push((name.clone(), types[0]));
        let body = self.block(depth);
        self.variables.truncate(n_variables);
        format!("{head}    if {name} != () {{\n{body}    }}\n")
    }
}
