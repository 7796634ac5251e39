//! What the shared tests need to know about each game: options, moves, and the sentences that answer them.

/// A game as the shared tests drive it.
pub struct Game {
    /// The program.
    pub name: &'static str,
    /// The sides as prompts name them; the first one moves first.
    pub sides: [&'static str; 2],
    /// The options that choose the players of the sides.
    pub players: [&'static str; 2],
    /// The verbs of the command line.
    pub verbs: &'static [&'static str],
    /// Parts of the help page, in this order.
    pub help: &'static [&'static str],
    /// Two first moves with the default options: as typed, as the list of moves shows them, and the sentence about the first.
    pub first_moves: [[&'static str; 2]; 2],
    pub first_sentence: &'static str,
    /// Options of a small board that differ from the defaults, as arguments and as they are written to JSON.
    pub setup: &'static [&'static str],
    pub setup_json: &'static [(&'static str, &'static str)],
    /// Lines that are refused as the second move of the saved game, with the reason.
    pub wrong_lines: &'static [(&'static str, &'static str)],
    /// A game with these options that is saved, and what is output when it is loaded and continued.
    pub saved: Saved,
    /// A game that is killed.
    pub killed: Killed,
    /// An opponent of `random` that is fast, and the words at the end of their game with the seed 1.
    pub opponent: &'static str,
    pub finished: &'static str,
    pub has_draws: bool,
    /// The beginning of the sentence about a move of the second side.
    pub answer: &'static str,
    /// Input of the engine that ends while it thinks, and parts of its output.
    pub engine: (&'static str, &'static [&'static str]),
    /// The parts of the JSON of `bench` that count nodes, and how many of them are summed up as `nodes`.
    pub bench: &'static [&'static str],
    pub bench_summed: usize,
    /// More command lines that survive a closed pipe.
    pub piped: &'static [&'static [&'static str]],
    /// More command lines that are refused, with a part of the error.
    pub bad_usage: &'static [(&'static [&'static str], &'static str)],
}

pub struct Saved {
    pub moves: &'static str,
    /// Replacements in the file that make it unusable, with a part of the error.
    pub damage: &'static [(&'static str, &'static str, &'static str)],
    /// Input after loading, and its answers.
    pub next: &'static str,
    pub answers: &'static [&'static str],
}

pub struct Killed {
    pub setup: &'static [&'static str],
    pub moves: &'static str,
    /// Parts of lines that appear one after the other once all moves are played.
    pub prompts: &'static [&'static str],
    /// A move after the resumption, and what is output before and after it.
    pub next: &'static str,
    pub resumed: &'static [&'static str],
    /// The first words of a new game.
    pub new: &'static [&'static str],
    /// The words of the resumed game when it is continued once more.
    pub continued: &'static [&'static str],
}

const ATOMS_SIZES: &str = "2 to 16 columns and rows, as in 8x8 or 12x6";

