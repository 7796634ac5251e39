//! The animation of a move: the chosen square is marked, the electron appears, and the chain runs wave by wave.
//!
//! Durations are in units of the animation speed, and each frame advances by a limited time. So a new speed takes effect
//! at once, and a slow computer shows every wave too.

use crate::rules::{Chain, Position, Square, Wave};
use crate::text;
use std::sync::Arc;

/// How long the choice of an AI player is marked before the electron appears.
const MARK: f32 = 2.0;
/// How long the electron takes to appear.
const PLACE: f32 = 0.9;
/// The duration of the first wave.
const WAVE: f32 = 1.7;
/// The number of waves after which a wave takes half as long as the first one.
const HALF_AFTER: f32 = 12.0;
/// The maximum duration of a chain: about six seconds at normal speed.
const MAX_CHAIN: f32 = 28.0;
/// The maximum time that a frame advances, in seconds.
const MAX_STEP: f32 = 0.1;

/// A move that is being animated.
#[derive(Debug, Clone)]
pub struct MoveAnimation {
    before: Position,
    square: Square,
    chain: Arc<Chain>,
    /// The waves of the move itself. The others follow after a win, and are only shown.
    own_waves: usize,
    /// How long the chosen square is marked.
    mark: f32,
    /// The end of each wave.
    ends: Vec<f32>,
    elapsed: f32,
}

/// What is visible at a moment. A `part` goes from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Frame<'a> {
    /// The chosen square is marked.
    Mark {
        /// The board before the move.
        before: &'a Position,
        /// How far the mark is.
        part: f32,
    },
    /// The electron appears.
    Place {
        /// The board before the move.
        before: &'a Position,
        /// The board with the electron.
        after: &'a Position,
        /// How far the electron is.
        part: f32,
    },
    /// Atoms explode.
    Wave {
        /// The board before the wave.
        before: &'a Position,
        /// The board after the wave.
        after: &'a Position,
        /// The squares of these atoms.
        explosions: &'a [Square],
        /// How far the electrons are.
        part: f32,
    },
}

impl MoveAnimation {
    /// The animation of a legal move and of the waves that follow a win. The choice of an AI player is marked first.
    pub fn new(
        before: &Position,
        square: Square,
        chain: Arc<Chain>,
        after_win: &[Wave],
        ai_player: bool,
    ) -> MoveAnimation {
        let own_waves = chain.waves.len();
        let chain = if after_win.is_empty() {
            chain
        } else {
            let waves = chain.waves.iter().chain(after_win).cloned().collect();
            Arc::new(Chain { placed: chain.placed.clone(), waves })
        };
        let lengths: Vec<f32> =
            (0..chain.waves.len()).map(|n| WAVE / (1.0 + n as f32 / HALF_AFTER)).collect();
        let whole: f32 = lengths.iter().sum();
        let shorter = (MAX_CHAIN / whole.max(1.0)).min(1.0);
        let mark = if ai_player { MARK } else { 0.0 };
        let mut end = mark + PLACE;
        let ends = lengths.iter().map(|length| {
            end += length * shorter;
            end
        });
        let ends = ends.collect();
        MoveAnimation { before: before.clone(), square, chain, own_waves, mark, ends, elapsed: 0.0 }
    }

    /// The square of the move.
    pub fn square(&self) -> Square {
        self.square
    }

    /// Advances the animation. `motion` is the duration of a unit in seconds. Returns false at the end.
    pub fn advance(&mut self, seconds: f32, motion: f32) -> bool {
        if motion > 0.0 {
            self.elapsed += seconds.min(MAX_STEP) / motion;
        }
        motion > 0.0 && self.elapsed < self.ends.last().copied().unwrap_or(self.mark + PLACE)
    }

    /// The board at the beginning of the current frame.
    pub fn position(&self) -> &Position {
        match self.frame() {
            Frame::Mark { .. } | Frame::Place { .. } => &self.before,
            Frame::Wave { .. } if self.wave() == 0 => &self.chain.placed,
            Frame::Wave { .. } => &self.chain.waves[self.wave() - 1].after,
        }
    }

