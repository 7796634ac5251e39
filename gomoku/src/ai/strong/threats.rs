//! Wins that leave the other side no choice: by fours alone (VCF), and by fours and open threes (VCT).

use super::board::Board;
use super::kinds::Kind;
use crate::rules::{Colour, Grid, Rule, STRIDE};
use web_time::Instant;

/// Positions from which an attack failed, so that it is not tried again with the stones in another order.
#[derive(Debug)]
struct Failed {
    /// The key, with the number of stones in the lowest bits.
    slots: Vec<u64>,
}

/// Bits for the number of stones.
const STONES: u64 = 63;

impl Failed {
    fn new(slots: usize) -> Failed {
        Failed { slots: vec![0; slots.next_power_of_two()] }
    }

    fn place(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.slots.len() - 1)
    }

    /// Whether an attack from here is known to fail with so many stones.
    fn knows(&self, key: u64, stones: usize) -> bool {
        let slot = self.slots[self.place(key)];
        (slot ^ key) & !STONES == 0 && (slot & STONES) as usize >= stones
    }

    fn put(&mut self, key: u64, stones: usize) {
        let place = self.place(key);
        self.slots[place] = key & !STONES | (stones as u64).min(STONES);
    }
}

/// Parts the keys of quick looks from those of whole ones.
const LOCAL: u64 = 0x5851_F42D_4C95_7F2D;

const FOURS: [Kind; 4] = [Kind::OpenFour, Kind::FourThree, Kind::FourPlus, Kind::Four];
const THREATS: [Kind; 7] = [
    Kind::OpenFour,
    Kind::FourThree,
    Kind::TwoThrees,
    Kind::FourPlus,
    Kind::ThreePlus,
    Kind::Three,
    Kind::Four,
];

/// The clock is looked at only so often.
const NODES_PER_LOOK: u64 = 64;

/// A search of attacks.
#[derive(Debug)]
pub struct Attacks {
    fours: Failed,
    threes: Failed,
    /// Positions looked at.
    pub nodes: u64,
    end: u64,
    /// The limit was reached before everything was seen.
    pub cut: bool,
    /// Nothing is looked at after this.
    pub deadline: Option<Instant>,
    /// Only fours in line with the last one are followed.
    local: bool,
}

impl Attacks {
    /// A search that remembers so many failures.
    pub fn new(slots: usize) -> Attacks {
        Attacks {
            fours: Failed::new(slots),
            threes: Failed::new(slots),
            nodes: 0,
            end: 0,
            cut: false,
            deadline: None,
            local: false,
        }
    }

    /// Has a quick look for a win by fours of the side to move, with at most so many stones of its own and so many
    /// positions, each four in line with the one before. Gives its plies.
    pub fn fours(&mut self, board: &mut Board, stones: usize, nodes: u64) -> Option<i32> {
        (self.end, self.cut, self.local) = (self.nodes + nodes, false, true);
        self.by_fours(board, stones, None, &mut None)
    }

    /// The shortest win by fours, and its moves.
    pub fn shortest(&mut self, board: &mut Board, stones: usize, nodes: u64) -> Option<Vec<usize>> {
        (self.end, self.cut, self.local) = (self.nodes + nodes, false, false);
        for most in 1..=stones {
            let mut line = Some(Vec::new());
            if self.by_fours(board, most, None, &mut line).is_some() {
                return line.map(reversed);
            }
            if self.cut {
                return None;
            }
        }
        None
    }

    /// Whether a four on a place wins by fours with at most so many stones; also if that could not be told.
    pub fn wins_with(&mut self, board: &mut Board, at: usize, stones: usize, nodes: u64) -> bool {
        (self.end, self.cut, self.local) = (self.nodes + nodes, false, false);
        self.four(board, at, stones, &mut None).is_some() || self.cut
    }

    /// A win by fours and open threes of the side to move within so many positions: its first move and its plies at most.
    pub fn threes(&mut self, board: &mut Board, stones: usize, nodes: u64) -> Option<(usize, i32)> {
        (self.end, self.cut) = (self.nodes + nodes, false);
        for most in 2..=stones {
            let mut best = None;
            if let Some(plies) = self.by_threes(board, most, &mut best) {
                return best.map(|best| (best, plies));
            }
            if self.cut {
                return None;
            }
        }
        None
    }

    fn spent(&mut self) -> bool {
        self.nodes += 1;
        let looks = self.nodes.is_multiple_of(NODES_PER_LOOK);
        self.cut |= self.nodes >= self.end || looks && self.deadline.is_some_and(|end| Instant::now() >= end);
        self.cut
    }

    fn by_fours(
        &mut self,
        board: &mut Board,
        stones: usize,
        last: Option<usize>,
        line: &mut Option<Vec<usize>>,
    ) -> Option<i32> {
        let (own, other) = (board.mover(), board.mover().other());
        if stones == 0 {
            return None;
        }
        if let Some(five) = board.first_of(own, Kind::Five) {
            note(line, five);
            return Some(1);
        }
        if stones == 1 || self.spent() {
            return None;
        }
        let forced = board.first_of(other, Kind::Five);
        if board.count_of(other, Kind::Five) >= 2 {
            return None;
        }
        if let Some(forced) = forced {
            // The answer must be a four itself.
            return if board.kind(own, forced) >= Kind::Four {
                self.four(board, forced, stones, line)
            } else {
                None
            };
        }
        if board.count_of(own, Kind::OpenFour) > 0 {
            for at in board.points_of(own, Kind::OpenFour) {
                if let Some(plies) = self.four(board, at, stones, line) {
                    return Some(plies);
                }
            }
        }
        // With two stones left another four wins only if its answer is forbidden.
        if stones == 2 && (own == Colour::Black || board.rule() != Rule::Renju) {
            return None;
        }
        // What fails with few fours to choose from need not fail with all.
        let key = board.key() ^ if self.local { LOCAL } else { 0 };
        if self.fours.knows(key, stones) {
            return None;
        }
        for kind in [Kind::FourThree, Kind::FourPlus, Kind::Four] {
            for at in board.points_of(own, kind) {
                if self.local && last.is_some_and(|last| !in_line(last, at)) {
                    continue;
                }
                if let Some(plies) = self.four(board, at, stones, line) {
                    return Some(plies);
                }
            }
        }
        if !self.cut {
            self.fours.put(key, stones);
        }
        None
    }

