//! `stats`: games, scores and times by grade.

use crate::stats::{GradeSummary, Records, Stats};
use clap::Args;
use common::cli::{self, Context, Failure};
use serde::Serialize;
use std::io::Write;

#[derive(Debug, Args)]
pub(super) struct ShowStats {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON output.
#[derive(Serialize)]
struct Report {
    grades: Vec<GradeJson>,
}

#[derive(Serialize)]
struct GradeJson {
    grade: &'static str,
    played: u32,
    solved: u32,
    best_score: i64,
    average_score: f64,
    best_seconds: u64,
    /// The day, counted from 1970-01-01, and the score of each solved game.
    history: Vec<(i64, i64)>,
}

impl From<GradeSummary> for GradeJson {
    fn from(summary: GradeSummary) -> GradeJson {
        let GradeSummary { grade, played, solved, best_score, average_score, best_seconds, history } =
            summary;
        GradeJson { grade: grade.name(), played, solved, best_score, average_score, best_seconds, history }
    }
}

impl ShowStats {
    pub fn run(&self, context: &Context, out: &mut impl Write) -> Result<(), Failure> {
        let stats = Stats::in_store(&context.store()?).map_err(Failure::bad)?;
        if let Some(notice) = stats.notice() {
            cli::remark(notice);
        }
        let summary = stats.summary().map_err(Failure::bad)?;
        if self.json {
            super::json(&Report { grades: summary.into_iter().map(GradeJson::from).collect() }, out)?;
        } else if summary.is_empty() {
            writeln!(out, "No game has been finished yet.")?;
        } else {
            writeln!(
                out,
                "{:<10}{:>7}{:>8}{:>12}{:>15}{:>11}",
                "Grade", "Played", "Solved", "Best score", "Average score", "Best time"
            )?;
            for grade in summary {
                let GradeSummary { grade, played, solved, best_score, average_score, best_seconds, .. } =
                    grade;
                let time = format!("{}:{:02}", best_seconds / 60, best_seconds % 60);
                writeln!(
                    out,
                    "{grade:<10}{played:>7}{solved:>8}{best_score:>12}{average_score:>15.1}{time:>11}"
                )?;
            }
        }
        Ok(out.flush()?)
    }
}
