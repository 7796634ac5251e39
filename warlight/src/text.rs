//! The texts of the game: names, boards, error messages, and descriptions of moves.

use crate::database::{Database, GameKind, Games};
use crate::map::{Map, RegionId};
use crate::record::{Action, GameEnd, GameRecord, RESIGNED, ReplayCursor};
use crate::rules::{
    DeployEvent, Effect, Event, FightEnd, Illegal, Move, OrderEnd, OrderEvent, Place, Position, RoundRecord,
    RuleSet, Setup, Skip, Starts, View,
};
use common::game::{GameResult, Side, Value};
use common::player::{Level, MoveText};
use common::review::Reviewer;
use common::session::{Seat, Session};
use common::store::Store;
use common::styled::StyledText;
use common::words::{Brancher, Entry, FrontEnd, SeenPly, Words};
use std::borrow::Cow;
use std::fmt;

mod branch;
mod draw;
mod enter;

/// The levels, weakest first.
pub const LEVELS: &[Level] = &[
    Level { name: "easy", about: "plays sensible turns without looking ahead; for beginners" },
    Level { name: "medium", about: "compares a few turns before it chooses one" },
    Level { name: "hard", about: "compares many turns, and what the others may do" },
    Level { name: "strong", about: "the best: uses all its thinking time" },
];

/// The players of the original program, and simple ones.
pub const ORIGINALS: &[Level] = &[
    Level { name: "random", about: "plays random turns" },
    Level { name: "smart-random", about: "draws one of a few sensible turns" },
    Level { name: "aggressive", about: "attacks wherever it has a fair chance" },
    Level {
        name: "mcts",
        about: "tries the turns of smart-random in simulated games (Monte Carlo tree search)",
    },
];

/// The options of the AI players.
pub const PLAYER_OPTIONS: &str = "\
Options of AI players follow a colon:
  strong:threads=2       number of threads (strong, mcts)
  strong:weights=FILE    weights that the command tune has written
  mcts:level=3           thinking time, 1 to 3, if the game sets none
  mcts:settings=my.yaml  a file of constants (smart-random, aggressive, mcts)";

/// "one army", "7 armies".
pub fn armies(count: impl Into<u64>) -> String {
    match count.into() {
        0 => "no armies".to_owned(),
        1 => "one army".to_owned(),
        n => format!("{n} armies"),
    }
}

/// The name of a rule set for people. Its value in files and arguments comes from the document that the rules are from.
pub fn rules_name(value: &str) -> &str {
    if value == "seed" { "standard" } else { value }
}

/// A region with its number: "Alaska (3)".
pub fn region_name(map: &Map, region: RegionId) -> String {
    let name = map.regions.get(usize::from(region)).map_or("", |region| region.name.as_str());
    format!("{name} ({})", u32::from(region) + 1)
}

/// The same without the number, for the window: "Alaska".
pub fn plain_name(map: &Map, region: RegionId) -> String {
    map.regions.get(usize::from(region)).map_or(String::new(), |region| region.name.clone())
}

/// How regions are named in a text.
pub type RegionNames = fn(&Map, RegionId) -> String;

