//! The Universal Game Interface as a pure state machine: a line in, actions out. It knows no threads and no pipes.
//!
//! What the interface leaves open is settled here:
//! - Every `go` gets exactly one `bestmove`. The exception is a `go` during a search, which is refused with a sentence.
//!   Where no move can be given (the game is over, a limit makes no sense, the machine failed) it is `bestmove none`.
//! - A machine that is done says its move, also after `go infinite`: not every machine can think on.
//! - `position`, `setoption` and `uginewgame` during a search are about the next search.
//! - A changed option of the game holds at once: a position without moves starts anew, one with moves stays until the
//!   next `position` or `uginewgame`. Options that do not fit together are said to be so but kept, since the next
//!   `setoption` may set it right; until then the old position stays.
//! - `quit` stops a search and its move is still said. The end of the input is a `quit` that first waits for a search
//!   with limits, so that `printf 'go depth 3\n' | engine` answers.

use super::{Action, Go, PlayerConfig, Protocol, Search, plain, quoted, write_info};
use crate::game::{BadOption, Dice, KnobKind, Setup, Side};
use crate::player::{EngineOption, AiPlayers, Spec, Thought};

/// A game as far as it is told.
struct Table<G: AiPlayers> {
    setup: G::Setup,
    position: G,
    moves: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Idle,
    Thinking { endless: bool },
}

/// Our side of the Universal Game Interface. Games with dice are not for it: the interface does not tell the rolls.
pub struct Ugi<G: AiPlayers> {
    default_level: Spec,
    level: Spec,
    /// What was set about the machines' work.
    engine_options: Vec<(EngineOption, i64)>,
    setup: G::Setup,
    table: Table<G>,
    game: u64,
    phase: Phase,
    leaving: bool,
}

impl<G: AiPlayers> Ugi<G> {
    /// Begins with a setup and a machine, which a client can change.
    pub fn new(setup: G::Setup, level: Spec) -> Result<Ugi<G>, G::BadSetup> {
        let table = Table::start(&setup)?;
        let (game, phase, leaving) = (0, Phase::Idle, false);
        let engine_options = Vec::new();
        Ok(Ugi { default_level: level.clone(), level, engine_options, setup, table, game, phase, leaving })
    }

    fn introduce(&self) -> Vec<Action<G>> {
        let title = G::FACTS.title;
        let mut actions = vec![
            say(format!("id name Pentad {title} {}", env!("CARGO_PKG_VERSION"))),
            say("id author the Pentad authors"),
        ];
        // A level with options of its own is offered too, so that a client can go back to it.
        let default = self.default_level.to_string();
        let levels = G::LEVELS.iter().map(|level| level.name);
        let extra = (!levels.clone().any(|name| name == default)).then_some(default.as_str());
        actions.push(say(option("Level", &default, &combo(levels.chain(extra)))));
        for knob in G::Setup::knobs() {
            let default = self.setup.get(knob.name).unwrap_or_default();
            let kind = match &knob.kind {
                KnobKind::Choice(words) => combo(words.iter().map(|(word, _)| *word)),
                KnobKind::Number { least, most } => ("spin", format!(" min {least} max {most}")),
                KnobKind::Text => ("string", String::new()),
            };
            actions.push(say(option(knob.name, &default, &kind)));
        }
        for EngineOption { name, least, most, usual, .. } in G::engine_options() {
            let kind = ("spin", format!(" min {least} max {most}"));
            actions.push(say(option(name, &usual.to_string(), &kind)));
        }
        actions.push(say("ugiok"));
        actions
    }

    fn new_game(&mut self) -> Result<(), String> {
        self.game += 1;
        self.table = Table::start(&self.setup).map_err(|why| unfit(&why))?;
        Ok(())
    }

    fn position(&mut self, words: &[&str]) -> Result<(), String> {
        let moves = match words {
            ["startpos"] => &[],
            ["startpos", "moves", moves @ ..] => moves,
            _ => return Err("a position is given as 'position startpos moves …'".to_owned()),
        };
        let mut table = Table::start(&self.setup).map_err(|why| unfit(&why))?;
        for text in moves {
            table.play(text)?;
        }
        self.table = table;
        Ok(())
    }

    fn set_option(&mut self, line: &str) -> Result<(), String> {
        let (name, value) =
            option_words(line).ok_or("an option is set as 'setoption name NAME value VALUE'")?;
        if name.eq_ignore_ascii_case("Level") {
            return self.set_level(value);
        }
        if let Some(dial) = G::engine_options().into_iter().find(|dial| dial.name.eq_ignore_ascii_case(&name)) {
            return self.set_engine_option(dial, value);
        }
        let knobs = G::Setup::knobs();
        let knob = knobs.iter().find(|knob| knob.name.eq_ignore_ascii_case(&name));
        let knob = knob.ok_or_else(|| BadOption::Unknown(name).to_string())?;
        let value = if value == EMPTY { "" } else { value };
        self.setup.set(knob.name, value).map_err(|why| why.to_string())?;
        if self.table.moves.is_empty() {
            self.table = Table::start(&self.setup).map_err(|why| unfit(&why))?;
        }
        Ok(())
    }

