//! The daily puzzle: the same board for everybody on the same day. It gets harder from Monday to Sunday.

use crate::automaton_ref::AutomatonRef;
use crate::id::{PuzzleId, Size};
use crate::solver::Grade;
use common::automaton::Boundary;

/// The automata of one day of the week, with the grade and the size of its boards.
struct Weekday {
    grade: Grade,
    size: Size,
    automata: &'static [&'static str],
}

const fn size(width: usize, height: usize) -> Size {
    Size { width, height }
}

/// Monday to Sunday. Every automaton here has boards of its grade with practically every seed, and quickly.
const WEEK: [Weekday; 7] = [
    Weekday { grade: Grade::Sweep, size: size(12, 8), automata: &["rule-110", "rule-030"] },
    Weekday { grade: Grade::Easy, size: size(12, 8), automata: &["random-3"] },
    Weekday { grade: Grade::Easy, size: size(14, 9), automata: &["random-3"] },
    Weekday { grade: Grade::Medium, size: size(12, 8), automata: &["rule-110"] },
    Weekday { grade: Grade::Medium, size: size(16, 10), automata: &["rule-110"] },
    Weekday { grade: Grade::Hard, size: size(12, 8), automata: &["rule-110"] },
    Weekday { grade: Grade::Hard, size: size(14, 9), automata: &["rule-110"] },
];

/// The day of the week of a day since 1970-01-01, which was a Thursday; 0 is Monday.
pub fn weekday(days_since_1970: u64) -> usize {
    ((days_since_1970 % 7 + 3) % 7) as usize
}

/// The puzzle of a day.
pub fn daily(days_since_1970: u64) -> PuzzleId {
    let Weekday { grade, size, automata } = &WEEK[weekday(days_since_1970)];
    let week = (days_since_1970.saturating_add(3)) / 7;
    let name = automata[(week % automata.len() as u64) as usize];
    let automaton = AutomatonRef::parse(name).unwrap_or_default();
    // Every third week is cyclic.
    let boundary = if week % 3 == 2 { Boundary::Cyclic } else { Boundary::default() };
    PuzzleId { automaton, size: *size, grade: *grade, boundary, seed: days_since_1970 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::job::Work;
    use std::time::Instant;

    #[test]
    #[ignore]
    fn measure() {
        let seeds: u64 = std::env::var("SEEDS").ok().and_then(|s| s.parse().ok()).unwrap_or(4);
        let (w, h) = (12, 8);
        for entry in crate::automaton_ref::library() {
            if entry.file.ends_with("pcell") {
                continue;
            }
            let automaton = AutomatonRef::new(entry.automaton.clone());
            let mut line = format!("{:24}", entry.file);
            for grade in Grade::ALL {
                if grade == Grade::Classic || (grade == Grade::Easy && automaton.automaton().states() == 2) {
                    continue;
                }
                for boundary in [Boundary::default(), Boundary::Cyclic] {
                    let (mut ok, mut worst) = (0, 0.0f64);
                    for seed in 0..seeds {
                        let id = PuzzleId { automaton: automaton.clone(), size: size(w, h), grade, boundary, seed };
                        let since = Instant::now();
                        let board = id.generate(&Work::quiet());
                        let took = since.elapsed().as_secs_f64();
                        worst = worst.max(took);
                        ok += u64::from(board.is_ok());
                        if board.is_err() || took > 2.0 {
                            break;
                        }
                    }
                    line += &format!(" {grade}:{}:{ok}:{worst:.2}", if boundary == Boundary::Cyclic { "c" } else { "f" });
                }
            }
            println!("{line}");
        }
    }
}
