-- choosing
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table lessee add column mobile_tail text generated always as (right(mobile, 4)) stored;

comment on column lessee.mobile_tail is '手机尾号';

create index lessee_mobile_tail_idx on lessee (operator_id, mobile_tail, created_at desc, id desc) where deleted_at is null;
