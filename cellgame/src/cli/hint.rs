//! `hint`: the next step in four stages.

use super::input::{InputArgs, in_background, stopped};
use crate::hint::next_step;
use crate::text;
use clap::Args;
use common::automaton::State;
use common::cli::Failure;
use serde::Serialize;
use std::io::Write;

#[derive(Debug, Args)]
pub(super) struct Hint {
    #[command(flatten)]
    input: InputArgs,
    /// Print only this stage: 1 where to look, 2 which technique, 3 why, 4 the value
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    stage: Option<u8>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON output. With `--stage` it has only that stage, so that nothing more is revealed.
#[derive(Serialize)]
struct Report {
    stages: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<StepJson>,
}

#[derive(Serialize)]
struct StepJson {
    cell: String,
    state: State,
    technique: &'static str,
    /// The cells that imply it.
    evidence: Vec<String>,
}

impl Hint {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let view = self.input.read()?;
        if view.hidden() == 0 {
            return Err(Failure::No("there is nothing to find: no cell is hidden".to_owned()));
        }
        let seen = view.clone();
        let step = in_background("looking for a step", move |work| {
            let step = next_step(&seen, work);
            if step.is_none() && work.stopped() { Err(stopped()) } else { Ok(step) }
        })?;
        let Some(step) = step else {
            return Err(Failure::No(
                "nothing follows from what is shown: the board has several solutions or none".to_owned(),
            ));
        };
        let stages = text::stage_texts(&view, &step);
        let wanted = |n: usize| self.stage.is_none_or(|stage| usize::from(stage) == n + 1);
        let stages: Vec<(usize, String)> =
            stages.into_iter().enumerate().filter(|(n, _)| wanted(*n)).collect();
        if self.json {
            let cell = |cell: usize| view.layout().cell(cell).to_string();
            let all = StepJson {
                cell: cell(step.why.cell),
                state: step.why.state,
                technique: text::technique_name(step.why.technique),
                evidence: step.why.evidence.iter().map(|(evidence, _)| cell(*evidence)).collect(),
            };
            let stages = stages.into_iter().map(|(_, text)| text).collect();
            super::json(&Report { stages, step: self.stage.is_none().then_some(all) }, out)?;
        } else {
            for (n, text) in stages {
                writeln!(out, "{}. {text}", n + 1)?;
            }
        }
        Ok(out.flush()?)
    }
}
