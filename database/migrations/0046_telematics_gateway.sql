-- What the gateway asks before it knows an operator, with the device number that a registration must repeat.
drop function terminal_find(text);
create function terminal_find(wanted text)
returns table (id bigint, operator_id bigint, status text, device_no text, auth_hash text, failures integer, locked_until timestamptz, generation bigint, items text, lenient_auth boolean, heartbeat_seconds bigint)
language sql stable security definer set search_path = public as $$
  select t.id, t.operator_id, t.status, t.device_no, l.auth_hash, l.failures, l.locked_until, l.generation, p.items, p.lenient_auth, p.heartbeat_seconds
  from terminal t left join terminal_link l on l.terminal = t.id left join device_profile p on p.id = t.profile and p.deleted_at is null
  where t.terminal_no = wanted and t.deleted_at is null
$$;
