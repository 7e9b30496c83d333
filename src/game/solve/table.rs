//! What a search remembers, in bounded memory.

use super::numbers::Numbers;
use crate::game::{Position, Seat};
use std::{
    collections::TryReserveError,
    hash::{Hash, Hasher},
};

/// How many entries compete for room.
const BUCKET: usize = 4;

/// The numbers of claims that a seat wins from a position.
///
/// An entry is found by its whole position, never by a hash alone. What needs its room may
/// throw it out; that costs time and nothing else.
#[derive(Debug)]
pub(super) struct Table<P> {
    entries: Vec<Option<Entry<P>>>,
}

#[derive(Clone, Debug)]
struct Entry<P> {
    position: P,
    goal: Seat,
    numbers: Numbers,
    /// How many positions were expanded to get the numbers.
    work: u32,
}

impl<P: Position> Table<P> {
    /// A table of as many entries as go into so many bytes, of one bucket at least.
    ///
    /// # Errors
    /// When there is no such memory.
    pub(super) fn new(bytes: usize) -> Result<Self, TryReserveError> {
        let buckets = (bytes / size_of::<Option<Entry<P>>>() / BUCKET).max(1);
        let mut entries = Vec::new();
        entries.try_reserve_exact(buckets * BUCKET)?;
        entries.resize(buckets * BUCKET, None);
        Ok(Table { entries })
    }

    /// Where the entries of a hash stand.
    fn bucket(&self, hash: u64) -> std::ops::Range<usize> {
        let buckets = (self.entries.len() / BUCKET) as u128;
        let first = ((u128::from(hash) * buckets) >> 64) as usize * BUCKET;
        first..first + BUCKET
    }

    pub(super) fn find(&self, hash: u64, position: &P, goal: Seat) -> Option<Numbers> {
        let entries = self.entries[self.bucket(hash)].iter().flatten();
        entries
            .filter(|entry| entry.goal == goal && entry.position == *position)
            .map(|entry| entry.numbers)
            .next()
    }

    /// Keeps the numbers in the place of those that it had for them, of nothing, or of what
    /// took the least work.
    pub(super) fn keep(
        &mut self,
        hash: u64,
        position: &P,
        goal: Seat,
        numbers: Numbers,
        work: u64,
    ) {
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        let bucket = self.bucket(hash);
        let entries = &mut self.entries[bucket];
        let same = |entry: &Entry<P>| entry.goal == goal && entry.position == *position;
        if let Some(known) = entries.iter_mut().flatten().find(|entry| same(entry)) {
            known.numbers = numbers;
            known.work = known.work.saturating_add(work);
            return;
        }
        let least = entries.iter_mut().min_by_key(|entry| entry.as_ref().map(|entry| entry.work));
        if let Some(least) = least {
            *least = Some(Entry { position: position.clone(), goal, numbers, work });
        }
    }
}

/// The hash of a claim.
pub(super) fn hash(position: &impl Position, goal: Seat) -> u64 {
    let mut mixer = Mixer(0);
    position.hash(&mut mixer);
    goal.hash(&mut mixer);
    mixer.finish()
}

/// A quick hash: a bad one would cost time and nothing else.
struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mixer {
    /// Spreads the bits: those of a product depend on lower ones alone.
    fn finish(&self) -> u64 {
        let mut hash = self.0;
        hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash ^ (hash >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for bytes in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.mix(value.into());
    }

    fn write_u16(&mut self, value: u16) {
        self.mix(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }
}
