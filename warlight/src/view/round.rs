//! A round that is being shown, one action after the other.

use crate::map::RegionId;
use crate::map::render::Arrow;
use crate::rules::{ChangeEvent, DeployEvent, Event, FightEnd, OrderEnd, RoundRecord, State, View};
use common::game::Sides;
use std::sync::Arc;

/// How long a deployment is shown, in units of the animation speed.
const DEPLOY: f32 = 2.2;
/// How long an order is shown.
const ORDER: f32 = 5.0;
/// The part of this time in which the armies are on their way.
const MARCH: f32 = 0.6;

/// A round that is being shown.
#[derive(Debug, Clone)]
pub struct RoundAnimation {
    record: Arc<RoundRecord>,
    /// Owners and armies before the current action.
    state: State,
    /// The index of the current action.
    index: usize,
    /// The part of it that has been shown, 0 to 1.
    part: f32,
}

/// What is shown of an action.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Moment {
    /// The arrow of an order.
    pub arrow: Option<Arrow>,
    /// Armies on their way: from, to, the part of the way, how many, whose.
    pub moving: Option<(RegionId, RegionId, f32, u32, u8)>,
    /// The regions of the action.
    pub regions: Vec<RegionId>,
    /// What changes there: "+5", "−3".
    pub notes: Vec<(RegionId, String)>,
}

impl RoundAnimation {
    /// Shows a round from its beginning. `None` if there is nothing to see.
    pub fn new(record: Arc<RoundRecord>, before: State) -> Option<RoundAnimation> {
        let some = !record.events.is_empty();
        some.then_some(RoundAnimation { record, state: before, index: 0, part: 0.0 })
    }

    /// The round.
    pub fn record(&self) -> &RoundRecord {
        &self.record
    }

    /// Lets time pass; `unit` is the duration of a movement in seconds. False at the end of the round.
    pub fn advance(&mut self, seconds: f32, unit: f32) -> bool {
        let Some(event) = self.record.events.get(self.index) else { return false };
        self.part += seconds / (duration(event) * unit.max(0.001));
        if self.part >= 1.0 {
            event.apply(&mut self.state);
            self.part = 0.0;
            self.index += 1;
        }
        self.index < self.record.events.len()
    }

    /// The number of the current action and of all.
    pub fn progress(&self) -> (usize, usize) {
        (self.index + 1, self.record.events.len())
    }

    /// The current action.
    pub fn event(&self) -> Option<&Event> {
        self.record.events.get(self.index)
    }

    /// Owners and armies now. The result of an action is seen when its armies have arrived.
    pub fn state(&self) -> State {
        let mut state = self.state.clone();
        if let Some(event) = self.event().filter(|_| self.part >= MARCH) {
            event.apply(&mut state);
        }
        state
    }

    /// What the viewer sees in the middle of the round, of which `after` is the end.
    pub fn view(&self, after: &View) -> View {
        let state = self.state();
        let alive = state.alive().iter().fold(after.alive, Sides::with);
        View { round: self.record.round.saturating_sub(1), outcome: None, alive, state, ..after.clone() }
    }

    /// What is shown of the current action.
    pub fn moment(&self) -> Moment {
        self.event().map_or_else(Moment::default, |event| moment(event, self.part))
    }
}

/// How long an action is shown, in units of the animation speed.
pub fn duration(event: &Event) -> f32 {
    if matches!(event, Event::Deploy(_)) { DEPLOY } else { ORDER }
}

/// What is shown of an action when this part of its time is over; 1 shows all of it.
pub fn moment(event: &Event, part: f32) -> Moment {
    let arrived = part >= MARCH;
    match event {
        Event::Deploy(DeployEvent { region, placed, .. }) => Moment {
            regions: vec![*region],
            notes: vec![(*region, format!("+{placed}"))],
            ..Moment::default()
        },
        Event::Order(event) => {
            let (from, to) = (event.order.from, event.order.to);
            let armies = Some(event.sent).filter(|sent| *sent > 0);
            let player = event.side.0;
            let notes = match event.end {
                OrderEnd::Skipped(_) => Vec::new(),
                OrderEnd::Transferred => vec![(to, format!("+{}", event.sent))],
                OrderEnd::Fought(fight) => {
                    let lost = |region, lost: u32| (lost > 0).then(|| (region, format!("−{lost}")));
                    let attackers = if fight.end == FightEnd::Captured { to } else { from };
                    let mut notes: Vec<_> = lost(attackers, fight.attackers_lost).into_iter().collect();
                    if fight.end != FightEnd::Captured {
                        notes.extend(lost(to, fight.defenders_lost));
                    }
                    notes
                }
            };
            Moment {
                arrow: Some(Arrow { from, to, armies: armies.filter(|_| arrived), player }),
                moving: armies.filter(|_| !arrived).map(|armies| (from, to, part / MARCH, armies, player)),
                regions: vec![from, to],
                notes: if arrived { notes } else { Vec::new() },
            }
        }
        Event::Change(ChangeEvent { region, order, side, .. }) => Moment {
            arrow: Some(Arrow { from: order.from, to: order.to, armies: Some(order.armies), player: side.0 }),
            regions: vec![*region],
            ..Moment::default()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Effect, Position, Setup};
    use common::game::{Dice, Game, Side};
    use common::job::Work;

    #[test]
    fn a_round_is_shown_whole_and_ends_in_the_position_after_it() {
        let mut dice = Dice::new(5);
        let mut position = Position::start(&Setup::default(), &mut dice, &Work::quiet()).unwrap();
        for _ in 0..4 {
            let before = position.state().clone();
            let mut last = Effect::Waiting;
            for side in [Side::FIRST, Side::SECOND] {
                let m = position.random_move(side, &mut dice).unwrap();
                last = position.play(side, &m, &mut dice).unwrap();
            }
            let Effect::Round { record, .. } = last else { continue };
            let Some(mut animation) = RoundAnimation::new(record.clone(), before.clone()) else { continue };
            let seen = animation.view(&position.view(Side::FIRST));
            assert_eq!((seen.round + 1, seen.state), (record.round, before), "the numbers before the round");
            let mut frames = 0;
            while animation.advance(0.05, 0.1) {
                assert!(animation.progress().0 <= animation.progress().1);
                frames += 1;
                assert!(frames < 10_000);
            }
            assert!(frames >= record.events.len());
            assert_eq!(animation.state(), *position.state());
        }
    }
}
