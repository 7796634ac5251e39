//! The texts of the game: options, boards, error messages, and descriptions of moves.

use crate::rules::{Colour, End, Forbidden, Illegal, Move, Opening, Point, Position, Rule, Setup};
use common::game::{Enumerable, SetupOption, Side, Value};
use common::player::Level;
use common::styled::StyledText;
use common::words::{Entry, Format, SeenPly, Words};
use std::borrow::Cow;
use std::fmt;

mod draw;

/// The levels, weakest first.
pub const LEVELS: &[Level] = &[
    Level { name: "easy", about: "follows its own plan and often overlooks yours; for beginners" },
    Level { name: "medium", about: "sees most threats, sometimes overlooks one" },
    Level { name: "hard", about: "overlooks no threat, looks a few moves ahead" },
    Level { name: "strong", about: "the best: uses all its thinking time" },
];

/// The players of the original program, and simple ones.
pub const ORIGINALS: &[Level] = &[
    Level { name: "random", about: "plays random points near the stones" },
    Level { name: "rule", about: "completes, blocks and extends rows, the longest first" },
    Level { name: "minimax", about: "looks four moves ahead, at the thirty best points of each board" },
    Level {
        name: "combined",
        about: "completes or blocks a four, extends its own open three, else plays like minimax",
    },
];

/// The options of the AI players.
pub const LEVEL_OPTIONS: &str = "\
Options of AI players follow a colon:
  minimax:depth=2,best=50   search depth in plies, and moves per board (minimax, combined)
  hard:nodes=5000,slip=0.1  positions per move, and rate of overlooked threats (easy, medium, hard)
  strong:threads=1,hash=64  number of threads, and memory in megabytes
  strong:lines=3            number of best lines that it reports";

/// The protocol of other engines.
pub const PROTOCOL: &str = "the Gomocup protocol";

impl common::game::Setup for Setup {
    fn options() -> Vec<SetupOption<Setup>> {
        let rules = Rule::ALL.map(|of| (of, of.name(), rule(of)));
        let openings = [
            (Opening::Free, Opening::Free.name(), "Black places the first stone anywhere"),
            (
                Opening::Swap2,
                Opening::Swap2.name(),
                "one places three stones, the other takes a colour or places two more",
            ),
        ];
        let rule_help = "What wins, and what Black must not do";
        vec![
            SetupOption::choice("Rule", rule_help, &rules, |s| s.rule, |s, rule| s.rule = rule),
            SetupOption::board_size(&["9x9", "15x15", "19x19", "20x20"], |s| s.size, |s, size| s.size = size),
            SetupOption::choice(
                "Opening",
                "How the game opens",
                &openings,
                |s| s.opening,
                |s, opening| {
                    s.opening = opening;
                },
            ),
        ]
    }
}

/// A rule in a few words.
pub fn rule(rule: Rule) -> &'static str {
    match rule {
        Rule::Freestyle => "five or more in a row win",
        Rule::Standard => "exactly five in a row win, longer rows count for nothing",
        Rule::Renju => "Black must not make six in a row, two fours or two open threes",
    }
}

/// The name of a colour.
pub fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

/// Why a point is forbidden, in a few words.
pub fn forbidden(why: Forbidden) -> &'static str {
    match why {
        Forbidden::Overline => "six or more in a row",
        Forbidden::DoubleFour => "two fours at once",
        Forbidden::DoubleThree => "two open threes at once",
    }
}

/// The canonical text of a move: a point, `swap` or `more`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Stone(point) => write!(f, "{point}"),
            Move::Swap => write!(f, "swap"),
            Move::More => write!(f, "more"),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NotUnderstood(text) => write!(
                f,
                "'{text}' is not a point: type the letter of a column and the number of a row, as in h8"
            ),
            Illegal::OffBoard(text, size) => {
                let (last, rows) = (Point::letter(size.columns() - 1), size.rows());
                write!(
                    f,
                    "there is no point {text} on this board; it has the columns a to {last} and the rows 1 to {rows}"
                )
            }
            Illegal::Taken(point, owner) => {
                write!(
                    f,
                    "there is a {} stone on {point}; choose an empty point",
                    colour(*owner).to_lowercase()
                )
            }
            Illegal::Forbidden(point, why) => {
                write!(f, "{point} is forbidden to Black: it makes {}", forbidden(*why))
            }
            Illegal::NotOffered(Move::More) => {
                write!(f, "two more stones can be placed only after the first three, in the opening swap2")
            }
            Illegal::NotOffered(_) => {
                write!(f, "colours can be swapped only after the first stones, in the opening swap2")
            }
            Illegal::NotYourTurn(Side::FIRST) => write!(f, "it is not the first player's turn"),
            Illegal::NotYourTurn(_) => write!(f, "it is not the second player's turn"),
            Illegal::Over => write!(f, "the game is over"),
        }
    }
}

/// The accessible name of a point: "h8, black stone, move 1", "j10, empty".
pub fn point_name(position: &Position, point: Point, number: Option<usize>) -> String {
    match position.grid().get(point).colour() {
        Some(owner) => {
            let number = number.map_or_else(String::new, |number| format!(", move {number}"));
            format!("{point}, {} stone{number}", colour(owner).to_lowercase())
        }
        None => match position.forbidden(point) {
            Some(why) => format!("{point}, forbidden: {}", forbidden(why)),
            None => format!("{point}, empty"),
        },
    }
}

/// The name of a side in a position: its colour, as soon as it has one.
pub fn side_name(position: &Position, side: Side) -> &'static str {
    match position.colour_of(side) {
        Some(own) => colour(own),
        None => player_name(side),
    }
}

