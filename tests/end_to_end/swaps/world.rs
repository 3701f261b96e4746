//! A game as one player is shown it.

use litterbox::agent::{Evidence, HiddenCards, determinized, unknown};
use litterbox::base::output::json;
use litterbox::internals::replay_page;
use litterbox::kernel::event::InternalEvent;
use litterbox::kernel::rng::generator;
use litterbox::kernel::{
    ActionEvent, CardEvent, CardId, EventKind, GameEvent, Kind, Seat, Subject, Table, Zone,
};
use litterbox::message::AgentQuestion;
use litterbox::shell::render::json::{Subscription, UpdatePart};
use litterbox::shell::{Shell, Status};

/// The kind and the counters of a card; none for one that is left out.
type Facts<'a> = Option<(Kind, &'a [i64])>;

/// A game as one player is shown it.
pub struct World {
    pub shell: Shell,
    pub updates: Subscription,
    /// The cards that changed places, and those in their places in the first world.
    pub swapped: Vec<CardId>,
    pub replaced: Vec<CardId>,
}

impl World {
    pub fn table(&self) -> &Table {
        self.shell.debugger().unwrap().table()
    }

    /// The ids of the options, and of the asked seat.
    pub fn asked(&self) -> Option<(Seat, Vec<String>)> {
        let debugger = self.shell.debugger().unwrap();
        let decision = debugger.game.decision()?;
        Some((decision.seat, debugger.notation().options(decision)))
    }

    /// Whether the last ply showed the viewer one of these cards.
    pub fn reveals(&self, cards: &[CardId], viewer: Seat) -> bool {
        let debugger = self.shell.debugger().unwrap();
        let is_swapped = |card: &CardId| cards.contains(card);
        let table = self.table();
        let shows = |kind: &EventKind| match kind {
            EventKind::Card(CardEvent::Moved { card, visibility, .. }) => {
                is_swapped(card) && visibility.seen.has(viewer)
            }
            EventKind::Card(CardEvent::Shown { card, to }) => is_swapped(card) && *to == viewer,
            EventKind::Card(CardEvent::Revealed { card }) => is_swapped(card),
            EventKind::Game(GameEvent::CounterRevealed { .. }) => true,
            EventKind::Action(ActionEvent::Announced { action }) => match action.subject {
                Subject::Explosion(hazard) => hazard.as_ref().is_some_and(is_swapped),
                _ => false,
            },
            _ => false,
        };
        cards.iter().any(|card| table.knows(viewer, *card))
            || debugger.timeline.now().visible().any(|event| shows(&event.kind))
    }

    /// Whether the last ply drew lots: a random card of a hand depends on the order of the hand,
    /// which means nothing and may differ.
    pub fn drew_lots(&self) -> bool {
        let entry = self.shell.debugger().unwrap().timeline.now();
        let mut events = entry.events.iter().chain(&entry.begun);
        events.any(|event| {
            matches!(event.kind, EventKind::Internal(InternalEvent::RandomDrawn { .. }))
        })
    }

    /// What scripts changed for all to see in the last ply. The rules of a game may say something
    /// about hidden cards in this way: the two of clubs leads, the lower card is out.
    pub fn course(&self) -> Vec<String> {
        let entry = self.shell.debugger().unwrap().timeline.now();
        let by_scripts = entry.events.iter().chain(&entry.begun);
        let by_scripts = by_scripts.filter(|event| event.cause.place.is_some());
        let public = by_scripts.filter_map(|event| match &event.kind {
            EventKind::Card(CardEvent::Moved { from, to, .. }) => Some(format!("{from:?} {to:?}")),
            EventKind::Player(event) => Some(format!("{event:?}")),
            EventKind::Game(event @ (GameEvent::Ended | GameEvent::Counted { .. })) => {
                Some(format!("{event:?}"))
            }
            EventKind::Card(_) | EventKind::Action(_) | EventKind::Game(_) => None,
            EventKind::Internal(_) => None,
        });
        public.collect()
    }

