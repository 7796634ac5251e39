//! A round by the rules of the contests: placements first, then the orders of the two players alternate.
//!
//! A coin decides who is first in each pair of orders. An order that is not legal by now is skipped, and the same player
//! goes on. Armies go each way once a round, and armies that have arrived stay where they are.
//!
//! For each region the engines count the armies that may still leave. In version 2 an attack lowers this number by the
//! defenders that it destroys, and a captured region has none left. In version 1 an attack does not change it: armies that
//! replace the lost ones may leave, and so may those that take a lost region back. A side that did not own a region when the
//! round began cannot send armies from it.

use super::fight::FightEnd;
use super::record::{Event, OrderEnd, OrderEvent, Skip};
use super::round::{RoundBuffer, RoundRules, Slot, carry_out, deploy, skipped};
use super::setup::RuleSet;
use super::state::State;
use super::turn::{Deploy, Order, Turn};
use crate::map::Map;
use common::game::Side;
use rand::{Rng, RngExt};

pub(super) fn play_round<R: Rng + ?Sized>(
    rules: RoundRules,
    map: &Map,
    state: &mut State,
    turns: &[Turn],
    buffer: &mut RoundBuffer,
    dice: &mut R,
    mut report: impl FnMut(Event),
) {
    for (side, turn) in Side::all(turns.len()).zip(turns) {
        let mut left = state.income(map, rules.base_income, side);
        for Deploy { region, armies } in turn.deploys.iter().copied() {
            let placed = if state.owns(side, region) { armies.min(left) } else { 0 };
            left -= placed;
            report(deploy(state, side, region, armies, placed));
        }
    }
    buffer.movable.clear();
    buffer.movable.extend(state.regions().map(|region| state.armies(region)));
    buffer.owners.clear();
    if rules.rules == RuleSet::Contest1 {
        buffer.owners.extend(state.regions().map(|region| state.owner(region)));
    }
    buffer.used.clear();
    let [first, second, ..] = turns else { return };
    let mut queue = Queue { lengths: [first.orders.len(), second.orders.len()], ..Queue::default() };
    while let Some(slot) = queue.next(dice) {
        let order = turns[slot.side.index()].orders[slot.index as usize];
        let event = one_order(rules, map, state, buffer, slot, order, dice);
        queue.carried_out = !matches!(event.end, OrderEnd::Skipped(_));
        report(Event::Order(event));
    }
}

/// Carries one order out, unless it is not legal by now.
fn one_order<R: Rng + ?Sized>(
    rules: RoundRules,
    map: &Map,
    state: &mut State,
    buffer: &mut RoundBuffer,
    slot: Slot,
    order: Order,
    dice: &mut R,
) -> OrderEvent {
    if map.regions[usize::from(order.from)].neighbours.binary_search(&order.to).is_err() {
        return skipped(slot, order, Skip::NotNeighbours);
    }
    if buffer.used.contains(&(order.from, order.to)) && state.owns(slot.side, order.from) {
        return skipped(slot, order, Skip::UsedAlready);
    }
    let (from, to) = (usize::from(order.from), usize::from(order.to));
    let first_version = rules.rules == RuleSet::Contest1;
    if first_version && buffer.owners[from] != Some(slot.side) {
        return skipped(slot, order, Skip::NotOwned);
    }
    let event = carry_out(state, slot, order, buffer.movable[from], rules.luck, dice);
    match event.end {
        OrderEnd::Skipped(_) => return event,
        OrderEnd::Transferred => {}
        OrderEnd::Fought(_) if first_version => {}
        // Those who took the region have just arrived.
        OrderEnd::Fought(fight) if fight.end == FightEnd::Captured => buffer.movable[to] = 0,
        // Armies that replace the lost ones will have just arrived.
        OrderEnd::Fought(fight) => {
            buffer.movable[to] = buffer.movable[to].saturating_sub(fight.defenders_lost);
        }
    }
    buffer.movable[from] = buffer.movable[from].saturating_sub(event.sent);
    buffer.used.push((order.from, order.to));
    event
}

/// Whose order is next.
#[derive(Debug, Default)]
struct Queue {
    lengths: [usize; 2],
    next: [u32; 2],
    /// How many orders were carried out.
    done: usize,
    last: Option<Side>,
    carried_out: bool,
}

impl Queue {
    fn next<R: Rng + ?Sized>(&mut self, dice: &mut R) -> Option<Slot> {
        self.done += usize::from(self.carried_out);
        let waiting = [0, 1].map(|side| (self.next[side] as usize) < self.lengths[side]);
        let side = match (waiting, self.last) {
            ([false, false], _) => return None,
            ([true, false], _) => Side::FIRST,
            ([false, true], _) => Side::SECOND,
            (_, Some(last)) if !self.carried_out => last,
            (_, Some(last)) if self.done % 2 == 1 => last.other(),
            _ => Side(u8::from(dice.random_bool(0.5))),
        };
        let index = self.next[side.index()];
        self.next[side.index()] += 1;
        self.last = Some(side);
        self.carried_out = false;
        Some(Slot { side, index })
    }
}
