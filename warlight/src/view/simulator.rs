//! The page of simulations: bots against bots, in the background.

mod form;
mod past;
mod running;

use super::archive::{Archive, Reply, Request, SimulationRow};
use crate::database::SimulationId;
use common::store::Store;
use common::window::theme::{self, size};
use common::window::{UiAction, UiOptions, card, page, quiet, scroll_area};
use common::words::sentence;
use egui::{Label, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder, pos2};
use form::Form;
use past::PastEvent;
use running::Running;

/// The width of the settings.
const FORM: f32 = 400.0;
/// In a narrower window there is one column.
const TWO_COLUMNS: f32 = 760.0;
/// The smallest height of what scrolls.
const MIN_SCROLLED: f32 = 64.0;
/// The name under which the settings are remembered.
const FORM_OPTION: &str = "simulator";
/// The number of the page of recorded games.
const REPLAYS: usize = 1;

/// The page of simulations.
#[derive(Debug, Default)]
pub struct SimulatorPage {
    store: Option<Store>,
    archive: Option<Archive>,
    form: Form,
    running: Option<Running>,
    rows: Option<Result<Vec<SimulationRow>, String>>,
    /// A simulation with so many games is to be deleted.
    deleting: Option<(SimulationId, u64)>,
    /// The simulation whose games are to be listed.
    opened: Option<SimulationId>,
    message: String,
    /// The pass in which the page was drawn last.
    drawn: u64,
}

impl SimulatorPage {
    /// Says where the program keeps its files.
    pub fn attach(&mut self, store: &Store) {
        self.store = Some(store.clone());
    }

    /// The simulation whose games the user wants to see.
    pub fn take_opened(&mut self) -> Option<SimulationId> {
        self.opened.take()
    }

    /// Goes on with the simulation. It is called in every frame, whichever page is shown.
    pub fn poll(&mut self) {
        if self.running.as_mut().is_some_and(Running::poll)
            && let Some(archive) = &self.archive
        {
            archive.ask(Request::Simulations);
        }
    }

    /// Draws the page.
    pub fn ui(&mut self, ui: &mut Ui, options: &UiOptions) -> Vec<UiAction> {
        let Some(store) = self.store.clone() else { return Vec::new() };
        let archive = self.archive.get_or_insert_with(|| Archive::new(&store, ui.ctx()));
        let pass = ui.ctx().cumulative_pass_nr();
        if self.drawn == 0 {
            self.form.read(options.get(FORM_OPTION).map_or("", String::as_str));
        }
        if self.drawn == 0 || self.drawn + 1 < pass {
            archive.ask(Request::Simulations);
            self.form.find_maps(&store);
        }
        self.drawn = pass;
        self.take_replies();
        if self.deleting.is_some() {
            page::draw_below(ui, |ui| self.body(ui, &store));
        } else {
            self.body(ui, &store);
        }
        self.ask_to_delete(ui);
        let mut actions = Vec::new();
        // While a number is dragged or a text is typed, nothing is written.
        let idle = !ui.input(|input| input.pointer.any_down()) && !ui.ctx().text_edit_focused();
        if idle {
            let text = self.form.text();
            let is_default = || text == Form::default().text();
            if options.get(FORM_OPTION).map_or_else(|| !is_default(), |kept| *kept != text) {
                actions.push(UiAction::Keep(FORM_OPTION, text));
            }
        }
        if self.opened.is_some() {
            actions.push(UiAction::Page(REPLAYS));
        }
        actions
    }

    fn body(&mut self, ui: &mut Ui, store: &Store) {
        let space = ui.available_rect_before_wrap();
        if space.width() < TWO_COLUMNS {
            self.one_column(ui, store);
            return;
        }
        let form = FORM.min(space.width() * 0.48);
        let left = Rect::from_min_max(space.min, pos2(space.left() + form, space.bottom()));
        let right = Rect::from_min_max(pos2(left.right() + 12.0, space.top()), space.max);
        let mut column = ui.new_child(UiBuilder::new().id_salt("settings").max_rect(left));
        card(&mut column, |ui| {
            let height = (ui.available_height() - self.form.start_height()).max(MIN_SCROLLED);
            scroll_area(ScrollArea::vertical().auto_shrink([false, true]).max_height(height), ui, |ui| {
                self.form.settings(ui);
            });
            self.start_button(ui, store);
        });
        let mut column = ui.new_child(UiBuilder::new().id_salt("results").max_rect(right));
        scroll_area(ScrollArea::vertical().auto_shrink(false), &mut column, |ui| {
            ui.set_max_width(ui.available_width() - 10.0);
            if let Some(running) = &mut self.running {
                card(ui, |ui| {
                    running.progress(ui);
                    running.scores(ui);
                });
            }
            self.results(ui, store);
        });
        ui.allocate_rect(space, Sense::hover());
    }

