//! The cards beside the map: the plan with its orders and their odds.

use super::board::Board;
use super::overview;
use super::plan::{News, Phase, Plan, is_ranking};
use crate::rules::{Move, Order, Position, Seen, Turn, View, expected_losses, odds};
use crate::text::{self, armies, plain_name};
use common::game::Side;
use common::session::{Hint, Seat};
use common::window::theme::{self, size};
use common::window::{Scene, Tokens, UiAction, card, primary_button, quiet};
use common::words::sentence;
use egui::{
    Align, Button, DragValue, Label, Layout, Rect, RichText, Role, Slider, Ui, UiBuilder, Vec2, WidgetInfo,
    style, vec2,
};

/// The steps of a turn, with their names.
const STEPS: [(Phase, &str); 3] =
    [(Phase::Deploy, "1  Deploy"), (Phase::Attack, "2  Attack"), (Phase::Commit, "3  Check")];

/// The last step, by the names of its button: of picking, and of a turn.
pub const START: &str = "Start here";
pub const COMMIT: &str = "Commit the turn";

/// Draws the cards of a game.
pub fn cards(board: &mut Board, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
    let view = scene.game.view();
    let mut action = None;
    if board.animation().is_none() && board.is_planning() {
        board.news = board.plan_mut().and_then(Plan::take_news);
        if board.news == Some(News::Step) {
            // What must be done now is at the top.
            let top = Rect::from_min_size(ui.min_rect().min, Vec2::ZERO);
            ui.scroll_to_rect_animation(top, Some(Align::Min), style::ScrollAnimation::none());
        }
        action = card(ui, |ui| plan_card(board, ui, scene));
    } else if let Some(hint) = shown_hint(scene) {
        // The better move of a review, or a hint for an earlier position.
        card(ui, |ui| ui.add(Label::new(quiet(hint_text(scene, hint))).wrap()));
    }
    // The tables agree with the map, which shows the round action by action.
    let animated = board.animation().map(|animation| animation.view(view));
    let view = animated.as_ref().unwrap_or(view);
    card(ui, |ui| overview::players(ui, view, &scene.tokens));
    card(ui, |ui| overview::super_regions(board, ui, view));
    action.into_iter().collect()
}

/// Whether nothing is planned in the position, because the game is over or a review shows it.
pub fn is_over(scene: &Scene<'_, Position>) -> bool {
    scene.reviewing || scene.game.end().is_some()
}

/// Whether the viewer plans a turn. The page stays as it is while a dialog covers it, although the board is not active then.
pub fn is_planning(scene: &Scene<'_, Position>) -> bool {
    let game = scene.game;
    let is_human = game.seats().get(game.viewer().index()) == Some(&Seat::Human);
    // Earlier positions are also shown by a replay, where nothing is planned.
    let is_latest = game.ply() == game.plies();
    let is_possible = !is_over(scene) && !game.is_fixed();
    is_possible && (scene.active || is_human && is_latest && game.to_move().contains(game.viewer()))
}

/// Whether the viewer's turn is committed, and those of others are not.
pub fn is_waiting(scene: &Scene<'_, Position>) -> bool {
    let game = scene.game;
    let is_human = game.seats().get(game.viewer().index()) == Some(&Seat::Human);
    is_human && game.ply() == game.plies() && game.view().committed.is_some()
}

/// The height of the bar below the map.
pub const BAR: f32 = 44.0;

