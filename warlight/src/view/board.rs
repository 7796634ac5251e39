//! The map in a game: what is shown on it, and how clicks and keys change the plan.

use super::art::{ArtLoader, MapArt};
use super::cards::{BAR, is_over, is_planning, is_waiting, plan_bar, shown_hint};
use super::map_view::{MapInput, MapScene, MapView, Mark};
use super::plan::{News, Phase, Plan, can_order};
use super::proposal::Proposal;
use super::region_tip::RegionTip;
use super::round::RoundAnimation;
use crate::map::RegionId;
use crate::map::render::{Arrow, RegionLook};
use crate::rules::{MapRef, Move, Order, Position, RoundRecord, Seen, State, Turn, View};
use crate::text::{self, RegionNames, plain_name};
use common::game::Side;
use common::session::Hint;
use common::store::Store;
use common::window::{BoardShape, Scene, UiAction};
use egui::{Key, Modifiers, Rect, Sense, Ui, vec2};
use std::sync::Arc;

/// Clicks with Shift deploy this many armies.
const MANY: i64 = 5;

/// What a plan belongs to: it is dropped when this changes.
#[derive(Debug)]
struct PlanKey {
    side: Side,
    round: u16,
    picking: bool,
    state: State,
}

impl PlanKey {
    fn of(view: &View) -> PlanKey {
        PlanKey { side: view.side, round: view.round, picking: view.picking, state: view.state.clone() }
    }

    fn fits(&self, view: &View) -> bool {
        (self.side, self.round, self.picking) == (view.side, view.round, view.picking)
            && self.state == view.state
    }
}

/// What the viewer does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Activity {
    /// Looks at a position, or at the game of others.
    #[default]
    Watch,
    /// Waits for the turns of others.
    Wait,
    /// Plans a turn.
    Plan,
    /// Reviews the game.
    Review,
}

/// What was noticed last about the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Noticed {
    ply: usize,
    viewer: Side,
}

/// The map of a game and the plan for the next turn.
#[derive(Debug, Default)]
pub struct Board {
    loader: ArtLoader,
    map: MapView,
    plan: Option<(PlanKey, Plan)>,
    animation: Option<RoundAnimation>,
    noticed: Option<Noticed>,
    /// The position may have changed otherwise than by a move.
    fresh: bool,
    /// The last round that each side has been shown.
    shown: [u16; 8],
    last_frame: Option<f64>,
    tip: RegionTip,
    activity: Activity,
    /// The side that a hint is for, and the move that it proposes.
    hint: Option<(Side, Move)>,
    /// The hint that was made the plan: it is not shown any more.
    used_hint: Option<Move>,
    /// What is new in the plan since the last frame.
    pub news: Option<News>,
    /// The plan in short has been drawn, beside the cards.
    pub is_small: bool,
    /// The super region whose row is under the pointer.
    pub spotlight: Option<usize>,
    /// The hidden map was complained about.
    told_substitute: bool,
}

impl Board {
    /// Says where the user's maps are.
    pub fn attach(&mut self, store: &Store) {
        self.loader.attach(store);
    }

    /// The position was changed otherwise than by a move.
    pub fn reset(&mut self) {
        self.animation = None;
        self.fresh = true;
    }

    /// The round that is being shown.
    pub fn animation(&self) -> Option<&RoundAnimation> {
        self.animation.as_ref()
    }

    /// Ends the animation.
    pub fn skip(&mut self) {
        self.animation = None;
    }

