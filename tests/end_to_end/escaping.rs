//! Control characters of other people's files are never printed: not by any command, in any format.

use crate::program::program;
use litterbox::base::output::{SafeStream, escape, filtered, is_unsafe};
use litterbox::shell::{Shell, Status};
use litterbox::transcript::Transcript;
use litterbox::variant::Library;
use proptest::prelude::*;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

/// Sets the title of the window, turns text red, hides it, reverses it, deletes it; the styles at
/// the end are harmless, but not those of this program.
const HOSTILE: &str = "\u{1b}]0;own\u{7}\u{9b}31m\u{1b}[8m\u{1b}[41m\u{202e}\u{2066}\u{8}\u{7f}\u{200b}\
    \u{ffff}\u{e0041}\u{1b}[3m\u{1b}[38;5;201m\u{1b}[2;37m";

/// A project whose names, titles, texts, questions, output and sessions are hostile.
fn project(home: &Path) {
    let json = serde_json::to_string(HOSTILE).unwrap();
    let text = json.trim_matches('"');
    for folder in ["scripts/cards", "variants/titles", "tests"] {
        fs::create_dir_all(home.join(folder)).unwrap();
    }
    let write = |path: &str, text: &str| fs::write(home.join(path), text).unwrap();
    write(
        "variants/evil.json",
        &format!(
            r#"{{ "name": "Evil {text}", "about": "About {text}", "extends": "classic",
            "source": "From {text}", "deck": {{ "evil": 4 }}, "assumed": ["Assumed {text}"],
            "options": {{ "own": {{ "value": "b", "values": ["a{text}", "b"], "about": "{text}" }} }} }}"#
        ),
    );
    write(
        "variants/titles/en.json",
        &format!(
            r#"{{ "language": "en", "name": "English",
            "cards": {{ "evil": {{ "title": "Evil {text}", "text": "Does {text}" }} }} }}"#
        ),
    );
    write("variants/broken.json", &format!(r#"{{ "name": "{text}", "extends": "{text}" }}"#));
    let script = format!(
        "//! Evil {HOSTILE}.\n\nfn announce(me) {{ me.choose(\"Which {HOSTILE}?\", [\"a {HOSTILE}\", \
         \"b\"]) }}\n\nfn resolve(me, word) {{ print(\"{HOSTILE}\"); throw \"why {HOSTILE}\"; }}\n"
    );
    write("scripts/cards/evil.rhai", &script);
    let session = format!(
        "# Title {HOSTILE}\n\n```litterbox\n> :new evil ann bob --seed 7\n  Evil {HOSTILE}\n\
         > :table ann: evil | bob: -\nann> play evil\n  {HOSTILE}\nann> {HOSTILE}\n```\n"
    );
    write("tests/evil.session.md", &session);
    write(&format!("tests/{}.session.md", HOSTILE.replace('/', "")), &session);
    write("tests/bad.session.md", &format!("```litterbox\n{HOSTILE}\n```\n"));
    write("inputs.txt", &format!(":table ann: evil | bob: -\nplay evil\n1\n:fly {HOSTILE}\n"));
}

/// What a command prints, on both streams.
fn printed(home: &Path, arguments: &[&str], colour: bool) -> String {
    let mut command = program();
    command.args(arguments).current_dir(home).stdin(Stdio::null());
    command.env("XDG_STATE_HOME", home.join("state"));
    command.env(if colour { "CLICOLOR_FORCE" } else { "NO_COLOR" }, "1");
    let ran = command.output().unwrap();
    assert_ne!(ran.status.code(), Some(101), "{arguments:?}");
    [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat()
}

#[test]
fn no_command_prints_control_characters_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    project(home);
    let play =
        ":table ann: evil evil | bob: -; ?evil; ??evil; play evil; 1; :why; :timeline; :view";
    let hostile = format!(":fly {HOSTILE}");
    let sweep = format!("own=a{HOSTILE},b");
    let repl =
        |more: &[&'static str]| [&["repl", "evil", "ann", "bob", "--seed", "7"], more].concat();
    let mut commands: Vec<Vec<&str>> = vec![
        vec!["check"],
        vec!["check", "--format", "json"],
        vec!["check", "--format", "sarif"],
        vec!["variants"],
        vec!["variants", "--format", "json"],
        vec!["cards", "evil"],
        vec!["cards", "evil", "--format", "json"],
        vec!["diff", "evil", "classic"],
        vec!["diff", "evil", "classic", "--format", "json"],
        vec!["sim", "evil", "--games", "3"],
        vec!["sim", "evil", "--games", "3", "--format", "json"],
        vec!["sim", "evil", "--games", "3", "--format", "csv"],
        vec!["compare", "evil", "classic", "--games", "3"],
        vec!["fuzz", "evil", "--games", "20"],
        vec!["cards", &hostile],
        vec!["explain", &hostile],
        vec!["repl", &hostile],
        vec!["repl", "evil", "-c", &hostile],
        vec!["repl", "evil", "ann", "bob", "--echo", "--read", "inputs.txt"],
        vec!["repl", "evil", "ann", "bob", "--echo", "--keep-going", "-c", &hostile],
        vec!["compare", "evil", "--sweep", &sweep, "--games", "3"],
        vec!["tune", "evil", "--over", &sweep, "--games", "3", "--toward", "turns=10"],
        vec!["new", "card", &hostile],
        vec!["api", &hostile],
        vec!["merge", &hostile],
        vec!["test", "tests", "--coverage"],
        vec!["test", "tests/evil.session.md", "--accept"],
    ];
    for format in ["text", "json", "junit", "tap"] {
        commands.push(vec!["test", "tests", "--format", format]);
    }
    commands.push([&repl(&["-c"])[..], &[play]].concat());
    commands.push([&repl(&["--format", "json", "-c"])[..], &[play]].concat());
    let mut n_shown = 0;
    for arguments in &commands {
        for colour in [false, true] {
            let text = printed(home, arguments, colour);
            n_shown += usize::from(text.contains("\\u{9b}") || text.contains("\\u009b"));
            let text = if colour { without_styles(&text) } else { text };
            let found: Vec<char> = text.chars().filter(|c| is_unsafe(*c)).collect();
            assert!(found.is_empty(), "{arguments:?} prints {found:?}:\n{}", escape(&text));
        }
    }
    assert!(n_shown >= 30, "only {n_shown} outputs show the characters");
}

#[test]
fn errors_of_the_command_line_escape_the_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let link = format!("{HOSTILE}\u{1b}[31m");
    for arguments in [
        vec![format!("--{link}")],
        vec![link.clone()],
        vec!["sim".to_owned(), format!("--games={link}")],
        vec!["sim".to_owned(), "--seed".to_owned(), link.clone()],
        vec!["fuzz".to_owned(), "--time".to_owned(), link.clone()],
        vec!["batch".to_owned(), link.clone()],
        vec!["test".to_owned(), "--format".to_owned(), link],
    ] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        for colour in [false, true] {
            let text = printed(folder.path(), &arguments, colour);
            assert!(text.contains("\\u{9b}31m"), "{arguments:?}: {}", escape(&text));
            assert!(text.contains("\\u{1b}[31m"), "{arguments:?}: {}", escape(&text));
            assert!(!without_styles(&text).contains(is_unsafe), "{arguments:?}: {}", escape(&text));
        }
    }
}

