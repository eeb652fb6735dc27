-- split_record_vehicle
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table split_record add column vehicle bigint;

comment on column split_record.vehicle is '车辆';

create index split_record_vehicle_idx on split_record (operator_id, vehicle, id desc) where deleted_at is null;

alter table split_record add constraint split_record_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;
