//! Widgets for cellular automata: painted cells, pictures of rules, and the space–time preview.
//!
//! They know automata, start rows and colours, but nothing about documents: the caller gets back what the user did.

mod colour_picker;
mod diagram_keys;
mod playback;
mod preview;
mod rule;
mod space_time;
mod start;
mod style;
mod texture;

pub use colour_picker::{colour_picker, optional_colour};
pub use playback::PLAY_SPEEDS;
pub use preview::{Preview, PreviewEvent, PreviewOptions};
pub use rule::RulePicture;
pub use space_time::{CellPosition, Diagram, SpaceTimeInput, SpaceTimeView};
pub use start::PreviewStart;
pub use style::{CellStyle, color32, contrasting_text, paint_dashed_frame, state_buttons};
pub use texture::thumbnail;
