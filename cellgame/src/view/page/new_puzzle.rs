//! A new puzzle: automaton, size, grade, plan, mistakes and seed. All choices are remembered.

use super::automaton_picker::AutomatonPicker;
use crate::automaton_ref::AutomatonRef;
use crate::id::Size;
use crate::layout::{MAX_HEIGHT, MAX_WIDTH, MIN_SIDE};
use crate::rules::{MistakeCheck, Puzzle, PuzzleSetup};
use crate::solver::Grade;
use crate::text::{check_about, grade_about};
use common::automaton::{AutomatonKind, Boundary, State};
use common::game::Setup;
use common::window::cells::{CellStyle, state_buttons};
use common::window::{
    RadioGroup, Tokens, UiAction, UiOptions, card, page, primary_button, quiet, radio_buttons, theme,
};
use common::words::{Words, sentence};
use egui::{
    Button, CentralPanel, DragValue, Frame, Label, Margin, Panel, RichText, Role, ScrollArea, TextEdit, Ui,
    WidgetInfo, vec2,
};

/// The choices that are remembered, and their names as options of a setup.
const KEPT: [(&str, &str); 6] = [
    ("new_automaton", "Automaton"),
    ("new_size", "Size"),
    ("new_grade", "Grade"),
    ("new_plan", "Plan"),
    ("new_mistakes", "Mistakes"),
    ("new_seed", "Board seed"),
];

/// Sizes to choose from.
const SIZES: [(usize, usize); 6] = [(8, 8), (12, 8), (16, 10), (20, 10), (30, 15), (40, 20)];

/// Larger boards of the two hardest grades may take long to make.
const QUICK_CELLS: usize = 200;

/// The form.
#[derive(Default)]
pub struct NewPuzzle {
    /// The choices; none until the form is shown first.
    setup: Option<PuzzleSetup>,
    seed: String,
    picker: AutomatonPicker,
    /// Enter was pressed where it means *Play*.
    entered: bool,
}

/// Why there are no boards of a grade with this automaton.
fn grade_problem(automaton: &AutomatonRef, grade: Grade) -> Option<&'static str> {
    (grade == Grade::Easy && automaton.automaton().states() == 2)
        .then_some("With two states nothing can be remembered: a cell is known or it is not.")
}

/// The choices that were made last, or those of the current puzzle.
fn remembered(options: &UiOptions, current: Option<&PuzzleSetup>) -> PuzzleSetup {
    let mut setup = current.cloned().unwrap_or_default();
    (setup.seed, setup.board) = (None, None);
    for option in PuzzleSetup::options() {
        let kept = KEPT.iter().find(|(_, name)| *name == option.name).and_then(|(key, _)| options.get(*key));
        if let Some(value) = kept {
            // A damaged value leaves the default.
            let _ = option.set(&mut setup, value);
        }
    }
    setup
}

/// What has changed, to be remembered.
fn changes(before: &PuzzleSetup, after: &PuzzleSetup) -> Vec<UiAction> {
    let mut actions = Vec::new();
    for option in PuzzleSetup::options() {
        let Some((key, _)) = KEPT.iter().find(|(_, name)| *name == option.name) else { continue };
        let value = option.get(after);
        if value != option.get(before) {
            actions.push(UiAction::Keep(key, value));
        }
    }
    actions
}

/// Enter plays where nothing else has the focus.
fn enter_plays(ui: &Ui) -> bool {
    !egui::Popup::is_any_open(ui.ctx())
        && ui.memory(|memory| memory.focused().is_none())
        && ui.input(|input| input.key_pressed(egui::Key::Enter))
}

impl NewPuzzle {
    /// The page has been opened: shows the chosen automaton in the list.
    pub fn opened(&mut self) {
        self.picker.scroll_to_chosen();
    }

