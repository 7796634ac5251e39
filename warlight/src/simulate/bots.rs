//! Contest bots in simulations, and transcripts of what is said to them and by them.

use super::Simulation;
use crate::contest::{ContestPlayer, SharedReport};
use common::arena::PlayerIndex;
use common::cli;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;

/// Starts a bot for the game of an index. Without an index there is no transcript.
pub fn start(
    command: &str,
    simulation: &Simulation,
    index: Option<u64>,
    player: PlayerIndex,
) -> Result<(ContestPlayer, SharedReport), String> {
    let report = SharedReport::default();
    let mut bot = ContestPlayer::new(command, &simulation.setup, None).map_err(|why| why.to_string())?;
    bot = bot.with_report(&report);
    if let (Some(folder), Some(index)) = (&simulation.transcripts, index)
        && let Some(file) = new_transcript(folder, index, player)
    {
        bot = bot.with_transcript(&file).map_err(|why| format!("its transcript cannot be written: {why}"))?;
    }
    Ok((bot, report))
}

/// An empty file for what is said in a game. A game goes on without one if it cannot be made.
fn new_transcript(folder: &Path, index: u64, player: PlayerIndex) -> Option<PathBuf> {
    static COMPLAINT: Once = Once::new();
    let path = folder.join(format!("game-{index:05}-{}.txt", player.key()));
    match File::create(&path) {
        Ok(_) => Some(path),
        Err(why) => {
            let sentence =
                format!("{} cannot be written: {why}; the games go on without transcripts", path.display());
            COMPLAINT.call_once(|| cli::complain(&sentence));
            None
        }
    }
}

/// Makes the folder of the transcripts. One that has transcripts is refused unless they may be replaced.
pub fn prepare_transcripts(folder: &Path, replace: bool) -> Result<(), String> {
    let unusable = |why: io::Error| format!("the folder {} cannot be used: {why}", folder.display());
    fs::create_dir_all(folder).map_err(unusable)?;
    let mut files = fs::read_dir(folder).map_err(unusable)?.flatten();
    let is_transcript = |name: &str| name.starts_with("game-");
    if !replace && files.any(|file| file.file_name().to_str().is_some_and(is_transcript)) {
        return Err(format!(
            "the folder {} has transcripts already: choose another one, or replace them with --force",
            folder.display()
        ));
    }
    Ok(())
}
