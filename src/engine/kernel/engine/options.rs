//! Lists the options of the main decision, of a window, and of a set chosen card by card.

use super::copies::{held_card, seen};
use super::effect::{Listing, Values};
use super::game::Game;
use crate::kernel::action::Subject;
use crate::kernel::card::{CardId, ComboId, Kind, Seat, SeatSet};
use crate::kernel::decision::{Choice, SetKinds};
use crate::kernel::fault::Stop;
use crate::kernel::hook::{Hook, Hooks};
use crate::kernel::model::kind_set::{
    N_SPARE, intersection, kinds_of, kinds_of_word, place, write_kinds,
};
use crate::kernel::model::moment::Moment;
use crate::kernel::rules::{Call, ComboRule, FastQuery, Offer, Owner, Rules, SetForm};
use crate::kernel::state::hand_counts::HandCounts;
use crate::kernel::table::CardState;
use crate::kernel::value::Value;
use crate::kernel::zone::Zone;
use smallvec::SmallVec;

/// The counts of the kinds in a hand, in the order of the ruleset.
pub(super) type KindCounts = SmallVec<[(Kind, u16); 16]>;

impl Game {
    /// Returns the card of a kind that a player plays by itself, from the hand or from in front of
    /// the player.
    pub(super) fn pick(&self, seat: Seat, kind: Kind) -> Option<CardId> {
        let table = self.table();
        let rule = self.rules.kind(kind);
        let held = if rule.from_hand { held_card(table, seat, (kind, false), &[]) } else { None };
        let in_front = || {
            let mut front = table.cards_in(Zone::Front(seat)).iter().copied();
            front.find(|card| {
                rule.from_front && table.kind(*card) == kind && table.knows(seat, *card)
            })
        };
        held.or_else(in_front)
    }

    /// Lists the options of the main decision.
    pub(super) fn list_main(&mut self, seat: Seat) -> Result<(), Stop> {
        let rules = self.rules.clone();
        self.decision.options.clear();
        let is_blind = self.table().blind.has(seat);
        let counts = is_blind.then(|| self.count_seen(seat));
        match &counts {
            Some(counts) => {
                for (kind, _) in counts {
                    self.list_play(&rules, seat, *kind)?;
                }
            }
            None => {
                for (i, offered) in rules.offered.words().iter().enumerate() {
                    let held = self.table().held.held(seat)[i];
                    for kind in kinds_of_word(i, held & offered) {
                        self.list_play(&rules, seat, kind)?;
                    }
                }
            }
        }
        if rules.has_front_plays {
            self.list_front_plays(seat)?;
        }
        if is_blind && rules.has_hand_plays && !self.unseen_cards(seat).is_empty() {
            self.decision.options.push(Choice::Unseen);
        }
        let n_cards = self.table().hand(seat).len();
        for (i, rule) in rules.combos.iter().enumerate() {
            let combo = ComboId(i as u16);
            let first = self.decision.options.len();
            match (&counts, rule.offer) {
                (_, Offer::Never) => {}
                (Some(counts), _) => self.list_sets(combo, counts),
                (None, _) => self.list_seen_sets(&rules, (combo, rule), seat, n_cards),
            }
            let found = self.decision.options.len() > first;
            if found
                && rule.offer == Offer::Depends
                && !self.is_offered(rule.asked, Owner::Combo(combo), seat, None)?
            {
                self.decision.options.truncate(first);
            }
        }
        let query = FastQuery { hook: Hook::CanDraw, owner: Owner::Rules, me: seat, action: None };
        if !rules.hooks.has(Hook::CanDraw) || self.query(query)? {
            self.decision.options.push(Choice::Draw);
        }
        self.list_copies(seat)
    }

    /// Lists the play of a card of a kind in the player's hand, if it is offered.
    #[inline]
    fn list_play(&mut self, rules: &Rules, seat: Seat, kind: Kind) -> Result<(), Stop> {
        let is_offered = match rules.kind(kind).offer {
            Offer::Never => false,
            Offer::Always => true,
            Offer::Depends => self.is_playable(seat, kind, Some(kind))?,
        };
        if is_offered {
            self.decision.options.push(Choice::Play(kind));
        }
        Ok(())
    }

