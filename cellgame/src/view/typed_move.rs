//! Moves that are typed on the board: the name of a cell, then `=` and its state, or `?` and notes, as in `c4=2` and `c4?12`.

use super::menu;
use crate::layout::{Cell, Layout};
use crate::solver::Candidates;
use common::automaton::State;
use common::window::TypedKey;
use egui::{Event, Key, Ui};

/// What was typed of a move. Some letters are shortcuts: with Shift they begin the name of a cell too.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypedMove {
    text: String,
    /// The letter was a shortcut, so the digits after it may be meant for the selected cell.
    is_doubtful: bool,
}

/// What a typed character does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypedStep {
    /// The move goes on.
    More,
    /// The name of a cell is complete: the cursor goes there.
    Go(usize),
    /// The state of the cell.
    Enter(usize, State),
    /// All notes of the cell, and the one that was typed last.
    Note(usize, Candidates, State),
    /// The value of the cell is to be removed.
    Erase(usize),
    /// It cannot go on like this.
    Explain(String),
    /// A digit that may be meant for the selected cell, or for the name of this one.
    Doubt(State, String),
}

/// The character of a key in a move. Where a digit's key types another character, it is the digit that counts.
pub fn character(key: TypedKey) -> Option<char> {
    let shift = key.modifiers.shift_only();
    if !shift && !key.modifiers.is_none() {
        return None;
    }
    let mut name = key.key.name().chars();
    match key.key {
        Key::Questionmark => Some('?'),
        Key::Slash if shift => Some('?'),
        Key::Equals if shift || key.digit().is_none() => Some('='),
        Key::Minus if !shift && key.digit().is_none() => Some('-'),
        _ => match (name.next(), name.next()) {
            (Some(letter @ 'A'..='Z'), None) => Some(letter.to_ascii_lowercase()),
            _ => key.digit().map(|digit| char::from(b'0' + digit)),
        },
    }
}

impl TypedMove {
    /// What was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Forgets everything. False if nothing was typed.
    pub fn clear(&mut self) -> bool {
        !std::mem::take(self).text.is_empty()
    }

    /// A shortcut with this letter was run. If a column has the letter too, a name may have been meant.
    pub fn doubt(&mut self, letter: char, layout: &Layout) {
        self.clear();
        if column(letter) < layout.width() {
            *self = TypedMove { text: letter.to_string(), is_doubtful: true };
        }
    }

    /// The digit that Enter puts into the selected cell, if it is doubtful whether it belongs to a name.
    pub fn doubtful_digit(&self) -> Option<State> {
        let digits = self.text.get(1..).filter(|_| self.is_doubtful)?;
        digits.parse().ok().filter(|_| digits.len() == 1)
    }

    /// Whether the name of a cell of the board was typed, and nothing after it.
    pub fn is_name(&self, layout: &Layout) -> bool {
        self.named(&self.text, layout).is_some()
    }

    fn named(&self, text: &str, layout: &Layout) -> Option<usize> {
        Cell::read(text).filter(|_| !self.is_doubtful).and_then(|cell| layout.index(cell))
    }

    /// Adds a character. `None` if it does not belong to a move. `selected` tells whether a cell is selected, for which a
    /// digit may be meant.
    pub fn push(
        &mut self,
        character: char,
        shift: bool,
        selected: bool,
        layout: &Layout,
    ) -> Option<TypedStep> {
        match character {
            'a'..='z' => self.push_letter(character, shift, layout),
            _ if self.text.is_empty() => None,
            '0'..='9' => Some(self.push_digit(character, selected, layout)),
            '-' => {
                let cell = self.named(&self.text, layout)?;
                self.clear();
                Some(TypedStep::Erase(cell))
            }
            sign => Some(self.push_sign(sign, layout)),
        }
    }

