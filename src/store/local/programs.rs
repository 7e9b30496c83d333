//! PostgreSQL's programs on this machine.

use super::{LocalError, Missing, at, owner::Owner};
use std::{
    env,
    fs::File,
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

const FIND: &str = include_str!("find-postgres.sh");

/// The folder of the programs, and the user as whom they run.
#[derive(Clone, Debug)]
pub(super) struct Programs {
    folder: PathBuf,
    owner: Owner,
}

impl Programs {
    pub(super) fn find(
        owner: &Owner,
        missing: Missing,
        major: Option<&str>,
    ) -> Result<Self, LocalError> {
        // Looking is kept from the terminal's signals; installing may ask there for a
        // password.
        let look = |install: bool| {
            let mut command = Command::new("sh");
            command.args(["-c", FIND, "find-postgres.sh"]);
            if !install {
                command.arg("--find").process_group(0);
            }
            command.args(major).stderr(Stdio::inherit());
            let found = at(Path::new("sh"), command.output())?;
            let folder = String::from_utf8_lossy(&found.stdout).trim().to_owned();
            Ok((found.status.success() && !folder.is_empty()).then_some(folder))
        };
        let mut found = look(false)?;
        if found.is_none() && missing == Missing::Install {
            found = look(true)?;
        }
        let missing = || LocalError::Missing { major: major.map(str::to_owned) };
        let folder = found.ok_or_else(missing)?;
        Ok(Programs { folder: folder.into(), owner: *owner })
    }

    pub(super) fn owner(&self) -> Owner {
        self.owner
    }

    /// Runs a program to its end.
    pub(super) fn run(
        &self,
        program: &'static str,
        arguments: impl FnOnce(&mut Command),
    ) -> Result<(), LocalError> {
        let (path, mut command) = self.command(program);
        arguments(&mut command);
        let ended = at(&path, command.output())?;
        if ended.status.success() {
            return Ok(());
        }
        let said = [ended.stdout, ended.stderr].concat();
        let said = String::from_utf8_lossy(&said).trim().replace('\n', "; ");
        Err(LocalError::Program { program, said })
    }

    /// Starts a server that lives on when we end.
    pub(super) fn start_server(
        &self,
        data: &Path,
        settings: &[String],
        log: &Path,
    ) -> Result<Child, LocalError> {
        let (path, mut command) = self.command("postgres");
        command.arg("-D").arg(data);
        for setting in settings {
            command.arg("-c").arg(setting);
        }
        let output = at(log, File::options().create(true).append(true).open(log))?;
        let errors = at(log, output.try_clone())?;
        command.stdout(output).stderr(errors);
        at(&path, command.spawn())
    }

    /// A program as it is run by the owner: away from our terminal's signals, from the
    /// environment of other servers, and from our folder, which may go.
    fn command(&self, program: &str) -> (PathBuf, Command) {
        let path = self.folder.join(program);
        let mut command = Command::new(&path);
        self.owner.become_in(&mut command);
        for (name, _) in env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("PG"))
        {
            command.env_remove(name);
        }
        command.stdin(Stdio::null()).current_dir("/").process_group(0);
        (path, command)
    }
}
