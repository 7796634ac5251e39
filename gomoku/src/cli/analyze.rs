//! The verb `analyze`: the best lines of a position, its value, and a forced win.

use crate::ai::{self, strong};
use crate::files::FORMATS;
use crate::rules::{Colour, DEFAULT_SIZE, Move, Opening, Point, Position, Rule, Setup, Size};
use crate::text;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use common::cli::Failure;
use common::game::{Dice, Game, Value};
use common::interrupt::Listener;
use common::job::Work;
use common::limits::FOREIGN_BYTES;
use common::player::{Budget, Stop};
use common::search::{Reversible, SharedTranspositionTable};
use common::session::Session;
use common::store::read_foreign_text;
use common::terminal::{ColorArgs, Rendering};
use common::words::{Foreign, Format};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use strong::{Found, PROVED, Strong, Weights};

/// Shown below the options.
pub(super) const EXAMPLES: &str = "\
Examples:
  gomoku analyze h8 i9 h9 h10 --lines 3        the three best lines, one second of thinking
  gomoku analyze --file game.sgf --time 10000  the position of a file, ten seconds
  gomoku analyze --vcf h8 h9 i8 i9 j8 j9 g10   the shortest win by fours
  gomoku analyze h8 i9 --json                  best, value, forced and lines, for a script

Values are from -1 (lost) to +1 (won) for the side to move.";

/// The arguments of `analyze`.
#[derive(Debug, Args)]
pub(super) struct Analyze {
    /// The moves that lead to the position, as in h8 i9; none for the empty board
    #[arg(value_name = "MOVES", conflicts_with = "file")]
    moves: Vec<String>,
    /// Read the position from a file: moves as text, a saved game, Piskvork's .psq or SGF
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Columns and rows of the board, 5 to 22, as in 15 or 20x15 [default: the file's, or 15]
    #[arg(long, value_name = "CxR")]
    size: Option<Size>,
    /// What wins, and what black must not do [default: the file's, or freestyle]
    #[arg(long, value_name = "RULE", value_parser = read_rule)]
    rule: Option<Rule>,
    /// The side to move [default: by the number of stones]
    #[arg(long, value_parser = colour())]
    side: Option<Colour>,
    /// How many of the best lines to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=20))]
    lines: u64,
    /// Thinking time in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time: u64,
    /// Search only for a win by fours (VCF); the exit code is 1 if there is none
    #[arg(long)]
    vcf: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    color: ColorArgs,
}

fn read_rule(text: &str) -> Result<Rule, common::game::BadOption> {
    let mut setup = Setup::default();
    common::game::Setup::set(&mut setup, "rule", text).map(|()| setup.rule)
}

/// The result.
#[derive(Debug, Serialize)]
struct Analysis {
    /// The best move; none if the game is over, or if only a VCF was searched and there is none.
    best: Option<String>,
    /// From −1 (lost) to 1 (won), for the side to move.
    value: f64,
    /// The moves of a forced win for the side to move.
    forced: Option<Vec<String>>,
    lines: Vec<Line>,
    depth: u32,
    nodes: u64,
}

#[derive(Debug, Serialize)]
struct Line {
    moves: Vec<String>,
    value: f64,
}

impl Analyze {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let position = self.position()?;
        let analysis = match position.outcome() {
            Some(outcome) => Analysis {
                best: None,
                value: points(outcome.value_for(position.mover())),
                forced: None,
                lines: Vec::new(),
                depth: 0,
                nodes: 0,
            },
            None if self.vcf => analyze_vcf(&position),
            None => self.search(&position),
        };
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&analysis).map_err(Failure::bad)?)?;
        } else {
            print(&position, &analysis, Rendering::of_output(self.color), out)?;
        }
        out.flush()?;
        if self.vcf && analysis.forced.is_none() {
            return Err(Failure::No("there is no win by fours".to_owned()));
        }
        Ok(())
    }

    fn position(&self) -> Result<Position, Failure> {
        let (setup, moves) = match &self.file {
            Some(file) => self.read(file)?,
            None => (self.setup(), self.typed_moves()?),
        };
        let mut position = after(Setup { rule: self.rule.unwrap_or(setup.rule), ..setup }, &moves)?;
        if let Some(side) = self.side.filter(|side| *side != position.colour()) {
            let stones: Vec<(Point, Colour)> = position.grid().stones().collect();
            let with_side = Position::of(position.setup(), &stones, side);
            position =
                with_side.ok_or_else(|| Failure::Bad("the position has two stones on one point".into()))?;
        }
        Ok(position)
    }

    /// The moves of the command line.
    fn typed_moves(&self) -> Result<Vec<String>, Failure> {
        match self.moves.iter().find(|text| looks_like_a_file(text)) {
            Some(file) => Err(Failure::Bad(format!("'{file}' looks like a file: use --file to read one"))),
            None => Ok(split_moves(&self.moves.join(" "))),
        }
    }

    /// The setup of the options, without a file.
    fn setup(&self) -> Setup {
        let (size, rule) = (self.size.unwrap_or(DEFAULT_SIZE), self.rule.unwrap_or_default());
        Setup { size, rule, opening: Opening::Free }
    }

    /// Reads a saved game, a game of another program, or a list of moves.
    fn read(&self, file: &Path) -> Result<(Setup, Vec<String>), Failure> {
        let text = read_foreign_text(file, FOREIGN_BYTES).map_err(Failure::bad)?;
        let wrong = |why: String| Failure::Bad(format!("{} cannot be read: {why}", file.display()));
        // The file extension counts too, so that an empty file is an error and not an empty board.
        let detected = || FORMATS.iter().find(|format| (format.looks)(&text));
        let (setup, moves) = if let Some(format) = Format::<Position>::of(file).or_else(detected) {
            let Foreign { setup, moves } = (format.read)(&text).map_err(wrong)?;
            (setup, moves)
        } else if text.starts_with("pentad:") {
            let session = Session::<Position>::load(file, &Work::quiet())
                .map_err(|why| Failure::Bad(why.about(file)))?;
            let played = session.plies().iter().take(session.ply());
            (*session.setup(), played.map(|ply| ply.text.clone()).collect())
        } else {
            return Ok((self.setup(), split_moves(&text)));
        };
        match self.size.filter(|size| *size != setup.size) {
            Some(size) => Err(wrong(format!("its board is {}, not {size}; leave out --size", setup.size))),
            None => Ok((setup, moves)),
        }
    }

    fn search(&self, position: &Position) -> Analysis {
        let stop = Stop::default();
        let _listener = Listener::new(&stop);
        let budget = Budget { time: Some(Duration::from_millis(self.time)), stop, ..Budget::default() };
        let table =
            SharedTranspositionTable::with_megabytes(64).unwrap_or_else(SharedTranspositionTable::small);
        let mut strong = Strong::new(Weights::learned(), table, None, Dice::new(0))
            .lines(self.lines as usize)
            .always_search();
        let (found, nodes) = strong.search(position, &budget, &|_, _| ());
        let line = |one: &Found| Line {
            moves: strong::move_texts(&one.line),
            value: points(strong::value(one.score)),
        };
        let lines: Vec<Line> = found.iter().map(line).collect();
        let wins = found.first().filter(|best| best.score >= PROVED);
        Analysis {
            best: lines.first().and_then(|line| line.moves.first().cloned()),
            value: lines.first().map_or(0.0, |line| line.value),
            forced: wins.map(|best| strong::move_texts(&best.line)),
            depth: found.first().map_or(0, |best| best.depth),
            lines,
            nodes,
        }
    }
}

