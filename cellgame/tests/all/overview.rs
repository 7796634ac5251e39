//! The overview of rules and its pinned lists.

use cellgame::generator::Board;
use cellgame::layout::Cell;
use cellgame::overview::{RuleWindow, WindowPart};
use cellgame::rules::{Puzzle, PuzzleSetup, PuzzleView};
use cellgame::view::{CellUi, Overview};
use common::game::{Dice, Game, Side};
use common::job::Work;
use common::testing::window;
use common::window::{Shell, UiAction, UiOptions, theme};
use egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

type Driver = window::Driver<Shell<Puzzle, CellUi>>;

fn view_of(id: &str) -> PuzzleView {
    let setup = PuzzleSetup::from_id(&id.parse().unwrap());
    Puzzle::start(&setup, &mut Dice::new(1), &Work::quiet()).unwrap().view(Side::FIRST)
}

fn solution(id: &str) -> Board {
    let setup = PuzzleSetup::from_id(&id.parse().unwrap());
    setup.id(setup.seed.unwrap()).generate(&Work::quiet()).unwrap()
}

/// The overview alone, over a board.
struct Alone {
    overview: Overview,
    view: PuzzleView,
    focus: Option<Cell>,
    options: UiOptions,
    marked: Vec<usize>,
}

impl Alone {
    fn open(id: &str, focus: &str) -> Harness<'static, Alone> {
        let mut overview = Overview::default();
        overview.toggle();
        let focus = Cell::read(focus);
        // Small cells, so that more rules are in sight.
        let options: UiOptions = [("overview_cell".to_owned(), "10".to_owned())].into();
        let state = Alone { overview, view: view_of(id), focus, options, marked: Vec::new() };
        let draw = |ui: &mut egui::Ui, this: &mut Alone| {
            let output = this.overview.ui(ui, &this.view, this.focus, &this.options);
            this.marked = output.marked;
            for action in output.actions {
                if let UiAction::Keep(name, value) = action {
                    this.options.insert(name.to_owned(), value);
                }
            }
        };
        let builder =
            Harness::builder().with_size([1100.0, 900.0]).with_max_steps(40).with_context_setup(theme::apply);
        let mut harness = builder.build_ui_state(draw, state);
        harness.run();
        harness
    }
}

fn click(harness: &mut Harness<'static, Alone>, label: &str) {
    harness.get_by_label(label).click();
    harness.run();
}

fn count(harness: &Harness<'static, Alone>, part: &str) -> usize {
    harness.query_all_by_label_contains(part).count()
}

fn window_of(view: &PuzzleView, part: WindowPart, cell: &str) -> RuleWindow {
    RuleWindow::new(view.layout(), part, Cell::read(cell).unwrap()).unwrap()
}

#[test]
fn the_rules_that_fit_are_marked_and_the_cells_too() {
    let mut harness = Alone::open("random-3:8x8:easy:flat#1", "c4");
    assert_eq!(count(&harness, "gives"), 27);
    assert_eq!(count(&harness, ", fits"), 0);
    for (button, part) in
        [("left", WindowPart::Left), ("middle", WindowPart::Middle), ("result", WindowPart::Result)]
    {
        click(&mut harness, button);
        let window = window_of(&harness.state().view, part, "c4");
        let fitting = window.fitting_rules(&harness.state().view).len();
        assert_eq!(count(&harness, ", fits"), fitting, "{button}");
        assert_eq!(count(&harness, "gives"), 27);
        assert_eq!(harness.state().marked, window.on_board().collect::<Vec<_>>());
    }
    click(&mut harness, "Only rules that fit");
    assert_eq!(count(&harness, "gives"), count(&harness, ", fits"));
    // The question follows the cursor.
    harness.state_mut().focus = Cell::read("d5");
    harness.run();
    assert!(harness.query_by_label("d5 as result").is_some());
    click(&mut harness, "Follow the cursor");
    harness.state_mut().focus = Cell::read("e5");
    harness.run();
    assert!(harness.query_by_label("d5 as result").is_some());
    click(&mut harness, "Clear");
    assert!(harness.state().marked.is_empty());
}

#[test]
fn a_part_that_would_leave_the_board_is_disabled() {
    let disabled = |focus: &str| {
        let harness = Alone::open("random-3:8x8:easy:flat#1", focus);
        let is = |name: &&str| harness.get_by_label(name).accesskit_node().is_disabled();
        ["left", "middle", "right", "result"].into_iter().filter(is).collect::<Vec<_>>()
    };
    assert_eq!(disabled("c1"), ["result"]);
    assert_eq!(disabled("c8"), ["left", "middle", "right"]);
    assert_eq!(disabled("a4"), ["right"]);
    assert_eq!(disabled("h4"), ["left"]);
    assert_eq!(disabled("c4"), Vec::<&str>::new());
    assert_eq!(disabled("nothing").len(), 4);
}

