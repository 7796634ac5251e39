//! The turn that a player is planning: picks, deployments and orders, before they are committed.

use crate::map::RegionId;
use crate::rules::{Deploy, Move, Order, RuleSet, Turn, View};

/// The steps of planning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Choose starting regions.
    Pick,
    /// Deploy armies.
    Deploy,
    /// Attack and move armies.
    Attack,
    /// Look at the whole turn and commit it.
    Commit,
}

/// What is planned so far.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Draft {
    phase: Phase,
    picks: Vec<RegionId>,
    turn: Turn,
}

/// What is new in a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// Another step has begun.
    Step,
    /// The list of the step has a new row, or a changed one: picks, deployments or orders.
    Row(usize),
}

/// A turn that is being planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    draft: Draft,
    /// Earlier drafts, to return to.
    history: Vec<Draft>,
    /// Drafts that were taken back, the last one first to return.
    undone: Vec<Draft>,
    /// The draft of which [`Plan::take_news`] has told.
    told: Option<Draft>,
    /// The region that orders go out from.
    pub source: Option<RegionId>,
    /// The order that is selected in the list.
    pub selected: Option<usize>,
    /// The last message says why something cannot be planned.
    pub refused: bool,
}

/// The number of steps that can be taken back.
const MAX_HISTORY: usize = 200;

impl Plan {
    /// An empty plan for what is to be done now.
    pub fn new(view: &View) -> Plan {
        let phase = if view.picking { Phase::Pick } else { Phase::Deploy };
        let draft = Draft { phase, picks: Vec::new(), turn: Turn::default() };
        let (history, undone) = (Vec::new(), Vec::new());
        Plan { draft, history, undone, told: None, source: None, selected: None, refused: false }
    }

    /// A plan that goes on with a draft, as far as it is possible now.
    pub fn of_draft(view: &View, draft: Option<&str>) -> Plan {
        let mut plan = Plan::new(view);
        match draft.and_then(|text| Move::read(text).ok()) {
            Some(Move::Pick(picks)) if view.picking => {
                let offers = view.own_offers();
                picks
                    .iter()
                    .filter(|pick| offers.contains(pick))
                    .for_each(|pick| plan.toggle_pick(*pick, view));
            }
            Some(Move::Turn(mut turn)) if !view.picking => {
                // A file may name regions that the map does not have.
                let exists = |region: RegionId| usize::from(region) < view.map().regions.len();
                turn.deploys.retain(|deploy| exists(deploy.region));
                turn.orders.retain(|order| exists(order.from) && exists(order.to));
                plan.take_over(&turn, view);
                if plan.turn().orders.is_empty() && plan.reserve(view) > 0 {
                    plan.draft.phase = Phase::Deploy;
                }
            }
            _ => {}
        }
        plan.history.clear();
        plan
    }

    /// What is new since this was called last.
    pub fn take_news(&mut self) -> Option<News> {
        if self.told.as_ref() == Some(&self.draft) {
            return None;
        }
        let now = &self.draft;
        let news = match self.told.as_ref().filter(|before| before.phase == now.phase) {
            None => Some(News::Step),
            Some(before) => match now.phase {
                Phase::Pick => first_new(&before.picks, &now.picks),
                Phase::Deploy => first_new(&before.turn.deploys, &now.turn.deploys),
                Phase::Attack | Phase::Commit => first_new(&before.turn.orders, &now.turn.orders),
            }
            .map(News::Row),
        };
        self.told = Some(self.draft.clone());
        news
    }

    /// Whether nothing is planned yet.
    pub fn is_empty(&self) -> bool {
        self.draft.picks.is_empty() && self.draft.turn == Turn::default()
    }

    /// The current step.
    pub fn phase(&self) -> Phase {
        self.draft.phase
    }

    /// The starting regions that are chosen, the best first.
    pub fn picks(&self) -> &[RegionId] {
        &self.draft.picks
    }

    /// The turn so far.
    pub fn turn(&self) -> &Turn {
        &self.draft.turn
    }

    /// The plan as a move.
    pub fn to_move(&self) -> Move {
        match self.draft.phase {
            Phase::Pick => Move::Pick(self.draft.picks.clone()),
            _ => Move::Turn(self.draft.turn.clone()),
        }
    }

