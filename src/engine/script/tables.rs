//! The tables of a ruleset: what its variant says, and what follows from its scripts.

use super::compile::Program;
use super::constants::Constants;
use super::loaded::OwnerScripts;
use super::options::{self, BuiltInOption};
use super::spec::{KindSpec, PileSpec, Setting, Spec, TeamSpec};
use super::symbol::Symbol;
use crate::kernel::rules::{
    Hooks, KindRule, Offer, PileRule, Placement, PlayEffects, Refill, SeenBy, Tags, Whose, Wild,
};
use crate::kernel::{Hook, Kind, Moment, Rules, Seat, SeatSet, Zone};
use std::sync::Arc;

fn is_on(spec: &Spec, option: &BuiltInOption) -> bool {
    matches!(spec.options.get(option.name), Some(Setting::Bool(true)))
}

/// The value of `wild` that means every kind.
pub const ANY_KIND: &str = "any";

/// Before a tag in `wild`: every kind without it.
pub const WITHOUT: char = '!';

/// Returns the kinds that `wild` names.
fn wild_of(rules: &Rules, wild: &str) -> Wild {
    match wild.strip_prefix(WITHOUT) {
        _ if wild == ANY_KIND => Wild::Any,
        Some(tag) => rules.find_tag(tag).map_or(Wild::Any, Wild::Untagged),
        None => rules.find_tag(wild).map_or(Wild::No, Wild::Tagged),
    }
}

/// Returns the rules of the declared piles but the draw and discard piles.
fn pile_rules(piles: &[PileSpec]) -> Vec<PileRule> {
    let declared = piles.iter().filter(|pile| !matches!(&*pile.id, "draw" | "discard"));
    let rule = |pile: &PileSpec| PileRule {
        id: pile.id.clone(),
        face_up: pile.face_up,
        is_seen_by_owner: pile.is_seen_by_owner,
        is_shown: pile.is_shown,
    };
    declared.map(rule).collect()
}

/// Builds the tables, without the parts defined by scripts.
pub fn tables(spec: &Spec) -> Rules {
    let mut tags: Vec<Arc<str>> = Vec::new();
    let wild = |kind: &KindSpec| {
        let tag = kind.wild.as_deref().filter(|tag| *tag != ANY_KIND);
        tag.map(|tag| tag.trim_start_matches(WITHOUT).to_owned())
    };
    let all = spec.kinds.iter().flat_map(|kind| kind.tags.iter().cloned().chain(wild(kind)));
    for tag in all.chain(spec.explosion_tags.iter().cloned()) {
        if !tags.iter().any(|t| **t == *tag) && tags.len() < 64 {
            tags.push(tag.as_str().into());
        }
    }
    let mut secret = spec.table_counters.iter().chain(&spec.seat_counters);
    let mut rules = Rules {
        tags,
        piles: pile_rules(&spec.piles),
        seat_piles: pile_rules(&spec.seat_piles),
        table_counters: spec.table_counters.clone(),
        seat_counters: spec.seat_counters.clone(),
        card_counters: spec.card_counters.clone(),
        teams: spec.teams.iter().map(|teams| (teams.players, seat_sets(teams))).collect(),
        has_traits: !spec.card_counters.is_empty(),
        has_secrets: secret.any(|rule| rule.seen_by != SeenBy::Everybody),
        continues_alone: !spec.last_alive_wins,
        self_answer: is_on(spec, &options::SELF_NOPE),
        forced_rescue: is_on(spec, &options::FORCED_DEFUSE),
        attacks_add_up: is_on(spec, &options::ATTACK_STACKS),
        effectless_plays: is_on(spec, &options::LONE_CATS),
        draw_resumes: is_on(spec, &options::DRAW_RESUMES),
        repeated_wilds: is_on(spec, &options::SEVERAL_FERALS),
        ..Rules::default()
    };
    let refill = |pile: &PileSpec| {
        let from = rules.find_pile(pile.refill.as_ref()?)?;
        Some(Refill { pile: rules.find_pile(&pile.id)?, from, n_left: pile.refill_leaves })
    };
    rules.refills = spec.piles.iter().filter_map(refill).collect();
    rules.explosion_tags = bits(&rules, &spec.explosion_tags);
    for kind in &spec.kinds {
        let pile = |id: &Option<String>| rules.find_pile(id.as_ref()?);
        rules.kinds.push(KindRule {
            id: kind.id.clone(),
            is_in_box: kind.is_in_box,
            hooks: Hooks::default(),
            when: 0,
            placement: Placement::Home,
            home: pile(&kind.home).unwrap_or(Zone::Discard),
            start: pile(&kind.start).unwrap_or(Zone::Draw),
            tags: bits(&rules, &kind.tags),
            wild: kind.wild.as_deref().map_or(Wild::No, |wild| wild_of(&rules, wild)),
            wild_combos: None,
            hears_in_hand: false,
            hears: Whose::Usual,
            opens_between: false,
            from_hand: true,
            from_front: false,
            apart: kind.tags.iter().any(|tag| tag == "apart"),
            offer: Offer::Never,
            asked: Hooks::default(),
            explodes: false,
            effects: PlayEffects::default(),
            by_copy: false,
        });
    }
    rules
}

