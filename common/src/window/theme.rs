//! The look of all our windows: colours, type and space, in one place.

use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Stroke, TextStyle, Theme,
    vec2,
};
use std::sync::Arc;

/// The colours of a theme, by what they are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tokens {
    /// Behind everything.
    pub page: Color32,
    /// Behind text that belongs together, and under boards.
    pub card: Color32,
    /// Hairlines.
    pub line: Color32,
    /// Text.
    pub ink: Color32,
    /// Text of second rank.
    pub quiet: Color32,
    /// What can be done, and what was done last.
    pub accent: Color32,
    /// Behind a selected row.
    pub selected: Color32,
    /// Text on the accent colour.
    pub on_accent: Color32,
    /// Success.
    pub good: Color32,
    /// Failure.
    pub bad: Color32,
    /// Whether this is the dark theme.
    pub dark: bool,
}

const LIGHT: Tokens = Tokens {
    page: Color32::from_rgb(0xF6, 0xF4, 0xEF),
    card: Color32::from_rgb(0xFF, 0xFF, 0xFF),
    line: Color32::from_rgb(0xDD, 0xD8, 0xCE),
    ink: Color32::from_rgb(0x1E, 0x24, 0x30),
    quiet: Color32::from_rgb(0x5B, 0x64, 0x77),
    accent: Color32::from_rgb(0x1F, 0x5A, 0xD9),
    selected: Color32::from_rgb(0xDC, 0xE7, 0xFE),
    on_accent: Color32::WHITE,
    good: Color32::from_rgb(0x25, 0x71, 0x45),
    bad: Color32::from_rgb(0xB7, 0x34, 0x28),
    dark: false,
};

const DARK: Tokens = Tokens {
    page: Color32::from_rgb(0x14, 0x16, 0x1B),
    card: Color32::from_rgb(0x1C, 0x1F, 0x26),
    line: Color32::from_rgb(0x3B, 0x42, 0x4F),
    ink: Color32::from_rgb(0xE9, 0xE7, 0xE2),
    quiet: Color32::from_rgb(0x98, 0xA1, 0xB0),
    accent: Color32::from_rgb(0x7A, 0xA2, 0xF7),
    selected: Color32::from_rgb(0x2A, 0x36, 0x50),
    on_accent: Color32::from_rgb(0x14, 0x16, 0x1B),
    good: Color32::from_rgb(0x6B, 0xCB, 0x8B),
    bad: Color32::from_rgb(0xFF, 0x7B, 0x72),
    dark: true,
};

impl Tokens {
    /// The colours that are in use now.
    pub fn of(ui: &egui::Ui) -> Tokens {
        Tokens::new(ui.visuals().dark_mode)
    }

    /// The colours of the dark or the light theme.
    pub fn new(dark: bool) -> Tokens {
        if dark { DARK } else { LIGHT }
    }

    /// The colour of a player: safe for colour-blind eyes, and light enough to be seen on the dark theme.
    #[expect(clippy::unreadable_literal, reason = "colours as everybody writes them")]
    pub fn player(&self, index: usize) -> Color32 {
        const LIGHT: [u32; 8] =
            [0x0072B2, 0xB84B00, 0x007F5A, 0xA55086, 0x966300, 0x1B74A8, 0x1E2430, 0x6F6F6F];
        const DARK: [u32; 8] =
            [0x4FA8E0, 0xF2853C, 0x2BC39A, 0xDB92BD, 0xE6AC2C, 0x7CC7F0, 0xE9E7E2, 0xA6A6A6];
        let rgb = if self.dark { DARK } else { LIGHT }[index % 8].to_be_bytes();
        Color32::from_rgb(rgb[1], rgb[2], rgb[3])
    }
}

/// Sizes of type.
pub mod size {
    /// The name of a game, the title of a page.
    pub const TITLE: f32 = 28.0;
    /// Whose turn it is.
    pub const TURN: f32 = 20.0;
    /// Text.
    pub const TEXT: f32 = 15.0;
    /// What is of second rank.
    pub const SMALL: f32 = 13.0;
    /// Formulas and other code. Letters of equal width look larger than others.
    pub const CODE: f32 = 14.0;
}

/// Text that stands out is set in the heavier weight, not only in another size.
pub fn heavy(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("heavy".into()))
}

/// Text in the ordinary weight.
pub fn plain(size: f32) -> FontId {
    FontId::new(size, FontFamily::Proportional)
}

/// Text with letters of equal width, for formulas, numbers and other code.
pub fn mono(size: f32) -> FontId {
    FontId::new(size, FontFamily::Monospace)
}

