//! Card moves: draw, deal, give, hide; their visibility and the hooks they trigger.

use super::effect::EffectContext;
use crate::kernel::action::{Subject, Task};
use crate::kernel::card::{CardId, Seat, SeatSet};
use crate::kernel::cause::{MoveReason, Visibility};
use crate::kernel::event::InternalEvent;
use crate::kernel::fault::Stop;
use crate::kernel::hook::Hook;
use crate::kernel::rules::Placement;
use crate::kernel::table::Table;
use crate::kernel::value::Value;
use crate::kernel::zone::Zone;

impl EffectContext {
    /// Moves a card.
    pub fn relocate(
        &mut self,
        card: CardId,
        to: (Zone, usize),
        reason: MoveReason,
        mut visibility: Visibility,
    ) {
        let from = self.table.zones.zone_of(card);
        let (to, depth) = match to {
            (to, 0) => (to, 0),
            (to, depth) => (to, depth.min(self.table.zones.len(to)) as u16),
        };
        if !visibility.tracked && from != Zone::Box {
            visibility.seen = visibility.seen.union(self.infer_moved(card, visibility.seen));
        }
        if let Some(action) = &self.run.action
            && !action.watchers.is_empty()
        {
            visibility.seen = visibility.seen.union(action.watchers);
            visibility.placed = visibility.placed.union(action.watchers);
        }
        self.emit_move(card, (from, to), depth, reason, visibility);
        if from != to && !self.rules.refills.is_empty() {
            self.schedule_refill(from);
        }
        let hooks = self.rules.kind(self.table.kind(card)).hooks;
        if !(hooks.has(Hook::Lost) || hooks.has(Hook::Gained)) || from == to {
            return;
        }
        if let Zone::Hand(seat) = from
            && hooks.has(Hook::Lost)
        {
            self.run.caused.push(Task::Hook { hook: Hook::Lost, seat, card: Some(card) });
        }
        if let Zone::Hand(seat) = to
            && hooks.has(Hook::Gained)
            && !matches!(reason, MoveReason::Deal | MoveReason::SetUp)
        {
            self.run.caused.push(Task::Hook { hook: Hook::Gained, seat, card: Some(card) });
        }
    }

    /// Deals `n_cards` cards from the top of the draw pile to a player, or fewer if it runs out.
    pub fn deal(&mut self, seat: Seat, n_cards: usize) {
        let n_cards = n_cards.min(self.table.zones.len(Zone::Draw));
        let Table { has_turned, blind, .. } = &self.table;
        let is_plain = !has_turned && blind.is_empty() && !self.rules.notes_arrivals;
        if is_plain && !self.log.is_kept() {
            // As many events as for a move of each card.
            self.cost.n_events += n_cards as u32;
            return self.table.apply(&self.rules, InternalEvent::Dealt { seat, n_cards });
        }
        for _ in 0..n_cards {
            // No hook runs on a deal, so none is looked up.
            let card = self.table.cards_in(Zone::Draw)[0];
            let visibility = Visibility { seen: SeatSet::one(seat), ..Visibility::ALL };
            let zones = (Zone::Draw, Zone::Hand(seat));
            self.emit_move(card, zones, 0, MoveReason::Deal, visibility);
        }
    }

    /// Draws the card at the top of a pile, and refills the pile before and after
    /// if it is empty and the rules say so. Returns the card, or `None` if there is none.
    ///
    /// # Errors
    /// [`Stop::Asked`] when chance is asked for the order of the refilled pile.
    pub fn draw(&mut self, seat: Seat, pile: Zone) -> Result<Option<CardId>, Stop> {
        self.refill(pile)?;
        match self.table.cards_in(pile).first().copied() {
            Some(card) => self.draw_card(seat, card),
            None => Ok(None),
        }
    }

    /// Draws up to this many cards of the draw pile. Those after a card that acts once it is gained
    /// are drawn when that is over, if the player is still in the game.
    ///
    /// # Errors
    /// The stop of a replacement hook; [`Stop::Asked`] when chance is asked for the order of the
    /// refilled pile.
    pub fn draw_cards(&mut self, seat: Seat, n_cards: u16) -> Result<(), Stop> {
        for n_left in (0..n_cards).rev() {
            let Some(card) = self.draw(seat, Zone::Draw)? else { continue };
            if n_left > 0 && self.rules.kind(self.table.kind(card)).hooks.has(Hook::Gained) {
                let height = self.table.stack_height();
                self.run.caused.push(Task::Draw { seat, n_cards: n_left, height });
                break;
            }
        }
        Ok(())
    }

    /// Moves a drawn card into the hand, visible to that player, and to everybody if it lay face
    /// up. Returns the card, or `None` if something else happened instead.
    ///
    /// # Errors
    /// The stop of a replacement hook.
    pub fn draw_card(&mut self, seat: Seat, card: CardId) -> Result<Option<CardId>, Stop> {
        if self.is_heard(Hook::BeforeDraw)
            && self.is_replaced(Hook::BeforeDraw, seat, Value::Card(card))?
        {
            return Ok(None);
        }
        let from = self.table.zones.zone_of(card);
        let is_open = self.is_open(card);
        let seen = SeatSet::one(seat).union(self.owner_of(from));
        let visibility = Visibility {
            seen: if is_open { SeatSet::ALL } else { seen },
            tracked: is_open || self.rules.only_seer(from).is_none(),
            placed: SeatSet::ALL,
        };
        self.relocate(card, (Zone::Hand(seat), 0), MoveReason::Draw, visibility);
        self.tell_listeners(Hook::AfterDraw, seat, card, self.table.stack_height());
        Ok(Some(card))
    }