fn player_name(side: Side) -> &'static str {
    if side == Side::FIRST { "First player" } else { "Second player" }
}

/// The name of a side at the beginning of a sentence.
fn who(position: &Position, side: Side) -> &'static str {
    match (position.colour_of(side), side) {
        (Some(own), _) => colour(own),
        (None, Side::FIRST) => "The first player",
        (None, _) => "The second player",
    }
}

impl Words for Position {
    fn side_name(setup: &Setup, view: Option<&Position>, side: Side) -> Cow<'static, str> {
        match (view, setup.opening) {
            (Some(view), _) => side_name(view, side),
            (None, Opening::Free) => colour(if side == Side::FIRST { Colour::Black } else { Colour::White }),
            (None, Opening::Swap2) => player_name(side),
        }
        .into()
    }

    fn summary(setup: &Setup) -> String {
        let opening = match setup.opening {
            Opening::Free => "",
            Opening::Swap2 => " · swap2",
        };
        format!("{} · {}{opening}", setup.rule.name(), setup.size)
    }

    fn formats() -> &'static [Format<Position>] {
        crate::files::FORMATS
    }

    fn rules() -> &'static str {
        "\
Gomoku. Black and White place a stone on an empty point in turn; Black begins.
The first side with five stones in a row wins: along a row, a column or a diagonal.
If the board is full, the game is a draw.
  freestyle  five or more in a row win
  standard   exactly five in a row win; longer rows do not count
  renju      Black wins with exactly five in a row. Black must not make six or more in a row, two
             fours at once or two open threes at once, unless the stone makes five.
             White wins with five or more in a row.
With the opening swap2, the first player places three stones (black, white, black). The second
player continues with White, takes Black (swap), or places a white and a black stone (more) and
lets the first player choose.

A point is written with the letter of its column and the number of its row, counted from the
bottom: h8.
"
    }

    fn board(view: &Position, recent: &[SeenPly<'_, Position>]) -> StyledText {
        let last = recent.iter().rev().find_map(|ply| match ply.m {
            Some(Move::Stone(point)) => Some(*point),
            _ => None,
        });
        draw::board(view, last)
    }

    fn legend(view: &Position) -> StyledText {
        draw::legend(view)
    }

    fn suggestions(view: &Position, _: Side) -> Vec<String> {
        view.moves().iter().map(Move::to_string).collect()
    }

    fn prompt(view: &Position, side: Side) -> String {
        let who = side_name(view, side);
        let example = view.size().centre();
        if view.offers(Move::More) {
            return format!(
                "{who}'s turn: a point, as in {example}, to continue with White; swap to take Black; more to place two stones and let the other choose"
            );
        }
        if view.is_choosing_colour() {
            return format!(
                "{who}'s turn: a point, as in {example}, to continue with White; swap to take Black"
            );
        }
        let stone = colour(view.colour()).to_lowercase();
        match view.black() {
            None => format!("{who}'s turn: a point for a {stone} stone, as in {example}"),
            Some(_) => format!("{who}'s turn: a point for a stone, as in {example}"),
        }
    }

    fn describe_effects(ply: &SeenPly<'_, Position>) -> Vec<String> {
        let (Some(m), before) = (ply.m, ply.before) else { return Vec::new() };
        let who = who(before, ply.side);
        match m {
            Move::Stone(point) if before.is_choosing_colour() => {
                vec![format!("{who} continues with White and plays {point}.")]
            }
            Move::Stone(point) if before.black().is_none() => {
                vec![format!("{who} places a {} stone on {point}.", colour(before.colour()).to_lowercase())]
            }
            Move::Stone(point) => vec![format!("{who} plays {point}.")],
            Move::Swap => vec![format!(
                "{who} takes Black; the {} continues with White.",
                player_name(ply.side.other()).to_lowercase()
            )],
            Move::More => vec![format!("{who} places two more stones.")],
        }
    }

    fn result(view: &Position) -> String {
        match view.end() {
            None => String::new(),
            Some(End::Five(winner, row)) => {
                let (first, last) = (row[0], row[row.len() - 1]);
                let many = match row.len() {
                    5 => "five",
                    _ => "more than five",
                };
                format!(
                    "{} wins after {} stones: {many} in a row from {first} to {last}.",
                    colour(*winner),
                    view.stones()
                )
            }
            Some(End::Full) => "A draw: the board is full.".to_owned(),
            Some(End::NoMove) => "A draw: only forbidden points are left for Black.".to_owned(),
        }
    }

    fn describe_value(view: &Position, side: Side, value: Value, exact: bool) -> String {
        let (me, you) = (who(view, side), who(view, side.other()));
        match (value.0, exact) {
            (v, true) if v > 0 => format!("{me} wins"),
            (v, true) if v < 0 => format!("{you} wins"),
            (-8..=8, _) => "about even".to_owned(),
            (v, _) if v > 0 => format!("{me} is better ({} % to win)", value.chance()),
            _ => format!("{you} is better ({} % to win)", (-value).chance()),
        }
    }

    fn describe_move(_: &Position, _: Side, m: &Move, _: Option<&()>) -> String {
        match m {
            Move::Stone(point) => point.to_string(),
            Move::Swap => "swap: take Black".to_owned(),
            Move::More => "two more stones".to_owned(),
        }
    }

    fn is_numbered(m: &Move) -> bool {
        matches!(m, Move::Stone(_))
    }

    /// `swap` and `more` are always read as moves: the rules explain when they are not possible.
    fn enter(view: &Position, _: Side, _: &str, line: &str) -> Entry<Position> {
        match Move::read(line, view.size()) {
            Ok(choice @ (Move::Swap | Move::More)) => Entry::Move(choice.to_string()),
            _ => Entry::Line,
        }
    }
}
