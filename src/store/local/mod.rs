//! A private Postgres cluster for machines on which none is set up: made from the
//! programs found there, started by the first process that needs it, joined by
//! others, stopped by the last one out.

mod owner;
mod programs;

use owner::Owner;
use programs::Programs;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Seek as _, SeekFrom},
    os::unix::{
        fs::{DirBuilderExt as _, PermissionsExt as _},
        net::UnixStream,
    },
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// The role that owns everything in the cluster.
const ROLE: &str = "kosti";
/// The database that `initdb` makes; the cluster has no other use.
const DATABASE: &str = "postgres";
/// How the name of a data folder begins that is being made.
const HALF: &str = "postgres-half-";
/// How the name of a socket's folder begins.
const SOCKET: &str = "kosti-";
/// How many bytes of the server's log are looked at for why it did not start.
const MOST_TOLD: u64 = 2048;
/// How long a server may take to start; after a crash it has to recover first.
const PATIENCE: Duration = Duration::from_secs(120);

/// What may happen to the data when the machine fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durability {
    /// Nothing that was committed is lost.
    Full,
    /// Everything may be lost: for tests.
    None,
}

/// Whether missing programs may be installed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// By the system's package manager, which is said first.
    Install,
    /// They are an error.
    Refuse,
}

/// Why there is no private cluster.
#[derive(Debug, thiserror::Error)]
pub enum LocalError {
    /// PostgreSQL's programs are not on the machine.
    #[error(
        "PostgreSQL's programs{} are missing on this machine: install them with the system's package manager (Debian: apt-get install postgresql) or name a database in KOSTI_DATABASE_URL",
        .major.as_ref().map(|major| format!(" of version {major}")).unwrap_or_default()
    )]
    Missing {
        /// The major version that the data want, if they exist.
        major: Option<String>,
    },
    /// A program failed.
    #[error("{program} failed: {said}")]
    Program {
        /// Its name.
        program: &'static str,
        /// What it said.
        said: String,
    },
    /// A file or folder could not be used.
    #[error("cannot use {}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The data are another user's.
    #[error("{} belongs to another user: use the data folder of your own", .0.display())]
    Foreign(PathBuf),
    /// Root's cluster needs another user to run as, and there is none.
    #[error("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")]
    NoUser,
}

fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, LocalError> {
    result.map_err(|source| LocalError::File { path: path.to_owned(), source })
}

/// This process's part in a running private cluster. The cluster stops when the last
/// one is dropped.
#[derive(Debug)]
pub struct Cluster {
    home: PathBuf,
    data: PathBuf,
    programs: Programs,
    socket: Socket,
    durability: Durability,
    /// Held shared by every process that uses the cluster.
    users: File,
}

/// Where a running server listens.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Socket {
    folder: PathBuf,
    port: u16,
}

impl Socket {
    /// Whether a server listens, be it that it has to recover first.
    fn is_open(&self) -> bool {
        UnixStream::connect(self.folder.join(format!(".s.PGSQL.{}", self.port))).is_ok()
    }
}

impl Cluster {
    /// The folder of the private cluster if none is named: `/var/lib/kosti` for root,
    /// else the user's data folder.
    #[must_use]
    pub fn default_home() -> PathBuf {
        if owner::is_root() {
            return PathBuf::from("/var/lib/kosti");
        }
        dirs::data_dir().unwrap_or_else(std::env::temp_dir).join("kosti")
    }

