//! Checks of what is written down: setups and saved games.

use super::walk::{random_move, walk};
use crate::game::{Dice, OptionValues, Setup, StoredSetup};
use crate::job::Work;
use crate::player::AiPlayers;
use crate::session::{Saved, Seat, Session};

/// Every option takes its values and returns them, also from a file; any other value is refused and changes nothing.
pub fn options<S: Setup>() {
    let refuses = |name: &str, value: &str| {
        let mut setup = S::default();
        assert!(setup.set(name, value).is_err(), "option: {name} takes '{value}'");
        assert_eq!(setup, S::default(), "option: {name} refused '{value}', but has changed");
    };
    for option in S::options() {
        let name = option.name;
        let values = option.values(&S::default());
        for value in examples(&values).into_iter().chain([option.get(&S::default())]) {
            let mut setup = S::default();
            let set = setup.set(name, &value);
            assert!(set.is_ok(), "option: {name} does not take '{value}': {set:?}");
            assert_eq!(setup.get(name), Some(value), "option: {name} does not keep its value");
            let text = serde_yaml::to_string(&StoredSetup(setup.clone())).unwrap_or_default();
            let back: Option<StoredSetup<S>> = serde_yaml::from_str(&text).ok();
            assert_eq!(back.map(|back| back.0).as_ref(), Some(&setup), "option: {name} is lost in a file");
        }
        match values {
            OptionValues::Choice(_) => refuses(name, "no such value"),
            OptionValues::Number { min, max } => {
                refuses(name, &min.saturating_sub(1).to_string());
                refuses(name, &max.saturating_add(1).to_string());
                refuses(name, "many");
            }
            OptionValues::Text { .. } => {}
        }
    }
    refuses("no such option", "1");
    assert_eq!(S::default().get("no such option"), None);
}

fn examples(values: &OptionValues) -> Vec<String> {
    match values {
        OptionValues::Choice(choices) => choices.iter().map(|choice| choice.value.clone()).collect(),
        OptionValues::Number { min, max } => [*min, *max].map(|n| n.to_string()).to_vec(),
        OptionValues::Text { examples, .. } => examples.iter().map(|text| (*text).to_owned()).collect(),
    }
}

/// A game that is saved at any ply is the same when it is loaded, also with undone moves, refused moves and a score;
/// and a save that is cut anywhere is refused.
pub fn saves<G: AiPlayers>(setup: &G::Setup, games: u64) {
    let humans = vec![Seat::Human; G::sides(setup)];
    let new = |seed| match Session::<G>::new(setup.clone(), humans.clone(), seed) {
        Ok(session) => session,
        Err(why) => panic!("save: no session with {setup:?}: {why}"),
    };
    let mut session = new(0);
    walk::<G>(setup, games, |step| {
        if step.ply == 0 {
            session = new(step.game);
        }
        // Chance may have led the session elsewhere than the walk.
        let mut dice = Dice::of(step.game, step.ply as u64);
        let next = if G::FACTS.chance { random_move(session.position(), &mut dice) } else { step.next };
        let Some((side, m)) = next else { return };
        let refused = session.play_text(side, "\u{0}not a move");
        assert!(refused.is_err(), "save: noise is played as a move");
        let played = session.play_text(side, &m.to_string());
        assert!(played.is_ok(), "save: {m} is refused by the session: {played:?}");
        same_when_loaded(&session);
        if session.undo(side) {
            same_when_loaded(&session);
            session.redo();
        }
    });
    let text = session.saved().write().unwrap_or_default();
    cut(&text, |text| Saved::read::<G>(text).is_err());
}

fn same_when_loaded<G: AiPlayers>(session: &Session<G>) {
    let text = session.saved().write().unwrap_or_default();
    let loaded = Saved::read::<G>(&text).and_then(|saved| Session::<G>::resume(saved, &Work::quiet()));
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(why) => panic!("save: {session:?} cannot be loaded: {why}"),
    };
    assert_eq!(loaded.position(), session.position(), "save: the loaded position is different");
    assert_eq!(loaded.setup(), session.setup(), "save: the loaded setup is different");
    assert_eq!(loaded.score(), session.score(), "save: the loaded score is different");
    assert_eq!(loaded.tally().mistakes, session.tally().mistakes, "save: the loaded tally is different");
    assert_eq!(loaded.undo_limit(), session.undo_limit(), "save: the limit of undo is different");
    let moves = |session: &Session<G>| -> Vec<String> {
        session.plies().iter().map(|ply| ply.side.label(&ply.text)).collect()
    };
    assert_eq!(moves(&loaded), moves(session), "save: the loaded moves are different");
}

fn cut(text: &str, refused: impl Fn(&str) -> bool) {
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        assert!(refused(&text[..end]), "save: a file cut after {end} bytes is taken as complete");
    }
}
