-- claim_decided_on
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table cargo_claim add column decided_on date;

comment on column cargo_claim.decided_on is '核定日期';

create index cargo_claim_decided_on_idx on cargo_claim (operator_id, decided_on) where deleted_at is null;

-- Claims agreed to before had their day only in their story.
update cargo_claim set decided_on = (updated_at at time zone 'Asia/Shanghai')::date where status in ('agreed', 'settled');
