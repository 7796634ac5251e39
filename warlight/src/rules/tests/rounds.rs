//! Rounds by the document's rules.

use super::maps::{six, state};
use crate::map::Map;
use crate::rules::{
    Event, Fight, FightEnd, Move, Order, OrderEnd, OrderEvent, RoundBuffer, RoundRules, RuleSet, Skip, Slot,
    State, Turn, linearise, play_round,
};
use common::game::{Dice, Side};
use std::collections::HashSet;

const SEED: RoundRules = RoundRules { rules: RuleSet::Seed, base_income: 5, luck: 100 };

pub fn turn(text: &str) -> Turn {
    match Move::read(text) {
        Ok(Move::Turn(turn)) => turn,
        other => panic!("{text} is not a turn: {other:?}"),
    }
}

/// Plays a round with the turns of the players.
pub fn round(rules: RoundRules, map: &Map, state: &mut State, turns: &[&str], seed: u64) -> Vec<Event> {
    let turns: Vec<Turn> = turns.iter().map(|text| turn(text)).collect();
    let mut events = Vec::new();
    let (mut buffer, mut dice) = (RoundBuffer::default(), Dice::new(seed));
    play_round(rules, map, state, &turns, &mut buffer, &mut dice, |event| events.push(event));
    events
}

pub fn orders(events: &[Event]) -> Vec<OrderEvent> {
    let order = |event: &Event| if let Event::Order(order) = event { Some(*order) } else { None };
    events.iter().filter_map(order).collect()
}

#[test]
fn deployments_come_first() {
    let map = six();
    let mut state = state(&map, &[(1, 2), (1, 2), (0, 2), (2, 2), (2, 2), (2, 2)]);
    let events = round(SEED, &map, &mut state, &["1+3 2+2 1>3:1", "4+5 4>3:1"], 1);
    assert!(events[..3].iter().all(|event| matches!(event, Event::Deploy(_))));
    assert!(events[3..].iter().all(|event| matches!(event, Event::Order(_))));
    assert_eq!(events.len(), 5);
    assert_eq!((state.armies(1), state.armies(4)), (4, 2));
}

#[test]
fn a_transfer_moves_armies_and_arrived_armies_may_move_on() {
    let map = six();
    let mut state = state(&map, &[(1, 10), (1, 1), (1, 1), (2, 1), (2, 1), (2, 1)]);
    let events = orders(&round(SEED, &map, &mut state, &["1>2:9 2>3:9", "pass"], 1));
    assert_eq!([0, 1, 2].map(|region| state.armies(region)), [1, 1, 10]);
    assert!(events.iter().all(|event| event.end == OrderEnd::Transferred && event.sent == 9));
}

#[test]
fn an_order_is_capped_by_what_is_there_when_it_is_carried_out() {
    let map = six();
    // Region 3 attacks region 4 first, in whatever order, and the second order sends what is left.
    let mut state = state(&map, &[(1, 5), (1, 1), (1, 4), (2, 90), (2, 1), (2, 1)]);
    let events = orders(&round(SEED, &map, &mut state, &["3>4:2 3>1:5", "pass"], 1));
    let second = events[1];
    assert_eq!((second.order.armies, second.sent), (5, 1), "{events:?}");
    assert_eq!((state.armies(2), state.armies(0)), (1, 6));
}

#[test]
fn orders_from_a_lost_region_are_skipped() {
    let map = six();
    let mut seen = HashSet::new();
    for seed in 0..40 {
        let mut state = state(&map, &[(1, 2), (0, 1), (1, 2), (2, 60), (2, 1), (2, 1)]);
        let events = orders(&round(SEED, &map, &mut state, &["3>1:1", "4>3:59"], seed));
        let own = events.iter().find(|event| event.side == Side(0)).expect("the order is reported");
        if events[0].side == Side(1) {
            assert_eq!((own.end, own.sent), (OrderEnd::Skipped(Skip::NotOwned), 0));
            assert_eq!(state.armies(0), 2);
        } else {
            assert_eq!(own.end, OrderEnd::Transferred);
            assert_eq!(state.armies(0), 3);
        }
        assert_eq!(state.owner(2), Some(Side(1)));
        seen.insert(events[0].side);
    }
    assert_eq!(seen.len(), 2, "either order may come first");
}

#[test]
fn an_order_without_armies_is_skipped() {
    let map = six();
    let mut state = state(&map, &[(1, 1), (1, 1), (0, 2), (2, 1), (2, 1), (2, 1)]);
    let events = orders(&round(SEED, &map, &mut state, &["1>3:1", "pass"], 1));
    assert_eq!(events[0].end, OrderEnd::Skipped(Skip::NoArmies));
}

#[test]
fn the_owner_at_the_time_decides_between_attack_and_transfer() {
    let map = six();
    // The first order takes region 3, the second follows as a transfer.
    let mut state = state(&map, &[(1, 200), (1, 4), (0, 1), (2, 1), (2, 1), (2, 1)]);
    let events = orders(&round(SEED, &map, &mut state, &["1>3:199 2>3:3", "pass"], 3));
    let OrderEnd::Fought(fight) = events[0].end else { panic!("no fight: {events:?}") };
    assert_eq!(fight.end, FightEnd::Captured);
    assert_eq!(events[1].end, OrderEnd::Transferred);
    assert_eq!(state.armies(2), 199 - fight.attackers_lost + 3);
}