/// The steps of the turn and the button to the next one, below the map, where they are always in sight. Returns the space
/// that is left for the map, and what was done.
pub fn plan_bar(
    board: &mut Board,
    ui: &mut Ui,
    space: Rect,
    scene: &Scene<'_, Position>,
) -> (Rect, Option<UiAction>) {
    let view = scene.game.view();
    if is_over(scene) && board.animation().is_none() {
        return (space, None);
    }
    let (map, bar) = space.split_top_bottom_at_y(space.bottom() - BAR);
    let bar = UiBuilder::new().max_rect(bar.with_min_y(bar.top() + 8.0));
    let event = board.animation().and_then(|animation| animation.event());
    let event = event.map(|event| text::describe_event(&view.setup, event, plain_name));
    let planning = event.is_none() && board.is_planning();
    let Some(plan) = board.plan_mut().filter(|_| planning) else {
        // The map keeps its size while there is nothing to plan.
        let text = event.unwrap_or_else(|| waiting_text(scene).to_owned());
        ui.scope_builder(bar, |ui| {
            // On a phone two lines must be enough.
            let font = if ui.available_width() < 420.0 { size::SMALL } else { size::TEXT };
            ui.add(Label::new(RichText::new(text).font(theme::plain(font))).wrap());
        });
        return (map, None);
    };
    let mut action = None;
    ui.scope_builder(bar, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().button_padding.x = 8.0;
            ui.spacing_mut().item_spacing.x = 6.0;
            if plan.phase() == Phase::Pick {
                ui.label(format!("{} of {} regions chosen", plan.picks().len(), view.picks));
            } else {
                steps(plan, ui);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let (label, why_not) = next_step(plan, view);
                let show = |ui: &mut Ui| primary_button(ui, label, vec2(132.0, 34.0));
                let button = ui.add_enabled_ui(why_not.is_none(), show).inner;
                if button.on_disabled_hover_text(why_not.unwrap_or_default()).clicked() {
                    action = go_on(plan, view);
                }
            });
        });
    });
    (map, action.filter(|_| scene.active))
}

/// Why nothing is planned now; empty where the card of the turn says that the game is paused.
fn waiting_text(scene: &Scene<'_, Position>) -> &'static str {
    let game = scene.game;
    let is_human = game.seats().get(game.viewer().index()) == Some(&Seat::Human);
    let plans = |side: Side| game.seats().get(side.index()) == Some(&Seat::Human) || game.is_thinking(side);
    if game.ply() < game.plies() {
        "An earlier position of the game."
    } else if !game.to_move().iter().any(plans) {
        ""
    } else if is_human {
        "The others are planning their turns."
    } else {
        "The players are planning their turns."
    }
}

/// The plan in detail.
fn plan_card(board: &mut Board, ui: &mut Ui, scene: &Scene<'_, Position>) -> Option<UiAction> {
    let view = scene.game.view();
    // Beside the plan in short the card of the turn stays where it is.
    let is_small = std::mem::take(&mut board.is_small);
    let news = board.news.filter(|_| !is_small);
    let hint = board.open_hint(scene);
    let plan = board.plan_mut()?;
    match plan.phase() {
        Phase::Pick => picks(plan, ui, view, news),
        Phase::Deploy => deployments(plan, ui, view, news),
        Phase::Attack | Phase::Commit => orders(plan, ui, view, news),
    }
    let mut action = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().button_padding.x = 8.0;
        let repeat = ui.add_enabled(last_turn(scene).is_some(), Button::new("Repeat last plan"));
        if repeat.on_hover_text("Plan the same as in the last round, as far as possible (Ctrl+L)").clicked() {
            action = repeat_last(board, scene);
        }
        if hint.is_some() && ui.button("Use the hint").on_hover_text(USE_HINT).clicked() {
            action = use_hint(board, scene);
        }
    });
    if scene.game.is_hinting() {
        ui.label(quiet("Searching for a hint…"));
    } else if let Some((hint, _)) = hint {
        ui.add(Label::new(quiet(hint_text(scene, hint))).wrap());
    }
    action
}

/// A hint in words, without the numbers of regions.
pub fn hint_text(scene: &Scene<'_, Position>, hint: &Hint) -> String {
    let (words, map) = (scene.game.hint_words(hint), scene.game.view().map());
    match Move::read(&hint.text) {
        Ok(m) => {
            let described = |names| text::describe_move(map, &m, names);
            words.replace(&described(text::region_name), &described(plain_name))
        }
        Err(_) => words,
    }
}

