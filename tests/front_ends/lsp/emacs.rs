//! Emacs, Helix and Zed with the configurations that are printed, where they are installed.

use super::neovim::told;
use super::sample::FILES;
use crate::program::{Litterbox, first_there, skipped, tool};
use crate::waiting;
use serde_json::Value as Json;
use std::path::Path;

/// The `PATH` with the folder of the program first.
fn path() -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_litterbox")).parent().unwrap();
    format!("{}:{}", folder.display(), std::env::var("PATH").unwrap())
}

#[test]
fn emacs_is_set_up_by_what_is_printed() {
    let what = "its configuration is not tested";
    if first_there(&["emacs"], what).is_none() {
        return;
    }
    let litterbox = FILES.iter().fold(Litterbox::new(), |it, (name, text)| it.with(name, text));
    let printed = litterbox.run(&["editor", "emacs"]).out;
    let script = "//! Windfall: draw.\n\nfn resolve(me) {\n    me.drow();\n}\n";
    let session = "# Windfall\n\n```litterbox\n> :new mine ann bob\n```\n";
    let litterbox = litterbox
        .with("init.el", &printed)
        .with("scripts/cards/windfall.rhai", script)
        .with("tests/windfall.session.md", session)
        .with("test.el", include_str!("emacs.el"));
    let has_eglot = "(progn (require 'package) (package-initialize) (require 'eglot))";
    let mut command = tool("emacs");
    command.args(["--batch", "-q", "--eval", has_eglot]);
    if !waiting::output(&mut command).status.success() {
        return skipped(&format!("this Emacs has no eglot: {what}"));
    }
    let mut command = tool("emacs");
    command.args(["--batch", "-q", "-l", "test.el"]).env("PATH", path());
    let root = std::fs::canonicalize(litterbox.path()).unwrap();
    insta::assert_snapshot!("emacs", told(command, &root));
}

/// `hx --health` reads the configuration and looks for the programs that it names.
#[test]
fn helix_finds_the_server_that_is_printed() {
    let names = ["hx", "helix"];
    let Some(helix) = first_there(&names, "its configuration is not tested") else { return };
    let litterbox = Litterbox::new();
    let printed = litterbox.run(&["editor", "helix"]).out;
    let litterbox = litterbox.with("config/helix/languages.toml", &printed);
    let mut command = tool(helix);
    command.args(["--health", "rhai"]).env("PATH", path());
    command.env("XDG_CONFIG_HOME", litterbox.path().join("config"));
    let output = waiting::output(&mut command);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("litterbox"), "{said}");
}

/// Zed opens no file without a window: what is printed is read as its settings are.
#[test]
fn zed_can_read_the_settings_that_are_printed() {
    let printed = Litterbox::new().run(&["editor", "zed"]).out;
    let (_, settings) = printed.split_once("\n\n").expect("settings");
    let settings: Json = serde_json::from_str(settings).expect("JSON");
    assert_eq!(settings["lsp"]["rhai"]["binary"]["arguments"][0], "lsp", "{settings}");
}
