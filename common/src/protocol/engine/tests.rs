use super::*;
use crate::testing::toy::{Counters, Nim};
use proptest::prelude::*;
use std::io::Read;
use std::sync::mpsc::{Sender, channel};

/// Far longer than anything here takes: reaching it means to hang.
const HANGING: Duration = Duration::from_secs(30);

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

/// The writing end: lines, as they are flushed.
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
        let ugi = Ugi::<Nim>::new(Counters::of(10), level.parse().unwrap()).unwrap();
        let (input, lines) = channel();
        let (said, output) = channel();
        let (ended, end) = channel();
        thread::spawn(move || {
            let result = serve(ugi, 1, BufReader::new(Pipe(lines, Vec::new())), Lines(said, Vec::new()));
            let _ = ended.send(result);
        });
        Client { input: Some(input), output: Some(output), end }
    }
    fn send(&self, bytes: impl AsRef<[u8]>) {
        self.input.as_ref().unwrap().send(bytes.as_ref().to_vec()).unwrap();
    }
    /// The next line that is not just a thought.
    fn hear(&self) -> String {
        loop {
            let line =
                self.output.as_ref().unwrap().recv_timeout(HANGING).expect("the engine says something");
            if !line.starts_with("info depth") {
                return line;
            }
        }
    }
    fn ask(&self, line: &str) -> String {
        self.send(format!("{line}\n"));
        self.hear()
    }
    fn end(&self) -> Result<(), Failure> {
        self.end.recv_timeout(HANGING).expect("the engine ends")
    }
    /// Everything it still says until it ends.
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
    assert_eq!(client.hear(), "bestmove 1");
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
fn a_machine_that_does_not_stop_keeps_nobody() {
    let client = Client::new("deaf");
    client.send("go infinite\nquit\n");
    assert!(!client.rest().iter().any(|line| line.starts_with("bestmove")));
}

#[test]
fn a_machine_that_fails_costs_its_move_only() {
    let client = Client::new("panics");
    assert_eq!(client.ask("go"), "info string error: the machine failed while thinking");
    assert_eq!(client.hear(), "bestmove none");
    client.send("setoption name Level value gives-up\n");
    assert_eq!(client.ask("go"), "info string error: the machine gave no move: there is no move to choose");
    assert_eq!(client.hear(), "bestmove none");
    client.send("setoption name Level value one\n");
    assert_eq!(client.ask("go"), "bestmove 1");
}

#[test]
fn a_wrong_level_fails_early() {
    let ugi = Ugi::<Nim>::new(Counters::of(10), Spec::level("best")).unwrap();
    let failure = serve(ugi, 1, io::empty(), io::sink()).unwrap_err();
    assert!(failure.to_string().starts_with("there is no player 'best'"), "{failure}");
}

#[test]
fn a_closed_output_is_a_quiet_end() {
    let mut client = Client::new("one");
    client.output = None;
    client.send("isready\n");
    assert!(matches!(client.end(), Err(Failure::Closed)));
}

#[test]
fn rubbish_is_survived() {
    let client = Client::new("one");
    client.send(vec![b'x'; crate::protocol::LONGEST_LINE + 1]);
    assert_eq!(client.ask(""), "info string error: the line is too long");
    client.send(b"\xff\xfe\x00\n");
    assert_eq!(client.hear(), "info string error: unknown command '\u{fffd}\u{fffd} '");
    assert_eq!(client.ask("isready\r"), "readyok");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_bytes_end_well(bytes: Vec<u8>, go: bool) {
        let mut client = Client::new("ponder");
        client.send(&bytes);
        client.send(if go { &b"\ngo infinite\n"[..] } else { b"\n" });
        client.input = None;
        let moves = client.rest().iter().filter(|line| line.starts_with("bestmove")).count();
        prop_assert_eq!(moves, usize::from(go));
    }
}
