//! Targets that all games have: saved games, and the engine's side of a protocol.

use super::Target;
use crate::game::{Dice, Open};
use crate::job::Work;
use crate::player::{AiPlayers, Budget, Spec, Thought, Turn};
use crate::protocol::{Action, Protocol, Search, Ugi};
use crate::session::{Saved, Seat, Session};
use crate::store::Store;
use crate::testing::walk::random_move;
use serde::de::DeserializeOwned;
use std::collections::VecDeque;
use std::time::Duration;

/// A script is read up to this line: a command that is repeated for ever tells nothing new.
const MAX_LINES: usize = 1000;

/// A random game of some moves.
fn random_game<G: AiPlayers>(setup: &G::Setup, seed: u64, plies: usize) -> Session<G> {
    let humans = vec![Seat::Human; G::sides(setup)];
    let mut session = match Session::<G>::new(setup.clone(), humans, seed) {
        Ok(session) => session,
        Err(why) => panic!("no session with {setup:?}: {why}"),
    };
    for ply in 0..plies {
        let Some((side, m)) = random_move(session.position(), &mut Dice::of(seed, ply as u64)) else { break };
        assert!(session.play_text(side, &m.to_string()).is_ok(), "a random move is refused: {m}");
        if ply % 5 == 3 && session.undo(side) {
            session.redo();
        }
    }
    session
}

/// The saved games of a game, and what is written to the disk about unfinished ones.
pub fn saved_game<G: AiPlayers>(name: &'static str, setups: &[G::Setup]) -> Target {
    let games = setups.iter().zip(1..).map(|(setup, seed)| random_game::<G>(setup, seed, 8 * seed as usize));
    let seeds: Vec<String> = games.map(|game| game.saved().write().unwrap_or_default()).collect();
    Target::text(name, seeds, |text| {
        let mut loaded = match Saved::read::<G>(text) {
            Ok(saved) => saved,
            Err(why) => return !is_sentence(&why.to_string()),
        };
        loaded.disarm(|_| false);
        match Session::<G>::resume(loaded, &Work::quiet()) {
            Ok(session) => {
                let written = session.saved().write().unwrap_or_default();
                assert!(Saved::read::<G>(&written).is_ok(), "a loaded game cannot be saved:\n{written}");
                true
            }
            Err(why) => !is_sentence(&why.to_string()),
        }
    })
}

/// Asserts that a message is short and one line.
fn is_sentence(message: &str) -> bool {
    assert!(!message.is_empty() && message.len() < 2000, "{} bytes: {message:.300}", message.len());
    true
}

/// The settings of a program. A damaged file is reported, set aside and replaced by defaults.
pub fn settings<T: DeserializeOwned + Default>(name: &'static str, seed: &str) -> Target {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let store = Store::at(dir.path());
    let damaged = dir.path().join("settings.yaml.damaged");
    Target::new(name, ["theme: dark\n", seed], move |bytes| {
        let _folder = &dir;
        std::fs::write(store.settings_file(), bytes).expect("a temporary file");
        let (_, notice) = store.settings::<T>();
        let _ = std::fs::remove_file(&damaged);
        notice.is_none()
    })
}

/// The referee's side of a protocol: what another program says is read from a file, whatever it is asked.
pub fn referee<G: AiPlayers>(
    name: &'static str,
    transcripts: impl IntoIterator<Item = String>,
    setup: &G::Setup,
) -> Target {
    let session = random_game::<G>(setup, 1, 0);
    let setup = setup.clone();
    Target::file(name, "txt", transcripts, move |path| {
        let spec: Spec = format!("cmd:cat {}", path.display()).parse().expect("a player");
        let Ok(mut player) = G::build_player(&spec, &setup, 1) else { return false };
        let side = session.position().to_move().first().expect("a side to move");
        let view = session.position().view(side);
        let turn = Turn { side, view: &view, setup: &setup, moves: &[] };
        let budget = Budget::time(Duration::from_secs(5));
        match player.choose(&turn, &budget, &|_| {}) {
            Ok(_) => true,
            Err(why) => !is_sentence(&why.to_string()),
        }
    })
}

