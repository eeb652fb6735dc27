-- Positions and readings: partitioned, never shown as records. Hand-written.
-- What definitions cannot say about terminals: one number belongs to one terminal of the whole installation, one terminal to one
-- vehicle and one vehicle to one terminal at any instant.

create unique index terminal_no_everywhere on terminal (terminal_no) where deleted_at is null;
alter table terminal_binding add constraint terminal_binding_order check (to_at is null or to_at > from_at);
alter table terminal_binding add constraint terminal_binding_of_terminal
  exclude using gist (operator_id with =, terminal with =, tstzrange(from_at, to_at) with &&) where (deleted_at is null);
alter table terminal_binding add constraint terminal_binding_of_vehicle
  exclude using gist (operator_id with =, vehicle with =, tstzrange(from_at, to_at) with &&) where (deleted_at is null);
alter table vehicle_position set (fillfactor = 50);
alter table terminal set (fillfactor = 70);

create table terminal_link (
  terminal bigint primary key references terminal (id) on delete cascade,
  operator_id bigint not null,
  auth_hash text,
  failures integer not null default 0,
  locked_until timestamptz,
  node text,
  generation bigint not null default 0,
  connected_at timestamptz,
  closed_at timestamptz,
  remote text
);
comment on table terminal_link is '终端连接';
create index terminal_link_node_idx on terminal_link (node) where node is not null;

create table gateway_node (
  id text primary key,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  flushed_at timestamptz not null
);
comment on table gateway_node is '网关节点';

create table telematics_version (
  operator_id bigint primary key,
  bindings bigint not null
);
comment on table telematics_version is '绑定关系版本';

create table track_dirty (
  operator_id bigint not null,
  vehicle bigint not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (operator_id, vehicle)
);
comment on table track_dirty is '待重新计算的轨迹';

create table engine_state (
  operator_id bigint not null,
  vehicle bigint not null,
  day date not null,
  state jsonb not null,
  primary key (operator_id, vehicle, day)
);
comment on table engine_state is '轨迹计算状态';

-- One row a report of a terminal. A vehicle's track is read through its bindings, so (terminal, at, serial) is the only index.
create table position (
  operator_id bigint not null,
  terminal bigint not null,
  vehicle bigint,
  at timestamptz not null,
  received_at timestamptz not null,
  serial integer not null,
  lng integer not null,
  lat integer not null,
  altitude integer not null,
  speed integer not null,
  direction integer not null,
  flags integer not null,
  alarm bigint not null,
  status bigint not null,
  odometer bigint,
  fuel integer,
  signal smallint,
  satellites smallint,
  sent_time text,
  items jsonb,
  primary key (terminal, at, serial)
) partition by range (at);
comment on table position is '定位数据';
comment on column position.flags is '1 补报 2 过滤 4 无定位 8 乱序 32 终端时钟异常';
comment on column position.sent_time is '终端上报的时间（仅时钟异常时）';
create table position_other partition of position default;

-- Readings of refrigerated vehicles: added to, never changed (GSP annex 3).
create table temperature_reading (
  operator_id bigint not null,
  vehicle bigint not null,
  sensor_no smallint not null,
  at timestamptz not null,
  value integer,
  quality text not null check (quality in ('ok', 'broken', 'invalid')),
  late boolean not null,
  received_at timestamptz not null,
  primary key (vehicle, sensor_no, at)
) partition by range (at);
comment on table temperature_reading is '温度读数';
create table temperature_reading_other partition of temperature_reading default;

do $$
declare
  t text;
