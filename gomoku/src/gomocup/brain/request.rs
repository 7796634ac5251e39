//! Requests for a move to the AI player, and its answers.

use super::{Action, Brain, MIN_TIME, Stone, points, say};
use crate::rules::{Colour, Move, Opening, Point, Position, Setup, Size};
use common::game::Game;
use common::player::{Budget, Thought};
use common::protocol::Search;
use common::search::Reversible;
use common::words::Words;
use std::time::Duration;

/// The state of the search.
#[derive(Debug)]
pub enum Phase {
    /// No search.
    Idle,
    /// A search for this request.
    Thinking(MoveRequest),
    /// A stopped search whose answer will be discarded, and the next request.
    Discarding(Option<MoveRequest>),
}

/// A request for a move. In an opening the points are requested one by one.
#[derive(Debug)]
pub struct MoveRequest {
    position: Position,
    points: Vec<Point>,
    needed: usize,
    /// Thinking time for each point.
    time: Duration,
    /// Whether this is a move of the game, which goes on the board.
    is_game_move: bool,
}

impl Brain {
    pub(super) fn request_move(&mut self) -> Result<Vec<Action>, String> {
        let setup = self.setup;
        let stones = self.stones()?;
        let own = stones.iter().filter(|stone| stone.own).count();
        let colour = if own * 2 >= stones.len() { Colour::Black } else { Colour::White };
        let stones_with_colours: Vec<(Point, Colour)> = stones
            .iter()
            .map(|stone| (stone.point, if stone.own { colour } else { colour.other() }))
            .collect();
        let position =
            Position::of(setup, &stones_with_colours, colour).ok_or("two stones are on one point")?;
        if position.end().is_some() {
            return Err(format!("the game is over: {}", Position::result(&position)));
        }
        let max_moves = points_of(setup.size).saturating_sub(stones.len()).div_ceil(2);
        let time = self.clock.time_for_move(own, max_moves);
        Ok(self.think(MoveRequest { position, points: Vec::new(), needed: 1, time, is_game_move: true }))
    }

    pub(super) fn request_opening(&mut self, stones: &[Stone]) -> Result<Vec<Action>, String> {
        let mut position = Position::new(Setup { opening: Opening::Swap2, ..self.setup });
        for (number, stone) in stones.iter().enumerate() {
            if number == 3 {
                position.apply(&Move::More);
            }
            position.apply(&Move::Stone(stone.point));
        }
        let (needed, share) = match stones.len() {
            0 => (3, 3),
            // Two more stones may follow.
            3 => (1, 3),
            5 => (1, 1),
            other => return Err(format!("SWAP2BOARD needs 0, 3 or 5 stones, not {other}")),
        };
        let max_moves = points_of(self.setup.size) / 2;
        let time = (self.clock.time_for_move(0, max_moves) / share).max(MIN_TIME);
        Ok(self.think(MoveRequest { position, points: Vec::new(), needed, time, is_game_move: false }))
    }

    pub(super) fn think(&mut self, request: MoveRequest) -> Vec<Action> {
        if let Phase::Discarding(next) = &mut self.phase {
            *next = Some(request);
            return Vec::new();
        }
        self.has_searched = true;
        self.thought = None;
        let position = request.position.clone();
        let search = Search {
            config: self.config(position.setup()),
            side: position.mover(),
            view: position,
            moves: Vec::new(),
            budget: Budget::time(request.time),
            // In an opening the best move of a search is not yet the answer.
            answer_by: request.is_game_move.then(|| self.clock.answer_by()),
        };
        self.phase = Phase::Thinking(request);
        vec![Action::Think(Box::new(search))]
    }

    /// Discards the running search.
    pub(super) fn discard_search(&mut self) -> Vec<Action> {
        let was_thinking = matches!(self.phase, Phase::Thinking(_));
        if !matches!(self.phase, Phase::Idle) {
            self.phase = Phase::Discarding(None);
        }
        if was_thinking { vec![Action::Stop] } else { Vec::new() }
    }

    /// Stops the running search, and its answer is sent.
    pub(super) fn stop_thinking(&mut self) -> Vec<Action> {
        match &mut self.phase {
            Phase::Idle => Vec::new(),
            Phase::Discarding(request) => {
                if let Some(request) = request {
                    request.time = MIN_TIME;
                }
                Vec::new()
            }
            Phase::Thinking(request) => {
                request.time = MIN_TIME;
                vec![Action::Stop]
            }
        }
    }

    /// Handles the answer of an AI player: the next request, or the line to send.
    pub(super) fn answer(
        &mut self,
        mut request: MoveRequest,
        answer: Result<String, String>,
    ) -> Result<Vec<Action>, String> {
        let text = answer?;
        let chosen = request
            .position
            .parse(request.position.mover(), &text)
            .map_err(|why| format!("the engine failed: {why}"))?;
        request.position.apply(&chosen);
        match chosen {
            Move::Swap => return Ok(vec![say("SWAP"), self.prepare()]),
            Move::More => request.needed = 2,
            Move::Stone(point) => request.points.push(point),
        }
        if request.points.len() < request.needed {
            return Ok(self.think(request));
        }
        if let (true, Some(stones), Some(point)) =
            (request.is_game_move, &mut self.stones, request.points.first())
        {
            stones.push(Stone { point: *point, own: true });
        }
        let message_action = self.thought.take().filter(|thought| thought.depth > 0);
        let message_action = message_action.map(|thought| Action::Say(thought_message(&thought)));
        let points = say(points::write_all(self.setup.size, &request.points));
        // The game after an opening needs another AI player.
        let next = (!request.is_game_move).then(|| self.prepare());
        Ok(message_action.into_iter().chain([points]).chain(next).collect())
    }
}

/// The number of points on a board.
fn points_of(size: Size) -> usize {
    usize::from(size.columns()) * usize::from(size.rows())
}

/// The last thought of the search as a message.
fn thought_message(thought: &Thought) -> String {
    let value = thought.value.map_or_else(String::new, |value| {
        let proved = if thought.exact { " (proved)" } else { "" };
        format!(" value {value}{proved}")
    });
    let (depth, nodes, time) = (thought.depth, thought.nodes, thought.time.as_millis());
    format!("MESSAGE depth {depth}{value} nodes {nodes} time {time}")
}
