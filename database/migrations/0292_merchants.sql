-- merchants
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table merchant add column provider_seq bigint;

comment on column merchant.provider_seq is '平台消息序号';

alter table merchant add constraint merchant_provider_seq_range check (provider_seq >= 1);
