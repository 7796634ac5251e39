//! What can be chosen before a game.

use super::fight::FULL_LUCK;
use super::from::FromGame;
use super::maps::{MapRef, default_map, map_ids, open_map};
use super::round::RoundRules;
use super::state::MAX_PLAYERS;
use common::game::{self, SetupOption, Side, SideLooks};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RuleSet {
    /// The rules of the source document.
    #[default]
    Seed,
    /// Version 1 of the AI contest.
    Contest1,
    /// Version 2 of the AI contest.
    Contest2,
}

/// How many regions a player starts with, by the document's rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Starts {
    /// All that are offered: one of each super region.
    All,
    /// So many of those that are offered.
    Count(u8),
}

/// The parameters of a game. `None` is what the rule set says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The map.
    pub map: MapRef,
    /// The number of players.
    pub players: u8,
    /// The rule set.
    pub rules: RuleSet,
    /// The number of starting regions; the contests have numbers of their own.
    pub starts: Starts,
    /// The income without bonuses.
    pub base_income: u16,
    /// The part of luck in fights, in percent.
    pub luck: Option<u8>,
    /// The number of rounds after which the game is a draw.
    pub round_limit: Option<u16>,
    /// Whether players see only their regions and the neighbours.
    pub fog: Option<bool>,
    /// The names and colours of the players.
    pub looks: SideLooks,
    /// The game goes on from a recorded one, whose setup it has.
    pub from: Option<FromGame>,
}

/// The largest round limit that can be chosen.
const MAX_ROUNDS: u16 = 1000;

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            map: default_map(),
            players: 2,
            rules: RuleSet::Seed,
            starts: Starts::Count(2),
            base_income: 5,
            luck: None,
            round_limit: None,
            fog: None,
            looks: SideLooks::default(),
            from: None,
        }
    }
}

impl Setup {
    /// The part of luck in fights, in percent: 100 is a die for each army, 0 the expected number.
    pub fn luck(&self) -> u8 {
        self.luck.unwrap_or(match self.rules {
            RuleSet::Seed | RuleSet::Contest1 => FULL_LUCK,
            RuleSet::Contest2 => 16,
        })
    }

    /// The number of rounds after which the game is a draw.
    pub fn round_limit(&self) -> u16 {
        self.round_limit.unwrap_or(match self.rules {
            RuleSet::Seed | RuleSet::Contest1 => 100,
            RuleSet::Contest2 => (self.map.regions.len() * 5 / 2).clamp(60, usize::from(u16::MAX)) as u16,
        })
    }

    /// Whether there is fog.
    pub fn fog(&self) -> bool {
        self.fog.unwrap_or(self.rules != RuleSet::Seed)
    }

    /// The name of a player.
    pub fn name(&self, side: Side) -> &str {
        self.looks.name(side)
    }

    /// The colour of a player, an index of [`common::game::COLOURS`].
    pub fn colour(&self, side: Side) -> u8 {
        self.looks.colour(side)
    }

    /// What a round depends on.
    pub fn round_rules(&self) -> RoundRules {
        RoundRules { rules: self.rules, base_income: u32::from(self.base_income), luck: self.luck() }
    }
}

const RULES: &[(RuleSet, &str, &str)] = &[
    (RuleSet::Seed, "seed", "standard rules: turns are shuffled and carried out order by order"),
    (RuleSet::Contest1, "contest1", "first AI contest: two players, fog, ranked starting regions"),
    (RuleSet::Contest2, "contest2", "second AI contest: two players, fog, wastelands, little luck"),
];

const FOG: &[(Option<bool>, &str, &str)] = &[
    (None, "rules", "as in the rules: no fog in the standard rules, fog in the contests"),
    (Some(true), "on", "fog: you see your regions and their neighbours"),
    (Some(false), "off", "no fog: you see everything"),
];

/// The word for a game that begins at its start.
const NO_GAME: &str = "none";

/// The word for what the rule set says.
const BY_RULES: &str = "rules";

fn write_or_rules<T: ToString>(value: Option<T>) -> String {
    value.map_or(BY_RULES.to_owned(), |value| value.to_string())
}

