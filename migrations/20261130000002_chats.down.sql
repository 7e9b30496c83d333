-- What waits for a chat to be back would wait for ever.
update jobs set due_at = state_at where due_at >= '9999-01-01';
alter table matches drop column named;
drop index chat_keys_by_scope;
drop index scopes_merged;
drop index scopes_gone;
alter table scopes drop column shift;
alter table scopes drop column merged_into;
alter table scopes drop column moved_at;
alter table scopes drop column gone_at;