    /// The plan, if there is something to plan.
    pub fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref().map(|(_, plan)| plan)
    }

    /// The plan, while it can be changed.
    pub fn current_plan(&self) -> Option<&Plan> {
        self.plan().filter(|_| self.activity == Activity::Plan && self.animation.is_none())
    }

    /// Whose turn is planned, and the plan as text; empty if nothing is planned yet.
    pub fn draft(&self) -> Option<(Side, String)> {
        let (of, plan) = self.plan.as_ref()?;
        Some((of.side, if plan.is_empty() { String::new() } else { plan.to_move().to_string() }))
    }

    /// Lets the user plan. What changes the plan ends the message about what could not be planned.
    pub fn planning(&mut self, act: impl FnOnce(&mut Board) -> Vec<UiAction>) -> Vec<UiAction> {
        let state = |plan: &Plan| (plan.phase(), plan.to_move());
        let refused = self.plan().filter(|plan| plan.refused).map(state);
        let mut actions = act(self);
        if let (Some(before), Some(plan)) = (refused, self.plan_mut())
            && actions.is_empty()
            && state(plan) != before
        {
            plan.refused = false;
            actions.push(UiAction::Explain(String::new()));
        }
        actions
    }

    /// Whether the viewer plans a turn.
    pub fn is_planning(&self) -> bool {
        self.activity == Activity::Plan && self.plan.is_some()
    }

    /// The plan, to change it.
    pub fn plan_mut(&mut self) -> Option<&mut Plan> {
        self.plan.as_mut().map(|(_, plan)| plan)
    }

    /// The hint and the move that it proposes, unless it was made the plan, or is a secret of another player.
    pub fn open_hint<'a>(&self, scene: &Scene<'a, Position>) -> Option<(&'a Hint, Move)> {
        let hint = shown_hint(scene)?;
        let proposed =
            Move::read(&hint.text).ok().filter(|proposed| self.used_hint.as_ref() != Some(proposed));
        proposed.map(|proposed| (hint, proposed))
    }

    /// Notes that a hint was made the plan.
    pub fn set_used_hint(&mut self, hint: Move) {
        self.used_hint = Some(hint);
    }

    /// Takes the last change of the plan back.
    pub fn undo(&mut self) {
        // It may have been the hint.
        self.used_hint = None;
        if let Some(plan) = self.plan_mut() {
            plan.undo();
        }
    }

    /// Shows the whole map.
    pub fn show_whole_map(&mut self) {
        self.map.reset_zoom();
    }

    /// The shape of a map with the steps of the turn below it. In a review there are none, and the panel gets their height.
    pub fn shape(&self, map: &MapRef) -> BoardShape {
        let controls = if self.activity == Activity::Review { 0.0 } else { BAR };
        BoardShape { aspect: self.loader.aspect(map), controls, needs_panel: false }
    }

    /// Notices what has changed: a new round is shown, a plan for another turn is dropped.
    pub fn notice(&mut self, scene: &Scene<'_, Position>) {
        let view = scene.game.view();
        let now = Noticed { ply: scene.game.ply(), viewer: scene.game.viewer() };
        let before = self.noticed.replace(now);
        let fresh = std::mem::take(&mut self.fresh);
        if before != Some(now) || fresh {
            // Only another player at the screen leaves the rest of the game as it was.
            let same_game = before.is_some_and(|before| {
                !fresh && before.ply <= now.ply && now.ply <= before.ply + 1
                    || fresh && before.ply == now.ply && before.viewer != now.viewer
            });
            let seen = &mut self.shown[now.viewer.index() % 8];
            if same_game && view.round == *seen + 1 && scene.motion > 0.0 {
                let state = (0..scene.game.ply()).rev().filter_map(|ply| scene.game.view_after(ply));
                let state = state.into_iter().find(|earlier| earlier.round < view.round);
                let shown = view.last.clone().zip(state.map(|earlier| earlier.state.clone()));
                self.animation = shown.and_then(|(record, state)| RoundAnimation::new(record, state));
            }
            *seen = view.round;
            if !same_game {
                self.shown = [view.round; 8];
                self.animation = None;
                // The same turn of the same game has its plan again, with all its steps.
                let draft = scene.game.draft();
                self.plan.take_if(|(_, plan)| draft != Some(plan.to_move().to_string().as_str()));
            }
        }
        if is_over(scene) || scene.game.is_fixed() {
            self.plan = None;
        } else {
            self.update_plan(view, scene.game.draft());
        }
        self.activity = match is_planning(scene) {
            true => Activity::Plan,
            false if scene.reviewing => Activity::Review,
            false if is_waiting(scene) => Activity::Wait,
            false => Activity::Watch,
        };
        // Who asks again wants to see the answer.
        if scene.hint.is_none() || scene.game.is_hinting() {
            self.used_hint = None;
        }
        self.hint = self.open_hint(scene).map(|(hint, proposed)| (hint.side, proposed));
    }

    /// Begins a new plan if the old one belongs to another turn: with what was planned before the game was left.
    pub fn update_plan(&mut self, view: &View, draft: Option<&str>) {
        let to_plan = view.waiting_for.contains(view.side) && view.outcome.is_none();
        if !to_plan {
            self.plan = None;
        } else if self.plan.as_ref().is_none_or(|(of, _)| !of.fits(view)) {
            self.plan = Some((PlanKey::of(view), Plan::of_draft(view, draft)));
            self.map.free_cursor();
        }
    }

    /// Shows a round action by action.
    pub fn show_round(&mut self, record: Arc<RoundRecord>, before: State) {
        self.animation = RoundAnimation::new(record, before);
    }

    /// Draws the map and returns the user's actions.
    pub fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        let (space, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let (rect, action) = plan_bar(self, ui, space, scene);
        let mut actions = self.show(ui, rect, scene.game.view(), scene.active, scene.motion);
        actions.extend(action);
        actions
    }

    /// Draws the map of a position and returns the user's actions.
    pub fn show(&mut self, ui: &mut Ui, rect: Rect, view: &View, active: bool, motion: f32) -> Vec<UiAction> {
        let Some(art) = self.loader.get(ui.ctx(), &view.setup.map) else {
            loading(ui, rect);
            return Vec::new();
        };
        self.advance(ui, motion);
        let input = self.show_map(ui, rect, &art, view, active);
        let mut actions = Vec::new();
        if art.is_substitute && !std::mem::replace(&mut self.told_substitute, true) {
            let name = &view.setup.map.id;
            let text =
                format!("The picture of the map '{name}' was not found, so its regions are shown as discs.");
            actions.push(UiAction::Explain(text));
        }
        self.tip.update(ui);
        if let Some(region) = input.hovered.filter(|_| self.animation.is_none()) {
            let source = self.plan().and_then(|plan| plan.source).filter(|source| *source != region);
            let source = source.map(|source| self.map.projection(rect, &art).place(art.label(source)));
            self.tip.show(ui, rect, source, |ui| about_region(ui, view, region));
        }
        if self.animation.is_some() {
            if input.clicked.is_some() {
                self.skip();
            }
            return actions;
        }
        if active {
            let action = self.act(&input, view);
            if let Some(plan) = self.plan_mut().filter(|_| action.is_some()) {
                plan.refused = true;
            }
            actions.extend(action);
        } else if input.clicked.is_some() && self.activity == Activity::Wait {
            actions.push(UiAction::Explain(
                "Your turn is committed. The other players are still planning.".into(),
            ));
        }
        actions
    }

    fn show_map(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        art: &Arc<MapArt>,
        view: &View,
        active: bool,
    ) -> MapInput {
        let animated = self.animation.as_ref().map(RoundAnimation::state);
        let state = animated.as_ref().unwrap_or(&view.state);
        let plan = self.plan.as_ref().map(|(_, plan)| plan).filter(|_| animated.is_none());
        let looks = looks(view, state, true);
        let (mut arrows, mut marks, mut notes) = (Vec::new(), Vec::new(), Vec::new());
        let mut moving = None;
        if let Some(moment) = self.animation.as_ref().map(RoundAnimation::moment) {
            arrows.extend(moment.arrow);
            marks.extend(moment.regions.into_iter().map(|region| (region, Mark::Event)));
            notes = moment.notes;
            moving = moment.moving;
        } else if let Some(plan) = plan {
            show_plan(plan, view, &mut arrows, &mut marks, &mut notes);
        } else if let Some(Move::Turn(turn)) = &view.committed {
            (arrows, notes) = turn_drawing(view.side, turn);
        }
        let hint = self.hint.as_ref().filter(|_| animated.is_none());
        let hint = hint.map(|(side, hint)| Proposal::new(*side, hint, plan));
        if let Some(super_region) = self.spotlight.and_then(|n| view.map().super_regions.get(n)) {
            marks.extend(super_region.regions.iter().map(|region| (*region, Mark::Choice)));
        }
        let attacking = plan.is_some_and(|plan| plan.phase() == Phase::Attack);
        let can_drag = |region: RegionId| attacking && view.state.owns(view.side, region);
        let name = |region: RegionId| region_label(view, state, region);
        let choices = plan.map_or_else(Vec::new, |plan| choices(plan, view));
        let map_scene = MapScene {
            looks: &looks,
            arrows: &arrows,
            marks: &marks,
            notes: &notes,
            hint: hint.as_ref(),
            moving,
            colours: view.setup.looks.colours(),
            bonuses: true,
            active,
            can_drag_from: &can_drag,
            choices: &choices,
            name: &name,
        };
        self.map.show(ui, rect, art, &map_scene)
    }

    /// Clicks and keys change the plan.
    fn act(&mut self, input: &MapInput, view: &View) -> Option<UiAction> {
        let plan = self.plan.as_mut().map(|(_, plan)| plan)?;
        let explain = |text: String| Some(UiAction::Explain(text));
        if let Some((from, to)) = input.dragged {
            return send(plan, from, to, view).map(UiAction::Explain);
        }
        let region = input.clicked.or(input.taken_back)?;
        let added = input.clicked.is_some();
        match plan.phase() {
            Phase::Pick => {
                if !view.own_offers().contains(&region) {
                    return explain(format!("{} is not offered to you.", plain_name(view.map(), region)));
                }
                if added || plan.picks().contains(&region) {
                    if added
                        && !plan.picks().contains(&region)
                        && plan.picks().len() >= view.picks
                        && view.picks > 1
                    {
                        return explain(format!(
                            "You have chosen {} regions. Click one of them to give it up.",
                            view.picks
                        ));
                    }
                    plan.toggle_pick(region, view);
                }
                None
            }
            Phase::Deploy => {
                if !view.state.owns(view.side, region) {
                    let name = plain_name(view.map(), region);
                    return explain(format!(
                        "{name} is not yours. You deploy to your own regions; attacks come next."
                    ));
                }
                let step = if input.modifiers.command {
                    i64::from(u32::MAX)
                } else if input.modifiers.shift {
                    MANY
                } else {
                    1
                };
                if added && plan.reserve(view) == 0 {
                    return explain("All your armies are deployed. Go on to the attacks.".to_owned());
                }
                plan.deploy(region, if added { step } else { -step }, view);
                None
            }
            Phase::Attack | Phase::Commit => {
                click_order(plan, region, added, input.modifiers, view).map(UiAction::Explain)
            }
        }
    }

    fn advance(&mut self, ui: &Ui, motion: f32) {
        let time = ui.input(|input| input.time);
        let seconds = self.last_frame.take().map_or(0.0, |before| (time - before) as f32).clamp(0.0, 0.1);
        let Some(animation) = &mut self.animation else { return };
        if motion <= 0.0 || !animation.advance(seconds, motion) || skip_pressed(ui) {
            self.animation = None;
        } else {
            self.last_frame = Some(time);
        }
        ui.ctx().request_repaint();
    }
}

