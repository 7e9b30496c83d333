//! Where operators are answered.

use crate::config::Config;
use anyhow::{Context as _, Result};
use clap::Args;
use std::net::SocketAddr;
use tokio::net::TcpListener;

/// The option of every command that answers operators, or asks.
#[derive(Clone, Debug, Args)]
pub(super) struct Listen {
    /// Where /healthz, /readyz and /metrics are answered, like 127.0.0.1:9464 [default: nowhere].
    #[arg(long, env = "KOSTI_OPS_LISTEN", value_name = "ADDRESS")]
    ops_listen: Option<String>,
}

impl Listen {
    /// The address, if one is named.
    pub(super) fn address(&self, config: &Config) -> Result<Option<SocketAddr>> {
        let named = self.ops_listen.as_deref().filter(|address| !address.trim().is_empty());
        let Some(named) = named else { return Ok(config.ops.listen) };
        let wrong = || format!("{named:?} is no address to listen at, like 127.0.0.1:9464");
        named.trim().parse().map(Some).with_context(wrong)
    }

    /// Listens there.
    pub(super) async fn bind(address: SocketAddr) -> Result<TcpListener> {
        let bound = TcpListener::bind(address).await;
        bound.with_context(|| format!("cannot listen at {address}"))
    }
}
