//! Opening the database file, whatever state it is in.

use super::{Database, FILE, schema};
use crate::database::DatabaseError;
use common::limits::{self, Bytes};
use common::store::{self, Store};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait while another program writes.
const BUSY: Duration = Duration::from_secs(20);

impl Database {
    /// The database of the program; it is made if it is missing.
    pub fn open(store: &Store) -> Result<Database, DatabaseError> {
        store::make_folder(store.data())?;
        Database::open_file(&store.data().join(FILE))
    }

    /// The database of the program, for reading; `None` if there is none yet.
    pub fn open_existing(store: &Store) -> Result<Option<Database>, DatabaseError> {
        let path = store.data().join(FILE);
        if path.exists() { Database::open_file(&path).map(Some) } else { Ok(None) }
    }

    /// Opens a database file, and makes it if it is missing. A file that is not a database of games is set aside:
    /// [`Database::notice`] says so.
    pub fn open_file(path: &Path) -> Result<Database, DatabaseError> {
        let name = path.display().to_string();
        match connect(path) {
            Ok(connection) => Ok(Database { connection, path: name, notice: None }),
            Err(Refused::Newer) => Err(DatabaseError::Newer(name)),
            Err(Refused::Other(why)) => Err(failed(&name, &why)),
            Err(Refused::Damaged) => {
                let aside = store::set_aside(path);
                // The journals belong to the damaged file.
                for journal in ["-wal", "-shm", "-journal"] {
                    let _ = store::remove(&with_suffix(path, journal));
                }
                let notice = Some(format!("The database of games was damaged and starts again: {aside}."));
                match connect(path) {
                    Ok(connection) => Ok(Database { connection, path: name, notice }),
                    Err(Refused::Other(why)) => Err(failed(&name, &why)),
                    Err(_) => {
                        let why = "it is damaged; move it away to start a new one".to_owned();
                        Err(DatabaseError::Unusable { path: name, why })
                    }
                }
            }
        }
    }
}

/// An error of `SQLite`, with what to do about it.
pub(super) fn failed(path: &str, why: &rusqlite::Error) -> DatabaseError {
    let advice = match why.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            "; it is damaged: move it away to start a new one"
        }
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            "; choose a folder that can be written to with --data-dir"
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "; another program has been writing to it for a long time: try again later"
        }
        Some(ErrorCode::TooBig) => {
            let max = Bytes(limits::DATABASE_VALUE_BYTES);
            let why = format!("one of its values is too large: at most {max} are read");
            return DatabaseError::Unusable { path: path.to_owned(), why };
        }
        Some(ErrorCode::DiskFull) => "; make room on the disk",
        _ => "",
    };
    DatabaseError::Unusable { path: path.to_owned(), why: format!("{why}{advice}") }
}

enum Refused {
    Damaged,
    Newer,
    Other(rusqlite::Error),
}

impl From<rusqlite::Error> for Refused {
    fn from(why: rusqlite::Error) -> Refused {
        match why.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Refused::Damaged,
            _ => Refused::Other(why),
        }
    }
}

fn connect(path: &Path) -> Result<Connection, Refused> {
    // A path is a file name here, never a URI.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let mut connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY)?;
    // The file may come from somebody else. What it says is data: it runs nothing, and no value fills the memory.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, limits::DATABASE_VALUE_BYTES as i32)?;
    use_wal(&connection)?;
    // A commit is in the hands of the system when it returns, so that nothing is lost if this program is killed. Waiting
    // for the disk as well (FULL) would guard the last games against a power failure, but would slow down simulations of
    // fast bots several times; they play a missing game again.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Deferred)?;
    let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    transaction.finish()?;
    if version < schema::VERSION {
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another program may have made the tables meanwhile.
        let version: i64 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if version == 0 {
            let tables: i64 = change.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
            if tables > 0 {
                return Err(Refused::Damaged);
            }
            change.execute_batch(schema::TABLES)?;
        } else if version == 1 && schema::is_version_1(&change) {
            change.execute_batch(schema::FROM_1)?;
        }
        if version < schema::VERSION {
            change.pragma_update(None, "user_version", schema::VERSION)?;
        }
        change.commit()?;
    } else if version > schema::VERSION {
        return Err(Refused::Newer);
    }
    if schema::is_ours(&connection) { Ok(connection) } else { Err(Refused::Damaged) }
}

/// Switches to a write-ahead log. `SQLite` does not wait if two programs do that at the same moment, so we do.
fn use_wal(connection: &Connection) -> rusqlite::Result<()> {
    let begun = Instant::now();
    loop {
        let mode: rusqlite::Result<String> =
            connection.pragma_query_value(None, "journal_mode", |row| row.get(0));
        let result = match mode {
            Ok(mode) if mode.eq_ignore_ascii_case("wal") => return Ok(()),
            Ok(_) => connection.pragma_update(None, "journal_mode", "WAL"),
            Err(why) => Err(why),
        };
        match result {
            Err(why)
                if why.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && begun.elapsed() < BUSY =>
            {
                thread::sleep(Duration::from_millis(10));
            }
            result => return result,
        }
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
