-- message_link
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table system_message add column link text;

comment on column system_message.link is '跳转页面';
