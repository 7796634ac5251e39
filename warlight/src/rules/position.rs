//! A position of the game, and the steps from one position to the next and back.

use super::check::{Illegal, check_turn, exists, place};
use super::fog::{self, Memory, Seen};
use super::record::RoundRecord;
use super::round::{RoundBuffer, play_round};
use super::setup::{RuleSet, Setup};
use super::start::{Start, give_ranked, picker};
use super::state::State;
use super::turn::{Move, Turn};
use crate::map::{Map, RegionId};
use common::game::{Dice, Outcome, Side, Sides};
use std::sync::Arc;

/// A position: the map, and the moves that wait for those of other players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) setup: Arc<Setup>,
    pub(super) start: Arc<Start>,
    pub(super) state: State,
    /// Regions that were picked.
    pub(super) picked: usize,
    pub(super) picking: bool,
    /// Rounds that were played.
    pub(super) round: u16,
    /// The moves that wait, by side.
    pub(super) pending: Vec<Option<Move>>,
    /// With fog, what each side knows.
    pub(super) memory: Option<Arc<Vec<Memory>>>,
    pub(super) last: Option<Arc<RoundRecord>>,
}

/// What a position was like before a step that cannot be computed backwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undo {
    pending: Vec<Option<Move>>,
    memory: Option<Arc<Vec<Memory>>>,
    last: Option<Arc<RoundRecord>>,
}

/// What a move did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// It waits for the moves of other sides.
    Waiting,
    /// Starting regions were given out.
    Starts {
        /// Who got which region.
        given: Vec<(Side, RegionId)>,
        /// They were the last ones.
        complete: bool,
        /// For [`Position::revert`]; missing in what a side sees through fog.
        undo: Option<Arc<Undo>>,
    },
    /// All turns were in, and the round was played.
    Round {
        /// What happened.
        record: Arc<RoundRecord>,
        /// For [`Position::revert`]; missing in what a side sees through fog.
        undo: Option<Arc<Undo>>,
    },
}

impl Position {
    /// The start of a game. The beginning must fit the setup.
    pub fn new(setup: &Setup, start: Start) -> Position {
        let players = usize::from(setup.players);
        let forced = start.is_forced(setup.rules);
        let mut position = Position {
            state: start.neutral.clone(),
            picked: 0,
            picking: !forced,
            round: 0,
            pending: vec![None; players],
            memory: setup.fog().then(|| Arc::new(vec![Memory::new(&start.neutral); players])),
            last: None,
            setup: Arc::new(setup.clone()),
            start: Arc::new(start),
        };
        if forced {
            let given = by_side(&position.start.offers);
            position.begin(&given, true);
        }
        position
    }

    /// The setup of the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What was known from the beginning.
    pub fn beginning(&self) -> &Start {
        &self.start
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.setup.map
    }

    /// Owners and armies.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The number of rounds that were played.
    pub fn round(&self) -> u16 {
        self.round
    }

    /// Whether starting regions are being picked.
    pub fn is_picking(&self) -> bool {
        self.picking
    }

    /// The last round.
    pub fn last_round(&self) -> Option<&RoundRecord> {
        self.last.as_deref()
    }

    /// The armies that a side may deploy.
    pub fn income(&self, side: Side) -> u32 {
        self.state.income(self.map(), u32::from(self.setup.base_income), side)
    }

    /// The sides that still own a region; all of them before the first round.
    pub fn alive(&self) -> Sides {
        if self.picking { Sides::all(self.pending.len()) } else { self.state.alive() }
    }

    /// The regions that a side may pick now.
    pub fn offers(&self, side: Side) -> Vec<RegionId> {
        let offers = self.start.offers.get(side.index()).map_or(&[][..], Vec::as_slice);
        let free = |region: &RegionId| self.picking && self.state.owner(*region).is_none();
        offers.iter().copied().filter(free).collect()
    }

