//! The addresses of a server.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};

/// Listens on the loopback address; with `share`, on that address, or on all of this computer.
///
/// # Errors
/// The port is in use, or the address is not one of this computer.
pub fn listen(share: Option<Option<IpAddr>>, port: u16) -> io::Result<TcpListener> {
    let address = match share {
        None => Ipv4Addr::LOCALHOST.into(),
        Some(address) => address.unwrap_or_else(|| Ipv4Addr::UNSPECIFIED.into()),
    };
    TcpListener::bind((address, port))
}

/// The addresses under which a listener is reached, that of this computer itself first if there is
/// one: `http://127.0.0.1:8080`.
pub fn origins(listening: SocketAddr) -> Vec<String> {
    let addresses = match listening.ip() {
        ip if ip.is_unspecified() => {
            let mut all = vec![Ipv4Addr::LOCALHOST.into()];
            all.extend(network_addresses());
            all
        }
        ip => vec![ip],
    };
    let origin = |ip| http(&SocketAddr::new(ip, listening.port()).to_string());
    addresses.into_iter().map(origin).collect()
}

/// The address under which this computer itself may also open a page.
pub fn localhost(listening: SocketAddr) -> Option<String> {
    let is_reached = listening.ip().is_loopback() || listening.ip().is_unspecified();
    is_reached.then(|| http(&format!("localhost:{}", listening.port())))
}

/// The origin of a host and port, as browsers say it: without the port that is usual.
fn http(host: &str) -> String {
    format!("http://{}", host.strip_suffix(":80").unwrap_or(host))
}

/// The addresses of the network cards.
#[cfg(unix)]
fn network_addresses() -> Vec<IpAddr> {
    let cards = nix::ifaddrs::getifaddrs().into_iter().flatten();
    let address = |card: nix::ifaddrs::InterfaceAddress| {
        Some(IpAddr::from(card.address?.as_sockaddr_in()?.ip()))
    };
    cards.filter_map(address).filter(|ip| !ip.is_loopback()).collect()
}

/// The address of the network card that leads to other networks.
#[cfg(not(unix))]
fn network_addresses() -> Vec<IpAddr> {
    // Nothing is sent: the system only chooses the card.
    let card = std::net::UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    card.map(|address| address.ip()).into_iter().collect()
}
