//! The bot's side of the protocol: a line in, at most one line out.

use super::clock::{Allowance, ClockKind};
use super::knowledge::Knowledge;
use super::legal::LegalTurn;
use super::think::Think;
use super::words::{Action, NEUTRAL, NO_MOVES, NamedAction, PLACE, SEND, number, player_name, write_moves};
use crate::ai::evaluate::{Constants, Evaluator};
use crate::ai::{aggressive_move, random_move};
use crate::map::RegionId;
use crate::map::import::ContestMap;
use crate::rules::{MapRef, Move, Position, RuleSet, Setup, Turn, View, picker};
use common::game::{Dice, Side};
use common::player::{self, Budget, PlayerError, ask_player};
use common::protocol::quoted;
use std::sync::Arc;
use std::time::Duration;

/// The time for a request that does not say how much there is.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// What a bot says about a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// The answer to a request, without its line end.
    pub answer: Option<String>,
    /// Something that people may want to know.
    pub remark: Option<String>,
}

impl Reply {
    /// No answer, but a remark.
    pub fn remark(remark: String) -> Reply {
        Reply { answer: None, remark: Some(remark) }
    }
}

/// A bot: it collects what it is told, and answers requests.
#[derive(Debug)]
pub struct Bot<T> {
    think: T,
    dice: Dice,
    own_name: Option<String>,
    opponent_name: Option<String>,
    clock: ClockKind,
    /// Version 1 or 2; `None` if nothing has arrived that belongs to one of them.
    rules: Option<RuleSet>,
    round_limit: Option<u16>,
    map: ContestMap,
    ids: Vec<u32>,
    /// The regions that were offered at first, where they are picked in turn.
    starting_regions: Vec<u32>,
    /// How many regions each side picks in turn.
    pick_amount: Option<usize>,
    /// The regions that we picked or ranked.
    picked: Vec<RegionId>,
    income: Option<u32>,
    /// Since the first request; the map is complete then.
    knowledge: Option<Knowledge>,
    /// The turn of this round, of which the deployments have been answered.
    planned: Option<Turn>,
}

impl<T: Think> Bot<T> {
    /// A bot that knows nothing yet.
    pub fn new(think: T, seed: u64) -> Bot<T> {
        Bot {
            think,
            dice: Dice::new(seed),
            own_name: None,
            opponent_name: None,
            clock: ClockKind::default(),
            rules: None,
            round_limit: None,
            map: ContestMap::default(),
            ids: Vec::new(),
            starting_regions: Vec::new(),
            pick_amount: None,
            picked: Vec::new(),
            income: None,
            knowledge: None,
            planned: None,
        }
    }

    /// What it knows of the game; nothing before the first request or map.
    pub fn known(&self) -> Option<&Knowledge> {
        self.knowledge.as_ref()
    }

    /// What chooses its moves.
    pub fn think(&self) -> &T {
        &self.think
    }

    /// Reads a line. Whatever it is, a request is answered, and everything else that is not understood is ignored.
    pub fn read(&mut self, line: &str) -> Reply {
        let words: Vec<&str> = line.split_whitespace().collect();
        let told = match words.as_slice() {
            [] => Ok(()),
            ["settings", key, values @ ..] => self.setting(key, values),
            ["setup_map", "opponent_starting_regions", regions @ ..] => self.opponent_starts(regions),
            ["setup_map", kind, words @ ..] if self.knowledge.is_none() => self.map.add_line(kind, words),
            ["setup_map", ..] => Err("the map is complete".to_owned()),
            ["update_map", triples @ ..] => self.update_map(triples),
            ["opponent_moves", words @ ..] => self.opponent_moves(words),
            ["pick_starting_regions", time, regions @ ..] => return self.rank(read_time(time), regions),
            ["pick_starting_region", time, regions @ ..] => return self.pick(read_time(time), regions),
            ["go", phase, rest @ ..] if *phase == PLACE || *phase == SEND => {
                let left = rest.first().map_or(DEFAULT_TIME, |time| read_time(time));
                return if *phase == PLACE { self.place(left) } else { self.send(left) };
            }
            _ => Err("it is not known".to_owned()),
        };
        match told {
            Ok(()) => Reply::default(),
            Err(why) => Reply::remark(format!("'{}': {why}; ignored", quoted(line))),
        }
    }

