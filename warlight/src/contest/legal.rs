//! Legal turns in the contests, built move by move.

use crate::map::{Map, RegionId};
use crate::rules::{Deploy, Order, State, Turn};
use common::game::Side;
use thiserror::Error;

/// Why a move was not taken as it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum Rejection {
    /// There is no such region.
    #[error("there is no such region")]
    NoRegion,
    /// The region is not the player's.
    #[error("the region is not the player's")]
    NotOwned,
    /// The regions have no common border.
    #[error("the regions are not neighbours")]
    NotNeighbours,
    /// An order between these regions was given before.
    #[error("armies were sent this way before")]
    Repeated,
    /// It has no armies.
    #[error("there are no armies in it")]
    NoArmies,
    /// It has more armies than there are. As many as possible were taken.
    #[error("there are not enough armies")]
    TooManyArmies,
}

/// A turn that is legal at any time while it grows.
#[derive(Debug)]
pub struct LegalTurn<'a> {
    map: &'a Map,
    state: &'a State,
    side: Side,
    income_left: u32,
    turn: Turn,
}

impl<'a> LegalTurn<'a> {
    /// An empty turn of a side with this income.
    pub fn new(map: &'a Map, state: &'a State, side: Side, income: u32) -> LegalTurn<'a> {
        LegalTurn { map, state, side, income_left: income, turn: Turn::default() }
    }

    /// The legal part of a turn: deployments to one region and orders of one way are merged.
    pub fn from_turn(map: &'a Map, state: &'a State, side: Side, income: u32, turn: &Turn) -> Turn {
        let mut legal = LegalTurn::new(map, state, side, income);
        for Deploy { region, armies } in &turn.deploys {
            // What is not legal is left out; that is what this function is for.
            let _ = legal.place(*region, *armies);
        }
        let mut orders: Vec<Order> = Vec::new();
        for order in &turn.orders {
            match orders.iter_mut().find(|earlier| (earlier.from, earlier.to) == (order.from, order.to)) {
                Some(earlier) => earlier.armies = earlier.armies.saturating_add(order.armies),
                None => orders.push(*order),
            }
        }
        for Order { from, to, armies } in orders {
            let _ = legal.send(from, to, armies);
        }
        legal.into_turn()
    }

    /// Adds a deployment.
    pub fn place(&mut self, region: RegionId, armies: u32) -> Result<(), Rejection> {
        self.owned(region)?;
        let placed = armies.min(self.income_left);
        if armies == 0 {
            return Err(Rejection::NoArmies);
        }
        if placed > 0 {
            self.income_left -= placed;
            match self.turn.deploys.iter_mut().find(|deploy| deploy.region == region) {
                Some(deploy) => deploy.armies += placed,
                None => self.turn.deploy(region, placed),
            }
        }
        if placed < armies { Err(Rejection::TooManyArmies) } else { Ok(()) }
    }

    /// Adds an order.
    pub fn send(&mut self, from: RegionId, to: RegionId, armies: u32) -> Result<(), Rejection> {
        self.owned(from)?;
        if usize::from(to) >= self.map.regions.len() {
            return Err(Rejection::NoRegion);
        }
        if self.map.regions[usize::from(from)].neighbours.binary_search(&to).is_err() {
            return Err(Rejection::NotNeighbours);
        }
        if self.turn.orders.iter().any(|earlier| (earlier.from, earlier.to) == (from, to)) {
            return Err(Rejection::Repeated);
        }
        if armies == 0 {
            return Err(Rejection::NoArmies);
        }
        let sent = armies.min(self.available(from));
        if sent > 0 {
            self.turn.order(from, to, sent);
        }
        if sent < armies { Err(Rejection::TooManyArmies) } else { Ok(()) }
    }

    /// The turn.
    pub fn into_turn(self) -> Turn {
        self.turn
    }

    fn owned(&self, region: RegionId) -> Result<(), Rejection> {
        if usize::from(region) >= self.state.len() {
            Err(Rejection::NoRegion)
        } else if self.state.owns(self.side, region) {
            Ok(())
        } else {
            Err(Rejection::NotOwned)
        }
    }

    /// The armies that can still leave a region.
    fn available(&self, region: RegionId) -> u32 {
        let placed = self.turn.deploys.iter().filter(|deploy| deploy.region == region);
        let armies = placed.fold(self.state.armies(region), |sum, deploy| sum.saturating_add(deploy.armies));
        let sent = self.turn.orders.iter().filter(|order| order.from == region);
        sent.fold(armies.saturating_sub(1), |left, order| left.saturating_sub(order.armies))
    }
}