    /// Changes the plan; the last state can be returned to.
    fn change(&mut self, change: impl FnOnce(&mut Draft)) {
        let before = self.draft.clone();
        change(&mut self.draft);
        if self.draft != before {
            self.undone.clear();
            self.history.push(before);
            if self.history.len() > MAX_HISTORY {
                self.history.remove(0);
            }
        }
        self.selected = self.selected.filter(|n| *n < self.draft.turn.orders.len());
    }

    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        !self.history.is_empty()
    }

    /// Takes the last change back.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.history.pop() else { return false };
        let now = self.replace_draft(before);
        self.undone.push(now);
        true
    }

    /// Whether something was taken back that can be restored.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Restores what was taken back last.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.undone.pop() else { return false };
        let now = self.replace_draft(after);
        self.history.push(now);
        true
    }

    fn replace_draft(&mut self, draft: Draft) -> Draft {
        self.source = None;
        self.selected = self.selected.filter(|n| *n < draft.turn.orders.len());
        std::mem::replace(&mut self.draft, draft)
    }

    /// Goes to a step. What came after it is dropped.
    pub fn go_to(&mut self, phase: Phase) {
        self.source = None;
        self.change(|draft| {
            if phase == Phase::Deploy {
                draft.turn.orders.clear();
            }
            draft.phase = phase;
        });
    }

    /// Chooses a starting region, or gives it up.
    pub fn toggle_pick(&mut self, region: RegionId, view: &View) {
        let max = view.picks;
        self.change(|draft| {
            if let Some(at) = draft.picks.iter().position(|pick| *pick == region) {
                draft.picks.remove(at);
            } else if draft.picks.len() < max {
                draft.picks.push(region);
            } else if max == 1 {
                draft.picks[0] = region;
            }
        });
    }

    /// The armies that are deployed to a region.
    pub fn deployed(&self, region: RegionId) -> u32 {
        let to = self.draft.turn.deploys.iter().filter(|deploy| deploy.region == region);
        to.map(|deploy| deploy.armies).sum()
    }

    /// The armies that can still be deployed.
    pub fn reserve(&self, view: &View) -> u32 {
        let deployed: u32 = self.draft.turn.deploys.iter().map(|deploy| deploy.armies).sum();
        view.income(view.side).saturating_sub(deployed)
    }

    /// Deploys armies to a region, at most as many as there are; a negative number takes some back.
    pub fn deploy(&mut self, region: RegionId, armies: i64, view: &View) {
        let now = i64::from(self.deployed(region));
        let wanted = (now + armies).clamp(0, now + i64::from(self.reserve(view))) as u32;
        self.change(|draft| {
            let deploys = &mut draft.turn.deploys;
            match deploys.iter().position(|deploy| deploy.region == region) {
                Some(at) if wanted == 0 => {
                    deploys.remove(at);
                }
                Some(at) => deploys[at].armies = wanted,
                None if wanted > 0 => deploys.push(Deploy { region, armies: wanted }),
                None => {}
            }
        });
    }

    /// The armies that are ordered from one region to another.
    pub fn ordered(&self, from: RegionId, to: RegionId) -> u32 {
        self.find(from, to).map_or(0, |n| self.draft.turn.orders[n].armies)
    }

    /// The order from one region to another.
    pub fn find(&self, from: RegionId, to: RegionId) -> Option<usize> {
        self.draft.turn.orders.iter().position(|order| (order.from, order.to) == (from, to))
    }

    /// The armies that can still leave a region.
    pub fn free(&self, from: RegionId, view: &View) -> u32 {
        let leaving = self.draft.turn.orders.iter().filter(|order| order.from == from);
        let leaving: u32 = leaving.map(|order| order.armies).sum();
        (view.state.armies(from) + self.deployed(from)).saturating_sub(1 + leaving)
    }

    /// Sends armies from one region to another instead of those that were ordered, at most as many as can leave. None
    /// removes the order.
    pub fn order(&mut self, from: RegionId, to: RegionId, armies: u32, view: &View) {
        let armies = armies.min(self.ordered(from, to) + self.free(from, view));
        let at = self.find(from, to);
        self.change(|draft| {
            let orders = &mut draft.turn.orders;
            match at {
                Some(at) if armies == 0 => {
                    orders.remove(at);
                }
                Some(at) => orders[at].armies = armies,
                None if armies > 0 => orders.push(Order { from, to, armies }),
                None => {}
            }
        });
        self.selected = self.find(from, to);
    }

    /// Removes an order.
    pub fn remove(&mut self, order: usize) {
        self.change(|draft| {
            if order < draft.turn.orders.len() {
                draft.turn.orders.remove(order);
            }
        });
    }

    /// Moves an order to another place in the list.
    pub fn reorder(&mut self, from: usize, to: usize) {
        let count = self.draft.turn.orders.len();
        if from < count && to < count {
            self.change(|draft| {
                let order = draft.turn.orders.remove(from);
                draft.turn.orders.insert(to, order);
            });
            self.selected = Some(to);
        }
    }

    /// Replaces the plan by a turn, as far as it is possible now.
    pub fn take_over(&mut self, turn: &Turn, view: &View) {
        let mut plan = Plan::new(view);
        for Deploy { region, armies } in &turn.deploys {
            if view.state.owns(view.side, *region) {
                plan.deploy(*region, i64::from(*armies), view);
            }
        }
        for Order { from, to, armies } in &turn.orders {
            if can_order(view, *from, *to) {
                plan.order(*from, *to, *armies, view);
            }
        }
        let turn = plan.draft.turn;
        self.source = None;
        self.change(|draft| (draft.turn, draft.phase) = (turn, Phase::Attack));
    }

    /// Replaces the choice of starting regions.
    pub fn take_over_picks(&mut self, picks: &[RegionId]) {
        self.change(|draft| draft.picks = picks.to_vec());
    }

    /// The region as it will be when the orders begin: the armies with the deployments.
    pub fn armies(&self, region: RegionId, view: &View) -> u32 {
        view.state.armies(region) + self.deployed(region)
    }
}

