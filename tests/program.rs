//! Runs the binary in a temporary folder, from a pipe, with its exit code.

use crate::waiting::{self, PATIENT};
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A function of a shell: the answer that chooses the first option of the question `$1`.
pub const FIRST_OPTION: &str = "first_option() {
  id=${1##*'\"options\":[{\"id\":\"'}
  printf '{\"answer\": \"%s\"}\\n' \"${id%%'\"'*}\"
}
";

/// A program that is an agent: it runs a command, then chooses the first option of each question.
pub fn first_option(command: &str) -> String {
    format!(
        "{FIRST_OPTION}{command}\nwhile read -r question; do first_option \"$question\"; done\n"
    )
}

/// A program that is an agent: it notes in the file `asked` that it has been asked, and never
/// answers.
pub const MUTE: &str = "sh -c 'read -r question; touch asked; cat >/dev/null'";

/// The program, whose time limits slow machines do not reach.
pub fn program() -> Command {
    tool(env!("CARGO_BIN_EXE_litterbox"))
}

/// A program that may run ours: for somebody who has set nothing, and whose machine is slow. On a
/// CI server, `CI` is set, with which ours writes no session.
pub fn tool(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env(PATIENT.0, PATIENT.1);
    for name in ["CI", "COLUMNS", "NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"] {
        command.env_remove(name);
    }
    command
}

/// Replaces a file, or creates it, at once: who watches it never sees a part of it.
pub fn replace(path: &Path, text: &str) {
    let new = tempfile::NamedTempFile::new_in(path.parent().unwrap()).unwrap();
    std::fs::write(new.path(), text).unwrap();
    new.persist(path).unwrap();
}

/// The program in an empty temporary folder, without the user's settings.
pub struct Litterbox {
    folder: TempDir,
    home: TempDir,
}

impl Litterbox {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), home: tempfile::tempdir().unwrap() }
    }

    /// Adds a file to the folder.
    pub fn with(self, name: &str, text: &str) -> Self {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    /// Writes a settings file.
    pub fn configure(&self, name: &str, text: &str) {
        let path = self.home.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// The newest journal.
    pub fn journal(&self) -> std::path::PathBuf {
        let folder = self.home.path().join("litterbox/sessions").read_dir().unwrap();
        folder.map(|entry| entry.unwrap().path()).max().unwrap()
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program();
        command.args(arguments).current_dir(self.folder.path());
        command.env("XDG_STATE_HOME", self.home.path()).env("XDG_CONFIG_HOME", self.home.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        self.run_with(PATIENT, arguments)
    }

    /// Runs the program with this environment variable.
    pub fn run_with(&self, (name, value): (&str, &str), arguments: &[&str]) -> Ran {
        let mut command = self.command(arguments);
        Ran::from(waiting::ended(command.env(name, value).spawn().unwrap()))
    }

    /// Starts the program on a terminal.
    #[cfg(unix)]
    pub fn on_terminal(&self, arguments: &[&str]) -> rexpect::session::PtySession {
        let mut command = program();
        command.args(arguments).current_dir(self.path()).env("TERM", "xterm");
        rexpect::session::spawn_command(command, Some(waiting::hanging_ms())).unwrap()
    }

    /// Runs the program with piped input.
    pub fn piped(&self, arguments: &[&str], input: &str) -> Ran {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        // The program may exit before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Ran::from(waiting::ended(child))
    }
}

/// The result of a run.
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub talk: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            talk: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ran {
    /// The complete output, for a snapshot, without what depends on the speed of the machine.
    pub fn shown(&self) -> String {
        let code = self.code.map_or("none".to_owned(), |code| code.to_string());
        let mut shown = format!("exit code {code}\n");
        for (name, text) in [("stdout", &self.out), ("stderr", &without_pace(&self.talk))] {
            if !text.is_empty() {
                shown += &format!("--- {name}\n{text}");
            }
        }
        shown
    }
}

/// The lines of stderr without those that tell how long something took or will take.
pub fn without_pace(talk: &str) -> String {
    let is_time = |line: &str| {
        // `96 games in 0.3 s (320 per second)`, `400 games take about 2 minutes`.
        let took = line.split_once(" games in ").or(line.split_once(" game in "));
        let is_number =
            |text: &str| text.split(' ').next().is_some_and(|n| n.parse::<f64>().is_ok());
        took.is_some_and(|(n, rest)| n.parse::<u64>().is_ok() && is_number(rest))
            || line.contains(" take about ")
    };
    talk.split_inclusive('\n').filter(|line| !is_time(line)).collect()
}

/// The first of these programs that can be started; if there is none, prints a note to stderr.
pub fn first_there<'a>(programs: &[&'a str], what: &str) -> Option<&'a str> {
    let starts = |program: &&&str| {
        let ran = Command::new(program).arg("--version").output();
        ran.is_ok_and(|ran| ran.status.success())
    };
    let found = programs.iter().find(starts).copied();
    if found.is_none() {
        skipped(&format!("no {} is installed: {what}", programs.join(" or ")));
    }
    found
}

/// Whether the tests run that take more than a minute of processor time: `LITTERBOX_TESTS=all`.
pub fn is_complete() -> bool {
    std::env::var("LITTERBOX_TESTS").is_ok_and(|which| which == "all")
}

/// The size of a test: the first, or the second with `LITTERBOX_TESTS=all`.
pub fn size<T>(few: T, all: T) -> T {
    if is_complete() { all } else { few }
}

/// Notes that a test is skipped.
pub fn skipped(why: &str) {
    // Not `eprintln!`, whose output is hidden for passing tests.
    std::io::stderr().write_all(format!("SKIPPED, {why}\n").as_bytes()).unwrap();
}
