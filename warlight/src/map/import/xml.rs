//! The two XML files of a map: its structure, and the colours of its regions.
//!
//! The source document describes what they contain but not their exact elements, so values are read from attributes and
//! from child elements, in any letter case:
//!
//! ```xml
//! <Map>
//!   <SuperRegion Name="North" Bonus="3" />
//!   <Region Name="Alba" SuperRegion="North" Army="2">
//!     <Neighbours><Neighbour>Beta</Neighbour></Neighbours>
//!   </Region>
//! </Map>
//! ```
//! ```xml
//! <Mapping><Entry><Region>Alba</Region><Color Red="255" Green="0" Blue="10" /></Entry></Mapping>
//! ```

use super::Outline;
use crate::map::file::parse_colour;
use crate::map::{DEFAULT_ARMIES, MAX_REGIONS};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::HashMap;

/// The maximum number of nodes of an XML file.
const MAX_NODES: u32 = 400_000;
/// The maximum depth of elements; the parser is recursive in places.
const MAX_DEPTH: usize = 64;

const NAME: &[&str] = &["name", "regionname", "id"];

fn parse(text: &str) -> Result<Document<'_>, String> {
    let text = text.trim_start_matches('\u{feff}');
    let mut depth = 0_usize;
    for tag in text.split('<').skip(1) {
        match tag.as_bytes().first() {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!' | b'?') => {}
            _ if tag.split('>').next().is_some_and(|tag| tag.ends_with('/')) => {}
            _ => depth += 1,
        }
        if depth > MAX_DEPTH {
            return Err(format!("the elements are nested more than {MAX_DEPTH} levels deep"));
        }
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| error.to_string())
}

fn is(node: Node<'_, '_>, names: &[&str]) -> bool {
    node.is_element() && names.iter().any(|name| node.tag_name().name().eq_ignore_ascii_case(name))
}

