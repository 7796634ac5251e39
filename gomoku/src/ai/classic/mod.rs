//! The source document's four machines: `random`, `rule`, `minimax` and `combined`.
//!
//! They see runs of stones only, no gaps: two and two with a point between are nothing to them. The document's machines
//! have this weakness, and so do ours on purpose.

mod bench;
mod forced;
mod groups;
mod minimax;
pub mod plain;
mod players;
mod runs;
mod worth;

pub use bench::{Bench, bench};
pub use forced::Pressing;
pub use groups::Groups;
pub use minimax::{Found, WON, search};
pub use players::{Combined, Minimax, Random, Rules};
pub use runs::{Run, runs};
pub use worth::{FIVE, Worths};
