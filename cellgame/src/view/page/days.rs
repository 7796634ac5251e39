//! The daily puzzle, and those of the last seven days.

use crate::daily::{daily, date, weekday};
use crate::rules::PuzzleSetup;
use crate::text::grade_about;
use common::window::{Tokens, UiAction, UiOptions, card, primary_button, quiet, theme};
use common::words::sentence;
use egui::{Label, RichText, Role, Ui, WidgetInfo, vec2};
use web_time::{SystemTime, UNIX_EPOCH};

/// The days whose puzzles were started, as numbers since 1970.
const PLAYED: &str = "daily_played";
/// Older days are forgotten.
const REMEMBERED: u64 = 60;
const SECONDS_PER_DAY: u64 = 86_400;

/// The cards of the days.
#[derive(Debug, Default)]
pub struct Days {
    /// The day to show as today, in tests; otherwise it comes from the clock.
    today: Option<u64>,
}

fn weekday_name(day: u64) -> &'static str {
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][weekday(day)]
}

/// "Tuesday 2026-11-17".
fn day_text(day: u64) -> String {
    let (year, month, day_of_month) = date(day);
    format!("{} {year}-{month:02}-{day_of_month:02}", weekday_name(day))
}

fn played(options: &UiOptions) -> Vec<u64> {
    let text = options.get(PLAYED).map_or("", String::as_str);
    text.split_whitespace().filter_map(|day| day.parse().ok()).collect()
}

impl Days {
    fn today(&self) -> u64 {
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        self.today.unwrap_or_else(|| now() / SECONDS_PER_DAY)
    }

    /// Draws the cards; `opened` is true when they come into sight. Returns the puzzle to play.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        options: &UiOptions,
        opened: bool,
        actions: &mut Vec<UiAction>,
    ) -> Option<PuzzleSetup> {
        let today = self.today();
        let started = played(options);
        let mut chosen = None;
        card(ui, |ui| {
            let id = daily(today);
            ui.label(quiet(day_text(today)));
            ui.label(RichText::new("Today’s puzzle").font(theme::heavy(theme::size::TURN)));
            ui.label(sentence(&format!("{}: {}", id.grade, grade_about(id.grade))));
            let (title, size) = (id.automaton.title(), id.size);
            ui.label(quiet(format!("Automaton {title}, {} columns × {} rows", size.width, size.height)));
            ui.horizontal(|ui| {
                let play = primary_button(ui, "Play today’s puzzle", vec2(200.0, 40.0));
                if play.clicked() {
                    chosen = Some(today);
                }
                if opened {
                    play.request_focus();
                }
                if started.contains(&today) {
                    ui.label(quiet("You have played it."));
                }
            });
            ui.label(quiet("Everybody gets the same board. It gets harder from Monday to Sunday. Days begin at midnight UTC."));
        });
        ui.add_space(8.0);
        card(ui, |ui| {
            ui.label(RichText::new("The last seven days").font(theme::heavy(theme::size::TEXT)));
            for day in (1..=7).filter_map(|back| today.checked_sub(back)) {
                if day_row(ui, day, started.contains(&day)) {
                    chosen = Some(day);
                }
            }
        });
        let day = chosen?;
        let mut remembered: Vec<u64> =
            started.into_iter().filter(|other| *other != day && other + REMEMBERED > today).collect();
        remembered.push(day);
        let text: Vec<String> = remembered.iter().map(u64::to_string).collect();
        actions.push(UiAction::Keep(PLAYED, text.join(" ")));
        Some(PuzzleSetup::from_id(&daily(day)))
    }
}

/// One of the last days; true if its puzzle is to be played.
fn day_row(ui: &mut Ui, day: u64, played: bool) -> bool {
    let id = daily(day);
    let tokens = Tokens::of(ui);
    ui.horizontal(|ui| {
        let button = ui.button("Play");
        let name = format!("play {}", day_text(day));
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let width = 190.0;
        ui.allocate_ui_with_layout(
            vec2(width, 28.0),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ui.set_min_width(width);
                ui.label(day_text(day));
            },
        );
        let text = format!("{}, {}, {}", id.grade, id.automaton.title(), id.size);
        ui.add(Label::new(RichText::new(text).color(tokens.quiet)).truncate());
        if played {
            ui.label(quiet("played"));
        }
        button.clicked()
    })
    .inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_with_their_weekday() {
        assert_eq!(day_text(20_774), "Tuesday 2026-11-17");
        let options: UiOptions = [(PLAYED.to_owned(), "20774 x 20770".to_owned())].into();
        assert_eq!(played(&options), [20_774, 20_770]);
    }
}
