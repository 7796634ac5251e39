//! The kit must be able to fail: every bug of the toy game is found by the check it is made for.

use super::auction::{Auction, Terms};
use super::mines::{Mines, Row};
use super::toy::{Counters, Nim, bug};
use super::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a check says about a broken game; empty if it finds nothing.
fn caught(check: impl FnOnce()) -> String {
    match catch_unwind(AssertUnwindSafe(check)) {
        Ok(()) => String::new(),
        Err(why) => match why.downcast::<String>() {
            Ok(text) => *text,
            Err(why) => (*why.downcast_ref::<&str>().unwrap_or(&"?")).to_owned(),
        },
    }
}

fn setup() -> Counters {
    Counters::default()
}

macro_rules! catches {
    ($($name:ident: $check:ident of $bug:ident says $words:literal;)*) => { $(
        #[test]
        fn $name() {
            let said = caught(|| $check::<Nim<{ bug::$bug }>>(&setup(), 20));
            assert!(said.contains($words), "said: {said}");
        }
    )* };
}

catches! {
    an_illegal_move_in_the_list: legality of LISTS_ILLEGAL says "text: '3' does not read back";
    a_legal_move_missing_from_the_list: legality of OMITS_LEGAL says "playable, but not listed";
    a_move_listed_twice: legality of LISTED_TWICE says "listed twice";
    a_refused_move_that_changes_something: legality of REFUSES_LATE says "refused, but changed";
    a_move_out_of_turn: turns of ANY_SIDE says "out of turn";
    a_text_that_reads_as_another_move: legality of TEXT says "does not read back";
    a_result_while_there_are_moves: turns of EARLY_OUTCOME says "outcome: there is a result and there are moves";
    an_end_without_a_result: turns of NO_OUTCOME says "outcome: there is no move and no result";
    a_game_with_too_many_plies: turns of MAX_PLIES says "max plies: a game has more than 2 plies";
    dice_in_a_game_without_chance: turns of DICE says "depends on the dice";
    a_key_that_is_not_kept: hashes of KEY_KEPT says "key: what is kept is wrong";
    a_key_of_two_positions: hashes of KEY_SHARED says "share one";
    a_move_taken_back_wrongly: reversal of TAKE_BACK says "take back: 1 is not undone";
    a_move_applied_wrongly: reversal of APPLY says "does not lead where playing it leads";
    a_result_told_too_early: sentences of EARLY_RESULT says "there is a result before the end";
    a_panic_at_a_strange_text: nonsense of PARSE_PANICS says "this game cannot read";
    an_illegal_move_that_is_read: nonsense of PARSES_ILLEGAL says "which is not a legal move";
}

#[test]
fn a_parameter_that_is_not_saved() {
    let setup = Counters { slippery: true, ..Counters::default() };
    let said = caught(|| saves::<Nim>(&setup, 3));
    assert!(said.contains("save: "), "{said}");
}

#[test]
fn a_save_that_does_not_replay() {
    let said = caught(|| saves::<Nim<{ bug::TEXT }>>(&setup(), 3));
    assert!(said.contains("save: "), "{said}");
}

#[test]
fn an_option_that_is_not_kept() {
    #[derive(Debug, Clone, Default, PartialEq)]
    struct Lax;
    impl crate::game::Setup for Lax {
        fn options() -> Vec<crate::game::SetupOption<Lax>> {
            vec![crate::game::SetupOption::number("Size", "", 1..=3, |_| 2, |_, _| {})]
        }
    }
    assert!(caught(options::<Lax>).contains("option: Size does not keep its value"));
}

#[test]
fn a_game_with_three_sides_orders_dice_and_secrets_passes() {
    conformance_any::<Auction>(&Terms::default(), 20);
    conformance_any::<Auction>(&Terms { sides: 16, rounds: 1 }, 3);
}

#[test]
fn a_puzzle_for_one_player_passes() {
    conformance_any::<Mines>(&Row::default(), 20);
}

#[test]
fn a_right_game_passes() {
    conformance::<Nim>(&setup(), 20);
    let text = golden::<Nim>(&setup(), 1);
    assert!(text.contains("--- after 0 plies\n*******\nto move: Left\noutcome: none\nmoves (3): 1 2 3\n"));
    assert!(text.ends_with("has won.\n"));
    assert_eq!(text, golden::<Nim>(&setup(), 1));
    assert_ne!(text, golden::<Nim>(&setup(), 2));
}
