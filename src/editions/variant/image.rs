//! The images that a pack brings for its cards: PNG or SVG files, checked by their content.

use crate::base::files::Files;
use std::collections::BTreeMap;
use std::path::{Component, Path};
use std::sync::Arc;

/// The maximum size of an image, and of all images of an edition, in bytes.
const MAX_BYTES: usize = 200_000;
const MAX_ALL_BYTES: usize = 4_000_000;

/// The maximum width and height of a PNG file, in pixels.
const MAX_SIDE: u32 = 2_048;

/// The elements of SVG that an image cannot have: those that run, contain or load something else,
/// and those by which a small file takes long to draw.
const REFUSED: [&str; 8] =
    ["script", "foreignObject", "use", "image", "filter", "pattern", "marker", "feImage"];

/// The `data:` addresses of images by their names, or why they cannot be shown.
pub type Images = BTreeMap<String, Result<Arc<str>, String>>;

/// Reads the images with these names from the last of the folders that has them.
pub fn read<'a>(homes: &[Arc<dyn Files>], names: impl Iterator<Item = &'a str>) -> Images {
    let (mut images, mut n_bytes) = (Images::new(), 0);
    for name in names {
        if images.contains_key(name) {
            continue;
        }
        let image = bytes(homes, name).and_then(|bytes| {
            n_bytes += bytes.len();
            if n_bytes > MAX_ALL_BYTES {
                return Err(format!("the images have more than {} MB", MAX_ALL_BYTES / 1_000_000));
            }
            Ok(format!("data:{};base64,{}", mime(&bytes)?, base64(&bytes)).into())
        });
        images.insert(name.to_owned(), image);
    }
    images
}

fn bytes(homes: &[Arc<dyn Files>], name: &str) -> Result<Vec<u8>, String> {
    let is_inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    if name.is_empty() || name.contains('\\') || !is_inside {
        return Err("it is outside of the folder of the pack".to_owned());
    }
    let has = |home: &&Arc<dyn Files>| !matches!(home.kind(name), Ok(None));
    let home = homes.iter().rev().find(has).ok_or("there is no such file")?;
    home.read_bytes(name, MAX_BYTES as u64).map_err(|error| error.to_string())
}

/// The type of an image.
fn mime(bytes: &[u8]) -> Result<&'static str, String> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return check_png(bytes).map(|()| "image/png");
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "neither PNG nor SVG")?;
    check_svg(text).map(|()| "image/svg+xml;charset=utf-8")
}

fn check_png(bytes: &[u8]) -> Result<(), String> {
    let side = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let sides = side(16).zip(side(20)).filter(|_| bytes.get(12..16) == Some(b"IHDR"));
    let (width, height) = sides.ok_or("a damaged PNG file")?;
    if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
        return Err(format!("{width} × {height} pixels; at most {MAX_SIDE} × {MAX_SIDE} fit"));
    }
    Ok(())
}

/// Checks the elements of an SVG file.
fn check_svg(text: &str) -> Result<(), String> {
    let mut rest = text.trim_start_matches('\u{feff}');
    let mut is_svg = false;
    while let Some((before, tag)) = rest.split_once('<') {
        if !is_svg && !before.trim().is_empty() {
            break;
        }
        let end = match tag {
            _ if tag.starts_with("!--") => "-->",
            _ if tag.starts_with("![CDATA[") && is_svg => "]]>",
            _ if tag.starts_with('?') => "?>",
            _ if tag.starts_with('!') => {
                return Err("an SVG file with a document type, which may hide entities".to_owned());
            }
            _ => ">",
        };
        let name = tag.split(|c: char| c.is_whitespace() || "/>".contains(c)).next();
        let name = name.unwrap_or_default();
        let name = name.rsplit(':').next().unwrap_or(name);
        if end == ">" && REFUSED.iter().any(|refused| refused.eq_ignore_ascii_case(name)) {
            return Err(format!("an SVG file with an element `{name}`, which is not shown"));
        }
        if end == ">" && !is_svg && name != "svg" {
            break;
        }
        is_svg |= end == ">";
        // What is within the quotes of a tag may contain any of these.
        rest = if end == ">" { tag } else { tag.split_once(end).map_or("", |(_, rest)| rest) };
    }
    if is_svg { Ok(()) } else { Err("neither PNG nor SVG".to_owned()) }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let at = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * i)) as usize & 63];
            text.push(if i > three.len() { '=' } else { char::from(digit) });
        }
    }
    text
}
