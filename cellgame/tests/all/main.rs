//! The integration tests of the cell puzzle, in one binary.

#[cfg(feature = "window")]
mod overview;
#[cfg(feature = "window")]
mod page;
#[cfg(feature = "window")]
mod small_windows;
#[cfg(feature = "window")]
mod start;
#[cfg(feature = "window")]
mod tutorial;
#[cfg(feature = "window")]
mod typing;
#[cfg(feature = "window")]
mod window;
