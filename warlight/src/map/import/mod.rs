//! Maps of other programs.
