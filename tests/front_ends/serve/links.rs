//! Links: who has one plays that seat, and nobody else.

use super::{Client, Server, limits};
use litterbox::internals::limits::ConnectionLimits;
use litterbox::internals::links::Links;
use litterbox::internals::table::Who;
use std::collections::BTreeSet;
use std::time::Duration;

fn whos() -> Vec<Who> {
    vec![Who::Author, Who::Onlooker, Who::Seat("ann".into()), Who::Seat("author".into())]
}

#[test]
fn each_link_is_for_one_seat_of_one_table() {
    let (mut links, mut other) = (Links::draw().unwrap(), Links::draw().unwrap());
    let mut tokens = BTreeSet::new();
    for who in whos() {
        let link = links.link(&who);
        let (_, token) = link.split_once('.').unwrap();
        assert!(token.len() == 32 && token.chars().all(|c| c.is_ascii_hexdigit()), "{link}");
        tokens.insert(token.to_owned());
        assert_eq!(links.find(&link, whos()), Some(who.clone()));
        assert_eq!(other.find(&link, whos()), None);
        let there = whos().into_iter().filter(|one| *one != who);
        assert_eq!(links.find(&link, there), None, "a seat that is not there any more");
        for wrong in [&link[..link.len() - 1], &format!("{link}0"), &link.to_uppercase(), ""] {
            assert_eq!(links.find(wrong, whos()), None, "{wrong}");
        }
    }
    assert_eq!(tokens.len(), whos().len());
}

#[test]
fn a_link_that_works_once_is_not_the_key() {
    let mut links = Links::draw().unwrap();
    let mut other = links.clone();
    let once = links.once().unwrap();
    assert_ne!(once, links.link(&Who::Author));
    assert_eq!(other.find(&once, whos()), None);
    assert_eq!(links.find(&once, whos()), Some(Who::Author));
    assert_eq!(links.find(&once, whos()), None, "it has been used");
    assert_eq!(links.find(&links.clone().link(&Who::Author), whos()), Some(Who::Author));
}

#[test]
fn the_key_is_kept_for_its_user_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.links");
    let links = Links::draw().unwrap();
    links.save(&file, 4_711).unwrap();
    let (read, port) = Links::load(&file).unwrap();
    assert_eq!((read.link(&Who::Author), port), (links.link(&Who::Author), 4_711));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    for text in ["", "00\n1\n", &format!("{}\n", "0".repeat(64)), "\u{0}"] {
        std::fs::write(&file, text).unwrap();
        assert!(Links::load(&file).is_err(), "{text:?}");
    }
}

#[test]
fn a_right_link_counts_whatever_wrong_ones_were_tried() {
    let server = Server::new(ConnectionLimits { wrong_link: Duration::ZERO, ..limits() });
    let other = Links::draw().unwrap().link(&Who::Seat("ann".into()));
    let expected = ("this is not a link of this table: ask for a new one".to_owned(), false);
    for link in std::iter::repeat_n(other.as_str(), 40) {
        let mut client = Client::open(server.port);
        client.join(link);
        assert_eq!(client.await_closed(), expected);
    }
    let mut author = Client::open(server.port);
    author.join(&Links::draw().unwrap().link(&Who::Author));
    assert!(author.await_closed().0.ends_with("open the one that the terminal shows"));
    for who in ["ann", "onlooker", "author"] {
        server.join(who).await_type("snapshot");
    }
}

#[test]
fn a_seat_may_have_two_pages() {
    let server = Server::new(limits());
    let (mut one, mut other) = (server.join("ann"), server.join("ann"));
    let decision = one.await_decision();
    assert_eq!(other.await_decision(), decision);
    other.answer(&decision, "draw");
    assert_eq!(one.await_type("update")["viewer"], "ann");
    assert_eq!(other.await_type("update")["viewer"], "ann");
}
