//! Games at the table: who says what when, and what each connection receives.

/// Compares a story with its snapshot.
macro_rules! holds {
    ($story:expr) => {
        insta::with_settings!({ snapshot_path => "../snapshots" }, {
            insta::assert_snapshot!($story)
        })
    };
}

mod author;
mod consent;
mod load;
pub mod play;
mod room;
mod seats;
