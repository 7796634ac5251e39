//! The integration tests of Warlight, in one binary.

#[cfg(feature = "window")]
mod games;
#[cfg(feature = "window")]
mod maps;
#[cfg(feature = "window")]
mod planning;
#[cfg(feature = "window")]
mod replays;
#[cfg(feature = "window")]
mod simulator;
#[cfg(feature = "window")]
mod small_windows;
#[cfg(feature = "window")]
mod window;
