-- policy_whole_premium
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table insurance_policy alter column coverages drop not null;

alter table insurance_policy add column whole_premium bigint;

comment on column insurance_policy.whole_premium is '整单保费';

alter table insurance_policy add constraint insurance_policy_whole_premium_range check (whole_premium >= 0);
