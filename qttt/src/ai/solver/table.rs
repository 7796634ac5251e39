//! What is known of positions: a lower and an upper bound of a small number, by key, in one `u128` each.

use super::key::KEY_BITS;

/// A number from 0 to 15 lies between these, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub least: u8,
    pub most: u8,
}

/// Set in every entry, so that none looks like an empty slot.
const TAKEN: u128 = 1 << 127;
/// The bounds of an entry; above them is the key.
const BOUNDS: u128 = 0xFF;

/// Slots that a key may use. They are never emptied, so that a look can end at the first empty one.
const REACH: usize = 64;
/// The slots of a new table: 1 MB.
const FIRST: usize = 1 << 16;

/// A table by open addressing. It doubles when a key finds no room in its reach, and at its last size entries give way,
/// so that it never fills up and no look takes long.
#[derive(Debug, Clone)]
pub struct Table {
    /// Key and bounds; 0 is empty.
    slots: Vec<u128>,
    used: usize,
    last: usize,
}

impl Table {
    /// A table that grows up to so many megabytes, a power of two.
    pub fn of_megabytes(most: usize) -> Table {
        Table::of(FIRST, (most << 20) / size_of::<u128>())
    }

    /// A table that grows from `first` to `last` slots, both powers of two and not less than [`REACH`].
    fn of(first: usize, last: usize) -> Table {
        Table { slots: vec![0; first], used: 0, last }
    }

    /// How many positions are known.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Its size in memory.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.slots[..])
    }

    pub fn get(&self, key: u128) -> Option<Bounds> {
        let tag = TAKEN | key << 8;
        let slot = self.reach(key).map(|i| self.slots[i]).find(|slot| *slot == 0 || slot & !BOUNDS == tag)?;
        (slot != 0).then_some(Bounds { least: slot as u8 >> 4, most: slot as u8 & 15 })
    }

    pub fn put(&mut self, key: u128, bounds: Bounds) {
        debug_assert!(key >> KEY_BITS == 0 && bounds.least <= bounds.most && bounds.most < 16);
        let entry = TAKEN | key << 8 | u128::from(bounds.least << 4 | bounds.most);
        while !self.insert(key, entry) {
            if self.slots.len() >= self.last {
                let most_marks = self.reach(key).max_by_key(|i| self.slots[*i].count_ones());
                self.slots[most_marks.unwrap_or(0)] = entry;
                return;
            }
            self.grow();
        }
    }

    /// Puts an entry where there is room for it, or says that there is none.
    fn insert(&mut self, key: u128, entry: u128) -> bool {
        let fits = |slot: u128| slot == 0 || (slot ^ entry) & !BOUNDS == 0;
        let Some(i) = self.reach(key).find(|i| fits(self.slots[*i])) else { return false };
        self.used += usize::from(self.slots[i] == 0);
        self.slots[i] = entry;
        true
    }

    /// Doubles the table. An entry that finds no room there is forgotten, which costs time but no truth.
    fn grow(&mut self) {
        let old = std::mem::replace(self, Table::of(self.slots.len() * 2, self.last));
        for entry in old.slots.into_iter().filter(|entry| *entry != 0) {
            self.insert((entry & !TAKEN) >> 8, entry);
        }
    }

    /// The slots for a key, in the order to look.
    fn reach(&self, key: u128) -> impl Iterator<Item = usize> + use<> {
        // Keys are sparse sets, so they are stirred well; the high bits of a product depend on all bits below.
        let (low, high) = (key as u64, (key >> 64) as u64);
        let folded = low.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ high.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mixed = (folded ^ folded >> 32).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mask = self.slots.len() - 1;
        let start = (mixed >> (64 - self.slots.len().trailing_zeros())) as usize;
        (start..start + REACH).map(move |i| i & mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_gives_back_what_was_put_and_grows() {
        let mut table = Table::of(REACH, 1 << 14);
        let bounds = |n: u128| Bounds { least: (n % 3) as u8, most: (3 + n % 13) as u8 };
        for n in 1..=2000 {
            table.put(n << 40, bounds(n + 1));
            table.put(n << 40, bounds(n));
        }
        assert_eq!(table.len(), 2000);
        assert!((1..=2000).all(|n| table.get(n << 40) == Some(bounds(n))));
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn a_table_at_its_last_size_never_hangs_and_never_lies() {
        let mut table = Table::of(REACH, 4 * REACH);
        let bounds = |n: u128| Bounds { least: 0, most: (n % 16) as u8 };
        for n in 1..5000 {
            table.put(n * 77, bounds(n));
            assert_eq!(table.get(n * 77), Some(bounds(n)), "the newest is always there");
        }
        assert!(table.len() <= 4 * REACH);
        assert!((1..5000).all(|n| table.get(n * 77).is_none_or(|known| known == bounds(n))));
        assert_eq!(table.get(5000 * 77), None);
    }
}
