//! Parameters of an evaluation, in a file.

use crate::limits::PARAMETER_BYTES;
use crate::player::{BadSpec, Spec};
use crate::store;
use std::path::Path;
use std::sync::Arc;

/// The parameters of an evaluation that `tune` fits.
pub trait Parameters: Sized {
    /// The parameters in the form that the search uses.
    type Weights: Send + Sync;

    /// The parameters that the program was built with.
    fn built_in() -> Self;
    /// Parses a parameter file; an error says what is wrong with it.
    fn read(text: &str) -> Result<Self, String>;
    /// The text of a parameter file.
    fn write(&self) -> String;
    /// Converts the parameters for the search.
    fn weights(&self) -> Self::Weights;

    /// Opens a parameter file; an error says what is wrong with it.
    fn open(file: &Path) -> Result<Self, String> {
        Self::read(&store::read_text(file, PARAMETER_BYTES).map_err(|error| error.to_string())?)
    }
}

/// The weights for a player: from the file in its option `weights`, or else `built_in`.
pub fn weights_option<P: Parameters>(
    spec: &Spec,
    built_in: impl FnOnce() -> Arc<P::Weights>,
) -> Result<Arc<P::Weights>, BadSpec> {
    let file: String = spec.number("weights", String::new())?;
    if file.is_empty() {
        return Ok(built_in());
    }
    let parameters =
        P::open(Path::new(&file)).map_err(|why| spec.bad_value("weights", &format!("{file} ({why})")))?;
    Ok(Arc::new(parameters.weights()))
}
