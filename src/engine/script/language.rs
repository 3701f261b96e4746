//! The part of the Rhai language that scripts have, besides the verbs: its functions, operators and
//! statements; and what other scripts know and these do not.

/// The group of these entries in the reference.
pub const GROUP: &str = "language";

/// An entry: name, forms, description, and an example that is true.
pub(super) type Row = (&'static str, &'static [&'static str], &'static str, &'static str);

macro_rules! rows {
    ($($name:literal [$($form:literal),+] $doc:literal $example:literal;)*) => {
        &[$(($name, &[$($form),+], $doc, $example)),*]
    };
}

/// All entries.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    [LISTS, TEXTS, NUMBERS, MAPS, OPERATORS, STATEMENTS].into_iter().flatten()
}

/// Returns the forms of a function of the language: `list.push(value)`.
pub(crate) fn forms(name: &str) -> Option<String> {
    let (_, forms, ..) = rows().find(|(other, ..)| *other == name)?;
    let forms: Vec<String> = forms.iter().map(|form| format!("`{form}`")).collect();
    Some(forms.join(" or "))
}

/// Returns what to do instead of a function or word that scripts do not have, as a hint.
pub fn absent(name: &str) -> Option<&'static str> {
    unrepeatable(name).or_else(|| instead(FUNCTIONS, name)).or_else(|| absent_word(name))
}

/// Returns what to do instead of a function whose result would not be the same in another run.
#[doc(hidden)]
pub fn unrepeatable(name: &str) -> Option<&'static str> {
    instead(UNREPEATABLE, name)
}

/// Returns what to write instead of a word of the syntax.
pub(crate) fn absent_word(name: &str) -> Option<&'static str> {
    instead(WORDS, name)
}

