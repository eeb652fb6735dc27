-- promo_of_applications
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table driver_application add column promo_code bigint;

comment on column driver_application.promo_code is '推广码';

alter table driver_application add column hired_on date;

comment on column driver_application.hired_on is '录用日期';

create index driver_application_promo_code_idx on driver_application (operator_id, promo_code, created_at desc, id desc) where deleted_at is null;

create index driver_application_hired_on_idx on driver_application (operator_id, hired_on) where deleted_at is null;

alter table driver_application add constraint driver_application_promo_code_fk foreign key (operator_id, promo_code) references promo_code (operator_id, id) on delete restrict;
