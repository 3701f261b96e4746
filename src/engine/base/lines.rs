//! Lines of a limited length: what writes them may be anybody's.

use std::io::{self, BufRead, Read as _};

/// The longest line of an input, in bytes with its end.
pub const MAX_LINE: u64 = 1 << 20;

/// The words of a refusal of bytes that are no text.
pub const NOT_TEXT: &str = "a line that is not UTF-8 text";

/// A text without the byte order mark with which some editors begin a file.
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Reads lines. What is left of a line that is too long is dropped when the next one is read.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    most: u64,
    is_cut: bool,
}

impl<R: BufRead> LineReader<R> {
    /// Reads lines of at most this many bytes with their ends.
    pub const fn new(input: R, most: u64) -> Self {
        Self { input, most, is_cut: false }
    }

    /// Returns the bytes of the next line with its end, which the last one may not have; `None` at
    /// the end of the input.
    ///
    /// # Errors
    /// `InvalidData`: the line is too long; any other error ends the input.
    pub fn bytes(&mut self) -> io::Result<Option<Vec<u8>>> {
        if std::mem::take(&mut self.is_cut) {
            self.input.skip_until(b'\n')?;
        }
        let mut line = Vec::new();
        self.input.by_ref().take(self.most).read_until(b'\n', &mut line)?;
        if line.len() as u64 == self.most && line.last() != Some(&b'\n') {
            self.is_cut = true;
            return Err(invalid(format!("a line of more than {} bytes", self.most)));
        }
        Ok(Some(line).filter(|line| !line.is_empty()))
    }
}

/// The lines as texts without their ends. After `InvalidData` the next line is read.
impl<R: BufRead> Iterator for LineReader<R> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<io::Result<String>> {
        let line = self.bytes().transpose()?;
        Some(line.and_then(|line| {
            let line = line.strip_suffix(b"\n").unwrap_or(&line);
            let line = line.strip_suffix(b"\r").unwrap_or(line).to_vec();
            String::from_utf8(line).map_err(|_| invalid(NOT_TEXT.to_owned()))
        }))
    }
}

fn invalid(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}
