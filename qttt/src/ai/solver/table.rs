//! A table of lower and upper bounds of a small number, by key, with one `u128` per entry.

use super::key::KEY_BITS;

/// Bounds of a number from 0 to 15, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub lower: u8,
    pub upper: u8,
}

/// Set in every entry, so that none looks like an empty slot.
const OCCUPIED: u128 = 1 << 127;
/// The bits of the bounds; above them is the key.
const BOUNDS_MASK: u128 = 0xFF;

/// Maximum number of slots to probe. Slots are never emptied, so a lookup can end at the first empty one.
const PROBE_LIMIT: usize = 64;
/// Slots of a new table: 1 MB.
const INITIAL_SLOTS: usize = 1 << 16;

/// A hash table with open addressing. It doubles when all slots of a key are occupied. At its maximum size it
/// overwrites entries, so lookups stay fast.
#[derive(Debug, Clone)]
pub struct Table {
    /// Key and bounds; 0 is empty.
    slots: Vec<u128>,
    used: usize,
    max_slots: usize,
}

impl Table {
    /// A table that grows up to this many megabytes, a power of two.
    pub fn of_megabytes(max: usize) -> Table {
        Table::of(INITIAL_SLOTS, (max << 20) / size_of::<u128>())
    }

    /// A table that grows from `initial_slots` to `max_slots`, both powers of two and at least [`PROBE_LIMIT`].
    fn of(initial_slots: usize, max_slots: usize) -> Table {
        Table { slots: vec![0; initial_slots], used: 0, max_slots }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Its size in memory.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.slots[..])
    }

    pub fn get(&self, key: u128) -> Option<Bounds> {
        let tag = OCCUPIED | key << 8;
        let slot = self
            .probe_slots(key)
            .map(|i| self.slots[i])
            .find(|slot| *slot == 0 || slot & !BOUNDS_MASK == tag)?;
        (slot != 0).then_some(Bounds { lower: slot as u8 >> 4, upper: slot as u8 & 15 })
    }

    pub fn put(&mut self, key: u128, bounds: Bounds) {
        debug_assert!(key >> KEY_BITS == 0 && bounds.lower <= bounds.upper && bounds.upper < 16);
        let entry = OCCUPIED | key << 8 | u128::from(bounds.lower << 4 | bounds.upper);
        while !self.insert(key, entry) {
            if self.slots.len() >= self.max_slots {
                let most_marks = self.probe_slots(key).max_by_key(|i| self.slots[*i].count_ones());
                self.slots[most_marks.unwrap_or(0)] = entry;
                return;
            }
            self.grow();
        }
    }

    /// Inserts an entry if there is a free slot for it.
    fn insert(&mut self, key: u128, entry: u128) -> bool {
        let fits = |slot: u128| slot == 0 || (slot ^ entry) & !BOUNDS_MASK == 0;
        let Some(i) = self.probe_slots(key).find(|i| fits(self.slots[*i])) else { return false };
        self.used += usize::from(self.slots[i] == 0);
        self.slots[i] = entry;
        true
    }

    /// Doubles the table. An entry without a free slot is dropped, which costs only time.
    fn grow(&mut self) {
        let old = std::mem::replace(self, Table::of(self.slots.len() * 2, self.max_slots));
        for entry in old.slots.into_iter().filter(|entry| *entry != 0) {
            self.insert((entry & !OCCUPIED) >> 8, entry);
        }
    }

    /// The slots of a key, in probing order.
    fn probe_slots(&self, key: u128) -> impl Iterator<Item = usize> + use<> {
        // Keys are sparse sets, so they need good mixing; the high bits of a product depend on all lower bits.
        let (low, high) = (key as u64, (key >> 64) as u64);
        let folded = low.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ high.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mixed = (folded ^ folded >> 32).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mask = self.slots.len() - 1;
        let start = (mixed >> (64 - self.slots.len().trailing_zeros())) as usize;
        (start..start + PROBE_LIMIT).map(move |i| i & mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_and_returns_its_entries() {
        let mut table = Table::of(PROBE_LIMIT, 1 << 14);
        let bounds = |n: u128| Bounds { lower: (n % 3) as u8, upper: (3 + n % 13) as u8 };
        for n in 1..=2000 {
            table.put(n << 40, bounds(n + 1));
            table.put(n << 40, bounds(n));
        }
        assert_eq!(table.len(), 2000);
        assert!((1..=2000).all(|n| table.get(n << 40) == Some(bounds(n))));
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn a_full_table_overwrites_entries() {
        let mut table = Table::of(PROBE_LIMIT, 4 * PROBE_LIMIT);
        let bounds = |n: u128| Bounds { lower: 0, upper: (n % 16) as u8 };
        for n in 1..5000 {
            table.put(n * 77, bounds(n));
            assert_eq!(table.get(n * 77), Some(bounds(n)), "the newest entry is always there");
        }
        assert!(table.len() <= 4 * PROBE_LIMIT);
        assert!((1..5000).all(|n| table.get(n * 77).is_none_or(|known| known == bounds(n))));
        assert_eq!(table.get(5000 * 77), None);
    }
}
