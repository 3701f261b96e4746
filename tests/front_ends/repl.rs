//! The REPL on a pipe: input sources, output targets and formats.

use crate::program::Litterbox;
use insta::assert_snapshot;
use serde_json::{Value as Json, json};

const GAME: [&str; 6] = ["repl", "classic", "ann", "bob", "--seed", "7"];

fn piped(litterbox: &Litterbox, more: &[&str], inputs: &str) -> String {
    let ran = litterbox.piped(&[&GAME, more].concat(), inputs);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    ran.out
}

#[test]
fn json_is_one_object_a_line_and_follows_its_schema() {
    let litterbox = Litterbox::new();
    let inputs =
        "draw\n:back\n:help\n?skip\n= me.hand\n:refuse wombat\n:view\n:auto 3\n:mode schema\n";
    let said = piped(&litterbox, &["--format", "json"], inputs);
    let objects: Vec<Json> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let schema = &objects.last().unwrap()["parts"][0]["schema"];
    for object in &objects {
        assert_eq!(crate::json_schema::wrong(schema, object), Vec::<String>::new(), "{object}");
    }
    // `hello`, and a reply to each of nine inputs.
    assert_eq!(objects.len(), 1 + 9, "{said}");
    assert_eq!((&objects[0]["type"], &objects[0]["protocol"]), (&"hello".into(), &3.into()));
    assert_eq!(objects[1]["input"], "draw");
    assert_eq!(objects[1]["state"]["asked"], "bob");
    // `-c` has the same output.
    let ran = litterbox.run(&[&GAME[..], &["--format", "json", "-c", "draw"]].concat());
    assert_eq!(ran.out.lines().collect::<Vec<_>>(), said.lines().take(2).collect::<Vec<_>>());
    let refused =
        litterbox.piped(&[&GAME[..], &["--format", "json"]].concat(), "wombat\n:mode text\n");
    let replies = refused.out.lines().skip(1).map(|line| serde_json::from_str(line).unwrap());
    let statuses: Vec<String> = replies.map(|reply: Json| reply["status"].to_string()).collect();
    assert_eq!((refused.code, statuses.join(" ")), (Some(1), "\"refused\" \"done\"".to_owned()));
}

#[test]
fn the_schema_of_the_objects_is_stable() {
    let said = piped(&Litterbox::new(), &[], ":mode schema\n");
    let schema: Json = serde_json::from_str(&said).unwrap();
    let mut lines = Vec::new();
    names_and_types("message", &schema, &mut lines);
    for (name, schema) in schema["$defs"].as_object().unwrap() {
        names_and_types(name, schema, &mut lines);
    }
    assert_snapshot!(lines.join("\n"));
}

/// Writes what a schema allows, one name and type per line; `?` follows an optional name.
fn names_and_types(name: &str, schema: &Json, lines: &mut Vec<String>) {
    let properties = schema["properties"].as_object();
    let tag = properties.into_iter().flatten().find_map(|(_, of)| of["const"].as_str());
    let name = tag.map_or_else(|| name.to_owned(), |tag| format!("{name}({tag})"));
    for (property, of) in properties.into_iter().flatten() {
        let is_required =
            schema["required"].as_array().is_some_and(|all| all.contains(&json!(property)));
        let mark = if is_required { "" } else { "?" };
        names_and_types(&format!("{name}.{property}{mark}"), of, lines);
    }
    let kinds = ["oneOf", "anyOf"].into_iter().filter_map(|word| schema[word].as_array());
    let alternatives: Vec<&Json> = kinds.flatten().collect();
    let (objects, others): (Vec<&Json>, Vec<&Json>) =
        alternatives.into_iter().partition(|one| one["properties"].is_object());
    objects.iter().for_each(|object| names_and_types(&name, object, lines));
    let nested = [&schema["items"], &schema["additionalProperties"]];
    let nested = nested.into_iter().filter(|of| of["properties"].is_object());
    nested.for_each(|of| names_and_types(&format!("{name}[]"), of, lines));
    let kind = others.iter().map(|one| kind(one)).collect::<Vec<_>>().join(" | ");
    let kind = if others.is_empty() { self::kind(schema) } else { kind };
    if !kind.is_empty() {
        lines.push(format!("{name}: {kind}"));
    }
}

/// The type of a schema in one line; empty for an object whose names are listed.
fn kind(schema: &Json) -> String {
    let words = |list: &Json| {
        let words = list.as_array().into_iter().flatten();
        words.map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned)).collect()
    };
    let names: Vec<String> = match schema {
        _ if schema["$ref"].is_string() => {
            vec![schema["$ref"].as_str().unwrap().replace("#/$defs/", "")]
        }
        _ if !schema["const"].is_null() => vec![schema["const"].to_string()],
        _ if schema["enum"].is_array() => words(&schema["enum"]),
        _ if schema["items"].is_object() => vec![format!("list of {}", kind(&schema["items"]))],
        _ if schema["additionalProperties"].is_object() => {
            vec![format!("map of {}", kind(&schema["additionalProperties"]))]
        }
        _ if schema["properties"].is_object() || schema["oneOf"].is_array() => Vec::new(),
        _ if schema["type"].is_array() => words(&schema["type"]),
        _ => vec![schema["type"].as_str().unwrap_or("any").to_owned()],
    };
    names.join(" | ")
}

