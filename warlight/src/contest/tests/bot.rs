//! Whole conversations with a bot.

use crate::ai::evaluate::{Constants, Evaluator};
use crate::ai::{aggressive_move, random_move};
use crate::contest::clock::Allowance;
use crate::contest::*;
use crate::rules::{Event, Move, RuleSet, Seen, Turn, View};
use common::game::{Dice, Side};
use proptest::prelude::*;
use std::sync::Arc;

/// Chooses with the aggressive player, at once, and keeps what it was shown.
#[derive(Debug, Default)]
pub(super) struct Aggressive(pub Vec<Arc<View>>);

impl Think for Aggressive {
    fn choose(&mut self, view: &Arc<View>, _: Allowance) -> Result<Move, String> {
        self.0.push(Arc::clone(view));
        let evaluator = Evaluator::new(&view.setup.map, Constants::aggressive());
        aggressive_move(&evaluator, view).ok_or_else(|| "there is none".to_owned())
    }
}

/// Answers with a move of its own, whatever it is shown.
struct Fixed(Result<Move, String>);

impl Think for Fixed {
    fn choose(&mut self, _: &Arc<View>, _: Allowance) -> Result<Move, String> {
        self.0.clone()
    }
}

/// A chain of six regions in three super regions; the numbers have gaps.
const MAP: &[&str] = &[
    "setup_map super_regions 1 2 7 3 9 1",
    "setup_map regions 10 1 20 1 30 7 40 7 50 9 60 9",
    "setup_map neighbors 10 20 20 30 30 40 40 50 50 60",
];

const VERSION_2: &[&str] = &[
    "settings timebank 10000",
    "settings time_per_move 500",
    "settings max_rounds 60",
    "settings your_bot player2",
    "settings opponent_bot player1",
    MAP[0],
    MAP[1],
    MAP[2],
    "setup_map wastelands 60",
    "settings starting_regions 10 30 40 50",
    "settings starting_pick_amount 2",
];

fn answers<T: Think>(bot: &mut Bot<T>, lines: &[&str]) -> Vec<String> {
    lines.iter().filter_map(|line| bot.read(line).answer).collect()
}

fn last_view(bot: &Bot<Aggressive>) -> &View {
    bot.think().0.last().expect("a request")
}

#[test]
fn version_1_is_played() {
    let mut bot = Bot::new(Aggressive::default(), 1);
    let start = ["settings your_bot player1", "settings opponent_bot player2"];
    assert_eq!(answers(&mut bot, &[&start, MAP].concat()), [""; 0]);
    let ranking = answers(&mut bot, &["pick_starting_regions 2000 10 20 30 40 50 60"]);
    let ids: Vec<&str> = ranking[0].split(' ').collect();
    assert_eq!(ids.len(), 2, "{ranking:?}");
    assert!(ids[0] != ids[1] && ids.iter().all(|id| ["10", "20", "30", "40", "50", "60"].contains(id)));
    let [placed, sent] = &answers(
        &mut bot,
        &[
            "settings starting_armies 7",
            "update_map 10 player1 2 20 player1 2 30 neutral 2",
            "opponent_moves",
            "go place_armies 2000",
            "go attack/transfer 2000",
        ],
    )[..] else {
        panic!("two answers")
    };
    assert_eq!(placed, "player1 place_armies 20 7");
    assert_eq!(sent, "player1 attack/transfer 20 30 8, player1 attack/transfer 10 20 1");
    let view = last_view(&bot);
    assert_eq!((view.setup.rules, view.setup.base_income, view.round), (RuleSet::Contest1, 5, 0));
}

#[test]
fn what_was_ranked_higher_and_not_given_is_the_opponents() {
    let mut bot = Bot::new(Fixed(Ok(Move::Pick(vec![4, 3, 2, 0, 1, 5]))), 1);
    answers(&mut bot, MAP);
    // Twelve offers ask for six; the map of this test has only six regions, so two are asked for.
    assert_eq!(answers(&mut bot, &["pick_starting_regions 2000 10 20 30 40 50 60"]), ["50 40"]);
    answers(&mut bot, &["update_map 40 player1 2 30 neutral 2"]);
    let known = bot.known().unwrap();
    assert_eq!(known.state.owner(4), Some(Side::SECOND));
    assert_eq!(known.state.owner(5), None);
}

