//! The maps that can be chosen: the built-in ones and those in the user's folder, loaded in the background.

use crate::map::{self, LoadedMap, MapError};
use common::job::{Job, Work};
use common::store;
use common::words::sentence;
use egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};
use image::RgbImage;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::vec;
use web_time::SystemTime;

/// The width of small pictures in pixels.
const PICTURE_WIDTH: usize = 480;

/// Where a map comes from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum MapSource {
    /// A built-in map, by its name.
    Builtin(&'static str),
    /// A file of the user.
    File(PathBuf),
}

impl MapSource {
    /// What [`map::load`] and the option *Map* take.
    pub fn text(&self) -> String {
        match self {
            MapSource::Builtin(name) => (*name).to_owned(),
            MapSource::File(path) => path.to_string_lossy().into_owned(),
        }
    }

    /// The name of the map if nothing else is known of it.
    pub fn id(&self) -> String {
        match self {
            MapSource::Builtin(name) => (*name).to_owned(),
            MapSource::File(path) => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        }
    }

    /// The file of a map of the user.
    pub fn file(&self) -> Option<&Path> {
        match self {
            MapSource::Builtin(_) => None,
            MapSource::File(path) => Some(path),
        }
    }
}

/// What is shown of a map.
#[derive(Debug)]
pub struct MapSummary {
    /// The name.
    pub name: String,
    /// A sentence about it; may be empty.
    pub about: String,
    /// The number of regions.
    pub regions: usize,
    /// The number of super regions.
    pub super_regions: usize,
    /// The number of borders.
    pub borders: usize,
    /// The number of players that it carries.
    pub max_players: u8,
    /// A small picture.
    pub picture: ColorImage,
}

impl MapSummary {
    /// The summary of a map.
    pub fn new(loaded: &LoadedMap) -> MapSummary {
        let map = &loaded.map;
        MapSummary {
            name: map.name.clone(),
            about: loaded.about.clone(),
            regions: map.regions.len(),
            super_regions: map.super_regions.len(),
            borders: map.regions.iter().map(|region| region.neighbours.len()).sum::<usize>() / 2,
            max_players: map.max_players,
            picture: small_picture(&loaded.picture, PICTURE_WIDTH),
        }
    }

    /// The numbers in a line.
    pub fn numbers(&self) -> String {
        let MapSummary { regions, super_regions, max_players, .. } = self;
        let groups = if *super_regions == 1 { "super region" } else { "super regions" };
        format!("{regions} regions, {super_regions} {groups}, up to {max_players} players")
    }
}

/// A map that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapTrouble {
    /// What is wrong, in a sentence.
    pub message: String,
    /// The mistakes of the map, in sentences.
    pub mistakes: Vec<String>,
    /// The editor can repair it.
    pub can_edit: bool,
}

impl MapTrouble {
    fn new(source: &MapSource, error: &MapError) -> MapTrouble {
        let MapError::Mistakes { mistakes, .. } = error else {
            let message = sentence(&error.to_string());
            return MapTrouble { message, mistakes: Vec::new(), can_edit: false };
        };
        MapTrouble {
            message: "This map has mistakes and cannot be played on.".to_owned(),
            mistakes: mistakes.iter().map(|mistake| sentence(&mistake.to_string())).collect(),
            can_edit: map::load_with_mistakes(&source.text()).is_ok(),
        }
    }
}

/// A map of the list.
#[derive(Debug, Clone)]
pub struct MapEntry {
    /// Where it comes from.
    pub source: MapSource,
    /// What it is, or why it cannot be used.
    pub content: Result<Arc<MapSummary>, MapTrouble>,
    /// When its files were changed.
    changed: [Option<SystemTime>; 3],
}

impl MapEntry {
    fn load(source: MapSource) -> MapEntry {
        let changed = changed(&source);
        let summary = || map::load(&source.text()).map(|loaded| Arc::new(MapSummary::new(&loaded)));
        let summary = match &source {
            MapSource::Builtin(name) => builtin_summary(name, summary),
            MapSource::File(_) => summary(),
        };
        let content = summary.map_err(|error| MapTrouble::new(&source, &error));
        MapEntry { source, content, changed }
    }

    /// The name.
    pub fn name(&self) -> String {
        self.content.as_ref().map_or_else(|_| self.source.id(), |summary| summary.name.clone())
    }
}

/// The summary of a built-in map, which does not change. It is made once.
fn builtin_summary(
    name: &'static str,
    make: impl FnOnce() -> Result<Arc<MapSummary>, MapError>,
) -> Result<Arc<MapSummary>, MapError> {
    static KNOWN: LazyLock<Mutex<HashMap<&str, Arc<MapSummary>>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(summary) = known.get(name) {
        return Ok(Arc::clone(summary));
    }
    let summary = make()?;
    known.insert(name, Arc::clone(&summary));
    Ok(summary)
}

fn changed(source: &MapSource) -> [Option<SystemTime>; 3] {
    let Some(path) = source.file() else { return [None; 3] };
    map::files_of(path).map(|file| store::modified(&file))
}

