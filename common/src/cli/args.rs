//! Arguments that follow from a game: its setup options and its sides.

use crate::game::{Choice, OptionValues, Setup, Side};
use crate::player::AiPlayers;
use crate::session::Seat;
use crate::words::Words;
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use std::marker::PhantomData;

/// One argument for each option of a setup, as in `--size 8x8`. `None` if none is given.
#[derive(Debug, Clone, Default)]
pub struct SetupArgs<S>(pub Option<S>);

impl<S: Setup> SetupArgs<S> {
    /// The arguments of those options whose keys are wanted.
    pub(super) fn augment_with(command: Command, wanted: impl Fn(&str) -> bool) -> Command {
        let default = S::default();
        let options = S::options().into_iter().filter(|option| wanted(&option.key()));
        options.fold(command, |command, option| {
            let (values, value) = (explain(&option.values(&default)), option.get(&default));
            let default = if value.is_empty() { String::new() } else { format!(" [default: {value}]") };
            command.arg(
                Arg::new(option.key())
                    .long(option.key())
                    .value_name(option.name.to_uppercase().replace(' ', "_"))
                    .help(format!("{}: {values}{default}", option.help)),
            )
        })
    }
}

/// The values of an option; a few of them with what they mean: "flat (…) or cyclic (…)".
fn explain(values: &OptionValues) -> String {
    const FEW: usize = 4;
    match values {
        OptionValues::Choice(choices) if choices.len() <= FEW => {
            let explained = |choice: &Choice| match choice.help.as_str() {
                "" => choice.clone(),
                help => Choice::new(format!("{} ({help})", choice.value), ""),
            };
            OptionValues::Choice(choices.iter().map(explained).collect()).to_string()
        }
        _ => values.to_string(),
    }
}

impl<S: Setup> Args for SetupArgs<S> {
    fn augment_args(command: Command) -> Command {
        Self::augment_with(command, |_| true)
    }
    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<S: Setup> FromArgMatches for SetupArgs<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<SetupArgs<S>, Error> {
        let mut setup: Option<S> = None;
        // In the declared order: the values of an option may depend on those before it.
        for option in S::options() {
            if let Ok(Some(value)) = matches.try_get_one::<String>(&option.key()) {
                let set = option.set(setup.get_or_insert_with(S::default), value);
                set.map_err(|why| Error::raw(ErrorKind::ValueValidation, format!("{why}\n")))?;
            }
        }
        Ok(SetupArgs(setup))
    }
    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = SetupArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Who plays: an argument for each side of the default setup, as in `--black strong`, and `--players` for any number.
#[derive(Debug, Clone)]
pub struct SeatArgs<G> {
    /// What was given, in the order of the sides.
    pub seats: Vec<Option<Seat>>,
    game: PhantomData<fn() -> G>,
}

/// Games with more sides have only `--players`.
const MAX_NAMED: usize = 4;

/// The arguments named after sides.
fn names<G: Words>() -> Vec<(String, String)> {
    let setup = G::Setup::default();
    let sides = G::sides(&setup);
    let key = |name: &str| name.to_lowercase().replace(' ', "-");
    let named = Side::all(if sides <= MAX_NAMED { sides } else { 0 });
    named.map(|side| G::side_name(&setup, None, side)).map(|name| (key(&name), name.into_owned())).collect()
}

/// The argument named after a side; `None` in games that have only `--players`.
pub(crate) fn seat_argument<G: Words>(side: Side) -> Option<String> {
    names::<G>().into_iter().nth(side.index()).map(|(key, _)| key)
}

impl<G: AiPlayers + Words> Args for SeatArgs<G> {
    fn augment_args(command: Command) -> Command {
        let named = names::<G>();
        let keys: Vec<String> = named.iter().map(|(key, _)| key.clone()).collect();
        let opponent = G::first_opponent();
        let alone = named.len() == 1;
        let command = named.into_iter().enumerate().fold(command, |command, (side, (key, name))| {
            let others =
                if G::OTHER_PROGRAMS { "human, a level, or cmd:COMMAND" } else { "human or a level" };
            let who = if alone { "Who plays".to_owned() } else { format!("Who plays {name}") };
            let help = format!(
                "{who}: {others} [default: {}]",
                if side == 0 {
                    "human".to_owned()
                } else {
                    format!("your last opponent in the window, at first {opponent}")
                }
            );
            command
                .arg(Arg::new(key.clone()).long(key).value_name("PLAYER").value_parser(read_seat).help(help))
        });
        let players = Arg::new("players").long("players").value_name("PLAYER").num_args(1..);
        command.arg(
            players
                .value_parser(read_seat)
                .conflicts_with_all(keys)
                // A game for one has an argument for its player already.
                .hide(alone)
                .help(format!("Who plays, in the order of the sides [default: you against your last opponent, at first {opponent}]")),
        )
    }
    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn read_seat(text: &str) -> Result<Seat, crate::player::BadSpec> {
    text.parse()
}

impl<G: AiPlayers + Words> FromArgMatches for SeatArgs<G> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<SeatArgs<G>, Error> {
        let seats = match matches.get_many::<Seat>("players") {
            Some(players) => players.cloned().map(Some).collect(),
            None => names::<G>().iter().map(|(key, _)| matches.get_one::<Seat>(key).cloned()).collect(),
        };
        Ok(SeatArgs { seats, game: PhantomData })
    }
    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = SeatArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::auction::Auction;
    use crate::testing::mines::Mines;

    #[test]
    fn a_game_for_one_has_no_list_of_players() {
        fn help<G: AiPlayers + Words>() -> String {
            SeatArgs::<G>::augment_args(Command::new("play")).render_help().to_string()
        }
        assert!(!help::<Mines>().contains("--players") && help::<Mines>().contains("Who plays: "));
        assert!(help::<Auction>().contains("--players"));
    }
}
