//! The game page, driven by the accessible names of what is in it, without a display.

use crate::planning::has_outline;
use common::game::Side;
use common::testing::window;
use common::window::Shell;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{AccessKitNode, Queryable};
use warlight::map::RegionId;
use warlight::rules::{Move, Position, View};
use warlight::view::WarlightUi;

type Driver = window::Driver<Shell<Position, WarlightUi>>;

/// What is done on the map.
pub trait Warlight {
    fn game(players: &str, setup: &str, motion: &str) -> Driver;
    fn view(&self) -> View;
    fn region(&self, region: RegionId) -> Pos2;
    fn click_at(&mut self, region: RegionId, button: PointerButton);
    fn pick(&mut self);
    fn own_regions(&self) -> Vec<RegionId>;
    fn plan_attacks(&mut self);
    fn go_on(&mut self);
    fn click_begin_with(&mut self, part: &str);
}

impl Warlight for Driver {
    /// A game that has just begun.
    fn game(players: &str, setup: &str, motion: &str) -> Driver {
        let settings =
            format!("players: [{players}]\nmotion: '{motion}'\nseconds: 0.05\nsetup: {{{setup}}}\n");
        let mut driver = Driver::sized(&settings, [1280.0, 800.0]);
        driver.click("Play");
        driver.wait("the map", |driver| driver.reads(" (1), "));
        driver
    }

    /// What the player at the screen sees.
    fn view(&self) -> View {
        let shell = self.window();
        let session = shell.session().expect("a game");
        session.seen_by(shell.viewer()).view().clone()
    }

    /// The place of a region's armies on the screen.
    fn region(&self, region: RegionId) -> Pos2 {
        let begin = format!("{}, ", warlight::text::region_name(self.view().map(), region));
        let is_button = |node: &AccessKitNode<'_>| node.role() == Role::Button;
        let label = |label: &str| label.starts_with(&begin);
        let place =
            |node: &AccessKitNode<'_>| is_button(node) && node.label().is_some_and(|text| label(&text));
        self.harness.get_by(place).rect().center()
    }

    fn click_at(&mut self, region: RegionId, button: PointerButton) {
        let place = self.region(region);
        self.harness.event(Event::PointerMoved(place));
        for pressed in [true, false] {
            let modifiers = Modifiers::NONE;
            self.harness.event(Event::PointerButton { pos: place, button, pressed, modifiers });
        }
        self.settle();
    }

    /// Picks the first regions that are offered.
    fn pick(&mut self) {
        let view = self.view();
        let offers: Vec<RegionId> = view.own_offers().iter().copied().take(view.picks).collect();
        for region in offers {
            self.click_at(region, PointerButton::Primary);
        }
        self.click("Start here");
    }

    fn own_regions(&self) -> Vec<RegionId> {
        let view = self.view();
        view.state.regions_of(view.side).collect()
    }

    /// Deploys everything beside a foreign region and attacks it with all that can leave.
    fn plan_attacks(&mut self) {
        let view = self.view();
        let own = self.own_regions();
        let foreign = |from: &RegionId| {
            let near = &view.map().regions[usize::from(*from)].neighbours;
            near.iter().copied().filter(|to| !view.state.owns(view.side, *to)).min_by_key(|to| {
                // Enemies first, then the weakest.
                (view.state.owner(*to).is_none(), view.state.armies(*to))
            })
        };
        let strength = |from: &RegionId| {
            let enemy = foreign(from).is_some_and(|to| view.state.owner(to).is_some());
            (enemy, view.state.armies(*from))
        };
        let fronts: Vec<RegionId> = own.iter().copied().filter(|from| foreign(from).is_some()).collect();
        if let Some(best) = fronts.iter().copied().max_by_key(strength) {
            for _ in 0..view.income(view.side) {
                self.click_at(best, PointerButton::Primary);
            }
        }
        self.click("Next: attacks");
        for from in fronts {
            let Some(to) = foreign(&from) else { continue };
            if self.view().state.armies(from) + view.income(view.side) < 2 {
                continue;
            }
            let (start, end) = (self.region(from), self.region(to));
            self.drag_over(PointerButton::Primary, &[start, start.lerp(end, 0.5), end]);
            self.harness.step();
        }
        self.click("Next: check");
    }

