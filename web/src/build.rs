//! Building the site.

use crate::{chosen, workspace};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";

/// Files that are copied as they are.
const FILES: [(&str, &str); 5] = [
    ("style.css", include_str!("../site/style.css")),
    ("page.js", include_str!("../site/page.js")),
    ("worker.js", include_str!("../site/worker.js")),
    ("manifest.webmanifest", include_str!("../site/manifest.webmanifest")),
    ("icon.svg", include_str!("../site/icon.svg")),
];
const INDEX: &str = include_str!("../site/index.html");
const PROGRAM: &str = include_str!("../site/program.html");
const SERVICE_WORKER: &str = include_str!("../site/service-worker.js");

/// Builds the site into a folder.
pub fn build(dist: &Path, only: &[String], quick: bool) -> Result<(), String> {
    let begun = Instant::now();
    let programs = chosen(only)?;
    let profile = if quick { "dev" } else { "web" };
    compile(programs.iter().map(|(name, ..)| *name), profile)?;
    let compiled = target_folder().join(TARGET).join(if quick { "debug" } else { profile });
    let mut version = DefaultHasher::new();
    let mut cards = String::new();
    for (name, title, about) in programs {
        let folder = dist.join(name);
        make_folder(&folder)?;
        let mut bindgen = Bindgen::new();
        bindgen.input_path(compiled.join(name).with_extension("wasm")).typescript(false);
        bindgen.remove_name_section(true).remove_producers_section(true);
        bindgen.web(true).map_err(|why| format!("{why:#}"))?;
        bindgen.generate(&folder).map_err(|why| format!("{name} cannot be converted: {why:#}"))?;
        let assets = copy_assets(name, &folder, &mut version)?;
        let filled = [("@NAME@", name), ("@TITLE@", title), ("@ABOUT@", about), ("@ASSETS@", &assets)];
        write(&folder.join("index.html"), fill(PROGRAM, &filled).as_bytes())?;
        let picture =
            fs::read(workspace().join(format!("docs/{name}-light.png"))).map_err(|why| why.to_string())?;
        write(&folder.join("picture.png"), &picture)?;
        let wasm = fs::read(folder.join(format!("{name}_bg.wasm"))).map_err(|why| why.to_string())?;
        let glue = fs::read(folder.join(format!("{name}.js"))).map_err(|why| why.to_string())?;
        version.write(&wasm);
        version.write(&glue);
        let megabytes = |bytes: usize| bytes as f64 / 1e6;
        println!(
            "{name:<16} {:5.2} MB, gzipped {:4.2} MB",
            megabytes(wasm.len() + glue.len()),
            megabytes(gzipped(&wasm)? + gzipped(&glue)?)
        );
        cards += &fill(
            r#"      <a class="card" href="@NAME@/"><img src="@NAME@/picture.png" alt="" loading="lazy"><h2>@TITLE@</h2><p>@ABOUT@</p></a>
"#,
            &filled,
        );
    }
    let index = fill(INDEX, &[("@CARDS@\n", &cards)]);
    write(&dist.join("index.html"), index.as_bytes())?;
    version.write(index.as_bytes());
    version.write(PROGRAM.as_bytes());
    for (name, text) in FILES {
        version.write(text.as_bytes());
        write(&dist.join(name), text.as_bytes())?;
    }
    let version = format!("pentad-{:016x}", version.finish());
    write(&dist.join("service-worker.js"), fill(SERVICE_WORKER, &[("@VERSION@", &version)]).as_bytes())?;
    println!("The site is in {} ({:.0} s).", dist.display(), begun.elapsed().as_secs_f64());
    Ok(())
}

/// Copies the pictures that a program loads besides its own file. Returns their names.
fn copy_assets(program: &str, folder: &Path, version: &mut DefaultHasher) -> Result<String, String> {
    if program != "warlight" {
        return Ok(String::new());
    }
    let maps = workspace().join("maps");
    let entries = fs::read_dir(&maps).map_err(|why| format!("{} cannot be listed: {why}", maps.display()))?;
    let name = |entry: fs::DirEntry| {
        let is_picture = entry.path().extension().is_some_and(|extension| extension == "png");
        entry.file_name().into_string().ok().filter(|_| is_picture)
    };
    let mut names: Vec<String> = entries.flatten().filter_map(name).collect();
    names.sort();
    let target = folder.join("assets");
    make_folder(&target)?;
    let mut size = 0;
    for name in &names {
        let bytes = fs::read(maps.join(name)).map_err(|why| format!("{name} cannot be read: {why}"))?;
        version.write(&bytes);
        write(&target.join(name), &bytes)?;
        size += bytes.len();
    }
    println!("{program:<16} {:5.2} MB of pictures", size as f64 / 1e6);
    Ok(names.join(" "))
}

/// Compiles programs for the browser.
fn compile<'a>(programs: impl Iterator<Item = &'a str>, profile: &str) -> Result<(), String> {
    add_target()?;
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(workspace()).args(["build", "--locked", "--target", TARGET, "--profile", profile]);
    for program in programs {
        cargo.args(["-p", program, "--bin", program]);
    }
    // Searches recurse deeply: they get as much stack as on the desktop.
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-C link-arg=-zstack-size=8388608");
    let status = cargo.status().map_err(|why| format!("cargo cannot be started: {why}"))?;
    if status.success() { Ok(()) } else { Err("the programs do not compile".to_owned()) }
}

/// Installs the compiler's target if rustup says that it is missing.
fn add_target() -> Result<(), String> {
    let Ok(listed) = Command::new("rustup").args(["target", "list", "--installed"]).output() else {
        // Without rustup, the compiler says itself whether the target is there.
        return Ok(());
    };
    if String::from_utf8_lossy(&listed.stdout).lines().any(|line| line.trim() == TARGET) {
        return Ok(());
    }
    let added = Command::new("rustup").args(["target", "add", TARGET]).status();
    if added.is_ok_and(|status| status.success()) {
        Ok(())
    } else {
        Err(format!("the target {TARGET} is missing: run 'rustup target add {TARGET}'"))
    }
}

fn target_folder() -> std::path::PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), Into::into)
}

fn fill(text: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
}

fn make_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|why| format!("{} cannot be created: {why}", folder.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|why| format!("{} cannot be written: {why}", path.display()))
}

/// The size of a file as a server sends it.
fn gzipped(bytes: &[u8]) -> Result<usize, String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(bytes)
        .and_then(|()| encoder.finish())
        .map(|all| all.len())
        .map_err(|why| why.to_string())
}
