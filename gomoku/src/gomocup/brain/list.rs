//! Stones that the manager tells one by one.

use crate::gomocup::points;
use crate::rules::{Point, Size};
use common::protocol::quoted;

/// A stone, by whose it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stone {
    /// Where it is.
    pub point: Point,
    /// Whether it is ours.
    pub own: bool,
}

/// What a list of stones is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The board is put, and a move is wanted.
    Board,
    /// The board is put.
    Silent,
    /// The stones of an opening, without whose they are.
    Swap2,
}

/// A list as far as it is told.
#[derive(Debug)]
pub struct List {
    kind: Kind,
    size: Size,
    stones: Vec<Stone>,
    /// The first thing that was wrong. What comes after it does not matter any more.
    wrong: Option<String>,
}

impl List {
    /// Begins a list, which may be wrong from the start.
    pub fn new(kind: Kind, size: Size, wrong: Option<String>) -> List {
        List { kind, size, stones: Vec::new(), wrong }
    }

    /// Takes a line.
    pub fn add(&mut self, line: &str) {
        if self.wrong.is_none() {
            self.wrong = self.read(line).err();
        }
    }

    /// What was told, or the first thing that was wrong with it.
    pub fn end(self) -> Result<(Kind, Vec<Stone>), String> {
        match self.wrong {
            Some(why) => Err(why),
            None => Ok((self.kind, self.stones)),
        }
    }

    fn read(&mut self, line: &str) -> Result<(), String> {
        let numbers = points::numbers(line);
        let (point, own) = match (numbers.as_deref(), self.kind) {
            (Some(&[x, y]), Kind::Swap2) => (points::point(self.size, x, y)?, false),
            (Some(&[x, y, who @ (1 | 2)]), Kind::Board | Kind::Silent) => {
                (points::point(self.size, x, y)?, who == 1)
            }
            // A mark of the manager, such as a row that has won in a game that goes on.
            (Some(&[_, _, 3]), Kind::Board | Kind::Silent) => return Ok(()),
            (_, Kind::Swap2) => {
                return Err(format!("a stone is told as x,y, not as '{}'", quoted(line)));
            }
            (_, Kind::Board | Kind::Silent) => {
                return Err(format!(
                    "a stone is told as x,y,1 if it is mine and x,y,2 if it is not, not as '{}'",
                    quoted(line)
                ));
            }
        };
        if self.stones.iter().any(|stone| stone.point == point) {
            return Err(format!("there are two stones on {}", points::write(self.size, point)));
        }
        self.stones.push(Stone { point, own });
        Ok(())
    }
}