    /// Clicks the first region whose name has this part.
    fn click_begin_with(&mut self, part: &str) {
        let label = |node: &AccessKitNode<'_>| {
            node.role() == Role::Button && node.label().is_some_and(|label| label.contains(part))
        };
        self.harness.get_by(label).click();
        self.settle();
    }

    /// Commits, and waits until the round has been played and shown.
    fn go_on(&mut self) {
        let round = self.view().round;
        self.click("Commit the turn");
        self.wait("the round", |driver| {
            driver.view().round > round || driver.window().session().is_some_and(|game| game.end().is_some())
        });
        self.settle();
    }
}

#[test]
fn a_whole_game_is_played_against_random() {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    assert!(driver.reads("Choose 2 of the"));
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    // Dice decide how long it takes; the rules end it after 100 rounds.
    while driver.view().outcome.is_none() {
        driver.plan_attacks();
        driver.go_on();
    }
    let results = ["Blue wins", "Orange wins", "A draw"];
    assert!(results.into_iter().any(|result| driver.reads(result)), "{}", driver.message());
    assert!(driver.sees("Review") && driver.sees("Play again"));
}

#[test]
fn deployments_are_added_and_taken_back_by_clicks_and_keys() {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    let own = driver.own_regions();
    driver.click_at(own[0], PointerButton::Primary);
    driver.click_at(own[0], PointerButton::Primary);
    assert!(driver.sees("3 of 5 armies left to deploy"));
    driver.click_at(own[0], PointerButton::Secondary);
    assert!(driver.sees("4 of 5 armies left to deploy"));
    // The region that was clicked has the cursor.
    driver.key(Key::ArrowLeft);
    driver.wait("the focus", |driver| driver.focused().contains(&format!("({})", own[0] + 1)));
    // Armies are left: the last step with its warning comes first.
    driver.keys(Modifiers::COMMAND, Key::Enter);
    assert_eq!(driver.message(), "4 armies are not deployed. Commit again to play the turn as it is.");
    assert!(driver.sees("Commit the turn") && driver.sees("4 armies are not deployed."));
    assert_eq!(driver.view().round, 0);
    driver.keys(Modifiers::COMMAND, Key::Enter);
    // Without a right to commit twice: the turn is in.
    driver.wait("the round", |driver| driver.view().round == 1);
    let session = driver.window().session().unwrap();
    let text = session.plies().iter().rev().find(|ply| ply.side.index() == 0).map(|ply| ply.m.to_string());
    assert_eq!(text.as_deref(), Some(format!("{}+1", own[0] + 1).as_str()));
}

#[test]
fn orders_can_be_changed_reordered_and_removed() {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    let (view, own) = (driver.view(), driver.own_regions());
    let target = |from: RegionId| {
        let near = &view.map().regions[usize::from(from)].neighbours;
        near.iter().copied().find(|to| !view.state.owns(view.side, *to)).unwrap()
    };
    driver.click_at(own[0], PointerButton::Primary);
    driver.key(Key::N);
    for from in [own[0], own[1]] {
        driver.click_at(from, PointerButton::Primary);
        driver.click_at(target(from), PointerButton::Primary);
        // The source stays selected; another click on it gives it up.
        driver.click_at(from, PointerButton::Primary);
    }
    assert!(driver.reads("% to take it"), "the odds are shown before the attack");
    let orders = |driver: &Driver| driver.harness.get_all_by_label("Earlier").count();
    assert_eq!(orders(&driver), 1, "two orders");
    driver.click("Earlier");
    driver.ctrl(Key::Backspace);
    driver.click("Later");
    let name = |region: RegionId| view.map().regions[usize::from(region)].name.clone();
    driver.click(&format!("Remove the order from {} to {}", name(own[1]), name(target(own[1]))));
    assert!(!driver.sees("Earlier"), "one order is left");
    // Back to deploying: the orders are dropped.
    driver.click("1  Deploy");
    driver.key(Key::N);
    assert!(!driver.reads("Remove the order"));
    driver.click("Undo");
    driver.click("Undo");
    assert!(driver.reads("Remove the order"), "a change of the plan can be taken back");
    driver.keys(Modifiers::COMMAND, Key::Enter);
    driver.keys(Modifiers::COMMAND, Key::Enter);
    driver.wait("the round", |driver| driver.view().round == 1);
    driver.click("Repeat last plan");
    let lost = !driver.own_regions().contains(&own[0]);
    assert!(lost || driver.reads("Remove the order"));
}

