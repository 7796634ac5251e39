//! The integration tests of the rule generator, in one binary.

#[cfg(feature = "window")]
mod driver;
#[cfg(feature = "window")]
mod files;
#[cfg(feature = "window")]
mod results;
#[cfg(feature = "window")]
mod small_window;
#[cfg(feature = "window")]
mod window;
