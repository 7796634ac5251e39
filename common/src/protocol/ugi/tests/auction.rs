//! A game with several sides, simultaneous orders, dice and secrets.

use super::*;
use crate::game::{Dice, Side, Stream};
use crate::testing::auction::{Auction, Bidder, Terms};
use std::time::Duration;

impl Shown for Auction {
    fn shown(view: &Bidder) -> String {
        format!("for {} in round {}", view.side, view.round)
    }
}

fn auction(sides: i64) -> Ugi<Auction> {
    Ugi::new(Terms { sides, rounds: 2 }, Spec::level("high"), 5).unwrap()
}

fn search(ugi: &mut Ugi<Auction>, line: &str) -> Search<Auction> {
    match answer(ugi, line).into_iter().next() {
        Some(Action::Think(search)) => *search,
        other => panic!("'{line}' starts no search but {other:?}"),
    }
}

/// The game with seed 5, played without the protocol.
fn played(sides: i64, moves: &[(u8, &str)]) -> Auction {
    let start = GameStart::<Auction> { setup: Terms { sides, rounds: 2 }, seed: 5, stop: Stop::default() };
    let mut game = start.run().unwrap();
    for (ply, (side, text)) in moves.iter().enumerate() {
        let m = game.parse(Side(*side), text).unwrap();
        game.play(Side(*side), &m, &mut Dice::for_game(5, Stream::Ply(ply))).unwrap();
    }
    game
}

#[test]
fn a_game_with_dice_has_a_seed() {
    let lines = shown(auction(3).line("ugi"));
    assert_eq!(
        lines[2..],
        [
            "option name Level type combo default high var low var waits var high",
            "option name Bidders type spin default 3 min 2 max 16",
            "option name Rounds type spin default 2 min 1 max 9",
            "option name Seed type spin default 5 min 0 max 9223372036854775807",
            "ugiok",
        ]
    );
    let bad = "info string error: '-1' is not a valid seed: use a whole number from 0 to 9223372036854775807";
    check_answers(&mut auction(3), &[("setoption name seed value -1", bad)]);
}

#[test]
fn sides_move_in_any_order() {
    let mut ugi = auction(3);
    let unnamed = "several sides are to move, so name the side, as in p1:bid_2";
    check_answers(
        &mut ugi,
        &[
            ("query p1turn", "response true"),
            ("query p3turn", "response true"),
            (
                "position startpos moves bid_2",
                &format!("info string error: move 1 'bid_2' cannot be played: {unnamed}"),
            ),
            ("position startpos moves p3:bid_1 p1:bid_0", ""),
            ("query p1turn", "response false"),
            ("query p2turn", "response true"),
            ("query p3turn", "response false"),
            ("query p4turn", "response false"),
            ("go p3 depth 1", "info string error: p3 is not to move | bestmove none"),
            ("go p4", "info string error: p4 is not to move | bestmove none"),
            ("go depth 1", "[think high for p2 in round 0]"),
        ],
    );
    assert_eq!(shown(ugi.chosen(Ok("bid 3".into()))), ["bestmove bid_3"]);
    check_answers(
        &mut ugi,
        &[
            // Only one side is left to move, so its name is not needed.
            ("position startpos moves p3:bid_1 p1:bid_0 bid_3", ""),
            ("go p3 depth 1", "[think high for p3 in round 1]"),
        ],
    );
    assert_eq!(ugi.game.unwrap().position, played(3, &[(2, "bid 1"), (0, "bid 0"), (1, "bid 3")]));
}

#[test]
fn the_first_side_thinks_unless_another_is_named() {
    for (line, side) in [("go depth 1", 0), ("go p1 depth 1", 0), ("go p3 depth 1", 2)] {
        let search = search(&mut auction(3), line);
        assert_eq!((search.side, search.config.side), (Side(side), Some(Side(side))), "{line}");
    }
}

#[test]
fn a_search_gets_only_what_its_side_sees() {
    let moves = "p3:bid_1 p1:bid_0 p2:bid_3 p3:bid_2";
    let mut ugi = auction(3);
    check_answers(&mut ugi, &[(&format!("position startpos moves {moves}"), "")]);
    let search = search(&mut ugi, "go p2 depth 1");
    let moves = [(2, "bid 1"), (0, "bid 0"), (1, "bid 3"), (2, "bid 2")];
    assert_eq!(search.view, played(3, &moves).view(Side(1)));
    assert_eq!(search.view.cards.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, false]);
    assert!(search.moves.is_empty());
}

#[test]
fn a_whole_game_is_the_same_for_both_ends() {
    let bids = [(1, "bid 1"), (0, "bid 3"), (2, "bid 0"), (2, "bid 2"), (1, "bid 1"), (0, "bid 0")];
    let words: Vec<String> = bids.iter().map(|(side, text)| Side(*side).label(&move_to_word(text))).collect();
    let mut ugi = auction(3);
    check_answers(
        &mut ugi,
        &[
            ("setoption name Seed value 6", ""),
            ("setoption name Seed value 5", ""),
            (&format!("position startpos moves {}", words.join(" ")), ""),
            ("query gameover", "response true"),
            ("go p1", "info string error: the game is over | bestmove none"),
        ],
    );
    let expected = played(3, &bids);
    let winner = expected.outcome().unwrap().winner();
    let result = winner.map_or("draw".to_owned(), |side| format!("{side}win"));
    check_answers(&mut ugi, &[("query result", &format!("response {result}"))]);
    assert_eq!(ugi.game.unwrap().position, expected);
}

#[test]
fn sixteen_sides_play() {
    let mut ugi = auction(3);
    let bids: Vec<(u8, &str)> = (0..15).rev().map(|side| (side, "bid 1")).collect();
    let words: Vec<String> = bids.iter().map(|(side, text)| Side(*side).label(&move_to_word(text))).collect();
    check_answers(
        &mut ugi,
        &[
            ("setoption name Bidders value 16", ""),
            (&format!("position startpos moves {}", words.join(" ")), ""),
            ("query p15turn", "response false"),
            ("query p16turn", "response true"),
            ("query p17turn", "response false"),
            (
                "go p16 p1time 60200",
                "info string error: p16 is to move, but 'go' has no p16time | bestmove none",
            ),
            ("position startpos", ""),
        ],
    );
    // Two rounds of one move each are left, and the clock counts one more.
    let search = search(&mut ugi, "go p16 p1time 200 p16time 60200");
    assert_eq!((search.side, search.budget.time), (Side(15), Some(Duration::from_secs(20))));
    ugi.chosen(Ok("bid 3".into()));
    let words = words.join(" ");
    check_answers(
        &mut ugi,
        &[
            (&format!("position startpos moves {words} bid_3 {words} p16:bid_3"), ""),
            ("query result", "response p16win"),
        ],
    );
}
