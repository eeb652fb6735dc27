-- split_accounts
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table split_record add column account bigint;

comment on column split_record.account is '分账账户';

create index split_record_account_idx on split_record (operator_id, account, id desc) where deleted_at is null;

alter table split_record add constraint split_record_account_fk foreign key (operator_id, account) references provider_account (operator_id, id) on delete restrict;
