//! Compiles a [`Spec`] to scripts and the kernel's tables, and reports all errors.

use super::api::{self, RulesetData};
use super::compile::{CodeNames, Definitions, Program, VariantNames};
use super::compiled_script::CompiledScript;
use super::constants::{ConstantValues, Constants, TopLevels};
use super::control::{Control, ReadScripts};
use super::expression::Expressions;
use super::hooks::{self, HookSpec};
use super::loaded::{Loaded, OwnerScripts};
use super::probe::Probe;
use super::refusal::Unsupported;
use super::sets::SetPattern;
use super::spec::{Script, Setting, Spec};
use super::tables::{fold_playable, kind_rule, note_summaries, tables};
use super::topics::{Topic, constants};
use super::tree::statements::NumberedStatements;
use super::tree::syntax::{find_constant, find_function, find_text};
use super::tree::{KnownFunctions, Parser, ScriptFunction, ScriptSource, annotate_all};
use super::values::Kinds;
use super::watch::Watcher;
use super::{fault, span};
use crate::base::Interrupt;
use crate::base::error::Error;
use crate::kernel::rules::{
    ComboRule, KindRule, KindSet, Offer, PlayEffects, SetForm, SetRule, Wild,
};
use crate::kernel::{Hook, Kind, Owner, Rules};
use serde_json::{Map, Value as Json};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

fn params(json: &Map<String, Json>) -> BTreeMap<String, crate::kernel::Value> {
    let value = |(name, json): (&String, &Json)| Some((name.clone(), api::json_value(json)?));
    json.iter().filter_map(value).collect()
}

fn ruleset_data(spec: &Spec, probe: Probe) -> RulesetData {
    let expressions = Expressions::default();
    let count = |code: &str, n: usize| expressions.count(code, n).unwrap_or_default();
    let setting =
        |(name, setting): (&String, &Setting)| (name.clone(), api::setting(setting, count));
    RulesetData {
        kinds: Kinds::new(spec.kinds.iter().map(|kind| &*kind.id)),
        kind_params: spec.kinds.iter().map(|kind| params(&kind.params)).collect(),
        combo_params: spec.combos.iter().map(|combo| params(&combo.params)).collect(),
        options: spec.options.iter().map(setting).collect(),
        data: spec.data.clone(),
        deal: api::setting(&spec.deal, count),
        probe,
        watch: Watcher::default(),
    }
}

/// The maximum number of functions and closures of all scripts.
const MAX_FUNCTIONS: usize = 20_000;

/// Compiles scripts, each once, and collects errors.
#[derive(Default)]
struct Loader {
    parser: Parser,
    /// The scripts that other loaders have read.
    read: ReadScripts,
    /// The number of rules scripts, which come first.
    n_rules: usize,
    scripts: Vec<Script>,
    /// The numbers of the scripts, by name.
    numbers: BTreeMap<Arc<str>, u16>,
    n_functions: usize,
    units: Vec<CompiledScript>,
    errors: Vec<Error>,
    stopped: Option<Error>,
    interrupt: Interrupt,
}

impl Loader {
    /// Compiles a script, unless loading has stopped.
    fn compile(&mut self, script: &Script) -> Option<ScriptSource> {
        if self.interrupt.is_set() {
            self.stopped = Some(fault::interrupted());
        } else if self.n_functions > MAX_FUNCTIONS {
            let message =
                format!("more than {MAX_FUNCTIONS} functions in the scripts of a variant");
            self.stopped = Some(Error::new("S0101", message).hint("leave out some scripts"));
        } else {
            let compiled = self.read.read(script, || self.parser.read(script));
            return compiled.map_err(|error| self.errors.push(*error)).ok();
        }
        None
    }

    /// Reports what scripts cannot use.
    fn refuse(&mut self, refused: &[Unsupported]) -> Result<(), Vec<Error>> {
        let errors = refused.iter().map(|refusal| refusal.to_error(&self.scripts));
        self.errors.extend(errors);
        self.checked()
    }

