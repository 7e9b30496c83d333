//! Whole tables as texts, a JSON object a row: what backups are made of.
//!
//! Rows are read with every column that there is, and written with those that are named here;
//! `tests/backup/tables.rs` compares both with the schema.

use super::{PersonId, ScopeId};
use futures_util::{TryStreamExt as _, stream::BoxStream};
use sqlx::PgConnection;

/// Makes [`Table`] and its queries, which are checked like all others, of a line a table: its
/// name and columns, those that name persons, which rows are kept at all, which of them belong
/// to a scope (`$1`; null: all scopes), what is kept in place of what is stored, what columns had
/// before they were there (backups of earlier releases lack them), and the order. Texts are
/// ordered by their bytes, so that it is the same in every database.
macro_rules! tables {
    ($(
        $table:ident $name:literal {
            columns: $columns:literal,
            persons: [$($person:literal),*],
            only: $only:literal,
            of: $of:literal,
            with: $with:literal,
            before: $before:literal,
            order: $order:literal,
        }
    )*) => {
        /// A table of which backups are made.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Table {
            $(
                #[doc = concat!("`", $name, "`.")]
                $table,
            )*
        }

        impl Table {
            /// All of them, in the order in which they stand in a backup.
            pub const ALL: &[Table] = &[$(Table::$table),*];

            /// Its name.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Table::$table => $name,)*
                }
            }

            /// The columns that are written.
            pub fn columns(self) -> impl Iterator<Item = &'static str> {
                let columns = match self {
                    $(Table::$table => $columns,)*
                };
                columns.split(", ")
            }

            /// Those that name a person.
            #[must_use]
            pub const fn persons(self) -> &'static [&'static str] {
                match self {
                    $(Table::$table => &[$($person),*],)*
                }
            }
        }

        /// What backups keep of a table, of one scope or of all, as it comes in.
        fn rows(
            db: &mut PgConnection,
            table: Table,
            scope: Option<ScopeId>,
        ) -> BoxStream<'_, sqlx::Result<String>> {
            let scope = scope.map(|scope| scope.0);
            match table {
                $(
                    Table::$table => sqlx::query_scalar!(
                        "select (to_jsonb(t) || " + $with + ")::text as \"row!\" from " + $name
                            + " t where " + $only + " and ($1::bigint is null or " + $of + ") order by " + $order,
                        scope,
                    )
                    .fetch(db),
                )*
            }
        }

        /// Stores rows of a table with the ids that they have.
        ///
        /// # Errors
        /// When the database fails or refuses one of them.
        pub async fn insert(
            db: &mut PgConnection,
            table: Table,
            rows: &[String],
        ) -> sqlx::Result<()> {
            match table {
                $(
                    Table::$table => sqlx::query!(
                        "insert into " + $name + " (" + $columns + ") overriding system value
                         select " + $columns + "
                         from unnest($1::text[]) with ordinality line (said, said_at),
                             jsonb_populate_record(null::" + $name + ", " + $before
                                + "::jsonb || line.said::jsonb) made
                         order by line.said_at",
                        rows,
                    )
                    .execute(db)
                    .await?,
                )*
            };
            Ok(())
        }

        /// Whether there is no row in a table.
        ///
        /// # Errors
        /// When the database fails.
        pub async fn is_empty(db: &mut PgConnection, table: Table) -> sqlx::Result<bool> {
            match table {
                $(
                    Table::$table => sqlx::query_scalar!(
                        "select not exists (select from " + $name + ") as \"empty!\"",
                    )
                    .fetch_one(db)
                    .await,
                )*
            }
        }
    };
}