/// The regions that keys visit: those offered, one's own, or the one that orders go out from and its targets.
fn choices(plan: &Plan, view: &View) -> Vec<RegionId> {
    match (plan.phase(), plan.source) {
        (Phase::Pick, _) => view.own_offers().to_vec(),
        (_, Some(source)) => {
            let targets = view.map().regions[usize::from(source)].neighbours.iter().copied();
            targets.chain([source]).collect()
        }
        (_, None) => view.state.regions_of(view.side).collect(),
    }
}

/// A click on a region while orders are given.
fn click_order(
    plan: &mut Plan,
    region: RegionId,
    added: bool,
    modifiers: Modifiers,
    view: &View,
) -> Option<String> {
    plan.source = plan.source.filter(|from| view.state.owns(view.side, *from));
    let name = || plain_name(view.map(), region);
    match plan.source {
        Some(from) if can_order(view, from, region) => {
            let now = plan.ordered(from, region);
            let step = if modifiers.shift { MANY as u32 } else { 1 };
            let wanted = match (added, modifiers.command) {
                (true, true) => u32::MAX,
                (true, false) if now == 0 => return send(plan, from, region, view),
                (true, false) => now.saturating_add(step),
                (false, true) => 0,
                (false, false) => now.saturating_sub(step),
            };
            if added && plan.free(from, view) == 0 {
                return Some(format!(
                    "No more armies can leave {}: one must stay.",
                    plain_name(view.map(), from)
                ));
            }
            plan.order(from, region, wanted, view);
            None
        }
        Some(from) if from == region || !added => {
            plan.source = None;
            None
        }
        _ if !added => None,
        _ if view.state.owns(view.side, region) => {
            plan.source = Some(region);
            (plan.armies(region, view) < 2)
                .then(|| format!("{} has one army, and one must stay: nothing can leave.", name()))
        }
        None => Some(format!("{} is not yours. First click one of your regions, then the target.", name())),
        Some(from) => {
            plan.source = None;
            Some(format!("{} and {} are not neighbours.", plain_name(view.map(), from), name()))
        }
    }
}

