//! Fog: what a side sees, and that nothing else leaks.

use super::maps::{random, six, state};
use super::whole::{random_game, setups};
use crate::map::{Map, RegionId};
use crate::rules::{
    ChangeEvent, Effect, Event, Move, Order, OrderEnd, Position, RoundRules, RuleSet, Setup, State, View,
};
use common::game::{Game, Made, Side};

/// Whether a side sees a region, by the definition.
fn sees(map: &Map, state: &State, side: Side, region: RegionId) -> bool {
    let region = usize::from(region);
    let near =
        |other: RegionId| usize::from(other) == region || map.regions[region].neighbours.contains(&other);
    state.regions_of(side).any(near)
}

fn foggy() -> impl Iterator<Item = Setup> {
    setups().into_iter().filter(Setup::fog)
}

fn copy(from: &State, to: &mut State, region: RegionId) {
    to.set_owner(region, from.owner(region));
    to.set_armies(region, from.armies(region));
}

#[test]
fn a_view_shows_what_is_near_and_remembers_the_rest() {
    for setup in foggy() {
        for seed in 0..5 {
            let (positions, plies) = random_game(&setup, seed);
            for side in Side::all(setup.players.into()) {
                // What the side has seen, kept by hand.
                let mut known = positions[0].start.neutral.clone();
                for (n, position) in positions.iter().enumerate().filter(|(_, p)| p.outcome().is_none()) {
                    if let Some((_, _, effect)) = n.checked_sub(1).map(|n| &plies[n]) {
                        learn(&setup, side, positions[n - 1].state(), effect, &mut known);
                    }
                    let (view, state) = (position.view(side), position.state());
                    for region in state.regions() {
                        let near = sees(&setup.map, state, side, region) && !position.is_picking();
                        assert_eq!(near, view.is_seen(region), "{side} and {region} in {position:?}");
                        if near {
                            copy(state, &mut known, region);
                        }
                    }
                    assert_eq!(view.state, known, "{side} in {position:?}");
                }
                let last = &positions[positions.len() - 1];
                assert_eq!(&last.view(side).state, last.state(), "there is no fog after the end");
            }
        }
    }
}

/// Learns what a side witnesses.
fn learn(setup: &Setup, side: Side, before: &State, effect: &Effect, known: &mut State) {
    let mut state = before.clone();
    match effect {
        Effect::Waiting => {}
        Effect::Starts { given, .. } => {
            for (owner, region) in given.iter().filter(|_| setup.rules == RuleSet::Contest2) {
                known.set_owner(*region, Some(*owner));
            }
        }
        Effect::Round { record, .. } => {
            for event in &record.events {
                let near = |state: &State| {
                    regions(event)
                        .into_iter()
                        .filter(|r| sees(&setup.map, state, side, *r))
                        .collect::<Vec<_>>()
                };
                let mut seen = near(&state);
                event.apply(&mut state);
                seen.extend(near(&state));
                let skipped = matches!(event, Event::Order(e) if matches!(e.end, OrderEnd::Skipped(_)));
                for region in seen.into_iter().filter(|_| !skipped) {
                    copy(&state, known, region);
                }
            }
        }
    }
}

#[test]
fn a_lost_region_is_not_remembered_as_own() {
    for setup in foggy() {
        let (positions, _) = random_game(&setup, 1);
        for position in positions.iter().filter(|position| !position.is_picking()) {
            for side in Side::all(setup.players.into()) {
                let view = position.view(side);
                assert!(view.state.regions_of(side).eq(position.state().regions_of(side)));
            }
        }
    }
}

/// Hidden regions may be anything: the view is the same.
#[test]
fn hidden_regions_do_not_change_a_view() {
    for setup in foggy() {
        let (positions, _) = random_game(&setup, 3);
        for position in positions.iter().filter(|p| p.outcome().is_none() && !p.is_picking()) {
            for side in Side::all(setup.players.into()) {
                let mut changed = position.clone();
                for region in position.state.regions() {
                    if !sees(position.map(), &position.state, side, region) {
                        changed.state.set_armies(region, 1000 + u32::from(region));
                    }
                }
                assert_eq!(position.view(side), changed.view(side));
            }
        }
    }
}

#[test]
fn pending_turns_do_not_change_a_view() {
    for setup in setups() {
        let (positions, _) = random_game(&setup, 5);
        for position in &positions {
            for side in Side::all(setup.players.into()) {
                let mut changed = position.clone();
                for other in Side::all(setup.players.into()).filter(|other| *other != side) {
                    if let Some(m) = &mut changed.pending[other.index()] {
                        *m = Move::Pick(vec![9, 9, 9]);
                    }
                }
                assert_eq!(position.view(side), changed.view(side));
                let own = position.pending[side.index()].clone();
                assert_eq!(position.view(side).committed, own);
            }
        }
    }
}

/// The regions that an event names.
fn regions(event: &Event) -> Vec<RegionId> {
    match event {
        Event::Deploy(deploy) => vec![deploy.region],
        Event::Order(order) => vec![order.order.from, order.order.to],
        Event::Change(change) => vec![change.region],
    }
}

