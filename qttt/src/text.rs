//! Everything that is said in words: moves and boards as text, refusals, and what happened.

use crate::rules::{Cell, CellState, Collapse, Cycle, Illegal, Line, Mark, Move, Place, Position, Scoring};
use common::game::{Game, Outcome, Side, Value};
use common::player::Level;
use common::search::Reversible;
use common::words::{Entry, Words};
use std::fmt;

mod draw;
mod read;

pub(crate) use read::read_move;

use read::{read_cell, split_words};

/// The machines, weakest first, and what to expect of each.
pub const LEVELS: &[Level] = &[
    Level { name: "random", about: "any legal move" },
    Level { name: "easy", about: "sees one answer ahead, slips often" },
    Level { name: "medium", about: "sees three plies, slips now and then" },
    Level { name: "hard", about: "sees five plies, slips rarely" },
    Level { name: "mcts", about: "tries thousands of random games" },
    Level { name: "perfect", about: "gives nothing away and sets traps" },
    Level { name: "strong", about: "the best there is: the same as perfect" },
];

/// What can be set behind a machine's name.
pub const LEVEL_OPTIONS: &str = "\
Options go behind a colon: depth and slip of easy, medium and hard (hard:depth=4,slip=0),
nodes and trees of mcts (mcts:nodes=500), values=all of perfect (it tells the worth of all moves).";

/// What the choice of a scoring is about.
pub const SCORING: &str = "Who wins when one collapse gives both players a line";

/// A scoring in a few words.
pub fn scoring(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::Seed => "the line with the smallest subscript wins",
        Scoring::Goff => "lower largest subscript: 1 point, the other ½",
    }
}

/// The name of a player.
pub fn name(side: Side) -> &'static str {
    if side == Side::FIRST { "x" } else { "y" }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index())
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", name(self.owner()), self.0)
    }
}

/// The canonical text of a move: `0-4`, `3@0`, `8`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pair(a, b) => write!(f, "{a}-{b}"),
            Move::Collapse { mark, cell } => write!(f, "{}@{cell}", mark.0),
            Move::Single(cell) => write!(f, "{cell}"),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NotUnderstood(text) => {
                write!(f, "'{text}' is no move; type the digits of cells, 0 to 8, as in 0 4")
            }
            Illegal::NotACell(text) => {
                write!(f, "there is no cell {text} on the board; cells are numbered 0 to 8, row by row")
            }
            Illegal::NotAMark(text) => {
                write!(f, "'{text}' is no mark; marks are named by their subscripts, as in x1 or just 1")
            }
            Illegal::SameCell(cell) => write!(
                f,
                "cell {cell} twice is not possible: a mark goes into two different cells; choose another second cell"
            ),
            Illegal::NeedsTwoCells(cell) => {
                write!(
                    f,
                    "cell {cell} alone is not enough: a mark goes into two cells, as in {cell} and another one"
                )
            }
            Illegal::OneCellLeft(cell) => {
                write!(f, "only cell {cell} is open, so the mark goes there whole; type {cell}")
            }
            Illegal::Settled(cell, mark) => {
                write!(f, "cell {cell} has the big mark {mark} and is closed for good; choose an open cell")
            }
            Illegal::CollapseFirst => {
                write!(
                    f,
                    "a cycle is closed; first choose its collapse: a cell on the cycle, then one of its marks"
                )
            }
            Illegal::NothingToCollapse => {
                write!(f, "there is no cycle to collapse now; choose two cells, as in 0 4")
            }
            Illegal::EmptyCell(cell) => {
                write!(f, "cell {cell} is empty, so nothing can collapse there; choose a cell on the cycle")
            }
            Illegal::NotOnCycle(cell) => {
                write!(f, "cell {cell} has marks but is not on the cycle; choose a cell on the cycle")
            }
            Illegal::NotACycleMark(cell, mark) => {
                write!(
                    f,
                    "{mark} is not one of the two cycle marks in cell {cell}; choose one of the marks offered"
                )
            }
            Illegal::NotYourTurn(side) => write!(f, "it is not the turn of {}", name(*side)),
            Illegal::Over => write!(f, "the game is over; undo takes moves back, new starts again"),
        }
    }
}

/// A list as it is read aloud: "0, 1 and 4".
pub fn listed<T: fmt::Display>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.to_string(),
        [most @ .., last] => {
            let most: Vec<String> = most.iter().map(T::to_string).collect();
            format!("{} and {last}", most.join(", "))
        }
    }
}

/// The cells of a cycle and its marks, each in order.
fn around(cycle: &Cycle) -> (String, String) {
    let (mut cells, mut marks) = (cycle.cells.clone(), cycle.marks.clone());
    cells.sort();
    marks.sort();
    (listed(&cells), listed(&marks))
}

