-- calibration_and_upgrade
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table command drop constraint command_kind_values;

alter table command add constraint command_kind_values check (kind in ('locate', 'interval', 'track', 'text', 'readParameters', 'setParameters', 'calibrate', 'upgrade', 'restart', 'factoryReset', 'photo', 'lockDoor', 'unlockDoor', 'properties', 'fenceSync', 'fenceRemove', 'confirmAlarm', 'raw', 'cut', 'restore'));
