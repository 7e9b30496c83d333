-- Matches in which nothing happens any more end by themselves.
create index matches_silent on matches (changed_at) where state = 'live';
