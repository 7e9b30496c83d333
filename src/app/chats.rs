//! Chats that move or go.
use super::service::{App, BotKey, ChatKey};
use time::OffsetDateTime;

pub async fn moved(_: &App, _: &BotKey, _: &str, _: &str, _: OffsetDateTime) -> anyhow::Result<()> {
    Ok(())
}
pub async fn gone(_: &App, _: &ChatKey, _: OffsetDateTime) -> anyhow::Result<()> {
    Ok(())
}
pub async fn back(_: &App, _: &ChatKey, _: OffsetDateTime) -> anyhow::Result<()> {
    Ok(())
}
