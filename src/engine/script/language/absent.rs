//! Forms and functions that other scripts know and these do not, and what to write instead.

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
    ("list.get text.get", "write `list[index]`, and compare `index` with `list.len` before"),
    ("map.get", "write `if key in map { map[key] }`"),
    ("list.set text.set map.set", "write `list[index] = value` or `map[key] = value`"),
    ("take", "assign another value: `list = []`"),
    ("tag set_tag", "values have no tags; those of cards are asked for by `tagged`"),
    ("is_def_var is_def_fn is_shared", "what a script has is known when it is loaded"),
    ("get_fn_metadata_list is_anonymous", "a script cannot look at its functions"),
    ("is_inclusive is_exclusive", "write `from..to`, or `from..=to` with its end"),
    ("get_bit set_bit get_bits set_bits", "write `number[index]`, which is `true` or `false`"),
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
    ("null nil None undefined void", "write `()`"),
    ("var", "write `let`"),
    ("static shared", "write `let`; what lasts is a counter: `set(\"name\", n)`"),
    ("match case", "write `switch value { 1 => …, _ => … }`"),
    ("default", "write `_ => …`"),
    ("goto", "write `break`, `continue` or `return`"),
    ("async await sync thread spawn go yield", "a question waits for its answer by itself"),
    ("new class", "write a map: `#{ key: value }`"),
    ("public protected private super", "all scripts see the functions of rules scripts"),
    ("use package with", "call the functions of rules scripts by their names"),
    ("as is", "`type_of(value)` is the name of a type; numbers are read by `parse_int(text)`"),
    ("++ --", "write `n += 1` or `n -= 1`"),
    ("?", "write `if a { b } else { c }`"),
    ("=== !==", "write `==` or `!=`"),
    (":=", "write `=`"),
    ("<>", "write `!=`"),
    ("-> <- ::<", "functions and variables have no types: `fn name(a) { … }`"),
    ("...", "write `from..to`, or `from..=to` with its end"),
    ("(* *)", "write `/* … */`"),
    ("|> <|", "call one function after another: `list.filter(…).map(…)`"),
    ("!. :; @ $ # #! ~ ::", "names consist of letters, digits and `_`"),
];