pub const ATOMS: Game = Game {
    name: "atoms",
    sides: ["Blue", "Orange"],
    players: ["--blue", "--orange"],
    verbs: &["play", "review", "arena", "engine", "solve", "bench", "tune"],
    help: &["Players:", "human", "strong", "Original AI players:", "random", "Examples:", "atoms solve"],
    first_moves: [["c4", "Blue: c4"], ["h8", "Blue: h8"]],
    first_sentence: "Blue puts an electron on c4.",
    setup: &["--size", "4x3", "--rule", "kept"],
    setup_json: &[("size", "4x3"), ("rule", "kept")],
    wrong_lines: &[
        ("a1", "the atom on a1 is Blue's; choose one of your own or a free one."),
        ("e1", "there is no square e1 on this board; it has the columns a to d and the rows 1 to 3."),
        ("a4", "there is no square a4 on this board"),
        ("a0", "there is no square a0 on this board"),
        ("b", "'b' is not a square: type the letter of a column and the number of a row, as in c4."),
    ],
    saved: Saved {
        moves: "a1\nb2\na1\n",
        damage: &[
            ("- p2:b2", "- p2:a1", "its move 2, 'a1', cannot be played: the atom on a1 is Blue's"),
            ("- p2:b2", "- p2:e4", "its move 2, 'e4', cannot be played"),
            ("size: 4x3", "size: 99x99", ATOMS_SIZES),
            ("size: 4x3", "size: 1x5", ATOMS_SIZES),
            ("size: 4x3", "size: abc", ATOMS_SIZES),
            ("size: 4x3", "size: 2x17", ATOMS_SIZES),
            ("size: 4x3", "size: ''", ATOMS_SIZES),
            ("size: 4x3", "size: -3x3", ATOMS_SIZES),
            ("size: 4x3", "size: 3x3x3", ATOMS_SIZES),
            ("rule: kept", "rule: maybe", "'maybe' is not a valid rule: use neutral or kept"),
            ("- p2:b2", "- p1:b2", "its move 2, 'b2', cannot be played: it is not this side's turn"),
        ],
        next: "moves\nc3\n",
        answers: &[
            "4x3 board",
            "Orange's turn",
            "  3. Blue: a1 (explodes)",
            "Orange puts an electron on c3.",
        ],
    },
    killed: Killed {
        setup: &["--size", "5x3", "--rule", "kept"],
        moves: "a1\ne3",
        prompts: &["Blue's turn", "Blue's turn"],
        next: "a1",
        resumed: &["5x3 board, emptied squares stay yours.", "Blue's turn", "Blue puts an electron on a1."],
        new: &["8x8 board"],
        continued: &["5x3 board", "Orange's turn"],
    },
    opponent: "easy",
    finished: " wins after ",
    has_draws: false,
    answer: "Orange puts an electron on ",
    engine: ("ugi\nposition startpos moves a1\ngo infinite", &["ugiok", "bestmove "]),
    bench: &["search", "board", "plain"],
    bench_summed: 1,
    piped: &[&["solve", "--size", "4x3"], &["solve", "--size", "2x2", "--json"], &["solve", "--help"]],
    bad_usage: &[
        (&["play", "--size", "1x1"], ATOMS_SIZES),
        (&["play", "--size", "17x2"], ATOMS_SIZES),
        (&["play", "--size", "17"], ATOMS_SIZES),
        (&["play", "--size", "axb"], ATOMS_SIZES),
        (&["arena", "random", "random", "--size", "0x0"], ATOMS_SIZES),
        (&["engine", "--size", "x"], ATOMS_SIZES),
        (&["solve", "--size", "99999999999x2"], ATOMS_SIZES),
        (&["play", "--rule", "maybe"], "neutral or kept"),
        (&["play", "--orange", "clever"], "there is no player 'clever'; there are human, easy, medium,"),
        (
            &["play", "--orange", "medium:deep=3"],
            "player 'medium' has no option 'deep'; it takes depth, slip",
        ),
        (
            &["play", "--orange", "medium:depth=many"],
            "'many' is not a valid value of option 'depth' of player 'medium'",
        ),
        (
            &["play", "--orange", "medium:depth=0"],
            "'0' is not a valid value of option 'depth' of player 'medium'",
        ),
        (&["play", "--orange", "easy:slip=2"], "'2' is not a valid value of option 'slip' of player 'easy'"),
        (
            &["play", "--orange", "strong:hash=0"],
            "'0' is not a valid value of option 'hash' of player 'strong'",
        ),
        (&["play", "--load", "a", "--size", "3x3"], "--size"),
        (&["solve"], "--size"),
        (&["solve", "--size", "8x8"], "too many positions"),
        (&["tune"], "--out"),
    ],
};