/// Sends all armies that can leave. Says why nothing happens.
fn send(plan: &mut Plan, from: RegionId, to: RegionId, view: &View) -> Option<String> {
    let name = |region| plain_name(view.map(), region);
    if !can_order(view, from, to) {
        return Some(format!("{} and {} are not neighbours.", name(from), name(to)));
    }
    let free = plan.free(from, view);
    if free == 0 {
        return Some(format!("No more armies can leave {}: one must stay.", name(from)));
    }
    plan.order(from, to, plan.ordered(from, to) + free, view);
    plan.source = Some(from);
    None
}

/// The looks of all regions. With fog, regions that are not seen now are dimmed, and unknown armies are not shown.
pub fn looks(view: &View, state: &State, fog: bool) -> Vec<RegionLook> {
    let look = |region: RegionId| {
        let seen = view.seen[usize::from(region)];
        RegionLook {
            owner: state.owner(region).map(|side| side.0),
            armies: (seen != Seen::Never || !fog).then(|| state.armies(region)),
            fog: seen != Seen::Now,
            highlight: false,
        }
    };
    state.regions().map(look).collect()
}

fn show_plan(
    plan: &Plan,
    view: &View,
    arrows: &mut Vec<Arrow>,
    marks: &mut Vec<(RegionId, Mark)>,
    notes: &mut Vec<(RegionId, String)>,
) {
    if plan.phase() == Phase::Pick {
        marks.extend(view.own_offers().iter().map(|region| (*region, Mark::Choice)));
        for (rank, region) in plan.picks().iter().enumerate() {
            marks.push((*region, Mark::Selected));
            notes.push((*region, format!("{}.", rank + 1)));
        }
        return;
    }
    (*arrows, *notes) = turn_drawing(view.side, plan.turn());
    if let Some(source) = plan.source {
        let neighbours = &view.map().regions[usize::from(source)].neighbours;
        marks.extend(neighbours.iter().map(|region| (*region, Mark::Choice)));
        marks.push((source, Mark::Selected));
    }
    if let Some(order) = plan.selected.and_then(|n| plan.turn().orders.get(n)) {
        marks.push((order.to, Mark::Event));
    }
}

