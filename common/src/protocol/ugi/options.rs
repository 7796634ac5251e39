//! The options that a client may set: the level, the seed, those of the game and those of the engine.

use super::super::quoted;
use super::{Action, Ugi, error, say};
use crate::game::{BadOption, OptionValues, Setup};
use crate::player::{AiPlayers, EngineOption, Spec};

/// The name of the option that chooses the AI player.
const LEVEL: &str = "Level";
/// The name of the option for the seed of the game.
const SEED: &str = "Seed";
/// The largest seed: numbers of the interface have a sign.
const MAX_SEED: u64 = i64::MAX as u64;
/// The value of an empty text in the interface.
const EMPTY: &str = "<empty>";

impl<G: AiPlayers> Ugi<G> {
    /// The options, as the answer to `ugi`.
    pub(super) fn option_lines(&self) -> Vec<Action<G>> {
        // A level with options of its own is listed too, so that a client can return to it.
        let default = self.default_level.to_string();
        let levels = G::all_levels().map(|level| level.name);
        let extra = (!levels.clone().any(|name| name == default)).then_some(default.as_str());
        let mut lines = vec![option_line(LEVEL, &default, &combo(levels.chain(extra)))];
        for option in G::Setup::options() {
            let values = match option.values(&self.setup) {
                OptionValues::Choice(choices) => combo(choices.iter().map(|choice| choice.value.as_str())),
                OptionValues::Number { min, max } => spin(min, max),
                OptionValues::Text { .. } => ("string", String::new()),
            };
            lines.push(option_line(option.name, &option.get(&self.setup), &values));
        }
        if G::FACTS.chance {
            lines.push(option_line(SEED, &self.seed.to_string(), &spin(0, MAX_SEED as i64)));
        }
        for EngineOption { name, min, max, default, .. } in G::engine_options() {
            lines.push(option_line(name, &default.to_string(), &spin(min, max)));
        }
        lines.into_iter().map(say).collect()
    }

    /// Handles a `setoption` line.
    pub(super) fn set_option(&mut self, line: &str) -> Vec<Action<G>> {
        let changes_game = match self.try_set_option(line) {
            Ok(changes_game) => changes_game,
            Err(why) => return vec![error(&why)],
        };
        if !changes_game || self.game.as_ref().is_some_and(|game| !game.moves.is_empty()) {
            return Vec::new();
        }
        self.needs_start = true;
        // A start that throws dice may take long, and more options may follow.
        if G::FACTS.chance { Vec::new() } else { self.start_game(Vec::new()) }
    }

    /// Sets an option. Returns whether it changes the game.
    fn try_set_option(&mut self, line: &str) -> Result<bool, String> {
        let (name, value) =
            split_option(line).ok_or("an option is set as 'setoption name NAME value VALUE'")?;
        if name.eq_ignore_ascii_case(LEVEL) {
            return self.set_level(value).map(|()| false);
        }
        if G::FACTS.chance && name.eq_ignore_ascii_case(SEED) {
            self.seed = number(SEED, value, 0, MAX_SEED as i64)? as u64;
            return Ok(true);
        }
        let mut engine_options = G::engine_options().into_iter();
        if let Some(option) = engine_options.find(|option| option.name.eq_ignore_ascii_case(&name)) {
            let value = number(option.name, value, option.min, option.max)?;
            self.engine_options.retain(|(set, _)| *set != option);
            self.engine_options.push((option, value));
            return Ok(false);
        }
        let value = if value == EMPTY { "" } else { value };
        self.setup.set(&name, value).map_err(|why| why.to_string())?;
        Ok(true)
    }

    fn set_level(&mut self, value: &str) -> Result<(), String> {
        let spec: Spec = value.parse().map_err(|why| format!("{why}"))?;
        // A client may choose one of our players. Other programs are run only if our own command line names them.
        if spec != self.default_level && !G::all_levels().any(|level| level.name == spec.name()) {
            let known: Vec<_> = G::all_levels().map(|level| level.name).collect();
            return Err(format!("there is no level '{}'; there are {}", quoted(value), known.join(", ")));
        }
        if spec.options().next().is_some() {
            G::build_player(&spec, &self.setup, 0).map_err(|why| why.to_string())?;
        }
        self.level = spec;
        Ok(())
    }

    /// The level with the engine options that it has.
    pub(super) fn level_with_options(&self) -> Spec {
        let has = |option: &EngineOption| option.levels.contains(&self.level.name());
        let set = self.engine_options.iter().filter(|(option, _)| has(option));
        set.fold(self.level.clone(), |spec, (option, value)| spec.with(option.key, &value.to_string()))
    }
}

fn number(name: &str, value: &str, min: i64, max: i64) -> Result<i64, String> {
    let number = value.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| {
        let expected = OptionValues::Number { min, max }.to_string();
        BadOption::Value { name: name.to_lowercase(), value: quoted(value), expected }.to_string()
    })
}

fn combo<'a>(words: impl Iterator<Item = &'a str>) -> (&'static str, String) {
    ("combo", words.flat_map(|word| [" var ", word]).collect())
}

fn spin(min: i64, max: i64) -> (&'static str, String) {
    ("spin", format!(" min {min} max {max}"))
}

fn option_line(name: &str, default: &str, (kind, values): &(&str, String)) -> String {
    let default = if default.is_empty() { EMPTY } else { default };
    format!("option name {name} type {kind} default {default}{values}")
}

/// The name and the value of a `setoption` line. Both may have several words; blanks within the value are kept.
fn split_option(line: &str) -> Option<(String, &str)> {
    let rest = line.trim().strip_prefix("setoption")?.trim_start().strip_prefix("name")?;
    let index = rest.match_indices("value").map(|(index, _)| index).find(|index| {
        let (before, after) = (&rest[..*index], &rest[index + "value".len()..]);
        before.ends_with(char::is_whitespace) && (after.is_empty() || after.starts_with(char::is_whitespace))
    })?;
    let name: Vec<_> = rest[..index].split_whitespace().collect();
    let value = rest[index + "value".len()..].trim();
    (!name.is_empty() && rest.starts_with(char::is_whitespace)).then(|| (name.join(" "), value))
}