    fn set_engine_option(&mut self, dial: EngineOption, value: &str) -> Result<(), String> {
        let (name, least, most) = (dial.name, dial.least, dial.most);
        let number = value.parse().ok().filter(|number| (least..=most).contains(number));
        let number = number.ok_or_else(|| {
            let (value, expected) = (quoted(value), format!("whole numbers from {least} to {most}"));
            BadOption::Value { name: name.to_owned(), value, expected }.to_string()
        })?;
        self.engine_options.retain(|(set, _)| *set != dial);
        self.engine_options.push((dial, number));
        Ok(())
    }

    /// The machine that thinks, with everything that was set about its work.
    fn thinker(&self) -> Spec {
        let has = |dial: &EngineOption| dial.levels.contains(&self.level.name());
        let set = self.engine_options.iter().filter(|(dial, _)| has(dial));
        set.fold(self.level.clone(), |spec, (dial, value)| spec.with(dial.key, &value.to_string()))
    }

    fn set_level(&mut self, value: &str) -> Result<(), String> {
        let spec: Spec = value.parse().map_err(|why| format!("{why}"))?;
        // A client may choose among our machines; running other programs is for whoever typed our command line.
        if spec != self.default_level && !G::LEVELS.iter().any(|level| level.name == spec.name()) {
            let known: Vec<_> = G::LEVELS.iter().map(|level| level.name).collect();
            return Err(format!("there is no level '{}'; there are {}", quoted(value), known.join(", ")));
        }
        if spec.options().next().is_some() {
            G::build_player(&spec, &self.setup, 0).map_err(|why| why.to_string())?;
        }
        self.level = spec;
        Ok(())
    }

    fn query(&self, words: &[&str]) -> Result<String, String> {
        let position = &self.table.position;
        let outcome = position.outcome();
        let answer = match words {
            ["gameover"] => outcome.is_some().to_string(),
            ["result"] => match outcome.map(crate::game::Outcome::winner) {
                None => "none".to_owned(),
                Some(None) => "draw".to_owned(),
                Some(Some(side)) => format!("p{}win", side.index() + 1),
            },
            [word] => {
                let number = word.strip_prefix('p').and_then(|word| word.strip_suffix("turn"));
                match number.and_then(|number| number.parse::<u8>().ok()) {
                    Some(number @ 1..=8) => position.to_move().contains(Side(number - 1)).to_string(),
                    _ => return Err(format!("there is no query '{}'", quoted(word))),
                }
            }
            _ => return Err("a query is 'query p1turn', 'query gameover' or 'query result'".to_owned()),
        };
        Ok(format!("response {answer}"))
    }

    fn go(&mut self, words: &[&str]) -> Vec<Action<G>> {
        if self.phase != Phase::Idle {
            return vec![error("a search is under way; stop it first")];
        }
        let Some(side) = self.table.mover() else { return no_move("the game is over") };
        let plies_left = G::FACTS.longest.saturating_sub(self.table.moves.len());
        let moves_left = plies_left / G::FACTS.sides.max(1) + 1;
        match Go::read(words).and_then(|go| go.budget(side, moves_left)) {
            Err(why) => no_move(&why),
            Ok(budget) => {
                let endless = budget.time.is_none() && budget.nodes.is_none() && budget.depth.is_none();
                self.phase = Phase::Thinking { endless };
                let config = PlayerConfig { level: self.thinker(), setup: self.table.setup.clone(), game: self.game };
                vec![Action::Think(Box::new(Search {
                    config,
                    side,
                    position: self.table.position.clone(),
                    moves: self.table.moves.clone(),
                    budget,
                }))]
            }
        }
    }
}

/// What a client may say at any time, and what is done then.
impl<G: AiPlayers> Protocol for Ugi<G> {
    type Game = G;

    fn first(&self) -> PlayerConfig<G> {
        PlayerConfig { level: self.level.clone(), setup: self.setup.clone(), game: self.game }
    }

    fn is_leaving(&self) -> bool {
        self.leaving
    }