begin
  foreach t in array array['terminal_link', 'telematics_version', 'track_dirty', 'engine_state', 'position', 'temperature_reading'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (operator_id = nullif(current_setting(''app.operator_id'', true), '''')::bigint) with check (operator_id = nullif(current_setting(''app.operator_id'', true), '''')::bigint)', t);
  end loop;
  -- Row-level security is forced on the owner too; these let the functions below see what they are about.
  foreach t in array array['terminal', 'terminal_link', 'device_profile'] loop
    execute format('create policy owner_reads on %I for select to %I using (true)', t, current_user);
  end loop;
end
$$;

-- Partitions for the business days [from_day, to_day), and for readings of their months. Rows that came before their partition lie in
-- the default one; they are moved. Returns how many were made.
create function position_prepare(from_day date, to_day date) returns integer
language plpgsql security definer set search_path = public as $$
declare
  d date;
  m date;
  name text;
  made integer := 0;
begin
  -- Nodes may start together.
  perform pg_advisory_xact_lock(7310051);
  d := from_day;
  while d < to_day loop
    name := 'position_' || to_char(d, 'YYYYMMDD');
    if to_regclass(name) is null then
      execute format('create table %I (like position including defaults including constraints)', name);
      execute format('with moved as (delete from position_other where at >= %L and at < %L returning *) insert into %I select * from moved',
        d::timestamp at time zone 'Asia/Shanghai', (d + 1)::timestamp at time zone 'Asia/Shanghai', name);
      execute format('alter table position attach partition %I for values from (%L) to (%L)', name,
        d::timestamp at time zone 'Asia/Shanghai', (d + 1)::timestamp at time zone 'Asia/Shanghai');
      execute format('create index %I on %I using brin (received_at) with (pages_per_range = 32)', name || '_received', name);
      made := made + 1;
    end if;
    m := date_trunc('month', d)::date;
    name := 'temperature_reading_' || to_char(m, 'YYYYMM');
    if to_regclass(name) is null then
      execute format('create table %I (like temperature_reading including defaults including constraints)', name);
      execute format('with moved as (delete from temperature_reading_other where at >= %L and at < %L returning *) insert into %I select * from moved',
        m::timestamp at time zone 'Asia/Shanghai', (m + interval '1 month')::timestamp at time zone 'Asia/Shanghai', name);
      execute format('alter table temperature_reading attach partition %I for values from (%L) to (%L)', name,
        m::timestamp at time zone 'Asia/Shanghai', (m + interval '1 month')::timestamp at time zone 'Asia/Shanghai');
      made := made + 1;
    end if;
    d := d + 1;
  end loop;
  return made;
end
$$;

-- Days before `before` that hold nothing of other operators are dropped as a whole; of the others the caller deletes its rows.
create function position_drop(wanted bigint, before date) returns integer
language plpgsql security definer set search_path = public as $$
declare
  p record;
  shared boolean;
  gone integer := 0;
begin
  if nullif(current_setting('app.operator_id', true), '')::bigint is distinct from wanted then
    raise exception 'position_drop: not the operator of this connection';
  end if;
  for p in
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'position'::regclass and c.relname ~ '^position_\d{8}$' and to_date(right(c.relname, 8), 'YYYYMMDD') < before
  loop
    execute format('select exists (select 1 from %I where operator_id <> $1)', p.name) into shared using wanted;
    if not shared then
      execute format('drop table %I', p.name);
      gone := gone + 1;
    end if;
  end loop;
  return gone;
end
$$;

-- Who a link is, before anybody knows of which operator: asked by the gateway with the number of the header.
create function terminal_find(wanted text)
returns table (id bigint, operator_id bigint, status text, vehicle bigint, store bigint, protocol text, auth_hash text, failures integer, locked_until timestamptz, node text, generation bigint,
  profile bigint, items text, lenient_auth boolean, heartbeat_seconds bigint)
language sql stable security definer set search_path = public as $$
  select t.id, t.operator_id, t.status, t.vehicle, t.store, t.protocol, l.auth_hash, l.failures, l.locked_until, l.node, l.generation,
    p.id, p.items, p.lenient_auth, p.heartbeat_seconds
  from terminal t left join terminal_link l on l.terminal = t.id left join device_profile p on p.id = t.profile and p.deleted_at is null
  where t.terminal_no = wanted and t.deleted_at is null
$$;

create function terminal_is_known(wanted text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select 1 from terminal where terminal_no = wanted and deleted_at is null)
$$;
