//! The texts of the game: options, boards, error messages, and descriptions of moves.

use crate::rules::{Atom, Chain, ChainAfterWin, Illegal, Position, Rule, Setup, Square};
use common::game::{Enumerable, SetupOption, Side, Value};
use common::player::Level;
use common::styled::StyledText;
use common::words::{SeenPly, Words};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

mod draw;

/// The levels, weakest first.
pub const LEVELS: &[Level] = &[
    Level { name: "easy", about: "sometimes plays a random move; for beginners" },
    Level { name: "medium", about: "looks five moves ahead, sometimes makes a mistake" },
    Level { name: "hard", about: "looks a few moves ahead and makes no mistakes" },
    Level { name: "strong", about: "the best: uses all its thinking time" },
];

/// The players of the original program, and simple ones.
pub const ORIGINALS: &[Level] = &[
    Level { name: "random", about: "plays random moves" },
    Level { name: "source", about: "the original program: looks three moves ahead and counts electrons" },
];

/// The options of the AI players.
pub const LEVEL_OPTIONS: &str = "\
Options of AI players follow a colon:
  source:depth=5            search depth in plies
  medium:depth=3,slip=0.1   search depth in plies, and rate of mistakes (easy, medium)
  hard:nodes=9000,slip=0.1  positions per move, and rate of mistakes
  strong:threads=1,hash=64  number of threads, and memory in megabytes
  strong:values=all         reports the values of all moves";

impl common::game::Setup for Setup {
    fn options() -> Vec<SetupOption<Setup>> {
        let rules = [
            (Rule::Neutral, Rule::Neutral.name(), "emptied squares become free for both players"),
            (Rule::Kept, Rule::Kept.name(), "emptied squares stay yours"),
        ];
        let help = "What happens to a square that has lost all its electrons";
        vec![
            SetupOption::board_size(&["5x5", "6x6", "8x8", "10x10"], |s| s.size, |s, size| s.size = size),
            SetupOption::choice("Rule", help, &rules, |s: &Setup| s.rule, |s, rule| s.rule = rule)
                .by_meaning(),
        ]
    }
}

/// The name of a player.
pub fn name(side: Side) -> &'static str {
    if side == Side::FIRST { "Blue" } else { "Orange" }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NotUnderstood(text) => {
                write!(
                    f,
                    "'{text}' is not a square: type the letter of a column and the number of a row, as in c4"
                )
            }
            Illegal::OffBoard(text, size) => {
                let (last, rows) = (Square::letter(size.columns() - 1), size.rows());
                write!(
                    f,
                    "there is no square {text} on this board; it has the columns a to {last} and the rows 1 to {rows}"
                )
            }
            Illegal::Taken(square, owner) => {
                write!(f, "the atom on {square} is {}'s; choose one of your own or a free one", name(*owner))
            }
            Illegal::NotYourTurn(side) => write!(f, "it is not {}'s turn", name(*side)),
            Illegal::Over => write!(f, "the game is over"),
        }
    }
}

/// "one electron", "two electrons".
pub fn electrons(count: u32) -> String {
    match count {
        0 => "no electron".to_owned(),
        1 => "one electron".to_owned(),
        2 => "two electrons".to_owned(),
        3 => "three electrons".to_owned(),
        n => format!("{n} electrons"),
    }
}

/// The accessible name of a square: "c4, two electrons, Blue, critical".
pub fn square_name(position: &Position, square: Square) -> String {
    let Atom { owner, electrons: count } = position.atom(square);
    let owner = owner.map_or("free", name);
    let critical = if position.is_critical(square) {
        ", critical"
    } else if position.is_overfull(square) {
        ", exploding"
    } else {
        ""
    };
    format!("{square}, {}, {owner}{critical}", electrons(u32::from(count)))
}

/// What a side has: "12 squares, 20 electrons".
pub(crate) fn holdings(squares: usize, electrons: u32) -> String {
    let many = |n: u64, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
    format!("{}, {}", many(squares as u64, "square"), many(u64::from(electrons), "electron"))
}

