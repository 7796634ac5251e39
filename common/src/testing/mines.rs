//! A toy puzzle for one player: its board is generated, hides something, and can be lost.
//!
//! A row of cells hides mines. Opening a safe cell shows how many of its neighbours are mines; opening a mine costs a
//! life. The puzzle is solved when every safe cell is open, and failed without lives. Right cells in a row score more
//! and more, a mine costs ten points, and undo gives none of it back.

use crate::game::{
    Choice, Dice, Facts, Game, Outcome, ScoreEvent, Setup, SetupOption, Side, Sides, StartError, Value,
};
use crate::job::Work;
use crate::player::{AiPlayers, BadSpec, Budget, Level, Player, PlayerError, Spec, Thought, Turn};
use crate::styled::{STRONG, StyledText};
use crate::words::{SeenPly, Words};
use std::borrow::Cow;
use std::fmt;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub cells: i64,
    pub mines: i64,
    pub lives: i64,
    /// Steps of work to generate the board.
    pub effort: i64,
}

impl Default for Row {
    fn default() -> Row {
        Row { cells: 6, mines: 2, lives: 2, effort: 0 }
    }
}

impl Setup for Row {
    fn options() -> Vec<SetupOption<Row>> {
        vec![
            SetupOption::number("Cells", "Cells of the row", 4..=40, |r| r.cells, |r, n| r.cells = n),
            SetupOption::dynamic_choice(
                "Mines",
                "Mines in the row",
                |row| (1..=row.cells / 2).map(|n| Choice::new(n.to_string(), "")).collect(),
                |row| row.mines.to_string(),
                |row, text| row.mines = text.parse().unwrap_or(1),
            ),
            SetupOption::number("Lives", "Mines that may be opened", 1..=3, |r| r.lives, |r, n| r.lives = n),
            SetupOption::number(
                "Effort",
                "Steps of the generator",
                0..=1_000_000_000,
                |r| r.effort,
                |r, n| r.effort = n,
            ),
        ]
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mines {
    is_mine: Vec<bool>,
    open: Vec<bool>,
    lives: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Open(pub usize);

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// What was found in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    Safe { neighbours: u8 },
    Mine,
}

/// What the player sees: what was found in the cells that are open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    pub cells: Vec<Option<Found>>,
    pub lives: i64,
    pub solved: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Points {
    pub points: i64,
    pub streak: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum BadCell {
    #[error("'{0}' is not a cell of this row")]
    NoCell(String),
    #[error("this cell is open already")]
    Open,
    #[error("the puzzle is over")]
    Over,
    #[error("{0} mines do not fit into {1} cells")]
    TooMany(i64, i64),
}

impl Mines {
    fn found(&self, cell: usize) -> Found {
        let mine =
            |cell: Option<usize>| u8::from(cell.and_then(|cell| self.is_mine.get(cell)) == Some(&true));
        if self.is_mine[cell] {
            return Found::Mine;
        }
        Found::Safe { neighbours: mine(cell.checked_sub(1)) + mine(Some(cell + 1)) }
    }
    fn solved(&self) -> bool {
        self.is_mine.iter().zip(&self.open).all(|(mine, open)| *mine || *open)
    }
}

impl Game for Mines {
    const FACTS: Facts =
        Facts { name: "mines", title: "Mines", chance: true, hidden: true, simultaneous: false };
    type Setup = Row;
    type Move = Open;
    type View = Field;
    type Effect = Found;
    type Score = Points;
    type Illegal = BadCell;
    type BadSetup = BadCell;

    fn sides(_: &Row) -> usize {
        1
    }
    fn max_plies(setup: &Row) -> usize {
        setup.cells as usize
    }
    fn start(setup: &Row, dice: &mut Dice, work: &Work) -> Result<Mines, StartError<BadCell>> {
        if setup.mines > setup.cells / 2 {
            return Err(BadCell::TooMany(setup.mines, setup.cells).into());
        }
        for step in 0..setup.effort {
            if work.stopped() {
                return Err(StartError::Cancelled);
            }
            if step % 1000 == 0 {
                work.report(Some(step as f64 / setup.effort as f64), "generating the row");
            }
        }
        let cells = setup.cells as usize;
        let mut mines = vec![false; cells];
        while (mines.iter().filter(|mine| **mine).count() as i64) < setup.mines {
            mines[dice.below(cells)] = true;
        }
        Ok(Mines { is_mine: mines, open: vec![false; cells], lives: setup.lives })
    }
    fn to_move(&self) -> Sides {
        if self.outcome().is_some() { Sides::NONE } else { Sides::one(Side::FIRST) }
    }
    fn parse(&self, side: Side, text: &str) -> Result<Open, BadCell> {
        let number = text.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let cell = number.ok_or_else(|| BadCell::NoCell(text.chars().take(20).collect()))?;
        self.clone().play(side, &Open(cell), &mut Dice::new(0)).map(|_| Open(cell))
    }
    fn play(&mut self, side: Side, m: &Open, _: &mut Dice) -> Result<Found, BadCell> {
        if side != Side::FIRST || self.outcome().is_some() {
            return Err(BadCell::Over);
        }
        let open = self.open.get_mut(m.0).ok_or_else(|| BadCell::NoCell(m.to_string()))?;
        if std::mem::replace(open, true) {
            return Err(BadCell::Open);
        }
        let found = self.found(m.0);
        self.lives -= i64::from(found == Found::Mine);
        Ok(found)
    }
    fn random_move(&self, side: Side, dice: &mut Dice) -> Option<Open> {
        let closed: Vec<Open> = (0..self.open.len()).filter(|cell| !self.open[*cell]).map(Open).collect();
        dice.pick(&closed).copied().filter(|_| self.to_move().contains(side))
    }
    fn view(&self, _: Side) -> Field {
        let seen = |cell: usize| self.open[cell].then(|| self.found(cell));
        Field { cells: (0..self.open.len()).map(seen).collect(), lives: self.lives, solved: self.solved() }
    }
    fn outcome(&self) -> Option<Outcome> {
        if self.lives == 0 {
            return Some(Outcome::failed());
        }
        self.solved().then(Outcome::solved)
    }
    fn visible_effect(_: Side, effect: &Found, _: &Mines) -> Option<Found> {
        Some(*effect)
    }
    fn count(score: &mut Points, event: &ScoreEvent<'_, Mines>) {
        match event {
            ScoreEvent::Played { effect: Found::Safe { .. }, .. } => {
                score.streak += 1;
                score.points += score.streak;
            }
            ScoreEvent::Played { effect: Found::Mine, .. } => {
                score.streak = 0;
                score.points -= 10;
            }
            ScoreEvent::Hint { .. } => score.points -= 3,
            ScoreEvent::Undone { .. } | ScoreEvent::Refused { .. } => {}
        }
    }
}

impl Words for Mines {
    const MOVE_VALUES: bool = false;

    fn side_name(_: &Row, _: Option<&Field>, _: Side) -> Cow<'static, str> {
        "You".into()
    }
    fn rules() -> &'static str {
        "Open every cell that is not a mine.\n"
    }
    fn board(view: &Field, _: &[SeenPly<'_, Mines>]) -> StyledText {
        let cell = |cell: &Option<Found>| match cell {
            None => '.',
            Some(Found::Mine) => '*',
            Some(Found::Safe { neighbours }) => char::from(b'0' + neighbours),
        };
        let cells: String = view.cells.iter().map(cell).collect();
        format!("{cells} lives {}\n", view.lives).into()
    }
    fn legend(_: &Field) -> StyledText {
        let mut text = StyledText::from(". closed  ");
        text.push(STRONG, "*");
        text.plain(" mine\n");
        text
    }
    fn prompt(view: &Field, _: Side) -> String {
        format!("You: a cell, 1 to {}", view.cells.len())
    }
    fn describe_effects(ply: &SeenPly<'_, Mines>) -> Vec<String> {
        let cell = ply.m.map_or(String::new(), Open::to_string);
        vec![match ply.effect {
            Some(Found::Mine) => format!("Cell {cell} was a mine."),
            _ => format!("Cell {cell} is safe."),
        }]
    }
    fn result(view: &Field) -> String {
        match (view.lives, view.solved) {
            (0, _) => "No lives are left: the puzzle is lost.".into(),
            (_, true) => "Every safe cell is open: the puzzle is solved.".into(),
            _ => String::new(),
        }
    }
    fn describe_value(_: &Field, _: Side, value: Value, _: bool) -> String {
        if value > Value::EVEN { "safe".into() } else { "a mine".into() }
    }
    fn describe_move(_: &Field, _: Side, m: &Open, effect: Option<&Found>) -> String {
        match effect {
            Some(found) => format!("cell {m}: {found:?}"),
            None => format!("cell {m}"),
        }
    }
    fn describe_score(score: &Points) -> String {
        format!("{} points", score.points)
    }
}

/// Opens the first closed cell, and reports everything it was given in its thoughts.
struct Leftmost;

impl Player<Mines> for Leftmost {
    fn choose(
        &mut self,
        turn: &Turn<'_, Mines>,
        _: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Open, PlayerError> {
        let given = format!("{:?} {:?} {:?}", turn.view, turn.setup, turn.moves);
        seen(Thought { depth: 1, line: vec![given], ..Thought::default() });
        let closed = turn.view.cells.iter().position(Option::is_none);
        closed.map(Open).ok_or(PlayerError::NoMove)
    }
}

impl AiPlayers for Mines {
    const LEVELS: &'static [Level] = &[Level { name: "left", about: "opens from left to right" }];
    fn build_player(spec: &Spec, _: &Row, _: u64) -> Result<Box<dyn Player<Mines>>, BadSpec> {
        match spec.name() {
            "left" => Ok(Box::new(Leftmost)),
            _ => Err(Self::unknown(spec)),
        }
    }
}