    /// The errors, or the reason why loading has stopped.
    fn checked(&mut self) -> Result<(), Vec<Error>> {
        // Constants that were interrupted are not wrong.
        if self.interrupt.is_set() && !self.errors.is_empty() {
            self.stopped = Some(fault::interrupted());
        }
        let errors = self.stopped.take().map(|stopped| vec![stopped]);
        let mut errors = errors.unwrap_or_else(|| std::mem::take(&mut self.errors));
        errors.dedup();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    fn script(&mut self, script: &Script, of_rules: bool) -> u16 {
        if let Some(number) = self.numbers.get(&script.name) {
            return *number;
        }
        let source = self.compile(script).unwrap_or_else(|| ScriptSource::nothing(script));
        let calls = source.called();
        let mut hooks = BTreeMap::new();
        for function in &*source.functions {
            if let Some(hook) = Hook::find(&function.name) {
                if hooks.insert(hook, function.params.len()).is_some() {
                    let message = format!("`{}` is defined twice", function.name);
                    let at = find_function(script, &function.name);
                    let hint = "a hook has one definition in a script: remove or rename the others";
                    self.errors.push(Error::new("S0102", message).at(at).hint(hint));
                    continue;
                }
                self.check_hook(script, hook, &function.params, of_rules);
            } else if function.params.first().is_some_and(|name| name == "me") && !of_rules {
                self.check_name(script, function, &source, &calls);
            }
        }
        self.n_functions += source.functions.len();
        let number = self.scripts.len() as u16;
        self.numbers.insert(script.name.clone(), number);
        self.scripts.push(script.clone());
        self.units.push(CompiledScript { source, hooks, calls });
        number
    }

    fn check_hook(&mut self, script: &Script, hook: Hook, given: &[String], of_rules: bool) {
        let spec = HookSpec::of(hook);
        if !spec.takes(given.len(), of_rules) {
            let wanted: Vec<&str> = spec.params(of_rules).map(|(name, _)| name).collect();
            let (name, wanted) = (hook.name(), wanted.join(", "));
            let message = format!("`{name}` must take the parameters ({wanted})");
            let error = Error::new("S0102", message).at(find_function(script, name));
            self.errors.push(error.hint(format!("write `fn {name}({wanted})`")));
        }
    }

    /// Reports functions that look like misspelled hooks.
    fn check_name(
        &mut self,
        script: &Script,
        function: &ScriptFunction,
        source: &ScriptSource,
        calls: &BTreeSet<String>,
    ) {
        let name = &*function.name;
        let params: Vec<&str> = function.params.iter().map(String::as_str).collect();
        let folder = script.name.split('/').next().unwrap_or_default();
        let Some(near) = hooks::meant(folder, name, &params) else { return };
        if !calls.contains(name) && source.functions.iter().all(|f| f.name != near) {
            let message = format!("`{name}` is not a hook and nothing calls it");
            let error = Error::new("S0103", message).at(find_function(script, name));
            let error = error.meant_or(name, [near], format!("write `{near}`"));
            let hook = Hook::find(near).map(HookSpec::of);
            let fits = hook.is_some_and(|spec| spec.takes(params.len(), false));
            self.errors.push(if fits { error } else { error.ambiguous() });
        }
    }

    /// Infers the types in the scripts.
    fn typed(&mut self, names: VariantNames<'_>) -> Vec<ScriptSource> {
        // Nothing else holds the trees meanwhile: they are changed in place.
        let take = |unit: &mut CompiledScript| {
            let nothing = ScriptSource::nothing(&unit.source.script);
            std::mem::replace(&mut unit.source, nothing)
        };
        let mut sources: Vec<ScriptSource> = self.units.iter_mut().map(take).collect();
        annotate_all(&mut sources, self.n_rules, &KnownFunctions::of_engine(), &names);
        self.units.iter_mut().zip(&sources).for_each(|(unit, typed)| unit.source = typed.clone());
        sources
    }

    /// Compiles the scripts of a kind, of a combo or of the rules.
    fn owned(&mut self, scripts: &[Script], of_rules: bool) -> OwnerScripts {
        let numbers = scripts.iter().map(|script| self.script(script, of_rules)).collect();
        OwnerScripts::new(numbers, &self.units)
    }

    /// Finds the kinds that the `SET` of a combo names.
    fn kinds(&mut self, own: &OwnerScripts, ids: &[String], rules: &Rules) -> Arc<[Kind]> {
        let mut kinds = Vec::new();
        for id in ids {
            let Some(kind) = rules.find_kind(id) else {
                let spans = own.scripts.iter().rev().map(|n| {
                    let script = &self.scripts[*n as usize];
                    find_text(script, id).or_else(|| find_constant(script, "SET"))
                });
                let span = spans.flatten().next();
                let error = Error::new("S0104", format!("there is no kind `{id}`")).at(span);
                let known = rules.kinds.iter().map(|rule| &*rule.id);
                let list = "kinds are counted in the `deck` of the variant";
                self.errors.push(error.meant_or(id, known, list));
                continue;
            };
            kinds.push(kind);
        }
        kinds.into()
    }

    fn set_rule(&mut self, own: &OwnerScripts, set: &SetPattern, rules: &Rules) -> SetRule {
        SetRule {
            n_cards: set.n_cards as u8,
            form: set.form,
            tag: set.tag.as_ref().and_then(|tag| rules.find_tag(tag)),
            kinds: set.kinds.as_ref().map(|ids| self.kinds(own, ids, rules)),
            parts: set.parts.iter().map(|part| self.set_rule(own, part, rules)).collect(),
        }
    }

    /// Evaluates the constants of the scripts of a kind or combo; later ones win.
    fn constants(
        &mut self,
        numbers: &[u16],
        top_levels: &TopLevels<'_>,
        owner: Owner,
    ) -> Constants {
        let mut constants = Constants::default();
        for number in numbers {
            let script = &self.scripts[*number as usize];
            match top_levels.read(*number, owner, &self.scripts) {
                Ok(values) => {
                    let rules = top_levels.rules;
                    constants.read(&values, rules, script, &mut self.errors);
                    self.errors.extend(of_another_owner(&values, script, owner));
                }
                Err(error) => self.errors.push(*error),
            }
        }
        constants
    }
}

/// Returns an error for each constant that has no meaning for the owner of a script.
fn of_another_owner(values: &ConstantValues, script: &Script, owner: Owner) -> Vec<Error> {
    let (has, own) = match owner {
        Owner::Kind(_) => ("a card has no", "cards"),
        Owner::Combo(_) => ("a combo has no", "combos"),
        _ => return Vec::new(),
    };
    let is_of_others =
        |topic: &&Topic| topic.forms.iter().all(|(_, of)| !["", own].contains(&&**of));
    let names = constants().filter(is_of_others).map(|topic| topic.name);
    let found = names.filter(|name| values.contains_key(*name));
    let error = |name: &'static str| {
        let error = Error::new("S0104", format!("{has} `{name}`"));
        error.at(find_constant(script, name)).hint("remove it, or give it another name")
    };
    found.map(error).collect()
}

