//! The verb `bench`.

use crate::bench::{self, BacktrackingComparison, MethodComparison, RandomMasks};
use clap::Args;
use common::cli::{self, Failure};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// The time for each mask.
const LIMIT: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub struct Bench {
    /// Leave out the comparison of the methods and the random masks, which take minutes
    #[arg(long)]
    quick: bool,
    /// The number of random masks of each size
    #[arg(long, value_name = "N", default_value_t = 5)]
    masks: u8,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Output {
    backtracking: BacktrackingComparison,
    methods: Option<MethodComparison>,
    random: Vec<RandomMasks>,
}

impl Bench {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let backtracking = bench::compare_backtracking();
        if !self.json {
            writeln!(out, "Row by row: the method of the thesis and the pruned one\n{backtracking}")?;
            out.flush()?;
        }
        let mut output = Output { backtracking, methods: None, random: Vec::new() };
        if !self.quick {
            cli::remark("Comparing the methods on 48 masks, at most 10 s each …");
            let methods = bench::compare_methods(LIMIT, |_| ());
            if !self.json {
                writeln!(out, "Methods, at most {} s each\n{methods}", LIMIT.as_secs())?;
                writeln!(out, "Random half-filled masks, at most {} s each", LIMIT.as_secs())?;
                out.flush()?;
            }
            output.methods = Some(methods);
            output.random = bench::random_masks(usize::from(self.masks), LIMIT, |_| ());
            if !self.json {
                output.random.iter().try_for_each(|random| writeln!(out, "{random}"))?;
            }
        }
        if self.json {
            super::json(&output, out)?;
        }
        Ok(out.flush()?)
    }
}