pub const QTTT: Game = Game {
    name: "qttt",
    sides: ["x", "y"],
    players: ["--x", "--y"],
    verbs: &["play", "review", "solve", "arena", "engine", "bench"],
    help: &["Players:", "human", "random", "Examples:", "qttt play"],
    first_moves: [["0 1", "x: 0-1"], ["7 8", "x: 7-8"]],
    first_sentence: "x puts x1 into cells 0 and 1.",
    setup: &["--scoring", "goff"],
    setup_json: &[("scoring", "goff")],
    wrong_lines: &[
        ("9 1", "there is no cell 9 on the board"),
        ("3 3", "a mark goes into two different cells; choose a second cell other than 3."),
    ],
    saved: Saved {
        moves: "0 1\n1 4\n0 4\n",
        damage: &[
            ("- p2:1-4", "- p2:1-9", "its move 2, '1-9', cannot be played"),
            ("scoring: goff", "scoring: golf", "'golf' is not a valid scoring: use seed or goff"),
        ],
        next: "1 y2\n",
        answers: &[
            "If both get a line, 1 point and ½ point (Goff's scoring).",
            "y's turn: choose",
            "x1 in 0, y2 in 1, x3 in 4.",
        ],
    },
    killed: Killed {
        setup: &[],
        moves: "0 1\n1 4",
        prompts: &["x's turn: two cells for x3"],
        next: "0 4",
        resumed: &["x's turn: two cells for x3", "A cycle"],
        new: &["x's turn: two cells for x1"],
        continued: &["y's turn: choose one of two collapses of the cycle of cells 0, 1 and 4"],
    },
    opponent: "easy",
    finished: " wins",
    has_draws: true,
    answer: "y puts y2 into cells",
    engine: ("ugi\nposition startpos moves 0-1\ngo infinite", &["ugiok", "bestmove "]),
    bench: &["solver", "alphabeta", "mcts"],
    bench_summed: 3,
    piped: &[&["solve", "--position", "0-1 1-4 0-4", "--json"]],
    bad_usage: &[
        (&["play", "--scoring", "golf"], "seed or goff"),
        (&["play", "--load", "a", "--scoring", "goff"], "--scoring"),
        (&["solve", "--position", "0-1 0-9"], "'0-9'"),
    ],
};

const GOMOKU_SIZES: &str = "5 to 22 columns and rows, as in 8x8 or 12x6";

