//! A program as a web page.
//!
//! `page.js` prepares an object `pentad` before the program starts: the files of the program, locks, workers, and what
//! the page can ask of the browser. This module is its counterpart; everything else in the programs uses [`crate::store`],
//! [`crate::job`] and [`crate::window`] as on the desktop. The same program runs in the workers, where [`start`] waits for
//! tasks instead of opening the window.

pub mod automata;
mod names;
mod task;

pub(crate) use task::pulse;
pub use task::{Tasks, Worker, WorkerNews, tell, with_pulse};

use js_sys::{Array, Function, Reflect, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// Calls a function of the page's object. `None` if it fails.
fn call(function: &str, arguments: &[JsValue]) -> Option<JsValue> {
    let page = Reflect::get(&js_sys::global(), &"pentad".into()).ok()?;
    let function: Function = Reflect::get(&page, &function.into()).ok()?.dyn_into().ok()?;
    function.apply(&page, &arguments.iter().collect::<Array>()).ok()
}

fn text(value: &JsValue) -> Option<String> {
    value.as_string()
}

/// The paths of all files.
pub(crate) fn files() -> Vec<String> {
    let paths = call("files", &[]).map(|paths| Array::from(&paths));
    paths.map_or_else(Vec::new, |paths| paths.iter().filter_map(|path| path.as_string()).collect())
}

/// The content of a file.
pub(crate) fn read(path: &str) -> Option<Vec<u8>> {
    let bytes: Uint8Array = call("read", &[path.into()])?.dyn_into().ok()?;
    Some(bytes.to_vec())
}

/// When a file was written, in milliseconds since 1970. `None` if there is no such file.
pub(crate) fn modified(path: &str) -> Option<f64> {
    call("modified", &[path.into()])?.as_f64()
}

/// Writes a file. The error says why the browser keeps nothing more.
pub(crate) fn write(path: &str, bytes: &[u8]) -> Result<(), String> {
    match call("write", &[path.into(), Uint8Array::from(bytes).into()]) {
        Some(answer) => answer.as_string().map_or(Ok(()), Err),
        None => Err("this page cannot keep files".to_owned()),
    }
}

/// Removes a file.
pub(crate) fn remove(path: &str) {
    call("remove", &[path.into()]);
}

/// Takes a lock. False if it is taken, here or in another tab.
pub(crate) fn lock(name: &str) -> bool {
    call("lock", &[name.into()]).is_some_and(|taken| taken.is_truthy())
}

/// Whether the page that was in this tab before holds a lock.
pub(crate) fn owns_lock(name: &str) -> bool {
    call("ownsLock", &[name.into()]).is_some_and(|owns| owns.is_truthy())
}

/// Releases a lock.
pub(crate) fn unlock(name: &str) {
    call("unlock", &[name.into()]);
}

/// A seed for everything random, from the browser.
pub fn random_seed() -> u64 {
    let part = || call("random", &[]).and_then(|number| number.as_f64()).map_or(0, |number| number as u64);
    part() << 32 | part()
}

/// How many cores the browser tells of.
pub(crate) fn cores() -> usize {
    call("cores", &[]).and_then(|cores| cores.as_f64()).map_or(1, |cores| (cores as usize).max(1))
}

/// Gives the user a file to keep.
pub fn download(name: &str, bytes: &[u8]) {
    call("download", &[name.into(), Uint8Array::from(bytes).into()]);
}

/// Asks the user for a file with one of these extensions. [`take_upload`] returns it.
pub fn ask_upload(extensions: &[&str]) {
    let accept: Vec<String> = extensions.iter().map(|extension| format!(".{extension}")).collect();
    call("upload", &[accept.join(",").into()]);
}

/// The answer to [`ask_upload`], once it is there: the path of the file among the page's files, or nothing if the user
/// has chosen none.
pub fn take_upload() -> Option<Option<String>> {
    let answer = call("uploaded", &[])?;
    if answer.is_undefined() { None } else { Some(answer.as_string()) }
}

/// What the address of the page says after `#`, if that is new.
pub fn take_link() -> Option<String> {
    call("link", &[]).and_then(|link| text(&link))
}

/// The address of this page with something after its `#`.
pub fn address_of(link: &str) -> String {
    call("address", &[link.into()]).and_then(|address| text(&address)).unwrap_or_default()
}

/// Goes to the list of programs.
pub fn leave() {
    call("leaveProgram", &[]);
}

/// Opens another page of the site, with something after its `#`.
pub fn open_page(program: &str, link: &str) {
    call("open", &[program.into(), link.into()]);
}

/// Runs a program: its window in the page, or its tasks in a worker.
///
/// `content` makes the content of the window.
pub fn start<C: crate::window::Content>(tasks: Tasks, content: impl FnOnce(&egui::Context) -> C + 'static) {
    std::panic::set_hook(Box::new(|info| {
        call("panicked", &[info.to_string().into()]);
    }));
    if web_sys::window().is_none() {
        task::serve(tasks);
        return;
    }
    let canvas = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id("window"))
        .and_then(|element| element.dyn_into::<web_sys::HtmlCanvasElement>().ok());
    let Some(canvas) = canvas else { return };
    wasm_bindgen_futures::spawn_local(async move {
        let runner = eframe::WebRunner::new();
        let started = runner.start(
            canvas,
            eframe::WebOptions::default(),
            Box::new(move |context| {
                let ctx = context.egui_ctx.clone();
                names::tell(&ctx);
                wake_with(move || ctx.request_repaint());
                Ok(Box::new(crate::window::prepare(context, content)))
            }),
        );
        match started.await {
            Ok(()) => call("started", &[]),
            Err(why) => call("failed", &[why]),
        };
    });
}

/// Runs a game. `tasks` are those of the game itself.
pub fn run_game<G: crate::player::AiPlayers + crate::words::Words, V: crate::window::GameUi<G>>(
    tasks: Tasks,
) {
    let tasks = tasks
        .with::<crate::session::ThinkTask<G>>()
        .with::<crate::review::ReviewTask<G>>()
        .with::<crate::session::StartTask<G>>();
    start(tasks, |ctx| crate::window::Shell::<G, V>::new(crate::store::Store::of_page(G::FACTS.name), ctx));
}

/// Sets what is called when a worker has news, or a file has been chosen.
fn wake_with(wake: impl Fn() + 'static) {
    let wake = Closure::<dyn Fn()>::new(wake).into_js_value();
    call("wakeWith", &[wake]);
}