/// A value of an element: an attribute, or the text or the name of a child element.
fn value(node: Node<'_, '_>, names: &[&str]) -> Option<String> {
    let wanted = |found: &str| names.iter().any(|name| name.eq_ignore_ascii_case(found));
    let attribute = node.attributes().find(|attribute| wanted(attribute.name()));
    let text = attribute.map(|attribute| attribute.value().to_owned()).or_else(|| {
        let child = node.children().find(|child| is(*child, names))?;
        own_text(child)
    });
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The text of an element, or its name.
fn own_text(node: Node<'_, '_>) -> Option<String> {
    let text = node.text().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    text.or_else(|| {
        let name = |name: &str| NAME.contains(&&*name.to_ascii_lowercase());
        node.attributes()
            .find(|attribute| name(attribute.name()))
            .map(|attribute| attribute.value().to_owned())
    })
    .or_else(|| node.children().find(|child| is(*child, NAME))?.text().map(|text| text.trim().to_owned()))
}

fn place(document: &Document<'_>, node: Node<'_, '_>) -> String {
    format!("line {}", document.text_pos_at(node.range().start).row)
}

fn in_neighbours(node: Node<'_, '_>) -> bool {
    node.ancestors().any(|node| node.tag_name().name().to_ascii_lowercase().starts_with("neighbo"))
}

/// Reads the structure of a map.
pub fn structure(text: &str) -> Result<Outline, String> {
    let document = &parse(text)?;
    let mut outline = Outline::default();
    let mut super_ids = HashMap::new();
    let number = |node, names: &[&str]| match value(node, names) {
        None => Ok(None),
        Some(text) => match text.parse::<u16>() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(format!("{}: '{text}' is not a valid number", place(document, node))),
        },
    };
    let bonus_names = &["bonus", "superregionbonus"];
    let is_super = |node: &Node<'_, '_>| is(*node, &["superregion"]) && value(*node, bonus_names).is_some();
    for node in document.descendants().filter(is_super) {
        let name = value(node, NAME)
            .ok_or_else(|| format!("{}: a super region has no name", place(document, node)))?;
        let bonus = number(node, bonus_names)?;
        if super_ids.insert(name.clone(), outline.super_regions.len()).is_some() {
            return Err(format!("{}: a second super region '{name}'", place(document, node)));
        }
        outline.super_regions.push((name, bonus));
    }
    let mut ids = HashMap::new();
    let mut listed = Vec::new();
    for node in document.descendants().filter(|node| is(*node, &["region"]) && !in_neighbours(*node)) {
        let Some(name) = value(node, NAME) else {
            // A list of a super region's members names regions that are defined elsewhere.
            continue;
        };
        let around = node.ancestors().skip(1).find(|node| is(*node, &["superregion"]));
        let of = value(node, &["superregion", "superregionname"]).or_else(|| value(around?, NAME));
        let of =
            of.ok_or_else(|| format!("{}: region '{name}' has no super region", place(document, node)))?;
        let super_region = super_ids.get(&of);
        let super_region = *super_region.ok_or_else(|| {
            format!("{}: region '{name}': there is no super region '{of}'", place(document, node))
        })?;
        let armies = number(node, &["army", "armies", "startarmy", "startingarmy", "armysize"])?;
        if ids.insert(name.clone(), outline.regions.len()).is_some() {
            return Err(format!("{}: a second region '{name}'", place(document, node)));
        }
        if outline.regions.len() >= MAX_REGIONS {
            return Err(format!("there are more than {MAX_REGIONS} regions"));
        }
        outline.regions.push((name, super_region, armies.unwrap_or(DEFAULT_ARMIES)));
        listed.push(node);
    }
    if outline.regions.is_empty() {
        return Err("there are no regions".to_owned());
    }
    for (id, node) in listed.into_iter().enumerate() {
        // The innermost elements below a list of neighbours hold the names.
        let leaves = node.descendants().filter(|node| {
            node.is_element() && in_neighbours(*node) && !node.children().any(|child| child.is_element())
        });
        for leaf in leaves {
            let Some(name) = own_text(leaf) else { continue };
            let neighbour = ids.get(&name);
            let neighbour = *neighbour.ok_or_else(|| {
                let region = &outline.regions[id].0;
                format!("{}: region '{region}': there is no region '{name}'", place(document, leaf))
            })?;
            if neighbour == id {
                return Err(format!("{}: region '{name}' is its own neighbour", place(document, leaf)));
            }
            outline.borders.push((id, neighbour));
        }
    }
    Ok(outline)
}

/// Reads the colours of regions, by name.
pub fn colours(text: &str) -> Result<HashMap<String, [u8; 3]>, String> {
    let document = &parse(text)?;
    let mut colours = HashMap::new();
    for node in document.descendants().filter(Node::is_element) {
        let name = value(node, &["region", "regionname", "name"]);
        let Some((name, colour)) = name.zip(colour(node)) else { continue };
        if colours.insert(name.clone(), colour).is_some() {
            return Err(format!("{}: a second colour for region '{name}'", place(document, node)));
        }
    }
    if colours.is_empty() {
        return Err("there are no colours of regions".to_owned());
    }
    Ok(colours)
}

/// The colour of an element: `#rrggbb`, `r,g,b`, or red, green and blue of it or of its colour element.
fn colour(node: Node<'_, '_>) -> Option<[u8; 3]> {
    const COLOUR: &[&str] = &["color", "colour"];
    let channels = |node| {
        let channel = |names| value(node, names)?.parse().ok();
        Some([channel(&["red", "r"])?, channel(&["green", "g"])?, channel(&["blue", "b"])?])
    };
    let written = |text: String| {
        let parts: Option<Vec<u8>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
        parse_colour(&text).or_else(|| parts?.try_into().ok())
    };
    channels(node)
        .or_else(|| channels(node.children().find(|child| is(*child, COLOUR))?))
        .or_else(|| value(node, COLOUR).and_then(written))
}
