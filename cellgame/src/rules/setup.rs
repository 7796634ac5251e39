//! What can be chosen before a puzzle.

use crate::automaton_ref::{AutomatonRef, describe, named_library};
use crate::id::{PuzzleId, Size};
use crate::layout::{BadLayout, Layout};
use crate::solver::Grade;
use crate::text::grade_about;
use common::automaton::{Boundary, State};
use common::game::{self, Choice, SetupOption};

/// When a wrong value is noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MistakeCheck {
    /// As soon as it is entered.
    #[default]
    AtOnce,
    /// When the player asks.
    OnDemand,
    /// When every cell has a value.
    AtTheEnd,
}

/// The parameters of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct PuzzleSetup {
    /// The automaton.
    pub automaton: AutomatonRef,
    /// Columns and rows.
    pub size: Size,
    /// The grade.
    pub grade: Grade,
    /// What lies beyond the ends of a row.
    pub boundary: Boundary,
    /// The seed of the board; without one every game has a new board.
    pub seed: Option<u64>,
    /// When a wrong value is noticed.
    pub check: MistakeCheck,
    /// A board that was entered by hand: its rows from the top, each cell a digit or a dot, separated by slashes. It
    /// replaces size, grade and seed.
    pub board: Option<String>,
}

impl Default for PuzzleSetup {
    fn default() -> PuzzleSetup {
        PuzzleSetup {
            automaton: AutomatonRef::default(),
            size: Size { width: 12, height: 8 },
            grade: Grade::Sweep,
            boundary: Boundary::default(),
            seed: None,
            check: MistakeCheck::AtOnce,
            board: None,
        }
    }
}

impl PuzzleSetup {
    /// The setup of an id.
    pub fn from_id(id: &PuzzleId) -> PuzzleSetup {
        let mut setup = PuzzleSetup::default();
        setup.set_id(id);
        setup
    }

    fn set_id(&mut self, id: &PuzzleId) {
        self.automaton = id.automaton.clone();
        self.size = id.size;
        self.grade = id.grade;
        self.boundary = id.boundary;
        self.seed = Some(id.seed);
        self.board = None;
    }

    /// The id of the board with this seed.
    pub fn id(&self, seed: u64) -> PuzzleId {
        let PuzzleSetup { automaton, size, grade, boundary, .. } = self;
        let id =
            PuzzleId { automaton: automaton.clone(), size: *size, grade: *grade, boundary: *boundary, seed };
        id.normalised()
    }

    /// The size of the user's own board, or of a random one.
    pub fn own_board_size(&self) -> Size {
        self.board.as_deref().and_then(read_board).map_or(self.size, |(size, _)| size)
    }

    /// The shape of the board.
    pub fn layout(&self) -> Result<Layout, BadLayout> {
        match self.board.as_deref().and_then(read_board) {
            Some((size, _)) => {
                Layout::new(self.automaton.automaton(), self.boundary, size.width, size.height)
            }
            None => self.id(0).layout(),
        }
    }
}

/// Reads the rows of a board: digits, and dots for hidden cells.
pub fn read_board(text: &str) -> Option<(Size, Vec<Option<State>>)> {
    let rows: Vec<&str> =
        text.trim().split(['/', '\n']).map(str::trim).filter(|row| !row.is_empty()).collect();
    let width = rows.first()?.len();
    let size: Size = format!("{width}x{}", rows.len()).parse().ok()?;
    let cell = |byte: u8| match byte {
        b'0'..=b'9' => Some(Some(byte - b'0')),
        b'.' | b'?' => Some(None),
        _ => None,
    };
    let cells: Option<Vec<Option<State>>> = rows.iter().flat_map(|row| row.bytes()).map(cell).collect();
    let cells = cells?;
    (rows.iter().all(|row| row.len() == width) && cells.len() == width * rows.len()).then_some((size, cells))
}

/// Writes what [`read_board`] reads.
pub fn write_board(width: usize, cells: &[Option<State>]) -> String {
    let cell = |cell: &Option<State>| cell.map_or('.', |state| char::from(b'0' + state));
    let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().map(cell).collect()).collect();
    rows.join("/")
}

fn list_automata() -> Vec<Choice> {
    named_library()
        .map(|(name, automaton)| Choice::new(name, format!("{name} ({})", describe(automaton))))
        .collect()
}

