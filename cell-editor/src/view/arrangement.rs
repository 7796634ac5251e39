//! Where the rules, the preview and the tabs are, by the size of the window and the number of rules.

use super::grid_layout::{GridLayout, is_whole_table};
use super::settings::{Settings, SplitName};
use super::splitter::THICKNESS;
use common::automaton::Automaton;
use common::window::is_narrow;
use egui::{Vec2, vec2};

/// The space that a card with rules needs besides the rules.
const AROUND_RULES: Vec2 = vec2(40.0, 132.0);
/// The minimum width of the card with the rules.
pub const MIN_RULES: f32 = 300.0;
/// The size of a cell at which rules are easy to read.
const READABLE_CELL: f32 = 26.0;
/// The share of the height for few rules above the tabs.
const FEW_RULES: f32 = 0.6;

/// The arrangement of the editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// Rules on the left; the preview above the tabs on the right.
    Wide,
    /// Few rules above the tabs on the left; the preview has the whole right side.
    FewRules,
    /// Rules above the tabs; the preview is one of the tabs.
    Narrow,
}

/// What the arrangement depends on. It is taken once for a document, so that nothing moves while the user edits.
#[derive(Debug, Clone, Copy, Default)]
pub struct RuleCount {
    count: usize,
    states: u8,
    aligned: bool,
}

impl RuleCount {
    /// The rules of an automaton.
    pub fn of(automaton: &Automaton) -> RuleCount {
        let (count, states) = (automaton.rules().count(), automaton.states());
        RuleCount { count, states, aligned: is_whole_table(count, states) }
    }

    /// Whether a card of this size shows all rules without scrolling and large enough.
    fn fits(self, card: Vec2, settings: &Settings) -> bool {
        let space = card - AROUND_RULES;
        let layout = GridLayout::new(self.count, self.states, self.aligned, space, settings);
        let readable = settings.cell.is_some() || layout.picture.cell >= READABLE_CELL;
        readable && layout.height(self.count) <= space.y && layout.width() <= space.x
    }

    /// The smallest width of a card with this height that shows all rules, up to a maximum.
    fn width(self, height: f32, max: f32, settings: &Settings) -> Option<f32> {
        let widths = (0..).map(|n| MIN_RULES + 20.0 + 20.0 * n as f32).take_while(|width| *width <= max);
        widths.into_iter().find(|width| self.fits(vec2(*width, height), settings))
    }

    /// The width of the card if the rules need no scrolling.
    fn width_without_scrolling(self, space: Vec2, settings: &Settings) -> Option<f32> {
        let max = space.x * 0.58;
        let readable = self.width(space.y, max, settings);
        readable.or_else(|| self.width_of_small_cells(space.y, max, settings))
    }

    /// The smallest width of a card with this height in which the rules are as large as with the maximum width, if that is
    /// enough for all rules without scrolling.
    fn width_of_small_cells(self, height: f32, max: f32, settings: &Settings) -> Option<f32> {
        let layout = |width: f32| {
            let space = vec2(width, height) - AROUND_RULES;
            let layout = GridLayout::new(self.count, self.states, self.aligned, space, settings);
            let fits = layout.height(self.count) <= space.y && layout.width() <= space.x;
            fits.then_some(layout.picture.cell)
        };
        let best = layout(max)?;
        let widths = (0..).map(|n| MIN_RULES + 20.0 + 20.0 * n as f32).take_while(|width| *width <= max);
        widths.into_iter().find(|width| layout(*width).is_some_and(|cell| cell >= best))
    }

    /// The arrangement in a space.
    pub fn arrangement(self, space: Vec2, settings: &Settings) -> Arrangement {
        if is_narrow(space) {
            Arrangement::Narrow
        } else if self.width(space.y * FEW_RULES, space.x * 0.34, settings).is_some() {
            Arrangement::FewRules
        } else {
            Arrangement::Wide
        }
    }

    /// The share of the first area if the user has not moved the bar.
    pub fn default_share(self, split: SplitName, space: Vec2, settings: &Settings) -> f32 {
        let rules_width = match split {
            SplitName::Preview => self.width_without_scrolling(space, settings).unwrap_or_else(|| {
                let row = GridLayout::width_of_pair(self.states, settings) + AROUND_RULES.x;
                if self.aligned && row <= space.x * 0.66 { row.max(space.x * 0.5) } else { space.x * 0.58 }
            }),
            SplitName::PreviewFewRules => {
                self.width(space.y * FEW_RULES, space.x * 0.34, settings).unwrap_or(space.x * 0.34)
            }
            SplitName::TabsFewRules => return FEW_RULES,
            SplitName::Tabs => return (1.0 - 320.0 / space.y).max(0.58),
            SplitName::Below => return 0.48,
        };
        rules_width / (space.x - THICKNESS).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_STATES: RuleCount = RuleCount { count: 8, states: 2, aligned: true };
    const THREE_STATES: RuleCount = RuleCount { count: 27, states: 3, aligned: true };
    const TEN_STATES: RuleCount = RuleCount { count: 1000, states: 10, aligned: true };

    #[test]
    fn the_preview_gets_the_space_that_few_rules_do_not_need() {
        let settings = Settings::default();
        let share = |rules: RuleCount, split, size| rules.default_share(split, size, &settings);
        for size in [vec2(1264.0, 700.0), vec2(1584.0, 900.0)] {
            assert_eq!(TWO_STATES.arrangement(size, &settings), Arrangement::FewRules, "{size:?}");
            assert!(share(TWO_STATES, SplitName::PreviewFewRules, size) < 0.35);
            for rules in [THREE_STATES, TEN_STATES] {
                assert_eq!(rules.arrangement(size, &settings), Arrangement::Wide, "{size:?}");
            }
            assert!(
                share(THREE_STATES, SplitName::Preview, size) < share(TEN_STATES, SplitName::Preview, size)
            );
        }
        let large = share(TEN_STATES, SplitName::Preview, vec2(1584.0, 900.0));
        assert!((0.4..0.6).contains(&large), "{large}");
    }

    #[test]
    fn the_card_of_a_few_rules_has_no_blank_sides() {
        let settings = Settings::default();
        for size in [vec2(1264.0, 700.0), vec2(1264.0, 720.0), vec2(1424.0, 820.0)] {
            let width =
                THREE_STATES.default_share(SplitName::Preview, size, &settings) * (size.x - THICKNESS);
            let space = vec2(width, size.y) - AROUND_RULES;
            let layout = GridLayout::new(27, 3, true, space, &settings);
            assert!(layout.height(27) <= space.y, "{size:?}: nothing scrolls");
            assert!(space.x - layout.width() < 100.0, "{size:?}: {} of {}", layout.width(), space.x);
        }
    }

    #[test]
    fn the_tabs_are_below_the_rules_in_a_small_window() {
        for rules in [TWO_STATES, TEN_STATES] {
            assert_eq!(rules.arrangement(vec2(464.0, 390.0), &Settings::default()), Arrangement::Narrow);
            assert_ne!(rules.arrangement(vec2(784.0, 510.0), &Settings::default()), Arrangement::Narrow);
        }
    }
}
