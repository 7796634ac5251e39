//! What the players of a recorded game thought: the values of regions and the turns that they compared.

use crate::ai::log::{RoundLog, TurnValue};
use crate::database::{GameRow, LogEntry};
use crate::map::render::Arrow;
use crate::map::{Map, RegionId};
use crate::rules::{Move, Setup};
use crate::text;
use common::arena::{PlayerIndex, Schedule};
use common::game::Side;
use common::window::{ListKeys, Tokens, quiet};
use egui::{Button, RichText, Ui, vec2};
use serde::Deserialize;

/// No more turns are listed.
const MAX_TURNS: usize = 12;

/// What a side thought before a round.
#[derive(Debug, Clone, PartialEq)]
pub struct Thought {
    /// The round for which it planned; 0 for the picks.
    pub round: u16,
    /// The side.
    pub side: Side,
    /// Values and turns.
    pub log: RoundLog,
}

/// An entry as simulations store it.
#[derive(Deserialize)]
struct StoredLog {
    player: String,
    #[serde(flatten)]
    log: RoundLog,
}

/// Reads the log of a game. What cannot be read is left out.
pub fn read(entries: &[LogEntry], row: Option<&GameRow>, sides: usize) -> Vec<Thought> {
    let index = row.and_then(|row| row.simulation).map_or(0, |(_, index)| index);
    let schedule = Schedule { seed: 0, sides, games: index + 1, openings: 0 };
    let thought = |entry: &LogEntry| {
        let stored: StoredLog = serde_json::from_str(&entry.text).ok()?;
        let player = PlayerIndex::all(sides).find(|player| player.to_string() == stored.player)?;
        Some(Thought { round: entry.round, side: schedule.side(index, player), log: stored.log })
    };
    entries.iter().filter_map(thought).collect()
}

/// What of the thoughts is shown.
#[derive(Debug, Default)]
pub struct ThoughtsView {
    /// Whose thoughts.
    side: Option<Side>,
    /// The values of regions are written on the map.
    pub values: bool,
    /// The turn that is drawn on the map.
    selected: Option<(u16, usize)>,
}

/// What is drawn on the map.
#[derive(Debug, Default)]
pub struct Drawing {
    /// Short texts beside the armies.
    pub notes: Vec<(RegionId, String)>,
    /// The orders of a turn.
    pub arrows: Vec<Arrow>,
}

impl ThoughtsView {
    fn current<'a>(&self, thoughts: &'a [Thought], round: u16) -> Option<&'a Thought> {
        let mut of_round = thoughts.iter().filter(|thought| thought.round == round);
        match self.side {
            Some(side) => of_round.find(|thought| thought.side == side),
            None => of_round.next(),
        }
    }

    /// What is drawn on the map for a round.
    pub fn drawing(&self, thoughts: &[Thought], round: u16, map: &Map) -> Drawing {
        let mut drawing = Drawing::default();
        let Some(thought) = self.current(thoughts, round) else { return drawing };
        let exists = |region: RegionId| usize::from(region) < map.regions.len();
        if self.values {
            let values = thought.log.regions.iter().filter(|(region, _)| exists(*region));
            drawing.notes = values.map(|(region, value)| (*region, value.to_string())).collect();
        }
        let selected = self.selected.filter(|(of, _)| *of == round).map(|(_, number)| number);
        let turn = selected.and_then(|number| thought.log.turns.get(number));
        if let Some(Move::Turn(turn)) = turn.and_then(|turn| Move::read(&turn.turn).ok()) {
            let deploys = turn.deploys.iter().filter(|deploy| exists(deploy.region));
            drawing.notes.retain(|(region, _)| turn.deploys.iter().all(|deploy| deploy.region != *region));
            drawing.notes.extend(deploys.map(|deploy| (deploy.region, format!("+{}", deploy.armies))));
            let orders = turn.orders.iter().filter(|order| exists(order.from) && exists(order.to));
            drawing.arrows = orders
                .map(|order| Arrow {
                    from: order.from,
                    to: order.to,
                    armies: Some(order.armies),
                    player: thought.side.0,
                })
                .collect();
        }
        drawing
    }

    /// Draws the card.
    pub fn show(&mut self, ui: &mut Ui, thoughts: &[Thought], round: u16, setup: &Setup) {
        let map = &setup.map;
        let mut sides: Vec<Side> = thoughts.iter().map(|thought| thought.side).collect();
        sides.sort_unstable_by_key(|side| side.index());
        sides.dedup();
        if sides.is_empty() {
            ui.add(
                egui::Label::new(quiet(
                    "No thoughts were kept. Switch on \"Keep thoughts\" when you start a simulation.",
                ))
                .wrap(),
            );
            return;
        }
        ui.horizontal_wrapped(|ui| {
            let shown = self.side.or_else(|| sides.first().copied());
            for side in &sides {
                let button = Button::selectable(shown == Some(*side), setup.name(*side));
                if ui.add(button).on_hover_text("Show what this player thought").clicked() {
                    self.side = Some(*side);
                    self.selected = None;
                }
            }
        });
        ui.checkbox(&mut self.values, "Values of regions on the map");
        let Some(thought) = self.current(thoughts, round) else {
            let when = if round == 0 { "the picks".to_owned() } else { format!("round {round}") };
            ui.label(quiet(format!("Nothing was kept for {when}.")));
            return;
        };
        let title = match (round, thought.log.turns.len()) {
            (0, 0) => "This player compared no picks.".to_owned(),
            (_, 0) => "This player compared no turns.".to_owned(),
            (0, n) => format!("Picks that it compared: {n}"),
            (round, n) => format!("Turns that it compared for round {round}: {n}"),
        };
        ui.label(quiet(title));
        ui.spacing_mut().item_spacing.y = 2.0;
        let tokens = Tokens::of(ui);
        let shown = thought.log.turns.len().min(MAX_TURNS);
        let keys = ListKeys::new(ui, "turns", shown, 0);
        for (number, turn) in thought.log.turns.iter().take(MAX_TURNS).enumerate() {
            let selected = self.selected == Some((round, number));
            let label = RichText::new(turn_words(turn, map)).color(tokens.ink);
            let button = Button::selectable(selected, label).truncate().sense(keys.sense(number));
            let response = ui.add(button.min_size(vec2(ui.available_width(), 26.0)));
            keys.row(ui, number, &response);
            if response.on_hover_text(turn_in_full(turn, map)).clicked() {
                self.selected = if selected { None } else { Some((round, number)) };
            }
        }
        if thought.log.turns.len() > MAX_TURNS {
            ui.label(quiet(format!("The best {MAX_TURNS} are listed.")));
        }
    }
}

