//! The page of maps: browse, check, generate, import, edit.

mod browse;
mod dialogs;
mod edit;
mod import;
mod library;
mod random;
mod recovery;
mod side_panel;
mod tasks;

use super::art::map_folder;
use common::job::Job;
use common::store::Store;
use common::window::{Tokens, UiAction, page, theme};
use dialogs::Dialog;
use edit::{Editor, EditorEvent};
use egui::{
    Color32, Context, Label, Painter, Pos2, Rect, RichText, TextureHandle, Ui, ViewportCommand, pos2,
};
use import::ImportPage;
use library::{Library, MapSource};
#[cfg(target_arch = "wasm32")]
pub use random::GenerateTask;
use random::RandomPage;
use recovery::Recovery;
use std::path::{Path, PathBuf};
use tasks::{TaskDone, TaskResult};

/// What is said while changes of an earlier run are restored.
const RESTORING: &str = "Restoring the changes…";

/// The name of the option that chooses a map.
const MAP_OPTION: &str = "Map";

/// What the page shows.
#[derive(Debug, Default)]
enum Shown {
    #[default]
    Browse,
    Random(Box<RandomPage>),
    Import(Box<ImportPage>),
    Edit(Box<Editor>),
}

/// What a part of the page asks for.
#[derive(Debug)]
enum Request {
    /// Back to the list.
    Browse,
    /// Choose the map for the next game.
    Play(MapSource),
    Edit(MapSource),
    Duplicate(MapSource),
    Rename(PathBuf, String),
    Delete(PathBuf),
    Export(MapSource, PathBuf),
    /// Copy a map file into the folder.
    AddFile(PathBuf),
    ImportFile(PathBuf),
    Random,
    /// Save a new map, and perhaps edit it.
    Keep(Box<crate::map::LoadedMap>, bool),
    Ask(Box<Dialog>),
    /// Go on with changes that were not saved when the program ended.
    Restore,
    /// Drop them.
    DropUnsaved,
    /// Leave the editor although there are unsaved changes.
    LeaveEditor,
    /// Save, then leave the editor.
    SaveAndLeave,
    /// Close the window, with unsaved changes or without.
    CloseWindow,
    SaveAndClose,
}

impl Request {
    /// Asks a question.
    fn ask(dialog: Dialog) -> Request {
        Request::Ask(Box::new(dialog))
    }
}

/// What happens when the editor has saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AfterSaving {
    Leave,
    CloseWindow,
}

/// The page of maps.
#[derive(Debug, Default)]
pub struct MapPage {
    folder: Option<PathBuf>,
    library: Library,
    is_looked: bool,
    selected: Option<MapSource>,
    shown: Shown,
    dialog: Option<Dialog>,
    /// What is being done, in a few words, and its work. In a web page, work that is dropped is not done, so nothing else
    /// can be started until it has ended.
    task: Option<(&'static str, Job<TaskResult>)>,
    /// What happened last, and whether it was a failure.
    message: (String, bool),
    after_saving: Option<AfterSaving>,
    recovery: Recovery,
}

impl MapPage {
    /// Says where the program keeps its files.
    pub fn attach(&mut self, store: &Store) {
        self.folder = Some(map_folder(store));
        let (recovery, trouble) = Recovery::open(store.data());
        self.recovery = recovery;
        if let Some(trouble) = trouble {
            self.message = (trouble, true);
        }
    }

    /// Whether there are unsaved changes. Then the page asks about them before the window is closed.
    pub fn hold_close(&mut self) -> bool {
        let Shown::Edit(editor) = &self.shown else { return false };
        if !editor.is_changed() {
            return false;
        }
        self.dialog = Some(Dialog::Unsaved { name: editor.name(), close: true });
        true
    }

    /// Runs the shortcuts of the editor.
    pub fn shortcuts(&mut self, ui: &Ui) {
        if self.dialog.is_none()
            && let Shown::Edit(editor) = &mut self.shown
        {
            editor.shortcuts(ui);
        }
    }

