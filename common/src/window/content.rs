//! The layer between the content of a window and the toolkit.

use super::theme;

/// Why no window could be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("No window can be opened ({0})")]
pub struct NoWindow(pub(super) String);

/// The content of a window.
pub trait Content: 'static {
    /// Goes on with work that needs nothing to be drawn. It is called before each [`Content::ui`], and also while the
    /// window or the tab is hidden, after [`egui::Context::request_repaint`].
    fn logic(&mut self, ctx: &egui::Context) {
        let _ = ctx;
    }
    /// Draws everything and handles input.
    fn ui(&mut self, ui: &mut egui::Ui);
    /// The window is closed.
    fn leave(&mut self);
    /// Whether work in the background will soon change what is shown; tests wait for its end.
    fn is_busy(&self) -> bool {
        false
    }
}

/// The layer around the content of a window.
pub(crate) struct App<C>(C);

/// Makes the content of a window that the toolkit has opened.
pub(crate) fn prepare<C: Content>(
    context: &eframe::CreationContext<'_>,
    content: impl FnOnce(&egui::Context) -> C,
) -> App<C> {
    theme::apply(&context.egui_ctx);
    super::desktop::look_for_dialogs(&context.egui_ctx);
    App(content(&context.egui_ctx))
}

impl<C: Content> eframe::App for App<C> {
    fn logic(&mut self, ctx: &egui::Context, _: &mut eframe::Frame) {
        self.0.logic(ctx);
    }
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        #[cfg(target_arch = "wasm32")]
        crate::job::begin_frame(ui.ctx().cumulative_frame_nr());
        self.0.ui(ui);
    }
    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.0.leave();
    }
    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}

/// How to leave the program. A page cannot be closed: it leads to the list of programs.
pub const QUIT: &str = if cfg!(target_arch = "wasm32") { "All programs" } else { "Quit" };

/// Leaves the program.
pub fn quit(ctx: &egui::Context) {
    #[cfg(target_arch = "wasm32")]
    {
        let _ = ctx;
        crate::web::leave();
    }
    #[cfg(not(target_arch = "wasm32"))]
    ctx.send_viewport_cmd(egui::ViewportCommand::Close);
}