/// The cycle, as announced: its cells, and the marks that tie them.
pub fn announce(cycle: &Cycle) -> String {
    let (cells, marks) = around(cycle);
    let mut stems = cycle.stems.clone();
    stems.sort();
    let stems = match stems.as_slice() {
        [] => String::new(),
        stems => format!(" Tied to it and settling with it: {}.", listed(stems)),
    };
    format!("A cycle: cells {cells} are entangled by {marks}.{stems}")
}

/// Where everything goes in a collapse: "x1 in 0, y2 in 1".
pub fn settles(settled: &[(Mark, Cell)]) -> String {
    let mut settled = settled.to_vec();
    settled.sort();
    settled.iter().map(|(mark, cell)| format!("{mark} in {cell}")).collect::<Vec<_>>().join(", ")
}

/// A line and what counts of it: "x has the line 0, 1, 2 by x1, x3 and x5".
pub fn line(line: &Line) -> String {
    let mut marks = line.marks;
    marks.sort();
    format!("{} has the line {} by {}", name(line.owner), listed(&line.cells), listed(&marks))
}

/// The accessible name of a cell: "cell 4, small marks x1 and y2, on the cycle".
pub fn cell_name(position: &Position, cell: Cell) -> String {
    let marks: Vec<Mark> = position.small(cell).collect();
    let small = || {
        let many = if marks.len() == 1 { "mark" } else { "marks" };
        format!("cell {cell}, small {many} {}", listed(&marks))
    };
    match position.state(cell) {
        CellState::Empty => format!("cell {cell}, empty"),
        CellState::Small => small(),
        CellState::Entangled => format!("{}, on the cycle", small()),
        CellState::Settled(mark) => format!("cell {cell}, big mark {mark}"),
    }
}

/// What each collapse offers, one line each.
fn offers(position: &Position) -> Vec<String> {
    let cycle = position.cycle().map_or(Vec::new(), |cycle| cycle.marks);
    let offer = |collapse: Collapse| {
        // Stems settle too, but they are not to be chosen by.
        let on_cycle = collapse.settled.iter().filter(|(mark, _)| cycle.contains(mark));
        let marks: Vec<String> = on_cycle.map(|(mark, cell)| format!("{cell} {mark}")).collect();
        let end = match ending(position, &collapse) {
            none if none.is_empty() => none,
            end => format!(": {end}"),
        };
        let settled = settles(&collapse.settled);
        format!("  {}  {settled}{end} (type {})", collapse.as_move(), one_of(&marks))
    };
    position.collapses().into_iter().map(offer).collect()
}

/// How a collapse would end the game: "x wins", "a draw"; empty if it goes on.
pub fn ending(position: &Position, collapse: &Collapse) -> String {
    let mut after = *position;
    after.apply(&collapse.as_move());
    match after.outcome().map(Outcome::winner) {
        None => String::new(),
        Some(None) => "a draw".to_owned(),
        Some(Some(side)) => format!("{} wins", name(side)),
    }
}

/// The marks that may be chosen in a cell of the cycle: "x1 or y2".
pub fn choices_in(position: &Position, cycle: &Cycle, cell: Cell) -> String {
    let here = |mark: &&Mark| position.small(cell).any(|small| small == **mark);
    one_of(&cycle.marks.iter().filter(here).map(Mark::to_string).collect::<Vec<_>>())
}

fn one_of(items: &[String]) -> String {
    match items {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        _ => items.concat(),
    }
}

impl Words for Position {
    fn side_name(side: Side) -> &'static str {
        name(side)
    }

    fn rules() -> &'static str {
        "\
Quantum tic-tac-toe. x and y move in turn; x begins.
A move puts one small mark into two different open cells at once. The marks are numbered: x1, y2, x3 …
A mark ties its two cells together. A move that closes a cycle of ties makes the other player choose
which of two ways it collapses: every mark tied to the cycle settles, big, in one of its two cells.
Then that same player moves. A cell with a big mark is closed; the last open cell takes a whole mark.
Three big marks of one player in a row, column or diagonal win. If one collapse gives both players a
line, the line with the smallest subscript wins (scoring 'seed'), or the line whose largest subscript
is lower gets 1 point and the other ½ (scoring 'goff'). A full board without a line is a draw.

Cells:  0 1 2     Type two cells (0 4), or one and then the other.
        3 4 5     At a collapse type a cell of the cycle and one of its marks (0 x1).
        6 7 8
