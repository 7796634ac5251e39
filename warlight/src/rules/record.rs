//! What happened in a round, step by step, so that it can be replayed forwards and backwards without dice.

use super::fight::{Fight, FightEnd};
use super::state::State;
use super::turn::Order;
use crate::map::RegionId;
use common::game::{Side, Sides};

/// Why an order was not carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Skip {
    /// The region belongs to somebody else (by now).
    NotOwned,
    /// No army can leave the region.
    NoArmies,
    /// The regions have no common border.
    NotNeighbours,
    /// Armies have gone this way in this round.
    UsedAlready,
}

/// What an order did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OrderEnd {
    /// Nothing.
    Skipped(Skip),
    /// The armies moved to another region of their owner.
    Transferred,
    /// They fought.
    Fought(Fight),
}

/// Armies that were deployed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DeployEvent {
    /// Whose.
    pub side: Side,
    /// Where.
    pub region: RegionId,
    /// How many the turn asked for.
    pub asked: u32,
    /// How many arrived; less in the contests, where deployments are clipped.
    pub placed: u32,
    /// The armies of the region before; 0 if none arrived.
    pub before: u32,
}

/// An order that was carried out, or skipped. The owner and the numbers of a skipped order are empty: its side may not
/// see those regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OrderEvent {
    /// Whose.
    pub side: Side,
    /// Its index in the turn.
    pub index: u32,
    /// The order.
    pub order: Order,
    /// How many armies left; less than ordered if there were not enough.
    pub sent: u32,
    /// The armies of the source before.
    pub from_before: u32,
    /// The armies of the target before.
    pub to_before: u32,
    /// The owner of the target before.
    pub to_owner: Option<Side>,
    /// What it did.
    pub end: OrderEnd,
}

/// An order of which the viewer sees one end only: the change of that region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChangeEvent {
    /// Where.
    pub region: RegionId,
    /// Owner and armies before.
    pub before: (Option<Side>, u32),
    /// Owner and armies after.
    pub after: (Option<Side>, u32),
    /// Whose order it was.
    pub side: Side,
    /// The order, with the armies that left.
    pub order: Order,
}

/// A step of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// Armies were deployed.
    Deploy(DeployEvent),
    /// An order was carried out.
    Order(OrderEvent),
    /// Something that the viewer sees only one end of.
    Change(ChangeEvent),
}

impl DeployEvent {
    fn after(&self) -> u32 {
        self.before.saturating_add(self.placed)
    }
}

impl OrderEvent {
    /// The armies of the source after it.
    pub fn from_after(&self) -> u32 {
        match self.end {
            OrderEnd::Skipped(_) => self.from_before,
            OrderEnd::Transferred | OrderEnd::Fought(Fight { end: FightEnd::Captured, .. }) => {
                self.from_before - self.sent
            }
            OrderEnd::Fought(fight) => self.from_before - fight.attackers_lost,
        }
    }

    /// Owner and armies of the target after it.
    pub fn to_after(&self) -> (Option<Side>, u32) {
        match self.end {
            OrderEnd::Skipped(_) => (self.to_owner, self.to_before),
            OrderEnd::Transferred => (self.to_owner, self.to_before.saturating_add(self.sent)),
            OrderEnd::Fought(fight) if fight.end == FightEnd::Captured => {
                (Some(self.side), self.sent - fight.attackers_lost)
            }
            OrderEnd::Fought(fight) => (self.to_owner, self.to_before - fight.defenders_lost),
        }
    }
}

impl Event {
    /// Whose action it is.
    pub fn side(&self) -> Side {
        match self {
            Event::Deploy(deploy) => deploy.side,
            Event::Order(order) => order.side,
            Event::Change(change) => change.side,
        }
    }

    fn changes_nothing(&self) -> bool {
        match self {
            Event::Deploy(deploy) => deploy.placed == 0,
            Event::Order(order) => matches!(order.end, OrderEnd::Skipped(_)),
            Event::Change(_) => false,
        }
    }

    /// The regions whose owner or armies it changes.
    pub fn changed_regions(&self) -> impl Iterator<Item = RegionId> + use<> {
        let regions = match self {
            event if event.changes_nothing() => [None, None],
            Event::Deploy(deploy) => [Some(deploy.region), None],
            Event::Order(event) => [Some(event.order.from), Some(event.order.to)],
            Event::Change(change) => [Some(change.region), None],
        };
        regions.into_iter().flatten()
    }

