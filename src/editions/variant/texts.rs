//! The text of a card or combo where no variant is loaded: in editors, as it is written.

use super::assets::{Asset, Library};
use super::titles::Titles;
use crate::script::Script;
use serde_json::Value as Json;

/// Returns the text of a card or combo, by [`Titles::text_of`], with the scripts that a variant
/// lists for it: one of the user's own, if there is one. `section` is `cards` or `combos`.
pub fn text_in(library: &Library, titles: &Titles, section: &str, id: &str) -> String {
    let scripts = scripts_of(library, section, id);
    let entry = if section == "combos" { titles.combo(id) } else { titles.card(id) };
    titles.text_of(id, &entry, &scripts).into_owned()
}

fn scripts_of(library: &Library, section: &str, id: &str) -> Vec<Script> {
    let shipped = Library::embedded();
    let ids: Vec<&str> = library.variant_ids().chain(library.abstract_ids()).collect();
    let is_own = |id: &&&str| {
        let text = |library: &Library| library.variant(id).map(|asset| asset.text.clone());
        text(library) != text(&shipped)
    };
    let (own, others): (Vec<&str>, Vec<&str>) = ids.iter().partition(|id| is_own(id));
    let in_order = own.into_iter().chain(others).filter_map(|variant| library.variant(variant));
    let listed = in_order.filter_map(|asset| listed(&asset, section, id)).next();
    let names = listed.unwrap_or_else(|| vec![id.to_owned()]);
    names.iter().filter_map(|name| library.script(&format!("{section}/{name}"))).collect()
}

/// The names of the scripts that a variant lists for a card or combo.
fn listed(asset: &Asset, section: &str, id: &str) -> Option<Vec<String>> {
    let variant = &asset.json().ok()?.document.value;
    let entry = match section {
        "combos" => {
            let combos = variant.get("combos")?.as_array()?;
            combos.iter().find(|combo| combo.get("id").and_then(Json::as_str) == Some(id))?
        }
        _ => variant.get("kinds")?.get(id)?,
    };
    match entry.get("script")? {
        Json::String(name) => Some(vec![name.clone()]),
        Json::Array(names) => {
            Some(names.iter().filter_map(Json::as_str).map(str::to_owned).collect())
        }
        _ => None,
    }
}
