-- tails_and_signatures
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table handover add column receiver_sign jsonb;
comment on column handover.receiver_sign is '提车人签名';

alter table vehicle_return add column returner_sign jsonb;
comment on column vehicle_return.returner_sign is '退车人签名';

alter table driver add column mobile_tail text generated always as (case when mobile like '$zyt1$%' then right(mobile, 8) else right(mobile, 4) end) stored;
comment on column driver.mobile_tail is '手机尾号';
create index driver_mobile_tail_idx on driver (operator_id, mobile_tail, created_at desc, id desc) where deleted_at is null;

drop index order_review_reviewer_idx;
