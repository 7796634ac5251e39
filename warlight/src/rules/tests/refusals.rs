//! Every refusal, with its sentence.

use super::maps::{six, state};
use super::whole::start;
use crate::rules::{Illegal, Move, Position, RuleSet, Setup, Starts, check_strictly, check_turn};
use common::game::{Dice, Game, Side};

fn refusal(position: &Position, side: u8, text: &str) -> String {
    match position.parse(Side(side), text) {
        Err(why) => why.to_string(),
        Ok(m) => panic!("{m} is legal"),
    }
}

/// A game on the map of six regions, before the picks.
fn picking() -> Position {
    start(&Setup { map: six(), starts: Starts::Count(1), ..Setup::default() }, 1)
}

/// The same after the picks: the first side has region `.1`, the second `.2`, as numbers counted from 1.
fn playing() -> (Position, u16, u16) {
    let mut position = picking();
    let regions = [0, 1].map(|side| position.offers(Side(side))[0]);
    for (side, region) in (0..).zip(regions) {
        position.play(Side(side), &Move::Pick(vec![region]), &mut Dice::new(1)).expect("a legal pick");
    }
    (position, regions[0] + 1, regions[1] + 1)
}

#[test]
fn picks() {
    let position = picking();
    let offers: Vec<u16> = position.offers(Side(0)).iter().map(|region| region + 1).collect();
    let other = position.offers(Side(1))[0] + 1;
    let [a, b] = offers[..] else { panic!("two super regions, two offers") };
    assert_eq!(
        refusal(&position, 0, &format!("pick {other}")),
        format!("Region {other} ({other}) is not offered")
    );
    assert_eq!(refusal(&position, 0, &format!("pick {a} {b}")), "pick 1 region, not 2");
    assert_eq!(refusal(&position, 0, "pick"), "pick 1 region, not 0");
    assert_eq!(refusal(&position, 0, &format!("pick {a} {a}")), format!("Region {a} ({a}) is picked twice"));
    assert_eq!(refusal(&position, 0, "pick 7"), "there is no region 7: the map has the regions 1 to 6");
    assert_eq!(refusal(&position, 0, "pass"), "pick your starting regions first, as in pick 3 12");
    let mut committed = position;
    let m = committed.parse(Side(0), &format!("pick {a}")).expect("a legal pick");
    committed.play(Side(0), &m, &mut Dice::new(1)).expect("a legal pick");
    assert_eq!(
        refusal(&committed, 0, &format!("pick {a}")),
        "this turn has been committed; wait for the other players"
    );
    assert_eq!(refusal(&committed, 5, "pass"), "this player has no regions left");
}

#[test]
fn picks_in_turn() {
    let position = start(&Setup { rules: RuleSet::Contest2, ..Setup::default() }, 1);
    let mover = position.to_move().first().expect("somebody picks");
    let region = position.offers(mover)[0] + 1;
    assert_eq!(refusal(&position, mover.other().0, &format!("pick {region}")), "another player is picking");
    let mut next = position;
    next.play(mover, &Move::Pick(vec![region - 1]), &mut Dice::new(1)).expect("a legal pick");
    let why = refusal(&next, mover.other().0, &format!("pick {region}"));
    assert!(why.ends_with("is not offered"), "{why}");
}

#[test]
fn turns() {
    let (position, own, other) = playing();
    let neighbour = position.map().regions[usize::from(own) - 1].neighbours[0] + 1;
    let far = (1..=6).find(|n| {
        *n != own && position.map().regions[usize::from(own) - 1].neighbours.binary_search(&(n - 1)).is_err()
    });
    let far = far.expect("no region of this map has five neighbours");
    let cases = [
        (format!("pick {own}"), "the starting regions have been picked; give a turn, as in 3+5 3>4:7".to_owned()),
        ("7+1".to_owned(), "there is no region 7: the map has the regions 1 to 6".to_owned()),
        (format!("{own}>7:1"), "there is no region 7: the map has the regions 1 to 6".to_owned()),
        (format!("{own}+0"), format!("0 armies do nothing at Region {own} ({own}): use 1 or more")),
        (format!("{own}>{neighbour}:0"), format!("0 armies do nothing at Region {own} ({own}): use 1 or more")),
        (
            format!("{other}+1"),
            format!("you cannot deploy to Region {other} ({other}): it is not your region"),
        ),
        (format!("{own}+3 {own}+3"), "you cannot deploy 6 armies: your income is 5".to_owned()),
        (
            format!("{other}>{own}:1"),
            format!("you cannot move from Region {other} ({other}): it is not your region"),
        ),
        (
            format!("{own}>{far}:1"),
            format!("Region {own} ({own}) and Region {far} ({far}) are not neighbours"),
        ),
        (
            format!("{own}>{own}:1"),
            format!("Region {own} ({own}) and Region {own} ({own}) are not neighbours"),
        ),
        (
            format!("{own}+3 {own}>{neighbour}:3 {own}>{neighbour}:2"),
            format!("you cannot move 5 armies from Region {own} ({own}): only 4 can leave, one must stay"),
        ),
        (
            "move!".to_owned(),
            "'move!' is not understood: deploy with 3+5, attack or transfer with 3>4:7, pick with pick 3 12, or pass"
                .to_owned(),
        ),
    ];
    for (text, why) in cases {
        assert_eq!(refusal(&position, 0, &text), why, "{text}");
    }
    assert!(position.parse(Side(0), &format!("{own}+5 {own}>{neighbour}:3 {own}>{neighbour}:3")).is_ok());
    assert!(position.parse(Side(0), "pass").is_ok());
}

#[test]
fn after_the_end() {
    let (mut position, _, _) = playing();
    for round in 0.. {
        if position.outcome().is_some() {
            break;
        }
        for side in Side::all(2) {
            position
                .play(side, &Move::Turn(crate::rules::Turn::default()), &mut Dice::new(round))
                .expect("pass");
        }
    }
    assert_eq!(position.round(), 100);
    assert_eq!(refusal(&position, 0, "pass"), "the game is over");
}

#[test]
fn the_contests_refuse_only_nonsense() {
    let map = six();
    let state = state(&map, &[(1, 3), (0, 2), (0, 2), (2, 3), (0, 2), (0, 2)]);
    let turn = super::rounds::turn("1+90 4+1 1>6:70 4>1:1");
    for rules in [RuleSet::Contest1, RuleSet::Contest2] {
        assert_eq!(check_turn(rules, &map, &state, Side(0), 5, &turn), Ok(()));
        let nonsense = super::rounds::turn("9+1");
        let refused = check_turn(rules, &map, &state, Side(0), 5, &nonsense);
        assert_eq!(refused, Err(Illegal::NoRegion { number: 9, regions: 6 }));
        let nothing = super::rounds::turn("1>2:0");
        assert!(matches!(check_turn(rules, &map, &state, Side(0), 5, &nothing), Err(Illegal::NoArmies(_))));
    }
    assert!(check_strictly(&map, &state, Side(0), 5, &turn).is_err());
}

#[test]
fn a_refused_move_changes_nothing() {
    let (mut position, own, other) = playing();
    let before = position.clone();
    for text in [format!("{own}+6"), format!("{other}+1"), format!("{own}>{own}:1")] {
        let m = Move::read(&text).expect("it is written like a move");
        assert!(position.play(Side(0), &m, &mut Dice::new(1)).is_err());
        assert_eq!(position, before);
    }
}
