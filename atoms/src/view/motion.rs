//! A move as it is shown: the choice is marked, the electron arrives, and the chain runs wave by wave.
//!
//! Time is counted in units of the speed that was set, and goes on by what passed since the last frame. So another speed
//! holds from the next frame on, and a machine that stutters shows every wave all the same.

use crate::rules::{Chain, Position, Square};

/// A machine's choice is marked so long before its electron comes.
const MARK: f32 = 2.0;
/// The electron arrives.
const PLACE: f32 = 0.9;
/// A wave, as long as there are only a few of them.
const WAVE: f32 = 1.7;
/// After so many waves each is shown in half the time.
const HALF: f32 = 12.0;
/// No chain is shown longer than this: about six seconds at normal speed.
const LONGEST: f32 = 28.0;
/// Longer than this no frame takes, so that nothing is missed.
const FRAME: f32 = 0.1;

/// A move that is being shown.
#[derive(Debug, Clone)]
pub struct Show {
    before: Position,
    square: Square,
    chain: Chain,
    /// How long the choice is marked.
    mark: f32,
    /// When each wave ends.
    ends: Vec<f32>,
    /// How much was shown.
    elapsed: f32,
}

/// What is to be seen at a moment. A `part` goes from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Moment<'a> {
    /// The square was chosen.
    Mark {
        /// The board as it was.
        before: &'a Position,
        /// How far the mark has come.
        part: f32,
    },
    /// The electron comes.
    Place {
        /// The board as it was.
        before: &'a Position,
        /// The board with the electron.
        after: &'a Position,
        /// How far it has come.
        part: f32,
    },
    /// Atoms explode.
    Wave {
        /// The board before the wave.
        before: &'a Position,
        /// And after it.
        after: &'a Position,
        /// Which atoms.
        explosions: &'a [Square],
        /// How far the electrons have flown.
        part: f32,
    },
}

impl Moment<'_> {
    /// The board as it can be counted now.
    pub fn position(&self) -> &Position {
        match self {
            Moment::Mark { before, .. } | Moment::Place { before, .. } | Moment::Wave { before, .. } => {
                before
            }
        }
    }
}

impl Show {
    /// Shows a legal move. A machine's choice is marked first: nobody knows where to look otherwise.
    pub fn new(before: &Position, square: Square, machine: bool) -> Show {
        let chain = before.chain(square);
        let lengths: Vec<f32> = (0..chain.waves.len()).map(|n| WAVE / (1.0 + n as f32 / HALF)).collect();
        let whole: f32 = lengths.iter().sum();
        let shorter = (LONGEST / whole.max(1.0)).min(1.0);
        let mark = if machine { MARK } else { 0.0 };
        let mut end = mark + PLACE;
        let ends = lengths.iter().map(|length| {
            end += length * shorter;
            end
        });
        let ends = ends.collect();
        Show { before: before.clone(), square, chain, mark, ends, elapsed: 0.0 }
    }

    /// The square that was chosen.
    pub fn square(&self) -> Square {
        self.square
    }

    /// Lets time pass, at the speed that is set. False when everything was shown.
    pub fn pass(&mut self, seconds: f32, motion: f32) -> bool {
        if motion > 0.0 {
            self.elapsed += seconds.min(FRAME) / motion;
        }
        motion > 0.0 && self.elapsed < self.ends.last().copied().unwrap_or(self.mark + PLACE)
    }

    /// What is to be seen now.
    pub fn moment(&self) -> Moment<'_> {
        if self.elapsed < self.mark {
            return Moment::Mark { before: &self.before, part: self.elapsed / self.mark };
        }
        let placed = self.mark + PLACE;
        let wave = self.wave();
        if self.elapsed < placed || self.ends.is_empty() {
            let part = ((self.elapsed - self.mark) / PLACE).min(1.0);
            return Moment::Place { before: &self.before, after: &self.chain.placed, part };
        }
        let begin = if wave == 0 { placed } else { self.ends[wave - 1] };
        let before = if wave == 0 { &self.chain.placed } else { &self.chain.waves[wave - 1].after };
        let part = ((self.elapsed - begin) / (self.ends[wave] - begin)).clamp(0.0, 1.0);
        let now = &self.chain.waves[wave];
        Moment::Wave { before, after: &now.after, explosions: &now.explosions, part }
    }

    /// Which wave runs; the first one before any does.
    fn wave(&self) -> usize {
        self.ends.partition_point(|end| *end <= self.elapsed).min(self.ends.len().saturating_sub(1))
    }

    /// What is to be seen, in words.
    pub fn told(&self) -> String {
        match (self.moment(), self.ends.len()) {
            (Moment::Wave { .. }, waves) if waves > 1 => {
                format!("An explosion: wave {} of {waves}.", self.wave() + 1)
            }
            (Moment::Wave { .. }, _) => "An explosion.".to_owned(),
            _ => format!("An electron for {}.", self.square),
        }
    }
}

/// Quick at first, then gently to the end.
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
            let m = position.parse(text).unwrap();
            position.play(position.mover(), &m, &mut Dice::new(1)).unwrap();
        }
        position
    }

    #[test]
    fn every_wave_is_shown_to_the_end() {
        let before = played("3x3", "a1 c3 a1 c3 b1 b3");
        for machine in [false, true] {
            let square = before.parse(&before_legal(&before)).unwrap();
            let mut show = Show::new(&before, square, machine);
            let waves = before.chain(square).waves.len();
            let mut seen = Vec::new();
            while show.pass(1.0 / 60.0, 0.22) {
                if let Moment::Wave { part, .. } = show.moment() {
                    assert!((0.0..=1.0).contains(&part));
                    seen.push(show.wave());
                }
            }
            seen.dedup();
            assert_eq!(seen, (0..waves).collect::<Vec<_>>());
        }
    }

    fn before_legal(position: &Position) -> String {
        use common::game::Enumerable;
        let longest = position.moves().into_iter().max_by_key(|m| position.chain(*m).waves.len());
        longest.unwrap().to_string()
    }

    #[test]
    fn the_longest_chain_takes_a_few_seconds() {
        let mut position = played("16x16", "");
        // Both fill their halves up to the brim, so that the last electron runs through everything.
        loop {
            use common::game::Enumerable;
            let quiet = position.moves().into_iter().find(|m| position.chain(*m).waves.is_empty());
            let Some(quiet) = quiet else { break };
            position.play(position.mover(), &quiet, &mut Dice::new(1)).unwrap();
        }
        let square = position.parse(&before_legal(&position)).unwrap();
        let mut show = Show::new(&position, square, true);
        assert!(position.chain(square).waves.len() > 10);
        let mut seconds = 0.0;
        while show.pass(1.0 / 60.0, 0.22) {
            seconds += 1.0 / 60.0;
        }
        assert!((1.0..8.0).contains(&seconds), "{seconds}");
    }

    #[test]
    fn nothing_is_shown_without_movement() {
        let before = played("3x3", "");
        let mut show = Show::new(&before, before.parse("b2").unwrap(), true);
        assert!(!show.pass(0.01, 0.0));
    }
}
