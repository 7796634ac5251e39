//! The numbers that a planned turn depends on.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

macro_rules! style {
    ($($(#[$doc:meta])* $field:ident,)*) => {
        /// A way to play: numbers that gains are computed from, shares of armies, and chances.
        #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Style {
            $($(#[$doc])* pub $field: f32,)*
        }

        impl Style {
            /// All numbers with their names.
            pub fn fields(&mut self) -> Vec<(&'static str, &mut f32)> {
                vec![$((stringify!($field), &mut self.$field),)*]
            }
        }
    };
}

style! {
    /// How much the gains vary from turn to turn.
    noise,
    /// Armies that are added to the cost of a super region before its bonus is divided by it.
    bonus_delay,
    /// The gain per army of taking any region.
    region,
    /// The factor of a super region's gain for each region of an enemy in it.
    hindrance,
    /// The gain of taking a region of an enemy.
    attack,
    /// The gain of destroying an enemy's bonus, for each army of the bonus.
    break_bonus,
    /// The gain of a region of an enemy in a super region that it does not own whole, for each army of the bonus.
    disturb,
    /// The gain of guarding a region.
    defence,
    /// The gain of guarding a bonus, for each army of it.
    keep_bonus,
    /// The gain of guarding a region of a super region that is owned in part, for each army of its bonus.
    keep_part,
    /// Armies that are added to those that guard before their gain is divided by them.
    guard_delay,
    /// The part of an enemy's income that is expected where it matters.
    caution,
    /// The part of the armies beside an enemy that stays for defence when neutral regions are taken.
    reserve,
    /// The chance that attacks on neutral regions must be sure.
    sure,
    /// The chance that attacks on enemies are ordered after everything else.
    late,
    /// The chance that armies that are left follow an attack where no enemy is near.
    follow,
    /// The part of the enemies' income that the last attacks must be able to beat.
    last_caution,
    /// How much bonuses nearby attract the armies that nothing needs.
    rest,
    /// The chance that the whole income goes to one region beside an enemy.
    mass,
    /// The attackers for each expected defender of an enemy.
    bold,
    /// How much armies attract those that nothing needs.
    stack,
    /// The chance that no enemy is attacked.
    hold,
    /// The part of the armies of other regions that an attack on the same region can count on.
    joint,
}

/// The numbers that are shares or chances.
const PARTS: [&str; 9] =
    ["caution", "reserve", "sure", "late", "follow", "last_caution", "mass", "hold", "joint"];

impl Style {
    /// A random style around this one, for candidates that differ.
    pub fn vary<R: Rng + ?Sized>(&self, dice: &mut R) -> Style {
        let mut factor = |spread: f32| (spread * (2.0 * dice.random::<f32>() - 1.0)).exp();
        let bold = self.bold * factor(0.5);
        Style {
            noise: self.noise.max(0.2) * factor(0.7),
            bonus_delay: self.bonus_delay * factor(0.5),
            region: self.region * factor(1.0),
            attack: self.attack * factor(1.2),
            break_bonus: self.break_bonus * factor(1.0),
            defence: self.defence * factor(1.2),
            keep_bonus: self.keep_bonus * factor(1.2),
            caution: dice.random::<f32>(),
            reserve: dice.random::<f32>(),
            sure: 0.5,
            late: 0.5,
            follow: 0.8,
            last_caution: dice.random::<f32>(),
            mass: 0.5,
            bold,
            hold: 0.25,
            ..*self
        }
    }

    /// A random style for an opponent: this one, one around it, or one that hardly guards anything. Against this one alone
    /// the search finds turns that beat nobody else.
    pub fn of_opponent<R: Rng + ?Sized>(&self, dice: &mut R) -> Style {
        let kind = dice.random_range(0..3);
        if kind == 0 {
            return *self;
        }
        let style = self.vary(dice);
        if kind == 1 {
            return style;
        }
        let mut part = |most: f32| most * dice.random::<f32>();
        Style {
            defence: self.defence * part(0.5),
            keep_bonus: self.keep_bonus * part(1.0),
            keep_part: self.keep_part * part(0.5),
            caution: part(0.4),
            reserve: part(0.4),
            last_caution: part(0.4),
            hold: 0.0,
            ..style
        }
    }

    /// Changes a few numbers a little, for the tuner.
    pub fn mutate<R: Rng + ?Sized>(&self, step: f32, dice: &mut R) -> Style {
        let mut changed = *self;
        let mut fields = changed.fields();
        for _ in 0..dice.random_range(1..=3) {
            let n = dice.random_range(0..fields.len());
            let (name, value) = &mut fields[n];
            let change = step * (0..4).map(|_| dice.random::<f32>() - 0.5).sum::<f32>();
            if PARTS.contains(name) {
                **value = (**value + change).clamp(0.0, 1.0);
            } else {
                **value *= (1.5 * change).exp();
            }
        }
        changed
    }

    /// Whether every number can be used.
    pub fn is_valid(&self) -> bool {
        let mut copy = *self;
        copy.fields().iter().all(|(_, value)| value.is_finite() && (0.0..=1000.0).contains(*value))
    }
}