    /// The page of a narrow window: the progress stays at the top, and the button that starts a simulation at the bottom.
    fn one_column(&mut self, ui: &mut Ui, store: &Store) {
        if let Some(running) = &mut self.running {
            card(ui, |ui| running.progress(ui));
        }
        let busy = self.is_running();
        let start = if busy { 0.0 } else { self.form.start_height() };
        let height = (ui.available_height() - start).max(MIN_SCROLLED);
        scroll_area(ScrollArea::vertical().auto_shrink(false).max_height(height), ui, |ui| {
            ui.set_max_width(ui.available_width() - 10.0);
            if let Some(running) = &self.running {
                card(ui, |ui| running.scores(ui));
            }
            card(ui, |ui| self.form.settings(ui));
            self.results(ui, store);
        });
        if !busy {
            self.start_button(ui, store);
        }
    }

    fn start_button(&mut self, ui: &mut Ui, store: &Store) {
        let busy = self.is_running();
        if !self.form.start_button(ui, busy) {
            return;
        }
        match self.form.simulation() {
            Ok(simulation) => {
                let threads = self.form.threads();
                self.running = Some(Running::start(store, ui.ctx(), simulation, threads));
                self.message.clear();
            }
            Err(why) => self.message = why,
        }
    }

    fn is_running(&self) -> bool {
        self.running.as_ref().is_some_and(Running::is_running)
    }

    fn results(&mut self, ui: &mut Ui, store: &Store) {
        page::complain(ui, &self.message);
        ui.label(RichText::new("Past simulations").font(theme::heavy(size::TURN)));
        let current = self.running.as_ref().and_then(Running::id);
        let busy = self.is_running();
        let event = match &self.rows {
            None => {
                ui.label(quiet("Reading the simulations…"));
                None
            }
            Some(Err(why)) => {
                past::error(ui, why);
                None
            }
            Some(Ok(rows)) if rows.is_empty() => {
                let text = if busy {
                    "The first one is running."
                } else {
                    "None yet. Choose the players and press Start: every game is kept and can be replayed."
                };
                ui.add(Label::new(quiet(text)).wrap());
                None
            }
            Some(Ok(rows)) => past::show(ui, rows, current, busy),
        };
        match event {
            Some(PastEvent::Games(id)) => self.opened = Some(id),
            Some(PastEvent::Resume(id)) => {
                self.running = Some(Running::resume(store, ui.ctx(), id, self.form.threads()));
            }
            Some(PastEvent::Delete(id, games)) => self.deleting = Some((id, games)),
            None => {}
        }
    }

    fn take_replies(&mut self) {
        let replies = self.archive.as_ref().map(Archive::replies).unwrap_or_default();
        for reply in replies {
            match reply {
                Reply::Simulations(rows) => self.rows = Some(rows),
                Reply::DeletedSimulation(result) => {
                    self.message = result.err().map_or(String::new(), |why| sentence(&why));
                    if let Some(archive) = &self.archive {
                        archive.ask(Request::Simulations);
                    }
                }
                Reply::Notice(text) => self.message = text,
                _ => {}
            }
        }
    }

    fn ask_to_delete(&mut self, ui: &Ui) {
        let Some((id, games)) = self.deleting else { return };
        let open = page::show(ui, 440.0, |ui| {
            page::title(ui, "Delete this simulation?");
            let games = if games == 1 { "its game".to_owned() } else { format!("its {games} games") };
            ui.label(format!("Simulation {id} and {games} will be deleted for good."));
            ui.add_space(4.0);
            let mut open = true;
            ui.horizontal(|ui| {
                if page::confirm_button(ui, true, "Delete") {
                    if let Some(archive) = &self.archive {
                        archive.ask(Request::DeleteSimulation(id));
                    }
                    open = false;
                }
                if ui.button("Cancel").clicked() {
                    open = false;
                }
            });
            open
        });
        if open != Some(true) {
            self.deleting = None;
        }
    }
}
