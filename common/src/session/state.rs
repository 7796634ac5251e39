//! A move that was played, and the position after it.

use crate::game::{Game, Side};
use std::cell::OnceCell;

/// A move that was played.
#[derive(Debug)]
pub struct Ply<G: Game> {
    /// The side that moved.
    pub side: Side,
    /// The move.
    pub m: G::Move,
    /// Its canonical text.
    pub text: String,
    /// What it did.
    pub effect: G::Effect,
    /// It cannot be taken back: dice were thrown, or secrets shown.
    pub fixed: bool,
    pub(super) after: State<G>,
}

/// A position, and what each side sees of it. A view is made when it is first asked for.
#[derive(Debug)]
pub(super) struct State<G: Game> {
    pub(super) position: G,
    views: Box<[OnceCell<G::View>]>,
}

impl<G: Game> State<G> {
    pub(super) fn new(position: G, sides: usize) -> State<G> {
        State { position, views: (0..sides).map(|_| OnceCell::new()).collect() }
    }

    pub(super) fn view(&self, side: Side) -> &G::View {
        // Where nothing is hidden all sides see the same.
        let side = if G::FACTS.hidden { side } else { Side::FIRST };
        self.views[side.index()].get_or_init(|| self.position.view(side))
    }
}
