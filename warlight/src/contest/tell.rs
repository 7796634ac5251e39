//! What the referee tells a bot: the lines of the protocol for what a side sees.

use super::limits::ContestLimits;
use super::words::{Action, NEUTRAL, NamedAction, Version, player_name};
use crate::map::{Map, RegionId};
use crate::rules::{Event, OrderEnd, RuleSet, View, WASTELAND_ARMIES};
use common::game::Side;

/// The contest's number of a region.
pub(super) fn region_id(region: RegionId) -> u32 {
    u32::from(region) + 1
}

/// A line of words.
fn line(start: &str, words: impl IntoIterator<Item = String>) -> String {
    let words: Vec<String> = std::iter::once(start.to_owned()).chain(words).collect();
    words.join(" ")
}

/// A line that ends with regions.
pub(super) fn region_line(start: &str, regions: impl IntoIterator<Item = RegionId>) -> String {
    line(start, regions.into_iter().map(|region| region_id(region).to_string()))
}

/// The lines at the start of a game.
pub(super) fn introduction(version: Version, limits: ContestLimits, view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    if version == Version::Two {
        lines.push(format!("settings timebank {}", limits.bank.as_millis()));
        lines.push(format!("settings time_per_move {}", limits.per_move.as_millis()));
        lines.push(format!("settings max_rounds {}", view.setup.round_limit()));
    }
    lines.push(format!("settings your_bot {}", player_name(view.side)));
    lines.push(format!("settings opponent_bot {}", player_name(view.side.other())));
    lines.extend(map_lines(view.map()));
    if version == Version::Two {
        lines.push(region_line("setup_map wastelands", wastelands(view)));
        if view.picking {
            lines.push(region_line("settings starting_regions", all_offers(view)));
            let amount = if view.picks_in_turn > 0 { view.picks_in_turn / 2 } else { view.picks };
            lines.push(format!("settings starting_pick_amount {amount}"));
        }
    }
    lines
}

fn map_lines(map: &Map) -> [String; 3] {
    let bonuses = (1u32..).zip(&map.super_regions);
    let bonuses = bonuses.map(|(id, super_region)| format!("{id} {}", super_region.bonus));
    let regions = || (0..).zip(&map.regions);
    let groups =
        regions().map(|(id, region)| format!("{} {}", region_id(id), u32::from(region.super_region) + 1));
    let borders = regions().filter_map(|(id, region)| {
        let later = region.neighbours.iter().filter(|neighbour| **neighbour > id);
        let later: Vec<String> = later.map(|neighbour| region_id(*neighbour).to_string()).collect();
        (!later.is_empty()).then(|| format!("{} {}", region_id(id), later.join(",")))
    });
    [
        line("setup_map super_regions", bonuses),
        line("setup_map regions", groups),
        line("setup_map neighbors", borders),
    ]
}

/// The wastelands. They are known from the start, so a neutral region with as many armies is one.
fn wastelands(view: &View) -> impl Iterator<Item = RegionId> {
    let has_any = view.setup.rules == RuleSet::Contest2;
    let is_wasteland = move |region: &RegionId| {
        has_any && view.state.owner(*region).is_none() && view.state.armies(*region) == WASTELAND_ARMIES
    };
    view.state.regions().filter(is_wasteland)
}

/// All regions that were offered: those that still are, and those that were picked in turn. They are told in the order of
/// the super regions.
fn all_offers(view: &View) -> Vec<RegionId> {
    let picked = view.state.regions().filter(|region| view.state.owner(*region).is_some());
    let mut all: Vec<RegionId> = view.own_offers().iter().copied().chain(picked).collect();
    all.sort_by_key(|region| (view.map().regions[usize::from(*region)].super_region, *region));
    all
}

/// The line about the regions in which the opponent starts, as far as they are seen.
pub(super) fn opponent_starts(view: &View) -> String {
    region_line("setup_map opponent_starting_regions", view.state.regions_of(view.side.other()))
}

/// The lines before the requests of a round.
pub(super) fn round_lines(view: &View) -> [String; 3] {
    let seen = view.state.regions().filter(|region| view.is_seen(*region)).map(|region| {
        let owner = view.state.owner(region).map_or(NEUTRAL, player_name);
        format!("{} {owner} {}", region_id(region), view.state.armies(region))
    });
    let opponent = view.side.other();
    let events = view.last.iter().flat_map(|record| &record.events);
    let moves = events.filter_map(|event| move_of(event, opponent));
    let moves =
        moves.map(|action| NamedAction { name: player_name(opponent).to_owned(), action }.to_string());
    let income = format!("settings starting_armies {}", view.income(view.side));
    [income, line("update_map", seen), line("opponent_moves", moves)]
}

/// The move of a side that an event shows, if it is one.
fn move_of(event: &Event, side: Side) -> Option<Action> {
    let (order, armies) = match event {
        Event::Deploy(deploy) => {
            let action = Action::Place { region: region_id(deploy.region), armies: deploy.placed };
            return (deploy.side == side && deploy.placed > 0).then_some(action);
        }
        Event::Order(event) if matches!(event.end, OrderEnd::Skipped(_)) || event.side != side => {
            return None;
        }
        Event::Order(event) => (event.order, event.sent),
        Event::Change(change) if change.side != side => return None,
        Event::Change(change) => (change.order, change.order.armies),
    };
    Some(Action::Send { from: region_id(order.from), to: region_id(order.to), armies })
}
