//! The variables of scripts as they were: the ply is run once more, interpreted, and watched.

use super::study::Study;
use crate::kernel::Event;
use crate::script::{Host, Local};
use crate::transcript::apply;

impl Study {
    /// What the variables of the script held just before it did what an event of a ply tells.
    /// Empty where the kernel itself acted.
    #[must_use]
    pub fn locals(&self, ply: usize, event: &Event) -> Vec<Local> {
        self.locals_of(ply, event).unwrap_or_default()
    }

    fn locals_of(&self, ply: usize, event: &Event) -> Option<Vec<Local>> {
        event.cause.place?;
        let before = self.timeline.entry(ply.checked_sub(1)?)?;
        let record = self.timeline.entry(ply)?.record.as_ref()?;
        let watched = self.watched.get_or_init(|| Host::watched(&self.edition.ruleset.spec).ok());
        let host = watched.as_ref()?;
        let mut game = self.game.fork_on(host.clone());
        game.rewind(&before.snapshot);
        game.begin_ply(ply as u32);
        game.ask_single_pass(record.ask_all);
        game.ask_chance(record.ask_chance);
        drop(host.take_locals());
        apply(&mut game, &self.edition, &record.input).ok()?;
        // One call may lead to several events; it is known by the first of them.
        host.take_locals().range(..=event.id).next_back().map(|(_, locals)| locals.clone())
    }
}
