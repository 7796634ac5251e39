//! Generators of sensible moves, after the source document: every way to deploy is combined with every way to attack.
//!
//! All turns keep the strict rules ([`crate::rules::check_strictly`]), so they are legal in every rule set. They depend
//! only on the state that is given; with fog, that is the state that a side knows.

use super::evaluate::{Constants, Evaluator, FAR, distances, write_distances};
use crate::map::{Map, RegionId};
use crate::rules::{ATTACKER_KILLS, DEFENDER_KILLS, State, Turn, View};
use common::game::Side;
use std::cmp::Ordering;

/// A way to deploy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeployPlan {
    /// To the regions that an enemy could take; what is left as in [`DeployPlan::Attack`].
    Defend,
    /// All beside the most valuable foreign region.
    Attack,
    /// All beside the most valuable neutral region; if there is none, as in [`DeployPlan::Attack`].
    Expand,
}

impl DeployPlan {
    /// All of them.
    pub const ALL: [DeployPlan; 3] = [DeployPlan::Defend, DeployPlan::Attack, DeployPlan::Expand];
}

/// A way to attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttackPlan {
    /// Attacks what can be taken, then moves inland armies.
    Aggressive,
    /// Moves inland armies, then attacks what can be taken.
    Wait,
    /// Moves inland armies, then attacks only what can be taken even if the enemy deploys all its income there.
    Safe,
}

impl AttackPlan {
    /// All of them.
    pub const ALL: [AttackPlan; 3] = [AttackPlan::Aggressive, AttackPlan::Wait, AttackPlan::Safe];
}

/// What is known about a state for one side. Simulations use the memory again and again.
#[derive(Debug, Default)]
pub struct Knowledge {
    /// The income of each side that owns a region.
    incomes: Vec<u32>,
    /// The values of the regions for the side.
    values: Vec<i64>,
    /// The own regions, the most valuable first.
    own: Vec<RegionId>,
    /// The steps from each region to the nearest foreign one.
    to_foreign: Vec<u16>,
    /// For the search of ways.
    queue: Vec<RegionId>,
}

/// A state, seen by a side that is to give a turn.
#[derive(Debug)]
pub struct Situation<'a> {
    constants: &'a Constants,
    map: &'a Map,
    state: &'a State,
    side: Side,
    known: Knowledge,
}

impl<'a> Situation<'a> {
    /// Evaluates a state for a side. The base income is the one without bonuses.
    pub fn new(
        evaluator: &'a Evaluator,
        map: &'a Map,
        state: &'a State,
        base_income: u32,
        side: Side,
    ) -> Self {
        Situation::with_memory(Knowledge::default(), evaluator, map, state, base_income, side)
    }

    /// The same as [`Situation::new`], in the memory of another situation.
    pub fn with_memory(
        mut memory: Knowledge,
        evaluator: &'a Evaluator,
        map: &'a Map,
        state: &'a State,
        base_income: u32,
        side: Side,
    ) -> Self {
        let Knowledge { incomes, values, own, to_foreign, queue } = &mut memory;
        let last = state.alive().iter().chain([side]).map(Side::index).max().unwrap_or(0);
        incomes.clear();
        incomes.extend(Side::all(last + 1).map(|side| state.income(map, base_income, side)));
        evaluator.write_regions(map, state, side, values);
        own.clear();
        own.extend(state.regions_of(side));
        own.sort_unstable_by_key(|region| (-values[usize::from(*region)], *region));
        let foreign = state.regions().filter(|region| !state.owns(side, *region));
        write_distances(map, foreign, to_foreign, queue);
        Situation { constants: evaluator.constants(), map, state, side, known: memory }
    }

    /// Its memory, for another situation.
    pub fn into_memory(self) -> Knowledge {
        self.known
    }

