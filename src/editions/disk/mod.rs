//! The only way to files of the disk: those of a [`Folder`], which nothing leaves and no link leads
//! out of, and those that the person names by a [`Typed`] path. Files are replaced as a whole.

mod atomic;
mod folder;
mod typed;

#[doc(hidden)]
pub use atomic::{Draft, remove_empty_folders};
pub use atomic::{check, create_folder, create_private_folder, write, write_private};
#[cfg(feature = "editor")]
pub use atomic::{set_read_only, write_new};
pub use folder::Folder;
pub use typed::Typed;
#[doc(hidden)]
pub use typed::read;
