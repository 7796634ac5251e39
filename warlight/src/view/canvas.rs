//! The picture of a map in the window: textures whose regions are recoloured only when they change.

use super::art::MapArt;
use super::pixels::{RegionFill, half_size};
use crate::map::render::RegionLook;
use egui::{
    Color32, ColorImage, Context, Painter, Pos2, Rect, TextureHandle, TextureOptions, Vec2, pos2, vec2,
};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// The side of a tile in pixels: graphics cards limit the size of textures.
const TILE: usize = 1000;
/// Below this zoom a picture of half the size is shown: it is smoother, and there is less to send.
const HALF: f32 = 0.6;

/// A rectangle of pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Area {
    x: Range<usize>,
    y: Range<usize>,
}

impl Area {
    /// The smallest rectangle around both.
    fn union(&self, other: &Area) -> Area {
        let union = |a: &Range<usize>, b: &Range<usize>| a.start.min(b.start)..a.end.max(b.end);
        Area { x: union(&self.x, &other.x), y: union(&self.y, &other.y) }
    }

    fn intersection(&self, other: &Area) -> Option<Area> {
        let common = |a: &Range<usize>, b: &Range<usize>| a.start.max(b.start)..a.end.min(b.end);
        let area = Area { x: common(&self.x, &other.x), y: common(&self.y, &other.y) };
        (!area.x.is_empty() && !area.y.is_empty()).then_some(area)
    }

    /// The rectangle with a border around it.
    fn expanded(&self, by: usize) -> Area {
        let expand = |range: &Range<usize>| range.start.saturating_sub(by)..range.end + by;
        Area { x: expand(&self.x), y: expand(&self.y) }
    }
}

/// A part of the picture as a texture, in one of two sizes. It has a margin of a pixel from its neighbours, so that no
/// seams are visible.
struct Texture {
    handle: TextureHandle,
    /// What has changed since it was sent to the graphics card.
    stale: Option<Area>,
}

/// A rectangular part of the picture.
struct Tile {
    area: Area,
    /// In full and in half size.
    textures: [Option<Texture>; 2],
}

/// The picture of a map with the owners of its regions.
pub struct Canvas {
    art: Arc<MapArt>,
    pixels: Vec<Color32>,
    looks: Vec<RegionLook>,
    tiles: Vec<Tile>,
    /// How regions are filled, by their looks.
    fills: HashMap<(Option<u8>, bool), RegionFill>,
}

impl std::fmt::Debug for Canvas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Canvas").field("map", &self.art.loaded.id).finish_non_exhaustive()
    }
}

impl Canvas {
    /// The picture of a map without owners.
    pub fn new(art: Arc<MapArt>) -> Canvas {
        let (width, height) = (art.size().x as usize, art.size().y as usize);
        let tile = |left: usize, top: usize| Tile {
            area: Area { x: left..(left + TILE).min(width), y: top..(top + TILE).min(height) },
            textures: [None, None],
        };
        let tiles = (0..height)
            .step_by(TILE)
            .flat_map(|top| (0..width).step_by(TILE).map(move |left| (left, top)))
            .map(|(left, top)| tile(left, top))
            .collect();
        let colour = |[red, green, blue]: [u8; 3]| Color32::from_rgb(red, green, blue);
        let pixels = art.shading.picture().pixels().map(|pixel| colour(pixel.0)).collect();
        let looks = vec![RegionLook::default(); art.map().regions.len()];
        Canvas { art, pixels, looks, tiles, fills: HashMap::new() }
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
        let look = self.looks[region];
        let fill = self.fills.entry((look.owner, look.fog)).or_insert_with(|| RegionFill::new(look));
        let width = self.art.size().x as usize;
        for run in &self.art.runs[region] {
            let run = run.start as usize..run.end as usize;
            let place = (run.start % width, run.start / width);
            fill.paint(&self.art.shading, run.clone(), place, &mut self.pixels[run]);
        }
        let bounds = self.art.bounds[region];
        let changed = Area {
            x: bounds.min.x as usize..bounds.max.x.ceil() as usize,
            y: bounds.min.y as usize..bounds.max.y.ceil() as usize,
        };
        for tile in &mut self.tiles {
            // A border pixel shows in the margin of the neighbouring tile too.
            let Some(changed) = tile.area.expanded(2).intersection(&changed) else { continue };
            for texture in tile.textures.iter_mut().flatten() {
                texture.stale =
                    Some(texture.stale.as_ref().map_or(changed.clone(), |old| old.union(&changed)));
            }
        }
    }

