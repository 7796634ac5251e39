//! Measures how long frames of a large board take to build and to tessellate.

use super::CellUi;
use crate::rules::{Puzzle, PuzzleSetup};
use common::store::Store;
use common::window::{Content, Shell, theme};
use egui::{Context, Event, Pos2, RawInput, Rect, vec2};
use serde::Serialize;
use std::hint::black_box;
use web_time::Instant;
