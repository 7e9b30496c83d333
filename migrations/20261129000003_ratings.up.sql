-- Points on boards, ratings, and what keeps them honest.

-- Whether the match gives points on boards and changes ratings.
alter table matches add column rated boolean not null default true;
alter table results add column rated boolean not null default true;

-- Erased at the person's own wish: on no board, and without a name.
alter table members add column forgotten boolean not null default false;
create index members_of_person on members (person_id);

-- Whether the person wants to be named on boards that other chats see, and under which
-- name: the last one that was seen since then.
alter table persons add column listed boolean not null default false;
alter table persons add column public_name text;

create index results_recent on results (scope_id, ended_at desc, match desc)
    where verdict <> 'loss';
create index results_of_person on results (scope_id, person_id, ended_at desc, match desc);
create index results_of_pair on results (scope_id, person_id, opponent_id);

-- By scope_id -----------------------------------------------------------------

-- The sums of the rated results: of one game or of all (''), of all time ('all') or of a
-- week ('2026-W48'), month ('2026-11') or season ('2026-Q4'), by the time at which the
-- match ended, UTC.
create table standings (
    scope_id bigint not null,
    game text not null,
    period text not null,
    person_id bigint not null,
    points bigint not null,
    wins integer not null,
    draws integer not null,
    losses integer not null,
    primary key (scope_id, game, period, person_id)
);

create index standings_board on standings (scope_id, game, period, points desc, person_id);

-- How many people of a board have so many points: places are counted here.
create table standing_counts (
    scope_id bigint not null,
    game text not null,
    period text not null,
    points bigint not null,
    people bigint not null,
    primary key (scope_id, game, period, points)
);

insert into standings (scope_id, game, period, person_id, points, wins, draws, losses)
select scope_id, board.game, board.period, person_id, sum(points),
    count(*) filter (where verdict = 'win'), count(*) filter (where verdict = 'draw'),
    count(*) filter (where verdict = 'loss')
from results
cross join lateral (
    select games.game, periods.period
    from (values (''), (results.game)) as games (game),
        (values ('all'), (to_char(ended_at at time zone 'UTC', 'IYYY"-W"IW')),
            (to_char(ended_at at time zone 'UTC', 'YYYY-MM')),
            (to_char(ended_at at time zone 'UTC', 'YYYY"-Q"Q'))) as periods (period)
) board
where rated
group by scope_id, board.game, board.period, person_id;

insert into standing_counts (scope_id, game, period, points, people)
select scope_id, game, period, points, count(*) from standings
group by scope_id, game, period, points;

-- By person_id ----------------------------------------------------------------

-- Glicko-2, a rating for each game and variant (the options that differ from their
-- defaults; '' is the plain game).
create table ratings (
    person_id bigint not null,
    game text not null,
    variant text not null,
    rating double precision not null,
    deviation double precision not null,
    volatility double precision not null,
    -- The rating as it is shown and ranked.
    shown integer not null,
    -- Rated matches so far.
    matches integer not null,
    -- When the last of them ended; the deviation grows from then on.
    rated_at timestamptz not null,
    -- When the deviation will have grown too large for a place on the board; null: it is
    -- too large, and the person is not counted in rating_counts.
    ranked_until timestamptz,
    primary key (person_id, game, variant)
);

create index ratings_board on ratings (game, variant, shown desc, person_id)
    where ranked_until is not null;
create index ratings_fading on ratings (ranked_until) where ranked_until is not null;

-- Append-only: one row a person and rated match, so that ratings can be computed anew when
-- a result is undone. "Before" is with the growth of the deviation up to the match.
create table rating_log (
    person_id bigint not null,
    scope_id bigint not null,
    match integer not null,
    game text not null,
    variant text not null,
    -- 1 for the first match of this person in this game and variant.
    nth integer not null,
    -- Null: somebody who is forgotten.
    opponent_id bigint,
    verdict text not null check (verdict in ('win', 'draw', 'loss')),
    rating_before double precision not null,
    deviation_before double precision not null,
    volatility_before double precision not null,
    opponent_rating double precision not null,
    opponent_deviation double precision not null,
    rating_after double precision not null,
    deviation_after double precision not null,
    volatility_after double precision not null,
    ended_at timestamptz not null,
    primary key (person_id, scope_id, match)
);

create unique index rating_log_order on rating_log (person_id, game, variant, nth);

-- Rated matches that two people have begun on a day, UTC; person_id is the smaller one.
create table rated_pairs (
    person_id bigint not null,
    opponent_id bigint not null,
    game text not null,
    day date not null,
    matches integer not null check (matches >= 0),
    check (person_id < opponent_id),
    primary key (person_id, opponent_id, game, day)
);

create index rated_pairs_by_day on rated_pairs (day);

-- Lookups ---------------------------------------------------------------------

-- How many people have a rating and a place on the board: places are counted here.
create table rating_counts (
    game text not null,
    variant text not null,
    shown integer not null,
    people bigint not null,
    primary key (game, variant, shown)
);

-- What was played before is rated in the order in which it ended.
insert into jobs (scope_id, number, revision, kind, platform, bot_id, place, state, due_at,
    made_at, state_at)
select matches.scope_id, matches.number, matches.revision, 'rate', scopes.platform,
    coalesce((select min(bot_id) from chat_keys where chat_keys.scope_id = matches.scope_id), ''),
    matches.place, 'pending', matches.changed_at, matches.changed_at, matches.changed_at
from matches
join scopes on scopes.scope_id = matches.scope_id
where exists (
    select from results
    where results.scope_id = matches.scope_id and results.match = matches.number
);
