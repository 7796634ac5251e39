//! Finds text that is hard to read, in what a window has really drawn.

use crate::window::theme::{self, contrast};
use egui::epaint::{ClippedShape, Mesh, TextShape};
use egui::{Color32, FontFamily, Pos2, Rect, Shape, TextureId};
use std::collections::BTreeSet;

/// The least contrast of text.
const TEXT: f32 = 4.5;
/// The least contrast of large text.
const LARGE_TEXT: f32 = 3.0;

/// The texts whose contrast with what is behind them is too low, each with its colours. Text that is drawn translucently
/// belongs to disabled controls and is left out, as is text on pictures.
pub fn unreadable_texts(shapes: &[ClippedShape]) -> BTreeSet<String> {
    let mut flat = Vec::new();
    for clipped in shapes {
        flatten(&clipped.shape, clipped.clip_rect, &mut flat);
    }
    let mut found = BTreeSet::new();
    for (at, (clip, shape)) in flat.iter().enumerate() {
        let Shape::Text(text) = shape else { continue };
        let least = if is_large(text) { LARGE_TEXT } else { TEXT };
        for (place, ink) in glyphs(text) {
            if !ink.is_opaque() || text.opacity_factor < 1.0 || !clip.contains(place) {
                continue;
            }
            let Some(back) = background(&flat[..at], place) else { continue };
            let contrast = contrast(ink, back);
            if contrast < least {
                let words = text.galley.text();
                found.insert(format!("{words:?}: {ink:?} on {back:?} has a contrast of {contrast:.1}"));
            }
        }
    }
    found
}

fn flatten<'a>(shape: &'a Shape, clip: Rect, out: &mut Vec<(Rect, &'a Shape)>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| flatten(shape, clip, out)),
        shape => out.push((clip, shape)),
    }
}

/// Large text is defined by the web's accessibility rules: 24 pixels, or 18.7 in a bold font.
fn is_large(text: &TextShape) -> bool {
    text.galley.job.sections.iter().all(|section| {
        let font = &section.format.font_id;
        let heavy = font.family == theme::heavy(1.0).family && font.family != FontFamily::Proportional;
        font.size >= if heavy { 18.7 } else { 24.0 }
    })
}

/// The centres of the letters, and their colours.
fn glyphs(text: &TextShape) -> Vec<(Pos2, Color32)> {
    let mut found = Vec::new();
    for row in &text.galley.rows {
        let visuals = &row.row.visuals;
        for corners in visuals.mesh.vertices[visuals.glyph_vertex_range.clone()].chunks_exact(4) {
            let centre = corners[0].pos.lerp(corners[3].pos, 0.5);
            let drawn = corners[0].color;
            let fallback = if drawn == Color32::PLACEHOLDER { text.fallback_color } else { drawn };
            let ink = text.override_text_color.unwrap_or(fallback);
            found.push((text.pos + row.pos.to_vec2() + centre.to_vec2(), ink));
        }
    }
    found
}

/// What is painted at a place. Nothing if it is a picture.
fn background(shapes: &[(Rect, &Shape)], place: Pos2) -> Option<Color32> {
    let mut back = None;
    for (_, shape) in shapes.iter().filter(|(clip, _)| clip.contains(place)) {
        let fill = match shape {
            Shape::Rect(rect) if rect.rect.contains(place) && rect.blur_width <= 0.0 => {
                if rect.brush.is_some() {
                    back = None;
                    continue;
                }
                rect.fill
            }
            Shape::Circle(circle) if circle.center.distance(place) <= circle.radius => circle.fill,
            Shape::Path(path) if path.closed && is_inside(&path.points, place) => path.fill,
            Shape::Mesh(mesh) => match colour_at(mesh, place) {
                None => continue,
                Some(_) if mesh.texture_id != TextureId::default() => {
                    back = None;
                    continue;
                }
                Some(colour) => colour,
            },
            _ => continue,
        };
        back = if fill.is_opaque() { Some(fill) } else { back.map(|back: Color32| back.blend(fill)) };
    }
    back
}

/// The colour of the topmost triangle at a place.
fn colour_at(mesh: &Mesh, place: Pos2) -> Option<Color32> {
    mesh.indices.chunks_exact(3).rev().find_map(|corners| {
        let corners = [0, 1, 2].map(|n| mesh.vertices[corners[n] as usize]);
        is_inside(&corners.map(|corner| corner.pos), place).then_some(corners[0].color)
    })
}

/// Whether a polygon contains a point: a ray to the right crosses its edges an odd number of times.
fn is_inside(corners: &[Pos2], point: Pos2) -> bool {
    let Some(last) = corners.last() else { return false };
    let mut inside = false;
    let mut from = last;
    for to in corners {
        if (from.y > point.y) != (to.y > point.y) {
            let x = from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x);
            inside ^= point.x < x;
        }
        from = to;
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{CentralPanel, Frame, RichText, pos2};
    use egui_kittest::Harness;

    /// What is unreadable if this colour is used for text on white.
    fn on_white(size: f32, ink: Color32, disabled: bool) -> BTreeSet<String> {
        let draw = move |ui: &mut egui::Ui| {
            CentralPanel::default().frame(Frame::new().fill(Color32::WHITE)).show(ui, |ui| {
                let text = RichText::new("words").size(size).color(ink);
                ui.add_enabled(!disabled, egui::Label::new(text));
            });
        };
        let mut harness = Harness::builder().with_context_setup(theme::apply).build_ui(draw);
        harness.run();
        unreadable_texts(&harness.output().shapes)
    }

    #[test]
    fn only_faint_text_is_found() {
        let grey = Color32::from_gray;
        assert!(on_white(15.0, grey(0x70), false).is_empty());
        let faint = on_white(15.0, grey(0x80), false);
        assert_eq!(faint.len(), 1, "{faint:?}");
        assert!(faint.iter().all(|one| one.starts_with("\"words\"") && one.ends_with("of 3.9")), "{faint:?}");
        assert!(on_white(24.0, grey(0x80), false).is_empty(), "large text may be fainter");
        assert!(!on_white(24.0, grey(0xa0), false).is_empty());
        assert!(on_white(15.0, grey(0x80), true).is_empty(), "a disabled control");
    }

    #[test]
    fn a_point_is_inside_a_polygon_or_not() {
        let arrow = [pos2(0.0, 0.0), pos2(10.0, 5.0), pos2(0.0, 10.0), pos2(3.0, 5.0)];
        assert!(is_inside(&arrow, pos2(5.0, 5.0)));
        assert!(!is_inside(&arrow, pos2(1.0, 5.0)) && !is_inside(&arrow, pos2(11.0, 5.0)));
        assert!(!is_inside(&[], pos2(0.0, 0.0)));
    }
}
