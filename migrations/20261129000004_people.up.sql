-- What chats and people have chosen, and what stands between people. Settings are kept
-- by their names, so that a program leaves those that it does not know as they are.

alter table scopes add column settings jsonb not null default '{}';
alter table persons add column settings jsonb not null default '{}';

-- Whom a person does not want to be challenged by.
create table blocks (
    person_id bigint not null,
    blocked_id bigint not null,
    at timestamptz not null,
    primary key (person_id, blocked_id)
);

-- Since when a member is not in the chat any more.
alter table members add column left_at timestamptz;

-- Seconds for each action; null: no clock.
alter table challenges add column clock integer check (clock > 0);
alter table challenges add column settled_at timestamptz;

create index challenges_of_challenger on challenges (scope_id, challenger, state);

alter table matches add column clock integer check (clock > 0);
-- When the player to move has had all the time of an action.
alter table matches add column deadline timestamptz;
alter table matches add column nudged_at timestamptz;
-- The player who lost the whole match by giving it up or by the clock.
alter table matches add column forfeit smallint check (forfeit in (1, 2));

create index matches_clocked on matches (scope_id) where state = 'live' and deadline is not null;

create index outbox_ended on outbox (state_at) where state in ('sent', 'folded', 'dead');
