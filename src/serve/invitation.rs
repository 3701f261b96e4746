//! The links of a table, as the author's page shows them.

use super::links::Links;
use super::table::Who;
use super::wire::{LinksInfo, SeatLink, ServerMessage};
use crate::message::SeatName;
use qrcode::{Color, EcLevel, QrCode};
use std::fmt::Write as _;

/// The message with the links to a table at this address.
pub fn links_message(links: &Links, origin: &str, seats: &[SeatName]) -> ServerMessage {
    let address = |who: &Who| format!("{origin}/#{}", links.link(who));
    let room = address(&Who::Room);
    let seats = seats.iter().map(|name| SeatLink {
        name: name.clone(),
        link: address(&Who::Seat(name.clone())),
        is_taken: links.claims.is_taken(name),
    });
    let links = LinksInfo {
        qr: qr_path(&room),
        onlooker: address(&Who::Onlooker),
        seats: seats.collect(),
        is_open: !links.claims.is_closed,
        room,
    };
    ServerMessage::Links { links }
}

/// The width of the QR code of a link, and the path of its dark modules.
fn qr_path(link: &str) -> Option<(usize, String)> {
    let code = QrCode::with_error_correction_level(link, EcLevel::L).ok()?;
    let (width, colors) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (y, row) in colors.chunks(width).enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, color)| **color == Color::Dark) {
            let _ = write!(path, "M{x} {y}h1v1h-1z");
        }
    }
    Some((width, path))
}
