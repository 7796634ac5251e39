//! The transposition table of the solver, with a memory limit.
//!
//! An entry contains the complete key of its position, so a hit is always correct. In a full bucket the entry with the least
//! effort is replaced: that costs time, but never correctness.
//!
//! The table starts small and doubles as it fills, so the entries of a small board stay in the processor's caches.

/// Words per bucket: one cache line.
const BUCKET_WORDS: usize = 8;
/// Buckets of a new table: 1 MB.
const INITIAL_BUCKETS: usize = 1 << 14;
/// Bit 0 is the value, the next six bits are the effort, the rest is the key plus one.
const KEY_SHIFT: u32 = 7;
const EFFORT_MASK: u64 = 63;

/// Number of possible keys.
pub(super) const MAX_KEYS: u64 = (1 << (64 - KEY_SHIFT)) - 1;

/// A solved position in one word: the winner, and the effort to find it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry(pub u64);

impl Entry {
    fn new(key: u64, wins: bool, states: u64) -> Entry {
        let effort = u64::from(states.max(1).ilog2());
        Entry((key + 1) << KEY_SHIFT | effort << 1 | u64::from(wins))
    }

    /// The key of the position; `None` for an empty word.
    pub(super) fn key(self) -> Option<u64> {
        (self.0 >> KEY_SHIFT).checked_sub(1)
    }

    /// The binary logarithm of the number of searched states.
    pub(super) fn effort(self) -> usize {
        (self.0 >> 1 & EFFORT_MASK) as usize
    }

    fn wins(self) -> bool {
        self.0 & 1 != 0
    }
}

/// Solved positions by key.
#[derive(Debug)]
pub(super) struct SolverTable {
    words: Vec<u64>,
    /// Words before the first bucket, so that buckets are aligned to cache lines.
    skip: usize,
    buckets: usize,
    max_buckets: usize,
    used: usize,
}

impl SolverTable {
    /// A table that grows up to `bytes` bytes; `None` if the memory cannot be allocated.
    pub(super) fn new(bytes: usize) -> Option<SolverTable> {
        let max_buckets = (bytes / size_of::<[u64; BUCKET_WORDS]>()).max(1);
        // A trial allocation tells whether the memory is available.
        Vec::<u64>::new().try_reserve_exact(max_buckets.checked_add(1)?.checked_mul(BUCKET_WORDS)?).ok()?;
        Some(SolverTable::with_buckets(INITIAL_BUCKETS.min(max_buckets), max_buckets))
    }

    fn with_buckets(buckets: usize, max_buckets: usize) -> SolverTable {
        // Zeroed pages are allocated by the system on first use.
        let words = vec![0; (buckets + 1) * BUCKET_WORDS];
        let skip = words.as_ptr().align_offset(size_of::<[u64; BUCKET_WORDS]>()).min(BUCKET_WORDS);
        SolverTable { words, skip, buckets, max_buckets, used: 0 }
    }

    /// Grows for `entries` more entries, within the limit. In a half-full table few buckets overflow.
    pub(super) fn reserve(&mut self, entries: usize) {
        let mut buckets = self.buckets;
        while (self.used + entries) * 2 > buckets * BUCKET_WORDS && buckets < self.max_buckets {
            buckets = (2 * buckets).min(self.max_buckets);
        }
        if buckets > self.buckets
            && Vec::<u64>::new().try_reserve_exact((buckets + 1) * BUCKET_WORDS).is_err()
        {
            // The memory is no longer available: keep the current size.
            self.max_buckets = self.buckets;
        } else if buckets > self.buckets {
            let mut larger = SolverTable::with_buckets(buckets, self.max_buckets);
            self.entries().for_each(|entry| larger.insert(entry));
            *self = larger;
        }
    }

    /// Number of entries.
    pub(super) fn used(&self) -> usize {
        self.used
    }

    /// Maximum number of entries.
    pub(super) fn capacity(&self) -> usize {
        self.max_buckets * BUCKET_WORDS
    }

    /// All entries.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.words.iter().filter(|word| **word != 0).map(|word| Entry(*word))
    }

    #[inline]
    fn bucket_start(&self, key: u64) -> usize {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bucket = ((u128::from(hash) * self.buckets as u128) >> 64) as usize;
        self.skip + bucket * BUCKET_WORDS
    }

    /// Reads the first word of a key's bucket, which loads the cache line. The value has no meaning.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) -> u64 {
        self.words[self.bucket_start(key)]
    }

    /// Whether the side to move wins a position, if the table has it.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<bool> {
        let start = self.bucket_start(key);
        let bucket = &self.words[start..start + BUCKET_WORDS];
        let found = bucket.iter().find(|word| **word >> KEY_SHIFT == key + 1)?;
        Some(Entry(*found).wins())
    }

    /// Stores the winner of a position that is not in the table, and the number of searched states.
    pub(super) fn put(&mut self, key: u64, wins: bool, states: u64) {
        self.put_entry(Entry::new(key, wins, states));
    }

    /// Stores an entry of another table.
    pub(super) fn put_entry(&mut self, entry: Entry) {
        self.reserve(1);
        self.insert(entry);
    }

    fn insert(&mut self, entry: Entry) {
        let Some(key) = entry.key() else { return };
        let start = self.bucket_start(key);
        let bucket = &mut self.words[start..start + BUCKET_WORDS];
        // An empty word has the lowest cost.
        let cost = |word: &u64| if *word == 0 { 0 } else { 1 + Entry(*word).effort() };
        let Some(cheapest) = bucket.iter_mut().min_by_key(|word| cost(word)) else { return };
        self.used += usize::from(*cheapest == 0);
        *cheapest = entry.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_positions_are_found_and_others_are_not() {
        let mut table = SolverTable::new(1 << 16).unwrap();
        let keys = [0, 1, 2, 1 << 40, MAX_KEYS - 1];
        for (key, wins) in keys.into_iter().zip([true, false].into_iter().cycle()) {
            assert_eq!(table.get(key), None);
            table.put(key, wins, key);
            assert_eq!(table.get(key), Some(wins));
        }
        assert_eq!(table.used(), 5);
        assert_eq!(table.entries().count(), 5);
        assert_eq!(table.get(3), None);
    }

    #[test]
    fn entries_with_more_effort_are_kept() {
        let mut table = SolverTable::new(0).unwrap();
        assert_eq!(table.capacity(), BUCKET_WORDS);
        table.put(1000, true, 1 << 30);
        for key in 0..100 {
            table.put(key, false, 1);
        }
        assert_eq!(table.get(1000), Some(true));
        assert_eq!(table.get(99), Some(false));
        assert_eq!(table.used(), BUCKET_WORDS);
    }

    #[test]
    fn a_table_grows_and_loses_few_entries() {
        let mut table = SolverTable::new(INITIAL_BUCKETS * 64 * 5).unwrap();
        let count = (INITIAL_BUCKETS * BUCKET_WORDS) as u64;
        (0..count).for_each(|key| table.put(key * key, key % 3 == 0, 1));
        let found = (0..count).filter_map(|key| Some((key, table.get(key * key)?)));
        assert!(found.clone().all(|(key, wins)| wins == (key % 3 == 0)));
        assert!(found.count() as u64 > count * 95 / 100);
        assert_eq!(table.entries().count(), table.used());
        (0..4 * count).for_each(|key| table.put(key * key + (1 << 50), true, 1));
        assert_eq!(table.buckets, 5 * INITIAL_BUCKETS);
    }

    #[test]
    fn too_much_memory_is_refused() {
        assert!(SolverTable::new(usize::MAX / 4).is_none());
    }
}
