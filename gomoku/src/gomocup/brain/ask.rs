//! What is asked of a machine, and what becomes of its answer.

use super::{AT_ONCE, Action, Brain, Stone, points, say};
use crate::rules::{Colour, Move, Opening, Point, Position, Setup};
use common::game::Game;
use common::player::{Budget, Thought};
use common::protocol::Search;
use common::search::Reversible;
use common::words::Words;
use std::time::Duration;

/// What is going on.
#[derive(Debug)]
pub enum Phase {
    /// Nothing.
    Idle,
    /// A machine thinks about this question.
    Thinking(Question),
    /// A machine has been stopped and nobody wants its answer; then comes this question.
    Dropping(Option<Question>),
}

/// What is asked of a machine. In an opening it is asked for one point after the other.
#[derive(Debug)]
pub struct Question {
    position: Position,
    points: Vec<Point>,
    wanted: usize,
    /// For each of the points.
    time: Duration,
    /// A move of the game, which is put on the board.
    counts: bool,
}

impl Brain {
    pub(super) fn ask_for_move(&mut self) -> Result<Vec<Action>, String> {
        let setup = self.setup;
        let stones = self.stones()?;
        let own = stones.iter().filter(|stone| stone.own).count();
        let colour = if own * 2 >= stones.len() { Colour::Black } else { Colour::White };
        let coloured: Vec<(Point, Colour)> = stones
            .iter()
            .map(|stone| (stone.point, if stone.own { colour } else { colour.other() }))
            .collect();
        let position = Position::of(setup, &coloured, colour).ok_or("two stones are on one point")?;
        if position.end().is_some() {
            return Err(format!("the game is over: {}", position.result()));
        }
        let time = self.clock.allot(own);
        Ok(self.think(Question { position, points: Vec::new(), wanted: 1, time, counts: true }))
    }

    pub(super) fn ask_for_opening(&mut self, stones: &[Stone]) -> Result<Vec<Action>, String> {
        let mut position = Position::new(Setup { opening: Opening::Swap2, ..self.setup });
        for (number, stone) in stones.iter().enumerate() {
            if number == 3 {
                position.apply(&Move::More);
            }
            position.apply(&Move::Stone(stone.point));
        }
        let (wanted, share) = match stones.len() {
            0 => (3, 3),
            // It may come to two stones more.
            3 => (1, 3),
            5 => (1, 1),
            other => return Err(format!("SWAP2BOARD is asked with 0, 3 or 5 stones, not with {other}")),
        };
        let time = (self.clock.allot(0) / share).max(AT_ONCE);
        Ok(self.think(Question { position, points: Vec::new(), wanted, time, counts: false }))
    }

    pub(super) fn think(&mut self, question: Question) -> Vec<Action> {
        if let Phase::Dropping(next) = &mut self.phase {
            *next = Some(question);
            return Vec::new();
        }
        self.asked = true;
        self.thought = None;
        let position = question.position.clone();
        let search = Search {
            config: self.config(position.setup()),
            side: position.mover(),
            view: position,
            moves: Vec::new(),
            budget: Budget::time(question.time),
        };
        self.phase = Phase::Thinking(question);
        vec![Action::Think(Box::new(search))]
    }

    /// What was asked is not wanted any more.
    pub(super) fn interrupt(&mut self) -> Vec<Action> {
        let thinks = matches!(self.phase, Phase::Thinking(_));
        if !matches!(self.phase, Phase::Idle) {
            self.phase = Phase::Dropping(None);
        }
        if thinks { vec![Action::Stop] } else { Vec::new() }
    }

    /// What was asked is wanted now.
    pub(super) fn hurry(&mut self) -> Vec<Action> {
        match &mut self.phase {
            Phase::Idle => Vec::new(),
            Phase::Dropping(question) => {
                if let Some(question) = question {
                    question.time = AT_ONCE;
                }
                Vec::new()
            }
            Phase::Thinking(question) => {
                question.time = AT_ONCE;
                vec![Action::Stop]
            }
        }
    }

    /// Takes a machine's answer: the next question, or what is said.
    pub(super) fn answer(
        &mut self,
        mut question: Question,
        answer: Result<String, String>,
    ) -> Result<Vec<Action>, String> {
        let text = answer?;
        let chosen = question.position.parse(&text).map_err(|why| format!("the machine failed: {why}"))?;
        question.position.apply(&chosen);
        match chosen {
            Move::Swap => return Ok(vec![say("SWAP"), self.prepare()]),
            Move::More => question.wanted = 2,
            Move::Stone(point) => question.points.push(point),
        }
        if question.points.len() < question.wanted {
            return Ok(self.think(question));
        }
        if let (true, Some(stones), Some(point)) =
            (question.counts, &mut self.stones, question.points.first())
        {
            stones.push(Stone { point: *point, own: true });
        }
        let told = self.thought.take().filter(|thought| thought.depth > 0);
        let told = told.map(|thought| Action::Say(message(&thought)));
        let points = say(points::write_all(self.setup.size, &question.points));
        // After an opening comes a game, for which another machine is built.
        let next = (!question.counts).then(|| self.prepare());
        Ok(told.into_iter().chain([points]).chain(next).collect())
    }
}

/// What a machine thought, for whoever watches.
fn message(thought: &Thought) -> String {
    let value = thought.value.map_or_else(String::new, |value| {
        let sure = if thought.exact { " (sure)" } else { "" };
        format!(" value {value}{sure}")
    });
    let (depth, nodes, time) = (thought.depth, thought.nodes, thought.time.as_millis());
    format!("MESSAGE depth {depth}{value} nodes {nodes} time {time}")
}
