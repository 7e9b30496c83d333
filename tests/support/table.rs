//! A match as it stands in the store.

use kosti::{
    app::service::ScopeId,
    game::{Actor, OptionSet, Seat},
    games::{AnyPosition, Games},
};
use sqlx::{PgPool, Row as _};

/// A match of Anna, who challenged, and Boris.
pub struct Now {
    pub position: AnyPosition,
    pub first_player: i16,
    pub over: bool,
}

impl Now {
    /// Reads it.
    pub async fn of(
        pool: &PgPool,
        games: Games,
        (scope, number): (ScopeId, i32),
    ) -> sqlx::Result<Self> {
        let row = sqlx::query(
            "select game, options, position, first_player, state from matches
             where scope_id = $1 and number = $2",
        )
        .bind(scope.0)
        .bind(number)
        .fetch_one(pool)
        .await?;
        let game = games.find(row.get("game")).unwrap();
        let options = row.get::<&str, _>("options").split_whitespace();
        let options = OptionSet::parse(game.facts(), options).unwrap();
        Ok(Now {
            position: game.read(&options, row.get("position")).unwrap(),
            first_player: row.get("first_player"),
            over: row.get::<&str, _>("state") == "over",
        })
    }

    /// Whether Anna holds that seat.
    fn is_annas(&self, seat: Seat) -> bool {
        (seat == Seat::First) == (self.first_player == 1)
    }

    /// The seat of Anna or Boris; `None` for everybody else.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        Seat::ALL
            .into_iter()
            .find(|seat| name == if self.is_annas(*seat) { "anna" } else { "boris" })
    }

    /// Who is to move and who is not; `None` when the match is over.
    pub fn names(&self) -> Option<(&'static str, &'static str)> {
        match self.position.actor() {
            _ if self.over => None,
            Actor::Player(seat) if self.is_annas(seat) => Some(("anna", "boris")),
            Actor::Player(_) => Some(("boris", "anna")),
            actor => panic!("{actor:?} while the match goes on"),
        }
    }
}
