//! A private Postgres cluster for machines on which none is set up: made from the
//! programs found there, started by the first process that needs it, joined by
//! others, stopped by the last one out.

mod owner;
mod programs;

use owner::Owner;
use programs::Programs;
use sqlx::postgres::PgConnectOptions;
use std::{
    fs::{self, File, OpenOptions},
    io,
    os::unix::{fs::PermissionsExt as _, net::UnixStream},
    path::{Path, PathBuf},
};

/// The role that owns everything in the cluster.
const ROLE: &str = "kosti";
/// The database that `initdb` makes; the cluster has no other use.
const DATABASE: &str = "postgres";

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
    /// Held shared by every process that uses the cluster.
    users: File,
}

/// Where a running server listens.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Socket {
    folder: PathBuf,
    port: u16,
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
        at(home, fs::create_dir_all(home))?;
        let home = &at(home, home.canonicalize())?;
        let owner = Owner::of_cluster()?;
        let data = owner.data_folder(home)?;
        // The control lock is held while the cluster is made, started or stopped; the
        // kernel gives it back when a process dies.
        let control = lock_file(home, "postgres.control")?;
        at(home, control.lock())?;
        let users = lock_file(home, "postgres.users")?;
        at(home, users.lock_shared())?;
        let major = fs::read_to_string(data.join("PG_VERSION")).ok();
        let major = major.as_deref().map(str::trim);
        let programs = Programs::find(&owner, missing, major)?;
        if major.is_none() {
            make(&programs, &data)?;
        }
        let socket = match running(&data) {
            Some(socket) => socket,
            None => start(&programs, &data, durability)?,
        };
        Ok(Cluster { home: home.clone(), data, programs, socket, users })
    }

    /// How to connect.
    #[must_use]
    pub fn connect_options(&self) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass()
            .socket(&self.socket.folder)
            .port(self.socket.port)
            .username(ROLE)
            .database(DATABASE)
    }

    fn leave(&self) -> Result<(), LocalError> {
        let control = lock_file(&self.home, "postgres.control")?;
        at(&self.home, control.lock())?;
        at(&self.home, self.users.unlock())?;
        if self.users.try_lock().is_err() {
            // Others still use it.
            return Ok(());
        }
        self.programs.run("pg_ctl", |command| {
            command.arg("-D").arg(&self.data).args(["-m", "fast", "-w", "stop"]);
        })?;
        at(&self.socket.folder, fs::remove_dir_all(&self.socket.folder))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Err(error) = self.leave() {
            tracing::warn!(%error, "the private cluster was not stopped");
        }
    }
}

fn lock_file(home: &Path, name: &str) -> Result<File, LocalError> {
    let path = home.join(name);
    at(&path, OpenOptions::new().create(true).truncate(false).write(true).open(&path))
}

/// Makes the data folder; a half-made one of an earlier try is thrown away.
fn make(programs: &Programs, data: &Path) -> Result<(), LocalError> {
    let half = data.with_extension("half");
    if half.exists() {
        at(&half, fs::remove_dir_all(&half))?;
    }
    at(&half, fs::create_dir_all(&half))?;
    at(&half, fs::set_permissions(&half, fs::Permissions::from_mode(0o700)))?;
    programs.owner().own(&half)?;
    programs.run("initdb", |command| {
        command.arg("-D").arg(&half).args(["-U", ROLE]).args([
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
        ]);
    })?;
    at(data, fs::rename(&half, data))
}

/// Where a server of this data folder listens, if one does.
fn running(data: &Path) -> Option<Socket> {
    // Its lines: pid, data folder, start time, port, socket folder, …
    let pid_file = fs::read_to_string(data.join("postmaster.pid")).ok()?;
    let mut lines = pid_file.lines().skip(3);
    let port = lines.next()?.trim().parse().ok()?;
    let folder = PathBuf::from(lines.next()?.trim());
    UnixStream::connect(folder.join(format!(".s.PGSQL.{port}"))).ok()?;
    Some(Socket { folder, port })
}

fn start(programs: &Programs, data: &Path, durability: Durability) -> Result<Socket, LocalError> {
    // A server whose socket folder was cleaned away is of no use any more. When none
    // runs, this fails and that is fine.
    let _ = programs.run("pg_ctl", |command| {
        command.arg("-D").arg(data).args(["-m", "fast", "-w", "stop"]);
    });
    // A short path: the name of a socket has about 100 bytes.
    let short = Path::new("/tmp");
    let parent = if short.is_dir() { short.to_owned() } else { std::env::temp_dir() };
    let folder = tempfile::Builder::new()
        .prefix("kosti-")
        .permissions(fs::Permissions::from_mode(0o700))
        .tempdir_in(&parent);
    let folder = at(&parent, folder)?.keep();
    programs.owner().own(&folder)?;
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
    let options: Vec<String> = settings.iter().map(|setting| format!("-c '{setting}'")).collect();
    let log = data.join("kosti.log");
    let started = programs.run("pg_ctl", |command| {
        command.arg("-D").arg(data).arg("-l").arg(&log);
        command.args(["-w", "-o", &options.join(" "), "start"]);
    });
    started.map_err(|error| match error {
        LocalError::Program { program, .. } => LocalError::Program {
            program,
            said: fs::read_to_string(&log).map_or_else(|_| String::new(), |log| last_lines(&log)),
        },
        other => other,
    })?;
    Ok(Socket { folder, port })
}

fn last_lines(log: &str) -> String {
    let lines: Vec<&str> = log.trim_end().lines().collect();
    lines[lines.len().saturating_sub(3)..].join("; ")
}