    /// Whether a play for which the player has the cards is offered: it has an effect, or the rules
    /// do not ask for one, its script allows it, and its first question has an option.
    pub(super) fn is_offered(
        &mut self,
        hooks: Hooks,
        owner: Owner,
        seat: Seat,
        leaving: Option<Kind>,
    ) -> Result<bool, Stop> {
        if !hooks.has(Hook::Resolve) && !hooks.has(Hook::Announce) {
            return Ok(self.rules.effectless_plays);
        }
        let query = FastQuery { hook: Hook::Playable, owner, me: seat, action: None };
        if hooks.has(Hook::Playable) && !self.query(query)? {
            return Ok(false);
        }
        self.has_first_option(hooks, owner, seat, leaving)
    }

    /// Runs a query hook.
    pub(super) fn query(&mut self, query: FastQuery) -> Result<bool, Stop> {
        if let Some(answer) = self.test(query) {
            return Ok(answer);
        }
        let returned = self.read(&self.call_of(query))?;
        Ok(matches!(returned.first(), Some(Value::Bool(true))))
    }

    /// Whether a play whose hook begins with a question has an option for it. `leaving`: the kind
    /// of the card that is played, if it is in the hand.
    fn probe(&mut self, query: FastQuery, leaving: Option<Kind>) -> Result<bool, Stop> {
        if let Some(answer) = self.test(query) {
            return Ok(answer);
        }
        self.effect.run.answers.given.clear();
        self.effect.run.listing = Some(Listing { leaving, is_offered: true });
        let n_auto_answers = self.effect.log.auto_answers.len();
        let result = self.call(&self.call_of(query), &mut Values::new());
        let listing = self.effect.run.listing.take();
        self.effect.log.auto_answers.truncate(n_auto_answers);
        self.effect.run.caused.clear();
        match result {
            Ok(_) => Ok(true),
            Err(Stop::Asked) => Ok(listing.is_some_and(|listing| listing.is_offered)),
            Err(fault) => Err(fault),
        }
    }

    /// Returns a query as a call, for the card that is asked if there is one.
    fn call_of(&self, query: FastQuery) -> Call {
        Call { card: self.asked_copy, ..query.call() }
    }

    /// Tests public facts in place of a run.
    #[inline(always)]
    fn test(&self, query: FastQuery) -> Option<bool> {
        // Where each card decides by itself, its hook runs.
        if self.asked_copy.is_some() {
            return None;
        }
        self.effect.begin_run();
        self.book.test(&self.effect, query)
    }

    /// Whether the first question of a play has an option; `leaving`: the kind of the card that is
    /// played, if it is in the hand.
    #[inline]
    pub(super) fn has_first_option(
        &mut self,
        hooks: Hooks,
        owner: Owner,
        seat: Seat,
        leaving: Option<Kind>,
    ) -> Result<bool, Stop> {
        if !hooks.has(Hook::Announce) {
            return Ok(true);
        }
        let leaving = leaving.filter(|kind| self.rules.kind(*kind).from_hand);
        self.probe(FastQuery { hook: Hook::Announce, owner, me: seat, action: None }, leaving)
    }

    /// Lists the sets of a combo that a player holds who sees the whole hand.
    #[inline(always)]
    fn list_seen_sets(
        &mut self,
        rules: &Rules,
        (combo, rule): (ComboId, &ComboRule),
        seat: Seat,
        n_in_hand: usize,
    ) {
        let Self { decision, effect, .. } = self;
        let (options, table) = (&mut decision.options, &effect.table);
        let (held, fitting) = (&table.held, rule.fitting.words());
        let n_cards = rule.pattern.n_cards;
        let (n_kinds, n_needed) = (held.n_held(seat), usize::from(n_cards));
        let has_wild = || intersection(held.held(seat), rule.wild.words()).any(|word| word != 0);
        match rule.pattern.form {
            SetForm::Same if rules.has_wild && has_wild() => {
                list_wild_sets(rules, (combo, rule), (held, seat), options);
            }
            SetForm::Different if rules.has_wild && rules.repeated_wilds => {
                self.list_sets(combo, &self.count_seen(seat));
            }
            // Too few cards are equal, or different.
            SetForm::Same if n_in_hand + 1 < n_kinds + n_needed => {}
            SetForm::Different if n_kinds < n_needed => {}
            SetForm::Same => {
                let enough = if n_cards > 1 { held.several(seat) } else { held.held(seat) };
                for kind in kinds_of(intersection(enough, fitting)) {
                    if n_cards <= 2 || held.count(seat, kind) >= n_cards.into() {
                        options.push(Choice::Combo(combo, SetKinds::equal(kind, n_cards)));
                    }
                }
            }
            SetForm::Different => {
                let others = intersection(held.held(seat), rule.unfitting.words());
                let n_others = others.map(u64::count_ones).sum::<u32>() as usize;
                if n_kinds - n_others >= n_needed {
                    options.push(Choice::Combo(combo, SetKinds::NONE));
                }
            }
            SetForm::Parts => self.list_sets(combo, &self.count_seen(seat)),
            SetForm::Any => {
                let counts = held.kinds_among(seat, &rule.fitting).map(|(_, n)| n);
                if counts.sum::<u16>() >= n_cards.into() {
                    options.push(Choice::Combo(combo, SetKinds::NONE));
                }
            }
        }
    }

