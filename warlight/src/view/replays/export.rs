//! Pictures of a recorded game: one animated picture, or a picture of each step. They are made in the background.

use super::super::board::looks;
use super::super::round;
use crate::map::LoadedMap;
use crate::map::render::{RegionLook, Renderer, Scene, caption};
use crate::record::{Action, ReplayCursor};
use common::game::Side;
use common::job::Work;
use common::store;
#[cfg(not(target_arch = "wasm32"))]
use common::store::StoreError;
use common::window::{quiet, scroll_area};
use egui::{DragValue, ScrollArea, Ui};
use image::RgbImage;
use image::imageops::{self, FilterType};
use serde::{Deserialize, Serialize};
#[cfg(not(target_arch = "wasm32"))]
use std::io::BufWriter;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The last picture of an animation is shown so much longer.
const LAST: u16 = 4;

/// In a lower window the list of files leaves so little room that the choices scroll, in this height.
const LOW: f32 = 720.0;
const LOW_CHOICES: f32 = 72.0;

/// What is exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportSettings {
    /// One animated picture, or many pictures.
    animated: bool,
    /// A picture after each round, or after each action.
    by_round: bool,
    /// The width in pixels.
    width: u32,
    /// How long each picture of an animation is shown, in milliseconds.
    delay: u16,
}

impl Default for ExportSettings {
    fn default() -> ExportSettings {
        ExportSettings { animated: true, by_round: true, width: 1000, delay: 600 }
    }
}

impl ExportSettings {
    /// Draws the choices, which scroll in a low window so that the buttons below them stay in sight. The error says what is
    /// wrong with the name.
    pub fn ui(&mut self, ui: &mut Ui, path: &Path, cursor: &ReplayCursor) -> Result<(), String> {
        if ui.ctx().content_rect().height() < LOW {
            let area = ScrollArea::vertical().id_salt("choices").auto_shrink([false, true]);
            let area = area.max_height(LOW_CHOICES).min_scrolled_height(LOW_CHOICES);
            scroll_area(area, ui, |ui| self.choices(ui, cursor));
        } else {
            self.choices(ui, cursor);
        }
        self.check_name(path)
    }

    fn choices(&mut self, ui: &mut Ui, cursor: &ReplayCursor) {
        // A browser writes no folders.
        if cfg!(not(target_arch = "wasm32")) {
            ui.horizontal_wrapped(|ui| {
                ui.radio_value(&mut self.animated, true, "Animated picture");
                ui.radio_value(&mut self.animated, false, "Series of pictures");
            });
        }
        ui.horizontal_wrapped(|ui| {
            ui.radio_value(&mut self.by_round, true, "One for each round");
            ui.radio_value(&mut self.by_round, false, "One for each action");
        });
        ui.horizontal_wrapped(|ui| {
            let label = ui.label("Width");
            let width = DragValue::new(&mut self.width).range(200..=4000).suffix(" pixels");
            ui.add(width).labelled_by(label.id);
            if self.animated {
                let label = ui.label("Each is shown for");
                let delay = DragValue::new(&mut self.delay).range(20..=10_000).suffix(" ms");
                ui.add(delay).labelled_by(label.id);
            }
        });
        let count = self.places(cursor).len();
        ui.label(quiet(format!("{count} pictures, as the map is shown now.")));
    }

    fn check_name(self, path: &Path) -> Result<(), String> {
        let is_png =
            path.extension().and_then(std::ffi::OsStr::to_str).is_some_and(|e| e.eq_ignore_ascii_case("png"));
        if !is_png {
            return Err("The name must end in .png.".to_owned());
        }
        let folder = folder(path);
        if !self.animated && store::exists(&folder) {
            return Err(format!("The folder {} exists already: choose another name.", folder.display()));
        }
        Ok(())
    }

    /// The numbers of the actions whose pictures are made.
    fn places(self, cursor: &ReplayCursor) -> Vec<usize> {
        if self.by_round { cursor.record().round_ends() } else { (0..=cursor.actions()).collect() }
    }
}

/// The folder of a series of pictures: it has the name of the file without its extension.
fn folder(path: &Path) -> PathBuf {
    path.with_extension("")
}

/// Why an export ended without its pictures.
#[derive(Debug)]
enum Ended {
    Stopped,
    Failed(String),
}

