//! The examples of the README produce the shown output, and the files that documents name exist.

use crate::program::Litterbox;
use litterbox::session::{SessionOptions, run_text};
use litterbox::shell::Shell;
use litterbox::variant::{Library, Ruleset};
use std::path::{Path, PathBuf};

const README: &str = include_str!("../../README.md");

#[test]
fn the_sessions_of_the_readme_and_the_guide_print_what_they_say() {
    for (name, text) in [("README.md", README), ("tests/README.md", include_str!("../README.md"))] {
        let report = run_text(name, text, &Library::embedded(), SessionOptions::default());
        let report = report.expect("it can be parsed");
        assert!(report.problems.is_empty(), "{:?}", report.problems);
        assert!(!report.differs, "`litterbox test --accept {name}` writes what is printed now");
    }
}

/// The most lines of what a newcomer reads: the README, the first card, how to measure.
const SHORT: usize = 120;

#[test]
fn guides_for_newcomers_are_short() {
    let card = include_str!("../../scripts/README.md");
    assert!(!card.contains("| --- |"), "the first card has no table: they are in the reference");
    let measuring = include_str!("../../src/lab/sim/README.md");
    let (measuring, _) = measuring.split_once("# How the figures").expect("two parts");
    for (name, text) in [("README", README), ("first card", card), ("measuring", measuring)] {
        let n_lines = text.lines().count();
        assert!(n_lines <= SHORT, "{name}: {n_lines} lines");
    }
}

#[test]
fn the_readme_shows_a_shipped_card() {
    let favor = include_str!("../../scripts/cards/favor.rhai");
    assert!(README.contains(&format!("```rhai\n{favor}```")), "the README shows Favor as it is");
}

/// The fenced blocks of a text: the info word and the lines.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(info) if !is_open => blocks.push((info, Vec::new())),
            Some(_) => {}
            None => {
                let open = blocks.last_mut().filter(|_| is_open);
                open.into_iter().for_each(|(_, lines)| lines.push(line));
                continue;
            }
        }
        is_open = !is_open;
    }
    blocks
}

#[test]
fn the_commands_of_the_readme_print_what_it_says() {
    let mut folder = Litterbox::new();
    for (info, lines) in blocks(README) {
        if info == "rhai" && lines[0].contains("Windfall") {
            folder = folder.with("scripts/cards/windfall.rhai", &(lines.join("\n") + "\n"));
        }
        let text = lines.join("\n");
        let commands = text.split("$ litterbox ").skip(1).filter(|_| info == "console");
        for command in commands {
            let (line, expected) = command.split_once('\n').unwrap_or((command, ""));
            let words = shell_words::split(line).expect("a command");
            let ran = folder.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
            let said = format!("{}{}", ran.out, ran.talk);
            assert_eq!(said.trim_end(), expected.trim_end(), "{line}");
        }
    }
}

/// The first session of the README as a terminal shows it.
fn picture() -> String {
    let blocks = blocks(README);
    let (_, lines) = blocks.iter().find(|(info, _)| *info == "litterbox").expect("a session");
    let [prompt, detail, plain] = ["\u{1b}[1;32m", "\u{1b}[36m", "\u{1b}[0m"];
    let styled = lines.iter().map(|line| match line.split_once("> ") {
        Some((seat, input)) if !line.starts_with(' ') => format!("{prompt}{seat}>{plain} {input}"),
        _ if line.starts_with("    ") => format!("{detail}{line}{plain}"),
        _ => (*line).to_owned(),
    });
    let text = styled.collect::<Vec<_>>().join("\n");
    anstyle_svg::Term::new().render_svg(&text)
}

#[test]
fn the_picture_of_the_readme_is_its_first_session() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/session.svg");
    let now = picture();
    if std::env::var_os("INSTA_UPDATE").is_some_and(|how| how == "always") {
        std::fs::write(&path, &now).expect("the picture is written");
    }
    let shown = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(shown == now, "`INSTA_UPDATE=always cargo test picture` draws it again");
}

