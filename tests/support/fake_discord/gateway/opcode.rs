//! The kinds of what is said by a socket.

pub(super) const DISPATCH: u64 = 0;
pub(super) const HEARTBEAT: u64 = 1;
pub(super) const IDENTIFY: u64 = 2;
pub(super) const PRESENCE: u64 = 3;
pub(super) const RESUME: u64 = 6;
pub(super) const RECONNECT: u64 = 7;
pub(super) const INVALID_SESSION: u64 = 9;
pub(super) const HELLO: u64 = 10;
pub(super) const HEARTBEAT_ACK: u64 = 11;
