//! The recipes of the library: how each automaton is built.

/// How to build an automaton.
pub enum Recipe {
    /// States and Wolfram number.
    Wolfram(u8, &'static str),
    /// States and totalistic code.
    Code(u8, &'static str),
    /// States and formula.
    Formula(u8, &'static str),
    /// States and seed.
    Random(u8, u64),
    /// A picture that a formula draws from a single cell: states, formula, cells, generations.
    Picture(u8, &'static str, usize, usize),
    /// The content of the file, for a picture whose rules were found by a search.
    File(&'static str),
}

use Recipe::{Code, File, Formula, Picture, Random, Wolfram};

/// File, recipe, description.
pub const RECIPES: &[(&str, Recipe, &str)] = &[
    (
        "rule-018.ccell",
        Wolfram(2, "18"),
        "Rule 18.\nA white cell with exactly one black neighbour becomes black; every other cell becomes white. A single cell gives nested triangles, a random row gives triangles of all sizes.",
    ),
    (
        "rule-022.ccell",
        Wolfram(2, "22"),
        "Rule 22.\nA cell becomes black if exactly one of the three cells above it is black. A random row gives a chaotic picture.",
    ),
    (
        "rule-030.ccell",
        Wolfram(2, "30"),
        "Rule 30.\nLeft XOR (middle OR right). A single cell gives chaos; the middle column has been used as a source of random numbers. The left cell follows from the other two cells and the result.",
    ),
    (
        "rule-045.ccell",
        Wolfram(2, "45"),
        "Rule 45.\nLeft XOR (middle OR NOT right). As chaotic as rule 30, on a blinking background.",
    ),
    (
        "rule-054.ccell",
        Wolfram(2, "54"),
        "Rule 54.\nParticles move over a regular background and change when they collide. One of the few elementary rules in Wolfram's class 4.",
    ),
    (
        "rule-060.ccell",
        Wolfram(2, "60"),
        "Rule 60.\nLeft XOR middle. It draws Pascal's triangle modulo 2, slanted to one side. The right neighbour has no effect.",
    ),
    (
        "rule-062.ccell",
        Wolfram(2, "62"),
        "Rule 62.\nDefects move through a regular background and disappear when they collide.",
    ),
    (
        "rule-073.ccell",
        Wolfram(2, "73"),
        "Rule 73.\nTwo black cells between white ones form a wall that never changes. The pattern between two walls depends only on what is between them, and repeats.",
    ),
    (
        "rule-083.ccell",
        Wolfram(2, "83"),
        "Rule 83.\nAn example of how elementary rules are numbered: the results, from 111 down to 000, are 01010011, which is 83 in binary.",
    ),
    (
        "rule-090.ccell",
        Wolfram(2, "90"),
        "Rule 90.\nLeft XOR right. A single cell gives Sierpinski's triangle. The rule is linear: the XOR of two pictures is a picture of the same rule.",
    ),
    (
        "rule-094.ccell",
        Wolfram(2, "94"),
        "Rule 94.\nA single cell grows into a regular pattern. A random row soon becomes still or blinks.",
    ),
    (
        "rule-105.ccell",
        Wolfram(2, "105"),
        "Rule 105.\nThe opposite of rule 150: a cell becomes black if an even number of the three cells above it is black.",
    ),
    (
        "rule-106.ccell",
        Wolfram(2, "106"),
        "Rule 106.\n(Left AND middle) XOR right. Chaotic. The right cell follows from the other two cells and the result.",
    ),
    (
        "rule-110.ccell",
        Wolfram(2, "110"),
        "Rule 110.\nParticles move over a background of triangles. Matthew Cook proved that this rule can compute anything that a computer can.",
    ),
    (
        "rule-122.ccell",
        Wolfram(2, "122"),
        "Rule 122.\nRegular from a single cell, chaotic from a random row. The rule is its own mirror image.",
    ),
    (
        "rule-126.ccell",
        Wolfram(2, "126"),
        "Rule 126.\nA cell becomes black unless the three cells above it are equal. Chaotic, with many triangles. The rule is its own mirror image.",
    ),
    ("rule-137.ccell", Wolfram(2, "137"), "Rule 137.\nRule 110 with black and white swapped."),
    (
        "rule-150.tcell",
        Wolfram(2, "150"),
        "Rule 150.\nThe sum of the three cells modulo 2. The order of the cells does not matter, so four rules are enough.",
    ),
    (
        "rule-170.ccell",
        Wolfram(2, "170"),
        "Rule 170.\nEvery cell takes the state of its right neighbour, so the row moves to the left. The simplest rule that moves anything.",
    ),
    (
        "rule-184.ccell",
        Wolfram(2, "184"),
        "Rule 184.\nA model of traffic: a black cell is a car that moves to the right if the next cell is free. The number of cars never changes, and traffic jams move backwards.",
    ),
    (
        "rule-220.ccell",
        Wolfram(2, "220"),
        "Rule 220.\nBlack cells stay black. A white cell becomes black if its left neighbour is black and its right one is white. Soon nothing changes any more.",
    ),
    (
        "rule-232.tcell",
        Wolfram(2, "232"),
        "Rule 232.\nEach cell becomes what the majority of the three cells is. Groups stay, single cells disappear.",
    ),
    (
        "rule-249.ccell",
        Wolfram(2, "249"),
        "Rule 249.\nOnly 010 and 001 give white. Soon nothing changes any more.",
    ),
    ("rule-250.ccell", Wolfram(2, "250"), "Rule 250.\nLeft OR right. A single cell grows into a chessboard."),
    (
        "code-0357.tcell",
        Code(3, "357"),
        "Totalistic code 357, three states.\nThe digits 0111020 are the results for the sums 6 to 0.",
    ),
    (
        "code-0777.tcell",
        Code(3, "777"),
        "Totalistic code 777, three states.\nThe digits 1001210 are the results for the sums 6 to 0.",
    ),
    (
        "code-0912.tcell",
        Code(3, "912"),
        "Totalistic code 912, three states.\nThe digits 1020210 are the results for the sums 6 to 0.",
    ),
    (
        "code-1599.tcell",
        Code(3, "1599"),
        "Totalistic code 1599, three states.\nThe digits 2012020 are the results for the sums 6 to 0. Its particles take very long to settle.",
    ),
    (
        "code-1635.tcell",
        Code(3, "1635"),
        "Totalistic code 1635, three states.\nThe digits 2020120 are the results for the sums 6 to 0.",
    ),
    (
        "code-2049.tcell",
        Code(3, "2049"),
        "Totalistic code 2049, three states.\nThe digits 2210220 are the results for the sums 6 to 0.",
    ),
    (
        "random-3.ccell",
        Random(3, 2),
        "Three states at random.\nOne of the 7,625,597,484,987 tables with three states, chosen at random.",
    ),
    (
        "sum-3.tcell",
        Formula(3, "(l + c + r) % k"),
        "Sum modulo 3.\nAny two of the cells and the result determine the third cell.",
    ),
    (
        "sum-5.tcell",
        Formula(5, "(l + c + r) % k"),
        "Sum modulo 5.\nAny two of the cells and the result determine the third cell.",
    ),
    (
        "sum-10.tcell",
        Formula(10, "(l + c + r) % k"),
        "Sum modulo 10.\nThe last digit of the sum of the three cells: mental arithmetic with ten colours.",
    ),
    (
        "product-5.tcell",
        Formula(5, "l * c * r % k"),
        "Product modulo 5.\nA zero turns its neighbours into zeros, so zeros spread.",
    ),
    (
        "median-5.tcell",
        Formula(5, "median(l, c, r)"),
        "Median of five states.\nThe middle one of the three values. Edges stay, noise disappears.",
    ),
    (
        "mean-5.tcell",
        Formula(5, "(l + c + r) / 3"),
        "Mean of five states, rounded down.\nDifferences become smaller, and everything slowly fades to 0.",
    ),
    (
        "maximum-5.tcell",
        Formula(5, "max(l, c, r)"),
        "Maximum of five states.\nThe highest values spread until they meet.",
    ),
    (
        "minimum-5.tcell",
        Formula(5, "min(l, c, r)"),
        "Minimum of five states.\nThe lowest values spread until they meet.",
    ),
    (
        "range-4.tcell",
        Formula(4, "max(l, c, r) - min(l, c, r)"),
        "Range of four states.\nThe difference between the highest and the lowest of the three cells.",
    ),
    (
        "fade-9.tcell",
        Formula(9, "max(0, max(l, c, r) - 1)"),
        "Fading light, nine states.\nThe brightest of the three cells, one step darker: every light spreads and fades.",
    ),
    (
        "majority-5.tcell",
        Formula(5, "l == c || l == r ? l : c == r ? c : median(l, c, r)"),
        "Majority of five states.\nThe state that at least two of the cells have; if all three differ, the middle one. The sum of the cells does not determine the result, so there is no totalistic code.",
    ),
    (
        "odd-one-out-3.tcell",
        Formula(3, "l == c ? r : l == r ? c : c == r ? l : 0"),
        "The odd one out, three states.\nThe state that differs from the two others. If all three differ, 0; if all are equal, their state.",
    ),
    (
        "difference-4.ccell",
        Formula(4, "abs(l - r)"),
        "Difference of four states.\nThe difference between the two neighbours. The cell itself has no effect.",
    ),
    (
        "difference-5.ccell",
        Formula(5, "(l - r) % k"),
        "Difference modulo 5.\nLeft minus right. In the mirror image the signs are reversed.",
    ),
    (
        "pascal-3.ccell",
        Formula(3, "(l + r) % k"),
        "Pascal's triangle modulo 3.\nThe sum of the two neighbours: rule 90 with three states.",
    ),
    (
        "pascal-5.ccell",
        Formula(5, "(l + r) % k"),
        "Pascal's triangle modulo 5.\nThe sum of the two neighbours: rule 90 with five states.",
    ),
    (
        "pascal-10.ccell",
        Formula(10, "(l + r) % k"),
        "Pascal's triangle, last digits.\nThe sum of the two neighbours modulo 10. The patterns modulo 2 and modulo 5 overlap.",
    ),
    (
        "multiply-add-7.ccell",
        Formula(7, "(l * r + c) % k"),
        "Multiply and add, modulo 7.\nThe product of the two neighbours is added to the cell.",
    ),
    (
        "shift-add-4.ccell",
        Formula(4, "(l + 2 * r + c * c) % k"),
        "Shifts and a square, modulo 4.\nThe left cell follows from the other two cells and the result.",
    ),
    (
        "cyclic-3.ccell",
        Formula(3, "l == (c + 1) % k || r == (c + 1) % k ? (c + 1) % k : c"),
        "Rock, paper, scissors.\nEvery state is beaten by the next one, and the last by the first. A cell takes the state of a neighbour that beats it.",
    ),
    (
        "cyclic-5.ccell",
        Formula(5, "l == (c + 1) % k || r == (c + 1) % k ? (c + 1) % k : c"),
        "A ring of five states.\nEvery state is beaten by the next one, and the last by the first. A cell takes the state of a neighbour that beats it.",
    ),
    (
        "excitable-3.ccell",
        Formula(3, "c > 0 ? (c + 1) % k : l == 1 || r == 1"),
        "An excitable medium.\nState 0 is at rest, 1 is excited, 2 recovers. An excited neighbour excites a cell at rest. Waves that meet cancel each other.",
    ),
    (
        "smooth-6.ccell",
        Formula(6, "c + (median(l, c, r) > c) - (median(l, c, r) < c)"),
        "Smoothing, six states.\nEvery cell moves one step towards the median of the three cells.",
    ),
    (
        "sierpinski.pcell",
        Picture(2, "(l + r) % k", 31, 16),
        "Sierpinski's triangle.\nThe rules of rule 90 that the picture needs.",
    ),
    (
        "pascal-triangle.pcell",
        Picture(3, "(l + r) % k", 53, 27),
        "Pascal's triangle modulo 3, 27 rows.\nAfter 27 rows the large triangles are complete.",
    ),
    (
        "chessboard.pcell",
        Picture(2, "max(l, r)", 15, 8),
        "A chessboard in a triangle.\nThe rules of rule 250 that the picture needs.",
    ),
    ("heart.pcell", File(include_str!("../../../../automata/heart.pcell")), ""),
    ("smile.pcell", File(include_str!("../../../../automata/smile.pcell")), ""),
    ("house.pcell", File(include_str!("../../../../automata/house.pcell")), ""),
    ("tree.pcell", File(include_str!("../../../../automata/tree.pcell")), ""),
    ("cup.pcell", File(include_str!("../../../../automata/cup.pcell")), ""),
];
