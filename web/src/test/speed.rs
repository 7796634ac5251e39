//! The speed of the engines in a browser, compared with the native programs on one thread.

use super::browser::{self, Browser};
use super::built;
use crate::serve::Server;
use serde_json::{Map, Value};
use std::path::Path;
use std::process::Command;

/// The programs with a benchmark of fixed positions.
const BENCHED: [&str; 3] = ["atoms", "qttt", "gomoku"];

/// Both run this often, by turns. The fastest run counts, because other load only makes a run slower.
const ROUNDS: usize = 3;

/// Runs the same benchmarks in a worker of a browser and natively, and prints both speeds.
pub fn compare(dist: &Path, only: &[String], native: &Path) -> Result<(), String> {
    let command = browser::find().ok_or("no Chromium was found")?;
    let server = Server::start(dist, "", 0)?;
    let mut browser = Browser::start(&command, true)?;
    println!("{:<24}{:>12}{:>14}{:>14}{:>9}", "nodes per second", "nodes", "browser", "native", "ratio");
    for name in built(dist, only)?.into_iter().filter(|name| BENCHED.contains(name)) {
        let address = format!("http://localhost:{}/{name}/", server.port);
        let mut runs = Vec::new();
        for _ in 0..ROUNDS {
            runs.push((bench_in(&mut browser, &address)?, bench(&native.join(name))?));
        }
        for (what, speed) in runs[0].1.as_object().unwrap_or(&Map::new()) {
            let Some(nodes) = speed["nodes"].as_u64() else { continue };
            let (mut slow, mut fast) = (0.0, 0.0);
            for (there, here) in &runs {
                if there[what]["nodes"] != nodes {
                    let other = &there[what]["nodes"];
                    return Err(format!("{name} {what}: the browser counts {other}, not {nodes} nodes"));
                }
                let speed = |bench: &Value| bench[what]["nodes_per_second"].as_f64().unwrap_or(0.0);
                (slow, fast) = (speed(there).max(slow), speed(here).max(fast));
            }
            // Some parts count nodes and are not timed.
            if fast == 0.0 {
                continue;
            }
            println!(
                "{:<24}{nodes:>12}{slow:>14.0}{fast:>14.0}{:>9.2}",
                format!("{name} {what}"),
                slow / fast
            );
        }
    }
    Ok(())
}

/// The benchmark in a worker of a page.
fn bench_in(browser: &mut Browser, address: &str) -> Result<Value, String> {
    let tab = browser.tab(640, 480, false)?;
    browser.go(&tab, address)?;
    browser.evaluate(&tab, "window.bench = pentad.worker('bench'); pentad.ask(bench, 'bench', 'null')")?;
    let done = browser.wait(&tab, "the benchmark", |browser, tab| {
        Ok(browser.evaluate(tab, "pentad.news(bench) ?? null")?.as_str().map(str::to_owned))
    })?;
    browser.close(tab)?;
    let done: Value = serde_json::from_str(&done).map_err(|why| why.to_string())?;
    serde_json::from_str(done["Done"].as_str().ok_or("the benchmark has failed")?)
        .map_err(|why| why.to_string())
}

/// The benchmark of a native program.
fn bench(program: &Path) -> Result<Value, String> {
    let run = Command::new(program).args(["bench", "--json"]).env("RAYON_NUM_THREADS", "1").output();
    let run = run.map_err(|why| {
        format!("{} cannot be started: {why}; build it with 'cargo build --release'", program.display())
    })?;
    serde_json::from_slice(&run.stdout).map_err(|why| format!("{}: {why}", program.display()))
}
