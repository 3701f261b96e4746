//! Where inputs come from.

/// Where an input comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// A file, a pipe or another program.
    #[default]
    Foreign,
    /// A terminal or the command line.
    Person,
}
