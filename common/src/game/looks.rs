//! Names and colours of the sides that players choose themselves. They are a part of a setup, so that saved games and
//! records keep them.

use super::{Setup, SetupOption, Side};

/// The colours that can be chosen, as the window draws them. Each has a symbol of its own.
pub const COLOURS: [&str; 8] = ["Blue", "Orange", "Green", "Purple", "Yellow", "Sky", "Black", "Grey"];

/// The longest name of a player, in characters.
pub const MAX_NAME: usize = 20;

/// The options of names and of colours.
pub(crate) const OPTIONS: [&str; 2] = ["Names", "Colours"];

/// The names and colours of the sides. A side without a name is called by its colour; no two sides have the same colour.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SideLooks {
    /// Empty where none was chosen. The last one is not empty.
    names: Vec<String>,
    /// `None` where none was chosen. The last one is chosen.
    colours: Vec<Option<u8>>,
}

impl SideLooks {
    /// The name of a side.
    pub fn name(&self, side: Side) -> &str {
        match self.chosen_name(side) {
            "" => COLOURS[usize::from(self.colour(side))],
            name => name,
        }
    }

    /// The name that was chosen for a side; empty if none was.
    pub fn chosen_name(&self, side: Side) -> &str {
        self.names.get(side.index()).map_or("", String::as_str)
    }

    /// The colour of a side, an index of [`COLOURS`].
    pub fn colour(&self, side: Side) -> u8 {
        self.colours()[side.index() % COLOURS.len()]
    }

    /// The colours of all sides. Where none was chosen, a side has the colour of its number, or else one that is free.
    pub fn colours(&self) -> [u8; COLOURS.len()] {
        let chosen = |side: usize| self.colours.get(side).copied().flatten();
        let mut colours: [Option<u8>; COLOURS.len()] = std::array::from_fn(chosen);
        for side in 0..COLOURS.len() {
            if !colours.contains(&Some(side as u8)) && colours[side].is_none() {
                colours[side] = Some(side as u8);
            }
        }
        for side in 0..COLOURS.len() {
            if colours[side].is_none() {
                colours[side] = (0..COLOURS.len() as u8).find(|colour| !colours.contains(&Some(*colour)));
            }
        }
        colours.map(Option::unwrap_or_default)
    }

    /// Gives a side a name; an empty one removes it.
    pub fn set_name(&mut self, side: Side, name: &str) -> Result<(), String> {
        let name = name.trim();
        check_name(name)?;
        let is_other = |(n, other): (usize, &String)| n != side.index() && is_same(other, name);
        if !name.is_empty() && self.names.iter().enumerate().any(is_other) {
            return Err(format!("two players are named {name}: use different names"));
        }
        if self.names.len() <= side.index() {
            self.names.resize(side.index() + 1, String::new());
        }
        name.clone_into(&mut self.names[side.index()]);
        self.trim();
        Ok(())
    }

    /// Gives a side a colour. A side that has it gets the other one's.
    pub fn set_colour(&mut self, side: Side, colour: u8) {
        let before = self.colours();
        let Some(own) = before.get(side.index()).copied() else { return };
        let swapped = before.map(|other| match other {
            other if other == own => colour,
            other if other == colour => own,
            other => other,
        });
        // What follows from the numbers of the sides is not kept.
        self.colours = (0..).zip(swapped).map(|(n, colour)| (n != colour).then_some(colour)).collect();
        self.trim();
    }

    fn trim(&mut self) {
        self.names.truncate(self.names.iter().rposition(|name| !name.is_empty()).map_or(0, |n| n + 1));
        self.colours.truncate(self.colours.iter().rposition(Option::is_some).map_or(0, |n| n + 1));
    }

    /// A name that two of the first sides have, which happens if one is called like the colour of the other.
    pub fn repeated_name(&self, sides: usize) -> Option<&str> {
        let names: Vec<&str> = Side::all(sides).map(|side| self.name(side)).collect();
        let is_repeated = |n: &usize| names[..*n].iter().any(|other| is_same(other, names[*n]));
        (0..names.len()).find(is_repeated).map(|n| names[n])
    }

    /// The names as text: `Anna, , Ben`.
    fn names_text(&self) -> String {
        self.names.join(", ")
    }

    fn read_names(&mut self, text: &str) -> Result<(), String> {
        let mut looks = SideLooks { names: Vec::new(), colours: self.colours.clone() };
        for (n, name) in split(text)?.into_iter().enumerate() {
            looks.set_name(Side(n as u8), name)?;
        }
        *self = looks;
        Ok(())
    }

    /// The colours as text: `purple, , blue`.
    fn colours_text(&self) -> String {
        let name = |colour: &Option<u8>| colour.map_or("", |colour| COLOURS[usize::from(colour)]);
        self.colours.iter().map(name).collect::<Vec<_>>().join(", ").to_lowercase()
    }

    fn read_colours(&mut self, text: &str) -> Result<(), String> {
        let mut colours = Vec::new();
        for name in split(text)? {
            let colour = COLOURS.iter().position(|known| is_same(known, name));
            if colour.is_none() && !name.is_empty() {
                let name: String = name.chars().take(40).collect();
                let known = COLOURS.join(", ").to_lowercase();
                return Err(format!("'{name}' is not a colour of players: use {known}"));
            }
            if colour.is_some() && colours.contains(&colour) {
                return Err(format!("two players are {}: use different colours", name.to_lowercase()));
            }
            colours.push(colour);
        }
        self.colours = colours.into_iter().map(|colour| colour.map(|colour| colour as u8)).collect();
        self.trim();
        Ok(())
    }
}