/// Whether the rules ask for plays that are over.
fn keeps_plays(rules: &Rules, units: &[CompiledScript]) -> bool {
    rules.is_heard(Hook::AfterPlay) || units.iter().any(|unit| unit.calls.contains("last_play"))
}

/// Compiles all scripts.
pub fn load(
    spec: &Spec,
    control: &Control,
    watched: Option<(Watcher, &NumberedStatements)>,
) -> Result<Loaded, Vec<Error>> {
    let mut ruleset_data = ruleset_data(spec, control.probe.clone());
    let watched = watched.map(|(watch, statements)| {
        ruleset_data.watch = watch;
        statements
    });
    let mut rules = tables(spec);
    let mut loader = Loader {
        read: control.scripts.clone(),
        interrupt: control.interrupt.clone(),
        ..Loader::default()
    };
    let mut rule_scripts = loader.owned(&spec.rules, true);
    loader.n_rules = loader.units.len();
    rules.hooks = rule_scripts.hooks();
    let mut kind_scripts: Vec<_> =
        spec.kinds.iter().map(|k| loader.owned(&k.scripts, false)).collect();
    let mut combo_scripts: Vec<_> =
        spec.combos.iter().map(|c| loader.owned(&c.scripts, false)).collect();
    let bare = rules.clone();
    let sources = loader.typed(VariantNames { data: &ruleset_data, rules: &bare });
    let definitions = Definitions::new(sources.into_iter(), loader.n_rules);
    let mut names = CodeNames::new(&definitions, &ruleset_data, &bare);
    if let Some(statements) = watched {
        names.watch(&loader.scripts, statements);
    }
    let program =
        Program::new(&names, &control.interrupt).ok_or_else(|| vec![fault::interrupted()])?;
    let interrupt = control.interrupt.clone();
    let top_levels =
        TopLevels::new(&definitions, &program, &ruleset_data, &bare, interrupt, watched.is_some());
    for (i, own) in kind_scripts.iter().enumerate() {
        let owner = Owner::Kind(Kind(i as u16));
        let constants = loader.constants(&own.scripts, &top_levels, owner);
        kind_rule(&mut rules, i, own, constants);
    }
    rules.keeps_plays = keeps_plays(&rules, &loader.units);
    rules.notes_arrivals = loader.units.iter().any(|unit| unit.reads_arrivals());
    combos(spec, &mut loader, &mut rules, &combo_scripts, &top_levels);
    loader.checked()?;
    let owners = kind_scripts.iter_mut().chain(&mut combo_scripts).chain([&mut rule_scripts]);
    loader.refuse(&program.refused)?;
    owners.for_each(|own| own.find_compiled(&program, &loader.units));
    note_summaries(&mut rules, (&kind_scripts, &combo_scripts), &rule_scripts, &program);
    // A hook that is watched runs even if its answer is known.
    if watched.is_none() {
        fold_playable(&mut rules, (&kind_scripts, &combo_scripts), &program);
    }
    let is_offered = |kind| rules.kind(kind).offer != Offer::Never;
    rules.offered = KindSet::of(rules.kinds.len(), is_offered);
    Ok(Loaded {
        rules: rules.into(),
        ruleset_data,
        interrupt: control.interrupt.clone(),
        memory: Cell::default(),
        scripts: loader.scripts,
        units: loader.units,
        kind_scripts,
        combo_scripts,
        rule_scripts,
        definitions,
        program,
    })
}

