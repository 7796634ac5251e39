//! The integration tests of the automaton editor, in one binary.

#[cfg(feature = "window")]
mod areas;
#[cfg(feature = "window")]
mod driver;
#[cfg(feature = "window")]
mod forms;
#[cfg(feature = "window")]
mod keyboard;
#[cfg(feature = "window")]
mod window;