    /// Lists the sets of a combo among cards of these kinds.
    fn list_sets(&mut self, combo: ComboId, counts: &KindCounts) {
        let Self { rules, decision, .. } = self;
        let (rule, options) = (rules.combo(combo), &mut decision.options);
        if rule.pattern.form == SetForm::Parts {
            let set = rule.completed(rules, counts, &[]);
            options.extend(set.map(|_| Choice::Combo(combo, SetKinds::NONE)));
            return;
        }
        let n_cards = rule.pattern.n_cards as usize;
        let fits = |kind: Kind| rule.fitting.has(kind);
        if rule.pattern.form != SetForm::Same {
            let fitting = counts.iter().filter(|(kind, _)| fits(*kind));
            let repeats = |kind| rule.pattern.form == SetForm::Any || rules.repeats(kind);
            let usable = fitting.map(|(kind, n)| if repeats(*kind) { *n as usize } else { 1 });
            if usable.sum::<usize>() >= n_cards {
                options.push(Choice::Combo(combo, SetKinds::NONE));
            }
            return;
        }
        let counts = counts.iter().copied();
        let wilds: KindCounts = counts.clone().filter(|(kind, _)| rule.wild.has(*kind)).collect();
        let kinds = counts.filter(|(kind, _)| fits(*kind));
        list_equal_sets(rules, (combo, rule), kinds, &wilds, options);
    }

    /// Lists the cards that may come next in a set chosen one card at a time: one of each kind, or
    /// cards without an alternative. Returns whether there is no choice: one card of each listed
    /// kind is among those that the set still needs.
    pub(super) fn list_set_cards(&mut self, combo: ComboId, seat: Seat, chosen: &[CardId]) -> bool {
        if self.rules.combo(combo).pattern.form == SetForm::Parts {
            return self.list_part_cards(combo, seat, chosen);
        }
        let Self { rules, effect, decision, set_cards: best, set_kinds: kinds, .. } = self;
        let rule = rules.combo(combo);
        let ComboRule { pattern, fitting, .. } = rule;
        let (table, n_cards) = (&effect.table, pattern.n_cards as usize - chosen.len());
        let (may_repeat, hand) = (rules.may_repeat(rule), table.hand(seat));
        // How many more cards of a kind, of those that the player sees, the set can hold.
        let n_more = |kind: Kind| {
            let is_it = |card: &&CardId| table.kind(**card) == kind;
            let is_repeated = pattern.form == SetForm::Any || rules.repeats(kind);
            let n_seen = seen(table, seat, kind).len();
            let most = if is_repeated { n_seen } else { n_seen.min(1) };
            most - chosen.iter().filter(is_it).count()
        };
        let held = intersection(table.held.held(seat), fitting.words());
        let mut offered: SmallVec<[u64; 16]> = held.collect();
        let doubtful = chosen.iter().chain(hand.iter().filter(|_| table.blind.has(seat)));
        for kind in doubtful.map(|card| table.kind(*card)) {
            let (word, bit) = place(kind);
            if let Some(word) = offered.get_mut(word).filter(|_| n_more(kind) == 0) {
                *word &= !bit;
            }
        }
        // Of each kind the card that most others know, as the number of these and its place in the
        // hand. One pass without branches that cannot be predicted, however many kinds it holds.
        best.clear();
        best.resize(rules.kinds.len(), 0);
        let (best, cards) = (best.as_mut_slice(), table.cards.as_slice());
        for (place, card) in (0..).zip(hand) {
            if may_repeat && chosen.contains(card) {
                continue;
            }
            let CardState { kind, known, .. } = &cards[card.index()];
            let best = &mut best[kind.index()];
            let is_seen = u32::from(known.has(seat));
            *best = (*best).max(is_seen * ((known.len() as u32) << 16 | place));
        }
        kinds.resize(rules.kinds.len() + N_SPARE, Kind(0));
        let n_kinds = write_kinds(&offered, kinds);
        let kinds = &kinds[..n_kinds];
        decision.options.clear();
        decision.options.extend(kinds.iter().map(|kind| {
            let place = best[kind.index()] & 0xffff;
            Choice::Card(hand[place as usize], *kind)
        }));
        let n_left =
            if may_repeat { kinds.iter().map(|kind| n_more(*kind)).sum() } else { n_kinds };
        n_left <= n_cards || n_kinds == 1
    }

