//! The binary of the rule generator; see the library.

#[cfg(feature = "window")]
fn main() {
    let file = std::env::args_os().nth(1).map(std::path::PathBuf::from);
    match common::store::Store::open("rule-generator", None) {
        Ok(store) => {
            if let Err(why) = rule_generator::view::run(store, file.as_deref()) {
                common::cli::complain(&why.to_string());
            }
        }
        Err(why) => common::cli::complain(&why.to_string()),
    }
}

#[cfg(not(feature = "window"))]
fn main() {}
