//! Generated packs: a variant with random scripts of cards, a combo and rules. The scripts are
//! written from the table of verbs and the list of hooks, and nearly always well typed.

mod expressions;
mod statements;

use litterbox::kernel::Hook;
use litterbox::kernel::rng::generator;
use litterbox::script::hooks::HookSpec;
use litterbox::script::topics::TOPICS;
use litterbox::script::values::Type;
use litterbox::variant::{Library, Ruleset};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;
use std::fmt::Write as _;

/// The id of the variant of a generated pack.
pub const ID: &str = "mine";

/// The variants that a pack extends.
const BASES: [&str; 10] = [
    "classic",
    "classic",
    "classic",
    "classic",
    "party_pack",
    "barking",
    "imploding",
    "good_vs_evil",
    "cat_burglar",
    "zombie",
];

const PLAYERS: Type = Type::List(&Type::Player);
const CARDS: Type = Type::List(&Type::Card);
const NUMBERS: Type = Type::List(&Type::Int);
const KINDS: Type = Type::List(&Type::Kind);

/// The types that variables have.
const TYPES: [Type; 12] = [
    Type::Int,
    Type::Bool,
    Type::Text,
    Type::Kind,
    Type::Player,
    Type::Player,
    Type::Card,
    Type::Pile,
    PLAYERS,
    CARDS,
    NUMBERS,
    KINDS,
];

/// A variant and its scripts, by name.
pub struct Pack {
    variant: String,
    scripts: Vec<(String, String)>,
}

impl Pack {
    /// The built-in library with this pack.
    pub fn library(&self) -> Library {
        let library = Library::embedded().with_variant(ID, &self.variant);
        self.scripts.iter().fold(library, |library, (name, text)| library.with_script(name, text))
    }

    /// One of its scripts, with its name.
    pub fn script(&self, number: usize) -> (&str, &str) {
        let (name, text) = &self.scripts[number % self.scripts.len()];
        (name, text)
    }

    /// Its complete text, for messages.
    pub fn shown(&self) -> String {
        let scripts = self.scripts.iter().map(|(name, text)| format!("--- {name}\n{text}"));
        format!("--- {ID}\n{}\n{}", self.variant, scripts.collect::<String>())
    }
}

