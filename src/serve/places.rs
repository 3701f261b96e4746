//! Places of connections: who may be connected beside whom. A connection without a join takes part
//! of the share of its address, one with a join part of the share of its link.

use super::limits::ConnectionLimits;
use super::table::{ConnectionId, Who};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};

/// The places kept for pages of the author.
const AUTHOR_PAGES: usize = 2;

/// The share that a connection without a join takes a place of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Share {
    /// A network address; of version 6 the part that names a network.
    Address(IpAddr),
    /// All requests that came through a proxy: their addresses say nothing.
    Proxy,
}

impl Share {
    fn of(address: IpAddr) -> Self {
        Self::Address(match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            address => address,
        })
    }
}

/// Why a connection cannot join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotJoined {
    /// It has made room for others.
    Closed,
    /// All places that are not kept for others are taken.
    Full,
}

/// The open connections, each with its handle.
pub struct Places<H> {
    limits: ConnectionLimits,
    /// Closes a connection at once.
    shut: fn(&H),
    /// Those without a join, or which are being closed; the numbers say which is the oldest.
    waiting: BTreeMap<ConnectionId, (Share, H)>,
    joined: BTreeMap<ConnectionId, (Who, Share, H)>,
}

impl<H> Places<H> {
    pub const fn new(limits: ConnectionLimits, shut: fn(&H)) -> Self {
        Self { limits, shut, waiting: BTreeMap::new(), joined: BTreeMap::new() }
    }

    /// Gives a new connection a place; others may be closed for it.
    pub fn arrive(&mut self, id: ConnectionId, from: IpAddr, handle: H) {
        self.wait(id, Share::of(from), handle);
    }

    /// Notes that a connection without a join came through a proxy.
    pub fn proxied(&mut self, id: ConnectionId) {
        if let Some((_, handle)) = self.waiting.remove(&id) {
            self.wait(id, Share::Proxy, handle);
        }
    }

    /// Forgets a connection that has ended.
    pub fn leave(&mut self, id: ConnectionId) {
        self.waiting.remove(&id);
        self.joined.remove(&id);
    }

    /// Gives a connection with a right link a place of the link. Returns the oldest connection of
    /// the link if it must be closed for it.
    ///
    /// # Errors
    /// There is no place.
    pub fn join(
        &mut self,
        id: ConnectionId,
        who: &Who,
        seats: &[Who],
    ) -> Result<Option<ConnectionId>, NotJoined> {
        if !self.waiting.contains_key(&id) {
            return Err(NotJoined::Closed);
        }
        let kept = |who: &Who| match who {
            Who::Author => AUTHOR_PAGES,
            who => usize::from(seats.contains(who)),
        };
        let mut pages: BTreeMap<&Who, usize> = BTreeMap::new();
        self.joined.values().for_each(|(who, ..)| *pages.entry(who).or_default() += 1);
        let own = pages.get(who).copied().unwrap_or_default();
        let used: usize = pages.iter().map(|(who, n)| n.saturating_sub(kept(who))).sum();
        let free = self.limits.connections.saturating_sub(AUTHOR_PAGES + seats.len());
        let is_shared = matches!(who, Who::Onlooker | Who::Room);
        let most = if is_shared { free } else { self.limits.pages };
        let has_place = own < kept(who) || (used < free && own < most);
        let oldest = || self.joined.iter().find(|(_, (one, ..))| one == who).map(|(id, _)| *id);
        let replaced = match (has_place, kept(who)) {
            (true, _) => None,
            (false, 0) => return Err(NotJoined::Full),
            (false, _) => oldest(),
        };
        let (share, handle) = self.waiting.remove(&id).expect("it has been found");
        self.joined.insert(id, (who.clone(), share, handle));
        if let Some((id, (_, share, handle))) =
            replaced.and_then(|id| self.joined.remove_entry(&id))
        {
            self.wait(id, share, handle);
        }
        Ok(replaced)
    }

    /// Lets a connection wait; the oldest of its address, or of all, is closed if there are more
    /// than their share.
    fn wait(&mut self, id: ConnectionId, share: Share, handle: H) {
        self.waiting.insert(id, (share, handle));
        let mut counts: BTreeMap<Share, usize> = BTreeMap::new();
        self.waiting.values().for_each(|(share, _)| *counts.entry(*share).or_default() += 1);
        let most = counts.values().copied().max().unwrap_or_default();
        let is_crowded = share != Share::Proxy && counts[&share] > self.limits.address;
        let is_full = self.waiting.len() > self.limits.waiting;
        let is_excess = |one: &Share| match is_crowded {
            true => *one == share,
            false => is_full && counts[one] == most,
        };
        let oldest = self.waiting.iter().find(|(_, (share, _))| is_excess(share));
        if let Some((_, (_, handle))) =
            oldest.map(|(id, _)| *id).and_then(|id| self.waiting.remove_entry(&id))
        {
            (self.shut)(&handle);
        }
    }
}
