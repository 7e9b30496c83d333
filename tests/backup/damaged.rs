//! Files that are no backups, or not the ones that were made: nothing of them is taken.

use super::{elsewhere, export, forged, import, is_empty, kept, play, says};
use crate::support::{chat::Chat, database, toy_game::toys_and_registered};
use kosti::{
    app::{
        audit,
        backup::{self, BackupError, FORMAT, Faults, Wrong},
    },
    game::SplitMix,
    store::schema,
};
use pretty_assertions::assert_eq;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use time::Duration;

/// A chat with a match that is over and one that goes on.
async fn small() -> (Chat, Vec<u8>) {
    let chat = Chat::on(database::pool().await, toys_and_registered());
    for (number, most) in [(1, 6), (2, 4)] {
        says(&chat, &chat.line("anna", "/play senegal @boris")).await;
        says(&chat, &chat.line("boris", "/accept")).await;
        play(&chat, number, &mut SplitMix::new(1), most).await;
        if number == 1 {
            says(&chat, &chat.line("anna", "/resign yes")).await;
        }
    }
    let file = export(&chat, None).await;
    (chat, file)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_byte_that_has_changed_is_seen() {
    let (chat, file) = small().await;
    let restored = elsewhere(&chat).await;
    let behind = (0..file.len()).step_by(97);
    for at in (0..2048).step_by(13).chain(behind).chain([file.len() - 1]) {
        for change in [1, 0x20] {
            let mut changed = file.clone();
            changed[at] ^= change;
            assert!(import(&restored, &changed).await.is_err(), "byte {at}");
        }
    }
    for end in [0, 1, 2047, 2048, file.len() / 2, file.len() - 1] {
        assert!(import(&restored, &file[..end]).await.is_err(), "the first {end} bytes");
    }
    // A line is missing, or there twice.
    let text = String::from_utf8(file.clone()).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for at in 1..lines.len() {
        let without = [&lines[..at], &lines[at + 1..]].concat().concat();
        let twice = [&lines[..=at], &lines[at..]].concat().concat();
        for changed in [without, twice] {
            assert!(import(&restored, changed.as_bytes()).await.is_err(), "line {}", at + 1);
        }
    }
    is_empty(&restored.pool).await;
    import(&restored, &file).await.unwrap();
}

/// A file that fails after so many bytes, counted over all that is read of it.
struct Torn {
    file: Cursor<Vec<u8>>,
    left: usize,
}

impl Read for Torn {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let most = into.len().min(self.left);
        let read = self.file.read(&mut into[..most])?;
        self.left -= read;
        Ok(read)
    }
}

