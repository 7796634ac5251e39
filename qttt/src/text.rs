//! Everything that is said in words: moves and boards as text, setup options, refusals, and the effects of moves.

use crate::rules::{
    Cell, CellState, Collapse, Cycle, Effect, Illegal, Line, Mark, Move, Position, Scoring, Setup, read_cell,
    split_words,
};
use common::game::{Enumerable, Game, Outcome, SetupOption, Side, Value};
use common::player::Level;
use common::search::Reversible;
use common::styled::StyledText;
use common::words::{Entry, SeenPly, Words};
use std::borrow::Cow;
use std::fmt;

mod draw;

/// The levels, weakest first.
pub const LEVELS: &[Level] = &[
    Level { name: "easy", about: "makes many mistakes; for beginners" },
    Level { name: "medium", about: "looks two moves ahead, sometimes makes a mistake" },
    Level { name: "hard", about: "looks five moves ahead, rarely makes a mistake" },
    Level { name: "perfect", about: "plays perfectly and sets traps" },
];

/// The players of the original program, and simple ones.
pub const ORIGINALS: &[Level] = &[
    Level { name: "random", about: "plays random moves" },
    Level {
        name: "mcts",
        about: "tries random games to the end and plays what won most (Monte Carlo tree search)",
    },
];

/// The options of the AI players.
pub const PLAYER_OPTIONS: &str = "\
Options of AI players follow a colon:
  hard:depth=4,slip=0     search depth in plies, and rate of mistakes (easy, medium, hard)
  mcts:nodes=500,trees=2  number of playouts and of search trees
  perfect:values=all      reports the values of all moves";

impl common::game::Setup for Setup {
    fn options() -> Vec<SetupOption<Setup>> {
        let scoring = SetupOption::choice(
            "Scoring",
            "Who wins when one collapse gives both players a line",
            &Scoring::ALL.map(|scoring| (scoring, scoring.name(), describe_scoring(scoring))),
            |setup: &Setup| setup.scoring,
            |setup, scoring| setup.scoring = scoring,
        );
        vec![scoring.by_meaning()]
    }
}

/// A scoring in a few words.
pub fn describe_scoring(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::Seed => "the player whose line has the lowest number wins",
        Scoring::Goff => "Goff's scoring: the line whose highest number is lower gets 1 point, the other ½",
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
                write!(f, "'{text}' is not a move: type the digits of cells, 0 to 8, as in 0 4")
            }
            Illegal::NotACell(text) => {
                write!(f, "there is no cell {text} on the board; cells are numbered 0 to 8, row by row")
            }
            Illegal::NotAMark(text) => {
                write!(f, "'{text}' is not a mark: use its name or its number, as in x1 or 1")
            }
            Illegal::SameCell(cell) => {
                write!(f, "a mark goes into two different cells; choose a second cell other than {cell}")
            }
            Illegal::NeedsTwoCells(cell) => {
                write!(f, "a mark goes into two cells; choose a second cell other than {cell}")
            }
            Illegal::OneCellLeft(cell) => {
                write!(f, "only cell {cell} is open, so the whole mark goes there; type {cell}")
            }
            Illegal::Settled(cell, mark) => {
                write!(f, "cell {cell} is closed, because it has the big mark {mark}; choose an open cell")
            }
            Illegal::CollapseFirst => {
                write!(
                    f,
                    "a cycle is closed; first choose its collapse: a cell on the cycle, then one of its marks"
                )
            }
            Illegal::NothingToCollapse => {
                write!(f, "there is no cycle to collapse; choose two cells, as in 0 4")
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
                    "{mark} is not one of the two cycle marks in cell {cell}; choose one of the listed marks"
                )
            }
            Illegal::NotYourTurn(side) => write!(f, "it is not {}'s turn", name(*side)),
            Illegal::Over => write!(f, "the game is over; undo a move or start a new game"),
        }
    }
}

/// A list in words: "0, 1 and 4".
fn join_and<T: fmt::Display>(items: &[T]) -> String {
    join(items, "and")
}