/// The arrows of a side's turn, and the notes of its deployments.
pub fn turn_drawing(side: Side, turn: &Turn) -> (Vec<Arrow>, Vec<(RegionId, String)>) {
    let arrow =
        |order: &Order| Arrow { from: order.from, to: order.to, armies: Some(order.armies), player: side.0 };
    let notes = turn.deploys.iter().map(|deploy| (deploy.region, format!("+{}", deploy.armies)));
    (turn.orders.iter().map(arrow).collect(), notes.collect())
}

/// The accessible name of a region: "Alaska (3), Blue, 5 armies".
pub fn region_label(view: &View, state: &State, region: RegionId) -> String {
    describe_region(view, state, region, text::region_name)
}

/// The same with a name of either kind.
pub fn describe_region(view: &View, state: &State, region: RegionId, names: RegionNames) -> String {
    let name = names(view.map(), region);
    let owner = state.owner(region).map_or("neutral", |side| view.setup.name(side));
    let offered = if view.picking && view.own_offers().contains(&region) { ", offered" } else { "" };
    match view.seen[usize::from(region)] {
        Seen::Now => format!("{name}, {owner}, {}{offered}", text::armies(state.armies(region))),
        Seen::InRound(_) => format!("{name}, last seen as {owner}, {}", text::armies(state.armies(region))),
        Seen::Never => format!("{name}, not seen"),
    }
}

/// About the region under the pointer.
fn about_region(ui: &mut Ui, view: &View, region: RegionId) {
    let map = view.map();
    let super_region = &map.super_regions[usize::from(map.regions[usize::from(region)].super_region)];
    let own = super_region.regions.iter().filter(|of| view.state.owns(view.side, **of)).count();
    ui.label(describe_region(view, &view.state, region, plain_name));
    let (name, bonus, all) = (&super_region.name, super_region.bonus, super_region.regions.len());
    ui.label(common::window::quiet(format!("{name}: bonus {bonus}, you own {own} of {all} regions")));
}

fn loading(ui: &mut Ui, rect: Rect) {
    let inner = Rect::from_center_size(rect.center(), vec2(200.0, 40.0));
    ui.put(inner, egui::Label::new("Drawing the map…"));
}

/// Whether a key was pressed that ends the animation.
fn skip_pressed(ui: &Ui) -> bool {
    !egui::Popup::is_any_open(ui.ctx())
        && ui.input_mut(|input| {
            [Key::Space, Key::Escape].into_iter().any(|key| input.consume_key(Modifiers::NONE, key))
        })
}

/// The sides of a game in order.
pub fn sides(view: &View) -> impl Iterator<Item = Side> {
    Side::all(usize::from(view.setup.players))
}
