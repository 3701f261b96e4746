//! The rows of the functions of lists.

use super::row::{Row, table};
use crate::script::functions::{closures, lists, maps, ranges, sorting, texts};

pub(super) const ROWS: &[Row] = table! {
    "push" ["list.push(value)"]
        "Adds a value at the end of a list."
        "let list = [1]; list.push(2); list == [1, 2]"
        => change once [List, Any] Nothing lists::push;
    "append" ["list.append(list)", "text.append(value)"]
        "Adds all values of another list at the end, or a value at the end of a text."
        "let list = [1]; list.append([2, 3]); list == [1, 2, 3]"
        => change each [List, List] Nothing lists::append
        => change each [Text, Any] Nothing texts::append;
    "insert" ["list.insert(index, value)"]
        "Puts a value before the one at this index, 0 for the first."
        "let list = [1, 3]; list.insert(1, 2); list == [1, 2, 3]"
        => change each [List, Int, Any] Nothing lists::insert;
    "pop" ["list.pop() -> value", "text.pop() -> character", "text.pop(n) -> text"]
        "Removes and returns the last value or character, () if there is none; or the last `n` \
         characters."
        "let list = [1, 2]; list.pop() == 2 && list == [1]"
        => change once [List] Any lists::pop
        => change each [Text] Any texts::pop
        => change each [Text, Int] Text texts::pop_some;
    "shift" ["list.shift() -> value"]
        "Removes and returns the first value; () if there is none."
        "let list = [1, 2]; list.shift() == 1 && list == [2]"
        => change each [List] Any lists::shift;
    "remove" ["list.remove(index) -> value", "map.remove(key) -> value", "text.remove(part)"]
        "Removes and returns the value at an index or key, () if there is none; removes every \
         `part` from a text. `without` removes by value."
        "let list = [5, 6]; list.remove(0) == 5 && list == [6]"
        => change each [List, Int] Any lists::remove
        => change once [Map, Text] Any maps::remove
        => change each [Text, Text] Nothing texts::remove
        => change each [Text, Char] Nothing texts::remove;
    "len" ["list.len -> number", "text.len -> number", "map.len() -> number"]
        "The number of values, or of characters of a text."
        "[5, 6].len == 2 && \"four\".len == 4"
        => read once [List] Int lists::len
        => read each [Text] Int texts::len
        => read once [Map] Int maps::len;
    "is_empty" ["list.is_empty -> bool", "text.is_empty -> bool", "map.is_empty() -> bool",
        "range.is_empty -> bool"]
        "Whether there is no value, no character."
        "[].is_empty && !\"four\".is_empty"
        => read once [List] Bool lists::is_empty
        => read once [Text] Bool texts::is_empty
        => read once [Map] Bool maps::is_empty
        => read once [Range] Bool ranges::is_empty;
    "contains" ["list.contains(value) -> bool", "text.contains(part) -> bool",
        "map.contains(key) -> bool", "range.contains(number) -> bool"]
        "Whether one of the values is equal to this one; the same as `value in list`."
        "[1, 2].contains(2) && \"favor\".contains(\"av\")"
        => read each [List, Any] Bool lists::contains
        => read each [Text, Text] Bool texts::contains
        => read each [Text, Char] Bool texts::contains
        => read once [Map, Text] Bool maps::contains
        => read once [Range, Int] Bool ranges::contains;
    "index_of" ["list.index_of(value) -> number", "list.index_of(value, start) -> number",
        "list.index_of(|item| bool) -> number", "list.index_of(|item| bool, start) -> number",
        "text.index_of(part) -> number", "text.index_of(part, start) -> number"]
        "The index of the first value that is equal, or for which the closure is true; -1 if there \
         is none."
        "[\"a\", \"b\"].index_of(\"b\") == 1 && [1, 4].index_of(|n| n > 5) == -1"
        => read each [List, Closure] Int closures::index_of
        => read each [List, Closure, Int] Int closures::index_of
        => read each [List, Any] Int lists::index_of
        => read each [List, Any, Int] Int lists::index_of
        => read each [Text, Text] Int texts::index_of
        => read each [Text, Char] Int texts::index_of
        => read each [Text, Text, Int] Int texts::index_of
        => read each [Text, Char, Int] Int texts::index_of;
    "filter" ["list.filter(|item| bool) -> list", "pile.filter(|card| bool) -> [card]",
        "map.filter(|key, value| bool) -> map"]
        "The values for which the closure is true; a second parameter of the closure is the index."
        "[3, 1, 2].filter(|n| n > 1) == [3, 2]"
        => read each [List, Closure] List closures::filter
        => read each [Pile, Closure] List closures::filter_pile
        => read each [Map, Closure] Map closures::filter_entries;
    "map" ["list.map(|item| value) -> list", "map.map(|key, value| value) -> map"]
        "What the closure returns for each value; a second parameter of the closure is the index."
        "[1, 2].map(|n| n * 10) == [10, 20]"
        => read each [List, Closure] List closures::map
        => read each [Map, Closure] Map closures::map_entries;
    "reduce" ["list.reduce(|result, item| value, first) -> value",
        "list.reduce(|result, item| value) -> value"]
        "Calls the closure with its last result and each value in turn, and returns the last \
         result. Without `first` it begins with ()."
        "[1, 2, 3].reduce(|sum, n| sum + n, 0) == 6"
        => read each [List, Closure, Any] Any closures::reduce
        => read each [List, Closure] Any closures::reduce;
    "reduce_rev" ["list.reduce_rev(|result, item| value, first) -> value",
        "list.reduce_rev(|result, item| value) -> value"]
        "As `reduce`, from the last value to the first."
        "[1, 2, 3].reduce_rev(|text, n| text + n, \"\") == \"321\""
        => read each [List, Closure, Any] Any closures::reduce_rev
        => read each [List, Closure] Any closures::reduce_rev;
    "some" ["list.some(|item| bool) -> bool", "pile.some(|card| bool) -> bool"]
        "Whether the closure is true for a value."
        "[1, 2].some(|n| n > 1)"
        => read each [List, Closure] Bool closures::some
        => read each [Pile, Closure] Bool closures::some_pile;
    "all" ["list.all(|item| bool) -> bool"]
        "Whether the closure is true for every value; true for an empty list."
        "[1, 2].all(|n| n > 0)"
        => read each [List, Closure] Bool closures::all;
    "find" ["list.find(|item| bool) -> value", "list.find(|item| bool, start) -> value"]
        "The first value for which the closure is true, from an index; () if there is none."
        "[1, 2, 3].find(|n| n > 1) == 2 && [1].find(|n| n > 1) == ()"
        => read each [List, Closure] Any closures::find
        => read each [List, Closure, Int] Any closures::find;
    "find_map" ["list.find_map(|item| value) -> value", "list.find_map(|item| value, start) -> value"]
        "The first result of the closure that is not (); () if there is none."
        "[1, 2].find_map(|n| if n > 1 { n * 10 } else { () }) == 20"
        => read each [List, Closure] Any closures::find_map
        => read each [List, Closure, Int] Any closures::find_map;
    "sort" ["list.sort()", "list.sort(|a, b| bool)", "list.sort(|a, b| number)"]
        "Sorts a list of numbers or texts, or by a closure: whether `a` belongs before `b`, or a \
         number below 0 if so. Equal values keep their order."
        "let list = [1, 3, 2]; list.sort(|a, b| a > b); list == [3, 2, 1]"
        => change each [List] Nothing sorting::sort
        => change each [List, Closure] Nothing sorting::sort_by;
    "sort_by" ["list.sort_by(|a, b| bool)", "list.sort_by(|a, b| number)"]
        "Sorts a list by a closure, as `sort`."
        "let list = [\"bb\", \"a\"]; list.sort_by(|a, b| a.len - b.len); list == [\"a\", \"bb\"]"
        => change each [List, Closure] Nothing sorting::sort_by;
    "sort_desc" ["list.sort_desc()"]
        "Sorts a list of numbers or texts, the greatest first."
        "let list = [1, 3, 2]; list.sort_desc(); list == [3, 2, 1]"
        => change each [List] Nothing sorting::sort_desc;
    "order" ["list.order() -> list", "list.order(|a, b| bool) -> list", "list.order(|a, b| number) -> list"]
        "A sorted copy of a list of numbers or texts."
        "[2, 1].order() == [1, 2]"
        => read each [List] List sorting::order
        => read each [List, Closure] List sorting::order_by;
    "order_by" ["list.order_by(|a, b| bool) -> list", "list.order_by(|a, b| number) -> list"]
        "A copy of a list, sorted by a closure: a number below 0 if `a` belongs before `b`."
        "[1, 3, 2].order_by(|a, b| b - a) == [3, 2, 1]"
        => read each [List, Closure] List sorting::order_by;
    "order_desc" ["list.order_desc() -> list"]
        "A sorted copy of a list of numbers or texts, the greatest first."
        "[1, 3, 2].order_desc() == [3, 2, 1]"
        => read each [List] List sorting::order_desc;
    "reverse" ["list.reverse()"]
        "Turns a list around."
        "let list = [1, 2]; list.reverse(); list == [2, 1]"
        => change each [List] Nothing lists::reverse;
    "dedup" ["list.dedup()", "list.dedup(|a, b| bool)"]
        "Keeps one of values that are equal and next to each other: all equal ones after `sort`."
        "let list = [2, 1, 2]; list.sort(); list.dedup(); list == [1, 2]"
        => change each [List] Nothing lists::dedup
        => change each [List, Closure] Nothing closures::dedup;
    "extract" ["list.extract(start) -> list", "list.extract(start, n) -> list",
        "list.extract(range) -> list"]
        "A copy of a part of a list: `n` values from an index, or those in a range of indexes. A \
         negative index counts from the end."
        "[1, 2, 3].extract(1) == [2, 3] && [1, 2, 3].extract(0, 2) == [1, 2]"
        => read each [List, Int] List lists::extract
        => read each [List, Int, Int] List lists::extract
        => read each [List, Range] List lists::extract;
    "drain" ["list.drain(start, n) -> list", "list.drain(range) -> list",
        "list.drain(|item| bool) -> list",
        "map.drain(|key, value| bool) -> map"]
        "Removes and returns a part: the values for which the closure is true."
        "let list = [1, 2, 3]; list.drain(|n| n > 1) == [2, 3] && list == [1]"
        => change each [List, Int, Int] List lists::drain
        => change each [List, Range] List lists::drain
        => change each [List, Closure] List closures::drain
        => change each [Map, Closure] Map closures::drain_entries;
    "retain" ["list.retain(start, n) -> list", "list.retain(range) -> list",
        "list.retain(|item| bool) -> list",
        "map.retain(|key, value| bool) -> map"]
        "Keeps a part, and removes and returns the others."
        "let list = [1, 2, 3]; list.retain(|n| n > 1) == [1] && list == [2, 3]"
        => change each [List, Int, Int] List lists::retain
        => change each [List, Range] List lists::retain
        => change each [List, Closure] List closures::retain
        => change each [Map, Closure] Map closures::retain_entries;
    "splice" ["list.splice(start, n, list)", "list.splice(range, list)"]
        "Replaces a part of a list by the values of another one."
        "let list = [1, 2, 3]; list.splice(0, 2, [9]); list == [9, 3]"
        => change each [List, Int, Int, List] Nothing lists::splice
        => change each [List, Range, List] Nothing lists::splice;
    "split" ["list.split(index) -> list", "text.split() -> [text]", "text.split(part) -> [text]",
        "text.split(part, n) -> [text]", "text.split(index) -> [text]"]
        "Cuts a list in two: returns the values from an index on. Of a text: its parts between \
         each `part`, or its words."
        "\"ann bob\".split() == [\"ann\", \"bob\"] && \"a,b\".split(\",\") == [\"a\", \"b\"]"
        => change each [List, Int] List lists::split
        => read each [Text] List texts::words
        => read each [Text, Text] List texts::split
        => read each [Text, Char] List texts::split
        => read each [Text, Text, Int] List texts::split
        => read each [Text, Char, Int] List texts::split
        => read each [Text, Int] List texts::split_at;
    "truncate" ["list.truncate(n)", "text.truncate(n)"]
        "Removes all but the first `n` values or characters."
        "let list = [1, 2, 3]; list.truncate(2); list == [1, 2]"
        => change once [List, Int] Nothing lists::truncate
        => change each [Text, Int] Nothing texts::truncate;
    "chop" ["list.chop(n)"]
        "Removes all but the last `n` values."
        "let list = [1, 2, 3]; list.chop(2); list == [2, 3]"
        => change each [List, Int] Nothing lists::chop;
    "pad" ["list.pad(n, value)", "text.pad(n, part)"]
        "Adds a value at the end until there are `n`, or a text until there are `n` characters."
        "let list = [1]; list.pad(3, 0); list == [1, 0, 0]"
        => change each [List, Int, Any] Nothing lists::pad
        => change each [Text, Int, Text] Nothing texts::pad
        => change each [Text, Int, Char] Nothing texts::pad;
    "clear" ["list.clear()", "map.clear()", "text.clear()"]
        "Removes everything."
        "let list = [1]; list.clear(); list == []"
        => change once [List] Nothing lists::clear
        => change once [Map] Nothing maps::clear
        => change once [Text] Nothing texts::clear;
    "zip" ["list.zip(list, |a, b| value) -> list"]
        "What the closure returns for each two values at the same index."
        "[1, 2].zip([10, 20], |a, b| a + b) == [11, 22]"
        => read each [List, List, Closure] List closures::zip;
};
