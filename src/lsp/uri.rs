//! Files as `file:` URIs.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::path::{Component, Path, PathBuf};

/// The characters that are written as `%…` in a path.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Returns the path of a URI; `None` if it names no file of this machine, or not plainly.
pub fn to_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = percent_decode_str(rest.split(['?', '#']).next()?).decode_utf8().ok()?;
    let is_drive = |path: &str| path.as_bytes().get(2) == Some(&b':');
    let path = match cfg!(windows) && is_drive(&path) {
        true => path.trim_start_matches('/'),
        false => &*path,
    };
    let is_text = !path.contains('\0');
    let path = PathBuf::from(path);
    let is_plain = |part: Component<'_>| !matches!(part, Component::ParentDir | Component::CurDir);
    (is_text && path.is_absolute() && path.components().all(is_plain)).then_some(path)
}

/// Returns the URI of an absolute path.
pub fn of_path(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let start = if path.starts_with('/') { "file://" } else { "file:///" };
    format!("{start}{}", utf8_percent_encode(&path, ESCAPED))
}
