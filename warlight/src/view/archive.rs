//! The database of games on a thread of its own, so that no page waits for the disk. A web page has its files in memory
//! and answers at once.

#[cfg(target_arch = "wasm32")]
pub use at_once::Archive;
#[cfg(not(target_arch = "wasm32"))]
pub use thread::Archive;

use super::thumbnail;
use crate::database::{
    BotResult, Database, DatabaseError, GameFilter, GameId, GameKind, GameRow, Games, LogEntry, Simulation,
    SimulationId, Simulations,
};
use crate::record::GameRecord;
use crate::rules::{Setup, State};
use crate::simulate;
use common::session::GameSummary;
use common::store::Store;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use web_time::UNIX_EPOCH;

/// No list is longer.
pub const MAX_ROWS: u32 = 2000;

/// When something was stored, from seconds since 1970: "5 minutes ago", or the date.
pub fn stored_when(seconds: i64) -> String {
    let since = u64::try_from(seconds).ok().map(Duration::from_secs);
    let when = since.and_then(|since| UNIX_EPOCH.checked_add(since));
    GameSummary { when, seats: Vec::new(), subject: String::new(), length: String::new() }.when()
}

/// What a page asks for.
#[derive(Debug)]
pub enum Request {
    /// The games that are shown in a list.
    Games(Option<SimulationId>),
    /// A small picture of a game.
    Preview(GameId),
    /// A whole game.
    Open(GameId),
    /// Whether a game is still there.
    Check(GameId),
    /// Delete a game.
    Delete(GameId),
    /// Add the game of a file.
    Import(PathBuf),
    /// All simulations.
    Simulations,
    /// Delete a simulation with its games.
    DeleteSimulation(SimulationId),
}

/// A whole game with its log.
#[derive(Debug)]
pub struct OpenedGame {
    /// What lists show of it; `None` if it is not in the database.
    pub row: Option<GameRow>,
    /// The game.
    pub record: Arc<GameRecord>,
    /// What its players thought.
    pub logs: Vec<LogEntry>,
}

/// A simulation as the page of simulations shows it.
#[derive(Debug, Clone)]
pub struct SimulationRow {
    /// The simulation.
    pub simulation: Simulation,
    /// The short name of its map.
    pub map: String,
    /// How its players did, if that has been counted.
    pub results: Vec<BotResult>,
}

/// The last position of a game, for a small picture.
pub type Preview = (Setup, State);

/// An answer. Errors are sentences without a full stop.
#[derive(Debug)]
pub enum Reply {
    /// The list of games, the newest first.
    Games(Result<Vec<GameRow>, String>),
    /// A small picture; `None` if the game cannot be read.
    Preview(GameId, Option<Preview>),
    /// A whole game.
    Opened(Box<Result<OpenedGame, String>>),
    /// A game is not there any more.
    Gone(GameId),
    /// A game was deleted.
    Deleted(GameId, Result<(), String>),
    /// A game was added: its number, and whether it was there already.
    Imported(Result<(GameId, bool), String>),
    /// All simulations, the newest first.
    Simulations(Result<Vec<SimulationRow>, String>),
    /// A simulation was deleted with so many games.
    DeletedSimulation(Result<u64, String>),
    /// Something that the user should know.
    Notice(String),
}

#[cfg(not(target_arch = "wasm32"))]
mod thread {
    use super::{Reply, Request, answer, thumbnail};
    use common::store::Store;
    use egui::Context;
    use std::sync::mpsc::{self, Receiver, Sender};

    /// The database, asked in the background. Its thread ends when this is dropped.
    #[derive(Debug)]
    pub struct Archive {
        requests: Sender<Request>,
        replies: Receiver<Reply>,
    }

    impl Archive {
        /// Starts the thread.
        pub fn new(store: &Store, ctx: &Context) -> Archive {
            thumbnail::attach(ctx, store);
            let (requests, inbox) = mpsc::channel();
            let (outbox, replies) = mpsc::channel();
            let (store, ctx) = (store.clone(), ctx.clone());
            // If no thread can be started, the page says that the answer never came.
            let _ = std::thread::Builder::new().name("archive".to_owned()).spawn(move || {
                for request in inbox {
                    for reply in answer(&store, request) {
                        if outbox.send(reply).is_err() {
                            return;
                        }
                    }
                    ctx.request_repaint();
                }
            });
            Archive { requests, replies }
        }

        /// Asks for something.
        pub fn ask(&self, request: Request) {
            // The thread ends only with this.
            let _ = self.requests.send(request);
        }