impl From<io::Error> for Ended {
    fn from(why: io::Error) -> Ended {
        let advice = match why.kind() {
            io::ErrorKind::StorageFull => "; make room on the disk, or choose another one",
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => "; choose another folder",
            _ => "",
        };
        Ended::Failed(format!("{why}{advice}"))
    }
}

impl From<png::EncodingError> for Ended {
    fn from(why: png::EncodingError) -> Ended {
        match why {
            png::EncodingError::IoError(why) => why.into(),
            other => Ended::Failed(other.to_string()),
        }
    }
}

/// Everything that an export needs.
#[derive(Debug)]
pub struct Export {
    /// What to export.
    pub settings: ExportSettings,
    /// The game.
    pub cursor: ReplayCursor,
    /// Whose view is shown.
    pub viewer: Option<Side>,
    /// The map.
    pub map: LoadedMap,
    /// Where to.
    pub path: PathBuf,
}

/// Pictures that are being made.
#[cfg(not(target_arch = "wasm32"))]
mod background {
    use super::Export;
    use common::job::{Job, JobError, Progress};
    use egui::Context;

    #[derive(Debug)]
    pub struct Exporting(Job<String>);

    impl Exporting {
        /// Starts to make pictures.
        pub fn start(export: Export, ctx: &Context) -> Exporting {
            let ctx = ctx.clone();
            Exporting(Job::start("export", move || ctx.request_repaint(), move |work| export.run(work)))
        }

        /// A sentence about the result, once it is there.
        pub fn poll(&mut self) -> Option<Result<String, JobError>> {
            self.0.poll()
        }

        pub fn progress(&self) -> Progress {
            self.0.progress()
        }

        pub fn stop(&mut self) {
            self.0.stop();
        }
    }
}

/// Pictures that a worker of the web page makes. The page offers them for download.
#[cfg(target_arch = "wasm32")]
mod background {
    use super::{Ended, Export, ExportSettings};
    use crate::map::LoadedMap;
    use crate::packed;
    use crate::record::GameRecord;
    use common::game::Side;
    use common::job::{JobError, Progress, Task, TaskJob, Work};
    use common::store;
    use common::window::written_message;
    use egui::Context;
    use serde::{Deserialize, Serialize};
    use std::path::PathBuf;
    use std::sync::Arc;

    /// Makes an animated picture of a game.
    #[derive(Debug, Serialize, Deserialize)]
    pub struct ExportTask {
        settings: ExportSettings,
        record: String,
        viewer: Option<Side>,
        map: LoadedMap,
    }

    impl Task for ExportTask {
        const NAME: &'static str = "export";
        type News = ();
        type Output = Result<String, String>;

        fn run(self, work: &Work, _: &(dyn Fn(()) + Sync)) -> Result<String, String> {
            let bytes = packed::read_bytes(&self.record).unwrap_or_default();
            let record = GameRecord::from_bytes(&bytes).map_err(|why| why.to_string())?;
            let mut export = Export {
                settings: self.settings,
                cursor: Arc::new(record).replay(),
                viewer: self.viewer,
                map: self.map,
                path: PathBuf::new(),
            };
            let places = export.settings.places(&export.cursor);
            let mut picture = Vec::new();
            match export.write_animation(&mut picture, &places, work) {
                Ok(()) => Ok(packed::write_bytes(&picture)),
                Err(Ended::Stopped) => Err("it was stopped".to_owned()),
                Err(Ended::Failed(why)) => Err(why),
            }
        }
    }

    #[derive(Debug)]
    pub struct Exporting(TaskJob<ExportTask>, PathBuf);

    impl Exporting {
        /// Starts to make pictures.
        pub fn start(export: Export, ctx: &Context) -> Exporting {
            let Export { settings, cursor, viewer, map, path } = export;
            let record = packed::write_bytes(&cursor.record().to_bytes());
            let task = ExportTask { settings, record, viewer, map };
            let ctx = ctx.clone();
            Exporting(TaskJob::start(task, move || ctx.request_repaint()), path)
        }

        /// A sentence about the result, once it is there.
        pub fn poll(&mut self) -> Option<Result<String, JobError>> {
            let result = match self.0.poll()? {
                Err(JobError::Stopped) => return Some(Ok("The export was stopped.".to_owned())),
                Err(why) => return Some(Err(why)),
                Ok(result) => result,
            };
            let path = &self.1;
            let written = result.and_then(|text| {
                let bytes = packed::read_bytes(&text).unwrap_or_default();
                store::write_atomic(path, &bytes).map_err(|why| why.to_string())
            });
            Some(Ok(match written {
                Ok(()) => written_message(path),
                Err(why) => format!("The pictures cannot be written: {why}."),
            }))
        }