fn seat_sets(teams: &TeamSpec) -> Vec<SeatSet> {
    teams.seats.iter().map(|team| team.iter().copied().map(Seat).collect()).collect()
}

fn bits(rules: &Rules, tags: &[String]) -> Tags {
    Tags(tags.iter().filter_map(|tag| rules.find_tag(tag)).fold(0, |bits, tag| bits | 1 << tag))
}

/// Notes what follows from what the hooks do.
pub fn note_summaries(
    rules: &mut Rules,
    (kind_scripts, combo_scripts): (&[OwnerScripts], &[OwnerScripts]),
    rule_scripts: &OwnerScripts,
    program: &Program,
) {
    let effects = |own: &OwnerScripts| {
        let symbols = own.summary(program, Hook::Resolve).symbols;
        PlayEffects {
            moves_turns: symbols.has(Symbol::Bolt) || symbols.has(Symbol::Skip),
            shows: symbols.has(Symbol::Eye),
            shuffles: symbols.has(Symbol::Shuffle),
            takes: symbols.has(Symbol::Take),
            explodes: symbols.has(Symbol::Burst),
        }
    };
    for (rule, own) in rules.kinds.iter_mut().zip(kind_scripts) {
        rule.explodes = own.summary(program, Hook::Gained).symbols.has(Symbol::Burst);
        rule.effects = effects(own);
        let reads_card = |hook: &Hook| own.summary(program, *hook).reads_card;
        rule.by_copy = [Hook::Playable, Hook::Responds, Hook::Announce].iter().any(reads_card);
    }
    for (rule, own) in rules.combos.iter_mut().zip(combo_scripts) {
        rule.effects = effects(own);
    }
    rules.is_race = program.lets_win();
    rules.setup_asks = rule_scripts.summary(program, Hook::Setup).asks;
}

/// Notes what follows for options from a `playable` that always gives the same answer.
pub fn fold_playable(
    rules: &mut Rules,
    (kind_scripts, combo_scripts): (&[OwnerScripts], &[OwnerScripts]),
    program: &Program,
) {
    let fold = |own: &OwnerScripts, hooks: Hooks, offer: &mut Offer, asked: &mut Hooks| {
        let function = own.compiled[Hook::Playable as usize].first();
        let answer = function.and_then(|number| program.constant(*number));
        if let Some(answer) = answer {
            (*offer, *asked) = offer.if_always(answer, hooks);
        }
    };
    for (rule, own) in rules.kinds.iter_mut().zip(kind_scripts) {
        fold(own, rule.hooks, &mut rule.offer, &mut rule.asked);
    }
    for (rule, own) in rules.combos.iter_mut().zip(combo_scripts) {
        fold(own, rule.hooks, &mut rule.offer, &mut rule.asked);
    }
}

/// Completes the rule of a kind with what its scripts say.
pub fn kind_rule(rules: &mut Rules, i: usize, own: &OwnerScripts, constants: Constants) {
    let rule = &mut rules.kinds[i];
    rule.hooks = own.hooks();
    rule.asked = rule.hooks;
    rule.when = constants.when.unwrap_or(1 << Moment::Main as u8);
    rule.placement = constants.placement.unwrap_or_default();
    rules.kind_hooks = rules.kind_hooks.union(rule.hooks);
    (rule.hears_in_hand, rule.hears) = constants.hears.unwrap_or_default();
    let heard = &mut rules.heard_where[usize::from(rule.hears_in_hand)];
    *heard = heard.union(rule.hooks);
    if rule.hears_in_hand {
        rules.hand_listeners.push(Kind(i as u16));
    }
    if matches!(rule.hears, Whose::Others | Whose::Anybody) {
        rules.heard_of_others = rules.heard_of_others.union(rule.hooks);
    }
    (rule.from_hand, rule.from_front) = constants.from.unwrap_or((true, false));
    rule.wild_combos = constants.combos;
    rule.opens_between = constants.opens_between;
    rule.offer = rule.offered(rules.effectless_plays);
    rules.has_wild |= rule.wild != Wild::No;
    rules.has_front_plays |= rule.from_front;
    rules.has_traits |= rule.placement != Placement::Home;
    rules.has_hand_plays |= rule.offer != Offer::Never;
    if rule.hooks.has(Hook::PlaysAs) {
        rules.stand_ins.push(Kind(i as u16));
    }
    for (moment, _) in Moment::ALL {
        let plays = rule.hooks.has(Hook::Resolve) || rule.hooks.has(Hook::Announce);
        // Without a card for it in the box this moment does not exist.
        if rule.at(moment) && plays && (moment != Moment::Between || rule.is_in_box) {
            rules.by_moment[moment as usize].push(Kind(i as u16));
        }
    }
}
