//! The kinds of inputs, and what is checked of each.

use super::Checked;
use super::corpus::{Corpus, ODD_WORDS, mutate};
use crate::harness::Edition;
use crate::lab::shards::FORGED;
use crate::script::generated::pack;
use crate::script::typed_scripts::play;
use crate::waiting::{Alarm, BRIEF, HANGING};
use litterbox::base::Interrupt;
use litterbox::base::error::Error;
use litterbox::lint::{LintTargets, check};
use litterbox::script::{Control, Host};
use litterbox::session::{SessionOptions, run_text};
use litterbox::shell::trust::FileAccess;
use litterbox::shell::{Shell, Status};
use litterbox::sim::{ShardResult, SimRun};
use litterbox::transcript::{JournalText, SessionInput, sealed};
use litterbox::variant::{Library, Ruleset};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

/// One input.
pub struct Case<'a> {
    corpus: &'a Corpus,
    random: Pcg64Mcg,
    /// The input, for messages.
    pub input: String,
}

type Kind = (&'static str, fn(&mut Case<'_>) -> Checked);

/// The kinds, the most often used more than once.
pub const KINDS: [Kind; 10] = [
    ("script", script),
    ("lines", lines),
    ("variant", variant),
    ("session", session),
    ("part", part),
    ("script", script),
    ("lines", lines),
    ("saved game", saved_game),
    ("journal", journal),
    ("constructed lines", constructed_lines),
];

/// The number of answers of a game on mutated rules.
const N_ANSWERS: usize = 25;

/// Whether a panic was caught on the way and reported.
fn has_panicked(errors: &[Error]) -> Checked {
    match errors.iter().find(|error| error.code == "T0205") {
        Some(error) => Err(format!("panics: {error}")),
        None => Ok(()),
    }
}

impl<'a> Case<'a> {
    pub const fn new(corpus: &'a Corpus, random: Pcg64Mcg) -> Self {
        Self { corpus, random, input: String::new() }
    }

    fn below(&mut self, n: usize) -> usize {
        self.random.random_range(0..n)
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    /// One of the texts, mutated with another one.
    fn mutated(&mut self, texts: &[String]) -> String {
        let (text, other) = (self.below(texts.len()), self.below(texts.len()));
        mutate(&mut self.random, &texts[text], &texts[other])
    }

    /// Loads, checks and plays a variant.
    fn try_variant(&mut self, library: &Library, id: &str) -> Checked {
        let seed = self.below(1_000) as u64;
        if seed.is_multiple_of(8) {
            let scripts = library.script_names().filter(|name| name.contains("evil"));
            let scripts = scripts.map(str::to_owned).collect();
            let targets =
                LintTargets { variants: vec![id.to_owned()], scripts, ..LintTargets::default() };
            has_panicked(&check(library, &targets).found)?;
        }
        let ruleset = match Ruleset::load(library, id, &[]) {
            Ok(ruleset) => ruleset,
            Err(errors) => return has_panicked(&errors),
        };
        let control = Control { interrupt: Interrupt::after(HANGING), ..Control::default() };
        let host = match Host::load(&ruleset.spec, &control) {
            Ok(host) => host,
            Err(errors) => return has_panicked(&errors),
        };
        let n_players = (*ruleset.players.start()).max(2);
        play(&Edition { ruleset, host }, n_players, seed, N_ANSWERS).map(|_| ())
    }
}

/// A script: a shipped one that a variant uses, the only script of a card, or a generated one.
fn script(case: &mut Case<'_>) -> Checked {
    let corpus = case.corpus;
    let (name, text) = case.one(&corpus.scripts);
    let (_, other) = case.one(&corpus.scripts);
    let evil = r#"{ "name": "Evil", "extends": "classic", "deck": { "evil": 16 },
        "kinds": { "evil": { "amount": 2 } } }"#;
    let library = corpus.library.clone().with_variant("evil", evil);
    match case.below(4) {
        0 => {
            let seed = case.below(1 << 30) as u64;
            let pack = pack(seed);
            let (name, text) = pack.script(case.below(8));
            case.input = mutate(&mut case.random, text, &other);
            let library = pack.library().with_script(name, &case.input);
            case.try_variant(&library, crate::script::generated::ID)
        }
        1 | 2 => {
            case.input = mutate(&mut case.random, &text, &other);
            let user = corpus.users.iter().find(|(_, names)| names.contains(&name));
            let id = user.map_or("evil", |(id, _)| id.as_str());
            let name = if user.is_some() { &name } else { "cards/evil" };
            case.try_variant(&library.with_script(name, &case.input), id)
        }
        _ => {
            case.input = mutate(&mut case.random, &text, &other);
            case.try_variant(&library.with_script("cards/evil", &case.input), "evil")
        }
    }
}

fn variant(case: &mut Case<'_>) -> Checked {
    let corpus = case.corpus;
    let ((_, text), (_, other)) = (case.one(&corpus.variants), case.one(&corpus.variants));
    case.input = mutate(&mut case.random, &text, &other);
    let library = corpus.library.clone().with_variant("evil", &case.input);
    case.try_variant(&library, "evil")
}

