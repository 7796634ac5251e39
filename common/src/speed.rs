//! Measured speed, for `bench`.

use serde::Serialize;
use std::time::Duration;
use web_time::Instant;

/// An amount of work and the time it took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Speed {
    /// Number of searched positions, or of other units of work.
    pub nodes: u64,
    /// Elapsed time.
    pub seconds: f64,
    /// Nodes divided by seconds.
    pub nodes_per_second: f64,
}

impl Speed {
    /// No work in no time.
    pub const NONE: Speed = Speed { nodes: 0, seconds: 0.0, nodes_per_second: 0.0 };

    /// Measures `work`, which returns its number of nodes.
    pub fn of(work: impl FnOnce() -> u64) -> Speed {
        let start = Instant::now();
        let nodes = work();
        let seconds = start.elapsed().max(Duration::from_nanos(1)).as_secs_f64();
        Speed { nodes, seconds, nodes_per_second: nodes as f64 / seconds }
    }

    /// A line of a table; `unit` names what `nodes` counts.
    pub fn line(&self, name: &str, unit: &str) -> String {
        let Speed { nodes, seconds, nodes_per_second } = self;
        format!("{name:<12}{nodes:>10} {unit} {seconds:>7.2} s {nodes_per_second:>12.0} {unit} per second")
    }

    /// Adds another measurement.
    pub fn add(&mut self, other: Speed) {
        let (nodes, seconds) = (self.nodes + other.nodes, self.seconds + other.seconds);
        *self = Speed { nodes, seconds, nodes_per_second: nodes as f64 / seconds };
    }
}