    /// Draws the form into all the space. Returns the puzzle to play.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        options: &UiOptions,
        current: Option<&PuzzleSetup>,
        actions: &mut Vec<UiAction>,
    ) -> Option<PuzzleSetup> {
        let mut setup = self.setup.take().unwrap_or_else(|| {
            let setup = remembered(options, current);
            self.seed = setup.seed.map_or(String::new(), |seed| seed.to_string());
            setup
        });
        let before = setup.clone();
        self.entered = enter_plays(ui);
        let size = ui.available_size();
        let mut play = if size.x >= 640.0 {
            let right = Panel::right("new puzzle").frame(Frame::new()).exact_size(size.x * 0.5);
            let right = right.resizable(false).show_separator_line(false);
            let play = right.show(ui, |ui| self.choices_and_play(ui, &mut setup, false)).inner;
            let left =
                CentralPanel::default().frame(Frame::new().inner_margin(Margin { right: 8, ..Margin::ZERO }));
            let height = (size.y - 228.0).max(120.0);
            left.show(ui, |ui| card(ui, |ui| self.automaton(ui, &mut setup, height)));
            play
        } else {
            self.choices_and_play(ui, &mut setup, true)
        };
        play |= self.entered && self.problem(&setup).is_none();
        actions.extend(changes(&before, &setup));
        let chosen = play.then(|| setup.clone());
        self.setup = Some(setup);
        chosen
    }

    fn automaton(&mut self, ui: &mut Ui, setup: &mut PuzzleSetup, height: f32) {
        ui.label(RichText::new("Automaton").font(theme::heavy(theme::size::TEXT)));
        let found = self.picker.ui(ui, &setup.automaton, height);
        self.entered |= self.picker.entered_nothing();
        if let Some(found) = found {
            setup.automaton = found;
            let states = setup.automaton.automaton().states();
            if grade_problem(&setup.automaton, setup.grade).is_some() {
                setup.grade = Grade::Sweep;
            }
            if matches!(setup.boundary, Boundary::Flat { edge } if edge >= states) {
                setup.boundary = Boundary::default();
            }
        }
        ui.add_space(4.0);
        self.picker.preview(ui, &setup.automaton, vec2(144.0, 96.0));
    }

    /// Draws the choices, which scroll, and *Play*, which stays in sight below them. On a narrow page the choice of the
    /// automaton is among them.
    fn choices_and_play(&mut self, ui: &mut Ui, setup: &mut PuzzleSetup, narrow: bool) -> bool {
        // *Play* is as wide as the cards, which leave room for a scroll bar.
        let bar = 8.0 + ui.spacing().scroll.allocated_width();
        let width = ui.available_width() - bar;
        let margin = Margin { left: 0, right: bar as i8, top: 8, bottom: 8 };
        let bottom =
            Panel::bottom("play").frame(Frame::new().inner_margin(margin)).show_separator_line(false);
        let play = bottom.show(ui, |ui| {
            // Most choices are out of sight there.
            if narrow {
                ui.add(Label::new(quiet(sentence(&Puzzle::summary(setup)))).truncate());
            }
            self.play_button(ui, setup)
        });
        let play = play.inner;
        ScrollArea::vertical().id_salt("choices").auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(width);
            if narrow {
                card(ui, |ui| self.automaton(ui, setup, 96.0));
                ui.add_space(8.0);
            }
            self.choices(ui, setup);
        });
        play
    }

    fn choices(&mut self, ui: &mut Ui, setup: &mut PuzzleSetup) {
        card(ui, |ui| {
            ui.label(RichText::new("Difficulty").font(theme::heavy(theme::size::TEXT)));
            grades(ui, setup);
        });
        ui.add_space(8.0);
        card(ui, |ui| {
            ui.label(RichText::new("Size").font(theme::heavy(theme::size::TEXT)));
            sizes(ui, setup);
        });
        ui.add_space(8.0);
        card(ui, |ui| {
            ui.label(RichText::new("Plan").font(theme::heavy(theme::size::TEXT)));
            plan(ui, setup);
        });
        ui.add_space(8.0);
        card(ui, |ui| {
            ui.label(RichText::new("Mistakes").font(theme::heavy(theme::size::TEXT)));
            let checks = [MistakeCheck::AtOnce, MistakeCheck::OnDemand, MistakeCheck::AtTheEnd];
            radio_buttons(ui, "mistakes", &mut setup.check, checks.map(|check| (check, check_about(check))));
        });
        ui.add_space(8.0);
        card(ui, |ui| {
            ui.horizontal(|ui| {
                let label = ui.label(RichText::new("Seed").font(theme::heavy(theme::size::TEXT)));
                let field = TextEdit::singleline(&mut self.seed).hint_text("new board").desired_width(120.0);
                let field = ui.add(field).labelled_by(label.id);
                self.entered |= field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            });
            ui.label(quiet("A number gives the same board again. Empty: a new board every time."));
            match read_seed(&self.seed) {
                Ok(seed) => setup.seed = seed,
                Err(why) => page::complain(ui, &why),
            }
        });
        ui.add_space(8.0);
    }

    /// Why this puzzle cannot be played, or `None` if it can.
    fn problem(&self, setup: &PuzzleSetup) -> Option<String> {
        match setup.layout() {
            Err(why) => Some(sentence(&why.to_string())),
            Ok(_) => read_seed(&self.seed).err(),
        }
    }

    fn play_button(&mut self, ui: &mut Ui, setup: &PuzzleSetup) -> bool {
        let problem = self.problem(setup);
        let slow = setup.grade >= Grade::Hard
            && setup.grade != Grade::Classic
            && setup.layout().is_ok_and(|layout| layout.cells() > QUICK_CELLS);
        if slow {
            ui.label(quiet("A board this large may take a while to make. You can cancel."));
        }
        page::complain(ui, problem.as_deref().unwrap_or_default());
        let button = |ui: &mut Ui| primary_button(ui, "Play", vec2(ui.available_width(), 44.0));
        let centred = |ui: &mut Ui| ui.vertical_centered(button).inner;
        ui.add_enabled_ui(problem.is_none(), centred).inner.clicked()
    }
}

