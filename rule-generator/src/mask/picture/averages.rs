//! The average brightness of every cell of a grid that is laid over a picture.

/// Sums of brightness, filled pixel by pixel in any order.
pub struct Averages {
    /// Columns and rows of the grid.
    columns: Axis,
    rows: Axis,
    sums: Vec<u64>,
    /// The sums of one picture row, for each column of the grid.
    row_sums: Vec<u64>,
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
        Averages {
            columns: Axis { pixels: width, cells: columns },
            rows: Axis { pixels: height, cells: rows },
            sums: vec![0; columns * rows],
            row_sums: vec![0; columns],
        }
    }

    /// Adds pixels `start..end` of the current row, which have the same brightness.
    pub fn add_run(&mut self, start: usize, end: usize, brightness: u8) {
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
