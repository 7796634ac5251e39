//! The page of recorded games, which can be replayed in both directions.

mod branch;
mod charts;
mod export;
mod list;
mod panel;
mod thoughts;
mod timeline;
mod transport;
mod viewer;

use super::archive::{Archive, Reply, Request};
use crate::database::{GameId, SimulationId};
use crate::record::{EXTENSION, GameRecord};
use crate::rules::Position;
use branch::{BranchDialog, BranchEvent};
use common::store::Store;
use common::window::{
    Exercise, FileBrowser, FileBrowserEvent, FileFilter, Tokens, UiAction, page, quiet, user_folder,
    written_message,
};
use common::words::sentence;
use egui::{Context, Frame, Label, Margin, Panel, ProgressBar, Ui};
#[cfg(target_arch = "wasm32")]
pub use export::ExportTask;
use export::{Export, ExportSettings, Exporting};
use list::{GameList, ListEvent};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use viewer::{Replay, ReplayEvent};

const GAME_FILES: FileFilter = FileFilter {
    name: "recorded games",
    accepts: |path| has_extension(path, EXTENSION) || has_extension(path, "json"),
    extensions: || vec![EXTENSION, "json"],
};

const PICTURES: FileFilter =
    FileFilter { name: "pictures", accepts: |path| has_extension(path, "png"), extensions: || vec!["png"] };

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

/// In a lower window, such as that of a phone on its side, all of the dialog of an export scrolls.
const VERY_LOW: f32 = 420.0;

/// What is open over the page.
#[derive(Debug)]
enum Dialog {
    /// Delete a game with this name?
    Delete(GameId, String),
    Import(FileBrowser),
    Save(FileBrowser),
    Export(FileBrowser),
    Branch(BranchDialog),
}

/// The page of recorded games.
#[derive(Debug, Default)]
pub struct ReplayPage {
    store: Option<Store>,
    archive: Option<Archive>,
    list: GameList,
    opened: Option<Replay>,
    dialog: Option<Dialog>,
    export_settings: ExportSettings,
    export: Option<Exporting>,
    /// What happened last.
    message: String,
    /// The game that begins in a recorded one.
    branch: Option<Exercise<Position>>,
    /// The pass in which the page was drawn last.
    drawn: u64,
}

impl ReplayPage {
    /// Says where the program keeps its files.
    pub fn attach(&mut self, store: &Store) {
        self.store = Some(store.clone());
    }

    /// Lists only the games of a simulation.
    pub fn show_simulation(&mut self, id: SimulationId) {
        self.opened = None;
        self.list.simulation = Some(id);
        self.list.rows = None;
        self.drawn = 0;
    }

    /// The game that was chosen with *Play on from here*.
    pub fn take_branch(&mut self) -> Option<Exercise<Position>> {
        self.branch.take()
    }

    /// Draws the page.
    pub fn ui(&mut self, ui: &mut Ui) -> Vec<UiAction> {
        let Some(store) = &self.store else { return Vec::new() };
        let archive = self.archive.get_or_insert_with(|| Archive::new(store, ui.ctx()));
        let pass = ui.ctx().cumulative_pass_nr();
        let back = ui.input(|input| input.events.contains(&egui::Event::WindowFocused(true)));
        if self.drawn + 1 < pass || self.drawn == 0 || back {
            // Games may have been added or deleted meanwhile.
            self.list.refresh(archive);
            if let Some(id) = self.opened.as_ref().and_then(|replay| replay.id) {
                archive.ask(Request::Check(id));
            }
        }
        self.drawn = pass;
        self.take_replies();
        self.poll_export();
        if self.dialog.is_some() {
            page::draw_below(ui, |ui| self.body(ui));
        } else {
            self.body(ui);
        }
        self.dialogs(ui)
    }

    fn body(&mut self, ui: &mut Ui) {
        self.message_bar(ui);
        let Some(archive) = &self.archive else { return };
        if let Some(replay) = &mut self.opened {
            if let Some(event) = replay.ui(ui) {
                self.handle(event);
            }
            return;
        }
        match self.list.ui(ui, archive) {
            Some(ListEvent::Open(id)) => archive.ask(Request::Open(id)),
            Some(ListEvent::Delete(id, name)) => self.dialog = Some(Dialog::Delete(id, name)),
            Some(ListEvent::Import) => {
                let browser = FileBrowser::new(GAME_FILES, user_folder(), String::new());
                self.dialog = Some(Dialog::Import(browser));
            }
            None => {}
        }
    }

