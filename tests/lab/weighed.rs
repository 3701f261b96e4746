//! Games that are weighed beside what somebody waits for.

use litterbox::sim::{Progress, weigh};
use litterbox::variant::Library;
use std::sync::atomic::Ordering;
use std::thread;

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
        assert!(games.join().unwrap().unwrap().contains("Favor"));
        assert_eq!(n_games(), 20);
        let _typing = progress.first.begin();
        let games = playing(2, 20..40);
        progress.stop.set();
        assert_eq!(games.join().unwrap(), None);
        assert_eq!(n_games(), 20);
    });
}
