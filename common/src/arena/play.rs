//! One game of a match, from its start position to its record.

use super::openings::{Opening, OpeningStarts};
use super::record::{Irregular, Record, TimeUsed};
use super::schedule::{PlayerIndex, Schedule};
use super::stats::is_over_time;
use crate::game::{Dice, Game, Outcome, Side, StartError};
use crate::player::{AiPlayers, Budget, MoveText, Player, PlayerError, Spec, Turn, ask_player};
use std::time::Duration;
use web_time::Instant;

/// A program may have died of the same Ctrl-C that is about to reach us: wait this long for it.
const CTRL_C_DELAY: Duration = Duration::from_millis(100);

/// The players of a game, in the order of the command line.
type Players<G> = Vec<Box<dyn Player<G>>>;

/// Everything that is needed to play any game of a match.
pub(super) struct Match<'a, G: Game> {
    pub players: &'a [Spec],
    pub schedule: Schedule,
    pub starts: &'a OpeningStarts<'a, G>,
    pub openings: &'a [Opening<G>],
    pub budget: Budget,
}

impl<G: AiPlayers> Match<'_, G> {
    /// Plays the game of this index; `None` if it was stopped before its end.
    pub(super) fn play(&self, index: u64) -> Option<Record> {
        let seeds = self.schedule.seeds(index);
        let mut record = Record::new(index, self.schedule.seats(index), seeds.game);
        match self.opening(index) {
            Ok(opening) => {
                record.start_seed = opening.start_seed;
                record.opening = opening.moves.iter().map(MoveText::to_string).collect();
                record.opening_seed = opening.seed.filter(|_| G::FACTS.chance);
                match self.build_players(&seeds.players) {
                    Ok(mut players) => self.play_moves(&mut players, opening, &mut record),
                    Err((player, why)) => self.forfeit(&mut record, player, why),
                }
            }
            Err(StartError::Cancelled) => return None,
            Err(StartError::Setup(why)) => no_result(&mut record, format!("the game could not start: {why}")),
        }
        (!self.budget.stop.raised()).then_some(record)
    }

    /// Where the game of this index begins.
    fn opening(&self, index: u64) -> Result<Opening<G>, StartError<G::BadSetup>> {
        match self.openings.get(self.schedule.opening(index) as usize) {
            Some(opening) if self.schedule.openings > 0 => Ok(opening.clone()),
            _ => Ok(self.starts.get(self.schedule.start_seed(index))?.into()),
        }
    }

    /// Builds all players, or says which of them could not be built and why.
    fn build_players(&self, seeds: &[u64]) -> Result<Players<G>, (PlayerIndex, String)> {
        let players = self.players.iter().zip(seeds).enumerate();
        let build = |(index, (spec, seed)): (usize, (&Spec, &u64))| {
            let player = G::build_player(spec, self.starts.setup, *seed);
            player.map_err(|why| (PlayerIndex(index), why.to_string()))
        };
        players.map(build).collect()
    }

    /// Plays until the game ends or is stopped.
    fn play_moves(&self, players: &mut [Box<dyn Player<G>>], opening: Opening<G>, record: &mut Record) {
        let max_plies = G::max_plies(self.starts.setup);
        let Opening { mut position, moves: mut history, .. } = opening;
        let mut ply = history.len();
        if G::FACTS.hidden {
            history.clear();
        }
        loop {
            if let Some(outcome) = position.outcome() {
                return self.finish(record, outcome);
            }
            if ply >= max_plies {
                return no_result(record, "the game was longer than its rules allow".to_owned());
            }
            // All sides choose before a move is played: no player learns anything about another's order.
            let mut choices = Vec::new();
            for side in position.to_move().iter() {
                let Some(player) = record.seats.get(side.index()).copied() else {
                    return no_result(record, format!("the side {side}, which does not exist, was to move"));
                };
                let view = position.view(side);
                let turn = Turn { side, view: &view, setup: self.starts.setup, moves: &history };
                let since = Instant::now();
                let answer = ask_player(&mut *players[player.0], &turn, &self.budget, &|_| ());
                record.times[player.0].add(self.time_used(since.elapsed()));
                if matches!(answer, Err(PlayerError::Died(_))) && !self.budget.stop.raised() {
                    std::thread::sleep(CTRL_C_DELAY);
                }
                // A move that was chosen because of the stop is not played.
                if self.budget.stop.raised() {
                    return;
                }
                match answer {
                    Ok(choice) => choices.push((side, player, choice)),
                    Err(why) => return self.forfeit(record, player, why.to_string()),
                }
            }
            if choices.is_empty() {
                return no_result(record, "no side was to move, but there was no result".to_owned());
            }
            for (side, player, choice) in choices {
                // A move of another side may have ended the round early.
                if !position.to_move().contains(side) {
                    continue;
                }
                let dice = &mut Dice::of(record.seed, ply as u64);
                match play_move(&mut position, side, &choice, dice) {
                    Ok(made) => {
                        record.moves.push(&made.to_string());
                        if !G::FACTS.hidden {
                            history.push(made);
                        }
                        ply += 1;
                    }
                    Err(why) => return self.forfeit(record, player, why.to_string()),
                }
            }
        }
    }

    /// The time of one move.
    fn time_used(&self, elapsed: Duration) -> TimeUsed {
        let us = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
        let over = self.budget.time.is_some_and(|limit| is_over_time(elapsed, limit));
        TimeUsed { moves: 1, total_us: us, max_us: us, overruns: u64::from(over) }
    }

    fn finish(&self, record: &mut Record, outcome: Outcome) {
        record.points = Side::all(self.schedule.sides).map(|side| outcome.points(side)).collect();
    }

    /// The player failed and loses the game.
    fn forfeit(&self, record: &mut Record, loser: PlayerIndex, why: String) {
        let side = self.schedule.side(record.index, loser);
        self.finish(record, Outcome::forfeit(side, self.schedule.sides));
        record.irregular = Some(Irregular { loser: Some(loser), why });
    }
}

