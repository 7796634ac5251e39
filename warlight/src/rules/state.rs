//! The owner and the armies of every region: the plain state that rounds change and searches copy.

use crate::map::{Map, RegionId};
use common::game::{Side, Sides};

/// The maximum number of players.
pub const MAX_PLAYERS: usize = 8;

/// The owner of a region that nobody owns.
const NEUTRAL: u8 = u8::MAX;

/// Who owns which region, with how many armies. Five bytes a region; `clone_from` copies without an allocation.
#[derive(Debug, PartialEq, Eq, Hash, Default)]
pub struct State {
    owners: Vec<u8>,
    armies: Vec<u32>,
}

impl Clone for State {
    fn clone(&self) -> State {
        State { owners: self.owners.clone(), armies: self.armies.clone() }
    }
    fn clone_from(&mut self, source: &State) {
        self.owners.clone_from(&source.owners);
        self.armies.clone_from(&source.armies);
    }
}

impl State {
    /// Every region is neutral and has the armies that the map gives it.
    pub fn neutral(map: &Map) -> State {
        State {
            owners: vec![NEUTRAL; map.regions.len()],
            armies: map.regions.iter().map(|region| u32::from(region.armies)).collect(),
        }
    }

    /// The number of regions.
    pub fn len(&self) -> usize {
        self.owners.len()
    }

    /// Whether there are no regions.
    pub fn is_empty(&self) -> bool {
        self.owners.is_empty()
    }

    /// All regions.
    pub fn regions(&self) -> impl DoubleEndedIterator<Item = RegionId> + Clone + use<> {
        0..self.owners.len() as RegionId
    }

    /// The owner of a region; `None` if it is neutral.
    pub fn owner(&self, region: RegionId) -> Option<Side> {
        let owner = self.owners[usize::from(region)];
        (owner != NEUTRAL).then_some(Side(owner))
    }

    /// Whether a side owns a region.
    pub fn owns(&self, side: Side, region: RegionId) -> bool {
        self.owners[usize::from(region)] == side.0
    }

    /// The armies of a region.
    pub fn armies(&self, region: RegionId) -> u32 {
        self.armies[usize::from(region)]
    }

    /// Gives a region to a side, or makes it neutral.
    pub fn set_owner(&mut self, region: RegionId, owner: Option<Side>) {
        self.owners[usize::from(region)] = owner.map_or(NEUTRAL, |side| side.0);
    }

    /// Changes the armies of a region.
    pub fn set_armies(&mut self, region: RegionId, armies: u32) {
        self.armies[usize::from(region)] = armies;
    }

    /// The regions of a side, in ascending order.
    pub fn regions_of(&self, side: Side) -> impl DoubleEndedIterator<Item = RegionId> + Clone + '_ {
        self.regions().filter(move |region| self.owns(side, *region))
    }

    /// The number of regions of a side.
    pub fn region_count(&self, side: Side) -> usize {
        self.regions_of(side).count()
    }

    /// The armies of a side on all its regions.
    pub fn army_count(&self, side: Side) -> u64 {
        let owned = self.owners.iter().zip(&self.armies).filter(|(owner, _)| **owner == side.0);
        owned.map(|(_, armies)| u64::from(*armies)).sum()
    }

    /// The sides that own a region.
    pub fn alive(&self) -> Sides {
        let owned = self.owners.iter().filter(|owner| **owner != NEUTRAL);
        owned.fold(Sides::NONE, |sides, owner| sides.with(Side(*owner)))
    }

    /// Whether a side owns every region of a super region.
    pub fn owns_super_region(&self, map: &Map, side: Side, super_region: usize) -> bool {
        let regions = &map.super_regions[super_region].regions;
        !regions.is_empty() && regions.iter().all(|region| self.owns(side, *region))
    }

    /// The armies that a side may deploy in a round: a base, and the bonus of every super region that it owns whole.
    pub fn income(&self, map: &Map, base: u32, side: Side) -> u32 {
        let whole = |n: &usize| self.owns_super_region(map, side, *n);
        let bonuses =
            (0..map.super_regions.len()).filter(whole).map(|n| u32::from(map.super_regions[n].bonus));
        bonuses.fold(base, u32::saturating_add)
    }
}
