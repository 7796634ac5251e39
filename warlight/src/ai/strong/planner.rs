//! Sensible turns, made fast: the players of the simulations, and the first candidates of the search.
//!
//! Everything that a turn could do is given a gain per army: to take a region, or to guard one. The best things are done
//! first, as long as there are armies. Random numbers in the gains make different turns.

use super::atlas::{Atlas, Confidence};
use super::style::Style;
use crate::map::RegionId;
use crate::rules::{State, Turn};
use common::game::Side;
use rand::{Rng, RngExt};

/// What could be done.
#[derive(Debug, Clone, Copy)]
struct Choice {
    /// The gain per army.
    gain: f32,
    region: RegionId,
    /// To guard the region; otherwise to take it.
    guard: bool,
    /// The armies that are needed.
    armies: u32,
}

/// A region that no front can be reached from.
const FAR: u16 = u16::MAX;
/// A border to neutral regions attracts armies from so many steps less than a border to an enemy.
const NEUTRAL_DETOUR: u16 = 2;

/// Makes turns. It keeps its memory, so that nothing is allocated after the first turns.
#[derive(Debug, Default, Clone)]
pub struct Planner {
    /// The armies of each region that may leave it.
    free: Vec<u32>,
    /// The armies of enemies that could attack each own region.
    threat: Vec<u32>,
    /// Own regions with an enemy beside them.
    fronts: Vec<RegionId>,
    /// By super region: own regions, regions of enemies, armies that are needed to own it whole, gain per army.
    supers: Vec<SuperState>,
    options: Vec<Choice>,
    steps: Vec<u16>,
    queue: Vec<RegionId>,
    /// Orders against enemies.
    attacks: Vec<(RegionId, RegionId, u32)>,
    incomes: [u32; crate::rules::MAX_PLAYERS],
}

#[derive(Debug, Default, Clone, Copy)]
struct SuperState {
    own: u32,
    foreign: u32,
    cost: u32,
    /// The owner if it is an enemy who owns it whole.
    whole: bool,
    gain: f32,
}

impl Planner {
    /// Writes the turn of a side in this style.
    pub fn plan<R: Rng + ?Sized>(
        &mut self,
        atlas: &Atlas,
        state: &State,
        side: Side,
        style: &Style,
        dice: &mut R,
        turn: &mut Turn,
    ) {
        turn.clear();
        let [mass, follow, hold, late] =
            [style.mass, style.follow, style.hold, style.late].map(|chance| dice.random::<f32>() < chance);
        self.look(atlas, state, side, style, dice);
        self.collect(atlas, state, side, style, dice);
        let mut income = self.incomes[side.index()];
        self.attacks.clear();
        if !self.fronts.is_empty()
            && mass
            && let Some(region) = self.place_for_the_rest(atlas, state, side, style, dice)
        {
            let armies = income;
            self.deploy(turn, region, armies, &mut income);
        }
        for n in 0..self.options.len() {
            let option = self.options[n];
            if option.guard {
                let armies = option.armies.min(income);
                self.deploy(turn, option.region, armies, &mut income);
            } else {
                self.take(atlas, state, side, style, option, turn, &mut income);
            }
        }
        if income > 0 {
            let region = self.place_for_the_rest(atlas, state, side, style, dice);
            if let Some(region) = region {
                let armies = income;
                self.deploy(turn, region, armies, &mut income);
            }
        }
        self.attack_with_the_rest(atlas, state, side, style);
        self.move_the_rest(atlas, state, side, follow, turn);
        let attacks = self.attacks.iter().map(|(from, to, armies)| crate::rules::Order {
            from: *from,
            to: *to,
            armies: *armies,
        });
        if hold {
            return;
        }
        if late {
            turn.orders.extend(attacks);
        } else {
            turn.orders.splice(0..0, attacks);
        }
    }

