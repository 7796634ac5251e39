//! A small server for the built site.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Longer requests are refused.
const MAX_REQUEST: u64 = 16_384;

/// Serves a folder until the program is ended.
pub fn serve(dist: &Path, port: u16) -> Result<(), String> {
    let server = Server::start(dist, "", port)?;
    println!("Open http://localhost:{}/ in a browser. Ctrl-C ends the server.", server.port);
    loop {
        thread::park();
    }
}

/// A server in the background. It ends when this is dropped.
pub struct Server {
    /// Its port.
    pub port: u16,
    ended: Arc<AtomicBool>,
}

impl Server {
    /// Serves a folder. `base` is what addresses begin with, such as `games/`. Port 0 is a free one.
    pub fn start(dist: &Path, base: &'static str, port: u16) -> Result<Server, String> {
        let ended = Arc::new(AtomicBool::new(false));
        let port = listen(dist, base, port, Arc::clone(&ended))?;
        Ok(Server { port, ended })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::SeqCst);
        // It notices at the next request.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn listen(dist: &Path, base: &'static str, port: u16, ended: Arc<AtomicBool>) -> Result<u16, String> {
    if !dist.join("index.html").is_file() {
        return Err(format!("there is no site in {}: build it first", dist.display()));
    }
    let listener = TcpListener::bind(("127.0.0.1", port))
        .map_err(|why| format!("port {port} cannot be used: {why}; choose another one with --port"))?;
    let port = listener.local_addr().map_err(|why| why.to_string())?.port();
    let folder: Arc<Path> = dist.into();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            if ended.load(Ordering::SeqCst) {
                return;
            }
            let folder = Arc::clone(&folder);
            thread::spawn(move || {
                // A browser that has gone needs no answer.
                let _ = answer(stream, &folder, base);
            });
        }
    });
    Ok(port)
}

fn answer(mut stream: TcpStream, folder: &Path, base: &str) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut lines = BufReader::new((&stream).take(MAX_REQUEST)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    for header in lines {
        if header?.is_empty() {
            break;
        }
    }
    let mut words = request.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (status, kind, body) = match (method, find(folder, base, target)) {
        ("GET" | "HEAD", Some(path)) => match fs::read(&path) {
            Ok(body) => ("200 OK", media_type(&path), body),
            Err(_) => ("404 Not Found", "text/plain", b"There is no such file.".to_vec()),
        },
        ("GET" | "HEAD", None) => ("404 Not Found", "text/plain", b"There is no such file.".to_vec()),
        _ => ("405 Method Not Allowed", "text/plain", b"Only GET is answered.".to_vec()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if method != "HEAD" {
        stream.write_all(&body)?;
    }
    stream.flush()
}

/// The file of an address; nothing outside the folder.
fn find(folder: &Path, base: &str, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.trim_start_matches('/').strip_prefix(base)?;
    let below = Path::new(path);
    if !below.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let file = folder.join(below);
    Some(if file.is_dir() { file.join("index.html") } else { file })
}

fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(std::ffi::OsStr::to_str) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let folder = Path::new("/site");
        assert_eq!(find(folder, "", "/atoms/atoms.js?x"), Some("/site/atoms/atoms.js".into()));
        assert_eq!(find(folder, "a/b/", "/a/b/atoms/atoms.js"), Some("/site/atoms/atoms.js".into()));
        assert_eq!(find(folder, "a/b/", "/atoms/atoms.js"), None);
        for target in ["/../secret", "/a/../../b", "//etc/passwd/..", "/."] {
            assert!(find(folder, "", target).is_none_or(|path| path.starts_with(folder)), "{target}");
            assert!(
                !find(folder, "", target).is_some_and(|path| path.to_string_lossy().contains("..")),
                "{target}"
            );
        }
    }
}
