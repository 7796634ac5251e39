//! What is tested in each program.

use super::Page;
use super::browser::{Shown, Tab};

/// Uses a program. Games are loaded again; all but the rule generator open a shared link.
pub fn run(page: &mut Page<'_>, tab: Tab, programs: &[&str]) -> Result<(), String> {
    match page.name {
        "atoms" => board_game(page, tab, &["a1"], &["c3"]),
        "qttt" => board_game(page, tab, &["cell 0", "cell 4"], &["cell 2", "cell 6"]),
        "gomoku" => board_game(page, tab, &["h8"], &["g7"]),
        "cellgame" => puzzle(page, tab),
        "cell-editor" => editor(page, tab),
        "rule-generator" => generator(page, tab, programs.contains(&"cell-editor")),
        "warlight" => conquest(page, tab),
        name => Err(format!("no test has been written for {name}")),
    }
}

/// Takes pictures of menus and dialogs on a small phone, if pictures are wanted.
pub fn dialogs(page: &mut Page<'_>) -> Result<(), String> {
    if page.pictures.is_none() {
        return Ok(());
    }
    let items: &[(&str, &str)] = match page.name {
        "cell-editor" => &[("File", "New…"), ("File", "Settings"), ("Help", "Cell editor help")],
        "rule-generator" => &[("File", "New"), ("File", "Settings"), ("Help", "How it works")],
        _ => &[("Game", "Settings"), ("Game", "Open"), ("Help", "Rules"), ("Help", "About")],
    };
    let tab = page.open_on_phone()?;
    if items[0].0 == "Game" {
        page.wait(&tab, "the last game", |name| name == "Resumed your last game.")?;
    }
    for (menu, item) in items {
        page.tap_on(&tab, menu, |name| name == *menu)?;
        page.picture_of(&tab, &format!("menu-{menu}"), "small-phone")?;
        page.tap_on(&tab, item, |name| name.starts_with(item))?;
        page.picture_of(&tab, &format!("dialog-{}", item.trim_end_matches('…')), "small-phone")?;
        page.browser.press_escape(&tab)?;
    }
    page.browser.close(tab)
}

/// Whether something is a square with this name: `a1` or `a1, empty`.
fn is_square(name: &str, square: &str) -> bool {
    name == square || name.strip_prefix(square).is_some_and(|rest| rest.starts_with(','))
}

/// The squares and what is on them.
fn squares(page: &mut Page<'_>, tab: &Tab) -> Result<Vec<String>, String> {
    page.names(tab, |name| name.contains(", "))
}

/// Begins a game by clicks, and waits for the engine's answer.
fn begin(page: &mut Page<'_>, tab: &Tab, clicks: &[&str]) -> Result<(), String> {
    let before = page.moves(tab)?;
    page.click(tab, "Play")?;
    for square in clicks {
        page.click_on(tab, square, |name| is_square(name, square))?;
    }
    page.wait_for_moves(tab, before + MOVES)?;
    page.wait(tab, "the next turn", |name| name == "(you)")
}

/// Loads a game again. Returns its squares.
fn resume(page: &mut Page<'_>, tab: &Tab) -> Result<Vec<String>, String> {
    page.reload(tab)?;
    page.wait(tab, "the game after a reload", |name| name == "Resumed your last game.")?;
    page.wait(tab, "the next turn", |name| name == "(you)")?;
    squares(page, tab)
}

/// Two tabs: each goes on with its own game.
fn two_tabs(page: &mut Page<'_>, tab: &Tab, clicks: &[&str]) -> Result<(), String> {
    let first = squares(page, tab)?;
    let other = page.open("")?;
    begin(page, &other, clicks)?;
    let second = squares(page, &other)?;
    if first == second {
        return Err(format!("two games are the same: {first:?}"));
    }
    for (tab, before) in [(tab, &first), (&other, &second)] {
        let after = resume(page, tab)?;
        if after != *before {
            return Err(format!("another tab has changed a game: {before:?}, {after:?}"));
        }
    }
    // The game of a closed tab is newer, but a tab goes on with its own.
    page.browser.close(other)?;
    let after = resume(page, tab)?;
    if after == first { Ok(()) } else { Err(format!("a tab has taken another game: {first:?}, {after:?}")) }
}