    /// What happened last, and how far an export is.
    fn message_bar(&mut self, ui: &mut Ui) {
        if self.message.is_empty() && self.export.is_none() {
            return;
        }
        let frame = Frame::new().fill(Tokens::of(ui).page).inner_margin(Margin { top: 8, ..Margin::ZERO });
        Panel::bottom("replay message").frame(frame).show_separator_line(false).show(ui, |ui| {
            ui.horizontal(|ui| {
                if let Some(job) = &mut self.export {
                    let progress = job.progress();
                    let bar = ProgressBar::new(progress.done.unwrap_or(0.0) as f32).desired_width(220.0);
                    ui.add(bar);
                    if ui.button("Stop the export").clicked() {
                        job.stop();
                    }
                    ui.label(quiet(progress.message));
                } else {
                    if ui.button("OK").on_hover_text("Hide this message").clicked() {
                        self.message.clear();
                    }
                    ui.add(Label::new(&self.message).wrap());
                }
            });
        });
    }

    fn take_replies(&mut self) {
        let replies = self.archive.as_ref().map(Archive::replies).unwrap_or_default();
        for reply in replies {
            match reply {
                Reply::Games(rows) => self.list.rows = Some(rows),
                Reply::Preview(id, preview) => {
                    self.list.previews.insert(id, preview);
                }
                Reply::Opened(game) => match *game {
                    Ok(game) => {
                        self.message.clear();
                        self.opened = Some(Replay::new(game, self.store.as_ref()));
                    }
                    Err(why) => self.message = sentence(&why),
                },
                Reply::Gone(id) => {
                    if self.opened.as_ref().is_some_and(|replay| replay.id == Some(id)) {
                        self.message = format!(
                            "Game {id} was deleted meanwhile. It stays open here; save it to a file to keep it."
                        );
                    }
                }
                Reply::Deleted(id, result) => {
                    self.message = match result {
                        Ok(()) => format!("Deleted game {id}."),
                        Err(why) => sentence(&why),
                    };
                    if let Some(archive) = &self.archive {
                        self.list.refresh(archive);
                    }
                }
                Reply::Imported(Ok((id, known))) => {
                    self.message =
                        if known { "This game was recorded already.".to_owned() } else { String::new() };
                    if let Some(archive) = &self.archive {
                        self.list.refresh(archive);
                        archive.ask(Request::Open(id));
                    }
                }
                Reply::Imported(Err(why)) => self.message = sentence(&why),
                Reply::Notice(text) => self.message = text,
                Reply::Simulations(_) | Reply::DeletedSimulation(_) => {}
            }
        }
    }

    fn poll_export(&mut self) {
        if let Some(result) = self.export.as_mut().and_then(Exporting::poll) {
            self.export = None;
            self.message = result.unwrap_or_else(|why| format!("The export failed: {why}."));
        }
    }

    fn handle(&mut self, event: ReplayEvent) {
        let Some(replay) = &self.opened else { return };
        let name = |extension: &str| match replay.id {
            Some(id) => format!("game-{id}.{extension}"),
            None => format!("game.{extension}"),
        };
        match event {
            ReplayEvent::Close => {
                self.opened = None;
                self.message.clear();
            }
            ReplayEvent::SaveFile => {
                self.dialog =
                    Some(Dialog::Save(FileBrowser::new(GAME_FILES, user_folder(), name(EXTENSION))));
            }
            ReplayEvent::Export if self.export.is_some() => {
                self.message = "An export is running. Wait for its end, or stop it.".to_owned();
            }
            ReplayEvent::Export => {
                let browser = FileBrowser::new(PICTURES, user_folder(), name("png")).with_own_list();
                self.dialog = Some(Dialog::Export(browser));
            }
            ReplayEvent::Branch => {
                let dialog = BranchDialog::new(&replay.cursor, replay.viewer, &replay.title);
                self.dialog = Some(Dialog::Branch(dialog));
            }
        }
    }

