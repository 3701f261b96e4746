//! How long a search may take.

/// The search budget for each choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// The number of simulated games: the same choice for the same seed.
    Iterations(u32),
    /// The time in milliseconds: more games on a faster machine.
    Milliseconds(u32),
}

impl Budget {
    /// Returns the budget of one of several threads that search at the same time.
    pub(super) fn share(self, i: usize, n_threads: usize) -> Self {
        match self {
            Self::Iterations(n) => {
                let (i, n_threads) = (i as u32, n_threads as u32);
                Self::Iterations(n / n_threads + u32::from(i < n % n_threads))
            }
            budget @ Self::Milliseconds(_) => budget,
        }
    }
}