    /// Lists one card of each kind that may come next in a set of several parts. Returns whether
    /// there is no choice.
    fn list_part_cards(&mut self, combo: ComboId, seat: Seat, chosen: &[CardId]) -> bool {
        let mut counts = self.count_seen(seat);
        let Self { rules, effect, decision, .. } = self;
        let mut kinds: SmallVec<[Kind; 8]> =
            chosen.iter().map(|card| effect.table.kind(*card)).collect();
        for (kind, n) in &mut counts {
            *n -= kinds.iter().filter(|other| *other == kind).count() as u16;
        }
        decision.options.clear();
        for i in 0..counts.len() {
            let (kind, n) = counts[i];
            counts[i].1 = n.saturating_sub(1);
            kinds.push(kind);
            if n > 0 && rules.combo(combo).completed(rules, &counts, &kinds).is_some() {
                let card = held_card(&effect.table, seat, (kind, false), chosen);
                decision.options.extend(card.map(|card| Choice::Card(card, kind)));
            }
            kinds.pop();
            counts[i].1 = n;
        }
        decision.options.len() == 1
    }

    /// Returns the seats that could answer at a moment: those holding a card for it, and those that
    /// are always asked.
    pub(super) fn able_to_answer(&self, moment: Moment) -> SeatSet {
        let rules = &self.rules;
        let table = &self.effect.table;
        let kinds = rules.by_moment[moment as usize].iter();
        let holders = kinds
            .chain(&rules.stand_ins)
            .map(|kind| table.held.holders(*kind))
            .fold(self.effect.players.also_ask, SeatSet::union);
        if table.blind.is_empty() && !rules.has_front_plays {
            return holders;
        }
        let is_front_play = |card: &CardId| {
            let rule = rules.kind(table.kind(*card));
            rule.from_front && (rule.at(moment) || rule.hooks.has(Hook::PlaysAs))
        };
        let may_play_front = |seat: &Seat| {
            rules.has_front_plays && table.cards_in(Zone::Front(*seat)).iter().any(is_front_play)
        };
        holders.union(table.blind).union(table.seats().filter(may_play_front).collect())
    }

    /// Lists a seat's responses to the action on top of the stack. Returns whether the seat is
    /// asked at all: whether any kind of the ruleset could answer.
    pub(super) fn list_responses(&mut self, seat: Seat) -> Result<bool, Stop> {
        self.decision.options.clear();
        let table = self.table();
        let Some(action) = table.stack.last() else { return Ok(false) };
        let (id, subject) = (action.id, action.subject);
        if table.hand(seat).is_empty() && !self.rules.has_front_plays {
            return Ok(false);
        }
        let moment = Moment::of(&subject);
        let rules = self.rules.clone();
        let has_unseen = table.blind.has(seat) && !self.unseen_cards(seat).is_empty();
        let is_also_asked = has_unseen
            || self.effect.players.also_ask.has(seat) && !self.table().hand(seat).is_empty();
        let mut is_asked = false;
        for kind in &rules.by_moment[moment as usize] {
            let holds = self.can_play_from_somewhere(seat, *kind);
            let is_needless = is_asked || !is_also_asked || !rules.kind(*kind).is_in_box;
            if !holds && is_needless {
                continue;
            }
            let owner = Owner::Kind(*kind);
            if rules.kind(*kind).by_copy {
                // Others do not know the state of the cards in the hand.
                is_asked = true;
                let responds = |game: &mut Self| game.may_respond(seat, (*kind, *kind), id);
                if holds && self.some_copy(seat, *kind, responds)? {
                    self.decision.options.push(Choice::Respond(*kind));
                }
                continue;
            }
            let query = FastQuery { hook: Hook::Responds, owner, me: seat, action: Some(id) };
            let hooks = rules.kind(*kind).hooks;
            if hooks.has(Hook::Responds) && !self.query(query)? {
                continue;
            }
            is_asked = true;
            if holds && self.has_first_option(hooks, owner, seat, Some(*kind))? {
                self.decision.options.push(Choice::Respond(*kind));
            }
        }
        for kind in &rules.stand_ins {
            let holds = self.can_play_from_somewhere(seat, *kind);
            if holds && !self.stand_in_kinds(seat, *kind, None, true)?.is_empty() {
                is_asked = true;
                if !self.decision.options.contains(&Choice::Respond(*kind)) {
                    self.decision.options.push(Choice::Respond(*kind));
                }
            }
        }
        self.list_copies(seat)?;
        if has_unseen && is_asked {
            self.decision.options.push(Choice::Unseen);
        }
        let is_rescue = matches!(subject, Subject::Explosion(_)) && rules.forced_rescue;
        if !is_rescue || self.decision.options.is_empty() {
            self.decision.options.push(Choice::Pass);
        }
        Ok(is_asked)
    }
}

