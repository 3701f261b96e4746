//! One reader of a terminal: each command that opens the REPL, with a reply that is longer than the
//! screen, typed slowly and all at once.

use crate::front_ends::terminal::Terminal;
use crate::program::{Litterbox, tool};
use crate::tidy::files;

/// Three sessions' worth of recorded output that is not so.
const TEXT: &str = "# Turns

```litterbox
> :new classic ann bob --seed 7
  ...
ann> draw
  wrong
bob> draw
  wrong
ann> draw
  wrong
```
";

const FILE: &str = "tests/turns.session.md";

fn author() -> Litterbox {
    Litterbox::new().with(FILE, TEXT).with("opening.txt", "draw\n")
}

/// Starts a command in a terminal of twelve rows.
fn start(litterbox: &Litterbox, arguments: &[&str]) -> Terminal {
    paged(litterbox, arguments, None)
}

/// Starts a command in a terminal of twelve rows, with a pager.
fn paged(litterbox: &Litterbox, arguments: &[&str], pager: Option<&str>) -> Terminal {
    sized((12, 100), litterbox, arguments, pager)
}

/// Starts a command in a terminal of so many rows and columns, with a pager.
fn sized(
    (rows, columns): (usize, usize),
    litterbox: &Litterbox,
    arguments: &[&str],
    pager: Option<&str>,
) -> Terminal {
    let mut command = tool("sh");
    command.args(["-c", &format!("stty rows {rows} cols {columns}; exec \"$0\" \"$@\"")]);
    command.arg(env!("CARGO_BIN_EXE_litterbox")).args(arguments);
    Terminal::spawn_in(litterbox.path(), command, pager)
}

/// Each command that opens the REPL, the prompt at which it does, and what is typed for that.
const COMMANDS: [(&[&str], &str, &str); 8] = [
    (&["repl", "classic", "ann", "bob", "--seed", "7"], "ann> ", ""),
    (&[], "p1> ", ""),
    (&["repl", FILE], "bob> ", ""),
    (&["repl", "classic", "ann", "bob", "--seed", "7", "-i", "--read", "opening.txt"], "bob> ", ""),
    (&["repl", "classic", "ann", "bob", "--seed", "7", "-i", "-c", "draw"], "bob> ", ""),
    (&["debug", "tests/turns.session.md:6"], "ann> ", ""),
    (&["debug", FILE], "ann> ", ""),
    (&["review"], "ann> ", "d"),
];

#[test]
fn no_command_that_opens_the_repl_freezes_at_the_pager() {
    for (arguments, prompt, opens) in COMMANDS {
        let litterbox = author();
        let mut terminal = start(&litterbox, arguments);
        if !opens.is_empty() {
            terminal.sees("quit? ");
            terminal.types(opens);
        }
        terminal.sees(prompt);
        for leaves in ["q", "\x03", "\x04"] {
            terminal.types(":help");
            terminal.sees("-- space: more");
            terminal.types("");
            terminal.sees("-- space: more");
            terminal.keys(leaves);
            terminal.sees(prompt);
        }
        terminal.types("= 40 + 2");
        terminal.sees("\n  42");
        // All at once: nobody reads for somebody else.
        terminal.keys(":help\r\r\rq\r= 40 + 3\r= 40 + 4\r:quit\r");
        terminal.sees("\n  43");
        terminal.sees("\n  44");
        if !opens.is_empty() {
            terminal.sees("quit? ");
            terminal.types("q");
            terminal.sees("3 unchanged");
        }
        terminal.closes();
    }
}

/// The end of the line below each screen of the pager.
const MORE: &str = "q: end --";

#[test]
fn the_pager_takes_single_keys() {
    let litterbox = author();
    let mut terminal = sized((24, 80), &litterbox, COMMANDS[0].0, None);
    terminal.sees("ann> ");
    terminal.types(":help");
    let first = terminal.sees(MORE);
    assert!(first.contains("Bare words answer") && !first.contains("b: back"), "{first}");
    assert_eq!(first.lines().count(), 1 + 23 + 1, "the input, 23 lines, the keys: {first}");
    terminal.keys(" ");
    let second = terminal.sees(MORE);
    assert!(second.contains("b: back") && !second.contains("Bare words"), "{second}");
    terminal.keys("b");
    assert!(terminal.sees(MORE).contains("Bare words answer"));
    for down in [" ", "\r", "\x1b[6~", "\x1b[B"] {
        terminal.keys(down);
        assert_eq!(terminal.sees(MORE), second, "{down:?}");
        terminal.keys(if down == " " { "\x1b[5~" } else { "\x1b[A" });
        terminal.sees(MORE);
    }
    // A word that is not there, and one that is.
    terminal.keys("/wombat\r");
    terminal.sees("`wombat` is not below.");
    terminal.keys("/:QUIT\r");
    let found = terminal.sees("ann> ");
    let found = found.lines().nth(2).unwrap_or_default();
    assert!(found.contains(":quit"), "{found}");
    terminal.leaves();
}

