//! What is known of positions that were searched, shared by all threads without locks.
//!
//! An entry is two words, the first of them mixed with the second: one that two threads wrote at once does not fit any
//! key, and is taken for unknown.

use super::Bound;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What is known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The score, ends counted from this position on.
    pub score: i32,
    /// How the score is meant.
    pub bound: Bound,
    /// So deep it was searched.
    pub depth: u32,
    /// The best move, as a number that is less than 65,535.
    pub best: Option<u16>,
}

const WAYS: usize = 4;

/// Places of a small table, a power of two: two megabytes.
const SMALL: usize = 1 << 15;

#[derive(Debug, Default)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

/// The table.
#[derive(Debug)]
pub struct SharedTable {
    slots: Vec<[Slot; WAYS]>,
    age: AtomicU8,
}

impl SharedTable {
    /// A table of about so many megabytes; `None` where there is no such memory.
    pub fn of_megabytes(megabytes: usize) -> Option<SharedTable> {
        let wished = megabytes.max(1).checked_mul(1 << 20)? / size_of::<[Slot; WAYS]>();
        let count = ((wished + 1).next_power_of_two() / 2).max(1);
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).ok()?;
        slots.resize_with(count, Default::default);
        Some(SharedTable { slots, age: AtomicU8::new(0) })
    }

    /// The smallest table there is, for a short look.
    pub fn small() -> SharedTable {
        let slots = (0..SMALL).map(|_| Default::default()).collect();
        SharedTable { slots, age: AtomicU8::new(0) }
    }

    /// A new search begins: what older ones left may be overwritten first.
    pub fn new_generation(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn slots(&self, key: u64) -> &[Slot; WAYS] {
        &self.slots[key as usize & (self.slots.len() - 1)]
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Known> {
        self.slots(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.mixed.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Keeps what is known of a position, in the place of the least useful entry.
    #[inline]
    pub fn put(&self, key: u64, entry: Known) {
        let age = self.age.load(Ordering::Relaxed);
        let worth = |data: u64| {
            let old = age.wrapping_sub((data >> 48) as u8) & 63;
            (data >> 40 & 255) as i32 - 4 * i32::from(old)
        };
        let slots = self.slots(key);
        let mut place = &slots[0];
        let mut least = i32::MAX;
        for slot in slots {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 || slot.mixed.load(Ordering::Relaxed) ^ data == key {
                place = slot;
                break;
            }
            if worth(data) < least {
                (least, place) = (worth(data), slot);
            }
        }
        let data = pack(entry, age);
        place.data.store(data, Ordering::Relaxed);
        place.mixed.store(key ^ data, Ordering::Relaxed);
    }
}

/// Score 16 bits, best move 16 bits from bit 16, bound 2 bits from bit 32, depth 8 bits from bit 40, age from bit 48.
fn pack(entry: Known, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::AtLeast => 2,
        Bound::AtMost => 3,
    };
    let best = entry.best.map_or(0, |best| u64::from(best) + 1);
    u64::from(entry.score as i16 as u16)
        | best << 16
        | bound << 32
        | u64::from(entry.depth.min(255)) << 40
        | u64::from(age) << 48
}

fn unpack(data: u64) -> Known {
    Known {
        score: i32::from(data as u16 as i16),
        bound: match data >> 32 & 3 {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            _ => Bound::AtMost,
        },
        depth: (data >> 40 & 255) as u32,
        best: (data >> 16 & 0xFFFF).checked_sub(1).map(|best| best as u16),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_and_the_deepest_stay() {
        let table = SharedTable::small();
        let entry = |depth| Known { score: -29_990, bound: Bound::AtMost, depth, best: Some(65_534) };
        let key = |n: u64| n << 40 | 7;
        for n in 0..5 {
            table.put(key(n), entry(10 + n as u32));
        }
        assert_eq!(table.get(key(0)), None, "the shallowest of five made room");
        for n in 1..5 {
            assert_eq!(table.get(key(n)), Some(entry(10 + n as u32)));
        }
        let none = Known { score: 5, bound: Bound::Exact, depth: 0, best: None };
        table.put(key(3), none);
        assert_eq!(table.get(key(3)), Some(none));
    }
}
