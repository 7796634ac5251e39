//! A toy game with several sides, simultaneous orders, dice and secrets.
//!
//! Every side holds a secret card of 1 to 6. In each round every side secretly bids 0 to 3 of its points. When all bids
//! are in, a die decides the prize; the single highest bid wins it, and every side pays what it bid. At the end the
//! cards are shown and added to the points.

use crate::game::{
    Dice, Facts, Game, GameResult, Made, Outcome, Setup, SetupOption, Side, Sides, StartError, Value,
};
use crate::job::Work;
use crate::player::{AiPlayers, BadSpec, Budget, Level, Player, PlayerError, Spec, Thought, Turn};
use crate::styled::StyledText;
use crate::words::{SeenPly, Words};
use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Terms {
    pub sides: i64,
    pub rounds: i64,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { sides: 3, rounds: 2 }
    }
}

impl Setup for Terms {
    fn options() -> Vec<SetupOption<Terms>> {
        vec![
            SetupOption::number("Bidders", "How many play", 2..=16, |t| t.sides, |t, n| t.sides = n),
            SetupOption::number("Rounds", "How many rounds", 1..=9, |t| t.rounds, |t, n| t.rounds = n),
        ]
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Auction {
    cards: Vec<i8>,
    points: Vec<i8>,
    bids: Vec<Option<i8>>,
    last: Option<Round>,
    round: i64,
    rounds: i64,
}

/// A round that was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Round {
    pub bids: Vec<i8>,
    pub prize: i8,
    pub winner: Option<Side>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bid(pub i8);

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bid {}", self.0)
    }
}

/// What one side sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bidder {
    pub side: Side,
    /// Its own card; all cards at the end.
    pub cards: Vec<Option<i8>>,
    pub points: Vec<i8>,
    pub own_bid: Option<i8>,
    pub has_bid: Vec<bool>,
    pub last: Option<Round>,
    pub round: i64,
    pub over: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum BadBid {
    #[error("'{0}' is not a bid: use bid 0 to bid 3")]
    Text(String),
    #[error("this side has bid already")]
    Twice,
    #[error("the auction is over")]
    Over,
}

impl Auction {
    fn over(&self) -> bool {
        self.round == self.rounds
    }

    fn resolve(&mut self, dice: &mut Dice) -> Round {
        let bids: Vec<i8> = self.bids.iter_mut().map(|bid| bid.take().unwrap_or(0)).collect();
        let prize = 1 + dice.below(6) as i8;
        let highest = bids.iter().max().copied().unwrap_or(0);
        let mut best = Side::all(bids.len()).filter(|side| bids[side.index()] == highest);
        let winner = best.next().filter(|_| best.next().is_none());
        for side in Side::all(bids.len()) {
            let gain = if winner == Some(side) { prize } else { 0 };
            self.points[side.index()] += gain - bids[side.index()];
        }
        self.round += 1;
        let round = Round { bids, prize, winner };
        self.last = Some(round.clone());
        round
    }
}

impl Game for Auction {
    const FACTS: Facts =
        Facts { name: "auction", title: "Auction", chance: true, hidden: true, simultaneous: true };
    type Setup = Terms;
    type Move = Bid;
    type View = Bidder;
    type Effect = Option<Round>;
    type Score = ();
    type Illegal = BadBid;
    type BadSetup = Infallible;