"
    }

    fn board(&self) -> String {
        draw::board(self)
    }

    fn ask(&self) -> String {
        let who = name(self.mover());
        if self.outcome().is_some() {
            return String::new();
        }
        if let Some(cycle) = self.cycle() {
            let (cells, _) = around(&cycle);
            let offers = offers(self).join("\n");
            return format!(
                "{who}'s turn: choose one of two collapses of the cycle of cells {cells}:\n{offers}"
            );
        }
        let mark = self.next_mark();
        match self.last_cell() {
            Some(cell) => {
                format!("{who}'s turn: only cell {cell} is open; {mark} goes there whole, type {cell}")
            }
            None => format!("{who}'s turn: two cells for {mark}"),
        }
    }

    fn told(&self, m: &Move, after: &Position) -> Vec<String> {
        let who = name(self.mover());
        let mut said = Vec::new();
        match *m {
            Move::Pair(a, b) => {
                let mark = self.next_mark();
                said.push(format!("{who} puts {mark} into cells {a} and {b}."));
                if let Some(cycle) = after.cycle() {
                    said.push(announce(&cycle));
                }
            }
            Move::Collapse { mark, cell } => {
                let settled: Vec<(Mark, Cell)> = self
                    .marks()
                    .filter(|(_, place)| matches!(place, Place::Two(..)))
                    .filter_map(|(mark, _)| match after.place(mark)? {
                        Place::One(cell) => Some((mark, cell)),
                        Place::Two(..) => None,
                    })
                    .collect();
                said.push(format!("{who} lets {mark} settle in cell {cell}. So: {}.", settles(&settled)));
            }
            Move::Single(cell) => {
                said.push(format!("{who} puts {} whole into cell {cell}.", self.next_mark()));
            }
        }
        said
    }

    fn result(&self) -> String {
        let Some(outcome) = self.outcome() else { return String::new() };
        match (self.best_line(Side::FIRST), self.best_line(Side::SECOND), outcome.winner()) {
            (Some(x), Some(y), Some(winner)) => {
                let (ours, theirs) = if winner == Side::FIRST { (x, y) } else { (y, x) };
                let (low, high) = (ours.deciding(self.scoring()), theirs.deciding(self.scoring()));
                let both = format!("Both have a line: {}; {}.", line(&x), line(&y));
                let (w, l) = (name(winner), name(winner.other()));
                match self.scoring() {
                    Scoring::Seed => {
                        format!("{both} {w} wins: {low} is the smallest subscript, before {high} of {l}.")
                    }
                    Scoring::Goff => format!(
                        "{both} {w} wins with 1 point to ½: its largest subscript {low} is lower than {high} of {l}."
                    ),
                }
            }
            (x, y, Some(winner)) => {
                let ours = x.or(y).map_or(String::new(), |ours| format!(": {}", line(&ours)));
                format!("{} wins{ours}.", name(winner))
            }
            _ => "A draw: the board is full and nobody has a line.".to_owned(),
        }
    }

    fn judge(&self, value: Value, exact: bool) -> String {
        let (me, you) = (name(self.mover()), name(self.mover().other()));
        if !exact {
            return match value.0 {
                -10..=10 => "about even".to_owned(),
                v if v > 0 => format!("better for {me} ({value})"),
                _ => format!("better for {you} ({})", -value),
            };
        }
        match value.0 {
            0 => "a draw".to_owned(),
            50 => format!("{me} wins by ½"),
            -50 => format!("{you} wins by ½"),
            v if v > 0 => format!("{me} wins"),
            _ => format!("{you} wins"),
        }
    }

    fn describe(&self, m: &Move) -> String {
        match m {
            Move::Pair(a, b) => format!("{} in {a} and {b}", self.next_mark()),
            Move::Collapse { mark, cell } => format!("{mark} settles in {cell}"),
            Move::Single(cell) => format!("{} in {cell}", self.next_mark()),
        }
    }

    fn enter(&self, begun: &str, line: &str) -> Entry<Position> {
        match self.enter_line(begun, line.trim()) {
            Ok(entry) => entry,
            Err(why) => Entry::Wrong(why),
        }
    }
}

impl Position {
    fn enter_line(&self, begun: &str, line: &str) -> Result<Entry<Position>, Illegal> {
        // A whole move takes the place of one that was begun.
        let whole = split_words(line).len() > 1 || line.contains(['@', '-']);
        let text = if begun.is_empty() || whole { line.to_owned() } else { format!("{begun} {line}") };
        let alone = split_words(&text).len() == 1 && !text.contains(['@', '-']);
        if !alone || self.outcome().is_some() {
            return Ok(Entry::Move(self.parse(&text)?));
        }
        let cell = read_cell(&text)?;
        let ask = if let Some(cycle) = self.cycle() {
            self.check_cycle_cell(&cycle, cell)?;
            let marks = choices_in(self, &cycle, cell);
            format!("{}: cell {cell}; now the mark, {marks}", name(self.mover()))
        } else if self.last_cell().is_some() {
            return Ok(Entry::Move(self.parse(&text)?));
        } else {
            self.check_open(cell)?;
            format!("{}: {} in cell {cell}; now its second cell", name(self.mover()), self.next_mark())
        };
        Ok(Entry::More { begun: cell.to_string(), ask })
    }
}
