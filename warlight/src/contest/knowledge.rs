//! What a bot knows of the game: what it was told, and what follows from that.

use super::words::{Action, NamedAction};
use crate::map::{DEFAULT_ARMIES, RegionId};
use crate::rules::{
    ATTACKER_KILLS, ChangeEvent, DEFENDER_KILLS, DeployEvent, Event, Order, RoundRecord, Seen, Setup, State,
    Turn, View,
};
use common::game::{Side, Sides};
use std::sync::Arc;

/// Armies above this number are taken for this number.
const MAX_ARMIES: u32 = 1_000_000;

/// The knowledge of a bot.
#[derive(Debug)]
pub struct Knowledge {
    /// The bot's side.
    pub side: Side,
    /// The setup, as far as it is known.
    pub setup: Arc<Setup>,
    /// Owners and armies, as they were last seen.
    pub state: State,
    /// When each region was seen last.
    pub seen: Vec<Seen>,
    /// The number of rounds that were played.
    pub round: u16,
    /// The map was seen after the start.
    playing: bool,
    /// A turn was given since the map was seen.
    turn_given: bool,
    /// The state in which the last turn was given, and the turn.
    last_turn: Option<(State, Turn)>,
    /// The moves of the opponent in the last round.
    opponent_moves: Vec<OpponentMove>,
    /// They were told after the last turn was given.
    moves_are_new: bool,
    /// What is known of the last round.
    last: Option<Arc<RoundRecord>>,
}

/// A move of the opponent, by regions of our map.
#[derive(Debug, Clone, Copy)]
enum OpponentMove {
    Place(RegionId, u32),
    Send(Order),
}

impl Knowledge {
    /// Nothing is known but the map.
    pub fn new(setup: Setup, side: Side) -> Knowledge {
        let state = State::neutral(&setup.map);
        Knowledge {
            side,
            seen: vec![Seen::Never; state.len()],
            state,
            setup: Arc::new(setup),
            round: 0,
            playing: false,
            turn_given: false,
            last_turn: None,
            opponent_moves: Vec::new(),
            moves_are_new: false,
            last: None,
        }
    }

    /// Whether the map was seen after the start.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Learns who starts in a region.
    pub fn note_start(&mut self, region: RegionId, owner: Option<Side>) {
        if !self.playing {
            self.state.set_owner(region, owner);
            self.seen[usize::from(region)] = if owner.is_some() { Seen::InRound(0) } else { Seen::Never };
        }
    }

    /// Sees the map: the visible regions with their owners and armies. If the list is not complete, nothing follows from
    /// what is missing.
    pub fn look(&mut self, visible: &[(RegionId, Option<Side>, u32)], complete: bool) {
        if self.playing && self.turn_given {
            self.round = self.round.saturating_add(1);
            self.turn_given = false;
            if !self.moves_are_new {
                self.opponent_moves.clear();
            }
        }
        self.playing = true;
        for region in self.state.regions().filter(|_| complete) {
            let seen = &mut self.seen[usize::from(region)];
            if *seen == Seen::Now {
                *seen = Seen::InRound(self.round.saturating_sub(1));
            }
        }
        for (region, owner, armies) in visible {
            self.state.set_owner(*region, *owner);
            self.state.set_armies(*region, (*armies).clamp(1, MAX_ARMIES));
            self.seen[usize::from(*region)] = Seen::Now;
        }
        // We would see our own regions.
        for region in self.state.regions().filter(|_| complete) {
            if self.state.owns(self.side, region) && self.seen[usize::from(region)] != Seen::Now {
                self.state.set_owner(region, Some(self.side.other()));
                self.state.set_armies(region, u32::from(DEFAULT_ARMIES));
            }
        }
    }

    /// Learns that the opponent has a region that we ranked above one that we were given. Called after the first look.
    pub fn note_ranking(&mut self, ranking: &[RegionId]) {
        let last_given = ranking.iter().rposition(|region| self.state.owns(self.side, *region));
        for region in &ranking[..last_given.unwrap_or(0)] {
            if self.state.owner(*region).is_none() && self.seen[usize::from(*region)] == Seen::Never {
                self.state.set_owner(*region, Some(self.side.other()));
                self.seen[usize::from(*region)] = Seen::InRound(0);
            }
        }
    }

    /// Learns what the opponent did in the last round.
    pub fn note_opponent(&mut self, moves: &[NamedAction], region: impl Fn(u32) -> Option<RegionId>) {
        let known = |action: &NamedAction| match action.action {
            Action::Place { region: at, armies } => Some(OpponentMove::Place(region(at)?, armies)),
            Action::Send { from, to, armies } => {
                Some(OpponentMove::Send(Order { from: region(from)?, to: region(to)?, armies }))
            }
        };
        self.opponent_moves = moves.iter().filter_map(known).collect();
        self.moves_are_new = true;
    }

