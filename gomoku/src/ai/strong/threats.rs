//! Search for forced wins: by fours alone (VCF), and by fours and open threes (VCT).

use super::board::Board;
use super::kinds::Kind;
use crate::rules::{Colour, Grid, Rule, STRIDE};
use web_time::Instant;

/// Table of positions without a forced win.
#[derive(Debug)]
struct FailedTable {
    /// The key, with the number of stones in the lowest bits.
    slots: Vec<u64>,
}

/// The bits that hold the number of stones.
const STONES_MASK: u64 = 63;

impl FailedTable {
    fn new(slots: usize) -> FailedTable {
        FailedTable { slots: vec![0; slots.next_power_of_two()] }
    }

    fn slot(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.slots.len() - 1)
    }

    /// Whether the attacker is known to fail from here with this many stones.
    fn contains(&self, key: u64, stones: usize) -> bool {
        let slot = self.slots[self.slot(key)];
        (slot ^ key) & !STONES_MASK == 0 && (slot & STONES_MASK) as usize >= stones
    }

    fn insert(&mut self, key: u64, stones: usize) {
        let slot = self.slot(key);
        self.slots[slot] = key & !STONES_MASK | (stones as u64).min(STONES_MASK);
    }
}

/// Separates the keys of local searches from those of full ones.
const LOCAL_KEY: u64 = 0x5851_F42D_4C95_7F2D;

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

/// Number of nodes between two checks of the clock.
const NODES_PER_CLOCK_CHECK: u64 = 64;

/// The search for forced wins.
#[derive(Debug)]
pub struct ThreatSearch {
    failed_vcf: FailedTable,
    failed_vct: FailedTable,
    /// Number of nodes searched.
    pub nodes: u64,
    node_limit: u64,
    /// The search ended at its limit, without a result.
    pub limit_reached: bool,
    /// Time at which the search stops.
    pub deadline: Option<Instant>,
    /// Only fours in line with the previous one are tried.
    local: bool,
}

impl ThreatSearch {
    /// A search with a table of this many slots.
    pub fn new(slots: usize) -> ThreatSearch {
        ThreatSearch {
            failed_vcf: FailedTable::new(slots),
            failed_vct: FailedTable::new(slots),
            nodes: 0,
            node_limit: 0,
            limit_reached: false,
            deadline: None,
            local: false,
        }
    }

    /// A quick search for a VCF of the side to move, limited in stones and nodes. Each four must be in line with the
    /// previous one. Returns its length in plies.
    pub fn quick_vcf(&mut self, board: &mut Board, stones: usize, nodes: u64) -> Option<i32> {
        (self.node_limit, self.limit_reached, self.local) = (self.nodes + nodes, false, true);
        self.search_fours(board, stones, None, &mut None)
    }

    /// The moves of the shortest VCF.
    pub fn shortest_vcf(&mut self, board: &mut Board, stones: usize, nodes: u64) -> Option<Vec<usize>> {
        (self.node_limit, self.limit_reached, self.local) = (self.nodes + nodes, false, false);
        for limit in 1..=stones {
            let mut line = Some(Vec::new());
            if self.search_fours(board, limit, None, &mut line).is_some() {
                return line.map(reversed);
            }
            if self.limit_reached {
                return None;
            }
        }
        None
    }

    /// Whether a four on this point starts a VCF with at most this many stones. Also true if the node limit was
    /// reached.
    pub fn vcf_wins_with(&mut self, board: &mut Board, index: usize, stones: usize, nodes: u64) -> bool {
        (self.node_limit, self.limit_reached, self.local) = (self.nodes + nodes, false, false);
        self.play_four(board, index, stones, &mut None).is_some() || self.limit_reached
    }

    /// A VCT of the side to move: its first move and an upper bound of its plies.
    pub fn vct(&mut self, board: &mut Board, stones: usize, nodes: u64) -> Option<(usize, i32)> {
        (self.node_limit, self.limit_reached) = (self.nodes + nodes, false);
        for limit in 2..=stones {
            let mut best = None;
            if let Some(plies) = self.search_threats(board, limit, &mut best) {
                return best.map(|best| (best, plies));
            }
            if self.limit_reached {
                return None;
            }
        }
        None
    }

    fn out_of_budget(&mut self) -> bool {
        self.nodes += 1;
        let check_clock = self.nodes.is_multiple_of(NODES_PER_CLOCK_CHECK);
        self.limit_reached |= self.nodes >= self.node_limit
            || check_clock && self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.limit_reached
    }

