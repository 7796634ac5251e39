//! Fuzzing of the readers; see [`common::testing::fuzz`].

use crate::files;
use crate::mask::Mask;
use crate::mask::picture::{PictureOptions, write_png};
use common::automaton::{AutomatonKind, library};
use common::testing::fuzz::{self, Target};

fn opens(path: &std::path::Path) -> bool {
    let options =
        [PictureOptions::default(), PictureOptions { size: Some((7, 5)), ..PictureOptions::default() }];
    options.map(|options| files::open(path, &options).is_ok()).contains(&true)
}

#[test]
fn readers() {
    let texts = ["..##..\n.#..#.\n#....#\n", "01210\n12221\n", "a b\r\n b \r\n"];
    let masks: Vec<Mask> = texts.iter().filter_map(|text| text.parse().ok()).collect();
    let pictures: Vec<Vec<u8>> =
        masks.iter().zip([1, 3, 16]).filter_map(|(mask, cell)| write_png(mask, cell).ok()).collect();
    let automata = library::all().into_iter().map(|one| one.automaton);
    let automata = automata.filter(|one| one.kind() == AutomatonKind::Picture).map(|one| one.write());
    let texts: Vec<String> = masks.iter().map(Mask::to_string).collect();
    fuzz::run(vec![
        Target::file("masks as text", "txt", texts, opens),
        Target::file("masks as pictures", "png", pictures, opens),
        Target::file("masks as automata", "pcell", automata, opens),
        fuzz::settings::<crate::view::Settings>("settings", "cell: 12\n"),
    ]);
}
