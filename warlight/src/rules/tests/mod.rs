//! Tests of the rules.

mod contest;
mod fights;
mod fog;
mod maps;
mod plain;
mod refusals;
mod rounds;
mod starts;
mod whole;
