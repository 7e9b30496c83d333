//! Where operators are answered.

use crate::config::Flag;
use anyhow::{Context as _, Result};
use clap::Args;
use std::net::SocketAddr;
use tokio::net::TcpListener;

/// The option of every command that answers operators, or asks.
#[derive(Clone, Debug, Args)]
pub(super) struct Listen {
    /// Where /healthz, /readyz and /metrics are answered, like 127.0.0.1:9464
    /// [env: KOSTI_OPS_LISTEN] [default: nowhere].
    #[arg(long, value_name = "ADDRESS")]
    ops_listen: Option<String>,
}

impl Listen {
    /// The option, for the configuration.
    pub(super) fn flag(&self) -> Flag<'_> {
        ("--ops-listen", self.ops_listen.as_deref())
    }

    /// Listens there.
    pub(super) async fn bind(address: SocketAddr) -> Result<TcpListener> {
        let bound = TcpListener::bind(address).await;
        bound.with_context(|| format!("cannot listen at {address}"))
    }
}
