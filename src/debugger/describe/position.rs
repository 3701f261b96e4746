//! Converts positions and points of the timeline to reply data.

use crate::debugger::Debugger;
use crate::debugger::reply::{InputInfo, Location, PlyProgress, StartedInfo};
use crate::kernel::{Prompt, Seat, SeatSet};
use crate::message::{OutcomeInfo, PictureInfo, PositionInfo, Secret, counter_name};
use crate::transcript::Input;
use crate::variant::notation::{position, slot};

impl Debugger {
    pub fn position_info(&self) -> PositionInfo {
        let position = self.notation().position_info(self.table());
        let setup = self.game.is_setting_up();
        PositionInfo { setup, outcome: self.outcome_info(), ..position }
    }

    /// The inputs that lay out the position.
    pub fn layout(&self) -> Vec<String> {
        let (table, notation) = (self.table(), self.notation());
        let spec = position::print(&position::of_table(table, notation), notation);
        let counters = notation.counters_info(table).into_iter().filter_map(|counter| {
            let name = counter_name(counter.owner.as_ref(), &counter.name);
            Some(format!(":set {name} {}", counter.value.get()?))
        });
        std::iter::once(format!(":table {spec}")).chain(counters).collect()
    }

    /// The parts of the position that [`Debugger::layout`] leaves out, if others than the knowledge
    /// of players and the random streams are among them.
    pub fn left_out(&self) -> Vec<&'static str> {
        let (table, outcome) = (self.table(), &self.table().outcome);
        let decision = self.game.decision();
        let is_open = decision.is_some_and(|decision| decision.prompt != Prompt::Turn);
        let has_results = !(outcome.winners.is_empty() && outcome.losers.is_empty())
            || outcome.scores.iter().any(Option::is_some);
        let parts = [
            (is_open || !table.is_settled(), "the play under way and its question"),
            (self.timeline.inside().is_some(), "the rest of the ply that is shown up to here"),
            (outcome.is_over, "the end of the game"),
            (has_results, "results and scores"),
            (table.last_play.is_some(), "the last play"),
            (table.turns.next.is_some(), "the turns after this one"),
        ];
        let mut found: Vec<_> =
            parts.into_iter().filter_map(|(is_there, part)| is_there.then_some(part)).collect();
        if !found.is_empty() {
            found.extend(["what players know of hidden cards", "the random streams"]);
        }
        found
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
        let (mut picture, names) = (None, self.notation());
        let drawn = fork.game.sandbox_edit(|context| {
            picture = host.picture(context, viewer, &|text| names.read(text));
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