fn read_seed(text: &str) -> Result<Option<u64>, String> {
    match text.trim() {
        "" => Ok(None),
        text if text.bytes().all(|byte| byte.is_ascii_digit()) => match text.parse() {
            Ok(seed) => Ok(Some(seed)),
            Err(_) => Err("This seed is too large.".to_owned()),
        },
        _ => Err("The seed is a whole number, or empty for a new board.".to_owned()),
    }
}

/// The grades, each with a line about it. One that does not exist with this automaton is disabled and says why.
fn grades(ui: &mut Ui, setup: &mut PuzzleSetup) {
    ui.spacing_mut().item_spacing.y = 4.0;
    let centred = egui::Layout::left_to_right(egui::Align::Center);
    let problems = Grade::ALL.map(|grade| grade_problem(&setup.automaton, grade));
    let selected = Grade::ALL.iter().position(|grade| *grade == setup.grade);
    let is_disabled = |n: usize| problems[n].is_some();
    let mut group = RadioGroup::with_disabled(ui, "grades", Grade::ALL.len(), selected, is_disabled);
    for (grade, problem) in Grade::ALL.into_iter().zip(problems) {
        let name = sentence(grade.name());
        ui.horizontal(|ui| {
            ui.allocate_ui_with_layout(vec2(92.0, 28.0), centred, |ui| {
                ui.set_min_width(92.0);
                let is_selected = setup.grade == grade;
                let radio = |ui: &mut Ui| group.button(ui, is_selected, name.trim_end_matches('.'));
                let (radio, chosen) = ui.add_enabled_ui(problem.is_none(), radio).inner;
                if chosen {
                    setup.grade = grade;
                }
                if let Some(why) = problem {
                    radio.on_disabled_hover_text(why);
                }
            });
            ui.add(Label::new(quiet(problem.unwrap_or(grade_about(grade)))).wrap());
        });
    }
}

/// The size and the plan that a picture imposes.
fn picture_note(setup: &PuzzleSetup) -> Option<String> {
    (setup.automaton.automaton().kind() == AutomatonKind::Picture).then(|| {
        let id = setup.id(0);
        format!("A picture has its own size and plan: {}, {}.", id.size, id.boundary)
    })
}

fn sizes(ui: &mut Ui, setup: &mut PuzzleSetup) {
    if let Some(note) = picture_note(setup) {
        ui.label(quiet(note));
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        for (width, height) in SIZES {
            let size = Size { width, height };
            let button = Button::selectable(setup.size == size, size.to_string()).frame_when_inactive(true);
            let response = ui.add(button);
            response.widget_info(|| {
                WidgetInfo::selected(Role::Button, true, setup.size == size, format!("size {size}"))
            });
            if response.clicked() {
                setup.size = size;
            }
        }
    });
    size_fields(ui, &mut setup.size);
}

