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
        "Rule 18.\nA white cell with exactly one black neighbour turns black, every other cell white. From one cell it draws nested triangles, from a random row triangles of all sizes.",
    ),
    (
        "rule-022.ccell",
        Wolfram(2, "22"),
        "Rule 22.\nBlack comes of exactly one black cell among three. From a random row the picture is chaotic.",
    ),
    (
        "rule-030.ccell",
        Wolfram(2, "30"),
        "Rule 30.\nLeft XOR (middle OR right). Chaos from a single cell: its middle column has served as a source of random numbers. Each left cell can be told from the two others and the result.",
    ),
    (
        "rule-045.ccell",
        Wolfram(2, "45"),
        "Rule 45.\nLeft XOR (middle OR NOT right). As chaotic as rule 30, on a background that blinks.",
    ),
    (
        "rule-054.ccell",
        Wolfram(2, "54"),
        "Rule 54.\nParticles run over a regular background, meet, and go on changed: one of the few elementary rules of Wolfram's fourth class.",
    ),
    (
        "rule-060.ccell",
        Wolfram(2, "60"),
        "Rule 60.\nLeft XOR middle. Pascal's triangle modulo 2, leaning to one side; the right neighbour does not matter.",
    ),
    (
        "rule-062.ccell",
        Wolfram(2, "62"),
        "Rule 62.\nA regular background with defects that run through it and vanish when they meet.",
    ),
    (
        "rule-073.ccell",
        Wolfram(2, "73"),
        "Rule 73.\nTwo black cells between white ones are a wall that nothing breaks. What happens between two walls depends on their distance only, and repeats.",
    ),
    (
        "rule-083.ccell",
        Wolfram(2, "83"),
        "Rule 83.\nThe example by which the numbering of the elementary rules is often explained: the results 01010011, read as a binary number, are 83.",
    ),
    (
        "rule-090.ccell",
        Wolfram(2, "90"),
        "Rule 90.\nLeft XOR right. From one cell it draws Sierpinski's triangle; any two pictures can be laid over one another by XOR.",
    ),
    (
        "rule-094.ccell",
        Wolfram(2, "94"),
        "Rule 94.\nFrom one cell a regular pattern grows; from a random row everything soon comes to rest or blinks.",
    ),
    (
        "rule-105.ccell",
        Wolfram(2, "105"),
        "Rule 105.\nThe opposite of rule 150: black comes of an even number of black cells.",
    ),
    (
        "rule-106.ccell",
        Wolfram(2, "106"),
        "Rule 106.\n(Left AND middle) XOR right. Chaotic; each right cell can be told from the two others and the result.",
    ),
    (
        "rule-110.ccell",
        Wolfram(2, "110"),
        "Rule 110.\nParticles on a background of triangles. Matthew Cook proved that it can compute whatever a computer can.",
    ),
    (
        "rule-122.ccell",
        Wolfram(2, "122"),
        "Rule 122.\nFrom one cell regular, from a random row chaotic; a mirror image of itself.",
    ),
    (
        "rule-126.ccell",
        Wolfram(2, "126"),
        "Rule 126.\nBlack unless all three cells are alike. Chaotic triangles; a mirror image of itself.",
    ),
    ("rule-137.ccell", Wolfram(2, "137"), "Rule 137.\nRule 110 with black and white exchanged."),
    (
        "rule-150.tcell",
        Wolfram(2, "150"),
        "Rule 150.\nThe sum of the three cells modulo 2. Its order does not matter, so four rules are enough.",
    ),
    (
        "rule-170.ccell",
        Wolfram(2, "170"),
        "Rule 170.\nEvery cell takes the state of its right neighbour: the row moves to the left. The easiest rule that moves at all.",
    ),
    (
        "rule-184.ccell",
        Wolfram(2, "184"),
        "Rule 184.\nTraffic: a black cell moves to the right if there is room. No car is ever lost, and jams move backwards.",
    ),
    (
        "rule-220.ccell",
        Wolfram(2, "220"),
        "Rule 220.\nBlack stays; a white cell turns black between a black one at its left and a white one at its right. It soon comes to rest.",
    ),
    (
        "rule-232.tcell",
        Wolfram(2, "232"),
        "Rule 232.\nThe majority of the three cells. Groups stay, single cells vanish.",
    ),
    ("rule-249.ccell", Wolfram(2, "249"), "Rule 249.\nOnly 010 and 001 give white. It soon comes to rest."),
    ("rule-250.ccell", Wolfram(2, "250"), "Rule 250.\nLeft OR right. From one cell a chessboard grows."),
    (
        "code-0357.tcell",
        Code(3, "357"),
        "Totalistic code 357, three states.\nThe digits 0111020 tell the results of the sums 6 to 0.",
    ),
    (
        "code-0777.tcell",
        Code(3, "777"),
        "Totalistic code 777, three states.\nThe digits 1001210 tell the results of the sums 6 to 0.",
    ),
    (
        "code-0912.tcell",
        Code(3, "912"),
        "Totalistic code 912, three states.\nThe digits 1020210 tell the results of the sums 6 to 0.",
    ),
    (
        "code-1599.tcell",
        Code(3, "1599"),
        "Totalistic code 1599, three states.\nThe digits 2012020 tell the results of the sums 6 to 0. Particles that take very long to settle.",
    ),
    (
        "code-1635.tcell",
        Code(3, "1635"),
        "Totalistic code 1635, three states.\nThe digits 2020120 tell the results of the sums 6 to 0.",
    ),
    (
        "code-2049.tcell",
        Code(3, "2049"),
        "Totalistic code 2049, three states.\nThe digits 2210220 tell the results of the sums 6 to 0.",
    ),
    (
        "random-3.ccell",
        Random(3, 2),
        "Three states at random.\nNobody chose these rules; there are 7625597484987 tables of three states.",
    ),
    (
        "sum-3.tcell",
        Formula(3, "(l + c + r) % k"),
        "Sum modulo 3.\nTwo of the cells and the result determine the third cell.",
    ),
    (
        "sum-5.tcell",
        Formula(5, "(l + c + r) % k"),
        "Sum modulo 5.\nTwo of the cells and the result determine the third cell.",
    ),
    (
        "sum-10.tcell",
        Formula(10, "(l + c + r) % k"),
        "Sum modulo 10.\nThe last digit of the sum: mental arithmetic with ten colours.",
    ),
    (
        "product-5.tcell",
        Formula(5, "l * c * r % k"),
        "Product modulo 5.\nA zero makes zeros of its neighbours, so zeros spread.",
    ),
    (
        "median-5.tcell",
        Formula(5, "median(l, c, r)"),
        "Median of five states.\nThe middle one of the three values: edges stay, noise vanishes.",
    ),
    (
        "mean-5.tcell",
        Formula(5, "(l + c + r) / 3"),
        "Mean of five states, rounded down.\nDifferences even out, and everything slowly fades.",
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
        "Fading light, nine states.\nThe brightest of the three cells, one step darker: every light spreads and goes out.",
    ),
    (
        "majority-5.tcell",
        Formula(5, "l == c || l == r ? l : c == r ? c : median(l, c, r)"),
        "Majority of five states.\nWhat two of the cells agree on; where all differ, the middle value. The sum does not tell it, so it has no totalistic code.",
    ),
    (
        "odd-one-out-3.tcell",
        Formula(3, "l == c ? r : l == r ? c : c == r ? l : 0"),
        "The odd one out, three states.\nThe state that differs from the two others; where all differ, 0; where all are equal, their state.",
    ),
    (
        "difference-4.ccell",
        Formula(4, "abs(l - r)"),
        "Difference of four states.\nHow far the neighbours are apart; the cell itself does not matter.",
    ),
    (
        "difference-5.ccell",
        Formula(5, "(l - r) % k"),
        "Difference modulo 5.\nLeft minus right: mirrored, the signs turn.",
    ),
    (
        "pascal-3.ccell",
        Formula(3, "(l + r) % k"),
        "Pascal's triangle modulo 3.\nThe sum of the neighbours, as rule 90 with three states.",
    ),
    (
        "pascal-5.ccell",
        Formula(5, "(l + r) % k"),
        "Pascal's triangle modulo 5.\nThe sum of the neighbours, as rule 90 with five states.",
    ),
    (
        "pascal-10.ccell",
        Formula(10, "(l + r) % k"),
        "Pascal's triangle, last digits.\nThe sum of the neighbours modulo 10; modulo 2 and modulo 5 lie over one another.",
    ),
    (
        "multiply-add-7.ccell",
        Formula(7, "(l * r + c) % k"),
        "Multiply and add, modulo 7.\nThe product of the neighbours is added to the cell.",
    ),
    (
        "shift-add-4.ccell",
        Formula(4, "(l + 2 * r + c * c) % k"),
        "Shifts and a square, modulo 4.\nEach left cell can be told from the two others and the result.",
    ),
    (
        "cyclic-3.ccell",
        Formula(3, "l == (c + 1) % k || r == (c + 1) % k ? (c + 1) % k : c"),
        "Rock, paper, scissors.\nEvery state is beaten by the next one, the last by the first: a cell with a neighbour that beats it becomes like it.",
    ),
    (
        "cyclic-5.ccell",
        Formula(5, "l == (c + 1) % k || r == (c + 1) % k ? (c + 1) % k : c"),
        "A ring of five states.\nEvery state is beaten by the next one, the last by the first: a cell with a neighbour that beats it becomes like it.",
    ),
    (
        "excitable-3.ccell",
        Formula(3, "c > 0 ? (c + 1) % k : l == 1 || r == 1"),
        "An excitable medium.\n0 rests, 1 is excited, 2 recovers. A resting cell is excited by an excited neighbour; waves that meet put each other out.",
    ),
    (
        "smooth-6.ccell",
        Formula(6, "c + (median(l, c, r) > c) - (median(l, c, r) < c)"),
        "Smoothing, six states.\nEvery cell goes one step towards the median of the three.",
    ),
    (
        "sierpinski.pcell",
        Picture(2, "(l + r) % k", 31, 16),
        "Sierpinski's triangle.\nThe rules of 90 that the picture needs.",
    ),
    (
        "pascal-triangle.pcell",
        Picture(3, "(l + r) % k", 53, 27),
        "A triangle of Pascal's, modulo 3.\n27 rows, so that the three large triangles are whole.",
    ),
    (
        "chessboard.pcell",
        Picture(2, "max(l, r)", 15, 8),
        "A chessboard in a triangle.\nThe rules of 250 that the picture needs.",
    ),
    ("heart.pcell", File(include_str!("../../../../automata/heart.pcell")), ""),
    ("smile.pcell", File(include_str!("../../../../automata/smile.pcell")), ""),
    ("house.pcell", File(include_str!("../../../../automata/house.pcell")), ""),
    ("tree.pcell", File(include_str!("../../../../automata/tree.pcell")), ""),
    ("cup.pcell", File(include_str!("../../../../automata/cup.pcell")), ""),
];