impl Seek for Torn {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_is_broken_off_leaves_nothing() {
    let (chat, file) = small().await;
    let restored = elsewhere(&chat).await;
    let (app, now) = (&restored.app, restored.passes(Duration::ZERO));
    // The file is read twice: once to check it, once to take it.
    for part in [3, 5, 8, 11, 15, 19] {
        let left = file.len() * part / 10;
        let mut torn = Torn { file: Cursor::new(file.clone()), left };
        let error = backup::import(app, &mut torn, Faults::Refuse, now).await.unwrap_err();
        assert!(matches!(error, BackupError::File(_)), "{error}");
        is_empty(&restored.pool).await;
    }
    import(&restored, &file).await.unwrap();
    assert_eq!(kept(&restored.pool).await, kept(&chat.pool).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn later_releases_are_refused_with_a_sentence() {
    let (chat, file) = small().await;
    let restored = elsewhere(&chat).await;
    let newer = forged(&file, |header, _| header.format = FORMAT + 1);
    let error = import(&restored, &newer).await.unwrap_err();
    assert!(matches!(error, BackupError::NewerFormat(_)), "{error}");
    let newer = forged(&file, |header, _| header.schema = schema::newest() + 1);
    let error = import(&restored, &newer).await.unwrap_err();
    assert!(matches!(error, BackupError::NewerSchema(_)), "{error}");
    let told = error.to_string();
    assert!(told.contains("import it with a newer program"), "{told}");
    is_empty(&restored.pool).await;
    // What an old program writes is taken. (Its rows are those of today here.)
    import(&restored, &forged(&file, |header, _| header.schema = 1)).await.unwrap();
    let error = import(&restored, b"dice").await.unwrap_err();
    assert!(matches!(error, BackupError::NoBackup), "{error}");

    // A program that does not know all tables makes no backup.
    sqlx::query(
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
         values ($1, 'later', true, '', 0)",
    )
    .bind(schema::newest() + 1)
    .execute(&chat.pool)
    .await
    .unwrap();
    let mut file = Cursor::new(Vec::new());
    let error = backup::export(&chat.app.database, None, &mut file).await.unwrap_err();
    assert!(matches!(error, BackupError::NewerDatabase(_)), "{error}");
}

fn replace(lines: &mut [String], of: &str, what: &str, by: &str) {
    let table = lines.iter().position(|line| *line == format!("\"{of}\"")).unwrap();
    let line = lines[table + 1].replacen(what, by, 1);
    assert_ne!(line, lines[table + 1], "{what}");
    lines[table + 1] = line;
}

/// Files whose checksum is right all the same.
#[tokio::test(flavor = "multi_thread")]
async fn forged_files_are_refused_with_the_line() {
    let (chat, file) = small().await;
    let restored = elsewhere(&chat).await;
    type Forge = fn(&mut Vec<String>);
    type Check = fn(&Wrong) -> bool;
    let cases: [(Forge, Check); 15] = [
        (|lines| lines.insert(3, "{".into()), |wrong| *wrong == Wrong::Unreadable),
        (|lines| lines.insert(3, "[1]".into()), |wrong| *wrong == Wrong::Unreadable),
        (|lines| lines.insert(3, String::new()), |wrong| *wrong == Wrong::Unreadable),
        (|lines| lines.insert(0, "{}".into()), |wrong| *wrong == Wrong::Unreadable),
        (|lines| lines.push("\"leases\"".into()), |wrong| *wrong == Wrong::Unreadable),
        (|lines| lines.push("\"pg_class\"".into()), |wrong| *wrong == Wrong::Unreadable),
        (|lines| lines.push("\"scopes\"".into()), |wrong| *wrong == Wrong::Order("scopes")),
        (|lines| lines.insert(3, " ".repeat(5_000_000)), |wrong| *wrong == Wrong::TooLong),
        (
            |lines| replace(lines, "scopes", "{", "{\"owner\": 1, "),
            |wrong| matches!(wrong, Wrong::Column("scopes", name) if name == "owner"),
        ),
        (
            |lines| replace(lines, "scopes", "\"scope_id\": 1", "\"scope_id\": 0"),
            |wrong| *wrong == Wrong::Value("scope_id"),
        ),
        (
            |lines| {
                replace(lines, "scopes", "\"scope_id\": 1", "\"scope_id\": 9223372036854775807")
            },
            |wrong| *wrong == Wrong::Value("scope_id"),
        ),
        (
            |lines| replace(lines, "persons", "\"person_id\": 1", "\"person_id\": \"1\""),
            |wrong| *wrong == Wrong::Value("person_id"),
        ),
        (
            |lines| replace(lines, "members", "\"name\": \"", "\"name\": \"\\u0000"),
            |wrong| matches!(wrong, Wrong::Refused(_)),
        ),
        (
            |lines| replace(lines, "matches", "\"first_player\": ", "\"first_player\": 7000"),
            |wrong| matches!(wrong, Wrong::Refused(_)),
        ),
        (
            |lines| replace(lines, "steps", "\"seq\": 1", "\"seq\": 2"),
            |wrong| matches!(wrong, Wrong::Refused(_)),
        ),
    ];
    for (at, (forge, check)) in cases.into_iter().enumerate() {
        let mut place = None;
        let forged = forged(&file, |_, lines| {
            let before = lines.clone();
            forge(lines);
            let differs = lines.iter().zip(&before).position(|(one, two)| one != two);
            // Lines count from 1, and the header is the first.
            place = Some(differs.unwrap_or(before.len()) as u64 + 2);
        });
        let error = import(&restored, &forged).await.unwrap_err();
        let BackupError::Broken { line, wrong } = &error else { panic!("{at}: {error}") };
        assert!(check(wrong), "{at}: {error}");
        // Of two rows that cannot both be, the second one is refused.
        assert!(place == Some(*line) || place == Some(line - 1), "{at}: {place:?} {error}");
        assert!(error.to_string().len() < 300, "{at}: {error}");
        is_empty(&restored.pool).await;
    }
}

/// What can be stored is still read by the game.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_played_is_refused() {
    let (chat, file) = small().await;
    type Forge = fn(&mut Vec<String>);
    type Check = fn(&audit::Wrong) -> bool;
    let cases: [(Forge, Check); 5] = [
        (
            |lines| replace(lines, "matches", "\"position\": \"", "\"position\": \"x"),
            |wrong| matches!(wrong, audit::Wrong::Position { .. }),
        ),
        (
            |lines| replace(lines, "steps", "\"text\": \"", "\"text\": \"x"),
            |wrong| matches!(wrong, audit::Wrong::Step(..)),
        ),
        (
            |lines| replace(lines, "matches", "\"game\": \"senegal\"", "\"game\": \"chess\""),
            |wrong| matches!(wrong, audit::Wrong::Game(_)),
        ),
        (
            |lines| replace(lines, "standings", "\"points\": ", "\"points\": 9"),
            |wrong| matches!(wrong, audit::Wrong::Boards(_)),
        ),
        (
            |lines| {
                replace(lines, "matches", "\"position\": \"", "\"position\": \"x");
                replace(lines, "matches", "\"rules_version\": ", "\"rules_version\": 9");
            },
            |wrong| matches!(wrong, audit::Wrong::Unreadable(_)),
        ),
    ];
    for (at, (forge, check)) in cases.into_iter().enumerate() {
        let restored = elsewhere(&chat).await;
        let forged = forged(&file, |_, lines| forge(lines));
        let error = import(&restored, &forged).await.unwrap_err();
        let BackupError::Faulty(faults) = &error else { panic!("{at}: {error}") };
        assert!(faults.iter().any(|fault| check(&fault.what)), "{at}: {error}");
        is_empty(&restored.pool).await;
        // Whoever has nothing else takes it as it is, and is told.
        let now = restored.passes(Duration::ZERO);
        let mut file = Cursor::new(forged);
        let taken = backup::import(&restored.app, &mut file, Faults::Keep, now).await.unwrap();
        assert_eq!(taken.report.faults.len(), faults.len());
        assert!(!kept(&restored.pool).await.is_empty());
    }
}
