//! Whole games in which the bot is told what the referee says, without a process between them.

use super::bot::Aggressive;
use crate::contest::answer::Answer;
use crate::contest::limits::ContestLimits;
use crate::contest::tell::{introduction, opponent_starts, region_id, region_line, round_lines};
use crate::contest::{Action, Bot, LegalTurn, Version};
use crate::map::RegionId;
use crate::rules::{Move, Position, RuleSet, Seen, Setup, View, find_map, map_ids};
use common::game::{Dice, Game, Side};
use common::job::Work;

/// A bot and its referee.
struct Seat {
    bot: Bot<Aggressive>,
    version: Version,
    greeted: bool,
}

impl Seat {
    fn new(rules: RuleSet, seed: u64) -> Seat {
        Seat { bot: Bot::new(Aggressive::default(), seed), version: Version::of(rules), greeted: false }
    }

    fn tell(&mut self, lines: impl IntoIterator<Item = String>) {
        for line in lines {
            let reply = self.bot.read(&line);
            assert!(reply.answer.is_none() && reply.remark.is_none(), "{line}: {reply:?}");
        }
    }

    fn ask(&mut self, line: &str, side: Side) -> Answer {
        let reply = self.bot.read(line);
        assert_eq!(reply.remark, None, "{line}");
        let name = if side == Side::FIRST { "player1" } else { "player2" };
        Answer::read(&reply.answer.expect("an answer"), name)
    }

    fn choose(&mut self, view: &View) -> Move {
        if !self.greeted {
            self.greeted = true;
            self.tell(introduction(self.version, ContestLimits::of_contest(self.version), view));
        }
        if view.picking { self.pick(view) } else { self.turn(view) }
    }

    fn pick(&mut self, view: &View) -> Move {
        let mut offers = view.own_offers().to_vec();
        let mut picks: Vec<RegionId> = Vec::new();
        let (verb, requests) = match self.version {
            Version::One => ("pick_starting_regions 2000", 1),
            Version::Two => ("pick_starting_region 9000", view.picks),
        };
        for _ in 0..requests {
            let answer = self.ask(&region_line(verb, offers.iter().copied()), view.side);
            let Answer::Regions(named) = answer else { panic!("{answer:?}") };
            for id in named {
                let place = offers.iter().position(|region| region_id(*region) == id).expect("an offer");
                picks.push(offers.remove(place));
            }
        }
        Move::Pick(picks)
    }

    fn turn(&mut self, view: &View) -> Move {
        if view.round == 0 && self.version == Version::Two {
            self.tell([opponent_starts(view)]);
        }
        self.tell(round_lines(view));
        let mut turn = LegalTurn::new(view.map(), &view.state, view.side, view.income(view.side));
        for line in ["go place_armies 9000", "go attack/transfer 9000"] {
            let moves = match self.ask(line, view.side) {
                Answer::Moves(moves, false) => moves,
                Answer::Nothing => Vec::new(),
                other => panic!("{other:?}"),
            };
            for action in moves {
                let region = |id: u32| (id - 1) as RegionId;
                let taken = match action {
                    Action::Place { region: id, armies } => turn.place(region(id), armies),
                    Action::Send { from, to, armies } => turn.send(region(from), region(to), armies),
                };
                assert_eq!(taken, Ok(()), "{action:?}");
            }
        }
        self.compare(view);
        Move::Turn(turn.into_turn())
    }

    /// The bot knows at least what the referee's view shows as seen now.
    fn compare(&self, view: &View) {
        let known = self.bot.think().0.last().expect("a request");
        assert_eq!(known.round, view.round);
        assert_eq!(known.income(known.side), view.income(view.side));
        for region in view.state.regions() {
            let seen = (known.seen[usize::from(region)] == Seen::Now, view.is_seen(region));
            assert_eq!(seen.0, seen.1, "region {region}");
            let owner = |view: &View| view.state.owner(region).map(|owner| owner == view.side);
            if view.is_seen(region) {
                assert_eq!(owner(known), owner(view));
                assert_eq!(known.state.armies(region), view.state.armies(region));
            } else {
                assert_ne!(owner(known), Some(true), "region {region} would be seen");
            }
        }
    }
}

/// Plays a game to its end.
fn play(setup: &Setup, seed: u64) -> Position {
    let mut dice = Dice::new(seed);
    let mut position = Position::start(setup, &mut dice, &Work::quiet()).unwrap();
    let mut seats = [Seat::new(setup.rules, seed), Seat::new(setup.rules, seed + 1)];
    while position.outcome().is_none() {
        let sides: Vec<Side> = position.to_move().iter().collect();
        let views: Vec<View> = sides.iter().map(|side| position.view(*side)).collect();
        for (side, view) in sides.into_iter().zip(views) {
            let chosen = seats[side.index()].choose(&view);
            position.play(side, &chosen, &mut dice).unwrap();
        }
    }
    position
}

#[test]
fn bots_play_whole_games_without_an_illegal_move() {
    for (seed, map) in (0..).zip(map_ids()) {
        let map = find_map(map).unwrap();
        for rules in [RuleSet::Contest1, RuleSet::Contest2, RuleSet::Seed] {
            for fog in [None, Some(rules == RuleSet::Seed)] {
                let setup = Setup { map: map.clone(), rules, fog, ..Setup::default() };
                assert!(play(&setup, seed).round() > 0);
            }
        }
    }
}
