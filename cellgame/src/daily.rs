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
    Weekday {
        grade: Grade::Sweep,
        size: size(16, 10),
        automata: &["rule-110", "sum-3", "rule-030", "random-3", "sum-5", "rule-054", "multiply-add-7"],
    },
    Weekday {
        grade: Grade::Easy,
        size: size(12, 8),
        automata: &["random-3", "code-1599", "odd-one-out-3", "range-4", "code-0777"],
    },
    Weekday {
        grade: Grade::Medium,
        size: size(12, 8),
        automata: &["rule-110", "random-3", "rule-106", "code-2049", "rule-054"],
    },
    Weekday {
        grade: Grade::Medium,
        size: size(16, 10),
        automata: &["rule-062", "sum-3", "rule-137", "code-0912", "odd-one-out-3"],
    },
    Weekday {
        grade: Grade::Hard,
        size: size(12, 8),
        automata: &["rule-054", "odd-one-out-3", "rule-110", "random-3", "rule-122"],
    },
    Weekday {
        grade: Grade::Hard,
        size: size(16, 10),
        automata: &["rule-073", "rule-110", "rule-126", "rule-106", "rule-062"],
    },
    Weekday {
        grade: Grade::Fiendish,
        size: size(12, 8),
        automata: &["rule-073", "rule-110", "rule-054", "rule-126", "odd-one-out-3"],
    },
];

/// The day of the week of a day since 1970-01-01, which was a Thursday; 0 is Monday.
pub fn weekday(days_since_1970: u64) -> usize {
    ((days_since_1970 % 7 + 3) % 7) as usize
}

/// The year, month and day of a day since 1970-01-01, in the Gregorian calendar.
///
/// Years are counted from March, so that the leap day is the last day of a year, and in eras of 400 years, which are
/// all equally long.
pub fn date(days_since_1970: u64) -> (u64, u64, u64) {
    const DAYS_PER_ERA: u64 = 146_097;
    // 1970-01-01 is that many days after 0000-03-01.
    let days = days_since_1970.saturating_add(719_468);
    let (era, day_of_era) = (days / DAYS_PER_ERA, days % DAYS_PER_ERA);
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (400 * era + year + next, month, day)
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

    /// 2026-11-17, a Tuesday.
    const TUESDAY: u64 = 20_774;

    #[test]
    fn every_day_of_two_months_has_its_board() {
        for day in TUESDAY..TUESDAY + 60 {
            let id = daily(day);
            let board = id.generate(&Work::quiet()).unwrap_or_else(|why| panic!("{id}: {why}"));
            assert!(board.clues.contains(&false), "{id}");
            assert_eq!(id.to_string().parse::<PuzzleId>().unwrap(), id);
        }
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (day, date_of_day) in [
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (TUESDAY, (2026, 11, 17)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(date(day), date_of_day, "{day}");
        }
    }

    #[test]
    fn the_grade_grows_from_monday_to_sunday() {
        assert_eq!((weekday(0), weekday(TUESDAY)), (3, 1));
        let monday = TUESDAY - 1;
        let grades: Vec<Grade> = (monday..monday + 7).map(|day| daily(day).grade).collect();
        assert!(grades.is_sorted(), "{grades:?}");
        assert_eq!((grades[0], grades[6]), (Grade::Sweep, Grade::Fiendish));
        let automata = WEEK.iter().flat_map(|weekday| weekday.automata);
        automata.for_each(|name| assert!(AutomatonRef::parse(name).is_ok(), "{name}"));
        // No day is too far away.
        assert_eq!(daily(u64::MAX).seed, u64::MAX);
    }
}
