//! The workbench: a project beside a table on one page, for one author. A save replays the open
//! session under the new rules, runs the sessions and compares games with those before.
//!
//! Reading order: [`wire`] (the messages of the page and of the program), [`files`] (those that may
//! be written), [`bench`](mod@bench) (the state), `messages` (the effect of a message), `making`
//! (new files), `editing` (help while texts are written), `background` (sessions and games on a
//! thread of their own), `shown` (the project and its tests as the page shows them). It has no
//! rules and no checks of its own: `lint`, `texts`, `session` and `sim` know them.

mod background;
pub mod bench;
mod editing;
pub mod files;
mod making;
mod messages;
mod shown;
pub mod wire;

/// Returns the page; its scripts and styles carry `nonce`.
pub fn page(nonce: &str) -> String {
    let panels = include_str!("workbench.html");
    let style = include_str!("workbench.css");
    let script = concat!(
        include_str!("workbench.js"),
        "\n",
        include_str!("layout.js"),
        "\n",
        include_str!("panels.js")
    );
    crate::page::live::panel_page(nonce, panels, style, script)
}
