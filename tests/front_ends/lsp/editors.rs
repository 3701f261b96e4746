//! What `litterbox editor` writes and prints.

use crate::program::{Litterbox, first_there, skipped};
use serde_json::Value as Json;
use std::path::Path;
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
    let debugger = &manifest["contributes"]["debuggers"][0];
    let attributes = &debugger["configurationAttributes"]["launch"]["properties"];
    for snippet in debugger["configurationSnippets"].as_array().expect("snippets") {
        for name in snippet["body"].as_object().expect("a configuration").keys() {
            let is_known = ["type", "request", "name"].contains(&name.as_str());
            assert!(is_known || attributes.get(name).is_some(), "{name}");
        }
    }
    let lines = ["package.json", "extension.js", "language-configuration.json"];
    let n_lines: usize = lines.iter().map(|name| read(name).lines().count()).sum();
    assert!(n_lines <= 150, "{n_lines} lines");
    let checked = Command::new("node").arg("--check").arg(folder.join("extension.js")).status();
    assert!(checked.is_err() || checked.is_ok_and(|status| status.success()), "extension.js");
}

/// The documented command packages the extension; without its last part, which installs it.
#[test]
fn the_extension_is_packaged() {
    let what = "the extension for VS Code is not packaged";
    if first_there(&["npm"], what).is_none() {
        return;
    }
    let tools = concat!(env!("CARGO_MANIFEST_DIR"), "/target/node/node_modules/.bin");
    if !Path::new(tools).join("vsce").exists() {
        return skipped(&format!("no vsce in {tools}: {what}"));
    }
    let home = Litterbox::new();
    home.run(&["editor", "vscode", "--out", "extension"]);
    let readme = home.read("extension/README.md");
    let command = readme.lines().find_map(|line| line.trim().strip_prefix("npm install && npx "));
    let command = command.expect("a command").replace("@vscode/", "");
    let (packages, _) = command.rsplit_once(" && ").expect("a command that installs");
    let run = |line: &str| {
        let path = format!("{tools}:{}", std::env::var("PATH").unwrap());
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(home.path().join("extension"));
        command.env("PATH", path).env("npm_config_prefer_offline", "true");
        command.output().expect("a shell")
    };
    if !run("npm install --no-audit --no-fund").status.success() {
        return skipped(&format!("the packages of the extension cannot be installed: {what}"));
    }
    let packed = run(packages);
    let said = String::from_utf8_lossy(&packed.stdout).into_owned();
    assert!(packed.status.success(), "{said}{}", String::from_utf8_lossy(&packed.stderr));
    for part in ["extension.js", "rhai.tmLanguage.json", "vscode-languageclient"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let package = format!("extension/litterbox-{}.vsix", env!("CARGO_PKG_VERSION"));
    assert!(home.path().join(package).exists(), "{said}");
}

#[test]
fn each_editor_is_told_to_start_the_server() {
    for editor in ["neovim", "helix", "zed", "emacs"] {
        let told = Litterbox::new().run(&["editor", editor]).out;
        assert!(told.contains("litterbox") && told.contains("lsp"), "{editor}: {told}");
    }
}
