//! Fuzzing of the readers and protocols; see [`common::testing::fuzz`].

use crate::automaton_ref::AutomatonRef;
use crate::id::PuzzleId;
use crate::rules::{Puzzle, PuzzleSetup};
use common::automaton::library;
use common::game::Setup as _;
use common::testing::fuzz::{self, Target};

fn small() -> PuzzleSetup {
    let mut setup = PuzzleSetup::default();
    for (name, value) in [("Size", "5x4"), ("Grade", "easy"), ("Seed", "3")] {
        if setup.set(name, value).is_err() {
            panic!("{name} does not take {value}");
        }
    }
    setup
}

/// Names, ids and packed tables of automata.
fn automata() -> Target {
    let automata: Vec<AutomatonRef> =
        library::all().into_iter().step_by(7).map(|one| AutomatonRef::new(one.automaton)).collect();
    let mut seeds: Vec<String> = automata.iter().flat_map(|one| [one.short(), one.full()]).collect();
    seeds.extend(["2,30", "rule-110"].map(str::to_owned));
    Target::text("automata by name", seeds, |text| match AutomatonRef::parse(text) {
        Ok(found) => AutomatonRef::parse(&found.full()).is_ok(),
        Err(_) => false,
    })
}

#[test]
fn readers_and_protocols() {
    let ids = ["rule-110:20x10:hard:flat#7", "sum-5:8x8:easy:cyclic#123", "2,30:9x9:sweep:flat:1#1"];
    let ids = ids.into_iter().filter(|id| id.parse::<PuzzleId>().is_ok());
    fuzz::run(vec![
        fuzz::saved_game::<Puzzle>("saved games", &[small(), small()]),
        fuzz::settings::<common::window::Settings<PuzzleSetup>>("settings", "players: [human, human]\n"),
        Target::text("puzzle ids", ids, |text| match text.parse::<PuzzleId>() {
            Ok(id) => id.layout().is_ok() && id.to_string().parse::<PuzzleId>().is_ok(),
            Err(_) => false,
        }),
        crate::cli::tests::fuzz_boards(),
        automata(),
        fuzz::ugi::<Puzzle>("UGI", &small(), |_, _| None),
    ]);
}
