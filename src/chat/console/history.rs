//! The lines that were typed, over all runs.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Seek as _, Write as _},
    os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
};

/// The most lines that are kept.
pub(super) const LONGEST: usize = 1000;
/// Its file in the data folder.
const FILE: &str = "history";

/// What was typed, each line once, the newest last.
#[derive(Debug)]
pub(super) struct History {
    path: PathBuf,
    lines: Vec<String>,
}

impl History {
    /// The history of a data folder. One that cannot be read is empty, which is logged: it
    /// is no reason not to play.
    pub(super) fn open(folder: &Path) -> Self {
        let path = folder.join(FILE);
        let lines = match fs::read(&path) {
            Ok(bytes) => read(&bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                tracing::warn!(%error, path = %path.display(), "no history");
                Vec::new()
            }
        };
        History { path, lines }
    }

    /// Every line, the oldest first.
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Remembers a line, here and in the file. Other consoles may write to the file too: it
    /// holds the lines of all, but what they add meanwhile is not mixed into this one.
    pub(super) fn add(&mut self, line: &str) {
        let line = line.trim();
        // It would steer the terminal when it is shown again.
        if line.is_empty() || line.contains(char::is_control) {
            return;
        }
        push(&mut self.lines, line.to_owned());
        if let Err(error) = self.store(line) {
            tracing::warn!(%error, path = %self.path.display(), "cannot keep the history");
        }
    }

    fn store(&self, line: &str) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut options = OpenOptions::new();
        let mut file: File = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&self.path)?;
        // It may lie there from elsewhere; what people type is nobody else's business.
        file.set_permissions(fs::Permissions::from_mode(0o600))?;
        file.lock()?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let mut lines = read(&bytes);
        push(&mut lines, line.to_owned());
        let text = lines.join("\n") + "\n";
        file.rewind()?;
        file.write_all(text.as_bytes())?;
        file.set_len(text.len() as u64)
    }
}

fn read(bytes: &[u8]) -> Vec<String> {
    let mut lines = Vec::new();
    for line in String::from_utf8_lossy(bytes).lines() {
        if !line.is_empty() && !line.contains(char::is_control) {
            lines.push(line.to_owned());
        }
    }
    let from = lines.len().saturating_sub(LONGEST);
    lines.split_off(from)
}

fn push(lines: &mut Vec<String>, line: String) {
    lines.retain(|known| *known != line);
    lines.push(line);
    let over = lines.len().saturating_sub(LONGEST);
    lines.drain(..over);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_kept_once_and_over_runs() {
        let folder = tempfile::tempdir().unwrap();
        // A data folder is made when there is something to keep.
        let folder = folder.path().join("data");
        let mut history = History::open(&folder);
        assert!(history.lines().is_empty());
        for line in ["/play senegal", "  d2-d3 ", "", "/moves", "d2-d3", "a\u{1b}[2Jb"] {
            history.add(line);
        }
        assert_eq!(history.lines(), ["/play senegal", "/moves", "d2-d3"]);
        let mut next = History::open(&folder);
        assert_eq!(next.lines(), history.lines());
        // Two consoles: each has its own lines, the file those of both.
        history.add("one");
        next.add("two");
        assert_eq!(history.lines(), ["/play senegal", "/moves", "d2-d3", "one"]);
        assert_eq!(next.lines(), ["/play senegal", "/moves", "d2-d3", "two"]);
        let both = ["/play senegal", "/moves", "d2-d3", "one", "two"];
        assert_eq!(History::open(&folder).lines(), both);
    }

    #[test]
    fn the_file_is_short_and_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        let old: Vec<String> = (0..1500).map(|at| format!("line {at}")).collect();
        let mut bytes = old.join("\n").into_bytes();
        bytes.extend(b"\n\x1b]0;x\x07\n\nno text: \xff\n");
        fs::write(&file, bytes).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        let mut history = History::open(folder.path());
        assert_eq!(history.lines().len(), LONGEST);
        history.add("newest");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        let kept = fs::read_to_string(&file).unwrap();
        assert_eq!(kept.lines().count(), LONGEST);
        assert!(kept.ends_with("\nnewest\n") && !kept.contains('\u{1b}'));
        assert_eq!(History::open(folder.path()).lines(), history.lines());
    }

    #[test]
    fn a_history_that_cannot_be_kept_is_still_one() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut history = History::open(&file.path().join("no folder"));
        history.add("one");
        assert_eq!(history.lines(), ["one"]);
    }
}
