//! Runs the binary in a temporary folder, from a pipe, with its exit code.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// The longest time of a run that must end soon.
const LONGEST: Duration = Duration::from_secs(10);

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
        let mut command = Command::new(env!("CARGO_BIN_EXE_litterbox"));
        command.args(arguments).current_dir(self.folder.path());
        command.env("XDG_STATE_HOME", self.home.path()).env("XDG_CONFIG_HOME", self.home.path());
        for name in ["CI", "COLUMNS", "NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"] {
            command.env_remove(name);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::from(self.command(arguments).output().unwrap())
    }

    /// Runs the program, which must end within [`LONGEST`].
    pub fn run_briefly(&self, arguments: &[&str]) -> Ran {
        let child = self.command(arguments).spawn().unwrap();
        let id = child.id().to_string();
        let (send, ended) = mpsc::channel();
        let waiting = thread::spawn(move || send.send(child.wait_with_output().unwrap()));
        let Ok(output) = ended.recv_timeout(LONGEST) else {
            Command::new("kill").args(["-9", &id]).status().unwrap();
            panic!("{arguments:?} takes more than {LONGEST:?}")
        };
        waiting.join().unwrap().unwrap();
        Ran::from(output)
    }

    /// Runs the program with piped input.
    pub fn piped(&self, arguments: &[&str], input: &str) -> Ran {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        // The program may exit before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Ran::from(child.wait_with_output().unwrap())
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
    /// The complete output, for a snapshot.
    pub fn shown(&self) -> String {
        let code = self.code.map_or("none".to_owned(), |code| code.to_string());
        let mut shown = format!("exit code {code}\n");
        for (name, text) in [("stdout", &self.out), ("stderr", &self.talk)] {
            if !text.is_empty() {
                shown += &format!("--- {name}\n{text}");
            }
        }
        shown
    }
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

/// Notes that a test is skipped.
pub fn skipped(why: &str) {
    // Not `eprintln!`, whose output is hidden for passing tests.
    std::io::stderr().write_all(format!("SKIPPED, {why}\n").as_bytes()).unwrap();
}
