//! The file of games while a match is being played: each game is appended as soon as it has ended, so that a match that is
//! killed can be resumed.

use super::record::{self, Header, Record};
use crate::cli;
use crate::store::StoreError;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// Where games end so quickly that syncing would take more than this part of the time, not each one is synced at once.
const MAX_SYNC_SHARE: u32 = 10;

/// A file to which the threads of a match append.
pub(super) struct GamesFile<'a> {
    path: &'a Path,
    header: &'a Header,
    writer: Mutex<Writer>,
}

#[derive(Default)]
struct Writer {
    /// Opened with the first game: a match without games writes no file.
    file: Option<File>,
    /// The length of all complete lines. A line that could not be written completely is overwritten.
    length: u64,
    last_sync: Option<Instant>,
    sync_time: Duration,
    /// A failure was reported already.
    failed: bool,
}

impl<'a> GamesFile<'a> {
    /// A file that is made with the first game, or, if its complete lines have this length, continued.
    pub(super) fn new(path: &'a Path, header: &'a Header, length: Option<u64>) -> GamesFile<'a> {
        let writer = Writer { length: length.unwrap_or(0), ..Writer::default() };
        GamesFile { path, header, writer: Mutex::new(writer) }
    }

    /// Appends a game. A failure is reported once, and the match continues: at its end all games are written again.
    pub(super) fn append(&self, record: &Record) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let result = writer.append(self.path, self.header, record);
        if let (Err(why), false) = (&result, writer.failed) {
            let error =
                StoreError::Write { path: self.path.to_path_buf(), why: io::Error::other(why.clone()) };
            cli::complain(&format!("{error}; the match continues"));
        }
        writer.failed = result.is_err();
    }
}

impl Writer {
    fn append(&mut self, path: &Path, header: &Header, record: &Record) -> Result<(), String> {
        let mut lines = Vec::new();
        if self.length == 0 {
            lines.extend(record::line(header)?);
        }
        lines.extend(record::line(record)?);
        self.write(path, &lines).map_err(|why| why.to_string())
    }

    fn write(&mut self, path: &Path, lines: &[u8]) -> io::Result<()> {
        if self.file.is_none() {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            self.file = Some(File::options().create(true).truncate(false).write(true).open(path)?);
            // What is behind the complete lines is old or damaged.
            self.cut()?;
        } else if self.failed {
            self.cut()?;
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(lines)?;
        self.length += lines.len() as u64;
        if self.last_sync.is_none_or(|last| last.elapsed() >= self.sync_time * MAX_SYNC_SHARE) {
            let start = Instant::now();
            file.sync_data()?;
            (self.last_sync, self.sync_time) = (Some(Instant::now()), start.elapsed());
        }
        Ok(())
    }

    fn cut(&mut self) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.set_len(self.length)?;
        file.seek(SeekFrom::Start(self.length)).map(drop)
    }
}

/// The games of a match that was interrupted.
#[derive(Debug)]
pub(super) struct Unfinished {
    pub path: PathBuf,
    pub header: Header,
    pub records: record::Records,
    /// The length of all complete lines.
    pub length: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::merge;
    use crate::arena::record::MoveLimits;
    use crate::arena::schedule::Schedule;
    use std::collections::BTreeMap;

    fn header() -> Header {
        let limits = MoveLimits { time_ms: None, nodes: None, depth: Some(1) };
        let schedule = Schedule { seed: 1, sides: 2, games: 6, openings: 0 };
        Header::new("heap", BTreeMap::new(), vec!["x".into(), "y".into()], schedule, limits, None)
    }

    fn game(index: u64) -> Record {
        Record::new(index, header().schedule().seats(index), 0)
    }

    #[test]
    fn a_game_is_in_the_file_when_it_was_appended() {
        let dir = tempfile::tempdir().unwrap();
        let (header, path) = (header(), dir.path().join("new folder/games"));
        let file = GamesFile::new(&path, &header, None);
        assert!(!path.exists(), "a match without games writes no file");
        for (count, index) in [3, 0, 5].into_iter().enumerate() {
            file.append(&game(index));
            let lines = fs::read_to_string(&path).unwrap();
            assert_eq!(lines.lines().count(), count + 2);
        }
        let read = merge::read_unfinished(&path).unwrap();
        assert_eq!(read.records.keys().copied().collect::<Vec<_>>(), [0, 3, 5]);
        assert_eq!((read.header, read.length), (header, fs::metadata(&path).unwrap().len()));
    }

    #[test]
    fn a_line_that_was_cut_off_is_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let (header, path) = (header(), dir.path().join("games"));
        let file = GamesFile::new(&path, &header, None);
        file.append(&game(0));
        let one = fs::read(&path).unwrap();
        file.append(&game(1));
        let two = fs::read(&path).unwrap();
        // Killed in the middle of a write, at any byte, or left with zeros by a crash of the system.
        let cuts = (one.len()..two.len()).map(|cut| two[..cut].to_vec());
        let zeros = [&one[..], &[0; 40], b"\n"].concat();
        for damaged in cuts.chain([zeros]) {
            fs::write(&path, &damaged).unwrap();
            let read = merge::read_unfinished(&path).unwrap();
            assert_eq!((read.records.len(), read.length), (1, one.len() as u64));
            GamesFile::new(&path, &header, Some(read.length)).append(&game(1));
            assert_eq!(fs::read(&path).unwrap(), two);
        }
        let damaged = [&one[..], b"{}\n", &two[one.len()..]].concat();
        fs::write(&path, damaged).unwrap();
        let why = merge::read_unfinished(&path).unwrap_err().to_string();
        assert!(why.contains("games:3: the line is not a game"), "{why}");
    }

    #[test]
    fn after_a_failure_the_next_game_is_appended() {
        let dir = tempfile::tempdir().unwrap();
        let (header, path) = (header(), dir.path().join("games"));
        fs::create_dir(&path).unwrap();
        let file = GamesFile::new(&path, &header, None);
        file.append(&game(0));
        fs::remove_dir(&path).unwrap();
        file.append(&game(1));
        assert_eq!(merge::read_unfinished(&path).unwrap().records.len(), 1);
    }
}
