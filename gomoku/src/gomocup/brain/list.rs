//! Lists of stones, sent one per line.

use crate::gomocup::points;
use crate::rules::{Point, Size};
use common::protocol::quoted;

/// A stone and its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stone {
    /// Its point.
    pub point: Point,
    /// Whether it is ours.
    pub own: bool,
}

/// The command that started the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListKind {
    /// `BOARD`: sets the board, and a move is expected.
    Board,
    /// `YXBOARD`: only sets the board.
    BoardOnly,
    /// `SWAP2BOARD`: the stones of an opening, without owners.
    Swap2,
}

/// A list that is being received.
#[derive(Debug)]
pub struct StoneList {
    kind: ListKind,
    size: Size,
    stones: Vec<Stone>,
    /// The first error. Later lines are ignored.
    error: Option<String>,
}

impl StoneList {
    /// Starts a list, which may already have an error.
    pub fn new(kind: ListKind, size: Size, error: Option<String>) -> StoneList {
        StoneList { kind, size, stones: Vec::new(), error }
    }

    /// Adds a line.
    pub fn add(&mut self, line: &str) {
        if self.error.is_none() {
            self.error = self.read(line).err();
        }
    }

    /// The stones, or the first error.
    pub fn finish(self) -> Result<(ListKind, Vec<Stone>), String> {
        match self.error {
            Some(why) => Err(why),
            None => Ok((self.kind, self.stones)),
        }
    }

    fn read(&mut self, line: &str) -> Result<(), String> {
        let numbers = points::numbers(line);
        let (point, own) = match (numbers.as_deref(), self.kind) {
            (Some(&[x, y]), ListKind::Swap2) => (points::point(self.size, x, y)?, false),
            (Some(&[x, y, owner @ (1 | 2)]), ListKind::Board | ListKind::BoardOnly) => {
                (points::point(self.size, x, y)?, owner == 1)
            }
            // A mark of the manager, such as a winning row in a continuous game.
            (Some(&[_, _, 3]), ListKind::Board | ListKind::BoardOnly) => return Ok(()),
            (_, ListKind::Swap2) => {
                return Err(format!("a stone is x,y, not '{}'", quoted(line)));
            }
            (_, ListKind::Board | ListKind::BoardOnly) => {
                return Err(format!("a stone is x,y,1 (own) or x,y,2 (opponent), not '{}'", quoted(line)));
            }
        };
        if self.stones.iter().any(|stone| stone.point == point) {
            return Err(format!("there are two stones on {}", points::write(self.size, point)));
        }
        self.stones.push(Stone { point, own });
        Ok(())
    }
}
