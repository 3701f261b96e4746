//! The port to files. A [`Files`] port is a tree of text files by name: [`Embedded`] ones, those in
//! [`Memory`], those of the disk in `disk`. Names are separated by `/`. [`walk`](mod@walk) lists a
//! tree within limits, `FileStep` changes several files together.

mod embedded;
mod file_ref;
mod memory;
mod output_type;
mod port;
mod step;
pub mod walk;

pub use embedded::Embedded;
pub use file_ref::FileRef;
pub use memory::Memory;
#[doc(hidden)]
pub use output_type::{OutputType, is_of_system};
pub use port::{Entry, FileKind, Files, MAX_BYTES};
#[doc(hidden)]
pub use port::{not_found, too_large, within};
#[doc(hidden)]
pub use step::{ChangeError, FileChange, FileStep, text_hash};
