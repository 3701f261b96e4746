//! Variants: the contents of the built-in ones, overlays of files, and the errors of broken ones.

use crate::editions::broken::{corpus, is_whole};
use insta::assert_snapshot;
use litterbox::base::error::{Error, render};
use litterbox::kernel::Zone;
use litterbox::script::{Host, Setting};
use litterbox::variant::{Library, Ruleset, Titles, fold, schema};
use proptest::prelude::{ProptestConfig, any, prop};
use proptest::sample::Index;
use serde_json::Value as Json;

mod broken;

/// Three cards, a combo and a variant `base` that extends no other one.
fn library() -> Library {
    Library::empty()
        .with_script("cards/bang", "fn gained(me, card) { me.explode(card); }")
        .with_script("cards/save", "fn responds(me, action) { action.tagged(\"defusable\") }")
        .with_script("cards/cat", "")
        .with_script("combos/pair", "const SET = same(2, \"cat\");")
        .with_script("rules/plain", "fn setup() { deal(hand_size()); }")
        .with_variant("base", BASE)
}

const BASE: &str = r#"{
  "name": "Base",
  "players": [2, 5],
  "deal": 2,
  "box": 30,
  "rules": ["plain"],
  "deck": { "bang": 4, "save": 6, "cat": 20 },
  "kinds": { "bang": { "tags": ["defusable", "apart"] }, "cat": { "tags": ["cat"] } },
  "combos": ["pair"],
  "options": {
    "echo": { "value": false, "about": "Whether it echoes." },
    "spare": { "value": "players - 1", "count": true, "about": "How many are spared." },
    "order": { "value": "first", "values": ["first", "random"], "about": "Who begins." },
    "lives": { "value": 3, "about": "How many lives there are." }
  }
}
"#;

/// The variant `mine` with this text, loaded with these options.
fn load(text: &str, sets: &[(&str, &str)]) -> Result<Ruleset, Vec<Error>> {
    let sets: Vec<_> = sets.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    Ruleset::load(&library().with_variant("mine", text), "mine", &sets)
}

fn loaded(text: &str, sets: &[(&str, &str)]) -> Ruleset {
    load(text, sets).unwrap_or_else(|errors| panic!("{}", render(&errors, false)))
}

/// The number of cards of each kind in play.
fn deck(ruleset: &Ruleset, players: usize) -> Vec<(&str, u16)> {
    let named = |kind: usize| ruleset.spec.kinds[kind].id.as_ref();
    ruleset.deck(players).iter().map(|(kind, _, n)| (named(kind.index()), *n)).collect()
}

fn shipped(id: &str) -> Ruleset {
    let loaded = Ruleset::load(&Library::embedded(), id, &[]);
    loaded.unwrap_or_else(|errors| panic!("{}", render(&errors, false)))
}

#[test]
fn shipped_variants_are_sound_and_their_scripts_compile() {
    for id in Library::embedded().variant_ids() {
        if let Err(errors) = Host::new(&shipped(id).spec) {
            panic!("{id}: {}", render(&errors, false));
        }
    }
}

#[test]
fn shipped_decks_have_the_sizes_of_the_rulebooks() {
    let sizes = |id: &str| {
        let ruleset = shipped(id);
        let of = |n| deck(&ruleset, n).iter().map(|(_, n)| usize::from(*n)).sum();
        ruleset.players.clone().map(of).collect::<Vec<usize>>()
    };
    assert_eq!(sizes("classic"), [56; 4]);
    assert_eq!(sizes("slapstick"), [63; 4]);
    assert_eq!(sizes("party_pack"), [53, 53, 76, 76, 76, 76, 120, 120, 120]);
    assert_eq!(sizes("party_pack_zh"), sizes("party_pack"));
    assert_eq!(sizes("slap"), [53, 53, 78, 78, 78, 78, 122, 122, 122]);
    assert_eq!(sizes("board_game"), [85; 5]);
    assert_eq!(sizes("imploding"), [76; 5]);
    assert_eq!(sizes("streaking"), [71; 4]);
    assert_eq!(sizes("two_player"), [32]);
    assert_eq!(sizes("nsfw"), [56; 4]);
}

