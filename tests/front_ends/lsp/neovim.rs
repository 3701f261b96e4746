//! Neovim, without a window, uses the server: errors, completion, hover, definition, rename, fixes.

use super::sample::FILES;
use crate::program::{first_there, tool};
use crate::waiting;
use std::path::Path;

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
    command.args(["--headless", "--clean", "-n", "-S", "test.lua"]).current_dir(root);
    command.env("LITTERBOX", env!("CARGO_BIN_EXE_litterbox"));
    command.env("HANGING", waiting::hanging_ms().to_string());
    for variable in ["XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        command.env(variable, root.join(".nvim"));
    }
    let output = waiting::output(&mut command);
    let told = std::fs::read_to_string(root.join("told.txt")).unwrap_or_default();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}\n{errors}");
    let root = std::fs::canonicalize(root).unwrap().display().to_string();
    insta::assert_snapshot!("neovim", told.replace(&root, "ROOT"));
}
