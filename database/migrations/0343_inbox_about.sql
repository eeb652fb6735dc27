-- inbox_about
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table inbox_message add column about text;

comment on column inbox_message.about is '事由';

create index inbox_message_about_idx on inbox_message (operator_id, about, created_at desc, id desc) where deleted_at is null;
