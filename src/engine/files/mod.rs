//! The only way to files. A [`Files`] port is a tree of text files by name: those of a [`Folder`],
//! which nothing leaves and no link leads out of; those that the person names by a [`Typed`] path;
//! [`Embedded`] ones; those in [`Memory`]. Names are separated by `/`.
//!
//! [`walk`](mod@walk) lists a tree within limits, [`atomic`] replaces files, a [`LineReader`] reads
//! lines of a limited length.

#[cfg(feature = "app")]
pub mod atomic;
mod embedded;
mod file_ref;
#[cfg(feature = "app")]
mod folder;
#[cfg(feature = "app")]
#[doc(hidden)]
pub mod lines;
mod memory;
mod port;
#[cfg(feature = "app")]
mod typed;
pub mod walk;

#[cfg(feature = "app")]
#[doc(hidden)]
pub use atomic::Draft;
#[cfg(feature = "editor")]
pub use atomic::set_read_only;
#[cfg(feature = "app")]
pub use atomic::{check, create_folder, create_private_folder, write, write_private};
pub use embedded::Embedded;
pub use file_ref::FileRef;
#[cfg(feature = "app")]
pub use folder::Folder;
#[cfg(feature = "app")]
#[doc(hidden)]
pub use lines::LineReader;
pub use memory::Memory;
#[doc(hidden)]
pub use port::MAX_LINE;
pub use port::{Entry, FileKind, Files, MAX_BYTES};
#[cfg(feature = "app")]
pub use typed::Typed;
