//! Texts of positions and actions.

use super::{
    board::{FILES, RANKS, Square, Squares},
    refusal::{Rule, SenegalRefusal},
    rules::{Action, CHECKERS, QUIET_LIMIT, Senegal, SenegalOptions},
};
use crate::{
    game::{BySeat, Notation, Position, ReadError, Seat},
    games::draughts::input,
};

/// Why a text is no position of Senegalese draughts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SenegalPositionError {
    /// The parts are not those of a position.
    #[error("a position is written as five ranks, a space, w or b, a space, a count from 0 to 20")]
    Shape,
    /// A rank is written with something else than `w`, `b` and digits.
    #[error("rank {rank} has {found:?}: only w, b and a digit for empty squares can stand there")]
    Sign {
        /// The rank, from 1.
        rank: u8,
        /// What was found.
        found: char,
    },
    /// A rank has another number of squares.
    #[error("rank {rank} does not have six squares")]
    Width {
        /// The rank, from 1.
        rank: u8,
    },
    /// More checkers than there are.
    #[error("{side} has {found} checkers: there are only 14")]
    TooMany {
        /// `white` or `black`.
        side: &'static str,
        /// How many were found.
        found: u32,
    },
    /// A checker stands where it would have left the board.
    #[error("the {side} checker on {square} stands on its last rank: it would have left the board")]
    LastRank {
        /// `white` or `black`.
        side: &'static str,
        /// The square.
        square: Square,
    },
    /// The same position is written another way.
    #[error("this position is written {canonical:?}")]
    Spelling {
        /// The right way.
        canonical: String,
    },
}

impl Notation for Senegal {
    type Refusal = SenegalRefusal;
    type PositionError = SenegalPositionError;