/// Fields for columns and rows; true if they have changed.
pub fn size_fields(ui: &mut Ui, size: &mut Size) -> bool {
    let before = *size;
    ui.horizontal(|ui| {
        let label = ui.label("Columns");
        ui.add(DragValue::new(&mut size.width).range(MIN_SIDE..=MAX_WIDTH)).labelled_by(label.id);
        let label = ui.label("Rows");
        ui.add(DragValue::new(&mut size.height).range(MIN_SIDE..=MAX_HEIGHT)).labelled_by(label.id);
    });
    *size != before
}

fn plan(ui: &mut Ui, setup: &mut PuzzleSetup) {
    if let Some(note) = picture_note(setup) {
        ui.label(quiet(note));
        return;
    }
    let automaton = setup.automaton.clone();
    plan_choice(ui, &mut setup.boundary, &automaton);
}

/// Flat with its edge state, or cyclic; true if the choice has changed.
pub fn plan_choice(ui: &mut Ui, boundary: &mut Boundary, automaton: &AutomatonRef) -> bool {
    let before = *boundary;
    let flat = matches!(boundary, Boundary::Flat { .. });
    let mut group = RadioGroup::new(ui, "plan", 2, Some(usize::from(!flat)));
    if group.button(ui, flat, "Flat: cells beyond the ends of a row never change").1 && !flat {
        *boundary = Boundary::default();
    }
    if let Boundary::Flat { edge } = *boundary {
        let style = CellStyle::new(automaton.automaton().colours(), None, true, Tokens::of(ui));
        let mut chosen: Option<State> = None;
        ui.horizontal_wrapped(|ui| {
            ui.label(quiet("Edge state"));
            chosen = state_buttons(ui, &style, Some(edge), "edge state");
        });
        if let Some(edge) = chosen {
            *boundary = Boundary::Flat { edge };
        }
    }
    if group.button(ui, !flat, "Cyclic: the ends of a row meet").1 {
        *boundary = Boundary::Cyclic;
    }
    *boundary != before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_remembered_and_damaged_ones_are_not() {
        let mut setup = PuzzleSetup {
            automaton: AutomatonRef::parse("sum-5").unwrap(),
            size: Size { width: 17, height: 9 },
            grade: Grade::Hard,
            boundary: Boundary::Flat { edge: 3 },
            seed: Some(12),
            check: MistakeCheck::AtTheEnd,
            board: None,
        };
        let options: UiOptions = changes(&PuzzleSetup::default(), &setup)
            .into_iter()
            .filter_map(|action| match action {
                UiAction::Keep(name, value) => Some((name.to_owned(), value)),
                _ => None,
            })
            .collect();
        assert_eq!(options.len(), 6);
        assert_eq!(remembered(&options, None), setup);
        let damaged: UiOptions = options.keys().map(|key| (key.clone(), "?!".to_owned())).collect();
        assert_eq!(remembered(&damaged, None), PuzzleSetup::default());
        // Without anything remembered, the current puzzle is the example, but not its board.
        setup.board = Some("...".to_owned());
        let like_current = remembered(&UiOptions::new(), Some(&setup));
        assert_eq!((like_current.size, like_current.seed, like_current.board), (setup.size, None, None));
    }

    #[test]
    fn easy_needs_three_states() {
        let problem = |name: &str, grade| grade_problem(&AutomatonRef::parse(name).unwrap(), grade);
        assert!(problem("rule-110", Grade::Easy).is_some());
        assert!(problem("sum-3", Grade::Easy).is_none() && problem("rule-110", Grade::Medium).is_none());
    }

    #[test]
    fn a_seed_is_a_number_or_nothing() {
        assert_eq!((read_seed(" "), read_seed(" 7 ")), (Ok(None), Ok(Some(7))));
        for text in ["-1", "x", "1.5", "99999999999999999999999"] {
            assert!(read_seed(text).is_err(), "{text}");
        }
    }
}
