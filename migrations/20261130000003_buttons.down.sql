alter table messages drop column board;
alter table messages drop column buttons;
