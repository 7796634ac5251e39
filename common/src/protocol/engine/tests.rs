use super::*;
use crate::game::{Game, StartError};
use crate::testing::auction::{Auction, Terms};
use crate::testing::mines::{Mines, Row};
use crate::testing::toy::{Counters, Nim};
use proptest::prelude::*;
use std::io::Read;
use std::sync::mpsc::{Sender, channel};

/// Much longer than anything here takes, however slow the computer is: a test that reaches it hangs.
const HANGING: Duration = Duration::from_mins(5);

/// The reading end of a pipe in memory.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.1.is_empty() {
            match self.0.recv() {
                Ok(bytes) => self.1 = bytes,
                Err(_) => return Ok(0),
            }
        }
        let count = into.len().min(self.1.len());
        into[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// The writing end: a line for every flush.
struct Lines(Sender<String>, Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8(std::mem::take(&mut self.1)).unwrap();
        self.0.send(text.trim_end().to_owned()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// A client of an engine that runs on another thread.
struct Client {
    input: Option<Sender<Vec<u8>>>,
    output: Option<Receiver<String>>,
    end: Receiver<Result<(), Failure>>,
}

impl Client {
    fn new(level: &str) -> Client {
        Client::play::<Nim>(Counters::of(10), level, HANGING)
    }
    fn play<G: AiPlayers>(setup: G::Setup, level: &str, quit_timeout: Duration) -> Client {
        let Ok(ugi) = Ugi::<G>::new(setup, level.parse().unwrap(), 1) else { panic!("the setup is wrong") };
        let (input, lines) = channel();
        let (written, output) = channel();
        let (ended, end) = channel();
        thread::spawn(move || {
            let (input, output) = (BufReader::new(Pipe(lines, Vec::new())), Lines(written, Vec::new()));
            let result = serve_with(ugi, 1, quit_timeout, input, output);
            let _ = ended.send(result);
        });
        Client { input: Some(input), output: Some(output), end }
    }
    fn send(&self, bytes: impl AsRef<[u8]>) {
        self.input.as_ref().unwrap().send(bytes.as_ref().to_vec()).unwrap();
    }
    /// The next line that is not a thought.
    fn receive(&self) -> String {
        loop {
            let line = self.output.as_ref().unwrap().recv_timeout(HANGING).expect("the engine answers");
            if !line.starts_with("info depth") {
                return line;
            }
        }
    }
    fn ask(&self, line: &str) -> String {
        self.send(format!("{line}\n"));
        self.receive()
    }
    fn end(&self) -> Result<(), Failure> {
        self.end.recv_timeout(HANGING).expect("the engine ends")
    }
    /// Everything that it still writes before it ends.
    fn rest(&self) -> Vec<String> {
        self.end().unwrap();
        self.output.as_ref().unwrap().try_iter().collect()
    }
}

#[test]
fn a_whole_game() {
    let client = Client::new("one");
    let mut moves = String::new();
    while client.ask("query gameover") == "response false" {
        assert_eq!(client.ask("go movetime 1000"), "bestmove 1");
        moves += " 1";
        client.send(format!("position startpos moves{moves}\n"));
    }
    assert_eq!(moves.len(), 20);
    assert_eq!(client.ask("query result"), "response p2win");
    client.send("quit\n");
    assert!(client.rest().is_empty());
}

#[test]
fn it_answers_while_it_thinks() {
    let client = Client::new("ponder");
    client.send("go infinite\n");
    assert_eq!(client.ask("isready"), "readyok");
    assert_eq!(client.ask("query p1turn"), "response true");
    assert_eq!(client.ask("go"), "info string error: a search is under way; stop it first");
    client.send("position startpos moves 3\nsetoption name Level value one\n");
    assert_eq!(client.ask("stop"), "bestmove 1");
    assert_eq!(client.ask("stop"), "info string there is nothing to stop");
    client.send("go depth 1\n");
    let output = client.output.as_ref().unwrap();
    assert_eq!(output.recv_timeout(HANGING).unwrap(), "info depth 1 score cp 7 nodes 1 time 0 pv 1");
    assert_eq!(client.receive(), "bestmove 1");
}

#[test]
fn quitting_and_closing_end_a_search() {
    let client = Client::new("ponder");
    client.send("go infinite\nquit\n");
    assert_eq!(client.rest().last().unwrap(), "bestmove 1");

    let mut client = Client::new("ponder");
    client.send("go infinite\n");
    client.input = None;
    assert_eq!(client.rest().last().unwrap(), "bestmove 1");

    let mut client = Client::new("one");
    client.send("position startpos moves 1 2\ngo depth 3");
    client.input = None;
    assert_eq!(client.rest().last().unwrap(), "bestmove 1");
}

#[test]
fn a_player_that_does_not_stop_is_left_behind() {
    let client = Client::play::<Nim>(Counters::of(10), "deaf", Duration::from_millis(50));
    client.send("go infinite\nquit\n");
    assert!(!client.rest().iter().any(|line| line.starts_with("bestmove")));
}

#[test]
fn a_player_that_fails_costs_only_its_move() {
    let client = Client::new("panics");
    assert_eq!(client.ask("go"), "info string error: the player crashed");
    assert_eq!(client.receive(), "bestmove none");
    client.send("setoption name Level value gives-up\n");
    assert_eq!(client.ask("go"), "info string error: the player gave no move: there is no legal move");
    assert_eq!(client.receive(), "bestmove none");
    client.send("setoption name Level value one\n");
    assert_eq!(client.ask("go"), "bestmove 1");
}

#[test]
fn a_wrong_level_fails_early() {
    let ugi = Ugi::<Nim>::new(Counters::of(10), Spec::level("best"), 1).unwrap();
    let failure = serve(ugi, 1, io::empty(), io::sink()).unwrap_err();
    assert!(failure.to_string().starts_with("there is no player 'best'"), "{failure}");
}

#[test]
fn a_closed_output_ends_the_engine() {
    let mut client = Client::new("one");
    client.output = None;
    client.send("isready\n");
    assert!(matches!(client.end(), Err(Failure::Closed)));
}

#[test]
fn bad_lines_are_reported() {
    let client = Client::new("one");
    client.send(vec![b'x'; crate::protocol::MAX_LINE + 1]);
    assert_eq!(client.ask(""), "info string error: the line is too long");
    client.send(b"\xff\xfe\x00\n");
    assert_eq!(client.receive(), "info string error: unknown command '\u{fffd}\u{fffd} '");
    assert_eq!(client.ask("isready\r"), "readyok");
}

/// The next line of any kind.
fn next_line(client: &Client) -> String {
    client.output.as_ref().unwrap().recv_timeout(HANGING).expect("the engine answers")
}

#[test]
fn a_player_is_given_only_what_its_side_sees() {
    let setup = Terms { sides: 3, rounds: 2 };
    let start = GameStart::<Auction> { setup: setup.clone(), seed: 1, stop: Stop::default() };
    let start = start.run().unwrap();
    let client = Client::play::<Auction>(setup, "high", HANGING);
    client.send("position startpos moves p3:bid_1 p1:bid_2\ngo p2 depth 1\n");
    let card = start.view(Side(1)).cards[1].unwrap();
    let seen = format!(
        "info depth 1 nodes 0 time 0 pv Side(1)_Bidder_{{_side:_Side(1),_cards:_[None,_Some({card}),_None],\
         _points:_[10,_10,_10],_own_bid:_None,_has_bid:_[true,_false,_true],_last:_None,_round:_0,_over:_false_}}\
         _Terms_{{_sides:_3,_rounds:_2_}}_[]"
    );
    assert_eq!(next_line(&client), seen);
    assert_eq!(client.receive(), "bestmove bid_3");
    // The bids are shown after the round.
    client.send("position startpos moves p3:bid_1 p1:bid_2 p2:bid_3 p1:bid_0\ngo p3 depth 1\n");
    let seen = next_line(&client);
    assert!(seen.contains("bids:_[2,_3,_1]") && seen.contains("has_bid:_[true,_false,_false]"), "{seen}");
    assert!(seen.contains("cards:_[None,_None,_Some("), "{seen}");
    assert_eq!(client.receive(), "bestmove bid_3");
}

#[test]
fn sixteen_sides_play_to_the_end() {
    let setup = Terms { sides: 16, rounds: 1 };
    let client = Client::play::<Auction>(setup, "low", HANGING);
    let mut moves = String::new();
    for side in Side::all(16).rev() {
        assert_eq!(client.ask(&format!("query {side}turn")), "response true");
        assert_eq!(client.ask(&format!("go {side} {side}time 1000")), "bestmove bid_0");
        moves.extend([" ", &side.label("bid_0")]);
        client.send(format!("position startpos moves{moves}\n"));
        assert_eq!(client.ask(&format!("query {side}turn")), "response false");
    }
    assert_eq!(client.ask("query gameover"), "response true");
}

#[test]
fn a_puzzle_is_played_to_its_end() {
    let client = Client::play::<Mines>(Row::default(), "left", HANGING);
    let mut moves = String::new();
    for cell in 1.. {
        assert_eq!(client.ask("go depth 1"), format!("bestmove {cell}"));
        moves.extend([" ", &cell.to_string()]);
        client.send(format!("position startpos moves{moves}\n"));
        if client.ask("query gameover") == "response true" {
            break;
        }
    }
    let mut board =
        GameStart::<Mines> { setup: Row::default(), seed: 1, stop: Stop::default() }.run().unwrap();
    for cell in moves.split_whitespace() {
        let m = board.parse(Side::FIRST, cell).unwrap();
        board.play(Side::FIRST, &m, &mut Dice::new(0)).unwrap();
    }
    let solved = board.outcome().unwrap() == crate::game::Outcome::solved();
    assert_eq!(client.ask("query result"), if solved { "response solved" } else { "response failed" });
}

/// A board that is never finished.
fn endless() -> Row {
    Row { effort: i64::MAX, ..Row::default() }
}

#[test]
fn a_start_that_takes_long_can_be_cancelled() {
    let cancelled = "info string error: the start of the game was cancelled";
    let client = Client::play::<Mines>(endless(), "left", HANGING);
    assert!(client.ask("ugi").starts_with("id name Pentad Mines "));
    while client.receive() != "ugiok" {}
    client.send("go depth 1\n");
    assert_eq!(client.ask("stop"), cancelled);
    assert_eq!(client.receive(), "bestmove none");
    client.send("setoption name Effort value 0\n");
    assert_eq!(client.ask("go depth 1"), "bestmove 1");

    let client = Client::play::<Mines>(endless(), "left", HANGING);
    client.send("go depth 1\nquit\n");
    assert_eq!(client.rest(), [cancelled, "bestmove none"]);

    let mut client = Client::play::<Mines>(endless(), "left", HANGING);
    client.send("uginewgame\n");
    client.input = None;
    assert!(client.rest().is_empty());
}

#[test]
fn a_cancelled_start_ends() {
    let start = GameStart::<Mines> { setup: endless(), seed: 1, stop: Stop::default() };
    start.stop.raise();
    assert_eq!(start.run(), Err(StartError::Cancelled));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_bytes_are_handled(bytes: Vec<u8>, go: bool) {
        let mut client = Client::new("ponder");
        client.send(&bytes);
        client.send(if go { &b"\ngo infinite\n"[..] } else { b"\n" });
        client.input = None;
        let moves = client.rest().iter().filter(|line| line.starts_with("bestmove")).count();
        prop_assert_eq!(moves, usize::from(go));
    }
}

#[test]
fn an_answer_does_not_wait_for_a_search_that_is_late() {
    // It does not look at its clock, and ends when it is stopped.
    let client = Client::new("ponder");
    for _ in 0..3 {
        assert_eq!(client.ask("go movetime 20"), "bestmove 1");
        assert_eq!(client.ask("go p1time 30 p2time 30"), "bestmove 1");
    }
    client.send("quit\n");
    assert!(client.rest().is_empty());
    // It does not even end then. Its move is sent, and later requests wait for it.
    let client = Client::play::<Nim>(Counters::of(10), "deaf", Duration::from_millis(20));
    assert_eq!(client.ask("go movetime 20"), "bestmove 1");
    assert_eq!(client.ask("isready"), "readyok");
    client.send("go movetime 20\n");
    assert_eq!(client.ask("isready"), "readyok");
    client.send("quit\n");
    assert!(client.rest().is_empty());
}