    /// What a view shows.
    pub fn of_view(evaluator: &'a Evaluator, view: &'a View) -> Situation<'a> {
        let base_income = u32::from(view.setup.base_income);
        Situation::new(evaluator, view.map(), &view.state, base_income, view.side)
    }

    /// The turns of all plans, without duplicates. There is at least one.
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::with_capacity(DeployPlan::ALL.len() * AttackPlan::ALL.len());
        for deploy in DeployPlan::ALL {
            for attack in AttackPlan::ALL {
                let turn = self.turn(deploy, attack);
                if !turns.contains(&turn) {
                    turns.push(turn);
                }
            }
        }
        turns
    }

    /// The turn of two plans.
    pub fn turn(&self, deploy: DeployPlan, attack: AttackPlan) -> Turn {
        let mut draft = Draft::default();
        self.write_turn(deploy, attack, &mut draft);
        draft.turn
    }

    /// Writes the turn of two plans into a draft.
    pub fn write_turn(&self, deploy: DeployPlan, attack: AttackPlan, draft: &mut Draft) {
        draft.begin(self);
        self.deploy(deploy, draft);
        match attack {
            AttackPlan::Aggressive => {
                self.attack(draft);
                self.move_inland_armies(draft);
            }
            AttackPlan::Wait => {
                self.move_inland_armies(draft);
                self.attack(draft);
            }
            AttackPlan::Safe => {
                self.move_inland_armies(draft);
                self.attack_safely(draft);
            }
        }
    }

    /// The turn of the aggressive player: everything goes beside the most valuable foreign region, and every attack is
    /// made that has a fair chance.
    pub fn boldest_turn(&self) -> Turn {
        let mut draft = Draft::default();
        draft.begin(self);
        self.deploy(DeployPlan::Attack, &mut draft);
        for from in self.known.own.iter().copied() {
            let free = u64::from(draft.free(from));
            let promising = |to: &RegionId| {
                u64::from(self.constants.boldness) * free >= 100 * u64::from(self.state.armies(*to))
            };
            let mut targets = draft.take_targets(self, from);
            targets.retain(promising);
            for to in &targets {
                let needed = 2 * (u64::from(self.state.armies(*to)) + self.income_of_owner(*to));
                draft.order(from, *to, if targets.len() == 1 { free } else { needed });
            }
            draft.targets = targets;
        }
        self.move_inland_armies(&mut draft);
        draft.turn
    }

    fn neighbours(&self, region: RegionId) -> impl DoubleEndedIterator<Item = RegionId> + Clone + '_ {
        self.map.regions[usize::from(region)].neighbours.iter().copied()
    }

    fn value(&self, region: RegionId) -> i64 {
        self.known.values[usize::from(region)]
    }

    fn is_enemy(&self, region: RegionId) -> bool {
        self.state.owner(region).is_some_and(|owner| owner != self.side)
    }

    /// The income of the owner of a region; none if it is neutral.
    fn income_of_owner(&self, region: RegionId) -> u64 {
        self.state.owner(region).map_or(0, |owner| u64::from(self.known.incomes[owner.index()]))
    }

    /// What enemies could send to an own region, and what they could deploy beside it; `None` if none is near. Several
    /// enemies count with the largest of their incomes.
    fn threat(&self, region: RegionId) -> Option<u64> {
        let enemies = self.neighbours(region).filter(|other| self.is_enemy(*other));
        let sent = enemies.clone().map(|enemy| u64::from(self.state.armies(enemy).saturating_sub(1)));
        let sent: u64 = sent.sum();
        enemies.map(|enemy| self.income_of_owner(enemy)).max().map(|income| sent + income)
    }

    fn deploy(&self, plan: DeployPlan, draft: &mut Draft) {
        match plan {
            DeployPlan::Defend => self.defend(draft),
            DeployPlan::Attack => {}
            DeployPlan::Expand => {
                if let Some(region) = self.beside_best(|region| self.state.owner(region).is_none()) {
                    draft.deploy(region, u64::MAX);
                }
            }
        }
        if let Some(region) = self.beside_best(|_| true) {
            draft.deploy(region, u64::MAX);
        }
    }

    /// The strongest own region beside the most valuable foreign one of a kind.
    fn beside_best(&self, kind: impl Fn(RegionId) -> bool) -> Option<RegionId> {
        let borders = self.state.regions().filter(|region| {
            !self.state.owns(self.side, *region)
                && kind(*region)
                && self.neighbours(*region).any(|own| self.state.owns(self.side, own))
        });
        // The first of equal ones, as everywhere here.
        let best = borders.rev().max_by_key(|region| self.value(*region))?;
        let own = self.neighbours(best).filter(|region| self.state.owns(self.side, *region));
        own.rev().max_by_key(|region| self.state.armies(*region))
    }

    /// A single threatened region gets everything, several ones what they need in turn.
    fn defend(&self, draft: &mut Draft) {
        let threatened = self.known.own.iter().copied().filter_map(|region| {
            let threat = self.threat(region)?;
            (threat >= u64::from(self.state.armies(region))).then_some((region, threat))
        });
        if threatened.clone().nth(1).is_none() {
            if let Some((region, _)) = threatened.clone().next() {
                draft.deploy(region, u64::MAX);
            }
            return;
        }
        for (region, threat) in threatened {
            let losses = (threat * u64::from(ATTACKER_KILLS) / 100) as i64;
            let missing = losses - i64::from(self.state.armies(region)) + self.constants.defence_reserve;
            draft.deploy(region, u64::try_from(missing).unwrap_or(0));
        }
    }

    /// Attacks from every region while the armies are stronger than the defenders; the last target gets all that are left.
    fn attack(&self, draft: &mut Draft) {
        for from in self.known.own.iter().copied() {
            let mut last = None;
            let targets = draft.take_targets(self, from);
            for to in &targets {
                let defenders = u64::from(self.state.armies(*to));
                if compare(draft.free(from), defenders).is_lt() {
                    continue;
                }
                let needed = attackers_for(defenders + self.income_of_owner(*to));
                draft.order(from, *to, needed + self.constants.attack_reserve);
                last = Some(*to);
            }
            draft.targets = targets;
            if let Some(last) = last {
                draft.reinforce(from, last);
            }
        }
    }

    /// Attacks neutral regions where no enemy is near, and enemies where all of them are beaten together with their
    /// income.
    fn attack_safely(&self, draft: &mut Draft) {
        for from in self.known.own.iter().copied() {
            let targets = draft.take_targets(self, from);
            let enemies = targets.iter().copied().filter(|to| self.is_enemy(*to));
            if let Some(best) = enemies.clone().next() {
                let armies: u64 = enemies.clone().map(|enemy| u64::from(self.state.armies(enemy))).sum();
                let income = enemies.map(|enemy| self.income_of_owner(enemy)).max().unwrap_or(0);
                if compare(draft.free(from), armies + income).is_ge() {
                    draft.order(from, best, u64::MAX);
                }
            } else {
                for to in &targets {
                    let defenders = u64::from(self.state.armies(*to));
                    if compare(draft.free(from), defenders).is_gt() {
                        draft.order(from, *to, attackers_for(defenders) + self.constants.attack_reserve);
                    }
                }
            }
            draft.targets = targets;
        }
    }

    /// Armies with no foreign neighbour move one step towards the nearest foreign region.
    fn move_inland_armies(&self, draft: &mut Draft) {
        for from in self.state.regions_of(self.side) {
            let steps = self.known.to_foreign[usize::from(from)];
            if steps > 1 && steps != FAR {
                let nearer = self.neighbours(from).find(|to| self.known.to_foreign[usize::from(*to)] < steps);
                if let Some(to) = nearer {
                    draft.order(from, to, u64::MAX);
                }
            }
        }
    }
}

