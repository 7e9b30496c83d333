//! Backups of earlier releases are taken: `tests/backups` has one of each schema that
//! was released, and no release takes any away.

use super::{import, is_proved};
use crate::support::{chat::Chat, database, toy_game::toys_and_registered};
use kosti::store::schema;
use std::fs;

#[tokio::test(flavor = "multi_thread")]
async fn backups_of_earlier_releases_are_taken() {
    let mut newest = 0;
    for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/backups")).unwrap() {
        let path = file.unwrap().path();
        let chat = Chat::on(database::pool().await, toys_and_registered());
        let imported = import(&chat, &fs::read(&path).unwrap()).await;
        let imported = imported.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(imported.header.all_rows() > 100);
        is_proved(&chat).await;
        newest = newest.max(imported.header.schema);
    }
    assert!(newest > 0 && newest <= schema::newest());
}
