//! The AI players of Warlight as a whole program: settings files, a match, the benchmark.

use crate::shared::json;
use std::fs;
use whole_programs::Program;

#[test]
fn a_settings_file_changes_a_player_and_a_bad_one_is_explained() {
    let program = Program::new("warlight");
    let original = include_str!("../../../warlight/src/ai/original.yaml");
    let (good, bad) = (program.file("good.yaml"), program.file("bad.yaml"));
    fs::write(&good, original.replace("samples: 15", "samples: 3")).unwrap();
    fs::write(&bad, original.replace("samples: 15", "samples: 0")).unwrap();
    let arena = |player: &str| {
        let arguments =
            ["arena", player, "random", "--map", "brindle", "--rounds", "3", "--nodes", "20", "--games", "2"];
        program.run(&arguments, "")
    };
    arena(&format!("mcts:settings={good}")).exits(0).prints(&["mcts"]);
    for (player, why) in [
        (format!("mcts:settings={bad}"), "mcts.samples is 0, but it must be from 1 to 101"),
        (format!("aggressive:settings={bad}.none"), "No such file"),
        ("mcts:level=4".to_owned(), "'4' is not a valid value of option 'level' of player 'mcts'"),
    ] {
        let output = arena(&player);
        assert!(output.fails(2).contains(why), "{output:?}");
    }
}

#[test]
fn bench_prints_its_result_as_json() {
    let bench = json(Program::new("warlight").run(&["bench", "--json"], "").exits(0));
    for part in ["rounds", "plain_rounds", "one_thread", "two_threads"] {
        assert!(bench[part]["nodes"].as_u64().unwrap() > 0, "{bench}");
    }
    assert_eq!(bench["fingerprint"].as_str().map(str::len), Some(16), "{bench}");
}
