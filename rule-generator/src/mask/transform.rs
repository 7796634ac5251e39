//! What a paint program does with a mask. Every function returns a new mask.

use super::{ColourIndex, INK, Mask, MaskError, PAPER};

impl Mask {
    /// A mask with the colours of this one, whose cells are given by a function of column and row.
    fn with_cells(&self, width: usize, height: usize, cell: impl Fn(usize, usize) -> ColourIndex) -> Mask {
        let cell = &cell;
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| cell(x, y))).collect();
        Mask { width, cells, symbols: self.symbols.clone() }
    }

    /// The same size, with this function of column and row.
    fn redrawn(&self, cell: impl Fn(usize, usize) -> ColourIndex) -> Mask {
        self.with_cells(self.width, self.height(), cell)
    }

    /// The part that starts `left` columns and `top` rows from the top left cell. What is beyond the mask is paper.
    fn cropped(&self, left: isize, top: isize, width: usize, height: usize) -> Result<Mask, MaskError> {
        Mask::check_size(width, height)?;
        let source = |x: usize, offset: isize, size: usize| {
            x.checked_add_signed(offset).filter(|position| *position < size)
        };
        Ok(self.with_cells(width, height, |x, y| {
            match (source(x, left, self.width), source(y, top, self.height())) {
                (Some(x), Some(y)) => self.get(x, y),
                _ => PAPER,
            }
        }))
    }

    /// Another size. The top left cell stays where it is, and new cells are paper.
    pub fn resized(&self, width: usize, height: usize) -> Result<Mask, MaskError> {
        self.cropped(0, 0, width, height)
    }

    /// Left and right exchanged.
    pub fn flipped_horizontally(&self) -> Mask {
        self.redrawn(|x, y| self.get(self.width - 1 - x, y))
    }

    /// Top and bottom exchanged.
    pub fn flipped_vertically(&self) -> Mask {
        self.redrawn(|x, y| self.get(x, self.height() - 1 - y))
    }

    /// Moved to the right by `dx` and down by `dy`. What leaves the mask comes in again on the other side.
    pub fn shifted(&self, dx: isize, dy: isize) -> Mask {
        // Sides are at most `MAX_SIDE`, so they fit into `isize`, and a reduced shift cannot overflow.
        let back = |shift: isize, size: usize| size - shift.rem_euclid(size as isize) as usize;
        let (left, up) = (back(dx, self.width), back(dy, self.height()));
        self.redrawn(|x, y| self.get((x + left) % self.width, (y + up) % self.height()))
    }

    /// Paper and ink exchanged. Further colours stay.
    pub fn inverted(&self) -> Mask {
        self.redrawn(|x, y| match self.get(x, y) {
            PAPER => INK,
            INK => PAPER,
            other => other,
        })
    }

    /// The area of equal cells around a cell (without diagonal neighbours) in another colour.
    ///
    /// # Panics
    /// As [`Mask::set`].
    pub fn filled(&self, x: usize, y: usize, colour: ColourIndex) -> Mask {
        let mut mask = self.clone();
        let old = self.get(x, y);
        mask.set(x, y, colour);
        if old == colour {
            return mask;
        }
        let mut open = vec![(x, y)];
        while let Some((x, y)) = open.pop() {
            let neighbours =
                [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)].into_iter();
            for (x, y) in neighbours.filter(|(x, y)| *x < self.width && *y < self.height()) {
                if mask.get(x, y) == old {
                    mask.set(x, y, colour);
                    open.push((x, y));
                }
            }
        }
        mask
    }

    /// Only paper, with the same colours to draw with.
    pub fn cleared(&self) -> Mask {
        self.redrawn(|_, _| PAPER)
    }

    /// Whether all cells are paper.
    pub fn is_clear(&self) -> bool {
        self.cells.iter().all(|colour| *colour == PAPER)
    }

    /// Without the rows and columns around the drawing. A mask without a drawing stays as it is.
    pub fn trimmed(&self) -> Mask {
        let drawn = |x: usize, y: usize| self.get(x, y) != PAPER;
        let column_drawn = |x: &usize| (0..self.height()).any(|y| drawn(*x, y));
        let row_drawn = |y: &usize| (0..self.width).any(|x| drawn(x, *y));
        let columns = (0..self.width).find(column_drawn).zip((0..self.width).rfind(column_drawn));
        let rows = (0..self.height()).find(row_drawn).zip((0..self.height()).rfind(row_drawn));
        let (Some((left, right)), Some((top, bottom))) = (columns, rows) else { return self.clone() };
        self.with_cells(right - left + 1, bottom - top + 1, |x, y| self.get(x + left, y + top))
    }

    /// With this many columns and rows of paper added on each side.
    pub fn with_margin(&self, margin: usize) -> Result<Mask, MaskError> {
        let longer = |side: usize| side.saturating_add(margin.saturating_mul(2));
        let offset = -(margin.min(super::MAX_SIDE) as isize);
        self.cropped(offset, offset, longer(self.width), longer(self.height()))
    }

    /// The left half, and its mirror image as the right half. A middle column stays.
    pub fn mirrored_left_half(&self) -> Mask {
        self.redrawn(|x, y| self.get(x.min(self.width - 1 - x), y))
    }

    /// Without the further colours that no cell has, so that they need no states. Paper and ink and the order of the
    /// colours stay.
    pub fn compacted(&self) -> Mask {
        let used = |colour: &ColourIndex| *colour <= INK || self.cells.contains(colour);
        let kept: Vec<ColourIndex> = (0..self.symbols.len() as ColourIndex).filter(used).collect();
        let new = |old: &ColourIndex| kept.iter().position(|kept| kept == old).unwrap_or_default();
        Mask {
            width: self.width,
            cells: self.cells.iter().map(|old| new(old) as ColourIndex).collect(),
            symbols: kept.iter().map(|old| self.symbol(*old)).collect(),
        }
    }
}
