-- Slow or later work, by scope_id. One of a kind for a match and revision (number 0: the
-- whole scope). Who works at one has it until a time of the database's clock; the token
-- grows with each try, so that one whose time ran out can be told.
create table jobs (
    scope_id bigint not null,
    number integer not null,
    revision integer not null,
    kind text not null,
    platform text not null,
    bot_id text not null,
    place text not null,
    state text not null check (state in ('pending', 'done', 'dead')),
    -- Not to be done before.
    due_at timestamptz not null,
    token integer not null default 0,
    until timestamptz,
    made_at timestamptz not null,
    state_at timestamptz not null,
    primary key (scope_id, number, revision, kind)
);

create index jobs_due on jobs (due_at) where state = 'pending';
create index jobs_ended on jobs (state_at) where state <> 'pending';

-- When a bot was last seen alive, a lookup: clocks stand still while nobody serves it.
create table heartbeats (
    platform text not null,
    bot_id text not null,
    at timestamptz not null,
    primary key (platform, bot_id)
);
