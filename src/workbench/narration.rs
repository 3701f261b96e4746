//! Events in words: what happened, with players' names and cards' titles, and who saw it. Two ways:
//! told (what a person at the table would say) and listed (every event by itself).

use super::debugger::Debugger;
use super::timeline::TimelineEntry;
use crate::kernel::rules::Placement;
use crate::kernel::turns::EndedTurns;
use crate::kernel::{
    Action, ActionRef, CardId, Event, EventKind, MoveReason, Prompt, Seat, SeatSet, Subject, Table,
    Value, Zone,
};
use crate::transcript::Input;
use crate::transcript::notation::Notation;

/// What the ply that led to an entry did, as sentences.
#[must_use]
pub fn narrate(debugger: &Debugger, ply: usize) -> Vec<String> {
    narrate_events(debugger, ply).into_iter().map(|(line, _)| line).collect()
}

/// The same, with the event that each sentence tells first.
#[must_use]
pub fn narrate_events(debugger: &Debugger, ply: usize) -> Vec<(String, &Event)> {
    let Some(entry) = debugger.timeline.entry(ply) else { return Vec::new() };
    match ply {
        0 => tell(debugger, entry, &entry.visible().collect::<Vec<_>>(), true),
        _ => tell(debugger, entry, &debugger.steps(ply).events, true),
    }
}

/// What some of the events of a ply did, as sentences: those with these numbers within the ply.
#[must_use]
pub fn narrate_range(debugger: &Debugger, ply: usize, part: std::ops::Range<usize>) -> Vec<String> {
    let Some(entry) = debugger.timeline.entry(ply) else { return Vec::new() };
    let events = debugger.steps(ply).events;
    let to_end = part.end >= events.len();
    let told = tell(debugger, entry, events.get(part).unwrap_or_default(), to_end);
    told.into_iter().map(|(line, _)| line).collect()
}

fn tell<'e>(
    debugger: &Debugger,
    entry: &TimelineEntry,
    events: &[&'e Event],
    to_end: bool,
) -> Vec<(String, &'e Event)> {
    let narrator = Narrator { to_end, ..Narrator::at(debugger, entry) };
    let passed = passed_by_hand(entry);
    let mut lines = Vec::new();
    let mut rest = events;
    while let Some((event, after)) = rest.split_first() {
        let (line, n_events) = narrator.tell(event, after, &passed);
        lines.extend(line.map(|line| (line, *event)));
        rest = &rest[n_events..];
    }
    lines
}

/// The ids of the cards and combos that the last ply played, or that went off by themselves.
pub fn played(debugger: &Debugger) -> impl Iterator<Item = String> {
    let (entry, rules) = (debugger.timeline.now(), &debugger.notation().rules);
    let card = |card: CardId| rules.kind(debugger.table().kind(card)).id.to_string();
    entry.visible().filter_map(move |event| match &event.kind {
        EventKind::Moved { card: played, reason: MoveReason::Play, .. } => Some(card(*played)),
        EventKind::Announced { action } => match action.subject {
            Subject::Card(_, kind) => Some(rules.kind(kind).id.to_string()),
            Subject::Combo(combo) => Some(rules.combo(combo).id.to_string()),
            Subject::Explosion(hazard) => hazard.map(card),
            Subject::Draw | Subject::Turn => None,
        },
        _ => None,
    })
}

/// The seats whose pass was typed.
fn passed_by_hand(entry: &TimelineEntry) -> Vec<&str> {
    match entry.record.as_ref().map(|record| &record.input) {
        Some(Input::Answers(answers)) => {
            let passes = answers.iter().filter(|given| given.option == "pass");
            passes.map(|given| given.seat.as_str()).collect()
        }
        _ => Vec::new(),
    }
}

/// One event of the line by itself, for a list.
#[must_use]
pub fn listed(debugger: &Debugger, event: &Event) -> String {
    let entry = debugger.timeline.entry(event.cause.ply as usize);
    let latest = debugger.timeline.now();
    Narrator::at(debugger, entry.filter(|entry| entry.ply > latest.ply).unwrap_or(latest))
        .list(event)
}