    fn setting(&mut self, key: &str, values: &[&str]) -> Result<(), String> {
        let value = *values.first().ok_or("the value is missing")?;
        let count = || number(value).ok_or_else(|| format!("'{}' is not a number", quoted(value)));
        match key {
            "your_bot" => self.own_name = Some(value.to_owned()),
            "opponent_bot" => self.opponent_name = Some(value.to_owned()),
            "timebank" => {
                count()?;
                self.rules.get_or_insert(RuleSet::Contest2);
            }
            "time_per_move" => self.clock = ClockKind::Bank(Duration::from_millis(count()?.into())),
            "max_rounds" => self.round_limit = Some(u16::try_from(count()?).unwrap_or(u16::MAX).max(1)),
            "starting_regions" => {
                self.rules.get_or_insert(RuleSet::Contest2);
                self.starting_regions = values.iter().filter_map(|id| number(id)).collect();
            }
            "starting_pick_amount" => self.pick_amount = Some(count()?.clamp(1, 1000) as usize),
            "starting_armies" => self.income = Some(count()?.min(u32::from(u16::MAX))),
            _ => return Err("this setting is not known".to_owned()),
        }
        Ok(())
    }

    /// The knowledge; the map is taken as complete.
    fn knowledge(&mut self, side: Option<Side>) -> &mut Knowledge {
        if self.knowledge.is_none() {
            self.ids = self.map.ids();
            let id = "contest".to_owned();
            let map = MapRef { map: Arc::new(self.map.map(&id)), id };
            let rules = self.rules.unwrap_or(RuleSet::Contest1);
            let setup = Setup { map, rules, round_limit: self.round_limit, ..Setup::default() };
            let is_second = self.own_name() == player_name(Side::SECOND);
            let side = side.unwrap_or(if is_second { Side::SECOND } else { Side::FIRST });
            self.knowledge = Some(Knowledge::new(setup, side));
        }
        self.knowledge.as_mut().expect("it was made if there was none")
    }

    fn own_name(&self) -> &str {
        self.own_name.as_deref().unwrap_or(player_name(Side::FIRST))
    }

    /// The side of a name; `None` for nobody.
    fn owner(&self, name: &str, own_side: Side) -> Result<Option<Side>, String> {
        if name == self.own_name() {
            Ok(Some(own_side))
        } else if name == NEUTRAL {
            Ok(None)
        } else if self.opponent_name.as_deref().is_none_or(|opponent| name == opponent) {
            Ok(Some(own_side.other()))
        } else {
            Err(format!("there is no player '{}'", quoted(name)))
        }
    }

    fn region(&self, word: &str) -> Result<RegionId, String> {
        let region = number(word).and_then(|id| self.map.region(id));
        region.ok_or_else(|| format!("there is no region '{}'", quoted(word)))
    }

    /// The known ones of these regions, each once.
    fn regions(&self, words: &[&str]) -> Vec<RegionId> {
        let mut regions: Vec<RegionId> = Vec::new();
        for region in words.iter().filter_map(|word| self.region(word).ok()) {
            if !regions.contains(&region) {
                regions.push(region);
            }
        }
        regions
    }

    fn opponent_starts(&mut self, words: &[&str]) -> Result<(), String> {
        let regions = self.regions(words);
        let knowledge = self.knowledge(None);
        for region in &regions {
            knowledge.note_start(*region, Some(knowledge.side.other()));
        }
        if regions.len() == words.len() { Ok(()) } else { Err("some regions are not known".to_owned()) }
    }