    /// Paints the map: `place` turns a point of the map into one of the screen, with this many points for a pixel.
    pub fn paint(&mut self, painter: &Painter, scale: f32, place: impl Fn(Pos2) -> Pos2, tint: Color32) {
        let level = usize::from(scale * painter.ctx().pixels_per_point() < HALF);
        let width = self.art.size().x as usize;
        for tile in &mut self.tiles {
            let Area { x, y } = &tile.area;
            let rect = Rect::from_min_max(
                place(pos2(x.start as f32, y.start as f32)),
                place(pos2(x.end as f32, y.end as f32)),
            );
            if rect.intersects(painter.clip_rect()) {
                tile.refresh(painter.ctx(), level, &self.pixels, width);
                tile.paint(painter, rect, level, tint);
            }
        }
    }
}

impl Tile {
    /// Sends what has changed to the graphics card.
    fn refresh(&mut self, ctx: &Context, level: usize, pixels: &[Color32], width: usize) {
        let step = level + 1;
        let size = [self.area.x.len().div_ceil(step) + 2, self.area.y.len().div_ceil(step) + 2];
        match &mut self.textures[level] {
            Some(texture) => {
                let Some(stale) = texture.stale.take() else { return };
                // From pixels of the map to those of the texture, whose first ones are the margin.
                let within = |range: &Range<usize>, start: usize, size: usize| {
                    let first = (range.start + step).saturating_sub(start) / step;
                    let last = (range.end + step).saturating_sub(start).div_ceil(step) + 1;
                    first.saturating_sub(1)..last.min(size)
                };
                let columns = within(&stale.x, self.area.x.start, size[0]);
                let rows = within(&stale.y, self.area.y.start, size[1]);
                if columns.is_empty() || rows.is_empty() {
                    return;
                }
                let from = [columns.start, rows.start];
                let image = self.area.image(level, columns, rows, pixels, width);
                texture.handle.set_partial(from, image, TextureOptions::LINEAR);
            }
            none => {
                let image = self.area.image(level, 0..size[0], 0..size[1], pixels, width);
                let handle = ctx.load_texture("map", image, TextureOptions::LINEAR);
                *none = Some(Texture { handle, stale: None });
            }
        }
    }

    fn paint(&self, painter: &Painter, rect: Rect, level: usize, tint: Color32) {
        let Some(Texture { handle, .. }) = &self.textures[level] else { return };
        let step = (level + 1) as f32;
        let size: Vec2 = handle.size_vec2();
        let inner = vec2(self.area.x.len() as f32 / step, self.area.y.len() as f32 / step);
        let start = vec2(1.0, 1.0);
        let uv = Rect::from_min_max((start / size).to_pos2(), ((start + inner) / size).to_pos2());
        painter.image(handle.id(), rect, uv, tint);
    }
}

