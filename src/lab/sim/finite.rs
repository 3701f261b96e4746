//! Checks that all figures of a report are numbers before it is printed: one that is not finite
//! stands for a fault of the program, and what follows from it would be a false answer.

use crate::base::error::{Error, and};
use serde::ser::{self, Serialize, Serializer};
use std::fmt;

const NOT_A_NUMBER: &str = "A0106";

/// Checks every number of a report.
///
/// # Errors
/// `A0106`: a number is infinite or NaN.
pub fn check(report: &impl Serialize) -> Result<(), Vec<Error>> {
    let found = report.serialize(&mut NumberPath::default());
    found.map_err(|NotFinite { path, value }| {
        let message = format!("the figure `{}` is {value}: no report is printed", path.join("."));
        let hint = "this is a fault of the program: report it with the command and its seed";
        vec![Error::new(NOT_A_NUMBER, message).hint(hint)]
    })
}

/// The most files that a message names.
const MOST_NAMED: usize = 3;

/// Names the shard results whose figure is not a number, if this is the error.
pub fn name_files(error: &mut Error, files: &[impl AsRef<str>]) {
    if error.code != NOT_A_NUMBER {
        return;
    }
    let n_more = files.len().saturating_sub(MOST_NAMED);
    let more = (n_more > 0).then(|| format!("{n_more} more"));
    let names = files.iter().take(MOST_NAMED).map(AsRef::as_ref).chain(more.as_deref());
    error.message = format!("{}: {}", and(&names.collect::<Vec<_>>()), error.message);
    let hint = "somebody has changed the counts, or the program has a fault: play these games \
                again, and report it if that does not help";
    error.hint = Some(hint.to_owned());
}

/// The path of the number that is visited.
#[derive(Default)]
struct NumberPath {
    path: Vec<String>,
}

#[derive(Debug)]
struct NotFinite {
    path: Vec<String>,
    value: f64,
}

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}", self.path.join("."), self.value)
    }
}

impl std::error::Error for NotFinite {}

impl ser::Error for NotFinite {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { path: vec![message.to_string()], value: f64::NAN }
    }
}

impl NumberPath {
    fn number(&self, value: f64) -> Result<(), NotFinite> {
        match value.is_finite() {
            true => Ok(()),
            false => Err(NotFinite { path: self.path.clone(), value }),
        }
    }

    /// Visits a part.
    fn part<T: Serialize + ?Sized>(&mut self, name: String, value: &T) -> Result<(), NotFinite> {
        self.path.push(name);
        value.serialize(&mut *self)?;
        self.path.pop();
        Ok(())
    }
}

/// The parts of a sequence or a map, counted from 0.
struct Parts<'a> {
    walk: &'a mut NumberPath,
    n: usize,
    key: Option<String>,
}

impl Parts<'_> {
    fn next<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotFinite> {
        let name = self.key.take().unwrap_or_else(|| self.n.to_string());
        self.n += 1;
        self.walk.part(name, value)
    }
}

/// Methods that visit nothing.
macro_rules! ignored {
    ($($method:ident($type:ty)),*) => {
        $(fn $method(self, _: $type) -> Result<(), NotFinite> { Ok(()) })*
    };
}

/// Methods that visit the parts of a value.
macro_rules! with_parts {
    ($($method:ident($($type:ty),*) -> $parts:ident),*) => {
        $(
            fn $method(self, $(_: $type),*) -> Result<Parts<'a>, NotFinite> {
                Ok(Parts { walk: self, n: 0, key: None })
            }
        )*
    };
}

impl<'a> Serializer for &'a mut NumberPath {
    type Ok = ();
    type Error = NotFinite;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    ignored! {
        serialize_bool(bool), serialize_i8(i8), serialize_i16(i16), serialize_i32(i32),
        serialize_i64(i64), serialize_i128(i128), serialize_u8(u8), serialize_u16(u16),
        serialize_u32(u32), serialize_u64(u64), serialize_u128(u128), serialize_char(char),
        serialize_str(&str), serialize_bytes(&[u8]), serialize_unit_struct(&'static str)
    }

    with_parts! {
        serialize_seq(Option<usize>) -> Parts,
        serialize_tuple(usize) -> Parts,
        serialize_tuple_struct(&'static str, usize) -> Parts,
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Parts,
        serialize_map(Option<usize>) -> Parts,
        serialize_struct(&'static str, usize) -> Parts,
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Parts
    }

    fn serialize_f32(self, value: f32) -> Result<(), NotFinite> {
        self.number(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), NotFinite> {
        self.number(value)
    }

    fn serialize_none(self) -> Result<(), NotFinite> {
        Ok(())
    }

    fn serialize_unit(self) -> Result<(), NotFinite> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), NotFinite> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<(), NotFinite> {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), NotFinite> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), NotFinite> {
        value.serialize(self)
    }
}

/// Visits the parts of sequences, one after the other.
macro_rules! sequence {
    ($($name:ident::$method:ident),*) => {
        $(
            impl ser::$name for Parts<'_> {
                type Ok = ();
                type Error = NotFinite;

                fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotFinite> {
                    self.next(value)
                }

                fn end(self) -> Result<(), NotFinite> {
                    Ok(())
                }
            }
        )*
    };
}

/// Visits fields by name.
macro_rules! fields {
    ($($name:ident),*) => {
        $(
            impl ser::$name for Parts<'_> {
                type Ok = ();
                type Error = NotFinite;

                fn serialize_field<T: Serialize + ?Sized>(
                    &mut self,
                    name: &'static str,
                    value: &T,
                ) -> Result<(), NotFinite> {
                    self.walk.part(name.to_owned(), value)
                }

                fn end(self) -> Result<(), NotFinite> {
                    Ok(())
                }
            }
        )*
    };
}

sequence!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);
fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = NotFinite;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), NotFinite> {
        let name = serde_json::to_value(key).ok();
        self.key = name.map(|name| name.as_str().map_or_else(|| name.to_string(), str::to_owned));
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotFinite> {
        self.next(value)
    }

    fn end(self) -> Result<(), NotFinite> {
        Ok(())
    }
}
