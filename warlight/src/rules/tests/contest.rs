//! Rounds by the rules of the contests.

use super::maps::{six, state};
use super::rounds::{orders, round};
use crate::rules::{Event, OrderEnd, RoundRules, RuleSet, Skip};
use common::game::Side;
use std::collections::HashSet;

const RULES: RoundRules = RoundRules { rules: RuleSet::Contest1, base_income: 5, luck: 100 };
const SECOND: RoundRules = RoundRules { rules: RuleSet::Contest2, ..RULES };

#[test]
fn placements_are_clipped_to_the_income() {
    let map = six();
    let mut state = state(&map, &[(1, 1), (1, 1), (0, 2), (2, 1), (2, 1), (2, 1)]);
    // The second player has a bonus of 4.
    let events = round(RULES, &map, &mut state, &["1+3 4+9 2+7 1+1", "4+6 5+6"], 1);
    let placed = |event: &Event| if let Event::Deploy(deploy) = event { deploy.placed } else { 0 };
    assert_eq!(events.iter().map(placed).collect::<Vec<_>>(), [3, 0, 2, 0, 6, 3]);
    assert_eq!([0, 1, 3, 4].map(|region| state.armies(region)), [4, 3, 7, 4]);
}

#[test]
fn armies_go_each_way_once_a_round() {
    let map = six();
    let mut state = state(&map, &[(1, 9), (1, 1), (1, 1), (2, 1), (2, 1), (2, 1)]);
    let events = orders(&round(RULES, &map, &mut state, &["1>2:2 1>2:2 1>3:2", "pass"], 1));
    let ends = [OrderEnd::Transferred, OrderEnd::Skipped(Skip::UsedAlready), OrderEnd::Transferred];
    assert_eq!(events.iter().map(|event| event.end).collect::<Vec<_>>(), ends);
    assert_eq!([0, 1, 2].map(|region| state.armies(region)), [5, 3, 3]);
}

#[test]
fn arrived_armies_cannot_move_on() {
    let map = six();
    let mut first = state(&map, &[(1, 9), (1, 3), (1, 1), (2, 1), (2, 1), (2, 1)]);
    let events = orders(&round(RULES, &map, &mut first, &["1>2:8 2>3:10", "pass"], 1));
    assert_eq!(events.iter().map(|event| event.sent).collect::<Vec<_>>(), [8, 2]);
    // The armies that take a region have also just arrived.
    for (rules, why) in [(RULES, Skip::NotOwned), (SECOND, Skip::NoArmies)] {
        let mut second = state(&map, &[(1, 90), (1, 3), (0, 2), (2, 1), (2, 1), (2, 1)]);
        let events = orders(&round(rules, &map, &mut second, &["1>3:80 3>4:10", "pass"], 1));
        assert_eq!(events[1].end, OrderEnd::Skipped(why));
    }
    // Armies that were deployed may move.
    let mut third = state(&map, &[(1, 1), (1, 3), (1, 1), (2, 1), (2, 1), (2, 1)]);
    let events = orders(&round(RULES, &map, &mut third, &["1+5 1>2:5", "pass"], 1));
    assert_eq!(events[0].sent, 5);
}

#[test]
fn armies_that_were_sent_out_do_not_go_twice() {
    let map = six();
    // Without luck the attack fails, and its survivors come back.
    let rules = RoundRules { luck: 0, ..RULES };
    let mut state = state(&map, &[(1, 9), (1, 3), (1, 11), (2, 5), (2, 1), (2, 1)]);
    let events = orders(&round(rules, &map, &mut state, &["3>4:6 3>1:10", "pass"], 1));
    // Six of eleven were sent, so that five have not moved, one of which stays.
    assert_eq!(events.iter().map(|event| event.sent).collect::<Vec<_>>(), [6, 4]);
}

#[test]
fn armies_that_replace_lost_ones_can_move_on_in_the_first_contest_alone() {
    let map = six();
    // If region 4 attacks region 3 first, the armies of region 1 come to replace the losses. Two of six are lost and
    // twenty arrive. In the second contest four of the first are left, one of which stays.
    for (version, last) in [(RULES, 5), (SECOND, 3)] {
        let rules = RoundRules { luck: 0, ..version };
        let mut seen = false;
        for seed in 0..20 {
            let mut state = state(&map, &[(1, 30), (1, 1), (1, 6), (2, 4), (2, 1), (2, 1)]);
            let events = orders(&round(rules, &map, &mut state, &["1>3:20 3>2:9", "4>3:3"], seed));
            if events[0].side == Side(1) {
                assert_eq!(events.iter().map(|event| event.sent).collect::<Vec<_>>(), [3, 20, last]);
                seen = true;
            }
        }
        assert!(seen);
    }
}