    /// Sums up the regions, super regions and incomes.
    fn look<R: Rng + ?Sized>(
        &mut self,
        atlas: &Atlas,
        state: &State,
        side: Side,
        style: &Style,
        dice: &mut R,
    ) {
        self.supers.clear();
        self.supers.resize(atlas.bonuses().len(), SuperState::default());
        self.incomes.fill(atlas.rules.base_income);
        for region in state.regions() {
            let entry = &mut self.supers[atlas.super_region(region)];
            match state.owner(region) {
                Some(owner) if owner == side => entry.own += 1,
                owner => {
                    entry.foreign += u32::from(owner.is_some());
                    entry.cost += atlas.needed(state.armies(region), Confidence::Likely);
                }
            }
        }
        for (n, (bonus, size)) in atlas.bonuses().iter().enumerate() {
            let entry = &mut self.supers[n];
            let first = atlas.map.super_regions[n].regions.first();
            if entry.own == *size {
                self.incomes[side.index()] += *bonus as u32;
            } else if entry.foreign == *size
                && let Some(owner) = first.and_then(|region| state.owner(*region))
                && atlas.map.super_regions[n].regions.iter().all(|region| state.owns(owner, *region))
            {
                self.incomes[owner.index()] += *bonus as u32;
                entry.whole = true;
            }
            let noise = (style.noise * (dice.random::<f32>() + dice.random::<f32>() - 1.0) * 2.5).exp();
            let hindrance = style.hindrance.powi(entry.foreign.min(8) as i32);
            entry.gain = bonus * hindrance * noise / (entry.cost as f32 + style.bonus_delay);
        }
        self.free.clear();
        self.free.resize(state.len(), 0);
        self.threat.clear();
        self.threat.resize(state.len(), 0);
        self.fronts.clear();
        for region in state.regions_of(side) {
            let (mut threat, mut enemy) = (0, None);
            for neighbour in atlas.neighbours(region) {
                match state.owner(*neighbour) {
                    Some(owner) if owner != side => {
                        threat += state.armies(*neighbour).saturating_sub(1);
                        enemy = enemy.max(Some(self.incomes[owner.index()]));
                    }
                    _ => {}
                }
            }
            let index = usize::from(region);
            self.free[index] = state.armies(region).saturating_sub(1);
            if let Some(income) = enemy {
                self.fronts.push(region);
                self.threat[index] = threat + (income as f32 * style.caution) as u32;
            }
        }
    }

    /// Lists what could be done, the most gainful first.
    fn collect<R: Rng + ?Sized>(
        &mut self,
        atlas: &Atlas,
        state: &State,
        side: Side,
        style: &Style,
        dice: &mut R,
    ) {
        self.options.clear();
        let sure = dice.random::<f32>() < style.sure;
        let confidence = if sure { Confidence::Sure } else { Confidence::Likely };
        for region in state.regions() {
            let n = atlas.super_region(region);
            let entry = self.supers[n];
            let (bonus, size) = atlas.bonuses()[n];
            let mut noise = || 1.0 + style.noise * (dice.random::<f32>() - 0.5);
            match state.owner(region) {
                Some(owner) if owner == side => {
                    let threat = self.threat[usize::from(region)];
                    if threat == 0 {
                        continue;
                    }
                    let losses = (threat as f32 * 0.6).ceil() as u32;
                    if losses >= state.armies(region) {
                        let part = entry.own as f32 / size as f32;
                        let kept = if entry.own == size { style.keep_bonus } else { style.keep_part * part };
                        let armies = losses + 1 - state.armies(region);
                        let gain =
                            (style.defence + kept * bonus) * noise() / (armies as f32 + style.guard_delay);
                        self.options.push(Choice { gain, region, guard: true, armies });
                    }
                }
                owner => {
                    if !atlas.neighbours(region).iter().any(|other| state.owns(side, *other)) {
                        continue;
                    }
                    if let Some(owner) = owner {
                        let more = (self.incomes[owner.index()] as f32 * style.caution) as u32;
                        let defenders = state.armies(region) + more;
                        let armies = (defenders as f32 * style.bold) as u32 + 1;
                        let each = if entry.whole { style.break_bonus } else { style.disturb };
                        let gain = (style.attack + each * bonus) * noise() / armies as f32 + entry.gain;
                        self.options.push(Choice { gain, region, guard: false, armies });
                    } else {
                        let armies = atlas.needed(state.armies(region), confidence);
                        let gain = (entry.gain + style.region) * noise();
                        self.options.push(Choice { gain, region, guard: false, armies });
                    }
                }
            }
        }
        self.options.sort_unstable_by(|a, b| b.gain.total_cmp(&a.gain));
    }

