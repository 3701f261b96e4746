//! Generated expressions.

use super::{Author, CARDS, KINDS, NUMBERS, PLAYERS, TYPES};
use litterbox::script::api::{Effect, Form, Verb, verbs};
use litterbox::script::values::Type;

/// The forms of expressions that are true or false.
const TESTS: &[&str] = &[
    "@i == @i",
    "@i < @i",
    "@i >= @i",
    "@p == @p",
    "@p != @p",
    "@c == @c",
    "@t == @t",
    "@k == @k",
    "@l == @l",
    "@n != @n",
    "!@b",
    "(@b && @b)",
    "(@b || @b)",
    "@l.contains(@p)",
    "(@p in @l)",
    "(@c in @d)",
    "@l.is_empty()",
    "@n.is_empty",
    "@t.starts_with(@t)",
    "@t.ends_with(@t)",
];

/// The forms of the expressions of a type, besides verbs and list functions.
const fn forms(of: Type) -> &'static [&'static str] {
    match of {
        Type::Int => &[
            "(@i + @i)",
            "(@i - @i)",
            "(@i * @i)",
            "(@i % 5)",
            "-(@i)",
            "@l.len",
            "@n.index_of(@i)",
            "@l.index_of(@p)",
            "min(@i, @i)",
            "max(@i, @i)",
            "@t.len",
            "helper(@p, @i)",
            "(if @b { @i } else { @i })",
            "@n.reduce(|a, b| a + b, @i)",
            "@n.reduce(|a, b, i| a + b * i, @i)",
            "(@n.reduce(|a, b| if a == () { b } else { min(a, b) }) ?? @i)",
            "@n.index_of(|n| n > @i)",
            "(if @n.len > 2 { @n[-2] } else { @i })",
            "abs(@i)",
            "(switch @i { 0 => @i, 1..4 => @i, _ => @i })",
            "[@n, [@i]][1][0]",
            "[[@i, 1], @n][0].reduce(|a, b| switch b { 1 => a, _ => a + @i }, @i)",
        ],
        Type::Bool => TESTS,
        Type::Text => &[
            "`${@i}:${@t}`",
            "(@t + @t)",
            "(@t + @i)",
            "(@b + @t)",
            "(if @b { @t } else { @t })",
            "@i.to_string()",
            "(switch @k { \"nope\" => @t, _ => @t })",
            "`${[[@t], @n.map(|x| switch x { 1 => @i, _ => x })]}`",
            "[1].map(|x| switch x { 2 => \"b\", _ => @t })[0]",
        ],
        Type::Player => &[
            "(@l[0] ?? @p)",
            "(if @b { @p } else { @p })",
            "(@l.find(|who| who != @p) ?? @p)",
            "(others(@p).shift() ?? @p)",
        ],
        Type::Card => &["(@d.find(|card| @b) ?? @c)", "(@d.pop() ?? @c)", "(@z.top ?? @c)"],
        Type::Kind => &["(if @b { @k } else { @k })", "(@m.find(|kind| kind != @k) ?? @k)"],
        Type::List(Type::Player) => {
            &["[@p, @p]", "[@p]", "(@l + @l)", "@l.filter(|p, i| i < 2 || p == @p)"]
        }
        Type::List(Type::Card) => &["[@c, @c]", "@z.filter(|card| @b)", "(@d + @d)"],
        Type::List(Type::Kind) => &["[@k, @k]", "[@k]"],
        Type::List(Type::Int) => &[
            "[@i, @i, @i]",
            "[@i]",
            "(@n + @n)",
            "@l.map(|p, i| p.hand.len + i)",
            "@n.map(|x| switch x { 1 => @i, _ => @i })",
            "@n.map(|x| [x, @i]).map(|pair| pair[1])",
        ],
        _ => &[],
    }
}

impl Author {
    /// Returns the name of a variable of a type.
    pub(super) fn variable(&mut self, of: Type) -> Option<String> {
        let fits = |(_, have): &&(String, Type)| *have == of;
        let names: Vec<String> =
            self.variables.iter().filter(fits).map(|(name, _)| name.clone()).collect();
        (!names.is_empty()).then(|| names[self.below(names.len())].clone())
    }

