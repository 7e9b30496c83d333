alter table matches drop column own_place;
