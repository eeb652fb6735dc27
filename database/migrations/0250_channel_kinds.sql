-- channel_kinds
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table temperature_policy drop constraint temperature_policy_lowest_range;

alter table temperature_policy drop constraint temperature_policy_highest_range;

alter table temperature_policy add column kind text default 'temperature' not null;

comment on column temperature_policy.kind is '测量项目';

alter table temperature_policy add constraint temperature_policy_kind_values check (kind in ('temperature', 'humidity'));

alter table temperature_policy add constraint temperature_policy_lowest_range check (lowest >= -60 and lowest <= 100);

alter table temperature_policy add constraint temperature_policy_highest_range check (highest >= -60 and highest <= 100);

create index temperature_policy_kind_idx on temperature_policy (operator_id, kind, name, id) where deleted_at is null;

comment on table temperature_channel is '冷链通道';

drop index temperature_channel_policy_idx;

drop index temperature_channel_probe_idx;

drop index temperature_channel_store_idx;

drop index temperature_channel_vehicle_sensor_no_key;

drop index temperature_channel_zone_idx;

drop index temperature_channel_excursion_idx;

drop index temperature_channel_order;

alter table temperature_channel add column kind text default 'temperature' not null;

comment on column temperature_channel.kind is '类型';

alter table temperature_channel add column slot bigint generated always as (sensor_no + case kind when 'humidity' then 10 when 'door' then 20 when 'reefer' then 30 else 0 end) stored;

comment on column temperature_channel.slot is '读数编号';

alter table temperature_channel add column signal text default 'aircon';

comment on column temperature_channel.signal is '运行信号';

comment on column temperature_channel.probe is '探头设备';

comment on column temperature_channel.last_value is '最近读数';

alter table temperature_channel add constraint temperature_channel_kind_values check (kind in ('temperature', 'humidity', 'door', 'reefer'));

alter table temperature_channel add constraint temperature_channel_signal_values check (signal in ('aircon', 'heater', 'io2', 'io3', 'door5'));

create index temperature_channel_policy_idx on temperature_channel (operator_id, policy, vehicle, slot, id) where deleted_at is null;

create index temperature_channel_probe_idx on temperature_channel (operator_id, probe, vehicle, slot, id) where deleted_at is null;

create index temperature_channel_store_idx on temperature_channel (operator_id, store, vehicle, slot, id) where deleted_at is null;

create unique index temperature_channel_vehicle_kind_sensor_no_key on temperature_channel (operator_id, vehicle, kind, sensor_no) where deleted_at is null;

create index temperature_channel_kind_idx on temperature_channel (operator_id, kind, vehicle, slot, id) where deleted_at is null;

create index temperature_channel_zone_idx on temperature_channel (operator_id, zone, vehicle, slot, id) where deleted_at is null;

create index temperature_channel_excursion_idx on temperature_channel (operator_id, excursion, vehicle, slot, id) where deleted_at is null;

create index temperature_channel_order on temperature_channel (operator_id, vehicle, slot, id) where deleted_at is null;

comment on table excursion is '温湿度超限';

comment on column excursion.channel is '冷链通道';

alter table excursion add column measure text default 'temperature' not null;

comment on column excursion.measure is '测量项目';

alter table excursion add constraint excursion_measure_values check (measure in ('temperature', 'humidity'));

create index excursion_measure_idx on excursion (operator_id, measure, start_at desc, id desc) where deleted_at is null;

-- By hand: the table is no entity. Its sensor_no is the number of the channel (temperature_channel.slot) from now on; temperatures keep theirs.
comment on table temperature_reading is '冷链读数';
comment on column temperature_reading.sensor_no is '读数编号：1–8 温度，11–18 湿度，21–25 门磁，31–38 冷机';
