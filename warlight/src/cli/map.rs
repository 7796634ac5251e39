//! `map`: lists, shows, checks, draws, generates and imports maps.

use super::map_state;
use crate::map::generate::{self, MapRequest};
use crate::map::import::{self, ImportRequest, SeaColour};
use crate::map::render::{Renderer, Scene};
use crate::map::{self, LoadedMap, Map, MapError, RegionId, file, template};
use clap::{Args, Subcommand};
use common::cli::{self, Failure};
use common::store;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The verbs of `map`.
#[derive(Debug, Subcommand)]
pub enum MapCommand {
    /// List the built-in maps
    List(List),
    /// Show the regions, borders and bonuses of a map
    Show(Show),
    /// Check map files and name every mistake
    Check(Check),
    /// Draw a map, or a position on it, as PNG
    Render(Render),
    /// Generate a random map
    New(New),
    /// Import a map of the AI Games contest (JSON or lines of its protocol), XML files with their pictures, or a template
    /// picture
    Import(Import),
}

impl MapCommand {
    /// Runs the verb.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match self {
            MapCommand::List(list) => list.run(out),
            MapCommand::Show(show) => show.run(out),
            MapCommand::Check(check) => check.run(out),
            MapCommand::Render(render) => render.run(out),
            MapCommand::New(new) => new.run(out),
            MapCommand::Import(import) => import.run(out),
        }
    }
}

/// Prints one JSON value on one line.
fn json(value: &impl Serialize, out: &mut impl Write) -> Result<(), Failure> {
    Ok(writeln!(out, "{}", serde_json::to_string(value).map_err(Failure::bad)?)?)
}

fn load(name: &str) -> Result<LoadedMap, Failure> {
    map::load(name).map_err(|error| match error {
        MapError::Mistakes { .. } => {
            Failure::Bad(format!("{error}. 'warlight map check {name}' names all of them"))
        }
        error => Failure::bad(error),
    })
}

/// Arguments of `map list`.
#[derive(Debug, Args)]
pub struct List {
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Summary {
    id: String,
    name: String,
    about: String,
    regions: usize,
    super_regions: usize,
    borders: usize,
    max_players: u8,
    width: u32,
    height: u32,
}

impl Summary {
    fn new(loaded: &LoadedMap) -> Summary {
        let map = &loaded.map;
        Summary {
            id: loaded.id.clone(),
            name: map.name.clone(),
            about: loaded.about.clone(),
            regions: map.regions.len(),
            super_regions: map.super_regions.len(),
            borders: map.regions.iter().map(|region| region.neighbours.len()).sum::<usize>() / 2,
            max_players: map.max_players,
            width: loaded.picture.width(),
            height: loaded.picture.height(),
        }
    }
}

impl List {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let maps = map::builtin().map(|name| Ok(Summary::new(&load(name)?)));
        let maps: Vec<Summary> = maps.collect::<Result<_, Failure>>()?;
        if self.json {
            return json(&maps, out);
        }
        for map in maps {
            let Summary { id, regions, super_regions, max_players, about, .. } = map;
            writeln!(
                out,
                "{id:<12} {regions:>3} regions in {super_regions:>2} super regions, up to {max_players} players. {about}"
            )?;
        }
        Ok(())
    }
}

/// Arguments of `map show`.
#[derive(Debug, Args)]
pub struct Show {
    /// A built-in map or a .yaml file
    map: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Details<'a> {
    #[serde(flatten)]
    summary: Summary,
    groups: Vec<Group<'a>>,
}

#[derive(Serialize)]
struct Group<'a> {
    name: &'a str,
    bonus: u16,
    regions: Vec<Member<'a>>,
}

#[derive(Serialize)]
struct Member<'a> {
    name: &'a str,
    armies: u16,
    neighbours: Vec<&'a str>,
}

fn groups(map: &Map) -> Vec<Group<'_>> {
    let region = |id: &RegionId| &map.regions[usize::from(*id)];
    let member = |id: &RegionId| Member {
        name: &region(id).name,
        armies: region(id).armies,
        neighbours: region(id).neighbours.iter().map(|id| &*region(id).name).collect(),
    };
    let group = |group: &'_ map::SuperRegion| group.regions.iter().map(member).collect();
    map.super_regions.iter().map(|it| Group { name: &it.name, bonus: it.bonus, regions: group(it) }).collect()
}

