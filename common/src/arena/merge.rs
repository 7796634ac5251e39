//! Merges the files of shards that were played separately.

use super::games_file::Unfinished;
use super::move_texts::MoveTexts;
use super::record::{Header, Record, Records};
use crate::limits::{self, Bytes};
use crate::store::{self, StoreError};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Our lines are shorter; a file with a longer line is not one of ours.
const MAX_LINE: u64 = 16 << 20;

/// Why files could not be merged.
#[derive(Debug, Error)]
pub(super) enum MergeError {
    #[error("there are no files to merge")]
    NoFiles,
    #[error(transparent)]
    File(#[from] StoreError),
    #[error("{} cannot be read: {}", path.display(), store::not_read(why))]
    Unreadable { path: PathBuf, why: io::Error },
    #[error("{} and the files before it are too large: at most {} are merged", path.display(), Bytes(limits::ARENA_BYTES))]
    TooLarge { path: PathBuf },
    #[error("{} is empty; it should begin with the header of an arena file", path.display())]
    Empty { path: PathBuf },
    #[error("{}:{line}: the line {what}", path.display())]
    Damaged { path: PathBuf, line: u64, what: String },
    #[error("{} and {} are not shards of one match: {what}", one.display(), other.display())]
    Different { one: PathBuf, other: PathBuf, what: String },
    #[error("{}:{line}: the game of index {index} is already in {}:{known_line}", path.display(), known.display())]
    Duplicate { path: PathBuf, line: u64, index: u64, known: PathBuf, known_line: u64 },
    #[error(
        "{}:{line}: the opening differs from {}:{known_line}, but they should be the same; the files come from different versions of the program",
        path.display(), known.display()
    )]
    Opening { path: PathBuf, line: u64, known: PathBuf, known_line: u64 },
}

/// A file and a line of it.
type Location<'a> = (&'a Path, u64);

/// Reads the files and collects their games.
pub(super) fn read(paths: &[PathBuf]) -> Result<(Header, Records), MergeError> {
    let mut files = Merged::default();
    for path in paths {
        let file = files.open(path)?;
        files.add(path, file)?;
    }
    let Merged { header, records, .. } = files;
    let (_, mut header) = header.ok_or(MergeError::NoFiles)?;
    header.shard = None;
    Ok((header, records))
}

/// Reads the file of a match that was interrupted. A last line that was not written completely is left out.
pub(super) fn read_unfinished(path: &Path) -> Result<Unfinished, MergeError> {
    let mut games = Merged::default();
    let file = games.open(path)?;
    let length = games.add_lines(path, file, true)?;
    let (_, header) = games.header.ok_or(MergeError::NoFiles)?;
    Ok(Unfinished { path: path.to_path_buf(), header, records: games.records, length })
}

/// What games of the same opening have in common: the seed of the start position, and the moves.
type OpeningId = (Option<u64>, MoveTexts);

