//! What `litterbox editor` writes and prints.

use crate::program::{Litterbox, first_there, is_complete, skipped, tool};
use crate::waiting;
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
    let paths = ["/icon", "/contributes/languages/0/configuration"];
    let grammars = ["/contributes/grammars/0/path", "/contributes/grammars/1/path"];
    for path in paths.iter().chain(&grammars) {
        let file = manifest.pointer(path).and_then(Json::as_str).expect("a path");
        let file = file.trim_start_matches("./");
        let is_json = || serde_json::from_str::<Json>(&read(file)).is_ok();
        let is_picture = file.ends_with(".png") && folder.join(file).is_file();
        assert!(is_picture || is_json(), "{file}");
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
    for script in ["extension.js", "program.js", "commands.js", "testing.js"] {
        let checked = Command::new("node").arg("--check").arg(folder.join(script)).status();
        assert!(checked.is_err() || checked.is_ok_and(|status| status.success()), "{script}");
    }
    let schema: Json = serde_json::from_str(&read("variant.schema.json")).expect("a schema");
    assert!(schema["properties"]["deck"].is_object());
    assert!(manifest.get("repository").is_none() == env!("CARGO_PKG_REPOSITORY").is_empty());
    let commands = ["commands.js", "testing.js", "extension.js"].map(read).concat();
    for command in manifest["contributes"]["commands"].as_array().expect("commands") {
        let name = command["command"].as_str().unwrap().strip_prefix("litterbox.").unwrap();
        assert!(commands.contains(&format!("command('{name}'")), "{name}");
    }
}

/// The folder of the packages of npm.
const NODE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/node/node_modules");

/// The documented command packages the extension, without a warning; `None` where it cannot.
fn package(home: &Litterbox) -> Option<String> {
    let what = "the extension for VS Code is not packaged";
    first_there(&["npm"], what)?;
    let bin = format!("{NODE}/.bin");
    let is_there = |name: &str| Path::new(NODE).join(name).exists();
    if ![".bin/vsce", ".bin/esbuild", "vscode-languageclient"].into_iter().all(is_there) {
        skipped(&format!("no vsce, esbuild or vscode-languageclient in {NODE}: {what}"));
        return None;
    }
    home.run(&["editor", "vscode", "--out", "extension"]);
    assert!(home.read("extension/README.md").contains("npm install && npm run package && "));
    let folder = home.path().join("extension");
    std::os::unix::fs::symlink(NODE, folder.join("node_modules")).expect("a link");
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap());
    let mut command = Command::new("npm");
    command.args(["run", "package"]).current_dir(&folder).env("PATH", path);
    let packed = command.output().expect("npm runs");
    let said = String::from_utf8_lossy(&packed.stdout).into_owned();
    let errors = String::from_utf8_lossy(&packed.stderr).into_owned();
    assert!(packed.status.success(), "{said}{errors}");
    assert!(!format!("{said}{errors}").to_lowercase().contains("warning"), "{said}{errors}");
    Some(said)
}

#[test]
fn the_extension_is_packaged_as_one_file() {
    let home = Litterbox::new();
    let Some(said) = package(&home) else { return };
    for part in ["extension.js", "rhai.tmLanguage.json", "icon.png", "changelog.md", "LICENSE"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let bundle = home.path().join("extension/dist/extension.js");
    let size = bundle.metadata().expect("a bundle").len();
    assert!(size < 300_000, "{size} bytes");
    let name = format!("extension/litterbox-{}.vsix", env!("CARGO_PKG_VERSION"));
    assert!(home.path().join(name).exists(), "{said}");
}

/// A real VS Code, as a server with a browser for its window: `tests/vscode/suite/suite.js` runs
/// beside the extension.
#[test]
fn the_extension_works_in_vs_code() {
    let what = "the extension is not run in VS Code";
    if !is_complete() {
        return skipped(&format!("LITTERBOX_TESTS is not `all`: {what}"));
    }
    let Some(chromium) = first_there(&crate::browser::BROWSERS, what) else { return };
    let modules = concat!(env!("CARGO_MANIFEST_DIR"), "/target/vscode/node_modules");
    let server = Path::new(modules).join("code-server");
    if !server.join("lib/vscode/node_modules").exists() {
        return skipped(&format!("no code-server in {modules}: {what}"));
    }
    let home = Litterbox::new();
    if package(&home).is_none() {
        return;
    }
    let vsix = format!("extension/litterbox-{}.vsix", env!("CARGO_PKG_VERSION"));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vscode/run.mjs");
    let mut command = tool("node");
    command.arg(script).arg(chromium).arg(env!("CARGO_BIN_EXE_litterbox"));
    command.arg(home.path().join(vsix)).arg(server).arg(home.path()).arg("-");
    command.env("HANGING", waiting::driver_ms().to_string());
    let output = waiting::output(&mut command);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}{errors}");
    insta::assert_snapshot!("vscode", told);
}

#[test]
fn each_editor_is_told_to_start_the_server() {
    for editor in ["neovim", "helix", "zed", "emacs"] {
        let told = Litterbox::new().run(&["editor", editor]).out;
        assert!(told.contains("litterbox") && told.contains("lsp"), "{editor}: {told}");
    }
}
