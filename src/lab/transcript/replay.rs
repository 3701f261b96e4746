//! Replays recorded inputs and finds the first divergence.

use super::ruleset_cache::RulesetCache;
use super::{ApplyError, LoadedRuleset, Record, Transcript, apply, hash_text};
use crate::base::error::Error;
use crate::kernel::Game;
use crate::variant::Library;

/// The first divergence of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The ply, counted from 1.
    pub ply: usize,
    pub typed: String,
    pub what: String,
}

impl std::fmt::Display for Divergence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ply {}, `{}`: {}", self.ply, self.typed, self.what)
    }
}

impl std::error::Error for Divergence {}

/// Replays the next recorded input as ply number `ply`. Returns how the position differs from the
/// recorded one, if it does.
///
/// # Errors
/// The input is impossible or a script fails: the replay ends here.
pub fn replay_ply(
    game: &mut Game,
    loaded: &LoadedRuleset,
    ply: usize,
    record: &Record,
) -> Result<Option<Divergence>, Divergence> {
    let divergence = |what: String| Divergence { ply, typed: record.typed.clone(), what };
    game.begin_ply(ply as u32);
    game.also_ask(record.also_asked);
    game.ask_chance(record.ask_chance);
    apply(game, loaded, &record.input).map_err(|error| {
        divergence(match error {
            ApplyError::Impossible(why, None) => why,
            ApplyError::Impossible(why, Some(hint)) => format!("{why}; {hint}"),
            ApplyError::Fault(fault) => {
                let place = fault.place.and_then(|place| loaded.host.at(place));
                let place = place.map_or_else(String::new, |place| format!(" at {place}"));
                format!("a script fails{place}: {}", fault.message)
            }
        })
    })?;
    let hash = hash_text(game.snapshot().hash());
    Ok((!record.hash.is_empty() && hash != record.hash)
        .then(|| divergence(format!("the position is {hash}, recorded was {}", record.hash))))
}

/// Replays the current branch of a transcript. Returns the game at its end and the first divergence
/// from the recording.
///
/// # Errors
/// The variant or its scripts have errors, or an input is impossible now.
pub fn replay(
    transcript: &Transcript,
    library: &Library,
) -> Result<(Game, Option<Divergence>), Vec<Error>> {
    let loaded = transcript.header.clone().load(library, &RulesetCache::default())?;
    transcript.header.check(&loaded.notation)?;
    let mut game = transcript.header.start(&loaded).map_err(|error| vec![*error])?;
    let mut first = None;
    for (i, record) in transcript.line().into_iter().enumerate() {
        let differs = replay_ply(&mut game, &loaded, i + 1, record)
            .map_err(|end| vec![Error::new("T0102", format!("the replay ends at {end}"))])?;
        first = first.or(differs);
    }
    Ok((game, first))
}
