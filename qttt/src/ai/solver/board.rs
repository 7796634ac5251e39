//! The board as small numbers: pairs of cells, lines and symmetries, computed at compile time.

use crate::rules::{Cell, LINES, Place};

/// A spot is where a mark can be: 0 to 35 are pairs of cells, 36 to 44 are single cells.
pub const PAIRS: usize = 36;
/// Number of spots.
pub const SPOTS: usize = PAIRS + 9;
/// All nine cells, one bit each.
pub const FULL: u16 = 0o777;

/// The cells of each pair, the lower one first, in the order of the rules.
pub const PAIR: [(u8, u8); PAIRS] = pairs();
/// The spot of two cells, in either order.
pub const SPOT: [[u8; 9]; 9] = spots();
/// The cells of each spot, as a set.
const CELLS: [u16; SPOTS] = spot_cells();
/// The image of each spot under the eight symmetries of the square.
pub const SYMMETRIC_SPOT: [[u8; SPOTS]; 8] = symmetric();
/// The lines through each cell, as sets; if there are fewer than four, one is repeated.
pub const LINES_OF: [[u16; 4]; 9] = lines_of();
/// Whether a set of cells contains a line.
pub const HAS_LINE: [bool; 512] = has_line();

const fn pairs() -> [(u8, u8); PAIRS] {
    let mut pairs = [(0, 0); PAIRS];
    let (mut n, mut a) = (0, 0);
    while a < 9 {
        let mut b = a + 1;
        while b < 9 {
            pairs[n] = (a, b);
            n += 1;
            b += 1;
        }
        a += 1;
    }
    pairs
}

const fn spots() -> [[u8; 9]; 9] {
    let mut spots = [[0; 9]; 9];
    let mut n = 0;
    while n < PAIRS {
        let (a, b) = PAIR[n];
        spots[a as usize][b as usize] = n as u8;
        spots[b as usize][a as usize] = n as u8;
        n += 1;
    }
    spots
}

const fn spot_cells() -> [u16; SPOTS] {
    let mut spot_cells = [0; SPOTS];
    let mut n = 0;
    while n < SPOTS {
        spot_cells[n] = if n < PAIRS { 1 << PAIR[n].0 | 1 << PAIR[n].1 } else { 1 << (n - PAIRS) };
        n += 1;
    }
    spot_cells
}

const fn symmetric_cell(symmetry: usize, cell: u8) -> u8 {
    let (mut row, mut column) = (cell / 3, cell % 3);
    if symmetry & 1 != 0 {
        column = 2 - column;
    }
    if symmetry & 2 != 0 {
        row = 2 - row;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    row * 3 + column
}

const fn symmetric() -> [[u8; SPOTS]; 8] {
    let mut symmetric = [[0; SPOTS]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut n = 0;
        while n < PAIRS {
            let (a, b) = PAIR[n];
            let (a, b) = (symmetric_cell(symmetry, a), symmetric_cell(symmetry, b));
            symmetric[symmetry][n] = SPOT[a as usize][b as usize];
            n += 1;
        }
        while n < SPOTS {
            symmetric[symmetry][n] = PAIRS as u8 + symmetric_cell(symmetry, (n - PAIRS) as u8);
            n += 1;
        }
        symmetry += 1;
    }
    symmetric
}

/// The cells of a line as a set.
pub const fn line_set(line: [u8; 3]) -> u16 {
    1 << line[0] | 1 << line[1] | 1 << line[2]
}

const fn lines_of() -> [[u16; 4]; 9] {
    let mut lines = [[0; 4]; 9];
    let mut cell = 0;
    while cell < 9 {
        let (mut n, mut count) = (0, 0);
        while n < 2 * LINES.len() {
            let line = line_set(LINES[n % LINES.len()]);
            if line >> cell & 1 == 1 && count < 4 {
                lines[cell][count] = line;
                count += 1;
            }
            n += 1;
        }
        cell += 1;
    }
    lines
}

const fn has_line() -> [bool; 512] {
    let mut has = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut n = 0;
        while n < LINES.len() {
            let line = line_set(LINES[n]);
            has[set] |= set as u16 & line == line;
            n += 1;
        }
        set += 1;
    }
    has
}

/// The spot of a place.
pub fn spot_of(place: Place) -> u8 {
    match place {
        Place::Two(a, b) => SPOT[a.index()][b.index()],
        Place::One(cell) => single(cell.index() as u8),
    }
}

/// The cells of a spot, as a set.
pub fn cells(spot: u8) -> u16 {
    CELLS[usize::from(spot)]
}

/// The cells in which subscripts of x and of y can still decide, and the cells that can still be in a line of either
/// side, by the settled cells of both. Two lines at once are parallel rows or columns, the first six of the list.
pub fn contested_and_live(owned: [u16; 2]) -> ([u16; 2], u16) {
    let mut contested = [0; 2];
    let mut live = 0;
    for line in LINES.map(line_set) {
        if owned[0] & line == 0 || owned[1] & line == 0 {
            live |= line;
        }
    }
    for parallel in LINES[..6].chunks_exact(3) {
        for (i, line) in parallel.iter().map(|line| line_set(*line)).enumerate() {
            let others = || (0..3).filter(move |j| *j != i).map(|j| line_set(parallel[j]));
            for side in 0..2 {
                if owned[1 - side] & line == 0 && others().any(|other| owned[side] & other == 0) {
                    contested[side] |= line;
                }
            }
        }
    }
    (contested, live)
}

/// The spot of a single cell.
pub const fn single(cell: u8) -> u8 {
    PAIRS as u8 + cell
}

/// The cell with a number below nine.
pub fn cell(n: u8) -> Cell {
    Cell::new(n).expect("spots are made of cells of the board")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_move_spots_without_losing_any_and_keep_lines() {
        for (symmetry, symmetric) in SYMMETRIC_SPOT.iter().enumerate() {
            let mut spots = symmetric.to_vec();
            spots.sort_unstable();
            assert!(spots.iter().enumerate().all(|(n, spot)| n == usize::from(*spot)));
            for line in LINES {
                let moved = line.map(|cell| symmetric_cell(symmetry, cell));
                assert!(LINES.iter().any(|other| line_set(*other) == line_set(moved)));
            }
        }
        assert!((0..8).all(|a| (0..a).all(|b| SYMMETRIC_SPOT[a] != SYMMETRIC_SPOT[b])));
    }

    #[test]
    fn the_table_of_sets_with_a_line_is_correct() {
        for (set, has) in HAS_LINE.iter().enumerate() {
            let complete = |line: &[u8; 3]| line.iter().all(|cell| set >> cell & 1 == 1);
            assert_eq!(*has, LINES.iter().any(complete));
        }
        assert!(HAS_LINE[0o007] && HAS_LINE[0o124] && !HAS_LINE[0o033]);
        assert_eq!(spot_of(Place::Two(cell(8), cell(7))), 35);
    }
}
