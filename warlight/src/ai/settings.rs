//! The constants of the document's players, in one file.

use super::evaluate::{Constants, SuperRegionWeights};
use common::limits;
use common::player::{BadSpec, Spec};
use common::store;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::OnceLock;

/// The largest weight: sums of values stay far below the limits of their type.
const MAX_WEIGHT: i64 = 1000;

/// All constants of the document's players.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Of `smart-random` and `mcts`.
    pub default: Constants,
    /// Of `aggressive`.
    pub aggressive: Constants,
    /// Of the search of `mcts`.
    pub mcts: MctsSettings,
}

/// The constants of the document's search.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MctsSettings {
    /// How often each round is played.
    pub samples: usize,
    /// The rounds of a playout.
    pub playout_rounds: u32,
    /// The constant c of UCT.
    pub exploration: f64,
    /// The maximum number of turns of each player in a node.
    pub children: usize,
    /// The thinking times of the levels, in seconds.
    pub seconds: [f64; 3],
}

impl Settings {
    /// The document's constants.
    pub fn original() -> &'static Settings {
        static ORIGINAL: OnceLock<Settings> = OnceLock::new();
        ORIGINAL.get_or_init(|| {
            Settings::read(include_str!("original.yaml"))
                .expect("the file is a part of the program, and a test reads it")
        })
    }

    /// Reads settings; an error says what is wrong with them.
    pub fn read(text: &str) -> Result<Settings, String> {
        let settings: Settings = limits::parse_yaml(text, limits::PARAMETER_YAML)?;
        settings.check()?;
        Ok(settings)
    }

    /// The settings in the file that the option `settings` of a player names; the document's if it names none.
    pub fn of_spec(spec: &Spec) -> Result<Settings, BadSpec> {
        let file: String = spec.number("settings", String::new())?;
        if file.is_empty() {
            return Ok(Settings::original().clone());
        }
        let text = store::read_text(Path::new(&file), limits::PARAMETER_BYTES).map_err(|why| why.to_string());
        let settings = text.and_then(|text| Settings::read(&text));
        settings.map_err(|why| spec.bad_value("settings", &format!("{file} ({why})")))
    }

    fn check(&self) -> Result<(), String> {
        self.default.check("default")?;
        self.aggressive.check("aggressive")?;
        let mcts = &self.mcts;
        within("mcts.samples", mcts.samples as f64, 1.0, 101.0)?;
        within("mcts.playout_rounds", f64::from(mcts.playout_rounds), 0.0, 1000.0)?;
        within("mcts.exploration", mcts.exploration, 0.0, 1000.0)?;
        within("mcts.children", mcts.children as f64, 1.0, 9.0)?;
        mcts.seconds.iter().try_for_each(|seconds| within("mcts.seconds", *seconds, 0.001, 3600.0))
    }
}

impl Constants {
    fn check(&self, section: &str) -> Result<(), String> {
        let weights = |SuperRegionWeights { bonus, neighbours, regions, borders }| {
            [("bonus", bonus), ("neighbours", neighbours), ("regions", regions), ("borders", borders)]
        };
        for (name, value) in weights(self.start).into_iter().chain(weights(self.later)) {
            within(&format!("{name} in {section}"), value as f64, -MAX_WEIGHT as f64, MAX_WEIGHT as f64)?;
        }
        // Values of regions must not be negative, or a share of them would have no meaning.
        for (name, value) in [
            ("whole", self.whole),
            ("start_super_region", self.start_super_region),
            ("start_distance", self.start_distance),
            ("super_region", self.super_region),
            ("own", self.own),
            ("enemy", self.enemy),
            ("owned", self.owned),
            ("army", self.army),
            ("defence_reserve", self.defence_reserve),
        ] {
            within(&format!("{section}.{name}"), value as f64, 0.0, MAX_WEIGHT as f64)?;
        }
        within(&format!("{section}.attack_reserve"), self.attack_reserve as f64, 0.0, MAX_WEIGHT as f64)?;
        within(&format!("{section}.boldness"), f64::from(self.boldness), 0.0, 1000.0)?;
        within(&format!("{section}.picks"), self.picks as f64, 1.0, 50.0)
    }
}

fn within(name: &str, value: f64, min: f64, max: f64) -> Result<(), String> {
    if (min..=max).contains(&value) {
        Ok(())
    } else {
        Err(format!("{name} is {value}, but it must be from {min} to {max}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_file_has_the_values_of_the_document() {
        let start = SuperRegionWeights { bonus: 3, neighbours: 1, regions: -3, borders: -5 };
        let later = SuperRegionWeights { bonus: 3, neighbours: -1, regions: -5, borders: -3 };
        let default = Constants {
            start,
            later,
            whole: 30,
            start_super_region: 3,
            start_distance: 50,
            super_region: 1,
            own: 20,
            enemy: 20,
            owned: 2,
            army: 10,
            defence_reserve: 2,
            attack_reserve: 4,
            boldness: 90,
            picks: 3,
        };
        let later = SuperRegionWeights { regions: -6, ..later };
        let aggressive = Constants { later, super_region: 15, owned: 5, ..default };
        let mcts = MctsSettings {
            samples: 15,
            playout_rounds: 10,
            exploration: 2f64.sqrt(),
            children: 9,
            seconds: [2.0, 4.0, 10.0],
        };
        assert_eq!(*Settings::original(), Settings { default, aggressive, mcts });
    }

    #[test]
    fn bad_files_are_explained() {
        let text = include_str!("original.yaml");
        let why = |from: &str, to: &str| Settings::read(&text.replace(from, to)).unwrap_err();
        assert!(why("samples: 15", "samples: 0").contains("mcts.samples is 0, but it must be from 1 to 101"));
        assert!(why("army: 10", "army: -1").contains("default.army is -1"));
        assert!(why("  children: 9", "  kids: 9").contains("kids"));
        assert!(why("own: 20", "").contains("own"));
        assert!(why("exploration: 1.4142135623730951", "exploration: .nan").contains("exploration"));
        let spec: Spec = "mcts:settings=/nonexistent/file".parse().unwrap();
        let why = Settings::of_spec(&spec).unwrap_err().to_string();
        assert!(why.contains("/nonexistent/file (") && why.contains("settings"), "{why}");
    }

    proptest! {
        #[test]
        fn noise_does_not_panic(text in "[a-z0-9:\\[\\]{}&*!. \n-]{0,200}") {
            let _ = Settings::read(&text);
        }
    }
}