    /// Makes the change. The state is as it was before the event, or what a side knows of it: owners and armies of the
    /// regions of the event become what they are after it.
    pub fn apply(&self, state: &mut State) {
        match self {
            event if event.changes_nothing() => {}
            Event::Deploy(deploy) => state.set_armies(deploy.region, deploy.after()),
            Event::Order(event) => {
                let (owner, armies) = event.to_after();
                state.set_owner(event.order.from, Some(event.side));
                state.set_armies(event.order.from, event.from_after());
                state.set_owner(event.order.to, owner);
                state.set_armies(event.order.to, armies);
            }
            Event::Change(change) => {
                state.set_owner(change.region, change.after.0);
                state.set_armies(change.region, change.after.1);
            }
        }
    }

    /// Takes the change back. The state is as it was after the event.
    pub fn revert(&self, state: &mut State) {
        match self {
            event if event.changes_nothing() => {}
            Event::Deploy(deploy) => state.set_armies(deploy.region, deploy.before),
            Event::Order(event) => {
                state.set_owner(event.order.to, event.to_owner);
                state.set_armies(event.order.to, event.to_before);
                state.set_armies(event.order.from, event.from_before);
            }
            Event::Change(change) => {
                state.set_owner(change.region, change.before.0);
                state.set_armies(change.region, change.before.1);
            }
        }
    }
}

/// Who saw the regions of an event: the region of a deployment (in both fields), or the two ends of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Witnesses {
    /// Who saw the source.
    pub from: Sides,
    /// Who saw the target.
    pub to: Sides,
}

/// A round that was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundRecord {
    /// The number of the round, counted from 1.
    pub round: u16,
    /// Its steps, in the order in which they were carried out.
    pub events: Vec<Event>,
    /// With fog, who saw each event; empty without fog, and in the record that one side gets.
    pub witnesses: Vec<Witnesses>,
}

impl RoundRecord {
    /// Plays the round again.
    pub fn apply(&self, state: &mut State) {
        for event in &self.events {
            event.apply(state);
        }
    }

    /// Takes the round back.
    pub fn revert(&self, state: &mut State) {
        for event in self.events.iter().rev() {
            event.revert(state);
        }
    }

    /// The record as one side saw it. Of an order that it saw one end of, it gets the order and the change of that region.
    pub fn seen_by(&self, viewer: Side) -> RoundRecord {
        let events = if self.witnesses.is_empty() {
            self.events.clone()
        } else {
            let pairs = self.events.iter().zip(&self.witnesses);
            pairs.filter_map(|(event, witnesses)| redacted(event, *witnesses, viewer)).collect()
        };
        RoundRecord { round: self.round, events, witnesses: Vec::new() }
    }
}

fn redacted(event: &Event, witnesses: Witnesses, viewer: Side) -> Option<Event> {
    let (from, to) = (witnesses.from.contains(viewer), witnesses.to.contains(viewer));
    match event {
        Event::Deploy(DeployEvent { side, .. }) | Event::Order(OrderEvent { side, .. })
            if *side == viewer =>
        {
            Some(*event)
        }
        Event::Order(OrderEvent { end: OrderEnd::Skipped(_), .. }) => None,
        // How many armies were asked for beyond those that came is not seen.
        Event::Deploy(deploy) => (to && deploy.placed > 0)
            .then_some(Event::Deploy(DeployEvent { asked: deploy.placed, ..*deploy })),
        Event::Order(event) => {
            let order = Order { armies: event.sent, ..event.order };
            let (side, owner) = (event.side, Some(event.side));
            match (from, to) {
                // The number of skipped orders before it is not seen.
                (true, true) => Some(Event::Order(OrderEvent { order, index: 0, ..*event })),
                (true, false) => {
                    let (before, after) = ((owner, event.from_before), (owner, event.from_after()));
                    Some(Event::Change(ChangeEvent { region: order.from, before, after, side, order }))
                }
                (false, true) => {
                    let (before, after) = ((event.to_owner, event.to_before), event.to_after());
                    Some(Event::Change(ChangeEvent { region: order.to, before, after, side, order }))
                }
                (false, false) => None,
            }
        }
        Event::Change(_) => to.then_some(*event),
    }
}
