//! What a side sees, and what it remembers.

use super::record::{Event, RoundRecord, Witnesses};
use super::state::State;
use crate::map::{Map, RegionId};
use common::game::{Side, Sides};

/// When a side saw a region last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seen {
    /// It sees it now.
    Now,
    /// In this round, at its end or in the last step that it witnessed; 0 is the start of the game.
    InRound(u16),
    /// It has never seen it.
    Never,
}

/// The sides that see a region: they own it or a neighbour.
pub fn viewers(map: &Map, state: &State, region: RegionId) -> Sides {
    let neighbours = map.regions[usize::from(region)].neighbours.iter().copied();
    let owners = neighbours.chain([region]).filter_map(|region| state.owner(region));
    owners.fold(Sides::NONE, Sides::with)
}

/// What a side knows of the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// The regions as they were last seen; as neutral ones if never.
    pub state: State,
    /// When each was seen.
    pub seen: Vec<Seen>,
}

impl Memory {
    /// Nothing has been seen.
    pub fn new(neutral: &State) -> Memory {
        Memory { state: neutral.clone(), seen: vec![Seen::Never; neutral.len()] }
    }

    /// Everything is seen.
    pub fn everything(state: &State) -> Memory {
        Memory { state: state.clone(), seen: vec![Seen::Now; state.len()] }
    }

    /// Looks at the map when `round` rounds have been played.
    pub fn look(&mut self, map: &Map, state: &State, side: Side, round: u16) {
        for region in state.regions() {
            if viewers(map, state, region).contains(side) {
                self.note(state, region, Seen::Now);
            } else if self.seen[usize::from(region)] == Seen::Now {
                // It was seen until the round that has just been played.
                self.seen[usize::from(region)] = Seen::InRound(round.saturating_sub(1));
            }
        }
    }

    /// Watches a round: learns from every event that the side sees, also about regions that it does not see afterwards.
    pub fn watch(&mut self, record: &RoundRecord, side: Side) {
        for event in record.seen_by(side).events {
            event.apply(&mut self.state);
            for region in event.changed_regions() {
                self.seen[usize::from(region)] = Seen::InRound(record.round);
            }
        }
    }

    /// Learns about one region.
    pub fn note(&mut self, state: &State, region: RegionId, seen: Seen) {
        self.state.set_owner(region, state.owner(region));
        self.state.set_armies(region, state.armies(region));
        self.seen[usize::from(region)] = seen;
    }
}

/// Who saw each event of a round, before it or after it. The state is as it was before the round.
pub fn witnesses(map: &Map, state: &mut State, record: &RoundRecord) -> Vec<Witnesses> {
    let look = |state: &State, event: &Event| match event {
        Event::Deploy(deploy) => {
            let seen = viewers(map, state, deploy.region);
            Witnesses { from: seen, to: seen }
        }
        Event::Order(event) => {
            Witnesses { from: viewers(map, state, event.order.from), to: viewers(map, state, event.order.to) }
        }
        Event::Change(change) => {
            let seen = viewers(map, state, change.region);
            Witnesses { from: seen, to: seen }
        }
    };
    let union = |a: Sides, b: Sides| b.iter().fold(a, Sides::with);
    let mut all = Vec::with_capacity(record.events.len());
    for event in &record.events {
        let before = look(state, event);
        event.apply(state);
        let after = look(state, event);
        all.push(Witnesses { from: union(before.from, after.from), to: union(before.to, after.to) });
    }
    all
}