/// Lines of results, of annotations and of coverage, that a name of a file would add.
const FORGED: &str = "a\nok 1 - forged\n::error::forged\nSF:forged\nend_of_record\n";

#[test]
fn names_of_files_add_no_lines_to_results() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    for folder in ["scripts/cards", "variants/titles", "tests", "run"] {
        fs::create_dir_all(home.join(folder)).unwrap();
    }
    let write = |path: &str, text: &str| {
        fs::write(home.join(path.replace("NAME", FORGED)), text).unwrap();
    };
    write(
        "tests/NAME.session.md",
        "# A\n\n```litterbox\n> :new classic ann bob --seed 7\n  no\n```\n",
    );
    write("tests/NAMEbroken.session.md", "```litterbox\n");
    write("tests/NAME.session.md.new", "");
    write("tests/NAMEgone.session.md.new", "");
    write("scripts/cards/mine.rhai", "//! Mine.\n\nfn resolve(me) { me.drow(); }\n");
    write("scripts/cards/NAME.rhai", "//! Mine.\n\nfn resolve(me) { me.drow(); }\n");
    write("variants/NAME.json", "{ \"extends\": \"classic\" }");
    write("variants/titles/NAME.json", "{ }");
    write("run/shardNAME.json", "{ }");
    let named = |path: &str| path.replace("NAME", FORGED);
    let [script, variant, shard] =
        ["scripts/cards/NAME.rhai", "variants/NAME.json", "run/shardNAME.json"].map(named);
    let mut commands = vec![
        vec!["check"],
        vec!["check", "scripts", "variants"],
        vec!["check", &script, &variant],
        vec!["variants"],
        vec!["cards", &variant],
        vec!["sim", &variant],
        vec!["repl", &variant, "-c", ":variants"],
        vec!["merge", "run"],
        vec!["merge", &shard],
        vec!["debug", "tests"],
        vec!["test", "tests", "--coverage", "--lcov", "lcov.info"],
    ];
    for format in ["json", "sarif"] {
        commands.push(vec!["check", "--format", format]);
    }
    for format in ["text", "json", "junit", "tap"] {
        commands.push(vec!["test", "tests", "--format", format]);
    }
    let mut n_shown = 0;
    for arguments in &commands {
        let mut text = printed(home, arguments, false);
        text += &fs::read_to_string(home.join("lcov.info")).unwrap_or_default();
        n_shown += usize::from(text.contains("ok 1 - forged"));
        let forged = text.lines().find(|line| {
            let starts = ["ok 1 - forged", "::error", "SF:forged", "end_of_record\\n"];
            starts.iter().any(|start| line.trim_start().starts_with(start))
        });
        assert_eq!(forged, None, "{arguments:?}: {text}");
    }
    assert_eq!(n_shown, commands.len() - 2);
}

