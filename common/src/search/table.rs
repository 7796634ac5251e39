//! The transposition table: what a search found out about positions, of fixed size, by hash key.

use super::Score;

/// How a stored score relates to the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is this or more.
    AtLeast,
    /// The true one is this or less.
    AtMost,
}

/// What is known of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<M> {
    /// The score for its side to move.
    pub score: Score,
    /// How the score is meant.
    pub bound: Bound,
    /// Plies looked ahead.
    pub depth: u32,
    /// No estimate is in the score, so it holds for every depth.
    pub proved: bool,
    /// The best move, where one was found.
    pub best: Option<M>,
}

#[derive(Debug, Clone)]
struct Slot<M> {
    key: u64,
    /// The search that wrote or used it last.
    age: u8,
    entry: Entry<M>,
}

/// Slots that a key may use. A few, so that one deep entry does not keep all others out.
const BUCKET: usize = 4;
/// An entry of the search before is worth as much as one this much shallower of the present search.
const PLIES_PER_AGE: i64 = 8;

/// A table of fixed size. When it is full, old and shallow entries go first.
#[derive(Debug, Clone)]
pub struct Table<M> {
    /// Empty until the first entry comes, so that a table that is never used costs nothing.
    slots: Vec<Option<Slot<M>>>,
    capacity: usize,
    age: u8,
}

impl<M: Clone> Table<M> {
    /// A table of about `entries` entries; of none, it remembers nothing.
    pub fn of_entries(entries: usize) -> Table<M> {
        Table { slots: Vec::new(), capacity: entries.div_ceil(BUCKET) * BUCKET, age: 0 }
    }

    /// A table of so many megabytes, not counting what moves keep elsewhere in memory.
    pub fn of_megabytes(megabytes: usize) -> Table<M> {
        Table::of_entries((megabytes << 20) / size_of::<Option<Slot<M>>>())
    }

    /// How many entries fit.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(None);
    }

    /// A new search begins: what is there may still be used, but gives way to what comes.
    pub fn new_generation(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<&Entry<M>> {
        let bucket = self.bucket(key)?;
        self.slots[bucket..bucket + BUCKET]
            .iter()
            .flatten()
            .find(|slot| slot.key == key)
            .map(|slot| &slot.entry)
    }

    /// Remembers an entry. What is known better already, or is worth more than everything else in reach, stays.
    pub fn put(&mut self, key: u64, mut entry: Entry<M>) {
        if self.slots.is_empty() {
            self.slots.resize(self.capacity, None);
        }
        let Some(bucket) = self.bucket(key) else { return };
        let age = self.age;
        let slots = &mut self.slots[bucket..bucket + BUCKET];
        if let Some(slot) = slots.iter_mut().flatten().find(|slot| slot.key == key) {
            let known = &slot.entry;
            let loses_proof = known.proved && !entry.proved;
            let loses_depth = known.depth > entry.depth && !entry.proved && slot.age == age;
            slot.age = age;
            if !loses_proof && !loses_depth {
                entry.best = entry.best.or_else(|| slot.entry.best.take());
                slot.entry = entry;
            }
            return;
        }
        let worth = |slot: &Option<Slot<M>>| {
            slot.as_ref().map_or(i64::MIN, |slot| {
                i64::from(slot.entry.depth) - PLIES_PER_AGE * i64::from(age.wrapping_sub(slot.age))
            })
        };
        if let Some(slot) = slots.iter_mut().min_by_key(|slot| worth(slot)) {
            *slot = Some(Slot { key, age, entry });
        }
    }

    /// The first slot of the key's bucket. High bits choose it, so any number of buckets is used evenly.
    fn bucket(&self, key: u64) -> Option<usize> {
        let buckets = (self.slots.len() / BUCKET) as u128;
        (buckets > 0).then(|| ((u128::from(key) * buckets) >> 64) as usize * BUCKET)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Value;

    fn entry(value: i32, depth: u32) -> Entry<char> {
        Entry { score: Score::of(Value(value)), bound: Bound::Exact, depth, proved: false, best: None }
    }

    #[test]
    fn it_gives_back_what_was_put_and_nothing_else() {
        let mut table = Table::of_entries(64);
        assert_eq!(table.get(0), None);
        table.put(0, Entry { best: Some('a'), ..entry(7, 3) });
        table.put(u64::MAX, entry(8, 2));
        assert_eq!(table.get(0), Some(&Entry { best: Some('a'), ..entry(7, 3) }));
        assert_eq!(table.get(u64::MAX), Some(&entry(8, 2)));
        assert_eq!(table.get(1), None, "another key of the same bucket");
        table.clear();
        assert_eq!(table.get(0), None);
    }

    #[test]
    fn the_shallowest_of_a_full_bucket_goes() {
        let mut table = Table::of_entries(BUCKET);
        for (key, depth) in [(1, 5), (2, 1), (3, 4), (4, 9), (5, 2)] {
            table.put(key, entry(0, depth));
        }
        let kept: Vec<u64> = (1..=5).filter(|key| table.get(*key).is_some()).collect();
        assert_eq!(kept, [1, 3, 4, 5]);
    }

    #[test]
    fn old_entries_go_before_young_ones_and_used_ones_stay_young() {
        let mut table = Table::of_entries(BUCKET);
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
        assert!(table.get(5).is_none(), "the shallow young one is next");
    }

    #[test]
    fn what_is_known_better_is_not_overwritten() {
        let mut table = Table::of_entries(16);
        table.put(9, Entry { best: Some('x'), ..entry(1, 5) });
        table.put(9, entry(2, 3));
        assert_eq!(table.get(9).map(|entry| entry.score.value()), Some(Value(1)));
        table.put(9, entry(3, 6));
        assert_eq!(table.get(9), Some(&Entry { best: Some('x'), ..entry(3, 6) }), "the move is kept");
        table.put(9, Entry { proved: true, ..entry(4, 2) });
        table.put(9, entry(5, 30));
        assert_eq!(table.get(9).map(|entry| entry.score.value()), Some(Value(4)), "a proof beats depth");
    }

    #[test]
    fn a_table_of_no_size_remembers_nothing() {
        let mut table = Table::of_entries(0);
        table.put(3, entry(1, 1));
        assert_eq!((table.get(3), table.capacity()), (None, 0));
        assert!(Table::<char>::of_megabytes(1).capacity() > 10_000);
    }
}
