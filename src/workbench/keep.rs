//! What must be done again to stand where the workbench stands: whoever wants nothing lost writes
//! it down after each input, and hands it back after a crash.

use super::{Reply, Verdict, Workbench, files};
use crate::transcript::hash_text;
use serde::{Deserialize, Serialize};

/// One thing that was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The input, without a prompt.
    pub input: String,
    /// The game that it loaded: the file may be another one by then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The hash of the position after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The ply at which the game stands after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
}

impl Workbench {
    /// From now on keeps what is done, for [`Workbench::take_kept`].
    pub fn keep(&mut self) {
        self.kept.get_or_insert_default();
    }

    /// What was done since the last time.
    pub fn take_kept(&mut self) -> Vec<Kept> {
        self.kept.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Keeps an input that was carried out, or refused.
    pub(super) fn keep_input(&mut self, input: &str, game: Option<String>) {
        let hash = self.position_hash();
        let ply = self.study.as_ref().map(|study| study.timeline.ply());
        if let Some(kept) = &mut self.kept {
            kept.push(Kept { input: input.to_owned(), game, hash, ply });
        }
    }

    fn position_hash(&self) -> Option<String> {
        self.study.as_ref().map(|study| hash_text(study.timeline.now().snapshot.hash()))
    }

    /// Does again what was kept. Returns where it first came out otherwise, if it did: the number
    /// of the input and what was different.
    pub fn redo(&mut self, kept: &[Kept]) -> Option<(usize, String)> {
        let mut first = None;
        self.agents.is_muted = true;
        for (at, done) in kept.iter().enumerate() {
            let reply = self.redo_one(done);
            let is_same = self.position_hash() == done.hash;
            if first.is_none() && !is_same {
                let what = match reply.verdict {
                    Verdict::Done => "the position is another one".to_owned(),
                    _ => reply.text.lines().next().unwrap_or_default().to_owned(),
                };
                first = Some((at + 1, format!("`{}`: {what}", done.input)));
            }
        }
        self.agents.is_muted = false;
        first
    }

    fn redo_one(&mut self, done: &Kept) -> Reply {
        match &done.game {
            Some(game) => files::load_text(self, game).map_or_else(
                |_| Reply { text: "refused".into(), verdict: Verdict::Refused },
                |text| Reply { text, verdict: Verdict::Done },
            ),
            None => self.input(&done.input),
        }
    }
}
