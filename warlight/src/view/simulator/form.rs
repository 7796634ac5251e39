//! What a simulation is to play: players with their times, map, rules, and how many games.

use super::super::art::map_folder;
use super::super::{paint, thumbnail};
use crate::rules::{MAX_PLAYERS, MapRef, Position, RuleSet, Setup, map_ids, map_title, open_map};
use crate::simulate::{Limits, Simulation};
use common::arena::{MAX_GAMES, PlayerIndex, Schedule};
use common::game::fresh_seed;
use common::game::{OptionValues, Setup as _, StoredSetup};
use common::player::{AiPlayers, Spec};
use common::store::{self, Store};
use common::window::theme::{self, size};
use common::window::{Tokens, combo_box, page, primary_button, quiet};
use common::words::sentence;
use egui::{
    Align, Button, ComboBox, DragValue, Label, Layout, RichText, Role, Sense, TextEdit, Ui, WidgetInfo, vec2,
};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// The width of the names at the left.
const NAMES: f32 = 84.0;
/// The height of a list or a field: what begins a row has it too, so that all of the row is on one line.
const ROW: f32 = 30.0;
/// The height of the picture of the map, and the smallest one that is worth its room.
const PICTURE: f32 = 128.0;
const MIN_PICTURE: f32 = 64.0;
/// The height of a window that shows everything but the picture.
const WITHOUT_PICTURE: f32 = 620.0;
/// The heights of the button, and of a complaint above it.
const BUTTON: f32 = 40.0;
const COMPLAINT: f32 = 48.0;

/// The longest time per turn in milliseconds: a day.
const MAX_TIME: u64 = 86_400_000;
/// The largest number of threads. In a web page each of them is a worker with the whole program.
fn max_threads() -> usize {
    if cfg!(target_arch = "wasm32") { common::job::cores() } else { 256 }
}

/// The number of threads that is proposed. In a web page one core is left for the page, which stores the games.
fn default_threads() -> usize {
    let cores = common::job::cores();
    if cfg!(target_arch = "wasm32") { cores.saturating_sub(1).max(1) } else { cores }
}

/// The largest height of a list of players or maps.
const LIST: f32 = 400.0;

/// One player of a simulation.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Seat {
    /// The name of an AI player; `None` for another program.
    level: Option<&'static str>,
    /// The command of another program.
    command: String,
    /// Time per turn in milliseconds.
    time: u64,
}

impl Seat {
    fn new(level: &'static str) -> Seat {
        Seat { level: Some(level), command: String::new(), time: 100 }
    }

    fn spec(&self) -> Result<Spec, String> {
        let Some(level) = self.level else {
            let command = self.command.trim();
            let command = command.strip_prefix("cmd:").unwrap_or(command);
            if command.is_empty() {
                return Err("type the command of the program".to_owned());
            }
            return format!("cmd:{command}").parse().map_err(|why| format!("{command}: {why}"));
        };
        Ok(Spec::level(level))
    }

    fn title(&self) -> String {
        self.level.map_or("Program".to_owned(), |level| Spec::level(level).title())
    }
}

/// The settings of a simulation.
#[derive(Debug)]
pub struct Form {
    seats: Vec<Seat>,
    setup: Setup,
    games: u64,
    threads: usize,
    log: bool,
    /// Empty for a new one.
    seed: String,
    /// The user's maps: name and file.
    own_maps: Vec<(String, String)>,
    problem: String,
}

impl Default for Form {
    fn default() -> Form {
        Form {
            seats: vec![Seat::new("hard"), Seat::new("aggressive")],
            setup: Setup::default(),
            games: 20,
            threads: default_threads(),
            log: false,
            seed: String::new(),
            own_maps: Vec::new(),
            problem: String::new(),
        }
    }
}

/// The settings as they are remembered between runs.
#[derive(Debug, Serialize, Deserialize)]
struct StoredForm {
    /// The players as on the command line, with their times in milliseconds.
    players: Vec<(String, u64)>,
    setup: StoredSetup<Setup>,
    games: u64,
    threads: usize,
    log: bool,
    seed: String,
}

impl Form {
    /// The settings as text, which [`Form::read`] reads.
    pub fn text(&self) -> String {
        let player = |seat: &Seat| {
            let name = seat.level.map_or_else(|| format!("cmd:{}", seat.command.trim()), str::to_owned);
            (name, seat.time)
        };
        let stored = StoredForm {
            players: self.seats.iter().map(player).collect(),
            setup: StoredSetup(self.setup.clone()),
            games: self.games,
            threads: self.threads,
            log: self.log,
            seed: self.seed.clone(),
        };
        serde_json::to_string(&stored).unwrap_or_default()
    }

