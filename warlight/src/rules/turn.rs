//! Moves and their text.
//!
//! Regions are written by their number in the map, counted from 1, because names may contain anything:
//!
//! | text | meaning |
//! |---|---|
//! | `pick 3 12` | start in the regions 3 and 12 (where regions are ranked: the best first) |
//! | `3+5` | deploy 5 armies to region 3 |
//! | `3>4:7` | 7 armies attack region 4 from region 3, or move there |
//! | `3+5 3>4:7 3>8:2` | a turn: deployments, then orders in their order |
//! | `pass` | a turn without deployments and orders |

use crate::map::RegionId;
use std::fmt;

/// Armies that arrive on a region before the orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deploy {
    /// Where.
    pub region: RegionId,
    /// How many.
    pub armies: u32,
}

/// Armies that are sent to a neighbouring region. Who owns it when the order is carried out decides whether they attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Order {
    /// From where.
    pub from: RegionId,
    /// Where to.
    pub to: RegionId,
    /// How many.
    pub armies: u32,
}

/// What a player does in a round.
#[derive(Debug, PartialEq, Eq, Hash, Default)]
pub struct Turn {
    /// The deployments.
    pub deploys: Vec<Deploy>,
    /// Attacks and transfers, in the order in which they are carried out.
    pub orders: Vec<Order>,
}

impl Clone for Turn {
    fn clone(&self) -> Turn {
        Turn { deploys: self.deploys.clone(), orders: self.orders.clone() }
    }
    fn clone_from(&mut self, source: &Turn) {
        self.deploys.clone_from(&source.deploys);
        self.orders.clone_from(&source.orders);
    }
}

impl Turn {
    /// Removes everything, but keeps the memory for another turn.
    pub fn clear(&mut self) {
        self.deploys.clear();
        self.orders.clear();
    }

    /// Adds a deployment.
    pub fn deploy(&mut self, region: RegionId, armies: u32) {
        self.deploys.push(Deploy { region, armies });
    }

    /// Adds an order.
    pub fn order(&mut self, from: RegionId, to: RegionId, armies: u32) {
        self.orders.push(Order { from, to, armies });
    }
}

/// A move: a choice of starting regions, or a turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Move {
    /// The regions to start in; the best first where they are ranked.
    Pick(Vec<RegionId>),
    /// A turn.
    Turn(Turn),
}

impl fmt::Display for Deploy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.region + 1, self.armies)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>{}:{}", self.from + 1, self.to + 1, self.armies)
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.deploys.is_empty() && self.orders.is_empty() {
            return write!(f, "pass");
        }
        for (i, deploy) in self.deploys.iter().enumerate() {
            write!(f, "{}{deploy}", if i > 0 { " " } else { "" })?;
        }
        for (i, order) in self.orders.iter().enumerate() {
            write!(f, "{}{order}", if i > 0 || !self.deploys.is_empty() { " " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pick(regions) => {
                write!(f, "pick")?;
                regions.iter().try_for_each(|region| write!(f, " {}", region + 1))
            }
            Move::Turn(turn) => write!(f, "{turn}"),
        }
    }
}

impl Move {
    /// Reads a move, whatever the position. Parts may also be separated by commas and semicolons. The error is the part
    /// that is not understood.
    pub fn read(text: &str) -> Result<Move, &str> {
        let mut parts =
            text.split([' ', '\t', '\n', '\r', ',', ';']).filter(|part| !part.is_empty()).peekable();
        if parts.peek().is_some_and(|part| part.eq_ignore_ascii_case("pick")) {
            let regions: Result<Vec<_>, _> = parts.skip(1).map(|part| region(part).ok_or(part)).collect();
            return regions.map(Move::Pick);
        }
        if parts.peek().is_none() {
            return Err(text);
        }
        let mut turn = Turn::default();
        let mut passed = false;
        for part in parts {
            if part.eq_ignore_ascii_case("pass") {
                passed = true;
            } else if let Some(deploy) = read_deploy(part) {
                turn.deploys.push(deploy);
            } else {
                turn.orders.push(read_order(part).ok_or(part)?);
            }
        }
        // "pass" and something else contradict each other.
        if passed && turn != Turn::default() {
            return Err(text);
        }
        Ok(Move::Turn(turn))
    }
}

fn read_deploy(part: &str) -> Option<Deploy> {
    let (place, armies) = part.split_once('+')?;
    Some(Deploy { region: region(place)?, armies: number(armies)? })
}

fn read_order(part: &str) -> Option<Order> {
    let (places, armies) = part.split_once(':')?;
    let (from, to) = places.split_once('>')?;
    Some(Order { from: region(from)?, to: region(to)?, armies: number(armies)? })
}

/// Digits only: `parse` alone would take a sign.
fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn region(text: &str) -> Option<RegionId> {
    RegionId::try_from(number(text)?.checked_sub(1)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn moves_are_read_as_they_are_written() {
        for text in ["pass", "3+5", "3>4:7", "3+5 8+1 3>4:7 4>3:1 3>4:7", "pick 3 12", "pick"] {
            assert_eq!(Move::read(text).map(|m| m.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(Move::read(" 3>4:7; 3+5, "), Move::read("3+5 3>4:7"));
        assert_eq!(Move::read("PASS"), Move::read("pass"));
    }

    #[test]
    fn the_part_that_is_not_understood_comes_back() {
        assert_eq!(Move::read("3+5 3>x:7 y"), Err("3>x:7"));
        for text in ["", " ", "3", "+3", "3+", "0+1", "3>4", "3>4:", "3>:4", "3+-1", "3++1", "70000+1"] {
            assert!(Move::read(text).is_err(), "{text}");
        }
        for text in ["pass 3+5", "3+99999999999", "pick x", "pick 0", "٣+1", "3+5pick 1"] {
            assert!(Move::read(text).is_err(), "{text}");
        }
    }

    proptest! {
                #[test]
                fn noise_does_not_panic(text in "[0-9+>: ,pasick\\PC]{0,30}") {
                    if let Ok(m) = Move::read(&text) {
                        let text = m.to_string();
        prop_assert_eq!(Move::read(&text), Ok(m));
                    }
                }

                #[test]
                fn every_turn_reads_back(
                    deploys in prop::collection::vec((0u16..1000, 0u32..), 0..6),
                    orders in prop::collection::vec((0u16..1000, 0u16..1000, 0u32..), 0..6),
                ) {
                    let mut turn = Turn::default();
                    for (region, armies) in deploys {
    turn.deploy(region, armies);
    }
                    for (from, to, armies) in orders {
    turn.order(from, to, armies);
    }
                    let m = Move::Turn(turn);
                    let text = m.to_string();
        prop_assert_eq!(Move::read(&text), Ok(m));
                }
            }
}