#[test]
fn effects_show_only_what_was_seen() {
    let (mut whole, mut partial, mut hidden) = (0, 0, 0);
    for setup in foggy() {
        for seed in 0..5 {
            let (positions, plies) = random_game(&setup, seed);
            let now = &positions[positions.len() - 2];
            for ((_, _, effect), before) in plies.iter().zip(&positions) {
                for viewer in Side::all(setup.players.into()) {
                    let Some(Effect::Round { record: seen, undo }) =
                        Position::visible_effect(viewer, effect, now)
                    else {
                        continue;
                    };
                    let Effect::Round { record, .. } = effect else { panic!("a round out of nothing") };
                    assert!(undo.is_none() && seen.witnesses.is_empty());
                    // Every event that is shown happened where the viewer was looking, in this sequence.
                    let mut shown = seen.events.iter().peekable();
                    let mut state = before.state().clone();
                    for event in &record.events {
                        let near = |state: &State, region| sees(&setup.map, state, viewer, region);
                        let places = regions(event);
                        let mut visible: Vec<bool> = places.iter().map(|r| near(&state, *r)).collect();
                        event.apply(&mut state);
                        for (visible, region) in visible.iter_mut().zip(&places) {
                            *visible |= near(&state, *region);
                        }
                        let own = matches!(event, Event::Deploy(e) if e.side == viewer)
                            || matches!(event, Event::Order(e) if e.side == viewer);
                        let nothing = matches!(event, Event::Order(e) if matches!(e.end, OrderEnd::Skipped(_)))
                            || matches!(event, Event::Deploy(e) if e.placed == 0);
                        if own {
                            assert_eq!(shown.next(), Some(event));
                        } else if nothing || !visible.contains(&true) {
                            hidden += 1;
                        } else if visible.contains(&false) {
                            let place = places[usize::from(visible[1])];
                            let after = (state.owner(place), state.armies(place));
                            let Some(Event::Change(ChangeEvent { region, after: told, order, .. })) =
                                shown.next()
                            else {
                                panic!("{event:?} is told as something else than a change")
                            };
                            assert_eq!((*region, *told), (place, after));
                            assert_eq!([order.from, order.to][..], places);
                            partial += 1;
                        } else {
                            assert_eq!(shown.next().map(regions), Some(places));
                            whole += 1;
                        }
                    }
                    assert_eq!(shown.next(), None);
                }
            }
        }
    }
    assert!(whole > 100 && partial > 100 && hidden > 100, "{whole} {partial} {hidden}");
}

#[test]
fn an_order_of_which_one_end_is_seen_does_not_tell_the_other() {
    let map = six();
    // The first side sees regions 1 to 3 only; region 4 attacks region 3.
    let rules = RoundRules { rules: RuleSet::Seed, base_income: 5, luck: 0 };
    let before = state(&map, &[(1, 5), (0, 2), (0, 4), (2, 50), (2, 1), (2, 1)]);
    let mut after = before.clone();
    let events = super::rounds::round(rules, &map, &mut after, &["pass", "4+5 4>3:40 5>6:1"], 1);
    let mut record = crate::rules::RoundRecord { round: 1, events, witnesses: Vec::new() };
    record.witnesses = crate::rules::fog::witnesses(&map, &mut before.clone(), &record);
    let seen = record.seen_by(Side(0));
    // 70 % of four defenders hit three attackers.
    let order = Order { from: 3, to: 2, armies: 40 };
    let after = (Some(Side(1)), 37);
    let change = ChangeEvent { region: 2, before: (None, 4), after, side: Side(1), order };
    assert_eq!(seen.events, [Event::Change(change)]);
    assert_eq!(record.seen_by(Side(1)).events, record.events);
}

#[test]
fn moves_of_others_stay_hidden_until_the_end() {
    let setup = Setup { map: random(20, 4, 9), players: 3, round_limit: Some(5), ..Setup::default() };
    for (fog, contest) in [(true, false), (false, false), (true, true)] {
        let mut setup = Setup { fog: Some(fog), ..setup.clone() };
        if contest {
            (setup.rules, setup.players) = (RuleSet::Contest2, 2);
        }
        let (positions, plies) = random_game(&setup, 2);
        for (n, now) in positions.iter().enumerate() {
            for (ply, (side, m, _)) in plies[..n].iter().enumerate() {
                let before = &positions[ply];
                let viewer = Side((side.0 + 1) % setup.players);
                let played = now.round() > before.round() || before.is_picking() && !now.is_picking();
                let public = contest && before.is_picking();
                let expected = now.outcome().is_some() || public || !fog && played;
                let made = Made { side: *side, m, before };
                assert_eq!(Position::is_visible(viewer, made, now), expected);
                assert!(Position::is_visible(*side, Made { side: *side, m, before }, now));
            }
        }
    }
}

#[test]
fn the_viewer_can_always_plan_its_own_turn() {
    for setup in foggy() {
        let (positions, _) = random_game(&setup, 8);
        for position in &positions {
            for side in position.to_move().iter() {
                let view: View = position.view(side);
                assert_eq!(
                    view.income(side),
                    if view.picking { view.income(side) } else { position.income(side) }
                );
                assert!(view.state.regions_of(side).eq(position.state().regions_of(side)));
                let dice = &mut common::game::Dice::new(4);
                let m = crate::ai::random_move(&view, dice).expect("it is to move");
                assert_eq!(position.check(side, &m), Ok(()));
            }
        }
    }
}
