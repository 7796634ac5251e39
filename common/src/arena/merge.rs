//! Adding up the shares of a match that were played apart.

use super::record::{Header, Record, Records};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// No line of ours is longer; what has longer ones is another file.
const LONGEST_LINE: u64 = 16 << 20;

/// Why files could not be merged.
#[derive(Debug, Error)]
pub(super) enum MergeError {
    #[error("there are no files to merge")]
    Nothing,
    #[error("{} cannot be read: {why}", path.display())]
    Unreadable { path: PathBuf, why: io::Error },
    #[error("{} is empty; it should begin with the header of an arena file", path.display())]
    Empty { path: PathBuf },
    #[error("{}:{line}: the line {what}", path.display())]
    Damaged { path: PathBuf, line: u64, what: String },
    #[error("{} and {} are not shares of one match: {what}", one.display(), other.display())]
    Different { one: PathBuf, other: PathBuf, what: String },
    #[error("{}:{line}: the game of index {index} is already in {}:{known_line}", path.display(), known.display())]
    Double { path: PathBuf, line: u64, index: u64, known: PathBuf, known_line: u64 },
    #[error(
        "{}:{line}: the opening is not the one of {}:{known_line}, though both should be the same; the files come from different versions of the program",
        path.display(), known.display()
    )]
    Opening { path: PathBuf, line: u64, known: PathBuf, known_line: u64 },
}

/// A place in one of the files.
type Place<'a> = (&'a Path, u64);

/// Reads the files and adds up their games.
pub(super) fn read(paths: &[PathBuf]) -> Result<(Header, Records), MergeError> {
    let mut files = Merged::default();
    for path in paths {
        let file = File::open(path).map_err(|why| MergeError::Unreadable { path: path.clone(), why })?;
        files.add(path, BufReader::new(file))?;
    }
    let Merged { header, records, .. } = files;
    let (_, mut header) = header.ok_or(MergeError::Nothing)?;
    header.shard = None;
    Ok((header, records))
}

/// What was read so far, and where each thing stood.
#[derive(Default)]
struct Merged<'a> {
    header: Option<(&'a Path, Header)>,
    records: Records,
    places: BTreeMap<u64, Place<'a>>,
    openings: BTreeMap<u64, (Vec<String>, Place<'a>)>,
}

impl<'a> Merged<'a> {
    fn add(&mut self, path: &'a Path, mut file: impl BufRead) -> Result<(), MergeError> {
        let header = match next_line(path, 1, &mut file)? {
            None => return Err(MergeError::Empty { path: path.to_path_buf() }),
            Some(line) => Header::read(&line).map_err(|what| MergeError::Damaged {
                path: path.to_path_buf(),
                line: 1,
                what,
            })?,
        };
        let (first_path, first) = self.header.get_or_insert_with(|| (path, header.clone()));
        if let Some(what) = first.difference(&header) {
            let (one, other) = (first_path.to_path_buf(), path.to_path_buf());
            return Err(MergeError::Different { one, other, what });
        }
        for number in 2.. {
            let Some(line) = next_line(path, number, &mut file)? else { break };
            let record = Record::read(&line, &header).map_err(|what| MergeError::Damaged {
                path: path.to_path_buf(),
                line: number,
                what,
            })?;
            self.keep(&header, record, (path, number))?;
        }
        Ok(())
    }

    fn keep(&mut self, header: &Header, record: Record, place: Place<'a>) -> Result<(), MergeError> {
        let (path, line) = (place.0.to_path_buf(), place.1);
        if let Some((known, known_line)) = self.places.insert(record.index, place) {
            let (index, known) = (record.index, known.to_path_buf());
            return Err(MergeError::Double { path, line, index, known, known_line });
        }
        let number = header.schedule().opening(record.index);
        let (opening, (known, known_line)) =
            self.openings.entry(number).or_insert_with(|| (record.opening.clone(), place));
        if *opening != record.opening {
            return Err(MergeError::Opening {
                path,
                line,
                known: known.to_path_buf(),
                known_line: *known_line,
            });
        }
        self.records.insert(record.index, record);
        Ok(())
    }
}

/// The next line without its end; `None` at the end of the file.
fn next_line(path: &Path, line: u64, file: &mut impl BufRead) -> Result<Option<String>, MergeError> {
    let damaged = |what: &str| MergeError::Damaged { path: path.to_path_buf(), line, what: what.to_owned() };
    let mut bytes = Vec::new();
    file.by_ref()
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut bytes)
        .map_err(|why| MergeError::Unreadable { path: path.to_path_buf(), why })?;
    if bytes.len() as u64 >= LONGEST_LINE {
        return Err(damaged("is far too long"));
    }
    if bytes.is_empty() {
        return Ok(None);
    }
    String::from_utf8(bytes).map(Some).map_err(|_| damaged("is not text"))
}