/// A turn that `side` could give: all new armies to one of its regions, and from there to a neighbour of somebody else.
fn example_turn(view: &View, side: Side) -> Option<String> {
    let income = view.income(side);
    let own = view.state.regions_of(side);
    let (from, to) = own
        .filter_map(|from| {
            let near = &view.map().regions.get(usize::from(from))?.neighbours;
            Some((from, *near.iter().find(|to| !view.state.owns(side, **to))?))
        })
        .max_by_key(|(from, _)| view.state.armies(*from))?;
    let sent = (view.state.armies(from) + income).checked_sub(1).filter(|sent| *sent > 0)?;
    let (from, to) = (u32::from(from) + 1, u32::from(to) + 1);
    let deploy = if income > 0 { format!("{from}+{income} ") } else { String::new() };
    Some(format!("{deploy}{from}>{to}:{sent}"))
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.number)
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NotUnderstood(text) => write!(
                f,
                "'{text}' is not understood: deploy with 3+5, attack or transfer with 3>4:7, pick with pick 3 12, or pass"
            ),
            Illegal::OneLine => write!(
                f,
                "a turn is one line of numbers of regions and armies: deploy with 3+5, attack or transfer with 3>4:7, as in 3+5 3>4:7"
            ),
            Illegal::NoName(name) => {
                write!(
                    f,
                    "no region is named '{name}': use the names or the numbers of the list, as in pick 3 12"
                )
            }
            Illegal::SeveralNames(name, places) => {
                const MOST: usize = 6;
                let listed: Vec<String> = places.iter().take(MOST).map(ToString::to_string).collect();
                let more = if places.len() > MOST { ", …" } else { "" };
                let listed = listed.join(", ");
                write!(
                    f,
                    "'{name}' begins several names: {listed}{more}; write the whole name, or the number"
                )
            }
            Illegal::NoRegion { number, regions } => {
                write!(f, "there is no region {number}: the map has the regions 1 to {regions}")
            }
            Illegal::Over => write!(f, "the game is over"),
            Illegal::Eliminated => write!(f, "this player has no regions left"),
            Illegal::NotYourTurn => write!(f, "another player is picking"),
            Illegal::Committed => write!(f, "this turn has been committed; wait for the other players"),
            Illegal::PickFirst => write!(f, "pick your starting regions first, as in pick 3 12"),
            Illegal::Picked => {
                write!(f, "the starting regions have been picked; give a turn, as in 3+5 3>4:7")
            }
            Illegal::PickCount { expected: 1, given } => write!(f, "pick 1 region, not {given}"),
            Illegal::PickCount { expected, given } => write!(f, "pick {expected} regions, not {given}"),
            Illegal::NotOffered(place) => write!(f, "{place} is not offered"),
            Illegal::PickedTwice(place) => write!(f, "{place} is picked twice"),
            Illegal::NoArmies(place) => write!(f, "0 armies do nothing at {place}: use 1 or more"),
            Illegal::DeployElsewhere(place) => {
                write!(f, "you cannot deploy to {place}: it is not your region")
            }
            Illegal::TooManyDeployed { deployed, income } => {
                write!(f, "you cannot deploy {deployed} armies: your income is {income}")
            }
            Illegal::NotYours(place) => write!(f, "you cannot move from {place}: it is not your region"),
            Illegal::NotNeighbours(from, to) => write!(f, "{from} and {to} are not neighbours"),
            Illegal::TooFewArmies { from, ordered, available } => write!(
                f,
                "you cannot move {ordered} armies from {from}: only {available} can leave, one must stay"
            ),
        }
    }
}

/// What happened in a round, one sentence for each step.
pub fn describe_round(setup: &Setup, record: &RoundRecord) -> Vec<String> {
    let begin = format!("Round {}.", record.round);
    std::iter::once(begin)
        .chain(record.events.iter().map(|event| describe_event(setup, event, region_name)))
        .collect()
}

/// A step of a round, in a sentence.
pub fn describe_event(setup: &Setup, event: &Event, region_name: RegionNames) -> String {
    let (map, name) = (&setup.map, |side| setup.name(side));
    match event {
        Event::Deploy(DeployEvent { side, region, placed, .. }) => {
            format!("{} deploys {} to {}.", name(*side), armies(*placed), region_name(map, *region))
        }
        Event::Order(order) => describe_order(setup, order, region_name),
        Event::Change(change) => {
            let owner = change.after.0.map_or("neutral", name);
            let (from, to) = (region_name(map, change.order.from), region_name(map, change.order.to));
            format!(
                "{} sends {} from {from} to {to}; {} is now {owner} with {}.",
                name(change.side),
                armies(change.order.armies),
                region_name(map, change.region),
                armies(change.after.1)
            )
        }
    }
}

