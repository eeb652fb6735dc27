-- inbox_label
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

comment on table inbox_message is '消息明细';
