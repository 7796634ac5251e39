use super::*;

type Size = BoardSize<2, 22>;

fn size(columns: u8, rows: u8) -> Size {
    Size::new(columns, rows).unwrap()
}

fn space() -> Rect {
    Rect::from_min_size(pos2(10.0, 20.0), vec2(400.0, 300.0))
}

fn square(text: &str) -> Square {
    Square::read(text, |_| true).unwrap()
}

#[test]
fn squares_fill_the_board_and_row_1_is_at_the_bottom() {
    for coordinates in [false, true] {
        for (columns, rows) in [(2, 2), (8, 8), (22, 5), (5, 22)] {
            let size = size(columns, rows);
            let cells = BoardGeometry::cells(space(), size, coordinates);
            let lines = BoardGeometry::crossings(space(), size, coordinates);
            for geometry in [cells, lines] {
                assert!(space().contains_rect(geometry.board.shrink(0.5)), "{geometry:?}");
                assert_eq!(geometry.squares().collect::<Vec<_>>(), size.all().collect::<Vec<_>>());
                let areas = geometry.squares().map(|square| geometry.square(square));
                let all = areas.reduce(Rect::union).unwrap();
                assert!((all.min - geometry.board.min - Vec2::splat(geometry.margin)).length() < 0.01);
                assert!((geometry.board.max - all.max - Vec2::splat(geometry.margin)).length() < 0.01);
                let first = geometry.square(square("a1"));
                let second = geometry.square(square("b2"));
                assert!((first.right_top() - second.left_bottom()).length() < 0.01);
            }
            assert!(lines.cell <= cells.cell);
        }
    }
}

#[test]
fn coordinates_have_room_beside_the_board() {
    let geometry = BoardGeometry::cells(space(), size(8, 8), true);
    let room = gutter(geometry.cell);
    assert!(geometry.board.left() - space().left() >= room - 1.0);
    assert!(space().bottom() - geometry.board.bottom() >= room - 1.0);
    assert!((geometry.cell.fract()).abs() < 0.001);
}

#[test]
fn a_part_of_a_board_is_shown_in_the_same_place() {
    let part = BoardGeometry::crossings(space(), size(9, 9), false).starting_at(square("c4"));
    let whole = BoardGeometry::crossings(space(), size(9, 9), false);
    assert_eq!(part.square(square("c4")), whole.square(square("a1")));
    assert_eq!(part.square(square("k12")), whole.square(square("i9")));
    for (name, shown) in
        [("c4", true), ("k12", true), ("b4", false), ("c3", false), ("l12", false), ("k13", false)]
    {
        assert_eq!(part.shows(square(name)), shown, "{name}");
    }
}

#[cfg(feature = "kittest")]
mod input {
    use super::*;
    use egui::Event;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    #[derive(Default)]
    struct Seen {
        cursor: BoardCursor,
        clicked: Vec<String>,
        unknown: Vec<String>,
        focused: Option<String>,
        target: Option<String>,
        pressed: usize,
    }

