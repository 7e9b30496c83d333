//! A platform that takes everything.

use kosti::app::{
    delivery::{Address, Outbound, SendError, Transport},
    rates::Limits,
    reply::Segment,
};
use std::sync::Mutex;

/// No limits to speak of.
pub const LIMITS: Limits = Limits {
    all_a_second: 100_000,
    chat_a_minute: 100_000,
    kept_for_turns: 0,
    chat_in_a_burst: 100_000,
};

/// Takes messages, and takes its time for each.
#[derive(Default)]
pub struct Taker {
    taken: Mutex<Vec<Outbound>>,
}

impl Taker {
    /// How many messages were taken.
    pub fn taken(&self) -> usize {
        self.taken.lock().unwrap().len()
    }

    /// What was taken, by the lines that are told: of each message of a place, those that
    /// are among `made`.
    pub fn told(&self, place: &str, made: &[String]) -> Vec<Vec<String>> {
        let taken = self.taken.lock().unwrap();
        taken
            .iter()
            .filter(|message| message.to.place == place)
            .map(|one| lines(one, made))
            .collect()
    }
}

/// The lines of a message that are among those.
pub fn lines(message: &Outbound, made: &[String]) -> Vec<String> {
    let text: String = message.reply.whole().iter().map(Segment::plain).collect();
    text.lines().filter(|line| made.iter().any(|made| made == line)).map(str::to_owned).collect()
}

impl Transport for Taker {
    async fn send(&self, message: &Outbound) -> Result<String, SendError> {
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        let mut taken = self.taken.lock().unwrap();
        taken.push(message.clone());
        Ok(format!("m{}", taken.len()))
    }

    async fn strip(&self, _: &Address, _: &str) -> Result<(), SendError> {
        Ok(())
    }

    async fn delete(&self, _: &Address, _: &str) -> Result<(), SendError> {
        Ok(())
    }
}
