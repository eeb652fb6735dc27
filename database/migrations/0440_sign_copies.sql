-- sign_copies
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table sign_flow add column copies bigint[];

comment on column sign_flow.copies is '抄送';

alter table sign_flow add column asked jsonb;

comment on column sign_flow.asked is '发起内容';

create index sign_flow_copies_gin on sign_flow using gin (copies);