/// Removes the styles that this program uses.
fn without_styles(text: &str) -> String {
    let mut text = text.to_owned();
    for style in ["0", "1", "4", "30", "31", "32", "33", "34", "35", "36", "90", "91", "92", "93"] {
        text = text.replace(&format!("\u{1b}[{style}m"), "");
    }
    ["94", "95", "96"]
        .iter()
        .fold(text, |text, style| text.replace(&format!("\u{1b}[{style}m"), ""))
}

#[test]
fn a_page_shows_control_characters_of_the_variant() {
    let folder = tempfile::tempdir().unwrap();
    project(folder.path());
    printed(folder.path(), &["sim", "evil", "--games", "3", "--report", "page.html"], false);
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(!page.contains(is_unsafe), "{}", escape(&page));
}

/// Whether a text begins with what makes an escape character a style of the text: a reset, bold,
/// faint, italic, underlined or a colour, not hidden or on another background.
fn begins_with_style(text: &str) -> bool {
    let parameters = text.strip_prefix('[').and_then(|text| text.split_once('m'));
    let is_harmless = |number: &str| {
        number.is_empty() || matches!(number.parse(), Ok(0..=4 | 22..=24 | 30..=37 | 39 | 90..=97))
    };
    parameters.is_some_and(|(numbers, _)| {
        numbers.starts_with("38;5;") || numbers.split(';').all(is_harmless)
    })
}

proptest! {
    #[test]
    fn a_stream_escapes_the_same_however_it_is_cut(
        parts in proptest::collection::vec(
            prop_oneof![
                Just("\u{1b}[31m".to_owned()), Just("\u{1b}[8m".to_owned()), Just("\u{1b}".to_owned()),
                Just("\u{1b}[".to_owned()), Just("\u{9b}".to_owned()), Just("é€😀".to_owned()),
                Just("\u{202e}".to_owned()), "[0-9;m\\[a-z\n]{0,5}",
            ],
            0..12,
        ),
        cuts in proptest::collection::vec(0..64usize, 0..6),
    ) {
        let text = parts.concat() + "\n";
        let mut out = Vec::new();
        let mut stream = SafeStream::new(&mut out);
        let mut bytes = text.as_bytes();
        for cut in cuts {
            let (now, later) = bytes.split_at(cut.min(bytes.len()));
            stream.write_all(now).unwrap();
            bytes = later;
        }
        stream.write_all(bytes).unwrap();
        let shown = String::from_utf8(out).unwrap();
        prop_assert_eq!(&shown, &filtered(&text));
        let styles = shown.split('\u{1b}').skip(1).filter(|rest| begins_with_style(rest)).count();
        prop_assert_eq!(shown.matches(is_unsafe).count(), styles, "{:?}", shown);
    }
}

#[test]
fn bytes_that_are_no_text_are_replaced() {
    let mut out = Vec::new();
    let mut stream = SafeStream::new(&mut out);
    stream.write_all(b"a\xff\xc2").unwrap();
    stream.write_all(b"\x9bb\xe2\x80 c\n").unwrap();
    drop(stream);
    assert_eq!(String::from_utf8(out).unwrap(), "a\u{fffd}\\u{9b}b\u{fffd} c\n");
}

/// Saved games, journals and what they are read as.
#[test]
fn what_is_saved_has_no_control_characters_and_is_read_as_it_was() {
    let raw = "a\u{202e}b\u{1b}c\u{200b}\u{3164}d\u{85}e";
    let mut shell = Shell::new(Library::embedded());
    shell.input(":new classic ann bob --seed 1");
    assert_eq!(shell.input(&format!("= \"{raw}\"")).status, Status::Done);
    shell.input(&format!(":mark here {raw}"));
    let transcript = shell.debugger().expect("a game").transcript(true);
    let saved = transcript.to_json_lines();
    assert!(!saved.contains(is_unsafe), "{saved:?}");
    let read = Transcript::from_saved("saved.jsonl", &saved).expect("it is read");
    assert_eq!(read.to_json_lines(), saved);
    assert_eq!(read, transcript);
}
