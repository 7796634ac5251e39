//! What a bot answers, and to which request an answer belongs.

use super::words::{Action, NO_MOVES, NamedAction, number};
use std::collections::VecDeque;

/// A request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Request {
    /// For starting regions: one, or a ranking.
    Pick,
    /// For deployments.
    Place,
    /// For orders.
    Send,
}

/// A line of a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// No moves.
    Nothing,
    /// Numbers of regions.
    Regions(Vec<u32>),
    /// At least one move. The flag says that something else was not understood.
    Moves(Vec<Action>, bool),
    /// Nothing of it is understood.
    Nonsense,
}

impl Answer {
    /// Reads a line of the bot with this name.
    pub(super) fn read(line: &str, name: &str) -> Answer {
        let line = line.trim();
        if line.is_empty() || line.eq_ignore_ascii_case(NO_MOVES) {
            return Answer::Nothing;
        }
        let words = line.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        if let Some(regions) = words.map(number).collect::<Option<Vec<u32>>>() {
            return Answer::Regions(regions);
        }
        let (mut moves, mut wrong) = (Vec::new(), false);
        for part in line.split(',') {
            let mut words = part.split_whitespace().peekable();
            while words.peek().is_some() {
                match NamedAction::read(&mut words) {
                    Some(named) if named.name == name => moves.push(named.action),
                    _ => {
                        wrong = true;
                        break;
                    }
                }
            }
        }
        if moves.is_empty() { Answer::Nonsense } else { Answer::Moves(moves, wrong) }
    }

    /// Whether it is the kind of answer that a request asks for.
    fn fits(&self, request: Request) -> bool {
        match self {
            Answer::Nothing => true,
            Answer::Regions(_) => request == Request::Pick,
            Answer::Moves(moves, _) => match moves.first() {
                Some(Action::Place { .. }) => request == Request::Place,
                _ => request == Request::Send,
            },
            Answer::Nonsense => false,
        }
    }
}

/// What a line means for the request that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// It answers the request.
    Answers,
    /// It answers an earlier request, which timed out.
    Late,
    /// It is no answer.
    Nonsense,
}

/// The requests that were not answered in time. Their answers may still arrive, in this order.
#[derive(Debug, Default)]
pub(super) struct Unanswered(VecDeque<Request>);

impl Unanswered {
    /// A request timed out.
    pub(super) fn add(&mut self, request: Request) {
        self.0.push_back(request);
    }

    /// What a line means while this request waits; `None` if none does.
    pub(super) fn meaning(&mut self, answer: &Answer, request: Option<Request>) -> Meaning {
        if *answer == Answer::Nonsense {
            return Meaning::Nonsense;
        }
        if self.0.front().is_some_and(|earlier| answer.fits(*earlier)) {
            self.0.pop_front();
            return Meaning::Late;
        }
        match request {
            // The bot has skipped what it did not answer.
            Some(request) if answer.fits(request) => {
                self.0.clear();
                Meaning::Answers
            }
            // Moves of the wrong kind are still an answer; each of them will be counted.
            Some(Request::Place | Request::Send)
                if self.0.is_empty() && matches!(answer, Answer::Moves(..)) =>
            {
                Meaning::Answers
            }
            _ => Meaning::Nonsense,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(line: &str) -> Answer {
        Answer::read(line, "player1")
    }

    #[test]
    fn answers_are_read() {
        assert_eq!(read("No moves"), Answer::Nothing);
        assert_eq!(read("  no MOVES "), Answer::Nothing);
        assert_eq!(read(""), Answer::Nothing);
        assert_eq!(read("3 1 2"), Answer::Regions(vec![3, 1, 2]));
        let place = |region, armies| Action::Place { region, armies };
        let line = "player1 place_armies 1 2, player1 place_armies 3 4,";
        assert_eq!(read(line), Answer::Moves(vec![place(1, 2), place(3, 4)], false));
        let line =
            "player1 place_armies 1 2, place_armies 5 5, player2 place_armies 3 4, player1 place_armies 9 1";
        assert_eq!(read(line), Answer::Moves(vec![place(1, 2), place(9, 1)], true));
        for line in ["hello", "player2 place_armies 1 2", "player1 place_armies 1", "3 x", "-3"] {
            assert_eq!(read(line), Answer::Nonsense, "{line}");
        }
    }

    #[test]
    fn late_answers_are_told_from_new_ones() {
        let (place, send) = (read("player1 place_armies 1 2"), read("player1 attack/transfer 1 2 3"));
        let mut unanswered = Unanswered::default();
        unanswered.add(Request::Place);
        assert_eq!(unanswered.meaning(&place, Some(Request::Send)), Meaning::Late);
        assert_eq!(unanswered.meaning(&send, Some(Request::Send)), Meaning::Answers);
        // A bot that skips what it has not answered in time.
        unanswered.add(Request::Place);
        assert_eq!(unanswered.meaning(&send, Some(Request::Send)), Meaning::Answers);
        // Two requests later the answers are the same kind again.
        unanswered.add(Request::Place);
        unanswered.add(Request::Send);
        assert_eq!(unanswered.meaning(&place, Some(Request::Place)), Meaning::Late);
        assert_eq!(unanswered.meaning(&Answer::Nothing, Some(Request::Place)), Meaning::Late);
        assert_eq!(unanswered.meaning(&place, Some(Request::Place)), Meaning::Answers);
        assert_eq!(unanswered.meaning(&send, Some(Request::Place)), Meaning::Answers, "a wrong kind");
        assert_eq!(unanswered.meaning(&place, None), Meaning::Nonsense);
        assert_eq!(unanswered.meaning(&place, Some(Request::Pick)), Meaning::Nonsense);
    }

    proptest! {
        #[test]
        fn noise_does_not_panic(line in "(player1|place_armies|attack/transfer|[0-9]{1,11}|,| |\\PC){0,20}") {
            read(&line);
        }
    }
}
