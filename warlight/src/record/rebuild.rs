//! From the plain content of a record to the record: everything is checked, so that replaying it cannot fail.

use super::stored::{
    BadRecord, FROM_KEY, MAP_KEY, StepResult, Stored, StoredMove, StoredResult, StoredStart, StoredStep,
    damaged,
};
use super::{GameRecord, RecordedMove};
use crate::map::{Map, RegionId, compact};
use crate::rules::{
    self, DeployEvent, Effect, Event, Fight, FightEnd, MapRef, Move, OrderEnd, OrderEvent, Position,
    RoundRecord, RuleSet, Setup, Start, State, Turn,
};
use common::game::{Game, Setup as _, Side, Sides};
use std::sync::Arc;

impl Stored {
    /// The record.
    pub fn into_record(self) -> Result<GameRecord, BadRecord> {
        if let Some(mistake) = compact::check_rules(&self.map) {
            return Err(damaged(mistake.to_string()));
        }
        if self.setup.contains_key(MAP_KEY) {
            return Err(damaged("its setup names a map"));
        }
        if self.setup.contains_key(FROM_KEY) {
            return Err(damaged("its setup names another game"));
        }
        let setup = Setup::from_map(&self.setup).map_err(|why| damaged(why.to_string()))?;
        let setup = Setup { map: MapRef { id: self.map_id, map: Arc::new(self.map) }, ..setup };
        let sides = usize::from(setup.players);
        if self.players.len() != sides {
            return Err(damaged(format!("it names {} players, not {sides}", self.players.len())));
        }
        if setup.rules != RuleSet::Seed && sides != 2 {
            return Err(damaged("its rules are for 2 players"));
        }
        let start = Position::new(&setup, beginning(&setup, self.start)?);
        if self.branched_at > self.moves.len() {
            return Err(damaged("it goes on after its last move"));
        }
        let mut record = GameRecord::new(&start, self.players, self.seed);
        record.branched_at = self.branched_at;
        let mut replay = Replay { position: start, turns: vec![Turn::default(); sides] };
        for (number, made) in (1..).zip(self.moves) {
            let made = replay.play(made).map_err(|why| damaged(format!("move {number}: {why}")))?;
            record.moves.push(made);
        }
        record.end = self.end.map(|end| end.into_end(sides)).transpose()?;
        Ok(record)
    }
}

fn beginning(setup: &Setup, stored: StoredStart) -> Result<Start, BadRecord> {
    let (map, sides) = (&*setup.map, usize::from(setup.players));
    let mut neutral = State::neutral(map);
    for (region, armies) in stored.wastelands {
        if !exists(map, region) {
            return Err(damaged("a wasteland is not on the map"));
        }
        neutral.set_armies(region, armies);
    }
    let picks: Vec<usize> = stored.picks.iter().map(|count| *count as usize).collect();
    let fits = stored.offers.len() == sides
        && picks.len() == sides
        && stored.offers.iter().flatten().all(|region| exists(map, *region))
        && stored.offers.iter().zip(&picks).all(|(offers, picks)| (1..=offers.len()).contains(picks))
        && stored.picks_in_turn as usize <= map.regions.len();
    if !fits {
        return Err(damaged("its starting regions do not fit the map"));
    }
    Ok(Start { neutral, offers: stored.offers, picks, picks_in_turn: stored.picks_in_turn as usize })
}

fn exists(map: &Map, region: RegionId) -> bool {
    usize::from(region) < map.regions.len()
}

/// Replays moves whose results are known.
struct Replay {
    position: Position,
    /// The turns of the round, by side.
    turns: Vec<Turn>,
}

