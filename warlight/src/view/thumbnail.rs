//! Small pictures of positions: for the start page, lists of games and maps.

use super::art::{ArtLoader, MapArt};
use super::paint;
use crate::map::RegionId;
use crate::map::render::{RegionColours, RegionLook};
use crate::rules::{MapRef, Setup, State};
use common::store::Store;
use egui::{Color32, ColorImage, Context, Id, Painter, Rect, TextureHandle, TextureOptions, Vec2};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Pictures are as sharp as the screen, but not wider than this.
const MAX_WIDTH: f32 = 1400.0;

/// The loader of all small pictures.
fn loader(ctx: &Context) -> Arc<Mutex<ArtLoader>> {
    ctx.data_mut(|data| {
        Arc::clone(data.get_temp_mut_or_default::<Arc<Mutex<ArtLoader>>>(Id::unique("thumbnail maps")))
    })
}

/// Says where the user's maps are.
pub fn attach(ctx: &Context, store: &Store) {
    loader(ctx).lock().unwrap_or_else(PoisonError::into_inner).attach(store);
}

/// Paints a small picture of a position into the middle of a rectangle. Returns the part that it fills; `None` while the
/// map is being loaded.
pub fn paint(painter: &Painter, rect: Rect, setup: &Setup, state: &State, dark: bool) -> Option<Rect> {
    map_picture(painter, rect, &setup.map, &setup.looks.colours(), state, dark)
}

/// Paints a small picture of a map without owners.
pub fn paint_map(painter: &Painter, rect: Rect, map: &MapRef, dark: bool) -> Option<Rect> {
    map_picture(painter, rect, map, &[], &State::neutral(map), dark)
}

fn map_picture(
    painter: &Painter,
    rect: Rect,
    map: &MapRef,
    colours: &[u8],
    state: &State,
    dark: bool,
) -> Option<Rect> {
    let ctx = painter.ctx();
    let loader = loader(ctx);
    // Several maps in one list share the loader: while one is being loaded, the others wait.
    let art = loader.lock().unwrap_or_else(PoisonError::into_inner).get(ctx, map)?;
    let scale = (rect.width() / art.size().x).min(rect.height() / art.size().y);
    let inner = Rect::from_center_size(rect.center(), art.size() * scale);
    let texture = texture(ctx, &art, state, colours, inner.size());
    let tint = if dark { Color32::from_gray(215) } else { Color32::WHITE };
    let uv = Rect::from_min_max(egui::Pos2::ZERO, egui::Pos2::new(1.0, 1.0));
    painter.image(texture.id(), inner, uv, tint);
    let corner = egui::CornerRadius::same(6);
    painter.rect_stroke(
        inner,
        corner,
        egui::Stroke::new(1.0, paint::INK.gamma_multiply(0.4)),
        egui::StrokeKind::Outside,
    );
    Some(inner)
}

/// The texture of a picture; each is made once.
fn texture(ctx: &Context, art: &MapArt, state: &State, colours: &[u8], size: Vec2) -> TextureHandle {
    let width = (size.x * ctx.pixels_per_point()).clamp(16.0, MAX_WIDTH) as usize;
    let mut hasher = DefaultHasher::new();
    (art.loaded.id.as_str(), art.map().regions.len(), state, colours, width).hash(&mut hasher);
    let id = Id::unique(("thumbnail", hasher.finish()));
    if let Some(texture) = ctx.data(|data| data.get_temp::<TextureHandle>(id)) {
        return texture;
    }
    let texture = ctx.load_texture("thumbnail", picture(art, state, colours, width), TextureOptions::LINEAR);
    ctx.data_mut(|data| data.insert_temp(id, texture.clone()));
    texture
}

/// The picture of a position, this many pixels wide.
fn picture(art: &MapArt, state: &State, palette: &[u8], width: usize) -> ColorImage {
    let full = art.size();
    let height = ((width as f32 * full.y / full.x) as usize).max(1);
    let colours = |region: usize| {
        let owned = region < state.len();
        let owner = owned.then(|| state.owner(region as RegionId)).flatten().map(|side| side.0);
        RegionColours::new(RegionLook { owner, ..RegionLook::default() }.in_colours(palette))
    };
    let colours: Vec<RegionColours> = (0..art.map().regions.len()).map(colours).collect();
    let plain = art.shading.picture().as_raw().as_chunks::<3>().0;
    let template = art.shading.template().pixels();
    let across = full.x as usize;
    let at = |x: usize, y: usize| {
        let at = y * across + x;
        match colours.get(usize::from(template[at])) {
            Some(colours) => art.shading.pixel(plain[at], (x, y), colours),
            None => plain[at],
        }
    };
    let range = |n: usize, of: usize, full: f32| {
        let (from, to) = (n as f32 * full / of as f32, (n + 1) as f32 * full / of as f32);
        let from = (from as usize).min(full as usize - 1);
        from..(to as usize).clamp(from + 1, full as usize)
    };
    let mut pixels = Vec::with_capacity(width * height);
    for row in 0..height {
        for column in 0..width {
            let (mut sum, mut count) = ([0_u32; 3], 0);
            for y in range(row, height, full.y) {
                for x in range(column, width, full.x) {
                    let pixel = at(x, y);
                    for (sum, channel) in sum.iter_mut().zip(pixel) {
                        *sum += u32::from(channel);
                    }
                    count += 1;
                }
            }
            let [red, green, blue] = sum.map(|sum| (sum / count.max(1)) as u8);
            pixels.push(Color32::from_rgb(red, green, blue));
        }
    }
    ColorImage::new([width, height], pixels)
}