fn instead(rows: &'static [(&str, &str)], name: &str) -> Option<&'static str> {
    let is_it = |(names, _): &&(&str, _)| names.split(' ').any(|other| other == name);
    rows.iter().find(is_it).map(|(_, instead)| *instead)
}

/// Clocks, waiting and chance in other languages, and what to do instead.
const UNREPEATABLE: &[(&str, &str)] = &[
    ("timestamp now time elapsed", "there is no clock in a game"),
    ("sleep wait", "a script cannot wait; a question waits for its answer by itself"),
    ("exit", "a hook ends with `return`"),
    (
        "rand rand_int rand_bool random_int random_range",
        "use `random(n)`: a number from 0 to n - 1",
    ),
    ("dice", "use `roll(6)`: a number from 1 to 6"),
    ("sample", "use `list[random(list.len)]`"),
];

/// Functions of Rhai's book and of other languages, and what to do instead.
const FUNCTIONS: &[(&str, &str)] = &[
    (
        "parse_float parse_decimal to_float to_decimal float floor ceiling ceil round fraction",
        "numbers are whole: multiply before you divide (`n * 3 / 2`); `parse_int(text)` reads one",
    ),
    (
        "sqrt exp ln log sin cos tan asin acos atan sinh cosh tanh hypot PI E",
        "numbers are whole, and there is no function of fractions",
    ),
    ("pow", "write `a ** b`"),
    ("parse int Int atoi str_to_int to_number number", "write `parse_int(text)`"),
    ("str to_text", "write `value.to_string()`, or `${value}` in a text between back ticks"),
    ("format sprintf", "write `${value}` in a text between back ticks"),
    ("join", "write `list.reduce(|text, item| text + item, \"\")`"),
    ("sum", "write `list.reduce(|sum, n| sum + n, 0)`"),
    ("length size", "write `list.len`"),
    ("add", "write `list.push(value)`"),
    ("exists any_match", "write `list.some(|item| …)`"),
    ("every", "write `list.all(|item| …)`"),
    ("includes", "write `list.contains(value)`, or `value in list`"),
    ("for_each each forEach", "write `for item in list { … }`"),
    ("reversed rev", "`list.reverse()` turns the list itself around"),
    ("sorted", "`list.order()` returns the sorted list"),
    (
        "unique distinct",
        "`list.dedup()` drops equal neighbours; after `list.sort()` all equal ones",
    ),
    ("slice", "write `list.extract(start, n)`"),
    ("concat extend", "write `list + other`"),
    ("substring substr", "write `text.sub_string(start, n)`"),
    ("uppercase upper", "write `text.to_upper()`"),
    ("lowercase lower", "write `text.to_lower()`"),
    ("blob to_blob", "there are lists of numbers: `[1, 2]`"),
    ("is_null is_none is_unit", "compare with `()`: `value == ()`"),
];

/// Words of Rhai's syntax and of other languages, and what to write instead.
const WORDS: &[(&str, &str)] = &[
    ("eval", "a script cannot run a text: write a function, or `switch`"),
    ("Fn curry", "write a closure: `|item| item.len`"),
    ("try catch", "an error ends the hook: check first what could fail"),
    ("this", "pass the value as a parameter"),
    (
        "import export module include require",
        "call the functions of rules scripts by their names: all scripts see them",
    ),
    ("elif elseif", "write `else if`"),
    ("foreach", "write `for`"),
    ("and", "write `&&`"),
    ("or", "write `||`"),
    ("not", "write `!`"),
    ("null nil None undefined", "write `()`"),
];

const LISTS: &[Row] = rows! {
    "push" ["list.push(value)"]
        "Adds a value at the end of a list."
        "let list = [1]; list.push(2); list == [1, 2]";
    "append" ["list.append(list)", "text.append(value)"]
        "Adds all values of another list at the end, or a value at the end of a text."
        "let list = [1]; list.append([2, 3]); list == [1, 2, 3]";
    "insert" ["list.insert(index, value)"]
        "Puts a value before the one at this index, 0 for the first."
        "let list = [1, 3]; list.insert(1, 2); list == [1, 2, 3]";
    "pop" ["list.pop() -> value", "text.pop() -> text"]
        "Removes and returns the last value; () if there is none."
        "let list = [1, 2]; list.pop() == 2 && list == [1]";
    "shift" ["list.shift() -> value"]
        "Removes and returns the first value; () if there is none."
        "let list = [1, 2]; list.shift() == 1 && list == [2]";
    "remove" ["list.remove(index) -> value", "map.remove(key) -> value", "text.remove(part)"]
        "Removes and returns the value at an index or key, () if there is none; removes every \
         `part` from a text. `without` removes by value."
        "let list = [5, 6]; list.remove(0) == 5 && list == [6]";
    "len" ["list.len -> number", "text.len -> number", "map.len() -> number"]
        "The number of values, or of characters of a text."
        "[5, 6].len == 2 && \"four\".len == 4";
    "is_empty" ["list.is_empty -> bool", "text.is_empty -> bool", "map.is_empty() -> bool"]
        "Whether there is no value, no character."
        "[].is_empty && !\"four\".is_empty";
    "contains" ["list.contains(value) -> bool", "text.contains(part) -> bool",
        "map.contains(key) -> bool"]
        "Whether one of the values is equal to this one; the same as `value in list`."
        "[1, 2].contains(2) && \"favor\".contains(\"av\")";
    "index_of" ["list.index_of(value) -> number", "list.index_of(|item| bool) -> number",
        "text.index_of(part) -> number"]
        "The index of the first value that is equal, or for which the closure is true; -1 if there \
         is none."
        "[\"a\", \"b\"].index_of(\"b\") == 1 && [1, 4].index_of(|n| n > 5) == -1";
    "filter" ["list.filter(|item| bool) -> list", "pile.filter(|card| bool) -> [card]",
        "map.filter(|key, value| bool) -> map"]
        "The values for which the closure is true; a second parameter of the closure is the index."
        "[3, 1, 2].filter(|n| n > 1) == [3, 2]";
    "map" ["list.map(|item| value) -> list", "map.map(|key, value| value) -> map"]
        "What the closure returns for each value; a second parameter of the closure is the index."
        "[1, 2].map(|n| n * 10) == [10, 20]";
    "reduce" ["list.reduce(|result, item| value, first) -> value",
        "list.reduce(|result, item| value) -> value"]
        "Calls the closure with its last result and each value in turn, and returns the last \
         result. Without `first` it begins with ()."
        "[1, 2, 3].reduce(|sum, n| sum + n, 0) == 6";
    "reduce_rev" ["list.reduce_rev(|result, item| value, first) -> value"]
        "As `reduce`, from the last value to the first."
        "[1, 2, 3].reduce_rev(|text, n| text + n, \"\") == \"321\"";
    "some" ["list.some(|item| bool) -> bool", "pile.some(|card| bool) -> bool"]
        "Whether the closure is true for a value."
        "[1, 2].some(|n| n > 1)";
    "all" ["list.all(|item| bool) -> bool"]
        "Whether the closure is true for every value; true for an empty list."
        "[1, 2].all(|n| n > 0)";
    "find" ["list.find(|item| bool) -> value", "list.find(|item| bool, start) -> value"]
        "The first value for which the closure is true, from an index; () if there is none."
        "[1, 2, 3].find(|n| n > 1) == 2 && [1].find(|n| n > 1) == ()";
    "find_map" ["list.find_map(|item| value) -> value", "list.find_map(|item| value, start) -> value"]
        "The first result of the closure that is not (); () if there is none."
        "[1, 2].find_map(|n| if n > 1 { n * 10 } else { () }) == 20";
    "sort" ["list.sort()", "list.sort(|a, b| bool)", "list.sort(|a, b| number)"]
        "Sorts a list of numbers or texts, or by a closure: whether `a` belongs before `b`, or a \
         number below 0 if so. Equal values keep their order."
        "let list = [1, 3, 2]; list.sort(|a, b| a > b); list == [3, 2, 1]";
    "sort_by" ["list.sort_by(|a, b| bool)", "list.sort_by(|a, b| number)"]
        "Sorts a list by a closure, as `sort`."
        "let list = [\"bb\", \"a\"]; list.sort_by(|a, b| a.len - b.len); list == [\"a\", \"bb\"]";
    "sort_desc" ["list.sort_desc()"]
        "Sorts a list of numbers or texts, the greatest first."
        "let list = [1, 3, 2]; list.sort_desc(); list == [3, 2, 1]";
    "order" ["list.order() -> list"]
        "A sorted copy of a list of numbers or texts."
        "[2, 1].order() == [1, 2]";
    "order_by" ["list.order_by(|a, b| number) -> list"]
        "A copy of a list, sorted by a closure: a number below 0 if `a` belongs before `b`."
        "[1, 3, 2].order_by(|a, b| b - a) == [3, 2, 1]";
    "order_desc" ["list.order_desc() -> list"]
        "A sorted copy of a list of numbers or texts, the greatest first."
        "[1, 3, 2].order_desc() == [3, 2, 1]";
    "reverse" ["list.reverse()"]
        "Turns a list around."
        "let list = [1, 2]; list.reverse(); list == [2, 1]";
    "dedup" ["list.dedup()"]
        "Keeps one of values that are equal and next to each other: all equal ones after `sort`."
        "let list = [2, 1, 2]; list.sort(); list.dedup(); list == [1, 2]";
    "extract" ["list.extract(start) -> list", "list.extract(start, n) -> list",
        "list.extract(range) -> list"]
        "A copy of a part of a list: `n` values from an index, or those in a range of indexes. A \
         negative index counts from the end."
        "[1, 2, 3].extract(1) == [2, 3] && [1, 2, 3].extract(0, 2) == [1, 2]";
    "drain" ["list.drain(start, n) -> list", "list.drain(|item| bool) -> list",
        "map.drain(|key, value| bool) -> map"]
        "Removes and returns a part: the values for which the closure is true."
        "let list = [1, 2, 3]; list.drain(|n| n > 1) == [2, 3] && list == [1]";
    "retain" ["list.retain(start, n) -> list", "list.retain(|item| bool) -> list",
        "map.retain(|key, value| bool) -> map"]
        "Keeps a part, and removes and returns the others."
        "let list = [1, 2, 3]; list.retain(|n| n > 1) == [1] && list == [2, 3]";
    "splice" ["list.splice(start, n, list)", "list.splice(range, list)"]
        "Replaces a part of a list by the values of another one."
        "let list = [1, 2, 3]; list.splice(0, 2, [9]); list == [9, 3]";
    "split" ["list.split(index) -> list", "text.split(part) -> [text]", "text.split() -> [text]"]
        "Cuts a list in two: returns the values from an index on. Of a text: its parts between \
         each `part`, or its words."
        "\"ann bob\".split() == [\"ann\", \"bob\"] && \"a,b\".split(\",\") == [\"a\", \"b\"]";
    "truncate" ["list.truncate(n)", "text.truncate(n)"]
        "Removes all but the first `n` values or characters."
        "let list = [1, 2, 3]; list.truncate(2); list == [1, 2]";
    "chop" ["list.chop(n)"]
        "Removes all but the last `n` values."
        "let list = [1, 2, 3]; list.chop(2); list == [2, 3]";
    "pad" ["list.pad(n, value)", "text.pad(n, part)"]
        "Adds a value at the end until there are `n`, or a text until there are `n` characters."
        "let list = [1]; list.pad(3, 0); list == [1, 0, 0]";
    "clear" ["list.clear()", "map.clear()", "text.clear()"]
        "Removes everything."
        "let list = [1]; list.clear(); list == []";
    "zip" ["list.zip(list, |a, b| value) -> list"]
        "What the closure returns for each two values at the same index."
        "[1, 2].zip([10, 20], |a, b| a + b) == [11, 22]";
};

const TEXTS: &[Row] = rows! {
    "to_string" ["value.to_string() -> text"]
        "A value as a text, as `${value}` in a text between back ticks. A player is the name, a card \
         its title in the language of who reads it, or \"a card\" for those who do not know it; a pile \
         and a play are what they are called."
        "12.to_string() == \"12\"";
    "to_upper" ["text.to_upper() -> text"]
        "The text in capitals; `make_upper` changes the text itself."
        "\"nope\".to_upper() == \"NOPE\"";
    "to_lower" ["text.to_lower() -> text"]
        "The text in small letters; `make_lower` changes the text itself."
        "\"NOPE\".to_lower() == \"nope\"";
    "make_upper" ["text.make_upper()"]
        "Turns a text to capitals."
        "let word = \"nope\"; word.make_upper(); word == \"NOPE\"";
    "make_lower" ["text.make_lower()"]
        "Turns a text to small letters."
        "let word = \"NOPE\"; word.make_lower(); word == \"nope\"";
    "starts_with" ["text.starts_with(part) -> bool"]
        "Whether a text begins with another one."
        "\"skip\".starts_with(\"sk\")";
    "ends_with" ["text.ends_with(part) -> bool"]
        "Whether a text ends with another one."
        "\"tacocat\".ends_with(\"cat\")";
    "sub_string" ["text.sub_string(start) -> text", "text.sub_string(start, n) -> text",
        "text.sub_string(range) -> text"]
        "A part of a text: `n` characters from an index, or those in a range of indexes."
        "\"tacocat\".sub_string(4) == \"cat\" && \"skip\".sub_string(0, 2) == \"sk\"";
    "crop" ["text.crop(start)", "text.crop(start, n)", "text.crop(range)"]
        "Removes all but a part of a text, as `sub_string` returns it."
        "let word = \"tacocat\"; word.crop(4); word == \"cat\"";
    "replace" ["text.replace(part, other)"]
        "Replaces every `part` of a text."
        "let word = \"a-b\"; word.replace(\"-\", \"+\"); word == \"a+b\"";
    "trim" ["text.trim()"]
        "Removes spaces from the start and the end of a text."
        "let word = \" a \"; word.trim(); word == \"a\"";
    "split_rev" ["text.split_rev(part) -> [text]", "text.split_rev(part, n) -> [text]"]
        "The parts of a text between each `part`, the last first; at most `n`."
        "\"a,b\".split_rev(\",\") == [\"b\", \"a\"]";
    "chars" ["text.chars() -> characters", "text.chars(start, n) -> characters"]
        "The characters of a text, for a `for` loop."
        "let n = 0; for c in \"tacocat\".chars() { if c == 'c' { n += 1; } } n == 2";
    "to_chars" ["text.to_chars() -> list"]
        "A list of the characters of a text; a character is written 'c'."
        "\"ab\".to_chars() == ['a', 'b']";
    "bytes" ["text.bytes -> number"]
        "The number of bytes of a text."
        "\"é\".bytes == 2";
    "to_hex" ["number.to_hex() -> text"]
        "A number as a text with the digits 0 to f."
        "255.to_hex() == \"ff\"";
    "to_octal" ["number.to_octal() -> text"]
        "A number as a text with the digits 0 to 7."
        "8.to_octal() == \"10\"";
    "to_binary" ["number.to_binary() -> text"]
        "A number as a text with the digits 0 and 1."
        "5.to_binary() == \"101\"";
    "to_debug" ["value.to_debug() -> text"]
        "A value as a text, with quotation marks around texts."
        "\"a\".to_debug() == \"\\\"a\\\"\"";
    "print" ["print(value)"]
        "Shows a value with the line that printed it; the game does not see it."
        "print(1 + 2); true";
    "debug" ["debug(value)"]
        "As `print`, with quotation marks around texts."
        "debug(\"a\"); true";
    "type_of" ["type_of(value) -> text"]
        "The name of a value's type: `i64`, `string`, `array`, `player`, `card` …"
        "type_of(1) == \"i64\"";
};

const NUMBERS: &[Row] = rows! {
    "max" ["max(number, number) -> number", "max(text, text) -> text"]
        "The greater of two; of a list: `list.reduce(|a, b| max(a, b), 0)`."
        "max(2, 3) == 3 && [2, 3, 1].reduce(|a, b| max(a, b), 0) == 3";
    "min" ["min(number, number) -> number", "min(text, text) -> text"]
        "The smaller of two; of a list: `list.reduce(|a, b| min(a, b), list[0])`."
        "min(2, 3) == 2";
    "abs" ["number.abs() -> number"]
        "A number without its sign."
        "(-2).abs() == 2";
    "sign" ["number.sign() -> number"]
        "1 for a number above 0, -1 for one below, 0 for 0."
        "(-5).sign() == -1";
    "is_even" ["number.is_even -> bool"] "Whether 2 divides a number." "4.is_even";
    "is_odd" ["number.is_odd -> bool"] "Whether 2 does not divide a number." "3.is_odd";
    "is_zero" ["number.is_zero -> bool"] "Whether a number is 0." "0.is_zero";
    "to_int" ["character.to_int() -> number"]
        "The number of a character; a text is read by `parse_int`."
        "'a'.to_int() == 97";
    "bits" ["number.bits() -> bits"]
        "The 64 bits of a number, for a `for` loop: true or false, the lowest first."
        "let n = 0; for bit in 5.bits() { if bit { n += 1; } } n == 2";
    "range" ["range(from, to) -> range", "range(from, to, step) -> range"]
        "The numbers from `from` to before `to`, for a `for` loop, in steps; `from..to` and \
         `from..=to` have steps of 1."
        "let n = 0; for i in range(10, 0, -5) { n += i; } n == 15";
    "start" ["range.start -> number"] "The first number of a range." "(2..5).start == 2";
    "end" ["range.end -> number"] "The number after the last one of a range." "(2..5).end == 5";
};

const MAPS: &[Row] = rows! {
    "keys" ["map.keys() -> [text]"]
        "The keys of a map, sorted. A map is written `#{ key: value }` and read `map.key` or \
         `map[\"key\"]`."
        "#{ b: 1, a: 2 }.keys() == [\"a\", \"b\"]";
    "values" ["map.values() -> list"]
        "The values of a map, in the order of its keys."
        "#{ b: 1, a: 2 }.values() == [2, 1]";
    "mixin" ["map.mixin(map)"]
        "Adds the entries of another map; they replace those of the same key."
        "let map = #{ a: 1 }; map.mixin(#{ b: 2 }); map == #{ a: 1, b: 2 }";
    "fill_with" ["map.fill_with(map)"]
        "Adds the entries of another map whose keys are not there."
        "let map = #{ a: 1 }; map.fill_with(#{ a: 5, b: 2 }); map == #{ a: 1, b: 2 }";
    "to_json" ["map.to_json() -> text"]
        "A map as a text in JSON."
        "#{ a: 1 }.to_json() == \"{\\\"a\\\":1}\"";
    "parse_json" ["parse_json(text) -> map"]
        "The map that a text in JSON stands for. Fails for other texts."
        "parse_json(\"{\\\"a\\\":1}\") == #{ a: 1 }";
};

const OPERATORS: &[Row] = rows! {
    "+" ["number + number -> number", "text + value -> text", "list + list -> list",
        "map + map -> map"]
        "The sum; texts, lists and maps are joined."
        "1 + 2 == 3 && \"a\" + 1 == \"a1\" && [1] + [2] == [1, 2]";
    "-" ["number - number -> number", "-number -> number"] "The difference." "3 - 2 == 1";
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
    "??" ["value ?? value -> value"]
        "The first value, unless it is (): then the second."
        "[].pop() ?? 7 == 7";
    "&" ["number & number -> number", "number | number -> number", "number ^ number -> number",
        "number << number -> number", "number >> number -> number"]
        "Calculates with the bits of numbers: and, or, either, moved to the left, to the right."
        "(6 & 3) == 2 && (1 << 4) == 16";
    "+=" ["name += value", "name -= value", "name *= value", "name /= value", "name %= value"]
        "Changes a variable, or an entry of a list or map, by a calculation with its value."
        "let n = 1; n += 2; n == 3";
    "[]" ["list[index] -> value", "text[index] -> character", "map[\"key\"] -> value"]
        "The value at an index, 0 for the first, -1 for the last; can be assigned to. Fails if \
         there is none."
        "let list = [1, 2]; list[0] = 5; list == [5, 2] && list[-1] == 2";
    ".." ["from..to -> range", "from..=to -> range"]
        "The numbers from `from` to before `to`, with `=` to `to`."
        "let n = 0; for i in 1..=3 { n += i; } n == 6";
};

const STATEMENTS: &[Row] = rows! {
    "let" ["let name = value;"]
        "Declares a variable, which can be changed: `name = value;`."
        "let n = 1; n = 2; n == 2";
    "const" ["const NAME = value;"]
        "Declares a name for a value that cannot be changed. Functions do not see the constants of \
         their script."
        "const N = 1; N == 1";
    "if" ["if bool { … } else if bool { … } else { … } -> value"]
        "Runs one of the blocks; its value is the last expression of the block."
        "let n = if 2 > 1 { 5 } else { 6 }; n == 5";
    "switch" ["switch value { a => value, b | c => value, _ => value } -> value"]
        "The value for the first case that is equal; `_` stands for all others."
        "let n = switch 2 { 1 => \"one\", 2 | 3 => \"more\", _ => \"many\" }; n == \"more\"";
    "for" ["for item in list { … }", "for (item, index) in list { … }",
        "for i in from..to { … }"]
        "Runs a block for each value of a list, a range, or the characters of a text."
        "let n = 0; for (item, i) in [5, 6] { n += item * i; } n == 6";
    "while" ["while bool { … }"]
        "Runs a block as long as a condition is true."
        "let n = 0; while n < 3 { n += 1; } n == 3";
    "loop" ["loop { … }"]
        "Runs a block until `break`."
        "let n = 0; loop { n += 1; if n > 2 { break; } } n == 3";
    "do" ["do { … } while bool;", "do { … } until bool;"]
        "Runs a block at least once, until the condition ends it."
        "let n = 0; do { n += 1; } while n < 3; n == 3";
    "break" ["break;"]
        "Ends a loop."
        "let n = 0; for i in 0..9 { if i == 2 { break; } n = i; } n == 1";
    "continue" ["continue;"]
        "Goes on with the next turn of a loop."
        "let n = 0; for i in 0..4 { if i == 2 { continue; } n += i; } n == 4";
    "return" ["return;", "return value;"]
        "Ends a function or closure, with a value."
        "[1, 2].map(|n| { if n > 1 { return 0; } n }) == [1, 0]";
    "fn" ["fn name(a, b) { … }"]
        "Declares a function. Its value is its last expression; it sees its parameters only. \
         Functions of rules scripts are seen by all scripts."
        "let twice = |n| n * 2; twice.call(4) == 8 // fn twice(n) { n * 2 }";
    "|" ["|a, b| value", "|| value"]
        "A closure: a function without a name, which sees the variables around it."
        "let least = 1; [1, 2].filter(|n| n > least) == [2]";
    "call" ["closure.call(value, …) -> value"]
        "Calls a closure that is in a variable."
        "let twice = |n| n * 2; twice.call(4) == 8";
    "`" ["`… ${value} …` -> text"]
        "A text with values in it."
        "`${1 + 2} cards` == \"3 cards\"";
    "//" ["// …", "/* … */", "//! …"]
        "A comment; `//!` at the head of a script says what it does."
        "true // a comment";
};