impl Replay {
    fn play(&mut self, made: StoredMove) -> Result<RecordedMove, &'static str> {
        let side = Side(made.side);
        let (position, map) = (&self.position, self.position.map());
        let waiting_for = position.to_move();
        if side.index() >= self.turns.len() || !waiting_for.contains(side) {
            return Err("this player is not to move");
        }
        let known = match &made.m {
            Move::Pick(regions) => position.is_picking() && regions.iter().all(|region| exists(map, *region)),
            Move::Turn(turn) => {
                !position.is_picking()
                    && turn.deploys.iter().all(|deploy| exists(map, deploy.region))
                    && turn.orders.iter().all(|order| exists(map, order.from) && exists(map, order.to))
            }
        };
        if !known {
            return Err("it does not fit the position");
        }
        if let Move::Turn(turn) = &made.m {
            self.turns[side.index()] = turn.clone();
        }
        let in_turn = position.is_picking() && position.setup().rules == RuleSet::Contest2;
        let last = waiting_for == Sides::one(side);
        let effect = match made.result {
            StoredResult::Waiting if !last && !in_turn => Effect::Waiting,
            StoredResult::Starts { given, complete } if position.is_picking() && (last || in_turn) => {
                if !complete && !in_turn {
                    return Err("starting regions are missing");
                }
                let given: Vec<(Side, RegionId)> =
                    given.iter().map(|(side, id)| (Side(*side), *id)).collect();
                for (n, (side, region)) in given.iter().enumerate() {
                    let free = exists(map, *region) && position.state().owner(*region).is_none();
                    let twice = given[..n].iter().any(|(_, earlier)| earlier == region);
                    if !free || twice || side.index() >= self.turns.len() {
                        return Err("a starting region cannot be given");
                    }
                }
                Effect::Starts { given, complete, undo: None }
            }
            StoredResult::Round(steps) if last && !position.is_picking() => {
                let record = Arc::new(self.round(&steps)?);
                self.turns.fill(Turn::default());
                Effect::Round { record, undo: None }
            }
            _ => return Err("its result does not fit the position"),
        };
        self.position.apply(side, &made.m, &effect);
        Ok(RecordedMove { side, m: made.m, effect })
    }

    /// The whole record of a round.
    fn round(&self, steps: &[StoredStep]) -> Result<RoundRecord, &'static str> {
        let position = &self.position;
        let mut state = position.state().clone();
        let mut next = vec![(0, 0); self.turns.len()];
        let mut events = Vec::new();
        for step in steps {
            let side = Side(step.side);
            let (turn, next) = self
                .turns
                .get(side.index())
                .zip(next.get_mut(side.index()))
                .ok_or("a step is made by nobody")?;
            let event = one_step(&state, side, turn, next, step.what)?;
            event.apply(&mut state);
            events.push(event);
        }
        let mut record = RoundRecord { round: position.round() + 1, events, witnesses: Vec::new() };
        if position.setup().fog() {
            record.witnesses = rules::witnesses(position.map(), &mut position.state().clone(), &record);
        }
        Ok(record)
    }
}

/// The event of a step. `next` counts the deployments and orders of the turn that were carried out.
fn one_step(
    state: &State,
    side: Side,
    turn: &Turn,
    next: &mut (usize, usize),
    what: StepResult,
) -> Result<Event, &'static str> {
    if let StepResult::Deployed(placed) = what {
        let deploy = turn.deploys.get(next.0).ok_or("a step deploys more than the turn")?;
        next.0 += 1;
        let placed = placed.unwrap_or(deploy.armies);
        if placed > deploy.armies || placed > 0 && !state.owns(side, deploy.region) {
            return Err("a deployment is not possible");
        }
        let before = if placed > 0 { state.armies(deploy.region) } else { 0 };
        let (region, asked) = (deploy.region, deploy.armies);
        return Ok(Event::Deploy(DeployEvent { side, region, asked, placed, before }));
    }
    let order = *turn.orders.get(next.1).ok_or("a step has more orders than the turn")?;
    let mut event = OrderEvent {
        side,
        index: next.1 as u32,
        order,
        sent: 0,
        from_before: 0,
        to_before: 0,
        to_owner: None,
        end: OrderEnd::Transferred,
    };
    next.1 += 1;
    let sent = match what {
        StepResult::Skipped(why) => {
            return Ok(Event::Order(OrderEvent { end: OrderEnd::Skipped(why), ..event }));
        }
        StepResult::Fought { sent, .. } | StepResult::Transferred(sent) | StepResult::Deployed(sent) => {
            sent.unwrap_or(order.armies)
        }
    };
    (event.sent, event.from_before) = (sent, state.armies(order.from));
    (event.to_owner, event.to_before) = (state.owner(order.to), state.armies(order.to));
    let own = event.to_owner == Some(side);
    if !state.owns(side, order.from) || order.from == order.to || sent == 0 || sent >= event.from_before {
        return Err("armies leave that are not there");
    }
    match what {
        StepResult::Fought { attackers_lost, defenders_lost, end, .. } => {
            let all = (attackers_lost >= sent, defenders_lost >= event.to_before);
            let fits = match end {
                FightEnd::Captured => all == (false, true),
                FightEnd::Repelled => all == (true, false),
                FightEnd::Standoff => all == (false, false),
                FightEnd::BothDestroyed => all.0 && defenders_lost == event.to_before.saturating_sub(1),
            };
            if own || !fits || attackers_lost > sent || defenders_lost > event.to_before {
                return Err("a fight is not possible");
            }
            event.end = OrderEnd::Fought(Fight { attackers_lost, defenders_lost, end });
        }
        _ if !own => return Err("armies move to a region of somebody else"),
        _ => {}
    }
    Ok(Event::Order(event))
}
