-- Chats that move to another id of their platform, and chats that cannot be reached.

-- Since when the chat cannot be reached; null: it can.
alter table scopes add column gone_at timestamptz;
-- When the chat moved to another id: what was sent before that is not to be found there.
alter table scopes add column moved_at timestamptz;
-- The scope that has taken over everything of this one, and what its numbers have grown by
-- there: buttons still carry the old ones.
alter table scopes add column merged_into bigint;
alter table scopes add column shift integer;
alter table scopes add check ((merged_into is null) = (shift is null));

create index scopes_gone on scopes (scope_id) where gone_at is not null;
create index scopes_merged on scopes (merged_into) where merged_into is not null;
create index chat_keys_by_scope on chat_keys (scope_id);

-- The name by which the chance of the match is drawn, where its number has changed since;
-- null: that of its scope and number.
alter table matches add column named text;