/// An answer of an engine in a game where nothing is hidden: a random move.
pub fn open_answer<G: AiPlayers + Open>(search: &Search<G>, dice: &mut Dice) -> Option<String> {
    search.view.random_move(search.side, dice).map(|m| m.to_string())
}

/// The engine's side of UGI.
pub fn ugi<G: AiPlayers>(
    name: &'static str,
    setup: &G::Setup,
    answer: impl Fn(&Search<G>, &mut Dice) -> Option<String> + Send + 'static,
) -> Target {
    let game = random_game::<G>(setup, 1, 6);
    let moves: Vec<String> = game.plies().iter().map(|ply| ply.side.label(&ply.text)).collect();
    let (moves, setup) = (moves.join(" "), setup.clone());
    let play = format!(
        "ugi\nisready\nuginewgame\nposition startpos\ngo depth 3\nstop\nposition startpos moves {moves}\n\
         go p1time 1000 p2time 900 p1inc 10 p2inc 10\nquery p1turn\nquery gameover\nquery result\nquit\n"
    );
    let options = "ugi\nsetoption name Size value 5x5\nsetoption name Seed value 7\nsetoption name Threads value 2\n\
                   setoption name Hash value 16\nsetoption name Level value easy\nisready\nposition startpos\n\
                   go movetime 10\nstop\ngo nodes 100\ngo infinite\nstop\n";
    let new = move || match Ugi::<G>::new(setup.clone(), G::strongest(), 1) {
        Ok(ugi) => ugi,
        Err(why) => panic!("no engine with {setup:?}: {why}"),
    };
    protocol(name, [play, options.to_owned()], new, answer)
}

/// The engine's side of a protocol, with scripts of what its client says. Searches answer at once.
pub fn protocol<P: Protocol>(
    name: &'static str,
    scripts: impl IntoIterator<Item = String>,
    new: impl Fn() -> P + Send + 'static,
    answer: impl Fn(&Search<P::Game>, &mut Dice) -> Option<String> + Send + 'static,
) -> Target {
    Target::text(name, scripts, move |script| {
        let mut engine = new();
        let mut actions = VecDeque::new();
        for (number, line) in script.lines().take(MAX_LINES).enumerate() {
            actions.extend(engine.line(line));
            perform(&mut engine, &mut actions, number, &answer);
            if engine.is_leaving() {
                return true;
            }
        }
        actions.extend(engine.closed());
        perform(&mut engine, &mut actions, 0, &answer);
        assert!(engine.is_leaving(), "the engine stays after the end of its input");
        true
    })
}

fn perform<P: Protocol>(
    engine: &mut P,
    actions: &mut VecDeque<Action<P::Game>>,
    number: usize,
    answer: &impl Fn(&Search<P::Game>, &mut Dice) -> Option<String>,
) {
    let first = engine.first().setup;
    while let Some(action) = actions.pop_front() {
        match action {
            Action::Say(line) => {
                assert!(!line.contains(['\n', '\r']), "more than one line: {line:?}");
                assert!(line.len() < 10_000, "a line of {} bytes", line.len());
            }
            Action::Start(start) => {
                // To generate the largest board would take long, and tell nothing about the protocol.
                let position = if start.setup == first {
                    start.run().map_err(|why| why.to_string())
                } else {
                    Err("it was cancelled".to_owned())
                };
                actions.extend(engine.started(position));
            }
            Action::Think(search) => {
                actions.extend(engine.thought(&Thought::default()));
                let answer = match number % 7 {
                    0 => Err("it has no idea".to_owned()),
                    1 => Ok("nonsense".to_owned()),
                    _ => answer(&search, &mut Dice::new(number as u64)).ok_or_else(|| "no move".to_owned()),
                };
                actions.extend(engine.chosen(answer));
            }
            Action::Prepare(_) | Action::CancelStart | Action::Stop | Action::Quit => {}
        }
    }
}
