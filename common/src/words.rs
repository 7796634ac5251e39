//! What front ends say about a game. The words themselves are in each game's `text.rs`.
//!
//! Every function gets the view of one side, never the position, so that no sentence can give a secret away.

use crate::game::{Dice, Game, Setup, Side, Value};
use crate::player::{AiPlayers, MoveText};
use crate::review::{self, Reviewer};
use crate::session::{Seat, Session};
use crate::store::Store;
use crate::styled::StyledText;
use std::borrow::Cow;
use std::path::Path;

/// A game that front ends can describe, in whole sentences.
pub trait Words: Game {
    /// Whether hints report the values of single moves.
    const MOVE_VALUES: bool = true;
    /// Whether a move may be entered in parts, with [`Entry::More`].
    const MOVES_IN_PARTS: bool = false;
    /// What the command `hint` does, for a list of commands.
    const HINT_HELP: &'static str = "ask the strongest AI player for a move";
    /// Why nothing can be undone.
    const NO_UNDO: &'static str = "there is no move to undo";
    /// The name of a side, usable at the start of and inside a sentence. Before the game starts there is no view; during
    /// some games the name changes.
    fn side_name(setup: &Self::Setup, view: Option<&Self::View>, side: Side) -> Cow<'static, str>;
    /// The setup in a few words, such as rule and board size. Front ends show it all the time.
    fn summary(setup: &Self::Setup) -> String {
        let option = |option: &crate::game::SetupOption<Self::Setup>| match option.describe(setup) {
            value if value.is_empty() => None,
            value => Some(format!("{} {value}", option.name.to_lowercase())),
        };
        Self::Setup::options().iter().filter_map(option).collect::<Vec<_>>().join(", ")
    }
    /// How long a game is after these moves, for a list of games.
    fn length(setup: &Self::Setup, moves: &[MoveText]) -> String {
        let _ = setup;
        if moves.len() == 1 { "1 move".to_owned() } else { format!("{} moves", moves.len()) }
    }
    /// File formats of other programs that this game can read and write.
    fn formats() -> &'static [Format<Self>] {
        &[]
    }
    /// The setup of a pasted text that is not a list of moves, such as the id of a puzzle; `None` if it is not one. What
    /// the text does not say is as in `setup`.
    fn setup_from_text(setup: &Self::Setup, text: &str) -> Option<Result<Self::Setup, String>> {
        let _ = (setup, text);
        None
    }
    /// What a player must know about this game besides the rules, for a terminal; every line ends with `\n`.
    fn introduction(view: &Self::View) -> String {
        let _ = view;
        String::new()
    }
    /// The rules in short, for a terminal.
    fn rules() -> &'static str;
    /// The board as text; every line ends with `\n`. `recent` has the moves of the viewer's own last turn and all
    /// later ones, oldest first: the last move is marked.
    fn board(view: &Self::View, recent: &[SeenPly<'_, Self>]) -> StyledText;
    /// What the signs on the board mean; every line ends with `\n`.
    fn legend(view: &Self::View) -> StyledText {
        let _ = view;
        StyledText::new()
    }
    /// Moves, or parts of moves, that the Tab key completes in a terminal.
    fn suggestions(view: &Self::View, side: Side) -> Vec<String> {
        let _ = (view, side);
        Vec::new()
    }
    /// Whose turn it is and what is expected; several lines where there are things to choose from.
    fn prompt(view: &Self::View, side: Side) -> String;
    /// What a move did and why, one sentence each.
    fn describe_effects(ply: &SeenPly<'_, Self>) -> Vec<String>;
    /// The same for a window, which shows most of it: shorter where a move does a lot.
    fn report_effects(ply: &SeenPly<'_, Self>) -> Vec<String> {
        Self::describe_effects(ply)
    }
    /// The result in a sentence or two; empty while the game goes on.
    fn result(view: &Self::View) -> String;
    /// What a value means, such as "x wins" or "about even". `side` is the side that it is seen from.
    fn describe_value(view: &Self::View, side: Side, value: Value, exact: bool) -> String;
    /// A move in words, for hints and lists of moves. The effect is known for moves that were played.
    fn describe_move(view: &Self::View, side: Side, m: &Self::Move, effect: Option<&Self::Effect>) -> String;
    /// Whether a list of moves counts this move. A choice between moves, such as that of a colour, is not counted.
    fn is_numbered(m: &Self::Move) -> bool {
        let _ = m;
        true
    }
    /// Reads a line that is a move, or part of one: `begun` is what earlier lines left.
    fn enter(view: &Self::View, side: Side, begun: &str, line: &str) -> Entry<Self> {
        let _ = (view, side, begun, line);
        Entry::Line
    }
    /// A hint in stages, the least revealing first; the last one makes the move. Empty if a hint has one stage: the move.
    fn hint_stages(view: &Self::View, m: &Self::Move) -> Vec<String> {
        let _ = (view, m);
        Vec::new()
    }
    /// The move that the last stage of a hint makes.
    fn hint_move(view: &Self::View, m: &Self::Move) -> Self::Move {
        let _ = view;
        m.clone()
    }
    /// Front ends call this once when a game with a human ends, not when a finished game is loaded. A game may keep
    /// statistics here. Returns a sentence for the player if there is something to say.
    fn game_ended(session: &Session<Self>, store: &Store, front_end: FrontEnd) -> Option<String>
    where
        Self: AiPlayers,
    {
        let _ = (session, store, front_end);
        None
    }
    /// How a played game is reviewed; `None` if it cannot be. By default every move is compared with the one that the
    /// strongest AI player prefers, which fits open games of two sides without chance.
    fn reviewer() -> Option<Reviewer<Self>>
    where
        Self: AiPlayers,
    {
        let facts = Self::FACTS;
        let fits = !facts.hidden && !facts.chance && !facts.simultaneous;
        fits.then_some(review::compare_with_best as Reviewer<Self>)
    }
    /// How a new game goes on from an earlier position of a finished one. `None` if a finished game goes on itself: its moves
    /// can be undone.
    fn brancher() -> Option<Brancher<Self>>
    where
        Self: AiPlayers,
    {
        None
    }
    /// The score in a few words; empty where the game has none.
    fn describe_score(score: &Self::Score) -> String {
        let _ = score;
        String::new()
    }
}

/// Where a game is played: a sentence that says what to do next depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrontEnd {
    /// In the window.
    Window,
    /// In the terminal.
    Terminal,
}

/// A move that was played, as one side sees it.
#[derive(Debug)]
pub struct SeenPly<'a, G: Game> {
    /// The side that moved.
    pub side: Side,
    /// The move; `None` if it is hidden from the viewer.
    pub m: Option<&'a G::Move>,
    /// What it did, as far as the viewer may know.
    pub effect: Option<G::Effect>,
    /// What the viewer saw before.
    pub before: &'a G::View,
    /// What the viewer saw after.
    pub after: &'a G::View,
}