#[test]
fn a_round_is_shown_action_by_action_and_can_be_skipped() {
    let mut driver = Driver::game("human, random", "map: brindle", "slow");
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    driver.plan_attacks();
    driver.harness.get_by_label("Commit the turn").click();
    driver.harness.step();
    driver.wait("the round", |driver| driver.reads("Round 1: action 1 of"));
    assert!(driver.sees("Round 1 of 100"), "the cards agree with the map");
    driver.wait("the second action", |driver| driver.reads("Round 1: action 2 of"));
    let described = ["deploys", "attacks", "moves", "sends"].iter().any(|verb| driver.reads(verb));
    assert!(described, "the action is described");
    driver.click("Skip");
    assert!(driver.reads("Deploy your armies: "));
    assert!(driver.sees("Round 2 of 100"));
}

#[test]
fn in_a_hot_seat_game_under_fog_nobody_sees_the_secrets_of_the_other() {
    let mut driver = Driver::game("human, human", "map: brindle, fog: 'on'", "off");
    driver.pick();
    assert!(driver.reads("The board is hidden"));
    assert!(!driver.reads(" (1), "), "no region is shown");
    driver.click("I am Orange");
    assert!(!driver.reads(", Blue, "), "Blue's regions are in the fog");
    driver.pick();
    for _ in 0..4 {
        if driver.reads("The board is hidden") {
            driver.click_begin("I am ");
        }
        let round = driver.view().round;
        driver.plan_attacks();
        driver.click("Commit the turn");
        // The other player is next, or both have committed and the round was played.
        assert!(driver.reads("The board is hidden") || driver.view().round > round);
    }
    let plies = driver.window().session().unwrap().plies();
    assert!(plies.iter().filter(|ply| matches!(ply.m, Move::Turn(_))).count() >= 4);
}

#[test]
fn a_wrong_click_is_explained() {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    let view = driver.view();
    let other = (0..15).find(|region| !view.own_offers().contains(region)).unwrap();
    driver.click_at(other, PointerButton::Primary);
    assert!(driver.message().contains("is not offered to you"), "{}", driver.message());
    driver.keys(Modifiers::COMMAND, Key::Enter);
    assert_eq!(driver.message(), "Choose your starting regions first.");
}

#[test]
fn a_dialog_leaves_the_page_as_it_is() {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    driver.key(Key::F1);
    assert!(driver.reads("The chance to take a region") && !driver.reads("-0 %"));
    assert!(driver.sees("Start here") && !driver.sees("The others are planning their turns."));
    driver.key(Key::Escape);
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    driver.ctrl(Key::Comma);
    assert!(driver.sees("Animation speed"));
    assert!(driver.sees("Next: attacks") && driver.sees("5 of 5 armies left to deploy"));
    assert!(!driver.sees("The others are planning their turns."));
}

