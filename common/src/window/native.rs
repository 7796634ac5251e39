//! The native window.

use super::content::{Content, NoWindow, prepare};
use super::icon;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Opens a window and returns when it is closed. Fails only if no window could be opened. `name` is the name of the program.
pub fn open<C: Content>(
    title: &str,
    name: &str,
    content: impl FnOnce(&egui::Context) -> C,
) -> Result<(), NoWindow> {
    if !crate::cli::has_display() {
        return Err(NoWindow("there is no display".into()));
    }
    let shown = Arc::new(AtomicBool::new(false));
    let created = Arc::clone(&shown);
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title(title)
            .with_app_id(format!("pentad-{name}"))
            .with_icon(icon::icon())
            .with_inner_size([1100.0, 760.0])
            .with_min_inner_size([480.0, 480.0]),
        system_font_fallback: false,
        ..Default::default()
    };
    // The windowing libraries panic where a system library is missing; that must not end the program without a message.
    let hook = std::panic::take_hook();
    let opened = Arc::clone(&shown);
    std::panic::set_hook(Box::new(move |info| {
        if opened.load(Ordering::Relaxed) {
            hook(info);
        }
    }));
    let result = catch_unwind(AssertUnwindSafe(|| {
        eframe::run_native(
            title,
            options,
            Box::new(move |context| {
                created.store(true, Ordering::Relaxed);
                Ok(Box::new(prepare(context, content)))
            }),
        )
    }));
    let _ = std::panic::take_hook();
    match result {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) if !shown.load(Ordering::Relaxed) => {
            // The cause is at the end of the message.
            let message = error.to_string();
            Err(NoWindow(message.rsplit(": ").next().unwrap_or(&message).to_owned()))
        }
        Ok(Err(error)) => {
            crate::cli::complain(&format!("the window was lost: {error}"));
            Ok(())
        }
        Err(_) if !shown.load(Ordering::Relaxed) => {
            Err(NoWindow("a library that windows need is missing on this computer".into()))
        }
        Err(panic) => std::panic::resume_unwind(panic),
    }
}
