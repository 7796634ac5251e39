//! The tests of the finished programs, in one binary.

mod atoms;
mod atoms_solve;
mod cell_editor;
mod cellgame;
mod games;
mod gomoku;
mod gomoku_engine;
mod hostile;
mod qttt;
mod rule_generator;
mod shared;
mod terminal;
mod warlight;
mod warlight_bots;
mod warlight_games;
mod warlight_simulate;
mod window;
