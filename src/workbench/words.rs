//! Events in words: what happened, with players' names and cards' titles, and who saw it. Two ways:
//! told (what a person at the table would say) and listed (every event by itself).

use super::study::Study;
use super::timeline::Entry;
use crate::kernel::rules::Lies;
use crate::kernel::turns::Ended;
use crate::kernel::{
    ActionId, CardId, Event, EventKind, Manner, Prompt, Seat, SeatSet, Subject, Table, Value, Zone,
};
use crate::transcript::Input;
use crate::transcript::lexicon::Lexicon;

/// What the ply that led to an entry did, as sentences.
#[must_use]
pub fn told(study: &Study, ply: usize) -> Vec<String> {
    told_events(study, ply).into_iter().map(|(line, _)| line).collect()
}

/// The same, with the event that each sentence tells first.
#[must_use]
pub fn told_events(study: &Study, ply: usize) -> Vec<(String, &Event)> {
    let Some(entry) = study.timeline.entry(ply) else { return Vec::new() };
    match ply {
        0 => tell(study, entry, &entry.events.iter().chain(&entry.begun).collect::<Vec<_>>(), true),
        _ => tell(study, entry, &study.steps(ply).events, true),
    }
}

/// What some of the events of a ply did, as sentences: those with these numbers within the ply.
#[must_use]
pub fn told_part(study: &Study, ply: usize, part: std::ops::Range<usize>) -> Vec<String> {
    let Some(entry) = study.timeline.entry(ply) else { return Vec::new() };
    let events = study.steps(ply).events;
    let to_end = part.end >= events.len();
    let told = tell(study, entry, events.get(part).unwrap_or_default(), to_end);
    told.into_iter().map(|(line, _)| line).collect()
}

fn tell<'e>(
    study: &Study,
    entry: &Entry,
    events: &[&'e Event],
    to_end: bool,
) -> Vec<(String, &'e Event)> {
    let teller = Teller { to_end, ..Teller::at(study, entry) };
    let passed = passed_by_hand(entry);
    let mut lines = Vec::new();
    let mut rest = events;
    while let Some((event, after)) = rest.split_first() {
        let (line, n_events) = teller.tell(event, after, &passed);
        lines.extend(line.map(|line| (line, *event)));
        rest = &rest[n_events..];
    }
    lines
}

/// The ids of the cards and combos that the last ply played, or that went off by themselves.
pub fn played(study: &Study) -> impl Iterator<Item = String> {
    let (entry, rules) = (study.timeline.now(), &study.lexicon().rules);
    let card = |card: CardId| rules.kind(study.table().kind(card)).id.to_string();
    entry.events.iter().chain(&entry.begun).filter_map(move |event| match event.kind {
        EventKind::Moved { card: played, manner: Manner::Play, .. } => Some(card(played)),
        EventKind::Announced { subject, .. } => match subject {
            Subject::Card(_, kind) => Some(rules.kind(kind).id.to_string()),
            Subject::Combo(combo) => Some(rules.combo(combo).id.to_string()),
            Subject::Explosion(hazard) => hazard.map(card),
            Subject::Draw | Subject::Turn => None,
        },
        _ => None,
    })
}