#[test]
fn tiles_and_magnets_begin_in_their_piles() {
    let ruleset = shipped("board_game");
    let pile = |zone: Zone| match zone {
        Zone::Pile(pile) => ruleset.spec.piles[pile.index()].id.to_string(),
        other => format!("{other:?}"),
    };
    let deck = ruleset.deck(2);
    let size = |name: &str| -> u16 {
        deck.iter().filter(|(_, zone, _)| pile(*zone) == name).map(|(_, _, n)| n).sum()
    };
    assert_eq!((size("Draw"), size("tiles"), size("magnets")), (64, 11, 10));
}

#[test]
fn a_child_says_only_what_is_different() {
    let ruleset = loaded(
        r#"{
          "name": "Mine", "extends": "base",
          "deck": { "bang": "players - 1", "save": 0, "dog": 3 },
          "kinds": { "dog": { "script": "cat", "noise": "woof" }, "cat": { "wild": "cat" } },
          "options": { "echo": true }
        }"#,
        &[],
    );
    assert_eq!(deck(&ruleset, 4), [("bang", 3), ("save", 0), ("cat", 20), ("dog", 3)]);
    assert_eq!(ruleset.box_size, None, "the box of the parent counted another deck");
    let [bang, save, cat, dog] = &ruleset.spec.kinds[..] else { panic!("four kinds") };
    assert_eq!((bang.is_in_box, save.is_in_box), (true, false));
    assert_eq!((cat.tags.as_slice(), cat.wild.as_deref()), (&["cat".to_owned()][..], Some("cat")));
    assert_eq!(
        (&*dog.scripts[0].name, &dog.params["noise"]),
        ("cards/cat.rhai", &Json::from("woof"))
    );
    assert_eq!(ruleset.spec.options["echo"], Setting::Bool(true));
    let by = |name: &str| ruleset.option(name).map(|option| option.set_by.to_string());
    assert_eq!((by("echo").as_deref(), by("lives").as_deref()), (Some("mine"), Some("base")));
}

const BOX: &str = r#"{
  "name": "Box", "extends": "base", "abstract": true, "box": 33,
  "deck": { "dog": 3 },
  "kinds": { "dog": { "script": "cat", "noise": "woof" } }
}
"#;

#[test]
fn a_child_of_an_abstract_variant_takes_what_it_counts_and_inherits_the_rest() {
    let library = library().with_variant("crate", BOX).with_variant(
        "mine",
        r#"{ "name": "Mine", "extends": "crate", "deck": { "bang": "players - 1", "dog": 20 } }"#,
    );
    let ruleset = Ruleset::load(&library, "mine", &[]).expect("a variant");
    let in_deck: Vec<_> = deck(&ruleset, 3).into_iter().filter(|(_, n)| *n > 0).collect();
    assert_eq!(in_deck, [("bang", 2), ("dog", 20)]);
    let dog = ruleset.spec.kinds.iter().find(|kind| &*kind.id == "dog").expect("a kind");
    assert_eq!(dog.params["noise"], Json::from("woof"));
    assert_eq!(ruleset.players, 2..=5);
}

