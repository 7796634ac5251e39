//! The game's part of the window: the map, the plan of a turn, rounds that are shown action by action, and the pages for
//! simulations, replays and maps.

mod archive;
mod art;
pub mod bench;
mod board;
mod camera;
mod canvas;
mod cards;
mod map_view;
mod maps;
mod menu;
mod outline;
mod overview;
mod paint;
mod pixels;
mod plan;
mod proposal;
mod region_tip;
mod replays;
mod round;
mod rules_page;
mod simulator;
mod small;
mod thumbnail;
mod tutorial;

use crate::map::RegionId;
use crate::rules::{Position, Seen, Setup, Start, View};
use board::Board;
use common::game::{Dice, Game, Side};
use common::store::Store;
use common::window::{BoardShape, Exercise, GameUi, Scene, Tokens, TutorialEnd, UiAction, UiOptions};
use egui::{Painter, Rect, Ui};
use plan::Phase;
use rand::RngExt;
use std::collections::VecDeque;

/// Gives a good picture for the start page.
const SAMPLE_SEED: u64 = 7;
/// The number of the page of maps.
const MAPS: usize = 2;

/// The state of the game's part of the window.
#[derive(Debug, Default)]
pub struct WarlightUi {
    board: Board,
    simulator: simulator::SimulatorPage,
    replays: replays::ReplayPage,
    maps: maps::MapPage,
    tutorial: tutorial::Tutorial,
}

