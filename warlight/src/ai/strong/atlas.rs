//! A map and its rules in the form that simulations need: flat arrays and tables of fights.

use crate::map::{Map, RegionId, SharedMap};
use crate::rules::{RoundRules, odds};

/// Regions with more armies than this are not in the tables.
const TABLE: usize = 100;

/// How sure an attack must be of taking a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confidence {
    /// It succeeds more often than not.
    Likely,
    /// It succeeds five times out of six.
    Sure,
}

/// What does not change during a game.
#[derive(Debug, Clone)]
pub struct Atlas {
    /// The map.
    pub map: SharedMap,
    /// The rules of rounds.
    pub rules: RoundRules,
    /// Where the neighbours of each region begin in `neighbours`.
    starts: Vec<u32>,
    neighbours: Vec<RegionId>,
    /// The super region of each region.
    super_regions: Vec<u16>,
    /// The bonus and the number of regions of each super region.
    bonuses: Vec<(f32, u32)>,
    /// The attackers that are needed against so many defenders, by confidence.
    needed: [Vec<u32>; 2],
}

impl Atlas {
    /// Prepares a map.
    pub fn new(map: &SharedMap, rules: RoundRules) -> Atlas {
        let mut starts = vec![0];
        let mut neighbours = Vec::new();
        for region in &map.regions {
            neighbours.extend_from_slice(&region.neighbours);
            starts.push(neighbours.len() as u32);
        }
        Atlas {
            map: SharedMap::clone(map),
            rules,
            starts,
            neighbours,
            super_regions: map.regions.iter().map(|region| region.super_region).collect(),
            bonuses: map.super_regions.iter().map(|s| (f32::from(s.bonus), s.regions.len() as u32)).collect(),
            needed: [0.5, 0.83].map(|chance| needed_attackers(rules.luck, chance)),
        }
    }

    /// The neighbours of a region.
    pub fn neighbours(&self, region: RegionId) -> &[RegionId] {
        let region = usize::from(region);
        &self.neighbours[self.starts[region] as usize..self.starts[region + 1] as usize]
    }

    /// The super region of a region.
    pub fn super_region(&self, region: RegionId) -> usize {
        usize::from(self.super_regions[usize::from(region)])
    }

    /// The bonus and the number of regions of each super region.
    pub fn bonuses(&self) -> &[(f32, u32)] {
        &self.bonuses
    }

    /// The map, as the rules know it.
    pub fn plain_map(&self) -> &Map {
        &self.map
    }

    /// The attackers that take a region with so many defenders.
    pub fn needed(&self, defenders: u32, confidence: Confidence) -> u32 {
        let table = &self.needed[confidence as usize];
        let last = table.len() - 1;
        match table.get(defenders as usize) {
            Some(needed) => *needed,
            None => table[last].saturating_add((defenders - last as u32).saturating_mul(5) / 3),
        }
    }
}

/// The fewest attackers that take a region of 0, 1, 2 … defenders with at least this chance.
fn needed_attackers(luck: u8, chance: f64) -> Vec<u32> {
    let mut needed = Vec::with_capacity(TABLE + 1);
    let mut attackers = 1;
    for defenders in 0..=TABLE as u32 {
        while odds(attackers, defenders, luck).captured < chance {
            attackers += 1;
        }
        needed.push(attackers);
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{RuleSet, Setup};

    fn atlas(rules: RuleSet) -> Atlas {
        let setup = Setup { rules, ..Setup::default() };
        Atlas::new(&setup.map.map, setup.round_rules())
    }

    #[test]
    fn tables_follow_the_odds() {
        let little_luck = atlas(RuleSet::Contest2);
        assert_eq!(little_luck.needed(2, Confidence::Likely), 3);
        assert_eq!(little_luck.needed(2, Confidence::Sure), 3);
        let dice = atlas(RuleSet::Seed);
        assert_eq!(dice.needed(2, Confidence::Likely), 3);
        assert_eq!(dice.needed(2, Confidence::Sure), 5);
        let beyond = dice.needed(1000, Confidence::Sure);
        assert!((1600..1800).contains(&beyond), "{beyond}");
    }

    #[test]
    fn neighbours_are_those_of_the_map() {
        let atlas = atlas(RuleSet::Seed);
        for (n, region) in atlas.map.regions.iter().enumerate() {
            assert_eq!(atlas.neighbours(n as RegionId), region.neighbours);
        }
    }
}
