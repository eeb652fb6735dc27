-- What the engines find out has a key of its own, so that finding it out again changes nothing.
create unique index trip_key on trip (operator_id, vehicle, start_at) where deleted_at is null;
create unique index fence_event_key on fence_event (operator_id, vehicle, fence, kind, at) where deleted_at is null and amended_at is null;
create unique index alarm_key on alarm (operator_id, vehicle, kind, start_at) where deleted_at is null and vehicle is not null;
create unique index excursion_key on excursion (operator_id, channel, kind, start_at) where deleted_at is null;
-- One excursion at most is open of a channel and a kind (invariant 17).
create unique index excursion_open on excursion (operator_id, channel, kind) where end_at is null and amended_at is null and deleted_at is null;