#[test]
fn a_region_that_was_taken_back_can_move_in_the_first_contest_alone() {
    let map = six();
    // Region 4 takes region 3, region 1 takes it back, and region 3 is to send armies.
    for (version, sent) in [(RULES, 1), (SECOND, 0)] {
        let rules = RoundRules { luck: 0, ..version };
        let mut seen = false;
        for seed in 0..20 {
            let mut state = state(&map, &[(1, 90), (1, 1), (1, 2), (2, 9), (2, 1), (2, 1)]);
            let events = orders(&round(rules, &map, &mut state, &["1>3:60 3>2:9", "4>3:8 3>4:5"], seed));
            if events[0].side == Side(1) {
                let event = events.iter().find(|event| event.order.to == 1).expect("the order of region 3");
                assert_eq!(event.sent, sent);
                // The side that took the region for a moment sends nothing from it.
                let event = events.iter().find(|event| event.order.armies == 5).expect("an order");
                assert_eq!(event.sent, 0);
                seen = true;
            }
        }
        assert!(seen);
    }
}

#[test]
fn what_is_not_legal_is_skipped() {
    let map = six();
    let mut state = state(&map, &[(1, 9), (1, 1), (0, 2), (2, 1), (2, 1), (2, 1)]);
    let events = orders(&round(RULES, &map, &mut state, &["1>6:3 4>5:1 2>1:1 1>1:1 1>2:1", "pass"], 1));
    let skip = OrderEnd::Skipped;
    let ends = [
        skip(Skip::NotNeighbours),
        skip(Skip::NotOwned),
        skip(Skip::NoArmies),
        skip(Skip::NotNeighbours),
        OrderEnd::Transferred,
    ];
    assert_eq!(events.iter().map(|event| event.end).collect::<Vec<_>>(), ends);
    // Nothing is told about regions that the player may not see.
    assert!(events[..4].iter().all(|event| event.to_before == 0 && event.to_owner.is_none()));
}

/// Who makes the orders, and which are carried out.
fn sequence(turns: [&str; 2], seed: u64) -> Vec<(Side, bool)> {
    let map = six();
    let mut state = state(&map, &[(1, 9), (1, 9), (1, 9), (2, 9), (2, 9), (2, 9)]);
    let events = orders(&round(RULES, &map, &mut state, &turns, seed));
    events.iter().map(|event| (event.side, !matches!(event.end, OrderEnd::Skipped(_)))).collect()
}

#[test]
fn orders_alternate_with_a_coin_for_each_pair() {
    let mut seen = HashSet::new();
    for seed in 0..200 {
        let sides: Vec<Side> = sequence(["1>2:1 2>1:1 1>3:1", "4>5:1 5>4:1 4>6:1"], seed)
            .iter()
            .map(|(side, _)| *side)
            .collect();
        assert!(sides.chunks(2).all(|pair| pair[0] != pair[1]), "{sides:?}");
        seen.insert(sides);
    }
    assert_eq!(seen.len(), 8, "three coins");
}

#[test]
fn after_a_skipped_order_the_same_player_goes_on() {
    for seed in 0..200 {
        let steps = sequence(["1>6:1 1>5:1 1>2:1 2>1:1", "4>5:1 5>4:1"], seed);
        let carried: Vec<Side> = steps.iter().filter(|(_, done)| *done).map(|(side, _)| *side).collect();
        assert!(carried.chunks(2).all(|pair| pair[0] != pair[1]), "{steps:?}");
        for (step, next) in steps.iter().zip(&steps[1..]) {
            assert!(step.1 || next.0 == step.0, "{steps:?}");
        }
    }
}

#[test]
fn the_rest_of_a_longer_turn_follows() {
    let steps = sequence(["1>2:1", "4>5:1 5>4:1 4>6:1 6>4:1"], 3);
    assert_eq!(steps.len(), 5);
    assert!(steps[2..].iter().all(|(side, done)| *side == Side(1) && *done));
}