/// The seats whose pass was typed.
fn passed_by_hand(entry: &Entry) -> Vec<&str> {
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
pub fn listed(study: &Study, event: &Event) -> String {
    let entry = study.timeline.entry(event.cause.ply as usize);
    let latest = study.timeline.now();
    Teller::at(study, entry.filter(|entry| entry.ply > latest.ply).unwrap_or(latest)).list(event)
}

/// An action by its player and what it is about: `ann's Favor`.
#[must_use]
pub fn action(lexicon: &Lexicon, by: Seat, subject: Subject) -> String {
    let by = lexicon.seat(by);
    match subject {
        Subject::Card(_, kind) => format!("{by}'s {}", lexicon.kind(kind).title),
        Subject::Combo(combo) => format!("{by}'s {}", lexicon.combo(combo).title),
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

struct Teller<'a> {
    study: &'a Study,
    entry: &'a Entry,
    lexicon: &'a Lexicon,
    table: &'a Table,
    /// Whether nothing follows in the ply after what is told.
    to_end: bool,
}

impl<'a> Teller<'a> {
    fn at(study: &'a Study, entry: &'a Entry) -> Self {
        Self { study, entry, lexicon: study.lexicon(), table: entry.snapshot.shown(), to_end: true }
    }

    fn title(&self, card: CardId) -> &str {
        &self.lexicon.kind(self.table.kind(card)).title
    }

    fn titles(&self, cards: &[CardId]) -> String {
        cards.iter().map(|card| self.title(*card)).collect::<Vec<_>>().join(", ")
    }

    /// The titles, as far as whoever looks has seen the cards or knows them anyway.
    fn titles_seen(&self, cards: &[CardId], seen: SeatSet) -> String {
        let Some(eyes) = self.study.eyes else { return self.titles(cards) };
        let is_known = |card: &CardId| seen.has(eyes) || self.table.knows(eyes, *card);
        match cards {
            _ if cards.iter().all(is_known) => self.titles(cards),
            [_] => "a card".into(),
            _ => format!("{} cards", cards.len()),
        }
    }

    fn seat(&self, seat: Seat) -> &str {
        self.lexicon.seat(seat)
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
                format!("the {}", self.lexicon.rules.piles[pile.index()].id.replace('_', " "))
            }
            Zone::Hand(seat) => format!("{}'s hand", self.seat(seat)),
            Zone::Front(seat) => format!("the place before {}", self.seat(seat)),
        }
    }

    /// Tells an event, together with those after it that belong to the same sentence. Returns the
    /// sentence, if the event is worth one, and how many events it covers.
    fn tell(&self, event: &Event, after: &[&Event], passed: &[&str]) -> (Option<String>, usize) {
        match &event.kind {
            EventKind::Moved { manner: Manner::Play, .. } => self.tell_play(event, after),
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
            | EventKind::LaidOut { .. }
            | EventKind::Announced { subject: Subject::Draw | Subject::Turn, .. } => (None, 1),
            EventKind::Shuffled { .. } if self.is_setup(event) => (None, 1),
            _ => (Some(self.list(event)), 1),
        }
    }

    fn is_setup(&self, event: &Event) -> bool {
        event.cause.ply == 0
    }

    /// Says so when an action took effect and nothing whatever followed.
    fn came_to_nothing(&self, id: ActionId, after: &[&Event]) -> Option<String> {
        if self.announced_by(id).is_some_and(|(_, subject)| self.stays(subject).is_some()) {
            return None;
        }
        let decision = self.entry.snapshot.decision();
        let goes_on = decision.is_some_and(|decision| decision.prompt == Prompt::Turn);
        (after.is_empty() && self.to_end && goes_on)
            .then(|| format!("{} comes to nothing", self.action(id)))
    }

    /// Cards laid down; nothing is said where what they announce follows at once.
    fn tell_play(&self, event: &Event, after: &[&Event]) -> (Option<String>, usize) {
        let played = |event: &Event| match event.kind {
            EventKind::Moved { card, from, manner: Manner::Play, .. } => Some((card, from)),
            _ => None,
        };
        let Some((first, from)) = played(event) else { return (None, 1) };
        let more = after.iter().map_while(|event| played(event)).take_while(|(_, f)| *f == from);
        let cards: Vec<CardId> = std::iter::once(first).chain(more.map(|(card, _)| card)).collect();
        let next = after.get(cards.len() - 1);
        let is_announced = next.is_some_and(|next| match next.kind {
            EventKind::Announced { subject: Subject::Card(card, _), .. } => cards.contains(&card),
            EventKind::Announced { subject: Subject::Combo(_), .. } => true,
            _ => false,
        });
        ((!is_announced).then(|| self.moved(event, &cards)), cards.len())
    }

    fn tell_move(&self, event: &Event, after: &[&Event]) -> (Option<String>, usize) {
        let EventKind::Moved { from, to, manner, seen, .. } = &event.kind else {
            return (None, 1);
        };
        let is_same_pile = *manner == Manner::Discard && from == to;
        if self.is_setup(event) || *manner == Manner::Expose || is_same_pile {
            return (None, 1);
        }
        let same = |event: &Event| match &event.kind {
            EventKind::Moved { card, from: f, to: t, manner: m, seen: s, .. }
                if (f, t, m, s) == (from, to, manner, seen) && *m != Manner::Hide =>
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
        let EventKind::Moved { from, to, depth, manner, seen, placed, .. } = &event.kind else {
            return String::new();
        };
        let titles = self.titles_seen(cards, *seen);
        let it = if cards.len() == 1 { "it" } else { "them" };
        let seen = self.seen_by(*seen, it);
        let source = self.place(*from);
        match (manner, from, to) {
            (Manner::Draw, Zone::Draw, Zone::Hand(to)) => {
                format!("{} draws {titles}{seen}", self.seat(*to))
            }
            (Manner::Draw | Manner::Take, _, Zone::Hand(to)) => {
                let verb = if *manner == Manner::Draw { "draws" } else { "takes" };
                format!("{} {verb} {titles} from {source}{seen}", self.seat(*to))
            }
            (Manner::Deal, _, Zone::Hand(to)) => format!("{} is dealt {titles}", self.seat(*to)),
            (Manner::Give, Zone::Hand(by), Zone::Hand(to)) => {
                format!("{} gives {} {titles}{seen}", self.seat(*by), self.seat(*to))
            }
            (Manner::Steal, Zone::Hand(by), Zone::Hand(to)) => {
                format!("{} steals {titles} from {}{seen}", self.seat(*to), self.seat(*by))
            }
            (Manner::Discard, Zone::Hand(by) | Zone::Front(by), _) => {
                format!("{} discards {titles}", self.seat(*by))
            }
            (Manner::Hide, _, _) => {
                let known = self.seen_by(*placed, "where").replacen("see", "know", 1);
                let into = self.place(*to);
                let depth = match self.study.eyes {
                    Some(eyes) if !placed.has(eyes) => String::new(),
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
            (Manner::Play, Zone::Hand(by), _) => {
                format!("{} lays down {titles}", self.seat(*by))
            }
            (Manner::Expose, _, _) => format!("{titles} is laid face up before everybody"),
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
            EventKind::Minted { kind, zone } => {
                let is_shown = self.study.eyes.is_none() || self.lexicon.rules.is_face_up(*zone);
                let title = if is_shown { &self.lexicon.kind(*kind).title } else { "a card" };
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
            EventKind::Announced { by, subject, announced, .. } => {
                self.announced(event, *by, *subject, announced)
            }
            EventKind::Passed { seat, action } => {
                format!("{} lets {} pass", self.seat(*seat), self.action(*action))
            }
            EventKind::Cancelled { action } => match event.cause.action {
                Some(by) => format!("{} stops {}", self.action(by), self.action(*action)),
                None => format!("{} is stopped", self.action(*action)),
            },
            EventKind::Resolved { action } => format!("{} takes effect", self.action(*action)),
            EventKind::Ended { turns: Ended::All } => "all turns that were owed end".into(),
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
                let (seat, name) = self.lexicon.rules.counter_at(*slot);
                let owner = seat.map_or_else(String::new, |s| format!("{}.", self.seat(s)));
                format!("{owner}{name} is now {value}")
            }
            EventKind::Seeded { .. } if self.study.eyes.is_some() => {
                "chance now comes from another seed".into()
            }
            EventKind::Seeded { seed } => format!("chance now comes from seed {seed}"),
            EventKind::LaidOut { .. } => "a position is laid out".into(),
        }
    }

    fn announced(&self, event: &Event, by: Seat, subject: Subject, values: &[Value]) -> String {
        let name = self.seat(by);
        let on = self.values(values);
        match subject {
            Subject::Card(_, kind) => {
                let stays = match self.stays(subject) {
                    Some(Lies::Front) => format!(": it stays in front of {name}"),
                    Some(_) => ": it stays on the table".into(),
                    None => String::new(),
                };
                format!("{name} plays {}{on}{stays}", self.lexicon.kind(kind).title)
            }
            Subject::Combo(combo) => {
                let n_cards = usize::from(self.lexicon.rules.combo(combo).pattern.n_cards);
                let cards = self.laid_down(event, by, n_cards);
                let title = &self.lexicon.combo(combo).title;
                format!("{name} plays {title} ({}){on}", self.titles(&cards))
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
            Value::Kind(kind) => format!(", naming {}", self.lexicon.kind(*kind).title),
            Value::Int(n) => format!(", naming {n}"),
            Value::Text(text) => format!(", naming {text}"),
            Value::Card(card) => format!(", naming {}", self.title(*card)),
            Value::Zone(zone) => format!(", naming {}", self.place(*zone)),
            Value::Bool(_) | Value::Unit | Value::Action(_) => String::new(),
            Value::List(values) => self.values(values),
        };
        values.iter().map(word).collect()
    }

    /// The cards a player laid down last before an event.
    fn laid_down(&self, before: &Event, by: Seat, n_cards: usize) -> Vec<CardId> {
        let earlier = self.study.past(self.entry.ply).filter(|event| event.id < before.id);
        let played = earlier.filter_map(|event| match event.kind {
            EventKind::Moved { card, from, manner: Manner::Play, .. } => {
                (from == Zone::Hand(by)).then_some(card)
            }
            _ => None,
        });
        let mut cards: Vec<CardId> = played.take(n_cards).collect();
        cards.reverse();
        cards
    }

    fn action(&self, id: ActionId) -> String {
        let announced = self.announced_by(id);
        announced.map_or_else(
            || format!("action {}", id.0),
            |(by, subject)| action(self.lexicon, by, subject),
        )
    }

    fn announced_by(&self, id: ActionId) -> Option<(Seat, Subject)> {
        self.study.past(self.entry.ply).find_map(|event| match event.kind {
            EventKind::Announced { action, by, subject, .. } if action == id => Some((by, subject)),
            _ => None,
        })
    }

    /// Where a card stays that is not discarded when it is played.
    fn stays(&self, subject: Subject) -> Option<Lies> {
        let Subject::Card(_, kind) = subject else { return None };
        Some(self.lexicon.rules.kind(kind).lies).filter(|lies| *lies != Lies::Home)
    }
}
