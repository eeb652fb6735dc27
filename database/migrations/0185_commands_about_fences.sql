-- Who holds a fence is read from the commands that were about it.
create index command_about_fence on command (operator_id, (payload->>'fence')) where kind in ('fenceSync', 'fenceRemove') and deleted_at is null;
