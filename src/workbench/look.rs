//! Looking at the position.

use super::catalogue::{self, Look, Page};
use super::command::{Command, Group};
use super::{Done, Trouble, Workbench, render};
use crate::variant::{Ruleset, Titles};
use std::rc::Rc;

pub(super) const LOOKING: Group = Group {
    name: "Looking",
    commands: &[
        Command::new("view", "[NAME]", "the whole position, or what a player knows of it", view)
            .more(&["? stands for a card the player does not know."]),
        Command::new("cards", "[VARIANT]", "the cards, combos and options of the game", cards)
            .more(&[
                "For as many players as there are; with VARIANT, those of another edition. The same as",
                "`litterbox cards`.",
            ])
            .unnoted(),
        Command::new("variants", "", "the variants there are", variants).unnoted(),
    ],
};

fn view(workbench: &mut Workbench, name: &str) -> Done {
    let study = workbench.game()?;
    let seat = match name {
        "" => study.eyes,
        name => Some(study.lexicon().the_seat(name).map_err(Trouble::refused)?),
    };
    Ok(render::position(study, seat).join("\n"))
}

fn cards(workbench: &mut Workbench, id: &str) -> Done {
    let library = &workbench.library;
    let load = |id: &str| Ruleset::load(library, id, &[]).map_err(|e| Trouble::errors(&e));
    let (ruleset, titles, players) = match (workbench.study.as_ref(), id) {
        (Some(study), "") => {
            let edition = &study.edition;
            (edition.ruleset.clone(), edition.titles.clone(), Some(study.header.names.len()))
        }
        (None, "") => return Err(super::no_game()),
        (study, id) => {
            let lang = study.and_then(|study| study.header.lang.as_deref()).unwrap_or("en");
            let titles = Titles::load(library, lang).map_err(|e| Trouble::errors(&e))?;
            (Rc::new(load(id)?), Rc::new(titles), None)
        }
    };
    Ok(Page::new(&ruleset, &titles, players).text(Look::Plain).trim_end().to_owned())
}

fn variants(workbench: &mut Workbench, _: &str) -> Done {
    Ok(catalogue::variants(&workbench.library, Look::Plain).trim_end().to_owned())
}