/// What can be beyond the ends of a row. The edge has one of the automaton's states; a setup may come with another one.
fn list_plans(setup: &PuzzleSetup) -> Vec<Choice> {
    let states = setup.automaton.automaton().states();
    let mut plans: Vec<Boundary> = (0..states).map(|edge| Boundary::Flat { edge }).collect();
    plans.push(Boundary::Cyclic);
    if !plans.contains(&setup.boundary) {
        plans.push(setup.boundary);
    }
    let label = |plan: &Boundary| match plan {
        Boundary::Flat { edge } => format!("Flat: cells beyond the ends always have state {edge}"),
        Boundary::Cyclic => "Cyclic: the ends of a row meet".to_owned(),
    };
    plans.iter().map(|plan| Choice::new(plan.to_string(), label(plan))).collect()
}

impl game::Setup for PuzzleSetup {
    fn options() -> Vec<SetupOption<PuzzleSetup>> {
        vec![
            SetupOption::text(
                "Automaton",
                "The list of rules, which give each cell from the three cells above it",
                "a name such as rule-110, states and number such as 3,1815, or a file",
                &["odd-one-out-3", "rule-110", "random-3", "cyclic-5", "sum-5"],
                |setup: &PuzzleSetup| setup.automaton.full(),
                |setup, text| AutomatonRef::open(text).map(|automaton| setup.automaton = automaton).is_ok(),
            )
            .listed_or_typed(|_| list_automata())
            .described(|setup| setup.automaton.title()),
            SetupOption::text(
                "Size",
                "Columns and rows of the board",
                "columns x rows from 3x3 to 60x40, as in 20x10",
                &["8x8", "12x8", "20x10", "40x20"],
                |setup| setup.size.to_string(),
                |setup, text| text.parse().map(|size| setup.size = size).is_ok(),
            ),
            SetupOption::choice(
                "Grade",
                "How hard the board is",
                &Grade::ALL.map(|grade| (grade, grade.name(), grade_about(grade))),
                |setup| setup.grade,
                |setup, grade| setup.grade = grade,
            ),
            SetupOption::text(
                "Plan",
                "What is beyond the ends of a row",
                "flat, flat:EDGE or cyclic",
                &["flat", "cyclic"],
                |setup: &PuzzleSetup| setup.boundary.to_string(),
                |setup, text| text.parse().map(|boundary| setup.boundary = boundary).is_ok(),
            )
            .listed(list_plans),
            SetupOption::choice(
                "Mistakes",
                "When mistakes are shown",
                &[
                    (MistakeCheck::AtOnce, "at-once", "as soon as you make one"),
                    (MistakeCheck::OnDemand, "on-demand", "when you ask"),
                    (MistakeCheck::AtTheEnd, "at-the-end", "when every cell has a value"),
                ],
                |setup: &PuzzleSetup| setup.check,
                |setup, check| setup.check = check,
            )
            .by_meaning(),
            SetupOption::text(
                // Not "Seed": `play --seed` is the seed of the whole game.
                "Board seed",
                "Random seed of the board; empty for a new board",
                "a whole number, or nothing",
                &[],
                |setup: &PuzzleSetup| setup.seed.map_or(String::new(), |seed| seed.to_string()),
                |setup, text| match text {
                    "" => {
                        setup.seed = None;
                        true
                    }
                    text => text.parse().map(|seed| setup.seed = Some(seed)).is_ok(),
                },
            )
            .empty_means("", "random"),
            SetupOption::text(
                "Board",
                "Your own board",
                "rows of digits and dots, separated by slashes, as in ..1./0.2./...1, or nothing",
                &[],
                |setup: &PuzzleSetup| setup.board.clone().unwrap_or_default(),
                |setup, text| {
                    if text.is_empty() {
                        setup.board = None;
                        return true;
                    }
                    let Some((size, cells)) = read_board(text) else { return false };
                    setup.board = Some(write_board(size.width, &cells));
                    setup.size = size;
                    true
                },
            )
            .empty_means("", "none: a random board")
            .described(|setup| format!("{} cells", setup.own_board_size())),
            SetupOption::text(
                "Id",
                "A puzzle id, which sets everything above except Mistakes",
                "an id such as rule-110:20x10:hard:flat#7, or nothing",
                &[],
                |_| String::new(),
                |setup, text| text.is_empty() || text.parse::<PuzzleId>().map(|id| setup.set_id(&id)).is_ok(),
            ),
        ]
    }
}