    fn sides(setup: &Terms) -> usize {
        setup.sides as usize
    }
    fn max_plies(setup: &Terms) -> usize {
        (setup.sides * setup.rounds) as usize
    }
    fn start(setup: &Terms, dice: &mut Dice, _: &Work) -> Result<Auction, StartError<Infallible>> {
        let sides = Auction::sides(setup);
        Ok(Auction {
            cards: (0..sides).map(|_| 1 + dice.below(6) as i8).collect(),
            points: vec![10; sides],
            bids: vec![None; sides],
            last: None,
            round: 0,
            rounds: setup.rounds,
        })
    }
    fn to_move(&self) -> Sides {
        let waiting = |side: &Side| !self.over() && self.bids[side.index()].is_none();
        Side::all(self.bids.len()).filter(waiting).fold(Sides::NONE, Sides::with)
    }
    fn parse(&self, side: Side, text: &str) -> Result<Bid, BadBid> {
        let number = text.trim().strip_prefix("bid ").and_then(|number| number.parse().ok());
        let bid = number.filter(|bid| (0..=3).contains(bid)).map(Bid);
        let bid = bid.ok_or_else(|| BadBid::Text(text.chars().take(20).collect()))?;
        self.clone().play(side, &bid, &mut Dice::new(0)).map(|_| bid)
    }
    fn play(&mut self, side: Side, m: &Bid, dice: &mut Dice) -> Result<Option<Round>, BadBid> {
        if self.over() {
            return Err(BadBid::Over);
        }
        let bid = self.bids.get_mut(side.index()).ok_or(BadBid::Over)?;
        if bid.is_some() {
            return Err(BadBid::Twice);
        }
        *bid = Some(m.0);
        let complete = self.bids.iter().all(Option::is_some);
        Ok(complete.then(|| self.resolve(dice)))
    }
    fn random_move(&self, side: Side, dice: &mut Dice) -> Option<Bid> {
        self.to_move().contains(side).then(|| Bid(dice.below(4) as i8))
    }
    fn view(&self, side: Side) -> Bidder {
        let shown = |of: Side| (of == side || self.over()).then(|| self.cards[of.index()]);
        Bidder {
            side,
            cards: Side::all(self.cards.len()).map(shown).collect(),
            points: self.points.clone(),
            own_bid: self.bids[side.index()],
            has_bid: self.bids.iter().map(Option::is_some).collect(),
            last: self.last.clone(),
            round: self.round,
            over: self.over(),
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        let totals: Vec<i8> =
            self.points.iter().zip(&self.cards).map(|(points, card)| points + card).collect();
        self.over().then(|| Outcome::halves(&totals))
    }
    fn is_visible(viewer: Side, made: Made<'_, Auction>, now: &Auction) -> bool {
        made.side == viewer || now.round > made.before.round
    }
    fn visible_effect(_: Side, effect: &Option<Round>, _: &Auction) -> Option<Option<Round>> {
        Some(effect.clone())
    }
    fn reveals(before: &Auction, after: &Auction) -> bool {
        after.round > before.round
    }
}

impl Words for Auction {
    fn side_name(_: &Terms, _: Option<&Bidder>, side: Side) -> Cow<'static, str> {
        format!("Bidder {}", side.index() + 1).into()
    }
    fn rules() -> &'static str {
        "Bid 0 to 3 points; the single highest bid wins the prize.\n"
    }
    fn board(view: &Bidder, _: &[SeenPly<'_, Auction>]) -> StyledText {
        let card = |card: &Option<i8>| card.map_or("?".to_owned(), |card| card.to_string());
        let cards: Vec<String> = view.cards.iter().map(card).collect();
        format!("round {}, points {:?}, cards {}\n", view.round + 1, view.points, cards.join(" ")).into()
    }
    fn prompt(_: &Bidder, side: Side) -> String {
        format!("Bidder {}'s turn: bid 0 to bid 3", side.index() + 1)
    }
    fn describe_effects(ply: &SeenPly<'_, Auction>) -> Vec<String> {
        let who = format!("Bidder {}", ply.side.index() + 1);
        let mut sentences = vec![match ply.m {
            Some(bid) => format!("{who} bids {}.", bid.0),
            None => format!("{who} has bid."),
        }];
        if let Some(Some(Round { bids, prize, .. })) = &ply.effect {
            sentences.push(format!("The bids are {bids:?}, the prize is {prize}."));
        }
        sentences
    }
    fn result(view: &Bidder) -> String {
        if !view.over {
            return String::new();
        }
        let cards = view.cards.iter().map(|card| card.unwrap_or(0));
        let totals: Vec<i8> = view.points.iter().zip(cards).map(|(points, card)| points + card).collect();
        match Outcome::halves(&totals).result() {
            GameResult::Win(side) => format!("Bidder {} wins.", side.index() + 1),
            _ => "A draw.".to_owned(),
        }
    }
    fn describe_value(_: &Bidder, _: Side, value: Value, _: bool) -> String {
        format!("worth {value}")
    }
    fn describe_move(_: &Bidder, _: Side, m: &Bid, _: Option<&Option<Round>>) -> String {
        format!("{m} points")
    }
}

/// Bids a fixed number, and reports everything it was given in its thoughts.
struct Spy(i8);

impl Player<Auction> for Spy {
    fn choose(
        &mut self,
        turn: &Turn<'_, Auction>,
        _: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Bid, PlayerError> {
        let given = format!("{:?} {:?} {:?} {:?}", turn.side, turn.view, turn.setup, turn.moves);
        seen(Thought { depth: 1, line: vec![given], ..Thought::default() });
        if turn.view.over { Err(PlayerError::NoMove) } else { Ok(Bid(self.0)) }
    }
}

impl AiPlayers for Auction {
    const LEVELS: &'static [Level] = &[
        Level { name: "low", about: "bids nothing" },
        Level { name: "waits", about: "thinks until it is stopped, then bids 2" },
        Level { name: "high", about: "bids 3" },
    ];
    fn build_player(spec: &Spec, _: &Terms, seed: u64) -> Result<Box<dyn Player<Auction>>, BadSpec> {
        let mut dice = Dice::new(seed);
        Ok(match spec.name() {
            "low" => Box::new(Spy(0)),
            "high" => Box::new(Spy(3)),
            "random" => Box::new(move |_: &Turn<'_, Auction>, _: &Budget| Ok(Bid(dice.below(4) as i8))),
            "waits" => Box::new(move |_: &Turn<'_, Auction>, budget: &Budget| {
                while !budget.stop.raised() {
                    std::thread::yield_now();
                }
                Ok(Bid(2))
            }),
            _ => return Err(Self::unknown(spec)),
        })
    }
}
