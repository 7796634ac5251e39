//! How late our answers are: on a busy computer the threads of a search wait for a core, so it ends later than planned.

use std::time::Duration;

/// What is measured of the delays of this process, to be taken off the time of the next search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lateness {
    worst: Duration,
    average: Option<Duration>,
}

impl Lateness {
    /// Notes a search that was to take `planned` and took `used`. Delays are forgotten slowly.
    pub fn note(&mut self, planned: Duration, used: Duration) {
        let late = used.saturating_sub(planned);
        self.worst = late.max(self.worst / 4 * 3);
        self.average = Some(self.average.map_or(late, |average| average / 8 * 7 + late / 8));
    }

    /// How late answers are on average.
    pub fn average(self) -> Duration {
        self.average.unwrap_or_default()
    }

    /// The time to plan for, so that the answer comes after `time` even if it is as late as the worst one. A part is left
    /// however late answers are: a search without any time would be of no use.
    pub fn shorten(self, time: Duration) -> Duration {
        time.saturating_sub(self.worst).max(time / 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_answers_shorten_the_next_searches_for_a_while() {
        let ms = Duration::from_millis;
        let mut lateness = Lateness::default();
        assert_eq!((lateness.shorten(ms(100)), lateness.average()), (ms(100), ms(0)));
        lateness.note(ms(100), ms(140));
        assert_eq!((lateness.shorten(ms(100)), lateness.average()), (ms(60), ms(40)));
        lateness.note(ms(60), ms(50));
        assert_eq!((lateness.shorten(ms(100)), lateness.average()), (ms(70), ms(35)));
        lateness.note(ms(60), ms(900));
        assert_eq!(lateness.shorten(ms(80)), ms(10));
    }
}
