//! A review as text and as JSON.

use super::{Report, Verdict};
use crate::game::Side;
use crate::player::AiPlayers;
use crate::session::{Perspective, Session};
use crate::words::Words;
use serde_json::{Value as Json, json};

/// The rows and the greatest width of the graph.
const ROWS: usize = 9;
const MAX_WIDTH: usize = 64;

/// What the graph shows: the expected score of this side, or the progress of a puzzle.
pub fn title<G: AiPlayers + Words>(seen: Perspective<'_, G>, side: Side) -> String {
    match seen.seats().len() {
        1 => "Progress".to_owned(),
        _ => format!("Winning chance of {}", seen.side_name(side)),
    }
}

/// How many marked moves each side made, in a sentence for each. A side without a reviewed move is left out.
pub fn summary<G: AiPlayers + Words>(session: &Session<G>, report: &Report) -> Vec<String> {
    let seen = session.seen_by(session.viewer());
    let of_side = |side: Side| {
        let made = |index: &usize| seen.side_of(*index) == Some(side);
        let (done, open): (Vec<usize>, Vec<usize>) = (report.start_moves()..report.len())
            .filter(made)
            .partition(|index| report.review(*index).is_some());
        if done.is_empty() && !open.is_empty() {
            return None;
        }
        let count = |verdict: Verdict| {
            let marked = report.marked().filter(|(_, review)| review.verdict == verdict);
            marked.map(|(index, _)| index).filter(made).count()
        };
        let named = |verdict: Verdict| match (count(verdict), verdict.names()) {
            (0, _) => None,
            (1, (one, _)) => Some(format!("1 {one}")),
            (n, (_, several)) => Some(format!("{n} {several}")),
        };
        let parts: Vec<String> = Verdict::MARKED.into_iter().filter_map(named).collect();
        let parts = if parts.is_empty() { "no mistakes".to_owned() } else { parts.join(", ") };
        let so_far = if open.is_empty() { "" } else { " so far" };
        Some(format!("{}: {parts}{so_far}.", seen.side_name(side)))
    };
    session.sides().filter_map(of_side).collect()
}

/// A marked move with its number, side, mark and comment, in a line.
pub fn marked_line<G: AiPlayers + Words>(seen: Perspective<'_, G>, report: &Report, index: usize) -> String {
    let Some(review) = report.review(index) else { return String::new() };
    let name = seen.side_of(index).map_or_else(String::new, |side| {
        let before = seen.view_after(index);
        G::side_name(seen.setup(), before, side).into_owned()
    });
    format!("{}. {name} {}: {}", index + 1, review.verdict.mark(), review.comment)
}

/// The side whose expected score a graph shows: the first of two, otherwise the player at the screen.
pub fn graph_side<G: AiPlayers>(session: &Session<G>, viewer: Side) -> Side {
    if session.seats().len() == 2 { Side::FIRST } else { viewer }
}

/// The whole review in lines, with a graph.
pub fn lines<G: AiPlayers + Words>(session: &Session<G>, report: &Report) -> Vec<String> {
    let seen = session.seen_by(session.viewer());
    let side = graph_side(session, session.viewer());
    let mut lines = vec![format!("{}:", title(seen, side))];
    lines.extend(graph(report, side));
    if report.reviewed() < report.to_review() {
        lines.push(format!("{} of {} moves have been reviewed.", report.reviewed(), report.to_review()));
    }
    lines.extend(summary(session, report));
    lines.extend(report.marked().map(|(index, _)| marked_line(seen, report, index)));
    lines
}

/// The expected score of a side over the moves of the game: a `*` for each position, a `?` after a marked move.
pub fn graph(report: &Report, side: Side) -> Vec<String> {
    let positions = report.len() + 1;
    // Long games share columns: one shows its last position, and a mark where it has one.
    let width = positions.min(MAX_WIDTH);
    let column_of = |ply: usize| ply * width / positions;
    let is_marked = |ply: &usize| {
        let review = ply.checked_sub(1).and_then(|index| report.review(index));
        review.is_some_and(|review| review.verdict.is_marked())
    };
    // The row of a column's point, from the top, and its character.
    let point = |column: usize| {
        let plies = (0..positions).filter(|ply| column_of(*ply) == column);
        let known: Vec<usize> = plies.filter(|ply| report.standing(*ply).is_some()).collect();
        let shown = *known.iter().rev().find(|ply| is_marked(ply)).or(known.last())?;
        let share = report.standing(shown)?.share(side).clamp(0.0, 1.0);
        let height = (share * (ROWS - 1) as f32).round() as usize;
        Some((ROWS - 1 - height, if is_marked(&shown) { '?' } else { '*' }))
    };
    let points: Vec<Option<(usize, char)>> = (0..width).map(point).collect();
    let label = |row: usize| match row {
        0 => "100 %",
        row if row == ROWS / 2 => "50 %",
        row if row == ROWS - 1 => "0 %",
        _ => "",
    };
    let line = |row: usize| {
        let cell = |point: &Option<(usize, char)>| match point {
            Some((at, sign)) if *at == row => *sign,
            _ => ' ',
        };
        let cells: String = points.iter().map(cell).collect();
        format!("{:>6} |{}", label(row), cells.trim_end())
    };
    let mut lines: Vec<String> = (0..ROWS).map(line).collect();
    lines.push(format!("       +{}", "-".repeat(width)));
    let last = report.len().to_string();
    let gap = width.saturating_sub(last.len() + 1);
    lines.push(format!("        0{}{last}", " ".repeat(gap)));
    lines
}

/// The review as one JSON object.
pub fn json<G: AiPlayers + Words>(session: &Session<G>, report: &Report) -> Json {
    let seen = session.seen_by(session.viewer());
    let standing = |ply: usize| report.standing(ply).map(|standing| json!(standing)).unwrap_or_default();
    let review = |index: usize| {
        let review = report.review(index);
        let better = review.and_then(|review| review.better.as_ref());
        json!({
            "number": index + 1,
            "side": seen.side_of(index).map(|side| side.to_string()),
            "move": seen.move_text(index),
            "verdict": review.map(|review| review.verdict),
            "comment": review.map(|review| &review.comment),
            "better": better.map(|better| &better.text),
            "line": better.map(|better| &better.line),
        })
    };
    json!({
        "game": G::FACTS.name,
        "moves": (0..report.len()).map(review).collect::<Vec<_>>(),
        "standings": (0..=report.len()).map(standing).collect::<Vec<_>>(),
        "complete": report.reviewed() == report.to_review(),
    })
}
