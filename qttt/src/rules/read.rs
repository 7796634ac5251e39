//! Reading cells, marks and moves from text.

use super::{Cell, Illegal, Mark, Move, Position};

/// Reads a cell: one digit.
pub(crate) fn read_cell(text: &str) -> Result<Cell, Illegal> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        let negative = text.strip_prefix('-').is_some_and(|rest| rest.parse::<u64>().is_ok());
        let not = if negative { Illegal::NotACell } else { Illegal::NotUnderstood };
        return Err(not(text.to_owned()));
    }
    let digit = if text.len() == 1 { text.parse().ok() } else { None };
    digit.and_then(Cell::new).ok_or_else(|| Illegal::NotACell(text.to_owned()))
}

/// Reads a mark: `x1`, `X1` or just `1`. A letter must match the subscript.
fn read_mark(text: &str) -> Result<Mark, Illegal> {
    let lower = text.to_ascii_lowercase();
    let number = lower.trim_start_matches(['x', 'y']);
    let mark = number.parse().ok().filter(|n| (1..=9).contains(n)).map(Mark);
    mark.filter(|mark| lower == number || lower == mark.to_string())
        .ok_or_else(|| Illegal::NotAMark(text.to_owned()))
}

/// Reads a move without checking whether it is legal: canonical text, or two cells, or a cell and a mark of a cycle,
/// separated by blanks, commas or nothing.
pub(super) fn read_move(position: &Position, text: &str) -> Result<Move, Illegal> {
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
        // At a collapse an example of a pair would not help.
        (_, Some(_)) => Err(Illegal::CollapseFirst),
        (_, None) => Err(Illegal::NotUnderstood(text.to_owned())),
    }
}

/// The words of a line. Two digits without a blank are two words.
pub(crate) fn split_words(text: &str) -> Vec<&str> {
    let words: Vec<&str> = text.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [both] if both.len() == 2 && both.bytes().all(|byte| byte.is_ascii_digit()) => {
            let (a, b) = both.split_at(1);
            vec![a, b]
        }
        _ => words,
    }
}
