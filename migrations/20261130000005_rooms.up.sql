-- What a bot may do in a channel, a lookup: only where it is not everything.
create table rooms (
    platform text not null,
    bot_id text not null,
    chat_id text not null,
    place text not null,
    -- Whether it may write there without having been asked, and show pictures.
    write boolean not null,
    attach boolean not null,
    -- What lets it answer there all the same, and until when.
    pass text,
    pass_until timestamptz,
    seen_at timestamptz not null,
    primary key (platform, bot_id, chat_id, place)
);

create index rooms_by_time on rooms (seen_at);
