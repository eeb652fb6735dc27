-- event_times
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table mission add column actual_km_from text;

comment on column mission.actual_km_from is '实际里程来源';

alter table mission add column odometer_from numeric(18,1);

comment on column mission.odometer_from is '发车里程表';

alter table mission add column odometer_to numeric(18,1);

comment on column mission.odometer_to is '收车里程表';

alter table mission add constraint mission_actual_km_from_values check (actual_km_from in ('track', 'odometer'));

alter table mission add constraint mission_odometer_from_range check (odometer_from >= 0);

alter table mission add constraint mission_odometer_to_range check (odometer_to >= 0);

alter table stop_event drop constraint stop_event_kind_values;

alter table stop_event add column said_at timestamptz;

comment on column stop_event.said_at is '手机时间';

alter table stop_event add column doubt text;

comment on column stop_event.doubt is '时间存疑';

alter table stop_event add column said jsonb;

comment on column stop_event.said is '手机上报内容';

alter table stop_event add column exception bigint;

comment on column stop_event.exception is '异常';

alter table stop_event add constraint stop_event_kind_values check (kind in ('arrive', 'startWork', 'endWork', 'leave', 'accept', 'refuse', 'check', 'load', 'depart', 'sign', 'exception', 'skip', 'note', 'odometer', 'photo'));

create index stop_event_exception_idx on stop_event (operator_id, exception, at desc, id desc) where deleted_at is null;

alter table stop_event add constraint stop_event_exception_fk foreign key (operator_id, exception) references exception_case (operator_id, id) on delete restrict;