impl Show {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let loaded = load(&self.map)?;
        let details = Details { summary: Summary::new(&loaded), groups: groups(&loaded.map) };
        if self.json {
            return json(&details, out);
        }
        let Summary { name, about, regions, super_regions, borders, max_players, width, height, .. } =
            details.summary;
        writeln!(out, "{name}. {about}")?;
        writeln!(
            out,
            "{regions} regions, {super_regions} super regions, {borders} borders, up to {max_players} players, \
             picture {width}x{height}"
        )?;
        for group in details.groups {
            writeln!(out, "\n{} (bonus {})", group.name, group.bonus)?;
            for member in group.regions {
                writeln!(
                    out,
                    "  {} ({} armies): {}",
                    member.name,
                    member.armies,
                    member.neighbours.join(", ")
                )?;
            }
        }
        Ok(())
    }
}

/// Arguments of `map check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Built-in maps or .yaml files
    #[arg(required = true, value_name = "MAP")]
    maps: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Finding<'a> {
    map: &'a str,
    sound: bool,
    readable: bool,
    mistakes: Vec<String>,
}

#[derive(Serialize)]
struct Report<'a> {
    sound: bool,
    maps: &'a [Finding<'a>],
}

impl Check {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let finding = |map: &'_ String| match map::load(map) {
            Ok(_) => (true, true, Vec::new()),
            Err(MapError::Mistakes { mistakes, .. }) => {
                (false, true, mistakes.iter().map(ToString::to_string).collect())
            }
            Err(error @ (MapError::Yaml { .. } | MapError::Picture { .. })) => {
                (false, true, vec![error.to_string()])
            }
            Err(error) => (false, false, vec![error.to_string()]),
        };
        let findings: Vec<Finding<'_>> = self
            .maps
            .iter()
            .map(|map| {
                let (sound, readable, mistakes) = finding(map);
                Finding { map, sound, readable, mistakes }
            })
            .collect();
        let bad = findings.iter().filter(|finding| !finding.sound).count();
        if self.json {
            json(&Report { sound: bad == 0, maps: &findings }, out)?;
        } else {
            for finding in &findings {
                if finding.sound {
                    writeln!(out, "{}: no mistakes", finding.map)?;
                }
                for mistake in &finding.mistakes {
                    // Some messages already begin with the name of the file.
                    let mistake = mistake.strip_prefix(finding.map).map_or(&**mistake, str::trim_start);
                    writeln!(out, "{}: {mistake}", finding.map)?;
                }
            }
        }
        out.flush()?;
        let summary = format!("{bad} of {} maps cannot be used", findings.len());
        match findings.iter().any(|finding| !finding.readable) {
            true => Err(Failure::Bad(summary)),
            false if bad > 0 => Err(Failure::No(summary)),
            false => Ok(()),
        }
    }
}

const STATE_HELP: &str = "\
State file (every part may be missing; players are numbered from 1):
  regions:
    Gaul: {owner: 1, armies: 9}
    Iberia: {owner: 2}
  fog: [Yukon, Hudson]
  highlight: [Gaul]
  attacks:
    - {from: Gaul, to: Iberia, armies: 8}";

/// Arguments of `map render`.
#[derive(Debug, Args)]
#[command(after_help = STATE_HELP)]
pub struct Render {
    /// A built-in map or a .yaml file
    map: String,
    /// The picture to write
    #[arg(long, value_name = "FILE.png")]
    out: PathBuf,
    /// A YAML file with owners, armies, fog, highlights and attacks
    #[arg(long, value_name = "FILE", conflicts_with = "plain")]
    state: Option<PathBuf>,
    /// Draw the map alone, without armies
    #[arg(long)]
    plain: bool,
}

impl Render {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let loaded = load(&self.map)?;
        let scene = match &self.state {
            _ if self.plain => Scene::default(),
            None => Scene::start(&loaded.map),
            Some(path) => {
                let text = store::read_text(path, file::LIMITS.bytes).map_err(Failure::bad)?;
                let scene = map_state::parse(&text, &loaded.map);
                scene.map_err(|why| Failure::Bad(format!("{}: {why}", path.display())))?
            }
        };
        let frame = Renderer::new(&loaded).draw(&scene);
        let bytes = template::encode(&frame).map_err(Failure::Bad)?;
        store::write_atomic(&self.out, &bytes).map_err(Failure::bad)?;
        Ok(writeln!(out, "{} is written: {}x{} pixels", self.out.display(), frame.width(), frame.height())?)
    }
}

