//! The map as text: the regions by super region.

use crate::map::RegionId;
use crate::rules::{Seen, View};
use common::game::Side;
use common::styled::{self, FAINT, MARK, STRONG, StyledText};

/// Draws the map. Regions that have changed since `before` are marked.
pub(super) fn board(view: &View, before: Option<&View>) -> StyledText {
    let map = view.map();
    let mut text = StyledText::new();
    text.push(
        STRONG,
        match view.outcome {
            Some(_) => format!("After {} rounds\n", view.round),
            None if view.picking => "Starting regions\n".to_owned(),
            None => format!("Round {} of {}\n", view.round + 1, view.setup.round_limit()),
        },
    );
    for super_region in &map.super_regions {
        text.push(STRONG, &super_region.name);
        text.plain(format!(" (bonus {})\n", super_region.bonus));
        for region in &super_region.regions {
            let neighbours = map.regions[usize::from(*region)].neighbours.iter();
            let neighbours: Vec<String> = neighbours.map(|n| (u32::from(*n) + 1).to_string()).collect();
            let (number, name) = (u32::from(*region) + 1, &map.regions[usize::from(*region)].name);
            text.push(MARK, change(view, before, *region));
            text.plain(format!(" {number:>3} {name}: "));
            holding(&mut text, view, *region);
            text.push(FAINT, format!(", next to {}\n", neighbours.join(" ")));
        }
    }
    text
}

/// The sign of what has happened to a region; a blank if nothing has.
fn change(view: &View, before: Option<&View>, region: RegionId) -> &'static str {
    let Some(before) = before else { return " " };
    match (before.state.owner(region), before.state.armies(region)) {
        (owner, _) if owner != view.state.owner(region) => "*",
        (_, armies) if armies != view.state.armies(region) => "~",
        _ => " ",
    }
}

/// The style of a player, by the colour that it has.
fn colour(view: &View, side: Side) -> styled::Style {
    styled::side(Side(view.setup.colour(side)))
}

/// Owner and armies of a region: "Blue 7", "neutral 2", with a remark if it is not seen now.
fn holding(text: &mut StyledText, view: &View, region: RegionId) {
    let armies = view.state.armies(region);
    match view.state.owner(region) {
        Some(owner) => text.push(colour(view, owner), format!("{} {armies}", view.setup.name(owner))),
        None => text.plain(format!("neutral {armies}")),
    }
    match view.seen[usize::from(region)] {
        Seen::Now => {}
        Seen::InRound(_) => text.push(FAINT, " (last seen)"),
        Seen::Never => text.push(FAINT, " (not seen)"),
    }
}

/// How moves are written, each with what it means.
const MOVES: [(&str, &str); 5] = [
    ("3+5", "deploy 5 armies in region 3"),
    ("3>4:7", "send 7 armies from region 3 to region 4: attack it, or move there"),
    ("3+5 3>4:7", "a whole turn is one line; Enter commits it, and it is final"),
    ("pass", "a turn without orders"),
    ("pick 3 12", "choose starting regions, by their numbers or names"),
];

/// What the signs mean, with a region of the map as the example, and how moves are written.
pub(super) fn legend(view: &View) -> StyledText {
    let mut text = StyledText::new();
    if let Some(region) = view.map().regions.first() {
        text.plain(format!("A row such as '1 {}: ", region.name));
        let name = view.setup.name(Side::FIRST);
        text.push(colour(view, Side::FIRST), format!("{name} 7"));
        text.plain(format!("' means that {name} has 7 armies in region 1.\n"));
    }
    text.push(MARK, "*");
    text.plain("   taken since your last turn\n");
    text.push(MARK, "~");
    text.plain("   its armies have changed since your last turn\n");
    text.plain("Moves:\n");
    for (m, meaning) in MOVES {
        text.plain(format!("  {m:<10} {meaning}\n"));
    }
    text
}
