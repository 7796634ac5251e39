//! How long to think about a move, from what the manager tells about time.

use std::time::Duration;

/// What is left when there is no time, or when a move is wanted at once: enough for any machine to name a move.
pub const AT_ONCE: Duration = Duration::from_millis(1);
/// The time for a move until the manager tells one. All of them do.
const UNTOLD: Duration = Duration::from_secs(5);
/// Times from here on, in milliseconds, mean that there is no limit; managers write 2147483647 or 1000000000.
const ENDLESS: i64 = 1_000_000_000;
/// Own moves that a game is expected to take in all, and those to keep time for however long it is.
const USUAL_MOVES: u32 = 35;
const SPARE_MOVES: u32 = 10;

/// The manager's clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    turn: Duration,
    /// For a whole game.
    game: Option<Duration>,
    /// Of that, as last told and less what was allotted since.
    left: Option<Duration>,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock { turn: UNTOLD, game: None, left: None }
    }
}

impl Clock {
    /// The limit of a move in milliseconds; 0 asks for a move at once.
    pub fn set_turn(&mut self, ms: i64) {
        self.turn = duration(ms.min(ENDLESS));
    }

    /// The limit of a game in milliseconds; 0 is none.
    pub fn set_game(&mut self, ms: i64) {
        let game = (ms != 0 && ms < ENDLESS).then(|| duration(ms));
        // Some managers repeat it before every move.
        if game != self.game {
            (self.game, self.left) = (game, game);
        }
    }

    /// What is left of the limit of the game. It may be overdrawn, and then it is negative.
    pub fn set_left(&mut self, ms: i64) {
        self.left = (ms < ENDLESS).then(|| duration(ms));
    }

    /// A new game begins, with all its time.
    pub fn new_game(&mut self) {
        self.left = self.game;
    }

    /// The time for the next move, after so many own ones: what the machine may use up, so that the answer is there in time.
    pub fn allot(&mut self, moves: usize) -> Duration {
        let mut time = safe(self.turn);
        if let Some(left) = &mut self.left {
            let expected = USUAL_MOVES.saturating_sub(moves as u32).max(SPARE_MOVES);
            time = time.min(safe(*left) / expected);
            // Only until the manager tells what is really left.
            *left = left.saturating_sub(time);
        }
        time.max(AT_ONCE)
    }
}

/// What can be used of a limit: pipes, threads and other programs on the machine take their part.
fn safe(limit: Duration) -> Duration {
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
    fn a_move_leaves_room_for_the_pipe() {
        let mut clock = Clock::default();
        for (limit, used) in [(50, 25), (1000, 950), (30_000, 29_600), (5, 1), (0, 1), (-7, 1)] {
            clock.set_turn(limit);
            assert_eq!(clock.allot(0), ms(used), "{limit}");
        }
    }

    #[test]
    fn no_limit_of_the_game_is_written_in_many_ways() {
        let mut clock = Clock::default();
        clock.set_turn(1000);
        for set in [Clock::set_game, Clock::set_left] {
            for endless in [2_147_483_647, 1_000_000_000, i64::MAX] {
                set(&mut clock, endless);
                assert_eq!(clock.allot(0), ms(950));
            }
        }
        clock.set_game(1);
        assert_eq!(clock.allot(0), AT_ONCE);
        clock.set_game(0);
        assert_eq!(clock.allot(0), ms(950));
    }

    #[test]
    fn the_time_of_a_game_lasts_to_its_end() {
        let mut clock = Clock::default();
        clock.set_turn(30_000);
        clock.set_game(60_000);
        // A manager that never tells what is left, and a game that fills the board.
        let mut next = |moves| {
            clock.set_game(60_000);
            clock.allot(moves)
        };
        let spent: Duration = (0..112).map(&mut next).sum();
        assert!(spent > ms(45_000) && spent <= ms(60_000), "{spent:?}");
        clock.new_game();
        assert!(clock.allot(0) > ms(1000));
        // One that tells it always.
        let mut left = 60_000;
        for moves in 0..112 {
            clock.set_left(left);
            left -= clock.allot(moves).as_millis() as i64;
        }
        assert!((0..15_000).contains(&left), "{left}");
        clock.set_left(-5);
        assert_eq!(clock.allot(3), AT_ONCE);
    }
}
