//! Converts positions and points of the timeline to reply data.

use crate::debugger::Debugger;
use crate::debugger::reply::{InputInfo, Location, PlyProgress, StartedInfo};
use crate::kernel::{Prompt, Seat, SeatSet};
use crate::message::{OutcomeInfo, PictureInfo, PositionInfo, Secret, counter_name};
use crate::notation::{CardCounter, position, slot};
use crate::transcript::Input;

impl Debugger {
    pub fn position_info(&self) -> PositionInfo {
        let position = self.notation().position_info(self.table());
        PositionInfo { outcome: self.outcome_info(), ..position }
    }

    /// The counters that all cards of a kind in a zone have alike: what `:set` can set.
    fn common_counters(&self) -> Vec<(CardCounter, i64)> {
        let table = self.table();
        let counters = self.notation().counted_cards(table).into_iter();
        let counters: Vec<_> = counters
            .map(|(kind, zone, slot, value, _)| (CardCounter { kind, zone, slot }, value))
            .collect();
        let alike = counters.chunk_by(|a, b| a == b).filter(|alike| {
            let CardCounter { kind, zone, .. } = alike[0].0;
            table.cards_in(zone).iter().filter(|card| table.kind(**card) == kind).count()
                == alike.len()
        });
        alike.map(|alike| alike[0]).collect()
    }

    /// The inputs that lay out the position.
    pub fn layout(&self) -> Vec<String> {
        let (table, notation) = (self.table(), self.notation());
        let spec = position::print(&position::of_table(table, notation), notation);
        let counters = notation.counters_info(table).into_iter().filter_map(|counter| {
            let name = counter_name(counter.owner.as_ref(), &counter.name);
            Some(format!(":set {name} {}", counter.value.get()?))
        });
        let of_cards = self.common_counters().into_iter().map(|(counter, value)| {
            let (kind, zone) = (&notation.kind(counter.kind).id, notation.zone(counter.zone));
            let rule = &notation.rules.card_counters[usize::from(counter.slot)];
            let value = notation.counted(table, rule, value);
            format!(":set {kind}.{} in {zone} {value}", rule.id)
        });
        std::iter::once(format!(":table {spec}")).chain(counters).chain(of_cards).collect()
    }

    /// The parameters of the game.
    pub fn started(&self) -> StartedInfo {
        StartedInfo {
            variant: self.header.variant.clone(),
            title: self.loaded.ruleset.name.clone(),
            names: self.header.names.iter().map(|name| name.as_str().into()).collect(),
            seed: self.header.seed,
        }
    }

    /// The result of the game; `None` while it goes on.
    pub fn outcome_info(&self) -> Option<OutcomeInfo> {
        let table = self.game.table();
        table.outcome.is_over.then(|| self.notation().outcome_info(table))
    }

    /// The picture that the rules draw of the position, if any.
    pub fn picture(&self) -> Option<PictureInfo> {
        if !self.loaded.host.draws_pictures() {
            return None;
        }
        let mut fork = self.fork();
        let (host, viewer) = (fork.loaded.host.clone(), self.viewer);
        let mut picture = None;
        let drawn = fork.game.sandbox_edit(|context| {
            picture = host.picture(context, viewer);
            Ok(())
        });
        drawn.ok().and(picture)
    }

    pub fn location_info(&self) -> Location {
        let ply = self.timeline.ply();
        let within = self
            .timeline
            .inside()
            .map(|n_done| PlyProgress { n_done, n_events: self.steps(ply).events.len() });
        Location { ply, last_ply: self.timeline.last_ply(), input: self.input_info(ply), within }
    }

    /// The input of a ply; `None` for the start.
    pub fn input_info(&self, ply: usize) -> Option<InputInfo> {
        let entry = self.timeline.entry(ply)?;
        let record = entry.record.as_ref()?;
        let audience = self.input_audience(ply);
        let redacted = match record.input {
            Input::Table(_) => ":table …",
            Input::Seed(_) => ":seed …",
            Input::Eval(_) => "= …",
            Input::Set(..) => ":set …",
            Input::Answers(_) => "…",
        };
        let answers = match &record.input {
            Input::Answers(answers) if answers.len() > 1 => {
                answers.iter().map(|given| (given.seat.clone(), given.option.clone())).collect()
            }
            _ => Vec::new(),
        };
        Some(InputInfo {
            ply,
            seat: entry.seat.map(|seat| self.notation().seat_name(seat)),
            typed: Secret::new(record.typed.clone(), audience),
            redacted: redacted.to_owned(),
            answers: Secret::new(answers, audience),
        })
    }

    /// The audience of an input. Plays and responses are public; an answer to a script's question
    /// is known to the two players involved.
    fn input_audience(&self, ply: usize) -> SeatSet {
        let Some(entry) = self.timeline.entry(ply) else { return SeatSet::ALL };
        match entry.record.as_ref().map(|record| &record.input) {
            // A counter of cards names a place.
            Some(Input::Set(counter, _)) if counter.contains(" in ") => SeatSet::NONE,
            Some(Input::Set(counter, _)) => match slot(counter, self.notation()) {
                Ok(slot) => {
                    let (owner, rule) = self.notation().rules.counter_at(slot);
                    rule.audience(owner)
                }
                Err(_) => SeatSet::NONE,
            },
            None => SeatSet::ALL,
            Some(Input::Table(_) | Input::Seed(_) | Input::Eval(_)) => SeatSet::NONE,
            Some(Input::Answers(_)) => {
                let before = entry.parent.map(|parent| self.timeline.entry_at(parent));
                let asked = before.and_then(|entry| entry.snapshot.decision());
                match asked {
                    Some(asked) if matches!(asked.prompt, Prompt::Text(_)) && !asked.announcing => {
                        if asked.seat == Seat::CHANCE {
                            SeatSet::NONE
                        } else {
                            SeatSet::one(asked.seat)
                        }
                    }
                    _ => SeatSet::ALL,
                }
            }
        }
    }
}
