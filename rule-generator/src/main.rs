//! The binary of the rule generator; see the library.

fn main() {}