/// On a phone: taps play, and two fingers make the board larger without playing.
fn on_phone(page: &mut Page<'_>, clicks: &[&str]) -> Result<(), String> {
    let tab = page.open_on_phone()?;
    // It goes on with the game of the closed tab.
    page.wait(&tab, "the last game", |name| name == "Resumed your last game.")?;
    page.tap_on(&tab, "Game", |name| name == "Game")?;
    page.picture_of(&tab, "menu", "small-phone")?;
    page.tap_on(&tab, "New", |name| name.starts_with("New"))?;
    page.tap_on(&tab, "Play", |name| name == "Play")?;
    let square = clicks[0];
    let moves = page.moves(&tab)?;
    let before = page.browser.find(&tab, square, |name| is_square(name, square))?;
    let width = |page: &mut Page<'_>, tab: &Tab, fits: &dyn Fn(f64) -> bool| {
        page.browser.wait(tab, "a board of another size", |browser, tab| {
            let fits = |shown: &Shown| is_square(&shown.name, square) && fits(shown.width);
            Ok(browser.shown(tab)?.into_iter().find(fits).map(drop))
        })
    };
    page.browser.pinch_at(&tab, before.middle, 40.0, 100.0)?;
    width(page, &tab, &|width| width > 1.5 * before.width)?;
    page.picture_of(&tab, "zoomed", "small-phone")?;
    page.browser.pinch_at(&tab, before.middle, 100.0, 20.0)?;
    width(page, &tab, &|width| width < 1.1 * before.width)?;
    if page.names(&tab, |name| name == "(you)")?.is_empty() || page.moves(&tab)? != moves {
        return Err("two fingers have made a move".to_owned());
    }
    for square in clicks {
        page.tap_on(&tab, square, |name| is_square(name, square))?;
    }
    page.wait_for_moves(&tab, moves + MOVES)?;
    page_stays(page, &tab)?;
    page.browser.close(tab)
}

/// Fingers neither zoom nor scroll the page itself, and a long press opens no menu of the browser.
fn page_stays(page: &mut Page<'_>, tab: &Tab) -> Result<(), String> {
    let stays = "visualViewport.scale === 1 && scrollX === 0 && scrollY === 0
        && !document.getElementById('window')
            .dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))";
    match page.browser.evaluate(tab, stays)?.as_bool() {
        Some(true) => Ok(()),
        _ => Err("the browser itself has reacted to fingers".to_owned()),
    }
}

/// How many moves a game has after the first move and its answer.
const MOVES: usize = 2;

/// A game against an engine: a move by clicks, the engine's answer, a reload, and a shared link. `others` are the clicks
/// of another game.
fn board_game(page: &mut Page<'_>, tab: Tab, clicks: &[&str], others: &[&str]) -> Result<(), String> {
    begin(page, &tab, clicks)?;
    page.picture(&tab, "game")?;
    let before = resume(page, &tab)?;
    two_tabs(page, &tab, others).map_err(|why| format!("two tabs: {why}"))?;
    on_phone(page, clicks).map_err(|why| format!("on a phone: {why}"))?;
    let link = page.share(&tab, "Game")?;
    let other = page.open(&link)?;
    page.wait(&other, "the game of the link", |name| name.starts_with("Opened the game of the link."))?;
    page.wait(&other, "the next turn", |name| name == "(you)")?;
    let after = squares(page, &other)?;
    if before != after || page.moves(&other)? < MOVES {
        return Err(format!("the link {link} opens another position: {before:?}, {after:?}"));
    }
    let broken = page.open("moves=nonsense")?;
    page.wait(&broken, "a sentence about a broken link", |name| {
        name.starts_with("The link cannot be opened")
    })?;
    for tab in [tab, other, broken] {
        page.browser.close(tab)?;
    }
    Ok(())
}

/// A puzzle: a hint that a worker finds, a reload, and its link.
fn puzzle(page: &mut Page<'_>, tab: Tab) -> Result<(), String> {
    page.click(&tab, "Play")?;
    page.wait(&tab, "the board", |name| name == "A new game.")?;
    page.picture(&tab, "game")?;
    for stage in 1..=3 {
        page.click(&tab, "Hint")?;
        page.wait(&tab, "a hint", |name| name.starts_with(&format!("Hint, stage {stage}")))?;
    }
    // The last stage enters a value. A puzzle is kept when something has been entered.
    page.click(&tab, "Hint")?;
    page.wait_for_moves(&tab, 1)?;
    let cells = |page: &mut Page<'_>, tab: &Tab| {
        page.names(tab, |name| name.contains(", hidden") || name.contains(", state "))
    };
    let before = cells(page, &tab)?;
    page.reload(&tab)?;
    page.wait(&tab, "the puzzle after a reload", |name| name == "Resumed your last game.")?;
    let after = cells(page, &tab)?;
    if before != after || before.is_empty() {
        return Err(format!("the puzzle has changed: {before:?}, {after:?}"));
    }
    let link = page.share(&tab, "Game")?;
    let other = page.open(&link)?;
    page.wait(&other, "the puzzle of the link", |name| name.starts_with("Opened the game of the link."))?;
    for tab in [tab, other] {
        page.browser.close(tab)?;
    }
    Ok(())
}