/// A turn in a row: "63 %: 5 to Salis, 7 from Salis to Caidis".
fn turn_words(turn: &TurnValue, map: &Map) -> String {
    let name = |region: RegionId| match map.regions.get(usize::from(region)) {
        Some(known) => known.name.clone(),
        None => (u32::from(region) + 1).to_string(),
    };
    let words = match Move::read(&turn.turn) {
        Ok(Move::Pick(regions)) => regions.into_iter().map(name).collect(),
        Ok(Move::Turn(orders)) => {
            let deploys = orders.deploys.iter();
            let deploys = deploys.map(|deploy| format!("{} to {}", deploy.armies, name(deploy.region)));
            let moves = orders
                .orders
                .iter()
                .map(|order| format!("{} from {} to {}", order.armies, name(order.from), name(order.to)));
            deploys.chain(moves).collect()
        }
        Err(_) => vec![turn.turn.clone()],
    };
    let words = if words.is_empty() { "nothing".to_owned() } else { words.join(", ") };
    let visits = turn.visits.map_or(String::new(), |visits| format!(", {visits} visits"));
    format!("{:.0} %{visits}:  {words}", 100.0 * turn.value)
}

/// The same with the names of regions.
fn turn_in_full(turn: &TurnValue, map: &Map) -> String {
    let Ok(Move::Turn(orders)) = Move::read(&turn.turn) else { return turn.turn.clone() };
    let deploys = orders
        .deploys
        .iter()
        .map(|deploy| format!("{} to {}", text::armies(deploy.armies), text::plain_name(map, deploy.region)));
    let moves = orders.orders.iter().map(|order| {
        let (from, to) = (text::plain_name(map, order.from), text::plain_name(map, order.to));
        format!("{} from {from} to {to}", text::armies(order.armies))
    });
    let lines: Vec<String> = deploys.chain(moves).collect();
    format!("{}\nClick to draw this turn on the map.", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_names_regions() {
        let map = crate::rules::find_map("brindle").unwrap();
        let words =
            |turn: &str, visits| turn_words(&TurnValue { turn: turn.to_owned(), value: 0.63, visits }, &map);
        assert_eq!(words("12+5 12>13:7", None), "63 %:  5 to Salis, 7 from Salis to Caidis");
        assert_eq!(words("pick 13 9999", Some(3)), "63 %, 3 visits:  Caidis, 9999");
        assert_eq!(words("pass", None), "63 %:  nothing");
        assert_eq!(words("?", None), "63 %:  ?");
    }

    #[test]
    fn logs_of_a_simulation_belong_to_the_sides_of_its_players() {
        let text = r#"{"player":"B","round":2,"regions":[[0,7],[9999,1]],"turns":[{"turn":"1+5 1>2:3 9999>1:4","value":0.5,"visits":3}]}"#;
        let entries =
            [LogEntry { round: 3, text: text.to_owned() }, LogEntry { round: 3, text: "?".to_owned() }];
        let thoughts = read(&entries, None, 2);
        assert_eq!(thoughts.len(), 1, "what cannot be read is left out");
        assert_eq!((thoughts[0].round, thoughts[0].side), (3, Side(1)));
        let map = crate::rules::find_map("brindle").unwrap();
        let view = ThoughtsView { values: true, selected: Some((3, 0)), ..ThoughtsView::default() };
        let drawing = view.drawing(&thoughts, 3, &map);
        // Regions that are not on the map are not drawn.
        assert_eq!(drawing.notes, [(0, "+5".to_owned())]);
        assert_eq!(drawing.arrows.len(), 1);
        assert!(view.drawing(&thoughts, 4, &map).notes.is_empty());
    }
}
