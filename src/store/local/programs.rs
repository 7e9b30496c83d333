//! PostgreSQL's programs on this machine.

use super::{LocalError, Missing, at, owner::Owner};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
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
        let mut command = Command::new("sh");
        command.args(["-c", FIND, "find-postgres.sh"]);
        if missing == Missing::Refuse {
            command.arg("--find");
        }
        command.args(major).stderr(Stdio::inherit());
        let found = at(Path::new("sh"), command.output())?;
        let folder = String::from_utf8_lossy(&found.stdout).trim().to_owned();
        if !found.status.success() || folder.is_empty() {
            return Err(LocalError::Missing { major: major.map(str::to_owned) });
        }
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
        let path = self.folder.join(program);
        let mut command = Command::new(&path);
        arguments(&mut command);
        self.owner.become_in(&mut command);
        // The server that pg_ctl leaves behind would hold pipes of ours open, so what
        // a program says goes to a file. Nor does it keep us from leaving our folder.
        let said = at(&path, tempfile::tempfile())?;
        let output = at(&path, said.try_clone())?;
        let errors = at(&path, said.try_clone())?;
        command.stdin(Stdio::null()).stdout(output).stderr(errors).current_dir("/");
        let status = at(&path, command.status())?;
        if status.success() {
            return Ok(());
        }
        Err(LocalError::Program { program, said: read_back(said) })
    }
}

fn read_back(mut file: std::fs::File) -> String {
    use std::io::{Read as _, Seek as _};
    let mut said = Vec::new();
    let read = file.rewind().and_then(|()| file.read_to_end(&mut said));
    match read {
        Ok(_) => String::from_utf8_lossy(&said).trim().replace('\n', "; "),
        Err(error) => error.to_string(),
    }
}
