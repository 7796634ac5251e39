//! What a manager tells about the time, the memory and the rule, and the machine that follows from it.

use super::{Action, Brain, say};
use crate::gomocup::rule_of;
use crate::rules::{Position, Setup};
use common::player::Spec;
use common::protocol::{PlayerConfig, quoted};

/// Megabytes that a program may use until the manager tells: the least that tournaments give.
pub(super) const USUAL: u64 = 70;
/// Megabytes of the manager's limit that are kept for everything but the table.
const PROGRAM: u64 = 40;
/// Megabytes of a table that more would not make better.
const LARGEST: u64 = 64;
/// The level whose memory and threads can be chosen.
const CHOOSY: &str = "strong";

impl Brain {
    /// Takes an `INFO`. Keys that nobody knows are for other programs.
    pub(super) fn info(&mut self, text: &str) -> Vec<Action> {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let key = key.to_ascii_lowercase();
        if !matches!(
            key.as_str(),
            "timeout_turn" | "timeout_match" | "time_left" | "max_memory" | "rule" | "thread_num"
        ) {
            return Vec::new();
        }
        // A number of another's size is as good as the largest of ours.
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
            "thread_num" => self.threads = u16::try_from(count).ok().filter(|threads| *threads > 0),
            _ => {
                let (rule, unknown) = rule_of(u32::try_from(number).unwrap_or(0));
                self.setup.rule = rule;
                actions.extend(unknown.map(|why| say(format!("MESSAGE {why}"))));
            }
        }
        if self.stones.is_some() && matches!(key.as_str(), "max_memory" | "thread_num" | "rule") {
            actions.push(self.prepare());
        }
        actions
    }

    /// The machine that will be asked for the next move should be there by then.
    pub(super) fn prepare(&self) -> Action {
        Action::Prepare(self.config(self.setup))
    }

    /// The machine for a game, within what the manager grants.
    pub(super) fn config(&self, setup: Setup) -> PlayerConfig<Position> {
        let mut level = self.level.clone();
        if level.name() == CHOOSY {
            if self.memory > 0 {
                let room = self.memory.saturating_sub(PROGRAM).clamp(1, LARGEST);
                let hash = wished(&level, "hash").map_or(room, |wished| wished.min(room));
                level = level.with("hash", &hash.to_string());
            }
            if let Some(threads) = self.threads {
                level = level.with("threads", &threads.to_string());
            }
        }
        PlayerConfig { level, setup, game: self.game, side: None }
    }
}

/// What the command line asked for, if it is a number.
fn wished(level: &Spec, key: &str) -> Option<u64> {
    level.options().find(|(name, _)| *name == key).and_then(|(_, value)| value.parse().ok())
}
