//! A map that is being edited: its versions, so that every change can be undone.

use crate::map::{Map, RegionId, SuperRegionId};
use std::sync::Arc;

/// The maximum number of undo steps.
const MAX_STEPS: usize = 500;

/// What an edit changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditKind {
    /// The name of the map.
    Name,
    /// The sentence about the map.
    About,
    /// The number of players.
    Players,
    /// The name of a region.
    RegionName(RegionId),
    /// The armies of a region.
    Armies(RegionId),
    /// The place of a region's army number.
    Label(RegionId),
    /// The super region of a region.
    SuperRegion(RegionId),
    /// A border.
    Border,
    /// All borders that go only one way.
    RepairBorders,
    /// The name of a super region.
    GroupName(SuperRegionId),
    /// The bonus of a super region.
    Bonus(SuperRegionId),
    /// The bonuses of all super regions.
    AllBonuses,
    /// The colour of a super region.
    Colour(SuperRegionId),
    /// A new super region.
    AddGroup,
    /// A super region is deleted.
    DeleteGroup,
    /// A region is deleted.
    DeleteRegion,
    /// Changes that were not saved when the program ended are restored.
    Restore,
}

impl EditKind {
    /// The edit in a few words.
    pub fn title(self) -> &'static str {
        match self {
            EditKind::Name => "name of the map",
            EditKind::About => "sentence about the map",
            EditKind::Players => "number of players",
            EditKind::RegionName(_) => "name of a region",
            EditKind::Armies(_) => "armies",
            EditKind::Label(_) => "label place",
            EditKind::SuperRegion(_) => "super region of a region",
            EditKind::Border => "border",
            EditKind::RepairBorders => "repair of borders",
            EditKind::GroupName(_) => "name of a super region",
            EditKind::Bonus(_) => "bonus",
            EditKind::AllBonuses => "all bonuses",
            EditKind::Colour(_) => "colour",
            EditKind::AddGroup => "new super region",
            EditKind::DeleteGroup => "deleted super region",
            EditKind::DeleteRegion => "deleted region",
            EditKind::Restore => "restored changes",
        }
    }

    /// Whether another edit of the same kind is part of the same step, as the letters of a name are.
    fn merges(self) -> bool {
        !matches!(
            self,
            EditKind::SuperRegion(_)
                | EditKind::Border
                | EditKind::RepairBorders
                | EditKind::AllBonuses
                | EditKind::AddGroup
                | EditKind::DeleteGroup
                | EditKind::DeleteRegion
                | EditKind::Restore
        )
    }

    /// Whether regions may get other numbers.
    pub fn changes_regions(self) -> bool {
        matches!(self, EditKind::DeleteRegion | EditKind::Restore)
    }

    /// Whether the picture of the map changes too.
    pub fn changes_picture(self) -> bool {
        matches!(
            self,
            EditKind::SuperRegion(_)
                | EditKind::Border
                | EditKind::RepairBorders
                | EditKind::Colour(_)
                | EditKind::AddGroup
                | EditKind::DeleteGroup
        )
    }
}

/// A map and the sentence about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// The map.
    pub map: Arc<Map>,
    /// A sentence about it; may be empty.
    pub about: String,
}

/// A map with its versions.
#[derive(Debug)]
pub struct MapDocument {
    current: Version,
    saved: Version,
    past: Vec<(Version, EditKind)>,
    future: Vec<(Version, EditKind)>,
    /// Whether the next edit may be merged into the newest step.
    is_open: bool,
    is_changed: bool,
}

impl MapDocument {
    /// A map as it is saved.
    pub fn new(version: Version) -> MapDocument {
        MapDocument {
            saved: version.clone(),
            current: version,
            past: Vec::new(),
            future: Vec::new(),
            is_open: false,
            is_changed: false,
        }
    }

    /// The map.
    pub fn map(&self) -> &Arc<Map> {
        &self.current.map
    }

    /// The sentence about it.
    pub fn about(&self) -> &str {
        &self.current.about
    }

    /// The current version.
    pub fn version(&self) -> &Version {
        &self.current
    }