#[test]
fn questions_and_the_keys_of_the_pager_have_styles() {
    let litterbox = author();
    let coloured = |arguments: &[&str]| {
        let mut command = tool("sh");
        command.args(["-c", "unset NO_COLOR; stty rows 12 cols 100; exec \"$0\" \"$@\""]);
        command.arg(env!("CARGO_BIN_EXE_litterbox")).args(arguments);
        Terminal::spawn_in(litterbox.path(), command, None)
    };
    let mut terminal = coloured(COMMANDS[0].0);
    terminal.sees("ann>");
    terminal.types(":help");
    let shown = terminal.sees(MORE);
    assert!(shown.contains("\x1b[90m-- space: more"), "{shown:?}");
    terminal.keys("q");
    terminal.leaves();
    let mut terminal = coloured(&["review"]);
    let shown = terminal.sees("\x1b[36mquit");
    assert!(shown.contains("\x1b[36maccept"), "{shown:?}");
    terminal.types("q");
    terminal.closes();
}

#[test]
fn the_pager_has_the_height_of_the_window_as_it_is_now() {
    let litterbox = author();
    let mut terminal = sized((24, 80), &litterbox, COMMANDS[0].0, None);
    terminal.sees("ann> ");
    terminal.types(":help");
    terminal.sees(MORE);
    terminal.resizes(8, 80);
    terminal.keys(" ");
    let second = terminal.sees(MORE);
    assert_eq!(second.lines().count(), 1 + 7 + 1, "{second}");
    // The line that is being typed stays, too.
    terminal.keys("q= 4");
    terminal.sees("= 4");
    terminal.resizes(24, 60);
    terminal.keys("0 + 2\r");
    terminal.sees("\n  42");
    terminal.leaves();
}

#[test]
fn the_pager_has_the_width_of_the_window_as_it_is_now() {
    let litterbox = author();
    let mut terminal = sized((24, 120), &litterbox, COMMANDS[0].0, None);
    terminal.sees("ann> ");
    terminal.types(":help");
    let wide = terminal.sees(MORE);
    terminal.resizes(24, 50);
    // Further down, and back to the line with which the text begins.
    terminal.keys(" ");
    let next = terminal.sees(MORE);
    terminal.keys("b");
    let back = terminal.sees(MORE);
    // The line editor draws the last line of a screen, and the keys; bytes are read as characters.
    let is_text = |line: &&str| !line.contains('\x1b') && line.is_ascii();
    let widest = |text: &str| text.lines().filter(is_text).map(|line| line.trim_end().len()).max();
    assert!(widest(&wide) > Some(50), "{wide}");
    assert!(widest(&next) <= Some(50) && widest(&back) <= Some(50), "{next}{back}");
    terminal.keys("q");
    terminal.leaves();
}

#[test]
fn the_pager_takes_no_key_that_was_typed_ahead() {
    let litterbox = author();
    let mut terminal = sized((8, 80), &litterbox, &["repl", "classic", "ann", "quinn"], None);
    terminal.sees("ann> ");
    // Each begins with a key of the pager.
    let lines = [
        ("quinn: draw", "refused: quinn is not asked"),
        ("/wombat", "refused: `/wombat` is not"),
        ("  = 40 + 2", "\n  42"),
        ("bob: draw", "refused: there is no player `bob`"),
    ];
    for (line, answer) in lines {
        terminal.keys(&format!(":help\r{line}\r"));
        let shown = terminal.sees(answer);
        assert!(!shown.contains(MORE), "{line}: {shown}");
        assert!(shown.contains(":quit"), "the rest of the list is printed: {shown}");
        terminal.types("= 40 + 3");
        terminal.sees("\n  43");
    }
    terminal.keys(":help\r\x1b[200~quinn: draw\x1b[201~\r");
    terminal.sees("refused: quinn is not asked");
    // The line editor reads 1,024 bytes at once: the last line is still in the terminal.
    terminal.keys(&format!("{:>1023}\rquinn: draw\r", ":help"));
    assert!(!terminal.sees("refused: quinn is not asked").contains(MORE));
    // An Enter shows another screen, and what follows is for the prompt.
    terminal.keys(":help\r\r\rquit\r");
    assert!(!terminal.sees("goes on with this session").contains(MORE));
    terminal.closes();
}

