//! A round by the rules of the document: the turns are put into one sequence, which is then carried out.
//!
//! Nothing is allocated here once a [`RoundBuffer`] has been used for a round of the same size.

use super::contest;
use super::fight::fight;
use super::record::{DeployEvent, Event, OrderEnd, OrderEvent, Skip};
use super::setup::RuleSet;
use super::state::State;
use super::turn::{Deploy, Order, Turn};
use crate::map::{Map, RegionId};
use common::game::Side;
use rand::{Rng, RngExt};

/// What a round depends on besides the turns and the dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundRules {
    /// The rule set.
    pub rules: RuleSet,
    /// The income without bonuses.
    pub base_income: u32,
    /// The part of luck in fights, in percent.
    pub luck: u8,
}

/// An action of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// Whose turn.
    pub side: Side,
    /// The index of the action among the deployments, or among the orders, of the turn.
    pub index: u32,
}

/// Memory that rounds use again and again.
#[derive(Debug, Clone, Default)]
pub struct RoundBuffer {
    /// The sides in a random order.
    sides: Vec<Side>,
    /// All deployments in their sequence.
    pub deploys: Vec<Slot>,
    /// All orders in their sequence.
    pub orders: Vec<Slot>,
    /// In the contests: the armies of each region that may still leave it.
    pub(super) movable: Vec<u32>,
    /// In the first contest: who owned each region before the orders.
    pub(super) owners: Vec<Option<Side>>,
    /// In the contests: the ways that were used in this round.
    pub(super) used: Vec<(RegionId, RegionId)>,
}

/// Plays a round. There is one turn for each side; a side that has been eliminated has an empty one. `report` gets every
/// step after it was made.
///
/// By the document's rules the turns must be legal. In the contests whatever is not legal is clipped or skipped.
pub fn play_round<R: Rng + ?Sized>(
    rules: RoundRules,
    map: &Map,
    state: &mut State,
    turns: &[Turn],
    buffer: &mut RoundBuffer,
    dice: &mut R,
    mut report: impl FnMut(Event),
) {
    if rules.rules != RuleSet::Seed {
        contest::play_round(rules, map, state, turns, buffer, dice, report);
        return;
    }
    linearise(turns, buffer, dice);
    for slot in &buffer.deploys {
        let Deploy { region, armies } = turns[slot.side.index()].deploys[slot.index as usize];
        report(deploy(state, slot.side, region, armies, armies));
    }
    for slot in &buffer.orders {
        let order = turns[slot.side.index()].orders[slot.index as usize];
        let movable = state.armies(order.from);
        report(Event::Order(carry_out(state, *slot, order, movable, rules.luck, dice)));
    }
}

/// Puts the actions of all turns into one sequence: first all deployments, then all orders; of each, the first ones of
/// all turns, then the second ones, and so on. The turns are shuffled once, and the orders of each index again.
pub fn linearise<R: Rng + ?Sized>(turns: &[Turn], buffer: &mut RoundBuffer, dice: &mut R) {
    buffer.sides.clear();
    buffer.sides.extend(Side::all(turns.len()));
    shuffle(&mut buffer.sides, dice);
    buffer.deploys.clear();
    let longest = turns.iter().map(|turn| turn.deploys.len()).max().unwrap_or(0);
    for index in 0..longest {
        let with_one = buffer.sides.iter().filter(|side| index < turns[side.index()].deploys.len());
        buffer.deploys.extend(with_one.map(|side| Slot { side: *side, index: index as u32 }));
    }
    buffer.orders.clear();
    let longest = turns.iter().map(|turn| turn.orders.len()).max().unwrap_or(0);
    for index in 0..longest {
        let first = buffer.orders.len();
        let with_one = buffer.sides.iter().filter(|side| index < turns[side.index()].orders.len());
        buffer.orders.extend(with_one.map(|side| Slot { side: *side, index: index as u32 }));
        shuffle(&mut buffer.orders[first..], dice);
    }
}

/// Shuffles without a bias.
fn shuffle<T, R: Rng + ?Sized>(items: &mut [T], dice: &mut R) {
    for last in (1..items.len()).rev() {
        items.swap(last, dice.random_range(0..=last as u32) as usize);
    }
}

/// Deploys `placed` armies, or none if the region is not the side's.
pub(super) fn deploy(state: &mut State, side: Side, region: RegionId, asked: u32, placed: u32) -> Event {
    let placed = if state.owns(side, region) { placed } else { 0 };
    // The side may not see a region that it does not own.
    let before = if placed > 0 { state.armies(region) } else { 0 };
    let event = Event::Deploy(DeployEvent { side, region, asked, placed, before });
    event.apply(state);
    event
}

/// Carries an order out. At most `movable` − 1 armies leave, and one stays in any case.
pub(super) fn carry_out<R: Rng + ?Sized>(
    state: &mut State,
    slot: Slot,
    order: Order,
    movable: u32,
    luck: u8,
    dice: &mut R,
) -> OrderEvent {
    let side = slot.side;
    if !state.owns(side, order.from) {
        return skipped(slot, order, Skip::NotOwned);
    }
    let from_before = state.armies(order.from);
    let sent = order.armies.min(movable.min(from_before).saturating_sub(1));
    if sent == 0 {
        return skipped(slot, order, Skip::NoArmies);
    }
    let (to_owner, to_before) = (state.owner(order.to), state.armies(order.to));
    let end = if to_owner == Some(side) {
        OrderEnd::Transferred
    } else {
        OrderEnd::Fought(fight(sent, to_before, luck, dice))
    };
    let event = OrderEvent { side, index: slot.index, order, sent, from_before, to_before, to_owner, end };
    Event::Order(event).apply(state);
    event
}

/// The event of an order that is not carried out.
pub(super) fn skipped(slot: Slot, order: Order, why: Skip) -> OrderEvent {
    OrderEvent {
        side: slot.side,
        index: slot.index,
        order,
        sent: 0,
        from_before: 0,
        to_before: 0,
        to_owner: None,
        end: OrderEnd::Skipped(why),
    }
}