    /// Joins the cluster in `home`, making and starting it where needed. Blocks.
    ///
    /// # Errors
    /// See [`LocalError`].
    pub fn join(home: &Path, durability: Durability, missing: Missing) -> Result<Self, LocalError> {
        let owner = Owner::of_cluster()?;
        owner.make_home(home)?;
        let home = &at(home, home.canonicalize())?;
        let data = owner.data_folder(home)?;
        // The control lock is held while the cluster is made, started or stopped; the
        // kernel gives it back when a process dies.
        let control = lock_file(home, "postgres.control")?;
        at(home, control.lock())?;
        let users = lock_file(home, "postgres.users")?;
        at(home, users.lock_shared())?;
        let major = fs::read_to_string(data.join("PG_VERSION")).ok();
        let major = major.as_deref().map(str::trim);
        owner.must_own(&data)?;
        let programs = Programs::find(&owner, missing, major)?;
        if major.is_none() {
            make(&programs, &data)?;
        }
        let socket = match running(&data) {
            Some(socket) => socket,
            None => start(&programs, &data, durability)?,
        };
        Ok(Cluster { home: home.clone(), data, programs, socket, durability, users })
    }

    /// Starts the server again, where it listened, if it is not there any more: for it can be
    /// killed, say, where memory runs out. True when that was needed. Blocks.
    ///
    /// # Errors
    /// See [`LocalError`]; it can be tried again.
    pub fn mend(&self) -> Result<bool, LocalError> {
        if self.socket.is_open() {
            return Ok(false);
        }
        let control = lock_file(&self.home, "postgres.control")?;
        at(&self.home, control.lock())?;
        // Somebody else may have been first.
        if self.socket.is_open() {
            return Ok(true);
        }
        let folder = &self.socket.folder;
        if !folder.exists() {
            at(folder, fs::DirBuilder::new().mode(0o700).create(folder))?;
            self.programs.owner().own(folder)?;
        }
        if !self.programs.owner().has_alone(folder) {
            return Err(LocalError::Foreign(folder.clone()));
        }
        serve(&self.programs, &self.data, folder, self.durability)?;
        Ok(true)
    }

    /// How to connect.
    #[must_use]
    pub fn connect_options(&self) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass()
            .socket(&self.socket.folder)
            .port(self.socket.port)
            .username(ROLE)
            .database(DATABASE)
            .ssl_mode(PgSslMode::Disable)
    }

    fn leave(&self) -> Result<(), LocalError> {
        let control = lock_file(&self.home, "postgres.control")?;
        at(&self.home, control.lock())?;
        at(&self.home, self.users.unlock())?;
        if self.users.try_lock().is_err() {
            // Others still use it.
            return Ok(());
        }
        let stopped = self.programs.run("pg_ctl", |command| {
            command.arg("-D").arg(&self.data).args(["-m", "fast", "-w", "stop"]);
        });
        // One that has been killed needs no stop.
        if stopped.is_err() && self.socket.is_open() {
            return stopped;
        }
        match fs::remove_dir_all(&self.socket.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => at(&self.socket.folder, removed),
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Err(error) = self.leave() {
            let error: &dyn std::error::Error = &error;
            tracing::warn!(error, "the private cluster was not stopped");
        }
    }
}

fn lock_file(home: &Path, name: &str) -> Result<File, LocalError> {
    let path = home.join(name);
    at(&path, OpenOptions::new().create(true).truncate(false).write(true).open(&path))
}

/// Makes the data folder. Each try has a folder of its own, for the `initdb` of a try that
/// was killed may still be at work in the other one.
fn make(programs: &Programs, data: &Path) -> Result<(), LocalError> {
    let parent = data.parent().unwrap_or(data);
    for old in fs::read_dir(parent).into_iter().flatten().flatten() {
        if old.file_name().to_string_lossy().starts_with(HALF) {
            // If it cannot be removed now, the next try will.
            let _ = fs::remove_dir_all(old.path());
        }
    }
    let half = private_folder(HALF, parent)?;
    programs.owner().own(half.path())?;
    programs.run("initdb", |command| {
        command.arg("-D").arg(half.path()).args(["-U", ROLE]).args([
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
        ]);
    })?;
    at(data, fs::rename(half.path(), data))?;
    // It is not there any more under its old name.
    let _ = half.keep();
    Ok(())
}

