//! Tests in a real browser: every program loads, is used, goes on after a reload, and opens a shared link.

mod browser;
mod programs;
mod site;
mod speed;

pub use speed::compare;

use crate::chosen;
use crate::serve::Server;
use browser::{Browser, Tab};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The folder of the site on the server.
const FOLDER: &str = "some/folder/";

/// The sizes of pictures: their names, widths and heights, and whether that is a phone.
const SIZES: [(&str, u32, u32, bool); 3] =
    [("desktop", 1280, 800, false), ("phone", 390, 844, true), ("small-phone", 360, 640, true)];

/// Runs the tests. Without a Chromium it says so and tests nothing.
pub fn test(dist: &Path, only: &[String], pictures: Option<&Path>) -> Result<(), String> {
    let Some(command) = browser::find() else {
        println!(
            "No Chromium was found, so the web pages were not tested. Install it, or set CHROMIUM to its path."
        );
        return Ok(());
    };
    if let Some(folder) = pictures {
        fs::create_dir_all(folder).map_err(|why| format!("{} cannot be created: {why}", folder.display()))?;
    }
    // Not at the top of the server, as on many hosts.
    let server = Server::start(dist, FOLDER, 0)?;
    let root = format!("http://localhost:{}/{FOLDER}", server.port);
    let mut browser = Browser::start(&command, true)?;
    let programs = built(dist, only)?;
    site::list(&mut browser, &root, &programs)?;
    for name in &programs {
        let begun = Instant::now();
        let mut page = Page { browser: &mut browser, address: format!("{root}{name}/"), name, pictures };
        let tab = page.open("")?;
        println!("{name}: shown after {:.2} s", begun.elapsed().as_secs_f64());
        page.picture(&tab, "start")?;
        programs::run(&mut page, tab, &programs).map_err(|why| format!("{name}: {why}"))?;
        programs::dialogs(&mut page).map_err(|why| format!("{name}: {why}"))?;
        let errors = browser.errors();
        if !errors.is_empty() {
            return Err(format!("{name}: errors in the console: {}", errors.join("; ")));
        }
        println!("{name}: passed after {:.1} s", begun.elapsed().as_secs_f64());
    }
    if let Some(name) = programs.first() {
        site::without_webgl(&command, &format!("{root}{name}/"))?;
        site::offline(&mut browser, server, &root, name)?;
    }
    Ok(())
}

/// The chosen programs. Without a choice, those that were built.
fn built(dist: &Path, only: &[String]) -> Result<Vec<&'static str>, String> {
    let programs = chosen(only)?.into_iter().map(|(name, ..)| name);
    Ok(programs.filter(|name| !only.is_empty() || dist.join(name).is_dir()).collect())
}

/// A program under test.
struct Page<'a> {
    browser: &'a mut Browser,
    address: String,
    name: &'static str,
    pictures: Option<&'a Path>,
}

impl Page<'_> {
    /// Opens the program in a new tab, with something behind the `#` of its address.
    fn open(&mut self, link: &str) -> Result<Tab, String> {
        let tab = self.browser.tab(1280, 800, false)?;
        self.browser.go(&tab, &format!("{}?names#{link}", self.address))?;
        Ok(tab)
    }

    /// Opens the program on a small phone.
    fn open_on_phone(&mut self) -> Result<Tab, String> {
        let tab = self.browser.tab(360, 640, true)?;
        self.reload(&tab)?;
        Ok(tab)
    }

    /// Taps on the first thing whose name fits.
    fn tap_on(&mut self, tab: &Tab, what: &str, fits: impl Fn(&str) -> bool) -> Result<(), String> {
        let shown = self.browser.find(tab, what, fits)?;
        self.browser.tap_at(tab, shown.middle)
    }

    /// Loads the program again.
    fn reload(&mut self, tab: &Tab) -> Result<(), String> {
        self.browser.go(tab, &format!("{}?names", self.address))
    }

    /// Clicks on what has this name.
    fn click(&mut self, tab: &Tab, name: &str) -> Result<(), String> {
        self.click_on(tab, name, |other| other == name)
    }

    /// Clicks on the first thing whose name fits.
    fn click_on(&mut self, tab: &Tab, what: &str, fits: impl Fn(&str) -> bool) -> Result<(), String> {
        let shown = self.browser.find(tab, what, fits)?;
        self.browser.click_at(tab, shown.middle)
    }

    /// Waits until something has a name that fits.
    fn wait(&mut self, tab: &Tab, what: &str, fits: impl Fn(&str) -> bool) -> Result<(), String> {
        self.browser.find(tab, what, fits).map(drop)
    }

    /// The names of everything that is shown and fits, in order.
    fn names(&mut self, tab: &Tab, fits: impl Fn(&str) -> bool) -> Result<Vec<String>, String> {
        let mut names: Vec<String> =
            self.browser.shown(tab)?.into_iter().map(|shown| shown.name).filter(|name| fits(name)).collect();
        names.sort();
        Ok(names)
    }

    /// How many moves all unfinished games hold.
    fn moves(&mut self, tab: &Tab) -> Result<usize, String> {
        let count = r"pentad.files().filter((path) => path.includes('unfinished') || path.includes('autosave'))
            .map((path) => (new TextDecoder().decode(pentad.read(path)).match(/^- '?p\d:/gm) ?? []).length)
            .reduce((all, moves) => all + moves, 0)";
        Ok(self.browser.evaluate(tab, count)?.as_u64().unwrap_or(0) as usize)
    }

    /// Waits until all unfinished games hold so many moves.
    fn wait_for_moves(&mut self, tab: &Tab, moves: usize) -> Result<(), String> {
        let until = Instant::now() + Duration::from_mins(2);
        while self.moves(tab)? < moves {
            if Instant::now() > until {
                return Err(format!("{moves} moves were not made"));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }

    /// The link that *Share* copies.
    fn share(&mut self, tab: &Tab, menu: &str) -> Result<String, String> {
        self.click(tab, menu)?;
        self.click_on(tab, "Share", |name| name.starts_with("Share: copy a link"))?;
        let shared = self.browser.wait(tab, "the link", |browser, tab| {
            let link = browser.evaluate(tab, "pentad.shared ?? null")?;
            Ok(link.as_str().map(str::to_owned))
        })?;
        shared.split_once('#').map(|(_, link)| link.to_owned()).ok_or(format!("{shared} is not a link"))
    }

    /// Takes a picture in the present size, if pictures are wanted.
    fn picture_of(&mut self, tab: &Tab, what: &str, size: &str) -> Result<(), String> {
        let Some(folder) = self.pictures else { return Ok(()) };
        std::thread::sleep(Duration::from_millis(500));
        self.browser.picture(tab, &folder.join(format!("{}-{what}-{size}.png", self.name)))
    }

    /// Takes pictures of a desktop and of a phone, if they are wanted.
    fn picture(&mut self, tab: &Tab, what: &str) -> Result<(), String> {
        let Some(folder) = self.pictures else { return Ok(()) };
        for (size, width, height, mobile) in SIZES {
            self.browser.resize(tab, width, height, mobile)?;
            std::thread::sleep(Duration::from_millis(700));
            self.browser.picture(tab, &folder.join(format!("{}-{what}-{size}.png", self.name)))?;
        }
        self.browser.resize(tab, 1280, 800, false)?;
        std::thread::sleep(Duration::from_millis(300));
        Ok(())
    }
}