    /// The kinds and counters of all cards by zone; hands sorted, as their order means nothing. The
    /// cards that changed places are left out.
    pub fn kinds(&self, without: &[CardId]) -> Vec<Vec<Facts<'_>>> {
        let table = self.table();
        let n_counters = self.shell.debugger().unwrap().notation().rules.card_counters.len();
        let kinds = |zone: Zone| {
            let kind = |card: &CardId| {
                let counters = &table.card_counters[card.index() * n_counters..][..n_counters];
                (!without.contains(card)).then(|| (table.kind(*card), counters))
            };
            let mut kinds: Vec<_> = table.cards_in(zone).iter().map(kind).collect();
            if matches!(zone, Zone::Hand(_)) {
                kinds.sort_unstable();
            }
            kinds
        };
        table.zones.all().map(kinds).collect()
    }

    /// The reply to an input and the update of the viewer's subscription.
    pub fn shown(&mut self, input: &str) -> (Status, String) {
        let reply = self.shell.input(input);
        let message = self.shell.reply_message(None, Some(input), &reply).line();
        let update = self.shell.update(&mut self.updates).map(|message| message.line());
        let shown = format!("{}\n{message}\n{}", reply.text(), update.unwrap_or_default());
        (reply.status, shown)
    }

    /// What the viewer's agent is given.
    pub fn observed(&mut self, viewer: Seat) -> String {
        let debugger = self.shell.debugger().unwrap();
        debugger.observe(viewer, |observation| {
            let evidence = Evidence::of(observation);
            let dealt = |hidden: &HiddenCards| -> (Vec<Vec<Kind>>, Vec<i64>) {
                let mut table = observation.determinized(&mut generator(1, 1));
                observation.sample(hidden, &mut table, &mut generator(2, 1));
                let kinds = |zone: Zone| {
                    let kinds = table.cards_in(zone).iter().map(|card| table.kind(*card));
                    let mut kinds: Vec<Kind> = kinds.collect();
                    if matches!(zone, Zone::Hand(_)) {
                        kinds.sort_unstable();
                    }
                    kinds
                };
                (table.zones.all().map(kinds).collect(), table.counters.clone())
            };
            let [any, likely] = [observation.hidden_cards(), observation.likely_cards(&evidence)];
            let dealt = [dealt(&any), dealt(&likely)];
            let decision = debugger.game.decision();
            let asked = decision.map(|decision| AgentQuestion::new(observation, decision));
            // The decision of somebody else is not given.
            let position = json::compact(&asked.as_ref().map(|asked| &asked.position));
            let question = json::compact(&asked.filter(|_| decision.unwrap().seat == viewer));
            let set = observation.information_set();
            format!("{position}\n{question}\n{set}\n{dealt:?}")
        })
    }

    /// The page of the game up to here.
    pub fn replayed(&self, viewer: Seat) -> String {
        replay_page(&mut self.shell.debugger().unwrap().fork(), Some(viewer))
    }

    /// What the viewer sees without an input: completions and a snapshot.
    pub fn offered(&mut self) -> String {
        let words: Vec<String> =
            ["", ":goto ", ":edit ", ":refuse ", ":why ", "play "].map(str::to_owned).into();
        let completed: Vec<_> = words
            .iter()
            .map(|line| self.shell.complete(line))
            .map(|found| found.iter().map(|c| format!("{} {}", c.text, c.about)).collect())
            .collect::<Vec<Vec<String>>>();
        let name = self.updates.viewer.clone();
        let snapshot = self.shell.snapshot(&mut subscription(name)).unwrap().line();
        format!("{completed:?}\n{snapshot}")
    }
}

/// A subscription with all that an update can say.
pub fn subscription(viewer: String) -> Subscription {
    Subscription::new(viewer, vec![UpdatePart::Position, UpdatePart::Lines, UpdatePart::Picture])
}

/// The groups of cards that a seat cannot tell apart and that may change places: hazards stay out
/// of hands, as everybody knows.
pub fn exchangeable(shell: &Shell, viewer: Seat) -> Vec<Vec<CardId>> {
    let debugger = shell.debugger().unwrap();
    let (table, rules) = (debugger.table(), debugger.game.rules());
    let zone = |card: &CardId| table.zones.zone_of(*card);
    let is_hazard = |card: &CardId| table.is_kept_out_of_hands(rules, table.kind(*card));
    // Cards that act while they are hidden in a hand, and the hazards that they hold back.
    let acts_hidden = |card: &CardId| rules.kind(table.kind(*card)).hears_in_hand;
    let some_act = rules.kinds.iter().any(|rule| rule.hears_in_hand);
    let is_fixed = |card: &CardId| {
        let is_turned = table.cards[card.index()].is_turned;
        let is_held_back = acts_hidden(card) || some_act && is_hazard(card);
        let is_seen = zone(card) == Zone::Hand(viewer) && !table.blind.has(viewer);
        is_turned || is_held_back || zone(card) == Zone::Box || is_seen
    };
    let groups = unknown(table, rules, viewer);
    let mut split = Vec::new();
    for group in groups {
        let group: Vec<CardId> = group.into_iter().filter(|card| !is_fixed(card)).collect();
        let piled = |card: &CardId| !matches!(zone(card), Zone::Hand(_));
        split.push(group.iter().copied().filter(|card| !is_hazard(card)).collect());
        split.push(group.into_iter().filter(piled).collect());
    }
    split
}

/// A counter hidden from the viewer, as `:set` sets it: to what it holds, and to something else.
pub fn other_secret(shell: &Shell, viewer: Seat, seed: u64) -> Option<[String; 2]> {
    let debugger = shell.debugger().unwrap();
    let (table, notation) = (debugger.table(), debugger.notation());
    let rules = debugger.game.rules();
    let guess = determinized(table, rules, viewer, &mut generator(seed, 3));
    let differs = |slot: &u16| table.counter(rules, *slot) != guess.counter(rules, *slot);
    let slot = (0..table.counters.len() as u16).find(differs)?;
    let (owner, rule) = rules.counter_at(slot);
    let owner = owner.map_or_else(String::new, |owner| format!("{}.", notation.seat(owner)));
    Some([table, &guess].map(|table| {
        let value = notation.counter_value(&table.counter(rules, slot));
        format!(":set {owner}{} {value}", rule.id)
    }))
}

/// Commands about the counters of a player.
pub fn counter_commands(shell: &Shell, name: &str) -> Vec<String> {
    let counters = &shell.debugger().unwrap().notation().rules.seat_counters;
    let commands = |counter: String| {
        [
            format!(":last-change {counter}"),
            format!(":why {counter}"),
            format!(":watch {counter}"),
            format!(":expect counter {counter} ?"),
            format!(":expect counter {counter} {name}"),
        ]
    };
    counters.iter().flat_map(|rule| commands(format!("{name}.{}", rule.id))).collect()
}
