//! Reading what people and programs type: cells, marks and moves.

use crate::rules::{Cell, Illegal, Mark, Move, Position};

/// Reads a cell: one digit.
pub(super) fn read_cell(text: &str) -> Result<Cell, Illegal> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        let negative = text.strip_prefix('-').is_some_and(|rest| rest.parse::<u64>().is_ok());
        let not = if negative { Illegal::NotACell } else { Illegal::NotUnderstood };
        return Err(not(text.to_owned()));
    }
    let digit = if text.len() == 1 { text.parse().ok() } else { None };
    digit.and_then(Cell::new).ok_or_else(|| Illegal::NotACell(text.to_owned()))
}

/// Reads a mark: `x1`, `X1` or just `1`; the letter, if given, must be right.
fn read_mark(text: &str) -> Result<Mark, Illegal> {
    let lower = text.to_ascii_lowercase();
    let number = lower.trim_start_matches(['x', 'y']);
    let mark = number.parse().ok().filter(|n| (1..=9).contains(n)).map(Mark);
    mark.filter(|mark| lower == number || lower == mark.to_string())
        .ok_or_else(|| Illegal::NotAMark(text.to_owned()))
}

/// Reads a move without checking it: canonical text, or cells with blanks, commas or nothing between them; at a
/// collapse a cell, then a mark.
pub(crate) fn read_move(position: &Position, text: &str) -> Result<Move, Illegal> {
    let text = text.trim();
    if let Some((mark, cell)) = text.split_once('@') {
        return Ok(Move::Collapse { mark: read_mark(mark.trim())?, cell: read_cell(cell.trim())? });
    }
    if let Some((a, b)) = text.split_once('-').filter(|(a, _)| !a.is_empty()) {
        return Ok(Move::Pair(read_cell(a.trim())?, read_cell(b.trim())?));
    }
    let words = split_words(text);
    match (words.as_slice(), position.cycle()) {
        ([cell], Some(_)) => {
            read_cell(cell)?;
            Err(Illegal::CollapseFirst)
        }
        ([cell, mark], Some(cycle)) => {
            let cell = read_cell(cell)?;
            position.check_cycle_cell(&cycle, cell)?;
            Ok(Move::Collapse { mark: read_mark(mark)?, cell })
        }
        ([cell], None) => Ok(Move::Single(read_cell(cell)?)),
        ([a, b], None) => Ok(Move::Pair(read_cell(a)?, read_cell(b)?)),
        // Whoever has to choose a collapse is not helped by how pairs are typed.
        (_, Some(_)) => Err(Illegal::CollapseFirst),
        (_, None) => Err(Illegal::NotUnderstood(text.to_owned())),
    }
}

/// Words of a line; two digits without a blank are two words.
pub(super) fn split_words(text: &str) -> Vec<&str> {
    let words: Vec<&str> = text.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [both] if both.len() == 2 && both.bytes().all(|byte| byte.is_ascii_digit()) => {
            let (a, b) = both.split_at(1);
            vec![a, b]
        }
        _ => words,
    }
}
