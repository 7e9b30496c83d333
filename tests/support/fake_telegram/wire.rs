//! Connections that can end without an answer.

use axum::{
    extract::connect_info::Connected,
    serve::{IncomingStream, Listener},
};
use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
};

/// Takes connections.
pub struct Wires(pub TcpListener);

/// A connection.
pub struct Wire {
    stream: TcpStream,
    switch: Switch,
}

/// Cuts a connection.
#[derive(Clone, Default, Debug)]
pub struct Switch(Arc<AtomicBool>);

impl Switch {
    /// Nothing more is written to the connection: it ends.
    pub fn cut(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn check(&self) -> io::Result<()> {
        if self.0.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        Ok(())
    }
}

impl Listener for Wires {
    type Io = Wire;
    type Addr = Switch;

    async fn accept(&mut self) -> (Wire, Switch) {
        let (stream, _) = Listener::accept(&mut self.0).await;
        // Answers are small and waited for.
        let _ = stream.set_nodelay(true);
        let switch = Switch::default();
        (Wire { stream, switch: switch.clone() }, switch)
    }

    fn local_addr(&self) -> io::Result<Switch> {
        Ok(Switch::default())
    }
}

impl Connected<IncomingStream<'_, Wires>> for Switch {
    fn connect_info(stream: IncomingStream<'_, Wires>) -> Self {
        stream.remote_addr().clone()
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.switch.check()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
