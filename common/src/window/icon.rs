//! The icon: five discs in a ring.

use super::theme::Tokens;
use egui::{IconData, Pos2, Vec2};

const SIDE: u32 = 64;

/// The icon of all our windows.
pub(super) fn icon() -> IconData {
    let tokens = Tokens::new(false);
    let middle = Pos2::new(SIDE as f32 / 2.0, SIDE as f32 / 2.0);
    let discs: Vec<(Pos2, egui::Color32)> = (0..5u8)
        .map(|n| {
            let angle = std::f32::consts::TAU * (f32::from(n) / 5.0 - 0.25);
            (middle + Vec2::angled(angle) * 21.0, tokens.player(usize::from(n)))
        })
        .collect();
    let pixel = |n: u32| {
        let at = Pos2::new((n % SIDE) as f32 + 0.5, (n / SIDE) as f32 + 0.5);
        let covered = |centre: Pos2| (10.5 - centre.distance(at)).clamp(0.0, 1.0);
        let disc = discs.iter().find(|(centre, _)| covered(*centre) > 0.0);
        disc.map_or([0; 4], |(centre, color)| {
            [color.r(), color.g(), color.b(), (covered(*centre) * 255.0) as u8]
        })
    };
    IconData { rgba: (0..SIDE * SIDE).flat_map(pixel).collect(), width: SIDE, height: SIDE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_discs_on_a_clear_ground() {
        let icon = icon();
        assert_eq!(icon.rgba.len(), (icon.width * icon.height * 4) as usize);
        let colors: std::collections::HashSet<&[u8]> =
            icon.rgba.chunks(4).filter(|pixel| pixel[3] == 255).map(|pixel| &pixel[..3]).collect();
        assert_eq!(colors.len(), 5);
        assert_eq!(icon.rgba[3], 0);
    }
}
