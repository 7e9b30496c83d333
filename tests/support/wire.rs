//! A wire to the database that can be cut at the end of a transaction.

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::{
    io,
    path::PathBuf,
    sync::{Arc, Mutex},
};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpListener, TcpStream, UnixStream},
};

/// Where the wire is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// The database never hears that the transaction is to be kept.
    BeforeCommit,
    /// It keeps the transaction, but nobody hears that.
    AfterCommit,
}

/// The kind and the length of a message.
const HEAD: usize = 5;

/// So many transactions get through first.
type Plan = Arc<Mutex<Option<(Cut, usize)>>>;

/// A wire.
pub struct Wire {
    port: u16,
    plan: Plan,
}

impl Wire {
    /// A wire to the server of these options, which listens on a socket.
    pub async fn to(server: &PgConnectOptions) -> Self {
        let name = format!(".s.PGSQL.{}", server.get_port());
        let socket = server.get_socket().expect("the server listens on a socket").join(name);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let plan = Plan::default();
        tokio::spawn(serve(listener, socket, plan.clone()));
        Wire { port, plan }
    }

    /// The same options, through the wire.
    pub fn options(&self, server: &PgConnectOptions) -> PgConnectOptions {
        let database = server.get_database().expect("a database is named");
        PgConnectOptions::new_without_pgpass()
            .host("127.0.0.1")
            .port(self.port)
            .username(server.get_username())
            .database(database)
            .ssl_mode(PgSslMode::Disable)
    }

    /// Plans a cut, after so many transactions that get through.
    pub fn cut(&self, cut: Cut, after: usize) {
        *self.plan.lock().unwrap() = Some((cut, after));
    }

    /// Whether no cut is planned any more.
    pub fn was_cut(&self) -> bool {
        self.plan.lock().unwrap().is_none()
    }
}

async fn serve(listener: TcpListener, socket: PathBuf, plan: Plan) {
    while let Ok((client, _)) = listener.accept().await {
        let (socket, plan) = (socket.clone(), plan.clone());
        tokio::spawn(async move {
            // A connection that ends in either direction ends in both.
            let _ = join(client, &socket, &plan).await;
        });
    }
}

async fn join(mut client: TcpStream, socket: &PathBuf, plan: &Plan) -> io::Result<()> {
    client.set_nodelay(true)?;
    let mut server = UnixStream::connect(socket).await?;
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    // The first message of a client has no kind.
    let mut first = Vec::new();
    read_rest(&mut from_client, &mut first).await?;
    to_server.write_all(&first).await?;
    tokio::select! {
        done = pass(&mut from_client, &mut to_server, plan, Cut::BeforeCommit) => done,
        done = pass(&mut from_server, &mut to_client, plan, Cut::AfterCommit) => done,
    }
}

/// Passes messages on until the wire is cut: a kind, the length of the rest, the rest.
async fn pass(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    plan: &Plan,
    here: Cut,
) -> io::Result<()> {
    loop {
        let mut message = vec![from.read_u8().await?];
        read_rest(from, &mut message).await?;
        // A query of the client, or the end of a command that the server tells.
        let commit =
            matches!(message[0], b'Q' | b'C') && message[HEAD..].eq_ignore_ascii_case(b"commit\0");
        if commit && is_cut(plan, here) {
            return Ok(());
        }
        to.write_all(&message).await?;
    }
}

/// Reads the length of the rest and the rest.
async fn read_rest(from: &mut (impl AsyncRead + Unpin), message: &mut Vec<u8>) -> io::Result<()> {
    let length = from.read_u32().await?;
    message.extend(length.to_be_bytes());
    let begin = message.len();
    // The length counts itself.
    message.resize(begin + length as usize - 4, 0);
    from.read_exact(&mut message[begin..]).await?;
    Ok(())
}

fn is_cut(plan: &Plan, here: Cut) -> bool {
    let mut plan = plan.lock().unwrap();
    match &mut *plan {
        Some((cut, 0)) if *cut == here => {
            *plan = None;
            true
        }
        Some((cut, after)) if *cut == here => {
            *after -= 1;
            false
        }
        _ => false,
    }
}