    fn line(&mut self, line: &str) -> Vec<Action<G>> {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { return Vec::new() };
        if self.leaving {
            return Vec::new();
        }
        let rest: Vec<&str> = words.collect();
        match command {
            "ugi" => self.introduce(),
            "isready" => vec![say("readyok")],
            "uginewgame" => complaint(self.new_game()),
            "position" => complaint(self.position(&rest)),
            "setoption" => complaint(self.set_option(line)),
            "query" => vec![self.query(&rest).map_or_else(|why| error(&why), say)],
            "go" => self.go(&rest),
            "stop" => match self.phase {
                Phase::Idle => vec![say("info string there is nothing to stop")],
                Phase::Thinking { .. } => vec![Action::Stop],
            },
            "quit" => {
                self.leaving = true;
                vec![if self.phase == Phase::Idle { Action::Quit } else { Action::Stop }]
            }
            _ => vec![error(&format!("unknown command '{}'", quoted(line.trim())))],
        }
    }

    fn overlong_line(&mut self) -> Vec<Action<G>> {
        vec![error("the line is too long")]
    }

    fn closed(&mut self) -> Vec<Action<G>> {
        self.leaving = true;
        match self.phase {
            Phase::Idle => vec![Action::Quit],
            Phase::Thinking { endless: true } => vec![Action::Stop],
            Phase::Thinking { endless: false } => Vec::new(),
        }
    }

    fn thought(&mut self, thought: &Thought) -> Vec<Action<G>> {
        match self.phase {
            Phase::Idle => Vec::new(),
            Phase::Thinking { .. } => vec![say(write_info(thought))],
        }
    }

    fn chosen(&mut self, answer: Result<String, String>) -> Vec<Action<G>> {
        if self.phase == Phase::Idle {
            return Vec::new();
        }
        self.phase = Phase::Idle;
        let mut actions = match answer {
            Ok(text) => vec![say(format!("bestmove {text}"))],
            Err(why) => no_move(&why),
        };
        if self.leaving {
            actions.push(Action::Quit);
        }
        actions
    }
}

impl<G: AiPlayers> Table<G> {
    fn start(setup: &G::Setup) -> Result<Table<G>, G::BadSetup> {
        Ok(Table { setup: setup.clone(), position: G::start(setup)?, moves: Vec::new() })
    }

    /// The side to move; nobody when the game is over.
    fn mover(&self) -> Option<Side> {
        if self.position.outcome().is_some() { None } else { self.position.to_move().first() }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let number = self.moves.len() + 1;
        let wrong = |why: String| format!("move {number} '{}' cannot be played: {why}", quoted(text));
        let side = self.mover().ok_or_else(|| wrong("the game is over".to_owned()))?;
        let chosen = self.position.parse(text).map_err(|why| wrong(why.to_string()))?;
        let mut dice = Dice::of(0, self.moves.len() as u64);
        self.position.play(side, &chosen, &mut dice).map_err(|why| wrong(why.to_string()))?;
        self.moves.push(chosen.to_string());
        Ok(())
    }
}

/// How an empty text is written where the interface needs a word.
const EMPTY: &str = "<empty>";

fn say<G: AiPlayers>(line: impl Into<String>) -> Action<G> {
    Action::Say(line.into())
}

fn error<G: AiPlayers>(why: &str) -> Action<G> {
    Action::Say(format!("info string error: {}", plain(why, 500)))
}

fn no_move<G: AiPlayers>(why: &str) -> Vec<Action<G>> {
    vec![error(why), say("bestmove none")]
}

fn complaint<G: AiPlayers>(result: Result<(), String>) -> Vec<Action<G>> {
    result.err().iter().map(|why| error(why)).collect()
}

fn unfit(why: &impl ToString) -> String {
    format!("no game can start with these options: {}", why.to_string())
}

fn combo<'a>(words: impl Iterator<Item = &'a str>) -> (&'static str, String) {
    ("combo", words.flat_map(|word| [" var ", word]).collect())
}

fn option(name: &str, default: &str, (kind, values): &(&str, String)) -> String {
    let default = if default.is_empty() { EMPTY } else { default };
    format!("option name {name} type {kind} default {default}{values}")
}

/// The name and the value of a `setoption` line. Both may have several words; those of a value are kept as they are.
fn option_words(line: &str) -> Option<(String, &str)> {
    let rest = line.trim().strip_prefix("setoption")?.trim_start().strip_prefix("name")?;
    let at = rest.match_indices("value").map(|(at, _)| at).find(|at| {
        let (before, after) = (&rest[..*at], &rest[at + "value".len()..]);
        before.ends_with(char::is_whitespace) && (after.is_empty() || after.starts_with(char::is_whitespace))
    })?;
    let name: Vec<_> = rest[..at].split_whitespace().collect();
    let value = rest[at + "value".len()..].trim();
    (!name.is_empty() && rest.starts_with(char::is_whitespace)).then(|| (name.join(" "), value))
}

#[cfg(test)]
mod tests;
