-- outgoing_request_id
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table outgoing_call add column request_id text;

comment on column outgoing_call.request_id is '请求编号';
