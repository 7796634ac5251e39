//! Tests of the rules.

mod contest;
mod fights;
mod fog;
mod from;
mod maps;
mod own_maps;
mod plain;
mod refusals;
mod rounds;
mod starts;
pub mod whole;
