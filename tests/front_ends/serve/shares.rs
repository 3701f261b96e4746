//! Places: nobody without a link keeps out who has one, and no link keeps out another.

use super::{Client, Server, limits, rest, stream};
use litterbox::internals::limits::ConnectionLimits;
use litterbox::internals::places::{NotJoined, Places};
use litterbox::internals::table::Who;
use std::cell::Cell;
use std::io::Write;
use std::net::IpAddr;
use std::rc::Rc;
use std::time::Duration;

/// Connections without a join never end by themselves here.
const PATIENT: Duration = Duration::from_secs(24 * 60 * 60);

fn patient() -> ConnectionLimits {
    let (greeting, proxied_greeting) = (PATIENT, PATIENT);
    ConnectionLimits { greeting, proxied_greeting, wrong_link: Duration::ZERO, ..limits() }
}

/// Half a request of a stranger.
fn half(server: &Server, host: &str) -> std::net::TcpStream {
    let mut stream = stream(server.port);
    // The server may have closed the connection already.
    let _ = stream.write_all(format!("GET / HTTP/1.1\r\nHost: {host}").as_bytes());
    stream
}

#[test]
fn half_requests_keep_nobody_out() {
    let server = Server::new(patient());
    let mut halves: Vec<_> = (0..200).map(|_| half(&server, "127.0.0.1")).collect();
    for who in ["ann", "bob", "cat", "onlooker", "author", "author"] {
        server.join(who).await_type("snapshot");
    }
    assert!(server.get("/", "").contains("</html>"));
    // Those of one address beyond its share are closed, the oldest first.
    for half in &mut halves[..200 - ConnectionLimits::default().address] {
        assert_eq!(rest(half), "");
    }
}

#[test]
fn sockets_without_a_join_keep_nobody_out() {
    let server = Server::new(patient());
    let _silent: Vec<_> = (0..200).filter_map(|_| Client::try_open(server.port)).collect();
    for who in ["ann", "bob", "cat", "onlooker", "author"] {
        server.join(who).await_type("snapshot");
    }
}

#[test]
fn proxied_sockets_without_a_join_end_soon_and_keep_nobody_out() {
    let limits = ConnectionLimits::default();
    // 3 s, where users have 10.
    assert_eq!(10 * limits.proxied_greeting, 3 * limits.greeting);
    let no_time = ConnectionLimits { proxied_greeting: Duration::ZERO, ..patient() };
    let server = Server::new(no_time);
    let mut silent = Client::open_proxied(server.port).unwrap();
    assert_eq!(silent.await_closed(), ("nothing was heard from this page".to_owned(), true));
    let _direct = Client::open(server.port);
    // With time left: no share by the address, the oldest of all makes room.
    let server = Server::new(patient());
    let mut silent: Vec<_> =
        (0..2 * limits.waiting).map(|_| Client::open_proxied(server.port)).collect();
    for who in ["ann", "bob", "cat", "onlooker", "author"] {
        let mut client = Client::open_proxied(server.port).unwrap();
        client.join(&server.link(who));
        client.await_type("snapshot");
    }
    for one in silent[..limits.waiting].iter_mut().flatten() {
        assert_eq!(one.receive(), None);
    }
    assert!(silent[..limits.waiting].iter().all(Option::is_some));
}

#[test]
fn onlookers_leave_the_places_of_seats_and_author() {
    // Those that are being closed are not too many for their address.
    let server = Server::new(ConnectionLimits { connections: 8, address: 40, ..patient() });
    let mut onlookers: Vec<_> = (0..20).map(|_| server.join("onlooker")).collect();
    let closed = onlookers.iter_mut().filter_map(|one| {
        let first = one.receive()?;
        (first["type"] == "closed").then_some(first)
    });
    let closed: Vec<_> = closed.collect();
    assert_eq!(closed.len(), 20 - (8 - 3 - 2));
    assert_eq!(closed[0]["why"], "too many pages are open: wait for a place");
    assert_eq!(closed[0]["again"], true);
    let others: Vec<_> = ["ann", "bob", "cat", "author", "author"]
        .map(|who| {
            let mut client = server.join(who);
            client.await_type("snapshot");
            client
        })
        .into();
    drop(others);
}