/// The last action of a replay, as far as the viewer may know of it; without a viewer, all of it.
pub fn describe_action(cursor: &ReplayCursor, viewer: Option<Side>, region_name: RegionNames) -> Vec<String> {
    let setup = cursor.record().setup();
    let viewer = viewer.filter(|_| setup.fog());
    match cursor.last_action() {
        None => Vec::new(),
        Some(Action::Starts(given)) => {
            let public = setup.rules == RuleSet::Contest2;
            let known =
                given.iter().filter(|(side, _)| viewer.is_none_or(|viewer| public || *side == viewer));
            let start = |(side, id): &(Side, RegionId)| {
                format!("{} starts in {}.", setup.name(*side), region_name(&setup.map, *id))
            };
            known.map(start).collect()
        }
        Some(Action::Step { .. }) => {
            let event = cursor.last_event(viewer);
            event.map(|event| describe_event(setup, &event, region_name)).into_iter().collect()
        }
    }
}

/// How a recorded game ended, in a sentence.
pub fn describe_end(record: &GameRecord) -> String {
    let rounds = match record.rounds() {
        1 => "one round".to_owned(),
        rounds => format!("{rounds} rounds"),
    };
    let player = |side: Side| {
        let player = record.players().get(side.index()).map_or("", String::as_str);
        format!("{} ({player})", record.setup().name(side))
    };
    let winner = record.outcome().and_then(common::game::Outcome::winner);
    let result = winner.map_or("A draw".to_owned(), |side| format!("{} wins", player(side)));
    match record.end() {
        None => format!("Unfinished after {rounds}."),
        Some(GameEnd::Conquered) => format!("{result} after {rounds}: all other players are eliminated."),
        Some(GameEnd::RoundLimit) => format!("{result} after {rounds}: the round limit is reached."),
        Some(GameEnd::Forfeit { side, why }) if why == RESIGNED => {
            format!("{result} after {rounds}: {} resigned.", player(*side))
        }
        Some(GameEnd::Forfeit { side, why }) => {
            format!("{result} after {rounds}: {} loses, because {why}.", player(*side))
        }
        Some(GameEnd::Interrupted) => format!("Interrupted after {rounds}."),
    }
}

fn describe_order(setup: &Setup, event: &OrderEvent, region_name: RegionNames) -> String {
    let (map, who, count) = (&setup.map, setup.name(event.side), armies(event.sent));
    let (from, to) = (region_name(map, event.order.from), region_name(map, event.order.to));
    let fight = match event.end {
        OrderEnd::Skipped(why) => {
            let why = match why {
                Skip::NotOwned => "the region is not theirs",
                Skip::NoArmies => "no army can leave",
                Skip::NotNeighbours => "they are not neighbours",
                Skip::UsedAlready => "armies have gone this way in this round",
            };
            return format!("{who} sends nothing from {from} to {to}: {why}.");
        }
        OrderEnd::Transferred => return format!("{who} moves {count} from {from} to {to}."),
        OrderEnd::Fought(fight) => fight,
    };
    let (attackers, defenders) = (armies(fight.attackers_lost), armies(fight.defenders_lost));
    let end = match fight.end {
        FightEnd::Captured => format!("takes it, losing {attackers} and destroying {defenders}"),
        FightEnd::Repelled => format!("is repelled, losing all and destroying {defenders}"),
        FightEnd::Standoff if fight.attackers_lost + fight.defenders_lost == 0 => {
            "withdraws; nobody loses an army".to_owned()
        }
        FightEnd::Standoff => format!("withdraws, losing {attackers} and destroying {defenders}"),
        FightEnd::BothDestroyed => "loses all; one defender is left".to_owned(),
    };
    format!("{who} attacks {to} from {from} with {count} and {end}.")
}

impl Words for Position {
    const MOVE_VALUES: bool = false;
    const NO_UNDO: &'static str =
        "there is nothing to undo: a turn is committed as a whole, and then it is final";

