-- Three classes of tables: by scope_id, by person_id, and small lookups. Every
-- unique index contains the key of its class, and no foreign key joins two classes,
-- so that each class can be distributed by its key.

-- Lookups ---------------------------------------------------------------------

-- What a platform calls a chat. The only thing that a move of a chat to another
-- platform id changes.
create table chat_keys (
    platform text not null,
    bot_id text not null,
    chat_id text not null,
    scope_id bigint not null,
    primary key (platform, bot_id, chat_id)
);

-- What a platform calls a person.
create table accounts (
    platform text not null,
    account_id text not null,
    person_id bigint not null,
    primary key (platform, account_id)
);

-- Who does alone what only one process may do, by database time. The token grows with
-- each new holder, so that an old one that wakes up again can be told.
create table leases (
    name text primary key,
    holder text not null,
    token bigint not null,
    until timestamptz not null
);

-- By person_id ----------------------------------------------------------------

create table persons (
    person_id bigint generated always as identity primary key,
    -- Null: none chosen, the chat's language counts.
    language text,
    created_at timestamptz not null
);

-- By scope_id -----------------------------------------------------------------

-- A chat, a guild or a console room, under an id of our own.
create table scopes (
    scope_id bigint generated always as identity primary key,
    platform text not null,
    language text not null,
    -- Challenges and the matches they become are numbered from 1 in each scope.
    last_number integer not null default 0,
    created_at timestamptz not null
);

-- Who has been seen in a scope, under the name last seen.
create table members (
    scope_id bigint not null,
    person_id bigint not null,
    name text not null,
    -- The name as names are compared: in small letters, of every alphabet.
    name_key text not null,
    seen_at timestamptz not null,
    primary key (scope_id, person_id)
);

create index members_by_name on members (scope_id, name_key);

-- Events that have been handled: a repeat is a no-op.
create table events (
    scope_id bigint not null,
    platform text not null,
    bot_id text not null,
    event_id text not null,
    at timestamptz not null,
    primary key (scope_id, platform, bot_id, event_id)
);

create index events_by_time on events (at);

create table challenges (
    scope_id bigint not null,
    number integer not null,
    place text not null,
    game text not null,
    -- Options that differ from their defaults, as the rulebook writes them.
    options text not null,
    -- Points to play to; null: a single game.
    target integer check (target > 0),
    challenger bigint not null,
    challenger_seat smallint not null check (challenger_seat in (1, 2)),
    -- Who may accept: a known person, else a name, else anyone.
    invited bigint,
    invited_name text,
    -- The secret that the chance of the match will come from.
    seed bytea not null,
    state text not null
        check (state in ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (scope_id, number)
);

create index challenges_open on challenges (scope_id, place) where state = 'open';

-- Named by the number of the challenge that it came from. Player 1 challenged,
-- player 2 accepted.
create table matches (
    scope_id bigint not null,
    number integer not null,
    place text not null,
    game text not null,
    rules_version integer not null,
    options text not null,
    target integer check (target > 0),
    player_1 bigint not null,
    player_2 bigint not null,
    points_1 integer not null default 0,
    points_2 integer not null default 0,
    deal integer not null check (deal > 0),
    -- The player who holds the first seat in this deal.
    first_player smallint not null check (first_player in (1, 2)),
    position text not null,
    -- Counts every change of the position and never falls.
    revision integer not null,
    -- The last step that stands.
    last_seq integer not null,
    state text not null check (state in ('live', 'over')),
    -- The outcome text of the last deal, once the match is over.
    outcome text,
    -- The chance of the match: its secret, told when it is over, and the id of the
    -- event that accepted it.
    seed bytea not null,
    event text not null,
    started_at timestamptz not null,
    changed_at timestamptz not null,
    check (player_1 <> player_2),
    check ((state = 'over') = (outcome is not null)),
    primary key (scope_id, number)
);

create index matches_live on matches (scope_id, place) where state = 'live';

create table deals (
    scope_id bigint not null,
    match integer not null,
    deal integer not null,
    first_player smallint not null,
    start text not null,
    started_at timestamptz not null,
    outcome text,
    ended_at timestamptz,
    primary key (scope_id, match, deal)
);

-- Append-only. A takeback is a step of its own whose text is the seq that it goes
-- back to; position and record fold over what stands.
create table steps (
    scope_id bigint not null,
    match integer not null,
    seq integer not null,
    deal integer not null,
    kind text not null check (kind in ('action', 'chance', 'takeback')),
    -- Who acted: 1 or 2; null for chance.
    player smallint,
    text text not null,
    at timestamptz not null,
    primary key (scope_id, match, seq)
);

create table offers (
    scope_id bigint not null,
    match integer not null,
    number integer not null,
    kind text not null check (kind in ('draw', 'takeback')),
    player smallint not null,
    -- An offer lapses when the match has moved on from this revision.
    revision integer not null,
    state text not null
        check (state in ('open', 'accepted', 'declined', 'withdrawn', 'lapsed')),
    made_at timestamptz not null,
    primary key (scope_id, match, number)
);

create unique index offers_one_open on offers (scope_id, match) where state = 'open';

-- One row a player and finished match.
create table results (
    scope_id bigint not null,
    match integer not null,
    person_id bigint not null,
    opponent_id bigint not null,
    game text not null,
    options text not null,
    verdict text not null check (verdict in ('win', 'draw', 'loss')),
    points integer not null,
    reason text not null,
    ended_at timestamptz not null,
    primary key (scope_id, match, person_id)
);

create index results_board on results (scope_id, game, ended_at);

-- Messages to be sent. Within a match they go in the order of their ids.
create table outbox (
    scope_id bigint not null,
    id bigint generated always as identity,
    platform text not null,
    bot_id text not null,
    place text not null,
    match integer,
    -- 0 turns, 1 challenges and offers, 2 answers, 3 edits that may be dropped.
    lane smallint not null,
    payload jsonb not null,
    -- A folded message is told by a newer one of its match.
    state text not null check (state in ('pending', 'sending', 'sent', 'folded', 'dead')),
    attempt integer not null default 0,
    made_at timestamptz not null,
    -- Not to be sent before.
    due_at timestamptz not null,
    state_at timestamptz not null,
    -- The platform's id of the message, once sent.
    message_id text,
    primary key (scope_id, id)
);

create index outbox_due on outbox (platform, bot_id, lane, id) where state = 'pending';
create index outbox_of_match on outbox (scope_id, match, id)
    where state in ('pending', 'sending');

-- Which match a message that was sent shows, so that an answer to it finds it.
create table messages (
    scope_id bigint not null,
    bot_id text not null,
    place text not null,
    message_id text not null,
    match integer not null,
    sent_at timestamptz not null,
    primary key (scope_id, bot_id, place, message_id)
);

create index messages_of_match on messages (scope_id, match, sent_at);