    fn to_text(&self) -> String {
        let mut text = String::with_capacity(40);
        for rank in (0..RANKS).rev() {
            let mut empty = 0;
            for square in (0..FILES).filter_map(|file| Square::new(file, rank)) {
                let seat = Seat::ALL.into_iter().find(|seat| self.checkers[*seat].contains(square));
                let Some(seat) = seat else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text.push_str(&empty.to_string());
                    empty = 0;
                }
                text.push(letter(seat));
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push(letter(self.to_move));
        text.push_str(&format!(" {}", self.quiet));
        text
    }

    fn from_text(text: &str, options: &SenegalOptions) -> Result<Self, SenegalPositionError> {
        let mut parts = text.split(' ');
        let (Some(board), Some(side), Some(quiet), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(SenegalPositionError::Shape);
        };
        let to_move = match side {
            "w" => Seat::First,
            "b" => Seat::Second,
            _ => return Err(SenegalPositionError::Shape),
        };
        let quiet = quiet
            .parse()
            .ok()
            .filter(|quiet| *quiet <= QUIET_LIMIT)
            .ok_or(SenegalPositionError::Shape)?;
        let position = Senegal { checkers: read_board(board)?, to_move, quiet, options: *options };
        for seat in Seat::ALL {
            let side = Self::FACTS.seats[seat];
            let found = position.checkers[seat].len();
            if found > CHECKERS {
                return Err(SenegalPositionError::TooMany { side, found });
            }
            let mut checkers = position.checkers[seat];
            if let Some(square) = checkers.find(|at| at.rank() == position.last_rank_of(*at)) {
                return Err(SenegalPositionError::LastRank { side, square });
            }
        }
        let canonical = position.to_text();
        if canonical == text {
            Ok(position)
        } else {
            Err(SenegalPositionError::Spelling { canonical })
        }
    }

    fn action_text(&self, action: &Action) -> String {
        let sign = if action.is_capture() { ":" } else { "-" };
        let squares: Vec<String> = action.path().iter().map(Square::to_string).collect();
        squares.join(sign)
    }

    fn read_action(&self, text: &str) -> Result<Action, ReadError<Self>> {
        let mut legal = Vec::new();
        self.legal(&mut legal);
        if let Some(action) = legal.iter().find(|action| self.action_text(action) == text) {
            return Ok(action.clone());
        }
        let Typed { squares, capture } = self.read_squares(text)?;
        legal.retain(|action| action.is_capture() || !capture);
        // What is said whole comes before what is said by its ends or its beginning, and
        // that before any other missing part.
        let fits: [fn(&Action, &[Square]) -> bool; 3] = [
            |action, squares| *action.path == *squares,
            |action, squares| {
                let ends = squares.first() == action.path.first()
                    && squares.last() == action.path.last()
                    && passes(action, squares);
                squares.len() > 1 && (ends || action.path.starts_with(squares))
            },
            passes,
        ];
        for fit in fits {
            let mut found: Vec<Action> =
                legal.iter().filter(|action| fit(action, &squares)).cloned().collect();
            match found.len() {
                0 => {}
                1 => return Ok(found.remove(0)),
                _ => return Err(ReadError::Ambiguous(found)),
            }
        }
        Err(ReadError::Illegal(self.refuse(&squares, capture)))
    }

    fn movement_text(&self, _: &[Square], movement: &Square) -> String {
        movement.to_string()
    }

    fn chance_text(&self, chance: &Self::Chance) -> String {
        match *chance {}
    }

    fn read_chance(&self, _: &str) -> Option<Self::Chance> {
        None
    }
}

/// What a player typed.
struct Typed {
    squares: Vec<Square>,
    /// Whether a capture sign stood in it.
    capture: bool,
}

impl Senegal {
    fn read_squares(&self, text: &str) -> Result<Typed, ReadError<Self>> {
        let folded = input::fold(text).ok_or(ReadError::Syntax)?;
        let capture = folded.contains(':');
        let signs: Vec<char> = folded.chars().filter(|c| !matches!(c, ':' | '-')).collect();
        let (pairs, []) = signs.as_chunks::<2>() else { return Err(ReadError::Syntax) };
        let named =
            pairs.iter().all(|[file, rank]| file.is_ascii_lowercase() && rank.is_ascii_digit());
        if pairs.is_empty() || !named {
            return Err(ReadError::Syntax);
        }
        let mut squares = Vec::with_capacity(pairs.len());
        for [file, rank] in pairs {
            let square = u8::try_from(*file)
                .ok()
                .zip(rank.to_digit(10).and_then(|rank| u8::try_from(rank).ok()))
                .and_then(|(file, rank)| Square::new(file - b'a', rank.checked_sub(1)?));
            let Some(square) = square else {
                let rule = Rule::NoSuchSquare(format!("{file}{rank}"));
                return Err(ReadError::Illegal(self.refusal(rule)));
            };
            squares.push(square);
        }
        Ok(Typed { squares, capture })
    }
}

/// Whether an action passes the squares in their order.
fn passes(action: &Action, squares: &[Square]) -> bool {
    let mut path = action.path.iter();
    squares.iter().all(|square| path.any(|passed| passed == square))
}

fn letter(seat: Seat) -> char {
    match seat {
        Seat::First => 'w',
        Seat::Second => 'b',
    }
}

fn read_board(text: &str) -> Result<BySeat<Squares>, SenegalPositionError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(RANKS) {
        return Err(SenegalPositionError::Shape);
    }
    let mut checkers = BySeat::new(Squares::EMPTY, Squares::EMPTY);
    for (rank, row) in (0..RANKS).rev().zip(rows) {
        let mut file: u8 = 0;
        for found in row.chars() {
            let seat = match found {
                'w' => Seat::First,
                'b' => Seat::Second,
                '1'..='6' => {
                    file = file.saturating_add(found as u8 - b'0');
                    continue;
                }
                _ => return Err(SenegalPositionError::Sign { rank: rank + 1, found }),
            };
            let square =
                Square::new(file, rank).ok_or(SenegalPositionError::Width { rank: rank + 1 })?;
            checkers[seat] = checkers[seat].with(square);
            file += 1;
        }
        if file != FILES {
            return Err(SenegalPositionError::Width { rank: rank + 1 });
        }
    }
    Ok(checkers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::OptionSet;

    fn read(position: &str, text: &str) -> Result<String, Vec<String>> {
        let options = Senegal::options(&OptionSet::defaults(Senegal::FACTS));
        let position = Senegal::from_text(position, &options).unwrap();
        match position.read_action(text) {
            Ok(action) => Ok(position.action_text(&action)),
            Err(ReadError::Ambiguous(actions)) => {
                Err(actions.iter().map(|action| position.action_text(action)).collect())
            }
            Err(_) => Err(Vec::new()),
        }
    }

    /// Black captures e4:c4:c2:e2 or e4:e2:c2.
    const TWO_WAYS: &str = "6/3wb1/2w1w1/3w2/5w b 0";

    #[test]
    fn a_capture_is_named_whole_or_by_its_ends() {
        let both = || Err(vec!["e4:c4:c2:e2".to_owned(), "e4:e2:c2".to_owned()]);
        for (text, action) in [
            ("e4:c4:c2:e2", Ok("e4:c4:c2:e2".to_owned())),
            ("E4 С4 С2 Е2", Ok("e4:c4:c2:e2".to_owned())),
            ("e4:c2", Ok("e4:e2:c2".to_owned())),
            ("e4:c4", Ok("e4:c4:c2:e2".to_owned())),
            // The ends of one and the beginning of the other.
            ("e4:e2", both()),
            ("e4e2", both()),
            ("e4", both()),
            ("c2", both()),
            ("c4", Ok("e4:c4:c2:e2".to_owned())),
            ("e4:a4", Err(Vec::new())),
        ] {
            assert_eq!(read(TWO_WAYS, text), action, "{text}");
        }
    }

    #[test]
    fn an_exact_text_means_its_action_though_it_can_go_on() {
        let position = "1b1b2/2b3/2w3/6/6 w 7";
        assert_eq!(read(position, "c3:c5"), Ok("c3:c5".to_owned()));
        assert_eq!(read(position, "c3:e5"), Ok("c3:c5:e5".to_owned()));
        assert_eq!(read(position, "c3").unwrap_err().len(), 3);
    }
}
