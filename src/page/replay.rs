//! A game as a page: the values of each ply as a viewer knows them, in one HTML file without
//! external resources.

use super::shown_game::ShownGame;
use super::template::{PageParts, table_page};
use crate::base::output::{escape, json};
use crate::debugger::Debugger;
use crate::debugger::reply::{Causes, EventInfo, PlyInfo, TimelineInfo, redact_events};
use crate::kernel::Seat;
use crate::message::{DecisionInfo, PictureInfo, PositionInfo, Redact, SeatName, Viewer};
use crate::script::Script;
use crate::shell::render::json::{ALL, viewer_name};
use crate::shell::render::text::narration::narrate_each;
use crate::transcript::{Input, Record};
use indexmap::IndexSet;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

/// The most plies of a page.
pub const MAX_PLIES: usize = 5_000;

/// The shortest JSON that is worth a reference, in bytes.
const SHORTEST: usize = 24;

/// A game, as a viewer knows it.
#[derive(Serialize)]
struct ReplayInfo {
    #[serde(flatten)]
    game: ShownGame,
    /// The seed, for a viewer who sees everything: it tells the order of the cards.
    seed: Option<u64>,
    /// A player, `nobody` or `all`.
    viewer: SeatName,
    plies: Vec<ReplayPly>,
    /// The lines of the scripts that the events name, by the names of scripts.
    scripts: BTreeMap<String, Vec<String>>,
}

/// The events of a ply, and the position after it.
#[derive(Serialize)]
struct ReplayPly {
    #[serde(flatten)]
    info: PlyInfo,
    /// The id of the option that its input chose, where the viewer may know it.
    chosen: Option<String>,
    events: Vec<EventInfo>,
    lines: Vec<ReplayLine>,
    position: PositionInfo,
    picture: Option<PictureInfo>,
    decision: Option<DecisionInfo>,
    /// The causes of the decision, or of the end of the game.
    causes: Causes,
}

/// A sentence of the story.
#[derive(Serialize)]
struct ReplayLine {
    text: String,
    /// The number of its first event.
    event: i32,
    causes: Option<Causes>,
}

/// Returns the page of a game from its start to the end of the current branch, as a seat knows it,
/// or with everything. A game whose first input lays out a position starts with that position.
pub fn page(debugger: &mut Debugger, seat: Option<Seat>) -> String {
    debugger.show_to(seat);
    let info = replay_info(debugger, seat);
    let title = &*format!("{}: replay", info.game.title);
    let data = shared(&info).replace('<', "\\u003c");
    // The scripts of the page, and no others: a text in the data cannot contain a hash of it.
    let nonce = &blake3::hash(data.as_bytes()).to_hex()[..32];
    let policy = &*format!("style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; img-src data:");
    let (style, script) = (include_str!("replay.css"), include_str!("replay.js"));
    let (policy, data) = (Some(policy), &*data);
    table_page(&PageParts { title, policy, nonce, style, data, script, ..PageParts::default() })
}

fn replay_info(debugger: &mut Debugger, seat: Option<Seat>) -> ReplayInfo {
    let viewer = seat.map_or_else(|| ALL.into(), |seat| viewer_name(debugger, seat));
    let TimelineInfo { plies, .. } = debugger.timeline_info(usize::MAX);
    let (seen, start) = (debugger.shown_to(), start(debugger));
    let plies: Vec<ReplayPly> = plies
        .into_iter()
        .skip(start)
        .map(|info| replay_ply(debugger, info, seen.as_ref()))
        .collect();
    ReplayInfo {
        game: ShownGame::of(debugger),
        seed: seat.is_none().then_some(debugger.header.seed),
        viewer,
        scripts: scripts(debugger, &plies),
        plies,
    }
}

/// The lines of the scripts that events of these plies name.
fn scripts(debugger: &Debugger, plies: &[ReplayPly]) -> BTreeMap<String, Vec<String>> {
    let events = plies.iter().flat_map(|ply| &ply.events);
    let named: BTreeSet<&str> =
        events.filter_map(|event| Some(event.at.as_ref()?.file.as_str())).collect();
    let all = (0..).map_while(|script| debugger.loaded.host.source(script));
    let lines =
        |script: &Script| script.text.lines().map(|line| line.replace('\t', "    ")).collect();
    let named = all.filter(|script| named.contains(&*script.name));
    named.map(|script| (script.name.to_string(), lines(script))).collect()
}

/// The number of inputs before the game that only lay out its position.
fn start(debugger: &Debugger) -> usize {
    let inputs = debugger.timeline.line().skip(1).map(|entry| entry.record.as_ref());
    let is_layout = |record: &Option<&Record>| {
        record.is_some_and(|record| matches!(record.input, Input::Table(_)))
    };
    inputs.take_while(is_layout).count()
}

fn replay_ply(debugger: &mut Debugger, mut info: PlyInfo, viewer: Option<&Viewer>) -> ReplayPly {
    let ply = info.ply;
    debugger.go(ply);
    let mut events = debugger.events_of(ply).events;
    let (mut position, mut decision) = (debugger.position_info(), debugger.decision_info());
    let mut causes = debugger.causes_of_decision();
    if let Some(viewer) = viewer {
        info.redact(viewer);
        info.marks.clear();
        info.leaving.clear();
        redact_events(&mut events, viewer);
        position.redact(viewer);
        decision.redact(viewer);
        causes.redact(viewer);
    }
    let lines = narrate_each(&events).into_iter().map(|(text, event)| {
        let mut causes = debugger.causes_of_event(event.id);
        if let Some(viewer) = viewer {
            causes.redact(viewer);
        }
        ReplayLine { text, event: event.id, causes }
    });
    let lines = lines.collect();
    let is_known = info.input.as_ref().is_some_and(|input| input.typed.get().is_some());
    let chosen = chosen(debugger, ply).filter(|_| is_known);
    let picture = debugger.picture();
    ReplayPly { info, chosen, events, lines, position, picture, decision, causes }
}

/// The id of the option that the input of a ply chose first.
fn chosen(debugger: &Debugger, ply: usize) -> Option<String> {
    match &debugger.timeline.entry(ply)?.record.as_ref()?.input {
        Input::Answers(answers) => Some(answers.first()?.option.clone()),
        _ => None,
    }
}

/// Formats a value as `{"shared": […], "root": …}`: equal parts are written once, in `shared`, and
/// `{"$": 3}` stands for the fourth of them. Unsafe characters of texts are escaped.
fn shared(value: &impl Serialize) -> String {
    let mut parts = IndexSet::new();
    let root = share(json!(value), &mut parts);
    let parts: Vec<String> = parts.into_iter().collect();
    format!("{{\"shared\":[{}],\"root\":{}}}", parts.join(",\n"), json::compact(&root))
}

fn share(value: Json, parts: &mut IndexSet<String>) -> Json {
    let value = match value {
        Json::Array(items) => items.into_iter().map(|item| share(item, parts)).collect(),
        Json::Object(fields) => {
            let fields = fields.into_iter().map(|(name, field)| (name, share(field, parts)));
            Json::Object(fields.collect())
        }
        Json::String(text) => return escape(&text).into(),
        plain => return plain,
    };
    let text = json::compact(&value);
    if text.len() < SHORTEST {
        return value;
    }
    json!({ "$": parts.insert_full(text).0 })
}
