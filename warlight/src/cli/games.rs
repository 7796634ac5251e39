//! `games`: lists, shows, exports, imports and deletes recorded games.

use super::graph;
use crate::database::{
    Database, DatabaseError, GameFilter, GameId, GameKind, GameRow, Games, SimulationId, Simulations,
};
use crate::record::GameRecord;
use crate::text::{describe_end, rules_name};
use clap::{Args, Subcommand};
use common::cli::{self, Context, Failure, Overwrite};
use common::game::{Outcome, Setup, Side};
use common::store::Store;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Arguments of `games`.
#[derive(Debug, Args)]
pub struct GamesArgs {
    #[command(subcommand)]
    command: GamesCommand,
}

/// The verbs of `games`.
#[derive(Debug, Subcommand)]
enum GamesCommand {
    /// List the recorded games, newest first
    List(List),
    /// Show a game: its settings, its result, and graphs of income, armies and regions
    Show(Show),
    /// Write a game to a file: .warlight is the compact form, .json the readable one
    Export(Export),
    /// Add a game from a file: .warlight, .json, or a saved game
    Import(Import),
    /// Delete games
    Delete(Delete),
}

impl GamesArgs {
    /// Runs the verb.
    pub fn run(&self, context: &Context, out: &mut impl Write) -> Result<(), Failure> {
        match &self.command {
            GamesCommand::List(list) => list.run(context, out),
            GamesCommand::Show(show) => show.run(context, out),
            GamesCommand::Export(export) => export.run(context, out),
            GamesCommand::Import(import) => import.run(context, out),
            GamesCommand::Delete(delete) => delete.run(context, out),
        }
    }
}

/// A question with the answer no: there is no such game.
pub fn failure(error: DatabaseError) -> Failure {
    match error {
        DatabaseError::NoGame(_) | DatabaseError::NoSimulation(_) => Failure::No(error.to_string()),
        error => Failure::bad(error),
    }
}

/// The database, if there is one.
pub fn database(context: &Context) -> Result<Option<Database>, Failure> {
    let database = Database::open_existing(&context.store()?).map_err(failure)?;
    Ok(database.inspect(report))
}

fn report(database: &Database) {
    if let Some(notice) = database.notice() {
        cli::remark(notice);
    }
}

/// A game of the database.
pub fn read_game(store: &Store, id: GameId) -> Result<GameRecord, Failure> {
    let database = Database::open_existing(store).map_err(Failure::bad)?;
    database.ok_or(DatabaseError::NoGame(id)).and_then(|database| database.game(id)).map_err(failure)
}

/// The database with a game of this number.
pub fn with_game(context: &Context, id: GameId) -> Result<Database, Failure> {
    database(context)?.ok_or_else(|| failure(DatabaseError::NoGame(id)))
}

fn json(value: &impl Serialize, out: &mut impl Write) -> Result<(), Failure> {
    Ok(writeln!(out, "{}", serde_json::to_string(value).map_err(Failure::bad)?)?)
}

/// Arguments of `games list`.
#[derive(Debug, Args)]
struct List {
    /// Only games on this map
    #[arg(long)]
    map: Option<String>,
    /// Only games with this player, as in human or aggressive
    #[arg(long)]
    player: Option<String>,
    /// Only games of this simulation
    #[arg(long, value_name = "N")]
    simulation: Option<i64>,
    /// Maximum number of games; 0 lists all
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: u32,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

/// A game in JSON.
#[derive(Serialize)]
struct JsonRow<'a> {
    id: i64,
    date: &'a str,
    kind: &'a str,
    map: &'a str,
    rules: &'a str,
    players: &'a [String],
    /// The side that won, counted from 1.
    winner: Option<u8>,
    ending: &'a str,
    rounds: u32,
    simulation: Option<i64>,
    index: Option<u64>,
}

impl JsonRow<'_> {
    fn new(row: &GameRow) -> JsonRow<'_> {
        JsonRow {
            id: row.id.0,
            date: &row.date,
            kind: row.kind.name(),
            map: &row.map,
            rules: &row.rules,
            players: &row.players,
            winner: row.winner.map(|side| side.0 + 1),
            ending: &row.ending,
            rounds: row.rounds,
            simulation: row.simulation.map(|(id, _)| id.0),
            index: row.simulation.map(|(_, index)| index),
        }
    }
}

impl List {
    fn run(&self, context: &Context, out: &mut impl Write) -> Result<(), Failure> {
        let filter = GameFilter {
            map: self.map.clone(),
            player: self.player.clone(),
            simulation: self.simulation.map(SimulationId),
            // One more shows that there are more.
            limit: (self.limit > 0).then(|| self.limit.saturating_add(1)),
        };
        let mut rows = match database(context)? {
            Some(database) => database.games(&filter).map_err(failure)?,
            None => Vec::new(),
        };
        let more = self.limit > 0 && rows.len() > self.limit as usize;
        if more {
            rows.truncate(self.limit as usize);
        }
        if self.json {
            return json(&rows.iter().map(JsonRow::new).collect::<Vec<_>>(), out);
        }
        if rows.is_empty() {
            let filtered = self.map.is_some() || self.player.is_some() || self.simulation.is_some();
            let none = if filtered { "No recorded game matches." } else { "No games are recorded yet." };
            return Ok(writeln!(out, "{none}")?);
        }
        write!(out, "{}", table(&rows))?;
        if more {
            writeln!(out, "There are more games: --limit 0 lists all.")?;
        }
        Ok(())
    }
}