/// The editor: an automaton of the library, and its link.
fn editor(page: &mut Page<'_>, tab: Tab) -> Result<(), String> {
    page.click_on(&tab, "an automaton", |name| name == "open rule-110")?;
    page.wait(&tab, "the editor", |name| name.starts_with("Opened a copy of"))?;
    page.picture(&tab, "editor")?;
    // A long press is the right button, which goes back to the state before.
    page.browser.resize(&tab, 1280, 800, true)?;
    let rule = page.browser.find(&tab, "a rule", |name| name == "rule 000 gives 0")?;
    page.browser.touch(&tab, "touchStart", &[rule.middle])?;
    page.wait(&tab, "the result of a long press", |name| name == "rule 000 gives 1")?;
    page.browser.touch(&tab, "touchEnd", &[])?;
    page.browser.resize(&tab, 1280, 800, false)?;
    let link = page.share(&tab, "File")?;
    let other = page.open(&link)?;
    page.wait(&other, "the automaton of the link", |name| name.starts_with("Opened "))?;
    for tab in [tab, other] {
        page.browser.close(tab)?;
    }
    Ok(())
}

/// The generator: a search in a worker, and its result in the editor.
fn generator(page: &mut Page<'_>, tab: Tab, editor: bool) -> Result<(), String> {
    page.click_on(&tab, "Generate", |name| name == "Generate" || name == "Find rules")?;
    page.wait(&tab, "a result", |name| name.contains("Found"))?;
    page.picture(&tab, "found")?;
    if editor {
        page.click(&tab, "Tools")?;
        page.click_on(&tab, "the editor", |name| name.starts_with("Open the result in the editor"))?;
        let other = page.browser.opened(&tab, "/cell-editor/")?;
        // The test of the editor has left unsaved changes.
        page.wait(&other, "the editor", |name| name.starts_with("Opened ") || name == "Don't save")?;
        if !page.names(&other, |name| name == "Don't save")?.is_empty() {
            page.click(&other, "Don't save")?;
        }
        page.wait(&other, "the automaton in the editor", |name| name.starts_with("Opened "))?;
        page.browser.close(other)?;
    }
    page.browser.close(tab)
}

/// A game on a map against an engine: a round by clicks, a reload, a shared link; and a simulation in workers.
fn conquest(page: &mut Page<'_>, tab: Tab) -> Result<(), String> {
    page.click(&tab, "Play")?;
    page.wait(&tab, "the map", |name| name.ends_with(", offered"))?;
    page.picture(&tab, "picks")?;
    let offers = page.names(&tab, |name| name.ends_with(", offered"))?;
    for region in offers.iter().take(2) {
        page.click(&tab, region)?;
    }
    page.click(&tab, "Start here")?;
    page.wait(&tab, "the first turn", |name| name == "Next: attacks")?;
    let is_own = |name: &str| name.contains(", Blue, ");
    for _ in 0..5 {
        page.click_on(&tab, "a region of mine", is_own)?;
    }
    for button in ["Next: attacks", "Next: check", "Commit the turn"] {
        page.click(&tab, button)?;
    }
    page.wait_for_moves(&tab, 4)?;
    page.wait(&tab, "the second turn", |name| name == "Next: attacks")?;
    page.picture(&tab, "game")?;
    page.reload(&tab)?;
    page.wait(&tab, "the game after a reload", |name| name == "Resumed your last game.")?;
    page.wait(&tab, "the second turn", |name| name == "Next: attacks")?;
    let regions = |page: &mut Page<'_>, tab: &Tab| page.names(tab, |name| name.contains("), "));
    let before = regions(page, &tab)?;
    let link = page.share(&tab, "Game")?;
    let other = page.open(&link)?;
    page.wait(&other, "the game of the link", |name| name.starts_with("Opened the game of the link."))?;
    page.wait(&other, "the second turn", |name| name == "Next: attacks")?;
    let after = regions(page, &other)?;
    if before != after || before.is_empty() {
        return Err(format!("the link {link} opens another position: {before:?}, {after:?}"));
    }
    page.click(&other, "Menu")?;
    page.click(&other, "Simulator")?;
    page.click(&other, "Start")?;
    page.wait(&other, "the simulation", |name| name == "All games are played.")?;
    page.picture(&other, "simulation")?;
    page.click(&other, "Games of simulation 1")?;
    page.click_on(&other, "a game of the simulation", |name| name.starts_with("Game "))?;
    page.wait(&other, "the replay", |name| name.starts_with("Timeline: "))?;
    page.picture(&other, "replay")?;
    for tab in [tab, other] {
        page.browser.close(tab)?;
    }
    Ok(())
}