/// Compares the losses that attackers and defenders cause on average.
fn compare(attackers: u32, defenders: u64) -> Ordering {
    (u64::from(ATTACKER_KILLS) * u64::from(attackers)).cmp(&(u64::from(DEFENDER_KILLS) * defenders))
}

/// The attackers that destroy so many defenders on average, rounded down.
fn attackers_for(defenders: u64) -> u64 {
    defenders * 100 / u64::from(ATTACKER_KILLS)
}

/// A turn that is being written. Every deployment and order is cut down to what is left. Simulations use the memory
/// again and again.
#[derive(Debug, Default)]
pub struct Draft {
    /// The turn.
    pub turn: Turn,
    /// The income that is left.
    income: u32,
    /// The armies of each region that have no orders.
    ready: Vec<u32>,
    /// Memory for the targets of one region.
    targets: Vec<RegionId>,
}

impl Draft {
    fn begin(&mut self, situation: &Situation<'_>) {
        let Situation { state, side, .. } = situation;
        self.turn.clear();
        self.income = situation.known.incomes[side.index()];
        self.ready.clear();
        self.ready.extend(state.regions().map(|region| state.armies(region)));
    }

    /// The foreign neighbours of a region, the most valuable first. The caller gives the memory back.
    fn take_targets(&mut self, situation: &Situation<'_>, from: RegionId) -> Vec<RegionId> {
        let mut targets = std::mem::take(&mut self.targets);
        targets.clear();
        let foreign = |to: &RegionId| !situation.state.owns(situation.side, *to);
        targets.extend(situation.neighbours(from).filter(foreign));
        targets.sort_unstable_by_key(|region| (-situation.value(*region), *region));
        targets
    }

