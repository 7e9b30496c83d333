-- Whether a place was opened for this match: those that are begun there stay there.
alter table matches add column own_place boolean not null default false;
create index matches_own_place on matches (scope_id, place) where own_place;
