//! Matches: deals played one after another to a target of points.

use super::{FirstSeat, Outcome, Seat};

/// The number of a deal within its match, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DealNo(u32);

impl DealNo {
    /// The first deal.
    pub const FIRST: DealNo = DealNo(1);

    /// The deal of that number; `None` for 0.
    #[must_use]
    pub const fn new(number: u32) -> Option<Self> {
        if number == 0 { None } else { Some(DealNo(number)) }
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// The deal after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        DealNo(self.0.saturating_add(1))
    }
}

/// One of the two who play a match, whatever seat they hold in a deal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// The challenger.
    One,
    /// The one who accepted.
    Two,
}

impl Player {
    /// Both players.
    pub const ALL: [Player; 2] = [Player::One, Player::Two];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// 0 for one, 1 for two.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How long a match is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Length {
    /// One deal, whatever its outcome.
    Single,
    /// Deals until someone has at least that many points.
    To(u32),
}

/// Where a match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Series {
    /// How long it is.
    pub length: Length,
    /// Points by [`Player::index`].
    pub points: [u32; 2],
    /// The deal that is being played.
    pub deal: DealNo,
    /// Who holds the first seat in that deal.
    pub first: Player,
}

impl Series {
    /// A match at its first deal.
    #[must_use]
    pub const fn new(length: Length, first: Player) -> Self {
        Series { length, points: [0, 0], deal: DealNo::FIRST, first }
    }

    /// The seat of a player in this deal.
    #[must_use]
    pub fn seat(&self, player: Player) -> Seat {
        if player == self.first { Seat::First } else { Seat::Second }
    }

    /// Who holds a seat in this deal.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Player {
        match seat {
            Seat::First => self.first,
            Seat::Second => self.first.opponent(),
        }
    }

    /// Books the end of this deal and moves on to the next one if there is one.
    pub fn finish(&mut self, outcome: &Outcome, seats: FirstSeat) -> Progress {
        if let Some(seat) = outcome.winner {
            let points = &mut self.points[self.player(seat).index()];
            *points = points.saturating_add(outcome.points);
        }
        let over = match self.length {
            Length::Single => true,
            Length::To(target) => self.points.iter().any(|points| *points >= target),
        };
        if over && self.length == Length::Single {
            // A deal can be won without a point.
            return Progress::Over(outcome.winner.map(|seat| self.player(seat)));
        }
        if over {
            let [one, two] = self.points;
            return Progress::Over(match one.cmp(&two) {
                std::cmp::Ordering::Greater => Some(Player::One),
                std::cmp::Ordering::Less => Some(Player::Two),
                std::cmp::Ordering::Equal => None,
            });
        }
        self.deal = self.deal.next();
        if seats == FirstSeat::Swaps {
            self.first = self.first.opponent();
        }
        Progress::NextDeal
    }
}

/// What follows the end of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The match goes on with another deal.
    NextDeal,
    /// The match is over; its winner, or `None` for a draw.
    Over(Option<Player>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Reason;

    const WHITE_WINS: Outcome = Outcome::win(Seat::First, 1, Reason::new("count"));

    #[test]
    fn a_single_game_is_over_after_a_draw() {
        let mut series = Series::new(Length::Single, Player::Two);
        let drawn = Outcome::draw(Reason::AGREED);
        assert_eq!(series.finish(&drawn, FirstSeat::Swaps), Progress::Over(None));
        assert_eq!(series.points, [0, 0]);
    }

    #[test]
    fn a_single_game_is_won_without_points_too() {
        let mut series = Series::new(Length::Single, Player::Two);
        let won = Outcome::win(Seat::Second, 0, Reason::new("cut"));
        assert_eq!(series.finish(&won, FirstSeat::Stays), Progress::Over(Some(Player::One)));
        assert_eq!(series.points, [0, 0]);
    }

    #[test]
    fn players_swap_seats_until_the_target_is_reached() {
        let mut series = Series::new(Length::To(2), Player::One);
        assert_eq!(series.finish(&WHITE_WINS, FirstSeat::Swaps), Progress::NextDeal);
        assert_eq!((series.points, series.first, series.deal.get()), ([1, 0], Player::Two, 2));
        assert_eq!(series.seat(Player::One), Seat::Second);
        assert_eq!(series.finish(&WHITE_WINS, FirstSeat::Swaps), Progress::NextDeal);
        assert_eq!((series.points, series.first), ([1, 1], Player::One));
        assert_eq!(series.finish(&WHITE_WINS, FirstSeat::Swaps), Progress::Over(Some(Player::One)));
        assert_eq!(series.points, [2, 1]);
    }

    #[test]
    fn players_keep_seats_where_the_game_says_so() {
        let mut series = Series::new(Length::To(5), Player::Two);
        assert_eq!(series.finish(&WHITE_WINS, FirstSeat::Stays), Progress::NextDeal);
        assert_eq!((series.points, series.first), ([0, 1], Player::Two));
    }
}