    /// Discards a card: it goes face up on top of its home pile.
    pub fn discard(&mut self, card: CardId) {
        let home = self.rules.kind(self.table.kind(card)).home;
        self.relocate(card, (home, 0), MoveReason::Discard, Visibility::ALL);
    }

    /// Returns the players who see which card leaves a zone because it is theirs.
    fn owner_of(&self, from: Zone) -> SeatSet {
        match from {
            Zone::Hand(owner) => SeatSet::one(owner).intersection(self.table.blind.complement()),
            from => self.rules.only_seer(from).map_or(SeatSet::NONE, SeatSet::one),
        }
    }

    /// Whether a card lies with its face up, so that everybody sees that it is gone.
    fn is_open(&self, card: CardId) -> bool {
        let zone = self.table.zones.zone_of(card);
        self.rules.is_face_up(zone) != self.table.cards[card.index()].is_turned
    }

    /// Returns the seats besides some that can tell which card leaves a zone, although they do not
    /// see which one it is: all cards there that it may be are known to them and alike.
    fn infer_moved(&self, card: CardId, but: SeatSet) -> SeatSet {
        let Table { zones, cards, .. } = &self.table;
        let mut able = cards[card.index()].known.intersection(but.complement());
        if able.is_empty() {
            return able;
        }
        let from = zones.zone_of(card);
        for other in zones.cards(from) {
            let is_seen = matches!(from, Zone::Hand(_)) && self.is_open(*other);
            if *other == card || is_seen {
                continue;
            }
            let by = |card: CardId| cards[card.index()].played_by;
            if by(card) != by(*other) || !self.table.are_alike(&self.rules, card, *other) {
                return SeatSet::NONE;
            }
            able = able.intersection(cards[other.index()].known);
        }
        able
    }

    /// Moves a card where its script puts it; nobody but its owners, before and after, sees which
    /// card it is unless it lies face up before or after the move.
    pub fn put(&mut self, card: CardId, to: Zone, depth: usize) {
        self.put_because(card, (to, depth), MoveReason::Move);
    }

    fn put_because(&mut self, card: CardId, to: (Zone, usize), reason: MoveReason) {
        let from = self.table.zones.zone_of(card);
        let tracked = self.rules.only_seer(from).is_none();
        self.carry(card, to, reason, tracked);
    }

    /// Moves all cards of a zone on top of another in their order. Players see of each card what
    /// they see of one that is put there, and go on knowing where those lie that they have known:
    /// the order of a hand is not seen, but from hand to hand it does not matter.
    pub fn move_all(&mut self, from: Zone, to: Zone) {
        let is_hand = |zone| matches!(zone, Zone::Hand(_));
        let tracked = !is_hand(from) || is_hand(to);
        let reason = if is_hand(to) { MoveReason::Take } else { MoveReason::Move };
        for card in self.table.cards_in(from).to_vec().into_iter().rev() {
            self.carry(card, (to, 0), reason, tracked);
        }
    }

    fn carry(
        &mut self,
        card: CardId,
        (to, depth): (Zone, usize),
        reason: MoveReason,
        tracked: bool,
    ) {
        let from = self.table.zones.zone_of(card);
        let public = self.is_open(card);
        let is_seen = public || self.rules.is_face_up(to);
        let owners = self.owner_of(from).union(self.owner_of(to));
        let seen = if is_seen { SeatSet::ALL } else { owners };
        let visibility = Visibility { seen, tracked: public || tracked, placed: SeatSet::ALL };
        self.relocate(card, (to, depth), reason, visibility);
    }

    /// Puts a card back where it came from, at the depth that it had there; where nothing was noted
    /// it stays.
    pub fn put_back(&mut self, card: CardId) {
        if let Some((zone, depth)) = self.table.came_from(card) {
            self.put_because(card, (zone, depth.into()), MoveReason::Return);
        }
    }

    /// Moves a card that lies in front of whom its play was aimed at to the new target.
    pub fn follow_redirection(&mut self, subject: Subject, (from, to): (Seat, Seat)) {
        if let Subject::Card(card, kind) = subject
            && self.rules.kind(kind).placement == Placement::Target
            && self.table.zones.zone_of(card) == Zone::Front(from)
        {
            self.put(card, Zone::Front(to), 0);
        }
    }

    /// Moves a card from one hand to another, visible to these two players only unless `openly` or
    /// it lies face up.
    pub fn give(&mut self, card: CardId, to: Seat, reason: MoveReason, openly: bool) {
        let from = self.table.zones.zone_of(card);
        let seen = SeatSet::one(to).union(self.owner_of(from));
        let public = openly || self.is_open(card);
        let visibility = Visibility {
            seen: if public { SeatSet::ALL } else { seen },
            tracked: public || self.rules.only_seer(from).is_none(),
            placed: SeatSet::ALL,
        };
        self.relocate(card, (Zone::Hand(to), 0), reason, visibility);
    }

    /// Puts a card into a pile at a depth that only `by` knows.
    pub fn hide(&mut self, card: CardId, zone: Zone, depth: usize, by: Seat) {
        let from = self.table.zones.zone_of(card);
        let public = self.is_open(card);
        let seen = if public { SeatSet::ALL } else { SeatSet::one(by).union(self.owner_of(from)) };
        let visibility = Visibility { seen, tracked: public, placed: SeatSet::one(by) };
        self.relocate(card, (zone, depth), MoveReason::Hide, visibility);
    }
}
