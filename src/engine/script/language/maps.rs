//! The rows of the functions of maps.

use super::row::{Row, table};
use crate::script::functions::maps;

pub(super) const ROWS: &[Row] = table! {
    "keys" ["map.keys() -> [text]"]
        "The keys of a map, sorted. A map is written `#{ key: value }` and read `map.key` or \
         `map[\"key\"]`."
        "#{ b: 1, a: 2 }.keys() == [\"a\", \"b\"]"
        => read each [Map] List maps::keys;
    "values" ["map.values() -> list"]
        "The values of a map, in the order of its keys."
        "#{ b: 1, a: 2 }.values() == [2, 1]"
        => read each [Map] List maps::values;
    "mixin" ["map.mixin(map)"]
        "Adds the entries of another map; they replace those of the same key."
        "let map = #{ a: 1 }; map.mixin(#{ b: 2 }); map == #{ a: 1, b: 2 }"
        => change each [Map, Map] Nothing maps::mixin;
    "fill_with" ["map.fill_with(map)"]
        "Adds the entries of another map whose keys are not there."
        "let map = #{ a: 1 }; map.fill_with(#{ a: 5, b: 2 }); map == #{ a: 1, b: 2 }"
        => change each [Map, Map] Nothing maps::fill_with;
    "to_json" ["map.to_json() -> text"]
        "A map as a text in JSON."
        "#{ a: 1 }.to_json() == \"{\\\"a\\\":1}\""
        => read each [Map] Text maps::to_json;
    "parse_json" ["parse_json(text) -> map"]
        "The map that a text in JSON stands for. Fails for other texts."
        "parse_json(\"{\\\"a\\\":1}\") == #{ a: 1 }"
        => read each [Text] Any maps::parse_json;
};
