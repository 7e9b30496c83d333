drop table failed_events;
drop table files;
drop index accounts_of_person;
alter table members drop column refused_at;
drop index members_by_handle;
alter table members drop column handle;
