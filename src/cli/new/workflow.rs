//! The workflow of a new project: where it takes the program from.

const WORKFLOW: &str = include_str!("workflow.yml");

const CHECKOUT: &str = "env:
  # This version of Litterbox names no address of its binaries, so the program is built from a
  # checkout in this folder. A Git submodule there pins its version: git submodule add URL litterbox
  LITTERBOX: litterbox
";

const BUILD: &str = r#"        with:
          submodules: true
      - run: cargo install --locked --path "$LITTERBOX"
"#;

const DOWNLOAD: &str = r#"      - run: |
          name=litterbox-v{version}-x86_64-unknown-linux-gnu
          curl -fsSLO "{repository}/releases/download/v{version}/$name.tar.gz"
          curl -fsSLO "{repository}/releases/download/v{version}/$name.tar.gz.sha256"
          sha256sum --check "$name.tar.gz.sha256"
          tar -xzf "$name.tar.gz"
          echo "$PWD/$name" >> "$GITHUB_PATH"
"#;

/// Returns the workflow for the address of the source, which also has the binaries of releases. It
/// builds the program from a submodule if there is none.
pub fn workflow(repository: &str) -> String {
    let (environment, install) = match repository {
        "" => (CHECKOUT, BUILD),
        _ => ("", DOWNLOAD),
    };
    let filled = WORKFLOW.replace("{environment}", environment).replace("{install}", install);
    filled.replace("{repository}", repository).replace("{version}", env!("CARGO_PKG_VERSION"))
}