impl Area {
    /// A part of the texture of this area.
    fn image(
        &self,
        level: usize,
        columns: Range<usize>,
        rows: Range<usize>,
        pixels: &[Color32],
        width: usize,
    ) -> ColorImage {
        let (step, height) = (level + 1, pixels.len() / width.max(1));
        let mut image = Vec::with_capacity(columns.len() * rows.len());
        for row in rows.clone() {
            let y = (self.y.start + row * step).saturating_sub(step).min(height - 1);
            let line = |y: usize| &pixels[y * width..][..width];
            let (upper, lower) = (line(y), line((y + 1).min(height - 1)));
            let first = self.x.start + columns.start * step;
            if level == 0 {
                let x = |column: usize| (self.x.start + column).saturating_sub(1).min(width - 1);
                let middle = first.max(1) - 1..(self.x.start + columns.end).saturating_sub(1).min(width);
                let margin = columns.len() - middle.len();
                image.extend(columns.clone().take(usize::from(first == 0)).map(|column| upper[x(column)]));
                image.extend_from_slice(&upper[middle]);
                let missing = margin - usize::from(first == 0);
                image.extend(std::iter::repeat_n(upper[width - 1], missing));
            } else {
                half_size(upper, lower, self.x.start, columns.clone(), &mut image);
            }
        }
        ColorImage::new([columns.len(), rows.len()], image)
    }
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
            let colour = |[red, green, blue]: [u8; 3]| Color32::from_rgb(red, green, blue);
            assert!(frame.pixels().map(|pixel| colour(pixel.0)).eq(canvas.pixels.iter().copied()));
        }
    }

    /// What the old way of making a texture gives, pixel by pixel.
    fn whole(area: &Area, level: usize, pixels: &[Color32], (width, height): (usize, usize)) -> Vec<Color32> {
        let step = level + 1;
        let at = |x: usize, y: usize| pixels[y.min(height - 1) * width + x.min(width - 1)];
        let size = [area.x.len().div_ceil(step) + 2, area.y.len().div_ceil(step) + 2];
        let pixel = |column: usize, row: usize| {
            let x = (area.x.start + column * step).saturating_sub(step);
            let y = (area.y.start + row * step).saturating_sub(step);
            if level == 0 {
                return at(x, y);
            }
            let four = [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)];
            let mean =
                |of: fn(&Color32) -> u8| (four.iter().map(|c| u16::from(of(c))).sum::<u16>() / 4) as u8;
            Color32::from_rgb(mean(Color32::r), mean(Color32::g), mean(Color32::b))
        };
        (0..size[1])
            .flat_map(|row| (0..size[0]).map(move |column| (column, row)))
            .map(|(c, r)| pixel(c, r))
            .collect()
    }

    #[test]
    fn textures_show_the_pixels_of_their_part_with_a_margin() {
        for (width, height) in [(37, 23), (40, 20), (8, 9)] {
            let pixels: Vec<Color32> = (0..width * height)
                .map(|n| Color32::from_rgb((n * 7) as u8, (n / 3) as u8, (n * n) as u8))
                .collect();
            for x in [0..8, 8..width, 3..width - 1] {
                for y in [0..height, 5..height, 2..7] {
                    let area = Area { x: x.clone(), y: y.clone() };
                    for level in [0, 1] {
                        let step = level + 1;
                        let size = [area.x.len().div_ceil(step) + 2, area.y.len().div_ceil(step) + 2];
                        let expected = whole(&area, level, &pixels, (width, height));
                        let image = area.image(level, 0..size[0], 0..size[1], &pixels, width);
                        assert_eq!(image.pixels, expected, "{area:?} {level}");
                        let part = area.image(level, 1..size[0] - 1, 1..size[1], &pixels, width);
                        let same = |(n, pixel): (usize, &Color32)| {
                            let (column, row) = (n % (size[0] - 2) + 1, n / (size[0] - 2) + 1);
                            expected[row * size[0] + column] == *pixel
                        };
                        assert!(part.pixels.iter().enumerate().all(same), "{area:?} {level}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_changed_part_of_a_texture_is_replaced() {
        let art = Arc::new(MapArt::new(load("brindle").unwrap(), false));
        let size = (art.size().x as usize, art.size().y as usize);
        let ctx = Context::default();
        for scale in [1.0, 0.3] {
            let mut canvas = Canvas::new(Arc::clone(&art));
            let mut shown: HashMap<egui::TextureId, ColorImage> = HashMap::new();
            for round in 0..4_u8 {
                let look = |n: u8| RegionLook {
                    owner: (n % 4 <= round).then_some((n + round) % 3),
                    ..RegionLook::default()
                };
                canvas.recolour(&(0..15).map(look).collect::<Vec<_>>());
                let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
                    canvas.paint(ui.painter(), scale, |point| point * 0.01, Color32::WHITE);
                });
                let set = std::mem::take(&mut output.textures_delta.set);
                output.textures_delta.clear();
                let deltas =
                    set.into_iter().flat_map(|(id, deltas)| deltas.into_iter().map(move |it| (id, it)));
                for (id, delta) in deltas {
                    let egui::ImageData::Color(image) = &delta.image;
                    match delta.pos {
                        None => drop(shown.insert(id, ColorImage::clone(image))),
                        Some([x, y]) => {
                            let texture = shown.get_mut(&id).unwrap();
                            let (width, columns) = (texture.width(), image.width());
                            for (row, line) in image.pixels.chunks(columns).enumerate() {
                                texture.pixels[(y + row) * width + x..][..columns].copy_from_slice(line);
                            }
                        }
                    }
                }
                let level = usize::from(scale < HALF);
                for tile in &canvas.tiles {
                    let handle = &tile.textures[level].as_ref().unwrap().handle;
                    let expected = whole(&tile.area, level, &canvas.pixels, size);
                    assert!(shown[&handle.id()].pixels == expected, "{scale} {round} {:?}", tile.area);
                }
            }
        }
    }
}