/// What the button *Use the hint* does.
pub const USE_HINT: &str = "Replace your plan by the hint (Ctrl+U)";

/// Replaces the plan by the hint, which is not shown any more then.
pub fn use_hint(board: &mut Board, scene: &Scene<'_, Position>) -> Option<UiAction> {
    let (_, hint) = board.open_hint(scene)?;
    let plan = board.plan_mut()?;
    match &hint {
        Move::Pick(regions) => plan.take_over_picks(regions),
        Move::Turn(turn) => plan.take_over(turn, scene.game.view()),
    }
    board.set_used_hint(hint);
    Some(UiAction::Explain("The hint is your plan now. You can still change it.".to_owned()))
}

/// Replaces the plan by the one of the last round.
pub fn repeat_last(board: &mut Board, scene: &Scene<'_, Position>) -> Option<UiAction> {
    let turn = last_turn(scene)?;
    board.plan_mut()?.take_over(turn, scene.game.view());
    Some(UiAction::Explain("Planned as in the last round, as far as possible.".to_owned()))
}

/// Scrolls to a row of the plan that is new.
pub fn show_news(ui: &Ui, news: Option<News>, row: usize, place: Rect) {
    if news == Some(News::Row(row)) {
        ui.scroll_to_rect(place, None);
    }
}

/// The next step: the text of its button, and why it is not possible yet.
fn next_step(plan: &Plan, view: &View) -> (&'static str, Option<String>) {
    match plan.phase() {
        Phase::Pick => {
            let missing = view.picks.saturating_sub(plan.picks().len());
            let why = (missing > 0).then(|| match missing {
                1 => "Choose one more region on the map.".to_owned(),
                n => format!("Choose {n} more regions on the map."),
            });
            (START, why)
        }
        Phase::Deploy => ("Next: attacks", None),
        Phase::Attack => ("Next: check", None),
        Phase::Commit => (COMMIT, None),
    }
}

/// Goes to the next step; the last one is the move.
pub fn go_on(plan: &mut Plan, view: &View) -> Option<UiAction> {
    if next_step(plan, view).1.is_some() {
        return None;
    }
    match plan.phase() {
        Phase::Deploy => plan.go_to(Phase::Attack),
        Phase::Attack => plan.go_to(Phase::Commit),
        Phase::Pick | Phase::Commit => return Some(UiAction::Play(plan.to_move().to_string())),
    }
    None
}

/// What the last step warns of before the turn is committed.
pub fn warning(plan: &Plan, view: &View) -> Option<String> {
    let left = plan.reserve(view);
    (plan.phase() != Phase::Pick && left > 0).then(|| format!("{} not deployed.", sentence_armies(left)))
}

/// Commits the plan. Where the last step has a warning it is shown first, and the next call commits.
pub fn commit(plan: &mut Plan, view: &View) -> UiAction {
    let is_pick = plan.phase() == Phase::Pick;
    if plan.phase() != Phase::Commit && !is_pick {
        plan.go_to(Phase::Commit);
        if let Some(warning) = warning(plan, view) {
            return UiAction::Explain(format!("{warning} Commit again to play the turn as it is."));
        }
    }
    go_on(plan, view).unwrap_or_else(|| UiAction::Explain("Choose your starting regions first.".to_owned()))
}

/// The hint, where it is no secret of another player at the screen.
pub fn shown_hint<'a>(scene: &Scene<'a, Position>) -> Option<&'a Hint> {
    scene.hint.filter(|hint| scene.reviewing || hint.side == scene.game.viewer())
}

/// The viewer's turn of the last round.
pub fn last_turn<'a>(scene: &Scene<'a, Position>) -> Option<&'a Turn> {
    let own = scene.game.played().rev().filter(|ply| ply.side == scene.game.viewer());
    own.filter_map(|ply| ply.m).find_map(|m| match m {
        Move::Turn(turn) => Some(turn),
        Move::Pick(_) => None,
    })
}