/// A new folder that only its owner may enter.
fn private_folder(prefix: &str, parent: &Path) -> Result<TempDir, LocalError> {
    let mode = fs::Permissions::from_mode(0o700);
    at(parent, tempfile::Builder::new().prefix(prefix).permissions(mode).tempdir_in(parent))
}

/// What the server of a data folder says of itself: where it listens, and whether it takes
/// connections.
fn told(data: &Path) -> Option<(Socket, bool)> {
    // The lines: pid, data folder, start time, port, socket folder, address, memory, state.
    let pid_file = fs::read_to_string(data.join("postmaster.pid")).ok()?;
    let lines: Vec<&str> = pid_file.lines().map(str::trim).collect();
    let socket = Socket { folder: PathBuf::from(lines.get(4)?), port: lines.get(3)?.parse().ok()? };
    Some((socket, lines.get(7) == Some(&"ready")))
}

/// Where a server of this data folder listens, if one does.
fn running(data: &Path) -> Option<Socket> {
    let (socket, ready) = told(data)?;
    (ready && socket.is_open()).then_some(socket)
}

/// Starts the server where it listened before, if that is known, for others may wait for it
/// there; else in a new folder.
fn start(programs: &Programs, data: &Path, durability: Durability) -> Result<Socket, LocalError> {
    if let Some((old, _)) = told(data)
        && old.folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(SOCKET))
        && programs.owner().has_alone(&old.folder)
    {
        return serve(programs, data, &old.folder, durability);
    }
    // A short path: the name of a socket has about 100 bytes.
    let folder = private_folder(SOCKET, &short_folder())?;
    programs.owner().own(folder.path())?;
    let socket = serve(programs, data, folder.path(), durability)?;
    // The server listens there from now on.
    let _ = folder.keep();
    Ok(socket)
}

/// Starts the server with its socket in a folder.
fn serve(
    programs: &Programs,
    data: &Path,
    folder: &Path,
    durability: Durability,
) -> Result<Socket, LocalError> {
    // A server that is stopping, or whose socket was cleaned away, has to go first.
    // When none runs, this fails and that is fine.
    let _ = programs.run("pg_ctl", |command| {
        command.arg("-D").arg(data).args(["-m", "fast", "-w", "stop"]);
    });
    let port = 5432;
    let mut settings = vec![
        "listen_addresses=".to_owned(),
        format!("unix_socket_directories={}", folder.display()),
        "unix_socket_permissions=0700".to_owned(),
        format!("port={port}"),
    ];
    if durability == Durability::None {
        settings.extend(
            ["fsync=off", "synchronous_commit=off", "full_page_writes=off"].map(str::to_owned),
        );
    }
    let log = data.join("kosti.log");
    let mut server = programs.start_server(data, &settings, &log)?;
    let began = Instant::now();
    while running(data).is_none() {
        let ended = at(data, server.try_wait())?;
        if ended.is_some() || began.elapsed() > PATIENCE {
            let said = last_lines(&at(&log, end_of(&log))?);
            return Err(LocalError::Program { program: "postgres", said });
        }
        thread::sleep(Duration::from_millis(20));
    }
    // A child whose end nobody has waited for would seem to run on.
    thread::spawn(move || server.wait());
    Ok(Socket { folder: folder.to_owned(), port })
}

/// A temporary folder with a short name.
fn short_folder() -> PathBuf {
    let short = PathBuf::from("/tmp");
    if short.is_dir() { short } else { std::env::temp_dir() }
}

/// The end of a file that may be long.
fn end_of(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MOST_TOLD)))?;
    let mut end = Vec::new();
    file.take(MOST_TOLD).read_to_end(&mut end)?;
    Ok(String::from_utf8_lossy(&end).into_owned())
}

fn last_lines(log: &str) -> String {
    let lines: Vec<&str> = log.trim_end().lines().collect();
    lines[lines.len().saturating_sub(3)..].join("; ")
}
