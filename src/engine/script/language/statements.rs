//! The rows of the statements, which no function runs.

use super::row::{Row, table};

pub(super) const ROWS: &[Row] = table! {
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
    "switch" ["switch value { a => value, b | c => value, _ => value } -> value",
        "switch number { from..to => value, a if bool => value, _ => value } -> value"]
        "The value for the first case that is equal, of numbers in a range, and whose condition is \
         true; `_` stands for all others."
        "let n = switch 2 { 1 => \"one\", 2 | 3 => \"more\", _ => \"many\" }; n == \"more\"";
    "for" ["for item in list { … }", "for (item, index) in list { … }",
        "for i in from..to { … }", "for letter in text { … }"]
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
    "break" ["break;", "break value;"]
        "Ends a loop; a value is that of the loop."
        "let n = 0; let m = loop { n += 1; if n > 2 { break n; } }; m == 3";
    "continue" ["continue;"]
        "Goes on with the next turn of a loop."
        "let n = 0; for i in 0..4 { if i == 2 { continue; } n += i; } n == 4";
    "return" ["return;", "return value;"]
        "Ends a function or closure, with a value."
        "[1, 2].map(|n| { if n > 1 { return 0; } n }) == [1, 0]";
    "throw" ["throw;", "throw value;"]
        "Ends the hook with an error, which says the value."
        "let n = 1; if n < 0 { throw \"a number below 0\"; } n == 1";
    "{}" ["{ … } -> value", "{ let name = value; … } -> value"]
        "A block: its value is that of its last statement; its variables end with it."
        "let n = 1; { let n = 2; } n == { let a = 0; a + 1 }";
    "#{" ["#{ key: value, … } -> map", "map.key -> value"]
        "A map: values by texts. Fails for a key that is not there."
        "let map = #{ a: 1, \"b c\": 2 }; map.a + map[\"b c\"] == 3";
    "'" ["'c' -> character"]
        "A character, of which texts consist; equal to a text of it."
        "\"ab\"[0] == 'a' && 'a' == \"a\"";
    "()" ["()"]
        "Nothing: what a function returns that has no value."
        "let nothing = (); [].pop() == nothing";
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