#[test]
fn files_are_read_and_written() {
    let opening = "draw\n> :back\n# why not\n:expect turn ann\n";
    let litterbox = Litterbox::new().with("opening.txt", opening).with("wrong.txt", "wombat\ndraw");
    let inputs = ":read opening.txt\n:output out.txt\n= 40 + 2\n:output\n= 40 + 3\n";
    assert_snapshot!(piped(&litterbox, &[], inputs));
    assert_eq!(litterbox.read("out.txt"), "42\n");
    let ran = litterbox.piped(&GAME, ":read wrong.txt\n");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("wrong.txt: the rest is not read"), "{}", ran.shown());
}

#[test]
fn a_file_that_reads_itself_comes_to_an_end() {
    let litterbox = Litterbox::new().with("circle.txt", ":read circle.txt\n");
    let ran = litterbox.piped(&GAME, ":read circle.txt\n");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("in a circle"), "{}", ran.shown());
}

#[test]
fn a_session_or_a_list_of_inputs_stands_in_the_place_of_a_variant() {
    let session = "# A\n\n```litterbox\n> :new classic cat dan --seed 3\ncat> draw\n```\n";
    let litterbox = Litterbox::new().with("a.session.md", session).with("list.txt", "= 40 + 2\n");
    let ran = litterbox.run(&["repl", "a.session.md", "-c", ":expect turn dan"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let ran = litterbox.run(&["repl", "list.txt"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "42\n"), "{}", ran.shown());
}

#[test]
fn new_uses_the_options_of_the_program_unless_it_has_its_own() {
    let session = "```litterbox\n> :new classic cat dan\n> = option(\"self_nope\")\n```\n";
    let litterbox = Litterbox::new().with("a.session.md", session);
    let options = ["--seed", "42", "--set", "self_nope=true"];
    let ran = litterbox.run(&[&["repl", "a.session.md"][..], &options].concat());
    assert!(ran.out.contains("Classic: cat, dan; seed 42"), "{}", ran.shown());
    assert!(ran.out.ends_with("true\n"), "{}", ran.shown());
    let inputs = ":new classic cat dan --seed 3 --set self_nope=false; = option(\"self_nope\")";
    let ran = litterbox.run(&[&["repl", "-c", inputs][..], &options].concat());
    assert!(ran.out.contains("Classic: cat, dan; seed 3"), "{}", ran.shown());
    assert!(ran.out.ends_with("false\n"), "{}", ran.shown());
    // The seed of the first game is printed only if that game is used.
    assert_eq!(ran.talk, "");
    let ran = litterbox.run(&[&["repl", "-c", "= 1"][..], &options].concat());
    assert_eq!(ran.talk, "seed 42\n");
}

#[test]
fn a_saved_game_stands_in_the_place_of_a_variant() {
    let litterbox = Litterbox::new();
    for file in ["saved.json", "saved"] {
        litterbox.run(&[&GAME[..], &["-c", &format!("draw; :save {file}")]].concat());
        let ran = litterbox.run(&["repl", file, "-c", ":expect turn bob"]);
        assert_eq!((ran.code, ran.talk.as_str()), (Some(0), "seed 7\n"), "{}", ran.shown());
    }
    let ran = litterbox.run(&["repl", "saved.json", "--seed", "3"]);
    assert_eq!(ran.code, Some(2), "{}", ran.shown());
    assert!(ran.talk.contains("saved.json is a saved game"), "{}", ran.shown());
    let ran = litterbox.run(&["cards", "saved.json"]);
    assert_eq!(ran.code, Some(2), "{}", ran.shown());
    assert!(ran.talk.contains("`litterbox repl saved.json` continues it"), "{}", ran.shown());
}

#[test]
fn every_session_begins_with_what_the_rc_file_says() {
    let litterbox =
        Litterbox::new().with("config/litterbox/rc", ":define fn two() { 2 }\nwombat\n");
    let run = |more: &[&str]| {
        let arguments = [&GAME[..], &["--keep-going", "-c", "= two()"], more].concat();
        let mut command = litterbox.command(&arguments);
        command.env("XDG_CONFIG_HOME", litterbox.path().join("config"));
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    };
    let (out, talk) = run(&[]);
    assert_eq!(out, "2\n");
    assert!(talk.contains("rc: wombat") && talk.contains("refused"), "{talk}");
    let (out, _) = run(&["--no-rc"]);
    assert!(out.contains("two"), "{out}");
}

#[cfg(unix)]
#[test]
fn a_script_is_edited_in_the_editor_and_the_game_goes_on_by_it() {
    let litterbox = Litterbox::new();
    let inputs = ":table ann: skip | bob: - | draw: favor favor favor; :edit-script skip; \
                  play skip; :expect hand ann favor";
    let edit = |editor: &str| {
        let mut command = litterbox.command(&[&GAME[..], &["-c", inputs]].concat());
        let output = command.env("VISUAL", "").env("EDITOR", editor).output().unwrap();
        format!("{:?}\n{}", output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    // A file that was opened but not changed is not kept.
    assert!(edit("true").starts_with("Some(1)"));
    assert!(!litterbox.path().join("scripts/cards/skip.rhai").exists());
    let said = edit("sed -i s/end_turn()/me.draw();end_turn()/");
    assert!(said.starts_with("Some(0)"), "{said}");
    assert!(said.contains("Changed: cards/skip.rhai."), "{said}");
    assert!(litterbox.read("scripts/cards/skip.rhai").contains("me.draw();"));
    assert!(edit("false").contains("nothing was reloaded"));
}

#[test]
fn a_new_game_is_played_by_the_files_as_they_are_now() {
    let script = "//! Skip.\\n\\nfn resolve(me) { me.draw(); end_turn(); }\\n";
    let litterbox = Litterbox::new().with("skip.txt", &script.replace("\\n", "\n"));
    let copy = ":edit-script skip";
    let play = ":table ann: skip | bob: - | draw: favor favor favor; play skip";
    let inputs = format!("{copy}; :new classic ann bob --seed 7; {play}; :expect hand ann favor");
    let mut command = litterbox.command(&[&GAME[..], &["-c", &inputs]].concat());
    let output = command.env("VISUAL", "cp skip.txt").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

#[cfg(unix)]
#[test]
fn a_saved_game_goes_on_by_the_files_as_they_are_now() {
    let script = "//! Skip.\n\nfn resolve(me) { me.draw(); end_turn(); }\n";
    let litterbox = Litterbox::new().with("skip.txt", script);
    litterbox.run(&[&GAME[..], &["-c", ":save saved.json"]].concat());
    let play = ":table ann: skip | bob: - | draw: favor favor favor; play skip";
    let inputs = format!(":edit-script skip; {play}; :expect hand ann favor");
    let mut command = litterbox.command(&["repl", "saved.json", "-c", &inputs]);
    let output = command.env("VISUAL", "cp skip.txt").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn a_game_against_agents_is_one_command() {
    let litterbox = Litterbox::new();
    let start = ["repl", "classic", "me", "--seed", "7", "--agents"];
    let ran =
        litterbox.run(&[&start[..], &["3", "--echo", "-c", "draw; :expect decision me"]].concat());
    assert_snapshot!(ran.shown());
    let ran = litterbox.run(&[&start[..], &["random,wombat"]].concat());
    assert_eq!(ran.code, Some(2), "{}", ran.shown());
}

#[test]
fn what_agents_answered_is_done_again_without_them() {
    let litterbox = Litterbox::new();
    let start = ["repl", "classic", "me", "--seed", "7", "--agents", "2"];
    let inputs =
        "5; :back; :forward; :record played.session.md; :auto 6; :save played.jsonl; :view";
    let ran = litterbox.run(&[&start[..], &["--journal", "-c", inputs]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let record = litterbox.read("played.session.md");
    assert!(record.contains("p2> ") && !record.contains(":agent"), "{record}");
    // The option by its text, not by its number, and the number of plies that agents played.
    assert!(record.contains("me> draw") && record.contains(":back 5"), "{record}");
    let tested = litterbox.run(&["test", "played.session.md"]);
    assert_eq!(tested.code, Some(0), "{}{record}", tested.shown());
    let view = ran.out.split("turn: ").last().unwrap();
    for again in [
        &["repl", "--resume", "-c", ":view"][..],
        &["repl", "-c", ":load played.jsonl; :as me; :view"],
    ] {
        let ran = litterbox.run(again);
        assert_eq!(ran.out.split("turn: ").last(), Some(view), "{}", ran.shown());
    }
}

#[test]
fn an_agent_may_be_a_list_of_answers() {
    let litterbox = Litterbox::new().with("bob.txt", "pass\ndraw\n");
    let inputs = ":agent bob script bob.txt; :table ann: skip | bob: nope | draw: favor favor; \
                  play skip; :expect turn ann; :expect count draw 1; draw; :expect decision bob";
    let ran = litterbox.run(&[&GAME[..], &["-c", inputs]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
}

#[test]
fn a_pipe_separates_inputs_as_the_command_line_does() {
    let litterbox = Litterbox::new();
    let ran = litterbox.piped(&GAME, "draw; :expect turn bob\nfavor bob; draw\n");
    let given = litterbox.run(&[&GAME[..], &["-c", "draw"]].concat()).out;
    assert!(ran.out.starts_with(&given) && ran.out.contains("refused"), "{}", ran.shown());
    assert!(!ran.out.contains("It holds") && !ran.out.contains("bob draws"), "{}", ran.shown());
    assert_eq!(ran.code, Some(1));
}
