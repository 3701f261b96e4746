//! The constants by which a script says how its kind or combo is played.

use super::api::RulesetData;
use super::compile::{Access, Code, CodeNames, Definitions, Machine, Memory, Program, Vocabulary};
use super::fault;
use super::refusal::Unsupported;
use super::sets::SetPattern;
use super::spec::Script;
use super::tree::syntax::find_constant;
use super::values::{text_of, to_vec};
use crate::base::Interrupt;
use crate::base::error::{Error, suggest_or};
use crate::kernel::effect::EffectContext;
use crate::kernel::rules::{Placement, Whose};
use crate::kernel::{Moment, Owner, Rules, Seat, Table, Value};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The values of what a script declares outside of functions.
pub type ConstantValues = BTreeMap<String, Value>;

/// The number of players for whom options are read outside of games.
const N_PLAYERS: usize = 2;

/// The run of the code of scripts outside of functions.
pub struct TopLevels<'a> {
    definitions: &'a Definitions,
    program: &'a Program,
    data: &'a RulesetData,
    pub rules: &'a Rules,
    interrupt: Interrupt,
    is_watched: bool,
    context: EffectContext,
}

impl<'a> TopLevels<'a> {
    pub fn new(
        definitions: &'a Definitions,
        program: &'a Program,
        data: &'a RulesetData,
        rules: &'a Rules,
        interrupt: Interrupt,
        is_watched: bool,
    ) -> Self {
        let shared = Rc::new(rules.clone());
        let table = Table::new(&shared, N_PLAYERS, Seat(0), 0);
        let names = [1, 2].map(|n| format!("p{n}").as_str().into());
        let context = EffectContext::new(shared, table, Arc::new(names), false);
        Self { definitions, program, data, rules, interrupt, is_watched, context }
    }

    /// Evaluates what a script declares outside of functions.
    ///
    /// # Errors
    /// A fault, or what cannot stand there, at its place in one of these scripts.
    pub fn read(
        &self,
        script: u16,
        owner: Owner,
        scripts: &[Script],
    ) -> Result<ConstantValues, Box<Error>> {
        let Self { definitions, program, data, rules, interrupt, is_watched, context } = self;
        let names = CodeNames::new(definitions, data, rules)
            .after(program.functions.len() as u32)
            .calling(*is_watched)
            .within(Vocabulary::Constants);
        let refused = |refusal: Unsupported| Box::new(refusal.to_error(scripts));
        let code = Code::new(&names, program, script).map_err(refused)?;
        if let Some(called) = code.reads {
            let name = called.verb.name;
            let message = format!(
                "`{name}` has no result before a game: constants are made of \
                                   literals, options and parameters"
            );
            let hint = "move it into a hook or a function".to_owned();
            return Err(refused(Unsupported { message, hint, at: called.at }));
        }
        context.cost.n_operations.set(0);
        let (mut memory, chain) = (Memory::default(), [code.number]);
        let functions = &program.functions;
        let access = Access::Read(context, context.reader());
        let mut machine =
            Machine::new(functions, access, data, owner, &chain, interrupt, &mut memory);
        machine.more = &code.functions;
        let result = machine.hook();
        let values = match result {
            Ok(()) => machine.values_of(code.variables.iter().map(|(_, slot)| *slot)),
            Err(_) => Vec::new(),
        };
        memory.take_result(result).map_err(|fault| fault::to_error(&fault, scripts))?;
        Ok(code.variables.into_iter().map(|(name, _)| name).zip(values).collect())
    }
}

/// The values of `TO`.
const PLACEMENTS: [(&str, Placement); 4] = [
    ("discard", Placement::Home),
    ("front", Placement::Front),
    ("target", Placement::Target),
    ("table", Placement::Table),
];

/// The values of `FROM`.
const SOURCES: [&str; 2] = ["hand", "front"];

/// The places of `HEARS`, and whose hooks.
const EARS: [&str; 2] = ["play", "hand"];
const WHOSE: [(&str, Whose); 3] =
    [("own", Whose::Own), ("others", Whose::Others), ("anybody", Whose::Anybody)];

/// The only value of `OPENS`.
const BETWEEN: &str = "between";

/// Returns the words that a constant may have; none if they are not a closed set.
#[doc(hidden)]
pub fn constant_words(constant: &str) -> Vec<&'static str> {
    match constant {
        "WHEN" => Moment::ALL.iter().map(|(_, word)| *word).collect(),
        "TO" => PLACEMENTS.iter().map(|(word, _)| *word).collect(),
        "FROM" => SOURCES.to_vec(),
        "HEARS" => EARS.into_iter().chain(WHOSE.iter().map(|(word, _)| *word)).collect(),
        "OPENS" => vec![BETWEEN],
        _ => Vec::new(),
    }
}

/// The constants of the scripts of a kind or combo.
#[derive(Default)]
pub struct Constants {
    pub when: Option<u8>,
    pub placement: Option<Placement>,
    pub set: Option<SetPattern>,
    /// Whether the card hears hooks in the hand, and whose.
    pub hears: Option<(bool, Whose)>,
    /// Whether the card is played from the hand, and from in front of its player.
    pub from: Option<(bool, bool)>,
    /// Whether others may play before it takes effect.
    pub opens_between: bool,
    /// The only combos in which the card replaces others.
    pub combos: Option<Arc<[Arc<str>]>>,
}