    fn dialogs(&mut self, ui: &Ui) -> Vec<UiAction> {
        let Some(mut dialog) = self.dialog.take() else { return Vec::new() };
        let mut actions = Vec::new();
        // True keeps the dialog open.
        let open = page::show(ui, 520.0, |ui| self.dialog(ui, &mut dialog, &mut actions));
        if open == Some(true) {
            self.dialog = Some(dialog);
        }
        actions
    }

    fn dialog(&mut self, ui: &mut Ui, dialog: &mut Dialog, actions: &mut Vec<UiAction>) -> bool {
        match dialog {
            Dialog::Delete(id, name) => {
                page::title(ui, "Delete this game?");
                ui.label(format!("{name} will be deleted for good."));
                ui.add_space(4.0);
                let mut open = true;
                ui.horizontal(|ui| {
                    if page::confirm_button(ui, true, "Delete") {
                        if let Some(archive) = &self.archive {
                            archive.ask(Request::Delete(*id));
                        }
                        open = false;
                    }
                    if ui.button("Cancel").clicked() {
                        open = false;
                    }
                });
                open
            }
            Dialog::Import(browser) => {
                page::title(ui, "Import a recorded game");
                match browser.open_page(ui) {
                    Some(FileBrowserEvent::Choose(path)) => {
                        if let Some(archive) = &self.archive {
                            archive.ask(Request::Import(path));
                        }
                        false
                    }
                    Some(FileBrowserEvent::Cancel) => false,
                    None => true,
                }
            }
            Dialog::Save(browser) => {
                page::title(ui, "Save the recorded game");
                let details = |ui: &mut Ui, path: &Path| {
                    ui.label(quiet(".warlight is the compact form, .json the readable one."));
                    let fits = (GAME_FILES.accepts)(path);
                    if fits { Ok(()) } else { Err("The name must end in .warlight or .json.".to_owned()) }
                };
                match browser.save_page(ui, "Save", details) {
                    Some(FileBrowserEvent::Choose(path)) => {
                        let Some(record) = self.opened.as_ref().map(Replay::record) else { return false };
                        match write(record, &path) {
                            Ok(said) => {
                                self.message = said;
                                false
                            }
                            Err(why) => {
                                browser.complain(why);
                                true
                            }
                        }
                    }
                    Some(FileBrowserEvent::Cancel) => false,
                    None => true,
                }
            }
            Dialog::Export(browser) => {
                page::title(ui, "Export pictures");
                let Some(replay) = &self.opened else { return false };
                let (settings, cursor) = (&mut self.export_settings, &replay.cursor);
                let mut ask =
                    |ui: &mut Ui| browser.save_page(ui, "Export", |ui, path| settings.ui(ui, path, cursor));
                let mut event = None;
                if ui.ctx().content_rect().height() < VERY_LOW {
                    page::scroll(ui, |ui| event = ask(ui));
                } else {
                    event = ask(ui);
                }
                match event {
                    Some(FileBrowserEvent::Choose(path)) => {
                        self.begin_export(ui.ctx(), path);
                        false
                    }
                    Some(FileBrowserEvent::Cancel) => false,
                    None => true,
                }
            }
            Dialog::Branch(branch) => match branch.ui(ui) {
                Some(BranchEvent::Play(exercise)) => {
                    self.branch = Some(*exercise);
                    actions.push(UiAction::Exercise(0));
                    false
                }
                Some(BranchEvent::Cancel) => false,
                None => true,
            },
        }
    }

    fn begin_export(&mut self, ctx: &Context, path: PathBuf) {
        let Some(replay) = &mut self.opened else { return };
        let Some(art) = replay.art(ctx) else {
            self.message = "The map is still being drawn: try again in a moment.".to_owned();
            return;
        };
        let export = Export {
            settings: self.export_settings,
            cursor: replay.cursor.clone(),
            viewer: replay.viewer,
            map: art.loaded.clone(),
            path,
        };
        self.message.clear();
        self.export = Some(Exporting::start(export, ctx));
    }
}

fn write(record: &Arc<GameRecord>, path: &Path) -> Result<String, String> {
    record.write_file(path).map_err(|why| sentence(&why))?;
    Ok(written_message(path))
}
