-- later_rent
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table lease add column later_on date;

comment on column lease.later_on is '期满后新租金起日';

alter table lease add column later_rent bigint;

comment on column lease.later_rent is '期满后月租金';

alter table lease add column later_daily_rent bigint;

comment on column lease.later_daily_rent is '期满后日租金';