/// Arguments of `map new`.
#[derive(Debug, Args)]
pub struct New {
    /// The map to write: NAME.yaml, with NAME.png and NAME-template.png beside it
    #[arg(long, value_name = "NAME.yaml")]
    out: PathBuf,
    /// The number of regions, 4 to 300
    #[arg(long, value_name = "N", default_value_t = 42)]
    regions: usize,
    /// How much of the picture is sea, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 35)]
    sea: u32,
    /// The name of the map [default: an invented one]
    #[arg(long)]
    name: Option<String>,
    /// The seed of all random choices [default: a random one]
    #[arg(long)]
    seed: Option<u64>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

impl New {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        check_target(&self.out, self.force)?;
        let seed = self.seed.unwrap_or_else(cli::fresh_seed);
        let request = MapRequest { regions: self.regions, seed, sea: self.sea, name: self.name.clone() };
        let loaded = generate::generate(&request).map_err(Failure::Bad)?;
        save(&loaded, &self.out, out)
    }
}

/// Arguments of `map import`.
#[derive(Debug, Args)]
pub struct Import {
    /// The structure of the map: .json, .xml, text with lines of the contest's protocol, or a .png with one flat colour for
    /// each region
    file: PathBuf,
    /// The map to write: NAME.yaml, with NAME.png and NAME-template.png beside it
    #[arg(long, value_name = "NAME.yaml")]
    out: PathBuf,
    /// The name of the map [default: the name of the file]
    #[arg(long)]
    name: Option<String>,
    /// For XML: the colours of the regions [default: FILEColorRegionMapping.xml]
    #[arg(long, value_name = "FILE.xml")]
    colours: Option<PathBuf>,
    /// For XML: the picture [default: FILE.png]
    #[arg(long, value_name = "FILE.png")]
    picture: Option<PathBuf>,
    /// For XML: the template [default: FILETemplate.png]
    #[arg(long, value_name = "FILE.png")]
    template: Option<PathBuf>,
    /// For a picture: the colour of the sea as #rrggbb, none, or edge for the most frequent colour on its edge
    #[arg(long, value_name = "COLOUR", default_value = "edge")]
    sea: SeaColour,
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

impl Import {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        check_target(&self.out, self.force)?;
        let same = |file: &PathBuf| {
            file.canonicalize().is_ok_and(|file| self.file.canonicalize().is_ok_and(|own| own == file))
        };
        if map::files_of(&self.out).iter().any(same) {
            let file = self.file.display();
            return Err(Failure::Bad(format!(
                "{file} would be replaced by the imported map; choose another name for --out"
            )));
        }
        let request = ImportRequest {
            file: self.file.clone(),
            name: self.name.clone(),
            colours: self.colours.clone(),
            picture: self.picture.clone(),
            template: self.template.clone(),
            sea: self.sea,
        };
        let imported = import::import(&request).map_err(Failure::bad)?;
        for note in &imported.notes {
            writeln!(out, "{note}")?;
        }
        save(&imported.loaded, &self.out, out)
    }
}

/// Checks that a map can be written, before the work of making it.
fn check_target(path: &Path, force: bool) -> Result<(), Failure> {
    if path.extension().is_none_or(|extension| extension != "yaml") {
        return Err(Failure::Bad(format!("{} does not end in .yaml", path.display())));
    }
    if let Some(file) = map::files_of(path).iter().find(|file| file.exists() && !force) {
        return Err(Failure::Bad(format!("{} exists already; add --force to replace it", file.display())));
    }
    store::check_writable(path).map_err(Failure::bad)
}

/// Writes a map and says so.
fn save(loaded: &LoadedMap, path: &Path, out: &mut impl Write) -> Result<(), Failure> {
    loaded.save(path).map_err(Failure::bad)?;
    let Summary { name, regions, super_regions, .. } = Summary::new(loaded);
    Ok(writeln!(
        out,
        "{} is written: {name}, {regions} regions in {super_regions} super regions",
        path.display()
    )?)
}
