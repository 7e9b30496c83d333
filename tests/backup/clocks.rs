//! While nobody serves, between backup and restore, no clock runs.

use super::{elsewhere, export, says, scope};
use crate::support::chat::Chat;
use kosti::app::{
    backup::{self, Faults},
    jobs::{Heart, do_all},
};
use pretty_assertions::assert_eq;
use sqlx::{PgPool, Row as _};
use std::io::Cursor;
use time::{Duration, OffsetDateTime};

async fn deadline(pool: &PgPool) -> OffsetDateTime {
    let row = sqlx::query("select deadline from matches where state = 'live'");
    row.fetch_one(pool).await.unwrap().get(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn days_without_service_count_for_nobody() {
    let chat = Chat::new().await;
    let bot = chat.incoming.chat.bot();
    for (name, line) in [("anna", "/play senegal @boris 24h"), ("boris", "/accept")] {
        says(&chat, &chat.line(name, line)).await;
    }
    let served = chat.passes(Duration::ZERO);
    Heart::new(chat.app.clone(), bot.clone()).beat(served).await.unwrap();
    let before = deadline(&chat.pool).await;
    let gap = Duration::days(3);
    for of in [None, Some(scope(&chat).await)] {
        let file = export(&chat, of).await;
        let restored = elsewhere(&chat).await;
        let (app, mut file) = (&restored.app, Cursor::new(file));
        backup::import(app, &mut file, Faults::Refuse, served + gap).await.unwrap();
        Heart::new(app.clone(), bot.clone()).beat(served + gap).await.unwrap();
        assert_eq!(deadline(&restored.pool).await, before + gap);
        do_all(app, served + gap).await.unwrap();
        let row = sqlx::query("select count(*) from matches where state = 'live'");
        let live: i64 = row.fetch_one(&restored.pool).await.unwrap().get(0);
        assert_eq!(live, 1);
    }
}
