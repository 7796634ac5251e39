//! Fuzzing of the readers and protocols; see [`common::testing::fuzz`].

use crate::rules::{Position, Setup};
use common::testing::fuzz::{self, open_answer};

#[test]
fn readers_and_protocols() {
    let setups = vec![Setup::default(); 3];
    fuzz::run(vec![
        fuzz::saved_game::<Position>("saved games", &setups),
        fuzz::settings::<common::window::Settings<Setup>>("settings", "players: [human, human]\n"),
        fuzz::ugi::<Position>("UGI", &Setup::default(), open_answer),
    ]);
}