fn steps(plan: &mut Plan, ui: &mut Ui) {
    let mut chosen = None;
    let is_narrow = ui.available_width() < 420.0;
    for (phase, name) in STEPS {
        // On a phone the numbers alone are shown.
        let (shown, width) = if is_narrow { (&name[..1], 34.0) } else { (name, 76.0) };
        let button = Button::selectable(plan.phase() == phase, shown).frame_when_inactive(true);
        let mut response = ui.add(button.min_size(vec2(width, 34.0)));
        if is_narrow {
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
            response = response.on_hover_text(name);
        }
        if phase == Phase::Deploy && !plan.turn().orders.is_empty() {
            response = response.on_hover_text("Back to deploying. The orders are dropped.");
        }
        if response.clicked() && plan.phase() != phase {
            chosen = Some(phase);
        }
    }
    if let Some(phase) = chosen {
        plan.go_to(phase);
    }
}

/// What to pick.
pub fn picks_title(view: &View) -> String {
    let offered = view.own_offers().len();
    if is_ranking(view) {
        format!(
            "Rank {} of the {offered} outlined regions, the best first. You get three of them.",
            view.picks
        )
    } else {
        let regions = if view.picks == 1 { "one".to_owned() } else { view.picks.to_string() };
        format!("Choose {regions} of the {offered} outlined regions to start in.")
    }
}

fn picks(plan: &mut Plan, ui: &mut Ui, view: &View, news: Option<News>) {
    ui.add(Label::new(picks_title(view)).wrap());
    let map = view.map();
    let mut dropped = None;
    for (rank, region) in plan.picks().iter().enumerate() {
        let row = ui.horizontal(|ui| {
            ui.label(format!("{}.  {}", rank + 1, plain_name(map, *region)));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if small_button(ui, "×", &format!("Give up {}", plain_name(map, *region))) {
                    dropped = Some(*region);
                }
            });
        });
        show_news(ui, news, rank, row.response.rect);
    }
    // Below the list: in a low panel what has been chosen stays in sight.
    let help = "Click them. Keys: the full stop goes to the next one, Enter chooses it; then N or Ctrl+Enter starts.";
    ui.add(Label::new(quiet(help)).wrap());
    if let Some(region) = dropped {
        plan.toggle_pick(region, view);
    }
}

/// A small button with a name for those who cannot see its sign.
pub fn small_button(ui: &mut Ui, sign: &str, name: &str) -> bool {
    let response = ui.add(Button::new(sign).min_size(vec2(24.0, 24.0)).frame_when_inactive(false));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    response.on_hover_text(name).clicked()
}

/// How many armies are left to deploy.
pub fn deployments_title(plan: &Plan, view: &View) -> String {
    format!("{} of {} armies left to deploy", plan.reserve(view), view.income(view.side))
}

fn deployments(plan: &mut Plan, ui: &mut Ui, view: &View, news: Option<News>) {
    ui.label(RichText::new(deployments_title(plan, view)).font(theme::heavy(size::TEXT)));
    let map = view.map();
    let mut changes = Vec::new();
    for (n, deploy) in plan.turn().deploys.iter().enumerate() {
        let name = plain_name(map, deploy.region);
        let row = ui.horizontal(|ui| {
            ui.add(Label::new(&name).truncate());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if small_button(ui, "+", &format!("Add an army to {name}")) {
                    changes.push((deploy.region, 1));
                }
                ui.label(RichText::new(format!("+{}", deploy.armies)).font(theme::heavy(size::TEXT)));
                if small_button(ui, "−", &format!("Take an army back from {name}")) {
                    changes.push((deploy.region, -1));
                }
            });
        });
        show_news(ui, news, n, row.response.rect);
    }
    let help = "Click your regions to add an army, right-click to take one back; with Shift five, with Ctrl all. Keys: the \
                full stop goes to your next region, Enter adds, Backspace takes back.";
    ui.add(Label::new(quiet(help)).wrap());
    for (region, by) in changes {
        plan.deploy(region, by, view);
    }
}

