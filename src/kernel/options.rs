//! What may be played: the options of the main decision, of a window, of a set put together.

use super::action::Subject;
use super::card::{CardId, ComboId, Kind, Seat};
use super::decision::Choice;
use super::desk::Mode;
use super::fault::Stop;
use super::game::Game;
use super::rules::{Call, Hook, Hooks, Moment, Owner, Pattern};
use super::table::Table;
use super::value::Value;
use smallvec::SmallVec;

/// How many cards of each kind a hand holds, for the kinds it holds, in the order of the ruleset.
type Counts = SmallVec<[(Kind, u8); 16]>;

fn counts(table: &Table, seat: Seat, n_kinds: usize) -> Counts {
    let mut numbers: SmallVec<[u8; 64]> = SmallVec::from_elem(0, n_kinds);
    for card in table.hand(seat) {
        numbers[table.kind(*card).index()] += 1;
    }
    let held = numbers.iter().enumerate().filter(|(_, n)| **n > 0);
    held.map(|(kind, n)| (Kind(kind as u16), *n)).collect()
}

impl Game {
    /// The card of a kind that a player plays. Of several that look the same it is the one most
    /// others know of, so that nobody is left believing in a card that has gone.
    pub(super) fn pick(&self, seat: Seat, kind: Kind, but: &[CardId]) -> CardId {
        let table = self.table();
        let fits = |card: &&CardId| table.kind(**card) == kind && !but.contains(card);
        let cards = table.hand(seat).iter().filter(fits);
        let known = |card: &&CardId| table.cards[card.index()].known.len();
        *cards.max_by_key(known).expect("an offered kind is in the hand")
    }

    /// Lists the options of the main decision.
    pub(super) fn list_main(&mut self, seat: Seat) -> Result<(), Stop> {
        let rules = self.rules.clone();
        let counts = counts(self.table(), seat, rules.kinds.len());
        self.decision.options.clear();
        for (kind, _) in &counts {
            let rule = rules.kind(*kind);
            if rule.at(Moment::Main) && self.is_offered(rule.hooks, Owner::Kind(*kind), seat)? {
                self.decision.options.push(Choice::Play(*kind));
            }
        }
        for (i, rule) in rules.combos.iter().enumerate() {
            let combo = ComboId(i as u16);
            let first = self.decision.options.len();
            self.list_sets(combo, rule.pattern, &counts);
            let found = self.decision.options.len() > first;
            if found && !self.is_offered(rule.hooks, Owner::Combo(combo), seat)? {
                self.decision.options.truncate(first);
            }
        }
        self.decision.options.push(Choice::Draw);
        Ok(())
    }

    /// Whether a play that the player has the cards for is offered: it does something, its script
    /// allows it, and its first question has an option.
    fn is_offered(&mut self, hooks: Hooks, owner: Owner, seat: Seat) -> Result<bool, Stop> {
        if !hooks.has(Hook::Resolve) && !hooks.has(Hook::Announce) {
            return Ok(false);
        }
        if hooks.has(Hook::Playable) && !self.query(&Call::new(Hook::Playable, owner, seat))? {
            return Ok(false);
        }
        self.has_first_option(hooks, owner, seat)
    }

    fn has_first_option(&mut self, hooks: Hooks, owner: Owner, seat: Seat) -> Result<bool, Stop> {
        if !hooks.has(Hook::Announce) {
            return Ok(true);
        }
        let desk = self.desk_mut();
        desk.question.options.clear();
        desk.given.clear();
        let n_self_answers = desk.self_answers.len();
        desk.question.prompt = super::Prompt::Turn;
        let result = self.call(&Call::new(Hook::Announce, owner, seat), Mode::Probe);
        let desk = self.desk_mut();
        desk.self_answers.truncate(n_self_answers);
        desk.caused.clear();
        match result {
            Ok(_) => Ok(true),
            // Stopped at a change, before any question: the prompt is still the one set above.
            Err(Stop::Asked) => {
                Ok(!desk.question.options.is_empty() || desk.question.prompt == super::Prompt::Turn)
            }
            Err(fault) => Err(fault),
        }
    }