    fn side_name(setup: &Setup, _: Option<&View>, side: Side) -> Cow<'static, str> {
        setup.name(side).to_owned().into()
    }

    /// The map and the number of players, and what differs from the default.
    fn summary(setup: &Setup) -> String {
        let usual = Setup::default();
        let mut parts = vec![setup.map.name.clone(), format!("{} players", setup.players)];
        match setup.rules {
            RuleSet::Seed => {}
            RuleSet::Contest1 => parts.push("contest rules 1".to_owned()),
            RuleSet::Contest2 => parts.push("contest rules 2".to_owned()),
        }
        if setup.fog() {
            parts.push("fog".to_owned());
        }
        if setup.rules == RuleSet::Seed && setup.starts != usual.starts {
            // No player gets more than one region of each super region.
            let all = setup.map.super_regions.len();
            parts.push(match setup.starts {
                Starts::Count(count) if usize::from(count) >= all => {
                    "a start in every super region".to_owned()
                }
                Starts::All => "a start in every super region".to_owned(),
                Starts::Count(1) => "1 starting region".to_owned(),
                Starts::Count(count) => format!("{count} starting regions"),
            });
        }
        if setup.base_income != usual.base_income {
            parts.push(format!("income {}", setup.base_income));
        }
        parts.extend(setup.luck.map(|luck| format!("{luck} % luck")));
        parts.extend(setup.round_limit.map(|rounds| format!("{rounds} rounds")));
        parts.join(", ")
    }

    /// Players think in rounds. Whoever is alive gives one turn in each; a round that waits for a turn does not count.
    fn length(setup: &Setup, moves: &[MoveText]) -> String {
        let turns = |side: Side| {
            let own = moves.iter().filter(|made| made.side == side);
            own.filter(|made| !matches!(Move::read(&made.text), Ok(Move::Pick(_)))).count()
        };
        let before = setup.from.as_ref().map_or(0, |from| usize::from(from.record().rounds()));
        let turns: Vec<usize> = Side::all(usize::from(setup.players)).map(turns).collect();
        let begun = turns.iter().max().copied().unwrap_or(0);
        // Who is behind by more was eliminated.
        let rounds = before + turns.into_iter().filter(|turns| turns + 1 >= begun).min().unwrap_or(0);
        if rounds == 1 { "1 round".to_owned() } else { format!("{rounds} rounds") }
    }

    fn rules() -> &'static str {
        "\
Warlight. Conquer all regions of the other players.
First you pick your starting regions. In every round, all players give their turns at the same
time; then the round is played. You deploy armies to your regions: five, and the bonus of every
super region that is completely yours. Then you send armies to neighbouring regions: to your own,
or to attack. One army always stays behind.
Each attacking army destroys a defender with a chance of 60 %, each defending army an attacker
with a chance of 70 %. The attackers take a region if they destroy all defenders and at least one
of them survives.