#[test]
fn the_cursor_begins_on_a_region_to_act_on_and_keys_visit_the_others() {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    driver.key(Key::ArrowRight);
    assert!(driver.focused().ends_with(", offered"), "{}", driver.focused());
    let first = driver.focused();
    driver.key(Key::Period);
    assert!(driver.focused().ends_with(", offered") && driver.focused() != first, "{}", driver.focused());
    driver.key(Key::Comma);
    assert_eq!(driver.focused(), first);
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    for _ in 0..3 {
        driver.key(Key::Period);
        assert!(driver.focused().contains(", Blue, "), "{}", driver.focused());
    }
    driver.key(Key::Enter);
    assert!(driver.sees("4 of 5 armies left to deploy"));
}

#[test]
fn the_tutorial_plays_a_round() {
    let mut driver = Driver::sized("motion: 'off'\n", [1280.0, 800.0]);
    driver.click("How to play");
    driver.wait("the map", |driver| driver.reads(" (1), "));
    driver.click("Next");
    assert!(driver.sees("Click a region with a yellow border."));
    // By keyboard: the arrows choose a region, Enter is a click.
    for _ in 0..40 {
        if !driver.sees("Click a region with a yellow border.") {
            break;
        }
        driver.key(Key::ArrowRight);
        driver.key(Key::Enter);
        driver.key(Key::ArrowDown);
        driver.key(Key::Enter);
        if !driver.sees("Click a region with a yellow border.") {
            break;
        }
        driver.key(Key::ArrowLeft);
        driver.key(Key::Enter);
    }
    driver.click("Next");
    assert!(driver.sees("Deploy all five armies."));
    for _ in 0..5 {
        driver.click_begin_with(", Blue, ");
    }
    driver.click("Next");
    assert!(driver.sees("Attack a neighbour."));
    driver.click("Leave");
    assert!(driver.sees("How to play"));
}

#[test]
fn surrender_ends_the_game() {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    driver.menu("Move", "Resign");
    driver.click("Resign");
    assert!(driver.reads("Blue resigned: Orange wins."), "{}", driver.message());
    assert!(driver.sees("Play again"));
    assert!(!driver.reads("planning") && !driver.sees("Start here"), "nothing is planned any more");
    assert!(!driver.reads("'warlight "), "{}", driver.message());
    driver.menu("Game", "Replays");
    driver.wait("the game", |driver| {
        driver.reads("Orange won after 0 rounds: Blue resigned or ran out of time")
    });
    assert!(driver.reads("Single player, just now"));
}

#[test]
fn a_review_has_no_controls_to_plan_with() {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    driver.plan_attacks();
    driver.go_on();
    driver.menu("Move", "Resign");
    driver.click("Resign");
    driver.click("Review");
    driver.keys(Modifiers::ALT, Key::Home);
    driver.wait("the start", |driver| driver.view().picking);
    assert!(!driver.sees("Start here") && !driver.reads("regions chosen") && !driver.reads("planning"));
}

#[test]
fn from_a_review_a_new_game_goes_on_from_the_round_that_is_shown() {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    // Giving no orders is a mistake.
    for _ in 0..2 {
        driver.click("3  Check");
        driver.go_on();
    }
    driver.menu("Move", "Resign");
    driver.click("Resign");
    let own_move = |driver: &Driver| {
        let plies = driver.window().session().expect("a game").plies();
        plies.iter().rposition(|ply| ply.side == Side::FIRST).expect("an own turn") + 1
    };
    driver.click("Review");
    driver.wait("a mistake", |driver| driver.sees("Better move"));
    let mistake = driver.ply();
    let last = own_move(&driver);
    let title = format!("{mistake}. ");
    driver.click("Better move");
    assert_eq!(driver.ply(), mistake - 1);
    assert!(driver.reads(&title) && driver.reads("Better was "), "the card is still about the mistake");
    let accents = [true, false].map(|dark| common::window::Tokens::new(dark).accent);
    assert!(driver.reads("Hint: ") && accents.iter().any(|accent| has_outline(&driver, 2.6, *accent)));
    // Back to the last turn, which belongs to the second round.
    driver.keys(Modifiers::ALT, Key::End);
    while driver.ply() >= last {
        driver.keys(Modifiers::ALT, Key::ArrowLeft);
    }
    let state = driver.view().state.clone();
    assert_eq!(driver.view().round, 1);
    driver.click("Play on from here");
    driver.wait("the new game", |driver| driver.reads("Deploy your armies: "));
    assert_eq!(driver.message(), "A new game from the beginning of round 2. The finished game is kept.");
    assert!(driver.view().state == state && driver.view().round == 1);
    driver.click("3  Check");
    driver.go_on();
    assert_eq!(driver.view().round, 2);
    // The old game is among the finished ones.
    driver.ctrl(Key::O);
    driver.wait("the list", |driver| driver.reads("Finished game: You against Random · you lost · 2 rounds"));
}

