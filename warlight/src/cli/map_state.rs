//! The file of `map render --state`: who owns what, and what is going on.

use crate::map::render::{Arrow, PLAYER_COLOURS, RegionLook, Scene};
use crate::map::{Map, RegionId, file};
use common::limits;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A state as written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct State {
    /// Owners and armies by the name of the region; regions that are missing are neutral.
    regions: BTreeMap<String, Holding>,
    /// Names of regions hidden by fog.
    fog: Vec<String>,
    /// Names of highlighted regions.
    highlight: Vec<String>,
    /// Attacks and transfers.
    attacks: Vec<Attack>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Holding {
    /// The player, from 1.
    owner: Option<u8>,
    armies: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attack {
    from: String,
    to: String,
    armies: Option<u32>,
    /// The player, from 1; by default the owner of `from`.
    player: Option<u8>,
}

/// Reads a state of a map. The error is a sentence.
pub fn parse(text: &str, map: &Map) -> Result<Scene, String> {
    let state: State = limits::parse_yaml(text, file::LIMITS)?;
    let find = |name: &str| {
        let id = map.regions.iter().position(|region| region.name == name);
        id.ok_or_else(|| format!("the map '{}' has no region '{name}'", map.name))
    };
    let player = |number: u8| match number {
        0 => Err("players are numbered from 1".to_owned()),
        number if usize::from(number) > PLAYER_COLOURS.len() => {
            Err(format!("there is no player {number}: at most {} play", PLAYER_COLOURS.len()))
        }
        number => Ok(number - 1),
    };
    let mut scene = Scene::start(map);
    for (name, holding) in &state.regions {
        let look: &mut RegionLook = &mut scene.regions[find(name)?];
        look.owner = holding.owner.map(player).transpose()?;
        look.armies = holding.armies.or(look.armies);
    }
    for name in &state.fog {
        let look = &mut scene.regions[find(name)?];
        (look.fog, look.armies) = (true, None);
    }
    for name in &state.highlight {
        scene.regions[find(name)?].highlight = true;
    }
    for attack in &state.attacks {
        let (from, to) = (find(&attack.from)?, find(&attack.to)?);
        let owner = attack.player.map(player).transpose()?.or(scene.regions[from].owner);
        let Some(owner) = owner else {
            return Err(format!(
                "the attack from '{}' has no player, and nobody owns the region",
                attack.from
            ));
        };
        scene.arrows.push(Arrow {
            from: from as RegionId,
            to: to as RegionId,
            armies: attack.armies,
            player: owner,
        });
    }
    Ok(scene)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_becomes_a_scene() {
        let map = crate::map::load("world").unwrap().map;
        let text = "regions: {Gaul: {owner: 2, armies: 9}}\nfog: [Yukon]\nhighlight: [Gaul]\nattacks: [{from: Gaul, to: Iberia}]";
        let scene = parse(text, &map).unwrap();
        let find = |name: &str| map.regions.iter().position(|region| region.name == name).unwrap();
        let gaul = RegionLook { owner: Some(1), armies: Some(9), fog: false, highlight: true };
        assert_eq!(scene.regions[find("Gaul")], gaul);
        assert_eq!(scene.regions[find("Yukon")].armies, None);
        assert_eq!((scene.arrows.len(), scene.arrows[0].player), (1, 1));
    }

    #[test]
    fn mistakes_in_a_state_are_explained() {
        let map = crate::map::load("brindle").unwrap().map;
        let region = &map.regions[0].name;
        let cases = [
            ("fog: [Atlantis]".to_owned(), "the map 'Brindle' has no region 'Atlantis'"),
            (format!("regions: {{{region}: {{owner: 0}}}}"), "players are numbered from 1"),
            (format!("regions: {{{region}: {{owner: 9}}}}"), "there is no player 9"),
            (format!("attacks: [{{from: {region}, to: {region}}}]"), "has no player"),
            ("rain: []".to_owned(), "unknown field `rain`"),
        ];
        for (text, expected) in cases {
            let error = parse(&text, &map).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
