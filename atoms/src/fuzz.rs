//! Fuzzing of the readers and protocols; see [`common::testing::fuzz`].

use crate::ai::solve::Solver;
use crate::ai::strong::FeatureWeights;
use crate::rules::{Position, Setup};
use common::game::Setup as _;
use common::parameters::Parameters;
use common::testing::fuzz::{self, Target, open_answer};

fn small() -> Setup {
    let mut setup = Setup::default();
    setup.set("Size", "3x2").expect("a size");
    setup
}

fn checkpoints() -> Target {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("checkpoint");
    let mut solver = Solver::new(small(), 1).expect("a solver");
    solver.rate(&Position::new(small()), &mut |_| true);
    solver.write_checkpoint(&path, 1.5).expect("a checkpoint");
    let checkpoint = std::fs::read(path).expect("a checkpoint");
    Target::file("checkpoints", "checkpoint", [checkpoint], |path| {
        Solver::new(small(), 1).expect("a solver").read_checkpoint(path).is_ok()
    })
}

#[test]
fn readers_and_protocols() {
    fuzz::run(vec![
        fuzz::saved_game::<Position>("saved games", &[small(), Setup::default(), Setup::default()]),
        fuzz::settings::<common::window::Settings<Setup>>("settings", "players: [human, human]\n"),
        fuzz::ugi::<Position>("UGI", &small(), open_answer),
        checkpoints(),
        Target::text("weights", [FeatureWeights::built_in().write()], |text| {
            FeatureWeights::read(text).is_ok()
        }),
    ]);
}
