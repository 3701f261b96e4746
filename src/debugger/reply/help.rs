//! Help: the commands, and what a name means.

use super::secret::public;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What `:help` and `?name` answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum HelpReply {
    /// All commands.
    Commands {
        /// The commands, those that belong together in a group.
        groups: Vec<CommandGroupInfo>,
    },
    /// The commands whose help mentions a word.
    Mentions {
        /// The commands.
        commands: Vec<CommandInfo>,
    },
    /// What a name means. Most names mean one thing.
    Meanings {
        /// All that it means.
        meanings: Vec<Meaning>,
    },
}

/// Commands that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommandGroupInfo {
    /// What they are about.
    pub name: String,
    /// The commands.
    pub commands: Vec<CommandInfo>,
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommandInfo {
    /// Its name, without the colon.
    pub name: String,
    /// Its arguments; may be empty.
    pub args: String,
    /// What it does.
    pub about: String,
}

/// A form of an argument.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FormInfo {
    /// How it is written.
    pub form: String,
    /// What it means.
    pub about: String,
}

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "meaning", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Meaning {
    /// A command.
    Command {
        /// The command.
        #[serde(flatten)]
        command: CommandInfo,
        /// More about it, line by line.
        more: Vec<String>,
        /// The forms of its argument.
        forms: Vec<FormInfo>,
    },
    /// A card of the variant.
    Card(RuleInfo),
    /// A combo of the variant.
    Combo(RuleInfo),
    /// A function that scripts call.
    Verb {
        /// How it is called.
        signature: String,
        /// What it does.
        doc: String,
        /// A line that uses it.
        example: String,
    },
    /// A hook, a constant or a pattern that scripts define.
    Topic(TopicInfo),
    /// A rules script of the variant.
    RulesScript {
        /// Its name, without folder and ending.
        name: String,
        /// The script.
        #[serde(flatten)]
        script: ScriptInfo,
        /// The hooks and constants it defines.
        hooks: Vec<String>,
        /// The functions it defines for all scripts.
        functions: Vec<String>,
    },
    /// A function that a rules script defines for all scripts.
    Function {
        /// How it is called.
        signature: String,
        /// The comment above it.
        doc: Vec<String>,
        /// Where it is defined.
        at: DefinedAt,
    },
}

/// A card or a combo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleInfo {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What is written on it; may be empty.
    pub text: String,
    /// Its script.
    pub script: Option<ScriptInfo>,
    /// The hooks it defines.
    pub hooks: Vec<String>,
    /// Its tags.
    pub tags: Vec<String>,
}

/// A script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScriptInfo {
    /// The file.
    pub file: String,
    /// What its first line says it does.
    pub about: Option<String>,
}

/// A hook, a constant or a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TopicInfo {
    /// Its name.
    pub name: String,
    /// Which of the three: `hook`, `constant` or `pattern`.
    pub group: String,
    /// How it is written, each form with the scripts it is for.
    pub forms: Vec<TopicForm>,
    /// What it does.
    pub doc: String,
    /// A line that uses it.
    pub example: String,
    /// Where a rules script of this variant defines it.
    pub defined: Option<DefinedAt>,
}

/// A way to write a hook, a constant or a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TopicForm {
    /// The form.
    pub form: String,
    /// The scripts it is for; may be empty.
    pub scripts: String,
}

/// Where something is defined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DefinedAt {
    /// The script.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
}

/// The lines of a script, as `??name` shows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Listing {
    /// The script.
    pub file: String,
    /// The line of the function that is listed; none for the whole script.
    pub function: Option<usize>,
    /// The number of the first line, counted from 1.
    pub first_line: usize,
    /// The lines.
    pub lines: Vec<String>,
}

public!(HelpReply, Listing);
