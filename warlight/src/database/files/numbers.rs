//! The numbers of games and simulations among the files of a web page.
//!
//! A simulation reserves the numbers of its games when it begins, so that the name of a game's file is known without a
//! look at all files.

use super::{Database, Entry, Listing, StoredSimulation, read, write};
use crate::database::{DatabaseError, GameId, SimulationId};
use common::store;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The file with the numbers that were given last; they are not used again.
const FILE: &str = "numbers.json";

#[derive(Debug, Default, Serialize, Deserialize)]
struct Numbers {
    game: i64,
    simulation: i64,
}

impl StoredSimulation {
    /// The numbers of its games; `None` if it was begun by an earlier version, which reserved none.
    fn reserved(&self) -> Option<Range<i64>> {
        let first = self.first_game?;
        Some(first..first.saturating_add_unsigned(self.info.games))
    }
}

impl Database {
    fn reserved_by(&self, id: SimulationId) -> Option<Range<i64>> {
        read::<StoredSimulation>(&self.simulation_file(id))?.reserved()
    }

    fn numbers(&self) -> Numbers {
        read(&self.folder.join(FILE)).unwrap_or_default()
    }

    /// New numbers for so many games: larger than all that were ever given. Returns the first one.
    pub(super) fn reserve_games(&self, listing: &Listing, games: u64) -> Result<i64, DatabaseError> {
        let mut numbers = self.numbers();
        let stored = listing.games.first().map_or(0, |entry| entry.id.0);
        let reserved = listing.simulations.iter().filter_map(|id| self.reserved_by(*id));
        let reserved = reserved.map(|range| range.end.saturating_sub(1)).max().unwrap_or_default();
        let last = numbers.game.max(stored).max(reserved);
        numbers.game = last.saturating_add_unsigned(games);
        write(&self.folder.join(FILE), &numbers)?;
        Ok(last.saturating_add(1))
    }

    /// The first number for a simulation that `claim` accepts: larger than all that were ever given.
    pub(super) fn new_simulation(
        &self,
        listing: &Listing,
        claim: &mut dyn FnMut(SimulationId) -> Result<bool, store::StoreError>,
    ) -> Result<SimulationId, DatabaseError> {
        let mut numbers = self.numbers();
        let stored = listing.simulations.first().map_or(0, |id| id.0);
        numbers.simulation = numbers.simulation.max(stored);
        loop {
            numbers.simulation = numbers.simulation.saturating_add(1);
            if claim(SimulationId(numbers.simulation))? {
                break;
            }
        }
        write(&self.folder.join(FILE), &numbers)?;
        Ok(SimulationId(numbers.simulation))
    }

    /// Where a game of a simulation is kept; `None` if its number was not reserved.
    pub(super) fn reserved_entry(
        &mut self,
        id: SimulationId,
        index: u64,
    ) -> Result<Option<Entry>, DatabaseError> {
        let range = match &self.current {
            Some((current, range)) if *current == id && store::is_file(&self.simulation_file(id)) => {
                range.clone()
            }
            _ => {
                let stored = self.stored_simulation(id)?;
                let Some(range) = self.own_numbers(id, stored)? else { return Ok(None) };
                self.current = Some((id, range.clone()));
                range
            }
        };
        let number = range.start.saturating_add_unsigned(index);
        let place = Some((id, index));
        Ok(range.contains(&number).then_some(Entry { id: GameId(number), place }))
    }

    /// The reserved numbers of a simulation that is about to get a game. Two tabs that begin something at the same moment
    /// do not see each other's numbers yet. By now they do, so the simulation takes others if it has no game.
    fn own_numbers(
        &self,
        id: SimulationId,
        stored: StoredSimulation,
    ) -> Result<Option<Range<i64>>, DatabaseError> {
        let Some(range) = stored.reserved() else { return Ok(None) };
        let listing = self.listing();
        if listing.games.iter().any(|entry| entry.place.is_some_and(|(own, _)| own == id)) {
            return Ok(Some(range));
        }
        let overlaps = |other: Range<i64>| other.start < range.end && range.start < other.end;
        let mut earlier = listing.simulations.iter().filter(|other| **other < id);
        let is_taken = listing.games.iter().any(|entry| range.contains(&entry.id.0))
            || earlier.any(|other| self.reserved_by(*other).is_some_and(overlaps));
        if !is_taken {
            return Ok(Some(range));
        }
        let first_game = Some(self.reserve_games(&listing, stored.info.games)?);
        let stored = StoredSimulation { first_game, ..stored };
        write(&self.simulation_file(id), &stored)?;
        Ok(stored.reserved())
    }
}
