//! The user as whom the private cluster runs.

use super::{LocalError, at};
use std::{
    fs, io,
    os::unix::{
        fs::{MetadataExt as _, PermissionsExt as _, chown},
        process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::Command,
};

/// The user as whom the server runs: ourselves, or another one where we are root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    Ourselves,
    Other { uid: u32, gid: u32 },
}

pub(super) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

impl Owner {
    pub(super) fn of_cluster() -> Result<Self, LocalError> {
        if !is_root() {
            return Ok(Owner::Ourselves);
        }
        let path = Path::new("/etc/passwd");
        let users = at(path, fs::read_to_string(path))?;
        ["postgres", "nobody"]
            .into_iter()
            .find_map(|name| find_user(&users, name))
            .ok_or(LocalError::NoUser)
    }

    /// Makes the home and the folders above it that are missing. The server's user may
    /// pass through what is made here, whatever the umask.
    pub(super) fn make_home(self, home: &Path) -> Result<(), LocalError> {
        if home.is_dir() {
            return Ok(());
        }
        if let Some(parent) = home.parent() {
            self.make_home(parent)?;
        }
        let mode = if self == Owner::Ourselves { 0o700 } else { 0o711 };
        match fs::create_dir(home) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && home.is_dir() => Ok(()),
            made => {
                at(home, made)?;
                at(home, fs::set_permissions(home, fs::Permissions::from_mode(mode)))
            }
        }
    }

    /// Where the data of a cluster lie whose home is `home`.
    ///
    /// They lie in the home, unless the user as whom the server runs cannot get there
    /// (root's own folder, say): then under `/var/lib/kosti`, and a file in the home names
    /// the place.
    pub(super) fn data_folder(self, home: &Path) -> Result<PathBuf, LocalError> {
        let Owner::Other { uid, gid } = self else { return Ok(home.join("postgres")) };
        let pointer = home.join("postgres.place");
        if let Some(place) =
            fs::read_to_string(&pointer).ok().filter(|place| !place.trim().is_empty())
        {
            return Ok(PathBuf::from(place.trim_end()));
        }
        let enters = |folder: &Path| {
            folder.metadata().is_ok_and(|folder| {
                let mode = folder.permissions().mode();
                mode & 0o001 != 0
                    || (folder.uid() == uid && mode & 0o100 != 0)
                    || (folder.gid() == gid && mode & 0o010 != 0)
            })
        };
        if home.ancestors().skip(1).all(enters) && (enters(home) || is_ours(home)?) {
            // A folder that is Kosti's own may be opened; nothing in it can be listed by
            // that.
            let mode = at(home, home.metadata())?.permissions().mode();
            at(home, fs::set_permissions(home, fs::Permissions::from_mode(mode | 0o111)))?;
            return Ok(home.join("postgres"));
        }
        let parent = Path::new("/var/lib/kosti/elsewhere");
        self.make_home(parent)?;
        let mode = fs::Permissions::from_mode(0o711);
        let folder =
            at(parent, tempfile::Builder::new().prefix("").rand_bytes(12).tempdir_in(parent))?;
        let folder = folder.keep();
        at(&folder, fs::set_permissions(&folder, mode))?;
        let data = folder.join("postgres");
        // The name appears whole or not at all.
        let half = home.join("postgres.place.half");
        at(&half, fs::write(&half, format!("{}\n", data.display())))?;
        at(&pointer, fs::rename(&half, &pointer))?;
        Ok(data)
    }

    fn uid(self) -> u32 {
        match self {
            Owner::Ourselves => rustix::process::geteuid().as_raw(),
            Owner::Other { uid, .. } => uid,
        }
    }

    /// Whether a folder is the user's, and nobody else may enter it.
    pub(super) fn has_alone(self, folder: &Path) -> bool {
        folder.symlink_metadata().is_ok_and(|found| {
            let closed = found.permissions().mode() & 0o077 == 0;
            found.is_dir() && closed && found.uid() == self.uid()
        })
    }

    /// Sees to it that data that exist are the user's.
    pub(super) fn must_own(self, data: &Path) -> Result<(), LocalError> {
        match data.metadata() {
            Ok(found) if found.uid() != self.uid() => Err(LocalError::Foreign(data.to_owned())),
            _ => Ok(()),
        }
    }

    /// Gives a folder to the user.
    pub(super) fn own(self, folder: &Path) -> Result<(), LocalError> {
        match self {
            Owner::Ourselves => Ok(()),
            Owner::Other { uid, gid } => at(folder, chown(folder, Some(uid), Some(gid))),
        }
    }

    /// Lets a program run as the user.
    pub(super) fn become_in(self, command: &mut Command) {
        if let Owner::Other { uid, gid } = self {
            command.uid(uid).gid(gid);
        }
    }
}

/// Whether a folder is empty or has held a cluster's home before.
fn is_ours(home: &Path) -> Result<bool, LocalError> {
    let known = home.join("postgres.control").exists();
    Ok(known || at(home, fs::read_dir(home))?.next().is_none())
}

fn find_user(users: &str, name: &str) -> Option<Owner> {
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let found = fields.next()? == name;
        let (uid, gid) = (fields.nth(1)?.parse().ok()?, fields.next()?.parse().ok()?);
        (found && uid != 0).then_some(Owner::Other { uid, gid })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_found_by_its_whole_name() {
        let users =
            "root:x:0:0:root:/root:/bin/sh\nnobody2:x:7:8::/:/bin/sh\nnobody:x:65534:65533::/:\n";
        assert_eq!(find_user(users, "nobody"), Some(Owner::Other { uid: 65534, gid: 65533 }));
        assert_eq!(find_user(users, "postgres"), None);
        assert_eq!(find_user(users, "root"), None);
    }
}
