//! The average brightness of every cell of a grid that is laid over a picture.

/// Sums of brightness, filled pixel by pixel in any order.
pub struct Averages {
    /// Columns and rows of the grid.
    columns: Axis,
    rows: Axis,
    sums: Vec<u64>,
    /// The sums of one picture row, for each column of the grid.
    row_sums: Vec<u64>,
    /// The first and the last column of the grid that each pixel of a row overlaps: dividing takes longer than looking it up.
    touched: Vec<(u32, u32)>,
}

/// One direction: pixels and cells on the same length. Positions are counted in units of which a pixel has `cells` and
/// a cell has `pixels`, so that all overlaps are whole numbers.
#[derive(Clone, Copy)]
struct Axis {
    pixels: usize,
    cells: usize,
}

impl Axis {
    /// The cells that overlap the pixels `start..end`, each with the length of the overlap.
    fn overlaps(self, start: usize, end: usize) -> impl Iterator<Item = (usize, u64)> {
        let (start, end) = (start * self.cells, end * self.cells);
        let cells = start / self.pixels..end.div_ceil(self.pixels);
        cells.map(move |cell| {
            let overlap = end.min((cell + 1) * self.pixels) - start.max(cell * self.pixels);
            (cell, overlap as u64)
        })
    }
}

impl Averages {
    /// A grid of `columns` × `rows` cells over a picture of `width` × `height` pixels.
    pub fn new((width, height): (usize, usize), (columns, rows): (usize, usize)) -> Averages {
        let touched = |x: usize| {
            let last = ((x + 1) * columns).div_ceil(width) - 1;
            ((x * columns / width) as u32, last as u32)
        };
        Averages {
            touched: (0..width).map(touched).collect(),
            columns: Axis { pixels: width, cells: columns },
            rows: Axis { pixels: height, cells: rows },
            sums: vec![0; columns * rows],
            row_sums: vec![0; columns],
        }
    }

    /// Adds pixels `start..end` of the current row, at least one, which have the same brightness.
    pub fn add_run(&mut self, start: usize, end: usize, brightness: u8) {
        let (first, last) = (self.touched[start].0, self.touched[end - 1].1);
        if first == last {
            let overlap = ((end - start) * self.columns.cells) as u64;
            self.row_sums[first as usize] += u64::from(brightness) * overlap;
            return;
        }
        for (column, overlap) in self.columns.overlaps(start, end) {
            self.row_sums[column] += u64::from(brightness) * overlap;
        }
    }

    /// Ends the current row, which is row `y` of the picture.
    pub fn end_row(&mut self, y: usize) {
        let columns = self.row_sums.len();
        for (row, overlap) in self.rows.overlaps(y, y + 1) {
            let sums = &mut self.sums[row * columns..][..columns];
            sums.iter_mut().zip(&self.row_sums).for_each(|(sum, added)| *sum += added * overlap);
        }
        self.row_sums.fill(0);
    }

    /// The averages, row by row.
    pub fn finish(self) -> Vec<u8> {
        let area = (self.columns.pixels * self.rows.pixels) as u64;
        self.sums.into_iter().map(|sum| ((sum + area / 2) / area) as u8).collect()
    }
}
