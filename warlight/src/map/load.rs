//! Built-in maps, and maps from files.

use super::check::{self, Mistake};
use super::file::{self, MapFile};
use super::template::{self, Template};
use super::{MAX_REGIONS, Map, paint};
use crate::packed::PackedMap;
use common::store::{self, StoreError};
use image::RgbImage;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// The maximum size of a picture file in bytes.
const MAX_PICTURE_BYTES: u64 = 32 << 20;

/// A built-in map: its name and its files. A web page loads the pictures beside the program.
struct Builtin {
    name: &'static str,
    yaml: &'static str,
    #[cfg(not(target_arch = "wasm32"))]
    picture: &'static [u8],
    #[cfg(not(target_arch = "wasm32"))]
    template: &'static [u8],
}

macro_rules! builtin_map {
    ($name:literal) => {
        Builtin {
            name: $name,
            yaml: include_str!(concat!("../../../maps/", $name, ".yaml")),
            #[cfg(not(target_arch = "wasm32"))]
            picture: include_bytes!(concat!("../../../maps/", $name, ".png")),
            #[cfg(not(target_arch = "wasm32"))]
            template: include_bytes!(concat!("../../../maps/", $name, "-template.png")),
        }
    };
}

impl Builtin {
    /// The picture that is shown, and the template.
    #[cfg(not(target_arch = "wasm32"))]
    #[expect(clippy::unnecessary_wraps, reason = "as in a web page, where they are files")]
    fn pictures(&self) -> Result<[Cow<'_, [u8]>; 2], MapError> {
        Ok([self.picture.into(), self.template.into()])
    }

    #[cfg(target_arch = "wasm32")]
    fn pictures(&self) -> Result<[Cow<'_, [u8]>; 2], MapError> {
        let read = |suffix: &str| {
            let path = Path::new("/assets").join(format!("{}{suffix}", self.name));
            store::read_bytes(&path, MAX_PICTURE_BYTES)
        };
        Ok([read(".png")?.into(), read("-template.png")?.into()])
    }
}

const BUILTIN: &[Builtin] =
    &[builtin_map!("world"), builtin_map!("brindle"), builtin_map!("shards"), builtin_map!("greatholm")];

/// A map with its pictures.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(into = "PackedMap", try_from = "PackedMap")]
pub struct LoadedMap {
    /// The short name: of a built-in map, or of the file without its extension.
    pub id: String,
    /// A sentence about the map; may be empty.
    pub about: String,
    /// The map.
    pub map: Arc<Map>,
    /// The picture shown to players.
    pub picture: Arc<RgbImage>,
    /// The region of each pixel of the picture.
    pub template: Arc<Template>,
}

/// Why a map cannot be loaded.
#[derive(Debug, Error)]
pub enum MapError {
    /// There is neither a built-in map nor a file of this name.
    #[error("there is no map '{0}': use a name from 'warlight map list' or the path of a .yaml file")]
    Unknown(String),
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] StoreError),
    /// The YAML of the map cannot be parsed.
    #[error("{} is not a map: {why}", path.display())]
    Yaml {
        /// The file.
        path: PathBuf,
        /// What is wrong and where.
        why: String,
    },
    /// A picture cannot be decoded.
    #[error("{} {why}", path.display())]
    Picture {
        /// The file.
        path: PathBuf,
        /// What is wrong: the end of a sentence that starts with the path.
        why: String,
    },
    /// A file that is not named as maps are.
    #[error("{} is not a map: the name of a map file ends in .yaml", .0.display())]
    NotYaml(PathBuf),
    /// The map has mistakes.
    #[error("{} has {}", path.display(), list(mistakes))]
    Mistakes {
        /// The file.
        path: PathBuf,
        /// All mistakes.
        mistakes: Vec<Mistake>,
    },
}

fn list(mistakes: &[Mistake]) -> String {
    let more = match mistakes.len() {
        0 | 1 => "a mistake".to_owned(),
        count => format!("{count} mistakes, the first one"),
    };
    let first = mistakes.first().map(ToString::to_string).unwrap_or_default();
    format!("{more}: {first}")
}

/// The names of the built-in maps.
pub fn builtin() -> impl Iterator<Item = &'static str> {
    BUILTIN.iter().map(|builtin| builtin.name)
}

/// Loads a built-in map by its name, or a map file by its path.
pub fn load(name_or_path: &str) -> Result<LoadedMap, MapError> {
    let files = read_files(name_or_path)?;
    let path = files.path.clone();
    let (loaded, mistakes) = assemble(files);
    match loaded {
        Some(loaded) if mistakes.is_empty() => Ok(loaded),
        _ => Err(MapError::Mistakes { path, mistakes }),
    }
}

/// Loads a map that may have mistakes, for an editor that can repair them. Fails where there is nothing to edit.
pub fn load_with_mistakes(name_or_path: &str) -> Result<(LoadedMap, Vec<Mistake>), MapError> {
    let files = read_files(name_or_path)?;
    let path = files.path.clone();
    let (loaded, mistakes) = assemble(files);
    match loaded {
        Some(loaded) => Ok((loaded, mistakes)),
        None => Err(MapError::Mistakes { path, mistakes }),
    }
}

/// The files of a map.
struct MapFiles {
    path: PathBuf,
    file: MapFile,
    picture: Option<RgbImage>,
    template: RgbImage,
}

