//! Games that are weighed beside what somebody waits for.

use litterbox::sim::{Progress, weigh};
use litterbox::variant::Library;
use std::sync::atomic::Ordering;
use std::thread;

#[test]
fn a_sentence_without_figures_of_chance_comes_first() {
    let library = Library::embedded();
    let mut scale = weigh::card(&library, "classic", "defuse", 40).unwrap();
    let card = scale(0..40, &Progress::default()).unwrap();
    assert!(card.verdict.contains(" player dealt Defuse wins "), "{card:?}");
    assert!(card.verdict.ends_with(" with a blank in its place."), "{card:?}");
    assert!(card.figures.contains("For ± 2 points play ") && card.warnings.is_empty(), "{card:?}");
    let with = |deck: &str| {
        let variant =
            format!(r#"{{ "name": "Mine", "extends": "classic", "deck": {{ {deck} }} }}"#);
        Library::embedded().with_variant("mine", &variant)
    };
    let rules = |new: &str| {
        let mut scale = weigh::rules(&with(""), &with(new), "mine", 40).unwrap();
        let weight = scale(0..40, &Progress::default()).unwrap();
        [weight.verdict, weight.figures]
    };
    let [verdict, figures] = rules(r#""skip": 5"#);
    assert_eq!(verdict, "With your changes, no clear difference from before.");
    assert!(figures.starts_with("turns "), "{figures}");
    let [verdict, figures] = rules(r#""skip": 60"#);
    assert!(verdict.starts_with("With your changes, "), "{verdict}");
    assert!(verdict.contains(" turns longer") && !verdict.contains("plies"), "{verdict}");
    assert!(
        figures.starts_with("No clear difference: ") && !figures.contains("turns"),
        "{figures}"
    );
}

#[test]
fn games_wait_for_what_goes_first_and_none_is_played_once_they_are_stopped() {
    let progress = Progress::default();
    let weighed = |games| {
        let mut scale = weigh::card(&Library::embedded(), "classic", "favor", 40).unwrap();
        scale(games, &progress)
    };
    let n_games = || progress.games.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let playing = |n_waits: usize, games| {
            let playing = scope.spawn(move || weighed(games));
            while progress.first.n_waits() < n_waits {
                assert!(!playing.is_finished(), "they wait");
                thread::yield_now();
            }
            playing
        };
        let typing = progress.first.begin();
        let games = playing(1, 0..20);
        assert_eq!(n_games(), 0);
        drop(typing);
        assert!(games.join().unwrap().unwrap().verdict.contains("Favor"));
        assert_eq!(n_games(), 20);
        let _typing = progress.first.begin();
        let games = playing(2, 20..40);
        progress.stop.set();
        assert_eq!(games.join().unwrap(), None);
        assert_eq!(n_games(), 20);
    });
}
