//! Ends the process groups of all children when we end, however that happens: also by a crash or `kill -9`.
//!
//! A small shell script waits for the end of its input, which is a pipe from us. The system closes this pipe when we end.
//! Then the script kills the groups that we have not reported as ended. It runs only while there are children.

use std::io::{self, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Reads `+ GROUP` and `- GROUP` until the input ends.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
groups=' '
while read -r sign group; do
    case $sign in
    +) groups="$groups$group " ;;
    -) groups="${groups%%" $group "*} ${groups#*" $group "}" ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
"#;

static WATCHDOG: Mutex<Watchdog> = Mutex::new(Watchdog { groups: Vec::new(), shell: None });

struct Watchdog {
    groups: Vec<u32>,
    shell: Option<Child>,
}

/// Keeps a group in the care of the watchdog until it is dropped.
#[derive(Debug)]
pub(super) struct Guard(u32);

/// Kills this group if we end. Without a shell, children still end when their players are dropped.
pub(super) fn guard(group: u32) -> Guard {
    let mut watchdog = lock();
    watchdog.groups.push(group);
    if watchdog.write(&format!("+ {group}\n")).is_err() {
        watchdog.restart();
    }
    Guard(group)
}

impl Drop for Guard {
    fn drop(&mut self) {
        let mut watchdog = lock();
        watchdog.groups.retain(|group| *group != self.0);
        let told = watchdog.write(&format!("- {}\n", self.0));
        if watchdog.groups.is_empty() {
            watchdog.end();
        } else if told.is_err() {
            watchdog.restart();
        }
    }
}

fn lock() -> MutexGuard<'static, Watchdog> {
    WATCHDOG.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watchdog {
    fn write(&mut self, line: &str) -> io::Result<()> {
        let input = self.shell.as_mut().and_then(|shell| shell.stdin.as_mut());
        input.ok_or(io::ErrorKind::NotConnected)?.write_all(line.as_bytes())
    }

    /// Starts the shell, also if somebody has killed it, and tells it all groups.
    fn restart(&mut self) {
        self.end();
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT]).current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        super::group::in_own_group(&mut command);
        self.shell = command.spawn().ok();
        for group in self.groups.clone() {
            let _ = self.write(&format!("+ {group}\n"));
        }
    }

    /// Ends the shell. It knows no group that is still running, or it was killed.
    fn end(&mut self) {
        if let Some(mut shell) = self.shell.take() {
            drop(shell.stdin.take());
            let _ = shell.wait();
        }
    }
}