        pub fn progress(&self) -> Progress {
            self.0.progress()
        }

        pub fn stop(&mut self) {
            self.0.stop();
        }
    }
}

#[cfg(target_arch = "wasm32")]
pub use background::ExportTask;
pub use background::Exporting;

impl Export {
    /// Makes the pictures. Returns a sentence about the result.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn run(mut self, work: &Work) -> String {
        let places = self.settings.places(&self.cursor);
        let result =
            if self.settings.animated { self.animation(&places, work) } else { self.series(&places, work) };
        match result {
            Ok(what) => what,
            Err(Ended::Stopped) => "The export was stopped.".to_owned(),
            Err(Ended::Failed(why)) => format!("The pictures cannot be written: {why}."),
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn animation(&mut self, places: &[usize], work: &Work) -> Result<String, Ended> {
        let path = self.path.clone();
        let mut ended = Ok(());
        let written = store::write_atomic_with(&path, |file| {
            let mut out = BufWriter::new(file);
            ended = self.write_animation(&mut out, places, work);
            // What ended it is reported below.
            if ended.is_err() { Err(io::ErrorKind::Interrupted.into()) } else { out.flush() }
        });
        ended?;
        written.map_err(|why| match why {
            StoreError::Write { why, .. } => Ended::from(why),
            other => Ended::Failed(other.to_string()),
        })?;
        Ok(format!("Wrote {} with {} pictures.", path.display(), places.len()))
    }

    fn write_animation(&mut self, out: &mut dyn Write, places: &[usize], work: &Work) -> Result<(), Ended> {
        let renderer = Renderer::new(&self.map);
        let (width, height) = self.size(&renderer);
        let mut encoder = png::Encoder::new(out, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_animated(places.len() as u32, 0)?;
        encoder.set_frame_delay(self.settings.delay, 1000)?;
        let mut writer = encoder.write_header()?;
        for (n, place) in places.iter().enumerate() {
            report(work, n, places.len())?;
            if n + 1 == places.len() && n > 0 {
                writer.set_frame_delay(self.settings.delay.saturating_mul(LAST), 1000)?;
            }
            writer.write_image_data(self.picture(&renderer, *place).as_raw())?;
        }
        Ok(writer.finish()?)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn series(&mut self, places: &[usize], work: &Work) -> Result<String, Ended> {
        let folder = folder(&self.path);
        let stem = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let renderer = Renderer::new(&self.map);
        let digits = places.len().to_string().len();
        for (n, place) in places.iter().enumerate() {
            report(work, n, places.len())?;
            let mut bytes = io::Cursor::new(Vec::new());
            let picture = self.picture(&renderer, *place);
            picture
                .write_to(&mut bytes, image::ImageFormat::Png)
                .map_err(|why| Ended::Failed(why.to_string()))?;
            let file = folder.join(format!("{stem}-{:0digits$}.png", n + 1));
            store::write_atomic(&file, bytes.get_ref()).map_err(|why| Ended::Failed(why.to_string()))?;
        }
        Ok(format!("Wrote {} pictures to {}.", places.len(), folder.display()))
    }

    fn size(&self, renderer: &Renderer) -> (u32, u32) {
        let (width, height) = renderer.size();
        let wanted = self.settings.width.clamp(16, 8000);
        (wanted, (u64::from(height) * u64::from(wanted) / u64::from(width.max(1))).max(1) as u32)
    }

    /// The picture after so many actions.
    fn picture(&mut self, renderer: &Renderer, action: usize) -> RgbImage {
        self.cursor.go_to(action);
        let view = match self.viewer {
            Some(side) => self.cursor.view(side),
            None => self.cursor.open_view(),
        };
        let mut scene = Scene { regions: looks(&view, &view.state, true), arrows: Vec::new() };
        let mut highlight = |region: u16| {
            if let Some(look) = scene.regions.get_mut(usize::from(region)) {
                *look = RegionLook { highlight: true, ..*look };
            }
        };
        if !self.settings.by_round {
            if let Some(event) = self.cursor.last_event(self.viewer) {
                let moment = round::moment(&event, 1.0);
                for region in &moment.regions {
                    highlight(*region);
                }
                scene.arrows.extend(moment.arrow);
            } else if let (Some(Action::Starts(given)), None) = (self.cursor.last_action(), self.viewer) {
                for (_, region) in given {
                    highlight(*region);
                }
            }
        }
        let colours = view.setup.looks.colours();
        for look in &mut scene.regions {
            *look = look.in_colours(&colours);
        }
        for arrow in &mut scene.arrows {
            *arrow = arrow.in_colours(&colours);
        }
        let mut frame = renderer.draw(&scene);
        let size = self.size(renderer);
        if frame.dimensions() != size {
            frame = imageops::resize(&frame, size.0, size.1, FilterType::Triangle);
        }
        caption(&mut frame, &self.caption());
        frame
    }

    /// The round of the picture.
    fn caption(&self) -> String {
        match self.cursor.round() {
            0 => "Start".to_owned(),
            round => format!("Round {round}"),
        }
    }
}

fn report(work: &Work, done: usize, of: usize) -> Result<(), Ended> {
    work.report(Some(done as f64 / of.max(1) as f64), &format!("Picture {} of {of}", done + 1));
    if work.stopped() { Err(Ended::Stopped) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map;
    use crate::record::GameRecord;
    use std::fs::{self, File};
    use std::sync::Arc;

    const GAME: &[u8] = include_bytes!("../../record/fixtures/v1.warlight");

    fn export(path: PathBuf, animated: bool, by_round: bool) -> Export {
        let record = Arc::new(GameRecord::from_bytes(GAME).unwrap());
        // Any map with as many regions gives pictures.
        let map = map::import::with_discs("discs", map::Map::clone(&record.setup().map.map));
        Export {
            settings: ExportSettings { animated, by_round, width: 160, delay: 50 },
            cursor: record.replay(),
            viewer: Some(Side(0)),
            map,
            path,
        }
    }

    #[test]
    fn an_animated_picture_has_a_frame_for_each_round() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("game.png");
        let said = export(path.clone(), true, true).run(&Work::quiet());
        assert!(said.starts_with("Wrote ") && said.ends_with("with 13 pictures."), "{said}");
        let decoder = png::Decoder::new(io::BufReader::new(File::open(&path).unwrap()));
        let reader = decoder.read_info().unwrap();
        let animation = reader.info().animation_control.unwrap();
        assert_eq!((animation.num_frames, reader.info().width), (13, 160));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing else is left");
    }

    #[test]
    fn each_picture_names_its_round() {
        let mut job = export(PathBuf::from("game.png"), false, true);
        let mut captions = Vec::new();
        let places = job.settings.places(&job.cursor);
        let renderer = Renderer::new(&job.map);
        for place in places.iter().take(3) {
            let picture = job.picture(&renderer, *place);
            captions.push(job.caption());
            let mut plain = picture.clone();
            caption(&mut plain, &job.caption());
            assert_eq!(picture.dimensions(), plain.dimensions());
            // A second caption on top changes only the smoothed edges: the first one is there.
            let differ = |(a, b): (&image::Rgb<u8>, &image::Rgb<u8>)| {
                a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 90)
            };
            assert!(picture.pixels().zip(plain.pixels()).filter(|pair| differ(*pair)).count() < 10);
        }
        assert_eq!(captions, ["Start", "Round 1", "Round 2"]);
    }

    #[test]
    fn a_series_has_a_file_for_each_action() {
        let dir = tempfile::tempdir().unwrap();
        let job = export(dir.path().join("game.png"), false, false);
        let pictures = job.cursor.actions() + 1;
        let said = job.run(&Work::quiet());
        assert!(said.starts_with(&format!("Wrote {pictures} pictures")), "{said}");
        assert_eq!(fs::read_dir(dir.path().join("game")).unwrap().count(), pictures);
    }

    #[test]
    fn a_full_disk_and_a_stop_leave_nothing_behind() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("game.png");
        let failed = export(path.clone(), true, true).write_animation(&mut Full, &[0, 1], &Work::quiet());
        let Err(Ended::Failed(why)) = failed else { panic!("{failed:?}") };
        assert!(why.contains("make room on the disk"), "{why}");
        fs::write(&path, "old").unwrap();
        let work = Work::quiet();
        work.stop().raise();
        assert_eq!(export(path.clone(), true, true).run(&work), "The export was stopped.");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        let said = export(path.join("below a file.png"), true, true).run(&Work::quiet());
        assert!(said.starts_with("The pictures cannot be written: "), "{said}");
    }
}
