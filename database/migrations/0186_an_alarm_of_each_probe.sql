-- One alarm a vehicle, kind and moment; of temperatures one a probe, which the text begins with.
drop index alarm_key;
create unique index alarm_key on alarm (operator_id, vehicle, kind, start_at, (case when kind = 'temperature' then left(detail, 5) else '' end)) where deleted_at is null and vehicle is not null;