    fn update_map(&mut self, words: &[&str]) -> Result<(), String> {
        let side = self.knowledge(None).side;
        let (triples, rest) = words.as_chunks::<3>();
        let read = |[region, name, armies]: &[&str; 3]| {
            let armies = number(armies).ok_or_else(|| format!("'{}' is not a number", quoted(armies)))?;
            Ok((self.region(region)?, self.owner(name, side)?, armies))
        };
        let (mut visible, mut wrong) = (Vec::new(), None);
        for triple in triples {
            match read(triple) {
                Ok(region) => visible.push(region),
                Err(why) => wrong = Some(why),
            }
        }
        if !rest.is_empty() {
            wrong = Some("the last region is incomplete".to_owned());
        }
        let ranking = std::mem::take(&mut self.picked);
        let knowledge = self.knowledge(None);
        let first = !knowledge.is_playing();
        knowledge.look(&visible, wrong.is_none());
        if first && knowledge.setup.rules == RuleSet::Contest1 {
            knowledge.note_ranking(&ranking);
        }
        self.planned = None;
        wrong.map_or(Ok(()), Err)
    }

    fn opponent_moves(&mut self, words: &[&str]) -> Result<(), String> {
        let mut words =
            words.iter().flat_map(|word| word.split(',')).filter(|word| !word.is_empty()).peekable();
        let (mut moves, mut wrong) = (Vec::new(), false);
        while words.peek().is_some() {
            match NamedAction::read(&mut words) {
                Some(action) if action.name != self.own_name() => moves.push(action),
                Some(_) => {}
                None => {
                    wrong = true;
                    break;
                }
            }
        }
        self.knowledge(None);
        if let Some(knowledge) = &mut self.knowledge {
            knowledge.note_opponent(&moves, |id| self.map.region(id));
        }
        if wrong { Err("a move is not understood".to_owned()) } else { Ok(()) }
    }

    /// Answers with a ranking: half of the offers, in pairs.
    fn rank(&mut self, left: Duration, words: &[&str]) -> Reply {
        if self.rules != Some(RuleSet::Contest1) {
            self.rules = Some(RuleSet::Contest1);
            if let Some(knowledge) = &mut self.knowledge {
                Arc::make_mut(&mut knowledge.setup).rules = RuleSet::Contest1;
            }
        }
        if self.clock == ClockKind::Unknown {
            self.clock = ClockKind::PerRequest;
        }
        let offers = self.regions(words);
        let picks = if offers.len() < 2 { offers.len() } else { (offers.len() / 4).max(1) * 2 };
        let view = self.knowledge(None).view(Some((&offers, picks, 0)));
        let (regions, remark) = self.choose_picks(view, left, &offers, picks);
        self.picked.clone_from(&regions);
        self.pick_reply(&regions, remark)
    }

    /// Answers with one region.
    fn pick(&mut self, left: Duration, words: &[&str]) -> Reply {
        self.rules.get_or_insert(RuleSet::Contest2);
        let offers = self.regions(words);
        let all = self.starting_regions.iter().filter_map(|id| self.map.region(*id));
        let all: Vec<RegionId> = all.collect();
        // Who is first in the order of picks is not told, but seen.
        let taken = all.iter().filter(|region| !offers.contains(region)).count();
        let is_first = !all.is_empty() && self.knowledge.is_none();
        let side = is_first.then(|| picker(taken));
        let picked = self.picked.clone();
        let pick_amount = self.pick_amount.unwrap_or(all.len().max(offers.len()) / 2).max(1);
        let knowledge = self.knowledge(side);
        let (own, opponent) = (knowledge.side, knowledge.side.other());
        for region in all {
            let owner = match (offers.contains(&region), picked.contains(&region)) {
                (true, _) => None,
                (false, true) => Some(own),
                (false, false) => Some(opponent),
            };
            knowledge.note_start(region, owner);
        }
        let view = knowledge.view(Some((&offers, 1.min(offers.len()), 2 * pick_amount)));
        let (regions, remark) = self.choose_picks(view, left, &offers, 1);
        self.picked.extend(&regions);
        self.pick_reply(&regions, remark)
    }

    fn pick_reply(&self, regions: &[RegionId], remark: Option<String>) -> Reply {
        let ids: Vec<String> =
            regions.iter().map(|region| self.ids[usize::from(*region)].to_string()).collect();
        let answer = if ids.is_empty() { NO_MOVES.to_owned() } else { ids.join(" ") };
        Reply { answer: Some(answer), remark }
    }