fn session(case: &mut Case<'_>) -> Checked {
    let corpus = case.corpus;
    let block = case.one(&corpus.blocks);
    let block: String = block.lines().take(30).map(|line| format!("{line}\n")).collect();
    let other = case.one(&corpus.blocks);
    case.input = mutate(&mut case.random, &format!("# A\n\n```litterbox\n{block}```\n"), &other);
    let limit = Some(BRIEF);
    let expects = case.below(2) == 0;
    let options = SessionOptions { expects, limit, ..SessionOptions::default() };
    match run_text("evil.session.md", &case.input, &corpus.library, options) {
        Ok(report) => {
            let _ = report.printed();
            report.problems.iter().for_each(|problem| drop(problem.to_string()));
            Ok(())
        }
        Err(error) => has_panicked(&[*error]),
    }
}

/// A shard result of one of the commands, half of the time with the right checksum.
fn part(case: &mut Case<'_>) -> Checked {
    let (n, corpus) = (case.below(FORGED.len()), case.corpus);
    case.input = case.mutated(&corpus.parts[n]);
    match serde_json::from_str(&case.input) {
        Ok(json) if case.below(2) == 0 => {
            let _ = FORGED[n](json);
            Ok(())
        }
        _ => {
            let read = ShardResult::<SimRun>::from_json("evil", &case.input);
            read.map_or_else(|errors| has_panicked(&errors), |_| Ok(()))
        }
    }
}

/// Checks the table of a shell.
fn check_table(shell: &Shell) -> Checked {
    let Some(debugger) = shell.debugger() else { return Ok(()) };
    debugger.table().check(debugger.game.rules()).map_err(|why| format!("breaks the table: {why}"))
}

fn hash(shell: &Shell) -> Option<u64> {
    shell.debugger().map(|debugger| debugger.game.snapshot().hash())
}

fn saved_game(case: &mut Case<'_>) -> Checked {
    let corpus = case.corpus;
    case.input = case.mutated(&corpus.saves);
    let mut shell = Shell::new(corpus.library.clone());
    shell.trust.files = FileAccess::memory();
    let _alarm = Alarm::new(shell.interrupt().clone());
    let game = Some(case.input.clone());
    let entry = SessionInput { input: ":load evil".into(), game, hash: None, ply: None };
    let _ = shell.redo_entry(&entry);
    shell.input(":timeline all");
    shell.input(":back");
    check_table(&shell)
}

/// A journal, half of the time with the right checksums.
fn journal(case: &mut Case<'_>) -> Checked {
    let corpus = case.corpus;
    case.input = case.mutated(&corpus.journals);
    if case.below(4) > 0 {
        let summed = |text: &str| {
            let mut json: serde_json::Value = serde_json::from_str(text).ok()?;
            json.as_object_mut()?.remove("sum");
            Some(sealed(&json.to_string()))
        };
        let lines = case.input.lines();
        case.input = lines.map(|text| summed(text).unwrap_or_else(|| text.to_owned())).collect();
    }
    let Ok(journal) = JournalText::read(case.input.as_bytes()) else { return Ok(()) };
    let mut shell = Shell::new(corpus.library.clone());
    shell.trust.files = FileAccess::memory();
    let _alarm = Alarm::new(shell.interrupt().clone());
    let _ = shell.redo(&journal.inputs[..journal.inputs.len().min(60)]);
    check_table(&shell)
}

/// Lines that people typed, mutated.
fn lines(case: &mut Case<'_>) -> Checked {
    let n = 1 + case.below(6);
    let lines: Vec<String> = (0..n).map(|_| case.mutated(&case.corpus.lines)).collect();
    type_in(case, &lines)
}

/// Commands with words of other lines; expressions.
fn constructed_lines(case: &mut Case<'_>) -> Checked {
    let corpus = case.corpus;
    let mut lines = Vec::new();
    for _ in 0..1 + case.below(6) {
        let mut line = match case.below(4) {
            0 => "= ".to_owned(),
            1 => String::new(),
            _ => format!(":{} ", case.one(&corpus.commands)),
        };
        for _ in 0..case.below(6) {
            let typed = case.one(&corpus.lines);
            let words: Vec<&str> = typed.split_whitespace().collect();
            line += match case.below(6) {
                0 => ODD_WORDS[case.below(ODD_WORDS.len())],
                _ => words.get(case.below(words.len().max(1))).copied().unwrap_or_default(),
            };
            line += case.one(&[" ", " ", " ", "", ",", ".", "("]);
        }
        lines.push(line);
    }
    type_in(case, &lines)
}

/// Types lines into a game that is being played, some of the time with files on the disk.
fn type_in(case: &mut Case<'_>, lines: &[String]) -> Checked {
    case.input = lines.join("\n");
    let base = &case.corpus.shells[case.below(case.corpus.shells.len())];
    let mut shell = base.trial_on(base.debugger().map(litterbox::debugger::Debugger::fork));
    shell.trust.files = match case.below(8) {
        0 => FileAccess::new(case.corpus.inside(), Some(case.corpus.inside())),
        _ => FileAccess::memory(),
    };
    let _alarm = Alarm::new(shell.interrupt().clone());
    for line in lines {
        let before = hash(&shell);
        let reply = shell.input(line);
        let is_command = line.trim_start().starts_with(':');
        if reply.status != Status::Done && !is_command && hash(&shell) != before {
            return Err(format!("changes the game, and is refused: {line}"));
        }
        check_table(&shell).map_err(|why| format!("{why}: {line}"))?;
        let text = reply.text();
        if text.contains("internal error") {
            return Err(format!("panics: {text}"));
        }
        let _ = shell.lines(&reply);
        let _ = shell.reply_message(None, Some(line), &reply).line();
        let _ = shell.complete(&line.chars().take(200).collect::<String>());
    }
    Ok(())
}
