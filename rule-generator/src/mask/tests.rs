use super::*;
use proptest::prelude::*;

fn mask(text: &str) -> Mask {
    text.parse().unwrap_or_else(|why| panic!("{why}: {text}"))
}

/// Masks with all kinds of colours, used and unused ones.
pub(super) fn masks() -> impl Strategy<Value = Mask> {
    let size = (1usize..12, 1usize..12, 1u8..5);
    let cells = size.prop_flat_map(|(width, height, colours)| {
        (Just(width), prop::collection::vec(0..=colours, width * height))
    });
    cells.prop_map(|(width, cells)| {
        let mut mask = Mask::new(width, cells.len() / width);
        for (index, colour) in cells.into_iter().enumerate() {
            mask.set(index % width, index / width, colour);
        }
        mask
    })
}

#[test]
fn text_is_read_and_written() {
    let text = "#.#\n.2b\n";
    let mask = mask(text);
    assert_eq!((mask.width(), mask.height(), mask.colours()), (3, 2, 4));
    assert_eq!(mask.row(1), [PAPER, 2, 3]);
    assert_eq!(mask.to_string(), text);
    assert_eq!("\u{feff}#.#\r\n.2b\r\n\r\n".parse(), Ok(mask));
}

#[test]
fn colours_are_ordered_by_their_characters() {
    assert_eq!(mask("cba").row(0), [4, 3, 2]);
    let mut mask = mask("x.");
    mask.set(1, 0, 3);
    assert_eq!(mask.to_string(), "xy\n");
    mask.set(1, 0, 5);
    assert_eq!(mask.to_string(), "xa\n");
}

#[test]
fn bad_texts_are_explained() {
    let wide = ".".repeat(MAX_SIDE + 1);
    let high = ".\n".repeat(1_000_000);
    for (text, part) in [
        ("", "there are no cells"),
        ("\n\n\r\n", "there are no cells"),
        ("\n##\n", "first line is empty"),
        ("##\n#\n", "line 2 is 1 wide, but the first row is 2 wide"),
        ("##\n\n##\n", "line 2 is 0 wide"),
        (wide.as_str(), "129x1 cells; at most 128x128"),
        (high.as_str(), "1x1000000 cells"),
        (".#23456789a", "line 1 has an eleventh colour, 'a'"),
        ("# #", "cannot be a colour: ' '"),
        ("##\n#\t", "line 2 has a character that cannot be a colour: '\\t'"),
    ] {
        let why = text.parse::<Mask>().expect_err(part).to_string();
        assert!(why.contains(part), "{why}");
    }
}

#[test]
fn sizes_are_checked() {
    let mask = mask("#.\n.#\n");
    assert_eq!(mask.resized(0, 1), Err(MaskError::NoCells));
    assert_eq!(mask.resized(1, 129), Err(MaskError::TooLarge { width: 1, height: 129 }));
    assert!(mask.with_margin(64).is_err() && mask.with_margin(usize::MAX).is_err());
    assert_eq!(mask.with_margin(63).map(|mask| mask.width()), Ok(128));
}

#[test]
fn transforms_of_a_small_mask() {
    let f = mask("##.\n#.2\n");
    for (found, expected) in [
        (f.resized(2, 3).unwrap(), "##\n#.\n..\n"),
        (f.flipped_horizontally(), ".##\n2.#\n"),
        (f.flipped_vertically(), "#.2\n##.\n"),
        (f.shifted(1, 0), ".##\n2#.\n"),
        (f.shifted(-4, 3), ".2#\n#.#\n"),
        (f.inverted(), "..#\n.#2\n"),
        (f.filled(1, 0, PAPER), "...\n..2\n"),
        (f.filled(2, 0, 2), "##2\n#.2\n"),
        (f.filled(0, 0, 3), "aa.\na.2\n"),
        (f.cleared(), "...\n...\n"),
        (f.with_margin(1).unwrap(), ".....\n.##..\n.#.2.\n.....\n"),
        (mask("...\n.#.\n.2.\n").trimmed(), "#\n2\n"),
        (f.cleared().trimmed(), "...\n...\n"),
        (f.mirrored_left_half(), "###\n#.#\n"),
        (mask("#.2.").mirrored_left_half(), "#..#\n"),
    ] {
        assert_eq!(found.to_string(), expected);
    }
}

#[test]
fn unused_colours_are_dropped() {
    let mut mask = mask("234\n");
    mask.set(1, 0, PAPER);
    assert_eq!(mask.colours(), 5);
    let compacted = mask.compacted();
    assert_eq!((compacted.colours(), compacted.row(0)), (4, &[2, 0, 3][..]));
    assert_eq!(compacted.to_string(), "2.4\n");
    assert_eq!(mask.cleared().compacted().colours(), 2);
}

proptest! {
    #[test]
    fn any_text_is_a_mask_or_an_error(text in "[.#ab\u{e9}\r\n\t ]{0,60}|\\PC{0,60}") {
        if let Ok(mask) = text.parse::<Mask>() {
            prop_assert_eq!(mask.to_string().parse::<Mask>(), Ok(mask));
        }
    }

    #[test]
    fn written_text_reads_back_the_same(mask in masks()) {
        prop_assert_eq!(mask.to_string().parse::<Mask>(), Ok(mask.compacted()));
    }

    #[test]
    fn transforms_have_inverses(mask in masks(), dx in -300isize..300, dy in -300isize..300, margin in 0usize..50) {
        prop_assert_eq!(&mask.flipped_horizontally().flipped_horizontally(), &mask);
        prop_assert_eq!(&mask.flipped_vertically().flipped_vertically(), &mask);
        prop_assert_eq!(&mask.inverted().inverted(), &mask);
        prop_assert_eq!(&mask.shifted(dx, dy).shifted(-dx, -dy), &mask);
        prop_assert_eq!(&mask.shifted(isize::MIN, isize::MAX).shifted(isize::MAX, isize::MAX),
            &mask.shifted(isize::MIN, 0).shifted(isize::MAX, 0).shifted(0, isize::MAX).shifted(0, isize::MAX));
        let larger = mask.with_margin(margin).unwrap();
        prop_assert_eq!(larger.trimmed(), if mask.is_clear() { larger.clone() } else { mask.trimmed() });
        let (width, height) = (mask.width(), mask.height());
        prop_assert_eq!(&mask.resized(width + margin, height + 1).unwrap().resized(width, height).unwrap(), &mask);
        prop_assert!(mask.mirrored_left_half().first_asymmetry().is_none());
        prop_assert_eq!(mask.compacted().compacted(), mask.compacted());
        prop_assert_eq!(mask.compacted().to_string(), mask.to_string());
    }

    #[test]
    fn a_filled_area_is_filled_back(mask in masks(), x in 0usize..12, y in 0usize..12) {
        let (x, y) = (x % mask.width(), y % mask.height());
        let filled = mask.filled(x, y, 9);
        prop_assert_eq!(filled.colours(), 10);
        prop_assert_eq!(filled.filled(x, y, mask.get(x, y)).compacted(), mask.compacted());
    }
}
