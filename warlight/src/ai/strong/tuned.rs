//! The numbers that were tuned: the style of simulated turns and the weights of the evaluation.

use super::judge::Weights;
use super::style::Style;
use common::limits;
use common::parameters::Parameters;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// Tuned numbers, as in a file of the verb `tune`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuned {
    /// The style of the simulated turns.
    pub style: Style,
    /// The weights of the evaluation.
    pub weights: Weights,
}

impl Tuned {
    /// Those that the program was built with.
    pub fn shared() -> Arc<Tuned> {
        static BUILT_IN: OnceLock<Arc<Tuned>> = OnceLock::new();
        Arc::clone(BUILT_IN.get_or_init(|| Arc::new(Tuned::built_in())))
    }
}

impl Parameters for Tuned {
    type Weights = Tuned;

    fn built_in() -> Tuned {
        Tuned::read(include_str!("tuned.yaml"))
            .expect("the file is a part of the program, and a test reads it")
    }

    fn read(text: &str) -> Result<Tuned, String> {
        let tuned: Tuned = limits::parse_yaml(text, limits::PARAMETER_YAML)?;
        let weights = tuned.weights.to_array();
        if !tuned.style.is_valid() || !weights.iter().all(|weight| weight.abs() <= 1000.0) {
            return Err("its numbers are not those of a file written by 'tune'".to_owned());
        }
        Ok(tuned)
    }

    fn write(&self) -> String {
        serde_yaml::to_string(self).unwrap_or_default()
    }

    fn weights(&self) -> Tuned {
        *self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_file_is_read() {
        let tuned = Tuned::built_in();
        assert!(tuned.style.is_valid());
        assert_eq!(Tuned::read(&tuned.write()), Ok(tuned));
    }

    #[test]
    fn other_files_are_refused() {
        let good = Tuned::built_in().write();
        assert!(Tuned::read("").is_err());
        assert!(Tuned::read(&good.replace("noise: ", "loudness: ")).is_err());
        assert!(Tuned::read(&good.replace("bold: ", "bold: -")).is_err());
        assert!(Tuned::read(&good.replace("army_share: ", "army_share: .nan # ")).is_err());
    }
}
