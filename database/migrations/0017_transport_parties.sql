-- transport_parties
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table exception_case add column about text default 'order' not null;

comment on column exception_case.about is '发生于';

alter table exception_case add constraint exception_case_about_values check (about in ('order', 'consignment', 'mission'));

alter table deduction add column party text default 'carrier' not null;

comment on column deduction.party is '扣款对象';

alter table deduction add constraint deduction_party_values check (party in ('carrier', 'driver', 'provider'));