/// Plays the chosen move.
fn play_move<G: Game>(
    position: &mut G,
    side: Side,
    choice: &G::Move,
    dice: &mut Dice,
) -> Result<MoveText, PlayerError> {
    let text = choice.to_string();
    match position.play(side, choice, dice) {
        Ok(_) => Ok(MoveText { side, text }),
        Err(why) => Err(PlayerError::Illegal { answer: text, why: why.to_string() }),
    }
}

/// The rules gave no result: a draw, or a puzzle that was not solved.
fn no_result(record: &mut Record, why: String) {
    let points = if record.seats.len() == 1 { 0.0 } else { 0.5 };
    record.points = vec![points; record.seats.len()];
    record.irregular = Some(Irregular { loser: None, why });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::openings::OpeningStart;
    use crate::job::{Stop, Work};
    use crate::testing::auction::{Auction, Bid, Bidder, Terms};
    use crate::testing::mines::{Mines, Row};
    use std::sync::{Arc, Mutex};

    /// What the players of an auction were given: the side, its view, and the moves.
    type Given = Vec<(Side, Bidder, Vec<MoveText>)>;

    /// A player that bids these numbers in turn and notes everything that it is given.
    fn observer(bids: &'static [i8], given: &Arc<Mutex<Given>>) -> Box<dyn Player<Auction>> {
        let (mut bids, given) = (bids.iter().copied(), Arc::clone(given));
        Box::new(move |turn: &Turn<'_, Auction>, _: &Budget| {
            given.lock().unwrap().push((turn.side, turn.view.clone(), turn.moves.to_vec()));
            bids.next().map(Bid).ok_or(PlayerError::NoMove)
        })
    }

    /// Plays the second game of a match, in which player A has the second side, and returns what players were given.
    fn auction(bids: [&'static [i8]; 3]) -> (Record, Given) {
        let setup = Terms { sides: 3, rounds: 2 };
        let known = OpeningStart::make(&setup, 7, &Work::quiet()).unwrap();
        let starts = OpeningStarts { setup: &setup, known, work: Work::quiet() };
        let schedule = Schedule { seed: 1, sides: 3, games: 3, openings: 0 };
        let games =
            Match { players: &[], schedule, starts: &starts, openings: &[], budget: Budget::default() };
        let given = Arc::<Mutex<Given>>::default();
        let mut players: Vec<_> = bids.iter().map(|bids| observer(bids, &given)).collect();
        let mut record = Record::new(1, schedule.seats(1), 5);
        games.play_moves(&mut players, starts.known.clone().into(), &mut record);
        drop(players);
        (record, Arc::into_inner(given).unwrap().into_inner().unwrap())
    }

    #[test]
    fn players_never_see_secrets_of_other_sides() {
        let (record, given) = auction([&[1, 3], &[2, 0], &[0, 1]]);
        assert_eq!(
            record.moves.iter().collect::<Vec<_>>(),
            ["p1:bid 0", "p2:bid 1", "p3:bid 2", "p1:bid 1", "p2:bid 3", "p3:bid 0"]
        );
        assert_eq!(record.irregular, None);
        let sides: Vec<u8> = given.iter().map(|(side, ..)| side.0).collect();
        assert_eq!(sides, [0, 1, 2, 0, 1, 2]);
        for (ply, (side, view, moves)) in given.iter().enumerate() {
            assert_eq!(view.side, *side, "everyone gets the view of its own side");
            for other in Side::all(3) {
                assert_eq!(view.cards[other.index()].is_some(), other == *side, "only its own card");
            }
            assert_eq!((view.own_bid, &view.has_bid), (None, &vec![false; 3]), "no pending bids");
            let last = view.last.as_ref().map(|round| round.bids.clone());
            assert_eq!(last, (ply >= 3).then(|| vec![0, 1, 2]), "only bids of rounds that were played");
            assert!(moves.is_empty(), "players get no moves in a game that hides something");
        }
    }

    #[test]
    fn the_pending_bids_of_others_change_nothing_that_a_player_is_given() {
        let (_, given) = auction([&[1, 3], &[2, 0], &[0, 1]]);
        let (_, others) = auction([&[1, 3], &[2, 3], &[0, 2]]);
        assert_eq!(given, others, "the bids differ only in the last round");
    }

    #[test]
    fn a_player_that_fails_loses_to_all_others() {
        let (record, given) = auction([&[1, 3], &[2], &[0, 1]]);
        assert_eq!(
            (record.moves.iter().count(), given.len()),
            (3, 6),
            "the orders of the last round were not played"
        );
        assert_eq!(record.points, [1.0, 1.0, 0.0]);
        let why = "there is no legal move".to_owned();
        assert_eq!(record.irregular, Some(Irregular { loser: Some(PlayerIndex(1)), why }));
    }

    #[test]
    fn generating_a_start_position_can_be_stopped() {
        // It would take far too long.
        let setup = Row { effort: i64::MAX, ..Row::default() };
        let known = OpeningStart::<Mines>::make(&Row::default(), 7, &Work::quiet()).unwrap();
        let stop = Stop::default();
        stop.raise();
        let starts = OpeningStarts { setup: &setup, known, work: Work::with_stop(stop.clone()) };
        let games = Match {
            players: &["left".parse().unwrap()],
            schedule: Schedule { seed: 1, sides: 1, games: 9, openings: 0 },
            starts: &starts,
            openings: &[],
            budget: Budget { stop, ..Budget::default() },
        };
        assert_eq!(games.play(3), None);
    }
}
