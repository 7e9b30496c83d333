-- What lets operators follow an event: its trace, under which every line of the log stands that
-- comes of it, and when a message was stored, by the database's clock.
alter table outbox add column trace text,
    add column stored_at timestamptz not null default now();
alter table jobs add column trace text;