pub const GOMOKU: Game = Game {
    name: "gomoku",
    sides: ["Black", "White"],
    players: ["--black", "--white"],
    verbs: &["play", "review", "arena", "engine", "analyze", "puzzles", "bench", "tune"],
    help: &["Players:", "human", "strong", "Original AI players:", "combined", "Examples:", "gomoku analyze"],
    first_moves: [["h8", "Black: h8"], ["a1", "Black: a1"]],
    first_sentence: "Black plays h8.",
    setup: &["--size", "7x6", "--rule", "standard"],
    setup_json: &[("size", "7x6"), ("rule", "standard")],
    wrong_lines: &[
        ("c3", "there is a black stone on c3; choose an empty point."),
        ("h1", "there is no point h1 on this board; it has the columns a to g and the rows 1 to 6."),
        ("a7", "there is no point a7 on this board"),
        ("a0", "there is no point a0 on this board"),
        ("b", "'b' is not a point: type the letter of a column and the number of a row, as in h8."),
        ("swap", "colours can be swapped only after the first stones, in the opening swap2."),
        ("more", "two more stones can be placed only after the first three, in the opening swap2."),
    ],
    saved: Saved {
        moves: "c3\nb2\nd4\n",
        damage: &[
            ("- p2:b2", "- p2:c3", "its move 2, 'c3', cannot be played: there is a black stone on c3"),
            ("- p2:b2", "- p2:swap", "its move 2, 'swap', cannot be played"),
            ("size: 7x6", "size: 4x4", "5 to 22 columns and rows"),
            ("size: 7x6", "size: 23x15", "5 to 22 columns and rows"),
            ("size: 7x6", "size: abc", "5 to 22 columns and rows"),
            ("size: 7x6", "size: ''", "5 to 22 columns and rows"),
            ("size: 7x6", "size: 7x6x5", "5 to 22 columns and rows"),
            ("rule: standard", "rule: maybe", "'maybe' is not a valid rule"),
        ],
        next: "moves\ne5\n",
        answers: &[
            "Standard · 7x6.",
            "White's turn",
            "  1. Black: c3\n  2. White: b2\n  3. Black: d4\n",
            "White plays e5.",
        ],
    },
    killed: Killed {
        setup: &["--size", "9x8", "--rule", "renju", "--opening", "swap2"],
        moves: "e5\ne6\nf6",
        prompts: &["swap to take Black"],
        next: "swap",
        resumed: &[
            "Renju · 9x8 · swap2.",
            "Second player's turn",
            "The second player takes Black; the first player continues with White.",
        ],
        new: &["Freestyle · 15x15."],
        continued: &["Renju · 9x8", "White's turn"],
    },
    opponent: "rule",
    finished: "White wins",
    has_draws: true,
    answer: "White plays ",
    engine: ("START 15\nINFO timeout_turn 0\nBEGIN\n", &["OK\n", ","]),
    bench: &["search", "board"],
    bench_summed: 0,
    piped: &[
        &["analyze", "--vcf", "h8", "h9", "i8", "i9", "j8", "j9", "g10"],
        &["puzzles"],
        &["analyze", "--help"],
    ],
    bad_usage: &[
        (&["play", "--size", "4"], GOMOKU_SIZES),
        (&["play", "--size", "23"], GOMOKU_SIZES),
        (&["play", "--size", "5x"], GOMOKU_SIZES),
        (&["play", "--size", "99999999999"], GOMOKU_SIZES),
        (&["arena", "random", "random", "--size", "0x0"], GOMOKU_SIZES),
        (&["analyze", "--size", "x"], GOMOKU_SIZES),
        (&["play", "--rule", "foo"], "freestyle, standard or renju"),
        (&["engine", "--rule", "foo"], "freestyle, standard or renju"),
        (&["play", "--opening", "foo"], "free or swap2"),
        (&["play", "--white", "clever"], "there is no player 'clever'; there are human, easy, medium,"),
        (
            &["play", "--white", "minimax:deep=3"],
            "player 'minimax' has no option 'deep'; it takes depth, best",
        ),
        (
            &["play", "--white", "minimax:depth=many"],
            "'many' is not a valid value of option 'depth' of player 'minimax'",
        ),
        (
            &["play", "--white", "combined:best=0"],
            "'0' is not a valid value of option 'best' of player 'combined'",
        ),
        (&["play", "--white", "hard:nodes=0"], "'0' is not a valid value of option 'nodes' of player 'hard'"),
        (
            &["play", "--white", "strong:hash=0"],
            "'0' is not a valid value of option 'hash' of player 'strong'",
        ),
        (&["play", "--white", "strong:weights=none.json"], "'none.json ("),
        (&["play", "--load", "a", "--size", "9"], "--size"),
        (&["analyze", "--side", "red"], "black, white"),
        (&["analyze", "--lines", "0"], "from 1 to 20"),
        (&["analyze", "--time", "0"], "--time"),
        (&["analyze", "h8", "--file", "a"], "--file"),
        (&["analyze", "--file", "nowhere"], "nowhere cannot be read"),
        (&["analyze", "h8", "h8"], "move 2, 'h8', cannot be played: there is a black stone on h8"),
        (&["analyze", "h8 z"], "move 2, 'z', cannot be played: 'z' is not a point"),
        (&["analyze", "h8", "swap"], "move 2, 'swap', cannot be played"),
        (&["puzzles", "--make", "3"], "--out"),
        (&["puzzles", "--out", "a"], "--make"),
        (&["puzzles", "now"], "'now'"),
        (&["tune"], "--out"),
        (&["tune", "--out", "a", "--rounds", "0"], "--rounds"),
        (&["bench", "--nodes", "3"], "'--nodes'"),
    ],
};

pub const GAMES: [&Game; 3] = [&ATOMS, &QTTT, &GOMOKU];