/// Gives a window our look.
pub fn apply(ctx: &egui::Context) {
    super::focus::install(ctx);
    super::touch::install(ctx);
    ctx.set_fonts(fonts());
    for theme in [Theme::Light, Theme::Dark] {
        ctx.set_visuals_of(theme, visuals(Tokens::new(theme == Theme::Dark)));
    }
    ctx.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Heading, heavy(size::TITLE)),
            (TextStyle::Body, plain(size::TEXT)),
            (TextStyle::Button, plain(size::TEXT)),
            (TextStyle::Small, plain(size::SMALL)),
            (TextStyle::Monospace, mono(size::CODE)),
        ]
        .into();
        style.spacing.item_spacing = vec2(8.0, 8.0);
        style.spacing.button_padding = vec2(12.0, 6.0);
        style.spacing.menu_margin = Margin::same(8);
        style.spacing.interact_size = vec2(40.0, 28.0);
        style.spacing.combo_width = 160.0;
        // A tooltip fits into a window of 480 points.
        style.spacing.tooltip_width = 400.0;
        // Thin, but in the colour of text, so that everybody sees that there is more.
        style.spacing.scroll = egui::style::ScrollStyle {
            foreground_color: true,
            floating_width: 5.0,
            dormant_background_opacity: 0.0,
            dormant_handle_opacity: 0.4,
            active_background_opacity: 0.0,
            active_handle_opacity: 0.55,
            interact_background_opacity: 0.3,
            interact_handle_opacity: 0.8,
            ..egui::style::ScrollStyle::thin()
        };
        style.interaction.selectable_labels = false;
        style.animation_time = 0.12;
    });
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    let mut add = |name: &str, data: FontData| fonts.font_data.insert(name.to_owned(), Arc::new(data));
    add("inter", as_written(include_bytes!("../../fonts/Inter-Regular.otf")));
    add("inter-heavy", as_written(include_bytes!("../../fonts/Inter-SemiBold.otf")));
    add("hack", FontData::from_static(include_bytes!("../../fonts/Hack-Regular.ttf")));
    fonts.families.insert(FontFamily::Proportional, vec!["inter".to_owned()]);
    fonts.families.insert(FontFamily::Monospace, vec!["hack".to_owned(), "inter".to_owned()]);
    let heavy = vec!["inter-heavy".to_owned(), "inter".to_owned()];
    fonts.families.insert(FontFamily::Name("heavy".into()), heavy);
    fonts
}

/// The font without contextual alternates, which would show the file `2x3` as `2×3` and `->` as an arrow. egui cannot turn off
/// a feature of a font, so its tag in the table `GSUB` is replaced by one that means nothing.
fn as_written(font: &'static [u8]) -> FontData {
    let mut bytes = font.to_vec();
    if let Some(tag) = feature_tag(font, *b"calt") {
        bytes[tag..tag + 4].copy_from_slice(b"none");
    }
    FontData::from_owned(bytes)
}

/// Where the tag of a feature is in an OpenType font: in the list of features of the table `GSUB`.
fn feature_tag(font: &[u8], feature: [u8; 4]) -> Option<usize> {
    let short = |at: usize| Some(usize::from(u16::from_be_bytes(font.get(at..at + 2)?.try_into().ok()?)));
    let long = |at: usize| Some(u32::from_be_bytes(font.get(at..at + 4)?.try_into().ok()?) as usize);
    let tables = (0..short(4)?).map(|table| 12 + 16 * table);
    let gsub = tables.into_iter().find(|at| font.get(*at..at + 4) == Some(&b"GSUB"[..]))?;
    let gsub = long(gsub + 8)?;
    let features = gsub + short(gsub + 6)?;
    let tags = (0..short(features)?).map(|feature| features + 2 + 6 * feature);
    tags.into_iter().find(|at| font.get(*at..at + 4) == Some(&feature[..]))
}

