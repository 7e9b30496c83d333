//! Texts of actions.

use super::{
    action::Action,
    board::Square,
    position_text::AshtarashkiPositionError,
    refusal::AshtarashkiRefusal,
    rules::Ashtarashki,
    typed::{FITS, Typed, Unread, folded},
};
use crate::{
    game::{Notation, Position, ReadError},
    games::draughts::input,
};

impl Notation for Ashtarashki {
    type Refusal = AshtarashkiRefusal;
    type PositionError = AshtarashkiPositionError;

    fn to_text(&self) -> String {
        self.position_text()
    }

    fn from_text(text: &str, (): &()) -> Result<Self, AshtarashkiPositionError> {
        Self::read_position(text)
    }

    fn action_text(&self, action: &Action) -> String {
        action.to_string()
    }

    fn read_action(&self, text: &str) -> Result<Action, ReadError<Self>> {
        let mut legal = Vec::new();
        self.legal(&mut legal);
        if let Some(action) = legal.iter().find(|action| action.to_string() == text) {
            return Ok(action.clone());
        }
        let said = input::fold(text).ok_or(ReadError::Syntax)?;
        let typed = Typed::read(&said).map_err(|unread| match unread {
            Unread::Syntax => ReadError::Syntax,
            Unread::Rule(rule) => ReadError::Illegal(self.refusal(rule)),
        })?;
        // Actions that have been merged can be named by the text of either.
        let mut spelled = Vec::new();
        self.spelled(&mut spelled);
        spelled.retain(|action| typed.describes(action));
        let whole = spelled.iter().filter(|action| folded(action).as_ref() == Some(&said));
        let fitting: Vec<Vec<&Action>> =
            [whole.collect()]
                .into_iter()
                .chain(FITS.into_iter().map(|fits| {
                    spelled.iter().filter(|action| fits(action, &typed.squares)).collect()
                }))
                .collect();
        for spellings in fitting {
            let mut found: Vec<Action> = legal
                .iter()
                .filter(|action| spellings.iter().any(|spelling| spelling.has_result_of(action)))
                .cloned()
                .collect();
            match found.len() {
                0 => {}
                1 => return Ok(found.remove(0)),
                _ => return Err(ReadError::Ambiguous(found)),
            }
        }
        Err(ReadError::Illegal(self.refuse(&typed)))
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