#[test]
fn pinned_lists_stay_up_to_date_and_rules_can_be_crossed_out() {
    let id = "random-3:8x8:easy:flat#1";
    let mut harness = Alone::open(id, "c4");
    for button in ["left", "middle", "result"] {
        click(&mut harness, button);
        click(&mut harness, "Pin");
    }
    assert_eq!(harness.state().overview.pinned_count(), 3);
    harness.state_mut().overview.toggle();
    harness.run();
    let rules = window_of(&harness.state().view, WindowPart::Left, "c4").fitting_rules(&harness.state().view);
    assert!(count(&harness, &format!("{} rules", rules.len())) > 0);
    let rule = format!("c4 as left: rule {} gives {}", rules[0].triple, rules[0].result);
    click(&mut harness, &rule);
    assert_eq!(count(&harness, "crossed out"), 1);
    click(&mut harness, &format!("{rule}, crossed out"));
    assert_eq!(count(&harness, "crossed out"), 0);
    // Everything is uncovered: one rule is left in each list.
    let board = solution(id);
    for (cell, state) in harness.state_mut().view.cells_mut().iter_mut().zip(board.solution) {
        cell.state = Some(state);
    }
    harness.run();
    assert_eq!(count(&harness, ": rule"), 3);
    // The list that was clicked last marks its cells.
    let cells: Vec<usize> = window_of(&harness.state().view, WindowPart::Left, "c4").on_board().collect();
    assert_eq!(harness.state().marked, cells);
    click(&mut harness, "Close c4 as left");
    assert_eq!(harness.state().overview.pinned_count(), 2);
    // Lists belong to a puzzle.
    harness.state_mut().view = view_of("rule-110:8x8:medium:flat#1");
    harness.run();
    assert_eq!(harness.state().overview.pinned_count(), 0);
}

#[test]
fn a_list_has_a_title_and_zooms_with_the_wheel() {
    let mut harness = Alone::open("random-3:8x8:easy:flat#1", "c4");
    click(&mut harness, "middle");
    click(&mut harness, "Pin");
    harness.state_mut().overview.toggle();
    harness.run();
    let title = harness.get_by_label("title of c4 as middle");
    title.click();
    harness.run();
    harness.get_by_label("title of c4 as middle").type_text("look here! ");
    harness.run();
    assert!(count(&harness, "look here!") > 0);
    let rule = || "look here! c4 as middle: rule";
    let named = |harness: &Harness<'static, Alone>| {
        let texts = harness.query_all_by_label_contains(": rule");
        texts.map(|node| node.rect().width()).next().unwrap()
    };
    assert!(count(&harness, rule()) > 0 || count(&harness, ": rule") > 0);
    let before = named(&harness);
    let centre = harness.get_by_label("Close c4 as middle").rect().center();
    harness.event(Event::PointerMoved(centre));
    for _ in 0..3 {
        harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: egui::vec2(0.0, 3.0),
            phase: TouchPhase::Move,
            source: MouseWheelSource::Unknown,
            modifiers: Modifiers::COMMAND,
        });
        harness.run();
    }
    assert!(named(&harness) > before, "{} then {}", before, named(&harness));
}

#[test]
fn a_thousand_rules_scroll_and_only_some_are_drawn() {
    let mut harness = Alone::open("pascal-10:8x8:sweep:flat#1", "c4");
    let drawn = count(&harness, "gives");
    assert!((20..400).contains(&drawn), "{drawn}");
    assert!(harness.query_by_label("rule 999 gives 8").is_none());
    click(&mut harness, "middle");
    assert!(count(&harness, "gives") > 0);
}

#[test]
fn settings_of_the_overview_are_remembered() {
    let mut harness = Alone::open("random-3:8x8:easy:flat#1", "c4");
    click(&mut harness, "Settings");
    click(&mut harness, "Digits");
    click(&mut harness, "Border colour");
    click(&mut harness, "Highlight colour");
    let options = &harness.state().options;
    assert_eq!(options.get("overview_digits").map(String::as_str), Some("false"));
    assert!(options.get("overview_border").is_some_and(|colour| colour.starts_with('#')));
    assert!(options.get("overview_highlight").is_some_and(|colour| colour.starts_with('#')));
}

#[test]
fn all_rules_of_the_first_puzzle_are_in_sight_in_a_small_window() {
    let mut driver = Driver::sized("players: [human]\nmotion: 'off'\n", [800.0, 600.0]);
    driver.click("Play");
    driver.key(Key::ArrowRight);
    driver.key(Key::F6);
    let question = driver.harness.get_by_label_contains("Choose its part of a rule").rect();
    assert!(question.height() < 40.0, "the sentence has the whole width: {question:?}");
    let last = driver.harness.get_by_label("rule 222 gives 2").rect();
    assert!(last.bottom() < 500.0, "{last:?}");
}

#[test]
fn shortcuts_ask_about_the_selected_cell() {
    let setup = "setup: {automaton: random-3, size: 8x8, grade: easy, board-seed: 1}\n";
    let mut driver = Driver::with(&format!("players: [human]\nmotion: 'off'\n{setup}"));
    driver.click("Play");
    driver.key(Key::F6);
    assert!(driver.sees("Rules overview") && driver.reads("rule 000 gives"));
    driver.key(Key::ArrowRight);
    driver.key(Key::ArrowDown);
    driver.key(Key::M);
    assert!(driver.reads(" as middle"), "the overview asks about the cell");
    driver.click("Pin");
    assert!(driver.message().contains("Pinned"), "{}", driver.message());
    driver.key(Key::F6);
    assert!(!driver.sees("Rules overview") && driver.reads(" as middle: rule"));
}