#[test]
fn an_abstract_variant_is_not_played_and_names_those_that_extend_it() {
    let library = library().with_variant("crate", BOX);
    let error = |library: &Library| {
        let errors = Ruleset::load(library, "crate", &[]).unwrap_err();
        render(&errors, false)
    };
    let alone = error(&library);
    assert!(alone.contains("V0124") && alone.contains(r#""extends": "crate""#), "{alone}");
    assert_eq!(library.variant_ids().collect::<Vec<_>>(), ["base"]);
    assert_eq!(library.abstract_ids().collect::<Vec<_>>(), ["crate"]);
    let library = library
        .with_variant("big", r#"{ "name": "Big", "extends": "crate", "deck": { "cat": 50 } }"#)
        .with_variant("small", r#"{ "name": "Small", "extends": "crate", "deck": { "cat": 20 } }"#);
    assert!(error(&library).contains("play one that extends it: big, small"));
}

#[test]
fn a_combo_may_have_parameters_and_another_script() {
    let ruleset = loaded(
        r#"{ "name": "Mine", "extends": "base",
             "combos": ["pair", { "id": "couple", "script": "pair", "loot": 2 }] }"#,
        &[],
    );
    let [pair, couple] = &ruleset.spec.combos[..] else { panic!("two combos") };
    assert_eq!((&*pair.id, &*couple.id), ("pair", "couple"));
    assert_eq!((&pair.scripts, &couple.params["loot"]), (&couple.scripts, &Json::from(2)));
}

#[test]
fn options_deal_and_counts_are_set_by_hand() {
    let sets = [
        ("echo", "true"),
        ("spare", "players * 2"),
        ("order", "random"),
        ("lives", "9"),
        ("deal", "3"),
        ("deck.cat", "30"),
        ("deck.bang", "players"),
    ];
    let ruleset = loaded(r#"{ "name": "Mine", "extends": "base" }"#, &sets);
    assert_eq!(ruleset.deal(2), 3);
    assert_eq!(deck(&ruleset, 5), [("bang", 5), ("save", 6), ("cat", 30)]);
    let option = |name: &str| ruleset.spec.options[name].clone();
    assert_eq!(option("echo"), Setting::Bool(true));
    assert_eq!(option("spare"), Setting::Count("players * 2".into()));
    assert_eq!(option("order"), Setting::Text("random".into()));
    assert_eq!(option("lives"), Setting::Int(9));
    assert_eq!(ruleset.option("echo").map(|option| &*option.set_by), Some("--set"));
}

#[test]
fn options_are_declared_by_the_scripts_that_read_them() {
    let echo =
        "const OPTIONS = #{ loot: #{ values: [\"one\", \"all\"], about: \"What it takes.\" },
        n: #{ value: \"players + 1\", count: true, about: \"How many.\" } };";
    let library = library().with_script("combos/echo", echo).with_variant(
        "mine",
        r#"{ "name": "Mine", "extends": "base", "combos": ["echo"], "options": { "loot": "all" } }"#,
    );
    let ruleset = Ruleset::load(&library, "mine", &[]).unwrap();
    let loot = ruleset.option("loot").unwrap();
    assert_eq!((&loot.value, &loot.default), (&Setting::Text("all".into()), &loot.values[0]));
    assert_eq!(&*ruleset.option("n").unwrap().set_by, "combos/echo.rhai");
    assert_eq!(ruleset.option("n").unwrap().value, Setting::Count("players + 1".into()));

    // Where no script reads it, a value that is inherited is left out, and `--set` refused.
    let child = r#"{ "name": "Child", "extends": "mine", "combos": [] }"#;
    let library = library.with_variant("child", child);
    assert!(Ruleset::load(&library, "child", &[]).unwrap().option("loot").is_none());
    let set = [("loot".to_owned(), "all".to_owned())];
    assert_eq!(Ruleset::load(&library, "child", &set).unwrap_err()[0].code, "V0120");

    for (wrong, code) in [
        ("[]", "S0104"),
        ("x", "S0104"),
        ("#{ loot: 1 }", "S0104"),
        ("#{ loot: #{ about: \"x\" } }", "V0105"),
        ("#{ loot: #{ value: 1, about: \"x\", n: 2 } }", "V0103"),
        ("#{ loot: #{ value: [1], about: \"x\" } }", "V0102"),
        ("#{ \"貓\": #{ value: 1, about: \"x\" } }; // 貓", "V0113"),
    ] {
        let library =
            library.clone().with_script("combos/echo", &format!("const OPTIONS = {wrong};"));
        let errors = Ruleset::load(&library, "mine", &[]).unwrap_err();
        let at = errors[0].span.as_ref().map(|span| &*span.file);
        assert_eq!((errors[0].code, at), (code, Some("combos/echo.rhai")), "{wrong}");
        assert!(!render(&errors, false).is_empty());
    }
}

#[test]
fn slips_in_set_are_shown_where_they_were_typed() {
    let sets = [
        ("eco", "true"),
        ("echo", "maybe"),
        ("spare", "players / 0"),
        ("order", "randon"),
        ("lives", "many"),
        ("deal", "two"),
        ("deck.cta", "3"),
        ("deck.cat", "-1"),
    ];
    let errors = load(r#"{ "name": "Mine", "extends": "base" }"#, &sets).unwrap_err();
    assert_snapshot!(render(&errors, false));
}

#[test]
fn every_broken_variant_says_what_is_wrong_and_where() {
    for (name, text) in corpus("variants") {
        let errors = load(&text, &[]).map_or_else(|errors| errors, |ruleset| ruleset.findings);
        for error in &errors {
            assert!(is_whole(error), "{name}: {error}");
        }
        assert_snapshot!(name, format!("{text}\n\n{}", render(&errors, false)));
    }
}

proptest::proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Half-typed files are common while a variant is written.
    #[test]
    fn no_text_makes_the_loader_panic(
        cuts in prop::collection::vec((any::<Index>(), 0..4_usize, "[\\[{\"0-9a-z,:}貓\\]]{0,3}"), 1..6)
    ) {
        for (_, text) in corpus("variants") {
            let mut letters: Vec<char> = text.chars().collect();
            for (at, n, with) in &cuts {
                let start = at.index(letters.len() + 1);
                let end = (start + n).min(letters.len());
                letters.splice(start..end, with.chars());
            }
            if let Err(errors) = load(&letters.iter().collect::<String>(), &[]) {
                assert!(!render(&errors, true).is_empty());
            }
        }
    }
}

#[test]
fn extending_in_a_circle_shows_the_circle() {
    let library = library()
        .with_variant("egg", r#"{ "name": "Egg", "extends": "hen" }"#)
        .with_variant("hen", r#"{ "name": "Hen", "extends": "egg" }"#);
    let errors = Ruleset::load(&library, "egg", &[]).unwrap_err();
    assert_snapshot!(render(&errors, false));
}

#[test]
fn an_unknown_variant_is_refused_with_a_suggestion() {
    let say = |id: &str| {
        let errors = Ruleset::load(&library(), id, &[]).unwrap_err();
        render(&errors, false)
    };
    assert_snapshot!(format!("{}\n{}", say("bas"), say("titles/en")));
}

#[test]
fn a_number_of_players_that_cannot_play_is_refused() {
    let ruleset = loaded(r#"{ "name": "Mine", "extends": "base" }"#, &[]);
    assert!(ruleset.check_players(5).is_ok());
    assert_snapshot!(ruleset.check_players(6).unwrap_err());
}

#[test]
fn an_error_is_also_data() {
    let errors = load("{\n  \"name\": \"Mine\", \"extends\": \"bas\"\n}", &[]).unwrap_err();
    insta::assert_json_snapshot!(errors[0].to_json());
}

#[test]
fn files_of_the_user_are_laid_over_the_shipped_ones_and_read_again() {
    let home = tempfile::tempdir().unwrap();
    let here = tempfile::tempdir().unwrap();
    let write = |root: &std::path::Path, name: &str, text: &str| {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write(home.path(), "scripts/cards/skip.rhai", "// from home");
    write(home.path(), "scripts/cards/favor.rhai", "// from home");
    write(here.path(), "scripts/cards/favor.rhai", "\u{feff}// from here");
    write(here.path(), "variants/mine.json", "{}");
    let open = || Library::open(Some(home.path()), Some(here.path())).unwrap();
    let library = open();
    let text = |name: &str| library.script(name).map(|script| script.text.to_string());
    assert_eq!(text("cards/skip").as_deref(), Some("// from home"));
    assert_eq!(text("cards/favor").as_deref(), Some("// from here"));
    assert!(library.script("cards/nope").is_some(), "the shipped files are still there");
    assert_eq!(library.variant("mine").map(|asset| asset.name.to_string()).unwrap(), MINE);
    assert_eq!((library.overlaid().len(), library.folders().len()), (4, 3));
    write(here.path(), "scripts/cards/favor.rhai", "// changed");
    assert_eq!(&open().script("cards/favor").unwrap().text[..], "// changed");
}

#[test]
fn a_copy_of_a_built_in_file_is_not_read_again() {
    let shipped = Library::embedded();
    let skip = shipped.script("cards/skip").unwrap();
    let copied = shipped.clone().with_script("cards/skip", &skip.text);
    assert!(copied.is(&shipped));
    let changed = copied.with_script("cards/skip", "// own");
    assert_eq!(&changed.script("cards/skip").unwrap().text[..], "// own");
    let restored = changed.with_script("cards/skip", &skip.text);
    assert_eq!(restored.script("cards/skip"), Some(skip));
}

const MINE: &str = "variants/mine.json";

#[test]
fn a_file_or_folder_that_cannot_be_read_is_named() {
    let here = tempfile::tempdir().unwrap();
    std::fs::create_dir(here.path().join("variants")).unwrap();
    std::fs::write(here.path().join(MINE), b"{ \"name\": \"\xff\" }").unwrap();
    let gone = here.path().join("gone");
    let mut errors = Library::open(Some(&gone), Some(here.path())).unwrap_err();
    let library = Library::open(None, Some(here.path())).unwrap();
    errors.extend(Ruleset::load(&library, "mine", &[]).unwrap_err());
    let gone = gone.display().to_string();
    assert_snapshot!(render(&errors, false).replace(&gone, "/tmp/gone"));
}

#[test]
fn shipped_titles_are_sound() {
    let library = Library::embedded();
    let languages: Vec<&str> = library.languages().collect();
    assert_eq!(languages, ["en", "fr", "it", "zh"]);
    for language in languages {
        assert_eq!(render(&Titles::check(&library, &[language]), false), "");
    }
}

#[test]
fn titles_fall_back_to_the_shipped_ones_then_to_the_id() {
    let text = r#"{ "language": "it", "name": "Mio", "cards": { "skip": { "title": "Salto" } } }"#;
    let library = Library::embedded().with_variant("titles/it", text);
    let titles = Titles::load(&library, "it").unwrap();
    assert_eq!(titles.card("skip").title, "Salto");
    assert_eq!(titles.card("attack").title, "Attacco");
    assert_eq!(titles.combo("pair").title, "Coppia");
    assert_eq!(titles.card("super_nope").title, "Super Nope");
}

#[test]
fn broken_titles_say_what_is_wrong() {
    let library = library().with_variant("titles/it", broken::TITLES);
    assert_snapshot!(render(&Titles::check(&library, &["it"]), false));
    assert_snapshot!("no_such_language", render(&Titles::check(&library, &["xx"]), false));
}

#[test]
fn typed_titles_are_compared_by_their_letters() {
    assert_eq!(fold("Rainbow-Ralphing Cat"), "rainbowralphingcat");
    assert_eq!(fold("Kit de désamorçage"), fold("KIT_DE_DESAMORCAGE"));
    assert_eq!(fold("e\u{301}te\u{301}"), fold("été"));
    assert_eq!(fold("Œuf"), "oeuf");
    assert_eq!(fold("炸彈貓！"), "炸彈貓");
}

#[test]
fn the_schema_accepts_every_shipped_file() {
    let check = |schema: &Json, name: &str, text: &str| {
        let value: Json = serde_json::from_str(text).unwrap();
        assert_eq!(crate::json_schema::wrong(schema, &value), Vec::<String>::new(), "{name}");
    };
    let library = Library::embedded();
    for id in library.variant_ids() {
        check(schema::variant(), id, &library.variant(id).unwrap().text);
    }
    for language in library.languages() {
        check(schema::titles(), language, &library.titles(language).unwrap().text);
    }
}
