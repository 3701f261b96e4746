//! JSON that every program reads alike. Many hold numbers in doubles, which are exact up to 2^53:
//! integers beyond that are texts, and both forms are read.

use super::escape_json;
use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;
use serde_json::ser::{self, CompactFormatter, Formatter, PrettyFormatter};
use std::any::type_name;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::marker::PhantomData;
use std::path::Path;
use std::str::FromStr;

/// The largest integer that is a number; the smallest is its negative.
pub const MAX_NUMBER: u64 = 1 << 53;

/// Appends a value on one line.
pub fn append(text: &mut Vec<u8>, value: &impl Serialize) {
    write(text, value, CompactFormatter);
}

/// Formats a value on one line, without unsafe characters.
pub fn compact(value: &impl Serialize) -> String {
    escape_json(&formatted(value, CompactFormatter)).into_owned()
}

/// Formats a value for people, without unsafe characters.
pub fn pretty(value: &impl Serialize) -> String {
    escape_json(&formatted(value, PrettyFormatter::new())).into_owned()
}

fn formatted(value: &impl Serialize, layout: impl Formatter) -> String {
    let mut text = Vec::new();
    write(&mut text, value, layout);
    String::from_utf8(text).expect("JSON is text")
}

fn write(text: &mut Vec<u8>, value: &impl Serialize, layout: impl Formatter) {
    let written = value.serialize(&mut ser::Serializer::with_formatter(text, Exact::new(layout)));
    written.expect("plain data is always JSON");
}

/// A value as it is written: a text if it is an integer beyond 2^53.
pub fn exact(value: Json) -> Json {
    let size = value.as_u64().or_else(|| value.as_i64().map(i64::unsigned_abs));
    if size.is_some_and(|size| size > MAX_NUMBER) { value.to_string().into() } else { value }
}

/// A layout in which integers beyond 2^53 are texts.
struct Exact<F> {
    layout: F,
    /// Whether a key is written, which is a text anyway.
    is_key: bool,
}

impl<F> Exact<F> {
    const fn new(layout: F) -> Self {
        Self { layout, is_key: false }
    }

    fn integer<W: ?Sized + Write>(
        &self,
        to: &mut W,
        number: impl Display,
        size: u64,
    ) -> io::Result<()> {
        let quote = if size > MAX_NUMBER && !self.is_key { "\"" } else { "" };
        write!(to, "{quote}{number}{quote}")
    }
}

/// The methods of the inner layout.
macro_rules! laid_out {
    ($($name:ident($($first:ident)?)),+ $(,)?) => {
        $(fn $name<W: ?Sized + Write>(&mut self, to: &mut W $(, $first: bool)?) -> io::Result<()> {
            self.layout.$name(to $(, $first)?)
        })+
    };
}

impl<F: Formatter> Formatter for Exact<F> {
    fn write_u64<W: ?Sized + Write>(&mut self, to: &mut W, number: u64) -> io::Result<()> {
        self.integer(to, number, number)
    }

    fn write_i64<W: ?Sized + Write>(&mut self, to: &mut W, number: i64) -> io::Result<()> {
        self.integer(to, number, number.unsigned_abs())
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        self.is_key = true;
        self.layout.begin_object_key(to, first)
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.is_key = false;
        self.layout.end_object_key(to)
    }

    laid_out! {
        begin_array(), end_array(), begin_array_value(first), end_array_value(),
        begin_object(), end_object(), begin_object_value(), end_object_value(),
    }
}

/// Writes a path; what is not UTF-8 in it is replaced.
///
/// # Errors
/// Those of the format.
#[doc(hidden)]
pub fn path<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&path.display())
}

/// Reads a number in one of its two forms.
struct Either<T>(PhantomData<T>);

impl<T: FromStr + TryFrom<u64> + TryFrom<i64>> Visitor<'_> for Either<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", type_name::<T>())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        number.try_into().map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        number.try_into().map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

/// Reads a number in either form.
///
/// # Errors
/// It is neither a number nor a text of its digits.
pub fn number<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr + TryFrom<u64> + TryFrom<i64>,
{
    from.deserialize_any(Either(PhantomData))
}

/// Reads an optional number in either form.
///
/// # Errors
/// It is neither null, a number nor a text of its digits.
pub fn optional_number<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr + TryFrom<u64> + TryFrom<i64>,
{
    #[derive(Deserialize)]
    #[serde(bound = "T: FromStr + TryFrom<u64> + TryFrom<i64>")]
    struct Number<T>(#[serde(deserialize_with = "number")] T);

    Ok(Option::<Number<T>>::deserialize(from)?.map(|Number(number)| number))
}