    fn folder(&self) -> PathBuf {
        self.folder.clone().unwrap_or_default()
    }

    /// Starts work in the background; only one thing at a time.
    fn start(
        &mut self,
        ctx: &Context,
        what: &'static str,
        run: impl FnOnce(&Path) -> TaskResult + Send + 'static,
    ) {
        let (ctx, folder) = (ctx.clone(), self.folder());
        self.message = (String::new(), false);
        self.task = Some((what, Job::start("map", move || ctx.request_repaint(), move |_| run(&folder))));
    }

    fn poll(&mut self, ctx: &Context) {
        if !std::mem::replace(&mut self.is_looked, true) {
            self.library.refresh(ctx, self.folder.as_deref());
        }
        self.library.poll(ctx, self.folder.as_deref());
        let Some((what, job)) = &mut self.task else { return };
        let Some(result) = job.poll() else { return };
        let restoring = *what == RESTORING;
        self.task = None;
        match result.unwrap_or_else(|error| Err(format!("This failed: {error}."))) {
            Ok(TaskDone::Kept { source, message, edit }) => {
                self.message = (message, false);
                self.selected = Some(source.clone());
                self.library.refresh(ctx, self.folder.as_deref());
                self.shown = Shown::Browse;
                if edit {
                    self.start(ctx, "Opening the map…", move |folder| tasks::open(&source, folder));
                }
            }
            Ok(TaskDone::Opened(opened)) => self.shown = Shown::Edit(Box::new(Editor::new(*opened))),
            Ok(TaskDone::Done(message)) => {
                self.message = (message, false);
                self.library.refresh(ctx, self.folder.as_deref());
            }
            Err(why) => {
                if restoring {
                    self.recovery.release();
                }
                self.message = (why, true);
                self.library.refresh(ctx, self.folder.as_deref());
            }
        }
    }

    /// Draws the page.
    pub fn ui(&mut self, ui: &mut Ui) -> Vec<UiAction> {
        self.poll(ui.ctx());
        let request = if self.dialog.is_some() {
            page::draw_below(ui, |ui| self.content(ui))
        } else {
            self.content(ui)
        };
        let request = self.dialogs(ui).or(request);
        request.map_or_else(Vec::new, |request| self.perform(ui.ctx(), request))
    }

    fn content(&mut self, ui: &mut Ui) -> Option<Request> {
        let mut shown = std::mem::take(&mut self.shown);
        let request = match &mut shown {
            Shown::Browse => self.browse(ui),
            Shown::Random(random) => {
                let busy = self.task.is_some();
                self.notice(ui);
                random.ui(ui, busy)
            }
            Shown::Import(import) => {
                let busy = self.task.is_some();
                self.notice(ui);
                import.ui(ui, busy)
            }
            Shown::Edit(editor) => {
                let event = editor.ui(ui);
                self.recovery.keep(editor.unsaved());
                event.and_then(|event| self.after_editor(editor, event))
            }
        };
        // Nothing above changes what is shown; requests do that.
        self.shown = shown;
        request
    }

    fn after_editor(&mut self, editor: &Editor, event: EditorEvent) -> Option<Request> {
        match event {
            EditorEvent::Leave if editor.is_changed() => {
                Some(Request::ask(Dialog::Unsaved { name: editor.name(), close: false }))
            }
            EditorEvent::Leave => Some(Request::LeaveEditor),
            EditorEvent::Play => Some(Request::Play(MapSource::File(editor.path().to_path_buf()))),
            EditorEvent::Saved => {
                self.is_looked = false;
                self.selected = Some(MapSource::File(editor.path().to_path_buf()));
                // What was changed while it was being saved is not lost.
                match self.after_saving.take().filter(|_| !editor.is_changed())? {
                    AfterSaving::Leave => Some(Request::LeaveEditor),
                    AfterSaving::CloseWindow => Some(Request::CloseWindow),
                }
            }
            EditorEvent::NotSaved => {
                self.after_saving = None;
                None
            }
        }
    }

