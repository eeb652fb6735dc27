-- esign_identity_there
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table sign_party add column witness_photo jsonb;

comment on column sign_party.witness_photo is '面签照片';

alter table sign_identity add column provider_flow text;

comment on column sign_identity.provider_flow is '服务商认证流程';

create index sign_identity_provider_flow_idx on sign_identity (operator_id, provider_flow, created_at desc, id desc) where deleted_at is null;
