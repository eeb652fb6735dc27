-- fences_taken_from_terminals
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table fence_binding drop constraint fence_binding_sync_values;

alter table fence_binding add constraint fence_binding_sync_values check (sync in ('none', 'pending', 'sent', 'stale', 'removing', 'failed'));

alter table command drop constraint command_kind_values;

alter table command add constraint command_kind_values check (kind in ('locate', 'interval', 'track', 'text', 'readParameters', 'setParameters', 'restart', 'factoryReset', 'photo', 'lockDoor', 'unlockDoor', 'properties', 'fenceSync', 'fenceRemove', 'confirmAlarm', 'raw', 'cut', 'restore'));
