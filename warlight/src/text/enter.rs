//! Lines that are typed in a terminal: regions to start in may be named.

use crate::map::RegionId;
use crate::rules::{Illegal, Move, Position, View, place};
use common::words::Entry;

/// Words that players try for parts of a turn.
const VERBS: [&str; 6] = ["deploy", "attack", "transfer", "move", "send", "place"];

/// The longest part of a line that an error repeats.
const MAX_NAME: usize = 40;

/// Reads a line. Moves as they are written in files are left as they are.
pub(super) fn enter(view: &View, line: &str) -> Entry<Position> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = word.to_lowercase();
    // A line is a whole turn: a part of one must not be taken for it.
    if VERBS.contains(&word.as_str()) {
        return Entry::Wrong(if view.picking { Illegal::PickFirst } else { Illegal::OneLine });
    }
    if word != "pick" || Move::read(line).is_ok() {
        return Entry::Line;
    }
    match regions(view, rest) {
        Ok(regions) => Entry::Move(Move::Pick(regions).to_string()),
        Err(why) => Entry::Wrong(why),
    }
}

/// Regions by their numbers or names, which may have several words.
fn regions(view: &View, text: &str) -> Result<Vec<RegionId>, Illegal> {
    let map = view.map();
    let longest = map.regions.iter().map(|region| region.name.split_whitespace().count()).max().unwrap_or(1);
    let mut regions = Vec::new();
    // A comma ends a name.
    for part in text.split([',', ';']) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let mut rest = words.as_slice();
        while !rest.is_empty() {
            // The longest name first: New Zealand is not New Guinea.
            let lengths = (1..=rest.len().min(longest)).rev();
            let mut found = lengths.map(|length| (length, find(view, &rest[..length].join(" "))));
            let (length, found) = found
                .find(|(_, found)| !matches!(found, Err(Illegal::NoName(_))))
                .ok_or_else(|| Illegal::NoName(rest.join(" ").chars().take(MAX_NAME).collect()))?;
            regions.push(found?);
            rest = &rest[length..];
        }
    }
    Ok(regions)
}

/// The region with this number or name, or the only one whose name begins so. Regions that are offered come first.
fn find(view: &View, text: &str) -> Result<RegionId, Illegal> {
    let map = view.map();
    if let Ok(Move::Pick(regions)) = Move::read(&format!("pick {text}"))
        && let [region] = regions[..]
    {
        return Ok(region);
    }
    let lower = text.to_lowercase();
    let with = |fits: fn(&str, &str) -> bool| -> Vec<RegionId> {
        let names = (0..).zip(&map.regions);
        names.filter(|(_, region)| fits(&region.name.to_lowercase(), &lower)).map(|(id, _)| id).collect()
    };
    let mut found = with(|name, text| name == text);
    if found.is_empty() {
        found = with(|name, text| name.starts_with(text));
    }
    let offered = |region: &RegionId| view.own_offers().contains(region);
    if found.iter().filter(|region| offered(region)).count() == 1 {
        found.retain(offered);
    }
    match found[..] {
        [] => Err(Illegal::NoName(text.to_owned())),
        [region] => Ok(region),
        _ => Err(Illegal::SeveralNames(
            text.to_owned(),
            found.iter().map(|region| place(map, *region)).collect(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Setup, Start};
    use common::game::{Dice, Game, Side};

    fn view() -> View {
        let (setup, mut dice) = (Setup::default(), Dice::new(1));
        Position::new(&setup, Start::new(&setup, &mut dice).unwrap()).view(Side::FIRST)
    }

    #[test]
    fn regions_are_picked_by_their_names() {
        let view = view();
        let number = |name: &str| {
            let at = view.map().regions.iter().position(|region| region.name == name);
            at.unwrap_or_else(|| panic!("{name}")) + 1
        };
        let (peru, zealand) = (number("Peru"), number("New Zealand"));
        for line in [
            "pick Peru New Zealand",
            "PICK peru, new zealand",
            &format!("pick {peru} new z"),
            &format!("pick Peru;{zealand}"),
        ] {
            assert_eq!(enter(&view, line), Entry::Move(format!("pick {peru} {zealand}")), "{line}");
        }
        for line in ["pick 3 12", "3+5 3>4:7", "pass", "pick", "nonsense", "3+x"] {
            assert_eq!(enter(&view, line), Entry::Line, "{line}");
        }
    }

    #[test]
    fn what_is_no_name_is_explained() {
        let view = view();
        let why = |line: &str| match enter(&view, line) {
            Entry::Wrong(why) => why.to_string(),
            other => panic!("{line}: {other:?}"),
        };
        assert!(why("pick Peru Atlantis").starts_with("no region is named 'Atlantis': "));
        let offered = |name: &str| {
            let region = view.map().regions.iter().position(|region| region.name == name);
            region.is_some_and(|region| view.own_offers().contains(&(region as RegionId)))
        };
        // The only one of them that is offered is meant.
        if offered("New Guinea") == offered("New Zealand") {
            let several = why("pick new");
            let expected = "'new' begins several names: New Guinea (44), New Zealand (47);";
            assert!(several.starts_with(expected), "{several}");
        } else {
            assert!(matches!(enter(&view, "pick new"), Entry::Move(_)));
        }
        assert_eq!(why("deploy 3 5"), "pick your starting regions first, as in pick 3 12");
    }

    #[test]
    fn a_part_of_a_turn_in_words_is_not_taken_for_a_turn() {
        let mut view = view();
        view.picking = false;
        for line in ["deploy 3 5", "attack 3 4 7", "Deploy Peru 5"] {
            let Entry::Wrong(why) = enter(&view, line) else { panic!("{line}") };
            assert!(why.to_string().contains("as in 3+5 3>4:7"), "{line}");
        }
    }
}
