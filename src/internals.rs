//! Private items that the tests use.

pub use crate::base::lines::LineReader;
#[cfg(feature = "serve")]
pub use crate::base::timed_stream::Clock;
pub use crate::cli::guide::filled;
pub use crate::cli::new::workflow::workflow;
pub use crate::cli::progress_bar::progress_line;
#[cfg(feature = "editor")]
pub use crate::dap::serve as serve_debugger;
#[cfg(feature = "editor")]
pub use crate::lsp::{TimeLimits, connect as connect_editor, serve as serve_editor};
#[cfg(feature = "serve")]
pub use crate::page::live::page as live_page;
pub use crate::page::replay::page as replay_page;
pub use crate::page::report::page as report_page;
#[cfg(feature = "serve")]
pub use crate::protocol::{
    journal::{Journal, JournalFile},
    put,
};
pub use crate::repl::colour::{ReplyNames, code as highlight, partner};
pub use crate::repl::helper::Assistant;
pub use crate::repl::watch::FileStamps;
pub use crate::repl::welcome;
pub use crate::repl::wrap::wrap;
pub use crate::serve::{claims, limits, links, pace, places, server, table, wire};
#[cfg(all(feature = "serve", feature = "editor"))]
pub use crate::workbench::{bench::Workbench, files as workbench_files, page as workbench_page};

use crate::base::error::Error;
use crate::cli::shared_args::SharedArgs;
use crate::cli::sim::{ReportOut, write_report};
use crate::cli::sim_args::FiguresFormat;
use crate::sim::RunManifest;
use crate::sim::sections::Report;

/// Prints a report and returns why it cannot be printed, if that is so.
pub fn print_report(report: &Report, plan: &RunManifest) -> Vec<Error> {
    let shared = &SharedArgs::default();
    let out =
        ReportOut { shared, variant: None, format: FiguresFormat::Text, page: None, seconds: None };
    let printed = write_report(report, &(), out, plan, None);
    printed.err().map_or_else(Vec::new, crate::cli::failure::CliError::errors)
}

/// Serves an editor; help with signatures panics, and a hover ends once `FILE.stop` is there.
#[cfg(feature = "editor")]
pub fn serve_broken_editor(connection: lsp_server::Connection, limits: TimeLimits) {
    let answers: crate::lsp::Answers = |state, method, params| {
        match method {
            "textDocument/signatureHelp" => panic!("this is impossible"),
            "textDocument/hover" => {
                let file = params["textDocument"]["uri"].as_str().unwrap_or_default();
                let stop = format!("{}.stop", file.trim_start_matches("file://"));
                while !std::path::Path::new(&stop).exists() {}
            }
            _ => {}
        }
        state.answer(method, params)
    };
    crate::lsp::serve_with(connection, answers, limits);
}