#[test]
fn version_2_is_played_from_both_seats() {
    let mut bot = Bot::new(Aggressive::default(), 1);
    answers(&mut bot, VERSION_2);
    let pick = answers(&mut bot, &["pick_starting_region 10000 30 40 50"]);
    assert!(["30", "40", "50"].contains(&pick[0].as_str()), "{pick:?}");
    let view = last_view(&bot);
    assert_eq!((view.side, view.picks, view.picks_in_turn), (Side::SECOND, 1, 4));
    assert_eq!(view.state.owner(0), Some(Side::FIRST), "somebody else has picked it");
    assert_eq!(view.state.armies(5), 6, "a wasteland");
    assert_eq!((view.setup.rules, view.setup.round_limit()), (RuleSet::Contest2, 60));
    // Who picks first is seen, whatever the names are.
    let mut bot = Bot::new(Aggressive::default(), 1);
    answers(&mut bot, VERSION_2);
    answers(&mut bot, &["pick_starting_region 10000 10 30 40 50"]);
    assert_eq!(last_view(&bot).side, Side::FIRST);
    let rest = ["setup_map opponent_starting_regions 50", "update_map 10 player2 2 20 neutral 2"];
    answers(&mut bot, &rest);
    let answered = answers(&mut bot, &["go place_armies 10000", "go attack/transfer 10000"]);
    assert_eq!(answered, ["player2 place_armies 10 5", "player2 attack/transfer 10 20 6"]);
    assert_eq!(last_view(&bot).state.owner(4), Some(Side::SECOND));
}

#[test]
fn regions_out_of_sight_are_remembered() {
    let mut bot = Bot::new(Aggressive::default(), 1);
    answers(&mut bot, VERSION_2);
    let round = ["go place_armies 9000", "go attack/transfer 9000"];
    let first =
        ["settings starting_armies 5", "update_map 10 neutral 2 20 player2 4 30 player2 3 40 player1 9"];
    answers(&mut bot, &[&first[..], &round].concat());
    let second = [
        "update_map 10 player2 3 20 player2 1",
        "opponent_moves player1 place_armies 40 5 player1 attack/transfer 40 30 13",
    ];
    answers(&mut bot, &[&second[..], &round].concat());
    let view = last_view(&bot);
    assert_eq!(view.round, 1);
    // Ours, and gone: the thirteen attackers have lost some.
    assert_eq!(view.state.owner(2), Some(Side::FIRST));
    assert!((2..13).contains(&view.state.armies(2)), "{}", view.state.armies(2));
    assert_eq!((view.state.owner(3), view.state.armies(3)), (Some(Side::FIRST), 9));
    assert_eq!((view.seen[0], view.seen[3], view.seen[5]), (Seen::Now, Seen::InRound(0), Seen::Never));
    let record = view.last.as_ref().expect("a round was played");
    let enemy = record.events.iter().filter(|event| match event {
        Event::Deploy(deploy) => deploy.side == Side::FIRST && (deploy.region, deploy.placed) == (3, 5),
        Event::Change(change) => change.side == Side::FIRST && change.order.armies == 13,
        Event::Order(_) => false,
    });
    assert_eq!((record.round, enemy.count()), (1, 2), "{record:?}");
    assert!(record.events.len() > 2, "our own turn is in the record too");
}

#[test]
fn a_missing_half_is_answered() {
    let mut bot = Bot::new(Aggressive::default(), 1);
    answers(&mut bot, VERSION_2);
    answers(&mut bot, &["settings starting_armies 5", "update_map 20 player2 9 10 neutral 2 30 neutral 2"]);
    let sent = answers(&mut bot, &["go attack/transfer 10000"]);
    let total: u32 = armies(&sent[0]).iter().sum();
    assert!(sent[0].contains("attack/transfer") && total <= 8, "nothing was deployed: {sent:?}");
    answers(&mut bot, &["update_map 20 player2 9 10 neutral 2 30 neutral 2"]);
    assert!(answers(&mut bot, &["go place_armies"])[0].contains("place_armies"));
    assert!(answers(&mut bot, &["go place_armies x"])[0].contains("place_armies"));
}

