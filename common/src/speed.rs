//! How fast something goes, for `bench`.

use serde::Serialize;
use std::time::Duration;
use web_time::Instant;

/// Work and time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Speed {
    /// Positions looked at, or whatever else the work is counted in.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
    /// Both together.
    pub nodes_per_second: f64,
}

impl Speed {
    /// Nothing done yet.
    pub const NONE: Speed = Speed { nodes: 0, seconds: 0.0, nodes_per_second: 0.0 };

    /// Measures work, which says how much it was.
    pub fn of(work: impl FnOnce() -> u64) -> Speed {
        let begin = Instant::now();
        let nodes = work();
        let seconds = begin.elapsed().max(Duration::from_nanos(1)).as_secs_f64();
        Speed { nodes, seconds, nodes_per_second: nodes as f64 / seconds }
    }

    /// A line for people, in columns; `what` is what the work is counted in.
    pub fn line(&self, name: &str, what: &str) -> String {
        let Speed { nodes, seconds, nodes_per_second } = self;
        format!("{name:<12}{nodes:>10} {what} {seconds:>7.2} s {nodes_per_second:>12.0} {what} a second")
    }

    /// More work of the same kind.
    pub fn add(&mut self, more: Speed) {
        let (nodes, seconds) = (self.nodes + more.nodes, self.seconds + more.seconds);
        *self = Speed { nodes, seconds, nodes_per_second: nodes as f64 / seconds };
    }
}