/// An action by its player and what it is about: `ann's Favor`.
#[must_use]
pub fn action(notation: &Notation, by: Seat, subject: Subject) -> String {
    let by = notation.seat(by);
    match subject {
        Subject::Card(_, kind) => format!("{by}'s {}", notation.kind(kind).title),
        Subject::Combo(combo) => format!("{by}'s {}", notation.combo(combo).title),
        Subject::Explosion(_) => format!("{by}'s explosion"),
        Subject::Draw => format!("{by}'s draw"),
        Subject::Turn => format!("the beginning of {by}'s turn"),
    }
}

/// Names in a row: `ann, bob and cat`.
#[must_use]
pub fn and(names: &[&str]) -> String {
    match names {
        [] => "nobody".into(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

/// A number of things: `1 ply`, `2 plies`.
#[must_use]
pub fn number_of(n: usize, one: &str, several: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {several}") }
}

fn turns(n: u32) -> String {
    if n == 1 { "1 turn".into() } else { format!("{n} turns") }
}

struct Narrator<'a> {
    debugger: &'a Debugger,
    entry: &'a TimelineEntry,
    notation: &'a Notation,
    table: &'a Table,
    /// Whether nothing follows in the ply after what is told.
    to_end: bool,
}

impl<'a> Narrator<'a> {
    fn at(debugger: &'a Debugger, entry: &'a TimelineEntry) -> Self {
        Self {
            debugger,
            entry,
            notation: debugger.notation(),
            table: entry.snapshot.shown(),
            to_end: true,
        }
    }

    fn title(&self, card: CardId) -> &str {
        &self.notation.kind(self.table.kind(card)).title
    }

    fn titles(&self, cards: &[CardId]) -> String {
        cards.iter().map(|card| self.title(*card)).collect::<Vec<_>>().join(", ")
    }

    /// The titles, as far as whoever looks has seen the cards or knows them anyway.
    fn titles_seen(&self, cards: &[CardId], seen: SeatSet) -> String {
        let Some(viewer) = self.debugger.viewer else { return self.titles(cards) };
        let is_known = |card: &CardId| seen.has(viewer) || self.table.knows(viewer, *card);
        match cards {
            _ if cards.iter().all(is_known) => self.titles(cards),
            [_] => "a card".into(),
            _ => format!("{} cards", cards.len()),
        }
    }

    fn seat(&self, seat: Seat) -> &str {
        self.notation.seat(seat)
    }

    /// ` (only ann sees it)`, or nothing where everybody does.
    fn seen_by(&self, seen: SeatSet, what: &str) -> String {
        let everybody = self.table.seats().all(|seat| seen.has(seat));
        if everybody {
            return String::new();
        }
        let names: Vec<&str> =
            self.table.seats().filter(|s| seen.has(*s)).map(|s| self.seat(s)).collect();
        match names.as_slice() {
            [] => format!(" (nobody sees {what})"),
            [name] => format!(" (only {name} sees {what})"),
            _ => format!(" (only {} see {what})", and(&names)),
        }
    }

    /// Where a card is, in a sentence.
    fn place(&self, zone: Zone) -> String {
        match zone {
            Zone::Draw => "the draw pile".into(),
            Zone::Discard => "the discard pile".into(),
            Zone::Table => "the middle of the table".into(),
            Zone::Box => "the box".into(),
            Zone::Pile(pile) => {
                format!("the {}", self.notation.rules.piles[pile.index()].id.replace('_', " "))
            }
            Zone::Hand(seat) => format!("{}'s hand", self.seat(seat)),
            Zone::Front(seat) => format!("the place before {}", self.seat(seat)),
        }
    }

    /// Tells an event, together with those after it that belong to the same sentence. Returns the
    /// sentence, if the event is worth one, and how many events it covers.
    fn tell(&self, event: &Event, after: &[&Event], passed: &[&str]) -> (Option<String>, usize) {
        match &event.kind {
            EventKind::Moved { reason: MoveReason::Play, .. } => self.tell_play(event, after),
            EventKind::Moved { .. } => self.tell_move(event, after),
            EventKind::Shown { to, .. } => {
                let same =
                    |e: &&&Event| matches!(&e.kind, EventKind::Shown { to: t, .. } if t == to);
                let more = after.iter().take_while(same).count();
                let shown = |e: &&Event| match e.kind {
                    EventKind::Shown { card, .. } => Some(card),
                    _ => None,
                };
                let cards: Vec<CardId> =
                    std::iter::once(&event).chain(&after[..more]).filter_map(shown).collect();
                let who = self.seen_by(SeatSet::one(*to), "this");
                let titles = self.titles_seen(&cards, SeatSet::one(*to));
                let line = format!("{} looks at {}{who}", self.seat(*to), titles);
                (Some(line), more + 1)
            }
            EventKind::Passed { seat, .. } if !passed.contains(&self.seat(*seat)) => (None, 1),
            EventKind::Resolved { action } => (self.came_to_nothing(*action, after), 1),
            EventKind::Minted { .. }
            | EventKind::Ended { .. }
            | EventKind::Began { .. }
            | EventKind::LaidOut { .. } => (None, 1),
            EventKind::Announced { action }
                if matches!(action.subject, Subject::Draw | Subject::Turn) =>
            {
                (None, 1)
            }
            EventKind::Shuffled { .. } if self.is_setup(event) => (None, 1),
            _ => (Some(self.list(event)), 1),
        }
    }

    fn is_setup(&self, event: &Event) -> bool {
        event.cause.ply == 0
    }

    /// Says so when an action took effect and nothing whatever followed.
    fn came_to_nothing(&self, action: ActionRef, after: &[&Event]) -> Option<String> {
        if self.stays(action.subject).is_some() {
            return None;
        }
        let decision = self.entry.snapshot.decision();
        let goes_on = decision.is_some_and(|decision| decision.prompt == Prompt::Turn);
        (after.is_empty() && self.to_end && goes_on)
            .then(|| format!("{} comes to nothing", self.action(action)))
    }

    /// Cards laid down; nothing is said where what they announce follows at once.
    fn tell_play(&self, event: &Event, after: &[&Event]) -> (Option<String>, usize) {
        let played = |event: &Event| match event.kind {
            EventKind::Moved { card, from, reason: MoveReason::Play, .. } => Some((card, from)),
            _ => None,
        };
        let Some((first, from)) = played(event) else { return (None, 1) };
        let more = after.iter().map_while(|event| played(event)).take_while(|(_, f)| *f == from);
        let cards: Vec<CardId> = std::iter::once(first).chain(more.map(|(card, _)| card)).collect();
        let next = after.get(cards.len() - 1);
        let is_announced = next.is_some_and(|next| match &next.kind {
            EventKind::Announced { action } => match action.subject {
                Subject::Card(card, _) => cards.contains(&card),
                subject => subject.is_play(),
            },
            _ => false,
        });
        ((!is_announced).then(|| self.moved(event, &cards)), cards.len())
    }

    fn tell_move(&self, event: &Event, after: &[&Event]) -> (Option<String>, usize) {
        let EventKind::Moved { from, to, reason, seen, .. } = &event.kind else {
            return (None, 1);
        };
        let is_same_pile = *reason == MoveReason::Discard && from == to;
        if self.is_setup(event) || *reason == MoveReason::Expose || is_same_pile {
            return (None, 1);
        }
        let same = |event: &Event| match &event.kind {
            EventKind::Moved { card, from: f, to: t, reason: m, seen: s, .. }
                if (f, t, m, s) == (from, to, reason, seen) && *m != MoveReason::Hide =>
            {
                Some(*card)
            }
            _ => None,
        };
        let more: Vec<CardId> = after.iter().map_while(|event| same(event)).collect();
        let n_events = more.len() + 1;
        let EventKind::Moved { card, .. } = event.kind else { return (None, 1) };
        let cards = [&[card], more.as_slice()].concat();
        (Some(self.moved(event, &cards)), n_events)
    }

    /// Cards that moved in the same way, as a sentence.
    fn moved(&self, event: &Event, cards: &[CardId]) -> String {
        let EventKind::Moved { from, to, depth, reason, seen, placed, .. } = &event.kind else {
            return String::new();
        };
        let titles = self.titles_seen(cards, *seen);
        let it = if cards.len() == 1 { "it" } else { "them" };
        let seen = self.seen_by(*seen, it);
        let source = self.place(*from);
        match (reason, from, to) {
            (MoveReason::Draw, Zone::Draw, Zone::Hand(to)) => {
                format!("{} draws {titles}{seen}", self.seat(*to))
            }
            (MoveReason::Draw | MoveReason::Take, _, Zone::Hand(to)) => {
                let verb = if *reason == MoveReason::Draw { "draws" } else { "takes" };
                format!("{} {verb} {titles} from {source}{seen}", self.seat(*to))
            }
            (MoveReason::Deal, _, Zone::Hand(to)) => {
                format!("{} is dealt {titles}", self.seat(*to))
            }
            (MoveReason::Give, Zone::Hand(by), Zone::Hand(to)) => {
                format!("{} gives {} {titles}{seen}", self.seat(*by), self.seat(*to))
            }
            (MoveReason::Steal, Zone::Hand(by), Zone::Hand(to)) => {
                format!("{} steals {titles} from {}{seen}", self.seat(*to), self.seat(*by))
            }
            (MoveReason::Discard, Zone::Hand(by) | Zone::Front(by), _) => {
                format!("{} discards {titles}", self.seat(*by))
            }
            (MoveReason::Hide, _, _) => {
                let known = self.seen_by(*placed, "where").replacen("see", "know", 1);
                let into = self.place(*to);
                let depth = match self.debugger.viewer {
                    Some(viewer) if !placed.has(viewer) => String::new(),
                    _ => format!(" at depth {depth}"),
                };
                match placed.iter().next().filter(|_| placed.len() == 1) {
                    Some(by) => {
                        let by = self.seat(by);
                        format!("{by} puts {titles} into {into}{depth}{known}")
                    }
                    None => format!("{titles} goes into {into}{depth}{known}"),
                }
            }
            (MoveReason::Play, Zone::Hand(by), _) => {
                format!("{} lays down {titles}", self.seat(*by))
            }
            (MoveReason::Expose, _, _) => format!("{titles} is laid face up before everybody"),
            _ if from == to => {
                let is = if cards.len() == 1 { "is" } else { "are" };
                format!("{titles} {is} put on top of {source}{seen}")
            }
            _ => {
                let goes = if cards.len() == 1 { "goes" } else { "go" };
                format!("{titles} {goes} from {source} to {}{seen}", self.place(*to))
            }
        }
    }

    fn list(&self, event: &Event) -> String {
        match &event.kind {
            EventKind::Minted { kind, zone, .. } => {
                let is_shown =
                    self.debugger.viewer.is_none() || self.notation.rules.is_face_up(*zone);
                let title = if is_shown { &self.notation.kind(*kind).title } else { "a card" };
                format!("{title} lies in {}", self.place(*zone))
            }
            EventKind::Moved { card, .. } => self.moved(event, &[*card]),
            EventKind::Shuffled { zone, .. } => format!("{} is shuffled", self.place(*zone)),
            EventKind::Arranged { zone, order, by } => format!(
                "{} puts the top of {} in this order: {}{}",
                self.seat(*by),
                self.place(*zone),
                self.titles_seen(order, SeatSet::one(*by)),
                self.seen_by(SeatSet::one(*by), "it")
            ),
            EventKind::Shown { card, to } => {
                let title = self.titles_seen(&[*card], SeatSet::one(*to));
                format!("{} looks at {title}", self.seat(*to))
            }
            EventKind::Revealed { card } => format!("everybody sees {}", self.title(*card)),
            EventKind::Announced { action } => self.announced(action),
            EventKind::Passed { seat, action } => {
                format!("{} lets {} pass", self.seat(*seat), self.action(*action))
            }
            EventKind::Cancelled { action } => match event.cause.action {
                Some(by) => format!("{} stops {}", self.action(by), self.action(*action)),
                None => format!("{} is stopped", self.action(*action)),
            },
            EventKind::Resolved { action } => format!("{} takes effect", self.action(*action)),
            EventKind::Ended { turns: EndedTurns::All } => "all turns that were owed end".into(),
            EventKind::Ended { .. } => "the turn ends".into(),
            EventKind::Assigned { to, turns: n } => {
                format!("{} must take {}", self.seat(*to), turns(*n))
            }
            EventKind::Added { turns: n } => format!("{} more must be taken", turns(*n)),
            EventKind::Began { seat, owed, .. } => {
                format!("a turn of {} begins, {} owed", self.seat(*seat), turns(*owed))
            }
            EventKind::Reversed => "the direction of play is reversed".into(),
            EventKind::Out { seat } => format!("{} is out of the game", self.seat(*seat)),
            EventKind::Revived { seat } => format!("{} is back in the game", self.seat(*seat)),
            EventKind::Won { seat } => format!("{} wins the game", self.seat(*seat)),
            EventKind::Counted { slot, value } => {
                let (seat, name) = self.notation.rules.counter_at(*slot);
                let owner = seat.map_or_else(String::new, |s| format!("{}.", self.seat(s)));
                format!("{owner}{name} is now {value}")
            }
            EventKind::Seeded { .. } if self.debugger.viewer.is_some() => {
                "chance now comes from another seed".into()
            }
            EventKind::Seeded { seed } => format!("chance now comes from seed {seed}"),
            EventKind::LaidOut { .. } => "a position is laid out".into(),
            EventKind::WindowClosed { .. }
            | EventKind::Withdrawn
            | EventKind::Scheduled { .. }
            | EventKind::Started
            | EventKind::PhaseChanged { .. }
            | EventKind::RandomDrawn { .. }
            | EventKind::Cleared => unreachable!("nobody is shown an internal event"),
        }
    }

    fn announced(&self, action: &Action) -> String {
        let name = self.seat(action.by);
        let on = self.values(&action.announced);
        match action.subject {
            Subject::Card(_, kind) => {
                let stays = match self.stays(action.subject) {
                    Some(Placement::Front) => format!(": it stays in front of {name}"),
                    Some(_) => ": it stays on the table".into(),
                    None => String::new(),
                };
                format!("{name} plays {}{on}{stays}", self.notation.kind(kind).title)
            }
            Subject::Combo(combo) => {
                let title = &self.notation.combo(combo).title;
                format!("{name} plays {title} ({}){on}", self.titles(&action.cards))
            }
            Subject::Explosion(Some(hazard)) => {
                format!("{name} shows {} and is about to explode", self.title(hazard))
            }
            Subject::Explosion(None) => format!("{name} is about to explode"),
            Subject::Draw => format!("{name} is about to draw"),
            Subject::Turn => format!("{name}'s turn begins"),
        }
    }

    /// What was announced: ` on bob, naming Defuse`.
    fn values(&self, values: &[Value]) -> String {
        let word = |value: &Value| match value {
            Value::Player(seat) => format!(" on {}", self.seat(*seat)),
            Value::Players(seats) => {
                let names: Vec<&str> = seats.iter().map(|seat| self.seat(*seat)).collect();
                format!(" on {}", and(&names))
            }
            Value::Kind(kind) => format!(", naming {}", self.notation.kind(*kind).title),
            Value::Int(n) => format!(", naming {n}"),
            Value::Text(text) => format!(", naming {text}"),
            Value::Card(card) => format!(", naming {}", self.title(*card)),
            Value::Zone(zone) => format!(", naming {}", self.place(*zone)),
            Value::Bool(_) | Value::Unit | Value::Action(_) => String::new(),
            Value::List(values) => self.values(values),
        };
        values.iter().map(word).collect()
    }

    fn action(&self, of: ActionRef) -> String {
        action(self.notation, of.by, of.subject)
    }

    /// Where a card stays that is not discarded when it is played.
    fn stays(&self, subject: Subject) -> Option<Placement> {
        let Subject::Card(_, kind) = subject else { return None };
        Some(self.notation.rules.kind(kind).lies).filter(|lies| *lies != Placement::Home)
    }
}
