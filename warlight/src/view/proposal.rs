//! A hint on the map, before it is used.

use super::board::turn_drawing;
use super::plan::Plan;
use crate::map::RegionId;
use crate::map::render::Arrow;
use crate::rules::{Move, Turn};
use common::game::Side;

/// What a hint proposes: orders, and deployments or starting regions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Proposal {
    /// The orders.
    pub arrows: Vec<Arrow>,
    /// Short texts beside the armies of regions, such as "+5".
    pub notes: Vec<(RegionId, String)>,
}

impl Proposal {
    /// The part of a hint that is not planned yet.
    pub fn new(side: Side, hint: &Move, plan: Option<&Plan>) -> Proposal {
        match hint {
            Move::Pick(regions) => {
                let is_planned = |region| plan.is_some_and(|plan| plan.picks().contains(region));
                let ranks = regions.iter().enumerate().filter(|(_, region)| !is_planned(region));
                let notes = ranks.map(|(rank, region)| (*region, format!("{}.", rank + 1))).collect();
                Proposal { arrows: Vec::new(), notes }
            }
            Move::Turn(turn) => {
                let mut rest = Turn::clone(turn);
                if let Some(plan) = plan {
                    rest.deploys.retain(|deploy| plan.deployed(deploy.region) != deploy.armies);
                    rest.orders.retain(|order| plan.ordered(order.from, order.to) != order.armies);
                }
                let (arrows, notes) = turn_drawing(side, &rest);
                Proposal { arrows, notes }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Setup};
    use common::game::{Dice, Game};
    use common::job::Work;

    #[test]
    fn a_hint_shows_what_is_not_planned_yet() {
        let mut dice = Dice::new(3);
        let mut position = Position::start(&Setup::default(), &mut dice, &Work::quiet()).unwrap();
        let view = position.view(Side::FIRST);
        let offers = view.own_offers();
        let mut plan = Plan::new(&view);
        plan.toggle_pick(offers[1], &view);
        let picks = Proposal::new(Side::FIRST, &Move::Pick(offers[..2].to_vec()), Some(&plan));
        assert_eq!(picks.notes, [(offers[0], "1.".to_owned())]);
        for side in [Side::FIRST, Side::SECOND] {
            let pick = position.random_move(side, &mut dice).unwrap();
            position.play(side, &pick, &mut dice).unwrap();
        }
        let view = position.view(Side::FIRST);
        let from = view.state.regions_of(Side::FIRST).next().unwrap();
        let to = view.map().regions[usize::from(from)].neighbours[0];
        let mut wanted = Plan::new(&view);
        wanted.deploy(from, 5, &view);
        wanted.order(from, to, 3, &view);
        let hint = Move::Turn(wanted.turn().clone());
        let mut plan = Plan::new(&view);
        let all = Proposal::new(Side::FIRST, &hint, Some(&plan));
        assert_eq!(Proposal::new(Side::FIRST, &hint, None), all, "where nothing is planned, as in a review");
        assert_eq!(all.notes, [(from, "+5".to_owned())]);
        let arrow = Arrow { from, to, armies: Some(3), player: Side::FIRST.0 };
        assert_eq!(all.arrows, [arrow]);
        plan.deploy(from, 5, &view);
        let rest = Proposal::new(Side::FIRST, &hint, Some(&plan));
        assert!(rest.notes.is_empty() && rest.arrows.len() == 1);
        plan.order(from, to, 3, &view);
        assert_eq!(Proposal::new(Side::FIRST, &hint, Some(&plan)), Proposal::default());
    }
}