/// An order of the first side from region 0 to region 1, with its result.
fn attack(attackers_lost: u32, defenders_lost: u32, end: FightEnd) -> Event {
    Event::Order(OrderEvent {
        side: Side(0),
        index: 0,
        order: Order { from: 0, to: 1, armies: 6 },
        sent: 6,
        from_before: 8,
        to_before: 4,
        to_owner: Some(Side(1)),
        end: OrderEnd::Fought(Fight { attackers_lost, defenders_lost, end }),
    })
}

#[test]
fn each_end_of_a_fight_changes_both_regions() {
    let map = six();
    let before = state(&map, &[(1, 8), (2, 4)]);
    let cases = [
        (attack(2, 4, FightEnd::Captured), (2, Side(0), 4)),
        (attack(6, 1, FightEnd::Repelled), (2, Side(1), 3)),
        (attack(2, 3, FightEnd::Standoff), (6, Side(1), 1)),
        (attack(6, 3, FightEnd::BothDestroyed), (2, Side(1), 1)),
    ];
    for (event, (from, owner, to)) in cases {
        let mut after = before.clone();
        event.apply(&mut after);
        assert_eq!((after.armies(0), after.owner(1), after.armies(1)), (from, Some(owner), to), "{event:?}");
        assert_eq!(after.owner(0), Some(Side(0)));
        event.revert(&mut after);
        assert_eq!(after, before);
    }
}

#[test]
fn turns_are_put_into_sequence_index_by_index() {
    let turns = ["1+1 1+1 1>2:1", "4+1 4>5:1 4>6:1 4>5:1", "pass", "2+1 2+1 2+1 2>1:1 2>3:1"].map(turn);
    let mut sequences = HashSet::new();
    let mut buffer = RoundBuffer::default();
    for seed in 0..400 {
        linearise(&turns, &mut buffer, &mut Dice::new(seed));
        for (slots, lengths) in [(&buffer.deploys, [2, 1, 0, 3]), (&buffer.orders, [1, 3, 0, 2])] {
            // Every action once, and never one of a later index before one of an earlier index.
            let mut sorted: Vec<Slot> = slots.clone();
            sorted.sort_unstable();
            let all = Side::all(4).zip(lengths);
            let all: Vec<Slot> =
                all.flat_map(|(side, count)| (0..count).map(move |index| Slot { side, index })).collect();
            assert_eq!(sorted, all);
            assert!(slots.is_sorted_by_key(|slot| slot.index), "{slots:?}");
        }
        // The deployments keep one order of the turns through all indices.
        let first: Vec<Side> = buffer.deploys[..3].iter().map(|slot| slot.side).collect();
        let place = |side: Side| first.iter().position(|other| *other == side);
        assert!(buffer.deploys[3..5].is_sorted_by_key(|slot| place(slot.side)));
        sequences.insert(buffer.orders.clone());
    }
    // 3! orders of the first index, 2! of the second.
    assert_eq!(sequences.len(), 12);
}

#[test]
fn every_sequence_of_orders_is_equally_likely() {
    let turns = ["1>2:1 1>2:1", "4>5:1 4>5:1", "2>1:1"].map(turn);
    let mut counts = std::collections::HashMap::new();
    let (mut buffer, mut dice) = (RoundBuffer::default(), Dice::new(5));
    let throws = 12_000;
    for _ in 0..throws {
        linearise(&turns, &mut buffer, &mut dice);
        *counts.entry(buffer.orders.clone()).or_insert(0u32) += 1;
    }
    assert_eq!(counts.len(), 12);
    // 1000 each, with a standard deviation of 30.
    assert!(counts.values().all(|count| (870..1130).contains(count)), "{counts:?}");
}

#[test]
fn income_is_the_base_and_the_bonuses_of_whole_super_regions() {
    let map = six();
    let state = state(&map, &[(1, 1), (1, 1), (1, 1), (2, 1), (2, 1), (1, 1)]);
    assert_eq!(state.income(&map, 5, Side(0)), 8);
    assert_eq!(state.income(&map, 5, Side(1)), 5);
    let mut all = state.clone();
    for region in [3, 4] {
        all.set_owner(region, Some(Side(0)));
    }
    assert_eq!(all.income(&map, 2, Side(0)), 9);
    assert_eq!(all.alive().len(), 1);
    assert_eq!((state.region_count(Side(0)), state.army_count(Side(0))), (4, 4));
}

#[test]
fn a_buffer_may_be_used_again() {
    let map = six();
    let start = state(&map, &[(1, 9), (1, 3), (0, 2), (2, 9), (2, 3), (0, 2)]);
    let turns = ["1+5 1>3:9 2>3:2", "4+5 4>3:8 5>6:2"].map(turn);
    let (mut buffer, mut copy) = (RoundBuffer::default(), State::default());
    for rules in [RuleSet::Seed, RuleSet::Contest1, RuleSet::Contest2] {
        for seed in 0..20 {
            let rules = RoundRules { rules, ..SEED };
            let mut fresh = start.clone();
            let mut dice = Dice::new(seed);
            play_round(rules, &map, &mut fresh, &turns, &mut RoundBuffer::default(), &mut dice, |_| {});
            copy.clone_from(&start);
            play_round(rules, &map, &mut copy, &turns, &mut buffer, &mut Dice::new(seed), |_| {});
            assert_eq!(fresh, copy);
        }
    }
}