/// The last number of each move of an answer.
fn armies(answer: &str) -> Vec<u32> {
    answer.split(", ").filter_map(|part| part.rsplit(' ').next()?.parse().ok()).collect()
}

#[test]
fn without_regions_and_without_a_map_there_are_no_moves() {
    let mut bot = Bot::new(Aggressive::default(), 1);
    let lines = ["pick_starting_region 100 1 2", "pick_starting_regions 100", "go place_armies 100"];
    assert_eq!(answers(&mut bot, &lines), ["No moves"; 3]);
    let mut bot = Bot::new(Aggressive::default(), 1);
    answers(&mut bot, VERSION_2);
    let lines = ["update_map", "go place_armies 9000", "go attack/transfer 9000"];
    assert_eq!(answers(&mut bot, &lines), ["No moves"; 2]);
}

#[test]
fn a_player_that_fails_is_replaced() {
    for bad in [Err("it is tired".to_owned()), Ok(Move::Pick(vec![0]))] {
        let mut bot = Bot::new(Fixed(bad), 1);
        answers(&mut bot, VERSION_2);
        answers(
            &mut bot,
            &["settings starting_armies 5", "update_map 20 player2 9 10 neutral 2 30 neutral 2"],
        );
        let reply = bot.read("go place_armies 10000");
        assert!(reply.remark.is_some());
        assert_eq!(reply.answer.as_deref(), Some("player2 place_armies 20 5"));
        assert!(
            bot.read("go attack/transfer 10000").answer.unwrap().starts_with("player2 attack/transfer 20")
        );
    }
}

#[test]
fn with_hardly_any_time_the_player_is_not_asked() {
    let mut bot = Bot::new(Aggressive::default(), 1);
    answers(&mut bot, VERSION_2);
    answers(&mut bot, &["settings starting_armies 5", "update_map 20 player2 9 10 neutral 2 30 neutral 2"]);
    assert!(answers(&mut bot, &["go place_armies 40"])[0].contains("place_armies 20 5"));
    assert!(bot.think().0.is_empty());
}

#[test]
fn what_is_not_legal_is_left_out() {
    let mut wild = Turn::default();
    for (region, armies) in [(1, 3), (9, 9), (0, 2), (1, 40), (1, 0)] {
        wild.deploy(region, armies);
    }
    for (from, to, armies) in [(1, 0, 5), (1, 5, 1), (0, 1, 1), (1, 0, 2), (1, 2, 99), (99, 1, 1), (1, 99, 1)]
    {
        wild.order(from, to, armies);
    }
    let mut bot = Bot::new(Fixed(Ok(Move::Turn(wild))), 1);
    answers(&mut bot, VERSION_2);
    answers(&mut bot, &["settings starting_armies 5", "update_map 20 player2 9 10 neutral 2 30 neutral 2"]);
    let answered = answers(&mut bot, &["go place_armies 10000", "go attack/transfer 10000"]);
    let sent = "player2 attack/transfer 20 10 7, player2 attack/transfer 20 30 6";
    assert_eq!(answered, ["player2 place_armies 20 5", sent]);
}

#[test]
fn unknown_and_damaged_lines_get_one_sentence() {
    let mut bot = Bot::new(Aggressive::default(), 1);
    answers(&mut bot, VERSION_2);
    answers(&mut bot, &["update_map 20 player2 9 10 neutral 2"]);
    for line in [
        "hello",
        "settings",
        "settings mood good",
        "settings starting_armies many",
        "setup_map regions 70 1",
        "update_map 20 player2",
        "update_map 21 player2 9",
        "update_map 20 player3 9",
        "opponent_moves player1 jumps 3",
        "go home 500",
    ] {
        let reply = bot.read(line);
        assert!(
            reply.answer.is_none() && reply.remark.is_some_and(|remark| !remark.contains('\n')),
            "{line}"
        );
    }
    for line in ["", "   ", "opponent_moves", "update_map"] {
        assert_eq!(bot.read(line), Reply::default(), "{line}");
    }
}

