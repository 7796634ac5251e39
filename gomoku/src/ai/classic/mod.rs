//! The four AI players of the source document: `random`, `rule`, `minimax` and `combined`.
//!
//! They see only runs of stones without gaps: `xx.xx` is two runs of two for them. The document's players have this
//! weakness, and ours keep it on purpose.

mod bench;
mod groups;
mod minimax;
pub mod plain;
mod players;
mod run_rules;
mod run_values;
mod runs;

pub use bench::{Bench, bench};
pub use groups::Groups;
pub use minimax::{Found, WON, search};
pub use players::{Combined, Minimax, Random, Rules};
pub use run_rules::RunRule;
pub use run_values::{FIVE, RunValues};
pub use runs::{Run, runs};