    pub(super) fn new_name(&mut self, of: Type) -> String {
        self.n_names += 1;
        let name = format!("v{}", self.n_names);
        self.variables.push((name.clone(), of));
        name
    }

    /// Replaces `@i` by a number, `@b` by a Boolean, and so on.
    pub(super) fn fill(&mut self, form: &str, depth: usize) -> String {
        let mut text = String::new();
        let mut rest = form;
        while let Some(at) = rest.find('@') {
            text += &rest[..at];
            let of = match &rest[at + 1..at + 2] {
                "i" => Type::Int,
                "b" => Type::Bool,
                "t" => Type::Text,
                "k" => Type::Kind,
                "p" => Type::Player,
                "c" => Type::Card,
                "z" => Type::Pile,
                "l" => PLAYERS,
                "d" => CARDS,
                "m" => KINDS,
                _ => NUMBERS,
            };
            text += &self.expr(of, depth);
            rest = &rest[at + 2..];
        }
        text + rest
    }

    /// Writes an expression of a type.
    pub(super) fn expr(&mut self, of: Type, depth: usize) -> String {
        if let Type::Any(types) = of {
            let of = self.one(types);
            return self.expr(of, depth);
        }
        // Now and then a value of another type.
        let is_wrong = self.is_wild && self.one_in(60);
        let of = if is_wrong { self.one(&TYPES) } else { of };
        if let Some(name) = self.variable(of).filter(|_| depth == 0 || self.below(3) > 0) {
            return name;
        }
        if depth == 0 || (self.is_query && of == Type::Pile) {
            return self.leaf(of);
        }
        let forms = forms(of);
        match self.below(3) {
            0 if !forms.is_empty() => self.any_form(forms, depth - 1),
            1 => self.list_function(of, depth - 1).unwrap_or_else(|| self.leaf(of)),
            _ => self.verb_of(of, depth - 1).unwrap_or_else(|| self.leaf(of)),
        }
    }

    pub(super) fn any_form(&mut self, forms: &[&str], depth: usize) -> String {
        let form = self.one(forms);
        let form = form.replace("helper", self.helper.unwrap_or("max"));
        if self.helper.is_none() && form.starts_with("max(@p") {
            return self.leaf(Type::Int);
        }
        self.fill(&form, depth)
    }

    /// Writes the shortest expressions of a type.
    pub(super) fn leaf(&mut self, of: Type) -> String {
        let leaves: &[&str] = match of {
            Type::Int if self.has_params => &["0", "1", "2", "3", "-2", "param(\"amount\")"],
            Type::Int => &["0", "1", "2", "3", "-2", "data(\"limit\")"],
            Type::Bool => &["true", "false", "option(\"attack_stacks\")"],
            Type::Text => &["\"nope\"", "\"Which one?\"", "\"a word\""],
            Type::Kind => {
                &["\"nope\"", "\"skip\"", "\"odd\"", "\"defuse\"", "\"exploding_kitten\""]
            }
            Type::Player if self.variables.iter().any(|(name, _)| name == "me") => {
                &["me", "me.next"]
            }
            Type::Player => &["players()[0]"],
            Type::Card if self.is_query => &["(discard_pile().top ?? me.hand.top)"],
            Type::Card => &["draw_pile().top", "draw_pile().bottom"],
            Type::Pile if self.is_query => &["me.hand", "discard_pile()", "me.front", "table()"],
            Type::Pile => &["draw_pile()", "discard_pile()", "pile(\"side\")", "table()"],
            Type::Action => &["(this_play() ?? last_play())"],
            Type::List(Type::Player) => &["others(me)", "players()"],
            Type::List(Type::Card) if self.is_query => &["discard_pile().cards"],
            Type::List(Type::Card) => &["draw_pile().cards", "discard_pile().cards"],
            Type::List(Type::Kind) => &["kinds()", "[\"skip\", \"nope\"]"],
            Type::List(Type::Int) => &["[1, 2]", "[]"],
            Type::List(Type::Text) => &["[\"now\", \"later\"]", "[\"now\"]"],
            Type::List(Type::Any(_)) => &["[me.hand, me.next.hand]"],
            _ => &["()"],
        };
        let leaf = self.one(leaves);
        let has_me = self.variables.iter().any(|(name, _)| name == "me");
        if has_me { leaf.to_owned() } else { leaf.replace("others(me)", "players()") }
    }

