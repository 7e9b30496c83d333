//! What operators ask a process: whether it lives, whether it is ready, what it has counted.
//!
//! On an address of its own, which is for operators alone.

use crate::{
    app::{
        census,
        health::Health,
        meters::{Meters, Stored},
    },
    games::Games,
    store::Database,
};
use anyhow::{Context as _, Result, bail};
use axum::{
    Router,
    extract::State,
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::get,
};
use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::{Arc, OnceLock},
    time::Duration,
};
use tokio::net::TcpListener;

/// Where it is asked whether the process lives.
const HEALTH: &str = "/healthz";
/// The form of the numbers: Prometheus' text, as it became a standard.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// How long the database may take to say that it is there.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a process may take to say that it lives.
const LONGEST: Duration = Duration::from_secs(5);

/// What a process tells of itself.
#[derive(Debug)]
pub struct Ops {
    /// What it counts.
    pub meters: Arc<Meters>,
    /// How it is.
    pub health: Arc<Health>,
    games: Games,
    database: OnceLock<Database>,
}

impl Ops {
    /// Of a process that has no database yet.
    #[must_use]
    pub fn new(games: Games) -> Arc<Self> {
        let (meters, health, database) = (Arc::default(), Arc::default(), OnceLock::new());
        Arc::new(Ops { meters, health, games, database })
    }

    /// It has one now.
    pub fn opened(&self, database: Database) {
        // There is no second one.
        let _ = self.database.set(database);
    }

    /// What is not as it has to be for commands to be taken and answered.
    async fn wanting(&self) -> Vec<String> {
        let mut wanting = Vec::new();
        if self.health.is_stopping() {
            wanting.push("it is being stopped".to_owned());
        }
        let fits = match self.database.get() {
            Some(database) => tokio::time::timeout(PATIENCE, database.fits()).await,
            None => Ok(Ok(false)),
        };
        match (fits, self.database.get()) {
            (Ok(Ok(true)), _) => {}
            (Ok(Ok(false)), Some(_)) => wanting.push("the schema is too old".to_owned()),
            _ => wanting.push("the database does not answer".to_owned()),
        }
        let fronts = self.health.fronts();
        let away = fronts.into_iter().filter(|(_, connected)| !connected);
        wanting.extend(away.map(|(platform, _)| format!("{platform} is not connected")));
        wanting
    }
}

/// Answers operators, for ever.
///
/// # Errors
/// When nobody can be listened to any more.
pub async fn serve(listener: TcpListener, ops: Arc<Ops>) -> io::Result<()> {
    let router = Router::new()
        .route(HEALTH, get(lives))
        .route("/readyz", get(is_ready))
        .route("/metrics", get(counted))
        .with_state(ops);
    axum::serve(listener, router).await
}

/// Asks a process whether it lives; what it says if it does.
///
/// # Errors
/// When it does not answer, or its loops stand still.
pub async fn ask(address: SocketAddr) -> Result<String> {
    let client = reqwest::Client::builder().no_proxy().timeout(LONGEST).build()?;
    let url = format!("http://{}{HEALTH}", reachable(address));
    let no_answer = || format!("nobody answers at {address}");
    let answer = client.get(url).send().await.map_err(reqwest::Error::without_url);
    let answer = answer.with_context(no_answer)?;
    let status = answer.status();
    let said = answer.text().await.with_context(no_answer)?;
    if !status.is_success() {
        bail!("{}", said.trim());
    }
    Ok(said)
}

/// The address to ask at of somebody who listens everywhere.
const fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

async fn lives(State(ops): State<Arc<Ops>>) -> (StatusCode, String) {
    let still = ops.health.still();
    if still.is_empty() {
        return (StatusCode::OK, "ok\n".to_owned());
    }
    (StatusCode::SERVICE_UNAVAILABLE, format!("standing still: {}\n", still.join(", ")))
}

async fn is_ready(State(ops): State<Arc<Ops>>) -> (StatusCode, String) {
    let wanting = ops.wanting().await;
    if wanting.is_empty() {
        return (StatusCode::OK, "ok\n".to_owned());
    }
    (StatusCode::SERVICE_UNAVAILABLE, format!("{}\n", wanting.join("\n")))
}

async fn counted(State(ops): State<Arc<Ops>>) -> Response {
    let stored = match ops.database.get() {
        Some(database) => census::take(database, ops.games).await,
        None => Stored::default(),
    };
    match ops.meters.told(&stored, &ops.health.fronts()) {
        Ok(told) => ([(CONTENT_TYPE, OPEN_METRICS)], told).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn serving(ops: &Arc<Ops>) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(serve(listener, ops.clone()));
        address
    }

    #[tokio::test]
    async fn who_listens_everywhere_is_asked_here() {
        for (address, asked) in [
            ("0.0.0.0:9464", "127.0.0.1:9464"),
            ("[::]:9464", "[::1]:9464"),
            ("10.0.0.7:9464", "10.0.0.7:9464"),
        ] {
            assert_eq!(reachable(address.parse().unwrap()).to_string(), asked);
        }
    }

    #[tokio::test]
    async fn a_process_tells_whether_it_lives() {
        let ops = Ops::new(Games::registered());
        let address = serving(&ops).await;
        assert_eq!(ask(address).await.unwrap(), "ok\n");
        let pulse = ops.health.pulse("a loop".to_owned());
        pulse.stand_still();
        let error = ask(address).await.unwrap_err();
        assert_eq!(error.to_string(), "standing still: a loop");
        drop(pulse);
        assert!(ask(address).await.is_ok());
    }

    #[tokio::test]
    async fn who_does_not_answer_does_not_live() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let error = ask(address).await.unwrap_err();
        assert_eq!(error.to_string(), format!("nobody answers at {address}"));
    }

    #[tokio::test]
    async fn without_a_database_nothing_is_ready() {
        let ops = Ops::new(Games::registered());
        ops.health.connected("telegram", true);
        ops.health.connected("discord", false);
        let wanting = ops.wanting().await;
        assert_eq!(wanting, ["the database does not answer", "discord is not connected"]);
        ops.health.stop();
        assert!(ops.wanting().await.contains(&"it is being stopped".to_owned()));
    }
}