/// The indices that no file has, as ranges.
pub(super) fn missing(header: &Header, records: &Records) -> Vec<(u64, u64)> {
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

    const HEADER: &str = r#"{"format":"pentad arena 1","game":"g","setup":{},"a":"x","b":"y","seed":1,"openings":0,"games":4,"budget":{"time_ms":9,"nodes":null,"depth":null},"shard":null}"#;

    fn game(index: u64, first: &str) -> String {
        let clock =
            r#"{"moves":18446744073709551615,"total_us":18446744073709551615,"longest_us":1,"overruns":0}"#;
        format!(
            r#"{{"index":{index},"first":"{first}","opening":[],"moves":["1"],"points":[1,0],"irregular":null,"seed":3,"clock_a":{clock},"clock_b":{clock}}}"#
        )
    }

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
    fn what_is_wrong_and_where() {
        let why = |files: &[String]| merge(files).unwrap_err();
        let good = format!("{HEADER}\n{}\n", game(0, "a"));
        assert_eq!(why(&[String::new()]), "0 is empty; it should begin with the header of an arena file");
        assert!(
            why(&["{}".into()]).starts_with("0:1: the line is no header of an arena file: missing field")
        );
        assert!(
            why(&[HEADER.replace("arena 1", "arena 9")]).contains("has format 'pentad arena 9' instead of")
        );
        assert_eq!(why(&[HEADER.replace(":4,", ":5,")]), "0:1: the line cannot have 5 games");
        assert!(why(&[format!("{good}{{\"index\":1")]).starts_with("0:3: the line is no game: EOF"));
        assert_eq!(
            why(&[format!("{good}{}", game(4, "a"))]),
            "0:3: the line has index 4, but there are only 4 games"
        );
        assert!(why(&[format!("{good}{}", game(1, "a"))]).contains("wrong player"));
        assert_eq!(why(&[good.clone(), good.clone()]), "1:2: the game of index 0 is already in 0:2");
        assert_eq!(
            why(&[good.clone(), HEADER.replace(r#""seed":1"#, r#""seed":2"#)]),
            "0 and 1 are not shares of one match: the seed is 1 in one and 2 in the other"
        );
        assert!(
            why(&[HEADER.replace(r#""shard":null"#, r#""shard":"2/2""#) + "\n" + &game(0, "a")])
                .contains("not in share 2/2")
        );
        assert!(
            why(&[
                good,
                format!("{HEADER}\n{}", game(1, "b").replace(r#""opening":[]"#, r#""opening":["2"]"#))
            ])
            .contains("the opening is not the one of 0:2")
        );
        assert!(read(&[PathBuf::from("no such file")]).unwrap_err().to_string().contains("cannot be read"));
    }

    #[test]
    fn missing_games_are_told_as_ranges() {
        let (header, records) = merge(&[format!("{HEADER}\n{}", game(1, "b"))]).unwrap();
        assert_eq!(missing(&header, &records), [(0, 0), (2, 3)]);
        assert_eq!(missing(&header, &Records::new()), [(0, 3)]);
    }

    proptest! {
        #[test]
        fn arbitrary_bytes_never_panic(bytes: Vec<u8>, cut in 0usize..600, with_header: bool) {
            let mut file = Vec::new();
            if with_header {
                file.extend(format!("{HEADER}\n{}\n", game(0, "a")).as_bytes().iter().take(cut));
            }
            file.extend(bytes);
            let path = Path::new("file");
            let mut merged = Merged::default();
            let _ = merged.add(path, &file[..]);
            let _ = merged.add(path, &file[..]);
        }
    }
}