#[test]
fn a_key_hides_what_is_told_about_a_region_until_the_mouse_moves() {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    let appears = |driver: &mut Driver, place: Pos2| {
        driver.harness.event(Event::PointerMoved(place));
        (0..60).any(|_| {
            driver.harness.step();
            driver.reads(": bonus ")
        })
    };
    let place = driver.region(0);
    assert!(appears(&mut driver, place));
    driver.key(Key::ArrowRight);
    assert!(!driver.reads(": bonus "));
    for _ in 0..60 {
        driver.harness.step();
    }
    assert!(!driver.reads(": bonus "), "the mouse rests");
    assert!(appears(&mut driver, place + egui::vec2(2.0, 0.0)));
    // The map ends where the cards begin.
    let cards = driver.harness.get_by_label("Repeat last plan").rect().left();
    for region in 0..15 {
        let place = driver.region(region);
        assert!(appears(&mut driver, place));
        let is_tip = |node: &AccessKitNode<'_>| {
            [node.label(), node.value()].into_iter().flatten().any(|text| text.contains(": bonus "))
        };
        assert!(driver.harness.get_by(is_tip).rect().right() < cards, "{region}");
    }
}

#[test]
fn players_choose_their_names_and_colours() {
    let mut driver = Driver::sized("players: [human, random]\nsetup: {map: brindle}\n", [1280.0, 800.0]);
    driver.type_into("name of player 1", "Anna");
    driver.click("colour of Anna: Blue");
    driver.click("Orange");
    assert!(driver.sees("colour of Anna: Orange") && driver.sees("colour of Blue: Blue"), "they are swapped");
    driver.type_into("name of player 2", "anna");
    assert!(driver.reads("Two players are named"), "and no game can be started");
    driver.type_into("name of player 2", "Ben");
    driver.click("Play");
    driver.wait("the map", |driver| driver.reads(" (1), "));
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    assert!(driver.reads(", Anna, ") && driver.reads(", Ben, "));
    let setup = driver.window().session().unwrap().setup().clone();
    assert_eq!((setup.colour(Side::FIRST), setup.colour(Side::SECOND)), (1, 0));
    // They are remembered, and a saved game has them.
    assert!(driver.settings().contains("names: Anna, Ben"), "{}", driver.settings());
    driver.menu("Move", "Resign");
    driver.click("Resign");
    assert!(driver.reads("Anna resigned: Ben wins."), "{}", driver.message());
    driver.menu("Game", "Replays");
    driver.wait("the game", |driver| driver.reads("Anna human, Ben random; Ben won"));
}

#[test]
fn the_number_of_players_is_changed_by_keys_and_keeps_the_level() {
    let mut driver = Driver::sized("players: [human, medium]\n", [1280.0, 800.0]);
    let focus = |driver: &mut Driver, name: &str| {
        for _ in 0..40 {
            if driver.focused() == name {
                return;
            }
            driver.key(Key::Tab);
        }
        panic!("{name} is not reached");
    };
    focus(&mut driver, "2");
    for players in ["3", "4"] {
        driver.key(Key::ArrowRight);
        assert_eq!(driver.focused(), players);
    }
    driver.key(Key::ArrowLeft);
    assert_eq!(driver.focused(), "3");
    driver.key(Key::Enter);
    driver.wait("the map", |driver| driver.reads(" (1), "));
    let seats = driver.window().session().unwrap().seats().to_vec();
    assert_eq!(seats.iter().map(ToString::to_string).collect::<Vec<_>>(), ["human", "medium", "medium"]);
}

