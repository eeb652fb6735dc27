-- sign_record_sha
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table sign_flow add column record_sha text;

comment on column sign_flow.record_sha is '业务内容摘要';
