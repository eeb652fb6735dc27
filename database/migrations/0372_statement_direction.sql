-- statement_direction
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table statement add column direction text generated always as (case when party_kind = 'lessee' then 'receivable' else 'payable' end) stored;

comment on column statement.direction is '方向';