#[test]
fn a_tab_is_for_several_humans() {
    let mut driver = Driver::sized("", [1280.0, 800.0]);
    driver.click("Hot-seat");
    assert!(driver.sees("Players on this screen") && !driver.sees("You play against"));
    driver.type_into("name of player 2", "Ben");
    driver.click("Single player");
    assert!(driver.sees("You play against"));
    driver.click("Hard");
    driver.click("Hot-seat");
    driver.click("Single player");
    let level = driver.harness.get_by_label("who plays Ben").value();
    assert_eq!(level.as_deref(), Some("Hard"), "the opponent is still an AI player");
    driver.click("Settings");
    assert!(driver.sees("Animation speed"));
    driver.key(Key::Escape);
    driver.click("Hot-seat");
    driver.click("Play");
    driver.wait("the map", |driver| driver.reads(" (1), "));
    driver.pick();
    driver.click("I am Ben");
    assert!(driver.sees("Ben's turn"));
}

/// Closes a window and opens another one with the same files.
pub fn reopened(driver: Driver) -> Driver {
    let window::Driver { harness, dir } = driver;
    drop(harness);
    Driver::in_folder(dir, [1280.0, 800.0])
}

#[test]
fn a_window_that_is_closed_while_an_ai_player_thinks_loses_nothing() {
    let settings = "players: [human, strong]\nmotion: 'off'\nseconds: 1.5\nsetup: {map: brindle}\n";
    let mut driver = Driver::sized(settings, [1280.0, 800.0]);
    driver.click("Play");
    driver.wait("the map", |driver| driver.reads(" (1), "));
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    let own = driver.own_regions();
    driver.click_at(own[0], PointerButton::Primary);
    // The first press warns of armies that are not deployed.
    driver.keys(Modifiers::COMMAND, Key::Enter);
    driver.harness.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    driver.harness.step();
    driver.harness.step();
    let text = format!("{}+1", own[0] + 1);
    let is_kept = |driver: &Driver| {
        let session = driver.window().session();
        session.is_some_and(|session| session.plies().iter().any(|ply| ply.text == text))
    };
    assert!(is_kept(&driver) && driver.view().round == 0, "the other player is thinking");
    let mut driver = reopened(driver);
    driver.wait("the game", is_kept);
    driver.wait("the round", |driver| driver.view().round == 1);
}

#[test]
fn a_game_whose_save_was_deleted_goes_on_and_is_saved_again() {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    let saves = |driver: &Driver| -> Vec<std::path::PathBuf> {
        let files = std::fs::read_dir(driver.dir.path()).unwrap().flatten().map(|entry| entry.path());
        let is_save = |file: &std::path::PathBuf| {
            file.extension().is_some_and(|extension| extension == "yaml")
                && file.file_stem().is_some_and(|name| name.to_string_lossy().starts_with("autosave"))
        };
        files.filter(is_save).collect()
    };
    driver.wait("the save", |driver| !saves(driver).is_empty());
    for file in saves(&driver) {
        std::fs::remove_file(file).unwrap();
    }
    driver.plan_attacks();
    driver.go_on();
    driver.wait("another save", |driver| !saves(driver).is_empty());
    let round = driver.view().round;
    let mut driver = reopened(driver);
    driver.wait("the game", |driver| driver.window().session().is_some());
    assert_eq!(driver.view().round, round);
}

