//! The picture that is painted, with undo and redo.

use crate::mask::{ColourIndex, Mask};

/// The maximum number of steps that can be undone.
const MAX_STEPS: usize = 200;

/// The mask and its history. A step begins with the first change and ends with [`Canvas::finish_step`]; until then every
/// change starts again from the mask before the step. Opening another picture is a step too.
#[derive(Debug)]
pub struct Canvas {
    mask: Mask,
    /// The index of the picture in `names`.
    picture: usize,
    /// The names of all pictures that were opened.
    names: Vec<String>,
    /// The mask before the current step.
    base: Option<Mask>,
    undo: Vec<Step>,
    redo: Vec<Step>,
    revision: u64,
}

/// A mask of the history, and the picture that it belongs to.
#[derive(Debug)]
struct Step {
    mask: Mask,
    picture: usize,
}

impl Canvas {
    /// A canvas without history.
    pub fn new(mask: Mask, name: &str) -> Canvas {
        Canvas {
            mask,
            picture: 0,
            names: vec![name.to_owned()],
            base: None,
            undo: Vec::new(),
            redo: Vec::new(),
            revision: 0,
        }
    }

    /// A canvas with these pictures in its history, oldest first, so that undo goes back to them.
    pub fn with_earlier(mask: Mask, name: &str, earlier: Vec<(String, Mask)>) -> Canvas {
        let (mut names, masks): (Vec<String>, Vec<Mask>) = earlier.into_iter().unzip();
        let undo: Vec<Step> =
            masks.into_iter().enumerate().map(|(picture, mask)| Step { mask, picture }).collect();
        names.push(name.to_owned());
        Canvas { picture: undo.len(), names, undo, ..Canvas::new(mask, "") }
    }

    /// The pictures that undo goes back to, oldest first, as they were when the next one was opened: their numbers, their
    /// names and their masks.
    pub fn earlier(&self) -> impl Iterator<Item = (usize, &str, &Mask)> {
        let next = self.undo.iter().skip(1).map(|step| step.picture).chain([self.picture]);
        let last = self.undo.iter().zip(next).filter(|(step, next)| step.picture != *next);
        last.map(|(step, _)| (step.picture, self.names[step.picture].as_str(), &step.mask))
    }

    /// The mask.
    pub fn mask(&self) -> &Mask {
        &self.mask
    }

    /// A number for the picture: painting keeps it, another picture has another number, and undo brings the old one back.
    pub fn picture(&self) -> usize {
        self.picture
    }

    /// The name of the picture, for files.
    pub fn name(&self) -> &str {
        &self.names[self.picture]
    }

    /// Gives the picture another name.
    pub fn rename(&mut self, name: &str) {
        name.clone_into(&mut self.names[self.picture]);
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
            self.keep(base);
        }
    }

    /// Adds a mask of the current picture to the history.
    fn keep(&mut self, mask: Mask) {
        self.undo.push(Step { mask, picture: self.picture });
        self.redo.clear();
        if self.undo.len() > MAX_STEPS {
            self.undo.remove(0);
        }
    }

    /// Shows another picture, in a step of its own.
    pub fn open(&mut self, mask: Mask, name: &str) {
        self.finish_step();
        self.keep(self.mask.clone());
        self.picture = self.names.len();
        self.names.push(name.to_owned());
        self.show(mask);
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
        let Some(step) = self.undo.pop() else { return false };
        let undone = self.go_to(step);
        self.redo.push(undone);
        true
    }

    /// Redoes a step. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        self.finish_step();
        let Some(step) = self.redo.pop() else { return false };
        let redone = self.go_to(step);
        self.undo.push(redone);
        true
    }

    /// Shows a step of the history. Returns what was shown before.
    fn go_to(&mut self, step: Step) -> Step {
        let before = Step { mask: self.mask.clone(), picture: self.picture };
        self.picture = step.picture;
        self.show(step.mask);
        before
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
        let mut canvas = Canvas::new(Mask::new(4, 3), "");
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
        let mut canvas = Canvas::new(Mask::new(3, 1), "");
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

    #[test]
    fn undo_brings_back_the_picture_and_its_name() {
        let mut canvas = Canvas::new(Mask::new(3, 1), "old");
        canvas.paint(&[(0, 0)], INK);
        let old = canvas.picture();
        canvas.open(Mask::new(2, 2), "new");
        let new = canvas.picture();
        assert_ne!(old, new);
        assert_eq!(canvas.name(), "new");
        assert!(canvas.undo());
        assert_eq!(
            (canvas.picture(), canvas.name(), canvas.mask().to_string().as_str()),
            (old, "old", "#..\n")
        );
        assert!(canvas.undo());
        assert_eq!((canvas.picture(), canvas.mask()), (old, &Mask::new(3, 1)));
        assert!(canvas.redo() && canvas.redo());
        assert_eq!((canvas.picture(), canvas.mask()), (new, &Mask::new(2, 2)));
    }

    #[test]
    fn earlier_pictures_are_those_that_undo_goes_back_to() {
        let old = vec![("oldest".to_owned(), Mask::new(1, 1)), ("old".to_owned(), Mask::new(2, 1))];
        let mut canvas = Canvas::with_earlier(Mask::new(3, 1), "", old);
        canvas.paint(&[(0, 0)], INK);
        canvas.open(Mask::new(4, 1), "new");
        canvas.paint(&[(1, 0)], INK);
        canvas.finish_step();
        let earlier = |canvas: &Canvas| -> Vec<String> {
            canvas.earlier().map(|(_, name, mask)| format!("{name} {mask}")).collect()
        };
        assert_eq!(earlier(&canvas), ["oldest .\n", "old ..\n", " #..\n"]);
        for expected in ["....\n", "#..\n", "...\n", "..\n"] {
            assert!(canvas.undo());
            assert_eq!(canvas.mask().to_string(), expected);
        }
        assert_eq!((canvas.name(), earlier(&canvas)), ("old", vec!["oldest .\n".to_owned()]));
    }
}