    fn harness() -> Harness<'static, Seen> {
        let draw = |ui: &mut Ui, seen: &mut Seen| {
            let (space, _) = ui.allocate_exact_size(vec2(300.0, 300.0), Sense::hover());
            let geometry = BoardGeometry::cells(space, size(8, 12), true);
            geometry.paint_coordinates(ui.painter(), Color32::GRAY);
            let input = seen.cursor.show(ui, &geometry, true, |square| format!("{square}, empty"));
            seen.clicked.extend(input.clicked.map(|square| square.to_string()));
            seen.unknown.extend(input.unknown.clone());
            seen.focused = input.focused.map(|square| square.to_string());
            seen.target = input.target().map(|square| square.to_string());
            seen.pressed += usize::from(ui.button("Undo").clicked());
        };
        let builder = Harness::builder().with_size([400.0, 400.0]).with_context_setup(theme::apply);
        let mut harness = builder.build_ui_state(draw, Seen::default());
        harness.run();
        harness
    }

    fn press(harness: &mut Harness<'_, Seen>, keys: &[Key]) {
        for key in keys {
            harness.key_press(*key);
            harness.run();
        }
    }

    fn focused<'a>(harness: &'a Harness<'_, Seen>) -> &'a str {
        harness.state().focused.as_deref().unwrap_or_default()
    }

    #[test]
    fn a_click_names_its_square() {
        let mut harness = harness();
        harness.get_by_label("c4, empty").click();
        harness.run();
        assert_eq!(harness.state().clicked, ["c4"]);
        assert_eq!(harness.state().target.as_deref(), Some("c4"));
    }

    #[test]
    fn arrows_move_the_cursor_from_the_centre_and_stay_on_the_board() {
        let mut harness = harness();
        press(&mut harness, &[Key::ArrowUp]);
        assert_eq!(focused(&harness), "e7", "the first arrow shows the cursor");
        press(&mut harness, &[Key::ArrowUp, Key::ArrowRight]);
        assert_eq!(focused(&harness), "f8");
        press(&mut harness, &[Key::ArrowRight; 5]);
        assert_eq!(focused(&harness), "h8");
        press(&mut harness, &[Key::ArrowDown; 9]);
        assert_eq!(focused(&harness), "h1");
        assert_eq!(harness.state().target.as_deref(), Some("h1"));
        press(&mut harness, &[Key::Enter]);
        assert_eq!(harness.state().clicked, ["h1"]);
    }

    #[test]
    fn typed_names_move_the_cursor() {
        let mut harness = harness();
        press(&mut harness, &[Key::B, Key::Num1]);
        assert_eq!(focused(&harness), "b1");
        press(&mut harness, &[Key::Num2]);
        assert_eq!(focused(&harness), "b12");
        press(&mut harness, &[Key::Num3]);
        assert_eq!(focused(&harness), "b12", "there is no row 123");
        press(&mut harness, &[Key::Z, Key::Num4]);
        assert_eq!(focused(&harness), "b12", "there is no column z");
        press(&mut harness, &[Key::C, Key::Num4, Key::Enter]);
        assert_eq!(harness.state().clicked, ["c4"]);
    }

    /// Presses keys that all come in one frame.
    fn press_at_once(harness: &mut Harness<'_, Seen>, keys: &[Key]) {
        for key in keys {
            let modifiers = egui::Modifiers::NONE;
            let event = Event::Key { key: *key, physical_key: None, pressed: true, repeat: false, modifiers };
            harness.input_mut().events.push(event);
        }
        harness.step();
        harness.run();
    }

    #[test]
    fn keys_of_one_frame_act_in_their_order() {
        let mut harness = harness();
        press(&mut harness, &[Key::ArrowUp]);
        press_at_once(&mut harness, &[Key::ArrowUp, Key::Enter, Key::ArrowRight, Key::Space, Key::ArrowLeft]);
        assert_eq!(harness.state().clicked, ["e8", "f8"]);
        assert_eq!(focused(&harness), "e8");
        press_at_once(
            &mut harness,
            &[Key::B, Key::Num3, Key::Enter, Key::C, Key::Num1, Key::Num2, Key::Enter],
        );
        assert_eq!(harness.state().clicked, ["e8", "f8", "b3", "c12"]);
    }

    #[test]
    fn enter_after_a_text_that_names_no_square_chooses_none() {
        let mut harness = harness();
        press(&mut harness, &[Key::Z, Key::Z, Key::Num9, Key::Enter]);
        assert_eq!(
            (&harness.state().unknown[..], &harness.state().clicked[..]),
            (&["zz9".to_owned()][..], &[][..])
        );
        press(&mut harness, &[Key::B, Key::Num1, Key::Num2, Key::Num3, Key::Enter]);
        assert_eq!(harness.state().unknown, ["zz9", "b123"]);
        press(&mut harness, &[Key::X, Key::ArrowDown, Key::Enter]);
        assert_eq!(harness.state().clicked, ["b11"], "an arrow forgets what was typed");
    }

    #[test]
    fn a_square_is_typed_while_a_button_has_the_focus() {
        for at_once in [false, true] {
            let mut harness = harness();
            harness.get_by_label("Undo").focus();
            harness.run();
            let keys = [Key::B, Key::Num3, Key::Enter];
            if at_once {
                press_at_once(&mut harness, &keys);
            } else {
                press(&mut harness, &keys);
            }
            assert_eq!((harness.state().clicked.join(" ").as_str(), harness.state().pressed), ("b3", 0));
            // The other keys stay with the button.
            harness.get_by_label("Undo").focus();
            harness.run();
            press(&mut harness, &[Key::Enter]);
            assert_eq!((harness.state().clicked.len(), harness.state().pressed), (1, 1));
        }
    }
}