    /// Makes a four and follows it.
    fn four(
        &mut self,
        board: &mut Board,
        at: usize,
        stones: usize,
        line: &mut Option<Vec<usize>>,
    ) -> Option<i32> {
        if board.is_forbidden(at) {
            return None;
        }
        let own = board.mover();
        board.play(at);
        let answer = board.first_of(own, Kind::Five);
        let plies = match answer {
            // The other side cannot block both, or must not block at all: it may put its stone anywhere.
            Some(answer) if board.count_of(own, Kind::Five) >= 2 || board.is_forbidden(answer) => {
                let last = board.points_of(own, Kind::Five).last().unwrap_or(answer);
                let vain = if last == answer { anywhere(board, answer) } else { Some(answer) };
                if let Some(vain) = vain {
                    note(line, last);
                    note(line, vain);
                }
                vain.map(|_| 3)
            }
            Some(answer) => {
                board.play(answer);
                let plies = self.by_fours(board, stones - 1, Some(at), line);
                board.take_back();
                if plies.is_some() {
                    note(line, answer);
                }
                plies.map(|plies| plies + 2)
            }
            None => None,
        };
        board.take_back();
        if plies.is_some() {
            note(line, at);
        }
        plies
    }

    fn by_threes(&mut self, board: &mut Board, stones: usize, best: &mut Option<usize>) -> Option<i32> {
        let (own, other) = (board.mover(), board.mover().other());
        if let Some(five) = board.first_of(own, Kind::Five) {
            *best = Some(five);
            return Some(1);
        }
        if stones < 2 || self.spent() {
            return None;
        }
        let key = board.key();
        if self.threes.knows(key, stones) {
            return None;
        }
        let fives = board.count_of(other, Kind::Five);
        if fives >= 2 {
            return None;
        }
        let forced = board.first_of(other, Kind::Five);
        // With an open three of the other side on the board only fours are in time.
        let hurried = board.count_of(other, Kind::OpenFour) > 0;
        let kinds: &[Kind] = if hurried { &FOURS } else { &THREATS };
        let moves = kinds.iter().flat_map(|kind| board.points_of(own, *kind).collect::<Vec<_>>());
        // A four has to be blocked, whatever that makes; the threat may still stand.
        let moves: Vec<usize> = forced.map_or_else(|| moves.collect(), |forced| vec![forced]);
        for at in moves {
            if board.is_forbidden(at) {
                continue;
            }
            board.play(at);
            let plies = self.defended(board, own, stones - 1);
            board.take_back();
            if let Some(plies) = plies {
                *best = Some(at);
                return Some(plies + 1);
            }
            if self.cut {
                return None;
            }
        }
        self.threes.put(key, stones);
        None
    }

    /// Every answer to a threat is tried. Gives the plies of the longest defence if all of them lose.
    fn defended(&mut self, board: &mut Board, attacker: Colour, stones: usize) -> Option<i32> {
        let defender = attacker.other();
        if board.count_of(defender, Kind::Five) > 0 {
            return None;
        }
        if let Some(answer) = board.first_of(attacker, Kind::Five) {
            if board.count_of(attacker, Kind::Five) >= 2 || board.is_forbidden(answer) {
                return Some(2);
            }
            board.play(answer);
            let plies = self.by_threes(board, stones, &mut None);
            board.take_back();
            return plies.map(|plies| plies + 1);
        }
        if board.count_of(attacker, Kind::OpenFour) == 0 || board.count_of(defender, Kind::OpenFour) > 0 {
            return None;
        }
        let mut longest = 4;
        let answers: Vec<usize> = board.fours_of(attacker).chain(board.fours_of(defender)).collect();
        for answer in answers {
            if board.is_forbidden(answer) {
                continue;
            }
            board.play(answer);
            let plies = self.by_threes(board, stones, &mut None);
            board.take_back();
            longest = longest.max(plies? + 1);
        }
        Some(longest)
    }
}

/// A point where the side to move may put a stone, other than a given one.
fn anywhere(board: &mut Board, but: usize) -> Option<usize> {
    let all: Vec<usize> = board.size().all().map(Grid::index).collect();
    all.into_iter().find(|at| *at != but && board.is_empty(*at) && !board.is_forbidden(*at))
}

fn note(line: &mut Option<Vec<usize>>, at: usize) {
    if let Some(line) = line {
        line.push(at);
    }
}

fn reversed(mut line: Vec<usize>) -> Vec<usize> {
    line.reverse();
    line
}

/// Whether two places are on one line, near enough for a common five.
fn in_line(a: usize, b: usize) -> bool {
    let across = (a % STRIDE).abs_diff(b % STRIDE);
    let up = (a / STRIDE).abs_diff(b / STRIDE);
    (across == 0 || up == 0 || across == up) && across.max(up) <= 4
}
