//! Sockets.

use super::{super::state::Shared, Order};
use serde_json::Value;
use serenity::futures::{SinkExt as _, StreamExt as _};
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::{
    WebSocketStream, accept_async,
    tungstenite::{
        Error, Message,
        protocol::{CloseFrame, frame::coding::CloseCode},
    },
};

/// Takes connections.
pub async fn serve(shared: Arc<Shared>, listener: TcpListener) {
    while let Ok((stream, _)) = listener.accept().await {
        // What is told is small and waited for.
        let _ = stream.set_nodelay(true);
        tokio::spawn(attend(shared.clone(), stream));
    }
}

/// Whether a socket goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The session may be taken up again.
    Open,
    /// The bot has said that it needs the session no more.
    ForGood,
}

async fn attend(shared: Arc<Shared>, stream: TcpStream) {
    let Ok(mut socket) = accept_async(stream).await else { return };
    let number = shared.change(|state| state.gateway.open());
    let end = talk(&shared, &mut socket, number).await;
    shared.change(|state| state.gateway.close(number, end == End::ForGood));
}

async fn talk(shared: &Shared, socket: &mut WebSocketStream<TcpStream>, number: u64) -> End {
    let mut changes = shared.changes();
    loop {
        changes.mark_unchanged();
        let mut wrote = false;
        while let Some(order) = shared.look(|state| state.gateway.outgoing(number)) {
            match order {
                Order::Say(json) => {
                    if socket.send(Message::Text(json.to_string())).await.is_err() {
                        return End::Open;
                    }
                    wrote = true;
                }
                Order::Close(code) => {
                    let frame = CloseFrame { code: CloseCode::from(code), reason: "".into() };
                    // The bot may be gone already.
                    let _ = socket.close(Some(frame)).await;
                    return End::Open;
                }
                Order::Cut => return End::Open,
            }
        }
        if wrote {
            shared.change(|_| {});
        }
        tokio::select! {
            heard = socket.next() => {
                if let Some(end) = hear(shared, number, heard) {
                    // A farewell is answered.
                    let _ = socket.flush().await;
                    return end;
                }
            }
            changed = changes.changed() => {
                if changed.is_err() {
                    return End::Open;
                }
            }
        }
    }
}

fn hear(shared: &Shared, number: u64, heard: Option<Result<Message, Error>>) -> Option<End> {
    match heard {
        Some(Ok(Message::Text(text))) => {
            let said: Value = serde_json::from_str(&text).unwrap_or_default();
            shared.change(|state| state.hear(number, &said));
            None
        }
        Some(Ok(Message::Close(frame))) => {
            let code = frame.map_or(1005, |frame| u16::from(frame.code));
            Some(if matches!(code, 1000 | 1001) { End::ForGood } else { End::Open })
        }
        Some(Ok(_)) => None,
        Some(Err(_)) | None => Some(End::Open),
    }
}
