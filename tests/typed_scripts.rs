//! Well-typed random scripts, generated from the table of verbs: whatever a script does with them,
//! the kernel's invariants hold after each answer, or the answer is a fault.
//!
//! `TYPED_SCRIPTS=10000` runs that many scripts, `TYPED_SCRIPTS_FROM` sets the first one.

use crate::hostile::on_a_large_stack;
use litterbox::kernel::rng::{below, generator};
use litterbox::kernel::{Choice, Game, Layout, Seat};
use litterbox::script::api::{Effect, Form, Verb, verbs};
use litterbox::script::values::Type;
use litterbox::sim::fuzz::FailureKind;
use litterbox::sim::fuzz::case::{Bounds, Case, play, quietly};
use litterbox::sim::fuzz::coverage_points::CoverageHits;
use litterbox::variant::Library;
use rand_pcg::Pcg64Mcg;
use std::fmt::Write as _;

/// The number of scripts of a short run.
const N_SCRIPTS: u64 = 60;

/// The variants that the cards are added to.
const PARENTS: [&str; 6] = ["classic", "imploding", "streaking", "barking", "zombie", "board_game"];

/// Kinds of all these variants.
const KINDS: [&str; 6] = ["nope", "skip", "attack", "favor", "defuse", "odd"];

/// The hooks of the scripts, with their parameters and whether they must return true or false.
const HOOKS: [(&str, &[(&str, Type)], bool); 11] = [
    ("announce", &[("me", Type::Player)], false),
    ("playable", &[("me", Type::Player)], true),
    ("gained", &[("me", Type::Player), ("card", Type::Card)], false),
    ("lost", &[("me", Type::Player), ("card", Type::Card)], false),
    ("turn_start", &[("me", Type::Player), ("lying", Type::Card)], false),
    ("turn_end", &[("me", Type::Player), ("lying", Type::Card)], false),
    ("after_draw", &[("me", Type::Player), ("lying", Type::Card), ("card", Type::Card)], false),
    ("before_draw", &[("me", Type::Player), ("lying", Type::Card), ("card", Type::Card)], true),
    ("before_take", &[("me", Type::Player), ("lying", Type::Card), ("thief", Type::Player)], true),
    (
        "before_explode",
        &[("me", Type::Player), ("lying", Type::Card), ("hazard", Type::Any(CARD))],
        true,
    ),
    ("responds", &[("me", Type::Player), ("action", Type::Action)], true),
];

const CARD: &[Type] = &[Type::Card, Type::Nothing];

/// Writes random scripts.
struct Author {
    chance: Pcg64Mcg,
    /// The variables in scope.
    variables: Vec<(String, Type)>,
    n_variables: usize,
    /// Whether only verbs that read may be used.
    is_query: bool,
}

