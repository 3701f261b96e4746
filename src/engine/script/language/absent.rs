//! What other scripts know and these do not, and what to write instead.

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