impl Words for Position {
    fn side_name(_: &Setup, _: Option<&Position>, side: Side) -> Cow<'static, str> {
        name(side).into()
    }

    fn summary(setup: &Setup) -> String {
        let emptied = match setup.rule {
            Rule::Neutral => "become free",
            Rule::Kept => "stay yours",
        };
        format!("{} board, emptied squares {emptied}", setup.size)
    }

    fn rules() -> &'static str {
        "\
Exploding Atoms. Blue and Orange move in turn; Blue begins.
A move adds one electron to one of your atoms, or to a free one, which becomes yours.
An atom explodes as soon as it has as many electrons as neighbours: two in a corner, three at an
edge, four elsewhere. Its electrons fly to the neighbours. These become yours with all their
electrons, and may explode too. A square that has lost all its electrons becomes free (rule
'neutral') or stays yours (rule 'kept'). A side without atoms loses; there is no draw.

A square is written with the letter of its column and the number of its row, counted from the
bottom: c4.
"
    }

    fn board(view: &Position, recent: &[SeenPly<'_, Position>]) -> StyledText {
        draw::board(view, recent.last().and_then(|ply| ply.m).copied())
    }

    fn legend(_: &Position) -> StyledText {
        draw::legend()
    }

    fn suggestions(view: &Position, _: Side) -> Vec<String> {
        view.moves().iter().map(Square::to_string).collect()
    }

    fn prompt(view: &Position, side: Side) -> String {
        // The example is on every board.
        let default = Square { row: 3, column: 2 };
        let example = if view.size().contains(default) { default } else { Square { row: 1, column: 1 } };
        format!("{}'s turn: a square for an electron, as in {example}", name(side))
    }

    fn describe_effects(ply: &SeenPly<'_, Position>) -> Vec<String> {
        let (Some(m), Some(chain)) = (ply.m, &ply.effect) else { return Vec::new() };
        let other = ply.side.other();
        let mut sentences = vec![format!("{} puts an electron on {m}.", name(ply.side))];
        let taken = ply.before.squares(other) - ply.after.squares(other);
        let what = match (chain.explosions(), chain.waves.len()) {
            (0, _) => return sentences,
            (1, _) => "It explodes".to_owned(),
            (explosions, waves) => format!("It sets off {explosions} explosions in {waves} waves"),
        };
        sentences.push(match taken {
            0 => format!("{what} and takes nothing."),
            1 => format!("{what} and takes one square of {}.", name(other)),
            n => format!("{what} and takes {n} squares of {}.", name(other)),
        });
        sentences
    }

    fn report_effects(ply: &SeenPly<'_, Position>) -> Vec<String> {
        let ChainAfterWin { waves, endless } = ply.after.chain_after_win();
        // The board shows more than the move itself did.
        let more = (!waves.is_empty()).then_some(if endless {
            "That decides the game. The chain would never end, so it is stopped."
        } else {
            "That decides the game. The rest of the chain is only shown."
        });
        Self::describe_effects(ply).into_iter().chain(more.map(str::to_owned)).collect()
    }

    fn result(view: &Position) -> String {
        match view.winner() {
            None => String::new(),
            Some(winner) => {
                let loser = name(winner.other());
                format!("{} wins after {} moves: {loser} has no atom left.", name(winner), view.plies())
            }
        }
    }

    /// A whole point is always proved, smaller values never are.
    fn describe_value(_: &Position, side: Side, value: Value, _: bool) -> String {
        let (me, you) = (name(side), name(side.other()));
        match value.0 {
            100.. => format!("{me} wins"),
            ..=-100 => format!("{you} wins"),
            -8..=8 => "about even".to_owned(),
            9.. => format!("{me} is better ({} % to win)", value.chance()),
            _ => format!("{you} is better ({} % to win)", (-value).chance()),
        }
    }

    fn describe_move(view: &Position, _: Side, m: &Square, effect: Option<&Arc<Chain>>) -> String {
        let explosions = effect.map_or_else(|| view.chain(*m).explosions(), |chain| chain.explosions());
        match explosions {
            0 => m.to_string(),
            1 => format!("{m} (explodes)"),
            n => format!("{m} ({n} explosions)"),
        }
    }
}