fn read_files(name_or_path: &str) -> Result<MapFiles, MapError> {
    if let Some(map) = BUILTIN.iter().find(|builtin| builtin.name == name_or_path) {
        let path = PathBuf::from(format!("{name_or_path}.yaml"));
        let file = parse(&path, map.yaml)?;
        let [shown, template] = map.pictures()?;
        let template = picture(&path, "-template.png", &template)?;
        let shown = picture(&path, ".png", &shown)?;
        return Ok(MapFiles { path, file, picture: Some(shown), template });
    }
    let path = Path::new(name_or_path);
    if path.extension().is_none_or(|extension| extension != "yaml" && extension != "yml") {
        let is_file = store::exists(path);
        let (path, name) = (path.to_path_buf(), name_or_path.to_owned());
        return Err(if is_file { MapError::NotYaml(path) } else { MapError::Unknown(name) });
    }
    let file = parse(path, &store::read_text(path, file::LIMITS.bytes)?)?;
    let read = |suffix| {
        let file = beside(path, suffix);
        picture(path, suffix, &store::read_bytes(&file, MAX_PICTURE_BYTES)?)
    };
    // A map without a picture gets one that is painted from the template.
    let picture = store::exists(&beside(path, ".png")).then(|| read(".png")).transpose()?;
    Ok(MapFiles { path: path.to_path_buf(), file, picture, template: read("-template.png")? })
}

/// The picture and the template of a map as they are stored, so that a copy of it need not encode them again. `None` if
/// one of them is missing.
pub fn stored_pictures(name_or_path: &str) -> Option<[Vec<u8>; 2]> {
    if let Some(map) = BUILTIN.iter().find(|builtin| builtin.name == name_or_path) {
        return map.pictures().ok().map(|pictures| pictures.map(Cow::into_owned));
    }
    let path = Path::new(name_or_path);
    let read = |suffix| store::read_bytes(&beside(path, suffix), MAX_PICTURE_BYTES).ok();
    Some([read(".png")?, read("-template.png")?])
}

/// Loads a map without its pictures. Those of a built-in map are not even looked at, because decoding them takes much
/// longer than everything else.
pub fn load_structure(name_or_path: &str) -> Result<Arc<Map>, MapError> {
    let Some(map) = BUILTIN.iter().find(|builtin| builtin.name == name_or_path) else {
        return load(name_or_path).map(|loaded| loaded.map);
    };
    let path = PathBuf::from(format!("{name_or_path}.yaml"));
    let map = file::resolve(&parse(&path, map.yaml)?);
    map.map(Arc::new).map_err(|mistakes| MapError::Mistakes { path, mistakes })
}

/// The three files of a map: its YAML file, its picture and its template.
pub fn files_of(path: &Path) -> [PathBuf; 3] {
    [path.to_path_buf(), beside(path, ".png"), beside(path, "-template.png")]
}

/// The file beside a map's YAML file, as in `world-template.png` beside `world.yaml`.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(suffix);
    path.with_file_name(name)
}

fn parse(path: &Path, yaml: &str) -> Result<MapFile, MapError> {
    file::parse(yaml).map_err(|why| MapError::Yaml { path: path.to_path_buf(), why })
}

fn picture(path: &Path, suffix: &str, bytes: &[u8]) -> Result<RgbImage, MapError> {
    template::decode(bytes).map_err(|why| MapError::Picture { path: beside(path, suffix), why })
}

/// Puts a map together, and finds all its mistakes. `None` if it has no regions, no super regions or too many regions.
fn assemble(files: MapFiles) -> (Option<LoadedMap>, Vec<Mistake>) {
    let MapFiles { path, file, mut picture, template } = files;
    let (map, mut mistakes) = file::resolve_with_mistakes(&file);
    if map.super_regions.is_empty() || map.regions.is_empty() || map.regions.len() > MAX_REGIONS {
        return (None, mistakes);
    }
    let (template, strays) = Template::from_picture(&map, &template);
    let is_resolved = mistakes.is_empty();
    if is_resolved {
        mistakes = check::template(&map, &template, &strays);
    }
    let template_size = (template.width(), template.height());
    if let Some(shown) = picture.take_if(|picture| picture.dimensions() != template_size)
        && is_resolved
    {
        mistakes.push(Mistake::Sizes {
            picture: format!("{}x{}", shown.width(), shown.height()),
            template: format!("{}x{}", template.width(), template.height()),
        });
    }
    let picture = picture.unwrap_or_else(|| paint::paint(&map, &template));
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    (Some(LoadedMap::new(&id, file.about, map, picture, template)), mistakes)
}

impl LoadedMap {
    /// A map with its pictures.
    pub fn new(id: &str, about: String, map: Map, picture: RgbImage, template: Template) -> LoadedMap {
        let (map, picture, template) = (Arc::new(map), Arc::new(picture), Arc::new(template));
        LoadedMap { id: id.to_owned(), about, map, picture, template }
    }

    /// The picture and the template as PNG. The error says which one cannot be made.
    fn encoded(&self, path: &Path) -> Result<[Vec<u8>; 2], MapError> {
        let encode = |suffix, picture: &RgbImage| {
            template::encode(picture).map_err(|why| MapError::Picture {
                path: beside(path, suffix),
                why: format!("cannot be made: {why}"),
            })
        };
        let template = encode("-template.png", &self.template.to_picture(&self.map))?;
        Ok([encode(".png", &self.picture)?, template])
    }

    /// Writes the three files of the map: `path` with the extension `.yaml`, and the pictures beside it.
    pub fn save(&self, path: &Path) -> Result<(), MapError> {
        self.save_with(path, &self.encoded(path)?)
    }

    /// The same, with a picture and a template that are PNG already: those of [`stored_pictures`].
    pub fn save_with(&self, path: &Path, [picture, template]: &[Vec<u8>; 2]) -> Result<(), MapError> {
        store::write_atomic(&beside(path, "-template.png"), template)?;
        store::write_atomic(&beside(path, ".png"), picture)?;
        Ok(store::write_atomic(path, file::write(&self.map, &self.about).as_bytes())?)
    }
}
