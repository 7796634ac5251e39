//! The manager's settings for time, memory and rule, and the AI player that follows from them.

use super::{Action, Brain, say};
use crate::gomocup::rule_of;
use crate::rules::{Position, Setup};
use common::player::Spec;
use common::protocol::{PlayerConfig, quoted};

/// Memory limit in megabytes until the manager sets one: the smallest that tournaments give.
pub(super) const DEFAULT_MEMORY: u64 = 70;
/// Megabytes of the limit that are reserved for everything except the transposition table.
const RESERVED_MEMORY: u64 = 40;
/// Maximum size of the table in megabytes; a larger one brings nothing.
const MAX_HASH: u64 = 64;
/// The level whose memory and threads can be set.
const CONFIGURABLE_LEVEL: &str = "strong";

impl Brain {
    /// Handles `INFO`. Unknown keys are ignored.
    pub(super) fn info(&mut self, text: &str) -> Vec<Action> {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let key = key.to_ascii_lowercase();
        if !matches!(
            key.as_str(),
            "timeout_turn" | "timeout_match" | "time_left" | "max_memory" | "rule" | "thread_num"
        ) {
            return Vec::new();
        }
        // Numbers out of range are clamped.
        let Ok(number) = value.trim().parse::<i128>() else {
            return vec![say(format!("MESSAGE {key} cannot be '{}'", quoted(value)))];
        };
        let number = number.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let count = u64::try_from(number).unwrap_or(0);
        let mut actions = Vec::new();
        match key.as_str() {
            "timeout_turn" => self.clock.set_turn(number),
            "timeout_match" => self.clock.set_game(number),
            "time_left" => self.clock.set_left(number),
            "max_memory" => self.memory = if count > 0 { (count >> 20).max(1) } else { 0 },
            "thread_num" => {
                self.threads = Some(u16::try_from(count).unwrap_or(u16::MAX)).filter(|threads| *threads > 0);
            }
            _ => {
                let (rule, note) = rule_of(u32::try_from(number).unwrap_or(0));
                self.setup.rule = rule;
                actions.extend(note.map(|note| say(format!("MESSAGE {note}"))));
            }
        }
        if self.stones.is_some() && matches!(key.as_str(), "max_memory" | "thread_num" | "rule") {
            actions.push(self.prepare());
        }
        actions
    }

    /// Builds the AI player of the next move in advance.
    pub(super) fn prepare(&self) -> Action {
        Action::Prepare(self.config(self.setup))
    }

    /// The AI player of a game, within the manager's limits.
    pub(super) fn config(&self, setup: Setup) -> PlayerConfig<Position> {
        let mut level = self.level.clone();
        if level.name() == CONFIGURABLE_LEVEL {
            if self.memory > 0 {
                let max_hash = self.memory.saturating_sub(RESERVED_MEMORY).clamp(1, MAX_HASH);
                let hash = requested(&level, "hash").map_or(max_hash, |requested| requested.min(max_hash));
                level = level.with("hash", &hash.to_string());
            }
            if let Some(threads) = self.threads {
                level = level.with("threads", &threads.min(self.cores).to_string());
            }
        }
        PlayerConfig { level, setup, game: self.game, side: None }
    }
}

/// The number of this option on the command line, if there is one.
fn requested(level: &Spec, key: &str) -> Option<u64> {
    level.options().find(|(name, _)| *name == key).and_then(|(_, value)| value.parse().ok())
}
