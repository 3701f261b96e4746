//! TeamsEntry: who plays together, by the number of players.

use super::file::{TeamList, TeamsEntry, Variant};
use super::json::Document;
use crate::base::error::Error;
use crate::script::TeamSpec;
use std::ops::RangeInclusive;

/// The teams of each number of players that has some.
pub fn teams(
    variant: &Variant,
    document: &Document,
    players: &RangeInclusive<usize>,
    errors: &mut Vec<Error>,
) -> Vec<TeamSpec> {
    let mut error = |path: &str, message: String, hint: &str| {
        let error = Error::new("V0126", message).at(document.span(path));
        errors.push(error.hint(hint));
        None
    };
    match &variant.teams {
        None => Vec::new(),
        Some(TeamsEntry::All(list)) => {
            let named = match list {
                TeamList::Number(_) => players.clone(),
                TeamList::Seats(teams) => {
                    let n_named = teams.iter().map(Vec::len).sum();
                    if !players.contains(&n_named) {
                        let message = format!(
                            "`teams` names {n_named} seats; the players are {} to {}",
                            players.start(),
                            players.end()
                        );
                        let hint = "name each seat once: [[\"1\", \"3\"], [\"2\", \"4\"]]";
                        error("teams", message, hint);
                    }
                    n_named..=n_named
                }
            };
            let named = named.filter(|n| players.contains(n));
            named.filter_map(|n| of_players(list, n, "teams", &mut error)).collect()
        }
        Some(TeamsEntry::ByPlayers(lists)) => {
            let of_entry = |(key, list): (&String, &TeamList)| {
                let path = format!("teams/{key}");
                match key.parse().ok().filter(|n| players.contains(n)) {
                    Some(n) => of_players(list, n, &path, &mut error),
                    None => {
                        let message = format!("`{key}` is not a number of players");
                        let hint = "the keys of `teams` are numbers of players: { \"4\": 2 }";
                        error(&path, message, hint)
                    }
                }
            };
            lists.iter().filter_map(of_entry).collect()
        }
    }
}

/// The teams of a number of players.
fn of_players(
    list: &TeamList,
    n_players: usize,
    path: &str,
    error: &mut impl FnMut(&str, String, &str) -> Option<TeamSpec>,
) -> Option<TeamSpec> {
    let teams: Vec<Vec<u8>> = match list {
        TeamList::Number(n_teams) => {
            let n_teams = usize::try_from(*n_teams).unwrap_or(1).max(1);
            let team = |team| (team..n_players).step_by(n_teams).map(|seat| seat as u8).collect();
            (0..n_teams.min(n_players)).map(team).collect()
        }
        TeamList::Seats(teams) => {
            let seat = |text: &String| text.parse::<u8>().ok()?.checked_sub(1);
            let number = |text: &String| seat(text).unwrap_or(u8::MAX);
            teams.iter().map(|team| team.iter().map(number).collect()).collect()
        }
    };
    let mut seats: Vec<u8> = teams.iter().flatten().copied().collect();
    seats.sort_unstable();
    if teams.len() < 2 || teams.iter().any(Vec::is_empty) {
        return error(path, "there must be two teams or more".to_owned(), "name a second team");
    }
    if !seats.iter().copied().eq(0..n_players as u8) {
        let message = format!("`teams` does not name each of the seats 1 to {n_players} once");
        return error(path, message, "seats are texts, counted from 1 in the order of the players");
    }
    Some(TeamSpec { players: n_players, seats: teams })
}