/// What the user does with an order of the list.
enum OrderAction {
    Select(usize),
    Remove(usize),
    Move(usize, usize),
    Change(Order, u32),
}

fn orders(plan: &mut Plan, ui: &mut Ui, view: &View, news: Option<News>) {
    if let Some(warning) = warning(plan, view) {
        ui.label(RichText::new(warning).color(Tokens::of(ui).bad));
    }
    let text = orders_text(plan, view);
    // What is known about a selected region comes first; otherwise the orders, so that they are in sight in a low panel.
    let is_first = plan.source.is_some() || plan.turn().orders.is_empty();
    if is_first {
        ui.add(Label::new(quiet(&text)).wrap());
    }
    let mut action = None;
    let list = plan.turn().orders.clone();
    for (n, order) in list.iter().enumerate() {
        let row = order_row(plan, ui, view, (n, list.len()), *order, &mut action);
        show_news(ui, news, n, row);
    }
    if !is_first {
        ui.add(Label::new(quiet(&text)).wrap());
    }
    match action {
        Some(OrderAction::Select(n)) => {
            plan.selected = if plan.selected == Some(n) { None } else { Some(n) };
            plan.source = None;
        }
        Some(OrderAction::Remove(n)) => plan.remove(n),
        Some(OrderAction::Move(from, to)) => plan.reorder(from, to),
        Some(OrderAction::Change(order, armies)) => plan.order(order.from, order.to, armies, view),
        None => {}
    }
}

/// What can be done with orders now.
fn orders_text(plan: &Plan, view: &View) -> String {
    let count = plan.turn().orders.len();
    if plan.phase() == Phase::Commit {
        let orders = match count {
            0 => "no orders".to_owned(),
            1 => "one order".to_owned(),
            _ => format!("{count} orders, carried out from top to bottom"),
        };
        return sentence(&format!("{orders}. You can still change everything"));
    }
    let text = match plan.source {
        Some(from) => {
            let name = plain_name(view.map(), from);
            match plan.free(from, view) {
                0 => format!("{name}: all armies have their orders."),
                free => format!("{name}: {} can still leave. Click a neighbour to send them.", armies(free)),
            }
        }
        None => {
            "Click one of your regions and then its neighbour, or drag an arrow, to attack or to move armies."
                .to_owned()
        }
    };
    let keys = match plan.source {
        Some(_) => {
            " Keys: the full stop goes to the next neighbour, Enter sends; Enter on the selected region deselects it."
        }
        None => " Keys: the full stop goes to your next region, arrows to a neighbour, Enter is a click.",
    };
    if count == 0 || plan.source.is_some() { text + keys } else { text }
}

fn sentence_armies(count: u32) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{} {verb}", sentence(&armies(count)).trim_end_matches('.'))
}