/// The columns of the list of games.
const COLUMNS: [&str; 9] = ["game", "date", "kind", "map", "rules", "rounds", "winner", "end", "players"];

/// The games in rows, with headings.
fn table(rows: &[GameRow]) -> String {
    let headings = COLUMNS.map(str::to_owned);
    let lines: Vec<[String; COLUMNS.len()]> =
        std::iter::once(headings).chain(rows.iter().map(cells)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; COLUMNS.len()] = std::array::from_fn(width);
    let line = |cells: &[String; COLUMNS.len()]| {
        let cell = |(column, cell): (usize, &String)| match COLUMNS[column] {
            "game" | "rounds" => format!("{cell:>0$}", widths[column]),
            _ => format!("{cell:<0$}", widths[column]),
        };
        let cells: Vec<String> = cells.iter().enumerate().map(cell).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    lines.iter().map(line).collect()
}

/// What is said about a game, by column.
fn cells(row: &GameRow) -> [String; COLUMNS.len()] {
    let end = match (row.ending.as_str(), row.kind) {
        ("forfeit", GameKind::Simulation) => "a player failed",
        ("forfeit", _) => "resigned or out of time",
        (ending, _) => ending,
    };
    let none = if matches!(row.ending.as_str(), "unfinished" | "interrupted") { "-" } else { "draw" };
    let simulation =
        row.simulation.map_or(String::new(), |(id, index)| format!(", simulation {id} game {}", index + 1));
    [
        row.id.0.to_string(),
        row.date.clone(),
        row.kind.name().to_owned(),
        row.map.clone(),
        rules_name(&row.rules).to_owned(),
        row.rounds.to_string(),
        row.winner.map_or(none, |side| row.name(side)).to_owned(),
        end.to_owned(),
        format!("{}{simulation}", row.players.join(" - ")),
    ]
}

/// Arguments of `games show`.
#[derive(Debug, Args)]
struct Show {
    /// The number of the game
    #[arg(value_name = "ID")]
    id: i64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A game in JSON, with everything that `show` shows.
#[derive(Serialize)]
struct JsonGame<'a> {
    #[serde(flatten)]
    row: JsonRow<'a>,
    map_name: &'a str,
    settings: &'a BTreeMap<String, String>,
    seed: u64,
    result: String,
    points: Option<Vec<f64>>,
    bytes: usize,
    /// For each side the numbers at the start of the first round and after each round.
    income: &'a [Vec<u64>],
    armies: &'a [Vec<u64>],
    regions: &'a [Vec<u64>],
}

impl Show {
    fn run(&self, context: &Context, out: &mut impl Write) -> Result<(), Failure> {
        let id = GameId(self.id);
        let database = with_game(context, id)?;
        let row = database.game_row(id).map_err(failure)?;
        let record = Arc::new(database.game(id).map_err(failure)?);
        let logs = database.logs(id).map_err(failure)?.len();
        let mut settings = record.setup().to_map();
        // The text of a map of one's own is the whole map.
        settings.insert("map".to_owned(), record.setup().map.id.clone());
        settings.remove("from");
        let series = record.series();
        let points = |outcome: Outcome| {
            Side::all(outcome.sides()).map(|side| outcome.points(side)).collect::<Vec<f64>>()
        };
        let [income, armies, regions] = &series;
        if self.json {
            let game = JsonGame {
                row: JsonRow::new(&row),
                map_name: &record.setup().map.name,
                settings: &settings,
                seed: record.seed(),
                result: describe_end(&record),
                points: record.outcome().map(points),
                bytes: record.to_bytes().len(),
                income: &income.values,
                armies: &armies.values,
                regions: &regions.values,
            };
            return json(&game, out);
        }
        writeln!(out, "Game {id}: {}, recorded {} UTC", row.kind.name(), row.date)?;
        if let Some((simulation, index)) = row.simulation {
            writeln!(out, "Game {index} of simulation {simulation}")?;
        }
        let map = &record.setup().map;
        writeln!(out, "Map: {} with {} regions", map.name, map.regions.len())?;
        let setting = |(key, value): (&String, &String)| match key.as_str() {
            "rules" => format!("{key} {}", rules_name(value)),
            _ => format!("{key} {value}"),
        };
        let settings: Vec<String> = settings.iter().map(setting).collect();
        writeln!(out, "Settings: {}, random seed {}", settings.join(", "), record.seed())?;
        for (side, player) in Side::all(record.players().len()).zip(record.players()) {
            writeln!(out, "{}: {player}", record.setup().name(side))?;
        }
        if record.branched_at() > 0 {
            writeln!(out, "The first {} moves are those of another game.", record.branched_at())?;
        }
        writeln!(out, "{}", describe_end(&record))?;
        for series in &series {
            write!(out, "\n{}", graph::draw(record.setup(), series))?;
        }
        if logs > 0 {
            writeln!(out, "\nIt has a log with {logs} entries; 'log' in 'warlight replay {id}' shows them.")?;
        }
        Ok(())
    }
}

/// Arguments of `games export`.
#[derive(Debug, Args)]
struct Export {
    /// The number of the game
    #[arg(value_name = "ID")]
    id: i64,
    /// The file to write: its name ends in .warlight or .json
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

impl Export {
    fn run(&self, context: &Context, out: &mut impl Write) -> Result<(), Failure> {
        let id = GameId(self.id);
        let record = with_game(context, id)?.game(id).map_err(failure)?;
        let shown = self.out.display();
        let bytes = record.file_bytes(&self.out).map_err(Failure::Bad)?;
        self.overwrite.write(&self.out, &bytes)?;
        Ok(writeln!(out, "Wrote game {id} to {shown}.")?)
    }
}

/// Arguments of `games import`.
#[derive(Debug, Args)]
struct Import {
    /// A file that 'games export' has written, or a saved game
    file: PathBuf,
}

impl Import {
    fn run(&self, context: &Context, out: &mut impl Write) -> Result<(), Failure> {
        let record = GameRecord::read_file(&self.file).map_err(Failure::Bad)?;
        let mut database = Database::open(&context.store()?).map_err(failure)?;
        report(&database);
        if let Some(id) = database.find_game(&record).map_err(failure)? {
            return Ok(writeln!(out, "This game is recorded already, as game {id}.")?);
        }
        let humans = record.players().iter().filter(|player| *player == "human").count();
        let id = database.add_game(&record, GameKind::of_humans(humans), None).map_err(failure)?;
        Ok(writeln!(out, "Recorded as game {id}.")?)
    }
}

/// Arguments of `games delete`.
#[derive(Debug, Args)]
struct Delete {
    /// The numbers of the games
    #[arg(value_name = "ID", required_unless_present = "simulation")]
    ids: Vec<i64>,
    /// Delete a whole simulation with all its games
    #[arg(long, value_name = "N", conflicts_with = "ids")]
    simulation: Option<i64>,
}

impl Delete {
    fn run(&self, context: &Context, out: &mut impl Write) -> Result<(), Failure> {
        let database = database(context)?;
        if let Some(id) = self.simulation.map(SimulationId) {
            let none = || failure(DatabaseError::NoSimulation(id));
            let games = database.ok_or_else(none)?.delete_simulation(id).map_err(failure)?;
            return Ok(writeln!(out, "Deleted simulation {id} with {games} games.")?);
        }
        let ids: Vec<GameId> = self.ids.iter().map(|id| GameId(*id)).collect();
        let Some(first) = ids.first() else { return Ok(()) };
        let mut database = database.ok_or_else(|| failure(DatabaseError::NoGame(*first)))?;
        database.delete_games(&ids).map_err(failure)?;
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        let games = if ids.len() == 1 { "game" } else { "games" };
        Ok(writeln!(out, "Deleted {games} {}.", ids.join(", "))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;
    use crate::rules::tests::whole::random_game;

    #[test]
    fn games_are_listed_below_headings() {
        let dir = tempfile::tempdir().unwrap();
        let mut database = Database::open(&Store::at(dir.path())).unwrap();
        let (positions, _) = random_game(&Setup::default(), 1);
        let record = GameRecord::new(&positions[0], vec!["human".into(), "easy".into()], 1);
        let id = database.add_game(&record, GameKind::SinglePlayer, None).unwrap();
        let mut row = database.game_row(id).unwrap();
        row.date = "2026-01-02 03:04".to_owned();
        let mut other = row.clone();
        (row.winner, row.ending, row.rounds) = (Some(Side::SECOND), "forfeit".to_owned(), 1);
        (other.id, other.kind, other.rules) = (GameId(12), GameKind::Simulation, "contest1".to_owned());
        (other.ending, other.simulation) = ("interrupted".to_owned(), Some((SimulationId(3), 5)));
        let text = table(&[row, other]);
        let lines: Vec<&str> = text.lines().collect();
        let words = |line: usize| lines[line].split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(0), COLUMNS.join(" "));
        assert_eq!(
            words(1),
            "1 2026-01-02 03:04 single player world standard 1 Orange resigned or out of time human - easy"
        );
        let other =
            "12 2026-01-02 03:04 simulation world contest1 0 - interrupted human - easy, simulation 3 game 6";
        assert_eq!(words(2), other);
        let column = |name: &str, text: &str, line: usize| lines[0].find(name) == lines[line].find(text);
        assert!(column("rules", "standard", 1) && column("rules", "contest1", 2), "{text}");
    }
}
