//! Colours for the states of an automaton, so that its picture looks like the mask: the states of a colour are shades of
//! it.

use crate::mask::{ColourIndex, INK, MAX_COLOURS, Mask};
use crate::replay::drawn_sets;
use crate::text::colour_name;
use common::automaton::{Automaton, Colour, State};
use std::cmp::Reverse;

/// How much of another hue the further states of a dark and of a light colour get.
const DARK_TINT: f32 = 0.42;
const LIGHT_TINT: f32 = 0.22;

/// The automaton in the colours of a mask that it draws. The most frequent state of each colour has exactly this colour,
/// the others are tinted. The names say what a state stands for. States that do not occur keep their colours and names.
pub fn coloured_like(automaton: &Automaton, mask: &Mask, paint: &[Colour]) -> Automaton {
    let mut coloured = automaton.clone();
    let (Some(rows), Some(sets)) = (automaton.draw(), drawn_sets(mask, automaton)) else { return coloured };
    let count = |state: State| rows.rows().flatten().filter(|other| **other == state).count();
    for (colour, (states, base)) in sets.iter().zip(paint).enumerate() {
        let name = colour_name(colour as ColourIndex);
        let mut states = states.clone();
        states.sort_by_cached_key(|state| Reverse(count(*state)));
        for (index, state) in states.into_iter().enumerate() {
            coloured.set_colour(state, shade(*base, index));
            // A name must not contradict the colour.
            coloured
                .set_name(state, &if index == 0 { name.clone() } else { format!("{name} {}", index + 1) });
        }
    }
    coloured.set_ink(sets[usize::from(INK)].clone());
    coloured
}

/// The default colours of paper, ink and further colours.
pub fn default_paint() -> Vec<Colour> {
    (0..MAX_COLOURS as State).map(|colour| Colour::default_for(colour).0).collect()
}

/// A colour with some of another hue. Shade 0 is the colour itself.
fn shade(base: Colour, index: usize) -> Colour {
    /// Hues far apart, of medium lightness.
    const HUES: [Colour; 6] = [
        Colour::new(0x00, 0x8C, 0xE6),
        Colour::new(0xE6, 0x6B, 0x00),
        Colour::new(0x00, 0xA0, 0x60),
        Colour::new(0xD0, 0x40, 0xA0),
        Colour::new(0x90, 0x90, 0x10),
        Colour::new(0x60, 0x50, 0xE0),
    ];
    if index == 0 {
        return base;
    }
    let lightness = (2 * u32::from(base.red) + 5 * u32::from(base.green) + u32::from(base.blue)) / 8;
    let tint = if lightness > 127 { LIGHT_TINT } else { DARK_TINT };
    // Equal hues differ in their strength.
    let tint = tint * if index > HUES.len() { 0.5 } else { 1.0 };
    let hue = HUES[(index - 1) % HUES.len()];
    let mix = |base: u8, hue: u8| (f32::from(base) + (f32::from(hue) - f32::from(base)) * tint).round() as u8;
    Colour::new(mix(base.red, hue.red), mix(base.green, hue.green), mix(base.blue, hue.blue))
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::automaton::{Boundary, RuleTable};

    #[test]
    fn states_get_shades_of_the_colours_that_they_stand_for() {
        let table = RuleTable::from_fn(4, |triple| triple.middle);
        let automaton = Automaton::picture(&table, Boundary::default(), vec![1, 0, 3, 2], 2);
        let mask: Mask = "..##\n..##\n".parse().unwrap();
        let (white, black) = (Colour::new(255, 255, 255), Colour::new(0, 0, 0));
        let coloured = coloured_like(&automaton, &mask, &[white, black]);
        assert_eq!((coloured.colour(0), coloured.colour(2)), (white, black));
        let light = |colour: Colour| u32::from(colour.green) + u32::from(colour.red);
        assert!(light(coloured.colour(1)) > 300 && light(coloured.colour(3)) < 200);
        assert_eq!(coloured.ink(), [2, 3]);
        assert_eq!([0, 1, 2, 3].map(|state| coloured.name(state)), ["paper", "paper 2", "ink", "ink 2"]);
        assert_eq!(coloured.table(), automaton.table());
    }

    #[test]
    fn all_shades_differ() {
        for base in [Colour::new(255, 255, 255), Colour::new(0, 0, 0), Colour::new(0x0B, 0x5F, 0xA5)] {
            let shades: Vec<Colour> = (0..10).map(|index| shade(base, index)).collect();
            for (index, one) in shades.iter().enumerate() {
                assert!(!shades[..index].contains(one), "{index}");
            }
        }
    }
}
