alter table jobs drop column trace;
alter table outbox drop column stored_at, drop column trace;
