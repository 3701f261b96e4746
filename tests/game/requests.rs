//! The loop that answers requests: who waits for whom, how it ends, and what a panic ends.

use crate::waiting::HANGING;
use litterbox::base::requests::{NextRequest, NotAdded, RequestQueue, Service};
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{TryRecvError, channel};
use std::time::Duration;

const N_PLACES: usize = 4;

#[test]
fn to_stop_comes_before_all_requests() {
    let queue = Arc::new(RequestQueue::new(N_PLACES));
    (0..N_PLACES).for_each(|n| queue.add("ann", n, None).unwrap());
    assert_eq!(queue.add("ann", 8, Some(Duration::ZERO)), Err(NotAdded::Full(8)));
    queue.add_urgent("reload", 20);
    queue.add_urgent("wake", 21);
    queue.add_urgent("reload", 22);
    assert_eq!(queue.next(None), NextRequest::Request(20));
    assert_eq!(queue.next(None), NextRequest::Request(21));
    assert_eq!(queue.next(None), NextRequest::Request(0));
    queue.add("ann", 9, None).unwrap();
    let waiting = queue.clone();
    let blocked = std::thread::spawn(move || waiting.add("ann", 10, None));
    queue.add_urgent("reload", 22);
    queue.stop();
    assert_eq!(queue.next(None), NextRequest::End);
    assert_eq!(queue.next(Some(Duration::ZERO)), NextRequest::End);
    assert_eq!(blocked.join().unwrap(), Err(NotAdded::Stopped));
    assert_eq!(queue.add("bob", 1, None), Err(NotAdded::Stopped));
    // Who waits for the answer to a request learns that there is none.
    let (queue, (answer, waits)) = (RequestQueue::new(1), channel::<()>());
    assert!(queue.add("ann", answer, None).is_ok());
    queue.stop();
    assert_eq!(waits.try_recv(), Err(TryRecvError::Disconnected));
}

#[test]
fn an_end_comes_after_all_requests() {
    let queue = RequestQueue::new(N_PLACES);
    queue.add((), 1, None).unwrap();
    queue.end();
    assert_eq!(queue.next(None), NextRequest::Request(1));
    assert_eq!(queue.next(None), NextRequest::End);
}

#[test]
fn a_source_waits_for_its_own_requests_alone() {
    let queue = Arc::new(RequestQueue::new(N_PLACES));
    let n_added = Arc::new(AtomicUsize::new(0));
    let (flood, counted) = (queue.clone(), n_added.clone());
    let flooding = std::thread::spawn(move || {
        (0..1_000).try_for_each(|_| {
            flood.add(1, "flood", None)?;
            counted.fetch_add(1, Ordering::SeqCst);
            Ok::<(), NotAdded<&str>>(())
        })
    });
    queue.add(2, "ann", None).unwrap();
    let mut place = None;
    for n_taken in 0..=1_000 {
        let waiting = n_added.load(Ordering::SeqCst).saturating_sub(n_taken);
        assert!(waiting <= N_PLACES + 1, "{waiting} requests of a source wait");
        match queue.next(Some(HANGING)) {
            NextRequest::Request("ann") => place = Some(n_taken),
            NextRequest::Request(_) => std::thread::yield_now(),
            other => panic!("{other:?}"),
        }
    }
    assert!(place.is_some_and(|n| n <= N_PLACES), "{place:?} requests before hers");
    assert_eq!(queue.next(Some(Duration::ZERO)), NextRequest::Nothing);
    assert_eq!(flooding.join().unwrap(), Ok(()));
}

/// Divides 12 by each request; the one after the last is 1.
#[derive(Default)]
struct Dividing {
    answers: Vec<String>,
}

impl Service<u32> for Dividing {
    fn name(request: &u32) -> String {
        format!("12 / {request}")
    }

    fn carry_out(&mut self, request: u32) -> io::Result<ControlFlow<()>> {
        self.answers.push((12 / request).to_string());
        Ok(if request == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn panicked(&mut self, why: &str) -> io::Result<()> {
        self.answers.push(why.to_owned());
        Ok(())
    }
}

#[test]
fn a_panic_ends_its_request_alone() {
    let queue = RequestQueue::new(N_PLACES);
    [3, 0, 1, 4].iter().for_each(|n| queue.add((), *n, None).unwrap());
    let mut service = Dividing::default();
    queue.serve(&mut service).unwrap();
    let why = "internal error in 12 / 0: attempt to divide by zero";
    assert_eq!(service.answers, ["4", why, "12"]);
    assert_eq!(queue.add((), 5, None), Err(NotAdded::Stopped));
}
