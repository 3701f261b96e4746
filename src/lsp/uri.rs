//! Files as `file:` URIs.

use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};

/// Returns the path of a URI; `None` if it names no file of this machine, or not plainly.
pub fn to_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = decoded(rest.split(['?', '#']).next()?)?;
    let is_drive = |path: &str| path.as_bytes().get(2) == Some(&b':');
    let path = match cfg!(windows) && is_drive(&path) {
        true => path.trim_start_matches('/'),
        false => &*path,
    };
    let path = PathBuf::from(path);
    let is_plain = |part: Component<'_>| !matches!(part, Component::ParentDir | Component::CurDir);
    (path.is_absolute() && path.components().all(is_plain)).then_some(path)
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let byte = match byte {
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                (digit(rest.next())? * 16 + digit(rest.next())?) as u8
            }
            byte => byte,
        };
        bytes.push(byte);
    }
    String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}

/// Returns the URI of an absolute path.
pub fn of_path(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}
