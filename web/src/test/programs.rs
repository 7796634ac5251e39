//! What is tested in each program.

use super::Page;
use super::browser::Tab;

/// Uses a program, loads it again, and opens a shared link.
pub fn run(page: &mut Page<'_>, tab: Tab) -> Result<(), String> {
    match page.name {
        "atoms" => board_game(page, tab, &["a1"], 2),
        "qttt" => board_game(page, tab, &["cell 0", "cell 4"], 2),
        "gomoku" => board_game(page, tab, &["h8"], 2),
        "cellgame" => puzzle(page, tab),
        "cell-editor" => editor(page, tab),
        "rule-generator" => generator(page, tab),
        name => Err(format!("no test has been written for {name}")),
    }
}

/// Whether something is a square with this name: `a1` or `a1, empty`.
fn is_square(name: &str, square: &str) -> bool {
    name == square || name.strip_prefix(square).is_some_and(|rest| rest.starts_with(','))
}

/// A game against an engine: a move by clicks, the engine's answer, a reload, and a shared link.
fn board_game(page: &mut Page<'_>, tab: Tab, clicks: &[&str], moves: usize) -> Result<(), String> {
    page.click(&tab, "Play")?;
    for square in clicks {
        page.click_on(&tab, square, |name| is_square(name, square))?;
    }
    page.wait_for_moves(&tab, moves)?;
    page.wait(&tab, "the next turn", |name| name == "(you)")?;
    page.picture(&tab, "game")?;
    page.reload(&tab)?;
    page.wait(&tab, "the game after a reload", |name| name == "Resumed your last game.")?;
    page.wait(&tab, "the next turn", |name| name == "(you)")?;
    let squares = |page: &mut Page<'_>, tab: &Tab| page.names(tab, |name| name.contains(", "));
    let before = squares(page, &tab)?;
    let link = page.share(&tab, "Game")?;
    let other = page.open(&link)?;
    page.wait(&other, "the game of the link", |name| name.starts_with("Opened the game of the link."))?;
    page.wait(&other, "the next turn", |name| name == "(you)")?;
    let after = squares(page, &other)?;
    if before != after || page.moves(&other)? < moves {
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

/// A puzzle: a hint that a worker finds, and its link.
fn puzzle(page: &mut Page<'_>, tab: Tab) -> Result<(), String> {
    page.click(&tab, "Play")?;
    page.wait(&tab, "the board", |name| name == "A new game.")?;
    page.picture(&tab, "game")?;
    page.click(&tab, "Hint")?;
    page.wait(&tab, "a hint", |name| name.starts_with("Hint, stage 1"))?;
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
    let link = page.share(&tab, "File")?;
    let other = page.open(&link)?;
    page.wait(&other, "the automaton of the link", |name| name.starts_with("Opened "))?;
    for tab in [tab, other] {
        page.browser.close(tab)?;
    }
    Ok(())
}

/// The generator: a search in a worker.
fn generator(page: &mut Page<'_>, tab: Tab) -> Result<(), String> {
    page.click_on(&tab, "Generate", |name| name == "Generate" || name == "Find rules")?;
    page.wait(&tab, "a result", |name| name.contains("Found"))?;
    page.picture(&tab, "found")?;
    page.browser.close(tab)
}