    /// Reads the settings of an earlier run. Nothing changes if they cannot be read.
    pub fn read(&mut self, text: &str) {
        let Ok(stored) = serde_json::from_str::<StoredForm>(text) else { return };
        let level = |name: &str| Position::all_levels().find(|level| level.name == name);
        let seat = |(name, time): (String, u64)| {
            let time = time.clamp(1, MAX_TIME);
            match name.strip_prefix("cmd:") {
                Some(_) if !Position::OTHER_PROGRAMS => None,
                Some(command) => Some(Seat { level: None, command: command.to_owned(), time }),
                None => Some(Seat { time, ..Seat::new(level(&name)?.name) }),
            }
        };
        let seats: Vec<Seat> = stored.players.into_iter().filter_map(seat).collect();
        if (2..=MAX_PLAYERS).contains(&seats.len()) {
            self.seats = seats;
        }
        self.setup = stored.setup.0;
        self.games = stored.games.clamp(1, MAX_GAMES);
        self.threads = stored.threads.clamp(1, max_threads());
        (self.log, self.seed) = (stored.log, stored.seed);
    }

    /// Looks for the user's maps.
    pub fn find_maps(&mut self, store: &Store) {
        let files = store::list(&map_folder(store)).unwrap_or_default();
        let map = |path: PathBuf| {
            let is_map = path.extension().is_some_and(|extension| extension == "yaml");
            let name = path.file_stem()?.to_string_lossy().into_owned();
            is_map.then(|| (name, path.to_string_lossy().into_owned()))
        };
        self.own_maps = files.into_iter().filter_map(map).collect();
        self.own_maps.sort();
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Why the simulation cannot be started.
    fn objection(&self) -> Option<String> {
        let seats = self.seats.len();
        let max = usize::from(self.setup.map.max_players);
        if self.setup.rules != RuleSet::Seed && seats != 2 {
            return Some(format!("The contest rules are for 2 players, not {seats}."));
        }
        if seats > max {
            return Some(format!("This map is for up to {max} players."));
        }
        if !self.seed.trim().is_empty() && self.seed.trim().parse::<u64>().is_err() {
            return Some("The seed must be a whole number, or empty for a new one.".to_owned());
        }
        self.seats.iter().find_map(|seat| seat.spec().err()).map(|why| sentence(&why))
    }

    /// The simulation that these settings describe.
    pub fn simulation(&self) -> Result<Simulation, String> {
        if let Some(why) = self.objection() {
            return Err(why);
        }
        let players: Vec<Spec> = self.seats.iter().map(Seat::spec).collect::<Result<_, _>>()?;
        let sides = players.len();
        let setup = Setup { players: sides as u8, ..self.setup.clone() };
        let times: Vec<Duration> = self.seats.iter().map(|seat| Duration::from_millis(seat.time)).collect();
        let same = times.windows(2).all(|pair| pair[0] == pair[1]);
        let limits = Limits::new(times.first().copied(), None, setup.rules);
        let seed = self.seed.trim().parse().unwrap_or_else(|_| fresh_seed());
        let games = self.games.next_multiple_of(sides as u64);
        Ok(Simulation {
            players,
            schedule: Schedule { seed, sides, games, openings: 0 },
            limits,
            times: if same { Vec::new() } else { times },
            from: None,
            log: self.log,
            transcripts: None,
            setup,
        })
    }

    /// Draws the settings.
    pub fn settings(&mut self, ui: &mut Ui) {
        ui.label(RichText::new("New simulation").font(theme::heavy(size::TURN)));
        self.players(ui);
        ui.add_space(4.0);
        // All lists end where the button below them ends.
        let width = ui.available_width() - NAMES - ui.spacing().item_spacing.x;
        self.map(ui, width);
        for name in ["Rules", "Fog"] {
            self.option(ui, name, width);
        }
        row(ui, "Games", |ui| {
            let value = DragValue::new(&mut self.games).range(1..=MAX_GAMES).speed(0.5);
            let response = ui.add_sized(vec2(90.0, ROW), value);
            response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, "Number of games"));
            ui.add(Label::new(quiet("players swap seats")).truncate());
        });
        row(ui, "Threads", |ui| {
            let value = DragValue::new(&mut self.threads).range(1..=max_threads()).speed(0.1);
            let response = ui.add_sized(vec2(90.0, ROW), value);
            response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, "Number of threads"));
            ui.add(Label::new(quiet("games at the same time")).truncate());
        });
        row(ui, "Seed", |ui| {
            let field = TextEdit::singleline(&mut self.seed).hint_text("new").desired_width(74.0);
            let response = ui.add(field);
            response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Seed of the simulation"));
            let log = ui.checkbox(&mut self.log, "Keep thoughts");
            log.on_hover_text("Keep the values that players give to regions and turns, for the replay");
        });
    }

    /// Why nothing can be started, or what went wrong.
    fn complaint(&self) -> String {
        self.objection().unwrap_or_else(|| self.problem.clone())
    }

    /// The height of [`Form::start_button`], with the spaces around it.
    pub fn start_height(&self) -> f32 {
        BUTTON + 14.0 + if self.complaint().is_empty() { 0.0 } else { COMPLAINT }
    }

    /// Draws the button below the settings. True if the simulation is to be started.
    pub fn start_button(&self, ui: &mut Ui, running: bool) -> bool {
        let objection = self.objection();
        ui.add_space(4.0);
        page::complain(ui, &self.complaint());
        let why = if running { "A simulation is running." } else { objection.as_deref().unwrap_or("") };
        let start = ui.add_enabled_ui(!running && objection.is_none(), |ui| {
            let width = ui.available_width();
            ui.vertical_centered(|ui| primary_button(ui, "Start", vec2(width, BUTTON))).inner
        });
        start.inner.on_disabled_hover_text(why).clicked()
    }

    fn players(&mut self, ui: &mut Ui) {
        let mut removed = None;
        let count = self.seats.len();
        for (player, seat) in PlayerIndex::all(count).zip(&mut self.seats) {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(18.0, ROW), Sense::hover());
                let colour = Tokens::of(ui).player(player.0);
                paint::symbol(ui.painter(), rect.center(), 6.5, player.0 as u8, colour);
                let title = seat.title();
                let width = (ui.available_width() - 160.0).clamp(90.0, 200.0);
                let combo = ComboBox::from_id_salt(("player", player.0))
                    .height(LIST)
                    .width(width)
                    .selected_text(&title);
                let combo = combo_box(ui, combo, |ui, list| {
                    for level in Position::LEVELS.iter().chain(Position::ORIGINALS) {
                        let row = list.value(ui, &mut seat.level, Some(level.name), level.title());
                        row.on_hover_text(sentence(level.about));
                    }
                    if Position::OTHER_PROGRAMS {
                        let about = "Another program that speaks the contest protocol";
                        list.value(ui, &mut seat.level, None, "Program").on_hover_text(about);
                    }
                });
                let label = format!("Player {player}: {title}");
                combo.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &label));
                let time = DragValue::new(&mut seat.time).range(1..=MAX_TIME).suffix(" ms");
                let time = ui.add_sized(vec2(84.0, ROW), time);
                let label = format!("Time of player {player}");
                time.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, &label));
                time.on_hover_text("Thinking time per turn");
                let can = count > 2;
                let remove = ui.add_enabled(can, Button::new("×").min_size(vec2(28.0, ROW)));
                let label = format!("Remove player {player}");
                remove.widget_info(|| WidgetInfo::labeled(Role::Button, can, &label));
                let remove = remove.on_hover_text("Remove this player");
                if remove.on_disabled_hover_text("Two players are needed.").clicked() {
                    removed = Some(player.0);
                }
            });
            if seat.level.is_none() {
                ui.horizontal(|ui| {
                    ui.add_space(26.0);
                    let hint = "command, as in python3 bot.py";
                    let field = TextEdit::singleline(&mut seat.command).hint_text(hint);
                    let field = ui.add(field.desired_width(ui.available_width()));
                    let label = format!("Command of player {player}");
                    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, &label));
                });
            }
        }
        if let Some(index) = removed {
            self.seats.remove(index);
        }
        if count < MAX_PLAYERS && ui.button("Add a player").clicked() {
            let mut seat = self.seats.last().cloned().unwrap_or_else(|| Seat::new("hard"));
            seat.command.clear();
            seat.level = seat.level.or(Some("hard"));
            self.seats.push(seat);
        }
    }

    fn map(&mut self, ui: &mut Ui, width: f32) {
        let mut chosen: Option<String> = None;
        row(ui, "Map", |ui| {
            let now = self.setup.map.id.clone();
            let name = map_title(&now);
            let combo = ComboBox::from_id_salt("map").height(LIST).width(width).selected_text(&name);
            let combo = combo_box(ui, combo, |ui, list| {
                for id in map_ids() {
                    if list.entry(ui, now == *id, map_title(id)).clicked() {
                        chosen = Some((*id).to_owned());
                    }
                }
                for (id, file) in &self.own_maps {
                    if list.entry(ui, now == *id, id.as_str()).clicked() {
                        chosen = Some(file.clone());
                    }
                }
            });
            combo.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("Map: {name}")));
        });
        if let Some(text) = chosen {
            match open_map(&text) {
                Ok(map) => {
                    self.setup.map = map;
                    self.problem.clear();
                }
                Err(why) => self.problem = sentence(&why),
            }
        }
        let map: &MapRef = &self.setup.map;
        // In a low window the other settings need the room.
        let height = (ui.ctx().content_rect().height() - WITHOUT_PICTURE).min(PICTURE);
        if height >= MIN_PICTURE {
            let (space, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
            let tokens = Tokens::of(ui);
            thumbnail::paint_map(&ui.painter_at(space.expand(1.0)), space, map, tokens.dark);
        }
        let text = format!("{}: {} regions, up to {} players", map.name, map.regions.len(), map.max_players);
        ui.add(Label::new(quiet(text)).truncate());
    }

    /// An option of the game that takes one of a few values.
    fn option(&mut self, ui: &mut Ui, name: &str, width: f32) {
        let Some(option) = Setup::option(name) else { return };
        let OptionValues::Choice(choices) = option.values(&self.setup) else { return };
        let value = option.get(&self.setup);
        let mut chosen = None;
        row(ui, option.name, |ui| {
            let now = choices.iter().find(|choice| choice.value == value);
            let now = now.map_or_else(|| value.clone(), |choice| choice.help.clone());
            // The explanation begins with a name: "no fog: you see everything".
            let short = sentence(now.split(':').next().unwrap_or_default());
            let short = short.trim_end_matches('.');
            let combo = ComboBox::from_id_salt(option.name).width(width).selected_text(short);
            let combo = combo_box(ui, combo.truncate(), |ui, list| {
                for choice in &choices {
                    if list.entry(ui, choice.value == value, sentence(&choice.help)).clicked() {
                        chosen = Some(choice.value.clone());
                    }
                }
            });
            let label = format!("{}: {short}", option.name);
            combo.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &label));
            // Only the open list has the explanations.
            combo.on_hover_text(sentence(&now));
        });
        if let Some(chosen) = chosen
            && let Err(why) = option.set(&mut self.setup, &chosen)
        {
            self.problem = sentence(&why.to_string());
        }
    }
}