/// What was read so far, and where.
#[derive(Default)]
struct Merged<'a> {
    header: Option<(&'a Path, Header)>,
    records: Records,
    locations: BTreeMap<u64, Location<'a>>,
    openings: BTreeMap<u64, (OpeningId, Location<'a>)>,
    bytes: u64,
}

impl<'a> Merged<'a> {
    /// Opens a file. One whose size says that it is too large is not read.
    fn open(&self, path: &Path) -> Result<BufReader<File>, MergeError> {
        let file = store::open_file(path)?;
        if file.metadata().is_ok_and(|data| self.bytes.saturating_add(data.len()) > limits::ARENA_BYTES) {
            return Err(MergeError::TooLarge { path: path.to_path_buf() });
        }
        Ok(BufReader::new(file))
    }

    fn add(&mut self, path: &'a Path, file: impl BufRead) -> Result<(), MergeError> {
        self.add_lines(path, file, false).map(drop)
    }

    /// Adds a file, without a damaged last line if that is allowed, and returns the length of the lines that it has read.
    fn add_lines(
        &mut self,
        path: &'a Path,
        mut file: impl BufRead,
        may_be_cut_off: bool,
    ) -> Result<u64, MergeError> {
        let damaged = |line, what| MergeError::Damaged { path: path.to_path_buf(), line, what };
        let Some(line) = next_line(path, 1, &mut file)? else {
            return Err(MergeError::Empty { path: path.to_path_buf() });
        };
        let mut length = line.len() as u64;
        let header = text(&line).and_then(Header::read).map_err(|what| damaged(1, what))?;
        let (first_path, first) = self.header.get_or_insert_with(|| (path, header.clone()));
        if let Some(what) = first.difference(&header) {
            let (one, other) = (first_path.to_path_buf(), path.to_path_buf());
            return Err(MergeError::Different { one, other, what });
        }
        for number in 2.. {
            let Some(line) = next_line(path, number, &mut file)? else { break };
            self.bytes += line.len() as u64;
            if self.bytes > limits::ARENA_BYTES {
                return Err(MergeError::TooLarge { path: path.to_path_buf() });
            }
            let is_complete = line.ends_with(
                b"
",
            ) || !may_be_cut_off;
            match text(&line).and_then(|line| Record::read(line, &header)) {
                Ok(record) if is_complete => self.add_game(&header, record, (path, number))?,
                _ if may_be_cut_off && next_line(path, number + 1, &mut file)?.is_none() => break,
                Ok(_) => break,
                Err(what) => return Err(damaged(number, what)),
            }
            length += line.len() as u64;
        }
        Ok(length)
    }

    fn add_game(
        &mut self,
        header: &Header,
        record: Record,
        location: Location<'a>,
    ) -> Result<(), MergeError> {
        let (path, line) = (location.0.to_path_buf(), location.1);
        if let Some((known, known_line)) = self.locations.insert(record.index, location) {
            let (index, known) = (record.index, known.to_path_buf());
            return Err(MergeError::Duplicate { path, line, index, known, known_line });
        }
        let id = (record.start_seed, record.opening.clone());
        let number = header.schedule().opening(record.index);
        let (opening, (known, known_line)) =
            self.openings.entry(number).or_insert_with(|| (id.clone(), location));
        if *opening != id {
            let (known, known_line) = (known.to_path_buf(), *known_line);
            return Err(MergeError::Opening { path, line, known, known_line });
        }
        self.records.insert(record.index, record);
        Ok(())
    }
}

/// The next line; `None` at the end of the file.
fn next_line(path: &Path, line: u64, file: &mut impl BufRead) -> Result<Option<Vec<u8>>, MergeError> {
    let mut bytes = Vec::new();
    file.by_ref()
        .take(MAX_LINE)
        .read_until(b'\n', &mut bytes)
        .map_err(|why| MergeError::Unreadable { path: path.to_path_buf(), why })?;
    if bytes.len() as u64 >= MAX_LINE {
        let what = "is far too long".to_owned();
        return Err(MergeError::Damaged { path: path.to_path_buf(), line, what });
    }
    Ok((!bytes.is_empty()).then_some(bytes))
}

fn text(line: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(line).map_err(|_| "is not text".to_owned())
}

/// The ranges of indices that no file contains.
pub(super) fn missing_ranges(header: &Header, records: &Records) -> Vec<(u64, u64)> {
    let mut gaps = Vec::new();
    let mut next = 0;
    for index in records.keys().copied().chain([header.games]) {
        if next < index {
            gaps.push((next, index - 1));
        }
        next = index + 1;
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HEADER: &str = r#"{"format":"pentad arena 2","game":"g","setup":{},"sides":2,"players":["x","y"],"seed":1,"openings":0,"games":4,"budget":{"time_ms":9,"nodes":null,"depth":null},"shard":null}"#;

    fn game(index: u64, seats: [&str; 2]) -> String {
        let time =
            r#"{"moves":18446744073709551615,"total_us":18446744073709551615,"max_us":1,"overruns":0}"#;
        let [first, second] = seats;
        format!(
            r#"{{"index":{index},"seats":["{first}","{second}"],"opening":[],"moves":["p1:1"],"points":[1,0],"irregular":null,"seed":3,"times":[{time},{time}]}}"#
        )
    }

    const AB: [&str; 2] = ["a", "b"];
    const BA: [&str; 2] = ["b", "a"];

    fn merge(files: &[String]) -> Result<(Header, Records), String> {
        let dir = tempfile::tempdir().unwrap();
        let mut paths = Vec::new();
        for (i, text) in files.iter().enumerate() {
            paths.push(dir.path().join(i.to_string()));
            std::fs::write(&paths[i], text).unwrap();
        }
        read(&paths).map_err(|error| error.to_string().replace(&format!("{}/", dir.path().display()), ""))
    }

    #[test]
    fn errors_say_what_is_wrong_and_where() {
        let why = |files: &[String]| merge(files).unwrap_err();
        let good = format!("{HEADER}\n{}\n", game(0, AB));
        assert_eq!(why(&[String::new()]), "0 is empty; it should begin with the header of an arena file");
        assert!(
            why(&["{}".into()])
                .starts_with("0:1: the line is not the header of an arena file: missing field")
        );
        assert!(
            why(&[HEADER.replace("arena 2", "arena 9")]).contains("has format 'pentad arena 9' instead of")
        );
        assert_eq!(
            why(&[r#"{"format":"pentad arena 1","a":"x","b":"y"}"#.into()]),
            "0:1: the line has format 'pentad arena 1' instead of 'pentad arena 2'"
        );
        let sides = |sides: &str| why(&[HEADER.replace(r#""sides":2"#, sides)]);
        assert_eq!(sides(r#""sides":0"#), "0:1: the line cannot have 0 sides");
        assert_eq!(sides(r#""sides":33"#), "0:1: the line cannot have 33 sides");
        assert_eq!(sides(r#""sides":3"#), "0:1: the line has 2 players for 3 sides");
        assert_eq!(why(&[HEADER.replace(":4,", ":5,")]), "0:1: the line cannot have 5 games");
        assert!(why(&[format!("{good}{{\"index\":1")]).starts_with("0:3: the line is not a game: EOF"));
        assert_eq!(
            why(&[format!("{good}{}", game(4, AB))]),
            "0:3: the line has index 4, but there are only 4 games"
        );
        assert!(why(&[format!("{good}{}", game(1, AB))]).contains("players on the wrong sides"));
        let game_with = |from: &str, to: &str| why(&[format!("{HEADER}\n{}", game(0, AB).replace(from, to))]);
        assert_eq!(game_with("[1,0]", "[1]"), "0:2: the line has points for 1 sides instead of 2");
        assert_eq!(
            game_with("null", r#"{"loser":"c","why":"it failed"}"#),
            "0:2: the line says that player C, which does not exist, has failed"
        );
        assert!(game_with(r#""a","b""#, r#""a","?""#).contains("'?' is not a player"));
        assert_eq!(why(&[good.clone(), good.clone()]), "1:2: the game of index 0 is already in 0:2");
        assert_eq!(
            why(&[good.clone(), HEADER.replace(r#""seed":1"#, r#""seed":2"#)]),
            "0 and 1 are not shards of one match: the seed is 1 in one and 2 in the other"
        );
        assert_eq!(
            why(&[good.clone(), HEADER.replace(r#""y""#, r#""z""#)]),
            "0 and 1 are not shards of one match: the player B is y in one and z in the other"
        );
        assert!(
            why(&[HEADER.replace(r#""shard":null"#, r#""shard":"2/2""#) + "\n" + &game(0, AB)])
                .contains("not in shard 2/2")
        );
        assert!(
            why(&[
                good,
                format!("{HEADER}\n{}", game(1, BA).replace(r#""opening":[]"#, r#""opening":["2"]"#))
            ])
            .contains("the opening differs from 0:2")
        );
        assert!(read(&[PathBuf::from("no such file")]).unwrap_err().to_string().contains("cannot be read"));
    }

    #[test]
    fn a_file_that_is_too_large_is_not_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        std::fs::write(&path, "noise").unwrap();
        assert!(matches!(read(std::slice::from_ref(&path)), Err(MergeError::Damaged { .. })));
        File::options().write(true).open(&path).unwrap().set_len(limits::ARENA_BYTES + 1).unwrap();
        // Otherwise the error would be about its first line.
        let too_large = |why: MergeError| why.to_string().ends_with("too large: at most 64 MB are merged");
        assert!(read(std::slice::from_ref(&path)).is_err_and(too_large));
        assert!(read_unfinished(&path).is_err_and(too_large));
    }

    #[test]
    fn missing_games_are_reported_as_ranges() {
        let (header, records) = merge(&[format!("{HEADER}\n{}", game(1, BA))]).unwrap();
        assert_eq!(missing_ranges(&header, &records), [(0, 0), (2, 3)]);
        assert_eq!(missing_ranges(&header, &Records::new()), [(0, 3)]);
    }

    proptest! {
        #[test]
        fn arbitrary_bytes_never_panic(bytes: Vec<u8>, cut in 0usize..600, with_header: bool) {
            let mut file = Vec::new();
            if with_header {
                file.extend(format!("{HEADER}\n{}\n", game(0, AB)).as_bytes().iter().take(cut));
            }
            file.extend(bytes);
            let path = Path::new("file");
            let mut merged = Merged::default();
            let _ = merged.add(path, &file[..]);
            let _ = merged.add(path, &file[..]);
        }
    }
}
