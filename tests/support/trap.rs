//! Events at which the database fails.

use sqlx::{AssertSqlSafe, PgPool, Row as _};

/// How the database fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trap {
    /// It refuses to remember the event: it is well, the event is not.
    Refuses,
    /// It cuts the connection when the event is to be remembered.
    Cuts,
    /// It cuts the connection when all is to be committed.
    CutsAtTheEnd,
}

impl Trap {
    /// Waits for an event, so many times.
    pub async fn set(self, pool: &PgPool, event: i64, times: i64) {
        let (when, kind) = match self {
            Trap::CutsAtTheEnd => ("after insert", "constraint trigger"),
            Trap::Refuses | Trap::Cuts => ("before insert", "trigger"),
        };
        let late = if self == Trap::CutsAtTheEnd { "deferrable initially deferred" } else { "" };
        let deed = match self {
            Trap::Refuses => "raise exception 'a trap'",
            Trap::Cuts | Trap::CutsAtTheEnd => "perform pg_terminate_backend(pg_backend_pid())",
        };
        // A sequence goes on, whatever becomes of the transaction.
        let sql = format!(
            "create sequence sprung;
             create function spring() returns trigger language plpgsql as $$
             begin
                 if new.event_id = 'u{event}' and nextval('sprung') <= {times} then {deed}; end if;
                 return new;
             end $$;
             create {kind} trap {when} on events {late} for each row execute function spring();"
        );
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(pool).await.unwrap();
    }

    /// How often its event was tried.
    pub async fn tries(pool: &PgPool) -> i64 {
        let tried = "select case when is_called then last_value else 0 end from sprung";
        sqlx::query(tried).fetch_one(pool).await.unwrap().get(0)
    }
}