#[test]
fn the_pager_loses_nothing_that_was_typed_ahead() {
    let litterbox = author();
    let mut terminal = sized((24, 80), &litterbox, COMMANDS[0].0, None);
    terminal.sees("ann> ");
    // Ctrl-C and Ctrl-D end the pager alone.
    terminal.keys(":help\r\x03= 40 + 4\r:help\r\x04= 40 + 5\r");
    terminal.sees("\n  44");
    terminal.sees("\n  45");
    // A word to look for may be left by Ctrl-C, and what was pasted waits in the next line.
    terminal.types(":help");
    terminal.sees(MORE);
    terminal.keys("/wom\x03");
    terminal.sees(MORE);
    terminal.keys("\x1b[200~= 40 + 6\x1b[201~\r");
    terminal.sees("ann> = 40 + 6");
    terminal.keys("\r");
    terminal.sees("\n  46");
    // A pasted list is not shown screen by screen.
    terminal.keys("\x1b[200~:help\ndraw\nwombat\n\x1b[201~\r");
    terminal.sees("ann draws");
    terminal.sees("1 of 3 lines was refused");
    // The end of the input ends the program, at the pager too.
    terminal.types(":help");
    terminal.sees(MORE);
    terminal.keys("\x04\x04");
    terminal.closes();
}

#[test]
fn a_pager_that_does_not_start_is_none() {
    let litterbox = author();
    for pager in ["no-such-pager", "./wombat -x", "sh -c no-such-pager", "'", "   "] {
        let mut terminal = paged(&litterbox, COMMANDS[0].0, Some(pager));
        terminal.sees("ann> ");
        terminal.types(":help");
        terminal.sees(MORE);
        terminal.keys("q");
        terminal.leaves();
    }
}

/// A file, a pipe, a journal: only what a person asks for on its own is shown by a program.
#[test]
fn no_file_starts_the_pager() {
    let text =
        "# Help\n\n```litterbox\n> :new classic ann bob --seed 7\n  ...\n> :help\n  ...\n```\n";
    let litterbox = Litterbox::new().with("help.session.md", text);
    let litterbox = litterbox.with("help.txt", ":help\n");
    let started = litterbox.path().join("started");
    let pager = format!("touch {}", started.display());
    let game = ["repl", "classic", "ann", "bob", "--seed", "7"];
    let read = [&game[..], &["-i", "--read", "help.txt"]].concat();
    let given = [&game[..], &["-i", "-c", ":help"]].concat();
    for arguments in [&read[..], &given[..], &["repl", "help.session.md"], &["repl", "--resume"]] {
        let mut terminal = paged(&litterbox, arguments, Some(&pager));
        terminal.sees("> ");
        terminal.types("= 40 + 2");
        terminal.sees("\n  42");
        terminal.types(":read help.txt");
        terminal.types("= 40 + 3");
        terminal.sees("\n  43");
        terminal.kill();
    }
    for arguments in [&["test"][..], &["repl", "--read", "help.txt"]] {
        paged(&litterbox, arguments, Some(&pager)).closes();
    }
    assert!(!started.exists());
    let mut terminal = paged(&litterbox, &game, Some(&pager));
    terminal.sees("ann> ");
    terminal.types(":help");
    terminal.sees("ann> ");
    terminal.leaves();
    assert!(started.exists(), "it starts for a person");
}

#[test]
fn a_list_longer_than_the_screen_is_shown_by_the_pager_of_the_environment() {
    let litterbox = Litterbox::new();
    let mut terminal = paged(&litterbox, &["repl", "--seed", "7"], Some("sed 's/^/paged: /'"));
    terminal.sees("p1> ");
    terminal.types(":help");
    terminal.sees("paged:   Bare words answer");
    terminal.sees("p1> ");
    terminal.types("= 40 + 2");
    let shown = terminal.sees("\n  42");
    assert!(!shown.contains("paged"), "{shown}");
    // What was typed ahead is for the prompt.
    terminal.keys(":help\r= 40 + 3\r");
    terminal.sees("paged:   Bare words answer");
    terminal.sees("\n  43");
    terminal.leaves();
}

#[test]
fn what_was_typed_ahead_for_a_review_is_not_lost_to_the_repl_within_it() {
    let litterbox = author();
    let mut terminal = start(&litterbox, &["review"]);
    terminal.sees("quit? ");
    terminal.keys("d\r:help\rq\r:quit\ra\rd\rdraw\r:quit\rr\ra\r");
    terminal.sees("2 accepted, 1 unchanged");
    terminal.closes();
    let kept = litterbox.read(FILE);
    assert_eq!(kept.matches("  wrong\n").count(), 1, "{kept}");
    assert!(kept.contains("bob> draw\n  wrong\n"), "{kept}");
}