Regions have numbers. In a turn, 3+5 deploys five armies to region 3, and 3>4:7 sends seven armies
from region 3 to region 4. Write everything in one line: 3+5 3>4:7 3>8:2. To do nothing, type pass.
"
    }

    fn board(view: &View, recent: &[SeenPly<'_, Position>]) -> StyledText {
        draw::board(view, recent.first().map(|ply| ply.before))
    }

    fn legend(view: &View) -> StyledText {
        draw::legend(view)
    }

    fn enter(view: &View, _: Side, _: &str, line: &str) -> Entry<Position> {
        enter::enter(view, line)
    }

    fn suggestions(view: &View, side: Side) -> Vec<String> {
        let number = |region: RegionId| (u32::from(region) + 1).to_string();
        if view.picking {
            let offers = view.own_offers();
            return std::iter::once("pick ".to_owned()).chain(offers.iter().map(|id| number(*id))).collect();
        }
        let map = view.map();
        let own = (0..map.regions.len() as RegionId).filter(|region| view.state.owner(*region) == Some(side));
        let orders = |from: RegionId| {
            let to = map.regions[usize::from(from)].neighbours.iter();
            let orders = to.map(move |to| format!("{}>{}:", number(from), number(*to)));
            std::iter::once(format!("{}+", number(from))).chain(orders)
        };
        own.flat_map(orders).chain(["pass".to_owned()]).collect()
    }

    fn prompt(view: &View, side: Side) -> String {
        if view.picking {
            let offers: Vec<String> =
                view.own_offers().iter().map(|region| region_name(view.map(), *region)).collect();
            let what =
                if view.picks == 1 { "1 region".to_owned() } else { format!("{} regions", view.picks) };
            let ranked = if view.setup.rules == RuleSet::Contest1 { ", the best first," } else { "" };
            let example = view.own_offers().iter().take(view.picks).map(|id| u32::from(*id) + 1);
            let example: Vec<String> = example.map(|number| number.to_string()).collect();
            return format!(
                "{}'s turn: pick {what}{ranked} of {}, as in pick {}",
                view.setup.name(side),
                offers.join(", "),
                example.join(" ")
            );
        }
        let (name, income) = (view.setup.name(side), armies(view.income(side)));
        let example = example_turn(view, side).unwrap_or_else(|| "3+5 3>4:7".to_owned());
        format!("{name}'s turn: {income} to deploy, as in {example}")
    }

    fn describe_effects(ply: &SeenPly<'_, Position>) -> Vec<String> {
        let setup = &ply.after.setup;
        let (who, map, name) = (setup.name(ply.side), &setup.map, |side| setup.name(side));
        let mut sentences = vec![match ply.m {
            Some(Move::Pick(_)) => format!("{who} has picked."),
            Some(Move::Turn(_)) | None => format!("{who} has committed."),
        }];
        match &ply.effect {
            None | Some(Effect::Waiting) => {}
            Some(Effect::Starts { given, .. }) => {
                sentences.extend(given.iter().map(|(side, region)| {
                    format!("{} starts in {}.", name(*side), region_name(map, *region))
                }));
            }
            Some(Effect::Round { record, .. }) => {
                sentences.extend(describe_round(setup, record));
                let gone = Side::all(view_sides(ply.after))
                    .filter(|side| ply.before.alive.contains(*side) && !ply.after.alive.contains(*side));
                sentences.extend(gone.map(|side| format!("{} is eliminated.", name(side))));
            }
        }
        sentences
    }

    /// Of a round only what regions were taken, by whom.
    fn report_effects(ply: &SeenPly<'_, Position>) -> Vec<String> {
        match &ply.effect {
            None | Some(Effect::Waiting) => Vec::new(),
            Some(Effect::Starts { .. }) => Self::describe_effects(ply),
            Some(Effect::Round { record, .. }) => {
                let (map, before, after) = (ply.after.map(), &ply.before.state, &ply.after.state);
                let name = |side| ply.after.setup.name(side);
                let took = |side: Side| {
                    let taken = after.regions_of(side).filter(|region| !before.owns(side, *region));
                    let names: Vec<&str> =
                        taken.map(|region| map.regions[usize::from(region)].name.as_str()).collect();
                    match names.as_slice() {
                        [] => None,
                        [one] => Some(format!("{} takes {one}.", name(side))),
                        [first @ .., last] if names.len() <= 4 => {
                            Some(format!("{} takes {} and {last}.", name(side), first.join(", ")))
                        }
                        _ => Some(format!("{} takes {} regions.", name(side), names.len())),
                    }
                };
                let taken: Vec<String> = Side::all(view_sides(ply.after)).filter_map(took).collect();
                let begin = format!("Round {}.", record.round);
                let nothing = taken.is_empty().then(|| "No region changed hands.".to_owned());
                let gone = Side::all(view_sides(ply.after))
                    .filter(|side| ply.before.alive.contains(*side) && !ply.after.alive.contains(*side))
                    .map(|side| format!("{} is eliminated.", name(side)));
                std::iter::once(begin).chain(taken).chain(nothing).chain(gone).collect()
            }
        }
    }

    fn result(view: &View) -> String {
        match view.outcome.map(common::game::Outcome::result) {
            None => String::new(),
            Some(GameResult::Win(side)) => {
                format!("{} wins after {} rounds.", view.setup.name(side), view.round)
            }
            Some(_) => format!("A draw after {} rounds.", view.round),
        }
    }

    fn reviewer() -> Option<Reviewer<Position>> {
        Some(crate::review::review)
    }

    fn brancher() -> Option<Brancher<Position>> {
        Some(branch::branch)
    }

    /// Games of humans are recorded in the database.
    fn game_ended(session: &Session<Position>, store: &Store, front_end: FrontEnd) -> Option<String> {
        let record = GameRecord::of_session(session)?;
        let humans = session.seats().iter().filter(|seat| **seat == Seat::Human).count();
        let added = Database::open(store).and_then(|mut database| {
            let id = database.add_game(&record, GameKind::of_humans(humans), None)?;
            Ok((id, database.notice().map(str::to_owned)))
        });
        Some(match added {
            Ok((id, notice)) => {
                let notice = notice.map_or(String::new(), |notice| format!("{notice} "));
                let replay = match front_end {
                    FrontEnd::Window => "The page Replays shows it again".to_owned(),
                    FrontEnd::Terminal => format!("'warlight replay {id}' shows it again"),
                };
                format!("{notice}Recorded as game {id}. {replay}.")
            }
            Err(why) => format!("The game is not recorded: {why}."),
        })
    }

    fn describe_value(view: &View, side: Side, value: Value, exact: bool) -> String {
        let name = view.setup.name(side);
        match (value.0, exact) {
            (v, true) if v > 0 => format!("{name} wins"),
            (v, true) if v < 0 => format!("{name} loses"),
            (-8..=8, _) => "about even".to_owned(),
            (v, _) if v > 0 => format!("{name} is better ({} % to win)", value.chance()),
            _ => format!("{name} is worse ({} % to win)", value.chance()),
        }
    }

    fn describe_move(view: &View, _: Side, m: &Move, _: Option<&Effect>) -> String {
        describe_move(view.map(), m, region_name)
    }
}