    fn push_letter(&mut self, letter: char, shift: bool, layout: &Layout) -> Option<TypedStep> {
        let is_letter = |text: &str| text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_lowercase());
        let second =
            is_letter(&self.text) && 26 * (column_of(&self.text) + 1) + column(letter) < layout.width();
        if !second && !shift && menu::is_shortcut(letter) {
            return None;
        }
        if !second {
            self.clear();
        }
        self.is_doubtful = false;
        self.text.push(letter);
        let exists = second || column(letter) < layout.width();
        Some(if exists { TypedStep::More } else { TypedStep::Explain(no_cell(&self.text, layout)) })
    }

    fn push_digit(&mut self, digit: char, selected: bool, layout: &Layout) -> TypedStep {
        let state = digit as State - b'0';
        if let Some((name, _)) = self.text.split_once('=') {
            let cell = self.named(name, layout);
            self.clear();
            return cell.map_or(TypedStep::More, |cell| TypedStep::Enter(cell, state));
        }
        let longer = format!("{}{digit}", self.text);
        if let Some((name, states)) = longer.split_once('?') {
            let Some(cell) = self.named(name, layout) else { return TypedStep::More };
            let notes = states.bytes().fold(0, |notes, byte| notes | 1 << (byte - b'0'));
            self.text = longer;
            return TypedStep::Note(cell, notes, state);
        }
        let Some(cell) = Cell::read(&longer).and_then(|cell| layout.index(cell)) else {
            return TypedStep::Explain(no_cell(&longer, layout));
        };
        self.text = longer;
        self.is_doubtful &= selected;
        if self.is_doubtful {
            return TypedStep::Doubt(state, self.text.clone());
        }
        TypedStep::Go(cell)
    }

    fn push_sign(&mut self, sign: char, layout: &Layout) -> TypedStep {
        if self.text.contains(['=', '?']) {
            return TypedStep::More;
        }
        // With the sign there is no doubt any more.
        self.is_doubtful = false;
        let Some(cell) = self.named(&self.text, layout) else {
            let text = no_cell(&self.text, layout);
            self.clear();
            return TypedStep::Explain(text);
        };
        self.text.push(sign);
        TypedStep::Go(cell)
    }

    /// Runs shortcuts without the keys of this frame that are typed for the board: letters of a name, and digits, whose
    /// keys may type other characters.
    pub fn shortcuts<R>(&self, ui: &Ui, layout: &Layout, run: impl FnOnce() -> R) -> R {
        let all = ui.input_mut(|input| std::mem::take(&mut input.events));
        let typed = self.typed_among(&all, layout);
        let others = all.iter().zip(&typed).filter(|(_, typed)| !**typed).map(|(event, _)| event.clone());
        let others: Vec<Event> = others.collect();
        ui.input_mut(|input| input.events = others);
        let result = run();
        ui.input_mut(|input| {
            let mut left = std::mem::take(&mut input.events).into_iter().peekable();
            for (event, typed) in all.into_iter().zip(typed) {
                if typed || left.next_if_eq(&event).is_some() {
                    input.events.push(event);
                }
            }
        });
        result
    }

    fn typed_among(&self, events: &[Event], layout: &Layout) -> Vec<bool> {
        let mut typed = self.clone();
        let is_typed = |event: &Event| {
            let Event::Key { key, physical_key, pressed: true, modifiers, .. } = event else { return false };
            let key = TypedKey { key: *key, physical: *physical_key, modifiers: *modifiers };
            let Some(character) = character(key) else {
                typed.clear();
                return false;
            };
            let belongs = typed.push(character, key.modifiers.shift, true, layout).is_some();
            if !belongs {
                typed.clear();
            }
            belongs || character.is_ascii_digit()
        };
        events.iter().map(is_typed).collect()
    }
}

/// The number of a column with one letter.
fn column(letter: char) -> usize {
    usize::from(letter as u8 - b'a')
}

fn column_of(text: &str) -> usize {
    text.chars().next().map_or(0, column)
}

