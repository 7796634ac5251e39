//! The picture of a map in the window: textures whose regions are recoloured only when they change.

use super::art::MapArt;
use crate::map::render::{RegionColours, RegionLook};
use egui::{
    Color32, ColorImage, Context, Painter, Pos2, Rect, TextureHandle, TextureOptions, Vec2, pos2, vec2,
};
use std::sync::Arc;

/// The side of a tile in pixels. Graphics cards limit the size of textures, and only changed tiles are sent again.
const TILE: usize = 1000;
/// Below this zoom a picture of half the size is shown: it is smoother, and there is less to send.
const HALF: f32 = 0.6;

/// A rectangular part of the picture.
struct Tile {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
    /// In full and in half size.
    textures: [Option<TextureHandle>; 2],
    stale: [bool; 2],
}

/// The picture of a map with the owners of its regions.
pub struct Canvas {
    art: Arc<MapArt>,
    pixels: Vec<Color32>,
    looks: Vec<RegionLook>,
    tiles: Vec<Tile>,
}

impl std::fmt::Debug for Canvas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Canvas").field("map", &self.art.loaded.id).finish_non_exhaustive()
    }
}

fn colour([red, green, blue]: [u8; 3]) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

impl Canvas {
    /// The picture of a map without owners.
    pub fn new(art: Arc<MapArt>) -> Canvas {
        let (width, height) = (art.size().x as usize, art.size().y as usize);
        let tile = |left: usize, top: usize| Tile {
            left,
            top,
            width: TILE.min(width - left),
            height: TILE.min(height - top),
            textures: [None, None],
            stale: [true, true],
        };
        let tiles = (0..height)
            .step_by(TILE)
            .flat_map(|top| (0..width).step_by(TILE).map(move |left| (left, top)))
            .map(|(left, top)| tile(left, top))
            .collect();
        let pixels = art.shading.picture().pixels().map(|pixel| colour(pixel.0)).collect();
        let looks = vec![RegionLook::default(); art.map().regions.len()];
        Canvas { art, pixels, looks, tiles }
    }

    /// The map that is shown.
    pub fn art(&self) -> &Arc<MapArt> {
        &self.art
    }

    /// The colour at the corner of the picture, which is the sea of most maps.
    pub fn sea(&self) -> Color32 {
        self.pixels.first().copied().unwrap_or(Color32::GRAY)
    }

    /// Recolours the regions whose look has changed. Armies and highlights are drawn over the picture, not into it.
    pub fn recolour(&mut self, looks: &[RegionLook]) {
        for (region, look) in looks.iter().enumerate().take(self.looks.len()) {
            let look = RegionLook { owner: look.owner, fog: look.fog, ..RegionLook::default() };
            if self.looks[region] != look {
                self.looks[region] = look;
                self.paint_region(region);
            }
        }
    }

    fn paint_region(&mut self, region: usize) {
        let colours = RegionColours::new(self.looks[region]);
        let width = self.art.size().x as usize;
        let plain = self.art.shading.picture().as_raw().as_chunks::<3>().0;
        for run in &self.art.runs[region] {
            let (start, end) = (run.start as usize, run.end as usize);
            let (y, left) = (start / width, start % width);
            for (n, at) in (start..end).enumerate() {
                self.pixels[at] = colour(self.art.shading.pixel(plain[at], (left + n, y), &colours));
            }
        }
        // A border pixel shows in the margin of the neighbouring tile too.
        let bounds = self.art.bounds[region].expand(2.0);
        for tile in &mut self.tiles {
            let rect = Rect::from_min_size(
                pos2(tile.left as f32, tile.top as f32),
                vec2(tile.width as f32, tile.height as f32),
            );
            if rect.intersects(bounds) {
                tile.stale = [true, true];
            }
        }
    }

    /// Paints the map: `place` turns a point of the map into one of the screen, with this many points for a pixel.
    pub fn paint(&mut self, painter: &Painter, scale: f32, place: impl Fn(Pos2) -> Pos2, tint: Color32) {
        let level = usize::from(scale * painter.ctx().pixels_per_point() < HALF);
        let size = self.art.size();
        let (pixels, width, height) = (&self.pixels, size.x as usize, size.y as usize);
        for tile in &mut self.tiles {
            let rect = Rect::from_min_max(
                place(pos2(tile.left as f32, tile.top as f32)),
                place(pos2((tile.left + tile.width) as f32, (tile.top + tile.height) as f32)),
            );
            if rect.intersects(painter.clip_rect()) {
                tile.refresh(painter.ctx(), level, pixels, (width, height));
                tile.paint(painter, rect, level, tint);
            }
        }
    }
}

impl Tile {
    /// Sends the tile to the graphics card if it has changed. It has a margin of a pixel from its neighbours, so that no
    /// seams are visible.
    fn refresh(&mut self, ctx: &Context, level: usize, pixels: &[Color32], (width, height): (usize, usize)) {
        if !self.stale[level] && self.textures[level].is_some() {
            return;
        }
        self.stale[level] = false;
        let step = level + 1;
        let at = |x: usize, y: usize| pixels[y.min(height - 1) * width + x.min(width - 1)];
        let size = [self.width.div_ceil(step) + 2, self.height.div_ceil(step) + 2];
        let mut image = Vec::with_capacity(size[0] * size[1]);
        for row in 0..size[1] {
            let y = (self.top + row * step).saturating_sub(step);
            for column in 0..size[0] {
                let x = (self.left + column * step).saturating_sub(step);
                image.push(if level == 0 {
                    at(x, y)
                } else {
                    mean([at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)])
                });
            }
        }
        let image = ColorImage::new(size, image);
        match &mut self.textures[level] {
            Some(texture) => texture.set(image, TextureOptions::LINEAR),
            none => *none = Some(ctx.load_texture("map", image, TextureOptions::LINEAR)),
        }
    }

    fn paint(&self, painter: &Painter, rect: Rect, level: usize, tint: Color32) {
        let Some(texture) = &self.textures[level] else { return };
        let step = (level + 1) as f32;
        let size: Vec2 = texture.size_vec2();
        let inner = vec2(self.width as f32 / step, self.height as f32 / step);
        let start = vec2(1.0, 1.0);
        let uv = Rect::from_min_max((start / size).to_pos2(), ((start + inner) / size).to_pos2());
        painter.image(texture.id(), rect, uv, tint);
    }
}

/// The mean of four colours.
fn mean(colours: [Color32; 4]) -> Color32 {
    let channel = |of: fn(&Color32) -> u8| (colours.iter().map(|c| u16::from(of(c))).sum::<u16>() / 4) as u8;
    Color32::from_rgb(channel(Color32::r), channel(Color32::g), channel(Color32::b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::load;
    use crate::map::render::{Renderer, Scene};

    #[test]
    fn recolouring_region_by_region_gives_the_same_picture_as_drawing_it_whole() {
        let loaded = load("brindle").unwrap();
        let renderer = Renderer::new(&loaded);
        let mut canvas = Canvas::new(Arc::new(MapArt::new(loaded, false)));
        for round in 0..3_u8 {
            let look = |n: u8| RegionLook {
                owner: (!(n + round).is_multiple_of(3)).then_some((n + round) % 5),
                fog: (n * 7 + round).is_multiple_of(4),
                ..RegionLook::default()
            };
            let looks: Vec<RegionLook> = (0..15).map(look).collect();
            canvas.recolour(&looks);
            let frame = renderer.draw(&Scene { regions: looks, arrows: Vec::new() });
            assert!(frame.pixels().map(|pixel| colour(pixel.0)).eq(canvas.pixels.iter().copied()));
        }
    }
}
