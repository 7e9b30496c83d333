//! Other processes: this test binary once more, each for one part that is ignored by itself.

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use std::process::{Child, Command, ExitStatus, Stdio};

/// A process that runs a part until its input ends. It is killed when it is dropped.
pub struct Process {
    child: Child,
}

impl Process {
    /// Starts the part, an ignored test of that full name.
    pub fn start(part: &str, environment: &[(&str, &str)]) -> Self {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", part, "--ignored", "--nocapture", "--quiet"])
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        Process { child }
    }

    /// Lets it stand still, wherever it is; returns when it does.
    pub fn freeze(&self) {
        self.signal(Signal::STOP);
        let (_, status) = waitpid(Some(self.id()), WaitOptions::UNTRACED).unwrap().unwrap();
        assert!(status.stopped(), "it has ended: {status:?}");
    }

    /// Lets it go on.
    pub fn thaw(&self) {
        self.signal(Signal::CONT);
    }

    /// Waits until it has ended by itself.
    pub fn wait(mut self) -> ExitStatus {
        // Waiting would end the input.
        let _input = self.child.stdin.take();
        self.child.wait().unwrap()
    }

    /// Ends its input and waits for its end.
    pub fn end(mut self) -> ExitStatus {
        drop(self.child.stdin.take());
        self.child.wait().unwrap()
    }

    fn id(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    fn signal(&self, signal: Signal) {
        kill_process(self.id(), signal).unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// When the input of this process ends: then its part is done.
pub async fn input_ends() {
    let mut rest = Vec::new();
    let _ = tokio::io::AsyncReadExt::read_to_end(&mut tokio::io::stdin(), &mut rest).await;
}

/// Runs the part that a process was started for.
pub fn run(part: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(part);
}