#[test]
fn all_text_can_be_read() {
    for theme in ["light", "dark"] {
        let settings = "players: [human, random]\nmotion: 'off'\nseconds: 0.05\nsetup: {map: brindle}\n";
        let mut driver = Driver::sized(&format!("theme: {theme}\n{settings}"), [1280.0, 800.0]);
        driver.assert_readable("start page");
        for tab in ["Hot-seat", "Simulator", "Replays", "Maps"] {
            driver.click(tab);
            driver.assert_readable(tab);
        }
        driver.click("Single player");
        driver.click("Play");
        driver.wait("the map", |driver| driver.reads(" (1), "));
        driver.settle();
        driver.assert_readable("choice of starts");
        driver.pick();
        driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
        driver.settle();
        driver.assert_readable("deployment");
    }
}

#[test]
fn the_start_page_fits_into_a_small_window() {
    let driver = Driver::sized("", [480.0, 480.0]);
    for button in ["Play", "How to play", "Saved games", "More"] {
        let rect = driver.harness.get_by_label(button).rect();
        assert!(rect.bottom() <= 480.0 && rect.right() <= 480.0, "{button}: {rect:?}");
    }
}

#[test]
fn the_odds_are_in_sight_in_a_small_window() {
    let settings = "players: [human, random]\nmotion: 'off'\nseconds: 0.05\nsetup: {map: brindle}\n";
    let mut driver = Driver::sized(settings, [480.0, 480.0]);
    driver.click("Play");
    driver.wait("the map", |driver| driver.reads(" (1), "));
    driver.pick();
    driver.wait("the first round", |driver| driver.sees("Next: attacks"));
    driver.plan_attacks();
    let is_chance = |node: &AccessKitNode<'_>| {
        [node.label(), node.value()].into_iter().flatten().any(|text| text.ends_with(" %"))
    };
    let orders = driver.harness.query_all_by(is_chance);
    let places: Vec<_> = orders.map(|order| order.rect()).collect();
    assert!(!places.is_empty());
    // The message line begins below 400.
    assert!(places.iter().all(|place| place.right() <= 480.0), "{places:?}");
    assert!(places[0].bottom() <= 400.0, "{places:?}");
}

#[test]
fn the_plan_is_in_sight_in_a_small_window() {
    let settings = "players: [human, random]\nmotion: 'off'\nseconds: 0.05\nsetup: {map: brindle}\n";
    let mut driver = Driver::sized(settings, [480.0, 480.0]);
    driver.click("Play");
    driver.wait("the map", |driver| driver.reads(" (1), "));
    // The card of the plan has the same texts, but on the left, scrolled out of sight; the message line begins below 440.
    let in_sight = |driver: &Driver, text: &str| {
        let is_text = |node: &AccessKitNode<'_>| {
            [node.label(), node.value()].into_iter().flatten().any(|it| it.starts_with(text))
        };
        let places: Vec<_> = driver.harness.query_all_by(is_text).map(|node| node.rect()).collect();
        places
            .into_iter()
            .find(|place| place.left() > 280.0 && place.right() <= 480.0 && place.bottom() <= 440.0)
    };
    assert!(in_sight(&driver, "Choose 2 of the").is_some());
    driver.ctrl(Key::H);
    driver.wait("the hint", |driver| in_sight(driver, "Use the hint").is_some());
    let place = in_sight(&driver, "Use the hint").unwrap().center();
    driver.harness.event(Event::PointerMoved(place));
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        driver.harness.event(Event::PointerButton { pos: place, button, pressed, modifiers });
    }
    driver.settle();
    assert!(driver.sees("2 of 2 regions chosen"));
    assert!(in_sight(&driver, "Use the hint").is_none(), "it is used");
    driver.click("Start here");
    driver.wait("the first round", |driver| driver.sees("Next: attacks"));
    assert!(in_sight(&driver, "5 of 5 armies left to deploy").is_some());
    driver.keys(Modifiers::COMMAND, Key::Enter);
    assert!(in_sight(&driver, "5 armies are not deployed.").is_some());
}