impl Constants {
    /// Reads the constants of one more script; later ones replace earlier ones.
    pub fn read(
        &mut self,
        values: &ConstantValues,
        rules: &Rules,
        script: &Script,
        errors: &mut Vec<Error>,
    ) {
        let mut wrong = |name: &str, message: String, hint: String| {
            let span = find_constant(script, name);
            errors.push(Error::new("S0104", message).at(span).hint(hint));
        };
        if let Some(when) = values.get("WHEN") {
            match moments(rules, when) {
                Ok(moments) => self.when = Some(moments),
                Err((message, hint)) => wrong("WHEN", message, hint),
            }
        }
        if let Some(to) = values.get("TO") {
            let to = text_of(rules, to).map_or("", |text| text);
            match PLACEMENTS.iter().find(|(word, _)| *word == to) {
                Some((_, placement)) => self.placement = Some(*placement),
                None => wrong(
                    "TO",
                    "`TO` must be \"discard\", \"front\", \"target\" or \"table\"".into(),
                    "it says where the card goes when it is played".into(),
                ),
            }
        }
        if let Some(from) = values.get("FROM") {
            let words = words(rules, from).unwrap_or_default();
            let has = |place: &str| words.iter().any(|word| &**word == place);
            self.from = Some((has("hand"), has("front")));
            if words.is_empty() || words.iter().any(|word| !SOURCES.contains(&&**word)) {
                wrong(
                    "FROM",
                    "`FROM` must list the places a card is played from".into(),
                    "write `[\"hand\"]`, `[\"front\"]` or `[\"hand\", \"front\"]`".into(),
                );
            }
        }
        if let Some(hears) = values.get("HEARS") {
            self.hears = hearing(rules, hears);
            if self.hears.is_none() {
                let [message, hint] = NO_HEARING;
                wrong("HEARS", message.into(), hint.into());
            }
        }
        self.read_combos(values, rules, &mut wrong);
        match values.get("OPENS").map(|opens| text_of(rules, opens)) {
            None => {}
            Some(Some(moment)) if **moment == *BETWEEN => self.opens_between = true,
            Some(_) => wrong(
                "OPENS",
                "`OPENS` must be the moment before the card takes effect".into(),
                "write \"between\"".into(),
            ),
        }
        if let Some(set) = values.get("SET") {
            match SetPattern::of(rules, set) {
                Some(set) => self.set = Some(set),
                None => wrong("SET", NO_SET[0].into(), NO_SET[1].into()),
            }
        }
    }

    fn read_combos(
        &mut self,
        values: &ConstantValues,
        rules: &Rules,
        wrong: &mut impl FnMut(&str, String, String),
    ) {
        if let Some(combos) = values.get("COMBOS").filter(|combos| **combos != Value::Unit) {
            match words(rules, combos) {
                Some(words) => self.combos = Some(words.into()),
                None => wrong(
                    "COMBOS",
                    "`COMBOS` must list the combos in which the card replaces others".into(),
                    "write `[\"pair\"]`, or `()` for all".into(),
                ),
            }
        }
    }
}

/// Returns the texts of a list of them.
fn words(rules: &Rules, list: &Value) -> Option<Vec<Arc<str>>> {
    to_vec(list)?.iter().map(|word| text_of(rules, word).cloned()).collect()
}

/// The error of a `SET` that is not a pattern, and its hint.
const NO_SET: [&str; 2] = [
    "`SET` must be a pattern of cards",
    "write `same(2)`, `different(5)`, `any(3, \"cat\")` or `any_of(2, [\"nope\"])`, of 1 to 20 \
     cards; or a list of these and of kinds, with at most two `same`",
];

/// The error of a `HEARS` that says something else, and its hint.
const NO_HEARING: [&str; 2] = [
    "`HEARS` must be the place where the card hears hooks",
    "write \"hand\" or \"play\"; or a list that also says whose: `own`, `others` or `anybody`",
];

/// Returns what `HEARS` says: whether a card hears in the hand, and whose hooks; `None` for other
/// words.
fn hearing(rules: &Rules, hears: &Value) -> Option<(bool, Whose)> {
    let words = match text_of(rules, hears) {
        Some(word) => vec![word.clone()],
        None => words(rules, hears)?,
    };
    let (mut in_hand, mut whose) = (None, None);
    for word in &words {
        let of = WHOSE.iter().find(|(known, _)| **known == **word);
        let is_new = match of {
            Some((_, of)) => whose.replace(*of).is_none(),
            None if EARS.contains(&&**word) => in_hand.replace(&**word == "hand").is_none(),
            None => false,
        };
        is_new.then_some(())?;
    }
    let is_said = in_hand.is_some() || whose.is_some();
    is_said.then_some((in_hand.unwrap_or_default(), whose.unwrap_or_default()))
}

/// Returns the moments of a list as bits, or an error message with a hint.
fn moments(rules: &Rules, when: &Value) -> Result<u8, (String, String)> {
    let words = words(rules, when).unwrap_or_default();
    let find = |word: &str| Moment::ALL.iter().find(|(_, name)| *name == word);
    let known: Vec<_> = Moment::ALL.iter().map(|(_, name)| *name).collect();
    let valid = format!("the moments are {}", known.join(", "));
    if to_vec(when).is_some_and(|list| list.is_empty()) {
        let hint = format!("{valid}; a card that is never played has no `resolve`");
        return Err(("`WHEN` names no moment".to_owned(), hint));
    }
    if words.is_empty() {
        return Err(("`WHEN` must be a list of moments".to_owned(), valid));
    }
    words.iter().try_fold(0, |bits, word| match find(word) {
        Some((moment, _)) => Ok(bits | 1 << *moment as u8),
        None => {
            let hint = suggest_or(word, known.iter().copied(), valid.clone());
            Err((format!("`WHEN`: there is no moment `{word}`"), hint))
        }
    })
}