    /// What is visible now.
    pub fn frame(&self) -> Frame<'_> {
        if self.elapsed < self.mark {
            return Frame::Mark { before: &self.before, part: self.elapsed / self.mark };
        }
        let placed = self.mark + PLACE;
        let wave = self.wave();
        if self.elapsed < placed || self.ends.is_empty() {
            let part = ((self.elapsed - self.mark) / PLACE).min(1.0);
            return Frame::Place { before: &self.before, after: &self.chain.placed, part };
        }
        let begin = if wave == 0 { placed } else { self.ends[wave - 1] };
        let before = if wave == 0 { &self.chain.placed } else { &self.chain.waves[wave - 1].after };
        let part = ((self.elapsed - begin) / (self.ends[wave] - begin)).clamp(0.0, 1.0);
        let now = &self.chain.waves[wave];
        Frame::Wave { before, after: &now.after, explosions: &now.explosions, part }
    }

    /// The index of the current wave; 0 before the first one.
    fn wave(&self) -> usize {
        self.ends.partition_point(|end| *end <= self.elapsed).min(self.ends.len().saturating_sub(1))
    }

    /// The current frame in words.
    pub fn describe(&self) -> String {
        match (self.frame(), self.own_waves) {
            (Frame::Wave { .. }, waves) if self.wave() >= waves => {
                format!("{} has no atom left. The chain goes on.", text::name(self.before.mover().other()))
            }
            (Frame::Wave { .. }, waves) if waves > 1 => {
                format!("An explosion: wave {} of {waves}.", self.wave() + 1)
            }
            (Frame::Wave { .. }, _) => "An explosion.".to_owned(),
            _ => format!("An electron for {}.", self.square),
        }
    }
}

/// Fast at the beginning, slow at the end.
pub fn ease_out(part: f32) -> f32 {
    1.0 - (1.0 - part.clamp(0.0, 1.0)).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;
    use common::game::{Dice, Game};

    fn played(size: &str, moves: &str) -> Position {
        let setup = Setup { size: size.parse().unwrap(), ..Setup::default() };
        let mut position = Position::new(setup);
        for text in moves.split_whitespace() {
            let m = position.parse(position.mover(), text).unwrap();
            position.play(position.mover(), &m, &mut Dice::new(1)).unwrap();
        }
        position
    }

    #[test]
    fn every_wave_is_shown_to_the_end() {
        let before = played("3x3", "a1 c3 a1 c3 b1 b3");
        for ai_player in [false, true] {
            let square = longest_chain(&before);
            let mut animation =
                MoveAnimation::new(&before, square, Arc::new(before.chain(square)), &[], ai_player);
            let waves = before.chain(square).waves.len();
            let mut seen = Vec::new();
            while animation.advance(1.0 / 60.0, 0.22) {
                if let Frame::Wave { part, .. } = animation.frame() {
                    assert!((0.0..=1.0).contains(&part));
                    seen.push(animation.wave());
                }
            }
            seen.dedup();
            assert_eq!(seen, (0..waves).collect::<Vec<_>>());
        }
    }

    fn longest_chain(position: &Position) -> Square {
        use common::game::Enumerable;
        let longest = position.moves().into_iter().max_by_key(|m| position.chain(*m).waves.len());
        longest.unwrap()
    }

    #[test]
    fn the_longest_chain_takes_a_few_seconds() {
        let mut position = played("16x16", "");
        // Quiet moves fill the board, so that the last electron causes a long chain.
        loop {
            use common::game::Enumerable;
            let quiet = position.moves().into_iter().find(|m| position.chain(*m).waves.is_empty());
            let Some(quiet) = quiet else { break };
            position.play(position.mover(), &quiet, &mut Dice::new(1)).unwrap();
        }
        let square = longest_chain(&position);
        let mut animation =
            MoveAnimation::new(&position, square, Arc::new(position.chain(square)), &[], true);
        assert!(position.chain(square).waves.len() > 10);
        let mut seconds = 0.0;
        while animation.advance(1.0 / 60.0, 0.22) {
            seconds += 1.0 / 60.0;
        }
        assert!((1.0..8.0).contains(&seconds), "{seconds}");
    }

    /// The status line counts the waves of the move, so the animation must not count others.
    #[test]
    fn waves_after_a_win_are_not_counted() {
        let before = played("2x2", "a1 b1 a2 b2");
        let square = longest_chain(&before);
        let (chain, mut after) = (before.chain(square), before.clone());
        after.play(after.mover(), &square, &mut Dice::new(1)).unwrap();
        let more = after.chain_after_win();
        assert!(more.endless && !chain.waves.is_empty());
        let waves = chain.waves.len();
        let mut animation = MoveAnimation::new(&before, square, Arc::new(chain), &more.waves, false);
        let mut said = Vec::new();
        while animation.advance(1.0 / 60.0, 0.22) {
            said.push(animation.describe());
        }
        said.dedup();
        let counted = said.iter().filter(|text| text.starts_with("An explosion")).count();
        assert_eq!(counted, waves, "{said:?}");
        assert_eq!(said.last().unwrap(), "Orange has no atom left. The chain goes on.");
    }

    #[test]
    fn there_is_no_animation_at_speed_zero() {
        let before = played("3x3", "");
        let square = before.parse(before.mover(), "b2").unwrap();
        let mut animation = MoveAnimation::new(&before, square, Arc::new(before.chain(square)), &[], true);
        assert!(!animation.advance(0.01, 0.0));
    }
}
