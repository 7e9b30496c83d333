//! Scratch: pixel buffers that are used again.

use std::sync::{Mutex, PoisonError};

/// Buffers kept between pictures; callers seldom draw more at a time.
const KEPT: usize = 4;

/// Buffers that wait for the next picture, whatever thread draws it.
#[derive(Default)]
pub(crate) struct Scratch {
    free: Mutex<Vec<Vec<u8>>>,
}

impl Scratch {
    /// Lends a buffer of so many bytes with leftovers in it.
    pub(crate) fn lend<T>(&self, length: usize, act: impl FnOnce(&mut [u8]) -> T) -> T {
        let free = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut buffer = free().pop().unwrap_or_default();
        if buffer.len() < length {
            buffer.resize(length, 0);
        }
        let done = act(buffer.get_mut(..length).unwrap_or_default());
        let mut free = free();
        if free.len() < KEPT {
            free.push(buffer);
        }
        done
    }
}