fn no_cell(name: &str, layout: &Layout) -> String {
    let (last, rows) = (Cell::letters(layout.width() - 1), layout.height());
    format!("There is no cell {name}: the columns are a to {last}, the rows 1 to {rows}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton_ref::AutomatonRef;
    use common::automaton::Boundary;
    use egui::Modifiers;

    fn layout(width: usize, height: usize) -> Layout {
        let automaton = AutomatonRef::default();
        Layout::new(automaton.automaton(), Boundary::default(), width, height).unwrap()
    }

    /// What the last character does; upper case is with Shift.
    fn after(typed: &mut TypedMove, text: &str, layout: &Layout) -> Option<TypedStep> {
        let push = |typed: &mut TypedMove, letter: char| {
            typed.push(letter.to_ascii_lowercase(), letter.is_ascii_uppercase(), true, layout)
        };
        text.chars().fold(None, |_, letter| push(typed, letter))
    }

    fn typed(text: &str, layout: &Layout) -> Option<TypedStep> {
        after(&mut TypedMove::default(), text, layout)
    }

    #[test]
    fn moves_are_typed_as_they_are_written() {
        let layout = layout(12, 12);
        let cell = |name: &str| layout.index(Cell::read(name).unwrap()).unwrap();
        assert_eq!(typed("c", &layout), Some(TypedStep::More));
        assert_eq!(typed("c1", &layout), Some(TypedStep::Go(cell("c1"))));
        assert_eq!(typed("c12", &layout), Some(TypedStep::Go(cell("c12"))));
        assert_eq!(typed("c4=", &layout), Some(TypedStep::Go(cell("c4"))));
        assert_eq!(typed("c4=2", &layout), Some(TypedStep::Enter(cell("c4"), 2)));
        assert_eq!(typed("c4=21", &layout), None, "the move is complete");
        assert_eq!(typed("c4?1", &layout), Some(TypedStep::Note(cell("c4"), 0b10, 1)));
        assert_eq!(typed("c4?12", &layout), Some(TypedStep::Note(cell("c4"), 0b110, 2)));
        assert_eq!(typed("c4-", &layout), Some(TypedStep::Erase(cell("c4"))));
        assert_eq!(typed("ab3", &layout), Some(TypedStep::Go(cell("b3"))), "one letter follows another");
        for alone in ["=", "?", "-", "7"] {
            assert_eq!(typed(alone, &layout), None, "{alone}");
        }
    }

    #[test]
    fn what_names_no_cell_is_explained_and_swallows_digits() {
        let layout = layout(12, 8);
        for text in ["z", "z4", "c9", "c42", "c="] {
            assert!(matches!(typed(text, &layout), Some(TypedStep::Explain(_))), "{text}");
        }
        assert!(matches!(typed("z44", &layout), Some(TypedStep::Explain(_))));
    }

    #[test]
    fn wide_boards_have_columns_of_two_letters() {
        let layout = layout(60, 40);
        let cell = |name: &str| layout.index(Cell::read(name).unwrap()).unwrap();
        assert_eq!(typed("bh40=1", &layout), Some(TypedStep::Enter(cell("bh40"), 1)));
        assert_eq!(
            typed("an3", &layout),
            Some(TypedStep::Go(cell("an3"))),
            "the second letter is no shortcut"
        );
        assert_eq!(typed("bn", &layout), None, "there is no column bn, so n is the shortcut");
    }

    #[test]
    fn letters_that_are_shortcuts_begin_a_name_with_shift() {
        let layout = layout(12, 8);
        let cell = layout.index(Cell::read("l4").unwrap()).unwrap();
        assert_eq!(typed("l", &layout), None);
        assert_eq!(typed("L4=2", &layout), Some(TypedStep::Enter(cell, 2)));
    }

    #[test]
    fn a_digit_after_a_shortcut_is_doubtful_if_a_column_has_the_letter() {
        let layout = layout(12, 8);
        let cell = layout.index(Cell::read("l1").unwrap()).unwrap();
        let doubtful = |letter: char| {
            let mut typed = TypedMove::default();
            typed.doubt(letter, &layout);
            typed
        };
        let mut l = doubtful('l');
        assert_eq!(l.doubtful_digit(), None);
        assert_eq!(after(&mut l, "1", &layout), Some(TypedStep::Doubt(1, "l1".to_owned())));
        assert_eq!(l.doubtful_digit(), Some(1));
        assert_eq!(after(&mut l, "=2", &layout), Some(TypedStep::Enter(cell, 2)));
        assert_eq!(
            doubtful('l').push('1', false, false, &layout),
            Some(TypedStep::Go(cell)),
            "no other cell"
        );
        assert_eq!(after(&mut doubtful('r'), "1", &layout), None, "there is no column r");
    }

    #[test]
    fn the_place_of_a_digit_counts_where_its_key_types_another_character() {
        let of = |key, physical, modifiers| character(TypedKey { key, physical, modifiers });
        let (none, shift) = (Modifiers::NONE, Modifiers::SHIFT);
        assert_eq!(of(Key::Equals, Some(Key::Equals), none), Some('='));
        assert_eq!(of(Key::Equals, Some(Key::Num0), shift), Some('='), "a German keyboard");
        assert_eq!(of(Key::Plus, Some(Key::Num1), none), Some('1'), "a Czech keyboard");
        assert_eq!(of(Key::Minus, Some(Key::Num6), none), Some('6'), "a French keyboard");
        assert_eq!(of(Key::Slash, Some(Key::Slash), shift), Some('?'));
        assert_eq!(of(Key::C, None, shift), Some('c'));
        assert_eq!(of(Key::C, None, Modifiers::COMMAND), None);
        assert_eq!(of(Key::ArrowUp, None, none), None);
    }
}
