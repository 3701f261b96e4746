//! Formats replies about agents.

use super::narration;
use crate::debugger::reply::{
    AdviceInfo, AgentReply, ChosenReason, OptionAdvice, Playout, PlayoutStop, SeatedAgentInfo,
    SuggestedOption,
};
use crate::error::plural;
use unicode_width::UnicodeWidthStr;

/// Formats a reply as lines.
#[must_use]
pub fn lines(reply: &AgentReply) -> Vec<String> {
    match reply {
        AgentReply::Seated { seats } if seats.is_empty() => {
            vec!["no player has an agent: you answer for everybody".into()]
        }
        AgentReply::Seated { seats } => seats.iter().map(seated).collect(),
        AgentReply::Played(playout) => played(playout),
        AgentReply::Advice(advice) => self::advice(advice),
    }
}

fn seated(seated: &SeatedAgentInfo) -> String {
    let seat = &seated.seat;
    match (&seated.agent, seated.n_answers_left) {
        (Some(agent), _) => format!("{seat} is played by {agent}"),
        (None, n_left) => {
            let left = plural(n_left.unwrap_or(0), "line");
            format!("{seat} is played by a script with {left} left")
        }
    }
}

fn played(playout: &Playout) -> Vec<String> {
    let mut lines = Vec::new();
    if playout.n_left_out > 0 {
        let plies = plural(playout.n_left_out, "earlier ply");
        lines.push(format!("… {plies} left out; `:timeline all` lists them"));
    }
    lines.extend(playout.plies.iter().flat_map(|ply| narration::narrate(&ply.events)));
    lines.extend(playout.stopped.as_ref().map(|stopped| match stopped {
        PlayoutStop::AgentFailed { message } => message.clone(),
        PlayoutStop::Repetition => {
            "Stopped: the same position has come back again and again.".to_owned()
        }
    }));
    lines
}

fn advice(advice: &AdviceInfo) -> Vec<String> {
    let AdviceInfo { seat, n_requested, n_games, n_failed, .. } = advice;
    let mut lines = Vec::new();
    if n_games < n_requested {
        lines.push(format!("Interrupted after {n_games} of {n_requested} simulated games."));
    }
    let options = advice.options.get().map(Vec::as_slice).unwrap_or_default();
    let Some(Some(chosen)) = advice.chosen.get() else {
        lines.push(format!("Nothing is known about {seat}'s options."));
        return lines;
    };
    let n_counted = n_games - n_failed;
    lines.push(format!("{seat}'s options, tried in {n_counted} simulated games:"));
    let width = options.iter().map(|option| option.text.width()).max().unwrap_or(0);
    lines.extend(options.iter().map(|option| line(option, width)));
    if *n_failed > 0 {
        let games = plural(*n_failed as usize, "game");
        lines.push(format!("{games} more ended in a script fault or before this question."));
    }
    lines.push(self::chosen(chosen));
    lines
}

fn line(option: &OptionAdvice, width: usize) -> String {
    let pad = " ".repeat(width - option.text.width());
    let won = (option.mean.0 * 100.0).round();
    format!("  {}{pad}  tried {:>6}, won {won:>3} %", option.text, option.visits)
}

fn chosen(chosen: &SuggestedOption) -> String {
    let name = &chosen.text;
    match &chosen.why {
        ChosenReason::DefaultPolicy => {
            format!(
                "It would answer `{name}`, as `greedy` does: no other option wins clearly more."
            )
        }
        ChosenReason::ClearlyBetter { default } => format!(
            "It would answer `{name}`: it wins clearly more than `{default}`, which `greedy` would \
             answer."
        ),
    }
}
