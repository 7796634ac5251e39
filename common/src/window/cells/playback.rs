//! Playing an evolution generation by generation.

use std::ops::RangeInclusive;

/// The speeds at which an evolution can be played, in generations per second.
pub const PLAY_SPEEDS: RangeInclusive<f32> = 1.0..=240.0;

/// The longest time between two frames that counts, in seconds. After a longer pause the evolution continues smoothly.
const MAX_FRAME: f64 = 1.1;

/// How many generations of an evolution are shown.
#[derive(Debug, Clone, Default)]
pub(super) struct Playback {
    /// The number of shown generations, with the start row. `None`: all.
    shown: Option<usize>,
    playing: bool,
    /// The time of the last frame while it was playing, in seconds.
    last_frame: Option<f64>,
    /// The part of the next generation that has passed.
    progress: f64,
    /// The last shown generation should become visible.
    scroll: bool,
}

impl Playback {
    /// Whether it is playing.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Whether all generations are shown.
    pub fn shows_all(&self) -> bool {
        self.shown.is_none()
    }

    /// The number of shown generations, of `all`.
    pub fn shown(&self, all: usize) -> usize {
        self.shown.unwrap_or(all).min(all)
    }

    /// Starts, continues or pauses. After the last generation it starts again.
    pub fn toggle(&mut self, all: usize) {
        if self.playing {
            self.playing = false;
            return;
        }
        if self.shown(all) >= all {
            self.shown = Some(1);
        }
        *self = Playback { shown: self.shown, playing: true, scroll: true, ..Playback::default() };
    }

    /// Pauses and shows one more generation. The first step shows the start row and the generation after it.
    pub fn step(&mut self, all: usize) {
        let shown = self.shown.map_or(2, |shown| shown + 1).min(all);
        *self = Playback { shown: Some(shown), scroll: true, ..Playback::default() };
    }

    /// Ends playing and shows all generations.
    pub fn show_all(&mut self) {
        *self = Playback::default();
    }

    /// Shows the generations that are due. `now` is a time in seconds.
    pub fn advance(&mut self, now: f64, speed: f32, all: usize) {
        if !self.playing {
            return;
        }
        let passed = self.last_frame.map_or(0.0, |last| (now - last).clamp(0.0, MAX_FRAME));
        self.last_frame = Some(now);
        self.progress += passed * f64::from(speed);
        let due = self.progress.floor();
        if due >= 1.0 {
            self.progress -= due;
            let shown = (self.shown(all) + due as usize).min(all);
            (self.shown, self.scroll) = (Some(shown), true);
            self.playing = shown < all;
        }
    }

    /// Whether the last shown generation should become visible now.
    pub fn take_scroll(&mut self) -> bool {
        std::mem::take(&mut self.scroll)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_appear_at_the_chosen_speed() {
        let mut playback = Playback::default();
        assert_eq!(playback.shown(100), 100);
        playback.toggle(100);
        assert_eq!((playback.shown(100), playback.is_playing()), (1, true));
        playback.advance(50.0, 10.0, 100);
        assert_eq!(playback.shown(100), 1, "the time before the first frame does not count");
        playback.advance(50.25, 10.0, 100);
        assert_eq!((playback.shown(100), playback.take_scroll(), playback.take_scroll()), (3, true, false));
        playback.advance(50.5, 10.0, 100);
        assert_eq!(playback.shown(100), 6, "half generations add up");
        playback.toggle(100);
        playback.advance(51.0, 10.0, 100);
        assert_eq!(playback.shown(100), 6, "paused");
        playback.toggle(100);
        playback.advance(60.0, 10.0, 100);
        playback.advance(61.0, 100.0, 100);
        assert_eq!((playback.shown(100), playback.is_playing()), (100, false), "the end");
        playback.toggle(100);
        assert_eq!(playback.shown(100), 1, "again from the start");
    }

    #[test]
    fn steps_show_one_generation_each() {
        let mut playback = Playback::default();
        playback.step(4);
        assert_eq!((playback.shown(4), playback.shows_all()), (2, false));
        playback.toggle(4);
        playback.step(4);
        assert_eq!((playback.shown(4), playback.is_playing()), (3, false));
        playback.step(4);
        playback.step(4);
        assert_eq!(playback.shown(4), 4);
        playback.show_all();
        assert!(playback.shows_all());
    }
}
