//! The native window: opened, filled with what draws itself, and closed.

use super::{icon, theme};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why there is no window.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("No window can be opened ({0})")]
pub struct NoWindow(String);

/// What fills a window.
pub trait Content: 'static {
    /// Draws everything and does what was asked.
    fn ui(&mut self, ui: &mut egui::Ui);
    /// The program is left in good order.
    fn leave(&mut self);
}

/// Opens a window and returns when it is closed. Fails only if no window ever came. `name` is the program's.
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
    // The windowing libraries panic where a library of the system is missing; that is no reason to end without a word.
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
                theme::apply(&context.egui_ctx);
                Ok(Box::new(App(content(&context.egui_ctx))))
            }),
        )
    }));
    let _ = std::panic::take_hook();
    match result {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) if !shown.load(Ordering::Relaxed) => {
            // What the libraries tell of themselves comes first; what went wrong comes last.
            let told = error.to_string();
            Err(NoWindow(told.rsplit(": ").next().unwrap_or(&told).to_owned()))
        }
        Ok(Err(error)) => {
            crate::cli::complain(&format!("the window was lost: {error}"));
            Ok(())
        }
        Err(_) if !shown.load(Ordering::Relaxed) => {
            Err(NoWindow("a library that windows need is missing on this machine".into()))
        }
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// The thin native layer around what fills a window.
struct App<C>(C);

impl<C: Content> eframe::App for App<C> {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.0.ui(ui);
    }
    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.0.leave();
    }
    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}