tables! {
    Scopes "scopes" {
        columns: "scope_id, platform, language, last_number, created_at, settings, gone_at, moved_at, merged_into, shift",
        persons: [],
        only: "true",
        of: "t.scope_id = $1",
        with: "'{}'",
        before: "'{}'",
        order: "t.scope_id",
    }
    ChatKeys "chat_keys" {
        columns: "platform, bot_id, chat_id, scope_id",
        persons: [],
        only: "true",
        of: "t.scope_id = $1",
        with: "'{}'",
        before: "'{}'",
        order: "t.platform collate \"C\", t.bot_id collate \"C\", t.chat_id collate \"C\"",
    }
    // Nobody served the bots since then, so no clock has run.
    Heartbeats "heartbeats" {
        columns: "platform, bot_id, at",
        persons: [],
        only: "true",
        of: "exists (select from chat_keys k where k.scope_id = $1 and k.platform = t.platform and k.bot_id = t.bot_id)",
        with: "'{}'",
        before: "'{}'",
        order: "t.platform collate \"C\", t.bot_id collate \"C\"",
    }
    Accounts "accounts" {
        columns: "platform, account_id, person_id",
        persons: ["person_id"],
        only: "true",
        of: "t.person_id in (select m.person_id from members m where m.scope_id = $1)",
        with: "'{}'",
        before: "'{}'",
        order: "t.platform collate \"C\", t.account_id collate \"C\"",
    }
    Persons "persons" {
        columns: "person_id, language, created_at, listed, public_name, settings",
        persons: ["person_id"],
        only: "true",
        of: "t.person_id in (select m.person_id from members m where m.scope_id = $1)",
        with: "'{}'",
        before: "'{}'",
        order: "t.person_id",
    }
    Members "members" {
        columns: "scope_id, person_id, name, name_key, seen_at, forgotten, left_at, handle, refused_at",
        persons: ["person_id"],
        only: "true",
        of: "t.scope_id = $1",
        with: "'{}'",
        before: "'{}'",
        order: "t.scope_id, t.person_id",
    }
    // What has been handled must not be handled again when a platform repeats it.
    Events "events" {
        columns: "scope_id, platform, bot_id, event_id, at",
        persons: [],
        only: "true",
        of: "t.scope_id = $1",
        with: "'{}'",
        before: "'{}'",
        order: "t.scope_id, t.platform collate \"C\", t.bot_id collate \"C\", t.event_id collate \"C\"",
    }
    Challenges "challenges" {
        columns: "scope_id, number, place, game, options, target, challenger, challenger_seat, invited, invited_name, seed, state, created_at, expires_at, clock, settled_at",
        persons: ["challenger", "invited"],
        only: "true",
        of: "t.scope_id = $1",
        with: "'{}'",
        before: "'{}'",
        order: "t.scope_id, t.number",
    }
    Matches "matches" {
        columns: "scope_id, number, place, game, rules_version, options, target, player_1, player_2, points_1, points_2, deal, first_player, position, revision, last_seq, state, outcome, seed, event, started_at, changed_at, rated, clock, deadline, nudged_at, forfeit, named, own_place",
        persons: ["player_1", "player_2"],
        only: "true",
        of: "t.scope_id = $1",
        with: "'{}'",
        before: "'{\"own_place\": false}'",
        order: "t.scope_id, t.number",
    }
    Deals "deals" {
        columns: "scope_id, match, deal, first_player, start, started_at, outcome, ended_at",
        persons: [],
        only: "true",
        of: "t.scope_id = $1",
        with: "'{}'",
        before: "'{}'",
        order: "t.scope_id, t.match, t.deal",
    }
    Steps "steps" {
        columns: "scope_id, match, seq, deal, kind, player, text, at",
        persons: [],
        only: "true",
        of: "t.scope_id = $1",
        with: "'{}'",
        before: "'{}'",
        order: "t.scope_id, t.match, t.seq",
    }
    Offers "offers" {
        columns: "scope_id, match, number, kind, player, revision, state, made_at",
        persons: [],
        only: "true",
        of: "t.scope_id = $1",
        with: "'{}'",
        before: "'{}'",
        order: "t.scope_id, t.match, t.number",
    }
    Results "results" {
        columns: "scope_id, match, person_id, opponent_id, game, options, verdict, points, reason, ended_at, rated",
        persons: ["person_id", "opponent_id"],
        only: "true",
        of: "t.scope_id = $1",
        with: "'{}'",
        before: "'{}'",
        order: "t.scope_id, t.match, t.person_id",
    }
    Standings "standings" {
        columns: "scope_id, game, period, person_id, points, wins, draws, losses",
        persons: ["person_id"],
        only: "true",
        of: "t.scope_id = $1",
        with: "'{}'",
        before: "'{}'",
        order: "t.scope_id, t.game collate \"C\", t.period collate \"C\", t.person_id",
    }
    // Which match a message shows, so that an answer to it finds it.
    Messages "messages" {
        columns: "scope_id, bot_id, place, message_id, match, sent_at, buttons, board",
        persons: [],
        only: "true",
        of: "t.scope_id = $1",
        with: "'{}'",
        before: "'{}'",
        order: "t.scope_id, t.bot_id collate \"C\", t.place collate \"C\", t.message_id collate \"C\"",
    }
    // Those that wait, and not those of one scope: they name it, and people, inside of them.
    Outbox "outbox" {
        columns: "scope_id, id, platform, bot_id, place, match, lane, payload, state, attempt, made_at, due_at, state_at, message_id, trace, stored_at",
        persons: [],
        only: "t.state in ('pending', 'sending')",
        of: "false",
        with: "'{}'",
        before: "jsonb_build_object('stored_at', now())",
        order: "t.scope_id, t.id",
    }
    // Those that wait. Who works at one works elsewhere.
    Jobs "jobs" {
        columns: "scope_id, number, revision, kind, platform, bot_id, place, state, due_at, token, until, made_at, state_at, trace",
        persons: [],
        only: "t.state = 'pending'",
        of: "t.scope_id = $1",
        with: "'{\"until\": null}'",
        before: "'{}'",
        order: "t.scope_id, t.number, t.revision, t.kind collate \"C\"",
    }
    // What follows is of persons in all scopes.
    Blocks "blocks" {
        columns: "person_id, blocked_id, at",
        persons: ["person_id", "blocked_id"],
        only: "true",
        of: "false",
        with: "'{}'",
        before: "'{}'",
        order: "t.person_id, t.blocked_id",
    }
    Ratings "ratings" {
        columns: "person_id, game, variant, rating, deviation, volatility, shown, matches, rated_at, ranked_until",
        persons: ["person_id"],
        only: "true",
        of: "false",
        with: "'{}'",
        before: "'{}'",
        order: "t.person_id, t.game collate \"C\", t.variant collate \"C\"",
    }
    RatingLog "rating_log" {
        columns: "person_id, scope_id, match, game, variant, nth, opponent_id, verdict, rating_before, deviation_before, volatility_before, opponent_rating, opponent_deviation, rating_after, deviation_after, volatility_after, ended_at",
        persons: ["person_id", "opponent_id"],
        only: "true",
        of: "false",
        with: "'{}'",
        before: "'{}'",
        order: "t.person_id, t.scope_id, t.match",
    }
    RatedPairs "rated_pairs" {
        columns: "person_id, opponent_id, game, day, matches",
        persons: ["person_id", "opponent_id"],
        only: "true",
        of: "false",
        with: "'{}'",
        before: "'{}'",
        order: "t.person_id, t.opponent_id, t.game collate \"C\", t.day",
    }
}

