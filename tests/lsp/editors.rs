//! What `litterbox editor` writes and prints.

use crate::program::Litterbox;
use serde_json::Value as Json;
use std::process::Command;

#[test]
fn the_extension_is_whole_and_short() {
    let home = Litterbox::new();
    home.run(&["editor", "vscode", "--out", "extension"]);
    let folder = home.path().join("extension");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a file");
    let manifest: Json = serde_json::from_str(&read("package.json")).expect("a manifest");
    let paths = ["/main", "/contributes/languages/0/configuration"];
    let grammars = ["/contributes/grammars/0/path", "/contributes/grammars/1/path"];
    for path in paths.iter().chain(&grammars) {
        let file = manifest.pointer(path).and_then(Json::as_str).expect("a path");
        let text = read(file.trim_start_matches("./"));
        assert!(file.ends_with(".js") || serde_json::from_str::<Json>(&text).is_ok(), "{file}");
    }
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    let lines = ["package.json", "extension.js", "language-configuration.json"];
    let n_lines: usize = lines.iter().map(|name| read(name).lines().count()).sum();
    assert!(n_lines <= 150, "{n_lines} lines");
    let checked = Command::new("node").arg("--check").arg(folder.join("extension.js")).status();
    assert!(checked.is_err() || checked.is_ok_and(|status| status.success()), "extension.js");
}

#[test]
fn each_editor_is_told_to_start_the_server() {
    for editor in ["neovim", "helix", "zed", "emacs"] {
        let told = Litterbox::new().run(&["editor", editor]).out;
        assert!(told.contains("litterbox") && told.contains("lsp"), "{editor}: {told}");
    }
}
