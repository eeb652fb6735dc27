-- missions_at_work
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table consignment add column responsible text;

comment on column consignment.responsible is '责任方';

alter table consignment add constraint consignment_responsible_values check (responsible in ('customer', 'receiver', 'carrier', 'driver', 'company', 'force', 'open'));

alter table mission add column consignments bigint[];

comment on column mission.consignments is '配送单';

create index mission_consignments_gin on mission using gin (consignments);

alter table stop_event drop constraint stop_event_kind_values;

alter table stop_event add column amends text;

comment on column stop_event.amends is '更正的记录';

alter table stop_event add column outcome text;

comment on column stop_event.outcome is '处理结果';

alter table stop_event add column files jsonb;

comment on column stop_event.files is '照片';

alter table stop_event add constraint stop_event_kind_values check (kind in ('arrive', 'startWork', 'endWork', 'leave', 'accept', 'refuse', 'load', 'depart', 'sign', 'exception', 'skip', 'note', 'photo'));

alter table pod add column hashes text;

comment on column pod.hashes is '应有照片';
