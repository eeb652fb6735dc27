-- signed_contracts
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table provider add column contracts jsonb;

comment on column provider.contracts is '已签合同';

alter table driver add column contracts jsonb;

comment on column driver.contracts is '已签合同';
