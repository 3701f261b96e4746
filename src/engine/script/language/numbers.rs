//! The rows of the functions of numbers and ranges.

use super::row::{Row, table};
use crate::script::functions::{numbers, ranges, texts};

pub(super) const ROWS: &[Row] = table! {
    "max" ["max(number, number) -> number", "max(text, text) -> text"]
        "The greater of two; of a list: `list.reduce(|a, b| max(a, b), 0)`."
        "max(2, 3) == 3 && [2, 3, 1].reduce(|a, b| max(a, b), 0) == 3"
        => read once [Int, Int] Int numbers::max
        => read each [Text, Text] Text numbers::max_letters
        => read once [Char, Char] Char numbers::max_letters;
    "min" ["min(number, number) -> number", "min(text, text) -> text"]
        "The smaller of two; of a list: `list.reduce(|a, b| min(a, b), list[0])`."
        "min(2, 3) == 2"
        => read once [Int, Int] Int numbers::min
        => read each [Text, Text] Text numbers::min_letters
        => read once [Char, Char] Char numbers::min_letters;
    "abs" ["number.abs() -> number"]
        "A number without its sign."
        "(-2).abs() == 2"
        => read once [Int] Int numbers::abs;
    "sign" ["number.sign() -> number"]
        "1 for a number above 0, -1 for one below, 0 for 0."
        "(-5).sign() == -1"
        => read once [Int] Int numbers::sign;
    "is_even" ["number.is_even -> bool"] "Whether 2 divides a number." "4.is_even"
        => read once [Int] Bool numbers::is_even;
    "is_odd" ["number.is_odd -> bool"] "Whether 2 does not divide a number." "3.is_odd"
        => read once [Int] Bool numbers::is_odd;
    "is_zero" ["number.is_zero -> bool"] "Whether a number is 0." "0.is_zero"
        => read once [Int] Bool numbers::is_zero;
    "to_int" ["character.to_int() -> number"]
        "The number of a character; a text is read by `parse_int`."
        "'a'.to_int() == 97"
        => read once [Char] Int texts::to_int;
    "bits" ["number.bits -> bits", "number.bits() -> bits", "number.bits(start) -> bits",
        "number.bits(start, n) -> bits", "number.bits(range) -> bits"]
        "The 64 bits of a number, for a `for` loop: true or false, the lowest first."
        "let n = 0; for bit in 5.bits() { if bit { n += 1; } } n == 2"
        => read once [Int] List numbers::bits
        => read once [Int, Int] List numbers::bits
        => read once [Int, Int, Int] List numbers::bits
        => read once [Int, Range] List numbers::bits;
    "range" ["range(from, to) -> range", "range(from, to, step) -> list",
        "range(range, step) -> list"]
        "The numbers from `from` to before `to`, for a `for` loop, in steps; `from..to` and \
         `from..=to` have steps of 1."
        "let n = 0; for i in range(10, 0, -5) { n += i; } n == 15"
        => read once [Int, Int] Range ranges::range
        => read once [Int, Int, Int] List ranges::steps
        => read once [Range, Int] List ranges::steps;
    "start" ["range.start -> number"] "The first number of a range." "(2..5).start == 2"
        => read once [Range] Int ranges::start;
    "end" ["range.end -> number"] "The number after the last one of a range." "(2..5).end == 5"
        => read once [Range] Int ranges::end;
};