/// The first row that is not as it was.
fn first_new<T: PartialEq>(before: &[T], after: &[T]) -> Option<usize> {
    (0..after.len()).find(|n| before.get(*n) != after.get(*n))
}

/// Whether armies may be sent from one region to another.
pub fn can_order(view: &View, from: RegionId, to: RegionId) -> bool {
    view.state.owns(view.side, from) && view.map().regions[usize::from(from)].neighbours.contains(&to)
}

/// Whether the chosen regions are a ranking of which some are given, rather than all of them.
pub fn is_ranking(view: &View) -> bool {
    view.setup.rules == RuleSet::Contest1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Setup, check_strictly};
    use common::game::{Dice, Game, Side};
    use common::job::Work;
    use proptest::prelude::*;

    fn position() -> Position {
        let mut dice = Dice::new(3);
        let mut position = Position::start(&Setup::default(), &mut dice, &Work::quiet()).unwrap();
        for side in [Side::FIRST, Side::SECOND] {
            let pick = position.random_move(side, &mut dice).unwrap();
            position.play(side, &pick, &mut dice).unwrap();
        }
        position
    }

    #[test]
    fn deployments_stay_within_the_income_and_can_be_taken_back() {
        let view = position().view(Side::FIRST);
        let own: Vec<RegionId> = view.state.regions_of(Side::FIRST).collect();
        let mut plan = Plan::new(&view);
        plan.deploy(own[0], 3, &view);
        plan.deploy(own[1], 9, &view);
        assert_eq!((plan.deployed(own[0]), plan.deployed(own[1]), plan.reserve(&view)), (3, 2, 0));
        plan.deploy(own[0], -9, &view);
        assert_eq!((plan.deployed(own[0]), plan.reserve(&view)), (0, 3));
        assert!(plan.undo() && plan.undo());
        assert_eq!((plan.deployed(own[0]), plan.reserve(&view)), (3, 2));
    }

    #[test]
    fn steps_and_rows_are_news_once() {
        let view = position().view(Side::FIRST);
        let own: Vec<RegionId> = view.state.regions_of(Side::FIRST).collect();
        let mut plan = Plan::new(&view);
        assert_eq!([plan.take_news(), plan.take_news()], [Some(News::Step), None]);
        plan.deploy(own[0], 1, &view);
        assert_eq!([plan.take_news(), plan.take_news()], [Some(News::Row(0)), None]);
        plan.deploy(own[1], 1, &view);
        assert_eq!(plan.take_news(), Some(News::Row(1)));
        plan.deploy(own[1], -1, &view);
        assert_eq!(plan.take_news(), None, "a row that is gone");
        plan.go_to(Phase::Attack);
        assert_eq!(plan.take_news(), Some(News::Step));
        let to = view.map().regions[usize::from(own[0])].neighbours[0];
        plan.order(own[0], to, 1, &view);
        assert_eq!(plan.take_news(), Some(News::Row(0)));
        assert!(plan.undo());
        assert_eq!(plan.take_news(), None);
        assert!(plan.undo());
        assert_eq!(plan.take_news(), Some(News::Step));
    }

    #[test]
    fn going_back_to_deploying_drops_the_orders_and_undo_restores_them() {
        let view = position().view(Side::FIRST);
        let own = view.state.regions_of(Side::FIRST).next().unwrap();
        let to = view.map().regions[usize::from(own)].neighbours[0];
        let mut plan = Plan::new(&view);
        plan.deploy(own, 5, &view);
        plan.go_to(Phase::Attack);
        plan.order(own, to, 99, &view);
        assert_eq!(plan.ordered(own, to), 6);
        assert_eq!(plan.free(own, &view), 0);
        plan.go_to(Phase::Deploy);
        assert!(plan.turn().orders.is_empty());
        assert!(plan.undo());
        assert_eq!((plan.phase(), plan.ordered(own, to)), (Phase::Attack, 6));
        assert!(plan.redo() && plan.turn().orders.is_empty() && !plan.can_redo());
        assert!(plan.undo() && plan.can_redo());
        plan.order(own, to, 0, &view);
        assert!(plan.turn().orders.is_empty());
        assert!(!plan.can_redo(), "another change drops what was taken back");
    }

    #[test]
    fn a_draft_is_taken_over_as_far_as_it_is_possible() {
        let view = position().view(Side::FIRST);
        let own = view.state.regions_of(Side::FIRST).next().unwrap();
        let to = view.map().regions[usize::from(own)].neighbours[0];
        let (own, to) = (own + 1, to + 1);
        let text = |draft: &str| {
            let plan = Plan::of_draft(&view, Some(draft));
            (plan.phase(), plan.to_move().to_string())
        };
        let whole = format!("{own}+4 {own}>{to}:3");
        assert_eq!(text(&whole), (Phase::Attack, whole.clone()));
        assert_eq!(text(&format!("{own}+4")), (Phase::Deploy, format!("{own}+4")));
        assert_eq!(text(&format!("{own}+4 60000+1 60000>{to}:3 {own}>60000:2")), text(&format!("{own}+4")));
        for other in ["pick 1 2", "pass", "nonsense", ""] {
            assert_eq!(Plan::of_draft(&view, Some(other)), Plan::new(&view), "{other}");
        }
    }

    proptest! {
        #[test]
        fn every_plan_is_a_legal_turn(
            steps in prop::collection::vec((0..6_u8, 0..8_usize, 0..8_usize, -9..12_i64), 0..40),
        ) {
            let view = position().view(Side::FIRST);
            let own: Vec<RegionId> = view.state.regions_of(Side::FIRST).collect();
            let mut plan = Plan::new(&view);
            for (step, a, b, number) in steps {
                let from = own[a % own.len()];
                let near = &view.map().regions[usize::from(from)].neighbours;
                let to = near[b % near.len()];
                match step {
                    0 => plan.deploy(from, number, &view),
                    1 => plan.order(from, to, number.unsigned_abs() as u32, &view),
                    2 => plan.remove(a),
                    3 => plan.reorder(a, b),
                    4 => { plan.undo(); }
                    _ => {
                        let turn = plan.turn().clone();
                        plan.take_over(&turn, &view);
                        prop_assert_eq!(plan.turn(), &turn);
                    }
                }
                // Armies that were deployed and then ordered away cannot be taken back.
                let checked = check_strictly(
                    view.map(), &view.state, view.side, view.income(view.side), plan.turn(),
                );
                prop_assert!(checked.is_ok() || step == 0, "{:?}", checked);
                if checked.is_err() {
                    plan.undo();
                }
            }
        }
    }
}
