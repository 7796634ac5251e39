//! The mistakes of a map, with the places that they are about.

use super::Editor;
use super::document::EditKind;
use crate::map::{Map, Mistake, RegionId, SuperRegionId, edit};
use common::window::{Tokens, quiet};
use common::words::sentence;
use egui::{Label, RichText, Ui};

/// What a mistake is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The whole map.
    Map,
    /// A region.
    Region(RegionId),
    /// A super region.
    SuperRegion(SuperRegionId),
}

/// The place of a mistake. Where two things have the same name, it is the second one.
pub fn place(map: &Map, mistake: &Mistake) -> Place {
    let region = |name: &String| {
        let found = map.regions.iter().rposition(|region| region.name == *name);
        found.map_or(Place::Map, |id| Place::Region(id as RegionId))
    };
    let super_region = |name: &String| {
        let found = map.super_regions.iter().rposition(|group| group.name == *name);
        found.map_or(Place::Map, |id| Place::SuperRegion(id as SuperRegionId))
    };
    let listed = |place: &str, list: &str| {
        place.strip_prefix(list)?.strip_prefix('[')?.strip_suffix(']')?.parse::<u16>().ok()
    };
    match mistake {
        Mistake::BadName { place } => listed(place, "regions")
            .map(Place::Region)
            .or_else(|| listed(place, "super_regions").map(Place::SuperRegion))
            .unwrap_or(Place::Map),
        Mistake::SameSuperRegion { name } | Mistake::EmptySuperRegion { name } => super_region(name),
        Mistake::SameRegion { name }
        | Mistake::UnknownSuperRegion { region: name, .. }
        | Mistake::UnknownNeighbour { region: name, .. }
        | Mistake::OneSidedBorder { region: name, .. }
        | Mistake::OwnNeighbour { region: name }
        | Mistake::RepeatedNeighbour { region: name, .. }
        | Mistake::Disconnected { region: name, .. }
        | Mistake::SeaColour { region: name }
        | Mistake::NoLabel { region: name }
        | Mistake::MissingInTemplate { region: name, .. }
        | Mistake::LabelOutside { region: name, .. }
        | Mistake::SameColour { second: name, .. } => region(name),
        Mistake::NoRegions
        | Mistake::TooManyRegions { .. }
        | Mistake::TooManyBorders { .. }
        | Mistake::Players { .. }
        | Mistake::NoColour { .. }
        | Mistake::BadColour { .. }
        | Mistake::UnknownInTemplate { .. }
        | Mistake::Sizes { .. } => Place::Map,
    }
}

/// A mistake as the editor shows it: without the words of the file format.
fn shown(map: &Map, mistake: &Mistake) -> String {
    match mistake {
        Mistake::BadName { place: at } => {
            let of = match place(map, mistake) {
                Place::Region(id) => format!("Region {}", u32::from(id) + 1),
                Place::SuperRegion(id) => format!("Super region {}", u32::from(id) + 1),
                Place::Map => format!("The {at} of the map"),
            };
            format!("{of}: a name has 1 to {} characters.", crate::map::check::MAX_NAME)
        }
        Mistake::Players { players } => {
            format!("The map is for {players} players: it needs at least as many regions, and at least 2.")
        }
        mistake => sentence(&mistake.to_string()),
    }
}

/// Draws the list of mistakes.
pub fn tab(editor: &mut Editor, ui: &mut Ui) {
    let map = std::sync::Arc::clone(editor.document.map());
    if editor.mistakes.is_empty() {
        ui.label(RichText::new("No mistakes.").color(Tokens::of(ui).good));
        ui.add(Label::new(quiet("The map is checked after every change.")).wrap());
        return;
    }
    let mut show = None;
    for (number, mistake) in editor.mistakes.iter().enumerate().take(100) {
        ui.add(Label::new(shown(&map, mistake)).wrap());
        let button = ui.button("Show the place");
        if button.accessible_name(format!("show the place of mistake {}", number + 1)).clicked() {
            show = Some(place(&map, mistake));
        }
        ui.add_space(4.0);
    }
    let one_sided = |mistake: &Mistake| {
        matches!(
            mistake,
            Mistake::OneSidedBorder { .. } | Mistake::OwnNeighbour { .. } | Mistake::RepeatedNeighbour { .. }
        )
    };
    if editor.mistakes.iter().any(one_sided)
        && ui.button("Repair all borders").on_hover_text("Every border goes both ways then").clicked()
    {
        editor.edit(EditKind::RepairBorders, |map, _| edit::repair_borders(map));
    }
    if let Some(place) = show {
        editor.show_place(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::{check, load_structure};

    #[test]
    fn every_mistake_has_its_place() {
        let mut map = Map::clone(&load_structure("brindle").unwrap());
        map.regions[5].name = map.regions[2].name.clone();
        map.regions[7].name = String::new();
        map.super_regions[1].name = String::new();
        edit::add_super_region(&mut map);
        map.max_players = 1;
        let places: Vec<Place> = check::structure(&map).iter().map(|mistake| place(&map, mistake)).collect();
        let last = (map.super_regions.len() - 1) as SuperRegionId;
        for expected in
            [Place::Map, Place::Region(5), Place::Region(7), Place::SuperRegion(1), Place::SuperRegion(last)]
        {
            assert!(places.contains(&expected), "{expected:?} in {places:?}");
        }
    }
}
