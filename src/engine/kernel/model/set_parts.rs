//! Sets of several parts, each with a pattern of its own: which cards make one.

use super::card::Kind;
use super::rules::{ComboRule, Rules, SetForm, SetRule};

/// How many cards a part of a set still needs, and how many of each counted kind it may hold.
struct PartNeed {
    n_cards: u16,
    most: Vec<u16>,
    /// The kind that wild cards follow.
    first: Option<Kind>,
}

impl ComboRule {
    /// Returns the kinds that complete a set of several parts, in the order of the parts; `None` if
    /// these cards do not. `chosen`: the kinds of the cards chosen before, in the same order; among
    /// equal cards, those that stand for others come last.
    pub fn completed(
        &self,
        rules: &Rules,
        counts: &[(Kind, u16)],
        chosen: &[Kind],
    ) -> Option<Vec<Kind>> {
        let search = PartSearch { rules, combo: self, counts };
        search.fill(&self.pattern.parts, chosen, &mut Vec::new())
    }
}

struct PartSearch<'a> {
    rules: &'a Rules,
    combo: &'a ComboRule,
    counts: &'a [(Kind, u16)],
}

impl PartSearch<'_> {
    fn fill(
        &self,
        parts: &[SetRule],
        chosen: &[Kind],
        needs: &mut Vec<PartNeed>,
    ) -> Option<Vec<Kind>> {
        let Some((part, rest)) = parts.split_first() else { return self.assign(needs) };
        let n_needs = needs.len();
        let (chosen, later) = chosen.split_at(chosen.len().min(part.n_cards.into()));
        let n_left = u16::from(part.n_cards) - chosen.len() as u16;
        let mut fill_rest = |new: &mut Vec<PartNeed>| {
            needs.append(new);
            let found = self.fill(rest, later, needs);
            needs.truncate(n_needs);
            found
        };
        if part.form != SetForm::Same || part.n_cards == 1 {
            let most = |kind: Kind, others: &[Kind]| match part.form {
                _ if !part.fits(self.rules, kind) => 0,
                SetForm::Different if self.rules.repeats(kind) => u16::MAX,
                SetForm::Different => u16::from(!others.contains(&kind)),
                _ => u16::MAX,
            };
            let is_possible = (0..chosen.len()).all(|i| most(chosen[i], &chosen[..i]) > 0);
            let need = self.need(None, n_left, |kind| most(kind, chosen));
            return if is_possible { fill_rest(&mut vec![need]) } else { None };
        }
        let mut kinds = self.counts.iter().map(|(kind, _)| *kind);
        let mut find = |kind: Kind| {
            if !part.fits(self.rules, kind) {
                return None;
            }
            let stands_for = |other: Kind| {
                let wild = self.rules.kind(other);
                self.combo.wild.has(other) && wild.stands_for(self.rules.kind(kind))
            };
            let last_wild = chosen.iter().rfind(|other| **other != kind);
            let is_part = |other: Kind| match last_wild {
                None => other == kind || stands_for(other),
                Some(last) => stands_for(other) && other >= *last,
            };
            let usable = self.counts.iter().filter(|(other, _)| is_part(*other));
            let is_possible = chosen.iter().all(|other| *other == kind || stands_for(*other));
            if usable.map(|(_, n)| *n).sum::<u16>() < n_left || !is_possible {
                return None;
            }
            let own = u16::from(chosen.is_empty());
            let most = |other: Kind| if is_part(other) { u16::MAX } else { 0 };
            fill_rest(&mut vec![
                self.need(None, own, |other| u16::from(other == kind)),
                self.need(Some(kind), n_left - own, most),
            ])
        };
        match chosen.first() {
            Some(kind) => find(*kind),
            None => kinds.find_map(find),
        }
    }

    fn need(&self, first: Option<Kind>, n_cards: u16, most: impl Fn(Kind) -> u16) -> PartNeed {
        let most = self.counts.iter().map(|(kind, _)| most(*kind)).collect();
        PartNeed { n_cards, most, first }
    }

    /// Deals the cards to the parts, moving them from one to another where that helps.
    fn assign(&self, needs: &[PartNeed]) -> Option<Vec<Kind>> {
        let mut free: Vec<u16> = self.counts.iter().map(|(_, n)| *n).collect();
        let mut used = vec![vec![0; free.len()]; needs.len()];
        for (i, need) in needs.iter().enumerate() {
            for _ in 0..need.n_cards {
                let mut visited = vec![false; needs.len()];
                if !take(needs, &mut used, &mut free, &mut visited, i) {
                    return None;
                }
            }
        }
        let kinds = used.iter().zip(needs).flat_map(|(used, need)| {
            let cards = used.iter().zip(self.counts);
            let cards = cards.flat_map(|(n, (kind, _))| std::iter::repeat_n(*kind, (*n).into()));
            let mut kinds: Vec<Kind> = cards.collect();
            kinds.sort_by_key(|kind| Some(*kind) != need.first);
            kinds
        });
        Some(kinds.collect())
    }
}

/// Gives a part one more card: a free one, or one of another part that takes a different one.
/// Returns whether there is any. `visited`: the parts that have given cards away so far.
fn take(
    needs: &[PartNeed],
    used: &mut [Vec<u16>],
    free: &mut [u16],
    visited: &mut [bool],
    part: usize,
) -> bool {
    visited[part] = true;
    let has_room = |used: &[Vec<u16>], kind: usize| used[part][kind] < needs[part].most[kind];
    if let Some(kind) = (0..free.len()).find(|kind| free[*kind] > 0 && has_room(used, *kind)) {
        free[kind] -= 1;
        used[part][kind] += 1;
        return true;
    }
    for kind in 0..free.len() {
        for other in 0..needs.len() {
            if has_room(used, kind)
                && !visited[other]
                && used[other][kind] > 0
                && take(needs, used, free, visited, other)
            {
                used[other][kind] -= 1;
                used[part][kind] += 1;
                return true;
            }
        }
    }
    false
}