fn combos(
    spec: &Spec,
    loader: &mut Loader,
    rules: &mut Rules,
    combo_scripts: &[OwnerScripts],
    top_levels: &TopLevels<'_>,
) {
    for (i, own) in combo_scripts.iter().enumerate() {
        let owner = Owner::Combo(crate::kernel::ComboId(i as u16));
        let found = loader.constants(&own.scripts, top_levels, owner);
        let hooks = own.hooks();
        let set = found.set.unwrap_or_else(|| {
            let script = &loader.scripts[own.scripts[0] as usize];
            if !loader.errors.iter().any(|e| e.span.as_ref().is_some_and(|s| s.file == script.name))
            {
                let id = &spec.combos[i].id;
                let message = format!("the combo `{id}` does not define its cards");
                let error = Error::new("S0105", message).at(Some(span::span_at(script, 1, 1)));
                loader.errors.push(error.hint("add `const SET = same(2);` or another pattern"));
            }
            SetPattern { n_cards: 1, form: SetForm::Any, tag: None, kinds: None, parts: Vec::new() }
        });
        let pattern = loader.set_rule(own, &set, rules);
        let n_kinds = rules.kinds.len();
        let [fitting, unfitting] = [true, false]
            .map(|fits| KindSet::of(n_kinds, |kind| pattern.fits(rules, kind) == fits));
        let offer = Offer::of_effect(hooks, rules.effectless_plays);
        let id = spec.combos[i].id.clone();
        let wild = KindSet::of(n_kinds, |kind| {
            let KindRule { wild, wild_combos, .. } = rules.kind(kind);
            *wild != Wild::No && wild_combos.as_ref().is_none_or(|combos| combos.contains(&id))
        });
        let rule = ComboRule {
            id,
            hooks,
            pattern,
            fitting,
            unfitting,
            wild,
            offer,
            asked: hooks,
            effects: PlayEffects::default(),
        };
        rules.combos.push(rule);
    }
}
