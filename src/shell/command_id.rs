//! The ids of commands: names, and what an input line with the command is.

use crate::error::Refusal;
use crate::notation::suggestion;

/// What is true of a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Property {
    /// It moves the game, which clears the fault of the last input.
    Moves,
    /// Its effect is a ply, an input of the game like an answer.
    Ply,
    /// An empty line in the REPL repeats it.
    Repeats,
    /// A recorded session does not contain it: its output depends on more than the inputs, or is
    /// long and unrelated to the game.
    Unrecorded,
}

macro_rules! command_ids {
    ($($id:ident $name:literal [$($property:ident)*],)+) => {
        /// The id of a command, in the order in which `:help` lists them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each is named like its command, which `:help` explains")]
        pub enum CommandId {
            $($id,)+
        }

        impl CommandId {
            /// All ids.
            pub const ALL: &[Self] = &[$(Self::$id),+];

            /// The name of the command, which may be abbreviated to a unique prefix.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$id => $name,)+
                }
            }

            const fn properties(self) -> &'static [Property] {
                match self {
                    $(Self::$id => &[$(Property::$property),*],)+
                }
            }
        }
    };
}

command_ids! {
    New "new" [Moves],
    Autopass "autopass" [],
    Table "table" [Moves Ply],
    Set "set" [Moves Ply],
    Seed "seed" [Moves Ply],
    Expect "expect" [],
    Refuse "refuse" [],
    Back "back" [Moves Repeats],
    Forward "forward" [Moves Repeats],
    Goto "goto" [Moves],
    Timeline "timeline" [],
    Peek "peek" [],
    Diff "diff" [],
    Mark "mark" [],
    Branch "branch" [Moves],
    Branches "branches" [],
    Edit "edit" [Moves],
    View "view" [],
    Cards "cards" [Unrecorded],
    Variants "variants" [Unrecorded],
    Chance "chance" [],
    As "as" [],
    Odds "odds" [],
    Events "events" [],
    Why "why" [],
    LastChange "last-change" [Moves Repeats],
    Step "step" [Moves Repeats],
    Next "next" [Moves Repeats],
    Finish "finish" [Moves Repeats],
    Continue "continue" [Moves Repeats],
    ReverseStep "rstep" [Moves Repeats],
    ReverseNext "rnext" [Moves Repeats],
    ReverseFinish "rfinish" [Moves Repeats],
    ReverseContinue "rcontinue" [Moves Repeats],
    Break "break" [],
    Watch "watch" [],
    Breaks "breaks" [],
    Delete "delete" [],
    Reload "reload" [Moves Unrecorded],
    Try "try" [Moves],
    Define "define" [],
    EditScript "edit-script" [Moves Unrecorded],
    Record "record" [Unrecorded],
    Save "save" [Unrecorded],
    Load "load" [Moves Unrecorded],
    Agent "agent" [Unrecorded],
    Auto "auto" [Unrecorded],
    PlayOut "play-out" [Unrecorded],
    Suggest "suggest" [Unrecorded],
    Read "read" [Unrecorded],
    Output "output" [Unrecorded],
    Mode "mode" [],
    Help "help" [Unrecorded],
    Quit "quit" [],
}

/// Alternative names of commands, as other tools call them.
const ALSO: [(&str, CommandId); 16] = [
    ("undo", CommandId::Back),
    ("redo", CommandId::Forward),
    ("exit", CommandId::Quit),
    ("bye", CommandId::Quit),
    ("restart", CommandId::New),
    ("start", CommandId::New),
    ("jump", CommandId::Goto),
    ("history", CommandId::Timeline),
    ("bookmark", CommandId::Mark),
    ("breakpoint", CommandId::Break),
    ("blame", CommandId::Why),
    ("log", CommandId::Events),
    ("hint", CommandId::Suggest),
    ("bot", CommandId::Agent),
    ("probability", CommandId::Odds),
    ("position", CommandId::View),
];

impl CommandId {
    /// Returns the command of this name. Evaluated at compile time: a command without an id does
    /// not compile.
    pub(super) const fn named(name: &str) -> Self {
        let mut at = 0;
        while at < Self::ALL.len() {
            if is_same(Self::ALL[at].name().as_bytes(), name.as_bytes()) {
                return Self::ALL[at];
            }
            at += 1;
        }
        panic!("a command needs an id")
    }

    /// Finds a command by its name or a prefix of it.
    ///
    /// # Errors
    /// No command or several commands match, as a message.
    pub fn find(word: &str) -> Result<Self, Refusal> {
        if let Some(id) = Self::ALL.iter().find(|id| id.name() == word) {
            return Ok(*id);
        }
        let all = Self::ALL.iter().copied();
        let begun: Vec<_> = all.clone().filter(|id| id.name().starts_with(word)).collect();
        match begun.as_slice() {
            [id] => Ok(*id),
            [] => {
                let names = all.map(Self::name);
                Err(format!("there is no command `:{word}`{}", suggestion(word, names)).into())
            }
            // `:bre` is `:break`, although `:breaks` exists too.
            several if !word.is_empty() => shortest(several).ok_or_else(|| {
                let names: Vec<String> = several.iter().map(|c| format!(":{}", c.name())).collect();
                format!("`:{word}` may be {}", names.join(" or ")).into()
            }),
            _ => Err("a command follows `:`, for instance `:help`".into()),
        }
    }

    /// The commands for which a word is an alternative name.
    pub(super) fn also_named(word: &str) -> impl Iterator<Item = Self> {
        ALSO.iter().filter(move |(also, _)| *also == word).map(|(_, id)| *id)
    }

    fn has(self, property: Property) -> bool {
        self.properties().contains(&property)
    }

    /// Whether it moves the game, which clears the fault of the last input.
    #[must_use]
    pub fn moves(self) -> bool {
        self.has(Property::Moves)
    }

    /// Whether its effect is a ply, an input of the game like an answer.
    #[must_use]
    pub fn is_ply(self) -> bool {
        self.has(Property::Ply)
    }

    /// Whether an empty line in the REPL repeats it.
    #[must_use]
    pub fn repeats(self) -> bool {
        self.has(Property::Repeats)
    }

    /// Whether a recorded session contains it.
    #[must_use]
    pub fn is_recorded(self) -> bool {
        !self.has(Property::Unrecorded)
    }

    /// Whether a journal may contain it: not if it reads or writes files or starts an editor.
    #[must_use]
    pub fn is_journaled(self) -> bool {
        self.is_recorded() || self == Self::Agent
    }

    /// Whether its argument is a file name.
    #[must_use]
    pub const fn takes_file(self) -> bool {
        matches!(self, Self::Record | Self::Save | Self::Load | Self::Read | Self::Output)
    }
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The command whose name is a prefix of all others.
fn shortest(several: &[CommandId]) -> Option<CommandId> {
    let is_it = |id: &CommandId| several.iter().all(|other| other.name().starts_with(id.name()));
    several.iter().copied().find(is_it)
}
