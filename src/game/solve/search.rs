//! The search: depth-first proof-number search.

use super::{
    numbers::Numbers,
    table::{Table, hash},
};
use crate::game::{Actor, Position, Seat, Step};

/// A search for proofs of claims that a seat wins.
///
/// A proof holds whatever was met on the way, for it ends nowhere but in wins. A disproof
/// holds as well, but says that the seat does not win, which is less than that it loses where
/// a draw was met, and nothing where an end could not be seen.
#[derive(Debug)]
pub(super) struct Search<P: Position> {
    table: Table<P>,
    /// From the position in question to the one that is looked at: recursion, but one whose
    /// depth no stack bounds.
    path: Vec<Frame<P>>,
    /// The actions of the position that is entered, and of one after it.
    legal: [Vec<P::Action>; 2],
    /// Lists of former frames.
    spare: Vec<Vec<After<P>>>,
    /// Positions expanded so far.
    pub(super) nodes: u64,
    /// Whether a game was ever drawn.
    pub(super) drawn: bool,
    /// Whether the search ever came to what it cannot judge: a position that was on the path
    /// already, a chance, a player who is not told what he can do. It is counted as no win.
    pub(super) blind: bool,
}

/// A position that is being searched.
#[derive(Debug)]
struct Frame<P> {
    position: P,
    hash: u64,
    claimant_acts: bool,
    after: Vec<After<P>>,
    /// Which of them is being searched.
    chosen: usize,
    limits: Numbers,
    /// How many nodes there were before.
    began: u64,
}

/// A position after an action.
#[derive(Debug)]
struct After<P> {
    position: P,
    hash: u64,
    numbers: Numbers,
}

impl<P> Frame<P> {
    fn numbers(&self) -> Numbers {
        Numbers::of_actions(self.claimant_acts, self.after.iter().map(|after| after.numbers))
    }
}

impl<P: Position> Search<P> {
    pub(super) fn new(table: Table<P>) -> Self {
        Search {
            table,
            path: Vec::new(),
            legal: [Vec::new(), Vec::new()],
            spare: Vec::new(),
            nodes: 0,
            drawn: false,
            blind: false,
        }
    }

    /// Looks whether `goal` wins from here, until that is solved or so many more nodes are
    /// spent.
    pub(super) fn prove(&mut self, position: &P, goal: Seat, nodes: u64) -> Numbers {
        let hash = hash(position, goal);
        let mut numbers = self.assess(position, hash, goal);
        let last = self.nodes.saturating_add(nodes);
        if numbers.verdict().is_some() || nodes == 0 {
            return numbers;
        }
        self.enter(position.clone(), hash, goal, Numbers::NO_LIMITS);
        while let Some(frame) = self.path.last_mut() {
            numbers = frame.numbers();
            if numbers.reach(frame.limits) || self.nodes >= last {
                self.leave(goal, numbers);
            } else {
                self.descend(goal);
            }
        }
        numbers
    }

    /// What is known without a search.
    fn assess(&mut self, position: &P, hash: u64, goal: Seat) -> Numbers {
        let seat = match position.actor() {
            Actor::Player(seat) => seat,
            Actor::Chance => return self.give_up(),
            Actor::Over => {
                let Some(outcome) = position.outcome() else { return self.give_up() };
                self.drawn |= outcome.winner.is_none();
                return Numbers::solved(outcome.winner == Some(goal), 0);
            }
        };
        if let Some(known) = self.table.find(hash, position, goal) {
            return known;
        }
        let [_, legal] = &mut self.legal;
        position.legal(legal);
        match legal.len() {
            0 => self.give_up(),
            actions => Numbers::guess(seat == goal, actions),
        }
    }

    fn give_up(&mut self) -> Numbers {
        self.blind = true;
        Numbers::solved(false, 0)
    }

    /// Goes from the last position of the path to the one that looks best after it.
    fn descend(&mut self, goal: Seat) {
        let Some(frame) = self.path.last_mut() else { return };
        let numbers = frame.after.iter().map(|after| after.numbers);
        let (chosen, limits) = Numbers::choose(frame.claimant_acts, frame.limits, numbers);
        frame.chosen = chosen;
        let after = &mut frame.after[chosen];
        let hash = after.hash;
        // It may have been searched since, behind another action.
        let known = self.table.find(hash, &after.position, goal);
        if let Some(known) = known.filter(|known| known.reach(limits)) {
            after.numbers = known;
            return;
        }
        // Equal hashes of different positions would only cost a claim.
        if self.path.iter().any(|frame| frame.hash == hash) {
            let given_up = self.give_up();
            self.tell(given_up);
            return;
        }
        let position = self.path.last().map(|frame| frame.after[chosen].position.clone());
        if let Some(position) = position {
            self.enter(position, hash, goal, limits);
        }
    }

    /// Adds a position to the path with what is known after each of its actions; if one
    /// decides, with that alone.
    fn enter(&mut self, position: P, hash_here: u64, goal: Seat, limits: Numbers) {
        let began = self.nodes;
        self.nodes += 1;
        let claimant_acts = position.actor() == Actor::Player(goal);
        let mut list = self.spare.pop().unwrap_or_default();
        let mut legal = std::mem::take(&mut self.legal[0]);
        position.legal(&mut legal);
        for action in legal.drain(..) {
            let mut after = position.clone();
            after.apply_unchecked(&Step::Action(action));
            let hash = hash(&after, goal);
            let numbers = self.assess(&after, hash, goal);
            let decides = numbers.verdict() == Some(claimant_acts);
            if decides {
                list.clear();
            }
            list.push(After { position: after, hash, numbers });
            if decides {
                break;
            }
        }
        self.legal[0] = legal;
        self.path.push(Frame {
            position,
            hash: hash_here,
            claimant_acts,
            after: list,
            chosen: 0,
            limits,
            began,
        });
    }

    /// Takes the last position off the path and remembers its numbers.
    fn leave(&mut self, goal: Seat, numbers: Numbers) {
        let Some(mut frame) = self.path.pop() else { return };
        self.table.keep(frame.hash, &frame.position, goal, numbers, self.nodes - frame.began);
        frame.after.clear();
        self.spare.push(frame.after);
        self.tell(numbers);
    }

    /// Tells the last position of the path what was found after its action.
    fn tell(&mut self, numbers: Numbers) {
        if let Some(frame) = self.path.last_mut() {
            let chosen = frame.chosen;
            frame.after[chosen].numbers = numbers;
        }
    }
}
