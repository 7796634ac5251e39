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

/// The manager's clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    turn: Duration,
    /// Time for the whole game.
    game: Option<Duration>,
    /// Remaining game time: the manager's last value, minus the thinking time since.
    left: Option<Duration>,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock { turn: DEFAULT_TURN_TIME, game: None, left: None }
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

    /// The thinking time of the next move, after a number of own moves.
    pub fn time_for_move(&mut self, moves: usize) -> Duration {
        let mut time = usable(self.turn);
        if let Some(left) = &mut self.left {
            let expected = EXPECTED_MOVES.saturating_sub(moves as u32).max(MIN_MOVES_LEFT);
            time = time.min(usable(*left) / expected);
            // An estimate until the manager sends the remaining time.
            *left = left.saturating_sub(time);
        }
        time.max(MIN_TIME)
    }
}

/// The usable part of a limit: pipes, threads and other programs need a safety margin.
fn usable(limit: Duration) -> Duration {
    let margin = (limit / 20).clamp(Duration::from_millis(25), Duration::from_millis(400));
    limit.saturating_sub(margin)
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
            assert_eq!(clock.time_for_move(0), ms(used), "{limit}");
        }
    }

    #[test]
    fn a_game_without_limit_can_be_written_in_many_ways() {
        let mut clock = Clock::default();
        clock.set_turn(1000);
        for set in [Clock::set_game, Clock::set_left] {
            for no_limit in [2_147_483_647, 1_000_000_000, i64::MAX] {
                set(&mut clock, no_limit);
                assert_eq!(clock.time_for_move(0), ms(950));
            }
        }
        clock.set_game(1);
        assert_eq!(clock.time_for_move(0), MIN_TIME);
        clock.set_game(0);
        assert_eq!(clock.time_for_move(0), ms(950));
    }

    #[test]
    fn the_game_time_lasts_to_the_end() {
        let mut clock = Clock::default();
        clock.set_turn(30_000);
        clock.set_game(60_000);
        // A manager that never sends the remaining time, and a game that fills the board.
        let mut next = |moves| {
            clock.set_game(60_000);
            clock.time_for_move(moves)
        };
        let spent: Duration = (0..112).map(&mut next).sum();
        assert!(spent > ms(45_000) && spent <= ms(60_000), "{spent:?}");
        clock.new_game();
        assert!(clock.time_for_move(0) > ms(1000));
        // A manager that always sends it.
        let mut left = 60_000;
        for moves in 0..112 {
            clock.set_left(left);
            left -= clock.time_for_move(moves).as_millis() as i64;
        }
        assert!((0..15_000).contains(&left), "{left}");
        clock.set_left(-5);
        assert_eq!(clock.time_for_move(3), MIN_TIME);
    }
}
