//! The links of a table: who may play a seat is who has its link.

use super::claims::SeatClaims;
use super::table::Who;
use crate::disk;
use crate::message::SeatName;
use blake3::Hash;
use rand::TryRng as _;
use rand::rngs::SysRng;
use std::io;
use std::path::Path;

/// The length of a token: 128 bits in hexadecimal digits.
const TOKEN: usize = 32;

/// The key of the links of a table. It is kept in a file beside the journal, and nowhere else.
#[derive(Clone)]
pub struct Links {
    key: Hash,
    /// The token of the author that works once.
    once: Option<String>,
    /// Who has taken which seat: a seat that was freed has a new link.
    pub claims: SeatClaims,
}

/// 256 random bits of the operating system.
///
/// # Errors
/// It has none.
pub fn random() -> io::Result<Hash> {
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes).map_err(io::Error::other)?;
    Ok(Hash::from_bytes(bytes))
}

impl Links {
    /// Creates the links of a new table.
    ///
    /// # Errors
    /// The operating system has no random numbers.
    pub fn draw() -> io::Result<Self> {
        Ok(Self { key: random()?, once: None, claims: SeatClaims::default() })
    }

    /// Creates the part after `#` of a link to the author's page that works once: other users of a
    /// computer can see with which address a browser is started.
    ///
    /// # Errors
    /// The operating system has no random numbers.
    pub fn once(&mut self) -> io::Result<String> {
        let token = &random()?.to_hex()[..TOKEN];
        self.once = Some(token.to_owned());
        Ok(format!("author.{token}"))
    }

    /// Writes the key, the port and the claims of the links to a file that only the user may read.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, file: &Path, port: u16) -> io::Result<()> {
        disk::write_private(file, &format!("{}\n{port}\n{}", self.key.to_hex(), self.claims))
    }

    /// Reads the key, the port and the claims.
    ///
    /// # Errors
    /// The file cannot be read, or is not one that [`Self::save`] wrote.
    pub fn load(file: &Path) -> io::Result<(Self, u16)> {
        let text = disk::read(file)?;
        let mut lines = text.lines();
        let key = lines.next().and_then(|key| Hash::from_hex(key).ok());
        let port = lines.next().and_then(|port| port.parse().ok());
        let claims = SeatClaims::parse(lines);
        let found = key.zip(port).zip(claims);
        let found = found.map(|((key, port), claims)| (Self { key, once: None, claims }, port));
        found.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "not the key of a table"))
    }

    /// Returns the part after `#` of a link: a name for people, and the token, which says who it
    /// is.
    pub fn link(&self, who: &Who) -> String {
        let name = if let Who::Seat(name) = who { name } else { who.role() };
        format!("{name}.{}", self.token(who))
    }

    /// Finds whom of these a link is for.
    pub fn find(&mut self, link: &str, whos: impl IntoIterator<Item = Who>) -> Option<Who> {
        let token = link.rsplit('.').next()?;
        // Hashes are compared in constant time.
        let key = self.key;
        let hash = |token: &str| blake3::keyed_hash(key.as_bytes(), token.as_bytes());
        let given = hash(token);
        if self.once.take_if(|once| hash(once) == given).is_some() {
            return Some(Who::Author);
        }
        whos.into_iter().find(|who| hash(&self.token(who)) == given)
    }

    /// Returns the seat of which a link was one before.
    pub fn former_seat(&self, link: &str) -> Option<SeatName> {
        let (name, token) = link.rsplit_once('.')?;
        let hash = |token: &str| blake3::keyed_hash(self.key.as_bytes(), token.as_bytes());
        let who = Who::Seat(name.into());
        let is_own = |number| hash(&self.numbered(&who, number)) == hash(token);
        (0..=self.claims.last()).any(is_own).then(|| name.into())
    }

    fn token(&self, who: &Who) -> String {
        let number = if let Who::Seat(name) = who { self.claims.number(name) } else { 0 };
        self.numbered(who, number)
    }

    /// The token of a link by its number; only seats have more than one.
    fn numbered(&self, who: &Who, number: u32) -> String {
        let seat = match (who, number) {
            (Who::Seat(name), 0) => name.to_string(),
            (Who::Seat(name), _) => format!("{name} {number}"),
            _ => String::new(),
        };
        let what = format!("{} {seat}", who.role());
        blake3::keyed_hash(self.key.as_bytes(), what.as_bytes()).to_hex()[..TOKEN].to_owned()
    }
}
