//! The process group of a child: the child and everything that it started, which are ended together.

#[cfg(not(unix))]
pub(super) use elsewhere::{Guard, guard, has_ended, in_own_group, kill};
#[cfg(unix)]
pub(super) use on_unix::{has_ended, in_own_group, kill};

#[cfg(unix)]
mod on_unix {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    /// Lets the command start in a group of its own. A Ctrl-C in the terminal then reaches us only.
    pub(in super::super) fn in_own_group(command: &mut Command) {
        command.process_group(0);
    }

    /// Whether the child has ended. It is not reaped, so its number still belongs to its group.
    pub(in super::super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // An error means that there is nothing to wait for.
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
    }

    /// Kills the whole group. The child must not be reaped yet: afterwards another group could have its number.
    pub(in super::super) fn kill(child: &mut Child) {
        // If nobody is left, there is nothing to do.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

/// Other systems have no process groups: only the child itself is killed.
#[cfg(not(unix))]
mod elsewhere {
    use std::process::{Child, Command};

    pub(in super::super) fn in_own_group(_: &mut Command) {}

    pub(in super::super) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    pub(in super::super) fn kill(child: &mut Child) {
        let _ = child.kill();
    }

    /// There is no watchdog either.
    #[derive(Debug)]
    pub(in super::super) struct Guard;

    pub(in super::super) fn guard(_: u32) -> Guard {
        Guard
    }
}