/// A name and what belongs to it.
fn row(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.allocate_ui_with_layout(vec2(NAMES, ROW), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(NAMES);
            ui.label(name);
        });
        content(ui);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_remembered() {
        let mut form = Form { games: 6, seed: "7".to_owned(), log: true, threads: 3, ..Form::default() };
        form.seats.push(Seat { level: None, command: "python3 bot.py --fast".to_owned(), time: 40 });
        form.setup.set("map", "shards").unwrap();
        form.setup.set("fog", "on").unwrap();
        let mut read = Form::default();
        read.read(&form.text());
        assert_eq!(read.text(), form.text());
        assert_eq!((read.seats, read.setup), (form.seats, form.setup));
        let mut untouched = Form::default();
        for text in ["", "{}", "nonsense", "{\"players\": [[\"nobody\", 5]]}"] {
            untouched.read(text);
        }
        assert_eq!(untouched.text(), Form::default().text());
    }

    #[test]
    fn settings_become_a_simulation_or_an_objection() {
        let mut form = Form { games: 5, seed: " 7 ".to_owned(), ..Form::default() };
        let simulation = form.simulation().unwrap();
        assert_eq!((simulation.schedule.seed, simulation.schedule.games), (7, 6));
        assert!(simulation.times.is_empty() && simulation.limits.time == Some(Duration::from_millis(100)));
        form.seats[1].time = 40;
        let times = form.simulation().unwrap().times;
        assert_eq!(times, [100, 40].map(Duration::from_millis));
        form.seats.push(Seat { level: None, ..Seat::new("easy") });
        assert_eq!(form.objection().as_deref(), Some("Type the command of the program."));
        form.seats[2].command = "cmd: python3 bot.py".to_owned();
        assert!(form.simulation().unwrap().players[2].command().is_some());
        form.setup.rules = RuleSet::Contest2;
        assert_eq!(form.objection().as_deref(), Some("The contest rules are for 2 players, not 3."));
        form.setup.rules = RuleSet::Seed;
        form.seed = "seven".to_owned();
        assert!(form.objection().is_some_and(|why| why.starts_with("The seed")));
    }
}
