//! A server whose answers a test gives by hand.

use axum::{
    Router,
    body::{Bytes, to_bytes},
    extract::Request,
    http::{HeaderMap, Method, Response, StatusCode, header::HOST},
};
use serde_json::Value;
use std::{collections::BTreeMap, net::SocketAddr};
use tokio::{
    net::TcpListener,
    sync::{mpsc, oneshot},
};
use url::Url;

pub(super) struct Fake {
    address: SocketAddr,
    came: mpsc::UnboundedReceiver<Came>,
}

/// A request that waits for its answer.
pub(super) struct Came {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
    answer: oneshot::Sender<Response<axum::body::Body>>,
}

impl Fake {
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (tell, came) = mpsc::unbounded_channel();
        let handle = async move |request: Request| {
            let (parts, body) = request.into_parts();
            let (answer, answered) = oneshot::channel();
            let path = parts.uri.path_and_query().unwrap().to_string();
            let body = to_bytes(body, 1 << 20).await.unwrap();
            let came = Came { method: parts.method, path, headers: parts.headers, body, answer };
            tell.send(came).ok();
            answered.await.unwrap()
        };
        let router = Router::new().fallback(handle);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Fake { address, came }
    }

    pub(super) fn url(&self) -> Url {
        format!("http://{}", self.address).parse().unwrap()
    }

    pub(super) async fn next(&mut self) -> Came {
        self.came.recv().await.unwrap()
    }

    /// Answers the next request.
    pub(super) async fn answers(&mut self, status: u16, headers: &[(&str, &str)], body: &str) {
        self.next().await.answer(status, headers, body);
    }

    /// Nothing came that was not answered.
    pub(super) fn is_quiet(&mut self) -> bool {
        self.came.try_recv().is_err()
    }
}

impl Came {
    pub(super) fn answer(self, status: u16, headers: &[(&str, &str)], body: &str) {
        let mut response = Response::builder().status(StatusCode::from_u16(status).unwrap());
        for (name, value) in headers {
            response = response.header(*name, *value);
        }
        self.answer.send(response.body(body.to_owned().into()).unwrap()).unwrap();
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// All headers but the address, which is another one every time.
    pub(super) fn headers(&self) -> BTreeMap<&str, &str> {
        let all = self.headers.iter().filter(|(name, _)| **name != HOST);
        all.map(|(name, value)| (name.as_str(), value.to_str().unwrap())).collect()
    }
}