    /// Writes a call of a list function that returns a type.
    pub(super) fn list_function(&mut self, of: Type, depth: usize) -> Option<String> {
        let (element, list) =
            self.one(&[(Type::Player, PLAYERS), (Type::Int, NUMBERS), (Type::Card, CARDS)]);
        let (element, list, function, returns) = match of {
            Type::Int => (element, list, "map", Type::Int),
            Type::Bool => (element, list, self.one(&["some", "all"]), Type::Bool),
            Type::List(Type::Int) => (element, list, "map", Type::Int),
            PLAYERS => (Type::Player, PLAYERS, "filter", Type::Bool),
            CARDS => (Type::Card, CARDS, "filter", Type::Bool),
            _ => return None,
        };
        let list = self.expr(list, depth.min(1));
        // A closure that captures the list that it is called for is not compiled.
        let known = self.variables.clone();
        self.variables.retain(|(name, _)| self.is_wild || *name != list);
        let name = self.one(&["x", "who", "it"]).to_owned();
        self.variables.push((name.clone(), element));
        let body = self.expr(returns, depth);
        let changed = self.variable(Type::Int).filter(|n| *n != name && self.one_in(4));
        self.variables = known;
        let body = changed.map_or(body.clone(), |n| format!("{{ {n} += 1; {body} }}"));
        let len = if of == Type::Int { ".len()" } else { "" };
        Some(format!("{list}.{function}(|{name}| {body}){len}"))
    }

    /// Writes a call of a verb that returns a type, or nothing.
    pub(super) fn verb_of(&mut self, of: Type, depth: usize) -> Option<String> {
        let returns = |verb: &&Verb| match verb.returns {
            Type::Any(types) => types.contains(&of),
            returns => returns == of,
        };
        let acts = !self.is_query && self.one_in(3);
        let is_quiet = |verb: &&Verb| verb.effect == Effect::Read;
        let fits = |verb: &&Verb| returns(verb) && (acts || is_quiet(verb));
        let verbs: Vec<&Verb> = verbs().filter(fits).collect();
        if verbs.is_empty() {
            return None;
        }
        let verb = self.one(&verbs);
        let call = self.call(verb, depth);
        Some(match verb.returns {
            Type::Any(_) => format!("({call} ?? {})", self.expr(of, 0)),
            _ => call,
        })
    }

    /// Writes a call of a verb.
    pub(super) fn call(&mut self, verb: &Verb, depth: usize) -> String {
        if verb.name == "choose_cards_together" {
            let list = self.expr(PLAYERS, 0);
            return format!("{}({list}, \"Pass?\", {list}.map(|p| p.hand))", verb.name);
        }
        let args = verb.params.iter().map(|(name, of)| self.argument(verb, name, *of, depth));
        let args: Vec<String> = args.collect();
        match (verb.form, &*args) {
            (Form::Property, [on]) => format!("{on}.{}", verb.name),
            (Form::Method, [on, args @ ..]) => format!("{on}.{}({})", verb.name, args.join(", ")),
            _ => format!("{}({})", verb.name, args.join(", ")),
        }
    }

    pub(super) fn argument(&mut self, verb: &Verb, name: &str, of: Type, depth: usize) -> String {
        let words: &[&str] = match (verb.name, name) {
            (_, "counter") => &["\"n\""],
            (_, "tag") => &["\"cat\"", "\"defusable\"", "\"unstoppable\""],
            ("pile", _) => &["\"draw\"", "\"discard\"", "\"box\"", "\"side\""],
            ("param", "name") => &["\"amount\""],
            ("option", _) => &["\"attack_stacks\""],
            (_, "path") => &["\"limit\""],
            (_, "n_cards" | "n_turns" | "depth" | "n" | "high") if !self.one_in(4) => {
                &["1", "2", "3", "4"]
            }
            (_, "n_cards" | "n_turns" | "depth" | "n" | "score") => {
                let n = self.expr(Type::Int, depth);
                return format!("max(1, {n})");
            }
            _ => return self.expr(of, depth),
        };
        self.one(words).to_owned()
    }
}
