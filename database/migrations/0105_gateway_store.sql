-- Reports that the table of positions will never take (a number out of range, a text that is none): kept as text, acknowledged to the
-- terminal because asking again would bring the same, and read by whoever looks after the gateway. Hand-written.
create table position_refused (
  operator_id bigint not null,
  terminal bigint not null,
  at_ms bigint not null,
  serial bigint not null,
  received_at timestamptz not null,
  why text not null,
  fix text not null,
  primary key (terminal, at_ms, serial)
);
comment on table position_refused is '无法入库的定位数据';
create index position_refused_received_idx on position_refused (operator_id, received_at);
alter table position_refused enable row level security;
alter table position_refused force row level security;
create policy tenant on position_refused
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

-- Who links are, many at once: after a failure of the network all terminals come back in the same second.
drop function terminal_find(text);
create function terminals_find(wanted text[])
returns table (terminal_no text, id bigint, operator_id bigint, status text, device_no text, auth_hash text, failures integer, locked_until timestamptz, generation bigint, items text, lenient_auth boolean, heartbeat_seconds bigint)
language sql stable security definer set search_path = public as $$
  select t.terminal_no, t.id, t.operator_id, t.status, t.device_no, l.auth_hash, l.failures, l.locked_until, l.generation, p.items, p.lenient_auth, p.heartbeat_seconds
  from terminal t left join terminal_link l on l.terminal = t.id left join device_profile p on p.id = t.profile and p.deleted_at is null
  where t.terminal_no = any(wanted) and t.deleted_at is null
$$;
