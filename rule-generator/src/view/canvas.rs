//! The mask that is painted, with undo and redo.

use crate::mask::{ColourIndex, Mask};

/// The maximum number of steps that can be undone.
const MAX_STEPS: usize = 200;

/// The mask and its history. A step begins with the first change and ends with [`Canvas::finish_step`]; until then every
/// change starts again from the mask before the step.
#[derive(Debug)]
pub struct Canvas {
    mask: Mask,
    /// The mask before the current step.
    base: Option<Mask>,
    undo: Vec<Mask>,
    redo: Vec<Mask>,
    revision: u64,
}

impl Canvas {
    /// A canvas without history.
    pub fn new(mask: Mask) -> Canvas {
        Canvas { mask, base: None, undo: Vec::new(), redo: Vec::new(), revision: 0 }
    }

    /// The mask.
    pub fn mask(&self) -> &Mask {
        &self.mask
    }

    /// A number that changes with every change of the mask.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Changes the mask within the current step. `change` gets the mask as it was before the step.
    pub fn change_from_base(&mut self, change: impl FnOnce(Mask) -> Mask) {
        let base = self.base.get_or_insert_with(|| self.mask.clone());
        let next = change(base.clone());
        self.show(next);
    }

    /// Paints cells within the current step, on top of what the step has painted so far.
    pub fn paint(&mut self, cells: &[(usize, usize)], colour: ColourIndex) {
        let mut next = self.mask.clone();
        for (x, y) in cells {
            next.set(*x, *y, colour);
        }
        self.base.get_or_insert_with(|| self.mask.clone());
        self.show(next);
    }

    /// Ends the current step, so that the next change is a step of its own.
    pub fn finish_step(&mut self) {
        if let Some(base) = self.base.take().filter(|base| *base != self.mask) {
            self.undo.push(base);
            self.redo.clear();
            if self.undo.len() > MAX_STEPS {
                self.undo.remove(0);
            }
        }
    }

    /// Replaces the mask in a step of its own. Returns whether anything changed.
    pub fn replace(&mut self, mask: Mask) -> bool {
        self.finish_step();
        let changed = mask != self.mask;
        self.change_from_base(|_| mask);
        self.finish_step();
        changed
    }

    /// Whether there is a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Whether there is a step to redo.
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Undoes a step. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.finish_step();
        let Some(mask) = self.undo.pop() else { return false };
        self.redo.push(self.mask.clone());
        self.show(mask);
        true
    }

    /// Redoes a step. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        self.finish_step();
        let Some(mask) = self.redo.pop() else { return false };
        self.undo.push(self.mask.clone());
        self.show(mask);
        true
    }

    fn show(&mut self, mask: Mask) {
        if mask != self.mask {
            self.mask = mask;
            self.revision += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::INK;

    #[test]
    fn a_stroke_is_one_step() {
        let mut canvas = Canvas::new(Mask::new(4, 3));
        for x in 0..4 {
            canvas.paint(&[(x, 1)], INK);
        }
        canvas.finish_step();
        canvas.paint(&[(0, 0)], INK);
        canvas.finish_step();
        assert_eq!(canvas.mask().to_string(), "#...\n####\n....\n");
        assert!(canvas.undo());
        assert_eq!(canvas.mask().to_string(), "....\n####\n....\n");
        assert!(canvas.undo() && !canvas.undo());
        assert_eq!(canvas.mask(), &Mask::new(4, 3));
        assert!(canvas.redo() && canvas.redo() && !canvas.redo());
        assert_eq!(canvas.mask().to_string(), "#...\n####\n....\n");
    }

    #[test]
    fn a_step_without_a_change_is_not_kept_and_a_shape_is_drawn_from_the_base() {
        let mut canvas = Canvas::new(Mask::new(3, 1));
        canvas.paint(&[(0, 0)], 0);
        canvas.finish_step();
        assert!(!canvas.can_undo());
        for end in [2, 1] {
            canvas.change_from_base(|mut mask| {
                (0..=end).for_each(|x| mask.set(x, 0, INK));
                mask
            });
        }
        assert_eq!(canvas.mask().to_string(), "##.\n");
        assert!(canvas.replace(Mask::new(2, 2)));
        assert!(canvas.undo() && canvas.undo() && !canvas.can_undo());
        assert_eq!(canvas.mask(), &Mask::new(3, 1));
    }
}
