-- What platforms need beyond chats, places and people.

-- The name by which a platform lets a member be called ("@anna"), as names are compared;
-- one member of a scope has it at a time.
alter table members add column handle text;
create index members_by_handle on members (scope_id, handle) where handle is not null;

-- When the member was last told in the chat, for all to see, why something is refused.
alter table members add column refused_at timestamptz;

create index accounts_of_person on accounts (person_id);

-- Files that a platform has already, a lookup: by the SHA-256 of what they hold.
create table files (
    platform text not null,
    bot_id text not null,
    digest bytea not null,
    file_id text not null,
    used_at timestamptz not null,
    primary key (platform, bot_id, digest)
);

create index files_by_use on files (used_at);

-- Events that could not be handled, a lookup: tried a few times, then left alone.
create table failed_events (
    platform text not null,
    bot_id text not null,
    event_id text not null,
    tries integer not null,
    error text not null,
    payload jsonb not null,
    at timestamptz not null,
    primary key (platform, bot_id, event_id)
);

create index failed_events_by_time on failed_events (at);
