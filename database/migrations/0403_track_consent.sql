-- track_consent
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table driver add column track_consent_at timestamptz;

comment on column driver.track_consent_at is '同意行踪使用';
