//! The picture that a rules script draws of a position: what `picture()` returns, as data.

use super::hooks::PICTURE;
use super::host::Host;
use super::show::{by_kinds, in_text};
use super::values::PlayerHandle;
use crate::kernel::Seat;
use crate::kernel::decision::mark::MarkedText;
use crate::kernel::effect::{EffectContext, RunMode};
use crate::message::{PictureCell, PictureInfo, PictureRow};
use rhai::{Dynamic, Map};

impl Host {
    /// Whether a rules script draws pictures of positions.
    pub fn draws_pictures(&self) -> bool {
        self.loaded.units.iter().any(|unit| unit.functions.iter().any(|name| name == PICTURE))
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
        if let Some(viewer) = viewer {
            let rules = context.rules.clone();
            if rules.has_secrets {
                context.table.hide_counters(&rules, viewer);
            }
            (context.run.mode, context.run.me) = (RunMode::Query, viewer);
        }
        let drawn = self.evaluate(context, &format!("{PICTURE}()"), &[]).ok()?;
        if drawn.is_string() {
            return drawn
                .into_string()
                .ok()
                .map(|text| PictureInfo::of_text(&read(&by_kinds(context, &text.into()))));
        }
        let mut rows: Vec<PictureRow> = Vec::new();
        for part in drawn.into_array().ok()? {
            if part.is_string() {
                rows.push(PictureRow {
                    heading: read(&by_kinds(context, &part.into_string().ok()?.into())),
                    cells: Vec::new(),
                });
                continue;
            }
            if rows.is_empty() {
                rows.push(PictureRow::default());
            }
            rows.last_mut()?.cells.push(cell(&part.try_cast()?, context, read)?);
        }
        Some(PictureInfo::of_rows(rows))
    }
}

/// Converts `#{ text, players, marked }`, each of which may be missing.
fn cell(
    map: &Map,
    context: &EffectContext,
    read: &dyn Fn(&MarkedText) -> String,
) -> Option<PictureCell> {
    let text = map.get("text").map(|text| in_text(Some(context), text, false));
    let text = read(&by_kinds(context, &text.unwrap_or_default().into()));
    let players = map.get("players").map(|players| players.clone().into_array().ok());
    let name = |player: Dynamic| {
        let seat = player.try_cast::<PlayerHandle>()?.0;
        Some(context.names.get(seat.index())?.as_ref().into())
    };
    let players = players.map_or(Some(Vec::new()), |list| list?.into_iter().map(name).collect())?;
    let marked = map.get("marked").is_some_and(|marked| marked.as_bool() == Ok(true));
    Some(PictureCell { text, players, marked })
}
