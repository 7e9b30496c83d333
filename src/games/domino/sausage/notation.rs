//! Texts of actions and deals.

use super::{
    action::{Action, Movement},
    deal::Deal,
    position_text::SausagePositionError,
    refusal::SausageRefusal,
    rules::{Sausage, SausageOptions},
    typed::Typed,
};
use crate::game::{Notation, Position, ReadError};

impl Notation for Sausage {
    type Refusal = SausageRefusal;
    type PositionError = SausagePositionError;

    fn to_text(&self) -> String {
        self.position_text()
    }

    fn from_text(text: &str, options: &SausageOptions) -> Result<Self, SausagePositionError> {
        Self::read_position(text, *options)
    }

    fn action_text(&self, action: &Action) -> String {
        action.to_string()
    }

    fn read_action(&self, text: &str) -> Result<Action, ReadError<Self>> {
        let typed = Typed::read(text).ok_or(ReadError::Syntax)?;
        let mut fitting = Vec::new();
        self.legal(&mut fitting);
        fitting.retain(|action| typed.describes(*action));
        match fitting[..] {
            [] => Err(ReadError::Illegal(self.refuse(typed))),
            [only] => Ok(only),
            _ => Err(ReadError::Ambiguous(fitting)),
        }
    }

    fn movement_text(&self, _: &[Movement], movement: &Movement) -> String {
        movement.to_string()
    }

    fn chance_text(&self, deal: &Deal) -> String {
        deal.to_string()
    }

    fn read_chance(&self, text: &str) -> Option<Deal> {
        Deal::read(text).filter(|deal| self.admits(deal))
    }
}