    fn deploy(&mut self, turn: &mut Turn, region: RegionId, armies: u32, income: &mut u32) {
        if armies == 0 {
            return;
        }
        *income -= armies;
        self.free[usize::from(region)] += armies;
        match turn.deploys.iter_mut().find(|deploy| deploy.region == region) {
            Some(deploy) => deploy.armies += armies,
            None => turn.deploy(region, armies),
        }
    }

    /// The armies of a region that may leave for a purpose.
    fn available(&self, region: RegionId, against_enemy: bool, style: &Style) -> u32 {
        let index = usize::from(region);
        if against_enemy {
            return self.free[index];
        }
        let kept = (self.threat[index] as f32 * 0.6 * style.reserve) as u32;
        self.free[index].saturating_sub(kept)
    }

    /// Attacks a region from the strongest neighbour, and deploys there what is missing.
    #[expect(clippy::too_many_arguments, reason = "it is one step of the plan")]
    fn take(
        &mut self,
        atlas: &Atlas,
        state: &State,
        side: Side,
        style: &Style,
        option: Choice,
        turn: &mut Turn,
        income: &mut u32,
    ) {
        let enemy = state.owner(option.region).is_some();
        let own = atlas.neighbours(option.region).iter().filter(|other| state.owns(side, **other));
        let best = own.map(|from| (self.available(*from, enemy, style), *from)).max();
        let Some((available, from)) = best else { return };
        let missing = option.armies.saturating_sub(available);
        if missing > *income {
            return;
        }
        self.deploy(turn, from, missing, income);
        self.free[usize::from(from)] -= option.armies;
        if enemy {
            self.attacks.push((from, option.region, option.armies));
        } else {
            turn.order(from, option.region, option.armies);
        }
    }