    /// Whether there are changes that are not saved.
    pub fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Changes the map. Returns whether anything is different now.
    pub fn edit(&mut self, kind: EditKind, change: impl FnOnce(&mut Map, &mut String)) -> bool {
        let (mut map, mut about) = (Map::clone(&self.current.map), self.current.about.clone());
        change(&mut map, &mut about);
        if map == *self.current.map && about == self.current.about {
            return false;
        }
        let before = std::mem::replace(&mut self.current, Version { map: Arc::new(map), about });
        let merges = self.is_open && kind.merges() && self.past.last().is_some_and(|(_, last)| *last == kind);
        if !merges {
            self.past.push((before, kind));
            let surplus = self.past.len().saturating_sub(MAX_STEPS);
            self.past.drain(..surplus);
        }
        self.future.clear();
        self.is_open = true;
        self.update();
        true
    }

    /// Ends the step, so that the next edit is a step of its own.
    pub fn close_step(&mut self) {
        self.is_open = false;
    }

    /// What would be undone.
    pub fn undo_kind(&self) -> Option<EditKind> {
        self.past.last().map(|(_, kind)| *kind)
    }

    /// What would be redone.
    pub fn redo_kind(&self) -> Option<EditKind> {
        self.future.last().map(|(_, kind)| *kind)
    }

    /// Takes the last step back. Returns what it was.
    pub fn undo(&mut self) -> Option<EditKind> {
        let (before, kind) = self.past.pop()?;
        self.future.push((std::mem::replace(&mut self.current, before), kind));
        self.is_open = false;
        self.update();
        Some(kind)
    }

    /// Makes the last step that was taken back again. Returns what it was.
    pub fn redo(&mut self) -> Option<EditKind> {
        let (after, kind) = self.future.pop()?;
        self.past.push((std::mem::replace(&mut self.current, after), kind));
        self.is_open = false;
        self.update();
        Some(kind)
    }

    /// A version has been saved.
    pub fn set_saved(&mut self, version: Version) {
        self.saved = version;
        self.is_open = false;
        self.update();
    }

    fn update(&mut self) {
        self.is_changed = self.current != self.saved;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::{self, edit};

    fn document() -> MapDocument {
        let map = map::load_structure("brindle").unwrap();
        MapDocument::new(Version { map, about: String::new() })
    }

    #[test]
    fn steps_are_undone_and_redone() {
        let mut document = document();
        let start = document.version().clone();
        for name in ["N", "Ne", "New"] {
            document.edit(EditKind::Name, |map, _| name.clone_into(&mut map.name));
        }
        assert!(document.edit(EditKind::Armies(3), |map, _| map.regions[3].armies = 9));
        assert!(!document.edit(EditKind::Armies(3), |map, _| map.regions[3].armies = 9), "nothing changed");
        document.edit(EditKind::Border, |map, _| {
            edit::toggle_border(map, 0, 14);
        });
        let end = document.version().clone();
        assert!(document.is_changed());
        assert_eq!(document.undo(), Some(EditKind::Border));
        assert_eq!(document.undo(), Some(EditKind::Armies(3)));
        assert_eq!(document.undo(), Some(EditKind::Name), "letters are one step");
        assert_eq!((document.undo(), document.version(), document.is_changed()), (None, &start, false));
        while document.redo().is_some() {}
        assert_eq!(document.version(), &end);
        document.undo();
        document.edit(EditKind::About, |_, about| about.push('x'));
        assert_eq!(document.redo(), None, "a new edit drops what was undone");
    }

    #[test]
    fn a_saved_document_is_unchanged_until_it_is_edited_or_undone() {
        let mut document = document();
        document.edit(EditKind::Name, |map, _| map.name.push('!'));
        document.set_saved(document.version().clone());
        assert!(!document.is_changed());
        document.edit(EditKind::Name, |map, _| map.name.push('!'));
        assert!(document.is_changed());
        document.undo();
        assert!(!document.is_changed(), "back to what was saved");
        document.undo();
        assert!(document.is_changed());
    }
}