#[test]
fn the_loop_answers_and_ends_with_its_input() {
    let lines =
        [VERSION_2, &["update_map 20 player2 9 10 neutral 2", "noise", "go place_armies 10000"]].concat();
    let mut output = Vec::new();
    let level = "aggressive".parse().unwrap();
    serve(level, 1, std::io::Cursor::new(lines.join("\n")), &mut output).unwrap();
    assert_eq!(String::from_utf8_lossy(&output), "player2 place_armies 20 5\n");
    assert!(serve("nobody".parse().unwrap(), 1, &b""[..], Vec::new()).is_err());
}

/// Chooses random legal moves.
struct Random(Dice);

impl Think for Random {
    fn choose(&mut self, view: &Arc<View>, _: Allowance) -> Result<Move, String> {
        random_move(view, &mut self.0).ok_or_else(|| "there is none".to_owned())
    }
}

/// A valid conversation.
fn conversation() -> Vec<String> {
    let rounds = [
        "pick_starting_regions 2000 10 20 30 40 50 60",
        "pick_starting_region 10000 30 40 50",
        "pick_starting_region 10000 40",
        "setup_map opponent_starting_regions 50",
        "settings starting_armies 5",
        "update_map 20 player2 9 10 neutral 2 30 player1 2",
        "opponent_moves player1 place_armies 30 5 player1 attack/transfer 40 30 3",
        "go place_armies 10000",
        "go attack/transfer 9000",
        "update_map 10 player2 4 20 player2 1 30 player1 7",
        "go place_armies 10000",
        "go attack/transfer 9000",
    ];
    VERSION_2.iter().chain(&rounds).map(|line| (*line).to_owned()).collect()
}

/// The bot's side of the protocol, for fuzzing.
#[cfg(feature = "window")]
pub(crate) fn fuzz_bot() -> common::testing::fuzz::Target {
    let version_1 = conversation().join("\n").replace("pick_starting_region ", "pick_starting_regions ");
    common::testing::fuzz::Target::text("contest bot", [conversation().join("\n"), version_1], |script| {
        let mut bot = Bot::new(Random(Dice::new(1)), 1);
        for line in script.lines() {
            let reply = bot.read(line);
            assert!(reply.answer.is_none_or(|answer| !answer.contains('\n')), "one line");
        }
        true
    })
}

proptest! {
    #[test]
    fn noise_does_not_panic(lines in prop::collection::vec("\\PC{0,40}", 0..20)) {
        let mut bot = Bot::new(Random(Dice::new(1)), 1);
        for line in lines {
            bot.read(&line);
        }
    }

    #[test]
    fn mutations_of_a_conversation_do_not_panic(
        changes in prop::collection::vec((0usize..40, 0usize..40, 0u8..6, any::<u32>()), 0..30),
        seed: u64,
    ) {
        let mut lines = conversation();
        for (line, word, kind, number) in changes {
            let line = line % lines.len();
            let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
            let word = word % words.len();
            match kind {
                0 => words[word] = number.to_string(),
                1 => words[word] = (number % 70).to_string(),
                2 => { words.remove(word); }
                3 => words.insert(word, format!("player{}", number % 4)),
                4 => { let copy = lines[line].clone(); lines.insert(number as usize % lines.len(), copy); continue }
                _ => { let from = number as usize % lines.len(); lines.swap(line, from); continue }
            }
            lines[line] = words.join(" ");
        }
        let mut random = Bot::new(Random(Dice::new(seed)), seed);
        let mut aggressive = Bot::new(Aggressive::default(), seed);
        for line in &lines {
            for reply in [random.read(line), aggressive.read(line)] {
                let is_request = ["go place_armies", "go attack/transfer"].iter().any(|go| line.starts_with(*go));
                prop_assert!(!is_request || reply.answer.is_some(), "{line}");
            }
        }
    }
}
