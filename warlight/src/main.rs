//! The binary of Warlight; see the library.

fn main() {}
