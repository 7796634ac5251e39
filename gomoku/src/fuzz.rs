//! Fuzzing of the readers and protocols; see [`common::testing::fuzz`].

use crate::ai::strong::TunedWeights;
use crate::files::{psq, sgf};
use crate::gomocup::brain::Brain;
use crate::rules::{Position, Rule, Setup};
use common::game::Setup as _;
use common::player::Spec;
use common::testing::fuzz::{self, Target, open_answer};

const PSQ: &str =
    "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,1500\n7,8,30\n10,10,1000\nplayer one\nplayer two\n-1\n";
const SGF: &str =
    "(;FF[4]GM[4]SZ[15]PB[one]PW[two]C[a \\] b];B[hh];W[ii];B[gh]C[good](;W[jj])(;W[ab];B[ba]))\n";

const SCRIPTS: [&str; 3] = [
    "START 15\nINFO timeout_turn 1000\nINFO timeout_match 5000\nINFO time_left 4000\nINFO rule 1\nBEGIN\nTURN 7,8\n\
     TAKEBACK 7,8\nTURN 8,8\nABOUT\nEND\n",
    "RECTSTART 12,10\nINFO max_memory 70000000\nINFO thread_num 2\nBOARD\n5,5,1\n6,6,2\n5,6,1\nDONE\nYXSHOWINFO\nRESTART\n\
     BOARD\nDONE\nEND\n",
    "START 20\nSWAP2BOARD\nDONE\nSWAP2BOARD\n5,5\n6,6\n7,7\nDONE\nINFO folder /tmp\nPLAY 3,3\nINFO game_type 1\nYXSTOP\nEND\n",
];

#[test]
fn readers_and_protocols() {
    let mut swap2 = Setup::default();
    swap2.set("Opening", "swap2").expect("an opening");
    let mut targets = vec![
        fuzz::saved_game::<Position>("saved games", &[Setup::default(), swap2, Setup::default()]),
        fuzz::settings::<common::window::Settings<Setup>>("settings", "players: [human, human]\n"),
        Target::text("Piskvork", [PSQ], |text| match psq::read(text) {
            Ok(game) => psq::read(&psq::write(&game)).is_ok(),
            Err(_) => false,
        }),
        Target::text("SGF", [SGF], |text| match sgf::read(text) {
            Ok(game) => sgf::read(&sgf::write(&game)).is_ok(),
            Err(_) => false,
        }),
        fuzz::protocol(
            "Gomocup brain",
            SCRIPTS.map(str::to_owned),
            || Brain::new(Spec::level("random"), Rule::Freestyle),
            open_answer,
        ),
        Target::text("weights", [TunedWeights::learned().write()], |text| TunedWeights::read(text).is_ok()),
    ];
    if cfg!(unix) {
        let answers =
            ["OK\n7,7\n8,8\n", "MESSAGE hello\nDEBUG x\nOK\nDEBUG depth 3\n7,8\n", "ERROR no\nOK\n3,3\n"];
        targets.push(fuzz::referee::<Position>(
            "the referee of Gomocup",
            answers.map(str::to_owned),
            &Setup::default(),
        ));
    }
    fuzz::run(targets);
}
