//! The beginning of a game, and its end.

use super::maps::{build, random, six};
use super::whole::{random_game, start};
use crate::map::{Map, RegionId};
use crate::rules::{
    BadSetup, Effect, MapRef, Move, Position, RuleSet, Setup, Start, Starts, State, WASTELAND_ARMIES,
    give_ranked, picker,
};
use common::game::{Dice, Game, GameResult, Setup as _, Side, Sides, StartError};
use common::job::Work;
use std::collections::HashSet;
use std::sync::Arc;

fn refused(setup: &Setup) -> BadSetup {
    match Position::start(setup, &mut Dice::new(1), &Work::quiet()) {
        Err(StartError::Setup(why)) => why,
        other => panic!("not refused: {other:?}"),
    }
}

fn super_region(map: &Map, region: RegionId) -> u16 {
    map.regions[usize::from(region)].super_region
}

#[test]
fn each_player_is_offered_one_region_of_each_super_region() {
    for players in 2..=8 {
        let map = random(60, 6, 3);
        let setup = Setup { map: map.clone(), players, ..Setup::default() };
        let position = start(&setup, u64::from(players));
        let mut all = Vec::new();
        for side in Side::all(players.into()) {
            let offers = position.offers(side);
            let groups: Vec<u16> = offers.iter().map(|region| super_region(&map, *region)).collect();
            assert_eq!(groups, [0, 1, 2, 3, 4, 5]);
            assert_eq!(position.picks(side), 2);
            all.extend(offers);
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "no region is offered twice");
    }
}

#[test]
fn a_small_super_region_offers_what_it_has() {
    let map = build("small", &[(0, 1), (1, 2)], &[(1, &[0]), (1, &[1]), (1, &[2])]);
    for seed in 0..20 {
        let setup = Setup { map: map.clone(), players: 3, ..Setup::default() };
        let position = start(&setup, seed);
        assert!(!position.is_picking(), "there is nothing to choose");
        assert!(Side::all(3).all(|side| position.state().region_count(side) == 1));
    }
    let setup = Setup { map, players: 4, ..Setup::default() };
    assert_eq!(refused(&setup), BadSetup::TooFewRegions("small".to_owned()));
}

#[test]
fn all_starts_begin_without_a_choice() {
    let setup = Setup { starts: Starts::All, ..Setup::default() };
    let position = start(&setup, 1);
    let groups = setup.map.super_regions.len();
    assert!(!position.is_picking());
    assert!(Side::all(2).all(|side| position.state().region_count(side) == groups));
}

#[test]
fn picks_are_given_when_all_are_in() {
    let mut position = start(&Setup { map: random(30, 4, 1), ..Setup::default() }, 1);
    let offers = Side::all(2).map(|side| position.offers(side)).collect::<Vec<_>>();
    let pick = |side: usize| Move::Pick(vec![offers[side][2], offers[side][0]]);
    let armies = State::neutral(position.map());
    let dice = &mut Dice::new(1);
    assert_eq!(position.play(Side(1), &pick(1), dice), Ok(Effect::Waiting));
    assert_eq!(position.to_move(), Sides::one(Side(0)));
    assert!(position.state().alive().is_empty());
    let effect = position.play(Side(0), &pick(0), dice).expect("a legal pick");
    assert!(matches!(effect, Effect::Starts { complete: true, .. }));
    assert!(!dice.used());
    for side in Side::all(2) {
        let mut own = [offers[side.index()][0], offers[side.index()][2]];
        own.sort_unstable();
        assert!(position.state().regions_of(side).eq(own));
    }
    assert!(armies.regions().all(|region| armies.armies(region) == position.state().armies(region)));
}