#[test]
fn a_decision_of_a_review_is_written_when_it_is_made() {
    let litterbox = author();
    let mut terminal = start(&litterbox, &["review"]);
    terminal.sees("quit? ");
    terminal.types("a");
    terminal.sees("2 of 3");
    terminal.sees("quit? ");
    let is_wrong = |text: &str, line: &str| text.contains(&format!("{line}\n  wrong\n"));
    let (kept, pending) = (litterbox.read(FILE), litterbox.read(&format!("{FILE}.new")));
    assert_eq!(kept.matches("  wrong\n").count(), 2, "accepted: {kept}");
    assert_eq!(pending.matches("  wrong\n").count(), 0, "undecided: {pending}");
    terminal.types("r");
    terminal.sees("3 of 3");
    terminal.sees("quit? ");
    let pending = litterbox.read(&format!("{FILE}.new"));
    assert!(is_wrong(&pending, "bob> draw"), "rejected: {pending}");
    terminal.kill();
    let (kept, pending) = (litterbox.read(FILE), litterbox.read(&format!("{FILE}.new")));
    assert!(is_wrong(&kept, "bob> draw") && is_wrong(&kept, "ann> draw"), "{kept}");
    assert_eq!(pending.matches("  wrong\n").count(), 1, "{pending}");
}

#[test]
fn a_file_that_was_edited_during_its_review_keeps_the_edit() {
    let litterbox = author();
    let mut terminal = start(&litterbox, &["review"]);
    terminal.sees("quit? ");
    let edited = TEXT.replace("# Turns", "# My turns");
    std::fs::write(litterbox.path().join(FILE), &edited).unwrap();
    terminal.types("a");
    terminal.sees("it has changed since its sessions were run");
    assert_eq!(litterbox.read(FILE), edited);
}

/// The files that read standard input: what asks a person, and the commands for pipes.
const READERS: [&str; 4] =
    ["src/cli/dap.rs", "src/cli/repl.rs", "src/lsp/transport.rs", "src/repl/keyboard.rs"];

#[test]
fn a_terminal_has_one_reader() {
    let reads = |(path, text): (std::path::PathBuf, String)| {
        text.contains("stdin()").then(|| path.display().to_string())
    };
    let found: Vec<String> = files("src", ".rs").into_iter().filter_map(reads).collect();
    assert_eq!(found, READERS, "others ask the `Console`");
}

#[test]
fn help_quit_and_undo_are_commands_at_a_prompt_that_takes_no_such_word() {
    let litterbox = author();
    let mut terminal = start(&litterbox, COMMANDS[0].0);
    terminal.sees("ann> ");
    terminal.types("draw");
    terminal.sees("bob> ");
    terminal.types("undo");
    terminal.sees("At ply 0 of 1");
    terminal.sees("ann> ");
    terminal.types("help");
    terminal.sees("-- space: more");
    terminal.keys("q");
    terminal.sees("ann> ");
    terminal.types(":record kept.session.md");
    terminal.sees("recording to");
    terminal.types("quit");
    terminal.closes();
    let kept = litterbox.read("kept.session.md");
    assert!(kept.contains("bob> :back\n") && !kept.contains("undo"), "{kept}");
    let ran = litterbox.piped(&["repl", "--keep-going"], "help\nundo\nquit\n");
    assert_eq!(ran.talk.matches("refused: ").count(), 3, "{}", ran.shown());
}

#[test]
fn a_guide_is_filled_to_the_width_of_a_terminal() {
    let kept = "```text\nlitterbox sim classic --games 10000\n```\n| a table | wide enough |\n";
    let text = format!(
        "# A heading that is longer than the width\n\n- An item of a list, of which the\n  words \
         go on.\n- Another\n\nProse goes on until it\nends, here.\n\n{kept}"
    );
    let filled = format!(
        "# A heading that is longer than the width\n\n- An item of a list, of\n  which the words \
         go on.\n- Another\n\nProse goes on until it\nends, here.\n\n{kept}"
    );
    assert_eq!(litterbox::internals::filled(&text, 24), filled);
    assert_eq!(litterbox::internals::filled("1. a b\n   c\n", 6), "1. a b\n   c\n");
}

#[test]
fn the_repl_begins_with_the_errors_in_the_scripts_of_the_project() {
    let litterbox = Litterbox::new()
        .with(
            "variants/mine.json",
            r#"{ "name": "Mine", "extends": "classic", "deck": { "tax": 4 } }"#,
        )
        .with("scripts/cards/tax.rhai", "//! Tax: draw a card.\n\nfn resolve(me) { me.darw(); }\n");
    let game = ["repl", "mine", "ann", "bob"];
    let mut terminal = start(&litterbox, &game);
    let said = terminal.sees("ann> ");
    assert!(
        said.contains("there is no function `darw`") && said.contains("tax.rhai:3:21"),
        "{said}"
    );
    terminal.leaves();
    // Without them it says nothing.
    let litterbox = litterbox
        .with("scripts/cards/tax.rhai", "//! Tax: draw a card.\n\nfn resolve(me) { me.draw(); }\n");
    let mut terminal = start(&litterbox, &game);
    let said = terminal.sees("ann> ");
    assert!(!said.contains("error"), "{said}");
    terminal.leaves();
}