    /// Deploys at most so many armies.
    fn deploy(&mut self, region: RegionId, max: u64) {
        let armies = max.min(u64::from(self.income)) as u32;
        if armies == 0 {
            return;
        }
        self.income -= armies;
        self.ready[usize::from(region)] = self.ready[usize::from(region)].saturating_add(armies);
        match self.turn.deploys.iter_mut().find(|deploy| deploy.region == region) {
            Some(deploy) => deploy.armies += armies,
            None => self.turn.deploy(region, armies),
        }
    }

    /// The armies that can still be sent from a region.
    fn free(&self, region: RegionId) -> u32 {
        self.ready[usize::from(region)].saturating_sub(1)
    }

    /// Sends at most so many armies.
    fn order(&mut self, from: RegionId, to: RegionId, max: u64) {
        let armies = max.min(u64::from(self.free(from))) as u32;
        if armies > 0 {
            self.ready[usize::from(from)] -= armies;
            self.turn.order(from, to, armies);
        }
    }

    /// Adds all armies that are left to the last order, which goes from one region to the other.
    fn reinforce(&mut self, from: RegionId, to: RegionId) {
        let free = self.free(from);
        let last = self.turn.orders.last_mut().filter(|order| order.from == from && order.to == to);
        if let Some(order) = last {
            order.armies += free;
            self.ready[usize::from(from)] -= free;
        }
    }
}

/// Combinations of starting regions for the viewer; see [`picks_from`].
pub fn picks(evaluator: &Evaluator, view: &View) -> Vec<Vec<RegionId>> {
    picks_from(evaluator, view.map(), &view.state, view.side, view.own_offers(), view.picks)
}

/// Combinations of `count` of the offered regions, without duplicates: each begins with another one of the most valuable
/// regions and goes on with the most valuable one that is left, far from those that the side has already. There is at
/// least one.
pub fn picks_from(
    evaluator: &Evaluator,
    map: &Map,
    state: &State,
    side: Side,
    offers: &[RegionId],
    count: usize,
) -> Vec<Vec<RegionId>> {
    let by_value = |own: &[RegionId]| {
        let steps = distances(map, own.iter().copied());
        let free = offers.iter().copied().filter(|region| !own.contains(region));
        let mut free: Vec<RegionId> = free.collect();
        free.sort_by_key(|region| (-evaluator.start_region(map, *region, &steps), *region));
        free
    };
    let owned: Vec<RegionId> = state.regions_of(side).collect();
    let mut combinations: Vec<Vec<RegionId>> = Vec::new();
    for first in by_value(&owned).into_iter().take(evaluator.constants().picks) {
        let mut own = owned.clone();
        own.push(first);
        while own.len() < owned.len() + count {
            let Some(next) = by_value(&own).first().copied() else { break };
            own.push(next);
        }
        let picked = own.split_off(owned.len());
        if !combinations.contains(&picked) {
            combinations.push(picked);
        }
    }
    combinations
}