/// Makes the beginning of a game that goes on from another one after so many moves. The error is a sentence without a full
/// stop.
pub type Brancher<G> = fn(&Session<G>, usize) -> Result<Branch<<G as Game>::Setup>, String>;

/// The beginning of a game that goes on from another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch<S> {
    /// The setup, which holds what was played before.
    pub setup: S,
    /// Where the new game begins, as in "the beginning of round 5".
    pub place: String,
}

impl<S> Branch<S> {
    /// What is said when the new game begins.
    pub fn message(&self) -> String {
        format!("A new game from {}. The finished game is kept.", self.place)
    }
}

/// A file format of other programs.
pub struct Format<G: Game> {
    /// The extension of its files, in lower case.
    pub extension: &'static str,
    /// What it is, as in "a Piskvork game".
    pub name: &'static str,
    /// Whether a text begins like one; the rest of it may still be wrong.
    pub looks: fn(&str) -> bool,
    /// Reads a game. An error says where and what.
    pub read: fn(&str) -> Result<Foreign<G::Setup>, String>,
    /// Writes a game.
    pub write: fn(&G::Setup, &[G::Move]) -> String,
}

/// A game in another program's format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreign<S> {
    /// The parameters.
    pub setup: S,
    /// The moves as text, all of them legal.
    pub moves: Vec<String>,
}

impl<G: Words> Format<G> {
    /// The format of a file, by its extension.
    pub fn of(path: &Path) -> Option<&'static Format<G>> {
        let extension = path.extension()?.to_str()?;
        G::formats().iter().find(|format| format.extension.eq_ignore_ascii_case(extension))
    }
}

/// What a typed line means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry<G: Game> {
    /// The line as it is may be a move.
    Line,
    /// It completes a move; this is the text of the move.
    Move(String),
    /// It begins a move that needs another line.
    More {
        /// To be passed back with the next line.
        begun: String,
        /// What is expected next.
        prompt: String,
    },
    /// It is refused; the first part of a move stays.
    Wrong(G::Illegal),
}

/// Moves that could follow a position, in words.
pub(crate) fn describe_line<G: Words>(position: &G, texts: &[String]) -> Vec<String> {
    let mut position = position.clone();
    let mut described = Vec::new();
    for text in texts {
        let Some(side) = position.to_move().first() else { break };
        let Ok(m) = position.parse(side, text) else { break };
        described.push(G::describe_move(&position.view(side), side, &m, None));
        if position.play(side, &m, &mut Dice::new(0)).is_err() {
            break;
        }
    }
    described
}

/// Calls [`Words::game_ended`] if the game has just ended and a human took part.
pub(crate) fn report_end<G: AiPlayers + Words>(
    session: &mut Session<G>,
    store: &Store,
    front_end: FrontEnd,
) -> Option<String> {
    let ended = session.take_end() && session.seats().contains(&Seat::Human);
    ended.then(|| G::game_ended(session, store, front_end)).flatten()
}

/// "White's turn", or "Your turn".
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn turn_of(name: &str) -> String {
    if name == "You" { "Your turn".to_owned() } else { format!("{name}'s turn") }
}

/// Makes a sentence of an error message: with a capital and a full stop. A name such as x1 keeps its small letter.
///
/// ```
/// use common::words::sentence;
/// assert_eq!(sentence("a cycle is closed"), "A cycle is closed.");
/// assert_eq!(sentence("x1 is not there"), "x1 is not there.");
/// assert_eq!(sentence("docs/a.ccell, line 1: nothing"), "docs/a.ccell, line 1: nothing.");
/// ```
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next();
    let second = letters.clone().next();
    let word = text.split([' ', ',']).next().unwrap_or_default();
    // Names of cells, marks and files stay as they are.
    let name = second.is_some_and(|second| second.is_ascii_digit() || second == '\'')
        || word.contains(['/', '\\', '.']);
    let first: String = match first {
        Some(first) if !name => first.to_uppercase().collect(),
        first => first.into_iter().collect(),
    };
    format!("{first}{}.", letters.as_str())
}

/// A text with a capital as its first letter.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
