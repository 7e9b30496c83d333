//! Backups as people make and take them.

use crate::{
    program::{kosti, told},
    support::database,
};
use pretty_assertions::assert_eq;
use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

fn run(url: &str, arguments: &[&str], file: &Path) -> (Option<i32>, String, String) {
    let mut command = kosti(arguments);
    command.arg(file).env("KOSTI_DATABASE_URL", url);
    told(command.output().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_made_and_taken() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (database::url().await, database::url().await);
    let script = folder.path().join("script.txt");
    fs::write(&script, "@anna /play senegal @boris white\n@boris /accept\n@anna d2-d3\n").unwrap();
    let data = folder.path().to_str().unwrap();
    let play = |url: &str| run(url, &["play", "--lang", "en", "--data", data, "--script"], &script);
    assert_eq!(play(&one).0, Some(0));

    let backup = folder.path().join("kosti.backup");
    fs::write(&backup, "an older one").unwrap();
    let (code, out, error) = run(&one, &["export"], &backup);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(out.starts_with("scopes: 1, persons: 2, matches: 1, steps: 1, rows in all: "), "{out}");
    // There are secrets in it.
    assert_eq!(fs::metadata(&backup).unwrap().permissions().mode() & 0o777, 0o600);
    let first = fs::read(&backup).unwrap();
    assert_eq!(run(&one, &["export", "--all"], &backup).0, Some(0));
    assert_eq!(fs::read(&backup).unwrap(), first);

    // What cannot be made leaves the older one alone.
    let (code, _, error) = run(&one, &["export", "--scope", "7"], &backup);
    assert_eq!(
        (code, error.as_str()),
        (Some(1), "kosti: no backup was made: there is no scope 7\n")
    );
    assert_eq!(fs::read(&backup).unwrap(), first);
    assert_eq!(
        fs::read_dir(folder.path())
            .unwrap()
            .filter(|file| {
                file.as_ref().unwrap().file_name().to_str().unwrap().starts_with(".tmp")
            })
            .count(),
        0
    );

    let (code, out, error) = run(&two, &["import"], &backup);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(out.ends_with("matches replayed: 1, matches of other rules: 0, faults: 0\n"), "{out}");
    let (code, _, error) = run(&two, &["import"], &backup);
    assert_eq!(code, Some(1));
    assert!(error.contains("the database is not empty, there is something in scopes"), "{error}");
    fs::write(&script, "@boris d4:d2\n").unwrap();
    assert_eq!(play(&two).0, Some(0));
    let output = kosti(&["audit"]).env("KOSTI_DATABASE_URL", &two).output().unwrap();
    let (code, out, _) = told(output);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("matches replayed: 1, steps: 2"), "{out}");

    let part = folder.path().join("part.backup");
    assert_eq!(run(&one, &["export", "--scope", "1"], &part).0, Some(0));
    let (code, _, error) = run(&two, &["import"], &part);
    assert_eq!(code, Some(1));
    assert!(error.contains("is here already, as scope 1"), "{error}");
    let three = database::url().await;
    let (code, out, _) = run(&three, &["import"], &part);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("it is scope 1 here\n"), "{out}");
}