    /// How many regions a side names in its pick.
    pub fn picks(&self, side: Side) -> usize {
        self.start.picks.get(side.index()).copied().unwrap_or(0)
    }

    pub(super) fn waiting_for(&self) -> Sides {
        if self.final_outcome().is_some() {
            return Sides::NONE;
        }
        if self.picking && self.setup.rules == RuleSet::Contest2 {
            return Sides::one(picker(self.picked));
        }
        let committed = Side::all(self.pending.len()).filter(|side| self.pending[side.index()].is_some());
        committed.fold(self.alive(), Sides::without)
    }

    pub(super) fn final_outcome(&self) -> Option<Outcome> {
        if self.picking {
            return None;
        }
        let (alive, players) = (self.state.alive(), self.pending.len());
        match alive.first() {
            Some(winner) if alive.len() == 1 => Some(Outcome::win(winner, players)),
            _ if self.round >= self.setup.round_limit() => {
                let points: Vec<i8> = Side::all(players).map(|side| i8::from(alive.contains(side))).collect();
                Some(Outcome::halves(&points))
            }
            _ => None,
        }
    }

    /// Whether a move is legal.
    pub fn check(&self, side: Side, m: &Move) -> Result<(), Illegal> {
        if self.final_outcome().is_some() {
            return Err(Illegal::Over);
        }
        if !self.waiting_for().contains(side) {
            return Err(match self.pending.get(side.index()) {
                Some(Some(_)) => Illegal::Committed,
                Some(None) if self.alive().contains(side) => Illegal::NotYourTurn,
                _ => Illegal::Eliminated,
            });
        }
        match m {
            Move::Pick(_) if !self.picking => Err(Illegal::Picked),
            Move::Turn(_) if self.picking => Err(Illegal::PickFirst),
            Move::Pick(regions) => self.check_picks(side, regions),
            Move::Turn(turn) => {
                let income = self.income(side);
                check_turn(self.setup.rules, self.map(), &self.state, side, income, turn)
            }
        }
    }

    fn check_picks(&self, side: Side, regions: &[RegionId]) -> Result<(), Illegal> {
        let (offers, expected) = (self.offers(side), self.picks(side));
        for (n, region) in regions.iter().enumerate() {
            exists(self.map(), *region)?;
            if !offers.contains(region) {
                return Err(Illegal::NotOffered(place(self.map(), *region)));
            }
            if regions[..n].contains(region) {
                return Err(Illegal::PickedTwice(place(self.map(), *region)));
            }
        }
        let given = regions.len();
        if given == expected { Ok(()) } else { Err(Illegal::PickCount { expected, given }) }
    }

    /// What a legal move does. Dice are thrown only if it is the last one that the others wait for.
    pub(super) fn effect_of(&self, side: Side, m: &Move, dice: &mut Dice) -> Effect {
        let undo = || Some(self.undo_point());
        if let (Move::Pick(regions), RuleSet::Contest2) = (m, self.setup.rules) {
            let given: Vec<_> = regions.iter().map(|region| (side, *region)).collect();
            let complete = self.picked + given.len() >= self.start.picks_in_turn;
            return Effect::Starts { given, complete, undo: undo() };
        }
        if self.waiting_for() != Sides::one(side) {
            return Effect::Waiting;
        }
        let move_of = |of: Side| if of == side { Some(m) } else { self.pending[of.index()].as_ref() };
        if self.picking {
            let picks = Side::all(self.pending.len()).map(|side| match move_of(side) {
                Some(Move::Pick(regions)) => regions.clone(),
                _ => Vec::new(),
            });
            let picks: Vec<Vec<RegionId>> = picks.collect();
            let ranked = self.setup.rules == RuleSet::Contest1;
            let given = if ranked { give_ranked(&picks, dice) } else { by_side(&picks) };
            return Effect::Starts { given, complete: true, undo: undo() };
        }
        let turns: Vec<Turn> = Side::all(self.pending.len())
            .map(|side| match move_of(side) {
                Some(Move::Turn(turn)) => turn.clone(),
                _ => Turn::default(),
            })
            .collect();
        Effect::Round { record: Arc::new(self.play_turns(&turns, dice)), undo: undo() }
    }

