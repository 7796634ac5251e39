//! What one side sees of the game.

use super::fog::{Memory, Seen};
use super::position::Position;
use super::record::RoundRecord;
use super::setup::{RuleSet, Setup};
use super::state::State;
use super::turn::Move;
use crate::map::{Map, RegionId};
use common::game::{Outcome, Side, Sides};
use std::sync::Arc;

/// What one side sees. Its own regions and their neighbours are always as they are; with fog, other regions are as they
/// were last seen, and as neutral ones if they never were. When the game is over, there is no fog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Who looks.
    pub side: Side,
    /// The setup of the game.
    pub setup: Arc<Setup>,
    /// The number of rounds that were played.
    pub round: u16,
    /// Starting regions are being picked.
    pub picking: bool,
    /// Owners and armies, as far as they are known.
    pub state: State,
    /// When each region was seen last.
    pub seen: Vec<Seen>,
    /// The regions that each side may pick; with fog, only the viewer's.
    pub offers: Vec<Vec<RegionId>>,
    /// How many regions the viewer picks in its move.
    pub picks: usize,
    /// How many picks are made in all, where they are made in turn; 0 where they are made at the same time.
    pub picks_in_turn: usize,
    /// The viewer's move that waits for those of the others.
    pub committed: Option<Move>,
    /// The sides that are to move.
    pub waiting_for: Sides,
    /// The sides that have not been eliminated.
    pub alive: Sides,
    /// What the viewer saw of the last round.
    pub last: Option<Arc<RoundRecord>>,
    /// The result.
    pub outcome: Option<Outcome>,
}

impl View {
    pub(super) fn new(position: &Position, side: Side) -> View {
        let outcome = position.final_outcome();
        let memory = position.memory.as_ref().filter(|_| outcome.is_none());
        let fog = memory.is_some();
        let Memory { state, seen } = match memory {
            None => Memory::everything(&position.state),
            // Somebody who does not play sees nothing.
            Some(memory) => {
                memory.get(side.index()).cloned().unwrap_or_else(|| Memory::new(&position.start.neutral))
            }
        };
        let public = !fog || position.setup.rules != RuleSet::Seed;
        let offers = Side::all(position.pending.len())
            .map(|of| if of == side || public { position.offers(of) } else { Vec::new() });
        View {
            side,
            setup: Arc::clone(&position.setup),
            round: position.round,
            picking: position.picking,
            state,
            seen,
            offers: offers.collect(),
            picks: position.picks(side),
            picks_in_turn: position.start.picks_in_turn,
            committed: position.pending.get(side.index()).cloned().flatten(),
            waiting_for: position.waiting_for(),
            alive: position.alive(),
            last: position.last.as_ref().map(|record| seen_record(record, side, fog)),
            outcome,
        }
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.setup.map
    }

    /// The income of a side, as far as it is known.
    pub fn income(&self, side: Side) -> u32 {
        self.state.income(self.map(), u32::from(self.setup.base_income), side)
    }

    /// The regions that the viewer may pick.
    pub fn own_offers(&self) -> &[RegionId] {
        self.offers.get(self.side.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether the viewer sees a region now.
    pub fn is_seen(&self, region: RegionId) -> bool {
        self.seen[usize::from(region)] == Seen::Now
    }
}

/// The record as a side may know it.
pub(super) fn seen_record(record: &Arc<RoundRecord>, side: Side, fog: bool) -> Arc<RoundRecord> {
    if fog { Arc::new(record.seen_by(side)) } else { Arc::clone(record) }
}
