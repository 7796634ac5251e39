//! A transposition table of fixed size.

use super::Score;

/// How a stored score relates to the true score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The stored score is the true one.
    Exact,
    /// The true score is the stored one or higher: the search failed high.
    Lower,
    /// The true score is the stored one or lower: the search failed low.
    Upper,
}

impl Bound {
    /// The bound that a search with the window `alpha` to `beta` gives.
    #[inline]
    pub fn of<S: Copy + PartialOrd>(score: S, alpha: S, beta: S) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Whether a stored score with this bound is enough for the window `alpha` to `beta`.
    #[inline]
    pub fn decides<S: Copy + PartialOrd>(self, score: S, alpha: S, beta: S) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }
}

/// The stored result of a searched position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableEntry<M> {
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The search depth in plies.
    pub depth: u32,
    /// The score contains no estimate, so it is valid for every depth.
    pub proved: bool,
    /// The best move, if the search found one.
    pub best: Option<M>,
}

#[derive(Debug, Clone)]
struct Slot<M> {
    key: u64,
    /// The generation that last wrote the entry.
    generation: u8,
    entry: TableEntry<M>,
}

/// Slots per bucket. With several slots one deep entry does not block a bucket.
const BUCKET_SLOTS: usize = 4;
/// For replacement, each generation of age counts like this many plies less depth.
const PLIES_PER_GENERATION: i64 = 8;

/// A transposition table of fixed size. It replaces old and shallow entries first.
#[derive(Debug, Clone)]
pub struct TranspositionTable<M> {
    /// Allocated with the first entry, so an unused table costs nothing.
    slots: Vec<Option<Slot<M>>>,
    capacity: usize,
    generation: u8,
}

impl<M: Clone> TranspositionTable<M> {
    /// A table of about `entries` entries. A table of 0 entries stores nothing.
    pub fn with_entries(entries: usize) -> TranspositionTable<M> {
        TranspositionTable {
            slots: Vec::new(),
            capacity: entries.div_ceil(BUCKET_SLOTS) * BUCKET_SLOTS,
            generation: 0,
        }
    }

    /// A table of `megabytes` MB, not counting heap memory owned by the moves.
    pub fn with_megabytes(megabytes: usize) -> TranspositionTable<M> {
        TranspositionTable::with_entries((megabytes << 20) / size_of::<Option<Slot<M>>>())
    }

    /// The maximum number of entries.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.slots.fill(None);
    }

    /// Starts a new search generation. Older entries stay usable but are replaced first.
    pub fn new_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// The entry of a key.
    pub fn get(&self, key: u64) -> Option<&TableEntry<M>> {
        let bucket = self.bucket(key)?;
        self.slots[bucket..bucket + BUCKET_SLOTS]
            .iter()
            .flatten()
            .find(|slot| slot.key == key)
            .map(|slot| &slot.entry)
    }

    /// Stores an entry. A proved or deeper entry of the same key stays; otherwise the least valuable entry of the bucket is
    /// replaced.
    pub fn put(&mut self, key: u64, mut entry: TableEntry<M>) {
        if self.slots.is_empty() {
            self.slots.resize(self.capacity, None);
        }
        let Some(bucket) = self.bucket(key) else { return };
        let generation = self.generation;
        let slots = &mut self.slots[bucket..bucket + BUCKET_SLOTS];
        if let Some(slot) = slots.iter_mut().flatten().find(|slot| slot.key == key) {
            let stored = &slot.entry;
            let loses_proof = stored.proved && !entry.proved;
            let loses_depth = stored.depth > entry.depth && !entry.proved && slot.generation == generation;
            slot.generation = generation;
            if !loses_proof && !loses_depth {
                entry.best = entry.best.or_else(|| slot.entry.best.take());
                slot.entry = entry;
            }
            return;
        }
        let priority = |slot: &Option<Slot<M>>| {
            slot.as_ref().map_or(i64::MIN, |slot| {
                i64::from(slot.entry.depth)
                    - PLIES_PER_GENERATION * i64::from(generation.wrapping_sub(slot.generation))
            })
        };
        if let Some(slot) = slots.iter_mut().min_by_key(|slot| priority(slot)) {
            *slot = Some(Slot { key, generation, entry });
        }
    }

    /// The first slot of the key's bucket. The high bits select it, so any number of buckets is filled evenly.
    fn bucket(&self, key: u64) -> Option<usize> {
        let buckets = (self.slots.len() / BUCKET_SLOTS) as u128;
        (buckets > 0).then(|| ((u128::from(key) * buckets) >> 64) as usize * BUCKET_SLOTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Value;

    fn entry(value: i32, depth: u32) -> TableEntry<char> {
        TableEntry { score: Score::of(Value(value)), bound: Bound::Exact, depth, proved: false, best: None }
    }

    #[test]
    fn stored_entries_are_found_and_other_keys_are_not() {
        let mut table = TranspositionTable::with_entries(64);
        assert_eq!(table.get(0), None);
        table.put(0, TableEntry { best: Some('a'), ..entry(7, 3) });
        table.put(u64::MAX, entry(8, 2));
        assert_eq!(table.get(0), Some(&TableEntry { best: Some('a'), ..entry(7, 3) }));
        assert_eq!(table.get(u64::MAX), Some(&entry(8, 2)));
        assert_eq!(table.get(1), None, "another key of the same bucket");
        table.clear();
        assert_eq!(table.get(0), None);
    }

    #[test]
    fn the_shallowest_entry_of_a_full_bucket_is_replaced() {
        let mut table = TranspositionTable::with_entries(BUCKET_SLOTS);
        for (key, depth) in [(1, 5), (2, 1), (3, 4), (4, 9), (5, 2)] {
            table.put(key, entry(0, depth));
        }
        let kept: Vec<u64> = (1..=5).filter(|key| table.get(*key).is_some()).collect();
        assert_eq!(kept, [1, 3, 4, 5]);
    }

    #[test]
    fn entries_of_older_generations_are_replaced_first() {
        let mut table = TranspositionTable::with_entries(BUCKET_SLOTS);
        for key in 1..=4 {
            table.put(key, entry(0, 6));
        }
        table.new_generation();
        for key in [1, 2, 4] {
            table.put(key, entry(1, 6));
        }
        table.put(5, entry(0, 1));
        assert!(table.get(3).is_none() && table.get(5).is_some());
        table.put(6, entry(0, 1));
        assert!(table.get(5).is_none(), "the shallow new entry is next");
    }

    #[test]
    fn proved_and_deeper_entries_are_not_overwritten() {
        let mut table = TranspositionTable::with_entries(16);
        table.put(9, TableEntry { best: Some('x'), ..entry(1, 5) });
        table.put(9, entry(2, 3));
        assert_eq!(table.get(9).map(|entry| entry.score.value()), Some(Value(1)));
        table.put(9, entry(3, 6));
        assert_eq!(
            table.get(9),
            Some(&TableEntry { best: Some('x'), ..entry(3, 6) }),
            "the best move is kept"
        );
        table.put(9, TableEntry { proved: true, ..entry(4, 2) });
        table.put(9, entry(5, 30));
        assert_eq!(table.get(9).map(|entry| entry.score.value()), Some(Value(4)), "a proof beats depth");
    }

    #[test]
    fn an_empty_table_stores_nothing() {
        let mut table = TranspositionTable::with_entries(0);
        table.put(3, entry(1, 1));
        assert_eq!((table.get(3), table.capacity()), (None, 0));
        assert!(TranspositionTable::<char>::with_megabytes(1).capacity() > 10_000);
    }
}