fn is_same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

fn check_name(name: &str) -> Result<(), String> {
    if name.chars().count() > MAX_NAME {
        let start: String = name.chars().take(MAX_NAME).collect();
        return Err(format!("the name '{start}…' is too long: use at most {MAX_NAME} characters"));
    }
    if name.contains(|letter: char| letter == ',' || letter.is_control()) {
        return Err("a name must not contain commas and control characters".to_owned());
    }
    Ok(())
}

/// The parts of a list, one for each side.
fn split(text: &str) -> Result<Vec<&str>, String> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    if parts.len() > COLOURS.len() {
        return Err(format!("there are {} of them, but at most {} players", parts.len(), COLOURS.len()));
    }
    Ok(parts)
}

impl<S: Setup> SetupOption<S> {
    /// The options of names and colours, for a setup that has [`Setup::looks`].
    pub fn looks() -> [SetupOption<S>; 2] {
        [
            SetupOption::explained_text(
                OPTIONS[0],
                "Names of the players",
                "names with commas between them, in the order of the players, as in Anna, Ben",
                &[],
                |setup: &S| setup.looks().map_or_else(String::new, SideLooks::names_text),
                |setup, text| setup.looks_mut().map_or(Ok(()), |looks| looks.read_names(text)),
            ),
            SetupOption::explained_text(
                OPTIONS[1],
                "Colours of the players",
                "colours with commas between them, in the order of the players, as in purple, green",
                &[],
                |setup: &S| setup.looks().map_or_else(String::new, SideLooks::colours_text),
                |setup, text| setup.looks_mut().map_or(Ok(()), |looks| looks.read_colours(text)),
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_side_is_called_by_its_name_or_else_by_its_colour() {
        let mut looks = SideLooks::default();
        assert_eq!(
            Side::all(3).map(|side| looks.name(side)).collect::<Vec<_>>(),
            ["Blue", "Orange", "Green"]
        );
        looks.set_name(Side(1), " Anna ").unwrap();
        looks.set_colour(Side(2), 3);
        assert_eq!(Side::all(3).map(|side| looks.name(side)).collect::<Vec<_>>(), ["Blue", "Anna", "Purple"]);
        assert_eq!(
            (looks.names_text().as_str(), looks.colours_text().as_str()),
            (", Anna", ", , purple, green")
        );
        looks.set_name(Side(1), "").unwrap();
        looks.set_colour(Side(2), 2);
        assert_eq!(looks, SideLooks::default());
    }

    #[test]
    fn a_colour_of_another_side_is_swapped() {
        let mut looks = SideLooks::default();
        looks.set_colour(Side(0), 1);
        assert_eq!((looks.colour(Side(0)), looks.colour(Side(1))), (1, 0));
    }

    #[test]
    fn mistakes_are_explained() {
        let mut looks = SideLooks::default();
        let long = "x".repeat(21);
        for (text, why) in [
            ("Anna, anna", "two players are named anna: use different names"),
            (long.as_str(), "the name 'xxxxxxxxxxxxxxxxxxxx…' is too long: use at most 20 characters"),
            ("1,2,3,4,5,6,7,8,9", "there are 9 of them, but at most 8 players"),
            ("A\u{7}b", "a name must not contain commas and control characters"),
        ] {
            assert_eq!(looks.read_names(text), Err(why.to_owned()));
        }
        for (text, why) in [
            ("blue, Blue", "two players are blue: use different colours"),
            (
                "pink",
                "'pink' is not a colour of players: use blue, orange, green, purple, yellow, sky, black, grey",
            ),
        ] {
            assert_eq!(looks.read_colours(text), Err(why.to_owned()));
        }
        assert_eq!(looks, SideLooks::default());
        looks.read_names("Orange").unwrap();
        assert_eq!((looks.repeated_name(1), looks.repeated_name(2)), (None, Some("Orange")));
    }

    proptest! {
        #[test]
        fn all_sides_have_different_colours_and_texts_are_read_back(
            chosen in proptest::collection::vec((0..8_u8, 0..8_u8), 0..12),
            names in proptest::collection::vec("[A-Za-zěł ]{0,12}", 0..8),
        ) {
            let mut looks = SideLooks::default();
            for (side, colour) in chosen {
                looks.set_colour(Side(side), colour);
                prop_assert_eq!(looks.colour(Side(side)), colour);
            }
            for (side, name) in names.iter().enumerate() {
                let _ = looks.set_name(Side(side as u8), name);
            }
            let mut colours = looks.colours();
            colours.sort_unstable();
            prop_assert_eq!(colours, [0, 1, 2, 3, 4, 5, 6, 7]);
            let mut read = SideLooks::default();
            read.read_names(&looks.names_text()).unwrap();
            read.read_colours(&looks.colours_text()).unwrap();
            prop_assert_eq!(read, looks);
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,80}") {
            let mut looks = SideLooks::default();
            let _ = looks.read_names(&text);
            let _ = looks.read_colours(&text);
            prop_assert!(Side::all(8).all(|side| !looks.name(side).is_empty()));
        }
    }
}
