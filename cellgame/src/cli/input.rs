//! The board that a command is about: an id, a saved game, or the JSON of `new`.

use super::board_json::BoardJson;
use crate::id::PuzzleId;
use crate::rules::{BadPuzzle, Fairness, MistakeCheck, Puzzle, PuzzleFacts, PuzzleSetup, PuzzleView, Start};
use crate::solver::Grade;
use clap::Args;
use common::cli::Failure;
use common::game::{Game, Side, StartError};
use common::job::{self, Work};
use common::limits::{Bytes, SAVE_BYTES};
use common::session::Session;
use common::store;
use std::path::Path;

/// The argument that names a board.
#[derive(Debug, Args)]
pub(super) struct InputArgs {
    /// A puzzle id, a saved game, or the JSON of 'cellgame new' (a file, or - for the standard input)
    input: String,
}

impl InputArgs {
    /// The board, as the player sees it. What is not a board is an error in one sentence.
    pub fn read(&self) -> Result<PuzzleView, Failure> {
        let input = self.input.clone();
        in_background("reading", move |work| read(&input, work))
    }
}

/// Runs work behind a progress bar, until Ctrl-C.
pub(super) fn in_background<T: Send + 'static>(
    name: &str,
    run: impl FnOnce(&Work) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    job::run_with_bar(name, run).map_err(Failure::bad)?
}

/// The answer of work that was stopped.
pub(super) fn stopped() -> Failure {
    Failure::No("stopped before there was an answer".to_owned())
}

/// Generates the board of an id, and counts its solutions if the grade promises nothing.
pub(super) fn generate(id: &PuzzleId, work: &Work) -> Result<Start, Failure> {
    Start::new(&PuzzleSetup::from_id(id), id.seed, work).map_err(|why| match why {
        StartError::Cancelled => stopped(),
        StartError::Setup(BadPuzzle::Board(why)) => Failure::No(why.to_string()),
        StartError::Setup(why) => Failure::bad(why),
    })
}

/// What the player of a generated board sees at the start.
pub(super) fn view_of(start: &Start) -> PuzzleView {
    let facts = PuzzleFacts {
        layout: start.board.layout.clone(),
        grade: start.grade,
        fairness: start.fairness,
        id: start.id.clone(),
        check: MistakeCheck::AtOnce,
    };
    PuzzleView::new(facts, &start.board.known())
}

fn read(input: &str, work: &Work) -> Result<PuzzleView, Failure> {
    if input == "-" {
        let read = store::read_at_most(std::io::stdin().lock(), SAVE_BYTES)
            .map_err(|why| Failure::Bad(format!("the standard input cannot be read: {why}")))?;
        let too_long = || {
            let max = Bytes(SAVE_BYTES);
            Failure::Bad(format!("the standard input is too long for a board: at most {max} are read"))
        };
        let bytes = read.ok_or_else(too_long)?;
        return read_bytes("the standard input", None, bytes, work);
    }
    let path = Path::new(input);
    if path.is_dir() {
        return Err(Failure::Bad(format!("{input} is a folder, not a board")));
    }
    if path.exists() {
        let bytes = store::read_bytes(path, SAVE_BYTES).map_err(Failure::bad)?;
        return read_bytes(input, Some(path), bytes, work);
    }
    if !input.contains('#') {
        let shown: String = input.chars().take(60).collect();
        return Err(Failure::Bad(format!(
            "'{shown}' is neither a file nor a puzzle id such as rule-110:20x10:hard:flat#7"
        )));
    }
    let id: PuzzleId = input.parse().map_err(Failure::bad)?;
    Ok(view_of(&generate(&id, work)?))
}

fn read_bytes(name: &str, path: Option<&Path>, bytes: Vec<u8>, work: &Work) -> Result<PuzzleView, Failure> {
    let bad = |why: &str| Failure::Bad(format!("{name} {why}"));
    let text = String::from_utf8(bytes).map_err(|_| bad("is not text"))?;
    let begun = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    if begun.is_empty() {
        return Err(bad("is empty"));
    }
    if begun.starts_with('{') {
        let board =
            BoardJson::read(begun).map_err(|why| Failure::Bad(format!("{name} is not a board: {why}")))?;
        let (layout, known) =
            board.layout().map_err(|why| Failure::Bad(format!("{name} is not a board: {why}")))?;
        let id = board.id.as_deref().and_then(|id| id.parse().ok());
        let grade = board.grade.as_deref().and_then(|grade| grade.parse().ok()).unwrap_or(Grade::Sweep);
        let fairness = if board.unique == Some(false) { Fairness::Several } else { Fairness::Unique };
        let facts = PuzzleFacts { layout, grade, fairness, id, check: MistakeCheck::AtOnce };
        return Ok(PuzzleView::new(facts, &known));
    }
    if begun.starts_with("pentad:") {
        let path = path.ok_or_else(|| bad("is a saved game, which is read only from a file"))?;
        let session = Session::<Puzzle>::load(path, work);
        let session = session.map_err(|why| Failure::Bad(why.about(path)))?;
        return Ok(session.position().view(Side::FIRST));
    }
    let line = begun.trim_end();
    if line.contains('#') && !line.contains('\n') && line.len() < 10_000 {
        let id: PuzzleId = line.parse().map_err(Failure::bad)?;
        return Ok(view_of(&generate(&id, work)?));
    }
    Err(bad("is neither a saved game, nor the JSON of 'cellgame new', nor a puzzle id"))
}
