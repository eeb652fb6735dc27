-- fuelling_deduction
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table fuelling add column deduction bigint;

comment on column fuelling.deduction is '司机扣款';

create index fuelling_deduction_idx on fuelling (operator_id, deduction, at desc, id desc) where deleted_at is null;

alter table fuelling add constraint fuelling_deduction_fk foreign key (operator_id, deduction) references deduction (operator_id, id) on delete restrict;
