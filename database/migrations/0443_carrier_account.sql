-- carrier_account
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table carrier add column account bigint;

comment on column carrier.account is '登录账号';

create index carrier_account_idx on carrier (operator_id, account, created_at desc, id desc) where deleted_at is null;

alter table carrier add constraint carrier_account_fk foreign key (operator_id, account) references "user" (operator_id, id) on delete restrict;
