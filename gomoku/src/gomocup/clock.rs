//! Time management: the thinking time of a move, from the manager's limits.

use std::time::Duration;

/// Minimum thinking time: enough for every AI player to find a move.
pub const MIN_TIME: Duration = Duration::from_millis(1);
/// Time per move until the manager sets one.
const DEFAULT_TURN_TIME: Duration = Duration::from_secs(5);
/// From here on, a time in milliseconds means no limit; managers send 2147483647 or 1000000000.
const NO_LIMIT_MS: i64 = 1_000_000_000;
/// Expected number of own moves in a game, and the minimum number of moves to reserve time for.
const EXPECTED_MOVES: u32 = 35;
const MIN_MOVES_LEFT: u32 = 10;
/// What a request costs on its way to us and back.
const PIPE_TIME: Duration = Duration::from_millis(1);
/// What a move costs besides its thinking time, as long as less is measured.
const MIN_OVERHEAD: Duration = Duration::from_millis(5);

/// The manager's clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    turn: Duration,
    /// Time for the whole game.
    game: Option<Duration>,
    /// Remaining game time: the manager's last value, minus the time used since.
    left: Option<Duration>,
    /// What a move costs besides its thinking time.
    overhead: Duration,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock { turn: DEFAULT_TURN_TIME, game: None, left: None, overhead: MIN_OVERHEAD }
    }
}

impl Clock {
    /// Sets the time per move in milliseconds; 0 asks for a move at once.
    pub fn set_turn(&mut self, ms: i64) {
        self.turn = duration(ms.min(NO_LIMIT_MS));
    }

    /// Sets the time of a game in milliseconds; 0 means no limit.
    pub fn set_game(&mut self, ms: i64) {
        let game = (ms != 0 && ms < NO_LIMIT_MS).then(|| duration(ms));
        // Some managers repeat it before every move.
        if game != self.game {
            (self.game, self.left) = (game, game);
        }
    }

    /// Sets the remaining time of the game. It is negative if the time is exceeded.
    pub fn set_left(&mut self, ms: i64) {
        self.left = (ms < NO_LIMIT_MS).then(|| duration(ms));
    }

    /// Starts a new game with its full time.
    pub fn new_game(&mut self) {
        self.left = self.game;
    }

    /// Takes off what a request has really used. `overhead` is what a move costs besides its thinking time.
    pub fn spend(&mut self, used: Duration, overhead: Duration) {
        self.overhead = overhead.max(MIN_OVERHEAD);
        // The manager also counts the time in the pipes.
        self.left = self.left.map(|left| left.saturating_sub(used + PIPE_TIME));
    }

    /// The thinking time of the next move, after a number of own moves, if there can be at most `max_moves` more. What
    /// the moves cost besides is kept for all of them, so that no game is too long for the clock.
    pub fn time_for_move(&self, moves: usize, max_moves: usize) -> Duration {
        let mut time = usable(self.turn);
        if let Some(left) = self.left {
            let max_moves = u32::try_from(max_moves).unwrap_or(u32::MAX).max(1);
            let expected = EXPECTED_MOVES.saturating_sub(moves as u32).max(MIN_MOVES_LEFT).min(max_moves);
            // A busy computer may become busier.
            let reserve = self.overhead.saturating_mul(max_moves) / 4 * 5;
            time = time.min(usable(left).saturating_sub(reserve) / expected);
        }
        time.max(MIN_TIME)
    }

    /// When the answer must be sent, counted from the request.
    pub fn answer_by(&self) -> Duration {
        let limit = self.left.map_or(self.turn, |left| left.min(self.turn));
        limit.saturating_sub(margin(limit) / 2)
    }
}

/// The usable part of a limit: pipes, threads and other programs need a safety margin.
fn usable(limit: Duration) -> Duration {
    limit.saturating_sub(margin(limit))
}

fn margin(limit: Duration) -> Duration {
    (limit / 20).clamp(Duration::from_millis(25), Duration::from_millis(400))
}

fn duration(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn a_move_keeps_a_safety_margin() {
        let mut clock = Clock::default();
        for (limit, used) in [(50, 25), (1000, 950), (30_000, 29_600), (5, 1), (0, 1), (-7, 1)] {
            clock.set_turn(limit);
            assert_eq!(clock.time_for_move(0, 200), ms(used), "{limit}");
        }
    }

    #[test]
    fn a_game_without_limit_can_be_written_in_many_ways() {
        let mut clock = Clock::default();
        clock.set_turn(1000);
        for set in [Clock::set_game, Clock::set_left] {
            for no_limit in [2_147_483_647, 1_000_000_000, i64::MAX] {
                set(&mut clock, no_limit);
                assert_eq!(clock.time_for_move(0, 200), ms(950));
            }
        }
        clock.set_game(1);
        assert_eq!(clock.time_for_move(0, 200), MIN_TIME);
        clock.set_game(0);
        assert_eq!(clock.time_for_move(0, 200), ms(950));
    }

    /// Plays a game of `moves` moves with a manager that counts real time: every answer comes `late` after its thinking
    /// time. Returns the time that is left, or the number of the move that overdraws the clock.
    fn time_left_after(moves: usize, game: u64, late: u64, tells: bool) -> Result<Duration, usize> {
        let mut clock = Clock::default();
        clock.set_turn(30_000);
        clock.set_game(game as i64);
        let mut left = ms(game);
        for number in 0..moves {
            // Some managers repeat it, and some tell the time that is left.
            clock.set_game(game as i64);
            if tells {
                clock.set_left(left.as_millis() as i64);
            }
            let used = clock.time_for_move(number, 200 - number) + ms(late);
            left = left.checked_sub(used + ms(1)).ok_or(number)?;
            clock.spend(used, ms(late));
        }
        Ok(left)
    }

    #[test]
    fn the_game_time_lasts_to_the_end_of_the_longest_game() {
        for tells in [false, true] {
            for (game, late) in [(60_000, 1), (60_000, 30), (180_000, 400), (10_000, 20)] {
                let left = time_left_after(200, game, late, tells);
                assert!(left.is_ok(), "{game} ms, {late} ms late, {tells}: {left:?}");
                let left = time_left_after(35, game, late, tells).unwrap();
                // Only late answers make it save much.
                assert!(late > 1 || left < ms(game) / 2, "{left:?}");
            }
        }
    }

    #[test]
    fn a_new_game_has_its_full_time_and_no_time_left_is_none() {
        let mut clock = Clock::default();
        clock.set_turn(30_000);
        clock.set_game(60_000);
        let first = clock.time_for_move(0, 200);
        clock.spend(ms(59_000), ms(1));
        assert!(clock.time_for_move(1, 199) < first);
        clock.new_game();
        assert_eq!(clock.time_for_move(0, 200), first);
        clock.set_left(-5);
        assert_eq!((clock.time_for_move(3, 200), clock.answer_by()), (MIN_TIME, ms(0)));
    }
}