    /// So many regions of the offers, each once, those that the player chooses first.
    fn choose_picks(
        &mut self,
        view: View,
        left: Duration,
        offers: &[RegionId],
        count: usize,
    ) -> (Vec<RegionId>, Option<String>) {
        let (chosen, remark) = self.choose(view, left);
        let chosen = if let Some(Move::Pick(regions)) = chosen { regions } else { Vec::new() };
        let mut picks: Vec<RegionId> = Vec::new();
        for region in chosen.iter().chain(offers) {
            if picks.len() < count && offers.contains(region) && !picks.contains(region) {
                picks.push(*region);
            }
        }
        (picks, remark)
    }

    /// Chooses the turn and answers with its deployments.
    fn place(&mut self, left: Duration) -> Reply {
        let (turn, remark) = self.choose_turn(left, self.income);
        let name = self.own_name().to_owned();
        let moves: Vec<NamedAction> = turn
            .deploys
            .iter()
            .map(|deploy| Action::Place {
                region: self.ids[usize::from(deploy.region)],
                armies: deploy.armies,
            })
            .map(|action| NamedAction { name: name.clone(), action })
            .collect();
        self.planned = Some(turn);
        Reply { answer: Some(write_moves(&moves)), remark }
    }

    /// Answers with the orders of the turn. If no deployments were asked for, there are none.
    fn send(&mut self, left: Duration) -> Reply {
        let (turn, remark) = match self.planned.take() {
            Some(turn) => (turn, None),
            None => self.choose_turn(left, Some(0)),
        };
        let name = self.own_name().to_owned();
        let id = |region: RegionId| self.ids[usize::from(region)];
        let moves: Vec<NamedAction> = turn
            .orders
            .iter()
            .map(|order| Action::Send { from: id(order.from), to: id(order.to), armies: order.armies })
            .map(|action| NamedAction { name: name.clone(), action })
            .collect();
        Reply { answer: Some(write_moves(&moves)), remark }
    }

    fn choose_turn(&mut self, left: Duration, income: Option<u32>) -> (Turn, Option<String>) {
        let told = self.income;
        let knowledge = self.knowledge(None);
        knowledge.conclude();
        let view = knowledge.turn_view(told);
        let (state, setup, side) = (view.state.clone(), Arc::clone(&view.setup), view.side);
        let income = income.unwrap_or(view.income(side));
        let (chosen, remark) =
            if state.region_count(side) == 0 { (None, None) } else { self.choose(view, left) };
        let chosen = if let Some(Move::Turn(turn)) = chosen { turn } else { Turn::default() };
        let turn = LegalTurn::from_turn(&setup.map, &state, side, income, &chosen);
        self.knowledge(None).note_turn(turn.clone());
        (turn, remark)
    }

    /// Asks the player, or answers at once if there is no time or the player fails.
    fn choose(&mut self, view: View, left: Duration) -> (Option<Move>, Option<String>) {
        let view = Arc::new(view);
        let Some(allowance) = Allowance::new(self.clock, left) else {
            return (self.cheap_move(&view), None);
        };
        match self.think.choose(&view, allowance) {
            Ok(chosen) if matches!(chosen, Move::Pick(_)) == view.picking => (Some(chosen), None),
            Ok(_) => (self.cheap_move(&view), Some("The player chose a wrong kind of move.".to_owned())),
            Err(why) => (self.cheap_move(&view), Some(format!("The player has no move: {why}."))),
        }
    }

    /// A move that needs no time.
    fn cheap_move(&mut self, view: &View) -> Option<Move> {
        let dice = &mut self.dice;
        let mut aggressive = |turn: &player::Turn<'_, Position>, _: &Budget| {
            let evaluator = Evaluator::new(&turn.setup.map, Constants::aggressive());
            aggressive_move(&evaluator, turn.view).ok_or(PlayerError::NoMove)
        };
        let turn = player::Turn { side: view.side, view, setup: &*view.setup, moves: &[] };
        let chosen = ask_player(&mut aggressive, &turn, &Budget::default(), &|_| ());
        chosen.ok().or_else(|| random_move(view, dice))
    }
}

/// A time in milliseconds.
fn read_time(word: &str) -> Duration {
    number(word).map_or(DEFAULT_TIME, |ms| Duration::from_millis(ms.into()))
}