    fn search_fours(
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
            push_move(line, five);
            return Some(1);
        }
        if stones == 1 || self.out_of_budget() {
            return None;
        }
        let forced = board.first_of(other, Kind::Five);
        if board.count_of(other, Kind::Five) >= 2 {
            return None;
        }
        if let Some(forced) = forced {
            // The block must be a four itself.
            return if board.kind(own, forced) >= Kind::Four {
                self.play_four(board, forced, stones, line)
            } else {
                None
            };
        }
        if board.count_of(own, Kind::OpenFour) > 0 {
            for index in board.points_of(own, Kind::OpenFour) {
                if let Some(plies) = self.play_four(board, index, stones, line) {
                    return Some(plies);
                }
            }
        }
        // With two stones left another four wins only if the block is forbidden.
        if stones == 2 && (own == Colour::Black || board.rule() != Rule::Renju) {
            return None;
        }
        // A failed local search does not prove that a full search fails.
        let key = board.key() ^ if self.local { LOCAL_KEY } else { 0 };
        if self.failed_vcf.contains(key, stones) {
            return None;
        }
        for kind in [Kind::FourThree, Kind::FourPlus, Kind::Four] {
            for index in board.points_of(own, kind) {
                if self.local && last.is_some_and(|last| !in_line(last, index)) {
                    continue;
                }
                if let Some(plies) = self.play_four(board, index, stones, line) {
                    return Some(plies);
                }
            }
        }
        if !self.limit_reached {
            self.failed_vcf.insert(key, stones);
        }
        None
    }

    /// Plays a four and its forced answer, and searches on.
    fn play_four(
        &mut self,
        board: &mut Board,
        index: usize,
        stones: usize,
        line: &mut Option<Vec<usize>>,
    ) -> Option<i32> {
        if board.is_forbidden(index) {
            return None;
        }
        let own = board.mover();
        board.play(index);
        let answer = board.first_of(own, Kind::Five);
        let plies = match answer {
            // The defender cannot block both points, or the block is forbidden: any move loses.
            Some(answer) if board.count_of(own, Kind::Five) >= 2 || board.is_forbidden(answer) => {
                let last = board.points_of(own, Kind::Five).last().unwrap_or(answer);
                let free_move = if last == answer { any_legal_move(board, answer) } else { Some(answer) };
                if let Some(free_move) = free_move {
                    push_move(line, last);
                    push_move(line, free_move);
                }
                free_move.map(|_| 3)
            }
            Some(answer) => {
                board.play(answer);
                let plies = self.search_fours(board, stones - 1, Some(index), line);
                board.take_back();
                if plies.is_some() {
                    push_move(line, answer);
                }
                plies.map(|plies| plies + 2)
            }
            None => None,
        };
        board.take_back();
        if plies.is_some() {
            push_move(line, index);
        }
        plies
    }

    fn search_threats(&mut self, board: &mut Board, stones: usize, best: &mut Option<usize>) -> Option<i32> {
        let (own, other) = (board.mover(), board.mover().other());
        if let Some(five) = board.first_of(own, Kind::Five) {
            *best = Some(five);
            return Some(1);
        }
        if stones < 2 || self.out_of_budget() {
            return None;
        }
        let key = board.key();
        if self.failed_vct.contains(key, stones) {
            return None;
        }
        let fives = board.count_of(other, Kind::Five);
        if fives >= 2 {
            return None;
        }
        let forced = board.first_of(other, Kind::Five);
        // If the opponent threatens an open four, only fours are fast enough.
        let fours_only = board.count_of(other, Kind::OpenFour) > 0;
        let kinds: &[Kind] = if fours_only { &FOURS } else { &THREATS };
        let moves = kinds.iter().flat_map(|kind| board.points_of(own, *kind).collect::<Vec<_>>());
        // A four must be blocked. The block may be a threat again.
        let moves: Vec<usize> = forced.map_or_else(|| moves.collect(), |forced| vec![forced]);
        for index in moves {
            if board.is_forbidden(index) {
                continue;
            }
            board.play(index);
            let plies = self.search_defences(board, own, stones - 1);
            board.take_back();
            if let Some(plies) = plies {
                *best = Some(index);
                return Some(plies + 1);
            }
            if self.limit_reached {
                return None;
            }
        }
        self.failed_vct.insert(key, stones);
        None
    }

    /// Tries every defence. Returns the plies of the longest one if all of them lose.
    fn search_defences(&mut self, board: &mut Board, attacker: Colour, stones: usize) -> Option<i32> {
        let defender = attacker.other();
        if board.count_of(defender, Kind::Five) > 0 {
            return None;
        }
        if let Some(answer) = board.first_of(attacker, Kind::Five) {
            if board.count_of(attacker, Kind::Five) >= 2 || board.is_forbidden(answer) {
                return Some(2);
            }
            board.play(answer);
            let plies = self.search_threats(board, stones, &mut None);
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
            let plies = self.search_threats(board, stones, &mut None);
            board.take_back();
            longest = longest.max(plies? + 1);
        }
        Some(longest)
    }
}

/// Any legal move other than the given one.
fn any_legal_move(board: &mut Board, except: usize) -> Option<usize> {
    let all: Vec<usize> = board.size().all().map(Grid::index).collect();
    all.into_iter().find(|index| *index != except && board.is_empty(*index) && !board.is_forbidden(*index))
}

fn push_move(line: &mut Option<Vec<usize>>, index: usize) {
    if let Some(line) = line {
        line.push(index);
    }
}

fn reversed(mut line: Vec<usize>) -> Vec<usize> {
    line.reverse();
    line
}

/// Whether two points are on one line and close enough for a common five.
fn in_line(a: usize, b: usize) -> bool {
    let columns = (a % STRIDE).abs_diff(b % STRIDE);
    let rows = (a / STRIDE).abs_diff(b / STRIDE);
    (columns == 0 || rows == 0 || columns == rows) && columns.max(rows) <= 4
}