        /// The answers that have arrived.
        pub fn replies(&self) -> Vec<Reply> {
            self.replies.try_iter().collect()
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod at_once {
    use super::{Reply, Request, answer, thumbnail};
    use common::store::Store;
    use egui::Context;
    use std::cell::RefCell;

    /// The database, asked at once.
    #[derive(Debug)]
    pub struct Archive {
        store: Store,
        ctx: Context,
        replies: RefCell<Vec<Reply>>,
    }

    impl Archive {
        /// The database of the page.
        pub fn new(store: &Store, ctx: &Context) -> Archive {
            thumbnail::attach(ctx, store);
            Archive { store: store.clone(), ctx: ctx.clone(), replies: RefCell::default() }
        }

        /// Asks for something.
        pub fn ask(&self, request: Request) {
            self.replies.borrow_mut().extend(answer(&self.store, request));
            self.ctx.request_repaint();
        }

        /// The answers that have arrived.
        pub fn replies(&self) -> Vec<Reply> {
            self.replies.take()
        }
    }
}

fn answer(store: &Store, request: Request) -> Vec<Reply> {
    let text = |why: DatabaseError| why.to_string();
    let mut notice = None;
    let mut open = || match Database::open_existing(store) {
        Ok(database) => {
            notice = database.as_ref().and_then(Database::notice).map(|text| Reply::Notice(text.to_owned()));
            Ok(database)
        }
        Err(why) => Err(why.to_string()),
    };
    let none = || "the database of games was deleted".to_owned();
    let reply = match request {
        Request::Games(simulation) => {
            let filter = GameFilter { simulation, limit: Some(MAX_ROWS), ..GameFilter::default() };
            Reply::Games(open().and_then(|database| {
                database.map_or(Ok(Vec::new()), |database| database.games(&filter).map_err(text))
            }))
        }
        Request::Preview(id) => {
            let record = open().ok().flatten().and_then(|database| database.game(id).ok());
            Reply::Preview(
                id,
                record.map(|record| (record.setup().clone(), record.position().state().clone())),
            )
        }
        Request::Open(id) => Reply::Opened(Box::new(open().and_then(|database| {
            let database = database.ok_or_else(none)?;
            Ok(OpenedGame {
                row: Some(database.game_row(id).map_err(text)?),
                record: Arc::new(database.game(id).map_err(text)?),
                logs: database.logs(id).map_err(text)?,
            })
        }))),
        Request::Check(id) => {
            let found = open().map(|database| database.map(|database| database.game_row(id)));
            return match found {
                Ok(None | Some(Err(DatabaseError::NoGame(_)))) => vec![Reply::Gone(id)],
                _ => Vec::new(),
            };
        }
        Request::Delete(id) => Reply::Deleted(
            id,
            open().and_then(|database| database.ok_or_else(none)?.delete_games(&[id]).map_err(text)),
        ),
        Request::Import(path) => Reply::Imported(import(store, &path)),
        Request::Simulations => Reply::Simulations(open().and_then(|database| match database {
            None => Ok(Vec::new()),
            Some(database) => simulations(&database).map_err(text),
        })),
        Request::DeleteSimulation(id) => Reply::DeletedSimulation(open().and_then(|database| {
            let mut database = database.ok_or_else(none)?;
            simulate::delete(store, &mut database, id)
        })),
    };
    notice.into_iter().chain([reply]).collect()
}

fn import(store: &Store, path: &std::path::Path) -> Result<(GameId, bool), String> {
    let record = GameRecord::read_file(path)?;
    let mut database = Database::open(store).map_err(|why| why.to_string())?;
    if let Some(id) = database.find_game(&record).map_err(|why| why.to_string())? {
        return Ok((id, true));
    }
    let humans = record.players().iter().filter(|player| *player == "human").count();
    let added = database.add_game(&record, GameKind::of_humans(humans), None);
    added.map(|id| (id, false)).map_err(|why| why.to_string())
}

fn simulations(database: &Database) -> Result<Vec<SimulationRow>, DatabaseError> {
    let mut all = database.simulations()?;
    all.truncate(MAX_ROWS as usize);
    all.into_iter()
        .map(|simulation| {
            Ok(SimulationRow {
                map: simulate::map_name(&simulation.info).unwrap_or_else(|| "?".to_owned()),
                results: database.bot_results(simulation.id)?,
                simulation,
            })
        })
        .collect()
}