/// A row of the list of orders, with what can be expected of it. Returns its place.
fn order_row(
    plan: &Plan,
    ui: &mut Ui,
    view: &View,
    (n, count): (usize, usize),
    order: Order,
    action: &mut Option<OrderAction>,
) -> Rect {
    let map = view.map();
    let (from, to) = (plain_name(map, order.from), plain_name(map, order.to));
    let selected = plan.selected == Some(n);
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if small_button(ui, "×", &format!("Remove the order from {from} to {to}")) {
                *action = Some(OrderAction::Remove(n));
            }
            if n + 1 < count && small_button(ui, "↓", "Later") {
                *action = Some(OrderAction::Move(n, n + 1));
            }
            if n > 0 && small_button(ui, "↑", "Earlier") {
                *action = Some(OrderAction::Move(n, n - 1));
            }
            let max = order.armies + plan.free(order.from, view);
            let mut number = order.armies;
            let field = ui.add(DragValue::new(&mut number).range(1..=max.max(1)).speed(0.1));
            field.widget_info(|| {
                WidgetInfo::labeled(Role::SpinButton, true, format!("Armies from {from} to {to}"))
            });
            if number != order.armies {
                *action = Some(OrderAction::Change(order, number));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                // A second line rather than an order without its target.
                let row = Button::selectable(selected, format!("{from} → {to}")).wrap();
                if ui.add(row).clicked() {
                    *action = Some(OrderAction::Select(n));
                }
            });
        });
    });
    let about = ui.add(Label::new(quiet(odds_text(view, order, selected))).wrap());
    if selected {
        let max = order.armies + plan.free(order.from, view);
        let mut number = order.armies;
        if max > 1 {
            ui.spacing_mut().slider_width = ui.available_width();
            ui.add(Slider::new(&mut number, 1..=max).show_value(false)).labelled_by(about.id);
        }
        if number != order.armies {
            *action = Some(OrderAction::Change(order, number));
        }
    }
    row.response.rect.union(about.rect)
}

/// The chance to take the region in per cent; `None` for an own region.
pub fn chance_text(view: &View, order: Order) -> Option<String> {
    if view.state.owns(view.side, order.to) {
        return None;
    }
    let chance = odds(order.armies.max(1), view.state.armies(order.to), view.setup.luck()).captured * 100.0;
    Some(if chance > 99.5 && chance < 100.0 { "over 99".to_owned() } else { format!("{chance:.0}") })
}

/// What can be expected of an order: the chance to take the region, and the losses.
pub fn odds_text(view: &View, order: Order, details: bool) -> String {
    let Some(chance) = chance_text(view, order) else { return "Moves to your own region.".to_owned() };
    let defenders = view.state.armies(order.to);
    let (own, other) = expected_losses(order.armies.max(1), defenders, view.setup.luck());
    let seen = match view.seen[usize::from(order.to)] {
        Seen::Now => "",
        Seen::InRound(_) => " (last seen)",
        Seen::Never => " (a guess)",
    };
    let short = format!("{chance} % to take it; you lose {own:.1}, they lose {other:.1}");
    if details {
        // Neutral regions do not deploy.
        let more = if view.state.owner(order.to).is_some() { " They may deploy more." } else { "" };
        format!("Against {}{seen}: {short} on average.{more}", armies(defenders))
    } else {
        sentence(&short)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Setup, Starts};
    use common::game::{Dice, Game};
    use common::job::Work;

    #[test]
    fn odds_are_told_in_a_sentence() {
        let setup = Setup { starts: Starts::Count(1), ..Setup::default() };
        let mut dice = Dice::new(1);
        let mut position = Position::start(&setup, &mut dice, &Work::quiet()).unwrap();
        for side in [Side::FIRST, Side::SECOND] {
            let pick = position.random_move(side, &mut dice).unwrap();
            position.play(side, &pick, &mut dice).unwrap();
        }
        let view = position.view(Side::FIRST);
        let from = view.state.regions_of(Side::FIRST).next().unwrap();
        let to = view.map().regions[usize::from(from)].neighbours[0];
        let order = Order { from, to, armies: 4 };
        assert_eq!(odds_text(&view, order, false), "82 % to take it; you lose 1.4, they lose 1.8.");
        assert_eq!(
            odds_text(&view, order, true),
            "Against 2 armies: 82 % to take it; you lose 1.4, they lose 1.8 on average."
        );
        let mut view = view;
        view.state.set_owner(to, Some(Side::SECOND));
        assert!(odds_text(&view, order, true).ends_with(" on average. They may deploy more."));
        let sure = Order { armies: 30, ..order };
        assert!(odds_text(&view, sure, false).starts_with("Over 99 % to take it;"));
    }
}
