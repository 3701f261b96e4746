//! The rows of the operators and of assignments.

use super::row::{Row, table};

pub(super) const ROWS: &[Row] = table! {
    "+" ["number + number -> number", "text + value -> text", "list + list -> list",
        "map + map -> map"]
        "The sum; texts, lists and maps are joined."
        "1 + 2 == 3 && \"a\" + 1 == \"a1\" && [1] + [2] == [1, 2]";
    "-" ["number - number -> number", "-number -> number", "+number -> number", "text - part -> text"]
        "The difference; a text without a part." "3 - 2 == 1";
    "*" ["number * number -> number"] "The product." "2 * 3 == 6";
    "/" ["number / number -> number"]
        "The quotient without its fraction. Fails for 0."
        "7 / 2 == 3";
    "%" ["number % number -> number"] "The remainder of a division. Fails for 0." "7 % 2 == 1";
    "**" ["number ** number -> number"] "The power." "2 ** 3 == 8";
    "==" ["value == value -> bool"]
        "Whether two values are equal; those of different types are not."
        "[1, 2] == [1, 2] && 1 != \"1\"";
    "!=" ["value != value -> bool"] "Whether two values are not equal." "1 != 2";
    "<" ["number < number -> bool", "text < text -> bool"]
        "Whether the first is smaller, or comes first in the alphabet."
        "1 < 2 && \"a\" < \"b\"";
    "<=" ["number <= number -> bool", "text <= text -> bool"]
        "Whether the first is smaller or equal."
        "2 <= 2";
    ">" ["number > number -> bool", "text > text -> bool"]
        "Whether the first is greater."
        "2 > 1";
    ">=" ["number >= number -> bool", "text >= text -> bool"]
        "Whether the first is greater or equal."
        "2 >= 2";
    "&&" ["bool && bool -> bool"]
        "Whether both are true; the second is evaluated only if the first is true."
        "true && !false";
    "||" ["bool || bool -> bool"]
        "Whether one is true; the second is evaluated only if the first is false."
        "false || true";
    "!" ["!bool -> bool"] "Whether it is false." "!false";
    "in" ["value in list -> bool", "part in text -> bool", "key in map -> bool",
        "value !in list -> bool"]
        "Whether one of the values is equal; also whether a number is in a range."
        "2 in [1, 2] && 3 !in [1, 2] && 4 in 1..5";
    "?." ["value?.property", "value?.function()", "value?[index]"]
        "As `.` and `[]`; where the value is (), it is what the whole chain returns."
        "let nobody = (); nobody?.len() == () && nobody?[0] == ()";
    "??" ["value ?? value -> value"]
        "The first value, unless it is (): then the second."
        "[].pop() ?? 7 == 7";
    "&" ["number & number -> number", "number | number -> number", "number ^ number -> number",
        "number << number -> number", "number >> number -> number", "bool & bool -> bool",
        "bool | bool -> bool", "bool ^ bool -> bool"]
        "Calculates with the bits of numbers: and, or, either, moved to the left, to the right. Of \
         two Booleans both are evaluated."
        "(6 & 3) == 2 && (1 << 4) == 16";
    "=" ["name = value", "list[index] = value", "map.key = value", "map[key] = value"]
        "Changes a variable, or an entry of a list or map."
        "let map = #{ list: [1] }; map.list[0] = 2; map.n = 3; map == #{ list: [2], n: 3 }";
    "+=" ["name += value", "name -= value", "name *= value", "name /= value", "name %= value"]
        "Changes a variable, or an entry of a list or map, by a calculation with its value."
        "let n = 1; n += 2; n == 3";
    "[]" ["[value, …] -> list", "list[index] -> value", "text[index] -> character",
        "text[range] -> text", "map[\"key\"] -> value", "number[index] -> bool"]
        "A list. Of a list or text the value at an index, 0 for the first, -1 for the last; can be \
         assigned to. Fails if there is none."
        "let list = [1, 2]; list[0] = 5; list == [5, 2] && list[-1] == 2";
    ".." ["from..to -> range", "from..=to -> range"]
        "The numbers from `from` to before `to`, with `=` to `to`."
        "let n = 0; for i in 1..=3 { n += i; } n == 6";
};
