//! Quantum tic-tac-toe: see the library.

fn main() {
    let store = common::store::Store::open("qttt", None).unwrap();
    common::window::run::<qttt::rules::Position, qttt::view::QtttView>(store).unwrap();
}