/// Lists the sets of a combo of equal cards in a hand with wild cards.
// Few hands need it: the code that lists most options stays small.
#[inline(never)]
fn list_wild_sets(
    rules: &Rules,
    (combo, rule): (ComboId, &ComboRule),
    (held, seat): (&HandCounts, Seat),
    options: &mut Vec<Choice>,
) {
    let wilds: KindCounts = held.kinds_among(seat, &rule.wild).collect();
    let kinds = held.kinds_among(seat, &rule.fitting);
    list_equal_sets(rules, (combo, rule), kinds, &wilds, options);
}

/// Lists the sets of a combo of equal cards, with wild cards or without, of the kinds that fit it
/// and those that may stand for others, with their counts.
fn list_equal_sets(
    rules: &Rules,
    (combo, rule): (ComboId, &ComboRule),
    kinds: impl Iterator<Item = (Kind, u16)>,
    wilds: &[(Kind, u16)],
    options: &mut Vec<Choice>,
) {
    let n_cards = rule.pattern.n_cards;
    let n_wild: u16 = wilds.iter().map(|(_, n)| n).sum();
    for (kind, n) in kinds.filter(|(_, n)| n + n_wild >= n_cards.into()) {
        if n >= n_cards.into() {
            options.push(Choice::Combo(combo, SetKinds::equal(kind, n_cards)));
        }
        let stands_for = |(wild, _): &&(Kind, u16)| {
            *wild != kind && rules.kind(*wild).stands_for(rules.kind(kind))
        };
        let wilds = wilds.iter().filter(stands_for);
        list_with_wilds(combo, (kind, n.into()), n_cards.into(), wilds, options);
    }
}

/// Lists the sets of `n_cards` cards of a kind, of which the player has `n`, and of wild cards of
/// one or two kinds.
fn list_with_wilds<'a>(
    combo: ComboId,
    (kind, n): (Kind, usize),
    n_cards: usize,
    wilds: impl Iterator<Item = &'a (Kind, u16)> + Clone,
    options: &mut Vec<Choice>,
) {
    // At least one card is of the kind, and one is wild.
    let (fewest, most) = (n_cards.saturating_sub(n).max(1), n_cards - 1);
    let mut list = |n_wild: usize, with_wilds: &dyn Fn(SetKinds) -> SetKinds| {
        let equal = SetKinds::equal(kind, (n_cards - n_wild) as u8);
        options.push(Choice::Combo(combo, with_wilds(equal)));
    };
    for (wild, n_wild) in wilds.clone() {
        for n_wild in fewest..=usize::from(*n_wild).min(most) {
            list(n_wild, &|set| set.with_wild(*wild, n_wild as u8));
        }
    }
    let mut others = wilds;
    while let Some((first, n_first)) = others.next() {
        for (second, n_second) in others.clone() {
            for n_first in 1..=usize::from(*n_first).min(most) {
                let left = fewest.saturating_sub(n_first).max(1)..=most - n_first;
                for n_second in left.take_while(|n| n <= &usize::from(*n_second)) {
                    list(n_first + n_second, &|set| {
                        set.with_wild(*first, n_first as u8).with_others(*second, n_second as u8)
                    });
                }
            }
        }
    }
}