/// Whether an argument was meant as a file and not as moves.
fn looks_like_a_file(text: &str) -> bool {
    let path = Path::new(text);
    path.extension().is_some_and(|extension| extension.to_string_lossy().chars().all(char::is_alphabetic))
        || path.is_file()
}

fn analyze_vcf(position: &Position) -> Analysis {
    let line = ai::vcf(position, MAX_VCF_STONES);
    let forced = line.map(|line| line.iter().map(ToString::to_string).collect::<Vec<_>>());
    let line = forced.clone().map(|moves| Line { moves, value: 1.0 });
    Analysis {
        best: forced.as_ref().and_then(|line| line.first().cloned()),
        value: f64::from(u8::from(forced.is_some())),
        depth: forced.as_ref().map_or(0, |line| line.len() as u32),
        lines: line.into_iter().collect(),
        forced,
        nodes: 0,
    }
}

/// Maximum number of the attacker's stones in a VCF.
const MAX_VCF_STONES: usize = 60;

fn points(value: Value) -> f64 {
    f64::from(value.0) / f64::from(Value::POINT.0)
}

/// Splits a text into moves.
fn split_moves(text: &str) -> Vec<String> {
    let parts = text.split([' ', ',', '\t', '\n', '\r']);
    parts.filter(|part| !part.is_empty()).map(ToOwned::to_owned).collect()
}

/// The position after moves.
fn after(setup: Setup, moves: &[String]) -> Result<Position, Failure> {
    let mut position = Position::new(setup);
    for (n, text) in moves.iter().enumerate() {
        let wrong = |why| {
            // The file may be binary.
            let shown: String = text.chars().take(20).collect();
            Failure::Bad(format!("move {}, '{shown}', cannot be played: {why}", n + 1))
        };
        let m: Move = position.parse(position.mover(), text).map_err(wrong)?;
        position.apply(&m);
    }
    Ok(position)
}

fn print(
    position: &Position,
    analysis: &Analysis,
    rendering: Rendering,
    out: &mut impl Write,
) -> Result<(), Failure> {
    use common::words::Words;
    write!(out, "{}", rendering.render(&Position::board(position, &[])))?;
    if position.outcome().is_some() {
        writeln!(out, "{}", Position::result(position))?;
        return Ok(());
    }
    writeln!(out, "{} to move.", text::colour(position.colour()))?;
    for (n, line) in analysis.lines.iter().enumerate() {
        writeln!(out, "{:>2}. {:+.2}  {}", n + 1, line.value, line.moves.join(" "))?;
    }
    if let Some(forced) = &analysis.forced {
        let side = text::colour(position.colour());
        match forced.len().div_ceil(2) {
            1 => writeln!(out, "{side} wins with the next stone.")?,
            stones => writeln!(out, "{side} wins by force, with {stones} stones.")?,
        }
    }
    if analysis.nodes > 0 {
        writeln!(out, "Depth {}, {} positions.", analysis.depth, analysis.nodes)?;
    }
    Ok(())
}

/// Parses a colour.
fn colour() -> impl TypedValueParser<Value = Colour> {
    PossibleValuesParser::new(["black", "white"])
        .map(|name| if name == "black" { Colour::Black } else { Colour::White })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_from_moves() {
        for file in ["garbage.yaml", "games/first.sgf", "Cargo.toml"] {
            assert!(looks_like_a_file(file), "{file}");
        }
        for moves in ["h8", "zz9", "h8,i9", "1.h8", "h8 i9", ""] {
            assert!(!looks_like_a_file(moves), "{moves}");
        }
    }
}
