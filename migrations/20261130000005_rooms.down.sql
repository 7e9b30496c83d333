drop table rooms;
