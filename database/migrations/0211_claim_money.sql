-- claim_money
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table insurance_claim add column driver bigint;

comment on column insurance_claim.driver is '司机';

alter table insurance_claim add column deduction bigint;

comment on column insurance_claim.deduction is '司机扣款';

alter table insurance_claim add column why text;

comment on column insurance_claim.why is '驾驶依据';

create index insurance_claim_driver_idx on insurance_claim (operator_id, driver, occurred_at desc, id desc) where deleted_at is null;

create index insurance_claim_deduction_idx on insurance_claim (operator_id, deduction, occurred_at desc, id desc) where deleted_at is null;

alter table insurance_claim add constraint insurance_claim_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_deduction_fk foreign key (operator_id, deduction) references deduction (operator_id, id) on delete restrict;
