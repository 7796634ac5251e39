//! Questions to what is written down: parameters and saved games.

use super::walk::walk;
use crate::game::{Enumerable, KnobKind, Setup};
use crate::player::AiPlayers;
use crate::session::{Saved, Seat, Session};

/// Every knob takes its values and gives them back, through a file too; anything else is refused and changes nothing.
pub fn knobs<S: Setup>() {
    let refuses = |name: &str, value: &str| {
        let mut setup = S::default();
        assert!(setup.set(name, value).is_err(), "knob: {name} takes '{value}'");
        assert_eq!(setup, S::default(), "knob: {name} refused '{value}', but has changed");
    };
    for knob in S::knobs() {
        let name = knob.name;
        let default = S::default().get(name);
        assert!(default.is_some(), "knob: {name} has no value");
        for value in values(&knob.kind).into_iter().chain(default) {
            let mut setup = S::default();
            let set = setup.set(name, &value);
            assert!(set.is_ok(), "knob: {name} does not take '{value}': {set:?}");
            assert_eq!(setup.get(name), Some(value), "knob: {name} does not keep its value");
            let text = serde_yaml::to_string(&setup).unwrap_or_default();
            let back: Option<S> = serde_yaml::from_str(&text).ok();
            assert_eq!(back.as_ref(), Some(&setup), "knob: {name} is lost in a file");
        }
        match knob.kind {
            KnobKind::Choice(_) => refuses(name, "no such value"),
            KnobKind::Number { least, most } => {
                refuses(name, &least.saturating_sub(1).to_string());
                refuses(name, &most.saturating_add(1).to_string());
                refuses(name, "many");
            }
            KnobKind::Text => {}
        }
    }
    refuses("no such knob", "1");
    assert_eq!(S::default().get("no such knob"), None);
}

fn values(kind: &KnobKind) -> Vec<String> {
    match kind {
        KnobKind::Choice(choices) => choices.iter().map(|(value, _)| (*value).to_owned()).collect(),
        KnobKind::Number { least, most } => [*least, *most].map(|n| n.to_string()).to_vec(),
        KnobKind::Text => Vec::new(),
    }
}

/// A game that is saved at any ply is the same when it is loaded, also with moves taken back; and a save that is cut
/// anywhere is refused.
pub fn saves<G: AiPlayers + Enumerable>(setup: &G::Setup, games: u64) {
    let people = vec![Seat::Human; G::FACTS.sides];
    let new = |seed| match Session::<G>::new(setup.clone(), people.clone(), seed) {
        Ok(session) => session,
        Err(why) => panic!("save: no session with {setup:?}: {why}"),
    };
    let mut session = new(0);
    walk::<G>(setup, games, |step| {
        if step.ply == 0 {
            session = new(step.game);
        }
        let Some((_, m)) = step.next else { return };
        // Chance may have led the session elsewhere than the walk.
        let m = if G::FACTS.chance { session.position().moves().first().cloned() } else { Some(m) };
        let Some(m) = m else { return };
        let played = session.play_text(&m.to_string());
        assert!(played.is_ok(), "save: {m} is refused by the session: {played:?}");
        same_when_loaded(&session);
        session.undo();
        same_when_loaded(&session);
        session.redo();
    });
    let text = session.saved().write().unwrap_or_default();
    cut(&text, |text| Saved::read::<G>(text).is_err());
}

fn same_when_loaded<G: AiPlayers>(session: &Session<G>) {
    let text = session.saved().write().unwrap_or_default();
    let loaded = Saved::read::<G>(&text).and_then(Session::<G>::resume);
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(why) => panic!("save: {session:?} cannot be loaded: {why}"),
    };
    assert_eq!(loaded.position(), session.position(), "save: the loaded position is another");
    assert_eq!(loaded.record(), session.record(), "save: the loaded moves are others");
    assert_eq!(loaded.setup(), session.setup(), "save: the loaded parameters are others");
}

fn cut(text: &str, refused: impl Fn(&str) -> bool) {
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        assert!(refused(&text[..end]), "save: one that is cut after {end} bytes is taken for whole");
    }
}