    /// What is being done, or what happened last.
    fn notice(&self, ui: &mut Ui) {
        let tokens = Tokens::of(ui);
        if let Some((what, _)) = &self.task {
            ui.label(*what);
        } else if !self.message.0.is_empty() {
            let colour = if self.message.1 { tokens.bad } else { tokens.quiet };
            ui.add(Label::new(RichText::new(&self.message.0).color(colour)).wrap());
        }
    }

    fn perform(&mut self, ctx: &Context, request: Request) -> Vec<UiAction> {
        match request {
            Request::Browse | Request::LeaveEditor => {
                self.shown = Shown::Browse;
                self.recovery.discard();
                self.message = (String::new(), false);
                self.library.refresh(ctx, self.folder.as_deref());
            }
            Request::Play(source) => return vec![UiAction::SetOption(MAP_OPTION, source.text())],
            Request::Edit(source) => {
                self.start(ctx, "Opening the map…", move |folder| tasks::open(&source, folder));
            }
            Request::Duplicate(source) => {
                self.start(ctx, "Copying the map…", move |folder| tasks::duplicate(&source, folder));
            }
            Request::Rename(path, name) => {
                self.start(ctx, "Renaming the map…", move |folder| tasks::rename(&path, &name, folder));
            }
            Request::Delete(path) => {
                self.start(ctx, "Deleting the map…", move |_| {
                    tasks::delete(&path)?;
                    Ok(TaskDone::Done("The map is deleted.".to_owned()))
                });
            }
            Request::Export(source, path) => {
                self.start(ctx, "Exporting the map…", move |_| tasks::export(&source, &path));
            }
            Request::AddFile(path) => {
                self.start(ctx, "Copying the map…", move |folder| tasks::add_file(&path, folder));
            }
            Request::ImportFile(path) => {
                self.message = (String::new(), false);
                self.shown = Shown::Import(Box::new(ImportPage::new(path)));
            }
            Request::Random => {
                self.message = (String::new(), false);
                self.shown = Shown::Random(Box::default());
            }
            Request::Keep(loaded, edit) => {
                self.start(ctx, "Saving the map…", move |folder| tasks::keep(&loaded, folder, edit));
            }
            Request::Ask(dialog) => {
                page::refocus(ctx);
                self.dialog = Some(*dialog);
            }
            Request::SaveAndLeave => self.save_and(ctx, AfterSaving::Leave),
            Request::SaveAndClose => self.save_and(ctx, AfterSaving::CloseWindow),
            Request::Restore => {
                if let Some(unsaved) = self.recovery.resume() {
                    self.start(ctx, RESTORING, move |_| tasks::restore(unsaved));
                }
            }
            Request::DropUnsaved => self.recovery.discard_found(),
            Request::CloseWindow => {
                self.shown = Shown::Browse;
                self.recovery.discard();
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
        Vec::new()
    }

    fn save_and(&mut self, ctx: &Context, then: AfterSaving) {
        if let Shown::Edit(editor) = &mut self.shown
            && editor.save(ctx)
        {
            self.after_saving = Some(then);
        }
    }
}

/// The title of a part of the page.
fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).font(theme::heavy(theme::size::TURN)));
}

/// Paints a picture into the middle of a rectangle.
fn paint_picture(painter: &Painter, texture: &TextureHandle, rect: Rect, is_dark: bool) {
    let size = texture.size_vec2();
    let scale = (rect.width() / size.x).min(rect.height() / size.y);
    let inner = Rect::from_center_size(rect.center(), size * scale);
    let uv = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    let tint = if is_dark { Color32::from_gray(215) } else { Color32::WHITE };
    painter.image(texture.id(), inner, uv, tint);
}
