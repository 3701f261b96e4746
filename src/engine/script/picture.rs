//! The picture that a rules script draws of a position: what `picture()` returns, as data.

use super::compile::Access;
use super::functions::Entries;
use super::hooks::PICTURE;
use super::host::Host;
use super::show::{append, by_kinds};
use super::values::{text_of, to_vec};
use crate::kernel::decision::mark::MarkedText;
use crate::kernel::effect::EffectContext;
use crate::kernel::{Owner, Seat, Transient, Value};
use crate::message::{PictureCell, PictureInfo, PictureRow};

impl Host {
    /// Whether a rules script draws pictures of positions.
    pub fn draws_pictures(&self) -> bool {
        let mut functions = self.loaded.units.iter().flat_map(|unit| &*unit.source.functions);
        functions.any(|function| function.name == PICTURE)
    }

    /// Returns the picture of a position drawn by a rules script; `None` where none draws one. A
    /// limited viewer has none where `picture()` reads what the viewer does not see. `read` names
    /// the cards of its texts.
    pub fn picture(
        &self,
        context: &mut EffectContext,
        viewer: Option<Seat>,
        read: &dyn Fn(&MarkedText) -> String,
    ) -> Option<PictureInfo> {
        let rules = context.rules.clone();
        if let Some(viewer) = viewer.filter(|_| rules.has_secrets) {
            context.table.hide_counters(&rules, viewer);
        }
        let number = self.loaded.definitions.of_rules(PICTURE, 0)?;
        context.cost.n_operations.set(0);
        let mut reader = context.reader();
        if let Some(me) = viewer {
            (reader.me, reader.is_limited) = (me, true);
        }
        let drawn =
            self.run_code(Access::Read(context, reader), &[], (number, Owner::Rules)).ok()?;
        let text = |value: &Value| {
            let text = text_of(&rules, value)?;
            Some(read(&by_kinds(context, text)))
        };
        if let Some(text) = text(&drawn) {
            return Some(PictureInfo::of_text(&text));
        }
        let mut rows: Vec<PictureRow> = Vec::new();
        for part in to_vec(&drawn)? {
            if let Some(heading) = text(&part) {
                rows.push(PictureRow { heading, cells: Vec::new() });
                continue;
            }
            if rows.is_empty() {
                rows.push(PictureRow::default());
            }
            let Value::Transient(Transient::Map(parts)) = &part else { return None };
            rows.last_mut()?.cells.push(cell(parts, context, read)?);
        }
        Some(PictureInfo::of_rows(rows))
    }
}

/// Converts `#{ text, players, marked }`, each of which may be missing.
fn cell(
    map: &Entries,
    context: &EffectContext,
    read: &dyn Fn(&MarkedText) -> String,
) -> Option<PictureCell> {
    let mut text = String::new();
    map.get("text").into_iter().for_each(|value| append(context, value, false, &mut text));
    let text = read(&by_kinds(context, &text.into()));
    let name = |player: &Value| {
        let Value::Player(seat) = player else { return None };
        Some(context.players.names.get(seat.index())?.as_ref().into())
    };
    let players = match map.get("players") {
        Some(players) => to_vec(players)?.iter().map(name).collect::<Option<_>>()?,
        None => Vec::new(),
    };
    let marked = map.get("marked") == Some(&Value::Bool(true));
    Some(PictureCell { text, players, marked })
}