/// A picture this many pixels wide, or as it is where it is smaller.
pub fn small_picture(picture: &RgbImage, width: usize) -> ColorImage {
    let (full_width, full_height) = (picture.width() as usize, picture.height() as usize);
    let width = width.min(full_width).max(1);
    let height = (width * full_height / full_width.max(1)).max(1);
    let mut pixels = Vec::with_capacity(width * height);
    let range =
        |n: usize, of: usize, full: usize| n * full / of..((n + 1) * full / of).max(n * full / of + 1);
    for row in 0..height {
        for column in 0..width {
            let (mut sum, mut count) = ([0_u32; 3], 0);
            for y in range(row, height, full_height) {
                for x in range(column, width, full_width) {
                    let pixel = picture.get_pixel(x as u32, y as u32).0;
                    sum = std::array::from_fn(|n| sum[n] + u32::from(pixel[n]));
                    count += 1;
                }
            }
            let [red, green, blue] = sum.map(|sum| (sum / count.max(1)) as u8);
            pixels.push(Color32::from_rgb(red, green, blue));
        }
    }
    ColorImage::new([width, height], pixels)
}

/// Smooth also where a picture is shown smaller than it is.
pub fn texture_options() -> TextureOptions {
    TextureOptions { mipmap_mode: Some(egui::TextureFilter::Linear), ..TextureOptions::LINEAR }
}

/// What was found so far, and why the folder cannot be listed.
#[derive(Debug, Default)]
struct Found {
    entries: Vec<MapEntry>,
    trouble: String,
}

/// The list of maps.
#[derive(Default)]
pub struct Library {
    /// The maps: the built-in ones first.
    pub entries: Vec<MapEntry>,
    /// Why the folder cannot be listed, if it cannot.
    pub trouble: String,
    found: Arc<Mutex<Found>>,
    job: Option<Job<()>>,
    /// The list is wanted again as soon as the running job has ended.
    again: bool,
    textures: HashMap<MapSource, (Arc<MapSummary>, TextureHandle)>,
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("entries", &self.entries).finish_non_exhaustive()
    }
}

impl Library {
    /// Looks for maps again, in the background. Maps whose files have not changed are not loaded again.
    pub fn refresh(&mut self, ctx: &Context, folder: Option<&Path>) {
        if self.job.is_some() {
            self.again = true;
            return;
        }
        let (known, folder) = (self.entries.clone(), folder.map(Path::to_path_buf));
        self.found = Arc::default();
        let (found, ctx) = (Arc::clone(&self.found), ctx.clone());
        let mut sources = None;
        let step = move |work: &Work| {
            let sources = sources.get_or_insert_with(|| list(folder.as_deref(), &found));
            load_next(work, &known, sources, &found)
        };
        self.job = Some(Job::in_steps("maps", move || ctx.request_repaint(), step));
    }

    /// Whether maps are still being loaded.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Takes what was found.
    pub fn poll(&mut self, ctx: &Context, folder: Option<&Path>) {
        let Some(job) = &mut self.job else { return };
        let is_done = job.poll().is_some();
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        // The first time maps appear one by one; later the old list stays until the new one is there.
        if is_done || found.entries.len() > self.entries.len() {
            self.entries = found.entries.clone();
            self.trouble.clone_from(&found.trouble);
        }
        drop(found);
        if is_done {
            self.job = None;
            let entries = &self.entries;
            self.textures.retain(|source, _| entries.iter().any(|entry| entry.source == *source));
            if std::mem::take(&mut self.again) {
                self.refresh(ctx, folder);
            }
        }
    }

    /// The picture of a map.
    pub fn texture(&mut self, ctx: &Context, number: usize) -> Option<TextureHandle> {
        let entry = self.entries.get(number)?;
        let summary = entry.content.as_ref().ok()?;
        if let Some((of, texture)) = self.textures.get(&entry.source)
            && Arc::ptr_eq(of, summary)
        {
            return Some(texture.clone());
        }
        let texture = ctx.load_texture("map", summary.picture.clone(), texture_options());
        self.textures.insert(entry.source.clone(), (Arc::clone(summary), texture.clone()));
        Some(texture)
    }
}

/// All maps: the built-in ones, and those of the folder.
fn list(folder: Option<&Path>, found: &Mutex<Found>) -> vec::IntoIter<MapSource> {
    let builtin = map::builtin().map(MapSource::Builtin);
    let (files, trouble) = folder.map_or_else(Default::default, map_files);
    found.lock().unwrap_or_else(PoisonError::into_inner).trouble = trouble;
    let sources: Vec<MapSource> = builtin.chain(files.into_iter().map(MapSource::File)).collect();
    sources.into_iter()
}

/// Loads the next map that is not known yet. Returns something when there are no more.
fn load_next(
    work: &Work,
    known: &[MapEntry],
    sources: &mut vec::IntoIter<MapSource>,
    found: &Mutex<Found>,
) -> Option<()> {
    for source in sources.by_ref() {
        if work.stopped() {
            break;
        }
        let same = |entry: &&MapEntry| entry.source == source && entry.changed == changed(&source);
        let same = known.iter().find(same).cloned();
        let is_new = same.is_none();
        let entry = same.unwrap_or_else(|| MapEntry::load(source));
        found.lock().unwrap_or_else(PoisonError::into_inner).entries.push(entry);
        work.report(None, "");
        if is_new {
            return None;
        }
    }
    Some(())
}

/// The map files of a folder, and why it cannot be listed. A folder that does not exist yet has none.
fn map_files(folder: &Path) -> (Vec<PathBuf>, String) {
    let mut files = match store::list(folder) {
        Ok(files) => files,
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Default::default(),
        Err(why) => return (Vec::new(), format!("The folder {} cannot be listed: {why}.", folder.display())),
    };
    let is_map = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "yaml");
    files.retain(is_map);
    files.sort();
    (files, String::new())
}
