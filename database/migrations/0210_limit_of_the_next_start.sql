-- limit_of_the_next_start
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table device_profile add column limit_code text;

comment on column device_profile.limit_code is '限制启动指令';

alter table command drop constraint command_kind_values;

alter table command add constraint command_kind_values check (kind in ('locate', 'interval', 'track', 'text', 'readParameters', 'setParameters', 'calibrate', 'upgrade', 'restart', 'factoryReset', 'photo', 'lockDoor', 'unlockDoor', 'properties', 'fenceSync', 'fenceRemove', 'confirmAlarm', 'raw', 'cut', 'limit', 'restore'));

alter table cut_order drop constraint cut_order_status_values;

alter table cut_order drop constraint cut_order_kind_values;

alter table cut_order add constraint cut_order_status_values check (status in ('pending', 'rejected', 'approved', 'executing', 'armed', 'effective', 'failed', 'cancelled', 'expired', 'lifted'));

alter table cut_order add constraint cut_order_kind_values check (kind in ('cut', 'limit', 'restore'));
