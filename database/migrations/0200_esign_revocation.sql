-- esign_revocation
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create index sign_party_mobile_idx on sign_party (operator_id, mobile) where deleted_at is null;

alter table sign_key add column revoke_reason text;

comment on column sign_key.revoke_reason is '吊销原因';
