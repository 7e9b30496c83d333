//! What a search remembers, in bounded memory.

use super::numbers::Numbers;
use crate::game::{Position, Seat};
use rustc_hash::FxHasher;
use std::{
    collections::TryReserveError,
    hash::{Hash as _, Hasher as _},
};

/// How many entries compete for room.
const BUCKET: usize = 4;

/// The numbers of claims that a seat wins from a position.
///
/// An entry is found by its whole position, never by a hash alone. What needs its room may
/// throw it out; that costs time and nothing else.
#[derive(Debug)]
pub(super) struct Table<P> {
    /// Apart from the entries, which are bigger: most looks end here.
    labels: Vec<[Label; BUCKET]>,
    entries: Vec<[Option<Entry<P>>; BUCKET]>,
}

/// What is to be known about an entry before it is looked at.
#[derive(Clone, Copy, Default, Debug)]
struct Label {
    /// Some bits of its hash.
    tag: u32,
    /// How many positions were expanded to get the numbers; 0: there is no entry.
    work: u32,
}

#[derive(Clone, Debug)]
struct Entry<P> {
    position: P,
    goal: Seat,
    numbers: Numbers,
}

impl<P: Position> Table<P> {
    /// A table of as many entries as go into so many bytes, of one bucket at least.
    ///
    /// # Errors
    /// When there is no such memory.
    pub(super) fn new(bytes: usize) -> Result<Self, TryReserveError> {
        let size = size_of::<[Label; BUCKET]>() + size_of::<[Option<Entry<P>>; BUCKET]>();
        let buckets = (bytes / size).max(1);
        let (mut labels, mut entries) = (Vec::new(), Vec::new());
        labels.try_reserve_exact(buckets)?;
        labels.resize(buckets, [Label::default(); BUCKET]);
        entries.try_reserve_exact(buckets)?;
        entries.resize(buckets, [const { None }; BUCKET]);
        Ok(Table { labels, entries })
    }

    /// The bucket of a hash, by its high bits, and its tag, by the others.
    fn place(&self, hash: u64) -> (usize, u32) {
        let bucket = (u128::from(hash) * self.labels.len() as u128) >> 64;
        (bucket as usize, hash as u32)
    }

    /// What is known about the claim of that hash that `goal` wins.
    pub(super) fn find(&self, hash: u64, position: &P, goal: Seat) -> Option<Numbers> {
        self.slot(hash, position, goal)
            .and_then(|(bucket, at)| self.entries[bucket][at].as_ref())
            .map(|entry| entry.numbers)
    }

    /// The bucket of a claim and its place there.
    fn slot(&self, hash: u64, position: &P, goal: Seat) -> Option<(usize, usize)> {
        let (bucket, tag) = self.place(hash);
        let same = |entry: &Entry<P>| entry.goal == goal && entry.position == *position;
        (0..BUCKET)
            .filter(|at| self.labels[bucket][*at].tag == tag)
            .find(|at| self.entries[bucket][*at].as_ref().is_some_and(same))
            .map(|at| (bucket, at))
    }

    /// Keeps the numbers in the place of those that there are for the claim, of nothing, or of
    /// what took the least work.
    pub(super) fn keep(
        &mut self,
        hash: u64,
        position: &P,
        goal: Seat,
        numbers: Numbers,
        work: u64,
    ) {
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        if let Some((bucket, at)) = self.slot(hash, position, goal) {
            let label = &mut self.labels[bucket][at];
            label.work = label.work.saturating_add(work);
            if let Some(entry) = &mut self.entries[bucket][at] {
                entry.numbers = numbers;
            }
            return;
        }
        let (bucket, tag) = self.place(hash);
        let labels = &mut self.labels[bucket];
        let least = labels.iter().enumerate().min_by_key(|(_, label)| label.work);
        if let Some((at, _)) = least {
            labels[at] = Label { tag, work };
            self.entries[bucket][at] = Some(Entry { position: position.clone(), goal, numbers });
        }
    }
}

/// The hash of a claim: a bad one would cost time and nothing else.
pub(super) fn hash(position: &impl Position, goal: Seat) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    goal.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::{DealNo, OptionSet},
        games::senegal::Senegal,
    };

    #[test]
    fn claims_of_equal_hashes_are_told_apart() {
        let [most, fewest] = ["goal=most", "goal=fewest"].map(|option| {
            let options = OptionSet::parse(Senegal::FACTS, [option]).unwrap();
            Senegal::start(&Senegal::options(&options), DealNo::FIRST)
        });
        let mut table = Table::new(0).unwrap();
        let claims = [(&most, Seat::First), (&most, Seat::Second), (&fewest, Seat::First)];
        for (number, (position, goal)) in (1..).zip(claims) {
            assert_eq!(table.find(7, position, goal), None);
            table.keep(7, position, goal, Numbers::solved(true, number), 1);
        }
        for (number, (position, goal)) in (1..).zip(claims) {
            assert_eq!(table.find(7, position, goal), Some(Numbers::solved(true, number)));
        }
    }
}
