//! A headless Chromium, driven by the `DevTools` protocol through pipes.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// A page that does not show what is expected within this time has failed. Test machines may be very busy.
const PATIENCE: Duration = Duration::from_mins(2);
/// The browser answers every command within this time.
const ANSWER: Duration = Duration::from_mins(1);
/// The time of a few frames.
const FRAMES: Duration = Duration::from_millis(60);

/// The names under which Chromium is installed.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The command of an installed Chromium; the environment variable `CHROMIUM` names another one.
pub fn find() -> Option<String> {
    let runs = |name: &String| {
        let run = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        run.is_ok_and(|status| status.success())
    };
    std::env::var("CHROMIUM").ok().into_iter().chain(NAMES.map(str::to_owned)).find(runs)
}

/// A browser. It ends when this is dropped.
pub struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    /// Events that came while an answer was awaited.
    events: VecDeque<Value>,
    next: u64,
    profile: PathBuf,
}

impl Browser {
    /// Starts a browser with an empty profile, with or without pictures by WebGL.
    pub fn start(command: &str, webgl: bool) -> Result<Browser, String> {
        let profile = std::env::temp_dir().join(format!("pentad-browser-{}-{webgl}", std::process::id()));
        fs::create_dir_all(&profile).map_err(|why| why.to_string())?;
        // The browser reads commands from descriptor 3 and writes answers to descriptor 4.
        let line = "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";
        let mut child = Command::new("sh")
            .args(["-c", line, command])
            .args([
                "--headless=new",
                "--no-sandbox",
                "--remote-debugging-pipe",
                "--no-first-run",
                "--mute-audio",
            ])
            .args(if webgl {
                ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
            } else {
                ["--disable-gpu", "--disable-3d-apis", "--disable-software-rasterizer"]
            })
            .args(["--disable-dev-shm-usage", "--disable-background-timer-throttling"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|why| format!("{command} cannot be started: {why}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the browser has no pipes".to_owned());
        };
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            for message in BufReader::new(output).split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { continue };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Ok(Browser { child, input, messages, events: VecDeque::new(), next: 1, profile })
    }

    /// Sends a command. Returns its number, which its answer has too.
    fn send(&mut self, session: Option<&str>, method: &str, parameters: &Value) -> Result<u64, String> {
        let id = self.next;
        self.next += 1;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.input
            .write_all(&bytes)
            .and_then(|()| self.input.flush())
            .map_err(|why| format!("the browser has ended: {why}"))?;
        Ok(id)
    }

    /// Keeps an event. Errors of a worker that has started are wanted too.
    fn keep(&mut self, event: Value) -> Result<(), String> {
        if event["method"] == "Target.attachedToTarget"
            && let Some(worker) = event["params"]["sessionId"].as_str()
        {
            self.send(Some(worker), "Runtime.enable", &json!({}))?;
        }
        if event["method"].is_string() {
            self.events.push_back(event);
        }
        Ok(())
    }

    /// Sends a command and returns its result.
    fn command(&mut self, session: Option<&str>, method: &str, parameters: &Value) -> Result<Value, String> {
        let id = self.send(session, method, parameters)?;
        let until = Instant::now() + ANSWER;
        loop {
            let wait = until.saturating_duration_since(Instant::now());
            let message = self
                .messages
                .recv_timeout(wait)
                .map_err(|_| format!("the browser does not answer {method}"))?;
            if message["id"] == id {
                let error = &message["error"]["message"];
                return if error.is_null() {
                    Ok(message["result"].clone())
                } else {
                    Err(format!("{method}: {error}"))
                };
            }
            self.keep(message)?;
        }
    }

    /// Opens an empty tab of this size.
    pub fn tab(&mut self, width: u32, height: u32, mobile: bool) -> Result<Tab, String> {
        let blank = json!({ "url": "about:blank" });
        let target = self.command(None, "Target.createTarget", &blank)?["targetId"].clone();
        let tab = self.attach(target.as_str().unwrap_or_default())?;
        self.resize(&tab, width, height, mobile)?;
        Ok(tab)
    }

    fn attach(&mut self, target: &str) -> Result<Tab, String> {
        let attach = json!({ "targetId": target, "flatten": true });
        let session = self.command(None, "Target.attachToTarget", &attach)?["sessionId"].clone();
        let session = session.as_str().ok_or("no session")?.to_owned();
        let tab = Tab { session, target: target.to_owned() };
        for domain in ["Page", "Runtime", "Log"] {
            self.command(Some(&tab.session), &format!("{domain}.enable"), &json!({}))?;
        }
        let workers = json!({ "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true });
        self.command(Some(&tab.session), "Target.setAutoAttach", &workers)?;
        Ok(tab)
    }

    /// The tab that a program has opened with an address that contains `part`.
    pub fn opened(&mut self, tab: &Tab, part: &str) -> Result<Tab, String> {
        let target = self.wait(tab, &format!("a tab with {part}"), |browser, _| {
            let targets = browser.command(None, "Target.getTargets", &json!({}))?;
            let list = targets["targetInfos"].as_array().cloned().unwrap_or_default();
            let fits = |target: &&Value| target["url"].as_str().is_some_and(|url| url.contains(part));
            Ok(list.iter().find(fits).and_then(|target| target["targetId"].as_str()).map(str::to_owned))
        })?;
        let other = self.attach(&target)?;
        self.resize(&other, 1280, 800, false)?;
        self.wait_for_program(&other)?;
        Ok(other)
    }

    /// Sets the size of a tab.
    pub fn resize(&mut self, tab: &Tab, width: u32, height: u32, mobile: bool) -> Result<(), String> {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        self.command(Some(&tab.session), "Emulation.setDeviceMetricsOverride", &size)?;
        let touch = json!({ "enabled": mobile, "maxTouchPoints": 2 });
        self.command(Some(&tab.session), "Emulation.setTouchEmulationEnabled", &touch).map(drop)
    }

    /// Opens an address in a tab and waits until the program runs.
    pub fn go(&mut self, tab: &Tab, address: &str) -> Result<(), String> {
        self.load(tab, address)?;
        self.wait_for_program(tab)
    }

    /// Opens an address in a tab. The tab comes to the front: a browser does not draw others.
    pub fn load(&mut self, tab: &Tab, address: &str) -> Result<(), String> {
        self.command(Some(&tab.session), "Page.bringToFront", &json!({}))?;
        for url in ["about:blank", address] {
            self.command(Some(&tab.session), "Page.navigate", &json!({ "url": url }))?;
        }
        Ok(())
    }

    fn wait_for_program(&mut self, tab: &Tab) -> Result<(), String> {
        self.wait(tab, "the program", |browser, tab| {
            let state = browser.evaluate(tab, "document.documentElement?.dataset.state ?? ''")?;
            if state == "failed" {
                let said = browser.evaluate(tab, "document.getElementById('message').innerText")?;
                return Err(format!("the page says: {said}"));
            }
            Ok((state == "running").then_some(()))
        })
    }

    /// Closes a tab.
    #[expect(clippy::needless_pass_by_value, reason = "a closed tab cannot be used")]
    pub fn close(&mut self, tab: Tab) -> Result<(), String> {
        self.command(None, "Target.closeTarget", &json!({ "targetId": tab.target })).map(drop)
    }

    /// The value of a JavaScript expression.
    pub fn evaluate(&mut self, tab: &Tab, expression: &str) -> Result<Value, String> {
        let asked = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.command(Some(&tab.session), "Runtime.evaluate", &asked)?;
        match answer["exceptionDetails"]["exception"]["description"].as_str() {
            Some(why) => Err(format!("{expression}: {why}")),
            None => Ok(answer["result"]["value"].clone()),
        }
    }

    /// Waits until `look` finds something.
    pub fn wait<T>(
        &mut self,
        tab: &Tab,
        what: &str,
        mut look: impl FnMut(&mut Browser, &Tab) -> Result<Option<T>, String>,
    ) -> Result<T, String> {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = look(self, tab)? {
                return Ok(found);
            }
            if Instant::now() > until {
                let names: Vec<String> = self.shown(tab)?.into_iter().map(|shown| shown.name).collect();
                return Err(format!("{what} did not come; there are: {}", names.join(" | ")));
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// What the program shows.
    pub fn shown(&mut self, tab: &Tab) -> Result<Vec<Shown>, String> {
        let text = self.evaluate(tab, "window.pentad?.shown ?? '[]'")?;
        let list: Vec<Value> = serde_json::from_str(text.as_str().unwrap_or("[]")).unwrap_or_default();
        let number = |value: &Value| value.as_f64().unwrap_or(0.0);
        let one = |value: &Value| Shown {
            name: value["name"].as_str().unwrap_or_default().to_owned(),
            disabled: value["disabled"] == true,
            middle: (
                f64::midpoint(number(&value["place"][0]), number(&value["place"][2])),
                f64::midpoint(number(&value["place"][1]), number(&value["place"][3])),
            ),
            width: number(&value["place"][2]) - number(&value["place"][0]),
        };
        Ok(list.iter().map(one).collect())
    }

    /// Waits until something is shown whose name fits, and until it stays where it is: a page that has just been opened
    /// may still move.
    pub fn find(&mut self, tab: &Tab, what: &str, fits: impl Fn(&str) -> bool) -> Result<Shown, String> {
        let mut before = None;
        self.wait(tab, what, |browser, tab| {
            let found = browser.shown(tab)?.into_iter().find(|shown| !shown.disabled && fits(&shown.name));
            let place = found.as_ref().map(|shown| shown.middle);
            let rests = before == place;
            before = place;
            Ok(found.filter(|_| rests))
        })
    }

    /// Clicks at a place.
    pub fn click_at(&mut self, tab: &Tab, (x, y): (f64, f64)) -> Result<(), String> {
        for (kind, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            let event = json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1 });
            self.command(Some(&tab.session), "Input.dispatchMouseEvent", &event)?;
            // The program looks at its input once a frame. A button that is held for long is not a click, and frames of a
            // busy computer take long, so it is released at once.
            if kind != "mousePressed" {
                thread::sleep(FRAMES);
            }
        }
        Ok(())
    }

    /// Touches the screen with some fingers, or with none, and waits a few frames.
    pub fn touch(&mut self, tab: &Tab, kind: &str, fingers: &[(f64, f64)]) -> Result<(), String> {
        self.touch_briefly(tab, kind, fingers)?;
        thread::sleep(FRAMES);
        Ok(())
    }

    fn touch_briefly(&mut self, tab: &Tab, kind: &str, fingers: &[(f64, f64)]) -> Result<(), String> {
        let points: Vec<Value> = fingers
            .iter()
            .enumerate()
            .map(|(id, (x, y))| json!({ "id": id, "x": x, "y": y, "radiusX": 4, "radiusY": 4 }))
            .collect();
        let event = json!({ "type": kind, "touchPoints": points });
        self.command(Some(&tab.session), "Input.dispatchTouchEvent", &event).map(drop)
    }

    /// Taps at a place.
    pub fn tap_at(&mut self, tab: &Tab, place: (f64, f64)) -> Result<(), String> {
        // A finger that stays for long is the secondary button.
        self.touch_briefly(tab, "touchStart", &[place])?;
        self.touch(tab, "touchEnd", &[])
    }

    /// Two fingers around a place change their distance.
    pub fn pinch_at(&mut self, tab: &Tab, (x, y): (f64, f64), from: f64, to: f64) -> Result<(), String> {
        let fingers = |distance: f64| [(x - distance / 2.0, y), (x + distance / 2.0, y)];
        self.touch(tab, "touchStart", &fingers(from)[..1])?;
        self.touch(tab, "touchStart", &fingers(from))?;
        for step in 1..=6 {
            let distance = from + (to - from) * f64::from(step) / 6.0;
            self.touch(tab, "touchMove", &fingers(distance))?;
        }
        self.touch(tab, "touchEnd", &fingers(to)[..1])?;
        self.touch(tab, "touchEnd", &[])
    }

    /// Presses the key Escape.
    pub fn press_escape(&mut self, tab: &Tab) -> Result<(), String> {
        for kind in ["keyDown", "keyUp"] {
            let event =
                json!({ "type": kind, "key": "Escape", "code": "Escape", "windowsVirtualKeyCode": 27 });
            self.command(Some(&tab.session), "Input.dispatchKeyEvent", &event)?;
            thread::sleep(Duration::from_millis(120));
        }
        Ok(())
    }

    /// Takes a picture.
    pub fn picture(&mut self, tab: &Tab, path: &Path) -> Result<(), String> {
        let shot = self.command(Some(&tab.session), "Page.captureScreenshot", &json!({ "format": "png" }))?;
        let bytes = decode(shot["data"].as_str().unwrap_or_default());
        fs::write(path, bytes).map_err(|why| format!("{} cannot be written: {why}", path.display()))
    }

    /// The errors that were written to the console since the last call.
    pub fn errors(&mut self) -> Vec<String> {
        while let Ok(message) = self.messages.try_recv() {
            self.events.push_back(message);
        }
        let mut errors = Vec::new();
        for event in self.events.drain(..) {
            let parameters = &event["params"];
            match event["method"].as_str() {
                Some("Runtime.exceptionThrown") => errors.push(parameters["exceptionDetails"].to_string()),
                Some("Runtime.consoleAPICalled") if parameters["type"] == "error" => {
                    errors.push(parameters["args"].to_string());
                }
                Some("Log.entryAdded") if parameters["entry"]["level"] == "error" => {
                    errors.push(parameters["entry"].to_string());
                }
                _ => {}
            }
        }
        errors
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.command(None, "Browser.close", &json!({}));
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}

/// A tab of the browser.
pub struct Tab {
    session: String,
    target: String,
}

/// Something that a program shows.
pub struct Shown {
    /// Its accessible name.
    pub name: String,
    disabled: bool,
    /// Where it is.
    pub middle: (f64, f64),
    /// How wide it is.
    pub width: f64,
}

/// Decodes Base64.
fn decode(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut bits, mut count, mut bytes) = (0u32, 0, Vec::with_capacity(text.len() / 4 * 3));
    for letter in text.bytes().filter_map(value) {
        bits = bits << 6 | u32::from(letter);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

#[cfg(test)]
#[test]
fn base64_is_decoded() {
    assert_eq!(decode("UGVudGFk"), b"Pentad");
    assert_eq!(decode("UGVudGE="), b"Penta");
}