/// Alternatives in words: "0, 1 or 4".
fn join_or<T: fmt::Display>(items: &[T]) -> String {
    join(items, "or")
}

fn join<T: fmt::Display>(items: &[T], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.to_string(),
        [rest @ .., last] => {
            let rest: Vec<String> = rest.iter().map(T::to_string).collect();
            format!("{} {conjunction} {last}", rest.join(", "))
        }
    }
}

fn sorted<T: Ord + Copy>(items: &[T]) -> Vec<T> {
    let mut items = items.to_vec();
    items.sort();
    items
}

/// A closed cycle: its cells, its marks and its stems.
pub fn describe_cycle(cycle: &Cycle) -> String {
    let (cells, marks) = (join_and(&sorted(&cycle.cells)), join_and(&sorted(&cycle.marks)));
    let stems = match sorted(&cycle.stems).as_slice() {
        [] => String::new(),
        [stem] => format!(" {stem} is tied to it and settles with it."),
        stems => format!(" {} are tied to it and settle with it.", join_and(stems)),
    };
    format!("A cycle: cells {cells} are entangled by {marks}.{stems}")
}

/// The marks that settle in a collapse: "x1 in 0, y2 in 1".
pub fn describe_settled(settled: &[(Mark, Cell)]) -> String {
    let settled = sorted(settled);
    settled.iter().map(|(mark, cell)| format!("{mark} in {cell}")).collect::<Vec<_>>().join(", ")
}

/// All lines of a side: "x has the line 0, 1 and 2 with x1, x3 and x5"; empty if it has none.
fn describe_lines(position: &Position, side: Side) -> String {
    let line = |line: Line| {
        let marks = join_and(&sorted(&line.marks));
        format!("the line {} with {marks}", join_and(&line.cells))
    };
    let lines: Vec<String> =
        position.lines().into_iter().filter(|line| line.owner == side).map(line).collect();
    if lines.is_empty() { String::new() } else { format!("{} has {}", name(side), lines.join(", and ")) }
}

/// The accessible name of a cell: "cell 4, small marks x1 and y2, on the cycle".
pub fn cell_name(position: &Position, cell: Cell) -> String {
    let marks: Vec<Mark> = position.small(cell).collect();
    let small = || {
        let noun = if marks.len() == 1 { "mark" } else { "marks" };
        format!("cell {cell}, small {noun} {}", join_and(&marks))
    };
    match position.state(cell) {
        CellState::Empty => format!("cell {cell}, empty"),
        CellState::Small => small(),
        CellState::Entangled => format!("{}, on the cycle", small()),
        CellState::Settled(mark) => format!("cell {cell}, big mark {mark}"),
    }
}

