//! What changes over a whole game: income, armies and regions of each side, and when regions change hands.

use super::{GameRecord, Step};
use crate::map::RegionId;
use crate::rules::{Effect, Event, FightEnd, OrderEnd, Position, State};
use common::game::Side;
use std::sync::Arc;

/// A list of numbers for each side, from the start of the first round to the end of the last one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// What the numbers are.
    pub name: &'static str,
    /// The numbers.
    pub values: Vec<Vec<u64>>,
}

/// A region that got another owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capture {
    /// The number of actions before it and with it.
    pub action: usize,
    /// The new owner.
    pub side: Side,
    /// The region.
    pub region: RegionId,
}

type Measure = fn(&Position, Side) -> u64;

fn income(position: &Position, side: Side) -> u64 {
    // A player without regions gets nothing.
    if position.alive().contains(side) { position.income(side).into() } else { 0 }
}

fn armies(position: &Position, side: Side) -> u64 {
    State::army_count(position.state(), side)
}

fn regions(position: &Position, side: Side) -> u64 {
    position.state().region_count(side) as u64
}

impl GameRecord {
    /// Income, armies and regions over the rounds.
    pub fn series(self: &Arc<Self>) -> [Series; 3] {
        let sides: Vec<Side> = Side::all(self.players().len()).collect();
        let measures: [(&'static str, Measure); 3] =
            [("income", income), ("armies", armies), ("regions", regions)];
        let mut series = measures.map(|(name, _)| Series { name, values: vec![Vec::new(); sides.len()] });
        let mut cursor = self.replay();
        loop {
            if !cursor.position().is_picking() {
                for ((_, measure), series) in measures.iter().zip(&mut series) {
                    for (side, values) in sides.iter().zip(&mut series.values) {
                        values.push(measure(cursor.position(), *side));
                    }
                }
            }
            if !cursor.forward(Step::Round) {
                return series;
            }
        }
    }

    /// All regions that got another owner, in order.
    pub fn captures(&self) -> Vec<Capture> {
        let (mut action, mut captures) = (0, Vec::new());
        for made in self.moves() {
            match &made.effect {
                Effect::Waiting => {}
                Effect::Starts { given, .. } => {
                    action += 1;
                    captures.extend(given.iter().map(|(side, region)| Capture {
                        action,
                        side: *side,
                        region: *region,
                    }));
                }
                Effect::Round { record, .. } => {
                    for (number, event) in (action + 1..).zip(&record.events) {
                        if let Event::Order(order) = event
                            && let OrderEnd::Fought(fight) = order.end
                            && fight.end == FightEnd::Captured
                        {
                            captures.push(Capture {
                                action: number,
                                side: order.side,
                                region: order.order.to,
                            });
                        }
                    }
                    action += record.events.len().max(1);
                }
            }
        }
        captures
    }

    /// The number of actions up to the end of each round; the first number is the start of round 1.
    pub fn round_ends(&self) -> Vec<usize> {
        let (mut action, mut ends) = (0, Vec::new());
        for made in self.moves() {
            match &made.effect {
                Effect::Waiting => {}
                Effect::Starts { .. } => action += 1,
                Effect::Round { record, .. } => {
                    if ends.is_empty() {
                        ends.push(action);
                    }
                    action += record.events.len().max(1);
                    ends.push(action);
                }
            }
        }
        if ends.is_empty() {
            ends.push(action);
        }
        ends
    }
}
