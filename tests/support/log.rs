//! A log that is kept, of everything that the program can log.

use kosti::telemetry::may_be_heard;
use std::{
    io, mem,
    sync::{Arc, Mutex},
};
use tokio::runtime::{Builder, Runtime};
use tracing::{Dispatch, subscriber::DefaultGuard};
use tracing_subscriber::{
    filter::{LevelFilter, filter_fn},
    fmt::{self, MakeWriter},
    layer::SubscriberExt as _,
    registry,
    util::SubscriberInitExt as _,
};

/// A log.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Keeps what this thread logs, by `tracing` or by `log`, until the guard is dropped.
    pub fn kept(&self) -> DefaultGuard {
        self.dispatch().set_default()
    }

    /// A runtime on this thread that keeps what the others log that it needs.
    pub fn runtime(&self) -> Runtime {
        let dispatch = self.dispatch();
        Builder::new_current_thread()
            .enable_all()
            // Such a thread ends with the runtime.
            .on_thread_start(move || mem::forget(dispatch.clone().set_default()))
            .build()
            .unwrap()
    }

    /// What was logged since it was taken last.
    pub fn take(&self) -> String {
        String::from_utf8(mem::take(&mut *self.0.lock().unwrap())).unwrap()
    }

    fn dispatch(&self) -> Dispatch {
        let lines = fmt::layer().with_ansi(false).with_writer(self.clone());
        let all = registry().with(lines).with(LevelFilter::TRACE).with(filter_fn(may_be_heard));
        Dispatch::new(all)
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Log;

    fn make_writer(&self) -> Log {
        self.clone()
    }
}