/// Returns the pack with this number. One in five has code that is not compiled, or of a wrong
/// type.
pub fn pack(seed: u64) -> Pack {
    let mut author = Author {
        rng: generator(seed, 5),
        is_wild: seed % 5 == 4,
        variables: Vec::new(),
        n_names: 0,
        is_looping: false,
        is_query: false,
        has_params: false,
        helper: None,
    };
    let base = BASES[author.below(BASES.len())];
    let ruleset = Ruleset::load(&Library::embedded(), base, &[]).expect("a built-in variant");
    let rules = ruleset.spec.rules.iter().map(|script| {
        let name = script.name.trim_start_matches("rules/").trim_end_matches(".rhai");
        format!("\"{name}\", ")
    });
    let mut scripts = vec![("cards/odd".to_owned(), author.script("cards", false))];
    let tags = author.one(&["", r#""cat""#, r#""defusable""#, r#""defusable", "apart""#]);
    let mut kinds = format!(r#""odd": {{ "amount": 2, "tags": [{tags}] }}"#);
    match author.below(6) {
        0 => {
            kinds = kinds.replace(r#""amount""#, r#""script": ["odd", "odder"], "amount""#);
            scripts.push(("cards/odder".to_owned(), author.script("cards", true)));
        }
        1 => {
            kinds += r#", "even": { "amount": 1, "tags": ["cat", "defusable"] }"#;
            scripts.push(("cards/even".to_owned(), author.script("cards", false)));
        }
        _ => {}
    }
    let n_even = if kinds.contains("even") { r#", "even": 6"# } else { "" };
    let mut fields = String::new();
    if author.one_in(3) {
        scripts.push(("combos/odd_set".to_owned(), author.script("combos", false)));
        fields += r#""combos": ["pair", "odd_set"], "#;
    }
    if author.one_in(3) {
        scripts.push(("rules/more".to_owned(), author.script("rules", true)));
        write!(fields, "\"rules\": [{}\"more\"], ", rules.collect::<String>()).unwrap();
    }
    if author.one_in(8) {
        fields += r#""last_alive_wins": false, "#;
    }
    let variant = format!(
        r#"{{ "name": "Mine", "about": "A test.", "source": "", "language": "en",
        "extends": "{base}", {fields}"deck": {{ "odd": 16{n_even} }}, "kinds": {{ {kinds} }},
        "counters": {{ "table": ["n"], "player": ["n"], "card": ["n"] }},
        "piles": {{ "side": {{}} }}, "data": {{ "limit": 3 }} }}"#
    );
    Pack { variant, scripts }
}

/// Writes scripts.
struct Author {
    rng: Pcg64Mcg,
    /// Whether it also writes code that is not compiled, or of a wrong type.
    is_wild: bool,
    variables: Vec<(String, Type)>,
    n_names: usize,
    is_looping: bool,
    /// Whether the code runs when options are listed.
    is_query: bool,
    /// Whether the script has parameters.
    has_params: bool,
    /// The function that the script defines for its hooks.
    helper: Option<&'static str>,
}

/// Returns the parameters of a hook in the scripts of a folder, with their types.
pub fn params_of(hook: &str, folder: &str) -> Option<Vec<(&'static str, Type)>> {
    match Hook::find(hook).map(HookSpec::of) {
        Some(spec) => spec.is_run(folder).then(|| spec.params(folder == "rules").collect()),
        None => (folder == "rules").then(Vec::new),
    }
}

impl Author {
    fn below(&mut self, n: usize) -> usize {
        self.rng.random_range(0..n)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    // ---- scripts -----------------------------------------------------------------------------

    /// Writes a script for a folder, which may come after another one of the same owner.
    fn script(&mut self, folder: &'static str, is_later: bool) -> String {
        self.has_params = folder == "cards";
        self.helper = None;
        let mut text = format!("//! Odd {folder}.\n\n");
        let mut hooks = vec!["resolve"];
        match folder {
            "cards" => self.constants(&mut text, &mut hooks),
            "combos" => {
                let patterns =
                    ["same(2)", "same(3)", "different(3)", "any(2, \"cat\")", "same(2, \"cat\")"];
                writeln!(text, "const SET = {};\n", self.one(&patterns)).unwrap();
            }
            _ => hooks.clear(),
        }
        let is_announced = self.one_in(3);
        for topic in TOPICS.iter().filter(|topic| topic.group == "hooks") {
            let is_possible = params_of(topic.name, folder).is_some() && topic.name != "announce";
            if is_possible && !hooks.contains(&topic.name) && self.one_in(7) {
                hooks.push(topic.name);
            }
        }
        let helper = if folder == "rules" { "shared_helper" } else { "helper" };
        text += &self.function(helper);
        self.helper = Some(helper);
        let announced = if is_announced && hooks.contains(&"resolve") {
            let types = [Type::Player, Type::Card, Type::Int, Type::Kind];
            let types: Vec<Type> = (0..=self.below(2)).map(|_| self.one(&types)).collect();
            text += &self.hook("announce", folder, &types, is_later);
            types
        } else {
            Vec::new()
        };
        for hook in hooks {
            text += &self.hook(hook, folder, &announced, is_later);
        }
        text
    }

    fn constants(&mut self, text: &mut String, hooks: &mut Vec<&str>) {
        const MOMENTS: [&str; 6] = ["main", "card", "combo", "explosion", "draw", "turn"];
        if self.one_in(2) {
            let moments = [self.one(&MOMENTS), self.one(&MOMENTS)];
            writeln!(text, "const WHEN = {moments:?};").unwrap();
            hooks.push("responds");
        }
        if self.one_in(3) {
            writeln!(text, "const TO = {:?};", self.one(&["front", "table"])).unwrap();
            hooks.push(self.one(&["turn_start", "after_draw", "before_draw", "before_take"]));
        }
        if self.one_in(4) {
            *text += "const HEARS = \"hand\";\n";
            hooks.push(self.one(&["turn_end", "after_play", "after_rescue", "before_explode"]));
        }
        if self.one_in(8) {
            *text += "const FROM = [\"hand\", \"front\"];\n";
        }
        if self.one_in(4) {
            hooks.push(self.one(&["gained", "lost", "rescued"]));
        }
        *text += "\n";
    }

    /// Writes the function that hooks call: it changes nothing.
    fn function(&mut self, name: &str) -> String {
        self.is_query = true;
        self.variables = vec![("me".into(), Type::Player), ("count".into(), Type::Int)];
        let mut text = format!("fn {name}(me, count) {{\n");
        for _ in 0..self.below(3) {
            text += &self.statement(1);
        }
        let result = self.expr(Type::Int, 1);
        write!(text, "    {result}\n}}\n\n").unwrap();
        text
    }

    fn hook(&mut self, name: &str, folder: &str, announced: &[Type], is_later: bool) -> String {
        let mut params = params_of(name, folder).expect("a hook of this folder");
        self.variables = params.iter().map(|(param, of)| ((*param).to_owned(), *of)).collect();
        if name == "resolve" {
            for (param, of) in ["first", "second"].into_iter().zip(announced) {
                params.push((param, *of));
                self.variables.push((param.to_owned(), *of));
            }
        }
        let spec = Hook::find(name).map(HookSpec::of);
        let returned = match spec.map(|spec| spec.returns) {
            None => Some(Type::Text),
            Some(Type::Nothing | Type::Datum) => None,
            returned => returned,
        };
        self.is_query = spec.is_some_and(HookSpec::only_reads);
        let params: Vec<&str> = params.into_iter().map(|(param, _)| param).collect();
        let mut text = format!("fn {name}({}) {{\n", params.join(", "));
        let is_rule = matches!(name, "setup" | "draw_step" | "exploded");
        if is_later && (is_rule || self.one_in(3)) && !(self.is_query || self.one_in(20)) {
            text += "    previous();\n";
        }
        let n_statements = if self.is_query { self.below(2) } else { 1 + self.below(5) };
        for _ in 0..n_statements {
            text += &self.statement(if self.is_query { 0 } else { 2 });
        }
        if name == "gained" && self.one_in(2) {
            text += "    me.explode(card);\n";
        }
        if name == "announce" {
            let values: Vec<String> = announced.iter().map(|of| self.expr(*of, 1)).collect();
            text += &match &*values {
                [value] => format!("    {value}\n"),
                values => format!("    [{}]\n", values.join(", ")),
            };
        } else if let Some(of) = returned {
            text += &format!("    {}\n", self.expr(of, 2));
        }
        self.is_query = false;
        text + "}\n\n"
    }
}
