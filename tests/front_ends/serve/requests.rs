//! Requests for the page: what is answered, also to what is no request.

use super::{Server, limits, rest, stream};
use crate::waiting;
use litterbox::internals::limits::ConnectionLimits;
use std::collections::BTreeSet;
use std::io::Write;
use std::net::Shutdown;
use std::time::Duration;

const UPGRADE: &str = "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// The first line of an answer.
fn status(answer: &str) -> &str {
    answer.lines().next().unwrap_or_default()
}

#[test]
fn the_page_has_a_policy_with_a_nonce_of_its_own() {
    let server = Server::new(limits());
    let mut nonces = BTreeSet::new();
    for _ in 0..3 {
        let page = server.get("/", "");
        let (head, body) = page.split_once("\r\n\r\n").unwrap();
        assert_eq!(status(head), "HTTP/1.1 200 OK");
        for header in [
            "Content-Type: text/html; charset=utf-8",
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            "Cache-Control: no-store",
        ] {
            assert!(head.lines().any(|line| line == header), "{header}: {head}");
        }
        let (_, policy) = head.split_once("Content-Security-Policy: ").unwrap();
        let policy = policy.split("\r\n").next().unwrap();
        let nonce = policy.split('\'').find_map(|part| part.strip_prefix("nonce-")).unwrap();
        let expected = format!(
            "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; \
             img-src data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; \
             form-action 'none'"
        );
        assert_eq!(policy, expected);
        let own = format!("nonce=\"{nonce}\"");
        assert_eq!(
            body.matches("<script").count(),
            body.matches(&format!("<script {own}")).count()
        );
        assert_eq!(body.matches("<style").count(), body.matches(&format!("<style {own}")).count());
        assert!(body.trim_end().ends_with("</html>"));
        nonces.insert(nonce.to_owned());
    }
    assert_eq!(nonces.len(), 3);
}

#[test]
fn only_the_page_and_its_socket_exist() {
    let server = Server::new(limits());
    let socket = format!("Origin: http://HOST\r\n{UPGRADE}");
    assert_eq!(status(&server.get("/", "Origin: http://HOST\r\n")), "HTTP/1.1 200 OK");
    for (path, headers) in [
        ("/index.html", ""),
        ("/?ann.0", ""),
        ("//", ""),
        ("/../../etc/passwd", ""),
        ("/ws/", socket.as_str()),
        ("/ws", "Origin: http://HOST\r\n"),
    ] {
        let answer = server.get(path, headers);
        assert_eq!(status(&answer), "HTTP/1.1 404 Not Found", "{path}");
        assert!(answer.contains("nosniff") && answer.contains("default-src 'none'"), "{answer}");
    }
    let host = format!("127.0.0.1:{}", server.port);
    for method in ["POST", "HEAD", "OPTIONS", "CONNECT", "get"] {
        let answer = server.answer(format!("{method} / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert_eq!(status(&answer), "HTTP/1.1 404 Not Found", "{method}");
    }
}

#[test]
fn a_page_of_a_stranger_gets_nothing() {
    let server = Server::new(limits());
    let port = server.port;
    let forbidden = "HTTP/1.1 403 Forbidden";
    for host in [
        "evil.example",
        "localhost",
        &format!("evil.example:{port}"),
        &format!("127.0.0.1:{port}."),
    ] {
        let answer = server.answer(format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert_eq!(status(&answer), forbidden, "{host}");
    }
    let twice = format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n");
    for headers in ["", "Host:\r\n", &twice] {
        let answer = server.answer(format!("GET / HTTP/1.1\r\n{headers}\r\n"));
        assert_eq!(status(&answer), forbidden, "{headers}");
    }
    for origin in ["http://evil.example", "null", "https://HOST", "http://HOST/", "\u{fffd}", ""] {
        let headers = format!("Origin: {origin}\r\n{UPGRADE}");
        assert_eq!(status(&server.get("/ws", &headers)), forbidden, "{origin}");
        assert_eq!(status(&server.get("/", &headers)), forbidden, "{origin}");
    }
    // A program may leave it out, a browser does not.
    assert_eq!(status(&server.get("/ws", UPGRADE)), forbidden);
    // A proxy that was named.
    let proxied = "GET / HTTP/1.1\r\nHost: cats.example\r\nOrigin: https://cats.example\r\n\r\n";
    assert_eq!(status(&server.answer(proxied)), "HTTP/1.1 200 OK");
    let said = server.said.lock().unwrap().join("\n");
    for name in ["host `evil.example`", "origin `http://evil.example`", "origin `null`"] {
        assert!(said.contains(name), "{name}: {said}");
    }
    assert_eq!(said.matches("host `evil.example`").count(), 1, "each is named once: {said}");
}

#[test]
fn what_is_refused_is_named_a_few_times_only() {
    let server = Server::new(limits());
    for i in 0..100 {
        server.answer(format!("GET / HTTP/1.1\r\nHost: evil{i}.example\r\n\r\n"));
    }
    let n_lines = server.said.lock().unwrap().len();
    assert!((1..=20).contains(&n_lines), "{n_lines} lines");
}

#[test]
fn what_is_no_request_is_refused() {
    let limits = ConnectionLimits { head: 2_000, ..limits() };
    let server = Server::new(limits);
    let long = format!("GET / HTTP/1.1\r\nHost: {}", "x".repeat(3_000));
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(65));
    for (request, expected) in [
        ("\u{1}\u{2}\u{3} / HTTP/1.1\r\n\r\n", "HTTP/1.1 400 Bad Request"),
        ("GET / HTTP/9.9\r\n\r\n", "HTTP/1.1 400 Bad Request"),
        ("GET / HTTP/1.1\r\nno header\r\n\r\n", "HTTP/1.1 400 Bad Request"),
        (long.as_str(), "HTTP/1.1 431 Request Header Fields Too Large"),
        (&format!("{long}\r\n\r\n"), "HTTP/1.1 431 Request Header Fields Too Large"),
        (&many, "HTTP/1.1 431 Request Header Fields Too Large"),
    ] {
        assert_eq!(status(&server.answer(request)), expected, "{request:?}");
    }
    // A request of any length is answered, and not read to its end.
    let endless = format!("GET / HTTP/1.1\r\nHost: {}", "x".repeat(500_000));
    assert_eq!(status(&server.answer(endless)), "HTTP/1.1 431 Request Header Fields Too Large");
    assert_eq!(status(&server.get("/", "")), "HTTP/1.1 200 OK");
}

#[test]
fn half_a_request_has_its_time() {
    let limits = ConnectionLimits { greeting: Duration::from_millis(200), ..limits() };
    let server = Server::new(limits);
    let answer = server.answer("GET / HTTP/1.1\r\nHost: 127.0.");
    assert_eq!(status(&answer), "HTTP/1.1 408 Request Timeout");
    // Bytes that come one by one do not help.
    let mut slow = stream(server.port);
    let mut reading = slow.try_clone().unwrap();
    let answered = std::thread::spawn(move || rest(&mut reading));
    slow.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: ").unwrap();
    waiting::until(|| {
        // The server may have closed the connection already.
        let _ = slow.write_all(b"x");
        answered.is_finished()
    });
    assert_eq!(status(&answered.join().unwrap()), "HTTP/1.1 408 Request Timeout");
}

#[test]
fn who_goes_within_a_request_is_not_answered() {
    let server = Server::new(limits());
    let mut gone = stream(server.port);
    gone.write_all(b"GET / HT").unwrap();
    gone.shutdown(Shutdown::Write).unwrap();
    assert_eq!(rest(&mut gone), "");
}