/// Reads a number within limits, or [`BY_RULES`] for `None`; false if the text is neither.
fn read_or_rules<T: FromStr + PartialOrd>(
    text: &str,
    limits: RangeInclusive<T>,
    value: &mut Option<T>,
) -> bool {
    let number = text.parse().ok().filter(|number| limits.contains(number));
    let understood = number.is_some() || text.eq_ignore_ascii_case(BY_RULES);
    if understood {
        *value = number;
    }
    understood
}

impl game::Setup for Setup {
    fn looks(&self) -> Option<&SideLooks> {
        Some(&self.looks)
    }

    fn looks_mut(&mut self) -> Option<&mut SideLooks> {
        Some(&mut self.looks)
    }

    fn options() -> Vec<SetupOption<Setup>> {
        let [names, colours] = SetupOption::looks();
        vec![
            SetupOption::explained_text(
                "Map",
                "The map",
                format!("one of {}, or the path of a .yaml file", map_ids().join(", ")),
                map_ids(),
                |setup: &Setup| setup.map.text(),
                |setup, text| open_map(text).map(|map| setup.map = map),
            )
            .described(|setup| setup.map.title()),
            SetupOption::number(
                "Seats",
                "Number of players",
                2..=MAX_PLAYERS as i64,
                |setup| i64::from(setup.players),
                |setup, players| setup.players = players as u8,
            ),
            SetupOption::choice(
                "Rules",
                "How players start and how rounds are played",
                RULES,
                |s: &Setup| s.rules,
                |s, rules| s.rules = rules,
            )
            .by_meaning(),
            SetupOption::text(
                "Starts",
                "Number of regions where each player starts; the contests have their own",
                "all, or a whole number from 1 to 50",
                &["1", "2", "3", "all"],
                |setup: &Setup| match setup.starts {
                    Starts::All => "all".to_owned(),
                    Starts::Count(count) => count.to_string(),
                },
                |setup, text| {
                    let count = text.parse().ok().filter(|count| (1..=50).contains(count)).map(Starts::Count);
                    let starts = if text.eq_ignore_ascii_case("all") { Some(Starts::All) } else { count };
                    starts.map(|starts| setup.starts = starts).is_some()
                },
            )
            .titled("Starting regions"),
            SetupOption::number(
                "Income",
                "New armies of a player per round, without bonuses",
                1..=100,
                |setup| i64::from(setup.base_income),
                |setup, income| setup.base_income = income as u16,
            ),
            SetupOption::text(
                "Luck",
                "Part of luck in fights, in percent: 100 in the standard rules, 16 in those of the second contest",
                "rules, or a whole number from 0 to 100",
                &["rules", "0", "16", "100"],
                |setup: &Setup| write_or_rules(setup.luck),
                |setup, text| read_or_rules(text, 0..=FULL_LUCK, &mut setup.luck),
            )
            .empty_means(BY_RULES, "as in the rules"),
            SetupOption::text(
                "Rounds",
                "The game is a draw after this many rounds: 100 in the standard rules; in the second contest it depends on the map",
                "rules, or a whole number from 1 to 1000",
                &["rules", "50", "100", "200"],
                |setup: &Setup| write_or_rules(setup.round_limit),
                |setup, text| read_or_rules(text, 1..=MAX_ROUNDS, &mut setup.round_limit),
            )
            .titled("Round limit")
            .empty_means(BY_RULES, "as in the rules"),
            SetupOption::choice(
                "Fog",
                "How much of the map players see",
                FOG,
                |s: &Setup| s.fog,
                |s, fog| s.fog = fog,
            )
            .by_meaning(),
            names,
            colours,
            // The last one: a recorded game decides about everything else.
            SetupOption::explained_text(
                "From",
                "Go on from a recorded game, with its map and rules",
                "none, or the path of a .warlight file or of a saved game",
                &[NO_GAME],
                |setup: &Setup| setup.from.as_ref().map_or(NO_GAME.to_owned(), FromGame::text),
                |setup, text| {
                    if text.eq_ignore_ascii_case(NO_GAME) || text.is_empty() {
                        setup.from = None;
                    } else {
                        *setup = FromGame::read(text)?.into_setup();
                    }
                    Ok(())
                },
            )
            .titled("Recorded game")
            .empty_means(NO_GAME, "none: a new game")
            .described(|setup| setup.from.as_ref().map_or(NO_GAME.to_owned(), FromGame::describe)),
        ]
    }
}