/// Reads what backups keep of a table, of one scope or of all, row by row and in its order.
///
/// # Errors
/// When the database fails, and what `take` gives.
pub async fn read<E: From<sqlx::Error>>(
    db: &mut PgConnection,
    table: Table,
    scope: Option<ScopeId>,
    mut take: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let mut rows = rows(db, table, scope);
    while let Some(row) = rows.try_next().await? {
        take(&row)?;
    }
    Ok(())
}

/// Tables that are counted anew from others by [`derive()`].
pub const DERIVED: [&str; 2] = ["standing_counts", "rating_counts"];

/// Tables of which backups have nothing: who does what at the moment, what platforms tell again,
/// and what could not be handled.
pub const LEFT_OUT: [&str; 4] = ["leases", "files", "rooms", "failed_events"];

/// Counts anew what is counted, of one scope or of everything.
///
/// # Errors
/// When the database fails.
pub async fn derive(db: &mut PgConnection, scope: Option<ScopeId>) -> sqlx::Result<()> {
    let scope = scope.map(|scope| scope.0);
    sqlx::query!(
        "insert into standing_counts (scope_id, game, period, points, people)
         select scope_id, game, period, points, count(*) from standings
         where $1::bigint is null or scope_id = $1
         group by scope_id, game, period, points",
        scope,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into rating_counts (game, variant, shown, people)
         select game, variant, shown, count(*) from ratings
         where $1::bigint is null and ranked_until is not null
         group by game, variant, shown",
        scope,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Lets nobody make a scope, name a chat or become a person until the end of the transaction.
///
/// # Errors
/// When the database fails.
pub async fn lock(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("lock table scopes, chat_keys, persons, accounts in share row exclusive mode")
        .execute(db)
        .await?;
    Ok(())
}

/// Lets new scopes, persons and messages get ids that none has; whoever makes some waits, see
/// [`lock`].
///
/// # Errors
/// When the database fails.
pub async fn skip_ids(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!(
        r#"select
             setval(pg_get_serial_sequence('scopes', 'scope_id'), greatest(
                 (select max(scope_id) from scopes),
                 pg_sequence_last_value(pg_get_serial_sequence('scopes', 'scope_id')::regclass), 1)) as scopes,
             setval(pg_get_serial_sequence('persons', 'person_id'), greatest(
                 (select max(person_id) from persons),
                 pg_sequence_last_value(pg_get_serial_sequence('persons', 'person_id')::regclass), 1)) as persons,
             setval(pg_get_serial_sequence('outbox', 'id'), greatest(
                 (select max(id) from outbox),
                 pg_sequence_last_value(pg_get_serial_sequence('outbox', 'id')::regclass), 1)) as outbox"#
    )
    .fetch_one(db)
    .await?;
    Ok(())
}

/// The id that a scope wants if it is free, else a new one.
///
/// # Errors
/// When the database fails.
pub async fn free_scope(db: &mut PgConnection, wanted: ScopeId) -> sqlx::Result<ScopeId> {
    let free = sqlx::query_scalar!(
        r#"select case when exists (select from scopes where scope_id = $1)
               then nextval(pg_get_serial_sequence('scopes', 'scope_id')) else $1 end as "free!""#,
        wanted.0,
    )
    .fetch_one(db)
    .await?;
    Ok(ScopeId(free))
}

/// An id for a new person.
///
/// # Errors
/// When the database fails.
pub async fn new_person(db: &mut PgConnection) -> sqlx::Result<PersonId> {
    let new = sqlx::query_scalar!(
        r#"select nextval(pg_get_serial_sequence('persons', 'person_id')) as "new!""#
    )
    .fetch_one(db)
    .await?;
    Ok(PersonId(new))
}
