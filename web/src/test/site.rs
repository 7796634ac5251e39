//! Tests of the whole site: the list of programs, a browser without WebGL, and visits without a network.

use super::browser::Browser;
use crate::serve::Server;

/// The list shows every program.
pub fn list(browser: &mut Browser, root: &str, programs: &[&str]) -> Result<(), String> {
    let tab = browser.tab(360, 640, true)?;
    browser.load(&tab, root)?;
    for name in programs {
        let picture =
            format!("document.querySelector('a[href=\"{name}/\"] img')?.src?.startsWith('{root}') ?? false");
        browser.wait(&tab, name, |browser, tab| {
            Ok(browser.evaluate(tab, &picture)?.as_bool().filter(|is| *is))
        })?;
    }
    let scrolls = browser.evaluate(&tab, "document.documentElement.scrollWidth > window.innerWidth")?;
    if scrolls == true {
        return Err("the list of programs is wider than a phone".to_owned());
    }
    browser.close(tab)
}

/// A browser without WebGL says so.
pub fn without_webgl(command: &str, address: &str) -> Result<(), String> {
    let mut browser = Browser::start(command, false)?;
    let tab = browser.tab(1280, 800, false)?;
    match browser.go(&tab, address) {
        Err(why) if why.contains("This page needs WebGL") => {
            println!("without WebGL: passed");
            Ok(())
        }
        Err(why) => Err(format!("without WebGL: {why}")),
        Ok(()) => Err("the browser has WebGL although it was switched off".to_owned()),
    }
}

/// A program that was visited works without its server.
pub fn offline(browser: &mut Browser, server: Server, root: &str, name: &str) -> Result<(), String> {
    let address = format!("{root}{name}/");
    let tab = browser.tab(1280, 800, false)?;
    browser.go(&tab, &address)?;
    let kept = format!(
        "caches.match('{address}{name}_bg.wasm').then((kept) => !!kept && !!navigator.serviceWorker.controller)"
    );
    browser.wait(&tab, "the service worker", |browser, tab| {
        Ok(browser.evaluate(tab, &kept)?.as_bool().filter(|is| *is))
    })?;
    drop(server);
    browser.errors();
    for address in [format!("{address}?names"), address] {
        browser.go(&tab, &address).map_err(|why| format!("without a network: {why}"))?;
    }
    let again = browser.tab(1280, 800, false)?;
    browser.load(&again, root)?;
    browser.wait(&again, "the list without a network", |browser, tab| {
        Ok(browser.evaluate(tab, "document.querySelector('a.card') !== null")?.as_bool().filter(|is| *is))
    })?;
    let errors = browser.errors();
    if !errors.is_empty() {
        return Err(format!("without a network: errors in the console: {}", errors.join("; ")));
    }
    println!("without a network: passed");
    Ok(())
}
