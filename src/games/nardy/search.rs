//! Whole turns out of single movements.

use super::{
    movement::{Line, Movement, Turn, order},
    roll::{Dice, Kind},
    walk::Walk,
};
use rustc_hash::FxBuildHasher;
use std::{collections::HashMap, hash::Hash};

/// A turn that is being played.
#[derive(Clone)]
pub(super) struct Node<S> {
    pub(super) state: S,
    pub(super) dice: Dice,
    /// How many dice have been played.
    pub(super) used: u8,
    line: Line,
}

/// A whole turn and what it leads to.
#[derive(Clone)]
pub(super) struct Play<S> {
    pub(super) line: Line,
    /// The settled state.
    pub(super) end: S,
}

/// The turns that the rules allow with the dice of a walk.
pub(super) struct Search<'a, W> {
    walk: &'a W,
    /// "As many dice as possible must be used": how many that is.
    most: u8,
    /// "if only one of two different dice can be, it must be the higher if that can be":
    /// whether that holds here.
    higher_only: bool,
}

type Known<S> = HashMap<(S, Dice), Line, FxBuildHasher>;

impl<'a, W: Walk> Search<'a, W> {
    pub(super) fn new(walk: &'a W) -> Self {
        let mut search = Search { walk, most: 0, higher_only: false };
        let root = search.root();
        search.most = search.deepest(&root);
        if search.most == 1 && root.dice.kinds().count() == 2 {
            let mut kinds = root.dice.kinds();
            search.higher_only =
                kinds.next().is_some_and(|(_, die)| !walk.movements(&root.state, die).is_empty());
        }
        search
    }

    /// How many dice must be used, unless the game ends before.
    pub(super) const fn most(&self) -> u8 {
        self.most
    }

    /// Whether the only die that can be used must be the higher one.
    pub(super) const fn higher_only(&self) -> bool {
        self.higher_only
    }

    /// The beginning of the turn.
    pub(super) fn root(&self) -> Node<W::State> {
        Node { state: self.walk.start(), dice: self.walk.dice(), used: 0, line: Line::default() }
    }

    /// Whether the turn ends here. "A movement that ends the game is always allowed where it
    /// is legal by itself, ends the turn at once and lets the other dice lapse".
    pub(super) fn is_whole(&self, node: &Node<W::State>) -> bool {
        node.used == self.most || self.walk.is_over(&node.state)
    }

    /// Every node that is one movement further, with the movement and its die.
    pub(super) fn further<'n>(
        &'n self,
        node: &'n Node<W::State>,
    ) -> impl Iterator<Item = (Movement, Kind, Node<W::State>)> + 'n {
        let kinds = node.dice.kinds().filter(|_| !self.walk.is_over(&node.state));
        kinds.flat_map(move |(kind, die)| {
            let movements = self.walk.movements(&node.state, die);
            movements.into_iter().filter_map(move |movement| {
                let further = Node {
                    state: self.walk.moved(&node.state, movement),
                    dice: node.dice.without(kind),
                    used: node.used + 1,
                    line: node.line.with(node.used, movement),
                };
                let allowed = kind == 0 || !self.higher_only || self.walk.is_over(&further.state);
                allowed.then_some((movement, kind, further))
            })
        })
    }

    /// Whether the movements up to here can be completed to a turn that the rules allow.
    pub(super) fn completes(&self, node: &Node<W::State>) -> bool {
        self.is_whole(node) || self.further(node).any(|(_, _, further)| self.completes(&further))
    }

    /// The most dice that can be used, "like those of any sequence" that ends the game too.
    fn deepest(&self, node: &Node<W::State>) -> u8 {
        let mut most = node.used;
        for (_, _, further) in self.further(node) {
            most = most.max(self.deepest(&further));
            if most == node.used + node.dice.len() {
                break;
            }
        }
        most
    }

    /// Every turn with a result of its own: "of all legal sequences that reach the same
    /// position it is the first by byte order". In the order of their texts.
    pub(super) fn plays(&self) -> Vec<Play<W::State>> {
        self.plays_from(self.root(), |_| true)
    }

    /// The same of the turns that begin with these movements, as far as they pass what is
    /// `wanted`.
    ///
    /// Movements are tried level by level. Of equal states of a level only the one with the
    /// first line is followed: what can follow is the same for all of them.
    pub(super) fn plays_from(
        &self,
        node: Node<W::State>,
        wanted: impl Fn(&W::State) -> bool,
    ) -> Vec<Play<W::State>> {
        let mut ends: HashMap<W::State, Line, FxBuildHasher> = HashMap::default();
        let mut end =
            |state: W::State, line: Line| first(&mut ends, self.walk.settled(state), line);
        let mut level = Vec::new();
        if self.is_whole(&node) {
            end(node.state, node.line);
        } else {
            level.push(node);
        }
        while let Some(used) = level.first().map(|node| node.used + 1) {
            let mut known: Known<W::State> = HashMap::default();
            for node in &level {
                for (_, _, further) in self.further(node) {
                    if !wanted(&further.state) {
                        continue;
                    }
                    if self.is_whole(&further) {
                        end(further.state, further.line);
                    } else {
                        first(&mut known, (further.state, further.dice), further.line);
                    }
                }
            }
            level.clear();
            level.extend(known.into_iter().map(|((state, dice), line)| Node {
                state,
                dice,
                used,
                line,
            }));
        }
        let mut plays: Vec<_> = ends.into_iter().map(|(end, line)| Play { line, end }).collect();
        plays.sort_unstable_by_key(|play| play.line);
        plays
    }

    /// The nodes that these movements lead to: more than one when different dice can have
    /// been used for them.
    fn after(&self, sequence: &[Movement]) -> Vec<Node<W::State>> {
        let mut nodes = vec![self.root()];
        for movement in sequence {
            let further = |node| {
                let next = self.further(node).filter(|(next, _, _)| next == movement);
                next.map(|(_, _, further)| further).collect::<Vec<_>>()
            };
            nodes = nodes.iter().flat_map(further).collect();
        }
        nodes
    }

    /// Every movement that continues a prefix of an allowed turn, in the order of the texts.
    pub(super) fn next(&self, prefix: &[Movement]) -> Vec<Movement> {
        let mut found: Vec<Movement> = Vec::new();
        for node in self.after(prefix).iter().filter(|node| !self.is_whole(node)) {
            for (movement, _, further) in self.further(node) {
                if !found.contains(&movement) && self.completes(&further) {
                    found.push(movement);
                }
            }
        }
        found.sort_unstable_by_key(|movement| order(*movement));
        found
    }

    /// The turn that these movements make, if they make a whole one.
    pub(super) fn composed(&self, sequence: &[Movement]) -> Option<Turn> {
        let node = self.after(sequence).into_iter().find(|node| self.is_whole(node))?;
        Some(self.canonical(&self.walk.settled(node.state)))
    }

    /// The turn that leads to this settled state.
    pub(super) fn canonical(&self, end: &W::State) -> Turn {
        let plays = self.plays_from(self.root(), |state| self.walk.can_become(state, end));
        let found = plays.into_iter().find(|play| play.end == *end);
        found.map_or_else(Turn::default, |play| play.line.turn())
    }
}

/// Keeps the first line that leads somewhere.
fn first<K: Eq + Hash>(known: &mut HashMap<K, Line, FxBuildHasher>, key: K, line: Line) {
    known.entry(key).and_modify(|best| *best = line.min(*best)).or_insert(line);
}
