//! The private cluster.

use kosti::store::local::{Cluster, Durability, LocalError, Missing};
use rustix::process::{Pid, Signal, kill_process};
use sqlx::{Connection as _, Executor as _, PgConnection, Row as _, postgres::PgConnectOptions};
use std::{
    fs,
    io::Write as _,
    os::unix::{fs::PermissionsExt as _, net::UnixStream},
    path::{Path, PathBuf},
    thread,
};

fn join(home: &Path) -> Result<Cluster, LocalError> {
    Cluster::join(home, Durability::None, Missing::Refuse)
}

fn socket(options: &PgConnectOptions) -> PathBuf {
    let folder = options.get_socket().unwrap();
    folder.join(format!(".s.PGSQL.{}", options.get_port()))
}

fn answers(options: &PgConnectOptions) -> bool {
    UnixStream::connect(socket(options)).is_ok()
}

async fn number(options: &PgConnectOptions) -> i32 {
    let mut db = PgConnection::connect_with(options).await.unwrap();
    let number = db.fetch_one("select n from kept").await.unwrap().get(0);
    db.close().await.unwrap();
    number
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_one_out_stops_the_server_and_the_data_stay() {
    let home = tempfile::tempdir().unwrap();
    let first = join(home.path()).unwrap();
    let options = first.connect_options();
    let mut db = PgConnection::connect_with(&options).await.unwrap();
    db.execute("create table kept (n int); insert into kept values (7)").await.unwrap();
    let settings = db
        .fetch_one("select current_setting('server_encoding'), current_setting('lc_collate'), current_setting('listen_addresses')")
        .await
        .unwrap();
    assert_eq!(settings.get::<&str, _>(0), "UTF8");
    assert_eq!(settings.get::<&str, _>(1), "C");
    assert_eq!(settings.get::<&str, _>(2), "", "nobody can come in by the network");
    db.close().await.unwrap();
    let mode = fs::metadata(options.get_socket().unwrap()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);

    // A second process joins the server that runs.
    let second = join(home.path()).unwrap();
    assert_eq!(socket(&second.connect_options()), socket(&options));
    drop(first);
    assert!(answers(&options), "the second one still uses it");
    assert_eq!(number(&options).await, 7);
    drop(second);
    assert!(!answers(&options));
    assert!(!options.get_socket().unwrap().exists(), "its socket folder is gone");

    let again = join(home.path()).unwrap();
    assert_eq!(number(&again.connect_options()).await, 7);
}

#[test]
fn processes_that_start_at_once_share_one_server() {
    let home = tempfile::tempdir().unwrap();
    let clusters: Vec<Cluster> = thread::scope(|threads| {
        let starts: Vec<_> = (0..3).map(|_| threads.spawn(|| join(home.path()).unwrap())).collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    let options = clusters[0].connect_options();
    assert!(clusters.iter().all(|cluster| socket(&cluster.connect_options()) == socket(&options)));
    drop(clusters);
    assert!(!answers(&options));
}

/// Where the data of a cluster lie.
fn data_of(home: &Path) -> PathBuf {
    let place = fs::read_to_string(home.join("postgres.place"));
    place.map_or_else(|_| home.join("postgres"), |place| place.trim_end().into())
}

/// Ends the server as a machine does that runs out of memory.
pub fn kill(home: &Path) {
    let told = fs::read_to_string(data_of(home).join("postmaster.pid")).unwrap();
    let pid = told.lines().next().unwrap().parse().unwrap();
    kill_process(Pid::from_raw(pid).unwrap(), Signal::KILL).unwrap();
}

fn wait_until_gone(options: &PgConnectOptions) {
    while answers(options) {
        thread::yield_now();
    }
}

/// Starts the server again, as soon as what is left of the old one has gone.
fn mend(cluster: &Cluster) {
    while cluster.mend().is_err() {
        thread::yield_now();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_is_started_again_where_it_was() {
    let home = tempfile::tempdir().unwrap();
    let (first, second) = (join(home.path()).unwrap(), join(home.path()).unwrap());
    let options = first.connect_options();
    assert!(!first.mend().unwrap(), "nothing is to be done");
    let mut db = PgConnection::connect_with(&options).await.unwrap();
    db.execute("create table kept (n int); insert into kept values (7)").await.unwrap();
    db.execute("checkpoint").await.unwrap();
    for cleaned in [false, true] {
        kill(home.path());
        wait_until_gone(&options);
        if cleaned {
            // What tidies temporary folders takes this one, too.
            fs::remove_dir_all(options.get_socket().unwrap()).unwrap();
        }
        thread::scope(|threads| {
            for cluster in [&first, &second] {
                threads.spawn(|| mend(cluster));
            }
        });
        assert_eq!(number(&options).await, 7);
        assert!(!first.mend().unwrap() && !second.mend().unwrap());
    }
    // Who comes while it is down starts it where the others look for it.
    kill(home.path());
    wait_until_gone(&options);
    let third = loop {
        match join(home.path()) {
            Ok(third) => break third,
            Err(_) => thread::yield_now(),
        }
    };
    assert_eq!(socket(&third.connect_options()), socket(&options));
    assert_eq!(number(&options).await, 7);
    // In a folder that others may enter nobody trusts what listens.
    kill(home.path());
    wait_until_gone(&options);
    let folder = options.get_socket().unwrap();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    assert!(matches!(first.mend(), Err(LocalError::Foreign(_))));
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).unwrap();
    mend(&first);
    drop((first, second, third));
    assert!(!answers(&options) && !folder.exists());
    // Who leaves a server that is not there any more leaves nothing behind.
    for cleaned in [false, true] {
        let last = join(home.path()).unwrap();
        let options = last.connect_options();
        let folder = options.get_socket().unwrap();
        kill(home.path());
        wait_until_gone(&options);
        if cleaned {
            fs::remove_dir_all(folder).unwrap();
        }
        drop(last);
        assert!(!folder.exists());
    }
}

/// However long the server's log is, and whatever stands in it, its end says why.
#[test]
fn it_is_told_why_a_server_does_not_start() {
    let home = tempfile::tempdir().unwrap();
    let cluster = join(home.path()).unwrap();
    let data = data_of(home.path());
    let log = data.join("kosti.log");
    let mut file = fs::OpenOptions::new().append(true).open(&log).unwrap();
    file.write_all(&b"\xff\n".repeat(1 << 20)).unwrap();
    kill(home.path());
    wait_until_gone(&cluster.connect_options());
    let control = data.join("global/pg_control");
    let away = data.join("pg_control.away");
    fs::rename(&control, &away).unwrap();
    let told = cluster.mend().unwrap_err().to_string();
    assert!(told.contains("pg_control") && told.len() < 4096, "{told}");
    fs::rename(&away, &control).unwrap();
    mend(&cluster);
}

#[test]
fn a_half_made_cluster_is_made_anew() {
    let home = tempfile::tempdir().unwrap();
    let half = home.path().join("postgres-half-x");
    fs::create_dir(&half).unwrap();
    fs::write(half.join("PG_VERSION"), "15").unwrap();
    let cluster = join(home.path()).unwrap();
    assert!(answers(&cluster.connect_options()));
    assert!(!half.exists());
}

#[test]
fn a_home_that_the_server_cannot_enter_is_no_hindrance() {
    // Only its owner may enter this folder, as with root's own.
    let closed = tempfile::tempdir().unwrap();
    fs::set_permissions(closed.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let home = closed.path().join("a b'c é");
    let cluster = join(&home).unwrap();
    assert!(answers(&cluster.connect_options()));
    drop(cluster);
    // Where we are root the data lie elsewhere, and the home names the place.
    if let Ok(place) = fs::read_to_string(home.join("postgres.place")) {
        let data = Path::new(place.trim_end());
        assert!(data.join("PG_VERSION").exists());
        fs::remove_dir_all(data.parent().unwrap()).unwrap();
    } else {
        assert!(home.join("postgres/PG_VERSION").exists());
    }
}

#[test]
fn data_of_another_version_want_its_programs() {
    let home = tempfile::tempdir().unwrap();
    drop(join(home.path()).unwrap());
    fs::write(home.path().join("postgres/PG_VERSION"), "8\n").unwrap();
    let error = join(home.path()).unwrap_err().to_string();
    assert!(error.starts_with("PostgreSQL's programs of version 8 are missing"), "{error}");
}

#[test]
fn data_of_another_user_are_left_alone() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("postgres");
    fs::create_dir(&data).unwrap();
    // For root the server's user is another one; else nobody's data are not ours.
    if std::os::unix::fs::chown(&data, Some(12345), None).is_ok() {
        let error = join(home.path()).unwrap_err().to_string();
        assert!(
            error.ends_with("belongs to another user: use the data folder of your own"),
            "{error}"
        );
    }
}

#[test]
fn signs_in_the_name_of_the_home_mean_nothing() {
    let parent = tempfile::tempdir().unwrap();
    fs::set_permissions(parent.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let home = parent.path().join("a\"b$(touch x)`c\\ é");
    let cluster = join(&home).unwrap();
    assert!(answers(&cluster.connect_options()));
    assert!(home.join("postgres/PG_VERSION").exists());
}

#[test]
fn a_folder_that_is_not_ours_is_not_opened() {
    let home = tempfile::tempdir().unwrap();
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o700)).unwrap();
    fs::write(home.path().join("private"), "").unwrap();
    drop(join(home.path()).unwrap());
    let mode = fs::metadata(home.path()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    if let Ok(place) = fs::read_to_string(home.path().join("postgres.place")) {
        fs::remove_dir_all(Path::new(place.trim_end()).parent().unwrap()).unwrap();
    }
}
