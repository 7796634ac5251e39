//! The database in one `SQLite` file. Every change is one short transaction, and a program waits while another one writes.

mod games;
mod open;
mod schema;
mod simulations;
#[cfg(test)]
mod tests;

use super::DatabaseError;
use rusqlite::{Connection, Transaction, TransactionBehavior};

/// The name of the database in the data folder.
pub const FILE: &str = "warlight.db";

/// The database.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: String,
    notice: Option<String>,
}

impl Database {
    /// What was wrong with the file, if it was set aside.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Makes a change in a transaction of its own. It takes the lock for writing at once, so that it waits for another
    /// writer instead of failing in the middle.
    fn change<T>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, DatabaseError> {
        let run = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = change(&transaction)?;
            transaction.commit()?;
            Ok(value)
        };
        run().map_err(|why| open::failed(&self.path, &why))
    }

    /// Asks a question.
    fn query<T>(&self, query: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, DatabaseError> {
        query(&self.connection).map_err(|why| open::failed(&self.path, &why))
    }
}

/// A list of texts, as it is kept in a column.
fn write_list(list: &[String]) -> String {
    serde_json::Value::from(list).to_string()
}

fn read_list(text: &str) -> Vec<String> {
    serde_json::from_str(text).unwrap_or_default()
}