fn visuals(t: Tokens) -> egui::Visuals {
    let mut v = if t.dark { egui::Visuals::dark() } else { egui::Visuals::light() };
    let corner = CornerRadius::same(6);
    v.override_text_color = None;
    v.weak_text_color = Some(t.quiet);
    v.panel_fill = t.page;
    v.window_fill = t.card;
    v.window_stroke = Stroke::new(1.0, t.line);
    v.window_corner_radius = CornerRadius::same(8);
    v.menu_corner_radius = CornerRadius::same(8);
    v.extreme_bg_color = if t.dark { t.page } else { t.card };
    v.faint_bg_color = t.page;
    v.hyperlink_color = t.accent;
    v.error_fg_color = t.bad;
    v.warn_fg_color = t.bad;
    v.selection.bg_fill = t.selected;
    v.selection.stroke = Stroke::new(1.0, t.ink);
    let soft = if t.dark { Color32::from_rgb(0x26, 0x2A, 0x33) } else { Color32::from_rgb(0xEF, 0xEC, 0xE5) };
    v.code_bg_color = soft;
    let softer =
        if t.dark { Color32::from_rgb(0x31, 0x36, 0x42) } else { Color32::from_rgb(0xE6, 0xE2, 0xD9) };
    let edge = if t.dark { Color32::from_rgb(0x4A, 0x51, 0x60) } else { Color32::from_rgb(0xC4, 0xBD, 0xAF) };
    for (widget, fill, edge) in [
        (&mut v.widgets.noninteractive, t.card, t.line),
        // Without an edge an empty box to be ticked could not be seen on the page.
        (&mut v.widgets.inactive, soft, edge),
        (&mut v.widgets.hovered, softer, edge),
        (&mut v.widgets.active, softer, t.accent),
        (&mut v.widgets.open, softer, t.line),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, edge);
        widget.fg_stroke = Stroke::new(1.0, t.ink);
        widget.corner_radius = corner;
        widget.expansion = 0.0;
    }
    v
}

/// How readable `text` is on `back`, as the web's accessibility rules count it; 4.5 is enough.
pub fn contrast(text: Color32, back: Color32) -> f32 {
    let light = |c: Color32| {
        let part = |x: u8| {
            let x = f32::from(x) / 255.0;
            if x <= 0.040_45 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(c.r()) + 0.7152 * part(c.g()) + 0.0722 * part(c.b())
    };
    let (a, b) = (light(text), light(back));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that text can stand on, by name.
    fn backgrounds(t: Tokens, v: &egui::Visuals) -> Vec<(&'static str, Color32)> {
        let widgets = &v.widgets;
        vec![
            ("the page", t.page),
            ("a card", t.card),
            ("a selected row", t.selected),
            ("selected text", v.selection.bg_fill),
            ("a panel", v.panel_fill),
            ("a dialog", v.window_fill),
            ("a text field", v.text_edit_bg_color()),
            ("code", v.code_bg_color),
            ("every second row", v.faint_bg_color),
            ("a label", widgets.noninteractive.weak_bg_fill),
            ("a button", widgets.inactive.weak_bg_fill),
            ("a button under the pointer", widgets.hovered.weak_bg_fill),
            ("a pressed button", widgets.active.weak_bg_fill),
            ("an open menu", widgets.open.weak_bg_fill),
        ]
    }

    #[test]
    fn only_contextual_alternates_are_taken_from_a_font() {
        for font in ["inter", "inter-heavy"] {
            let fonts = fonts();
            let tag = |tag: &[u8; 4]| feature_tag(fonts.font_data[font].font.as_ref().as_ref(), *tag);
            assert!(tag(b"calt").is_none() && tag(b"none").is_some() && tag(b"tnum").is_some(), "{font}");
        }
    }

    #[test]
    fn text_is_readable_in_both_themes() {
        for t in [LIGHT, DARK] {
            let v = visuals(t);
            let widgets = &v.widgets;
            let texts = [
                ("text", t.ink),
                ("text of second rank", t.quiet),
                ("accent", t.accent),
                ("success", t.good),
                ("failure", t.bad),
                ("weak text", v.weak_text_color()),
                ("strong text", v.strong_text_color()),
                ("a link", v.hyperlink_color),
                ("a warning", v.warn_fg_color),
                ("an error", v.error_fg_color),
                ("the text of a label", widgets.noninteractive.text_color()),
                ("the text of a button", widgets.inactive.text_color()),
                ("the text of a button under the pointer", widgets.hovered.text_color()),
                ("the text of a pressed button", widgets.active.text_color()),
                ("the text of an open menu", widgets.open.text_color()),
                ("the text of a selected row", v.selection.stroke.color),
            ];
            let at_least = |least: f32, (what, ink): (&str, Color32), (place, back): (&str, Color32)| {
                let found = contrast(ink, back);
                assert!(found >= least, "{what} on {place}, dark {}: {found:.2}", t.dark);
            };
            for back in backgrounds(t, &v) {
                for text in texts {
                    at_least(4.5, text, back);
                }
            }
            // The names and numbers of players stand on the page, on cards and on the card of the turn.
            for player in 0..8 {
                for back in [("the page", t.page), ("a card", t.card)] {
                    at_least(4.5, ("the name of a player", t.player(player)), back);
                }
                at_least(3.0, ("the symbol of a player", t.player(player)), ("a selected row", t.selected));
            }
            at_least(4.5, ("the text of the main button", t.on_accent), ("it", t.accent));
            // The outline of the focus is seen beside a control as well as on the page.
            for back in backgrounds(t, &v) {
                at_least(3.0, ("the outline of the focus", t.accent), back);
            }
        }
    }
}
