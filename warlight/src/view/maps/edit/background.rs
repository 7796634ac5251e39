//! What the editor does in the background: it saves the map, and computes what the changed map looks like.

use super::super::super::art::{self, MapArt};
use super::super::tasks;
use super::{Editor, EditorEvent, Tab};
use crate::map::{LoadedMap, Template, paint};
use common::job::Job;
use common::window::saved_message;
use egui::Context;
use std::sync::Arc;

/// The picture is painted again this long after the last edit, in seconds.
const PAINT_PAUSE: f64 = 0.3;

/// After regions have got other numbers, everything that is shown is computed again.
#[derive(Debug)]
pub(super) enum Rebuild {
    Done,
    Wanted,
    Running(Box<Job<MapArt>>),
}

impl Editor {
    /// The map as it is now, with its pictures.
    fn loaded(&self) -> LoadedMap {
        LoadedMap {
            map: Arc::clone(self.document.map()),
            about: self.document.about().to_owned(),
            ..self.art.loaded.clone()
        }
    }

    /// Saves the map in the background. Returns false if it has mistakes: such a file could not be opened again.
    pub fn save(&mut self, ctx: &Context) -> bool {
        if self.saving.is_some() {
            return true;
        }
        if let Some(count) = Some(self.mistakes.len()).filter(|count| *count > 0) {
            self.tab = Tab::Mistakes;
            let mistakes = if count == 1 { "a mistake".to_owned() } else { format!("{count} mistakes") };
            self.message =
                (format!("Not saved: the map has {mistakes}. Nothing is lost; correct them first."), true);
            return false;
        }
        let version = self.document.version().clone();
        let (mut loaded, path, repaint) = (self.loaded(), self.path.clone(), self.is_painted);
        let (ctx, template) = (ctx.clone(), Arc::clone(&self.template));
        let run = move |_: &common::job::Work| {
            let (template, _) = Template::from_picture(&loaded.map, &template);
            if repaint {
                loaded.picture = Arc::new(paint::paint(&loaded.map, &template));
            }
            loaded.template = Arc::new(template);
            tasks::save(&loaded, &path)
        };
        self.saving = Some((version, Job::start("save map", move || ctx.request_repaint(), run)));
        true
    }

    pub(super) fn poll(&mut self, ctx: &Context) -> Option<EditorEvent> {
        self.rebuild(ctx);
        self.repaint(ctx);
        let (version, job) = self.saving.as_mut()?;
        let result = job.poll()?;
        let version = version.clone();
        self.saving = None;
        match result.unwrap_or_else(|error| Err(format!("The map cannot be saved: {error}."))) {
            Ok(()) => {
                self.document.set_saved(version);
                self.is_new = false;
                self.message = (saved_message(&self.path), false);
                Some(EditorEvent::Saved)
            }
            Err(why) => {
                self.message = (format!("Not saved: {why} Your changes are still here."), true);
                Some(EditorEvent::NotSaved)
            }
        }
    }

    /// Computes in the background what the map looks like after regions have got other numbers.
    fn rebuild(&mut self, ctx: &Context) {
        if matches!(self.rebuild, Rebuild::Wanted) {
            (self.painting, self.is_stale) = (None, false);
            let (mut loaded, repaint, ctx) = (self.loaded(), self.is_painted, ctx.clone());
            let template = Arc::clone(&self.template);
            let load = move || {
                let (template, _) = Template::from_picture(&loaded.map, &template);
                if repaint {
                    loaded.picture = Arc::new(paint::paint(&loaded.map, &template));
                }
                loaded.template = Arc::new(template);
                (loaded, false)
            };
            let job = Job::in_steps("map regions", move || ctx.request_repaint(), art::steps(load));
            self.rebuild = Rebuild::Running(Box::new(job));
        }
        let Rebuild::Running(job) = &mut self.rebuild else { return };
        let Some(result) = job.poll() else { return };
        self.rebuild = Rebuild::Done;
        match result {
            Ok(art) => {
                self.touching = paint::touching(&art.loaded.template, 1);
                self.art = Arc::new(art);
                self.check();
            }
            // What is shown must fit the map.
            Err(_) => self.rebuild = Rebuild::Wanted,
        }
    }

    /// Paints the picture again in the background, a moment after super regions, colours or borders have changed.
    fn repaint(&mut self, ctx: &Context) {
        if let Some(job) = &mut self.painting
            && let Some(result) = job.poll()
        {
            self.painting = None;
            if let Ok(mut art) = result
                && !self.is_stale
            {
                art.loaded.map = Arc::clone(self.document.map());
                self.art = Arc::new(art);
            }
        }
        // In a web page it would only keep the page from being drawn.
        self.painting.take_if(|_| self.is_stale && cfg!(target_arch = "wasm32"));
        if !self.is_stale || self.painting.is_some() {
            return;
        }
        let now = ctx.input(|input| input.time);
        let left = *self.paint_at.get_or_insert(now + PAINT_PAUSE) - now;
        if left > 0.0 {
            ctx.request_repaint_after_secs(left as f32);
            return;
        }
        (self.is_stale, self.paint_at) = (false, None);
        let (mut loaded, repaint, ctx) = (self.loaded(), self.is_painted, ctx.clone());
        let load = move || {
            if repaint {
                loaded.picture = Arc::new(paint::paint(&loaded.map, &loaded.template));
            }
            (loaded, false)
        };
        self.painting = Some(Job::in_steps("paint map", move || ctx.request_repaint(), art::steps(load)));
    }
}
