-- What can still be pressed in a chat, so that it can be taken away when it is over.

-- What the first button of the message does, as the application writes it; null: it has no
-- buttons, or none any more.
alter table messages add column buttons text;
-- Whether it is a board that no newer one of its match has taken the place of.
alter table messages add column board boolean not null default false;
