//! Small random changes of turns.

use super::atlas::Atlas;
use crate::map::RegionId;
use crate::rules::{Order, State, Turn};
use common::game::Side;
use rand::{Rng, RngExt};

/// Changes turns of one side in one state. It keeps its memory.
#[derive(Debug, Clone, Default)]
pub struct Editor {
    own: Vec<RegionId>,
    /// Own regions with a foreign neighbour.
    borders: Vec<RegionId>,
    income: u32,
    free: Vec<u32>,
}

fn pick<T: Copy, R: Rng + ?Sized>(items: &[T], dice: &mut R) -> Option<T> {
    (!items.is_empty()).then(|| items[dice.random_range(0..items.len())])
}

impl Editor {
    /// Prepares for turns of a side in a state, as that side knows it.
    pub fn new(atlas: &Atlas, state: &State, side: Side) -> Editor {
        let own: Vec<RegionId> = state.regions_of(side).collect();
        let foreign = |region: &RegionId| atlas.neighbours(*region).iter().any(|n| !state.owns(side, *n));
        let borders = own.iter().copied().filter(foreign).collect();
        let income = state.income(atlas.plain_map(), atlas.rules.base_income, side);
        Editor { own, borders, income, free: Vec::new() }
    }

    /// Changes a turn a little, once or a few times. The turn stays legal by the strict rules.
    pub fn mutate<R: Rng + ?Sized>(
        &mut self,
        atlas: &Atlas,
        state: &State,
        side: Side,
        turn: &mut Turn,
        dice: &mut R,
    ) {
        let changes = [1, 1, 1, 2, 2, 3][dice.random_range(0..6)];
        for _ in 0..changes {
            match dice.random_range(0..12) {
                0..=3 => self.move_deployment(atlas, state, side, turn, dice),
                4 | 5 => change_armies(turn, dice),
                6 => {
                    if !turn.orders.is_empty() {
                        turn.orders.remove(dice.random_range(0..turn.orders.len()));
                    }
                }
                7..=9 => self.add_order(atlas, turn, dice),
                10 => redirect(atlas, turn, dice),
                _ => reorder(turn, dice),
            }
        }
        self.repair(state, turn);
    }

    /// Takes armies from one deployment to another region, and perhaps on from there.
    fn move_deployment<R: Rng + ?Sized>(
        &mut self,
        atlas: &Atlas,
        state: &State,
        side: Side,
        turn: &mut Turn,
        dice: &mut R,
    ) {
        let Some(to) = pick(if dice.random_bool(0.9) { &self.borders } else { &self.own }, dice) else {
            return;
        };
        let deployed: u32 = turn.deploys.iter().map(|deploy| deploy.armies).sum();
        let unused = self.income.saturating_sub(deployed);
        let armies = if unused > 0 {
            unused
        } else {
            let n = dice.random_range(0..turn.deploys.len().max(1));
            let Some(from) = turn.deploys.get_mut(n) else { return };
            let armies =
                if dice.random_bool(0.4) { from.armies } else { dice.random_range(1..=from.armies.max(1)) };
            from.armies = from.armies.saturating_sub(armies);
            let place = from.region;
            if from.armies == 0 {
                turn.deploys.swap_remove(n);
            }
            // The orders from there had counted on them.
            let mut short = armies;
            for order in turn.orders.iter_mut().rev().filter(|order| order.from == place) {
                let cut = short.min(order.armies);
                order.armies -= cut;
                short -= cut;
            }
            armies
        };
        match turn.deploys.iter_mut().find(|deploy| deploy.region == to) {
            Some(deploy) => deploy.armies += armies,
            None => turn.deploy(to, armies),
        }
        if dice.random_bool(0.75) {
            if dice.random_bool(0.5)
                && let Some(order) = turn.orders.iter_mut().find(|order| order.from == to)
            {
                order.armies = order.armies.saturating_add(armies);
                return;
            }
            let foreign = atlas.neighbours(to).iter().filter(|n| !state.owns(side, **n)).count();
            if foreign > 0 {
                let n = dice.random_range(0..foreign);
                let target = atlas.neighbours(to).iter().filter(|n| !state.owns(side, **n)).nth(n);
                if let Some(target) = target {
                    add(turn, to, *target, u32::MAX, dice);
                }
            }
        }
    }

    fn add_order<R: Rng + ?Sized>(&mut self, atlas: &Atlas, turn: &mut Turn, dice: &mut R) {
        let Some(from) = pick(if dice.random_bool(0.8) { &self.borders } else { &self.own }, dice) else {
            return;
        };
        let Some(to) = pick(atlas.neighbours(from), dice) else { return };
        add(turn, from, to, u32::MAX, dice);
    }

    /// Cuts a turn down to what is there: income, armies, and one order for each way.
    pub fn repair(&mut self, state: &State, turn: &mut Turn) {
        let mut income = self.income;
        for deploy in &mut turn.deploys {
            deploy.armies = deploy.armies.min(income);
            income -= deploy.armies;
        }
        turn.deploys.retain(|deploy| deploy.armies > 0);
        self.free.clear();
        self.free.resize(state.len(), 0);
        for region in &self.own {
            self.free[usize::from(*region)] = state.armies(*region).saturating_sub(1);
        }
        for deploy in &turn.deploys {
            self.free[usize::from(deploy.region)] += deploy.armies;
        }
        for order in &mut turn.orders {
            let free = &mut self.free[usize::from(order.from)];
            order.armies = order.armies.min(*free);
            *free -= order.armies;
        }
        turn.orders.retain(|order| order.armies > 0);
    }
}

/// Changes the armies of an order.
fn change_armies<R: Rng + ?Sized>(turn: &mut Turn, dice: &mut R) {
    let n = dice.random_range(0..turn.orders.len().max(1));
    let Some(order) = turn.orders.get_mut(n) else { return };
    order.armies = match dice.random_range(0..4) {
        0 => u32::MAX,
        1 => order.armies.saturating_sub(1),
        2 => order.armies.saturating_add(1),
        _ => dice.random_range(1..=order.armies.max(1)),
    };
}

/// Adds armies to the order for a way, or a new order at a random place.
fn add<R: Rng + ?Sized>(turn: &mut Turn, from: RegionId, to: RegionId, armies: u32, dice: &mut R) {
    if let Some(order) = turn.orders.iter_mut().find(|order| order.from == from && order.to == to) {
        order.armies = order.armies.saturating_add(armies);
    } else {
        let place = dice.random_range(0..=turn.orders.len());
        turn.orders.insert(place, Order { from, to, armies });
    }
}

/// Sends an order elsewhere.
fn redirect<R: Rng + ?Sized>(atlas: &Atlas, turn: &mut Turn, dice: &mut R) {
    if turn.orders.is_empty() {
        return;
    }
    let order = turn.orders.remove(dice.random_range(0..turn.orders.len()));
    if let Some(to) = pick(atlas.neighbours(order.from), dice) {
        add(turn, order.from, to, order.armies, dice);
    }
}

/// Moves an order to another place in the sequence.
fn reorder<R: Rng + ?Sized>(turn: &mut Turn, dice: &mut R) {
    if turn.orders.len() > 1 {
        let order = turn.orders.remove(dice.random_range(0..turn.orders.len()));
        let place = match dice.random_range(0..3) {
            0 => 0,
            1 => turn.orders.len(),
            _ => dice.random_range(0..=turn.orders.len()),
        };
        turn.orders.insert(place, order);
    }
}
