//! A lock-free transposition table that several search threads share.
//!
//! An entry consists of two words: its data, and the XOR of its key and its data. If two threads write an entry at the same
//! time, the words do not match and the entry counts as missing (Hyatt's lockless hashing).

use super::Bound;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The stored result of a searched position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedEntry {
    /// The score. Distances to a win count from this position.
    pub score: i32,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The search depth in plies.
    pub depth: u32,
    /// The best move, encoded as a number below 65,535.
    pub best: Option<u16>,
}

/// Slots per bucket.
const BUCKET_SLOTS: usize = 4;

/// Buckets of a small table, a power of two: 2 MB.
const SMALL_BUCKETS: usize = 1 << 15;

#[derive(Debug, Default)]
struct Slot {
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

/// A transposition table without locks.
#[derive(Debug)]
pub struct SharedTranspositionTable {
    buckets: Vec<[Slot; BUCKET_SLOTS]>,
    generation: AtomicU8,
}

impl SharedTranspositionTable {
    /// A table of about `megabytes` MB; `None` if the memory cannot be allocated.
    pub fn with_megabytes(megabytes: usize) -> Option<SharedTranspositionTable> {
        let requested = megabytes.max(1).checked_mul(1 << 20)? / size_of::<[Slot; BUCKET_SLOTS]>();
        let count = ((requested + 1).next_power_of_two() / 2).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.resize_with(count, Default::default);
        Some(SharedTranspositionTable { buckets, generation: AtomicU8::new(0) })
    }

    /// A table of 2 MB for a shallow search.
    pub fn small() -> SharedTranspositionTable {
        let buckets = (0..SMALL_BUCKETS).map(|_| Default::default()).collect();
        SharedTranspositionTable { buckets, generation: AtomicU8::new(0) }
    }

    /// Starts a new search generation. Entries of older generations are replaced first.
    pub fn new_generation(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; BUCKET_SLOTS] {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    /// The entry of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<SharedEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.key_xor_data.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Stores an entry. It replaces the least valuable entry of the bucket.
    #[inline]
    pub fn put(&self, key: u64, entry: SharedEntry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let priority = |data: u64| {
            let age = generation.wrapping_sub((data >> 48) as u8) & 63;
            (data >> 40 & 255) as i32 - 4 * i32::from(age)
        };
        let bucket = self.bucket(key);
        let mut victim = &bucket[0];
        let mut lowest = i32::MAX;
        for slot in bucket {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 || slot.key_xor_data.load(Ordering::Relaxed) ^ data == key {
                victim = slot;
                break;
            }
            if priority(data) < lowest {
                (lowest, victim) = (priority(data), slot);
            }
        }
        let data = pack(entry, generation);
        victim.data.store(data, Ordering::Relaxed);
        victim.key_xor_data.store(key ^ data, Ordering::Relaxed);
    }
}

/// Score 16 bits, best move 16 bits from bit 16, bound 2 bits from bit 32, depth 8 bits from bit 40, generation from
/// bit 48.
fn pack(entry: SharedEntry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let best = entry.best.map_or(0, |best| u64::from(best) + 1);
    u64::from(entry.score as i16 as u16)
        | best << 16
        | bound << 32
        | u64::from(entry.depth.min(255)) << 40
        | u64::from(generation) << 48
}

fn unpack(data: u64) -> SharedEntry {
    SharedEntry {
        score: i32::from(data as u16 as i16),
        bound: match data >> 32 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        depth: (data >> 40 & 255) as u32,
        best: (data >> 16 & 0xFFFF).checked_sub(1).map(|best| best as u16),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_entries_are_found_and_the_deepest_are_kept() {
        let table = SharedTranspositionTable::small();
        let entry = |depth| SharedEntry { score: -29_990, bound: Bound::Upper, depth, best: Some(65_534) };
        let key = |n: u64| n << 40 | 7;
        for n in 0..5 {
            table.put(key(n), entry(10 + n as u32));
        }
        assert_eq!(table.get(key(0)), None, "the shallowest of five entries was replaced");
        for n in 1..5 {
            assert_eq!(table.get(key(n)), Some(entry(10 + n as u32)));
        }
        let none = SharedEntry { score: 5, bound: Bound::Exact, depth: 0, best: None };
        table.put(key(3), none);
        assert_eq!(table.get(key(3)), Some(none));
    }
}
