//! Files that hold a secret.

use secrecy::SecretString;
use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

/// What a file holds, without the space around it. The error says why that cannot be used.
pub(super) fn read(path: &Path) -> Result<SecretString, String> {
    let told = |error| format!("names {}, which cannot be read: {error}", path.display());
    let text = fs::read_to_string(path).map_err(told)?;
    let text = text.trim();
    if text.is_empty() {
        return Err(format!("names {}, which holds nothing", path.display()));
    }
    Ok(text.into())
}

/// A warning if everybody on the machine can read a file.
pub(super) fn exposed(path: &Path) -> Option<String> {
    /// The permission of all others to read.
    const OTHERS: u32 = 0o004;
    let mode = fs::metadata(path).ok()?.permissions().mode();
    (mode & OTHERS != 0).then(|| {
        format!("everybody here can read {}, which holds a secret: chmod o-r", path.display())
    })
}
