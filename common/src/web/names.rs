//! The names and places of what is drawn, for tests in a browser: a canvas tells nothing about itself.

use super::call;
use egui::{Context, FullOutput, Plugin};
use serde::Serialize;

/// Tells the page what is shown, if its address asks for that.
pub(super) fn tell(ctx: &Context) {
    if call("wantsNames", &[]).is_some_and(|wanted| wanted.is_truthy()) {
        ctx.enable_accesskit();
        ctx.add_plugin(Names);
    }
}

struct Names;

/// Something that is drawn.
#[derive(Serialize)]
struct Shown {
    role: String,
    name: String,
    disabled: bool,
    /// Left, top, right and bottom.
    place: [f64; 4],
}

impl Plugin for Names {
    fn debug_name(&self) -> &'static str {
        "names"
    }

    fn output_hook(&mut self, _: &Context, output: &mut FullOutput) {
        let Some(update) = &output.platform_output.accesskit_update else { return };
        let shown: Vec<Shown> = update
            .nodes
            .iter()
            .filter_map(|(_, node)| {
                let name = node.label().or(node.value()).filter(|name| !name.is_empty())?;
                let place = node.bounds()?;
                Some(Shown {
                    role: format!("{:?}", node.role()),
                    name: name.to_owned(),
                    disabled: node.is_disabled(),
                    place: [place.x0, place.y0, place.x1, place.y1],
                })
            })
            .collect();
        if let Ok(text) = serde_json::to_string(&shown) {
            call("shows", &[text.into()]);
        }
    }
}