    fn play_turns(&self, turns: &[Turn], dice: &mut Dice) -> RoundRecord {
        let mut record = RoundRecord { round: self.round + 1, events: Vec::new(), witnesses: Vec::new() };
        let (rules, mut state) = (self.setup.round_rules(), self.state.clone());
        let report = |event| record.events.push(event);
        play_round(rules, self.map(), &mut state, turns, &mut RoundBuffer::default(), dice, report);
        if self.memory.is_some() {
            record.witnesses = fog::witnesses(self.map(), &mut self.state.clone(), &record);
        }
        record
    }

    /// Plays a move again whose effect is known. The position must be the one in which it was played.
    pub fn apply(&mut self, side: Side, m: &Move, effect: &Effect) {
        match effect {
            Effect::Waiting => {
                self.pending[side.index()] = Some(m.clone());
            }
            Effect::Starts { given, complete, .. } => {
                self.pending.fill(None);
                self.begin(given, *complete);
            }
            Effect::Round { record, .. } => {
                self.pending.fill(None);
                record.apply(&mut self.state);
                self.round += 1;
                self.last = Some(Arc::clone(record));
                self.look();
            }
        }
    }

    /// What [`Position::revert`] needs to take the next move back.
    pub fn undo_point(&self) -> Arc<Undo> {
        let (pending, memory, last) = (self.pending.clone(), self.memory.clone(), self.last.clone());
        Arc::new(Undo { pending, memory, last })
    }

    /// Takes a move back: the position becomes the one before it. False, and no change, if the effect is not complete
    /// because it was seen through fog.
    #[must_use]
    pub fn revert(&mut self, side: Side, effect: &Effect) -> bool {
        let undo = match effect {
            Effect::Waiting => {
                self.pending[side.index()] = None;
                return true;
            }
            Effect::Starts { undo, .. } | Effect::Round { undo, .. } => undo,
        };
        let Some(undo) = undo else { return false };
        match effect {
            Effect::Waiting => {}
            Effect::Starts { given, .. } => {
                for (_, region) in given {
                    self.state.set_owner(*region, None);
                }
                self.picked -= given.len();
                self.picking = true;
            }
            Effect::Round { record, .. } => {
                record.revert(&mut self.state);
                self.round -= 1;
            }
        }
        self.pending.clone_from(&undo.pending);
        self.memory.clone_from(&undo.memory);
        self.last.clone_from(&undo.last);
        true
    }

    /// Gives starting regions out.
    fn begin(&mut self, given: &[(Side, RegionId)], complete: bool) {
        for (side, region) in given {
            self.state.set_owner(*region, Some(*side));
        }
        self.picked += given.len();
        self.picking = !complete;
        // Picks that are made in turn are made in public.
        if let (RuleSet::Contest2, Some(memory)) = (self.setup.rules, &mut self.memory) {
            for memory in Arc::make_mut(memory) {
                for (_, region) in given {
                    memory.note(&self.state, *region, Seen::InRound(0));
                }
            }
        }
        if complete {
            self.look();
        }
    }

    /// With fog: every side learns what happened since it looked last.
    fn look(&mut self) {
        if let Some(memory) = &mut self.memory {
            for (side, memory) in Side::all(self.pending.len()).zip(Arc::make_mut(memory)) {
                if let Some(record) = &self.last {
                    memory.watch(record, side);
                }
                memory.look(&self.setup.map, &self.state, side, self.round);
            }
        }
    }
}

/// Each side gets its regions.
fn by_side(regions: &[Vec<RegionId>]) -> Vec<(Side, RegionId)> {
    let sides = Side::all(regions.len()).zip(regions);
    sides.flat_map(|(side, regions)| regions.iter().map(move |region| (side, *region))).collect()
}