    /// Where armies go that nothing needs: beside an enemy, or else beside the most gainful region.
    fn place_for_the_rest<R: Rng + ?Sized>(
        &self,
        atlas: &Atlas,
        state: &State,
        side: Side,
        style: &Style,
        dice: &mut R,
    ) -> Option<RegionId> {
        if !self.fronts.is_empty() {
            let stake = |region: &RegionId| {
                let n = atlas.super_region(*region);
                let (bonus, size) = atlas.bonuses()[n];
                let near = atlas.neighbours(*region).iter().map(|other| {
                    let n = atlas.super_region(*other);
                    if self.supers[n].whole { atlas.bonuses()[n].0 } else { 0.0 }
                });
                let near = near.fold(0.0, f32::max);
                1.0 + style.rest * (near + bonus * self.supers[n].own as f32 / size as f32)
                    + style.stack * self.free[usize::from(*region)] as f32
            };
            let best =
                self.fronts.iter().map(|region| (stake(region) * (0.5 + dice.random::<f32>()), *region));
            return best.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, region)| region);
        }
        let target = self.options.iter().find(|option| !option.guard)?;
        let own = atlas.neighbours(target.region).iter().filter(|other| state.owns(side, **other));
        own.max_by_key(|region| self.free[usize::from(**region)]).copied()
    }

    /// Attacks enemies wherever the armies that are left are enough.
    fn attack_with_the_rest(&mut self, atlas: &Atlas, state: &State, side: Side, style: &Style) {
        for n in 0..self.fronts.len() {
            let from = self.fronts[n];
            let free = self.free[usize::from(from)];
            if free == 0 {
                continue;
            }
            // More for an order that exists.
            if let Some(order) = self.attacks.iter_mut().find(|order| order.0 == from) {
                order.2 += free;
                self.free[usize::from(from)] = 0;
                continue;
            }
            let mut best: Option<(f32, RegionId)> = None;
            for to in atlas.neighbours(from) {
                let Some(owner) = state.owner(*to).filter(|owner| *owner != side) else { continue };
                let more = (self.incomes[owner.index()] as f32 * style.last_caution) as u32;
                let own = atlas.neighbours(*to).iter().filter(|own| state.owns(side, **own));
                let together: u32 = own.map(|own| self.free[usize::from(*own)]).sum();
                let force = free as f32 + style.joint * (together - free) as f32;
                if (state.armies(*to) + more) as f32 * style.bold > force {
                    continue;
                }
                let n = atlas.super_region(*to);
                let stake = if self.supers[n].whole { style.break_bonus * atlas.bonuses()[n].0 } else { 0.0 };
                let gain = 1.0 + stake + self.supers[n].gain;
                if best.is_none_or(|(other, _)| gain > other) {
                    best = Some((gain, *to));
                }
            }
            if let Some((_, to)) = best {
                self.attacks.push((from, to, free));
                self.free[usize::from(from)] = 0;
            }
        }
    }

    /// Armies that are left go to the borders.
    fn move_the_rest(&mut self, atlas: &Atlas, state: &State, side: Side, follow: bool, turn: &mut Turn) {
        self.measure(atlas, state, side);
        for region in state.regions_of(side) {
            let index = usize::from(region);
            let (free, steps) = (self.free[index], self.steps[index]);
            if free == 0 || steps == 0 {
                continue;
            }
            if follow && let Some(order) = turn.orders.iter_mut().find(|order| order.from == region) {
                order.armies += free;
                continue;
            }
            let near =
                atlas.neighbours(region).iter().filter(|other| self.steps[usize::from(**other)] < steps);
            if let Some(to) = near.min_by_key(|other| self.steps[usize::from(**other)]) {
                turn.order(region, *to, free);
            }
        }
    }

    /// The steps from each own region to a front through own regions. Borders to neutral regions are farther.
    fn measure(&mut self, atlas: &Atlas, state: &State, side: Side) {
        self.steps.clear();
        self.steps.resize(state.len(), FAR);
        self.queue.clear();
        for region in &self.fronts {
            self.steps[usize::from(*region)] = 0;
            self.queue.push(*region);
        }
        // The queue is ordered by steps: borders to neutral regions join when their turn comes.
        let first_detour = if self.fronts.is_empty() { 0 } else { NEUTRAL_DETOUR };
        let mut next = 0;
        let mut joined = false;
        loop {
            let steps = self.queue.get(next).map(|region| self.steps[usize::from(*region)]);
            if !joined && steps.is_none_or(|steps| steps >= first_detour) {
                joined = true;
                for region in state.regions_of(side) {
                    if self.steps[usize::from(region)] > first_detour
                        && atlas.neighbours(region).iter().any(|other| !state.owns(side, *other))
                    {
                        self.steps[usize::from(region)] = first_detour;
                        self.queue.push(region);
                    }
                }
            }
            let Some(region) = self.queue.get(next).copied() else { break };
            next += 1;
            let steps = self.steps[usize::from(region)];
            for neighbour in atlas.neighbours(region) {
                let index = usize::from(*neighbour);
                if self.steps[index] > steps + 1 && state.owns(side, *neighbour) {
                    self.steps[index] = steps + 1;
                    self.queue.push(*neighbour);
                }
            }
        }
    }
}