#[test]
fn a_new_page_of_a_full_link_closes_its_oldest() {
    let server = Server::new(patient());
    for who in ["ann", "author"] {
        let mut pages: Vec<_> = (0..10)
            .map(|_| {
                let mut page = server.join(who);
                page.await_type("snapshot");
                page
            })
            .collect();
        let closed = ("this link was opened in other pages: close one of them".to_owned(), false);
        for page in &mut pages[..10 - ConnectionLimits::default().pages] {
            assert_eq!(page.await_closed(), closed);
        }
        for page in &mut pages[10 - ConnectionLimits::default().pages..] {
            page.send(&serde_json::json!({ "type": "snapshot" }));
            page.await_type("snapshot");
        }
    }
    server.join("bob").await_type("snapshot");
}

/// A connection of a test, which knows whether it was closed.
type Handle = Rc<Cell<bool>>;

/// Adds connections of an address; returns their handles.
fn arrive(places: &mut Places<Handle>, ids: std::ops::Range<u64>, from: &str) -> Vec<Handle> {
    let from: IpAddr = from.parse().unwrap();
    let arrive = |id| {
        let handle = Handle::default();
        places.arrive(id, from, handle.clone());
        handle
    };
    ids.map(arrive).collect()
}

fn n_shut(handles: &[Handle]) -> usize {
    handles.iter().filter(|handle| handle.get()).count()
}

fn places() -> Places<Handle> {
    let limits = ConnectionLimits {
        connections: 6,
        pages: 3,
        waiting: 8,
        address: 4,
        ..ConnectionLimits::default()
    };
    Places::new(limits, |handle| handle.set(true))
}

#[test]
fn each_address_has_a_share() {
    let mut places = places();
    let one = arrive(&mut places, 0..10, "10.0.0.1");
    assert_eq!(
        one.iter().map(|one| one.get()).collect::<Vec<_>>(),
        [[true; 6].as_slice(), &[false; 4]].concat()
    );
    // An address of version 6 in the form of one of version 4 is that one.
    let mapped = arrive(&mut places, 10..12, "::ffff:10.0.0.1");
    assert_eq!((n_shut(&one), n_shut(&mapped)), (8, 0));
    // A network of version 6 has one share.
    let six: Vec<_> = (12..20)
        .flat_map(|id| arrive(&mut places, id..id + 1, &format!("2001:db8:1:2::{id}")))
        .collect();
    assert_eq!((n_shut(&six), n_shut(&mapped)), (4, 0));
    // When all places are taken, who has most of them gives one.
    let other = arrive(&mut places, 20..21, "2001:db8:1:3::1");
    let also = arrive(&mut places, 21..23, "10.0.0.3");
    assert_eq!((n_shut(&other), n_shut(&also)), (0, 0));
    assert_eq!(n_shut(&one) + n_shut(&mapped) + n_shut(&six), 8 + 4 + 3);
    let flood = arrive(&mut places, 23..100, "10.0.0.4");
    assert_eq!((n_shut(&other), n_shut(&also)), (0, 0));
    assert!(n_shut(&flood) >= 73);
    // What has ended counts no more.
    (0..100).for_each(|id| places.leave(id));
    assert_eq!(n_shut(&arrive(&mut places, 100..104, "10.0.0.1")), 0);
}

#[test]
fn each_link_has_a_share() {
    let seats = ["ann", "bob"].map(|name| Who::Seat(name.into()));
    let [ann, bob] = seats.clone();
    let mut places = places();
    let mut id = 0;
    let mut join = |who: &Who| {
        id += 1;
        arrive(&mut places, id..id + 1, "10.0.0.1");
        (id, places.join(id, who, &seats))
    };
    let (first, joined) = join(&Who::Onlooker);
    assert_eq!(joined, Ok(None));
    assert_eq!(join(&Who::Onlooker).1, Ok(None));
    // Six places: one each for ann and bob and two for the author are kept.
    assert_eq!(join(&Who::Onlooker).1, Err(NotJoined::Full));
    // A seat of an earlier game has no place of its own.
    assert_eq!(join(&Who::Seat("old".into())).1, Err(NotJoined::Full));
    let (oldest, joined) = join(&ann);
    assert_eq!(joined, Ok(None));
    assert_eq!(join(&ann).1, Ok(Some(oldest)));
    for _ in 0..2 {
        assert_eq!(join(&Who::Author).1, Ok(None));
    }
    assert!(matches!(join(&Who::Author).1, Ok(Some(_))));
    assert_eq!(join(&bob).1, Ok(None));
    places.leave(first);
    assert_eq!(places.join(first, &bob, &seats), Err(NotJoined::Closed));
}
