//! Typed turns against a position.

use super::{
    input::{Leg, Typed},
    movement::{Movement, Turn},
    point::{POINTS, Point},
    refusal::Rule,
    roll::{Dice, Kind},
    search::{Node, Search},
    walk::Judge,
};
use crate::game::Seat;
use std::collections::HashSet;

/// What a typed turn comes to.
pub(super) enum Reading<R> {
    /// This turn.
    Turn(Turn),
    /// It fits all of these.
    Ambiguous(Vec<Turn>),
    /// It is forbidden.
    Illegal(Rule<R>),
}

/// Reads what a side typed as a turn of its walk.
pub(super) fn read<W: Judge>(walk: &W, seat: Seat, typed: &Typed) -> Reading<W::Rule> {
    let search = Search::new(walk);
    let legs = match typed {
        Typed::Pass if search.most() == 0 => return Reading::Turn(Turn::default()),
        Typed::Pass => return Reading::Illegal(Rule::CannotPass),
        Typed::Legs(legs) => legs,
    };
    let reader = Reader { walk, seat, search, legs };
    let fits = reader.fits();
    // What is spelled out comes before what has a part missing.
    let spelled = fits.iter().find(|fit| fit.spelled && reader.search.is_whole(&fit.node));
    if let Some(fit) = spelled {
        return Reading::Turn(reader.search.canonical(&walk.settled(fit.node.state.clone())));
    }
    // "just the dice origins in the order of the roll where that is unambiguous"
    let origins = legs.iter().all(|leg| leg.stops.is_empty());
    let in_order: Vec<_> = fits.iter().filter(|fit| origins && fit.in_order).collect();
    for fits in [in_order, fits.iter().collect()] {
        let mut turns = reader.turns(fits);
        match turns.len() {
            0 => {}
            1 => return Reading::Turn(turns.remove(0)),
            _ => return Reading::Ambiguous(turns),
        }
    }
    Reading::Illegal(reader.broken_rule())
}

struct Reader<'a, W: Judge> {
    walk: &'a W,
    seat: Seat,
    search: Search<'a, W>,
    legs: &'a [Leg],
}

/// A way to play all that was typed.
struct Fit<S> {
    node: Node<S>,
    /// Whether each movement was typed by its ends.
    spelled: bool,
    /// Whether the dice were played in the order of the roll.
    in_order: bool,
}

/// How far a typed turn has been played.
struct Progress<'a, S> {
    node: Node<S>,
    legs: &'a [Leg],
    /// Where the checker of the first leg stands, and what is to be seen of its way.
    way: Option<(Point, &'a [Option<Point>])>,
    spelled: bool,
    in_order: bool,
    last: Kind,
}

impl<W: Judge> Reader<'_, W> {
    fn fits(&self) -> Vec<Fit<W::State>> {
        let mut fits = Vec::new();
        self.follow(
            Progress {
                node: self.search.root(),
                legs: self.legs,
                way: None,
                spelled: true,
                in_order: true,
                last: 0,
            },
            &mut fits,
        );
        fits
    }

    fn follow(&self, at: Progress<'_, W::State>, fits: &mut Vec<Fit<W::State>>) {
        let Some((leg, legs)) = at.legs.split_first() else {
            fits.push(Fit { node: at.node, spelled: at.spelled, in_order: at.in_order });
            return;
        };
        let (from, stops) = at.way.unwrap_or((leg.from, &leg.stops));
        for (movement, kind, node) in self.search.further(&at.node) {
            if movement.from != from {
                continue;
            }
            let seen = stops.first().is_none_or(|stop| *stop == movement.to);
            let way = match (seen, stops, movement.to) {
                (true, [] | [_], _) => None,
                (true, [_, stops @ ..], Some(to)) => Some((to, stops)),
                (false, _, Some(to)) => Some((to, stops)),
                // It is off the board before it was seen everywhere.
                (_, _, None) => continue,
            };
            let next = Progress {
                node,
                legs: if way.is_none() { legs } else { at.legs },
                way,
                spelled: at.spelled && seen && !stops.is_empty(),
                in_order: at.in_order && kind >= at.last,
                last: kind,
            };
            self.follow(next, fits);
        }
    }

    /// The turns that can come of these, in the order of their texts.
    fn turns<'f>(&self, fits: impl IntoIterator<Item = &'f Fit<W::State>>) -> Vec<Turn>
    where
        W::State: 'f,
    {
        let ends: HashSet<W::State> = fits
            .into_iter()
            .flat_map(|fit| self.search.plays_from(fit.node.clone(), |_| true))
            .map(|play| play.end)
            .collect();
        if ends.is_empty() {
            return Vec::new();
        }
        let plays = self.search.plays().into_iter().filter(|play| ends.contains(&play.end));
        plays.map(|play| play.line.turn()).collect()
    }

    /// The first rule that what was typed breaks, if it can be no allowed turn.
    fn broken_rule(&self) -> Rule<W::Rule> {
        let mut state = self.walk.start();
        let mut dice = self.walk.dice();
        let all = dice.len();
        for leg in self.legs {
            let mut from = leg.from;
            let mut stops = &leg.stops[..];
            loop {
                if self.walk.is_over(&state) {
                    return Rule::Ended;
                }
                if dice.len() == 0 {
                    return Rule::TooMany { dice: all };
                }
                let stop = stops.first().copied();
                let Some((kind, die)) = self.die(&state, dice, from, stop) else {
                    return Rule::NoDie(Movement { from, to: stop.flatten() });
                };
                if let Some(rule) = self.walk.forbids(&state, from, die) {
                    return Rule::Movement(rule);
                }
                let steps = from.steps(self.seat) + die;
                let to = (steps < POINTS).then(|| Point::on_path(self.seat, steps));
                state = self.walk.moved(&state, Movement { from, to });
                dice = dice.without(kind);
                if stop.is_none_or(|stop| stop == to) {
                    stops = stops.get(1..).unwrap_or_default();
                }
                match to {
                    Some(to) if !stops.is_empty() => from = to,
                    _ => break,
                }
            }
        }
        match self.walk.dice().kinds().next() {
            Some((_, die)) if self.search.higher_only() => Rule::Higher { die },
            _ => Rule::MustUse { most: self.search.most() },
        }
    }

    /// The die that may have been meant for a checker's way to what was typed next.
    fn die(
        &self,
        state: &W::State,
        dice: Dice,
        from: Point,
        stop: Option<Option<Point>>,
    ) -> Option<(Kind, u8)> {
        let Some(stop) = stop else { return dice.kinds().next() };
        let start = from.steps(self.seat);
        let end = stop.map_or(POINTS, |to| to.steps(self.seat));
        let way = end.checked_sub(start).filter(|way| *way > 0)?;
        let exact = dice.kinds().find(|(_, die)| *die == way);
        let higher = || dice.kinds().filter(|(_, die)| stop.is_none() && *die > way).last();
        // One checker may have used several dice.
        let together = || {
            let faces = dice.kinds().map(|(_, die)| die);
            // Whoever leaves the board may go further than is needed.
            let reaches = |sum: u8| if stop.is_none() { sum >= way } else { sum == way };
            let sum = if dice.kinds().count() == 2 {
                reaches(faces.sum())
            } else {
                faces.into_iter().all(|die| (2..=dice.len()).any(|count| reaches(die * count)))
            };
            let open = |(_, die): &(Kind, u8)| self.walk.forbids(state, from, *die).is_none();
            let kinds = || dice.kinds().filter(|_| sum);
            kinds().find(open).or_else(|| kinds().next())
        };
        exact.or_else(higher).or_else(together)
    }
}