impl GameUi<Position> for WarlightUi {
    const TAGLINE: &'static str =
        "Deploy your armies, attack, and conquer the map. All turns are secret and simultaneous.";
    const FIRST_MOVE: &'static str = "None yet. Choose your starting regions on the map.";
    const TUTORIAL: bool = true;
    const VALUES: bool = false;
    const OWN_ZOOM: bool = true;
    const HINT_CARD: bool = false;
    const FRONT_OPTIONS: &'static [(&'static str, &'static str)] = &[("Map", "Map"), ("Players", "Seats")];
    // The page of replays begins a game at any place of a recorded one.
    const PAGE_OPTIONS: &'static [&'static str] = &["From"];
    const PAGES: &'static [&'static str] = &["Simulator", "Replays", "Maps"];

    /// The map must carry the players.
    fn objection(setup: &Setup) -> Option<String> {
        let why = Start::new(setup, &mut Dice::new(0)).err()?;
        Some(common::words::sentence(&why.to_string()))
    }

    fn attach(&mut self, store: &Store) {
        self.board.attach(store);
        self.simulator.attach(store);
        self.replays.attach(store);
        self.maps.attach(store);
        self.tutorial.attach(store);
    }

    /// Games of a simulation are stored whichever page is shown.
    fn logic(&mut self, _: &egui::Context) {
        self.simulator.poll();
    }

    fn page(&mut self, page: usize, ui: &mut Ui, options: &UiOptions) -> Vec<UiAction> {
        match page {
            0 => {
                let actions = self.simulator.ui(ui, options);
                if let Some(id) = self.simulator.take_opened() {
                    self.replays.show_simulation(id);
                }
                actions
            }
            1 => self.replays.ui(ui),
            _ => self.maps.ui(ui),
        }
    }

    fn page_shortcuts(&mut self, page: usize, ui: &Ui) {
        if page == MAPS {
            self.maps.shortcuts(ui);
        }
    }

    fn hold_close(&mut self) -> Option<usize> {
        self.maps.hold_close().then_some(MAPS)
    }

    fn exercise(&mut self, _: usize) -> Option<Exercise<Position>> {
        self.replays.take_branch()
    }

    fn notice(&mut self, scene: &Scene<'_, Position>) {
        self.board.notice(scene);
    }

    fn board(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        self.board.planning(|board| board.ui(ui, scene))
    }

    fn board_shape(&self, view: &View) -> BoardShape {
        self.board.shape(&view.setup.map)
    }

    fn task(&self, view: &View, side: Side) -> String {
        if side != view.side {
            return "Planning…".to_owned();
        }
        let Some(plan) = self.board.plan() else { return "Waiting for the others.".to_owned() };
        match plan.phase() {
            Phase::Pick => "Choose where to start.".to_owned(),
            Phase::Deploy => format!("Deploy your armies: {} left.", plan.reserve(view)),
            Phase::Attack => "Attack, or move armies.".to_owned(),
            Phase::Commit => "Check and commit.".to_owned(),
        }
    }

    fn cards(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        self.board.planning(|board| cards::cards(board, ui, scene))
    }

    /// While a turn is planned, what to do now.
    fn has_small_controls(&self, _: &View) -> bool {
        self.board.is_planning() && self.board.animation().is_none()
    }

    fn small_controls(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        self.board.planning(|board| small::small_controls(board, ui, scene))
    }

    fn menu(&mut self, ui: &mut Ui, scene: Option<&Scene<'_, Position>>) -> Vec<UiAction> {
        self.board.planning(|board| menu::menu(board, ui, scene))
    }

    fn shortcuts(&mut self, ui: &Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        self.board.planning(|board| menu::shortcuts(board, ui, scene))
    }

    fn sign(painter: &Painter, rect: Rect, side: Side, setup: &Setup, _: Option<&View>, tokens: &Tokens) {
        paint::player_symbol(painter, rect.center(), rect.width() * 0.36, setup.colour(side), tokens);
    }

    /// Players who have spread from their starting regions.
    fn sample(setup: &Setup) -> Option<View> {
        let mut dice = Dice::new(SAMPLE_SEED);
        let position = Position::new(setup, Start::new(setup, &mut dice).ok()?);
        let mut view = position.view(Side::FIRST);
        view.seen.fill(Seen::Now);
        let regions = setup.map.regions.len();
        let mut queue: VecDeque<(Side, RegionId)> = Side::all(usize::from(setup.players))
            .map(|side| (side, dice.random_range(0..regions) as RegionId))
            .collect();
        let mut owned = 0;
        while let Some((side, region)) = queue.pop_front() {
            if view.state.owner(region).is_some() || owned * 4 > regions * 3 {
                continue;
            }
            view.state.set_owner(region, Some(side));
            view.state.set_armies(region, dice.random_range(1..10));
            owned += 1;
            queue.extend(setup.map.regions[usize::from(region)].neighbours.iter().map(|near| (side, *near)));
        }
        Some(view)
    }

    fn picture(painter: &Painter, rect: Rect, view: &View, tokens: &Tokens) {
        thumbnail::paint(painter, rect, &view.setup, &view.state, tokens.dark);
    }

    fn rules(&mut self, ui: &mut Ui) {
        rules_page::page(ui);
    }

    fn tutorial(&mut self, ui: &mut Ui, _: &UiOptions, motion: f32) -> Option<TutorialEnd> {
        self.tutorial.show(ui, motion)
    }

    fn begin_tutorial(&mut self) {
        self.tutorial.begin();
    }

    fn reset(&mut self) {
        self.board.reset();
    }

    fn showing(&self) -> Option<String> {
        let animation = self.board.animation()?;
        let (action, actions) = animation.progress();
        Some(format!("Round {}: action {action} of {actions}.", animation.record().round))
    }

    fn skip(&mut self) {
        self.board.skip();
    }

    fn can_take_back(&self) -> bool {
        self.board.current_plan().is_some_and(plan::Plan::can_undo)
    }

    fn take_back(&mut self) {
        self.board.undo();
    }

    fn can_restore(&self) -> bool {
        self.board.current_plan().is_some_and(plan::Plan::can_redo)
    }

    fn restore(&mut self) {
        if let Some(plan) = self.board.plan_mut() {
            plan.redo();
        }
    }

    fn draft(&self) -> Option<(Side, String)> {
        self.board.draft()
    }

    /// The list of moves has the orders, not what came of them.
    fn hides_effect(&self) -> bool {
        false
    }
}

/// Runs the web page.
#[cfg(target_arch = "wasm32")]
pub fn run_page() {
    let tasks = common::web::Tasks::default()
        .with::<crate::simulate::SimulateTask>()
        .with::<maps::GenerateTask>()
        .with::<replays::ExportTask>();
    common::web::run_game::<Position, WarlightUi>(tasks);
}
