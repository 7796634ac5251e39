//! What is known of positions, in as much memory as is given.
//!
//! An entry holds the whole number of its position, so what is found is proved and never guessed. Where there is no room,
//! the entry that is cheapest to work out again gives way: that costs time, and never a wrong answer.
//!
//! A table begins small and doubles as it fills, so that a small board stays in the processor's caches.

/// The words of a bucket: one line of a processor's cache.
const BUCKET: usize = 8;
/// The buckets of a new table: 1 MB.
const FIRST: usize = 1 << 14;
/// The lowest bit is the value, the next six are the effort, the rest is the key plus one.
const KEY_SHIFT: u32 = 7;
const EFFORT: u64 = 63;

/// The most positions that can be told apart; the largest number is one less.
pub(super) const MOST_KEYS: u64 = (1 << (64 - KEY_SHIFT)) - 1;

/// A fact in one word: who wins a position, and what it took to find out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry(pub u64);

impl Entry {
    fn new(key: u64, wins: bool, states: u64) -> Entry {
        let effort = u64::from(states.max(1).ilog2());
        Entry((key + 1) << KEY_SHIFT | effort << 1 | u64::from(wins))
    }

    /// The number of the position, if this is an entry at all.
    pub(super) fn key(self) -> Option<u64> {
        (self.0 >> KEY_SHIFT).checked_sub(1)
    }

    /// The logarithm of the states that were searched for it.
    pub(super) fn effort(self) -> usize {
        (self.0 >> 1 & EFFORT) as usize
    }

    fn wins(self) -> bool {
        self.0 & 1 != 0
    }
}

/// Entries by the number of their position.
#[derive(Debug)]
pub(super) struct Table {
    words: Vec<u64>,
    /// Words before the first bucket, so that buckets lie in lines of the cache.
    skip: usize,
    buckets: usize,
    /// So many there may be.
    most: usize,
    used: usize,
}

impl Table {
    /// A table that grows up to so many bytes; `None` where there is no such memory.
    pub(super) fn new(bytes: usize) -> Option<Table> {
        let most = (bytes / size_of::<[u64; BUCKET]>()).max(1);
        // To ask once and give back tells whether there is room.
        Vec::<u64>::new().try_reserve_exact(most.checked_add(1)?.checked_mul(BUCKET)?).ok()?;
        Some(Table::of(FIRST.min(most), most))
    }

    fn of(buckets: usize, most: usize) -> Table {
        // The system hands out clean pages one by one, as they are used.
        let words = vec![0; (buckets + 1) * BUCKET];
        let skip = words.as_ptr().align_offset(size_of::<[u64; BUCKET]>()).min(BUCKET);
        Table { words, skip, buckets, most, used: 0 }
    }

    /// Makes room for so many more entries, as far as it may. Half full, buckets that overflow are still rare.
    pub(super) fn reserve(&mut self, entries: usize) {
        let mut buckets = self.buckets;
        while (self.used + entries) * 2 > buckets * BUCKET && buckets < self.most {
            buckets = (2 * buckets).min(self.most);
        }
        if buckets > self.buckets && Vec::<u64>::new().try_reserve_exact((buckets + 1) * BUCKET).is_err() {
            // There was room when the table was made, and now there is none: it stays as it is.
            self.most = self.buckets;
        } else if buckets > self.buckets {
            let mut larger = Table::of(buckets, self.most);
            self.entries().for_each(|entry| larger.insert(entry));
            *self = larger;
        }
    }

    /// How many positions are known.
    pub(super) fn used(&self) -> usize {
        self.used
    }

    /// How many could be.
    pub(super) fn room(&self) -> usize {
        self.most * BUCKET
    }

    /// Everything that is known.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.words.iter().filter(|word| **word != 0).map(|word| Entry(*word))
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bucket = ((u128::from(hash) * self.buckets as u128) >> 64) as usize;
        self.skip + bucket * BUCKET
    }

    /// Something that only the line of the cache in which a position would stand can tell: to ask fetches that line.
    #[inline]
    pub(super) fn touch(&self, key: u64) -> u64 {
        self.words[self.place(key)]
    }

    /// Whether the side to move wins a position, if that is known.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<bool> {
        let start = self.place(key);
        let bucket = &self.words[start..start + BUCKET];
        let found = bucket.iter().find(|word| **word >> KEY_SHIFT == key + 1)?;
        Some(Entry(*found).wins())
    }

    /// Keeps who wins a position that is not in the table, and how many states were searched for it.
    pub(super) fn put(&mut self, key: u64, wins: bool, states: u64) {
        self.keep(Entry::new(key, wins, states));
    }

    /// Keeps an entry of another table.
    pub(super) fn keep(&mut self, entry: Entry) {
        self.reserve(1);
        self.insert(entry);
    }

    fn insert(&mut self, entry: Entry) {
        let Some(key) = entry.key() else { return };
        let start = self.place(key);
        let bucket = &mut self.words[start..start + BUCKET];
        // An empty word counts as no effort at all.
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
    fn what_was_put_is_found_and_nothing_else() {
        let mut table = Table::new(1 << 16).unwrap();
        let keys = [0, 1, 2, 1 << 40, MOST_KEYS - 1];
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
    fn what_was_dear_outlives_what_was_cheap() {
        let mut table = Table::new(0).unwrap();
        assert_eq!(table.room(), BUCKET);
        table.put(1000, true, 1 << 30);
        for key in 0..100 {
            table.put(key, false, 1);
        }
        assert_eq!(table.get(1000), Some(true));
        assert_eq!(table.get(99), Some(false));
        assert_eq!(table.used(), BUCKET);
    }

    #[test]
    fn a_table_grows_and_forgets_little() {
        let mut table = Table::new(FIRST * 64 * 5).unwrap();
        let count = (FIRST * BUCKET) as u64;
        (0..count).for_each(|key| table.put(key * key, key % 3 == 0, 1));
        let found = (0..count).filter_map(|key| Some((key, table.get(key * key)?)));
        assert!(found.clone().all(|(key, wins)| wins == (key % 3 == 0)));
        assert!(found.count() as u64 > count * 95 / 100);
        assert_eq!(table.entries().count(), table.used());
        (0..4 * count).for_each(|key| table.put(key * key + (1 << 50), true, 1));
        assert_eq!(table.buckets, 5 * FIRST);
    }

    #[test]
    fn memory_that_nobody_has_is_refused() {
        assert!(Table::new(usize::MAX / 4).is_none());
    }
}
