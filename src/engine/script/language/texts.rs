//! The rows of the functions of texts.

use super::row::{Row, table};
use crate::script::functions::{numbers, texts};

pub(super) const ROWS: &[Row] = table! {
    "to_string" ["value.to_string() -> text"]
        "A value as a text, as `${value}` in a text between back ticks. A player is the name, a card \
         its title in the language of who reads it, or \"a card\" for those who do not know it; a pile \
         and a play are what they are called."
        "12.to_string() == \"12\""
        => read each [Any] Text texts::to_string;
    "to_upper" ["text.to_upper() -> text", "character.to_upper() -> character"]
        "The text in capitals; `make_upper` changes the text itself."
        "\"nope\".to_upper() == \"NOPE\""
        => read each [Text] Text texts::to_upper
        => read once [Char] Char texts::to_upper;
    "to_lower" ["text.to_lower() -> text", "character.to_lower() -> character"]
        "The text in small letters; `make_lower` changes the text itself."
        "\"NOPE\".to_lower() == \"nope\""
        => read each [Text] Text texts::to_lower
        => read once [Char] Char texts::to_lower;
    "make_upper" ["text.make_upper()", "character.make_upper()"]
        "Turns a text to capitals."
        "let word = \"nope\"; word.make_upper(); word == \"NOPE\""
        => change each [Text] Nothing texts::make_upper
        => change once [Char] Nothing texts::make_upper;
    "make_lower" ["text.make_lower()", "character.make_lower()"]
        "Turns a text to small letters."
        "let word = \"NOPE\"; word.make_lower(); word == \"nope\""
        => change each [Text] Nothing texts::make_lower
        => change once [Char] Nothing texts::make_lower;
    "starts_with" ["text.starts_with(part) -> bool"]
        "Whether a text begins with another one."
        "\"skip\".starts_with(\"sk\")"
        => read once [Text, Text] Bool texts::starts_with
        => read once [Text, Char] Bool texts::starts_with;
    "ends_with" ["text.ends_with(part) -> bool"]
        "Whether a text ends with another one."
        "\"tacocat\".ends_with(\"cat\")"
        => read once [Text, Text] Bool texts::ends_with
        => read once [Text, Char] Bool texts::ends_with;
    "sub_string" ["text.sub_string(start) -> text", "text.sub_string(start, n) -> text",
        "text.sub_string(range) -> text"]
        "A part of a text: `n` characters from an index, or those in a range of indexes."
        "\"tacocat\".sub_string(4) == \"cat\" && \"skip\".sub_string(0, 2) == \"sk\""
        => read each [Text, Int] Text texts::sub_string
        => read each [Text, Int, Int] Text texts::sub_string
        => read each [Text, Range] Text texts::sub_string;
    "crop" ["text.crop(start)", "text.crop(start, n)", "text.crop(range)"]
        "Removes all but a part of a text, as `sub_string` returns it."
        "let word = \"tacocat\"; word.crop(4); word == \"cat\""
        => change each [Text, Int] Nothing texts::crop
        => change each [Text, Int, Int] Nothing texts::crop
        => change each [Text, Range] Nothing texts::crop;
    "replace" ["text.replace(part, other)"]
        "Replaces every `part` of a text."
        "let word = \"a-b\"; word.replace(\"-\", \"+\"); word == \"a+b\""
        => change each [Text, Text, Text] Nothing texts::replace
        => change each [Text, Text, Char] Nothing texts::replace
        => change each [Text, Char, Text] Nothing texts::replace
        => change each [Text, Char, Char] Nothing texts::replace;
    "trim" ["text.trim()"]
        "Removes spaces from the start and the end of a text."
        "let word = \" a \"; word.trim(); word == \"a\""
        => change each [Text] Nothing texts::trim;
    "split_rev" ["text.split_rev(part) -> [text]", "text.split_rev(part, n) -> [text]"]
        "The parts of a text between each `part`, the last first; at most `n`."
        "\"a,b\".split_rev(\",\") == [\"b\", \"a\"]"
        => read each [Text, Text] List texts::split_rev
        => read each [Text, Char] List texts::split_rev
        => read each [Text, Text, Int] List texts::split_rev
        => read each [Text, Char, Int] List texts::split_rev;
    "chars" ["text.chars -> characters", "text.chars() -> characters",
        "text.chars(start) -> characters", "text.chars(start, n) -> characters",
        "text.chars(range) -> characters"]
        "The characters of a text or of a part of it, for a `for` loop."
        "let n = 0; for c in \"tacocat\".chars() { if c == 'c' { n += 1; } } n == 2"
        => read each [Text] Text texts::chars
        => read each [Text, Int] Text texts::chars
        => read each [Text, Int, Int] Text texts::chars
        => read each [Text, Range] Text texts::chars;
    "to_chars" ["text.to_chars() -> list"]
        "A list of the characters of a text; a character is written 'c'."
        "\"ab\".to_chars() == ['a', 'b']"
        => read each [Text] List texts::to_chars;
    "bytes" ["text.bytes -> number"]
        "The number of bytes of a text."
        "\"é\".bytes == 2"
        => read once [Text] Int texts::bytes;
    "to_hex" ["number.to_hex() -> text"]
        "A number as a text with the digits 0 to f."
        "255.to_hex() == \"ff\""
        => read once [Int] Text numbers::to_hex;
    "to_octal" ["number.to_octal() -> text"]
        "A number as a text with the digits 0 to 7."
        "8.to_octal() == \"10\""
        => read once [Int] Text numbers::to_octal;
    "to_binary" ["number.to_binary() -> text"]
        "A number as a text with the digits 0 and 1."
        "5.to_binary() == \"101\""
        => read once [Int] Text numbers::to_binary;
    "to_debug" ["value.to_debug() -> text"]
        "A value as a text, with quotation marks around texts."
        "\"a\".to_debug() == \"\\\"a\\\"\""
        => read each [Any] Text texts::to_debug;
    "print" ["print(value)", "print()"]
        "Shows a value with the line that printed it; the game does not see it."
        "print(1 + 2); true"
        => read each [Any] Nothing texts::print
        => read once [] Nothing texts::print;
    "debug" ["debug(value)", "debug()"]
        "As `print`, with quotation marks around texts."
        "debug(\"a\"); true"
        => read each [Any] Nothing texts::debug
        => read once [] Nothing texts::debug;
    "type_of" ["type_of(value) -> text"]
        "The name of a value's type: `i64`, `string`, `array`, `player`, `card` …"
        "type_of(1) == \"i64\""
        => read once [Any] Text texts::type_of;
};
