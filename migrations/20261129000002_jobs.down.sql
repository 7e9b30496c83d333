drop table heartbeats;
drop table jobs;
