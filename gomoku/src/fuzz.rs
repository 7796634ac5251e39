//! Fuzzing of the readers and protocols; see [`common::testing::fuzz`].

use crate::ai::strong::TunedWeights;
use crate::files::{psq, sgf};
use crate::gomocup::ChildPlayer;
use crate::gomocup::brain::Brain;
use crate::rules::{Position, Rule, Setup};
use common::game::{Setup as _, Side};
use common::player::{Budget, Player, Spec, Turn};
use common::protocol::Timeouts;
use common::testing::fuzz::{self, Target, open_answer};
use std::time::Duration;

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

/// The referee's side: a program answers each line with the next line of a file that looks like an answer, and with all
/// lines before it. It ends with its file, so that nobody waits for an answer that never comes.
fn referee() -> Target {
    let program = "exec 3<\"$1\"; while read -r x; do while :; do read -r y <&3 || exit; echo \"$y\"; \
                   case $y in [0-9]*|OK*|ERROR*) break ;; esac; done; done";
    // Few programs answer with something that only looks like an answer, and then say nothing.
    let timeouts = Timeouts { handshake: Duration::from_secs(3), ..Timeouts::default() };
    let stones = |start: &str| format!("{start}{}", "7,7\n".repeat(20));
    let answers =
        [stones("OK\n"), stones("MESSAGE hello\nOK\nDEBUG depth 3\n"), stones("OK\nERROR no\n8,8\n")];
    Target::file("the referee of Gomocup", "txt", answers, move |path| {
        let command = format!("sh -c '{program}' sh {}", path.display());
        let Ok(mut player) = ChildPlayer::start(&command, &Setup::default(), timeouts) else { return false };
        let view = Position::new(Setup::default());
        let turn = Turn { side: Side::FIRST, view: &view, setup: &Setup::default(), moves: &[] };
        player.choose(&turn, &Budget::time(Duration::from_millis(300)), &|_| {}).is_ok()
    })
}

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
        targets.push(referee());
    }
    fuzz::run(targets);
}