    fn list_sets(&mut self, combo: ComboId, pattern: Pattern, counts: &Counts) {
        let rules = self.rules.clone();
        let n_cards = pattern.n_cards as usize;
        let tagged = |kind: Kind| pattern.tag.is_none_or(|tag| rules.kind(kind).tags.has(tag));
        if !pattern.same {
            let fits = |kind: Kind| !rules.kind(kind).apart && tagged(kind);
            if counts.iter().filter(|(kind, _)| fits(*kind)).count() >= n_cards {
                self.decision.options.push(Choice::Combo(combo, SmallVec::new()));
            }
            return;
        }
        for (kind, n) in counts.iter().filter(|(kind, _)| tagged(*kind)) {
            if *n as usize >= n_cards {
                self.push_set(combo, *kind, n_cards, None);
            }
            for (wild, n_wild) in counts.iter().filter(|(wild, _)| wild != kind) {
                let stands_for = rules.kind(*wild).wild;
                if !stands_for.is_some_and(|tag| rules.kind(*kind).tags.has(tag)) || !tagged(*wild)
                {
                    continue;
                }
                for n_wild in 1..n_cards.min(*n_wild as usize + 1) {
                    if *n as usize >= n_cards - n_wild {
                        self.push_set(combo, *kind, n_cards - n_wild, Some((*wild, n_wild)));
                    }
                }
            }
        }
    }

    fn push_set(&mut self, combo: ComboId, kind: Kind, n: usize, wild: Option<(Kind, usize)>) {
        let mut kinds = SmallVec::from_elem(kind, n);
        if let Some((wild, n)) = wild {
            kinds.extend(std::iter::repeat_n(wild, n));
        }
        self.decision.options.push(Choice::Combo(combo, kinds));
    }

    /// Lists the cards that may come next into a set of different cards. Returns how many more the
    /// set needs.
    pub(super) fn list_set_cards(
        &mut self,
        combo: ComboId,
        seat: Seat,
        chosen: &[CardId],
    ) -> usize {
        let rules = self.rules.clone();
        let pattern = rules.combo(combo).pattern;
        let table = self.table();
        let taken: SmallVec<[Kind; 8]> = chosen.iter().map(|card| table.kind(*card)).collect();
        let tagged = |kind: Kind| pattern.tag.is_none_or(|tag| rules.kind(kind).tags.has(tag));
        let counts = counts(table, seat, rules.kinds.len());
        let fits = |kind: Kind| !rules.kind(kind).apart && tagged(kind) && !taken.contains(&kind);
        self.decision.options.clear();
        for (kind, _) in counts.iter().filter(|(kind, _)| fits(*kind)) {
            let card = self.pick(seat, *kind, chosen);
            self.decision.options.push(Choice::Card(card, *kind));
        }
        pattern.n_cards as usize - chosen.len()
    }

    /// Lists how a seat may answer the action on top of the stack. Returns whether it is asked at
    /// all: whether any kind of the ruleset could answer.
    pub(super) fn list_responses(&mut self, seat: Seat) -> Result<bool, Stop> {
        self.decision.options.clear();
        let table = self.table();
        let action = table.stack.last().expect("a window belongs to an action");
        let (id, subject) = (action.id, action.subject);
        if table.hand(seat).is_empty() {
            return Ok(false);
        }
        let moment = Moment::of(&subject);
        let rules = self.rules.clone();
        let everyone = self.desk().ask_single_pass;
        let mut is_asked = false;
        for kind in &rules.by_moment[moment as usize] {
            let table = self.table();
            let holds = table.hand(seat).iter().any(|card| table.kind(*card) == *kind);
            if !holds && (is_asked || !everyone) {
                continue;
            }
            let owner = Owner::Kind(*kind);
            let call = Call::new(Hook::Responds, owner, seat).arg(Value::Action(id));
            let hooks = rules.kind(*kind).hooks;
            if hooks.has(Hook::Responds) && !self.query(&call)? {
                continue;
            }
            is_asked = true;
            if holds && self.has_first_option(hooks, owner, seat)? {
                self.decision.options.push(Choice::Respond(*kind));
            }
        }
        let is_rescue = matches!(subject, Subject::Explosion(_)) && rules.forced_rescue;
        if !is_rescue || self.decision.options.is_empty() {
            self.decision.options.push(Choice::Pass);
        }
        Ok(is_asked)
    }
}