/// The two collapses to choose from, one line each.
fn list_collapses(position: &Position, cycle: &Cycle) -> String {
    let line = |collapse: Collapse| {
        // Stems settle too, but a collapse cannot be chosen by them.
        let on_cycle = collapse.settled.iter().filter(|(mark, _)| cycle.marks.contains(mark));
        let choices: Vec<String> = on_cycle.map(|(mark, cell)| format!("{cell} {mark}")).collect();
        let mut after = *position;
        after.apply(&collapse.as_move());
        let settled = describe_settled(&collapse.settled);
        let end = describe_end(&after).map_or(String::new(), |end| format!(": {end}"));
        format!("  {}  {settled}{end} (type {})", collapse.as_move(), join_or(&choices))
    };
    position.collapses().into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The end of a game in a few words: "x wins", "a draw".
pub fn describe_end(position: &Position) -> Option<String> {
    Some(match position.outcome().map(Outcome::winner)? {
        None => "a draw".to_owned(),
        Some(side) => format!("{} wins", name(side)),
    })
}

/// The marks that can be chosen in a cell of the cycle: "x1 or y2".
pub fn marks_to_choose(position: &Position, cycle: &Cycle, cell: Cell) -> String {
    let in_cell = |mark: &Mark| position.small(cell).any(|small| small == *mark);
    join_or(&cycle.marks.iter().copied().filter(in_cell).collect::<Vec<_>>())
}

impl Words for Position {
    const MOVES_IN_PARTS: bool = true;

    fn side_name(_: &Setup, _: Option<&Position>, side: Side) -> Cow<'static, str> {
        name(side).into()
    }

    fn summary(setup: &Setup) -> String {
        match setup.scoring {
            Scoring::Seed => "if both get a line, the lowest number wins".to_owned(),
            Scoring::Goff => "if both get a line, 1 point and ½ point (Goff's scoring)".to_owned(),
        }
    }

    fn rules() -> &'static str {
        "\
Quantum tic-tac-toe. x and y move in turn; x begins.
A move puts one small mark into two different open cells. The marks are numbered in the order in
which they are played: x1, y2, x3 …
A mark ties its two cells together. When a move closes a cycle of ties, the other player chooses one
of two collapses: every mark tied to the cycle settles in one of its two cells and becomes big.
Then the same player moves. A cell with a big mark is closed. If only one cell is open, the next
mark goes there whole.
Three big marks of one player in a row, column or diagonal win. If one collapse gives both players a
line, the player whose line has the lowest number wins (--scoring seed), or, in Goff's scoring, the
line whose highest number is lower gets 1 point and the other ½ (--scoring goff). A full board
without a line is a draw.

Cells:  0 1 2     Type two cells (0 4), or one and then the other.
        3 4 5     At a collapse, type a cell of the cycle and one of its marks (0 x1).
        6 7 8
"
    }

    fn board(position: &Position, recent: &[SeenPly<'_, Position>]) -> StyledText {
        let last = recent.last().map(|ply| ply.side);
        // A collapse and the move after it are one turn.
        let turn: Vec<_> = recent.iter().rev().take_while(|ply| Some(ply.side) == last).collect();
        let marks = |ply: &SeenPly<'_, Position>| match ply.m {
            Some(Move::Pair(..) | Move::Single(_)) => vec![ply.before.next_mark()],
            _ => ply.effect.iter().flat_map(|effect| effect.settled.iter().map(|(mark, _)| *mark)).collect(),
        };
        draw::board(position, &turn.into_iter().flat_map(marks).collect::<Vec<Mark>>())
    }

    fn legend(_: &Position) -> StyledText {
        draw::legend()
    }

    fn suggestions(position: &Position, _: Side) -> Vec<String> {
        position.moves().iter().map(Move::to_string).collect()
    }

    fn prompt(position: &Position, side: Side) -> String {
        let who = name(side);
        if position.outcome().is_some() {
            return String::new();
        }
        if let Some(cycle) = position.cycle() {
            let cells = join_and(&sorted(&cycle.cells));
            let collapses = list_collapses(position, &cycle);
            return format!(
                "{who}'s turn: choose one of two collapses of the cycle of cells {cells}:\n{collapses}"
            );
        }
        let mark = position.next_mark();
        if let Some(cell) = position.last_cell() {
            return format!(
                "{who}'s turn: only cell {cell} is open, so {mark} goes there whole; type {cell}"
            );
        }
        let example = match position.moves().first() {
            Some(Move::Pair(a, b)) => format!(", as in {a} {b}"),
            _ => String::new(),
        };
        format!("{who}'s turn: two cells for {mark}{example}")
    }

    fn describe_effects(ply: &SeenPly<'_, Position>) -> Vec<String> {
        let (Some(m), Some(effect)) = (ply.m, &ply.effect) else { return Vec::new() };
        let (who, mark) = (name(ply.side), ply.before.next_mark());
        let sentence = match *m {
            Move::Pair(a, b) => format!("{who} puts {mark} into cells {a} and {b}."),
            Move::Single(cell) => format!("{who} puts {mark} whole into cell {cell}."),
            Move::Collapse { .. } => {
                let settled = describe_settled(&effect.settled);
                format!("{who} chooses a collapse: {settled}.")
            }
        };
        std::iter::once(sentence).chain(effect.cycle.as_ref().map(describe_cycle)).collect()
    }

    fn result(position: &Position) -> String {
        let Some(outcome) = position.outcome() else { return String::new() };
        match (position.best_line(Side::FIRST), position.best_line(Side::SECOND), outcome.winner()) {
            (Some(x), Some(y), Some(winner)) => {
                let (won, lost) = if winner == Side::FIRST { (x, y) } else { (y, x) };
                let (low, high) =
                    (won.deciding_mark(position.scoring()), lost.deciding_mark(position.scoring()));
                let [xs, ys] = [Side::FIRST, Side::SECOND].map(|side| describe_lines(position, side));
                let both = format!("Both have a line: {xs}; {ys}.");
                let (w, l) = (name(winner), name(winner.other()));
                match position.scoring() {
                    Scoring::Seed => {
                        format!("{both} {w} wins: its lowest number is {low}, that of {l} is {high}.")
                    }
                    Scoring::Goff => format!(
                        "{both} {w} wins with 1 point to ½: its highest number is {low}, that of {l} is {high}."
                    ),
                }
            }
            (_, _, Some(winner)) => {
                format!("{} wins: {}.", name(winner), describe_lines(position, winner))
            }
            _ => "A draw: the board is full and there is no line.".to_owned(),
        }
    }

    /// It is about `side`, whose symbol is beside it where an AI player says what it thinks.
    fn describe_value(position: &Position, side: Side, value: Value, exact: bool) -> String {
        let (who, ahead) = (name(side), value >= Value::EVEN);
        match (value.0.abs(), exact) {
            (0, true) => return "a draw".to_owned(),
            (50, true) => return format!("{who} {} by ½", if ahead { "wins" } else { "loses" }),
            (_, true) => return format!("{who} {}", if ahead { "wins" } else { "loses" }),
            (0..=10, false) => return "about even".to_owned(),
            _ => {}
        }
        let better = if ahead { "better" } else { "worse" };
        match position.scoring() {
            Scoring::Seed => format!("{who} is {better} ({} % to win)", value.chance()),
            Scoring::Goff => format!("{who} is {better} ({value} points)"),
        }
    }

    fn describe_move(position: &Position, _: Side, m: &Move, effect: Option<&Effect>) -> String {
        match (m, effect) {
            (Move::Pair(a, b), _) => format!("{} in {a} and {b}", position.next_mark()),
            (Move::Collapse { .. }, Some(effect)) => {
                format!("collapse: {}", describe_settled(&effect.settled))
            }
            (Move::Collapse { mark, cell }, None) => format!("the collapse with {mark} in {cell}"),
            (Move::Single(cell), _) => format!("{} in {cell}", position.next_mark()),
        }
    }

    /// The numbers in a list of moves are those of the marks: a collapse makes none.
    fn is_numbered(m: &Move) -> bool {
        !matches!(m, Move::Collapse { .. })
    }

    fn enter(position: &Position, side: Side, begun: &str, line: &str) -> Entry<Position> {
        enter(position, side, begun, line.trim()).unwrap_or_else(Entry::Wrong)
    }
}

fn enter(position: &Position, side: Side, begun: &str, line: &str) -> Result<Entry<Position>, Illegal> {
    let is_one_word = |text: &str| split_words(text).len() == 1 && !text.contains(['@', '-']);
    // A whole move replaces one that was begun.
    let text =
        if begun.is_empty() || !is_one_word(line) { line.to_owned() } else { format!("{begun} {line}") };
    if !is_one_word(&text) || position.last_cell().is_some() || position.outcome().is_some() {
        return Ok(Entry::Move(position.parse(side, &text)?.to_string()));
    }
    let (who, cell) = (name(side), read_cell(&text)?);
    let prompt = if let Some(cycle) = position.cycle() {
        position.check_cycle_cell(&cycle, cell)?;
        format!("{who}: cell {cell}; now the mark, {}", marks_to_choose(position, &cycle, cell))
    } else {
        position.check_open(cell)?;
        format!("{who}: {} in cell {cell}; now its second cell", position.next_mark())
    };
    Ok(Entry::More { begun: cell.to_string(), prompt })
}