    /// Draws the conclusions from everything that was told about the last round. Called before a turn is chosen.
    pub fn conclude(&mut self) {
        if self.turn_given || !self.playing {
            return;
        }
        let Some((before, turn)) = self.last_turn.take() else { return };
        self.guess_fights(&before, &turn);
        self.last = Some(Arc::new(self.record(before, &turn)));
    }

    /// Regions that went out of sight may have been attacked before: the expected result is taken.
    fn guess_fights(&mut self, before: &State, turn: &Turn) {
        let opponent = self.side.other();
        for opponent_move in &self.opponent_moves {
            let OpponentMove::Send(Order { to, armies, .. }) = *opponent_move else { continue };
            if self.seen[usize::from(to)] == Seen::Now || before.owns(opponent, to) {
                continue;
            }
            let placed = turn.deploys.iter().filter(|deploy| deploy.region == to);
            let defenders = placed.fold(before.armies(to), |sum, deploy| sum.saturating_add(deploy.armies));
            let killed = |killers: u32, percent: u32| (u64::from(killers) * u64::from(percent) + 50) / 100;
            let captured = killed(armies, ATTACKER_KILLS) >= u64::from(defenders);
            // We would still see a region that we had kept.
            if captured || before.owns(self.side, to) {
                let survivors = u64::from(armies).saturating_sub(killed(defenders, DEFENDER_KILLS));
                self.state.set_owner(to, Some(opponent));
                self.state.set_armies(to, survivors.clamp(1, u64::from(MAX_ARMIES)) as u32);
                self.seen[usize::from(to)] = Seen::InRound(self.round);
            }
        }
    }

    /// The last round as far as it is known. The results of single orders are not told: the first order to a region has
    /// the whole change of that region.
    fn record(&self, before: State, turn: &Turn) -> RoundRecord {
        let (own, opponent) = (self.side, self.side.other());
        let mut now = before;
        let mut events = Vec::new();
        let own_places = turn.deploys.iter().map(|deploy| (own, deploy.region, deploy.armies));
        let places = self.opponent_moves.iter().filter_map(|opponent_move| match opponent_move {
            OpponentMove::Place(region, armies) => Some((opponent, *region, *armies)),
            OpponentMove::Send(_) => None,
        });
        for (side, region, placed) in own_places.chain(places) {
            let before = now.armies(region);
            let placed = placed.min(MAX_ARMIES);
            let event = Event::Deploy(DeployEvent { side, region, asked: placed, placed, before });
            event.apply(&mut now);
            events.push(event);
        }
        let own_orders = turn.orders.iter().map(|order| (own, *order));
        let orders = self.opponent_moves.iter().filter_map(|opponent_move| match opponent_move {
            OpponentMove::Send(order) => Some((opponent, *order)),
            OpponentMove::Place(..) => None,
        });
        for (side, order) in own_orders.chain(orders) {
            let region = order.to;
            let before = (now.owner(region), now.armies(region));
            let after = (self.state.owner(region), self.state.armies(region));
            let event = Event::Change(ChangeEvent { region, before, after, side, order });
            event.apply(&mut now);
            events.push(event);
        }
        RoundRecord { round: self.round, events, witnesses: Vec::new() }
    }

    /// The bot gave this turn.
    pub fn note_turn(&mut self, turn: Turn) {
        self.last_turn = Some((self.state.clone(), turn));
        self.turn_given = true;
        self.moves_are_new = false;
    }

    /// What the bot sees when it is asked for a turn. The income is the one that it was told.
    pub fn turn_view(&mut self, income: Option<u32>) -> View {
        if let Some(income) = income {
            let bonuses = self.state.income(&self.setup.map, 0, self.side);
            let base_income = u16::try_from(income.saturating_sub(bonuses)).unwrap_or(u16::MAX);
            if base_income != self.setup.base_income {
                Arc::make_mut(&mut self.setup).base_income = base_income;
            }
        }
        self.view(None)
    }

    /// What the bot sees; `offers` are the regions that it may pick, how many of them now, and how many are picked in
    /// turn in all.
    pub fn view(&self, offers: Option<(&[RegionId], usize, usize)>) -> View {
        let (offered, picks, picks_in_turn) = offers.unwrap_or((&[], 0, 0));
        let waiting_for = if picks_in_turn > 0 { Sides::one(self.side) } else { Sides::all(2) };
        View {
            side: self.side,
            setup: Arc::clone(&self.setup),
            round: self.round,
            picking: offers.is_some(),
            state: self.state.clone(),
            seen: self.seen.clone(),
            offers: vec![offered.to_vec(); 2],
            picks,
            picks_in_turn,
            committed: None,
            waiting_for,
            alive: Sides::all(2),
            last: self.last.clone(),
            outcome: None,
        }
    }
}