impl Author {
    fn below(&mut self, n: usize) -> usize {
        below(&mut self.chance, n as u32) as usize
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// A whole script.
    fn script(&mut self) -> String {
        let mut text = "//! Odd.\n\n".to_owned();
        let when = self.one_of(&["\"main\"", "\"card\"", "\"explosion\"", "\"draw\", \"turn\""]);
        let _ = writeln!(text, "const WHEN = [\"main\", {when}];");
        match self.below(4) {
            0 => text += "const TO = \"front\";\n",
            1 => text += "const TO = \"table\";\n",
            2 => text += "const HEARS = \"hand\";\n",
            _ => {}
        }
        for (name, params, is_answer) in HOOKS {
            if self.below(4) == 0 {
                self.hook(&mut text, name, params, is_answer);
            }
        }
        self.hook(&mut text, "resolve", &[("me", Type::Player)], false);
        text
    }

    fn hook(&mut self, text: &mut String, name: &str, params: &[(&str, Type)], is_answer: bool) {
        self.is_query = matches!(name, "playable" | "responds");
        self.variables = params.iter().map(|(name, t)| ((*name).to_owned(), *t)).collect();
        let names: Vec<&str> = params.iter().map(|(name, _)| *name).collect();
        let _ = writeln!(text, "\nfn {name}({}) {{", names.join(", "));
        let n_statements = if self.is_query { 0 } else { 1 + self.below(5) };
        for _ in 0..n_statements {
            let statement = self.statement(2);
            let _ = writeln!(text, "    {statement}");
        }
        if is_answer {
            let answer = self.value(Type::Bool, 2);
            let _ = writeln!(text, "    {answer}");
        }
        *text += "}\n";
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.below(if depth == 0 { 6 } else { 9 }) {
            6 => {
                let (condition, then) = (self.value(Type::Bool, 2), self.block(depth - 1));
                format!("if {condition} {then}")
            }
            7 => {
                let list = self.value(Type::List(&Type::Player), 1);
                self.each("p", Type::Player, &list, depth)
            }
            8 => {
                let list = self.value(Type::List(&Type::Card), 1);
                self.each("c", Type::Card, &list, depth)
            }
            0 | 1 => {
                let wanted = self.one_of(&[Type::Card, Type::Player, Type::Int, Type::Pile]);
                let value = self.value(wanted, 3);
                self.n_variables += 1;
                let name = format!("v{}", self.n_variables);
                self.variables.push((name.clone(), wanted));
                format!("let {name} = {value};")
            }
            _ => {
                let all: Vec<&Verb> = verbs().filter(|verb| is_usable(verb)).collect();
                let all: Vec<&Verb> =
                    all.into_iter().filter(|verb| verb.effect == Effect::Write).collect();
                let verb = self.one_of(&all);
                format!("{};", self.call(verb, 2))
            }
        }
    }

    fn each(&mut self, prefix: &str, t: Type, list: &str, depth: usize) -> String {
        self.n_variables += 1;
        let name = format!("{prefix}{}", self.n_variables);
        self.variables.push((name.clone(), t));
        let block = self.block(depth - 1);
        format!("for {name} in {list} {block}")
    }

    fn block(&mut self, depth: usize) -> String {
        let n_outside = self.variables.len();
        let statements: Vec<String> = (0..=self.below(2)).map(|_| self.statement(depth)).collect();
        // A loop variable is the last one outside of its block.
        self.variables.truncate(n_outside);
        format!("{{ {} }}", statements.join(" "))
    }

    /// An expression of a type.
    fn value(&mut self, wanted: Type, depth: usize) -> String {
        let known: Vec<String> = self.known(wanted);
        if !known.is_empty() && self.below(3) > 0 {
            return self.one_of(&known);
        }
        let is_query = self.is_query;
        let makes = |verb: &&Verb| {
            let reads = matches!(verb.effect, Effect::Const | Effect::Read | Effect::Query);
            is_usable(verb) && gives(verb.returns, wanted) && (!is_query || reads)
        };
        let all: Vec<&Verb> = verbs().filter(makes).collect();
        if depth > 0 && !all.is_empty() && self.below(4) > 0 {
            let verb = self.one_of(&all);
            return self.call(verb, depth - 1);
        }
        self.plain(wanted, depth)
    }

    fn known(&self, wanted: Type) -> Vec<String> {
        let fits = |(_, t): &&(String, Type)| gives(*t, wanted);
        self.variables.iter().filter(fits).map(|(name, _)| name.clone()).collect()
    }

    /// An expression of a type without verbs, if there is one.
    fn plain(&mut self, wanted: Type, depth: usize) -> String {
        match wanted {
            Type::Nothing => "()".to_owned(),
            Type::Bool => self.one_of(&["true", "false", "random(2) == 0"]).to_owned(),
            Type::Int | Type::Datum => self.one_of(&["0", "1", "2", "3", "-1", "7"]).to_owned(),
            Type::Text => self.one_of(&["\"Which?\"", "\"cat\"", "\"odd\""]).to_owned(),
            Type::Kind => format!("{:?}", self.one_of(&KINDS)),
            Type::Player => self.one_of(&["players()[0]", "me", "me.next"]).to_owned(),
            Type::Card => {
                let pile = self.value(Type::Pile, depth.saturating_sub(1));
                format!("{pile}.{}", self.one_of(&["top", "bottom", "random()"]))
            }
            Type::Pile => self
                .one_of(&[
                    "draw_pile()",
                    "discard_pile()",
                    "table()",
                    "me.hand",
                    "me.next.hand",
                    "me.front",
                ])
                .to_owned(),
            Type::Action => "this_play()".to_owned(),
            Type::List(of) => {
                let values: Vec<String> =
                    (0..self.below(3)).map(|_| self.value(*of, depth.saturating_sub(1))).collect();
                format!("[{}]", values.join(", "))
            }
            Type::Any(types) => {
                let one = self.one_of(types);
                self.value(one, depth)
            }
        }
    }

    fn call(&mut self, verb: &Verb, depth: usize) -> String {
        let args: Vec<String> = verb.params.iter().map(|(_, t)| self.value(*t, depth)).collect();
        match (verb.form, args.split_first()) {
            (Form::Method, Some((on, rest))) => format!("{on}.{}({})", verb.name, rest.join(", ")),
            (Form::Property, Some((on, _))) => format!("{on}.{}", verb.name),
            _ => format!("{}({})", verb.name, args.join(", ")),
        }
    }
}

/// Whether a verb is worth calling: those that read the data of a variant need its names.
fn is_usable(verb: &Verb) -> bool {
    !matches!(
        verb.name,
        "pile" | "param" | "option" | "data" | "get" | "set" | "add" | "param_of" | "deal" | "tell"
    ) && verb.group != "data"
}

/// Whether a value of one type can be one of another type.
fn gives(given: Type, wanted: Type) -> bool {
    match (given, wanted) {
        (given, Type::Any(types)) => types.iter().any(|t| gives(given, *t)),
        (Type::Any(types), wanted) => types.iter().any(|t| gives(*t, wanted)),
        (Type::List(given), Type::List(wanted)) => gives(*given, *wanted),
        (given, wanted) => given == wanted,
    }
}

/// What went wrong with a script.
fn broken(number: u64) -> Option<String> {
    let chance = generator(number, 5);
    let mut author = Author { chance, variables: Vec::new(), n_variables: 0, is_query: false };
    let parent = author.one_of(&PARENTS);
    let (odd, other) = (author.script(), author.script());
    let variant = format!(
        r#"{{ "name": "Typed", "extends": "{parent}", "deck": {{ "odd": 6, "other": 6 }},
            "kinds": {{ "odd": {{ "start": "box" }}, "other": {{ "tags": ["cat"] }} }} }}"#
    );
    let library = Library::embedded()
        .with_script("cards/odd", &odd)
        .with_script("cards/other", &other)
        .with_variant("typed", &variant);
    let mut case = Case::new("typed", &[], 2 + author.below(3), number);
    let loaded = match case.header.load(&library) {
        Ok(loaded) => loaded,
        Err(errors) => {
            let said = litterbox::error::render(&errors, false);
            return Some(format!("script {number} does not load: {said}\n{odd}\n{other}"));
        }
    };
    let kind = |id: &str| loaded.notation.rules.find_kind(id).expect("a kind of the variant");
    let hand = |author: &mut Author| {
        let own = [kind("odd"), kind("other"), kind(author.one_of(&KINDS))];
        own.into_iter().cycle().take(1 + author.below(4)).collect::<Vec<_>>()
    };
    let hands = (0..case.n_players()).map(|seat| (Seat(seat as u8), hand(&mut author))).collect();
    if author.below(4) > 0 {
        case.layout = Some(Layout { hands, ..Layout::default() });
    }
    let bounds = Bounds { limit: 80, sizes: (2, 5), n_guesses: 1, ..Bounds::default() };
    let mut choose = |game: &Game, _: &CoverageHits, n: usize| {
        let options = &game.decision()?.options;
        let plays = |o: &&Choice| !matches!(o, Choice::Pass | Choice::Draw);
        let n_plays = options.iter().filter(plays).count();
        if n > 60 {
            return None;
        }
        if n_plays > 0 && author.below(4) > 0 {
            let nth = author.below(n_plays);
            let plays = (0..options.len()).filter(|i| plays(&&options[*i]));
            return plays.into_iter().nth(nth);
        }
        Some(author.below(options.len()))
    };
    let log = play(&loaded, &case, &mut choose, &bounds);
    let failure = log.failure?;
    let is_kernel = match failure.broken {
        FailureKind::Script => !failure.name.contains(" at ") && !is_expected(&failure.name),
        // A script may let options depend on cards that it looks at: that is its own mistake.
        FailureKind::Unsound => failure.name != "hidden cards",
        FailureKind::Panic | FailureKind::Promise => true,
        FailureKind::Endless => false,
    };
    is_kernel.then(|| {
        let (name, message) = (failure.name, failure.message);
        format!(
            "script {number} ({parent}): {name}: {message}\nafter {:?}\n{odd}\n{other}\n",
            log.inputs
        )
    })
}

/// Whether a fault has no script line by its nature: nothing of a script is running.
fn is_expected(code: &str) -> bool {
    matches!(code, "F0304" | "F0305")
}

#[test]
fn well_typed_random_scripts_break_no_invariant() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let n_scripts = number("TYPED_SCRIPTS").unwrap_or(N_SCRIPTS);
    let first = number("TYPED_SCRIPTS_FROM").unwrap_or(0);
    on_a_large_stack(move || {
        let found: Vec<String> =
            quietly(|| (first..first + n_scripts).filter_map(broken).collect());
        let n_found = found.len();
        assert!(found.is_empty(), "{n_found} of {n_scripts}:\n{}", found.join("\n---\n"));
    });
}
