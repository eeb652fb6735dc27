-- violation_driver
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table violation add column driver bigint;

comment on column violation.driver is '司机';

alter table violation add column mission bigint;

comment on column violation.mission is '任务单';

alter table violation add column sure text;

comment on column violation.sure is '归责把握';

alter table violation add column deduction bigint;

comment on column violation.deduction is '司机扣款';

alter table violation add column deposit bigint default 0;

comment on column violation.deposit is '已从违章押金扣';

alter table violation add constraint violation_sure_values check (sure in ('sure', 'likely', 'weak', 'none'));

create index violation_driver_idx on violation (operator_id, driver, occurred_at desc, id desc) where deleted_at is null;

create index violation_mission_idx on violation (operator_id, mission, occurred_at desc, id desc) where deleted_at is null;

create index violation_deduction_idx on violation (operator_id, deduction, occurred_at desc, id desc) where deleted_at is null;

create index violation_sure_idx on violation (operator_id, sure, occurred_at desc, id desc) where deleted_at is null;

alter table violation add constraint violation_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table violation add constraint violation_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table violation add constraint violation_deduction_fk foreign key (operator_id, deduction) references deduction (operator_id, id) on delete restrict;