/// Picks, or a turn, in words.
pub fn describe_move(map: &Map, m: &Move, region_name: RegionNames) -> String {
    let parts: Vec<String> = match m {
        Move::Pick(regions) => {
            let names: Vec<String> = regions.iter().map(|region| region_name(map, *region)).collect();
            vec![format!("pick {}", names.join(", "))]
        }
        Move::Turn(turn) => {
            let deploys = turn
                .deploys
                .iter()
                .map(|deploy| format!("{} to {}", armies(deploy.armies), region_name(map, deploy.region)));
            let orders = turn.orders.iter().map(|order| {
                let (from, to) = (region_name(map, order.from), region_name(map, order.to));
                format!("{} from {from} to {to}", armies(order.armies))
            });
            deploys.chain(orders).collect()
        }
    };
    if parts.is_empty() { "no orders".to_owned() } else { parts.join("; ") }
}

/// The winning chances of all sides: "Player 1 63 %, Player 2 37 %".
pub fn chances(setup: &Setup, shares: &[f32]) -> String {
    let chance = |(n, share): (usize, &f32)| format!("{} {:.0} %", setup.name(Side(n as u8)), 100.0 * share);
    shares.iter().enumerate().map(chance).collect::<Vec<_>>().join(", ")
}

/// What a review says about a turn that gave something away.
pub fn reviewed_turn(view: &View, best: f32, played: f32, better: &Move) -> String {
    let (name, better) = (view.setup.name(view.side), Position::describe_move(view, view.side, better, None));
    format!(
        "The turn lowered the winning chance of {name} from {:.0} % to {:.0} %. Better was {better}.",
        100.0 * best,
        100.0 * played
    )
}

fn view_sides(view: &View) -> usize {
    usize::from(view.setup.players)
}