#[test]
fn contest_1_offers_two_regions_of_each_super_region() {
    let map = random(42, 6, 1);
    let setup = Setup { map: map.clone(), rules: RuleSet::Contest1, ..Setup::default() };
    for seed in 0..30 {
        let position = start(&setup, seed);
        let offers = position.offers(Side(0));
        let mut groups: Vec<u16> = offers.iter().map(|region| super_region(&map, *region)).collect();
        groups.sort_unstable();
        assert_eq!(groups, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        assert_eq!((offers, 6), (position.offers(Side(1)), position.picks(Side(0))));
        let (positions, plies) = random_game(&setup, seed);
        let Effect::Starts { given, .. } = &plies[1].2 else { panic!("no starts: {:?}", plies[1]) };
        assert_eq!(given.len(), 6);
        assert!(Side::all(2).all(|side| positions[2].state().region_count(side) == 3));
    }
}

#[test]
fn ranked_regions_go_to_whom_the_coin_says() {
    let rankings = [vec![1, 2, 3, 4, 5, 6], vec![1, 2, 3, 7, 8, 9]];
    let mut firsts = [0, 0];
    for seed in 0..100 {
        let given = give_ranked(&rankings, &mut Dice::new(seed));
        assert_eq!(given.len(), 6);
        let regions: Vec<RegionId> = given.iter().map(|(_, region)| *region).collect();
        assert_eq!(regions[..2], [1, 2]);
        assert_eq!(regions[2], 3);
        assert!(given.chunks(2).all(|pair| pair[0].0 != pair[1].0));
        firsts[given[0].0.index()] += 1;
    }
    assert!(firsts.iter().all(|count| *count > 25), "{firsts:?}");
}

fn wastelands(start: &Start) -> Vec<RegionId> {
    start.neutral.regions().filter(|region| start.neutral.armies(*region) == WASTELAND_ARMIES).collect()
}

fn contest2(map: MapRef) -> Setup {
    Setup { map, rules: RuleSet::Contest2, ..Setup::default() }
}

#[test]
fn contest_2_offers_a_region_of_each_super_region_but_no_wasteland() {
    let map = random(80, 12, 1);
    let mut sizes = [0i32; 13];
    for seed in 0..300 {
        let made = Start::new(&contest2(map.clone()), &mut Dice::new(seed)).expect("a good setup");
        let (offers, wastelands) = (&made.offers[0], wastelands(&made));
        assert!(offers.iter().all(|region| !wastelands.contains(region)));
        let groups: Vec<u16> = offers.iter().map(|region| super_region(&map, *region)).collect();
        assert!(groups.iter().copied().eq(0..12), "six wastelands cannot fill a super region of this map");
        sizes[made.picks_in_turn] += 1;
    }
    // Three pairs above six, each of which is dropped with a chance of a quarter: 27, 27, 9 and 1 of 64.
    let expected = [(12, 127), (10, 127), (8, 42), (6, 5)];
    assert!(expected.iter().all(|(size, count)| (sizes[*size] - count).abs() < 35), "{sizes:?}");
    assert_eq!(expected.iter().map(|(size, _)| sizes[*size]).sum::<i32>(), 300);
}

#[test]
fn contest_2_draws_wastelands_from_the_whole_map() {
    let map = random(80, 12, 1);
    let (mut drawn, mut fewer, mut shared) = (vec![0; 80], 0, 0);
    for seed in 0..2000 {
        let made = Start::new(&contest2(map.clone()), &mut Dice::new(seed)).expect("a good setup");
        let wastelands = wastelands(&made);
        assert!((3..=6).contains(&wastelands.len()), "{wastelands:?}");
        fewer += usize::from(wastelands.len() < 6);
        let mut groups: Vec<u16> = wastelands.iter().map(|region| super_region(&map, *region)).collect();
        groups.sort_unstable();
        groups.dedup();
        shared += usize::from(groups.len() < wastelands.len());
        for region in wastelands {
            drawn[usize::from(region)] += 1;
        }
    }
    // A region is drawn with a chance of 1 − (79/80)⁶, about 0.0727: 145 times, with a standard deviation of 12.
    assert!(drawn.iter().all(|count| (90..200).contains(count)), "{drawn:?}");
    // Six draws hit a region twice with a chance of 0.175, and two regions of one super region with about 0.705.
    assert!((280..420).contains(&fewer), "{fewer}");
    assert!((1320..1500).contains(&shared), "{shared}");
}

#[test]
fn contest_2_repeats_draws_in_a_super_region_without_room() {
    // Four super regions of one region each: two draws. A wasteland there has no room beside it, so that the second draw
    // finds another one.
    let borders = [(0, 1), (1, 2), (2, 3)];
    let map = build("row", &borders, &[(1, &[0]), (1, &[1]), (1, &[2]), (1, &[3])]);
    let mut seen = HashSet::new();
    for seed in 0..100 {
        let made = Start::new(&contest2(map.clone()), &mut Dice::new(seed)).expect("a good setup");
        let wastelands = wastelands(&made);
        assert_eq!(wastelands.len(), 2);
        let others: Vec<RegionId> = (0..4).filter(|region| !wastelands.contains(region)).collect();
        assert_eq!((&made.offers[0], made.picks_in_turn), (&others, 2), "wasteland alone offers nothing");
        seen.insert(wastelands);
    }
    assert_eq!(seen.len(), 6, "every pair");
}

#[test]
fn contest_2_starts_on_every_small_map() {
    let groups: [&[(u16, &[RegionId])]; 4] = [
        &[(1, &[0]), (1, &[1])],
        &[(1, &[0]), (1, &[1, 2])],
        &[(1, &[0]), (1, &[1]), (1, &[2])],
        &[(1, &[0]), (1, &[1]), (1, &[2]), (1, &[3]), (1, &[4])],
    ];
    for groups in groups {
        let map = build("small", &[(0, 1), (1, 2), (2, 3), (3, 4)], groups);
        for seed in 0..50 {
            let made = Start::new(&contest2(map.clone()), &mut Dice::new(seed)).expect("a game can start");
            assert!(made.offers[0].len() >= 2 && made.picks_in_turn >= 2, "{made:?}");
        }
    }
}

#[test]
fn contest_2_picks_go_a_b_b_a() {
    let sides: Vec<u8> = (0..8).map(|n| picker(n).0).collect();
    assert_eq!(sides, [0, 1, 1, 0, 0, 1, 1, 0]);
    let setup = Setup { map: random(40, 6, 1), rules: RuleSet::Contest2, ..Setup::default() };
    let (positions, plies) = random_game(&setup, 4);
    for (n, (side, m, _)) in plies[..6].iter().enumerate() {
        assert_eq!(*side, picker(n));
        assert!(matches!(m, Move::Pick(regions) if regions.len() == 1));
    }
    assert!(positions[5].is_picking() && !positions[6].is_picking());
    assert!(Side::all(2).all(|side| positions[6].state().region_count(side) == 3));
}

#[test]
fn bad_setups_are_refused() {
    let contest = Setup { rules: RuleSet::Contest1, players: 3, ..Setup::default() };
    assert_eq!(refused(&contest), BadSetup::ContestPlayers(3));
    assert_eq!(refused(&Setup { players: 9, ..Setup::default() }), BadSetup::Players(9));
    assert_eq!(refused(&Setup { players: 1, ..Setup::default() }), BadSetup::Players(1));
    let mut map = six();
    Arc::make_mut(&mut map.map).max_players = 2;
    let crowded = Setup { map, players: 3, ..Setup::default() };
    assert_eq!(refused(&crowded).to_string(), "the map six is for up to 2 players, not 3");
    let lonely = build("lonely", &[], &[(1, &[0])]);
    for rules in [RuleSet::Seed, RuleSet::Contest1, RuleSet::Contest2] {
        let setup = Setup { map: lonely.clone(), rules, ..Setup::default() };
        assert_eq!(refused(&setup), BadSetup::TooFewRegions("lonely".to_owned()));
    }
}

#[test]
fn the_rule_set_decides_what_is_not_chosen() {
    let setup = |rules| Setup { map: random(42, 6, 1), rules, ..Setup::default() };
    let known = |setup: &Setup| (setup.luck(), setup.round_limit(), setup.fog());
    assert_eq!(known(&setup(RuleSet::Seed)), (100, 100, false));
    assert_eq!(known(&setup(RuleSet::Contest1)), (100, 100, true));
    assert_eq!(known(&setup(RuleSet::Contest2)), (16, 105, true));
    let mut small = Setup { map: six(), rules: RuleSet::Contest2, ..Setup::default() };
    assert_eq!(small.round_limit(), 60);
    for (name, value) in [("luck", "50"), ("rounds", "7"), ("fog", "off")] {
        assert_eq!(small.set(name, value), Ok(()));
    }
    assert_eq!(known(&small), (50, 7, false));
    assert!(small.set("luck", "101").is_err() && small.set("rounds", "0").is_err());
}

#[test]
fn games_end_by_conquest_or_by_the_round_limit() {
    let setup = Setup { map: six(), round_limit: Some(60), starts: Starts::Count(1), ..Setup::default() };
    let (mut wins, mut draws) = (0, 0);
    for seed in 0..60 {
        let (positions, _) = random_game(&setup, seed);
        let last = &positions[positions.len() - 1];
        match last.outcome().expect("the game is over").result() {
            GameResult::Win(winner) => {
                assert_eq!(last.state().alive(), Sides::one(winner));
                wins += 1;
            }
            GameResult::Draw(sides) => {
                assert_eq!((last.round(), sides), (60, Sides::all(2)));
                draws += 1;
            }
            other => panic!("{other:?}"),
        }
        let earlier = &positions[positions.len() - 2];
        assert!(earlier.is_picking() || earlier.state().alive().len() == 2);
    }
    assert!(wins > 5, "{wins} wins and {draws} draws");
    let short = Setup { round_limit: Some(1), ..setup };
    let (positions, plies) = random_game(&short, 1);
    assert_eq!((plies.len(), positions[4].round()), (4, 1));
}

#[test]
fn an_eliminated_player_is_not_waited_for() {
    let setup = Setup {
        map: random(14, 4, 2),
        players: 4,
        starts: Starts::Count(1),
        round_limit: Some(80),
        ..Setup::default()
    };
    let mut seen = false;
    for seed in 0..20 {
        let (positions, _) = random_game(&setup, seed);
        for position in positions.iter().filter(|position| !position.is_picking()) {
            let alive = position.state().alive();
            assert!(position.to_move().iter().all(|side| alive.contains(side)));
            seen |= alive.len() == 3 && position.outcome().is_none();
        }
        let last = &positions[positions.len() - 1];
        let leaders = match last.outcome().expect("over").result() {
            GameResult::Win(side) => Sides::one(side),
            GameResult::Draw(sides) => sides,
            other => panic!("{other:?}"),
        };
        assert_eq!(leaders, last.state().alive(), "the survivors share a draw");
    }
    assert!(seen, "nobody was eliminated early in any game");
}