#[test]
fn guides_can_be_read_without_the_source_tree() {
    let litterbox = Litterbox::new();
    for (guide, head) in [
        ("cards", "# Your first card"),
        ("recipes", "# Recipes"),
        ("reference", "# Reference"),
        ("editors", "# In your editor"),
        ("variants", "# Writing a variant"),
        ("measuring", "# Measuring a game"),
        ("programs", "# Programs"),
        ("security", "# Security"),
        ("sessions", "# Sessions"),
    ] {
        let ran = litterbox.run(&["guide", guide]);
        assert!(ran.out.starts_with(head), "{guide}: {}", ran.shown());
    }
    let list = litterbox.run(&["guide"]);
    assert!(list.out.starts_with("litterbox guide cards "), "{}", list.shown());
    assert_eq!(list.out.lines().count(), 9, "{}", list.shown());
}

#[test]
fn the_guide_of_sessions_lists_all_assertions() {
    let help = Shell::new(Library::embedded()).input(":help expect").text();
    let table = help.lines().filter_map(|line| line.strip_prefix("  ")?.split_once("  "));
    let rows = table.map(|(form, about)| format!("| `{form}` | {} |\n", about.trim()));
    let table: String = rows.collect();
    assert!(table.contains("| `direction forward|reversed` |") && table.lines().count() > 20);
    let table = table.replace("forward|reversed", "forward\\|reversed");
    assert!(include_str!("../README.md").contains(&table), "tests/README.md needs:\n{table}");
}

/// The headings of a text in the form in which links name them.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
    headings.map(|heading| {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    })
}

#[test]
fn links_of_documents_lead_to_files_and_headings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let guides = ["README.md", "variants/README.md", "tests/README.md", "tests/benches/README.md"];
    let others = ["src/lab/sim/README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md"];
    let scripts = ["README.md", "RECIPES.md", "REFERENCE.md", "EDITORS.md", "PROGRAMS.md"];
    let scripts = scripts.map(|name| format!("scripts/{name}"));
    for document in guides.into_iter().chain(others).chain(scripts.iter().map(String::as_str)) {
        let path = root.join(document);
        let folder = path.parent().expect("a folder").to_owned();
        let text = read(&path);
        assert!(!text.is_empty(), "{document}");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { path.clone() } else { folder.join(file) };
            assert!(file.exists(), "{document}: {link}");
            let is_there = heading.is_empty() || anchors(&read(&file)).any(|at| at == heading);
            assert!(is_there, "{document}: {link} names no heading");
        }
    }
}

#[test]
fn every_shipped_variant_is_in_the_table_of_editions() {
    let text = include_str!("../../variants/README.md");
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| `")).collect();
    let library = Library::embedded();
    for id in library.variant_ids() {
        let is_named = |row: &&&str| row.contains(&format!("`{id}`"));
        let row = rows.iter().find(is_named).unwrap_or_else(|| panic!("{id} is missing"));
        let players = Ruleset::load(&library, id, &[]).unwrap().players;
        let players = match (players.start(), players.end()) {
            (least, most) if least == most => format!("| {least} |"),
            (least, most) => format!("| {least}-{most} |"),
        };
        assert!(row.contains(&players), "{id}: {players} is not in {row}");
    }
}

#[test]
fn the_files_that_the_recipes_and_promises_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for document in [".github/CONTRIBUTING.md", ".github/SECURITY.md"] {
        let text = std::fs::read_to_string(root.join(document)).expect(document);
        let quoted = text.split('`').skip(1).step_by(2);
        let is_path = |word: &&str| {
            let tops = ["src", "tests", "scripts", "variants", ".ci", ".cargo"];
            tops.contains(&word.split('/').next().unwrap_or_default())
        };
        // A word in capitals stands for any name: its folder is checked.
        let known = |path: &str| path.split('/').take_while(|part| !is_placeholder(part)).collect();
        let paths: Vec<PathBuf> = quoted.filter(is_path).map(known).collect();
        assert!(paths.len() > 10, "{document} names files");
        for path in paths {
            assert!(root.join(&path).exists(), "{document}: there is no {}", path.display());
        }
    }
}

fn is_placeholder(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default();
    stem.len() > 1 && stem.chars().all(|c| c.is_ascii_uppercase()) && part != "README.md"
}
