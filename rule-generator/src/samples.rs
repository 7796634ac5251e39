//! Pictures to begin with.

use crate::mask::Mask;

/// A picture with its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The name, for menus.
    pub name: &'static str,
    /// The rows.
    pub text: &'static str,
}

impl Sample {
    /// The picture as a mask.
    pub fn mask(&self) -> Mask {
        self.text.parse().unwrap_or_else(|_| Mask::new(12, 12))
    }
}

/// The name of the sample with this mask.
pub fn name_of(mask: &Mask) -> Option<&'static str> {
    SAMPLES.iter().find(|sample| sample.mask() == *mask).map(|sample| sample.name)
}

/// All samples. The window starts with the first one.
pub const SAMPLES: [Sample; 6] = [
    Sample {
        name: "Heart",
        text: "\
.............
..###...###..
.#####.#####.
.###########.
.###########.
.###########.
..#########..
...#######...
....#####....
.....###.....
......#......
.............
",
    },
    Sample {
        name: "Smiley",
        text: "\
....######....
..##......##..
.#..........#.
.#..........#.
#...##..##...#
#...##..##...#
#............#
#..#......#..#
#..##....##..#
#...######...#
.#...####...#.
.#..........#.
..##......##..
....######....
",
    },
    Sample {
        name: "House",
        text: "\
.......##...###.
......####..###.
.....######.###.
....###########.
...##########...
..############..
.##############.
################
..############..
..##...###...#..
..##...###...#..
..##...###...#..
..########...#..
..########...#..
..########...#..
",
    },
    Sample {
        name: "Cat",
        text: "\
..#...........#..
..##.........##..
..###.......###..
..#############..
.###############.
.###############.
.###..#####..###.
.###..#####..###.
.###############.
.######...######.
.#######.#######.
..####.#.#.####..
..#####...#####..
....#########....
",
    },
    Sample {
        name: "Letter R",
        text: "\
..........
.#######..
.########.
.##....##.
.##....##.
.#######..
.######...
.##..##...
.##...##..
.##....##.
..........
",
    },
    Sample {
        name: "Flower",
        text: "\
......##.....
.....####....
..##.####.##.
.#####aa####.
.####aaaa###.
..###aaaa##..
....##aa##...
...########..
...###b.###..
......b......
..bb..b.bb...
...bb.bbb....
....bbb......
......b......
",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_masks_of_handy_sizes() {
        for sample in SAMPLES {
            let mask: Mask = sample.text.parse().unwrap_or_else(|why| panic!("{}: {why}", sample.name));
            assert!((8..=24).contains(&mask.width()) && (8..=24).contains(&mask.height()), "{}", sample.name);
            assert_eq!(mask.to_string(), sample.text);
        }
    }
}
